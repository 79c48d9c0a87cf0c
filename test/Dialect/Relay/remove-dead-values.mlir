// RUN: relay-lite-opt %s --remove-dead-values | FileCheck %s

// An unused call of a function value is erased with the function.

// CHECK-LABEL: func @literal
// CHECK-NEXT: return
func.func @literal(%x: tensor<2xf32>) -> tensor<2xf32> {
  %f = relay.fn (%y: tensor<2xf32>) -> tensor<2xf32> {
    %2 = relay.exp %y : (tensor<2xf32>) -> tensor<2xf32>
    relay.yield %2 : tensor<2xf32>
  }
  %0 = relay.exp %x : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.apply %f(%0) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %x : tensor<2xf32>
}

// CHECK-LABEL: func @fused
// CHECK-NEXT: return
func.func @fused(%x: tensor<2xf32>) -> tensor<2xf32> {
  %f = relay.fused_fn (%y: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Primitive = 1 : i64} {
    %1 = relay.exp %y : (tensor<2xf32>) -> tensor<2xf32>
    relay.yield %1 : tensor<2xf32>
  }
  %0 = relay.apply %f(%x) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %x : tensor<2xf32>
}

// CHECK-LABEL: func @binding
// CHECK-NEXT: return
func.func @binding(%x: tensor<2xf32>) -> tensor<2xf32> {
  %f = relay.fn self(%me) (%y: tensor<2xf32>) -> tensor<2xf32> {
    relay.yield %y : tensor<2xf32>
  }
  %g = relay.let %f as "g" : ((tensor<2xf32>) -> tensor<2xf32>) -> ((tensor<2xf32>) -> tensor<2xf32>)
  %0 = relay.apply %g(%x) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %x : tensor<2xf32>
}

// A call with effects stays, and so does the value of a parameter that it may
// use.
// CHECK-LABEL: func @effects
// CHECK: %[[F:.*]] = relay.fn
// CHECK: relay.ref_write
// CHECK: %[[E:.*]] = relay.exp %arg0
// CHECK: relay.apply %[[F]](%[[E]])
// CHECK: relay.exp
// CHECK: relay.apply %arg2
func.func @effects(%x: tensor<2xf32>, %r: !relay.ref<tensor<2xf32>>, %g: (tensor<2xf32>) -> tensor<2xf32>) -> tensor<2xf32> {
  %f = relay.fn (%y: tensor<2xf32>) -> tuple<> {
    %4 = relay.ref_write %r, %y : (!relay.ref<tensor<2xf32>>, tensor<2xf32>) -> tuple<>
    relay.yield %4 : tuple<>
  }
  %0 = relay.exp %x : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.apply %f(%0) : ((tensor<2xf32>) -> tuple<>, tensor<2xf32>) -> tuple<>
  %2 = relay.exp %x : (tensor<2xf32>) -> tensor<2xf32>
  %3 = relay.apply %g(%2) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %x : tensor<2xf32>
}
