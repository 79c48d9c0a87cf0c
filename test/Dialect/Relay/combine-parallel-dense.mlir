// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-combine-parallel-dense{min-num-branches=2 to-batch=false}))' | FileCheck %s
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-combine-parallel-dense{min-num-branches=2 to-batch=false}))' -o %t
// RUN: relay-lite-opt %t --pass-pipeline='builtin.module(func.func(relay-combine-parallel-dense{min-num-branches=2 to-batch=false}))' | diff - %t
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-combine-parallel-dense{min-num-branches=2}))' | FileCheck %s --check-prefix=BATCH
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-combine-parallel-dense{min-num-branches=2}))' -o %t
// RUN: relay-lite-opt %t --pass-pipeline='builtin.module(func.func(relay-combine-parallel-dense{min-num-branches=2}))' | diff - %t
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-sequential{passes=CombineParallelDense{min-num-branches=2} opt-level=3})' | FileCheck %s --check-prefix=LEVEL3
// LEVEL3-NOT: relay.tuple
// LEVEL3: relay.nn.dense

// Operands that broadcast over the units are repeated; as a batch, operands
// without rows get a dimension.
// CHECK-LABEL: func @chains
// BATCH-LABEL: func @chains
func.func @chains(%x: tensor<2x3xf32>, %w: tensor<4x3xf32>, %b: tensor<4xf32>, %v: tensor<4x3xf32>, %c: tensor<4xf32>, %s: tensor<f32>, %t: tensor<f32>) -> tuple<tensor<2x4xf32>, tensor<2x4xf32>> {
  // CHECK: relay.nn.dense %arg0, %{{.*}} {units = 8 : i64}
  // CHECK: relay.tuple %arg2, %arg4
  // CHECK: relay.add
  // CHECK: %[[E:.*]] = relay.expand_dims %arg5 {axis = -1 : i64}
  // CHECK: relay.repeat %[[E]] {axis = 0 : i64, repeats = 4 : i64}
  // CHECK: %[[M:.*]] = relay.multiply
  // CHECK: relay.strided_slice %[[M]] {begin = array<i64: 0, 0>, end = array<i64: -1, 4>
  // CHECK: relay.strided_slice %[[M]] {begin = array<i64: 0, 4>, end = array<i64: -1, 4>
  // BATCH: relay.tuple %arg0, %arg0
  // BATCH-NEXT: relay.stack
  // BATCH-NEXT: relay.tuple %arg1, %arg3
  // BATCH-NEXT: relay.stack
  // BATCH-NEXT: relay.nn.batch_matmul {{.*}} {transpose_b = true} : {{.*}} -> tensor<2x2x4xf32>
  // BATCH: relay.expand_dims %arg2 {axis = 0 : i64}
  // BATCH: relay.add
  // BATCH-NEXT: %[[S:.*]] = relay.split %{{.*}} {indices_or_sections = 2 : i64}
  // BATCH-NEXT: %[[F:.*]] = relay.tuple_get %[[S]][0]
  // BATCH-NEXT: relay.squeeze %[[F]] {axis = array<i64: 0>}
  // BATCH: relay.multiply %{{.*}}, %arg5
  %0 = relay.nn.dense %x, %w : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
  %1 = relay.add %0, %b : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  %2 = relay.multiply %1, %s : (tensor<2x4xf32>, tensor<f32>) -> tensor<2x4xf32>
  %3 = relay.nn.dense %x, %v : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
  %4 = relay.add %3, %c : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  %5 = relay.multiply %4, %t : (tensor<2x4xf32>, tensor<f32>) -> tensor<2x4xf32>
  %6 = relay.tuple %2, %5 : (tensor<2x4xf32>, tensor<2x4xf32>) -> tuple<tensor<2x4xf32>, tensor<2x4xf32>>
  return %6 : tuple<tensor<2x4xf32>, tensor<2x4xf32>>
}

