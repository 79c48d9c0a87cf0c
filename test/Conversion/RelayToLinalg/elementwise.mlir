// RUN: relay-lite-opt %s --convert-relay-to-linalg --split-input-file | FileCheck %s

// CHECK-LABEL: func @add_static
// CHECK-SAME: %[[X:.*]]: tensor<2x3xf32>, %[[Y:.*]]: tensor<3xf32>
func.func @add_static(%x: tensor<2x3xf32>, %y: tensor<3xf32>) -> tensor<2x3xf32> {
  // CHECK: %[[E:.*]] = tensor.empty() : tensor<2x3xf32>
  // CHECK: linalg.generic {indexing_maps = [#{{.*}}, #{{.*}}, #{{.*}}], iterator_types = ["parallel", "parallel"]} ins(%[[X]], %[[Y]] : tensor<2x3xf32>, tensor<3xf32>) outs(%[[E]] : tensor<2x3xf32>)
  // CHECK: arith.addf
  %0 = relay.add %x, %y : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// A dynamic dimension may be 1 at run time: it is read by index.
// CHECK-LABEL: func @add_dynamic
// CHECK-SAME: %[[X:.*]]: tensor<?xf32>, %[[Y:.*]]: tensor<4xf32>
func.func @add_dynamic(%x: tensor<?xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: linalg.generic {{.*}} ins(%[[Y]] : tensor<4xf32>)
  // CHECK: %[[I:.*]] = linalg.index 0
  // CHECK: %[[ONE:.*]] = arith.cmpi eq, %{{.*}}, %{{.*}} : index
  // CHECK: %[[J:.*]] = arith.select %[[ONE]], %{{.*}}, %[[I]]
  // CHECK: tensor.extract %[[X]][%[[J]]]
  %0 = relay.add %x, %y : (tensor<?xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func @add_dynamic_equal
func.func @add_dynamic_equal(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK-NOT: tensor.extract
  %0 = relay.add %x, %y {relay.equal_dynamic_dims} : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// CHECK-LABEL: func @add_less_refined
func.func @add_less_refined(%x: tensor<2xf32>) -> tensor<?xf32> {
  // CHECK: tensor.cast %{{.*}} : tensor<2xf32> to tensor<?xf32>
  %0 = relay.add %x, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// CHECK-LABEL: func @add_f16
func.func @add_f16(%x: tensor<f16>) -> tensor<f16> {
  // CHECK: linalg.generic {{.*}}iterator_types = []
  // CHECK: arith.extf
  // CHECK: arith.addf %{{.*}} : f32
  // CHECK: arith.truncf
  %0 = relay.add %x, %x : (tensor<f16>, tensor<f16>) -> tensor<f16>
  return %0 : tensor<f16>
}

// -----

// Unsigned elements become signless, the operation stays unsigned.
// CHECK-LABEL: func @sigmoid
func.func @sigmoid(%x: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK: linalg.generic
  // CHECK: math.absf
  // CHECK: math.exp
  // CHECK: arith.divf
  %0 = relay.sigmoid %x : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// CHECK-LABEL: func @divide_unsigned
// CHECK-SAME: %{{.*}}: tensor<2xi8>, %{{.*}}: tensor<2xi8>) -> tensor<2xi8>
func.func @divide_unsigned(%x: tensor<2xui8>, %y: tensor<2xui8>) -> tensor<2xui8> {
  // CHECK: arith.divui
  %0 = relay.divide %x, %y : (tensor<2xui8>, tensor<2xui8>) -> tensor<2xui8>
  return %0 : tensor<2xui8>
}

// -----

// CHECK-LABEL: func @where
func.func @where(%c: tensor<2x1xi32>, %x: tensor<3xf32>, %y: tensor<f32>) -> tensor<2x3xf32> {
  // CHECK: %[[C:.*]] = arith.cmpi ne
  // CHECK: arith.select %[[C]], %{{.*}}, %{{.*}} : f32
  %0 = relay.where %c, %x, %y : (tensor<2x1xi32>, tensor<3xf32>, tensor<f32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func @copy_zeros_ones
// CHECK-SAME: %[[X:.*]]: tensor<?xi32>
func.func @copy_zeros_ones(%x: tensor<?xi32>) -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>) {
  %0 = relay.copy %x : (tensor<?xi32>) -> tensor<?xi32>
  // CHECK: %[[ZEROS:.*]] = linalg.fill
  %1 = relay.zeros_like %x : (tensor<?xi32>) -> tensor<?xi32>
  // CHECK: %[[ONES:.*]] = linalg.fill
  %2 = relay.ones_like %x : (tensor<?xi32>) -> tensor<?xi32>
  // CHECK: return %[[X]], %[[ZEROS]], %[[ONES]]
  return %0, %1, %2 : tensor<?xi32>, tensor<?xi32>, tensor<?xi32>
}

// -----

// CHECK-LABEL: func @tuples
// CHECK-SAME: (%[[A:.*]]: tensor<f32>, %[[B:.*]]: tensor<i8>) -> (tensor<i8>, tensor<f32>)
func.func @tuples(%t: tuple<tensor<f32>, tensor<i8>>) -> tuple<tensor<i8>, tensor<f32>> {
  %0 = relay.tuple_get %t[0] : (tuple<tensor<f32>, tensor<i8>>) -> tensor<f32>
  %1 = relay.tuple_get %t[1] : (tuple<tensor<f32>, tensor<i8>>) -> tensor<i8>
  %2 = relay.tuple %1, %0 : (tensor<i8>, tensor<f32>) -> tuple<tensor<i8>, tensor<f32>>
  // CHECK: return %[[B]], %[[A]]
  return %2 : tuple<tensor<i8>, tensor<f32>>
}

// -----

// CHECK-LABEL: func @constant_unsigned
func.func @constant_unsigned() -> tensor<2xui8> {
  // CHECK: arith.constant dense<[1, -1]> : tensor<2xi8>
  %0 = relay.constant dense<[1, 255]> : tensor<2xui8>
  return %0 : tensor<2xui8>
}

// CHECK-LABEL: func @constant_unsigned_resource
func.func @constant_unsigned_resource() -> tensor<2xui8> {
  // CHECK: arith.constant dense_resource<weights> : tensor<2xi8>
  %0 = relay.constant dense_resource<weights> : tensor<2xui8>
  return %0 : tensor<2xui8>
}
{-#
  dialect_resources: { builtin: { weights: "0x0100000001FF" } }
#-}
