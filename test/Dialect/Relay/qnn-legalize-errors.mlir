// RUN: relay-lite-opt %s --verify-diagnostics --relay-qnn-legalize=target=hexagon

func.func @computed_scales(%x: tensor<2x4xui8>, %w: tensor<5x4xi8>, %z: tensor<i32>, %s: tensor<f32>, %t: tensor<5xf32>) -> tensor<2x5xi32> {
  // expected-error@+1 {{'relay.qnn.dense' op expected a constant scale and zero point of the channels}}
  %0 = relay.qnn.dense %x, %w, %z, %z, %s, %t {units = 5 : i64, out_dtype = i32} : (tensor<2x4xui8>, tensor<5x4xi8>, tensor<i32>, tensor<i32>, tensor<f32>, tensor<5xf32>) -> tensor<2x5xi32>
  return %0 : tensor<2x5xi32>
}