// A dimension behind the units, then nothing of another shape.
// CHECK-LABEL: func @expanded
// BATCH-LABEL: func @expanded
func.func @expanded(%x: tensor<2x3xf32>, %w: tensor<4x3xf32>, %v: tensor<5x3xf32>, %s: tensor<1xf32>, %t: tensor<1xf32>) -> tuple<tensor<2x4x1xf32>, tensor<2x5x1xf32>> {
  // CHECK: %[[E:.*]] = relay.expand_dims {{.*}} -> tensor<2x9x1xf32>
  // CHECK-NEXT: relay.strided_slice %[[E]] {begin = array<i64: 0, 0, 0>, end = array<i64: -1, 4, -1>
  // CHECK-NEXT: relay.strided_slice %[[E]] {begin = array<i64: 0, 4, 0>, end = array<i64: -1, 5, -1>
  // CHECK-NEXT: relay.add
  // BATCH-NOT: relay.nn.batch_matmul
  %0 = relay.nn.dense %x, %w : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
  %1 = relay.expand_dims %0 {axis = -1 : i64} : (tensor<2x4xf32>) -> tensor<2x4x1xf32>
  %2 = relay.add %1, %s : (tensor<2x4x1xf32>, tensor<1xf32>) -> tensor<2x4x1xf32>
  %3 = relay.nn.dense %x, %v : (tensor<2x3xf32>, tensor<5x3xf32>) -> tensor<2x5xf32>
  %4 = relay.expand_dims %3 {axis = -1 : i64} : (tensor<2x5xf32>) -> tensor<2x5x1xf32>
  %5 = relay.add %4, %t : (tensor<2x5x1xf32>, tensor<1xf32>) -> tensor<2x5x1xf32>
  %6 = relay.tuple %2, %5 : (tensor<2x4x1xf32>, tensor<2x5x1xf32>) -> tuple<tensor<2x4x1xf32>, tensor<2x5x1xf32>>
  return %6 : tuple<tensor<2x4x1xf32>, tensor<2x5x1xf32>>
}

// A bias along the units.
// CHECK-LABEL: func @bias_add
// CHECK: relay.nn.bias_add %{{.*}}, %{{.*}} : (tensor<?x9xf32>, tensor<9xf32>) -> tensor<?x9xf32>
func.func @bias_add(%x: tensor<?x3xf32>, %w: tensor<4x3xf32>, %b: tensor<4xf32>, %v: tensor<5x3xf32>, %c: tensor<5xf32>) -> tuple<tensor<?x4xf32>, tensor<?x5xf32>> {
  %0 = relay.nn.dense %x, %w : (tensor<?x3xf32>, tensor<4x3xf32>) -> tensor<?x4xf32>
  %1 = relay.nn.bias_add %0, %b : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  %2 = relay.nn.dense %x, %v : (tensor<?x3xf32>, tensor<5x3xf32>) -> tensor<?x5xf32>
  %3 = relay.nn.bias_add %2, %c : (tensor<?x5xf32>, tensor<5xf32>) -> tensor<?x5xf32>
  %4 = relay.tuple %1, %3 : (tensor<?x4xf32>, tensor<?x5xf32>) -> tuple<tensor<?x4xf32>, tensor<?x5xf32>>
  return %4 : tuple<tensor<?x4xf32>, tensor<?x5xf32>>
}

// Results of other element types, weights of dynamic shape, no units.
// CHECK-LABEL: func @different
// CHECK-NOT: relay.strided_slice
// CHECK: return
// BATCH-LABEL: func @different
// BATCH-NOT: relay.nn.batch_matmul
// BATCH: return
func.func @different(%x: tensor<2x3xi8>, %w: tensor<4x3xi8>, %v: tensor<?x3xi8>) -> tuple<tensor<2x4xi8>, tensor<2x4xi32>, tensor<2x?xi8>> {
  %0 = relay.nn.dense %x, %w : (tensor<2x3xi8>, tensor<4x3xi8>) -> tensor<2x4xi8>
  %1 = relay.nn.dense %x, %w {out_dtype = i32} : (tensor<2x3xi8>, tensor<4x3xi8>) -> tensor<2x4xi32>
  %2 = relay.nn.dense %x, %v : (tensor<2x3xi8>, tensor<?x3xi8>) -> tensor<2x?xi8>
  %3 = relay.tuple %0, %1, %2 : (tensor<2x4xi8>, tensor<2x4xi32>, tensor<2x?xi8>) -> tuple<tensor<2x4xi8>, tensor<2x4xi32>, tensor<2x?xi8>>
  return %3 : tuple<tensor<2x4xi8>, tensor<2x4xi32>, tensor<2x?xi8>>
}
// CHECK-LABEL: func @empty
// CHECK: relay.nn.dense %{{.*}} {units = 0 : i64}
func.func @empty(%x: tensor<2x3xf32>, %w: tensor<0x3xf32>) -> tuple<tensor<2x0xf32>, tensor<2x0xf32>> {
  %0 = relay.nn.dense %x, %w : (tensor<2x3xf32>, tensor<0x3xf32>) -> tensor<2x0xf32>
  %1 = relay.nn.dense %x, %w : (tensor<2x3xf32>, tensor<0x3xf32>) -> tensor<2x0xf32>
  %2 = relay.tuple %0, %1 : (tensor<2x0xf32>, tensor<2x0xf32>) -> tuple<tensor<2x0xf32>, tensor<2x0xf32>>
  return %2 : tuple<tensor<2x0xf32>, tensor<2x0xf32>>
}

