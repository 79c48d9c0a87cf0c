// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-lambda-lift)' | FileCheck %s

// Functions that differ in the devices of their parameters are not one.
// CHECK-LABEL: func @main
// CHECK: relay.call @[[F:lifted_name[0-9]+]](
// CHECK: relay.call @[[G:lifted_name[0-9]+]](
// CHECK: relay.call @[[F]](
// CHECK-DAG: func private @[[F]](%{{.*}}: tensor<f32> {relay.virtual_device = #relay.virtual_device<device = cpu>})
// CHECK-DAG: func private @[[G]](%{{.*}}: tensor<f32> {relay.virtual_device = #relay.virtual_device<device = cuda>})
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %f = relay.fn (%y: tensor<f32> {relay.virtual_device = #relay.virtual_device<device = cpu>}) -> tensor<f32> {
    %0 = relay.exp %y : (tensor<f32>) -> tensor<f32>
    relay.yield %0 : tensor<f32>
  }
  %g = relay.fn (%y: tensor<f32> {relay.virtual_device = #relay.virtual_device<device = cuda>}) -> tensor<f32> {
    %0 = relay.exp %y : (tensor<f32>) -> tensor<f32>
    relay.yield %0 : tensor<f32>
  }
  %h = relay.fn (%y: tensor<f32> {relay.virtual_device = #relay.virtual_device<device = cpu>}) -> tensor<f32> {
    %0 = relay.exp %y : (tensor<f32>) -> tensor<f32>
    relay.yield %0 : tensor<f32>
  }
  %1 = relay.apply %f(%x) : ((tensor<f32>) -> tensor<f32>, tensor<f32>) -> tensor<f32>
  %2 = relay.apply %g(%1) : ((tensor<f32>) -> tensor<f32>, tensor<f32>) -> tensor<f32>
  %3 = relay.apply %h(%2) : ((tensor<f32>) -> tensor<f32>, tensor<f32>) -> tensor<f32>
  return %3 : tensor<f32>
}
