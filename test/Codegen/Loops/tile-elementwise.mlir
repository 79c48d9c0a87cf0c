// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-tile-elementwise))' --split-input-file | FileCheck %s
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-tile-elementwise{vector-bytes=0}))' --split-input-file | FileCheck %s --check-prefix=NO-VECTORS
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-tile-elementwise{tile-size=0}))' --split-input-file | FileCheck %s --check-prefix=NO-TILES
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-tile-elementwise{vector-bytes=64}))' --split-input-file | FileCheck %s --check-prefix=WIDE

// Rows of 20 are two vectors and four elements; the one of %y is broadcast.
// CHECK-LABEL: func.func @rows
// CHECK-SAME:    %[[X:.*]]: memref<3x20xf32>, %[[Y:.*]]: memref<3xf32>, %[[Z:.*]]: memref<3x20xf32>)
// CHECK:         scf.for %{{.*}} = %{{.*}} to %{{.*}} step
// CHECK:           scf.for %{{.*}} = %{{.*}} to %[[END:.*]] step
// CHECK:             %[[A:.*]] = vector.transfer_read {{.*}} {in_bounds = [true]} : {{.*}}, vector<8xf32>
// CHECK:             %[[P:.*]] = arith.mulf %{{.*}}, %{{.*}} : vector<8xf32>
// CHECK:             vector.transfer_write %[[P]], {{.*}} {in_bounds = [true]} : vector<8xf32>
// CHECK:         linalg.generic
// CHECK-SAME:      memref<3x4xf32
// CHECK:           arith.mulf %{{.*}}, %{{.*}} : f32
// NO-VECTORS-LABEL: func.func @rows
// NO-VECTORS-NEXT:    linalg.generic
// NO-VECTORS-SAME:      memref<3x20xf32>
// WIDE-LABEL: func.func @rows
// WIDE:         arith.mulf %{{.*}}, %{{.*}} : vector<16xf32>
// WIDE:         linalg.generic
#id = affine_map<(i, j) -> (i, j)>
#col = affine_map<(i, j) -> (i)>
func.func @rows(%x: memref<3x20xf32>, %y: memref<3xf32>, %z: memref<3x20xf32>) {
  linalg.generic {indexing_maps = [#id, #col, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %y : memref<3x20xf32>, memref<3xf32>) outs(%z : memref<3x20xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %0 = arith.mulf %a, %b : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

// The number of elements is that of the widest type.
// CHECK-LABEL: func.func @types
// CHECK:         arith.extf %{{.*}} : vector<4xf32> to vector<4xf64>
// CHECK-NOT:     linalg.generic
#id = affine_map<(i) -> (i)>
func.func @types(%x: memref<16xf32>, %y: memref<16xf64>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : memref<16xf32>) outs(%y : memref<16xf64>) {
  ^bb0(%a: f32, %out: f64):
    %0 = arith.extf %a : f32 to f64
    linalg.yield %0 : f64
  }
  return
}

// -----

// Three tiles of 32 and a smaller one along each side.
// CHECK-LABEL: func.func @transposed
// CHECK:         scf.for
// CHECK:           scf.for
// CHECK:             %[[A:.*]] = memref.subview
// CHECK:             %[[B:.*]] = memref.subview
// CHECK:             linalg.generic {{.*}} ins(%[[A]] : {{.*}}) outs(%[[B]] :
// NO-TILES-LABEL: func.func @transposed
// NO-TILES-NEXT:    linalg.generic
#id = affine_map<(i, j) -> (i, j)>
#tr = affine_map<(i, j) -> (j, i)>
func.func @transposed(%x: memref<100x70xf32>, %y: memref<70x100xf32>) {
  linalg.generic {indexing_maps = [#tr, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<100x70xf32>) outs(%y : memref<70x100xf32>) {
  ^bb0(%a: f32, %out: f32):
    linalg.yield %a : f32
  }
  return
}

// -----

// These stay as they are: small transpositions, short and dynamic rows,
// elements that are not bytes, indices, reductions, rows with gaps, and
// tensors.
// CHECK-LABEL: func.func @others
// CHECK-NOT:     scf.for
// CHECK-NOT:     vector.
// CHECK-COUNT-8: linalg.generic
// CHECK:         return
#id = affine_map<(i, j) -> (i, j)>
#tr = affine_map<(i, j) -> (j, i)>
#id1 = affine_map<(i) -> (i)>
#none = affine_map<(i) -> ()>
func.func @others(%x: memref<20x20xf32>, %y: memref<20x20xf32>, %s: memref<7xf32>, %d: memref<?xf32>, %b: memref<64xi1>,
                  %f: memref<64xf32>, %g: memref<f32>, %h: memref<64xf32, strided<[2]>>, %t: tensor<64xf32>, %i: memref<64xindex>) -> tensor<64xf32> {
  linalg.generic {indexing_maps = [#tr, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<20x20xf32>) outs(%y : memref<20x20xf32>) {
  ^bb0(%a: f32, %out: f32):
    linalg.yield %a : f32
  }
  linalg.generic {indexing_maps = [#id1], iterator_types = ["parallel"]} outs(%s : memref<7xf32>) {
  ^bb0(%out: f32):
    %0 = arith.negf %out : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id1], iterator_types = ["parallel"]} outs(%d : memref<?xf32>) {
  ^bb0(%out: f32):
    %0 = arith.negf %out : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%b : memref<64xi1>) outs(%b : memref<64xi1>) {
  ^bb0(%a: i1, %out: i1):
    %0 = arith.xori %a, %out : i1
    linalg.yield %0 : i1
  }
  linalg.generic {indexing_maps = [#id1], iterator_types = ["parallel"]} outs(%i : memref<64xindex>) {
  ^bb0(%out: index):
    %0 = linalg.index 0 : index
    linalg.yield %0 : index
  }
  linalg.generic {indexing_maps = [#id1, #none], iterator_types = ["reduction"]}
      ins(%f : memref<64xf32>) outs(%g : memref<f32>) {
  ^bb0(%a: f32, %out: f32):
    %0 = arith.addf %a, %out : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id1], iterator_types = ["parallel"]} outs(%h : memref<64xf32, strided<[2]>>) {
  ^bb0(%out: f32):
    %0 = arith.negf %out : f32
    linalg.yield %0 : f32
  }
  %r = linalg.generic {indexing_maps = [#id1], iterator_types = ["parallel"]} outs(%t : tensor<64xf32>) {
  ^bb0(%out: f32):
    %0 = arith.negf %out : f32
    linalg.yield %0 : f32
  } -> tensor<64xf32>
  return %r : tensor<64xf32>
}
