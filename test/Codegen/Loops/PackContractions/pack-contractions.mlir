// RUN: relay-lite-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(relay-pack-contractions{block-depth=16 block-rows=12 block-result-rows=24 block-columns=32 tile-rows=2}),canonicalize)' | FileCheck %s

#x = affine_map<(m, n, k) -> (m, k)>
#y = affine_map<(m, n, k) -> (n, k)>
#z = affine_map<(m, n, k) -> (m, n)>

// All of known sizes: no branch. Rows have a pitch of one vector.
// CHECK-LABEL: func @packed
// CHECK-SAME: %[[X:.*]]: memref<32x64xf32>, %[[Y:.*]]: memref<48x64xf32>, %[[Z:.*]]: memref<32x48xf32>
func.func @packed(%x: memref<32x64xf32>, %y: memref<48x64xf32>, %z: memref<32x48xf32>) {
  // CHECK: %[[ZEROS:.*]] = arith.constant dense<0.000000e+00> : vector<8xf32>
  // CHECK-NOT: linalg
  // CHECK: %[[FLAT_X:.*]] = memref.reinterpret_cast %[[X]] to offset: [0], sizes: [2048], strides: [1]
  // CHECK: %[[ROWS:.*]] = memref.alloc() {alignment = 64 : i64} : memref<768xf32>
  // CHECK: %[[FLAT_Y:.*]] = memref.reinterpret_cast %[[Y]]
  // Tiles follow the columns.
  // CHECK: %[[COLUMNS:.*]] = memref.alloc() {alignment = 64 : i64} : memref<1280xf32>
  // CHECK: %[[FLAT_Z:.*]] = memref.reinterpret_cast %[[Z]]
  // CHECK: %[[LAST:.*]] = memref.alloc() {alignment = 64 : i64} : memref<32xf32>
  // Columns lie along the depth and are transposed.
  // CHECK: %[[COLUMN:.*]] = vector.load %[[FLAT_Y]]
  // CHECK: vector.shuffle
  // CHECK: vector.store {{.*}}, %[[COLUMNS]]
  // CHECK: vector.load %[[FLAT_X]]
  // CHECK: vector.store {{.*}}, %[[ROWS]]
  // A tile has two rows of two vectors.
  // CHECK: %[[START:.*]]:4 = scf.if
  // CHECK-NEXT: scf.yield %[[ZEROS]], %[[ZEROS]], %[[ZEROS]], %[[ZEROS]]
  // CHECK: vector.load %[[COLUMNS]]
  // CHECK: %[[SUMS:.*]]:4 = scf.for {{.*}} iter_args(%[[S0:.*]] = %[[START]]#0, %[[S1:.*]] = %[[START]]#1, %[[S2:.*]] = %[[START]]#2, %[[S3:.*]] = %[[START]]#3)
  // CHECK: %[[B0:.*]] = vector.load %[[COLUMNS]]
  // CHECK: %[[B1:.*]] = vector.load %[[COLUMNS]]
  // CHECK: %[[A0:.*]] = memref.load %[[ROWS]]
  // CHECK: %[[V0:.*]] = vector.broadcast %[[A0]]
  // CHECK: %[[T0:.*]] = math.fma %[[V0]], %[[B0]], %[[S0]]
  // CHECK: %[[T1:.*]] = math.fma %[[V0]], %[[B1]], %[[S1]]
  // CHECK: %[[A1:.*]] = memref.load %[[ROWS]]
  // CHECK: %[[V1:.*]] = vector.broadcast %[[A1]]
  // CHECK: %[[T2:.*]] = math.fma %[[V1]], %[[B0]], %[[S2]]
  // CHECK: %[[T3:.*]] = math.fma %[[V1]], %[[B1]], %[[S3]]
  // CHECK: scf.yield %[[T0]], %[[T1]], %[[T2]], %[[T3]]
  // The last block of the depth writes the result, element by element where
  // there are not all columns of a tile.
  // CHECK: vector.store %[[SUMS]]#0, %[[FLAT_Z]]
  // CHECK: vector.store %[[SUMS]]#0, %[[LAST]]
  // CHECK: memref.load %[[LAST]]
  // CHECK: memref.store {{.*}}, %[[FLAT_Z]]
  // CHECK: vector.store %[[SUMS]]#0, %[[COLUMNS]]
  // CHECK: memref.dealloc %[[ROWS]]
  // CHECK: memref.dealloc %[[COLUMNS]]
  // CHECK: memref.dealloc %[[LAST]]
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%z : memref<32x48xf32>)
  linalg.generic {indexing_maps = [#x, #y, #z], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %y : memref<32x64xf32>, memref<48x64xf32>) outs(%z : memref<32x48xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = math.fma %a, %b, %sum : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

#x = affine_map<(m, n, k) -> (m, k)>
#y = affine_map<(m, n, k) -> (n, k)>
#z = affine_map<(m, n, k) -> (m, n)>

// Few columns are packed in two halves: of 32 columns, 16 at a time.
// CHECK-LABEL: func @halves
// CHECK-SAME: %[[X:.*]]: memref<32x64xf32>
func.func @halves(%x: memref<32x64xf32>, %y: memref<32x64xf32>, %z: memref<32x32xf32>) {
  // CHECK-DAG: %[[C0:.*]] = arith.constant 0
  // CHECK-DAG: %[[C16:.*]] = arith.constant 16
  // CHECK-DAG: %[[C32:.*]] = arith.constant 32
  // CHECK: scf.for %{{.*}} = %[[C0]] to %[[C32]] step %[[C16]]
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%z : memref<32x32xf32>)
  linalg.generic {indexing_maps = [#x, #y, #z], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %y : memref<32x64xf32>, memref<32x64xf32>) outs(%z : memref<32x32xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = math.fma %a, %b, %sum : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

#x = affine_map<(m, n, k) -> (m, k)>
#y = affine_map<(m, n, k) -> (n, k)>
#z = affine_map<(m, n, k) -> (m, n)>

// One block of the depth keeps no tiles: two panels, and a tile that is cut.
// CHECK-LABEL: func @shallow
// CHECK-SAME: %{{.*}}: memref<32x16xf32>, %{{.*}}: memref<48x16xf32>, %[[Z:.*]]: memref<32x48xf32>
func.func @shallow(%x: memref<32x16xf32>, %y: memref<48x16xf32>, %z: memref<32x48xf32>) {
  // CHECK: %[[ZEROS:.*]] = arith.constant dense<0.000000e+00> : vector<8xf32>
  // CHECK-COUNT-2: memref.alloc()
  // CHECK: %[[FLAT_Z:.*]] = memref.reinterpret_cast %[[Z]]
  // CHECK: memref.alloc() {alignment = 64 : i64} : memref<32xf32>
  // CHECK-NOT: memref.alloc
  // CHECK: %[[SUMS:.*]]:4 = scf.for {{.*}} iter_args(%{{.*}} = %[[ZEROS]], %{{.*}} = %[[ZEROS]], %{{.*}} = %[[ZEROS]], %{{.*}} = %[[ZEROS]])
  // CHECK: vector.store %[[SUMS]]#0, %[[FLAT_Z]]
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%z : memref<32x48xf32>)
  linalg.generic {indexing_maps = [#x, #y, #z], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %y : memref<32x16xf32>, memref<48x16xf32>) outs(%z : memref<32x48xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = math.fma %a, %b, %sum : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

#x = affine_map<(m, n, k) -> (m, k)>
#y = affine_map<(m, n, k) -> (n, k)>
#z = affine_map<(m, n, k) -> (m, n)>

// Columns that a single row uses once are not packed: a vector of them is
// transposed in registers. The rest of K is read by elements.
// CHECK-LABEL: func @row
// CHECK-SAME: %[[X:.*]]: memref<1x67xf32>, %[[Y:.*]]: memref<480x67xf32>, %[[Z:.*]]: memref<1x480xf32>
func.func @row(%x: memref<1x67xf32>, %y: memref<480x67xf32>, %z: memref<1x480xf32>) {
  // CHECK: %[[ZEROS:.*]] = arith.constant dense<0.000000e+00> : vector<8xf32>
  // CHECK: %[[FLAT_X:.*]] = memref.reinterpret_cast %[[X]]
  // CHECK: %[[FLAT_Y:.*]] = memref.reinterpret_cast %[[Y]]
  // CHECK: %[[TILES:.*]] = memref.alloc()
  // CHECK: scf.for
  // CHECK: %[[SUM:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %[[ZEROS]])
  // CHECK: memref.prefetch %[[FLAT_Y]]
  // CHECK: vector.load %[[FLAT_Y]]
  // CHECK: vector.shuffle
  // CHECK-NOT: vector.store
  // CHECK: memref.load %[[FLAT_X]]
  // CHECK: math.fma {{.*}} : vector<8xf32>
  // CHECK: %[[ALL:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %[[SUM]])
  // CHECK: vector.from_elements
  // CHECK: math.fma {{.*}} : vector<8xf32>
  // CHECK: vector.store %[[ALL]], %[[TILES]]
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%z : memref<1x480xf32>)
  linalg.generic {indexing_maps = [#x, #y, #z], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %y : memref<1x67xf32>, memref<480x67xf32>) outs(%z : memref<1x480xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = math.fma %a, %b, %sum : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

#x = affine_map<(m, n, k) -> (m, k)>
#y = affine_map<(m, n, k) -> (n, k)>
#z = affine_map<(m, n, k) -> (m, n)>

// If all columns have lines of the cache at the same steps, two vectors of them
// are read in turns, a line at a time. Elements before the first line are read
// one by one.
// CHECK-LABEL: func @lines
// CHECK-SAME: %[[X:.*]]: memref<1x256xf32>, %[[Y:.*]]: memref<480x256xf32>, %[[Z:.*]]: memref<1x480xf32>
func.func @lines(%x: memref<1x256xf32>, %y: memref<480x256xf32>, %z: memref<1x480xf32>) {
  // CHECK-DAG: %[[ZEROS:.*]] = arith.constant dense<0.000000e+00> : vector<8xf32>
  // CHECK-DAG: %[[C16:.*]] = arith.constant 16 : index
  // CHECK: %[[FLAT_X:.*]] = memref.reinterpret_cast %[[X]]
  // CHECK: %[[FLAT_Y:.*]] = memref.reinterpret_cast %[[Y]]
  // CHECK: %[[BASE:.*]] = memref.cast %[[FLAT_Y]]
  // CHECK: %[[TILES:.*]] = memref.alloc()
  // CHECK: scf.for {{.*}} step %[[C16]]
  // CHECK: memref.extract_aligned_pointer_as_index %[[BASE]]
  // CHECK: %[[HEAD:.*]]:2 = scf.for {{.*}} iter_args(%{{.*}} = %[[ZEROS]], %{{.*}} = %[[ZEROS]])
  // CHECK: vector.from_elements
  // CHECK: vector.from_elements
  // CHECK: %[[SUMS:.*]]:4 = scf.for {{.*}} iter_args(%[[S0:.*]] = %[[HEAD]]#0, %[[S1:.*]] = %[[HEAD]]#1, %[[Y0:.*]] = %{{.*}}, %[[Y1:.*]] = %{{.*}})
  // CHECK-COUNT-8: memref.prefetch %[[FLAT_Y]]
  // CHECK-COUNT-16: vector.load %[[FLAT_Y]]
  // CHECK-NOT: vector.load
  // CHECK-COUNT-15: math.fma {{.*}} : vector<8xf32>
  // CHECK: %[[NEXT:.*]] = math.fma {{.*}} : vector<8xf32>
  // CHECK: scf.yield %[[S1]], %[[NEXT]], %[[Y1]], %[[Y0]]
  // CHECK: %[[ALL:.*]]:2 = scf.for {{.*}} iter_args(%{{.*}} = %[[SUMS]]#0, %{{.*}} = %[[SUMS]]#1)
  // CHECK: vector.store %[[ALL]]#0, %[[TILES]]
  // CHECK: vector.store %[[ALL]]#1, %[[TILES]]
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%z : memref<1x480xf32>)
  linalg.generic {indexing_maps = [#x, #y, #z], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %y : memref<1x256xf32>, memref<480x256xf32>) outs(%z : memref<1x480xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = math.fma %a, %b, %sum : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

#x = affine_map<(m, n, k) -> (m, k)>
#y = affine_map<(m, n, k) -> (n, k)>
#z = affine_map<(m, n, k) -> (m, n)>

// Unknown sizes: loops for small ones.
// CHECK-LABEL: func @dynamic
func.func @dynamic(%x: memref<?x?xf32>, %y: memref<?x?xf32>, %z: memref<?x?xf32>) {
  // CHECK: %[[IS_SMALL:.*]] = arith.cmpi slt
  // CHECK: scf.if %[[IS_SMALL]] {
  // CHECK-NEXT: linalg.fill
  // CHECK-NEXT: linalg.generic
  // CHECK: } else {
  // CHECK: memref.alloc() {alignment = 64 : i64} : memref<768xf32>
  // CHECK: math.fma {{.*}} : vector<8xf32>
  // CHECK-NOT: linalg
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%z : memref<?x?xf32>)
  linalg.generic {indexing_maps = [#x, #y, #z], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %y : memref<?x?xf32>, memref<?x?xf32>) outs(%z : memref<?x?xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = math.fma %a, %b, %sum : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

#x = affine_map<(m, n, k) -> (m, k)>
#y = affine_map<(m, n, k) -> (k, n)>
#z = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(m, n) -> (m, n)>

// The result is rounded where it is written.
// CHECK-LABEL: func @rounded
// CHECK-SAME: %[[X:.*]]: memref<?x?xf16>, %[[Y:.*]]: memref<?x?xf16>, %[[Z:.*]]: memref<?x?xf16>
func.func @rounded(%x: memref<?x?xf16>, %y: memref<?x?xf16>, %z: memref<?x?xf16>) {
  // CHECK-NOT: memref<?x?xf32>
  // CHECK-NOT: linalg
  // CHECK: vector.load {{.*}} vector<8xf16>
  // CHECK: arith.extf {{.*}} : vector<8xf16> to vector<8xf32>
  // CHECK: math.fma {{.*}} : vector<8xf32>
  // CHECK: arith.truncf {{.*}} : vector<8xf32> to vector<8xf16>
  // CHECK: arith.truncf {{.*}} : f32 to f16
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %x, %c0 : memref<?x?xf16>
  %n = memref.dim %y, %c1 : memref<?x?xf16>
  %sums = memref.alloc(%m, %n) : memref<?x?xf32>
  linalg.fill ins(%zero : f32) outs(%sums : memref<?x?xf32>)
  linalg.generic {indexing_maps = [#x, #y, #z], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %y : memref<?x?xf16>, memref<?x?xf16>) outs(%sums : memref<?x?xf32>) {
  ^bb0(%a: f16, %b: f16, %sum: f32):
    %0 = arith.extf %a : f16 to f32
    %1 = arith.extf %b : f16 to f32
    %2 = math.fma %0, %1, %sum : f32
    linalg.yield %2 : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%sums : memref<?x?xf32>) outs(%z : memref<?x?xf16>) {
  ^bb0(%sum: f32, %out: f16):
    %0 = arith.truncf %sum : f32 to f16
    linalg.yield %0 : f16
  }
  return
}

// -----

#x = affine_map<(n, o, y, x, i, h, w) -> (n, i, y * 2 + h, x + w)>
#w = affine_map<(n, o, y, x, i, h, w) -> (o, i, h, w)>
#z = affine_map<(n, o, y, x, i, h, w) -> (n, o, y, x)>

// A padded image is packed without its padding.
// CHECK-LABEL: func @padding
// CHECK-SAME: %[[X:.*]]: memref<1x8x15x16xf32>
func.func @padding(%x: memref<1x8x15x16xf32>, %w: memref<16x8x3x3xf32>, %z: memref<1x16x8x16xf32>) {
  // CHECK-NOT: memref<1x8x17x18xf32>
  // CHECK-NOT: linalg
  // CHECK: memref.reinterpret_cast %[[X]]
  // CHECK: arith.cmpi ult
  // CHECK: arith.cmpi ult
  // CHECK: scf.if {{.*}} -> (f32) {
  // CHECK: math.fma {{.*}} : vector<8xf32>
  %zero = arith.constant 0.0 : f32
  %padded = memref.alloc() : memref<1x8x17x18xf32>
  linalg.fill ins(%zero : f32) outs(%padded : memref<1x8x17x18xf32>)
  %inner = memref.subview %padded[0, 0, 1, 1] [1, 8, 15, 16] [1, 1, 1, 1] : memref<1x8x17x18xf32> to memref<1x8x15x16xf32, strided<[2448, 306, 18, 1], offset: 19>>
  memref.copy %x, %inner : memref<1x8x15x16xf32> to memref<1x8x15x16xf32, strided<[2448, 306, 18, 1], offset: 19>>
  linalg.fill ins(%zero : f32) outs(%z : memref<1x16x8x16xf32>)
  linalg.generic {indexing_maps = [#x, #w, #z], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%padded, %w : memref<1x8x17x18xf32>, memref<16x8x3x3xf32>) outs(%z : memref<1x16x8x16xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = math.fma %a, %b, %sum : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

#x = affine_map<(m, n, k) -> (m, k)>
#y = affine_map<(m, n, k) -> (n, k)>
#z = affine_map<(m, n, k) -> (m, n)>

// Both factors are the same buffer.
// CHECK-LABEL: func @square
// CHECK-SAME: %[[X:.*]]: memref<30x30xf32>
func.func @square(%x: memref<30x30xf32>, %z: memref<32x32xf32>) {
  // CHECK-NOT: memref<32x32xf32> to
  // CHECK: memref.reinterpret_cast %[[X]]
  // CHECK: memref.reinterpret_cast %[[X]]
  // CHECK-NOT: linalg
  // CHECK: return
  %zero = arith.constant 0.0 : f32
  %padded = memref.alloc() : memref<32x32xf32>
  linalg.fill ins(%zero : f32) outs(%padded : memref<32x32xf32>)
  %inner = memref.subview %padded[1, 1] [30, 30] [1, 1] : memref<32x32xf32> to memref<30x30xf32, strided<[32, 1], offset: 33>>
  memref.copy %x, %inner : memref<30x30xf32> to memref<30x30xf32, strided<[32, 1], offset: 33>>
  linalg.fill ins(%zero : f32) outs(%z : memref<32x32xf32>)
  linalg.generic {indexing_maps = [#x, #y, #z], iterator_types = ["parallel", "parallel", "reduction"]} ins(%padded, %padded : memref<32x32xf32>, memref<32x32xf32>) outs(%z : memref<32x32xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = math.fma %a, %b, %sum : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

#x = affine_map<(b, m, n, k) -> (0, m, k)>
#y = affine_map<(b, m, n, k) -> (b, n, k)>
#z = affine_map<(b, m, n, k) -> (b, m, n)>

// A batch of one is repeated: its stride becomes 0.
// CHECK-LABEL: func @repeated
// CHECK-SAME: %[[X:.*]]: memref<?x32x32xf32>, %{{.*}}: memref<?x32x32xf32>, %{{.*}}: memref<?x32x32xf32>
func.func @repeated(%x: memref<?x32x32xf32>, %y: memref<?x32x32xf32>, %z: memref<?x32x32xf32>) {
  // CHECK: %{{.*}}, %{{.*}}, %[[SIZES:.*]]:3, %{{.*}}:3 = memref.extract_strided_metadata %[[X]]
  // CHECK: %[[IS_ONE:.*]] = arith.cmpi eq, %[[SIZES]]#0, %c1
  // CHECK: arith.select %[[IS_ONE]], %c0, %c1024
  // CHECK-NOT: linalg
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %size = memref.dim %x, %c0 : memref<?x32x32xf32>
  %is_one = arith.cmpi eq, %size, %c1 : index
  linalg.fill ins(%zero : f32) outs(%z : memref<?x32x32xf32>)
  linalg.generic {indexing_maps = [#x, #y, #z], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%x, %y : memref<?x32x32xf32>, memref<?x32x32xf32>) outs(%z : memref<?x32x32xf32>) {
  ^bb0(%unused: f32, %b: f32, %sum: f32):
    %i = linalg.index 0 : index
    %batch = arith.select %is_one, %c0, %i : index
    %m = linalg.index 1 : index
    %k = linalg.index 3 : index
    %a = memref.load %x[%batch, %m, %k] : memref<?x32x32xf32>
    %0 = math.fma %a, %b, %sum : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

#x = affine_map<(m, n, k) -> (m, k)>
#y = affine_map<(m, n, k) -> (n, k)>
#z = affine_map<(m, n, k) -> (m, n)>

// A product with a vector is transposed: its rows are the lanes of vectors.
// CHECK-LABEL: func @narrow
// CHECK-SAME: %[[X:.*]]: memref<256x64xf32>, %[[Y:.*]]: memref<1x64xf32>
func.func @narrow(%x: memref<256x64xf32>, %y: memref<1x64xf32>, %z: memref<256x1xf32>) {
  // CHECK: %[[FLAT_Y:.*]] = memref.reinterpret_cast %[[Y]]
  // CHECK: %[[FLAT_X:.*]] = memref.reinterpret_cast %[[X]]
  // CHECK: vector.load %[[FLAT_X]]
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%z : memref<256x1xf32>)
  linalg.generic {indexing_maps = [#x, #y, #z], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %y : memref<256x64xf32>, memref<1x64xf32>) outs(%z : memref<256x1xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = math.fma %a, %b, %sum : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

#x = affine_map<(m, n, k) -> (m, k)>
#y = affine_map<(m, n, k) -> (n, k)>
#z = affine_map<(m, n, k) -> (m, n)>

// Few products.
// CHECK-LABEL: func @small
func.func @small(%x: memref<4x4xf32>, %y: memref<4x4xf32>, %z: memref<4x4xf32>) {
  // CHECK: linalg.generic
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%z : memref<4x4xf32>)
  linalg.generic {indexing_maps = [#x, #y, #z], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %y : memref<4x4xf32>, memref<4x4xf32>) outs(%z : memref<4x4xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = math.fma %a, %b, %sum : f32
    linalg.yield %0 : f32
  }
  return
}

// The result does not start at zero.
// CHECK-LABEL: func @no_zeros
func.func @no_zeros(%x: memref<64x64xf32>, %y: memref<64x64xf32>, %z: memref<64x64xf32>) {
  // CHECK: linalg.generic
  linalg.generic {indexing_maps = [#x, #y, #z], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %y : memref<64x64xf32>, memref<64x64xf32>) outs(%z : memref<64x64xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = math.fma %a, %b, %sum : f32
    linalg.yield %0 : f32
  }
  return
}

// Products that are rounded are something else.
// CHECK-LABEL: func @rounded_products
func.func @rounded_products(%x: memref<64x64xf32>, %y: memref<64x64xf32>, %z: memref<64x64xf32>) {
  // CHECK: linalg.generic
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%z : memref<64x64xf32>)
  linalg.generic {indexing_maps = [#x, #y, #z], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %y : memref<64x64xf32>, memref<64x64xf32>) outs(%z : memref<64x64xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %0, %sum : f32
    linalg.yield %1 : f32
  }
  return
}

// -----

#x = affine_map<(m, n, k) -> (m, k)>
#y = affine_map<(m, n, k) -> (n, k)>
#z = affine_map<(m, n, k) -> (m, n)>

// One of several shares of the three panels of columns.
// CHECK-LABEL: func @share
// CHECK-SAME: %[[SHARE:[^:]*]]: memref<2xi64> {relay.share}
func.func @share(%x: memref<32x64xf32>, %y: memref<48x64xf32>, %z: memref<32x48xf32>, %share: memref<2xi64> {relay.share}) {
  // CHECK: %[[ZERO:.*]] = arith.constant 0 : index
  // CHECK: %[[NUMBER_I64:.*]] = memref.load %[[SHARE]][%[[ZERO]]]
  // CHECK: %[[NUMBER:.*]] = arith.index_cast %[[NUMBER_I64]]
  // CHECK: %[[COUNT_I64:.*]] = memref.load %[[SHARE]]
  // CHECK: %[[COUNT:.*]] = arith.index_cast %[[COUNT_I64]]
  // CHECK: %[[PANELS:.*]] = arith.muli %[[NUMBER]], %{{.*}}
  // CHECK: arith.divui %[[PANELS]], %[[COUNT]]
  // CHECK: math.fma {{.*}} : vector<8xf32>
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%z : memref<32x48xf32>)
  linalg.generic {indexing_maps = [#x, #y, #z], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %y : memref<32x64xf32>, memref<48x64xf32>) outs(%z : memref<32x48xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = math.fma %a, %b, %sum : f32
    linalg.yield %0 : f32
  }
  memref.copy %z, %z : memref<32x48xf32> to memref<32x48xf32>
  return
}

// -----

#x = affine_map<(m, n, k) -> (m, k)>
#y = affine_map<(m, n, k) -> (n, k)>
#z = affine_map<(m, n, k) -> (m, n)>

// The next operation reads all columns: there are no shares.
// CHECK-LABEL: func @no_share
// CHECK-SAME: %[[SHARE:[^:]*]]: memref<2xi64> {relay.share}
// CHECK-NOT: %[[SHARE]]
// CHECK: memref.copy
func.func @no_share(%x: memref<32x64xf32>, %y: memref<48x64xf32>, %z: memref<32x48xf32>, %w: memref<32x48xf32>, %share: memref<2xi64> {relay.share}) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%z : memref<32x48xf32>)
  linalg.generic {indexing_maps = [#x, #y, #z], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %y : memref<32x64xf32>, memref<48x64xf32>) outs(%z : memref<32x48xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = math.fma %a, %b, %sum : f32
    linalg.yield %0 : f32
  }
  memref.copy %z, %w : memref<32x48xf32> to memref<32x48xf32>
  return
}

// -----

#x = affine_map<(m, n, k) -> (m, k)>
#y = affine_map<(m, n, k) -> (n, k)>
#z = affine_map<(m, n, k) -> (m, n)>

// A boolean is a byte in memory, and a bit in a vector.
// CHECK-LABEL: func @booleans
// CHECK-NOT: vector
// CHECK: linalg.generic
func.func @booleans(%x: memref<?x?xi1>, %y: memref<?x?xi1>, %z: memref<?x?xi1>) {
  %zero = arith.constant false
  linalg.fill ins(%zero : i1) outs(%z : memref<?x?xi1>)
  linalg.generic {indexing_maps = [#x, #y, #z], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : memref<?x?xi1>, memref<?x?xi1>) outs(%z : memref<?x?xi1>) {
  ^bb0(%a: i1, %b: i1, %c: i1):
    %product = arith.muli %a, %b : i1
    %sum = arith.addi %c, %product : i1
    linalg.yield %sum : i1
  }
  return
}

// -----

#x = affine_map<(m, n, k) -> (m, k)>
#y = affine_map<(m, n, k) -> (n, k)>
#z = affine_map<(m, n, k) -> (m, n)>

// Few rows take some columns of a block at a time, here 16 of 32, which are
// packed in the same place. Tiles follow them: from 16 * 16 on.
// CHECK-LABEL: func @few
// CHECK-SAME: %{{.*}}: memref<2x64xf32>, %[[Y:.*]]: memref<480x64xf32>
func.func @few(%x: memref<2x64xf32>, %y: memref<480x64xf32>, %z: memref<2x480xf32>) {
  // CHECK-DAG: %[[C16:.*]] = arith.constant 16 :
  // CHECK-DAG: %[[C32:.*]] = arith.constant 32 :
  // CHECK-DAG: %[[C256:.*]] = arith.constant 256 :
  // CHECK: memref.reinterpret_cast %[[Y]]
  // CHECK: %[[COLUMNS:.*]] = memref.alloc()
  // CHECK: scf.for %{{.*}} step %[[C32]]
  // CHECK: arith.muli %{{.*}}, %[[C256]]
  // CHECK: scf.for %{{.*}} step %[[C16]]
  // CHECK: scf.for %{{.*}} step %[[C16]]
  // CHECK: vector.store %{{.*}}, %[[COLUMNS]]
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%z : memref<2x480xf32>)
  linalg.generic {indexing_maps = [#x, #y, #z], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %y : memref<2x64xf32>, memref<480x64xf32>) outs(%z : memref<2x480xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = math.fma %a, %b, %sum : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

#x = affine_map<(m, n, k) -> (m, k)>
#y = affine_map<(m, n, k) -> (n, k)>
#z = affine_map<(m, n, k) -> (m, n)>

// Elements of less than a byte are read one by one: vectors have no gaps.
// CHECK-LABEL: func @narrow
// CHECK-SAME: %{{.*}}: memref<1x2048xf32>, %[[Y:.*]]: memref<480x2048xi4>
func.func @narrow(%x: memref<1x2048xf32>, %y: memref<480x2048xi4>, %z: memref<1x480xf32>) {
  // CHECK: %[[FLAT_Y:.*]] = memref.reinterpret_cast %[[Y]]
  // CHECK-NOT: vector.load %[[FLAT_Y]]
  // CHECK: memref.load %[[FLAT_Y]]
  // CHECK-NOT: vector.load %[[FLAT_Y]]
  // CHECK: return
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%z : memref<1x480xf32>)
  linalg.generic {indexing_maps = [#x, #y, #z], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %y : memref<1x2048xf32>, memref<480x2048xi4>) outs(%z : memref<1x480xf32>) {
  ^bb0(%a: f32, %b: i4, %sum: f32):
    %converted = arith.sitofp %b : i4 to f32
    %0 = math.fma %a, %converted, %sum : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

#x = affine_map<(m, n, k) -> (m, k)>
#y = affine_map<(m, n, k) -> (n, k)>
#z = affine_map<(m, n, k) -> (m, n)>

#id = affine_map<(m, n) -> (m, n)>

// Sums of less than a byte stay.
// CHECK-LABEL: func @narrow_sums
// CHECK-NOT: vector
// CHECK-COUNT-2: linalg.generic
func.func @narrow_sums(%x: memref<?x?xi4>, %y: memref<?x?xi4>, %z: memref<?x?xi8>, %m: index, %n: index) {
  %zero = arith.constant 0 : i4
  %sums = memref.alloc(%m, %n) : memref<?x?xi4>
  linalg.fill ins(%zero : i4) outs(%sums : memref<?x?xi4>)
  linalg.generic {indexing_maps = [#x, #y, #z], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %y : memref<?x?xi4>, memref<?x?xi4>) outs(%sums : memref<?x?xi4>) {
  ^bb0(%a: i4, %b: i4, %sum: i4):
    %0 = arith.muli %a, %b : i4
    %1 = arith.addi %sum, %0 : i4
    linalg.yield %1 : i4
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%sums : memref<?x?xi4>) outs(%z : memref<?x?xi8>) {
  ^bb0(%sum: i4, %out: i8):
    %0 = arith.extsi %sum : i4 to i8
    linalg.yield %0 : i8
  }
  return
}
