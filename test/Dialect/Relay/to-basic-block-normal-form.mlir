// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-to-basic-block-normal-form)' | FileCheck %s
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-to-basic-block-normal-form)' -o %t
// RUN: relay-lite-opt %t --pass-pipeline='builtin.module(relay-to-basic-block-normal-form)' | diff - %t
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-sequential{passes=ToBasicBlockNormalForm opt-level=0})' | FileCheck %s --check-prefix=LEVEL0
// LEVEL0-LABEL: func @branches
// LEVEL0-NEXT: relay.exp
// LEVEL0-NEXT: relay.if

// CHECK-LABEL: func @branches
func.func @branches(%c: tensor<i1>, %x: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK-NEXT: %[[E:.*]] = relay.exp %arg1
  // CHECK-NEXT: %[[L:.*]] = relay.let %[[E]] as "x"
  // CHECK-NEXT: relay.if
  // CHECK-NEXT: relay.negative %[[L]]
  // CHECK: else
  // CHECK-NEXT: relay.yield %[[L]]
  %0 = relay.exp %x : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.if %c -> tensor<2xf32> {
    %2 = relay.negative %0 : (tensor<2xf32>) -> tensor<2xf32>
    relay.yield %2 : tensor<2xf32>
  } else {
    relay.yield %0 : tensor<2xf32>
  }
  return %1 : tensor<2xf32>
}

// One scope alone, arguments, and what the outer scope needs first.
// CHECK-LABEL: func @not_shared
// CHECK-NOT: relay.let
func.func @not_shared(%c: tensor<i1>, %x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relay.exp %x : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.log %x : (tensor<2xf32>) -> tensor<2xf32>
  %2 = relay.negative %1 : (tensor<2xf32>) -> tensor<2xf32>
  %3 = relay.if %c -> tensor<2xf32> {
    %4 = relay.add %0, %1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %5 = relay.add %4, %0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    relay.yield %5 : tensor<2xf32>
  } else {
    relay.yield %x : tensor<2xf32>
  }
  %6 = relay.add %2, %3 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %6 : tensor<2xf32>
}

