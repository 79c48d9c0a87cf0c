// RUN: relay-lite-opt %s --inline | FileCheck %s

// CHECK-NOT: @inlined(
func.func private @inlined(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relay.exp %x : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: func @function
func.func @function(%x: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK-NEXT: %[[R:.*]] = relay.exp
  // CHECK-NEXT: return %[[R]]
  %0 = relay.call @inlined(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

func.func private @dynamic(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = relay.exp %x : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// Types that differ in precision get casts.
// CHECK-LABEL: func @precision
// CHECK-SAME: (%[[X:.*]]: tensor<2xf32>)
func.func @precision(%x: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK-NEXT: %[[A:.*]] = relay.type_cast %[[X]] : tensor<2xf32> to tensor<?xf32>
  // CHECK-NEXT: %[[E:.*]] = relay.exp %[[A]]
  // CHECK-NEXT: %[[R:.*]] = relay.type_cast %[[E]] : tensor<?xf32> to tensor<2xf32>
  // CHECK-NEXT: return %[[R]]
  %0 = relay.call @dynamic(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// A call in a literal is inlined, the literal stays where it is.
// CHECK-LABEL: func @literal
func.func @literal(%x: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK-NEXT: %[[F:.*]] = relay.fn (%[[P:.*]]: tensor<2xf32>)
  // CHECK-NEXT: %[[E:.*]] = relay.exp %[[P]]
  // CHECK-NEXT: relay.yield %[[E]]
  // CHECK: relay.apply %[[F]]
  %f = relay.fn (%p: tensor<2xf32>) -> tensor<2xf32> {
    %0 = relay.call @inlined(%p) : (tensor<2xf32>) -> tensor<2xf32>
    relay.yield %0 : tensor<2xf32>
  }
  %1 = relay.apply %f(%x) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

func.func private @primitive(%x: tensor<f32>) -> tensor<f32> attributes {relay.Primitive = 1 : i64} {
  return %x : tensor<f32>
}
func.func private @not_primitive(%x: tensor<f32>) -> tensor<f32> attributes {relay.Primitive = 0 : i64} {
  return %x : tensor<f32>
}
func.func private @compiler(%x: tensor<f32>) -> tensor<f32> attributes {relay.Compiler = "dnnl"} {
  return %x : tensor<f32>
}
func.func private @composite(%x: tensor<f32>) -> tensor<f32> attributes {relay.Composite = "dnnl.relu"} {
  return %x : tensor<f32>
}
func.func private @extern(%x: tensor<f32>) -> tensor<f32> attributes {relay.Extern = 1 : i64} {
  return %x : tensor<f32>
}
func.func private @skipped(%x: tensor<f32>) -> tensor<f32> attributes {relay.SkipOptimization = 1 : i64} {
  return %x : tensor<f32>
}
func.func private @polymorphic(%x: !relay.type_var<"A">) -> !relay.type_var<"A"> attributes {relay.type_params = ["A"]} {
  return %x : !relay.type_var<"A">
}

// CHECK-LABEL: func @refused
func.func @refused(%x: tensor<f32>) -> tensor<f32> {
  // CHECK-NEXT: %[[A:.*]] = relay.call @primitive
  // CHECK-NEXT: %[[C:.*]] = relay.call @compiler(%[[A]])
  // CHECK-NEXT: %[[D:.*]] = relay.call @composite(%[[C]])
  // CHECK-NEXT: %[[E:.*]] = relay.call @extern(%[[D]])
  // CHECK-NEXT: %[[F:.*]] = relay.call @skipped(%[[E]])
  // CHECK-NEXT: %[[G:.*]] = relay.call @polymorphic types [tensor<f32>](%[[F]])
  // CHECK-NEXT: return %[[G]]
  %0 = relay.call @primitive(%x) : (tensor<f32>) -> tensor<f32>
  %1 = relay.call @not_primitive(%0) : (tensor<f32>) -> tensor<f32>
  %2 = relay.call @compiler(%1) : (tensor<f32>) -> tensor<f32>
  %3 = relay.call @composite(%2) : (tensor<f32>) -> tensor<f32>
  %4 = relay.call @extern(%3) : (tensor<f32>) -> tensor<f32>
  %5 = relay.call @skipped(%4) : (tensor<f32>) -> tensor<f32>
  %6 = relay.call @polymorphic types [tensor<f32>](%5) : (tensor<f32>) -> tensor<f32>
  return %6 : tensor<f32>
}

// Nothing is inlined into a fused function.
// CHECK-LABEL: func @into_fused
func.func @into_fused(%x: tensor<f32>) -> tensor<f32> {
  // CHECK: relay.fused_fn
  // CHECK-NEXT: relay.call @not_primitive
  %f = relay.fused_fn (%p: tensor<f32>) -> tensor<f32> attributes {relay.Primitive = 1 : i64} {
    %0 = relay.call @not_primitive(%p) : (tensor<f32>) -> tensor<f32>
    relay.yield %0 : tensor<f32>
  }
  // CHECK: relay.apply
  %1 = relay.apply %f(%x) : ((tensor<f32>) -> tensor<f32>, tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}
