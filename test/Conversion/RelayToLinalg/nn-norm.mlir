// RUN: relay-lite-opt %s --convert-relay-to-linalg --canonicalize | FileCheck %s
// RUN: relay-lite-run --check %s | FileCheck %s --check-prefix=VALUES

// VALUES: 9 checks passed

// The reductions have the dynamic sizes of the data: nothing may repeat at run
// time.
// CHECK-LABEL: func @softmax_dynamic
func.func @softmax_dynamic(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  // CHECK-NOT: tensor.extract
  // CHECK: linalg.reduce { arith.maximumf }
  // CHECK-NOT: tensor.extract
  // CHECK: arith.subf
  // CHECK-NOT: tensor.extract
  // CHECK: linalg.reduce { arith.addf }
  // CHECK-NOT: tensor.extract
  // CHECK: arith.divf
  %0 = relay.nn.softmax %x : (tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// CHECK-LABEL: func @layer_norm_dynamic
func.func @layer_norm_dynamic(%x: tensor<?x8xf32>, %gamma: tensor<8xf32>, %beta: tensor<8xf32>) -> tensor<?x8xf32> {
  // CHECK-NOT: tensor.extract
  // CHECK: return
  %0 = relay.nn.layer_norm %x, %gamma, %beta : (tensor<?x8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}

// f16 is computed in f32 and rounded once, at the end.
// CHECK-LABEL: func @softmax_once
func.func @softmax_once(%x: tensor<2x70xf16>) -> tensor<2x70xf16> {
  // CHECK: arith.extf %{{.*}} : f16 to f32
  // CHECK-NOT: arith.truncf
  // CHECK: linalg.reduce { arith.maximumf }
  // CHECK-NOT: arith.truncf
  // CHECK: arith.subf %{{.*}} : f32
  // CHECK-NOT: arith.truncf
  // CHECK: math.exp %{{.*}} : f32
  // CHECK-NOT: arith.truncf
  // CHECK: linalg.reduce { arith.addf }
  // CHECK-NOT: arith.truncf
  // CHECK: arith.divf %{{.*}} : f32
  // CHECK: arith.truncf %{{.*}} : f32 to f16
  // CHECK-NOT: arith.truncf
  // CHECK: return
  %0 = relay.nn.softmax %x : (tensor<2x70xf16>) -> tensor<2x70xf16>
  return %0 : tensor<2x70xf16>
}

// CHECK-LABEL: func @log_softmax_dynamic
// CHECK-SAME: -> tensor<?x?xf64>
func.func @log_softmax_dynamic(%x: tensor<?x?xf64>) -> tensor<?x?xf64> {
  // CHECK: arith.maximumf
  // CHECK: math.exp %{{.*}} : f64
  // CHECK: math.log %{{.*}} : f64
  // CHECK: return %{{.*}} : tensor<?x?xf64>
  %0 = relay.nn.log_softmax %x {axis = 0 : i64} : (tensor<?x?xf64>) -> tensor<?x?xf64>
  return %0 : tensor<?x?xf64>
}

// The statistics have sharper types than the result, which keeps its own.
// CHECK-LABEL: func @batch_norm_types
// CHECK-SAME: %{{.*}}: tensor<1x?xf32>, %{{.*}}: tensor<?xf32>, %[[M:.*]]: tensor<3xf32>
func.func @batch_norm_types(%x: tensor<1x?xf32>, %v: tensor<?xf32>, %m: tensor<3xf32>) -> tuple<tensor<1x?xf32>, tensor<?xf32>, tensor<?xf32>> {
  // CHECK: %[[MEAN:.*]] = tensor.cast %[[M]] : tensor<3xf32> to tensor<?xf32>
  // CHECK: return %{{.*}}, %[[MEAN]], %{{.*}} : tensor<1x?xf32>, tensor<?xf32>, tensor<?xf32>
  %0 = relay.nn.batch_norm %x, %v, %v, %m, %v : (tensor<1x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<3xf32>, tensor<?xf32>) -> tuple<tensor<1x?xf32>, tensor<?xf32>, tensor<?xf32>>
  return %0 : tuple<tensor<1x?xf32>, tensor<?xf32>, tensor<?xf32>>
}

// CHECK-LABEL: func @dropout
// CHECK-SAME: %[[X:.*]]: tensor<2x3xf32>)
func.func @dropout(%x: tensor<2x3xf32>) -> tuple<tensor<2x3xf32>, tensor<2x3xf32>> {
  // CHECK: %[[MASK:.*]] = linalg.fill ins(%{{.*}} : f32)
  // CHECK: return %[[X]], %[[MASK]]
  %0 = relay.nn.dropout %x : (tensor<2x3xf32>) -> tuple<tensor<2x3xf32>, tensor<2x3xf32>>
  return %0 : tuple<tensor<2x3xf32>, tensor<2x3xf32>>
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

// Large numbers do not overflow: the maximum is subtracted first.
func.func @softmax_f32() -> (tensor<3x2xf32>, tensor<3x2xf32>) attributes {relay.check = {ulp = 4}} {
  %x = relay.constant dense<[[1000.0, -1000.0], [1000.0, 0xFF800000], [-1000.0, -1000.0]]> : tensor<3x2xf32>
  %e = relay.constant dense<[[0.5, 0.5], [0.5, 0.0], [0.0, 0.5]]> : tensor<3x2xf32>
  %0 = relay.nn.softmax %x {axis = 0 : i64} : (tensor<3x2xf32>) -> tensor<3x2xf32>
  return %0, %e : tensor<3x2xf32>, tensor<3x2xf32>
}

// The correctly rounded quotients.
func.func @softmax_f16() -> (tensor<2x3xf16>, tensor<2x3xf16>) attributes {relay.check} {
  %x = relay.constant dense<[[1.0, 2.0, 3.0], [60000.0, 60000.0, -60000.0]]> : tensor<2x3xf16>
  %e = relay.constant dense<[[0.09002685546875, 0.2447509765625, 0.6650390625], [0.5, 0.5, 0.0]]> : tensor<2x3xf16>
  %0 = relay.nn.softmax %x {axis = -1 : i64} : (tensor<2x3xf16>) -> tensor<2x3xf16>
  return %0, %e : tensor<2x3xf16>, tensor<2x3xf16>
}

func.func @softmax_nan() -> (tensor<2x2xf32>, tensor<2x2xf32>) attributes {relay.check} {
  %x = relay.constant dense<[[1.0, 0x7FC00000], [0.0, 0.0]]> : tensor<2x2xf32>
  %e = relay.constant dense<[[0x7FC00000, 0x7FC00000], [0.5, 0.5]]> : tensor<2x2xf32>
  %0 = relay.nn.softmax %x : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return %0, %e : tensor<2x2xf32>, tensor<2x2xf32>
}

func.func @softmax_empty() -> (tensor<2x0xf32>, tensor<2x0xf32>) attributes {relay.check} {
  %x = relay.constant dense<> : tensor<2x0xf32>
  %0 = relay.nn.softmax %x : (tensor<2x0xf32>) -> tensor<2x0xf32>
  return %0, %x : tensor<2x0xf32>, tensor<2x0xf32>
}

func.func @log_softmax_f64() -> (tensor<3x2xf64>, tensor<3x2xf64>) attributes {relay.check = {atol = 1.0e-14, rtol = 1.0e-14}} {
  %x = relay.constant dense<[[1.0, 2002.0], [1.0, 2003.0], [1.0, 2004.0]]> : tensor<3x2xf64>
  %e = relay.constant dense<[[-1.0986122886681098, -2.40760596444438], [-1.0986122886681098, -1.4076059644443804], [-1.0986122886681098, -0.40760596444438046]]> : tensor<3x2xf64>
  %0 = relay.nn.log_softmax %x {axis = 0 : i64} : (tensor<3x2xf64>) -> tensor<3x2xf64>
  return %0, %e : tensor<3x2xf64>, tensor<3x2xf64>
}

func.func @layer_norm() -> (tensor<2x3xf32>, tensor<2x3xf32>) attributes {relay.check = {atol = 1.0e-6, rtol = 1.0e-6}} {
  %x = relay.constant dense<[[1.0, 2.0, 3.0], [4.0, 6.0, 8.0]]> : tensor<2x3xf32>
  %g = relay.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %b = relay.constant dense<[1.0, 0.0, -1.0]> : tensor<3xf32>
  %e = relay.constant dense<[[-0.22473569, 0.0, 2.6742067], [-0.22474258, 0.0, 2.6742275]]> : tensor<2x3xf32>
  %0 = relay.nn.layer_norm %x, %g, %b : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %0, %e : tensor<2x3xf32>, tensor<2x3xf32>
}

func.func @l2_normalize() -> (tensor<2x3xf32>, tensor<2x3xf32>) attributes {relay.check = {ulp = 2}} {
  %x = relay.constant dense<[[1.0, 2.0, 3.0], [4.0, 6.0, 8.0]]> : tensor<2x3xf32>
  %e = relay.constant dense<[[0.24253562, 0.31622776, 0.35112345], [0.9701425, 0.9486833, 0.93632919]]> : tensor<2x3xf32>
  %0 = relay.nn.l2_normalize %x {axis = array<i64: 0>, eps = 0.0 : f64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0, %e : tensor<2x3xf32>, tensor<2x3xf32>
}

// The norm is at least sqrt(eps).
func.func @l2_normalize_eps() -> (tensor<2xf32>, tensor<2xf32>) attributes {relay.check} {
  %x = relay.constant dense<[0.0, 1.0]> : tensor<2xf32>
  %e = relay.constant dense<[0.0, 0.25]> : tensor<2xf32>
  %0 = relay.nn.l2_normalize %x {eps = 16.0 : f64} : (tensor<2xf32>) -> tensor<2xf32>
  return %0, %e : tensor<2xf32>, tensor<2xf32>
}

func.func @batch_norm() -> (tensor<2x3xf32>, tensor<2x3xf32>) attributes {relay.check = {atol = 1.0e-6, rtol = 1.0e-6}} {
  %x = relay.constant dense<[[1.0, 2.0, 3.0], [4.0, 6.0, 8.0]]> : tensor<2x3xf32>
  %g = relay.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %b = relay.constant dense<[1.0, 0.0, -1.0]> : tensor<3xf32>
  %m = relay.constant dense<[0.0, 1.0, 2.0]> : tensor<3xf32>
  %v = relay.constant dense<[1.0, 4.0, 9.0]> : tensor<3xf32>
  %e = relay.constant dense<[[1.9995004, 0.999875, -5.555093e-05], [4.9980016, 4.9993753, 4.9996667]]> : tensor<2x3xf32>
  %0 = relay.nn.batch_norm %x, %g, %b, %m, %v {epsilon = 1.0e-3 : f64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tuple<tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>>
  %1 = relay.tuple_get %0[0] : (tuple<tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>>) -> tensor<2x3xf32>
  return %1, %e : tensor<2x3xf32>, tensor<2x3xf32>
}
