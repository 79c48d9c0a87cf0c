// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-to-mixed-precision{missing-op-mode=2})' | FileCheck %s
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-to-mixed-precision{missing-op-mode=2})' -o %t
// RUN: relay-lite-opt %t --pass-pipeline='builtin.module(relay-to-mixed-precision{missing-op-mode=2})' | diff - %t
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-to-mixed-precision{missing-op-mode=2 mixed-precision-type=bfloat16})' | FileCheck %s --check-prefix=BF16
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-to-mixed-precision{missing-op-mode=2 keep-orig-output-dtype})' | FileCheck %s --check-prefix=KEEP
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-sequential{passes=ToMixedPrecision{missing-op-mode=2} config=relay.ToMixedPrecision.keep_orig_output_dtype=true})' | FileCheck %s --check-prefix=KEEP

// CHECK-LABEL: func @kinds
// CHECK-SAME: -> tensor<2x4xf32>
// BF16-LABEL: func @kinds
// BF16: relay.nn.dense {{.*}} {out_dtype = bf16}
func.func @kinds(%x: tensor<2x3xf32>, %w: tensor<4x3xf32>, %b: tensor<4xf32>) -> tensor<2x4xf32> {
  // CHECK: %[[D:.*]] = relay.nn.dense %{{.*}}, %{{.*}} {out_dtype = f16} : (tensor<2x3xf16>, tensor<4x3xf16>) -> tensor<2x4xf16>
  // CHECK-NEXT: %[[A:.*]] = relay.nn.bias_add %[[D]], %{{.*}} : (tensor<2x4xf16>, tensor<4xf16>) -> tensor<2x4xf16>
  // CHECK-NEXT: %[[C:.*]] = relay.cast %[[A]] {dtype = f32}
  // CHECK-NEXT: %[[S:.*]] = relay.nn.softmax %[[C]]
  // CHECK-NEXT: %[[R:.*]] = relay.add %[[S]], %[[C]]
  // CHECK-NEXT: return %[[R]]
  %0 = relay.nn.dense %x, %w {out_dtype = f32} : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
  %1 = relay.nn.bias_add %0, %b : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  %2 = relay.nn.softmax %1 : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %3 = relay.add %2, %1 : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return %3 : tensor<2x4xf32>
}

// Integers stay so.
// CHECK-LABEL: func @integers
// CHECK-NEXT: relay.nn.dense %{{.*}}, %{{.*}} : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x2xi32>
// CHECK-NEXT: relay.nn.conv2d %{{.*}}, %{{.*}} {out_dtype = i32} : (tensor<1x2x4x4xi8>, tensor<3x2x1x1xi8>) -> tensor<1x3x4x4xi32>
// CHECK-NEXT: relay.tuple
func.func @integers(%x: tensor<2x3xi32>, %y: tensor<1x2x4x4xi8>, %w: tensor<3x2x1x1xi8>) -> tuple<tensor<2x2xi32>, tensor<1x3x4x4xi32>> {
  %0 = relay.nn.dense %x, %x : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x2xi32>
  %1 = relay.nn.conv2d %y, %w {out_dtype = i32} : (tensor<1x2x4x4xi8>, tensor<3x2x1x1xi8>) -> tensor<1x3x4x4xi32>
  %2 = relay.tuple %0, %1 : (tensor<2x2xi32>, tensor<1x3x4x4xi32>) -> tuple<tensor<2x2xi32>, tensor<1x3x4x4xi32>>
  return %2 : tuple<tensor<2x2xi32>, tensor<1x3x4x4xi32>>
}

