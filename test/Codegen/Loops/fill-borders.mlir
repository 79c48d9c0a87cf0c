// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-fill-borders))' | FileCheck %s

// The rows above and below the image are as wide as the buffer. The columns
// beside it are as high as the image.

// CHECK-LABEL: func.func @image
// CHECK:         %[[PAD:.*]] = arith.constant
// CHECK:         %[[BUFFER:.*]] = memref.alloc() : memref<2x7x8xf32>
// CHECK-NEXT:    scf.execute_region no_inline {
// CHECK-NEXT:      %[[TOP:.*]] = memref.subview %[[BUFFER]][0, 0, 0] [2, 1, 8] [1, 1, 1]
// CHECK-NEXT:      linalg.fill ins(%[[PAD]] : f32) outs(%[[TOP]]
// CHECK-NEXT:      %[[BOTTOM:.*]] = memref.subview %[[BUFFER]][0, 6, 0] [2, 1, 8] [1, 1, 1]
// CHECK-NEXT:      linalg.fill ins(%[[PAD]] : f32) outs(%[[BOTTOM]]
// CHECK-NEXT:      %[[RIGHT:.*]] = memref.subview %[[BUFFER]][0, 1, 6] [2, 5, 2] [1, 1, 1]
// CHECK-NEXT:      linalg.fill ins(%[[PAD]] : f32) outs(%[[RIGHT]]
// CHECK-NEXT:      scf.yield
// CHECK-NEXT:    }
// CHECK-NEXT:    memref.subview %[[BUFFER]][0, 1, 0] [2, 5, 6] [1, 1, 1]
// CHECK-NEXT:    memref.copy
func.func @image(%x: memref<2x5x6xf32>) -> memref<2x7x8xf32> {
  %pad = arith.constant 7.0 : f32
  %0 = memref.alloc() : memref<2x7x8xf32>
  linalg.fill ins(%pad : f32) outs(%0 : memref<2x7x8xf32>)
  %1 = memref.subview %0[0, 1, 0] [2, 5, 6] [1, 1, 1] : memref<2x7x8xf32> to memref<2x5x6xf32, strided<[56, 8, 1], offset: 8>>
  memref.copy %x, %1 : memref<2x5x6xf32> to memref<2x5x6xf32, strided<[56, 8, 1], offset: 8>>
  return %0 : memref<2x7x8xf32>
}

// A dimension of size 1 that the part does not have is part of the border. An
// operation of linalg may write the part, too.

#id = affine_map<(i) -> (i)>
// CHECK-LABEL: func.func @reduced_rank
// CHECK:         memref.subview %{{.*}}[0, 0] [1, 2] [1, 1]
// CHECK-NEXT:    linalg.fill
// CHECK-NEXT:    scf.yield
// CHECK:         linalg.generic
func.func @reduced_rank(%x: memref<4xf32>, %pad: f32) -> memref<1x6xf32> {
  %0 = memref.alloc() : memref<1x6xf32>
  linalg.fill ins(%pad : f32) outs(%0 : memref<1x6xf32>)
  %1 = memref.subview %0[0, 2] [1, 4] [1, 1] : memref<1x6xf32> to memref<4xf32, strided<[1], offset: 2>>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : memref<4xf32>) outs(%1 : memref<4xf32, strided<[1], offset: 2>>) {
  ^bb0(%a: f32, %old: f32):
    %2 = arith.negf %a : f32
    linalg.yield %2 : f32
  }
  return %0 : memref<1x6xf32>
}

// Nothing is filled if the part is the whole buffer. Later operations may use it
// twice.

// CHECK-LABEL: func.func @whole
// CHECK-NOT:     linalg.fill
// CHECK-NOT:     scf.execute_region
// CHECK:         linalg.mul
func.func @whole(%x: memref<4xf32>, %y: memref<4xf32>, %pad: f32) {
  %0 = memref.alloc() : memref<4xf32>
  linalg.fill ins(%pad : f32) outs(%0 : memref<4xf32>)
  %1 = memref.subview %0[0] [4] [1] : memref<4xf32> to memref<4xf32, strided<[1]>>
  memref.copy %x, %1 : memref<4xf32> to memref<4xf32, strided<[1]>>
  linalg.mul ins(%0, %0 : memref<4xf32>, memref<4xf32>) outs(%y : memref<4xf32>)
  return
}

