// RUN: relay-lite-opt %s --relay-plan-memory | FileCheck %s

// Buffers of different lives share bytes; the largest is placed first.

// CHECK-LABEL: func.func @shared
// CHECK-SAME:    %[[W:[a-z0-9]+]]: memref<320xi8>)
// CHECK-SAME:    relay.live_bytes = 320 : i64, relay.workspace_bytes = 320 : i64
// CHECK-NOT:     memref.alloc
// CHECK:         %[[C256:.*]] = arith.constant 256 : index
// CHECK:         memref.view %[[W]][%[[C256]]][] : memref<320xi8> to memref<2x3xf32>
// CHECK:         %[[C0:.*]] = arith.constant 0 : index
// CHECK:         memref.view %[[W]][%[[C0]]][] : memref<320xi8> to memref<64xf32>
// CHECK:         %[[C256_0:.*]] = arith.constant 256 : index
// CHECK:         memref.view %[[W]][%[[C256_0]]][] : memref<320xi8> to memref<5xi1>
// CHECK-NOT:     memref.dealloc
func.func @shared() {
  %a = memref.alloc() : memref<2x3xf32>
  %b = memref.alloc() : memref<64xf32>
  memref.dealloc %a : memref<2x3xf32>
  %c = memref.alloc() : memref<5xi1>
  memref.dealloc %c : memref<5xi1>
  memref.dealloc %b : memref<64xf32>
  return
}

// A buffer of a loop lives for one iteration, beside those around the loop. Its
// successor, which the next iteration reads, stays.

// CHECK-LABEL: func.func @loop
// CHECK-SAME:    memref<192xi8>) attributes {relay.live_bytes = 192 : i64
// CHECK:         memref.alloc() : memref<7xf32>
// CHECK:         memref.view
// CHECK:         scf.for
// CHECK:           memref.view
// CHECK:           memref.view
// CHECK:           %[[NEXT:.*]] = memref.alloc() : memref<7xf32>
// CHECK:           scf.yield %[[NEXT]]
func.func @loop(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %first = memref.alloc() : memref<7xf32>
  %outer = memref.alloc() : memref<16xf32>
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%x = %first) -> memref<7xf32> {
    %a = memref.alloc() : memref<16xf32>
    %b = memref.alloc() : memref<16xf32>
    memref.dealloc %a : memref<16xf32>
    memref.dealloc %b : memref<16xf32>
    memref.dealloc %x : memref<7xf32>
    %next = memref.alloc() : memref<7xf32>
    scf.yield %next : memref<7xf32>
  }
  memref.dealloc %last : memref<7xf32>
  memref.dealloc %outer : memref<16xf32>
  return
}

// A buffer that is dynamic, in a parallel loop, or not freed in its block
// stays.

// CHECK-LABEL: func.func @left
// CHECK-SAME:    memref<0xi8>)
// CHECK-COUNT-3: memref.alloc
func.func @left(%n: index, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc(%n) : memref<?xf32>
  memref.dealloc %a : memref<?xf32>
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %b = memref.alloc() : memref<4xf32>
    memref.dealloc %b : memref<4xf32>
  }
  %d = memref.alloc() : memref<4xf32>
  scf.if %c {
    memref.dealloc %d : memref<4xf32>
  }
  return
}

// Functions that others call keep their arguments.

// CHECK-LABEL: func.func @callee()
// CHECK:         memref.alloc
// CHECK-LABEL: func.func private @hidden()
// CHECK:         memref.alloc
// CHECK-LABEL: func.func @caller(%{{.*}}: memref<0xi8>)
func.func @callee() {
  %a = memref.alloc() : memref<4xf32>
  memref.dealloc %a : memref<4xf32>
  return
}
func.func private @hidden() {
  %a = memref.alloc() : memref<4xf32>
  memref.dealloc %a : memref<4xf32>
  return
}
func.func @caller() {
  call @callee() : () -> ()
  return
}
