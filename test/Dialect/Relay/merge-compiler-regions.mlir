// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-merge-compiler-regions))' --split-input-file | FileCheck %s

// Parts are joined where nothing outside comes in between. The last sum depends
// on %x4, which the first part computes with something outside in between.

// CHECK-LABEL: func.func @diamond
// CHECK: %[[B:.*]] = relay.annotation.compiler_begin %{{.*}} {compiler = "a"}
// CHECK-NEXT: %[[ABS:.*]] = relay.abs %[[B]]
// CHECK-NEXT: %[[E0:.*]] = relay.annotation.compiler_end %[[ABS]] {compiler = "a"}
// CHECK-NEXT: %[[B0:.*]] = relay.annotation.compiler_begin %[[E0]] {compiler = "default"}
// CHECK-NEXT: %[[TANH:.*]] = relay.tanh %[[B0]]
// CHECK-NEXT: %[[E1:.*]] = relay.annotation.compiler_end %[[TANH]] {compiler = "default"}
// CHECK-NEXT: %[[RELU:.*]] = relay.nn.relu %[[ABS]]
// CHECK-NEXT: %[[E2:.*]] = relay.annotation.compiler_end %[[RELU]] {compiler = "a"}
// CHECK-NEXT: %[[B2:.*]] = relay.annotation.compiler_begin %[[E2]] {compiler = "a"}
// CHECK-NEXT: %[[B1:.*]] = relay.annotation.compiler_begin %[[E1]] {compiler = "a"}
// CHECK-NEXT: %[[SUM:.*]] = relay.add %[[B2]], %[[B1]]
// CHECK-NEXT: %[[E3:.*]] = relay.annotation.compiler_end %[[SUM]] {compiler = "a"}
// CHECK-NEXT: return %[[E3]]
func.func @diamond(%x: tensor<2xf32>) -> tensor<2xf32> {
  %b = relay.annotation.compiler_begin %x {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  %0 = relay.abs %b : (tensor<2xf32>) -> tensor<2xf32>
  %x0 = relay.annotation.compiler_end %0 {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  %x1 = relay.annotation.compiler_begin %x0 {compiler = "default"} : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.tanh %x1 : (tensor<2xf32>) -> tensor<2xf32>
  %x4 = relay.annotation.compiler_end %1 {compiler = "default"} : (tensor<2xf32>) -> tensor<2xf32>
  %x2 = relay.annotation.compiler_end %0 {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  %x3 = relay.annotation.compiler_begin %x2 {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  %2 = relay.nn.relu %x3 : (tensor<2xf32>) -> tensor<2xf32>
  %x5 = relay.annotation.compiler_end %2 {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  %x6 = relay.annotation.compiler_begin %x5 {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  %x7 = relay.annotation.compiler_begin %x4 {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  %3 = relay.add %x6, %x7 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %x8 = relay.annotation.compiler_end %3 {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  return %x8 : tensor<2xf32>
}

// -----

// A tuple without marks, and a branch, come in between as well.

// CHECK-LABEL: func.func @between
// CHECK: relay.abs
// CHECK: relay.annotation.compiler_end %{{.*}} {compiler = "a"}
// CHECK: relay.annotation.compiler_end %{{.*}} {compiler = "a"}
// CHECK: relay.if
// CHECK: relay.annotation.compiler_begin %{{.*}} {compiler = "a"}
// CHECK: relay.annotation.compiler_begin %{{.*}} {compiler = "a"}
// CHECK: relay.add
func.func @between(%c: tensor<i1>, %x: tensor<2xf32>) -> tensor<2xf32> {
  %b = relay.annotation.compiler_begin %x {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  %0 = relay.abs %b : (tensor<2xf32>) -> tensor<2xf32>
  %x0 = relay.annotation.compiler_end %0 {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  %x1 = relay.annotation.compiler_end %0 {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.tuple %x0 : (tensor<2xf32>) -> tuple<tensor<2xf32>>
  %2 = relay.if %c -> tensor<2xf32> {
    %5 = relay.tuple_get %1[0] : (tuple<tensor<2xf32>>) -> tensor<2xf32>
    relay.yield %5 : tensor<2xf32>
  } else {
    relay.yield %x : tensor<2xf32>
  }
  %x2 = relay.annotation.compiler_begin %x1 {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  %x3 = relay.annotation.compiler_begin %2 {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  %3 = relay.add %x2, %x3 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %x4 = relay.annotation.compiler_end %3 {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  return %x4 : tensor<2xf32>
}

// -----

// A part in a branch stays apart from one before it.

// CHECK-LABEL: func.func @branch
// CHECK: relay.abs
// CHECK: relay.if
// CHECK-NEXT: relay.annotation.compiler_end %{{.*}} {compiler = "a"}
// CHECK-NEXT: relay.annotation.compiler_begin %{{.*}} {compiler = "a"}
// CHECK-NEXT: relay.nn.relu
func.func @branch(%c: tensor<i1>, %x: tensor<2xf32>) -> tensor<2xf32> {
  %b = relay.annotation.compiler_begin %x {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  %0 = relay.abs %b : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.if %c -> tensor<2xf32> {
    %x0 = relay.annotation.compiler_end %0 {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
    %x1 = relay.annotation.compiler_begin %x0 {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
    %2 = relay.nn.relu %x1 : (tensor<2xf32>) -> tensor<2xf32>
    %x2 = relay.annotation.compiler_end %2 {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
    relay.yield %x2 : tensor<2xf32>
  } else {
    relay.yield %x : tensor<2xf32>
  }
  return %1 : tensor<2xf32>
}

// -----

// Functions for other compilers are left alone.

// CHECK-LABEL: func.func @skipped
// CHECK: relay.annotation.compiler_end
// CHECK: relay.annotation.compiler_begin
// CHECK: relay.nn.relu
func.func @skipped(%x: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Extern = 1 : i64} {
  %b = relay.annotation.compiler_begin %x {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  %0 = relay.abs %b : (tensor<2xf32>) -> tensor<2xf32>
  %x0 = relay.annotation.compiler_end %0 {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  %x1 = relay.annotation.compiler_begin %x0 {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.nn.relu %x1 : (tensor<2xf32>) -> tensor<2xf32>
  %x2 = relay.annotation.compiler_end %1 {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  return %x2 : tensor<2xf32>
}

// -----

// Nothing with effects comes in between.

// CHECK-LABEL: func.func @effects
// CHECK: relay.annotation.compiler_begin
// CHECK: relay.ref_read
// CHECK: relay.annotation.compiler_end
// CHECK: relay.ref_write
// CHECK: relay.annotation.compiler_begin
// CHECK: relay.annotation.compiler_begin
// CHECK: relay.ref_write
func.func @effects(%r: !relay.ref<tensor<2xf32>>, %x: tensor<2xf32>) -> tuple<tuple<>, tuple<>> {
  %0 = relay.annotation.compiler_begin %r {compiler = "a"} : (!relay.ref<tensor<2xf32>>) -> !relay.ref<tensor<2xf32>>
  %1 = relay.ref_read %0 : (!relay.ref<tensor<2xf32>>) -> tensor<2xf32>
  %2 = relay.annotation.compiler_end %1 {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  %3 = relay.ref_write %r, %x : (!relay.ref<tensor<2xf32>>, tensor<2xf32>) -> tuple<>
  %4 = relay.annotation.compiler_begin %2 {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  %5 = relay.annotation.compiler_begin %r {compiler = "a"} : (!relay.ref<tensor<2xf32>>) -> !relay.ref<tensor<2xf32>>
  %6 = relay.ref_write %5, %4 : (!relay.ref<tensor<2xf32>>, tensor<2xf32>) -> tuple<>
  %7 = relay.annotation.compiler_end %6 {compiler = "a"} : (tuple<>) -> tuple<>
  %8 = relay.tuple %3, %7 : (tuple<>, tuple<>) -> tuple<tuple<>, tuple<>>
  return %8 : tuple<tuple<>, tuple<>>
}

// -----

// A begin before a branch that uses its value moves there.

// CHECK-LABEL: func.func @into_branch
// CHECK-NEXT: relay.if
// CHECK-NEXT: %[[BEGIN:.*]] = relay.annotation.compiler_begin %{{.*}} {compiler = "a"}
// CHECK-NEXT: relay.nn.relu %[[BEGIN]]
func.func @into_branch(%c: tensor<i1>, %x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relay.annotation.compiler_begin %x {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.if %c -> tensor<2xf32> {
    %2 = relay.nn.relu %0 : (tensor<2xf32>) -> tensor<2xf32>
    %3 = relay.annotation.compiler_end %2 {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
    relay.yield %3 : tensor<2xf32>
  } else {
    relay.yield %x : tensor<2xf32>
  }
  return %1 : tensor<2xf32>
}
