// RUN: relay-lite-opt %s --relay-results-to-arguments | FileCheck %s

// CHECK-LABEL: func.func @two
// CHECK-SAME:    (%[[X:.*]]: memref<4xf32>, %[[Y:.*]]: memref<4xf32>, %[[Z:.*]]: memref<4xf32>) {
// CHECK-NOT:     memref.alloc
// CHECK:         memref.copy %[[X]], %[[Y]]
// CHECK:         memref.copy %[[X]], %[[Z]]
// CHECK:         return
func.func @two(%x: memref<4xf32>) -> (memref<4xf32>, memref<4xf32>) {
  %0 = memref.alloc() : memref<4xf32>
  memref.copy %x, %0 : memref<4xf32> to memref<4xf32>
  return %0, %x : memref<4xf32>, memref<4xf32>
}

// A value that is returned twice, or in another shape, is copied.

// CHECK-LABEL: func.func @twice
// CHECK-SAME:    (%[[X:.*]]: memref<4xf32>, %[[A:.*]]: memref<4xf32>, %[[B:.*]]: memref<4xf32>, %[[C:.*]]: memref<2x2xf32>, %[[D:.*]]: memref<4xf32>) {
// CHECK:         %[[BUFFER:.*]] = memref.alloc
// CHECK:         memref.copy %[[X]], %[[D]]
// CHECK:         %[[VIEW:.*]] = memref.expand_shape %[[D]]
// CHECK-DAG:     memref.copy %[[BUFFER]], %[[A]]
// CHECK-DAG:     memref.copy %[[BUFFER]], %[[B]]
// CHECK-DAG:     memref.copy %[[VIEW]], %[[C]]
// CHECK-NEXT:    return
func.func @twice(%x: memref<4xf32>) -> (memref<4xf32>, memref<4xf32>, memref<2x2xf32>, memref<4xf32>) {
  %0 = memref.alloc() : memref<4xf32>
  memref.copy %x, %0 : memref<4xf32> to memref<4xf32>
  %1 = memref.alloc() : memref<4xf32>
  memref.copy %x, %1 : memref<4xf32> to memref<4xf32>
  %2 = memref.expand_shape %1 [[0, 1]] output_shape [2, 2] : memref<4xf32> into memref<2x2xf32>
  return %0, %0, %2, %1 : memref<4xf32>, memref<4xf32>, memref<2x2xf32>, memref<4xf32>
}

// All results stay if one has a dynamic shape.

// CHECK-LABEL: func.func @dynamic
// CHECK-SAME:    -> (memref<4xf32>, memref<?xf32>)
func.func @dynamic(%x: memref<4xf32>, %y: memref<?xf32>) -> (memref<4xf32>, memref<?xf32>) {
  return %x, %y : memref<4xf32>, memref<?xf32>
}

// CHECK-LABEL: func.func private @hidden() -> memref<4xf32>
// CHECK-LABEL: func.func @callee() -> memref<4xf32>
// CHECK-LABEL: func.func @caller(%{{.*}}: memref<4xf32>)
func.func private @hidden() -> memref<4xf32>
func.func @callee() -> memref<4xf32> {
  %0 = call @hidden() : () -> memref<4xf32>
  return %0 : memref<4xf32>
}
func.func @caller() -> memref<4xf32> {
  %0 = call @callee() : () -> memref<4xf32>
  return %0 : memref<4xf32>
}