// Each value is cast once.
// CHECK-LABEL: func @result
// CHECK-SAME: -> tensor<2x2xf16>
// CHECK-NEXT: %[[X:.*]] = relay.cast %arg0 {dtype = f16}
// CHECK-NEXT: relay.nn.dense %[[X]], %[[X]]
// CHECK-NEXT: return
// KEEP-LABEL: func @result
// KEEP-SAME: -> tensor<2x2xf32>
// KEEP: %[[D:.*]] = relay.nn.dense
// KEEP-NEXT: %[[R:.*]] = relay.cast %[[D]] {dtype = f32}
// KEEP-NEXT: return %[[R]]
func.func @result(%x: tensor<2x3xf32>) -> tensor<2x2xf32> {
  %0 = relay.nn.dense %x, %x : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// Called functions keep their types; arguments of calls get theirs back.
// CHECK-LABEL: func @callee
// CHECK-SAME: -> tensor<2x2xf32>
// CHECK: relay.cast %{{.*}} {dtype = f32}
func.func @callee(%x: tensor<2x3xf32>) -> tensor<2x2xf32> {
  %0 = relay.nn.dense %x, %x : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}
// CHECK-LABEL: func @caller
// CHECK: %[[R:.*]] = relay.nn.relu {{.*}}f16
// CHECK-NEXT: %[[C:.*]] = relay.cast %[[R]] {dtype = f32}
// CHECK-NEXT: relay.call @callee(%[[C]])
func.func @caller(%x: tensor<2x3xf32>) -> tensor<2x2xf32> {
  %0 = relay.nn.relu %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = relay.call @callee(%0) : (tensor<2x3xf32>) -> tensor<2x2xf32>
  return %1 : tensor<2x2xf32>
}

// The result of a literal that is applied on the spot changes, with tuples and
// bindings; another one keeps its type.
// CHECK-LABEL: func @literals
func.func @literals(%x: tensor<2x2xf32>) -> tuple<tensor<2x2xf32>, tensor<2x2xf32>> {
  // CHECK: %[[F:.*]] = relay.fn {{.*}} -> tuple<tensor<2x2xf16>, tensor<2x2xf32>>
  // CHECK: relay.apply %[[F]]({{.*}} -> tuple<tensor<2x2xf16>, tensor<2x2xf32>>
  // CHECK: relay.let {{.*}}tuple<tensor<2x2xf16>
  // CHECK: relay.tuple_get {{.*}} -> tensor<2x2xf16>
  // CHECK: %[[G:.*]] = relay.fn {{.*}} -> tensor<2x2xf32>
  // CHECK: relay.cast %{{.*}} {dtype = f32}
  // CHECK-NEXT: relay.yield
  %f = relay.fn (%y: tensor<2x2xf32>) -> tuple<tensor<2x2xf32>, tensor<2x2xf32>> {
    %5 = relay.nn.dense %y, %y : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    %6 = relay.exp %y : (tensor<2x2xf32>) -> tensor<2x2xf32>
    %7 = relay.tuple %5, %6 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tuple<tensor<2x2xf32>, tensor<2x2xf32>>
    relay.yield %7 : tuple<tensor<2x2xf32>, tensor<2x2xf32>>
  }
  %0 = relay.apply %f(%x) : ((tensor<2x2xf32>) -> tuple<tensor<2x2xf32>, tensor<2x2xf32>>, tensor<2x2xf32>) -> tuple<tensor<2x2xf32>, tensor<2x2xf32>>
  %a = relay.let %0 as "a" : (tuple<tensor<2x2xf32>, tensor<2x2xf32>>) -> tuple<tensor<2x2xf32>, tensor<2x2xf32>>
  %1 = relay.tuple_get %a[0] : (tuple<tensor<2x2xf32>, tensor<2x2xf32>>) -> tensor<2x2xf32>
  %g = relay.fn (%y: tensor<2x2xf32>) -> tensor<2x2xf32> {
    %5 = relay.nn.dense %y, %y : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    relay.yield %5 : tensor<2x2xf32>
  }
  %b = relay.let %g as "b" : ((tensor<2x2xf32>) -> tensor<2x2xf32>) -> ((tensor<2x2xf32>) -> tensor<2x2xf32>)
  %2 = relay.apply %b(%1) : ((tensor<2x2xf32>) -> tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %3 = relay.tuple %1, %2 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tuple<tensor<2x2xf32>, tensor<2x2xf32>>
  return %3 : tuple<tensor<2x2xf32>, tensor<2x2xf32>>
}

// Branches agree on a type.
// CHECK-LABEL: func @branches
func.func @branches(%c: tensor<i1>, %x: tensor<2x2xf32>) -> tuple<tensor<2x2xf32>, tensor<2x2xf32>> {
  // CHECK: %[[A:.*]] = relay.if %arg0 -> tensor<2x2xf16>
  // CHECK: %[[B:.*]] = relay.if %arg0 -> tensor<2x2xf32>
  %0 = relay.if %c -> tensor<2x2xf32> {
    %3 = relay.nn.dense %x, %x : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    relay.yield %3 : tensor<2x2xf32>
  } else {
    %3 = relay.nn.relu %x : (tensor<2x2xf32>) -> tensor<2x2xf32>
    relay.yield %3 : tensor<2x2xf32>
  }
  %1 = relay.if %c -> tensor<2x2xf32> {
    %3 = relay.nn.dense %x, %x : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    relay.yield %3 : tensor<2x2xf32>
  } else {
    relay.yield %x : tensor<2x2xf32>
  }
  %2 = relay.tuple %0, %1 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tuple<tensor<2x2xf32>, tensor<2x2xf32>>
  return %2 : tuple<tensor<2x2xf32>, tensor<2x2xf32>>
}

// References, tuples as operands, integers, f64, empty tensors and constants.
// CHECK-LABEL: func @others
func.func @others(%x: tensor<0x2xf32>, %i: tensor<2xi32>, %d: tensor<2xf64>) -> tuple<tensor<0x0xf32>, tensor<0x4xf32>, tensor<2xi32>, tensor<2xf64>> {
  // CHECK: %[[D:.*]] = relay.nn.dense {{.*}} -> tensor<0x0xf16>
  // CHECK: %[[C:.*]] = relay.cast %[[D]] {dtype = f32}
  // CHECK: relay.ref_create %[[C]]
  // CHECK: relay.concatenate {{.*}} -> tensor<0x4xf32>
  // CHECK: relay.add {{.*}}tensor<2xi32>
  // CHECK: relay.exp {{.*}}tensor<2xf64>
  %0 = relay.nn.dense %x, %x : (tensor<0x2xf32>, tensor<0x2xf32>) -> tensor<0x0xf32>
  %r = relay.ref_create %0 : (tensor<0x0xf32>) -> !relay.ref<tensor<0x0xf32>>
  %1 = relay.ref_read %r : (!relay.ref<tensor<0x0xf32>>) -> tensor<0x0xf32>
  %2 = relay.tuple %x, %x : (tensor<0x2xf32>, tensor<0x2xf32>) -> tuple<tensor<0x2xf32>, tensor<0x2xf32>>
  %3 = relay.concatenate %2 {axis = 1 : i64} : (tuple<tensor<0x2xf32>, tensor<0x2xf32>>) -> tensor<0x4xf32>
  %c = relay.constant dense<1> : tensor<i32>
  %4 = relay.add %i, %c : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
  %5 = relay.exp %d : (tensor<2xf64>) -> tensor<2xf64>
  %6 = relay.tuple %1, %3, %4, %5 : (tensor<0x0xf32>, tensor<0x4xf32>, tensor<2xi32>, tensor<2xf64>) -> tuple<tensor<0x0xf32>, tensor<0x4xf32>, tensor<2xi32>, tensor<2xf64>>
  return %6 : tuple<tensor<0x0xf32>, tensor<0x4xf32>, tensor<2xi32>, tensor<2xf64>>
}

// Bounds that are no numbers of the type.
// CHECK-LABEL: func @clip
// CHECK-NEXT: relay.clip %arg0
// BF16-LABEL: func @clip
// BF16: relay.clip {{.*}}bf16
func.func @clip(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relay.clip %x {a_max = 1.0e+05 : f64, a_min = -1.0 : f64} : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: func @creation
// CHECK: relay.zeros {dtype = f16
// CHECK: relay.type_cast %{{.*}} : tensor<2xf16> to tensor<?xf16>
func.func @creation() -> tensor<?xf32> {
  %0 = relay.zeros {dtype = f32, shape = array<i64: 2>} : () -> tensor<2xf32>
  %1 = relay.type_cast %0 : tensor<2xf32> to tensor<?xf32>
  return %1 : tensor<?xf32>
}

// CHECK-LABEL: func @skipped
// CHECK-NEXT: relay.nn.dense %arg0, %arg0 :
func.func @skipped(%x: tensor<2x3xf32>) -> tensor<2x2xf32> attributes {relay.SkipOptimization = 1 : i64} {
  %0 = relay.nn.dense %x, %x : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// A product has a weight that is not transposed.
// CHECK-LABEL: func.func @matmul
func.func @matmul(%x: tensor<2x3xf32>, %w: tensor<3x4xf32>) -> tensor<2x4xf32> {
  // CHECK: relay.nn.matmul {{.*}} {out_dtype = f16} : (tensor<2x3xf16>, tensor<3x4xf16>) -> tensor<2x4xf16>
  %0 = relay.nn.matmul %x, %w : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}
