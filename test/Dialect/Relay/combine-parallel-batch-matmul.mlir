// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-combine-parallel-batch-matmul{min-num-branches=2}))' | FileCheck %s
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-combine-parallel-batch-matmul{min-num-branches=2}))' -o %t
// RUN: relay-lite-opt %t --pass-pipeline='builtin.module(func.func(relay-combine-parallel-batch-matmul{min-num-branches=2}))' | diff - %t
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-sequential{passes=CombineParallelBatchMatmul{min-num-branches=2} opt-level=3})' | FileCheck %s --check-prefix=LEVEL3
// LEVEL3-NOT: relay.concatenate
// LEVEL3: relay.nn.batch_matmul

// CHECK-LABEL: func @bias
func.func @bias(%x: tensor<6x2x3xf32>, %w: tensor<6x4x3xf32>, %b: tensor<4xf32>, %v: tensor<6x5x3xf32>, %c: tensor<5xf32>) -> tuple<tensor<6x2x4xf32>, tensor<6x2x5xf32>> {
  // CHECK: relay.concatenate {{.*}} {axis = 1 : i64}
  // CHECK-NEXT: relay.nn.batch_matmul %arg0, %{{.*}} {transpose_b = true} : {{.*}} -> tensor<6x2x9xf32>
  // CHECK: relay.concatenate {{.*}} {axis = -1 : i64}
  // CHECK-NEXT: %[[A:.*]] = relay.add
  // CHECK-NEXT: relay.strided_slice %[[A]] {begin = array<i64: 0, 0, 0>, end = array<i64: -1, -1, 4>
  // CHECK-NEXT: relay.strided_slice %[[A]] {begin = array<i64: 0, 0, 4>, end = array<i64: -1, -1, 5>
  %0 = relay.nn.batch_matmul %x, %w {transpose_b = true} : (tensor<6x2x3xf32>, tensor<6x4x3xf32>) -> tensor<6x2x4xf32>
  %1 = relay.add %0, %b : (tensor<6x2x4xf32>, tensor<4xf32>) -> tensor<6x2x4xf32>
  %2 = relay.nn.batch_matmul %x, %v {transpose_b = true} : (tensor<6x2x3xf32>, tensor<6x5x3xf32>) -> tensor<6x2x5xf32>
  %3 = relay.add %2, %c : (tensor<6x2x5xf32>, tensor<5xf32>) -> tensor<6x2x5xf32>
  %4 = relay.tuple %1, %3 : (tensor<6x2x4xf32>, tensor<6x2x5xf32>) -> tuple<tensor<6x2x4xf32>, tensor<6x2x5xf32>>
  return %4 : tuple<tensor<6x2x4xf32>, tensor<6x2x5xf32>>
}

// Both ways to write the right matrices, each with its like.
// CHECK-LABEL: func @transposed
// CHECK: relay.concatenate {{.*}} {axis = 2 : i64}
// CHECK-NEXT: relay.nn.batch_matmul %arg0, %{{.*}} {transpose_a = true}
// CHECK: relay.nn.batch_matmul %arg0, %arg2
func.func @transposed(%x: tensor<1x3x3xf32>, %w: tensor<1x3x4xf32>, %v: tensor<1x4x3xf32>) -> tuple<tensor<1x3x4xf32>, tensor<1x3x4xf32>, tensor<1x3x4xf32>> {
  %0 = relay.nn.batch_matmul %x, %w {transpose_a = true} : (tensor<1x3x3xf32>, tensor<1x3x4xf32>) -> tensor<1x3x4xf32>
  %1 = relay.nn.batch_matmul %x, %v {transpose_a = true, transpose_b = true} : (tensor<1x3x3xf32>, tensor<1x4x3xf32>) -> tensor<1x3x4xf32>
  %2 = relay.nn.batch_matmul %x, %w {transpose_a = true} : (tensor<1x3x3xf32>, tensor<1x3x4xf32>) -> tensor<1x3x4xf32>
  %3 = relay.tuple %0, %1, %2 : (tensor<1x3x4xf32>, tensor<1x3x4xf32>, tensor<1x3x4xf32>) -> tuple<tensor<1x3x4xf32>, tensor<1x3x4xf32>, tensor<1x3x4xf32>>
  return %3 : tuple<tensor<1x3x4xf32>, tensor<1x3x4xf32>, tensor<1x3x4xf32>>
}

// Operands that broadcast over the columns stay behind.
// CHECK-LABEL: func @scalar
// CHECK: relay.nn.batch_matmul
// CHECK-NEXT: relay.strided_slice
// CHECK-NEXT: relay.strided_slice
// CHECK-NEXT: relay.multiply
func.func @scalar(%x: tensor<1x2x3xf32>, %w: tensor<1x4x3xf32>, %s: tensor<1xf32>) -> tensor<1x2x4xf32> {
  %0 = relay.nn.batch_matmul %x, %w {transpose_b = true} : (tensor<1x2x3xf32>, tensor<1x4x3xf32>) -> tensor<1x2x4xf32>
  %1 = relay.multiply %0, %s : (tensor<1x2x4xf32>, tensor<1xf32>) -> tensor<1x2x4xf32>
  %2 = relay.nn.batch_matmul %x, %w {transpose_b = true} : (tensor<1x2x3xf32>, tensor<1x4x3xf32>) -> tensor<1x2x4xf32>
  %3 = relay.multiply %2, %s : (tensor<1x2x4xf32>, tensor<1xf32>) -> tensor<1x2x4xf32>
  %4 = relay.add %1, %3 : (tensor<1x2x4xf32>, tensor<1x2x4xf32>) -> tensor<1x2x4xf32>
  return %4 : tensor<1x2x4xf32>
}

// CHECK-LABEL: func @skipped
// CHECK-COUNT-2: relay.nn.batch_matmul %arg0, %arg1
func.func @skipped(%x: tensor<1x2x3xf32>, %w: tensor<1x4x3xf32>) -> tensor<1x2x4xf32> attributes {relay.SkipOptimization = 1 : i64} {
  %0 = relay.nn.batch_matmul %x, %w {transpose_b = true} : (tensor<1x2x3xf32>, tensor<1x4x3xf32>) -> tensor<1x2x4xf32>
  %1 = relay.nn.batch_matmul %x, %w {transpose_b = true} : (tensor<1x2x3xf32>, tensor<1x4x3xf32>) -> tensor<1x2x4xf32>
  %2 = relay.add %0, %1 : (tensor<1x2x4xf32>, tensor<1x2x4xf32>) -> tensor<1x2x4xf32>
  return %2 : tensor<1x2x4xf32>
}
