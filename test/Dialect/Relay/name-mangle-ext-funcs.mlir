// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-name-mangle-ext-funcs)' | FileCheck %s
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-name-mangle-ext-funcs{mod-name=})' | FileCheck %s --check-prefix=EMPTY

// Letters and digits stay; calls and values follow.

// CHECK: func.func private @tvmgen_default_a___main_0(%{{.*}}: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Compiler = "a++", relay.global_symbol = "tvmgen_default_a___main_0"}
// EMPTY: func.func private @tvmgen_a___main_0
func.func private @"a++_main_0"(%x: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Compiler = "a++", relay.global_symbol = "a++_main_0"} {
  %0 = relay.nn.relu %x : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: func.func @other
// CHECK: func.func @main
// CHECK-NEXT: relay.call @tvmgen_default_a___main_0
// CHECK-NEXT: relay.call @other
// CHECK-NEXT: relay.global @tvmgen_default_a___main_0
func.func @other(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
func.func @main(%x: tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>> {
  %0 = relay.call @"a++_main_0"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.call @other(%0) : (tensor<2xf32>) -> tensor<2xf32>
  %2 = relay.global @"a++_main_0" : (tensor<2xf32>) -> tensor<2xf32>
  %3 = relay.apply %2(%x) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %4 = relay.tuple %1, %3 : (tensor<2xf32>, tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>>
  return %4 : tuple<tensor<2xf32>, tensor<2xf32>>
}
