// RUN: relay-lite-opt %s --relay-fold-constant | FileCheck %s --check-prefixes=CHECK,MARKS
// RUN: relay-lite-opt %s --relay-fold-constant='no-fold-ops=tanh,relay.nn.bias_add' | FileCheck %s --check-prefixes=CHECK,NAMES
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-sequential{passes=FoldConstant config=relay.FoldConstant.no_fold_ops=["tanh","nn.bias_add"]})' \
// RUN:   | FileCheck %s --check-prefixes=CHECK,NAMES
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-sequential{passes=FoldConstant{no-fold-ops=tanh} config=relay.FoldConstant.no_fold_ops=["nn.bias_add"]})' \
// RUN:   | FileCheck %s --check-prefixes=CHECK,CONFIG

// RUN: relay-lite-opt %s --relay-fold-constant=no-fold-ops=on_device | FileCheck %s --check-prefix=DEVICE

// The operand of what is marked is folded, the mark stays.
// CHECK-LABEL: func.func @operator
// CHECK-NEXT: %[[C:.*]] = relay.constant dense<3> : tensor<i32>
// CHECK-NEXT: %[[N:.*]] = relay.negative %[[C]] {relay.no_fold} : (tensor<i32>) -> tensor<i32>
// CHECK-NEXT: %[[A:.*]] = relay.abs %[[N]]
// CHECK-NEXT: return %[[A]]
func.func @operator() -> tensor<i32> {
  %0 = relay.constant dense<1> : tensor<i32>
  %1 = relay.constant dense<2> : tensor<i32>
  %2 = relay.add %0, %1 : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %3 = relay.negative %2 {relay.no_fold} : (tensor<i32>) -> tensor<i32>
  %4 = relay.abs %3 : (tensor<i32>) -> tensor<i32>
  return %4 : tensor<i32>
}

// CHECK-LABEL: func.func @function
// CHECK: relay.add
// CHECK: relay.add
func.func @function() -> (() -> tensor<i32>, tensor<i32>) attributes {relay.no_fold} {
  %0 = relay.fn () -> tensor<i32> {
    %1 = relay.constant dense<1> : tensor<i32>
    %2 = relay.add %1, %1 : (tensor<i32>, tensor<i32>) -> tensor<i32>
    relay.yield %2 : tensor<i32>
  }
  %3 = relay.constant dense<1> : tensor<i32>
  %4 = relay.add %3, %3 : (tensor<i32>, tensor<i32>) -> tensor<i32>
  return %0, %4 : () -> tensor<i32>, tensor<i32>
}

// CHECK-LABEL: func.func @literal
// CHECK: relay.fn
// CHECK: relay.add
// CHECK: relay.fn
// CHECK-NOT: relay.add
// CHECK: return
func.func @literal() -> (() -> tensor<i32>, () -> tensor<i32>) {
  %0 = relay.fn () -> tensor<i32> attributes {relay.no_fold} {
    %2 = relay.constant dense<1> : tensor<i32>
    %3 = relay.add %2, %2 : (tensor<i32>, tensor<i32>) -> tensor<i32>
    relay.yield %3 : tensor<i32>
  }
  %1 = relay.fn () -> tensor<i32> {
    %2 = relay.constant dense<1> : tensor<i32>
    %3 = relay.add %2, %2 : (tensor<i32>, tensor<i32>) -> tensor<i32>
    relay.yield %3 : tensor<i32>
  }
  return %0, %1 : () -> tensor<i32>, () -> tensor<i32>
}

// Functions may have numbers for marks, as for TVM's own.
// CHECK-LABEL: func.func @number
// CHECK: relay.add
// CHECK: return
func.func @number() -> tensor<i32> attributes {relay.no_fold = 1 : i64} {
  %0 = relay.constant dense<1> : tensor<i32>
  %1 = relay.add %0, %0 : (tensor<i32>, tensor<i32>) -> tensor<i32>
  return %1 : tensor<i32>
}

