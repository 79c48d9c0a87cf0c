// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-distribute-loops{threads=4 min-steps=64},canonicalize,cse))' | FileCheck %s
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-distribute-loops{threads=1 min-steps=64}))' | FileCheck %s --check-prefix=ONE
// ONE-LABEL: func @outer
// ONE-NOT:   scf.parallel
// ONE-LABEL: func @copy
// ONE-NEXT:  memref.copy
// ONE-LABEL: func @others

#id1 = affine_map<(i) -> (i)>
#id2 = affine_map<(i, j) -> (i, j)>
#id3 = affine_map<(b, i, j) -> (b, i, j)>

// The loop of the batch has one step; channels are divided.
// CHECK-LABEL: func @outer
// CHECK-SAME:    %[[X:.*]]: memref<1x8x16xf32>, %[[Y:.*]]: memref<1x8x16xf32>
// CHECK-DAG:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG:     %[[C8:.*]] = arith.constant 8 : index
// CHECK-DAG:     %[[C2:.*]] = arith.constant 2 : index
// CHECK:         scf.parallel (%[[I:.*]]) = (%[[C0]]) to (%[[C8]]) step (%[[C2]])
// CHECK-DAG:       %[[FROM:.*]] = memref.subview %[[X]][0, %[[I]], 0] [1, 2, 16] [1, 1, 1]
// CHECK-DAG:       %[[TO:.*]] = memref.subview %[[Y]][0, %[[I]], 0] [1, 2, 16] [1, 1, 1]
// CHECK:           linalg.generic {{.*}} ins(%[[FROM]] : {{.*}}) outs(%[[TO]] :
func.func @outer(%x: memref<1x8x16xf32>, %y: memref<1x8x16xf32>) {
  linalg.generic {indexing_maps = [#id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x : memref<1x8x16xf32>) outs(%y : memref<1x8x16xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.negf %a : f32
    linalg.yield %0 : f32
  }
  return
}

// A piece of the inner loop is a quarter; one of the outer loop would be a third.
// CHECK-LABEL: func @smallest
// CHECK:         memref.subview %{{.*}}[0, %{{.*}}] [3, 4] [1, 1]
// CHECK:         linalg.reduce
func.func @smallest(%x: memref<3x16x8xf32>, %y: memref<3x16xf32>) {
  linalg.reduce ins(%x : memref<3x16x8xf32>) outs(%y : memref<3x16xf32>) dimensions = [2]
    (%a: f32, %b: f32) {
      %0 = arith.addf %a, %b : f32
      linalg.yield %0 : f32
    }
  return
}

// The last piece of 13 rows has one.
// CHECK-LABEL: func @rest
// CHECK:         %[[SIZE:.*]] = affine.min
// CHECK:         memref.subview %{{.*}}[%{{.*}}, 0] [%[[SIZE]], 7]
func.func @rest(%x: memref<13x7xf32>, %y: memref<13x7xf32>) {
  linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]} ins(%x : memref<13x7xf32>) outs(%y : memref<13x7xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.negf %a : f32
    linalg.yield %0 : f32
  }
  return
}

// The innermost loop is divided without a rest, or not at all.
// CHECK-LABEL: func @inner
// CHECK:         memref.subview %{{.*}}[%{{.*}}] [32] [1]
// CHECK:       func @innerRest
// CHECK-NOT:     scf.parallel
// CHECK:       return
func.func @inner(%x: memref<128xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%x : memref<128xf32>)
  return
}
func.func @innerRest(%x: memref<131xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%x : memref<131xf32>)
  return
}

// A copy of a block is divided into equal parts.
// CHECK-LABEL: func @copy(
// CHECK-SAME:    %[[X:.*]]: memref<1x3x32xf32>, %[[Y:.*]]: memref<1x3x32xf32, strided<[96, 32, 1], offset: 64>>
func.func @copy(%x: memref<1x3x32xf32>, %y: memref<1x3x32xf32, strided<[96, 32, 1], offset: 64>>) {
  // CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
  // CHECK-DAG: %[[C24:.*]] = arith.constant 24 : index
  // CHECK-DAG: %[[C96:.*]] = arith.constant 96 : index
  // CHECK: scf.parallel (%[[I:.*]]) = (%[[C0]]) to (%[[C96]]) step (%[[C24]])
  // CHECK: %[[FROM:.*]] = memref.collapse_shape %[[X]] {{\[}}[0, 1, 2]]
  // CHECK: %[[SOURCE:.*]] = memref.subview %[[FROM]][%[[I]]] [24] [1]
  // CHECK: %[[TO:.*]] = memref.collapse_shape %[[Y]] {{\[}}[0, 1, 2]]
  // CHECK: %[[TARGET:.*]] = memref.subview %[[TO]][%[[I]]] [24] [1]
  // CHECK: memref.copy %[[SOURCE]], %[[TARGET]]
  memref.copy %x, %y : memref<1x3x32xf32> to memref<1x3x32xf32, strided<[96, 32, 1], offset: 64>>
  return
}

// Small copies, those with gaps or of dynamic sizes, those whose elements the
// threads do not divide, and those that threads share already stay.
// CHECK-LABEL: func @other_copies(
// CHECK:         memref.copy
// CHECK:         memref.copy
// CHECK:         memref.copy
// CHECK:         memref.copy
// CHECK:         scf.parallel
// CHECK-NOT:     scf.parallel
func.func @other_copies(%x: memref<60xf32>, %x2: memref<60xf32>, %y: memref<8x8xf32, strided<[16, 1]>>, %z: memref<?xf32>, %u: memref<65xf32>, %u2: memref<65xf32>, %v: memref<128xf32>, %w: memref<8x8xf32>, %r: memref<2x128xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  memref.copy %x, %x2 : memref<60xf32> to memref<60xf32>
  memref.copy %w, %y : memref<8x8xf32> to memref<8x8xf32, strided<[16, 1]>>
  memref.copy %z, %v : memref<?xf32> to memref<128xf32>
  memref.copy %u, %u2 : memref<65xf32> to memref<65xf32>
  scf.parallel (%i) = (%c0) to (%c2) step (%c1) {
    %row = memref.subview %r[%i, 0] [1, 128] [1, 1] : memref<2x128xf32> to memref<128xf32, strided<[1], offset: ?>>
    memref.copy %v, %row : memref<128xf32> to memref<128xf32, strided<[1], offset: ?>>
  }
  return
}

// Small operations, dynamic ones, tensors, and what threads share already stay.
// CHECK-LABEL: func @others
// CHECK:         linalg.fill
// CHECK:         linalg.fill
// CHECK:         linalg.fill
// CHECK:         scf.parallel
// CHECK-NOT:     scf.parallel
func.func @others(%x: memref<63xf32>, %y: memref<?xf32>, %z: tensor<128xf32>, %u: memref<2x128xf32>) -> tensor<128xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  linalg.fill ins(%zero : f32) outs(%x : memref<63xf32>)
  linalg.fill ins(%zero : f32) outs(%y : memref<?xf32>)
  %0 = linalg.fill ins(%zero : f32) outs(%z : tensor<128xf32>) -> tensor<128xf32>
  scf.parallel (%i) = (%c0) to (%c2) step (%c1) {
    %row = memref.subview %u[%i, 0] [1, 128] [1, 1] : memref<2x128xf32> to memref<128xf32, strided<[1], offset: ?>>
    linalg.fill ins(%zero : f32) outs(%row : memref<128xf32, strided<[1], offset: ?>>)
  }
  return %0 : tensor<128xf32>
}
