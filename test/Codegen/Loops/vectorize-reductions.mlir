// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-vectorize-reductions{vector-bytes=16}))' | FileCheck %s

// Pooling with blocks of eight channels: two vectors of four, whose maxima stay
// in registers. The operand that gives the window its size is not read.

#image = affine_map<(h, i, j, c) -> (h * 2 + i, j, c)>
#window = affine_map<(h, i, j, c) -> (i, j)>
#result = affine_map<(h, i, j, c) -> (h, c)>

// CHECK:       #[[$ROW:.*]] = affine_map<(d0, d1) -> (d0 * 2 + d1)>
// CHECK-LABEL: func.func @pool
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<7x2x8xf32>, %{{.*}}: memref<3x2xf32>, %[[Y:[a-z0-9]+]]: memref<3x8xf32>
// CHECK-DAG:     %[[C4:.*]] = arith.constant 4 : index
// CHECK:         scf.for %[[H:[a-z0-9]+]] =
// CHECK-NEXT:      scf.for %[[C:[a-z0-9]+]] = {{.*}} step %[[C4]]
// CHECK:             %[[INIT:.*]] = vector.load %[[Y]][%[[H]], %[[C]]] : memref<3x8xf32>, vector<4xf32>
// CHECK:             %[[ROWS:.*]] = scf.for %[[I:[a-z0-9]+]] = {{.*}} iter_args(%[[SO_FAR:.*]] = %[[INIT]])
// CHECK:               %[[COLUMNS:.*]] = scf.for %[[J:[a-z0-9]+]] = {{.*}} iter_args(%[[MAX:.*]] = %[[SO_FAR]])
// CHECK:                 %[[AT:.*]] = affine.apply #[[$ROW]](%[[H]], %[[I]])
// CHECK:                 %[[PIXELS:.*]] = vector.load %[[X]][%[[AT]], %[[J]], %[[C]]]
// CHECK:                 %[[NEXT:.*]] = arith.maximumf %[[MAX]], %[[PIXELS]] : vector<4xf32>
// CHECK:                 scf.yield %[[NEXT]]
// CHECK:               scf.yield %[[COLUMNS]]
// CHECK:             vector.store %[[ROWS]], %[[Y]][%[[H]], %[[C]]]
// CHECK-NOT:     linalg.generic
func.func @pool(%x: memref<7x2x8xf32>, %window: memref<3x2xf32>, %y: memref<3x8xf32>) {
  linalg.generic {indexing_maps = [#image, #window, #result], iterator_types = ["parallel", "reduction", "reduction", "parallel"]}
      ins(%x, %window : memref<7x2x8xf32>, memref<3x2xf32>) outs(%y : memref<3x8xf32>) {
  ^bb0(%a: f32, %unused: f32, %out: f32):
    %0 = arith.maximumf %out, %a : f32
    linalg.yield %0 : f32
  }
  return
}

// The widest element type decides how many elements a vector has. A constant
// from outside becomes a vector.

#rows = affine_map<(i, j) -> (i, j)>
#sums = affine_map<(i, j) -> (j)>

// CHECK-LABEL: func.func @widened
// CHECK:         vector.load {{.*}} : memref<8xf32>, vector<4xf32>
// CHECK:         vector.load {{.*}} : memref<3x8xf16>, vector<4xf16>
// CHECK:         arith.extf {{.*}} : vector<4xf16> to vector<4xf32>
// CHECK:         %[[SCALE:.*]] = vector.broadcast {{.*}} : f32 to vector<4xf32>
// CHECK:         math.fma %{{.*}}, %[[SCALE]], %{{.*}} : vector<4xf32>
func.func @widened(%x: memref<3x8xf16>, %y: memref<8xf32>, %scale: f32) {
  linalg.generic {indexing_maps = [#rows, #sums], iterator_types = ["reduction", "parallel"]}
      ins(%x : memref<3x8xf16>) outs(%y : memref<8xf32>) {
  ^bb0(%a: f16, %out: f32):
    %0 = arith.extf %a : f16 to f32
    %1 = math.fma %0, %scale, %out : f32
    linalg.yield %1 : f32
  }
  return
}

// Rows that vectors do not divide, rows of unknown length, rows with gaps,
// operands that are repeated along rows, positions, and reductions along rows
// stay.

#gaps = affine_map<(i, j) -> (i, j * 2)>
#column = affine_map<(i, j) -> (i)>

// CHECK-LABEL: func.func @left
// CHECK-COUNT-6: linalg.generic
// CHECK-NOT:     vector
func.func @left(%x: memref<3x6xf32>, %x0: memref<6xf32>, %n: memref<3x?xf32>, %n0: memref<?xf32>,
                %y: memref<3x8xf32>, %y0: memref<4xf32>, %z: memref<3x4xf32>, %z0: memref<3xf32>, %p: memref<4xindex>) {
  linalg.generic {indexing_maps = [#rows, #sums], iterator_types = ["reduction", "parallel"]}
      ins(%x : memref<3x6xf32>) outs(%x0 : memref<6xf32>) {
  ^bb0(%a: f32, %out: f32):
    %0 = arith.addf %out, %a : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#rows, #sums], iterator_types = ["reduction", "parallel"]}
      ins(%n : memref<3x?xf32>) outs(%n0 : memref<?xf32>) {
  ^bb0(%a: f32, %out: f32):
    %0 = arith.addf %out, %a : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#gaps, #sums], iterator_types = ["reduction", "parallel"]}
      ins(%y : memref<3x8xf32>) outs(%y0 : memref<4xf32>) {
  ^bb0(%a: f32, %out: f32):
    %0 = arith.addf %out, %a : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#column, #sums], iterator_types = ["reduction", "parallel"]}
      ins(%z0 : memref<3xf32>) outs(%y0 : memref<4xf32>) {
  ^bb0(%a: f32, %out: f32):
    %0 = arith.addf %out, %a : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#rows, #sums], iterator_types = ["reduction", "parallel"]}
      ins(%z : memref<3x4xf32>) outs(%p : memref<4xindex>) {
  ^bb0(%a: f32, %out: index):
    %0 = linalg.index 0 : index
    linalg.yield %0 : index
  }
  linalg.generic {indexing_maps = [#rows, #column], iterator_types = ["parallel", "reduction"]}
      ins(%z : memref<3x4xf32>) outs(%z0 : memref<3xf32>) {
  ^bb0(%a: f32, %out: f32):
    %0 = arith.addf %out, %a : f32
    linalg.yield %0 : f32
  }
  return
}
