// RUN: relay-lite-opt %s --convert-relay-to-linalg --canonicalize --cse | FileCheck %s

// CHECK-LABEL: func @slice_like
// CHECK-SAME: %[[X:.*]]: tensor<?x5xf32>, %[[Y:.*]]: tensor<?x3xi8>
func.func @slice_like(%x: tensor<?x5xf32>, %y: tensor<?x3xi8>) -> tensor<?x3xf32> {
  // CHECK: %[[D:.*]] = tensor.dim %[[Y]], %{{.*}}
  // CHECK: tensor.extract_slice %[[X]][0, 0] [%[[D]], 3] [1, 1]
  %0 = relay.slice_like %x, %y : (tensor<?x5xf32>, tensor<?x3xi8>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// No slice of nothing: linalg wants loops.
// CHECK-LABEL: func @slice_like_empty
func.func @slice_like_empty(%x: tensor<2x5xf32>, %y: tensor<0xi8>) -> tensor<0x5xf32> {
  // CHECK-NEXT: %[[E:.*]] = tensor.empty() : tensor<0x5xf32>
  // CHECK-NEXT: return %[[E]]
  %0 = relay.slice_like %x, %y : (tensor<2x5xf32>, tensor<0xi8>) -> tensor<0x5xf32>
  return %0 : tensor<0x5xf32>
}

// CHECK-LABEL: func @reshape_like
// CHECK-SAME: %[[X:.*]]: tensor<2x?xf32>, %[[Y:.*]]: tensor<?x3xi8>
func.func @reshape_like(%x: tensor<2x?xf32>, %y: tensor<?x3xi8>) -> tensor<?x3xf32> {
  // CHECK: %[[F:.*]] = tensor.collapse_shape %[[X]]
  // CHECK: tensor.expand_shape %{{.*}} into tensor<?x3xf32>
  %0 = relay.reshape_like %x, %y : (tensor<2x?xf32>, tensor<?x3xi8>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// CHECK-LABEL: func @broadcast_to_like
// CHECK-SAME: %[[X:.*]]: tensor<3xf32>, %[[Y:.*]]: tensor<?x3xf32>
func.func @broadcast_to_like(%x: tensor<3xf32>, %y: tensor<?x3xf32>) -> tensor<?x3xf32> {
  // CHECK: %[[D:.*]] = tensor.dim %[[Y]]
  // CHECK: tensor.empty(%[[D]]) : tensor<?x3xf32>
  // CHECK: linalg.generic
  %0 = relay.broadcast_to_like %x, %y : (tensor<3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// Sums over the dimension that is not there and the one of size 1; a dynamic
// size of the data may be known from the result.
// CHECK-LABEL: func @collapse_sum_like
func.func @collapse_sum_like(%x: tensor<4x?x3xi32>, %y: tensor<2x1xi32>) -> tensor<2x1xi32> {
  // CHECK: linalg.reduce { arith.addi
  // CHECK-SAME: dimensions = [0, 2]
  // CHECK: tensor<2x1xi32>
  // CHECK: return %{{.*}} : tensor<2x1xi32>
  %0 = relay.collapse_sum_like %x, %y : (tensor<4x?x3xi32>, tensor<2x1xi32>) -> tensor<2x1xi32>
  return %0 : tensor<2x1xi32>
}

// Nothing to sum.
// CHECK-LABEL: func @collapse_sum_like_same
// CHECK-SAME: %[[X:.*]]: tensor<1x3xi32>, %[[Y:.*]]: tensor<1x3xi32>
func.func @collapse_sum_like_same(%x: tensor<1x3xi32>, %y: tensor<1x3xi32>) -> tensor<1x3xi32> {
  // CHECK-NEXT: return %[[X]]
  %0 = relay.collapse_sum_like %x, %y : (tensor<1x3xi32>, tensor<1x3xi32>) -> tensor<1x3xi32>
  return %0 : tensor<1x3xi32>
}

// CHECK-LABEL: func @prelu
func.func @prelu(%x: tensor<2x?x3xf16>, %a: tensor<?xf16>) -> tensor<2x?x3xf16> {
  // CHECK: tensor.expand_shape %{{.*}} into tensor<1x?x1xf16>
  // CHECK: linalg.generic
  // CHECK: arith.select
  %0 = relay.nn.prelu %x, %a : (tensor<2x?x3xf16>, tensor<?xf16>) -> tensor<2x?x3xf16>
  return %0 : tensor<2x?x3xf16>
}

// CHECK-LABEL: func @bitwise_not
func.func @bitwise_not(%x: tensor<2xi1>) -> tensor<2xi1> {
  // CHECK: %[[C:.*]] = arith.constant true
  // CHECK: arith.xori %{{.*}}, %[[C]] : i1
  %0 = relay.bitwise_not %x : (tensor<2xi1>) -> tensor<2xi1>
  return %0 : tensor<2xi1>
}

// CHECK-LABEL: func @stop_fusion
// CHECK-SAME: %[[X:.*]]: tensor<2xf32>
func.func @stop_fusion(%x: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK-NEXT: return %[[X]]
  %0 = relay.annotation.stop_fusion %x : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: func @devices
// CHECK-SAME: %[[X:.*]]: tensor<2xf32>
func.func @devices(%x: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK-NEXT: return %[[X]]
  %0 = relay.on_device %x {virtual_device = #relay.virtual_device<device = cpu>} : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.device_copy %0 {src_virtual_device = #relay.virtual_device<device = cpu>, dst_virtual_device = #relay.virtual_device<device = cuda>} : (tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// CHECK-LABEL: func @full_like
// CHECK-SAME: %{{.*}}: tensor<?x3xf32>, %[[V:.*]]: tensor<f32>
func.func @full_like(%x: tensor<?x3xf32>, %v: tensor<f32>) -> tensor<?x3xf32> {
  // CHECK: %[[E:.*]] = tensor.extract %[[V]][]
  // CHECK: linalg.fill ins(%[[E]] : f32)
  %0 = relay.full_like %x, %v : (tensor<?x3xf32>, tensor<f32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// A conversion stays with the elements.

// CHECK-LABEL: func @full_converts
// CHECK-SAME: %[[V:.*]]: tensor<f32>
func.func @full_converts(%v: tensor<f32>) -> tensor<2x3xi32> {
  // CHECK: linalg.generic {{.*}} ins(%[[V]] : tensor<f32>) outs(%{{.*}} : tensor<2x3xi32>)
  // CHECK: arith.fptosi
  %0 = relay.full %v {shape = array<i64: 2, 3>, dtype = i32} : (tensor<f32>) -> tensor<2x3xi32>
  return %0 : tensor<2x3xi32>
}
