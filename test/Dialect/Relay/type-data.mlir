// RUN: relay-lite-opt %s | relay-lite-opt | FileCheck %s
// RUN: relay-lite-opt %s --mlir-print-op-generic | relay-lite-opt | FileCheck %s
// RUN: relay-lite-opt %s --emit-bytecode | relay-lite-opt | FileCheck %s

// No pass erases a definition, whatever its visibility.
// RUN: relay-lite-opt %s --symbol-dce --canonicalize --cse | FileCheck %s
// RUN: relay-lite-opt %s --remove-dead-values --inline --sccp | FileCheck %s
// RUN: relay-lite-opt %s --relay-infer-type --relay-remove-unused-functions --relay-dead-code-elimination \
// RUN:   --relay-inline-globals --relay-lambda-lift --relay-eliminate-common-subexpr --relay-fold-constant \
// RUN:   --relay-fuse-ops --relay-defuse-ops --relay-defunctionalize --relay-to-a-normal-form \
// RUN:   --relay-to-graph-normal-form --relay-partition-graph --relay-simplify-expr | FileCheck %s

// The lowering leaves them out.
// RUN: relay-lite-opt %s --convert-relay-to-linalg | FileCheck %s --check-prefix=LINALG
// LINALG-NOT: relay.
// LINALG: func.func @main

// CHECK: relay.type_data @List params ["A"] = [#relay.constructor<"Cons"(!relay.type_var<"A">, !relay.data<@List, !relay.type_var<"A">>)>, #relay.constructor<"Nil">]
relay.type_data @List params ["A"] = [
  #relay.constructor<"Cons"(!relay.type_var<"A">, !relay.data<@List, !relay.type_var<"A">>)>,
  #relay.constructor<"Nil">]

// A field may refer to a type that is defined below.
// CHECK: relay.type_data "private" @Tree params ["A", "B"] = [#relay.constructor<"Rose"(tuple<!relay.type_var<"A">, !relay.data<@Box>>, (!relay.type_var<"B">) -> tensor<?xf32>, !relay.ref<!relay.data<@List, !relay.data<@Tree, !relay.type_var<"A">, !relay.type_var<"B">>>>)>]
relay.type_data "private" @Tree params ["A", "B"] = [
  #relay.constructor<"Rose"(
    tuple<!relay.type_var<"A">, !relay.data<@Box>>,
    (!relay.type_var<"B">) -> tensor<?xf32>,
    !relay.ref<!relay.data<@List, !relay.data<@Tree, !relay.type_var<"A">, !relay.type_var<"B">>>>)>]

// CHECK: relay.type_data @Box = [#relay.constructor<"Full"(tensor<2xf32>, !relay.storage)>]
relay.type_data @Box = [#relay.constructor<"Full"(tensor<2xf32>, !relay.storage)>]

// CHECK: relay.type_data @External = []
relay.type_data @External = []

// CHECK: func.func @main
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relay.nn.relu %x : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