// CHECK-LABEL: func.func @zero
// CHECK: relay.fn {{.*}} {relay.no_fold = false}
// CHECK-NOT: relay.add
// CHECK: relay.fn {{.*}} {relay.no_fold = true}
// CHECK: relay.add
// CHECK-NOT: relay.add
// CHECK: return
func.func @zero() -> (() -> tensor<i32>, () -> tensor<i32>, tensor<i32>) attributes {relay.no_fold = 0 : i64} {
  %0 = relay.fn () -> tensor<i32> attributes {relay.no_fold = false} {
    %4 = relay.constant dense<1> : tensor<i32>
    %5 = relay.add %4, %4 : (tensor<i32>, tensor<i32>) -> tensor<i32>
    relay.yield %5 : tensor<i32>
  }
  %1 = relay.fn () -> tensor<i32> attributes {relay.no_fold = true} {
    %4 = relay.constant dense<1> : tensor<i32>
    %5 = relay.add %4, %4 : (tensor<i32>, tensor<i32>) -> tensor<i32>
    relay.yield %5 : tensor<i32>
  }
  %2 = relay.constant dense<1> : tensor<i32>
  %3 = relay.add %2, %2 : (tensor<i32>, tensor<i32>) -> tensor<i32>
  return %0, %1, %3 : () -> tensor<i32>, () -> tensor<i32>, tensor<i32>
}

// Others than operators: what is in a branch is folded.
// CHECK-LABEL: func.func @structure
// CHECK: %[[L:.*]] = relay.let %{{.*}} as "x" {relay.no_fold}
// CHECK: relay.if
// CHECK-NOT: relay.add
// CHECK: relay.tuple_get %{{.*}}[0] {relay.no_fold}
// CHECK: relay.shape_of %{{.*}} {dtype = i32, relay.no_fold}
func.func @structure() -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<2xi32>) {
  %0 = relay.constant dense<1> : tensor<i32>
  %1 = relay.let %0 as "x" {relay.no_fold} : (tensor<i32>) -> tensor<i32>
  %2 = relay.constant dense<true> : tensor<i1>
  %3 = relay.if %2 -> tensor<i32> attributes {relay.no_fold} {
    %8 = relay.add %0, %0 : (tensor<i32>, tensor<i32>) -> tensor<i32>
    relay.yield %8 : tensor<i32>
  } else {
    relay.yield %0 : tensor<i32>
  }
  %4 = relay.tuple %0, %0 : (tensor<i32>, tensor<i32>) -> tuple<tensor<i32>, tensor<i32>>
  %5 = relay.tuple_get %4[0] {relay.no_fold} : (tuple<tensor<i32>, tensor<i32>>) -> tensor<i32>
  %6 = relay.constant dense<1> : tensor<2x3xi32>
  %7 = relay.shape_of %6 {dtype = i32, relay.no_fold} : (tensor<2x3xi32>) -> tensor<2xi32>
  return %1, %3, %5, %7 : tensor<i32>, tensor<i32>, tensor<i32>, tensor<2xi32>
}