// CHECK-LABEL: func @skipped
// CHECK-COUNT-2: relay.nn.dense %arg0, %arg1 :
func.func @skipped(%x: tensor<2x3xf32>, %w: tensor<4x3xf32>) -> tensor<2x4xf32> attributes {relay.SkipOptimization = 1 : i64} {
  %0 = relay.nn.dense %x, %w : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
  %1 = relay.nn.dense %x, %w : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
  %2 = relay.add %0, %1 : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return %2 : tensor<2x4xf32>
}

// A weight depends on what was written to the reference that it is read from; a
// weight that is read before does not.
// CHECK-LABEL: func @through_reference
// CHECK: relay.nn.dense %arg0, %{{.*}} {units = 6 : i64}
// CHECK: relay.ref_write
// CHECK-NEXT: %[[V:.*]] = relay.ref_read
// CHECK-NEXT: relay.nn.dense %arg0, %[[V]] :
func.func @through_reference(%x: tensor<3x3xf32>, %w: tensor<3x3xf32>) -> tuple<tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>> {
  %r = relay.ref_create %w : (tensor<3x3xf32>) -> !relay.ref<tensor<3x3xf32>>
  %u = relay.ref_read %r : (!relay.ref<tensor<3x3xf32>>) -> tensor<3x3xf32>
  %0 = relay.nn.dense %x, %w : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  %1 = relay.nn.dense %x, %u : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  relay.ref_write %r, %0 : (!relay.ref<tensor<3x3xf32>>, tensor<3x3xf32>) -> tuple<>
  %v = relay.ref_read %r : (!relay.ref<tensor<3x3xf32>>) -> tensor<3x3xf32>
  %2 = relay.nn.dense %x, %v : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  %3 = relay.tuple %0, %1, %2 : (tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>) -> tuple<tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>>
  return %3 : tuple<tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>>
}

// The weights of products have their units in the last dimension.
// CHECK-LABEL: func @products
// BATCH-LABEL: func @products
func.func @products(%x: tensor<2x3xf32>, %w: tensor<3x4xf32>, %v: tensor<3x4xf32>) -> tuple<tensor<2x4xf32>, tensor<2x4xf32>> {
  // CHECK: %[[W:.*]] = relay.concatenate %{{.*}} {axis = 1 : i64} : {{.*}} -> tensor<3x8xf32>
  // CHECK: relay.nn.matmul %arg0, %[[W]] {units = 8 : i64} : {{.*}} -> tensor<2x8xf32>
  // BATCH: relay.nn.batch_matmul {{.*}} : (tensor<2x2x3xf32>, tensor<2x3x4xf32>) -> tensor<2x2x4xf32>
  %0 = relay.nn.matmul %x, %w : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %1 = relay.nn.matmul %x, %v : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %2 = relay.tuple %0, %1 : (tensor<2x4xf32>, tensor<2x4xf32>) -> tuple<tensor<2x4xf32>, tensor<2x4xf32>>
  return %2 : tuple<tensor<2x4xf32>, tensor<2x4xf32>>
}

// A product and a dense layer are of two kinds, and so is one of transposed
// data.
// CHECK-LABEL: func @kinds
// CHECK-NOT: relay.concatenate
func.func @kinds(%x: tensor<3x3xf32>, %w: tensor<3x3xf32>) -> tuple<tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>> {
  %0 = relay.nn.matmul %x, %w : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  %1 = relay.nn.dense %x, %w : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  %2 = relay.nn.matmul %x, %w {transpose_a = true} : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  %3 = relay.tuple %0, %1, %2 : (tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>) -> tuple<tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>>
  return %3 : tuple<tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>>
}
