// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-simplify-expr-post-alter-op))' | FileCheck %s
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-simplify-expr-post-alter-op))' -o %t
// RUN: relay-lite-opt %t --pass-pipeline='builtin.module(func.func(relay-simplify-expr-post-alter-op))' | diff - %t

// CHECK-LABEL: func @all
// CHECK-SAME: %[[X:.*]]: tensor<2x3xui8>
func.func @all(%x: tensor<2x3xui8>) -> tensor<6xui8> {
  // CHECK-NEXT: %[[R:.*]] = relay.reshape %[[X]] {newshape = array<i64: 6>} : (tensor<2x3xui8>) -> tensor<6xui8>
  // CHECK-NEXT: return %[[R]]
  %zero = relay.constant dense<0> : tensor<ui8>
  %0 = relay.add %x, %zero : (tensor<2x3xui8>, tensor<ui8>) -> tensor<2x3xui8>
  %1 = relay.cast %0 {dtype = ui8} : (tensor<2x3xui8>) -> tensor<2x3xui8>
  %2 = relay.cast %1 {dtype = ui16} : (tensor<2x3xui8>) -> tensor<2x3xui16>
  %3 = relay.cast %2 {dtype = ui8} : (tensor<2x3xui16>) -> tensor<2x3xui8>
  %4 = relay.clip %3 {a_min = 0.0, a_max = 255.0} : (tensor<2x3xui8>) -> tensor<2x3xui8>
  %5 = relay.reshape %4 {newshape = array<i64: 3, 2>} : (tensor<2x3xui8>) -> tensor<3x2xui8>
  %6 = relay.reshape %5 {newshape = array<i64: -1>} : (tensor<3x2xui8>) -> tensor<6xui8>
  return %6 : tensor<6xui8>
}

// CHECK-LABEL: func @clip_and_cast
func.func @clip_and_cast(%x: tensor<2xi32>) -> tensor<2xi32> {
  // CHECK-NEXT: relay.clip
  // CHECK-NEXT: return
  %0 = relay.clip %x {a_min = -8.0, a_max = 7.0} : (tensor<2xi32>) -> tensor<2xi32>
  %1 = relay.cast %0 {dtype = i8} : (tensor<2xi32>) -> tensor<2xi8>
  %2 = relay.cast %1 {dtype = i32} : (tensor<2xi8>) -> tensor<2xi32>
  return %2 : tensor<2xi32>
}

// The other rewrites of relay-simplify-expr do not belong to it.
// CHECK-LABEL: func @others
func.func @others(%x: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK-NEXT: relay.add
  // CHECK-NEXT: relay.zeros_like
  // CHECK-NEXT: relay.maximum
  %0 = relay.add %x, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.zeros_like %x : (tensor<2xf32>) -> tensor<2xf32>
  %2 = relay.maximum %0, %1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %2 : tensor<2xf32>
}
