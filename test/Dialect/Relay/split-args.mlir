// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-split-args{max-function-args=4}))' | FileCheck %s
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-split-args{max-function-args=4}))' -o %t
// RUN: relay-lite-opt %t --pass-pipeline='builtin.module(func.func(relay-split-args{max-function-args=4}))' | diff - %t
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-split-args))' | FileCheck %s --check-prefix=NONE

// CHECK-LABEL: func @five
// CHECK-SAME: %[[A:.*]]: tensor<1xf32>, %[[B:.*]]: tensor<2xf32>
func.func @five(%a: tensor<1xf32>, %b: tensor<2xf32>) -> tensor<7xf32> {
  // CHECK-NEXT: %[[T0:.*]] = relay.tuple %[[A]], %[[B]], %[[A]]
  // CHECK-NEXT: %[[S0:.*]] = relay.annotation.stop_fusion %[[T0]]
  // CHECK-NEXT: %[[C0:.*]] = relay.concatenate %[[S0]] {{.*}} -> tensor<4xf32>
  // CHECK-NEXT: %[[T1:.*]] = relay.tuple %[[C0]], %[[B]], %[[A]]
  // CHECK-NEXT: %[[S1:.*]] = relay.annotation.stop_fusion %[[T1]]
  // CHECK-NEXT: %[[C1:.*]] = relay.concatenate %[[S1]] {{.*}} -> tensor<7xf32>
  // CHECK-NEXT: return %[[C1]]
  %0 = relay.tuple %a, %b, %a, %b, %a : (tensor<1xf32>, tensor<2xf32>, tensor<1xf32>, tensor<2xf32>, tensor<1xf32>) -> tuple<tensor<1xf32>, tensor<2xf32>, tensor<1xf32>, tensor<2xf32>, tensor<1xf32>>
  %1 = relay.concatenate %0 : (tuple<tensor<1xf32>, tensor<2xf32>, tensor<1xf32>, tensor<2xf32>, tensor<1xf32>>) -> tensor<7xf32>
  return %1 : tensor<7xf32>
}

// They fit, with the result.
// CHECK-LABEL: func @three
func.func @three(%a: tensor<1xf32>) -> tensor<3xf32> {
  // CHECK-NEXT: relay.tuple
  // CHECK-NEXT: relay.concatenate
  // CHECK-NEXT: return
  %0 = relay.tuple %a, %a, %a : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tuple<tensor<1xf32>, tensor<1xf32>, tensor<1xf32>>
  %1 = relay.concatenate %0 : (tuple<tensor<1xf32>, tensor<1xf32>, tensor<1xf32>>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}

// The sizes and strides of a dynamic result alone are too many.
// CHECK-LABEL: func @dynamic
func.func @dynamic(%a: tensor<?x?xf32>) -> tensor<?x?xf32> {
  // CHECK-NEXT: relay.tuple
  // CHECK-NEXT: relay.concatenate
  // CHECK-NEXT: return
  %0 = relay.tuple %a, %a : (tensor<?x?xf32>, tensor<?x?xf32>) -> tuple<tensor<?x?xf32>, tensor<?x?xf32>>
  %1 = relay.concatenate %0 : (tuple<tensor<?x?xf32>, tensor<?x?xf32>>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// A tuple that is no list of tensors.
// CHECK-LABEL: func @argument
func.func @argument(%t: tuple<tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>>) -> tensor<4xf32> {
  // CHECK-NEXT: relay.concatenate
  // CHECK-NEXT: return
  %0 = relay.concatenate %t : (tuple<tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// Without a limit nothing is split.
// NONE-LABEL: func @five
// NONE-NOT: stop_fusion