// The fill stays if the next operation that uses the buffer reads it, ...

// CHECK-LABEL: func.func @read_first
// CHECK-NOT:     scf.execute_region
func.func @read_first(%x: memref<4xf32>, %y: memref<6xf32>, %pad: f32) -> memref<6xf32> {
  %0 = memref.alloc() : memref<6xf32>
  linalg.fill ins(%pad : f32) outs(%0 : memref<6xf32>)
  memref.copy %0, %y : memref<6xf32> to memref<6xf32>
  %1 = memref.subview %0[1] [4] [1] : memref<6xf32> to memref<4xf32, strided<[1], offset: 1>>
  memref.copy %x, %1 : memref<4xf32> to memref<4xf32, strided<[1], offset: 1>>
  return %0 : memref<6xf32>
}

// ... also if that is the one that writes the part, ...

// CHECK-LABEL: func.func @read_as_shape
// CHECK-NOT:     scf.execute_region
func.func @read_as_shape(%x: memref<1xi32>, %y: memref<?x?xf32>, %pad: i32) -> memref<?x?xf32> {
  %0 = memref.alloc() : memref<2xi32>
  linalg.fill ins(%pad : i32) outs(%0 : memref<2xi32>)
  %1 = memref.subview %0[0] [1] [1] : memref<2xi32> to memref<1xi32, strided<[1]>>
  %2 = memref.reshape %y(%0) : (memref<?x?xf32>, memref<2xi32>) -> memref<?x?xf32>
  memref.copy %x, %1 : memref<1xi32> to memref<1xi32, strided<[1]>>
  return %2 : memref<?x?xf32>
}

// CHECK-LABEL: func.func @read_by_writer
// CHECK-NOT:     scf.execute_region
func.func @read_by_writer(%pad: f32) -> memref<6xf32> {
  %0 = memref.alloc() : memref<6xf32>
  linalg.fill ins(%pad : f32) outs(%0 : memref<6xf32>)
  %1 = memref.subview %0[1] [4] [1] : memref<6xf32> to memref<4xf32, strided<[1], offset: 1>>
  %2 = memref.subview %0[2] [4] [1] : memref<6xf32> to memref<4xf32, strided<[1], offset: 2>>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%2 : memref<4xf32, strided<[1], offset: 2>>) outs(%1 : memref<4xf32, strided<[1], offset: 1>>) {
  ^bb0(%a: f32, %old: f32):
    linalg.yield %a : f32
  }
  return %0 : memref<6xf32>
}

// ... if the part is updated or written in another block, ...

// CHECK-LABEL: func.func @updated
// CHECK-NOT:     scf.execute_region
func.func @updated(%x: memref<4xf32>, %pad: f32) -> memref<6xf32> {
  %0 = memref.alloc() : memref<6xf32>
  linalg.fill ins(%pad : f32) outs(%0 : memref<6xf32>)
  %1 = memref.subview %0[1] [4] [1] : memref<6xf32> to memref<4xf32, strided<[1], offset: 1>>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : memref<4xf32>) outs(%1 : memref<4xf32, strided<[1], offset: 1>>) {
  ^bb0(%a: f32, %old: f32):
    %2 = arith.addf %a, %old : f32
    linalg.yield %2 : f32
  }
  return %0 : memref<6xf32>
}

// CHECK-LABEL: func.func @perhaps
// CHECK-NOT:     scf.execute_region
func.func @perhaps(%x: memref<4xf32>, %pad: f32, %condition: i1) -> memref<6xf32> {
  %0 = memref.alloc() : memref<6xf32>
  linalg.fill ins(%pad : f32) outs(%0 : memref<6xf32>)
  %1 = memref.subview %0[1] [4] [1] : memref<6xf32> to memref<4xf32, strided<[1], offset: 1>>
  scf.if %condition {
    memref.copy %x, %1 : memref<4xf32> to memref<4xf32, strided<[1], offset: 1>>
  }
  return %0 : memref<6xf32>
}

