// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-to-mixed-precision{missing-op-mode=2})' | FileCheck %s
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-to-mixed-precision{missing-op-mode=2})' -o %t
// RUN: relay-lite-opt %t --pass-pipeline='builtin.module(relay-to-mixed-precision{missing-op-mode=2})' | diff - %t
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-to-mixed-precision{missing-op-mode=2 mixed-precision-type=bfloat16})' | FileCheck %s --check-prefix=BF16

// A constant that the smaller type cannot hold keeps its operator, and what
// follows from its result.

// CHECK-LABEL: func @mask
// CHECK: %[[P:.*]] = relay.nn.batch_matmul {{.*}} -> tensor<1x2x2xf16>
// CHECK: %[[S:.*]] = relay.subtract {{.*}} -> tensor<1x2x2xf16>
// CHECK: relay.multiply {{.*}} -> tensor<1x2x2xf32>
// CHECK: relay.add {{.*}} -> tensor<1x2x2xf32>
// BF16-LABEL: func @mask
// BF16: relay.multiply {{.*}} -> tensor<1x2x2xbf16>
// BF16: relay.add {{.*}} -> tensor<1x2x2xbf16>
func.func @mask(%x: tensor<1x2x3xf32>, %m: tensor<1x2x2xf32>) -> tensor<1x2x2xf32> {
  %one = relay.constant dense<1.0> : tensor<f32>
  %c = relay.constant dense<-1.0e+09> : tensor<f32>
  %0 = relay.nn.batch_matmul %x, %x {transpose_b = true} : (tensor<1x2x3xf32>, tensor<1x2x3xf32>) -> tensor<1x2x2xf32>
  %1 = relay.subtract %one, %m : (tensor<f32>, tensor<1x2x2xf32>) -> tensor<1x2x2xf32>
  %2 = relay.multiply %1, %c : (tensor<1x2x2xf32>, tensor<f32>) -> tensor<1x2x2xf32>
  %3 = relay.add %0, %2 : (tensor<1x2x2xf32>, tensor<1x2x2xf32>) -> tensor<1x2x2xf32>
  %4 = relay.nn.softmax %3 : (tensor<1x2x2xf32>) -> tensor<1x2x2xf32>
  return %4 : tensor<1x2x2xf32>
}

