// RUN: relay-lite-opt %s --relay-outline-parallel-loops | FileCheck %s

// The values that the body uses are in a struct; constants are copied.
// CHECK-LABEL: func @captures
// CHECK-SAME:    %[[X:.*]]: f32, %[[Y:.*]]: memref<?xf32>
// CHECK:         %[[CAPTURES:.*]] = llvm.alloca %{{.*}} x !llvm.struct<(f32, struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>)>
// CHECK:         scf.for
// CHECK:           %[[P0:.*]] = llvm.getelementptr %[[CAPTURES]][0, 0]
// CHECK:           llvm.store %[[X]], %[[P0]]
// CHECK:           %[[P1:.*]] = llvm.getelementptr %[[CAPTURES]][0, 1]
// CHECK:           llvm.store %{{.*}}, %[[P1]]
// CHECK:           %[[F:.*]] = func.constant @relay.pieces : (!llvm.ptr, i64) -> ()
// CHECK:           %[[PIECE:.*]] = builtin.unrealized_conversion_cast %[[F]]
// CHECK:           %[[COUNT:.*]] = llvm.mlir.constant(3 : i64)
// CHECK:           llvm.call @relay_rt_parallel(%[[PIECE]], %[[CAPTURES]], %[[COUNT]])
// CHECK-NOT:     scf.parallel
func.func @captures(%x: f32, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c13 = arith.constant 13 : index
  scf.for %n = %c0 to %c4 step %c1 {
    scf.parallel (%i) = (%c1) to (%c13) step (%c4) {
      %0 = arith.addi %i, %c4 : index
      memref.store %x, %y[%0] : memref<?xf32>
    }
  }
  return
}

// A global is named in the body, and not captured.
memref.global "private" constant @weights : memref<4xf32> = dense<2.0>
// CHECK-LABEL: func @globals
// CHECK:         llvm.alloca %{{.*}} x !llvm.struct<(struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>)>
func.func @globals(%y: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %weights = memref.get_global @weights : memref<4xf32>
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    %0 = memref.load %weights[%i] : memref<4xf32>
    memref.store %0, %y[%i] : memref<4xf32>
  }
  return
}

// An inner loop stays, and has its turn in each piece.
// CHECK-LABEL: func @nested
// CHECK:         constant @relay.pieces_1
// CHECK-NOT:     = constant
// CHECK:         return
func.func @nested(%y: memref<4x4xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    scf.parallel (%j) = (%c0) to (%c4) step (%c1) {
      memref.store %x, %y[%i, %j] : memref<4x4xf32>
    }
  }
  return
}

// Loops of other forms stay: dynamic bounds, two dimensions, results.
// CHECK-LABEL: func @others
// CHECK:         scf.parallel
// CHECK:         scf.parallel
// CHECK:         scf.parallel
func.func @others(%y: memref<4x4xf32>, %n: index, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    memref.store %x, %y[%i, %c0] : memref<4x4xf32>
  }
  scf.parallel (%i, %j) = (%c0, %c0) to (%c4, %c4) step (%c1, %c1) {
    memref.store %x, %y[%i, %j] : memref<4x4xf32>
  }
  %0 = scf.parallel (%i) = (%c0) to (%c4) step (%c1) init (%x) -> f32 {
    %1 = memref.load %y[%i, %c0] : memref<4x4xf32>
    scf.reduce(%1 : f32) {
    ^bb0(%a: f32, %b: f32):
      %2 = arith.addf %a, %b : f32
      scf.reduce.return %2 : f32
    }
  }
  return %0 : f32
}

// CHECK:       llvm.func @relay_rt_parallel(!llvm.ptr, !llvm.ptr, i64)
// CHECK:       func private @relay.pieces(%[[CAPTURES:.*]]: !llvm.ptr, %[[NUMBER:.*]]: i64)
// CHECK:         %[[P0:.*]] = llvm.getelementptr %[[CAPTURES]][0, 0]
// CHECK:         %[[X:.*]] = llvm.load %[[P0]]
// CHECK:         %[[P1:.*]] = llvm.getelementptr %[[CAPTURES]][0, 1]
// CHECK:         %[[FIELD:.*]] = llvm.load %[[P1]]
// CHECK:         %[[Y:.*]] = builtin.unrealized_conversion_cast %[[FIELD]]
// CHECK:         %[[N:.*]] = arith.index_cast %[[NUMBER]]
// CHECK:         %[[STEPS:.*]] = arith.muli %[[N]], %{{.*}}
// CHECK:         %[[I:.*]] = arith.addi %{{.*}}, %[[STEPS]]
// CHECK:         %[[PLACE:.*]] = arith.addi %[[I]], %{{.*}}
// CHECK:         memref.store %[[X]], %[[Y]][%[[PLACE]]]
// CHECK:         return
// CHECK:       func private @relay.pieces_0
// CHECK:         scf.parallel
