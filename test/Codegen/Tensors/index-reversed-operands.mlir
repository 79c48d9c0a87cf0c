// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-index-reversed-operands))' | FileCheck %s

// The kernel is turned and taken in steps of two. The map of the other operand
// goes forwards.
// CHECK-LABEL: func @turned
// CHECK-SAME: (%[[X:.*]]: tensor<4x3xf32>, %[[Y:.*]]: tensor<5xf32>, %[[Z:.*]]: tensor<4x2xf32>)
func.func @turned(%x: tensor<4x3xf32>, %y: tensor<5xf32>, %z: tensor<4x2xf32>) -> tensor<4x2xf32> {
  // CHECK: linalg.generic {indexing_maps = [#{{.*}}, #{{.*}}], iterator_types = ["parallel", "parallel"]}
  // CHECK-SAME: ins(%[[Y]] : tensor<5xf32>) outs(%[[Z]] : tensor<4x2xf32>)
  // CHECK-NEXT: ^bb0(%[[B:.*]]: f32, %{{.*}}: f32):
  // CHECK-NEXT: %[[I:.*]] = linalg.index 0
  // CHECK-NEXT: %[[J:.*]] = linalg.index 1
  // CHECK-NEXT: %[[STEP:.*]] = arith.constant -2
  // CHECK-NEXT: %[[PRODUCT:.*]] = arith.muli %[[J]], %[[STEP]]
  // CHECK-NEXT: %[[LAST:.*]] = arith.constant 2
  // CHECK-NEXT: %[[AT:.*]] = arith.addi %[[PRODUCT]], %[[LAST]]
  // CHECK: %[[A:.*]] = tensor.extract %[[X]][%[[I]], %[[AT]]]
  // CHECK: %[[SUM:.*]] = arith.addf %[[A]], %[[B]]
  // CHECK: linalg.yield %[[SUM]]
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1 * -2 + 2)>, affine_map<(d0, d1) -> (d0 + d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x, %y : tensor<4x3xf32>, tensor<5xf32>) outs(%z : tensor<4x2xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %1 = arith.addf %a, %b : f32
    linalg.yield %1 : f32
  } -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}

// CHECK-LABEL: func @forwards
func.func @forwards(%x: tensor<3xf32>, %y: tensor<3xf32>) -> tensor<3xf32> {
  // CHECK-NEXT: linalg.generic {{.*}} ins(%{{.*}} : tensor<3xf32>) outs(%{{.*}} : tensor<3xf32>)
  // CHECK-NOT: tensor.extract
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : tensor<3xf32>) outs(%y : tensor<3xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// CHECK-LABEL: func @buffers
func.func @buffers(%x: memref<3xf32>, %y: memref<3xf32>) {
  // CHECK-NEXT: linalg.generic {{.*}} ins(%{{.*}} : memref<3xf32>) outs(%{{.*}} : memref<3xf32>)
  linalg.generic {indexing_maps = [affine_map<(d0) -> (-d0 + 2)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : memref<3xf32>) outs(%y : memref<3xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  }
  return
}
