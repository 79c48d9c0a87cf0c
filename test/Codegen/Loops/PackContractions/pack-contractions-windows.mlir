// RUN: relay-lite-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(relay-pack-contractions),canonicalize)' | FileCheck %s

#image = affine_map<(c, y, ky, kx, x) -> (c, y + ky, x + kx)>
#filter = affine_map<(c, y, ky, kx, x) -> (c, ky, kx)>
#result = affine_map<(c, y, ky, kx, x) -> (c, y, x)>

// The filter of a channel is read once. The last vector of a row of 10 begins
// with its third element. Nothing else sets the result.
// CHECK-LABEL: func @depthwise
// CHECK-SAME: %[[X:.*]]: memref<4x9x12xf32>, %[[W:.*]]: memref<4x2x3xf32>, %[[Z:.*]]: memref<4x8x10xf32>
func.func @depthwise(%x: memref<4x9x12xf32>, %w: memref<4x2x3xf32>, %z: memref<4x8x10xf32>) {
  // CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
  // CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
  // CHECK-DAG: %[[C2:.*]] = arith.constant 2 : index
  // CHECK-DAG: %[[C4:.*]] = arith.constant 4 : index
  // CHECK-DAG: %[[C8:.*]] = arith.constant 8 : index
  // CHECK-DAG: %[[C10:.*]] = arith.constant 10 : index
  // CHECK-DAG: %[[ZEROS:.*]] = arith.constant dense<0.000000e+00> : vector<8xf32>
  // CHECK-NOT: linalg
  // CHECK: scf.for %[[C:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
  // CHECK: memref.load %[[W]][%[[C]], %[[C0]], %[[C0]]]
  // CHECK: %[[W0:.*]] = vector.broadcast
  // CHECK: memref.load %[[W]][%[[C]], %[[C0]], %[[C1]]]
  // CHECK: %[[W1:.*]] = vector.broadcast
  // CHECK-COUNT-4: vector.broadcast
  // CHECK: scf.for %[[Y:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
  // CHECK: scf.for %[[START:.*]] = %[[C0]] to %[[C10]] step %[[C8]] {
  // CHECK: %[[COLUMN:.*]] = arith.minsi %[[START]], %[[C2]]
  // CHECK: %[[X0:.*]] = vector.load %[[X]][%[[C]], %[[Y]], %[[COLUMN]]]
  // CHECK: %[[S0:.*]] = math.fma %[[X0]], %[[W0]], %[[ZEROS]]
  // CHECK: %[[NEXT:.*]] = arith.addi %[[COLUMN]], %[[C1]]
  // CHECK: %[[X1:.*]] = vector.load %[[X]][%[[C]], %[[Y]], %[[NEXT]]]
  // CHECK: math.fma %[[X1]], %[[W1]], %[[S0]]
  // CHECK-COUNT-3: math.fma
  // CHECK: %[[SUM:.*]] = math.fma
  // CHECK: vector.store %[[SUM]], %[[Z]][%[[C]], %[[Y]], %[[COLUMN]]]
  // CHECK-NOT: linalg
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%z : memref<4x8x10xf32>)
  linalg.generic {indexing_maps = [#image, #filter, #result], iterator_types = ["parallel", "parallel", "reduction", "reduction", "parallel"]} ins(%x, %w : memref<4x9x12xf32>, memref<4x2x3xf32>) outs(%z : memref<4x8x10xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = math.fma %a, %b, %sum : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

#image = affine_map<(c, k, x) -> (c, x * 2 + k)>
#filter = affine_map<(c, k, x) -> (c, k)>
#result = affine_map<(c, k, x) -> (c, x)>

// With a stride of two, two vectors that overlap hold every other element.
// CHECK-LABEL: func @stride
// CHECK-SAME: %[[X:.*]]: memref<4x17xf32>
func.func @stride(%x: memref<4x17xf32>, %w: memref<4x3xf32>, %z: memref<4x8xf32>) {
  // CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
  // CHECK-DAG: %[[C7:.*]] = arith.constant 7 : index
  // CHECK: %[[FIRST:.*]] = vector.load %[[X]][%[[C:.*]], %[[C0]]]
  // CHECK: %[[SECOND:.*]] = vector.load %[[X]][%[[C]], %[[C7]]]
  // CHECK: vector.shuffle %[[FIRST]], %[[SECOND]] [0, 2, 4, 6, 9, 11, 13, 15]
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%z : memref<4x8xf32>)
  linalg.generic {indexing_maps = [#image, #filter, #result], iterator_types = ["parallel", "reduction", "parallel"]} ins(%x, %w : memref<4x17xf32>, memref<4x3xf32>) outs(%z : memref<4x8xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = math.fma %a, %b, %sum : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

#image = affine_map<(c, k, x) -> (c, x * 3 + k)>
#filter = affine_map<(c, k, x) -> (c, k)>
#result = affine_map<(c, k, x) -> (c, x)>

// Elements that are further apart stay as they are.
// CHECK-LABEL: func @far
func.func @far(%x: memref<4x24xf32>, %w: memref<4x3xf32>, %z: memref<4x8xf32>) {
  // CHECK: linalg.fill
  // CHECK: linalg.generic
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%z : memref<4x8xf32>)
  linalg.generic {indexing_maps = [#image, #filter, #result], iterator_types = ["parallel", "reduction", "parallel"]} ins(%x, %w : memref<4x24xf32>, memref<4x3xf32>) outs(%z : memref<4x8xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = math.fma %a, %b, %sum : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

#image = affine_map<(c, y, ky, kx, x) -> (c, y + ky, x + kx)>
#filter = affine_map<(c, y, ky, kx, x) -> (c, ky, kx)>
#result = affine_map<(c, y, ky, kx, x) -> (c, y, x)>
#id = affine_map<(c, y, x) -> (c, y, x)>
#channel = affine_map<(c, y, x) -> (c)>

// A bias and an activation are applied where the sums are.
// CHECK-LABEL: func @epilogue
// CHECK-SAME: %[[BIAS:[^,]*]]: memref<4xf32>, %[[Z:.*]]: memref<4x8x10xf32>
// CHECK-NOT: linalg
// CHECK: %[[SUM:.*]] = math.fma
// CHECK: %[[B:.*]] = memref.load %[[BIAS]][%{{.*}}]
// CHECK: %[[SPLAT:.*]] = vector.broadcast %[[B]] : f32 to vector<8xf32>
// CHECK: %[[BIASED:.*]] = arith.addf %{{.*}}, %[[SPLAT]]
// CHECK: %[[DONE:.*]] = arith.maximumf %[[BIASED]]
// CHECK: vector.store %[[DONE]], %[[Z]]
// CHECK-NOT: linalg
func.func @epilogue(%x: memref<4x9x12xf32>, %w: memref<4x2x3xf32>, %bias: memref<4xf32>, %z: memref<4x8x10xf32>) {
  %zero = arith.constant 0.0 : f32
  %sums = memref.alloc() : memref<4x8x10xf32>
  linalg.fill ins(%zero : f32) outs(%sums : memref<4x8x10xf32>)
  linalg.generic {indexing_maps = [#image, #filter, #result], iterator_types = ["parallel", "parallel", "reduction", "reduction", "parallel"]} ins(%x, %w : memref<4x9x12xf32>, memref<4x2x3xf32>) outs(%sums : memref<4x8x10xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = math.fma %a, %b, %sum : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #channel, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%sums, %bias : memref<4x8x10xf32>, memref<4xf32>) outs(%z : memref<4x8x10xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %0 = arith.addf %a, %b : f32
    %1 = arith.maximumf %0, %zero : f32
    linalg.yield %1 : f32
  }
  return
}

// -----

#image = affine_map<(c, y, ky, kx, x) -> (c, y + ky, x + kx)>
#filter = affine_map<(c, y, ky, kx, x) -> (c, ky, kx)>
#result = affine_map<(c, y, ky, kx, x) -> (c, y, x)>
#id = affine_map<(c, y, x) -> (c, y, x)>

// The last vector of a row would add the residual once more.
// CHECK-LABEL: func @in_place
// CHECK: math.fma
// CHECK: linalg.generic
func.func @in_place(%x: memref<4x9x12xf32>, %w: memref<4x2x3xf32>, %residual: memref<4x8x10xf32>) {
  %zero = arith.constant 0.0 : f32
  %sums = memref.alloc() : memref<4x8x10xf32>
  linalg.fill ins(%zero : f32) outs(%sums : memref<4x8x10xf32>)
  linalg.generic {indexing_maps = [#image, #filter, #result], iterator_types = ["parallel", "parallel", "reduction", "reduction", "parallel"]} ins(%x, %w : memref<4x9x12xf32>, memref<4x2x3xf32>) outs(%sums : memref<4x8x10xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = math.fma %a, %b, %sum : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%sums, %residual : memref<4x8x10xf32>, memref<4x8x10xf32>) outs(%residual : memref<4x8x10xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %0 = arith.addf %a, %b : f32
    linalg.yield %0 : f32
  }
  return
}