// ... if others use the buffer before, or may know it by another name, ...

// CHECK-LABEL: func.func @used_before
// CHECK-NOT:     scf.execute_region
func.func @used_before(%x: memref<4xf32>, %pad: f32, %other: memref<6xf32>, %condition: i1) -> memref<6xf32> {
  %0 = memref.alloc() : memref<6xf32>
  %1 = arith.select %condition, %0, %other : memref<6xf32>
  linalg.fill ins(%pad : f32) outs(%0 : memref<6xf32>)
  %2 = memref.subview %0[1] [4] [1] : memref<6xf32> to memref<4xf32, strided<[1], offset: 1>>
  memref.copy %x, %2 : memref<4xf32> to memref<4xf32, strided<[1], offset: 1>>
  return %1 : memref<6xf32>
}

// CHECK-LABEL: func.func @argument
// CHECK-NOT:     scf.execute_region
func.func @argument(%x: memref<4xf32>, %pad: f32, %0: memref<6xf32>) {
  linalg.fill ins(%pad : f32) outs(%0 : memref<6xf32>)
  %1 = memref.subview %0[1] [4] [1] : memref<6xf32> to memref<4xf32, strided<[1], offset: 1>>
  memref.copy %x, %1 : memref<4xf32> to memref<4xf32, strided<[1], offset: 1>>
  return
}

// ... if the part has gaps, is less than half, or is of unknown place or size.

// CHECK-LABEL: func.func @gaps
// CHECK-NOT:     scf.execute_region
func.func @gaps(%x: memref<4xf32>, %pad: f32) -> memref<7xf32> {
  %0 = memref.alloc() : memref<7xf32>
  linalg.fill ins(%pad : f32) outs(%0 : memref<7xf32>)
  %1 = memref.subview %0[0] [4] [2] : memref<7xf32> to memref<4xf32, strided<[2]>>
  memref.copy %x, %1 : memref<4xf32> to memref<4xf32, strided<[2]>>
  return %0 : memref<7xf32>
}

// CHECK-LABEL: func.func @small
// CHECK-NOT:     scf.execute_region
func.func @small(%x: memref<4xf32>, %pad: f32) -> memref<10xf32> {
  %0 = memref.alloc() : memref<10xf32>
  linalg.fill ins(%pad : f32) outs(%0 : memref<10xf32>)
  %1 = memref.subview %0[3] [4] [1] : memref<10xf32> to memref<4xf32, strided<[1], offset: 3>>
  memref.copy %x, %1 : memref<4xf32> to memref<4xf32, strided<[1], offset: 3>>
  return %0 : memref<10xf32>
}

// CHECK-LABEL: func.func @dynamic
// CHECK-NOT:     scf.execute_region
func.func @dynamic(%x: memref<4xf32>, %pad: f32, %n: index) -> (memref<6xf32>, memref<?xf32>) {
  %0 = memref.alloc() : memref<6xf32>
  linalg.fill ins(%pad : f32) outs(%0 : memref<6xf32>)
  %1 = memref.subview %0[%n] [4] [1] : memref<6xf32> to memref<4xf32, strided<[1], offset: ?>>
  memref.copy %x, %1 : memref<4xf32> to memref<4xf32, strided<[1], offset: ?>>
  %2 = memref.alloc(%n) : memref<?xf32>
  linalg.fill ins(%pad : f32) outs(%2 : memref<?xf32>)
  %3 = memref.subview %2[0] [4] [1] : memref<?xf32> to memref<4xf32, strided<[1]>>
  memref.copy %x, %3 : memref<4xf32> to memref<4xf32, strided<[1]>>
  return %0, %2 : memref<6xf32>, memref<?xf32>
}
