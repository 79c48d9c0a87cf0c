// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-flatten-nested-tuples)' | FileCheck %s

// One level of a tuple is flattened; a tuple that is used inside stays there.

// CHECK-LABEL: func.func @nested
// CHECK: %[[INNER:.*]] = relay.tuple
// CHECK-NEXT: %[[E0:.*]] = relay.annotation.compiler_end %[[INNER]] {compiler = "a"}
// CHECK-NEXT: %[[E1:.*]] = relay.annotation.compiler_end %{{.*}} {compiler = "a"}
// CHECK-NEXT: %[[OUTER:.*]] = relay.tuple %[[E0]], %[[E1]]
// CHECK-NEXT: return %[[OUTER]]
func.func @nested(%x: tensor<2xf32>) -> tuple<tuple<tensor<2xf32>>, tensor<2xf32>> {
  %0 = relay.annotation.compiler_begin %x {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.tuple %0 : (tensor<2xf32>) -> tuple<tensor<2xf32>>
  %2 = relay.tuple %1, %0 : (tuple<tensor<2xf32>>, tensor<2xf32>) -> tuple<tuple<tensor<2xf32>>, tensor<2xf32>>
  %3 = relay.annotation.compiler_end %2 {compiler = "a"} : (tuple<tuple<tensor<2xf32>>, tensor<2xf32>>) -> tuple<tuple<tensor<2xf32>>, tensor<2xf32>>
  return %3 : tuple<tuple<tensor<2xf32>>, tensor<2xf32>>
}

// CHECK-LABEL: func.func @used
// CHECK: relay.annotation.compiler_end {{.*}} : (tensor<2xf32>)
// CHECK-NEXT: relay.annotation.compiler_end {{.*}} : (tensor<2xf32>)
// CHECK-NEXT: %[[OUTSIDE:.*]] = relay.tuple
// CHECK-NEXT: %[[TUPLE:.*]] = relay.tuple
// CHECK-NEXT: relay.concatenate %[[TUPLE]]
// CHECK-NEXT: relay.annotation.compiler_end {{.*}} : (tensor<4xf32>)
// CHECK-NEXT: relay.tuple %[[OUTSIDE]]
func.func @used(%x: tensor<2xf32>) -> tuple<tuple<tensor<2xf32>, tensor<2xf32>>, tensor<4xf32>> {
  %0 = relay.annotation.compiler_begin %x {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.tuple %0, %0 : (tensor<2xf32>, tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>>
  %2 = relay.concatenate %1 : (tuple<tensor<2xf32>, tensor<2xf32>>) -> tensor<4xf32>
  %3 = relay.annotation.compiler_end %1 {compiler = "a"} : (tuple<tensor<2xf32>, tensor<2xf32>>) -> tuple<tensor<2xf32>, tensor<2xf32>>
  %4 = relay.annotation.compiler_end %2 {compiler = "a"} : (tensor<4xf32>) -> tensor<4xf32>
  %5 = relay.tuple %3, %4 : (tuple<tensor<2xf32>, tensor<2xf32>>, tensor<4xf32>) -> tuple<tuple<tensor<2xf32>, tensor<2xf32>>, tensor<4xf32>>
  return %5 : tuple<tuple<tensor<2xf32>, tensor<2xf32>>, tensor<4xf32>>
}

// Tuples do not move into branches and function literals.
// CHECK-LABEL: func.func @blocks
// CHECK: relay.tuple
// CHECK: relay.tuple
// CHECK-NEXT: relay.if
// CHECK-NEXT: relay.yield
func.func @blocks(%c: tensor<i1>, %x: tensor<2xf32>) -> tuple<tensor<2xf32>> {
  %0 = relay.annotation.compiler_begin %x {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.tuple %0 : (tensor<2xf32>) -> tuple<tensor<2xf32>>
  %2 = relay.if %c -> tuple<tensor<2xf32>> {
    %3 = relay.annotation.compiler_end %1 {compiler = "a"} : (tuple<tensor<2xf32>>) -> tuple<tensor<2xf32>>
    relay.yield %3 : tuple<tensor<2xf32>>
  } else {
    %3 = relay.annotation.compiler_end %1 {compiler = "a"} : (tuple<tensor<2xf32>>) -> tuple<tensor<2xf32>>
    relay.yield %3 : tuple<tensor<2xf32>>
  }
  return %2 : tuple<tensor<2xf32>>
}
