// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-pack-contractions{tile-rows=1 tile-vectors=3 min-products=65}),canonicalize)' | FileCheck %s --check-prefixes=CHECK,LOOPS
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-pack-contractions{tile-rows=1 tile-vectors=3 min-products=64}),canonicalize)' | FileCheck %s --check-prefixes=CHECK,PACKED
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-pack-contractions{min-products=0}),canonicalize)' | FileCheck %s --check-prefix=ALL
// A column at a time.
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-pack-contractions{vector-bytes=4 tile-vectors=1 block-columns=1}),canonicalize)' | FileCheck %s --check-prefix=COLUMN

#x = affine_map<(m, n, k) -> (m, k)>
#y = affine_map<(m, n, k) -> (n, k)>
#z = affine_map<(m, n, k) -> (m, n)>

// A tile has one row of three vectors.
// CHECK-LABEL: func @tile
// COLUMN-LABEL: func @tile
// COLUMN-DAG: %[[C1:.*]] = arith.constant 1 : index
// COLUMN-DAG: %[[C48:.*]] = arith.constant 48 : index
// COLUMN: scf.for %{{.*}} to %[[C48]] step %[[C1]]
// COLUMN: math.fma
func.func @tile(%x: memref<32x64xf32>, %y: memref<48x64xf32>, %z: memref<32x48xf32>) {
  // CHECK: %[[ROWS:.*]] = memref.alloc() {alignment = 64 : i64} : memref<
  // CHECK: %[[COLUMNS:.*]] = memref.alloc() {alignment = 64 : i64} : memref<
  // CHECK: scf.for {{.*}} iter_args(%[[S0:.*]] = %{{.*}}, %[[S1:.*]] = %{{.*}}, %[[S2:.*]] = %{{[^,]*}}) ->
  // CHECK: %[[B0:.*]] = vector.load %[[COLUMNS]]
  // CHECK: %[[B1:.*]] = vector.load %[[COLUMNS]]
  // CHECK: %[[B2:.*]] = vector.load %[[COLUMNS]]
  // CHECK: %[[A:.*]] = memref.load %[[ROWS]]
  // CHECK: %[[V:.*]] = vector.broadcast %[[A]]
  // CHECK: math.fma %[[V]], %[[B0]], %[[S0]]
  // CHECK: math.fma %[[V]], %[[B1]], %[[S1]]
  // CHECK: math.fma %[[V]], %[[B2]], %[[S2]]
  // CHECK: scf.yield
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%z : memref<32x48xf32>)
  linalg.generic {indexing_maps = [#x, #y, #z], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %y : memref<32x64xf32>, memref<48x64xf32>) outs(%z : memref<32x48xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = math.fma %a, %b, %sum : f32
    linalg.yield %0 : f32
  }
  return
}

// 64 products.
// CHECK-LABEL: func @small
// ALL-LABEL: func @small
func.func @small(%x: memref<4x4xf32>, %y: memref<4x4xf32>, %z: memref<4x4xf32>) {
  // LOOPS-NOT: memref.alloc
  // LOOPS: linalg.generic
  // PACKED-NOT: linalg
  // PACKED: math.fma {{.*}} : vector<8xf32>
  // PACKED-NOT: linalg
  // ALL-NOT: linalg
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%z : memref<4x4xf32>)
  linalg.generic {indexing_maps = [#x, #y, #z], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %y : memref<4x4xf32>, memref<4x4xf32>) outs(%z : memref<4x4xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = math.fma %a, %b, %sum : f32
    linalg.yield %0 : f32
  }
  return
}

// The products are counted where the sizes are known.
// CHECK-LABEL: func @dynamic
// ALL-LABEL: func @dynamic
func.func @dynamic(%x: memref<?x?xf32>, %y: memref<?x?xf32>, %z: memref<?x?xf32>) {
  // LOOPS: %[[LIMIT:.*]] = arith.constant 65 : index
  // PACKED: %[[LIMIT:.*]] = arith.constant 64 : index
  // CHECK: %[[SMALL:.*]] = arith.cmpi {{[su]}}lt, %{{.*}}, %[[LIMIT]] : index
  // CHECK: scf.if %[[SMALL]]
  // CHECK: linalg.generic
  // CHECK: } else {
  // CHECK: math.fma {{.*}} : vector<8xf32>
  // ALL-NOT: linalg
  // ALL: math.fma {{.*}} : vector<8xf32>
  // ALL-NOT: linalg
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%z : memref<?x?xf32>)
  linalg.generic {indexing_maps = [#x, #y, #z], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %y : memref<?x?xf32>, memref<?x?xf32>) outs(%z : memref<?x?xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = math.fma %a, %b, %sum : f32
    linalg.yield %0 : f32
  }
  return
}
