// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-div-to-mul))' | FileCheck %s
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-div-to-mul))' -o %t
// RUN: relay-lite-opt %t --pass-pipeline='builtin.module(func.func(relay-div-to-mul))' | diff - %t

// CHECK-LABEL: func @vector
// CHECK-SAME: %[[X:.*]]: tensor<3x2xf32>)
func.func @vector(%x: tensor<3x2xf32>) -> tensor<3x2xf32> {
  // CHECK-NEXT: %[[C:.*]] = relay.constant dense<[-5.000000e-01, 0.333333343]> : tensor<2xf32>
  // CHECK-NEXT: %[[R:.*]] = relay.multiply %[[X]], %[[C]] : (tensor<3x2xf32>, tensor<2xf32>) -> tensor<3x2xf32>
  // CHECK-NEXT: return %[[R]]
  %0 = relay.constant dense<[-2.0, 3.0]> : tensor<2xf32>
  %1 = relay.divide %x, %0 : (tensor<3x2xf32>, tensor<2xf32>) -> tensor<3x2xf32>
  return %1 : tensor<3x2xf32>
}

// The constant stays where others use it; a splat stays one.
// CHECK-LABEL: func @shared
func.func @shared(%x: tensor<?xf16>) -> tensor<?xf16> {
  // CHECK-DAG: %[[C:.*]] = relay.constant dense<1.500000e+00> : tensor<2xf16>
  // CHECK-DAG: %[[I:.*]] = relay.constant dense<6.665040e-01> : tensor<2xf16>
  // CHECK: %[[P:.*]] = relay.multiply %{{.*}}, %[[I]] : (tensor<?xf16>, tensor<2xf16>) -> tensor<?xf16>
  // CHECK-NEXT: relay.add %[[P]], %[[C]]
  %0 = relay.constant dense<1.5> : tensor<2xf16>
  %1 = relay.divide %x, %0 : (tensor<?xf16>, tensor<2xf16>) -> tensor<?xf16>
  %2 = relay.add %1, %0 : (tensor<?xf16>, tensor<2xf16>) -> tensor<?xf16>
  return %2 : tensor<?xf16>
}

// CHECK-LABEL: func @scalar
func.func @scalar(%x: tensor<f64>) -> tensor<f64> {
  // CHECK-NEXT: relay.constant dense<1.000000e-01> : tensor<f64>
  // CHECK-NEXT: relay.multiply
  %0 = relay.constant dense<10.0> : tensor<f64>
  %1 = relay.divide %x, %0 : (tensor<f64>, tensor<f64>) -> tensor<f64>
  return %1 : tensor<f64>
}

// Nothing to invert.
// CHECK-LABEL: func @empty
func.func @empty(%x: tensor<0xf32>) -> tensor<0xf32> {
  // CHECK: relay.multiply
  %0 = relay.constant dense<> : tensor<0xf32>
  %1 = relay.divide %x, %0 : (tensor<0xf32>, tensor<0xf32>) -> tensor<0xf32>
  return %1 : tensor<0xf32>
}

// A zero, a divisor whose reciprocal is infinite, one whose is denormal,
// infinity, not a number.
// CHECK-LABEL: func @not_normal
func.func @not_normal(%x: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK-COUNT-5: relay.divide
  // CHECK-NOT: relay.multiply
  // CHECK: return
  %0 = relay.constant dense<[1.0, -0.0]> : tensor<2xf32>
  %1 = relay.constant dense<1.0e-39> : tensor<f32>
  %2 = relay.constant dense<3.0e38> : tensor<f32>
  %3 = relay.constant dense<0x7F800000> : tensor<f32>
  %4 = relay.constant dense<0x7FC00000> : tensor<f32>
  %5 = relay.divide %x, %0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %6 = relay.divide %5, %1 : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %7 = relay.divide %6, %2 : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %8 = relay.divide %7, %3 : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %9 = relay.divide %8, %4 : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return %9 : tensor<2xf32>
}

// Integers, bf16, a dividend that is constant, a divisor that is not, no use.
// CHECK-LABEL: func @other
func.func @other(%i: tensor<i32>, %b: tensor<bf16>, %x: tensor<f32>) -> (tensor<i32>, tensor<bf16>, tensor<f32>) {
  // CHECK-COUNT-4: relay.divide
  // CHECK-NOT: relay.multiply
  // CHECK: return
  %0 = relay.constant dense<2> : tensor<i32>
  %1 = relay.divide %i, %0 : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %2 = relay.constant dense<2.0> : tensor<bf16>
  %3 = relay.divide %b, %2 : (tensor<bf16>, tensor<bf16>) -> tensor<bf16>
  %4 = relay.constant dense<2.0> : tensor<f32>
  %5 = relay.divide %4, %x : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %6 = relay.divide %x, %4 : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %1, %3, %5 : tensor<i32>, tensor<bf16>, tensor<f32>
}

// CHECK-LABEL: func @skipped
func.func @skipped(%x: tensor<f32>) -> tensor<f32> attributes {relay.SkipOptimization = 1 : i64} {
  // CHECK: relay.divide
  %0 = relay.constant dense<2.0> : tensor<f32>
  %1 = relay.divide %x, %0 : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}
