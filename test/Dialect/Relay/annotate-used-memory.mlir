// RUN: relay-lite-opt %s --relay-annotate-used-memory --split-input-file | FileCheck %s
// RUN: relay-lite-opt %s --relay-annotate-used-memory --relay-annotate-used-memory --split-input-file | FileCheck %s

!f = tensor<2xf32>

// One function is called twice. At the second call the first result is live,
// too. The integer tensor ends with the first call of %g.
// CHECK-LABEL: func @main
// CHECK-SAME: attributes {relay.io_used_memory = 19 : i64}
func.func @main(%x: !f, %i: tensor<3xi8>) -> !f {
  // CHECK: relay.fused_fn {{.*}}relay.used_memory = [19, 24]
  %0 = relay.fused_fn (%p: !f) -> !f attributes {relay.Primitive = 1 : i64} {
    %5 = relay.exp %p : (!f) -> !f
    relay.yield %5 : !f
  }
  %f = relay.let %0 as "f" : ((!f) -> !f) -> ((!f) -> !f)
  // CHECK: relay.fn {{.*}}relay.used_memory = [27]
  %1 = relay.fn (%p: tensor<3xi8>, %q: !f) -> !f attributes {relay.Primitive = 1 : i64} {
    %6 = relay.exp %q : (!f) -> !f
    relay.yield %6 : !f
  }
  %g = relay.let %1 as "g" : ((tensor<3xi8>, !f) -> !f) -> ((tensor<3xi8>, !f) -> !f)
  %2 = relay.apply %f(%x) : ((!f) -> !f, !f) -> !f
  %y = relay.let %2 as "y" : (!f) -> !f
  %3 = relay.apply %g(%i, %x) : ((tensor<3xi8>, !f) -> !f, tensor<3xi8>, !f) -> !f
  %z = relay.let %3 as "z" : (!f) -> !f
  %4 = relay.apply %f(%y) : ((!f) -> !f, !f) -> !f
  %v = relay.let %4 as "v" : (!f) -> !f
  %7 = relay.add %z, %v : (!f, !f) -> !f
  %w = relay.let %7 as "w" : (!f) -> !f
  return %w : !f
}

// CHECK-LABEL: func @other
// CHECK-NOT: relay.used_memory
func.func @other(%x: !f) -> !f {
  %0 = relay.fused_fn (%p: !f) -> !f attributes {relay.Primitive = 1 : i64} {
    %5 = relay.exp %p : (!f) -> !f
    relay.yield %5 : !f
  }
  %1 = relay.apply %0(%x) : ((!f) -> !f, !f) -> !f
  return %1 : !f
}

// -----

!f = tensor<2xf32>

// Values that the other branch alone uses, and the condition, are not live in
// a branch. Values that follow the `if` are.
// CHECK-LABEL: func @main
// CHECK-SAME: attributes {relay.io_used_memory = 33 : i64}
func.func @main(%x: !f, %a: !f, %b: !f, %c: tensor<i1>) -> !f {
  %0 = relay.if %c -> !f {
    // The argument, the result and %x.
    // CHECK: relay.fused_fn {{.*}}relay.used_memory = [24]
    %3 = relay.fused_fn (%p: !f) -> !f attributes {relay.Primitive = 1 : i64} {
      %6 = relay.exp %p : (!f) -> !f
      relay.yield %6 : !f
    }
    %f = relay.let %3 as "f" : ((!f) -> !f) -> ((!f) -> !f)
    %4 = relay.apply %f(%a) : ((!f) -> !f, !f) -> !f
    %5 = relay.let %4 as "y" : (!f) -> !f
    relay.yield %5 : !f
  } else {
    // CHECK: relay.fused_fn {{.*}}relay.used_memory = [32]
    %3 = relay.fused_fn (%p: !f, %q: !f) -> !f attributes {relay.Primitive = 1 : i64} {
      %6 = relay.add %p, %q : (!f, !f) -> !f
      relay.yield %6 : !f
    }
    %f = relay.let %3 as "f" : ((!f, !f) -> !f) -> ((!f, !f) -> !f)
    %4 = relay.apply %f(%a, %b) : ((!f, !f) -> !f, !f, !f) -> !f
    %5 = relay.let %4 as "y" : (!f) -> !f
    relay.yield %5 : !f
  }
  %y = relay.let %0 as "y" : (!f) -> !f
  %1 = relay.add %x, %y : (!f, !f) -> !f
  %z = relay.let %1 as "z" : (!f) -> !f
  return %z : !f
}

// -----

// A tuple takes the bytes of its elements.
// CHECK-LABEL: func @main
// CHECK-SAME: relay.io_used_memory = 18 : i64
func.func @main(%x: tuple<tensor<2xf32>, tuple<tensor<i8>, tensor<i1>>>) -> tensor<2xf32> {
  %f = relay.fused_fn (%p: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Primitive = 1 : i64} {
    relay.yield %p : tensor<2xf32>
  }
  %0 = relay.tuple_get %x[0] : (tuple<tensor<2xf32>, tuple<tensor<i8>, tensor<i1>>>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// There is nothing to plan.
// CHECK-LABEL: func @main
// CHECK-NOT: relay.io_used_memory
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  return %x : tensor<?xf32>
}
