// RUN: relay-lite-opt %s | relay-lite-opt | FileCheck %s
// RUN: relay-lite-opt %s --emit-bytecode | relay-lite-opt | FileCheck %s
// RUN: relay-lite-opt %s --relay-infer-type | FileCheck %s
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-infer-type,func.func(relay-fold-constant,relay-simplify-inference,relay-eliminate-common-subexpr,relay-fuse-ops),relay-infer-type)' | FileCheck %s --check-prefix=PASSES
// RUN: relay-lite-translate --export-relay %s -o %t.relay
// RUN: FileCheck %s --check-prefix=TEXT --input-file=%t.relay
// RUN: relay-lite-translate --import-relay %t.relay | FileCheck %s --check-prefix=AGAIN

// A type that only another framework knows is final, as a result of a custom
// operator alone.

// CHECK-LABEL: func.func @main
// CHECK-SAME: -> tuple<!relay.opaque, tensor<2x3xf32>>
// TEXT-LABEL: def @main
// AGAIN: -> tuple<!relay.opaque, tensor<2x3xf32>>
func.func @main(%x: tensor<2x3xf32> {relay.name = "x"}) -> tuple<!relay.opaque, tensor<2x3xf32>> {
  // CHECK: relay.custom "onnx.acme.Whirl"({{.*}}) {{.*}} -> !relay.opaque
  // PASSES: relay.custom "onnx.acme.Whirl"({{.*}}) {{.*}} -> !relay.opaque
  // TEXT: onnx.acme.Whirl(%x, onnx_results=["_"])
  // AGAIN: relay.custom "onnx.acme.Whirl"({{.*}}) {{.*}} -> !relay.opaque
  %0 = relay.custom "onnx.acme.Whirl"(%x) {relay.onnx_results = ["_"]} : (tensor<2x3xf32>) -> !relay.opaque
  // CHECK: relay.custom "onnx.Split"(%{{.*}}) {{.*}} -> tuple<!relay.opaque, tensor<2x3xf32>>
  // TEXT: onnx.Split(%{{.*}}, onnx_results=["_", "float32[2,3]"])
  // AGAIN: relay.custom "onnx.Split"(%{{.*}}) {{.*}} -> tuple<!relay.opaque, tensor<2x3xf32>>
  %1 = relay.custom "onnx.Split"(%0) {relay.onnx_results = ["_", "float32[2,3]"]} : (!relay.opaque) -> tuple<!relay.opaque, tensor<2x3xf32>>
  %2 = relay.tuple_get %1[0] : (tuple<!relay.opaque, tensor<2x3xf32>>) -> !relay.opaque
  %3 = relay.tuple_get %1[1] : (tuple<!relay.opaque, tensor<2x3xf32>>) -> tensor<2x3xf32>
  %one = relay.constant dense<1.0> : tensor<f32>
  %two = relay.constant dense<2.0> : tensor<f32>
  // PASSES: relay.constant dense<3.000000e+00>
  %sum = relay.add %one, %two : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %4 = relay.multiply %3, %sum : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %5 = relay.tuple %2, %4 : (!relay.opaque, tensor<2x3xf32>) -> tuple<!relay.opaque, tensor<2x3xf32>>
  return %5 : tuple<!relay.opaque, tensor<2x3xf32>>
}

// The attribute tells a type that is not written, and sizes of which some are
// unknown.
// CHECK-LABEL: func.func @calls
// PASSES-LABEL: func.func @calls
// PASSES: relay.custom "onnx.acme.Whirl"(%{{.*}}) {{.*}} -> tensor<?x4xi64>
func.func @calls(%x: tensor<2xf32>) -> !relay.unknown {
  %0 = relay.custom "onnx.acme.Whirl"(%x) {relay.onnx_results = ["int64[?,4]"]} : (tensor<2xf32>) -> !relay.unknown
  return %0 : !relay.unknown
}

// Values of functions, branches and bindings may be opaque, too.
// PASSES-LABEL: func.func @structure
// PASSES: relay.if %{{.*}} -> !relay.opaque
func.func @structure(%c: tensor<i1>, %x: tensor<2xf32>) -> !relay.opaque {
  %0 = relay.custom "onnx.A"(%x) {relay.onnx_results = ["_"]} : (tensor<2xf32>) -> !relay.opaque
  %1 = relay.if %c : tensor<i1> -> !relay.opaque {
    %2 = relay.custom "onnx.B"(%0) {relay.onnx_results = ["_"]} : (!relay.opaque) -> !relay.opaque
    relay.yield %2 : !relay.opaque
  } else {
    relay.yield %0 : !relay.opaque
  }
  %3 = relay.let %1 as "y" : (!relay.opaque) -> !relay.opaque
  return %3 : !relay.opaque
}
