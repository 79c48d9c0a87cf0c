// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-mark-compiler-functions-as-extern)' | FileCheck %s --check-prefixes=CHECK,ALL
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-mark-compiler-functions-as-extern{compiler-filter=a})' | FileCheck %s --check-prefixes=CHECK,FILTER

// Only attributes of Relay text go.

// CHECK: func.func private @a(tensor<2xf32> {relay.name = "x"}) -> tensor<2xf32> attributes {other.attr, relay.Extern = 1 : i64, relay.pure}
func.func private @a(tensor<2xf32> {relay.name = "x"}) -> tensor<2xf32> attributes {other.attr, relay.Compiler = "a", relay.Inline = 1 : i64, relay.Primitive = 1 : i64, relay.global_symbol = "a", relay.pure}
// ALL: func.func private @b(tensor<2xf32>) -> tensor<2xf32> attributes {relay.Extern = 1 : i64}
// FILTER: func.func private @b(tensor<2xf32>) -> tensor<2xf32> attributes {relay.Compiler = "b"}
func.func private @b(tensor<2xf32>) -> tensor<2xf32> attributes {relay.Compiler = "b"}
// CHECK: func.func private @c(tensor<2xf32>) -> tensor<2xf32> attributes {relay.Inline = 1 : i64}
func.func private @c(tensor<2xf32>) -> tensor<2xf32> attributes {relay.Inline = 1 : i64}