// A literal and what is around it; nested branches.
// CHECK-LABEL: func @nested
func.func @nested(%c: tensor<i1>, %x: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK-NEXT: relay.exp
  // CHECK-NEXT: %[[A:.*]] = relay.let
  // CHECK-NEXT: %[[F:.*]] = relay.fn
  // CHECK-NEXT: relay.tanh
  // CHECK-NEXT: %[[B:.*]] = relay.let
  // CHECK-NEXT: relay.if
  // CHECK-NEXT: relay.add %[[A]], %[[B]]
  // CHECK: relay.apply %[[F]](%[[A]])
  %0 = relay.exp %x : (tensor<2xf32>) -> tensor<2xf32>
  %f = relay.fn (%y: tensor<2xf32>) -> tensor<2xf32> {
    %2 = relay.tanh %y : (tensor<2xf32>) -> tensor<2xf32>
    %3 = relay.if %c -> tensor<2xf32> {
      %4 = relay.add %0, %2 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
      relay.yield %4 : tensor<2xf32>
    } else {
      relay.yield %2 : tensor<2xf32>
    }
    relay.yield %3 : tensor<2xf32>
  }
  %1 = relay.apply %f(%0) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// A binding that is there takes the other users.
// CHECK-LABEL: func @bound
// CHECK: %[[L:.*]] = relay.let
// CHECK-NEXT: %[[E:.*]] = relay.exp %[[L]]
// CHECK-NEXT: relay.add %[[E]], %[[L]]
func.func @bound(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relay.tanh %x : (tensor<2xf32>) -> tensor<2xf32>
  %a = relay.let %0 as "a" : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.exp %a : (tensor<2xf32>) -> tensor<2xf32>
  %2 = relay.add %1, %0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %2 : tensor<2xf32>
}

// Effects, fused literals and other compilers.
// CHECK-LABEL: func @effects
// CHECK: relay.ref_create
// CHECK-NEXT: %[[R:.*]] = relay.let
// CHECK: relay.ref_write %[[R]]
func.func @effects(%c: tensor<i1>, %x: tensor<2xf32>) -> tuple<> {
  %r = relay.ref_create %x : (tensor<2xf32>) -> !relay.ref<tensor<2xf32>>
  %0 = relay.if %c -> tuple<> {
    %1 = relay.ref_write %r, %x : (!relay.ref<tensor<2xf32>>, tensor<2xf32>) -> tuple<>
    relay.yield %1 : tuple<>
  } else {
    %1 = relay.ref_read %r : (!relay.ref<tensor<2xf32>>) -> tensor<2xf32>
    %2 = relay.ref_write %r, %1 : (!relay.ref<tensor<2xf32>>, tensor<2xf32>) -> tuple<>
    relay.yield %2 : tuple<>
  }
  return %0 : tuple<>
}
// CHECK-LABEL: func @other_compiler
// CHECK-NOT: relay.let
func.func @other_compiler(%c: tensor<i1>, %x: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Compiler = "other"} {
  %0 = relay.exp %x : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.if %c -> tensor<2xf32> {
    relay.yield %0 : tensor<2xf32>
  } else {
    relay.yield %0 : tensor<2xf32>
  }
  return %1 : tensor<2xf32>
}

// The second name of what a closure uses comes after the closure.
// CHECK-LABEL: func @named_later
// CHECK-SAME: (%[[X:.*]]: tensor<2xf32>)
func.func @named_later(%x: tensor<2xf32>) -> tuple<() -> tensor<2xf32>, tensor<2xf32>> {
  // CHECK-NEXT: %[[EXP:.*]] = relay.exp %[[X]]
  // CHECK-NEXT: %[[BOUND:.*]] = relay.let %[[EXP]] as "x"
  // CHECK-NEXT: relay.fn
  // CHECK-NEXT: relay.yield %[[BOUND]]
  // CHECK: relay.let %[[BOUND]] as "v"
  %0 = relay.exp %x : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.fn () -> tensor<2xf32> {
    relay.yield %0 : tensor<2xf32>
  }
  %f = relay.let %1 as "f" : (() -> tensor<2xf32>) -> (() -> tensor<2xf32>)
  %v = relay.let %0 as "v" : (tensor<2xf32>) -> tensor<2xf32>
  %2 = relay.tuple %f, %v : (() -> tensor<2xf32>, tensor<2xf32>) -> tuple<() -> tensor<2xf32>, tensor<2xf32>>
  return %2 : tuple<() -> tensor<2xf32>, tensor<2xf32>>
}

// A shared value keeps its device, with all that is in the same scope.
// CHECK-LABEL: func @on_device
func.func @on_device(%c: tensor<i1>, %x: tensor<f32>) -> tensor<f32> {
  // CHECK-NEXT: %[[E:.*]] = relay.exp
  // CHECK-NEXT: %[[ED:.*]] = relay.on_device %[[E]] {constrain_result = true, virtual_device = #relay.virtual_device<device = cpu, id = 1>}
  // CHECK-NEXT: %[[N:.*]] = relay.negative %[[ED]]
  // CHECK-NEXT: %[[ND:.*]] = relay.on_device %[[N]] {constrain_result = true, virtual_device = #relay.virtual_device<device = cpu, id = 1>}
  // CHECK-NEXT: %[[L:.*]] = relay.let %[[ND]] as "x"
  // CHECK-NEXT: relay.if
  // CHECK-NEXT: relay.negative %[[L]]
  // CHECK: else
  // CHECK-NEXT: relay.yield %[[L]]
  %0 = relay.exp %x : (tensor<f32>) -> tensor<f32>
  %1 = relay.negative %0 : (tensor<f32>) -> tensor<f32>
  %2 = relay.on_device %1 {constrain_result = true, virtual_device = #relay.virtual_device<device = cpu, id = 1>} : (tensor<f32>) -> tensor<f32>
  %3 = relay.if %c -> tensor<f32> {
    %4 = relay.negative %2 : (tensor<f32>) -> tensor<f32>
    relay.yield %4 : tensor<f32>
  } else {
    relay.yield %2 : tensor<f32>
  }
  return %3 : tensor<f32>
}
