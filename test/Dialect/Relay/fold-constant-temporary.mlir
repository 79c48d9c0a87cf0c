// RUN: relay-lite-opt %s --relay-fold-constant='max-temporary=400000' | FileCheck %s
// RUN: relay-lite-opt %s --relay-fold-constant='max-temporary=400000' \
// RUN:   --remarks-filter=FoldConstant --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: relay-lite-opt %s --relay-fold-constant='max-temporary=480000' | FileCheck %s --check-prefix=FREE

// Large pointwise operators are evaluated together. %4 is written back, and only
// the group reads %3; the others are needed later, and would take 160000 bytes
// each at the same time.

// CHECK-LABEL: func.func @f
// CHECK-NOT: relay.abs
// CHECK: relay.add
// CHECK: relay.sum
// CHECK-NOT: relay.sum
// CHECK: return
// REMARK: relay.add: with 160000 bytes the temporary memory of 320000 would exceed its limit of 400000"
// FREE-LABEL: func.func @f
// FREE-NOT: relay.sum
// FREE: return
// FREE-LABEL: func.func @dynamic
// FREE-NOT: relay.sum
// FREE: return
func.func @f() -> (tensor<2x20000xi32>, tensor<i32>, tensor<i32>, tensor<i32>) {
  %0 = relay.constant dense<[[1], [2]]> : tensor<2x1xi32>
  %1 = relay.constant dense<3> : tensor<1x20000xi32>
  %2 = relay.add %0, %1 : (tensor<2x1xi32>, tensor<1x20000xi32>) -> tensor<2x20000xi32>
  %3 = relay.abs %2 : (tensor<2x20000xi32>) -> tensor<2x20000xi32>
  %4 = relay.negative %3 : (tensor<2x20000xi32>) -> tensor<2x20000xi32>
  %5 = relay.negative %2 : (tensor<2x20000xi32>) -> tensor<2x20000xi32>
  %6 = relay.add %5, %2 : (tensor<2x20000xi32>, tensor<2x20000xi32>) -> tensor<2x20000xi32>
  %7 = relay.sum %2 : (tensor<2x20000xi32>) -> tensor<i32>
  %8 = relay.sum %5 : (tensor<2x20000xi32>) -> tensor<i32>
  %9 = relay.sum %6 : (tensor<2x20000xi32>) -> tensor<i32>
  return %4, %7, %8, %9 : tensor<2x20000xi32>, tensor<i32>, tensor<i32>, tensor<i32>
}

// A splat whose elements are all read takes their memory, whatever the machine
// has: 2^42 bytes here.
// CHECK-LABEL: func.func @splat
// CHECK: relay.sum
// CHECK-NOT: relay.negative
// CHECK: return
// REMARK: relay.sum: with 4398046511104 bytes the temporary memory of 0 would exceed its limit of 400000"
func.func @splat() -> (tensor<f32>, tensor<1099511627776xf32>) {
  %0 = relay.constant dense<1.0> : tensor<1099511627776xf32>
  %1 = relay.sum %0 : (tensor<1099511627776xf32>) -> tensor<f32>
  %2 = relay.negative %0 : (tensor<1099511627776xf32>) -> tensor<1099511627776xf32>
  return %1, %2 : tensor<f32>, tensor<1099511627776xf32>
}

// REMARK: relay.dyn.tile: with 480000 bytes the temporary memory of 0 would exceed its limit of 400000"
func.func @dynamic() -> tensor<i32> {
  %0 = relay.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %1 = relay.constant dense<[1, 30000]> : tensor<2xi64>
  %2 = relay.dyn.tile %0, %1 : (tensor<2x2xi32>, tensor<2xi64>) -> tensor<?x?xi32>
  %3 = relay.sum %2 : (tensor<?x?xi32>) -> tensor<i32>
  return %3 : tensor<i32>
}

// A value that is written back counts as well, as long as its size is not
// known.
// CHECK-LABEL: func.func @dynamic_result
// CHECK: relay.dyn.tile
// REMARK: relay.dyn.tile: with 480000 bytes the temporary memory of 0 would exceed its limit of 400000"
// FREE-LABEL: func.func @dynamic_result
// FREE-NOT: relay.dyn.tile
// FREE: return
func.func @dynamic_result() -> tensor<?x?xi32> {
  %0 = relay.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %1 = relay.constant dense<[1, 30000]> : tensor<2xi64>
  %2 = relay.dyn.tile %0, %1 : (tensor<2x2xi32>, tensor<2xi64>) -> tensor<?x?xi32>
  return %2 : tensor<?x?xi32>
}
