// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-pack-contractions{min-products=2000}),canonicalize)' | FileCheck %s

#image = affine_map<(o, y, x, c, ky, kx) -> (c, y + ky, x + kx)>
#weight = affine_map<(o, y, x, c, ky, kx) -> (o, c, ky, kx)>
#result = affine_map<(o, y, x, c, ky, kx) -> (o, y, x)>

// Columns are neighbours in memory up to the end of a row of the image. Each
// run of neighbours is copied by vectors, the last of which may go beyond its
// end. At the end of the image there is nothing to read beyond.
// CHECK-LABEL: func @convolution
// CHECK-SAME: %[[X:.*]]: memref<4x10x10xf32>
func.func @convolution(%x: memref<4x10x10xf32>, %w: memref<16x4x3x3xf32>, %z: memref<16x8x8xf32>) {
  // CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
  // CHECK-DAG: %[[C8:.*]] = arith.constant 8 : index
  // CHECK-DAG: %[[C400:.*]] = arith.constant 400 : index
  // CHECK: %[[IMAGE:.*]] = memref.reinterpret_cast %[[X]]
  // 64 columns, 36 steps, and a vector behind them.
  // CHECK: %[[COLUMNS:.*]] = memref.alloc() {alignment = 64 : i64} : memref<2312xf32>
  // CHECK: %[[LANES:.*]] = memref.alloc() {alignment = 64 : i64} : memref<17xi64>
  // CHECK: %[[OFFSETS:.*]] = memref.alloc() {alignment = 64 : i64} : memref<17xi64>
  // CHECK: %[[FOUND:[0-9]+]]:4 = scf.for {{.*}} iter_args(%{{.*}} = %[[C0]], %{{.*}} = %[[C0]], %{{.*}} = %[[C0]], %{{.*}} = %[[C0]])
  // CHECK: memref.store %{{.*}}, %[[LANES]]
  // CHECK: memref.store %{{.*}}, %[[OFFSETS]]
  // CHECK: %[[LAST:.*]] = arith.addi %[[FOUND]]#3, %[[C8]]
  // CHECK: scf.for
  // CHECK: %[[END:.*]] = arith.addi %[[LAST]]
  // CHECK: %[[FITS:.*]] = arith.cmpi sle, %[[END]], %[[C400]]
  // CHECK: scf.if %[[FITS]]
  // CHECK-NEXT: arith.muli
  // CHECK-NEXT: arith.addi
  // CHECK-NEXT: scf.for %{{.*}} to %[[FOUND]]#0
  // CHECK: memref.load %[[OFFSETS]]
  // CHECK: %[[CHUNK:.*]] = vector.load %[[IMAGE]]
  // CHECK: memref.load %[[LANES]]
  // CHECK: vector.store %[[CHUNK]], %[[COLUMNS]]
  // CHECK: } else {
  // CHECK: memref.load %[[IMAGE]]
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%z : memref<16x8x8xf32>)
  linalg.generic {indexing_maps = [#image, #weight, #result], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%x, %w : memref<4x10x10xf32>, memref<16x4x3x3xf32>) outs(%z : memref<16x8x8xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = math.fma %a, %b, %sum : f32
    linalg.yield %0 : f32
  }
  return
}

#pixels = affine_map<(o, y, x, c) -> (c, y, x)>
#filter = affine_map<(o, y, x, c) -> (o, c)>
#pointwise = affine_map<(o, y, x, c) -> (o, y, x)>

// The rows of an image follow each other: they are one line, without a table
// of where its elements are. Those of chunks are the only ones.
// CHECK-LABEL: func @pointwise
func.func @pointwise(%x: memref<32x8x8xf32>, %w: memref<16x32xf32>, %z: memref<16x8x8xf32>) {
  // CHECK-COUNT-2: memref.alloc() {{.*}} : memref<17xi64>
  // CHECK-NOT: xi64>
  // CHECK: scf.for
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%z : memref<16x8x8xf32>)
  linalg.generic {indexing_maps = [#pixels, #filter, #pointwise], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%x, %w : memref<32x8x8xf32>, memref<16x32xf32>) outs(%z : memref<16x8x8xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = math.fma %a, %b, %sum : f32
    linalg.yield %0 : f32
  }
  return
}

#every_other = affine_map<(o, x, k) -> (x * 2 + k)>
#filters = affine_map<(o, x, k) -> (o, k)>
#halved = affine_map<(o, x, k) -> (o, x)>

// With a stride of two, a chunk is every other element of two vectors. The last
// of them ends 15 elements behind the first element.
// CHECK-LABEL: func @stride
// CHECK-SAME: %[[X:.*]]: memref<67xf32>
func.func @stride(%x: memref<67xf32>, %w: memref<16x4xf32>, %z: memref<16x32xf32>) {
  // CHECK-DAG: %[[C7:.*]] = arith.constant 7 : index
  // CHECK-DAG: %[[C15:.*]] = arith.constant 15 : index
  // CHECK: %[[LAST:.*]] = arith.addi %{{.*}}#3, %[[C15]]
  // CHECK: %[[FIRST:.*]] = vector.load %[[X]][%[[PLACE:.*]]]
  // CHECK: %[[NEXT:.*]] = arith.addi %[[PLACE]], %[[C7]]
  // CHECK: %[[SECOND:.*]] = vector.load %[[X]][%[[NEXT]]]
  // CHECK: %[[CHUNK:.*]] = vector.shuffle %[[FIRST]], %[[SECOND]] [0, 2, 4, 6, 9, 11, 13, 15]
  // CHECK: vector.store %[[CHUNK]]
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%z : memref<16x32xf32>)
  linalg.generic {indexing_maps = [#every_other, #filters, #halved], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %w : memref<67xf32>, memref<16x4xf32>) outs(%z : memref<16x32xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = math.fma %a, %b, %sum : f32
    linalg.yield %0 : f32
  }
  return
}
