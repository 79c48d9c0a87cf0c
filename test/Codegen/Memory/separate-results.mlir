// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-separate-results))' | FileCheck %s

// CHECK-LABEL: func.func @same
// CHECK-NEXT:    %[[A:.*]] = memref.alloc()
// CHECK-NEXT:    %[[B:.*]] = bufferization.clone %[[A]]
// CHECK-NEXT:    return %{{.*}}, %[[A]], %[[B]]
func.func @same(%i: i32) -> (i32, memref<2xf32>, memref<2xf32>) {
  %0 = memref.alloc() : memref<2xf32>
  return %i, %0, %0 : i32, memref<2xf32>, memref<2xf32>
}

// CHECK-LABEL: func.func @view
// CHECK:         %[[A:.*]] = memref.alloc()
// CHECK-NEXT:    %[[V:.*]] = memref.expand_shape
// CHECK-NEXT:    %[[B:.*]] = bufferization.clone %[[V]]
// CHECK-NEXT:    return %[[A]], %[[B]]
func.func @view() -> (memref<2xf32>, memref<1x2xf32>) {
  %0 = memref.alloc() : memref<2xf32>
  %1 = memref.expand_shape %0 [[0, 1]] output_shape [1, 2] : memref<2xf32> into memref<1x2xf32>
  return %0, %1 : memref<2xf32>, memref<1x2xf32>
}

// Either may be the other.
// CHECK-LABEL: func.func @chosen
// CHECK:         %[[IF:.*]] = scf.if
// CHECK:         %[[B:.*]] = bufferization.clone %[[IF]]
// CHECK-NEXT:    return %{{.*}}, %[[B]]
func.func @chosen(%c: i1) -> (memref<2xf32>, memref<2xf32>) {
  %0 = memref.alloc() : memref<2xf32>
  %1 = scf.if %c -> memref<2xf32> {
    scf.yield %0 : memref<2xf32>
  } else {
    %2 = memref.alloc() : memref<2xf32>
    scf.yield %2 : memref<2xf32>
  }
  return %0, %1 : memref<2xf32>, memref<2xf32>
}

// The results of a function may be one buffer.
// CHECK-LABEL: func.func @called
// CHECK:         %[[R:.*]]:2 = call @pair
// CHECK-NEXT:    %[[B:.*]] = bufferization.clone %[[R]]#1
// CHECK-NEXT:    return %[[R]]#0, %[[B]]
func.func @called() -> (memref<2xf32>, memref<2xf32>) {
  %0:2 = call @pair() : () -> (memref<2xf32>, memref<2xf32>)
  return %0#0, %0#1 : memref<2xf32>, memref<2xf32>
}

// CHECK-LABEL: func.func private @pair
// CHECK-NOT:     bufferization.clone
func.func private @pair() -> (memref<2xf32>, memref<2xf32>) {
  %0 = memref.alloc() : memref<2xf32>
  return %0, %0 : memref<2xf32>, memref<2xf32>
}

// CHECK-LABEL: func.func @different
// CHECK-NOT:     bufferization.clone
func.func @different() -> (memref<2xf32>, memref<2xf32>) {
  %0 = memref.alloc() : memref<2xf32>
  %1 = memref.alloc() : memref<2xf32>
  return %0, %1 : memref<2xf32>, memref<2xf32>
}

// The strides of a view are those of the buffer, not those that its own sizes
// would give.
// CHECK-LABEL: func private @strided_view
// CHECK:         %[[VIEW:.*]] = memref.subview
// CHECK-NEXT:    %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:    %[[SIZE:.*]] = memref.dim %[[VIEW]], %[[C0]]
// CHECK-NEXT:    %[[COPY:.*]] = memref.alloc(%[[SIZE]]) : memref<?x2xf32>
// CHECK-NEXT:    memref.copy %[[VIEW]], %[[COPY]]
// CHECK-NEXT:    return %[[COPY]]
func.func private @strided_view(%x: memref<?x?xf32>, %n: index) -> memref<?x2xf32> {
  %0 = memref.subview %x[0, 0] [%n, 2] [1, 1] : memref<?x?xf32> to memref<?x2xf32, strided<[?, 1]>>
  %1 = memref.cast %0 : memref<?x2xf32, strided<[?, 1]>> to memref<?x2xf32>
  return %1 : memref<?x2xf32>
}

// CHECK-LABEL: func private @whole
// CHECK-NOT:     memref.alloc
func.func private @whole(%x: memref<?xf32>) -> memref<4xf32> {
  %0 = memref.cast %x : memref<?xf32> to memref<4xf32>
  return %0 : memref<4xf32>
}
