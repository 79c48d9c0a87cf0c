// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-unroll-loops{auto-max-step=8},canonicalize))' | FileCheck %s --check-prefixes=CHECK,STEP
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-unroll-loops{auto-max-extent=4},canonicalize))' | FileCheck %s --check-prefixes=CHECK,EXTENT
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-unroll-loops{auto-max-step=64 auto-max-depth=0},canonicalize))' | FileCheck %s --check-prefixes=CHECK,DEPTH
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-unroll-loops{auto-max-step=8 explicit-unroll=false}))' | FileCheck %s --check-prefix=MARK
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-unroll-loops))' | FileCheck %s --check-prefix=NONE

// A loop of 4 steps around one of 2, and one whose bounds are not known.

// CHECK-LABEL: func.func @nest
// STEP-NOT:      scf.for
// STEP-COUNT-8:  memref.store
// EXTENT-NOT:    scf.for
// EXTENT-COUNT-8: memref.store
// DEPTH:         scf.for
// DEPTH-COUNT-2: memref.store
// DEPTH-NOT:     memref.store
// DEPTH:         return
// MARK-LABEL:  func.func @nest
// MARK:          scf.for
// MARK:            scf.for
// MARK-COUNT-2:  {llvm.loop_annotation = #{{.*}}}
// NONE-LABEL:  func.func @nest
// NONE:          scf.for
// NONE:            scf.for
// NONE-NOT:      llvm.loop_annotation
func.func @nest(%m: memref<4x2xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c2 step %c1 {
      memref.store %x, %m[%i, %j] : memref<4x2xf32>
    }
  }
  return
}

// The inner loop has 6 steps, both together 18: too many.

// CHECK-LABEL: func.func @two_stores
// STEP:          scf.for
// STEP-NOT:      scf.for
// STEP-COUNT-6:  memref.store
// STEP-NOT:      memref.store
// STEP:          return
func.func @two_stores(%m: memref<3x3xf32>, %n: memref<3x3xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  scf.for %i = %c0 to %c3 step %c1 {
    scf.for %j = %c0 to %c3 step %c1 {
      memref.store %x, %m[%i, %j] : memref<3x3xf32>
      memref.store %x, %n[%i, %j] : memref<3x3xf32>
    }
  }
  return
}

// A loop around one that stays is not unrolled, however short it is.

// CHECK-LABEL: func.func @dynamic
// CHECK:         scf.for
// CHECK:           scf.for
// CHECK:             memref.store
// CHECK-NOT:         memref.store
func.func @dynamic(%m: memref<2x?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %c2 step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      memref.store %x, %m[%i, %j] : memref<2x?xf32>
    }
  }
  return
}

// Values carried around the loop.

// CHECK-LABEL: func.func @carried
// EXTENT-NOT:    scf.for
// EXTENT:        %[[A:.*]] = arith.addf %{{.*}}, %[[X:.*]] : f32
// EXTENT:        %[[B:.*]] = arith.addf %[[A]], %[[X]] : f32
// EXTENT:        return %[[B]]
func.func @carried(%s: f32, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = scf.for %i = %c0 to %c2 step %c1 iter_args(%a = %s) -> f32 {
    %b = arith.addf %a, %x : f32
    scf.yield %b : f32
  }
  return %r : f32
}
