// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-partition-graph)' --split-input-file | FileCheck %s
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-partition-graph{bind-constants=false})' --split-input-file | FileCheck %s --check-prefix=ARGUMENTS

// One part with a value that it uses twice, and one that follows it.

// CHECK-LABEL: func.func @chain
// CHECK-SAME: (%[[X:.*]]: tensor<2xf32>, %[[Y:.*]]: tensor<2xf32>)
// CHECK-NEXT: %[[A:.*]] = relay.call @a_chain_0(%[[X]], %[[Y]]) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
// CHECK-NEXT: %[[B:.*]] = relay.call @"b++_chain_3"(%[[A]])
// CHECK-NEXT: return %[[B]]
// CHECK: func.func private @a_chain_0(%[[P:.*]]: tensor<2xf32> {relay.name = "a_0_i0"}, %[[Q:.*]]: tensor<2xf32> {relay.name = "a_0_i2"}) -> tensor<2xf32>
// CHECK-SAME: attributes {relay.Compiler = "a", relay.Inline = 1 : i64, relay.Primitive = 1 : i64, relay.global_symbol = "a_chain_0", relay.pure}
// CHECK-NEXT: %[[SUM:.*]] = relay.add %[[P]], %[[P]]
// CHECK-NEXT: %[[PRODUCT:.*]] = relay.multiply %[[SUM]], %[[Q]]
// CHECK-NEXT: return %[[PRODUCT]]
// CHECK: func.func private @"b++_chain_3"
// CHECK-NEXT: relay.nn.relu
func.func @chain(%x: tensor<2xf32>, %y: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relay.annotation.compiler_begin %x {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.annotation.compiler_begin %x {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  %2 = relay.add %0, %1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %3 = relay.annotation.compiler_begin %y {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  %4 = relay.multiply %2, %3 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %5 = relay.annotation.compiler_end %4 {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  %6 = relay.annotation.compiler_begin %5 {compiler = "b++"} : (tensor<2xf32>) -> tensor<2xf32>
  %7 = relay.nn.relu %6 : (tensor<2xf32>) -> tensor<2xf32>
  %8 = relay.annotation.compiler_end %7 {compiler = "b++"} : (tensor<2xf32>) -> tensor<2xf32>
  return %8 : tensor<2xf32>
}

// -----

// Several results, one of them with two ends. Users of the first one come after
// the call, and operands of the region before it.

// CHECK-LABEL: func.func @results
// CHECK-NEXT: %[[NEGATIVE:.*]] = relay.negative
// CHECK-NEXT: %[[CALL:.*]] = relay.call @a_results_0(%{{.*}}, %[[NEGATIVE]])
// CHECK-NEXT: %[[R0:.*]] = relay.tuple_get %[[CALL]][0]
// CHECK-NEXT: %[[R1:.*]] = relay.tuple_get %[[CALL]][1]
// CHECK-NEXT: %[[TANH:.*]] = relay.tanh %[[R0]]
// CHECK-NEXT: %[[LOG:.*]] = relay.log %[[R0]]
// CHECK-NEXT: relay.tuple %[[TANH]], %[[LOG]], %[[R1]]
// CHECK: func.func private @a_results_0
// CHECK-NEXT: %[[ABS:.*]] = relay.abs
// CHECK-NEXT: %[[SUM:.*]] = relay.add %[[ABS]]
// CHECK-NEXT: %[[TUPLE:.*]] = relay.tuple %[[ABS]], %[[SUM]]
// CHECK-NEXT: return %[[TUPLE]]
func.func @results(%x: tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>, tensor<2xf32>> {
  %0 = relay.annotation.compiler_begin %x {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.abs %0 : (tensor<2xf32>) -> tensor<2xf32>
  %2 = relay.annotation.compiler_end %1 {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  %3 = relay.tanh %2 : (tensor<2xf32>) -> tensor<2xf32>
  %4 = relay.annotation.compiler_end %1 {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  %5 = relay.log %4 : (tensor<2xf32>) -> tensor<2xf32>
  %6 = relay.negative %x : (tensor<2xf32>) -> tensor<2xf32>
  %7 = relay.annotation.compiler_begin %6 {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  %8 = relay.add %1, %7 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %9 = relay.annotation.compiler_end %8 {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  %10 = relay.tuple %3, %5, %9 : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>, tensor<2xf32>>
  return %10 : tuple<tensor<2xf32>, tensor<2xf32>, tensor<2xf32>>
}

// -----

// Constants and tuples of constants move into the function.

// CHECK-LABEL: func.func @constants
// CHECK: relay.call @a_constants_0(%{{.*}}) : (tensor<2xf32>)
// CHECK: func.func private @a_constants_0(%[[P:.*]]: tensor<2xf32> {{.*}})
// CHECK-NEXT: %[[C0:.*]] = relay.constant
// CHECK-NEXT: %[[TUPLE:.*]] = relay.tuple %[[C0]], %[[C0]]
// CHECK-NEXT: %[[C1:.*]] = relay.constant
// CHECK-NEXT: %[[CONCAT:.*]] = relay.concatenate %[[TUPLE]]
// CHECK-NEXT: %[[SUM:.*]] = relay.add %[[CONCAT]], %[[C1]]
// ARGUMENTS-LABEL: func.func @constants
// ARGUMENTS: %[[C0:.*]] = relay.constant
// ARGUMENTS: %[[TUPLE:.*]] = relay.tuple %[[C0]], %[[C0]]
// ARGUMENTS: relay.call @a_constants_0(%[[TUPLE]], %[[C0]], %{{.*}})
func.func @constants(%x: tensor<2xf32>) -> tensor<2xf32> {
  %c = relay.constant dense<1.0> : tensor<1xf32>
  %t = relay.tuple %c, %c : (tensor<1xf32>, tensor<1xf32>) -> tuple<tensor<1xf32>, tensor<1xf32>>
  %0 = relay.annotation.compiler_begin %x {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.annotation.compiler_begin %t {compiler = "a"} : (tuple<tensor<1xf32>, tensor<1xf32>>) -> tuple<tensor<1xf32>, tensor<1xf32>>
  %2 = relay.annotation.compiler_begin %c {compiler = "a"} : (tensor<1xf32>) -> tensor<1xf32>
  %3 = relay.concatenate %1 : (tuple<tensor<1xf32>, tensor<1xf32>>) -> tensor<2xf32>
  %4 = relay.add %3, %2 : (tensor<2xf32>, tensor<1xf32>) -> tensor<2xf32>
  %5 = relay.multiply %4, %0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %6 = relay.annotation.compiler_end %5 {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  return %6 : tensor<2xf32>
}

// -----

// A composite literal moves with its call; one that is called in two parts is
// copied.

// CHECK-LABEL: func.func @composite
// CHECK-NOT: fused_fn
// CHECK: relay.call @a_composite_0
// CHECK: relay.call @a_composite_1
// CHECK: func.func private @a_composite_0
// CHECK-NEXT: %[[F:.*]] = relay.fused_fn
// CHECK: relay.apply %[[F]]
// CHECK: func.func private @a_composite_1
// CHECK-NEXT: %[[F:.*]] = relay.fused_fn
// CHECK: relay.apply %[[F]]
func.func @composite(%x: tensor<2xf32>) -> tensor<2xf32> {
  %f = relay.fused_fn (%y: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Composite = "a.relu"} {
    %6 = relay.nn.relu %y : (tensor<2xf32>) -> tensor<2xf32>
    relay.yield %6 : tensor<2xf32>
  }
  %0 = relay.annotation.compiler_begin %x {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.apply %f(%0) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %2 = relay.annotation.compiler_end %1 {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  %3 = relay.annotation.compiler_begin %2 {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  %4 = relay.apply %f(%3) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %5 = relay.annotation.compiler_end %4 {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  return %5 : tensor<2xf32>
}

// -----

// A begin that is bound is no part, and an end may be in a branch.

// CHECK-LABEL: func.func @branch
// CHECK-NEXT: %[[Y:.*]] = relay.let %{{.*}} as "y"
// CHECK-NEXT: %[[CALL:.*]] = relay.call @a_branch_1(%[[Y]])
// CHECK-NEXT: relay.if
// CHECK-NEXT: relay.yield %[[CALL]]
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[INNER:.*]] = relay.call @a_branch_2(%[[Y]])
// CHECK-NEXT: relay.yield %[[INNER]]
func.func @branch(%c: tensor<i1>, %x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relay.annotation.compiler_begin %x {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  %y = relay.let %0 as "y" : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.annotation.compiler_begin %y {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  %2 = relay.abs %1 : (tensor<2xf32>) -> tensor<2xf32>
  %3 = relay.if %c -> tensor<2xf32> {
    %4 = relay.annotation.compiler_end %2 {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
    relay.yield %4 : tensor<2xf32>
  } else {
    %4 = relay.annotation.compiler_begin %y {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
    %5 = relay.nn.relu %4 : (tensor<2xf32>) -> tensor<2xf32>
    %6 = relay.annotation.compiler_end %5 {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
    relay.yield %6 : tensor<2xf32>
  }
  return %3 : tensor<2xf32>
}

// -----

// A begin before branches that use its value begins a part in each of them, and
// one where it is if something there uses its value, too.

// CHECK-LABEL: func.func @into_branches
// CHECK-NEXT: %[[ABS:.*]] = relay.call @a_into_branches_2(%[[X:.*]])
// CHECK-NEXT: relay.if
// CHECK-NEXT: %[[RELU:.*]] = relay.call @a_into_branches_0(%[[X]])
// CHECK-NEXT: relay.yield %[[RELU]]
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[EXP:.*]] = relay.call @a_into_branches_1(%[[X]])
// CHECK-NEXT: relay.add %[[EXP]], %[[ABS]]
// CHECK: func.func private @a_into_branches_0
// CHECK-NEXT: relay.nn.relu
func.func @into_branches(%c: tensor<i1>, %x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relay.annotation.compiler_begin %x {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.abs %0 : (tensor<2xf32>) -> tensor<2xf32>
  %2 = relay.annotation.compiler_end %1 {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  %3 = relay.if %c -> tensor<2xf32> {
    %4 = relay.nn.relu %0 : (tensor<2xf32>) -> tensor<2xf32>
    %5 = relay.annotation.compiler_end %4 {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
    relay.yield %5 : tensor<2xf32>
  } else {
    %4 = relay.exp %0 : (tensor<2xf32>) -> tensor<2xf32>
    %5 = relay.annotation.compiler_end %4 {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
    %6 = relay.add %5, %2 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    relay.yield %6 : tensor<2xf32>
  }
  return %3 : tensor<2xf32>
}

// -----

// Effects stay in order, wherever the end is.

// CHECK-LABEL: func.func @effects
// CHECK-NEXT: relay.ref_read
// CHECK-NEXT: relay.call @a_effects_0
// CHECK-NEXT: relay.ref_read
// CHECK: func.func private @a_effects_0
// CHECK-NEXT: relay.ref_write
func.func @effects(%r: !relay.ref<tensor<2xf32>>, %x: tensor<2xf32>) -> tuple<tensor<2xf32>, tuple<>, tensor<2xf32>> {
  %0 = relay.ref_read %r : (!relay.ref<tensor<2xf32>>) -> tensor<2xf32>
  %1 = relay.annotation.compiler_begin %r {compiler = "a"} : (!relay.ref<tensor<2xf32>>) -> !relay.ref<tensor<2xf32>>
  %2 = relay.annotation.compiler_begin %x {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  %3 = relay.ref_write %1, %2 : (!relay.ref<tensor<2xf32>>, tensor<2xf32>) -> tuple<>
  %5 = relay.ref_read %r : (!relay.ref<tensor<2xf32>>) -> tensor<2xf32>
  %4 = relay.annotation.compiler_end %3 {compiler = "a"} : (tuple<>) -> tuple<>
  %6 = relay.tuple %0, %4, %5 : (tensor<2xf32>, tuple<>, tensor<2xf32>) -> tuple<tensor<2xf32>, tuple<>, tensor<2xf32>>
  return %6 : tuple<tensor<2xf32>, tuple<>, tensor<2xf32>>
}
