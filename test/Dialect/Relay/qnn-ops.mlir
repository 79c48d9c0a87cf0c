// RUN: relay-lite-opt %s | relay-lite-opt | FileCheck %s
// RUN: relay-lite-opt %s --emit-bytecode | relay-lite-opt | FileCheck %s

// CHECK-LABEL: func @quantize
func.func @quantize(%x: tensor<2x?xf32>, %s: tensor<?xf32>, %z: tensor<i32>) -> tensor<2x?xui8> {
  // CHECK: relay.qnn.quantize %{{.*}}, %{{.*}}, %{{.*}} {axis = 1 : i64, out_dtype = ui8} : (tensor<2x?xf32>, tensor<?xf32>, tensor<i32>) -> tensor<2x?xui8>
  %0 = relay.qnn.quantize %x, %s, %z {axis = 1 : i64, out_dtype = ui8} : (tensor<2x?xf32>, tensor<?xf32>, tensor<i32>) -> tensor<2x?xui8>
  return %0 : tensor<2x?xui8>
}

// CHECK-LABEL: func @dequantize
func.func @dequantize(%x: tensor<2x?xi8>, %s: tensor<1xf32>, %z: tensor<i32>) -> tensor<2x?xf16> {
  // CHECK: relay.qnn.dequantize %{{.*}}, %{{.*}}, %{{.*}} {out_dtype = f16} : (tensor<2x?xi8>, tensor<1xf32>, tensor<i32>) -> tensor<2x?xf16>
  %0 = relay.qnn.dequantize %x, %s, %z {out_dtype = f16} : (tensor<2x?xi8>, tensor<1xf32>, tensor<i32>) -> tensor<2x?xf16>
  return %0 : tensor<2x?xf16>
}

// CHECK-LABEL: func @requantize
func.func @requantize(%x: tensor<2x3xi64>, %s: tensor<3xf32>, %z: tensor<3xi32>, %t: tensor<f32>, %u: tensor<i32>) -> tensor<2x3xi16> {
  // CHECK: relay.qnn.requantize %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} {compute_dtype = "float32", out_dtype = i16, rounding = "TONEAREST"} : (tensor<2x3xi64>, tensor<3xf32>, tensor<3xi32>, tensor<f32>, tensor<i32>) -> tensor<2x3xi16>
  %0 = relay.qnn.requantize %x, %s, %z, %t, %u {compute_dtype = "float32", out_dtype = i16, rounding = "TONEAREST"} : (tensor<2x3xi64>, tensor<3xf32>, tensor<3xi32>, tensor<f32>, tensor<i32>) -> tensor<2x3xi16>
  return %0 : tensor<2x3xi16>
}

// CHECK-LABEL: func @simulated_quantize
func.func @simulated_quantize(%x: tensor<2x?xf32>, %d: tensor<i32>, %s: tensor<?xf32>, %z: tensor<1xi32>) -> tensor<2x?xf32> {
  // CHECK: relay.qnn.simulated_quantize %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} {axis = 1 : i64} : (tensor<2x?xf32>, tensor<i32>, tensor<?xf32>, tensor<1xi32>) -> tensor<2x?xf32>
  %0 = relay.qnn.simulated_quantize %x, %d, %s, %z {axis = 1 : i64} : (tensor<2x?xf32>, tensor<i32>, tensor<?xf32>, tensor<1xi32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// CHECK-LABEL: func @simulated_dequantize
func.func @simulated_dequantize(%x: tensor<2x?xf32>, %d: tensor<i32>, %s: tensor<1xf32>, %z: tensor<1xi32>) -> tensor<2x?xf32> {
  // CHECK: relay.qnn.simulated_dequantize %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<2x?xf32>, tensor<i32>, tensor<1xf32>, tensor<1xi32>) -> tensor<2x?xf32>
  %0 = relay.qnn.simulated_dequantize %x, %d, %s, %z : (tensor<2x?xf32>, tensor<i32>, tensor<1xf32>, tensor<1xi32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// CHECK-LABEL: func @annotation_simulated_quantize
func.func @annotation_simulated_quantize(%x: tensor<2x?xf32>, %s: tensor<f32>) -> tensor<2x?xf32> {
  // CHECK: relay.annotation.simulated_quantize %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} {kind = 2 : i64} : (tensor<2x?xf32>, tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<2x?xf32>
  %0 = relay.annotation.simulated_quantize %x, %s, %s, %s {kind = 2 : i64} : (tensor<2x?xf32>, tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}
