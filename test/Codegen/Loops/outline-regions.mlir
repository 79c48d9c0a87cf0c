// RUN: relay-lite-opt %s --relay-outline-regions | FileCheck %s

// Equal regions share a function. Constants are part of it, and buffers stay
// with the caller.

// CHECK-LABEL: func.func @equal
// CHECK-SAME:    %[[X:.*]]: memref<4xf32>, %[[Y:.*]]: memref<4xf32>
// CHECK:         %[[A:.*]] = memref.alloc()
// CHECK-NEXT:    call @[[$F:.*]](%[[A]], %[[X]])
// CHECK-NEXT:    memref.dealloc %[[A]]
// CHECK-NEXT:    %[[B:.*]] = memref.alloc()
// CHECK-NEXT:    call @[[$F]](%[[B]], %[[Y]])
// CHECK-NEXT:    memref.dealloc %[[B]]
// CHECK-NEXT:    call @[[$G:.*]](%[[Y]])
func.func @equal(%x: memref<4xf32>, %y: memref<4xf32>) {
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  scf.execute_region no_inline {
    %0 = memref.alloc() : memref<4xf32>
    linalg.fill ins(%one : f32) outs(%0 : memref<4xf32>)
    memref.copy %0, %x : memref<4xf32> to memref<4xf32>
    memref.dealloc %0 : memref<4xf32>
    scf.yield
  }
  scf.execute_region no_inline {
    %0 = memref.alloc() : memref<4xf32>
    linalg.fill ins(%one : f32) outs(%0 : memref<4xf32>)
    memref.copy %0, %y : memref<4xf32> to memref<4xf32>
    memref.dealloc %0 : memref<4xf32>
    scf.yield
  }
  scf.execute_region no_inline {
    linalg.fill ins(%two : f32) outs(%y : memref<4xf32>)
    scf.yield
  }
  return
}

// Buffers of dynamic size stay in the function.

// CHECK-LABEL: func.func @dynamic
// CHECK-NEXT:    call @[[$H:.*]](%{{.*}})
// CHECK-NEXT:    return
func.func @dynamic(%x: memref<?xf32>) {
  scf.execute_region no_inline {
    %zero = arith.constant 0 : index
    %n = memref.dim %x, %zero : memref<?xf32>
    %0 = memref.alloc(%n) : memref<?xf32>
    memref.copy %0, %x : memref<?xf32> to memref<?xf32>
    memref.dealloc %0 : memref<?xf32>
    scf.yield
  }
  return
}

// Regions that may be inlined stay, and those with results or of several
// blocks.

// CHECK-LABEL: func.func @others
// CHECK-COUNT-3: scf.execute_region
func.func @others(%x: memref<4xf32>, %z: f32, %condition: i1) -> f32 {
  scf.execute_region {
    linalg.fill ins(%z : f32) outs(%x : memref<4xf32>)
    scf.yield
  }
  %0 = scf.execute_region -> f32 no_inline {
    scf.yield %z : f32
  }
  scf.execute_region no_inline {
    cf.cond_br %condition, ^bb1, ^bb2
  ^bb1:
    linalg.fill ins(%z : f32) outs(%x : memref<4xf32>)
    cf.br ^bb2
  ^bb2:
    scf.yield
  }
  return %0 : f32
}

// CHECK:       func.func private @[[$F]](%[[FROM:.*]]: memref<4xf32>, %[[TO:.*]]: memref<4xf32>)
// CHECK-SAME:    noinline
// CHECK-NEXT:    %[[ONE:.*]] = arith.constant 1.0
// CHECK-NEXT:    linalg.fill ins(%[[ONE]] : f32) outs(%[[FROM]] : memref<4xf32>)
// CHECK-NEXT:    memref.copy %[[FROM]], %[[TO]]
// CHECK-NEXT:    return
// CHECK:       func.func private @[[$G]]
// CHECK:       func.func private @[[$H]]
// CHECK:         memref.alloc(
// CHECK:         memref.dealloc
