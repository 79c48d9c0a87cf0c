// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-remove-default-annotations)' | FileCheck %s

// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[X:.*]]: tensor<2xf32>)
// CHECK-NEXT: %[[B:.*]] = relay.annotation.compiler_begin %[[X]] {compiler = "a"}
// CHECK-NEXT: %[[RELU:.*]] = relay.nn.relu %[[B]]
// CHECK-NEXT: %[[E:.*]] = relay.annotation.compiler_end %[[RELU]] {compiler = "a"}
// CHECK-NEXT: %[[TANH:.*]] = relay.tanh %[[E]]
// CHECK-NEXT: return %[[TANH]]
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relay.annotation.compiler_begin %x {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.nn.relu %0 : (tensor<2xf32>) -> tensor<2xf32>
  %2 = relay.annotation.compiler_end %1 {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  %3 = relay.annotation.compiler_begin %2 {compiler = "default"} : (tensor<2xf32>) -> tensor<2xf32>
  %4 = relay.tanh %3 : (tensor<2xf32>) -> tensor<2xf32>
  %5 = relay.annotation.compiler_end %4 {compiler = "default"} : (tensor<2xf32>) -> tensor<2xf32>
  return %5 : tensor<2xf32>
}