// Nothing sees through what is marked.
// CHECK-LABEL: func.func @fields
// CHECK: %[[T:.*]] = relay.tuple %{{.*}}, %{{.*}} {relay.no_fold}
// CHECK-NEXT: %[[G:.*]] = relay.tuple_get %[[T]][0]
// CHECK-NEXT: relay.negative %[[G]]
// CHECK-NEXT: %[[D:.*]] = relay.on_device %{{.*}} {relay.no_fold,
// CHECK-NEXT: relay.negative %[[D]]
// CHECK-NEXT: %[[T2:.*]] = relay.tuple
// CHECK-NEXT: %[[D2:.*]] = relay.on_device %[[T2]] {relay.no_fold,
// CHECK-NEXT: relay.tuple_get %[[D2]][0]
// CHECK-NEXT: return
func.func @fields() -> (tensor<i32>, tensor<i32>, tensor<i32>) {
  %0 = relay.constant dense<1> : tensor<i32>
  %1 = relay.constant dense<2> : tensor<i32>
  %2 = relay.tuple %0, %1 {relay.no_fold} : (tensor<i32>, tensor<i32>) -> tuple<tensor<i32>, tensor<i32>>
  %3 = relay.tuple_get %2[0] : (tuple<tensor<i32>, tensor<i32>>) -> tensor<i32>
  %4 = relay.negative %3 : (tensor<i32>) -> tensor<i32>
  %5 = relay.on_device %0 {relay.no_fold, virtual_device = #relay.virtual_device<device = cpu>} : (tensor<i32>) -> tensor<i32>
  %6 = relay.negative %5 : (tensor<i32>) -> tensor<i32>
  %7 = relay.tuple %0, %1 : (tensor<i32>, tensor<i32>) -> tuple<tensor<i32>, tensor<i32>>
  %8 = relay.on_device %7 {relay.no_fold, virtual_device = #relay.virtual_device<device = cpu>} : (tuple<tensor<i32>, tensor<i32>>) -> tuple<tensor<i32>, tensor<i32>>
  %9 = relay.tuple_get %8[0] : (tuple<tensor<i32>, tensor<i32>>) -> tensor<i32>
  return %4, %6, %9 : tensor<i32>, tensor<i32>, tensor<i32>
}

// CHECK-LABEL: func.func @names
// MARKS-NOT: relay.tanh
// MARKS-NOT: relay.nn.bias_add
// NAMES: relay.tanh
// NAMES: relay.nn.bias_add
// The config takes the place of the option.
// CONFIG-NOT: relay.tanh
// CONFIG: relay.nn.bias_add
// CHECK: return
func.func @names() -> (tensor<2xf32>, tensor<1x2xf32>) {
  %0 = relay.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %1 = relay.tanh %0 : (tensor<2xf32>) -> tensor<2xf32>
  %2 = relay.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %3 = relay.nn.bias_add %2, %0 : (tensor<1x2xf32>, tensor<2xf32>) -> tensor<1x2xf32>
  return %1, %3 : tensor<2xf32>, tensor<1x2xf32>
}

// A constant that is marked may become another one: nothing of it is folded.
// CHECK-LABEL: func.func @constant
// CHECK: %[[C:.*]] = relay.constant {relay.no_fold} dense<1> : tensor<i32>
// CHECK: %[[N:.*]] = relay.negative %[[C]]
// CHECK: %[[THREE:.*]] = relay.constant dense<3> : tensor<i32>
// CHECK: %[[A:.*]] = relay.add %[[N]], %[[THREE]]
// CHECK: %[[L:.*]] = relay.let %[[C]]
// CHECK: relay.if
// The shape of what it may become is known.
// CHECK: %[[SHAPE:.*]] = relay.constant dense<> : tensor<0xi32>
// CHECK: return %[[A]], %[[L]], %{{.*}}, %[[SHAPE]]
func.func @constant() -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<0xi32>) {
  %0 = relay.constant {relay.no_fold} dense<1> : tensor<i32>
  %1 = relay.negative %0 : (tensor<i32>) -> tensor<i32>
  %2 = relay.constant dense<-3> : tensor<i32>
  %3 = relay.negative %2 : (tensor<i32>) -> tensor<i32>
  %4 = relay.add %1, %3 : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %5 = relay.let %0 as "x" : (tensor<i32>) -> tensor<i32>
  %6 = relay.constant {relay.no_fold} dense<true> : tensor<i1>
  %7 = relay.if %6 -> tensor<i32> {
    relay.yield %2 : tensor<i32>
  } else {
    relay.yield %0 : tensor<i32>
  }
  %8 = relay.shape_of %0 {dtype = i32} : (tensor<i32>) -> tensor<0xi32>
  return %4, %5, %7, %8 : tensor<i32>, tensor<i32>, tensor<i32>, tensor<0xi32>
}

// MARKS-LABEL: func.func @device
// MARKS: relay.constant dense<-1.0
// DEVICE-LABEL: func.func @device
// DEVICE: %[[D:.*]] = relay.on_device
// DEVICE: relay.negative %[[D]]
func.func @device() -> tensor<f32> {
  %0 = relay.constant dense<1.0> : tensor<f32>
  %1 = relay.on_device %0 {virtual_device = #relay.virtual_device<device = cpu>} : (tensor<f32>) -> tensor<f32>
  %2 = relay.negative %1 : (tensor<f32>) -> tensor<f32>
  return %2 : tensor<f32>
}
