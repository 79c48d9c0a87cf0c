// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-check-shapes))' | FileCheck %s

// CHECK-LABEL: func.func @product
// CHECK:         cf.assert %{{.*}}, "{{.*}}check-shapes.mlir:[[#@LINE+6]]:8: dimension #0 of input/output operand #1 is incompatible with inferred dimension size"
// CHECK:         linalg.matmul
// CHECK-NOT:     cf.assert
// CHECK:         return
func.func @product(%x: tensor<2x?xf32>, %y: tensor<?x3xf32>,
                   %z: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = linalg.matmul ins(%x, %y : tensor<2x?xf32>, tensor<?x3xf32>)
                     outs(%z : tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @reshape
// CHECK:         %[[BEFORE:.*]] = arith.muli %{{.*}}, %{{.*}}
// CHECK:         %[[FITS:.*]] = arith.cmpi eq, %[[BEFORE]], %{{.*}} : index
// CHECK:         cf.assert %[[FITS]], "{{.*}}:[[#@LINE+3]]:8: the new shape has another number of elements"
// CHECK-NEXT:    tensor.reshape
func.func @reshape(%x: tensor<?xf32>, %shape: tensor<2xi64>) -> tensor<?x?xf32> {
  %0 = tensor.reshape %x(%shape) : (tensor<?xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// CHECK-LABEL: func.func @reshape_by_indices
// CHECK-NOT:     arith.index_cast
// CHECK:         cf.assert {{.*}} the new shape has another number of elements
// CHECK-NEXT:    tensor.reshape
func.func @reshape_by_indices(%x: tensor<?xf32>, %shape: tensor<2xindex>) -> tensor<?x?xf32> {
  %0 = tensor.reshape %x(%shape) : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// CHECK-LABEL: func.func @expand
// CHECK:         cf.assert {{.*}} the new shape has another number of elements
// CHECK-NEXT:    tensor.expand_shape
func.func @expand(%x: tensor<?xf32>, %n: index) -> tensor<?x2xf32> {
  %0 = tensor.expand_shape %x [[0, 1]] output_shape [%n, 2] : tensor<?xf32> into tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}

// CHECK-LABEL: func.func @insert
// CHECK-SAME:    (%[[X:.*]]: tensor<?xf32>, %[[Y:.*]]: tensor<?x?xf32>, %[[I:.*]]: index, %[[N:.*]]: index)
// CHECK-DAG:     %[[SOURCE:.*]] = tensor.dim %[[X]]
// CHECK-DAG:     arith.cmpi sge, %[[I]], %{{.*}}
// CHECK-DAG:     arith.cmpi eq, %[[N]], %[[SOURCE]]
// CHECK:         cf.assert %{{.*}}, "{{.*}}:[[#@LINE+3]]:8: the slice does not fit the tensor"
// CHECK-NEXT:    tensor.insert_slice
func.func @insert(%x: tensor<?xf32>, %y: tensor<?x?xf32>, %i: index, %n: index) -> tensor<?x?xf32> {
  %0 = tensor.insert_slice %x into %y[%i, 0] [1, %n] [1, 2] : tensor<?xf32> into tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// Elements, and what types tell, are not checked.

// CHECK-LABEL: func.func @unchecked
// CHECK-NOT:     cf.assert
func.func @unchecked(%x: tensor<?xf32>, %y: tensor<4xf32>, %i: index) -> (f32, tensor<2xf32>) {
  %0 = tensor.extract %x[%i] : tensor<?xf32>
  %1 = tensor.extract_slice %y[1] [2] [1] : tensor<4xf32> to tensor<2xf32>
  return %0, %1 : f32, tensor<2xf32>
}
