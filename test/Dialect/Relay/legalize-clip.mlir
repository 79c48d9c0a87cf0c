// RUN: relay-lite-opt %s --relay-legalize | FileCheck %s

// CHECK-LABEL: func @whole_range
func.func @whole_range(%x: tensor<2xi32>, %s: tensor<f32>, %z: tensor<i32>) -> tensor<2xui8> {
  // CHECK-NEXT: %[[Q:.*]] = relay.qnn.requantize
  // CHECK-NEXT: return %[[Q]]
  %0 = relay.qnn.requantize %x, %s, %z, %s, %z {out_dtype = ui8} : (tensor<2xi32>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<2xui8>
  %1 = relay.clip %0 {a_min = 0.0 : f64, a_max = 255.0 : f64} : (tensor<2xui8>) -> tensor<2xui8>
  return %1 : tensor<2xui8>
}

// CHECK-LABEL: func @part
func.func @part(%x: tensor<2xi32>, %s: tensor<f32>, %z: tensor<i32>) -> tensor<2xui8> {
  // CHECK: relay.clip
  %0 = relay.qnn.requantize %x, %s, %z, %s, %z {out_dtype = ui8} : (tensor<2xi32>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<2xui8>
  %1 = relay.clip %0 {a_min = 0.0 : f64, a_max = 127.0 : f64} : (tensor<2xui8>) -> tensor<2xui8>
  return %1 : tensor<2xui8>
}

// CHECK-LABEL: func @no_requantize
func.func @no_requantize(%x: tensor<2xi8>) -> tensor<2xi8> {
  // CHECK: relay.clip
  %0 = relay.clip %x {a_min = -128.0 : f64, a_max = 127.0 : f64} : (tensor<2xi8>) -> tensor<2xi8>
  return %0 : tensor<2xi8>
}
