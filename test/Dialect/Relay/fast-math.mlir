// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-fast-math))' | FileCheck %s
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-fast-math))' -o %t
// RUN: relay-lite-opt %t --pass-pipeline='builtin.module(func.func(relay-fast-math))' | diff - %t
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-sequential{passes=FastMath opt-level=3})' | FileCheck %s --check-prefix=LEVEL3
// LEVEL3-NOT: relay.{{.*}}fast_

// CHECK-LABEL: func @erf
// CHECK-SAME: %[[X:.*]]: tensor<2x?xf32>)
func.func @erf(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  // CHECK-NEXT: %[[R:.*]] = relay.fast_erf %[[X]] : (tensor<2x?xf32>) -> tensor<2x?xf32>
  // CHECK-NEXT: return %[[R]]
  %0 = relay.erf %x : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// CHECK-LABEL: func @exp
// CHECK-SAME: %[[X:.*]]: tensor<2x?xf32>)
func.func @exp(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  // CHECK-NEXT: %[[R:.*]] = relay.fast_exp %[[X]] : (tensor<2x?xf32>) -> tensor<2x?xf32>
  // CHECK-NEXT: return %[[R]]
  %0 = relay.exp %x : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// CHECK-LABEL: func @tanh
// CHECK-SAME: %[[X:.*]]: tensor<2x?xf32>)
func.func @tanh(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  // CHECK-NEXT: %[[R:.*]] = relay.fast_tanh %[[X]] : (tensor<2x?xf32>) -> tensor<2x?xf32>
  // CHECK-NEXT: return %[[R]]
  %0 = relay.tanh %x : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// CHECK-LABEL: func @softmax
// CHECK-SAME: %[[X:.*]]: tensor<2x?xf32>)
func.func @softmax(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  // CHECK-NEXT: %[[R:.*]] = relay.nn.fast_softmax %[[X]] {axis = 0 : i64} : (tensor<2x?xf32>) -> tensor<2x?xf32>
  // CHECK-NEXT: return %[[R]]
  %0 = relay.nn.softmax %x {axis = 0 : i64} : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// Operators without an approximation stay, and so do unused ones.
// CHECK-LABEL: func @others
func.func @others(%x: tensor<f16>) -> tensor<f16> {
  // CHECK-NEXT: relay.exp
  // CHECK-NEXT: relay.sigmoid
  // CHECK: relay.nn.log_softmax
  %0 = relay.exp %x : (tensor<f16>) -> tensor<f16>
  %1 = relay.sigmoid %x : (tensor<f16>) -> tensor<f16>
  %y = relay.constant dense<1.0> : tensor<2xf16>
  %2 = relay.nn.log_softmax %y : (tensor<2xf16>) -> tensor<2xf16>
  return %1 : tensor<f16>
}

// CHECK-LABEL: func @skipped
func.func @skipped(%x: tensor<f32>) -> tensor<f32> attributes {relay.SkipOptimization = 1 : i64} {
  // CHECK-NEXT: relay.exp
  %0 = relay.exp %x : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
