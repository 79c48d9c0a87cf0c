// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-defuse-ops))' | FileCheck %s
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-defuse-ops))' -o %t
// RUN: relay-lite-opt %t --pass-pipeline='builtin.module(func.func(relay-defuse-ops))' | diff - %t
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-sequential{passes=DefuseOps opt-level=2})' | FileCheck %s --check-prefix=LEVEL2
// LEVEL2: relay.fused_fn

// CHECK-LABEL: func @fused
// CHECK-SAME: %[[X:.*]]: tensor<2xf32>)
func.func @fused(%x: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK-NEXT: %[[A:.*]] = relay.exp %[[X]]
  // CHECK-NEXT: %[[B:.*]] = relay.negative %[[A]]
  // CHECK-NEXT: return %[[B]]
  %0 = relay.fused_fn (%p0: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Primitive = 1 : i64} {
    %2 = relay.exp %p0 : (tensor<2xf32>) -> tensor<2xf32>
    %3 = relay.negative %2 : (tensor<2xf32>) -> tensor<2xf32>
    relay.yield %3 : tensor<2xf32>
  }
  %1 = relay.apply %0(%x) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// A function that is called twice is copied; its result may be a parameter, and
// it may call another.
// CHECK-LABEL: func @twice
// CHECK-SAME: %[[X:.*]]: tensor<2xf32>)
func.func @twice(%x: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK-NEXT: %[[A:.*]] = relay.exp %[[X]]
  // CHECK-NEXT: %[[B:.*]] = relay.exp %[[A]]
  // CHECK-NEXT: return %[[B]]
  %f = relay.fn (%p0: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Primitive = 1 : i64} {
    %g = relay.fn (%p1: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Primitive = 0 : i64} {
      relay.yield %p1 : tensor<2xf32>
    }
    %2 = relay.exp %p0 : (tensor<2xf32>) -> tensor<2xf32>
    %3 = relay.apply %g(%2) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    relay.yield %3 : tensor<2xf32>
  }
  %0 = relay.apply %f(%x) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.apply %f(%0) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// Parameters and results may be less precise.
// CHECK-LABEL: func @dynamic
// CHECK-SAME: %[[X:.*]]: tensor<2xf32>)
func.func @dynamic(%x: tensor<2xf32>) -> tensor<?xf32> {
  // CHECK-NEXT: %[[C:.*]] = relay.type_cast %[[X]] : tensor<2xf32> to tensor<?xf32>
  // CHECK-NEXT: %[[R:.*]] = relay.exp %[[C]]
  // CHECK-NEXT: return %[[R]]
  %0 = relay.fused_fn (%p0: tensor<?xf32>) -> tensor<?xf32> attributes {relay.Primitive = 1 : i64} {
    %2 = relay.exp %p0 : (tensor<?xf32>) -> tensor<?xf32>
    relay.yield %2 : tensor<?xf32>
  }
  %1 = relay.apply %0(%x) : ((tensor<?xf32>) -> tensor<?xf32>, tensor<2xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// A literal that is not fused goes, too, also a closure.
// CHECK-LABEL: func @closure
// CHECK-SAME: %[[X:.*]]: tensor<2xf32>)
func.func @closure(%x: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK-NEXT: %[[R:.*]] = relay.add %[[X]], %[[X]]
  // CHECK-NEXT: return %[[R]]
  %0 = relay.fn (%p0: tensor<2xf32>) -> tensor<2xf32> {
    %2 = relay.add %p0, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    relay.yield %2 : tensor<2xf32>
  }
  %1 = relay.apply %0(%x) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// Whatever a body ends in.
// CHECK-LABEL: func @field
// CHECK-SAME: %[[T:.*]]: tuple<tensor<2xf32>>)
// CHECK-NEXT: %[[G:.*]] = relay.tuple_get %[[T]][0]
// CHECK-NEXT: %[[R:.*]] = relay.tuple %[[G]], %[[G]]
// CHECK-NEXT: return %[[R]]
func.func @field(%t: tuple<tensor<2xf32>>) -> tuple<tensor<2xf32>, tensor<2xf32>> {
  %f = relay.fn (%p0: tuple<tensor<2xf32>>) -> tensor<2xf32> {
    %2 = relay.tuple_get %p0[0] : (tuple<tensor<2xf32>>) -> tensor<2xf32>
    relay.yield %2 : tensor<2xf32>
  }
  %0 = relay.apply %f(%t) : ((tuple<tensor<2xf32>>) -> tensor<2xf32>, tuple<tensor<2xf32>>) -> tensor<2xf32>
  %g = relay.fn (%p0: tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>> {
    %3 = relay.tuple %p0, %p0 : (tensor<2xf32>, tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>>
    relay.yield %3 : tuple<tensor<2xf32>, tensor<2xf32>>
  }
  %1 = relay.apply %g(%0) : ((tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>>, tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>>
  return %1 : tuple<tensor<2xf32>, tensor<2xf32>>
}

// CHECK-LABEL: func @nested
// CHECK-SAME: %[[X:.*]]: tensor<2xf32>)
// CHECK-NEXT: return %[[X]]
func.func @nested(%x: tensor<2xf32>) -> tensor<2xf32> {
  %f = relay.fn (%p0: tensor<2xf32>) -> tensor<2xf32> {
    %g = relay.fused_fn (%p1: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Primitive = 1 : i64} {
      relay.yield %p1 : tensor<2xf32>
    }
    %1 = relay.apply %g(%p0) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    relay.yield %1 : tensor<2xf32>
  }
  %0 = relay.apply %f(%x) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: func @stays
func.func @stays(%x: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK: %[[F:.*]] = relay.fused_fn
  // CHECK: %[[L:.*]] = relay.let %[[F]]
  // CHECK: relay.apply %[[L]]
  // CHECK: %[[G:.*]] = relay.fn self
  // CHECK: relay.apply %[[G]]
  // CHECK: %[[H:.*]] = relay.fn {{.*}}relay.Compiler
  // CHECK: relay.apply %[[H]]
  %f = relay.fused_fn (%p0: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Primitive = 1 : i64} {
    %2 = relay.exp %p0 : (tensor<2xf32>) -> tensor<2xf32>
    relay.yield %2 : tensor<2xf32>
  }
  %l = relay.let %f as "f" : ((tensor<2xf32>) -> tensor<2xf32>) -> ((tensor<2xf32>) -> tensor<2xf32>)
  %0 = relay.apply %l(%x) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %g = relay.fn self(%me) (%p0: tensor<2xf32>) -> tensor<2xf32> {
    %2 = relay.apply %me(%p0) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    relay.yield %2 : tensor<2xf32>
  }
  %1 = relay.apply %g(%0) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %h = relay.fn (%p0: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Compiler = "other", relay.Primitive = 1 : i64} {
    %4 = relay.exp %p0 : (tensor<2xf32>) -> tensor<2xf32>
    relay.yield %4 : tensor<2xf32>
  }
  %3 = relay.apply %h(%1) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %3 : tensor<2xf32>
}

// CHECK-LABEL: func @skipped
// CHECK-NEXT: relay.fused_fn
func.func @skipped(%x: tensor<2xf32>) -> tensor<2xf32> attributes {relay.SkipOptimization = 1 : i64} {
  %f = relay.fused_fn (%p0: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Primitive = 1 : i64} {
    %2 = relay.exp %p0 : (tensor<2xf32>) -> tensor<2xf32>
    relay.yield %2 : tensor<2xf32>
  }
  %0 = relay.apply %f(%x) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
