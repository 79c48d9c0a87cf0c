// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-fill-borders))' | FileCheck %s

// The rows above and below the image come first, as wide as the result; the
// columns beside it are as high as the image.

// CHECK-LABEL: func.func @image
// CHECK-SAME:    %[[X:.*]]: tensor<2x5x6xf32>
// CHECK:         %[[PAD:.*]] = arith.constant
// CHECK:         %[[EMPTY:.*]] = tensor.empty() : tensor<2x7x8xf32>
// CHECK:         %[[FILL0:.*]] = linalg.fill ins(%[[PAD]] : f32) outs(%{{.*}} : tensor<2x1x8xf32>)
// CHECK:         %[[TOP:.*]] = tensor.insert_slice %[[FILL0]] into %[[EMPTY]][0, 0, 0] [2, 1, 8] [1, 1, 1]
// CHECK:         %[[FILL1:.*]] = linalg.fill ins(%[[PAD]] : f32) outs(%{{.*}} : tensor<2x1x8xf32>)
// CHECK:         %[[BOTTOM:.*]] = tensor.insert_slice %[[FILL1]] into %[[TOP]][0, 6, 0] [2, 1, 8] [1, 1, 1]
// CHECK:         %[[FILL2:.*]] = linalg.fill ins(%[[PAD]] : f32) outs(%{{.*}} : tensor<2x5x2xf32>)
// CHECK:         %[[RIGHT:.*]] = tensor.insert_slice %[[FILL2]] into %[[BOTTOM]][0, 1, 6] [2, 5, 2] [1, 1, 1]
// CHECK-NOT:     linalg.fill
// CHECK:         tensor.insert_slice %[[X]] into %[[RIGHT]][0, 1, 0] [2, 5, 6] [1, 1, 1]
func.func @image(%x: tensor<2x5x6xf32>) -> tensor<2x7x8xf32> {
  %pad = arith.constant 7.0 : f32
  %0 = tensor.empty() : tensor<2x7x8xf32>
  %1 = linalg.fill ins(%pad : f32) outs(%0 : tensor<2x7x8xf32>) -> tensor<2x7x8xf32>
  %2 = tensor.insert_slice %x into %1[0, 1, 0] [2, 5, 6] [1, 1, 1] : tensor<2x5x6xf32> into tensor<2x7x8xf32>
  return %2 : tensor<2x7x8xf32>
}

// A dimension of size 1 that the source does not have is part of the border.

// CHECK-LABEL: func.func @reduced_rank
// CHECK:         linalg.fill {{.*}} -> tensor<1x2xf32>
// CHECK-NOT:     linalg.fill
// CHECK:         tensor.insert_slice %arg0 into %{{.*}}[0, 2] [1, 4] [1, 1]
func.func @reduced_rank(%x: tensor<4xf32>, %pad: f32) -> tensor<1x6xf32> {
  %0 = tensor.empty() : tensor<1x6xf32>
  %1 = linalg.fill ins(%pad : f32) outs(%0 : tensor<1x6xf32>) -> tensor<1x6xf32>
  %2 = tensor.insert_slice %x into %1[0, 2] [1, 4] [1, 1] : tensor<4xf32> into tensor<1x6xf32>
  return %2 : tensor<1x6xf32>
}

// A fill that others use, insertions with gaps and those of less than half of
// the elements stay, and those of unknown sizes or places.

// CHECK-LABEL: func.func @shared
// CHECK:         linalg.fill {{.*}} -> tensor<6xf32>
func.func @shared(%x: tensor<4xf32>, %pad: f32) -> (tensor<6xf32>, tensor<6xf32>) {
  %0 = tensor.empty() : tensor<6xf32>
  %1 = linalg.fill ins(%pad : f32) outs(%0 : tensor<6xf32>) -> tensor<6xf32>
  %2 = tensor.insert_slice %x into %1[1] [4] [1] : tensor<4xf32> into tensor<6xf32>
  return %1, %2 : tensor<6xf32>, tensor<6xf32>
}

// CHECK-LABEL: func.func @gaps
// CHECK:         linalg.fill {{.*}} -> tensor<7xf32>
func.func @gaps(%x: tensor<4xf32>, %pad: f32) -> tensor<7xf32> {
  %0 = tensor.empty() : tensor<7xf32>
  %1 = linalg.fill ins(%pad : f32) outs(%0 : tensor<7xf32>) -> tensor<7xf32>
  %2 = tensor.insert_slice %x into %1[0] [4] [2] : tensor<4xf32> into tensor<7xf32>
  return %2 : tensor<7xf32>
}

// CHECK-LABEL: func.func @small
// CHECK:         linalg.fill {{.*}} -> tensor<10xf32>
func.func @small(%x: tensor<4xf32>, %pad: f32) -> tensor<10xf32> {
  %0 = tensor.empty() : tensor<10xf32>
  %1 = linalg.fill ins(%pad : f32) outs(%0 : tensor<10xf32>) -> tensor<10xf32>
  %2 = tensor.insert_slice %x into %1[3] [4] [1] : tensor<4xf32> into tensor<10xf32>
  return %2 : tensor<10xf32>
}

// CHECK-LABEL: func.func @dynamic
// CHECK:         linalg.fill {{.*}} -> tensor<6xf32>
// CHECK:         linalg.fill {{.*}} -> tensor<?xf32>
func.func @dynamic(%x: tensor<4xf32>, %pad: f32, %n: index) -> (tensor<6xf32>, tensor<?xf32>) {
  %0 = tensor.empty() : tensor<6xf32>
  %1 = linalg.fill ins(%pad : f32) outs(%0 : tensor<6xf32>) -> tensor<6xf32>
  %2 = tensor.insert_slice %x into %1[%n] [4] [1] : tensor<4xf32> into tensor<6xf32>
  %3 = tensor.empty(%n) : tensor<?xf32>
  %4 = linalg.fill ins(%pad : f32) outs(%3 : tensor<?xf32>) -> tensor<?xf32>
  %5 = tensor.insert_slice %x into %4[0] [4] [1] : tensor<4xf32> into tensor<?xf32>
  return %2, %5 : tensor<6xf32>, tensor<?xf32>
}