// Names of such values are no variables that can be cast.
// CHECK-LABEL: func @bindings
// CHECK: relay.multiply {{.*}} -> tensor<2xf32>
// CHECK: relay.add {{.*}} -> tensor<2xf32>
// CHECK: relay.nn.relu {{.*}} -> tensor<2xf16>
func.func @bindings(%x: tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>> {
  %c = relay.constant dense<1.0e+09> : tensor<f32>
  %d = relay.constant dense<2.0> : tensor<f32>
  %a = relay.let %c as "a" : (tensor<f32>) -> tensor<f32>
  %b = relay.let %a as "b" : (tensor<f32>) -> tensor<f32>
  %0 = relay.multiply %x, %b : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %y = relay.let %0 as "y" : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.add %y, %d : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %z = relay.let %x as "z" : (tensor<2xf32>) -> tensor<2xf32>
  %2 = relay.nn.relu %z : (tensor<2xf32>) -> tensor<2xf32>
  %3 = relay.tuple %1, %2 : (tensor<2xf32>, tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>>
  return %3 : tuple<tensor<2xf32>, tensor<2xf32>>
}

// CHECK-LABEL: func @tuples
// CHECK: relay.multiply {{.*}} -> tensor<1xf32>
// CHECK: relay.multiply {{.*}} -> tensor<1xf16>
// CHECK: relay.concatenate {{.*}} -> tensor<2xf32>
func.func @tuples(%x: tensor<1xf32>) -> tuple<tensor<1xf32>, tensor<1xf32>, tensor<2xf32>> {
  %c = relay.constant dense<1.0e+09> : tensor<1xf32>
  %0 = relay.tuple %x, %c : (tensor<1xf32>, tensor<1xf32>) -> tuple<tensor<1xf32>, tensor<1xf32>>
  %a = relay.let %0 as "a" : (tuple<tensor<1xf32>, tensor<1xf32>>) -> tuple<tensor<1xf32>, tensor<1xf32>>
  %1 = relay.tuple_get %a[1] : (tuple<tensor<1xf32>, tensor<1xf32>>) -> tensor<1xf32>
  %2 = relay.multiply %x, %1 : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xf32>
  %3 = relay.tuple_get %a[0] : (tuple<tensor<1xf32>, tensor<1xf32>>) -> tensor<1xf32>
  %b = relay.let %3 as "b" : (tensor<1xf32>) -> tensor<1xf32>
  %4 = relay.multiply %x, %b : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xf32>
  %5 = relay.concatenate %a {axis = 0 : i64} : (tuple<tensor<1xf32>, tensor<1xf32>>) -> tensor<2xf32>
  %6 = relay.tuple %2, %4, %5 : (tensor<1xf32>, tensor<1xf32>, tensor<2xf32>) -> tuple<tensor<1xf32>, tensor<1xf32>, tensor<2xf32>>
  return %6 : tuple<tensor<1xf32>, tensor<1xf32>, tensor<2xf32>>
}

// Branches, and literals that are applied on the spot.
// CHECK-LABEL: func @scopes
// CHECK: relay.nn.relu {{.*}} -> tensor<2xf32>
// CHECK: relay.multiply {{.*}} -> tensor<2xf32>
// CHECK: relay.nn.relu {{.*}} -> tensor<2xf32>
func.func @scopes(%p: tensor<i1>, %x: tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>> {
  %c = relay.constant dense<1.0e+09> : tensor<2xf32>
  %0 = relay.if %p -> tensor<2xf32> {
    relay.yield %c : tensor<2xf32>
  } else {
    relay.yield %x : tensor<2xf32>
  }
  %a = relay.let %0 as "a" : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.nn.relu %a : (tensor<2xf32>) -> tensor<2xf32>
  %f = relay.fn (%y: tensor<2xf32>) -> tensor<2xf32> {
    %5 = relay.multiply %x, %y : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    relay.yield %5 : tensor<2xf32>
  }
  %2 = relay.apply %f(%c) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %b = relay.let %2 as "b" : (tensor<2xf32>) -> tensor<2xf32>
  %3 = relay.nn.relu %b : (tensor<2xf32>) -> tensor<2xf32>
  %4 = relay.tuple %1, %3 : (tensor<2xf32>, tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>>
  return %4 : tuple<tensor<2xf32>, tensor<2xf32>>
}

// The first parameter of a recursive literal is the literal.
// CHECK-LABEL: func @recursive
// CHECK: relay.multiply {{.*}} -> tensor<2xf32>
func.func @recursive(%x: tensor<2xf32>) -> tensor<2xf32> {
  %c = relay.constant dense<1.0e+09> : tensor<2xf32>
  %f = relay.fn self(%me) (%y: tensor<2xf32>) -> tensor<2xf32> {
    %5 = relay.multiply %x, %y : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    relay.yield %5 : tensor<2xf32>
  }
  %0 = relay.apply %f(%c) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// Fills, from floats and from integers.
// CHECK-LABEL: func @fills
// CHECK: relay.full {{.*}} -> tensor<2xf32>
// CHECK: relay.where {{.*}} -> tensor<2xf32>
// CHECK: relay.full {{.*}} -> tensor<2xf32>
// CHECK: relay.full_like {{.*}} -> tensor<2xf32>
// CHECK: relay.cast_like {{.*}} -> tensor<f32>
// CHECK: relay.nn.pad {{.*}} -> tensor<4xf32>
// CHECK: relay.take {{.*}} -> tensor<f16>
// CHECK: relay.full {{.*}} -> tensor<2xf16>
func.func @fills(%p: tensor<2xi1>, %x: tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<f32>, tensor<4xf32>, tensor<f32>, tensor<2xf32>> {
  %c = relay.constant dense<-3.4028235e+38> : tensor<f32>
  %i = relay.constant dense<100000> : tensor<i32>
  %j = relay.constant dense<-7> : tensor<i32>
  %0 = relay.full %c {shape = array<i64: 2>, dtype = f32} : (tensor<f32>) -> tensor<2xf32>
  %1 = relay.where %p, %x, %0 : (tensor<2xi1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %2 = relay.full %i {shape = array<i64: 2>, dtype = f32} : (tensor<i32>) -> tensor<2xf32>
  %3 = relay.full_like %x, %i : (tensor<2xf32>, tensor<i32>) -> tensor<2xf32>
  %4 = relay.cast_like %i, %x : (tensor<i32>, tensor<2xf32>) -> tensor<f32>
  %5 = relay.nn.pad %x, %i {pad_width = [array<i64: 1, 1>]} : (tensor<2xf32>, tensor<i32>) -> tensor<4xf32>
  %6 = relay.take %x, %i : (tensor<2xf32>, tensor<i32>) -> tensor<f32>
  %7 = relay.full %j {shape = array<i64: 2>, dtype = f32} : (tensor<i32>) -> tensor<2xf32>
  %8 = relay.tuple %1, %2, %3, %4, %5, %6, %7 : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<f32>, tensor<4xf32>, tensor<f32>, tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<f32>, tensor<4xf32>, tensor<f32>, tensor<2xf32>>
  return %8 : tuple<tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<f32>, tensor<4xf32>, tensor<f32>, tensor<2xf32>>
}

// Infinite and zero elements, and NaN, are what they were.
// CHECK-LABEL: func @survivors
// CHECK: relay.add {{.*}} -> tensor<4xf16>
// CHECK: relay.add {{.*}} -> tensor<f16>
// CHECK: relay.add {{.*}} -> tensor<f32>
// BF16-LABEL: func @survivors
// BF16: relay.add {{.*}} -> tensor<4xbf16>
// BF16: relay.add {{.*}} -> tensor<bf16>
// BF16: relay.add {{.*}} -> tensor<bf16>
func.func @survivors(%x: tensor<4xf32>, %y: tensor<f32>) -> tuple<tensor<4xf32>, tensor<f32>, tensor<f32>> {
  // Infinity, NaN, the largest and the smallest number.
  %a = relay.constant dense<[0xFF800000, 0x7FC00000, 6.550400e+04, 5.96046448E-8]> : tensor<4xf32>
  %b = relay.constant dense<-0.0> : tensor<f32>
  %c = relay.constant dense<6.552e+04> : tensor<f32>
  %0 = relay.add %x, %a : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = relay.add %y, %b : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %2 = relay.add %y, %c : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %3 = relay.tuple %0, %1, %2 : (tensor<4xf32>, tensor<f32>, tensor<f32>) -> tuple<tensor<4xf32>, tensor<f32>, tensor<f32>>
  return %3 : tuple<tensor<4xf32>, tensor<f32>, tensor<f32>>
}

// One of many elements is enough.
// CHECK-LABEL: func @elements
// CHECK: relay.divide {{.*}} -> tensor<3xf32>
// CHECK: relay.divide {{.*}} -> tensor<3xf64>
// BF16-LABEL: func @elements
// BF16: relay.divide {{.*}} -> tensor<3xf32>
// BF16: relay.divide {{.*}} -> tensor<3xf64>
func.func @elements(%x: tensor<3xf32>, %y: tensor<3xf64>) -> tuple<tensor<3xf32>, tensor<3xf64>> {
  %c = relay.constant dense<[1.0, 1.0e-42, 2.0]> : tensor<3xf32>
  %d = relay.constant dense<[1.0, 1.0e+300, 2.0]> : tensor<3xf64>
  %0 = relay.divide %x, %c : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %1 = relay.divide %y, %d : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
  %2 = relay.tuple %0, %1 : (tensor<3xf32>, tensor<3xf64>) -> tuple<tensor<3xf32>, tensor<3xf64>>
  return %2 : tuple<tensor<3xf32>, tensor<3xf64>>
}

// Elements of weights may vanish beside others; they may not overflow.
// CHECK-LABEL: func @weights
// CHECK: relay.nn.dense {{.*}} -> tensor<1x1xf16>
// CHECK: relay.nn.dense {{.*}} -> tensor<1x1xf32>
// CHECK: relay.nn.dense {{.*}} -> tensor<1x1xf32>
func.func @weights(%x: tensor<1x2xf32>) -> tuple<tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>> {
  %a = relay.constant dense<[[0.5, 1.0e-12]]> : tensor<1x2xf32>
  %b = relay.constant dense<[[1.0e-09, 1.0e-12]]> : tensor<1x2xf32>
  %c = relay.constant dense<[[1.0e+05], [1.0]]> : tensor<2x1xf32>
  %d = relay.transpose %c : (tensor<2x1xf32>) -> tensor<1x2xf32>
  %0 = relay.nn.dense %x, %a : (tensor<1x2xf32>, tensor<1x2xf32>) -> tensor<1x1xf32>
  %1 = relay.nn.dense %x, %b : (tensor<1x2xf32>, tensor<1x2xf32>) -> tensor<1x1xf32>
  %2 = relay.nn.dense %x, %d : (tensor<1x2xf32>, tensor<1x2xf32>) -> tensor<1x1xf32>
  %3 = relay.tuple %0, %1, %2 : (tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>) -> tuple<tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>>
  return %3 : tuple<tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>>
}

// Attributes are constants, too.
// CHECK-LABEL: func @attributes
// CHECK: relay.clip {{.*}} -> tensor<2x2xf32>
// CHECK: relay.clip {{.*}} -> tensor<2x2xf16>
// CHECK: relay.sequence_mask {{.*}} -> tensor<2x2xf32>
func.func @attributes(%x: tensor<2x2xf32>, %n: tensor<2xi32>) -> tuple<tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>> {
  %0 = relay.clip %x {a_min = 1.0e-12, a_max = 1.0} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %1 = relay.clip %x {a_min = 0.0, a_max = 0x7FF0000000000000 : f64} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %2 = relay.sequence_mask %x, %n {mask_value = -1.0e+09} : (tensor<2x2xf32>, tensor<2xi32>) -> tensor<2x2xf32>
  %3 = relay.tuple %0, %1, %2 : (tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>) -> tuple<tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>>
  return %3 : tuple<tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>>
}
