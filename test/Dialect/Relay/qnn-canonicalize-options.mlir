// RUN: relay-lite-opt %s --relay-qnn-canonicalize="rounding=TONEAREST compute-dtype=float64" | FileCheck %s --check-prefix=FLOAT64
// RUN: relay-lite-opt %s --relay-qnn-canonicalize="target={llvm -mcpu=x86-64-v2}" | FileCheck %s --check-prefix=SSE
// RUN: relay-lite-opt %s --relay-qnn-canonicalize="compute-dtype=int64 target={llvm -mcpu=x86-64-v2}" | FileCheck %s --check-prefix=INT64
// RUN: relay-lite-opt %s --relay-sequential="passes=QnnCanonicalize config=relay.qnn.compute_dtype=float32" | FileCheck %s --check-prefix=FLOAT32

func.func @f(%x: tensor<4xi32>) -> tensor<4xi32> {
  %s = relay.constant dense<0.75> : tensor<f32>
  %t = relay.constant dense<0.5> : tensor<f32>
  %z = relay.constant dense<0> : tensor<i32>
  // FLOAT64: relay.cast %{{.*}} {dtype = f64}
  // FLOAT64: relay.less
  // FLOAT64: relay.isfinite
  // SSE: relay.cast %{{.*}} {dtype = f32}
  // SSE: relay.floor
  // INT64: relay.fixed_point_multiply
  // FLOAT32: relay.cast %{{.*}} {dtype = f32}
  // FLOAT32: relay.logical_or
  // FLOAT32: relay.isfinite
  %0 = relay.qnn.requantize %x, %s, %z, %t, %z {out_dtype = i32} : (tensor<4xi32>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}
