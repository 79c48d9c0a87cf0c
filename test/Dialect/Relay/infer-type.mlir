// RUN: relay-lite-opt %s --relay-infer-type --split-input-file | FileCheck %s
// RUN: relay-lite-opt %s --relay-infer-type --split-input-file \
// RUN:   | relay-lite-opt --relay-infer-type --split-input-file | FileCheck %s

// Results follow from operands, weights and the statistics of a normalisation
// from attributes and data.

// CHECK-LABEL: func.func @backward
// CHECK-SAME: (%[[X:.*]]: tensor<?x3xf32>, %[[W:.*]]: tensor<4x3xf32>, %[[B:.*]]: tensor<4xf32>, %[[C:.*]]: tensor<4xf32>) -> tensor<?x4xf32>
// CHECK: relay.nn.dense %[[X]], %[[W]] {units = 4 : i64} : (tensor<?x3xf32>, tensor<4x3xf32>) -> tensor<?x4xf32>
// CHECK: relay.let %[[B]] as "bias" : (tensor<4xf32>) -> tensor<4xf32>
// CHECK: relay.nn.bias_add {{.*}} -> tensor<?x4xf32>
func.func @backward(%x: tensor<?x3xf32>, %w: !relay.unknown, %b: !relay.unknown, %c: !relay.unknown) -> !relay.unknown {
  %0 = relay.nn.dense %x, %w {units = 4 : i64} : (tensor<?x3xf32>, !relay.unknown) -> !relay.unknown
  %1 = relay.let %b as "bias" : (!relay.unknown) -> !relay.unknown
  %2 = relay.nn.bias_add %0, %1 : (!relay.unknown, !relay.unknown) -> !relay.unknown
  %3 = relay.tuple %2, %c : (!relay.unknown, !relay.unknown) -> !relay.unknown
  %4 = relay.tuple_get %3[0] : (!relay.unknown) -> !relay.unknown
  %5 = relay.nn.bias_add %4, %c : (!relay.unknown, !relay.unknown) -> !relay.unknown
  return %5 : !relay.unknown
}

// -----

// CHECK-LABEL: func.func @through_devices
// CHECK-NEXT: relay.fn (%{{.*}}: tensor<2xf32>) -> tensor<2xf32>
func.func @through_devices(%x: tensor<2xf32>) -> !relay.unknown {
  %f = relay.fn (%y: !relay.unknown) -> !relay.unknown {
    relay.yield %y : !relay.unknown
  }
  %0 = relay.on_device %f {virtual_device = #relay.virtual_device<device = cpu>} : ((!relay.unknown) -> !relay.unknown) -> !relay.unknown
  %1 = relay.device_copy %0 {src_virtual_device = #relay.virtual_device<device = cpu>, dst_virtual_device = #relay.virtual_device<device = cuda>} : (!relay.unknown) -> !relay.unknown
  %2 = relay.apply %1(%x) : (!relay.unknown, tensor<2xf32>) -> !relay.unknown
  return %2 : !relay.unknown
}

// -----

// A deformable convolution has no depthwise form, so that its weight follows.

// CHECK-LABEL: func.func @deformable
// CHECK-SAME: %{{.*}}: tensor<2x4x8x8xf32>, %{{.*}}: tensor<2x18x6x6xf32>, %{{.*}}: tensor<6x2x3x3xf32>) -> tensor<2x6x6x6xf32>
func.func @deformable(%x: tensor<2x4x8x8xf32>, %o: !relay.unknown, %w: !relay.unknown) -> !relay.unknown {
  %0 = relay.nn.deformable_conv2d %x, %o, %w {channels = 6 : i64, kernel_size = array<i64: 3, 3>, groups = 2 : i64} : (tensor<2x4x8x8xf32>, !relay.unknown, !relay.unknown) -> !relay.unknown
  return %0 : !relay.unknown
}

// CHECK-LABEL: func.func @deformable_as_many
// CHECK-SAME: %{{.*}}: tensor<8x1x3x3xf32>) -> tensor<2x8x6x6xf32>
func.func @deformable_as_many(%x: tensor<2x4x8x8xf32>, %o: !relay.unknown, %w: !relay.unknown) -> !relay.unknown {
  %0 = relay.nn.deformable_conv2d %x, %o, %w {channels = 8 : i64, kernel_size = array<i64: 3, 3>, groups = 4 : i64} : (tensor<2x4x8x8xf32>, !relay.unknown, !relay.unknown) -> !relay.unknown
  return %0 : !relay.unknown
}

// -----

// Results become sharper, declared types stay, and a cast between equal types
// is erased.

// CHECK-LABEL: func.func @sharpen
// CHECK-SAME: (%[[X:.*]]: tensor<2x3xf32>) -> tensor<?x3xf32>
// CHECK-NEXT: %[[Y:.*]] = relay.exp %[[X]] : (tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT: %[[Z:.*]] = relay.abs %[[Y]] : (tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT: %[[R:.*]] = relay.type_cast %[[Z]] : tensor<2x3xf32> to tensor<?x3xf32>
// CHECK-NEXT: return %[[R]]
func.func @sharpen(%x: tensor<2x3xf32>) -> tensor<?x3xf32> {
  %0 = relay.exp %x : (tensor<2x3xf32>) -> tensor<?x?xf32>
  %1 = relay.type_cast %0 : tensor<?x?xf32> to tensor<2x3xf32>
  %2 = relay.abs %1 : (tensor<2x3xf32>) -> tensor<?x3xf32>
  return %2 : tensor<?x3xf32>
}

// A cast to a less precise type is what the program asks for.

// CHECK-LABEL: func.func @erase
// CHECK: relay.type_cast %{{.*}} : tensor<2x3xf32> to tensor<?x3xf32>
// CHECK: relay.exp %{{.*}} : (tensor<?x3xf32>) -> tensor<?x3xf32>
func.func @erase(%x: tensor<2x3xf32>) -> tensor<?x3xf32> {
  %0 = relay.type_cast %x : tensor<2x3xf32> to tensor<?x3xf32>
  %1 = relay.exp %0 : (tensor<?x3xf32>) -> !relay.unknown
  %2 = relay.type_cast %1 : !relay.unknown to tensor<?x3xf32>
  return %2 : tensor<?x3xf32>
}

// -----

// A dimension that is dynamic in one branch is dynamic in the result.

// CHECK-LABEL: func.func @branches
// CHECK-SAME: (%[[C:.*]]: tensor<i1>, %{{.*}}: tensor<2x3xf32>, %{{.*}}: tensor<?x3xf32>) -> tensor<?x3xf32>
// CHECK: relay.if %[[C]] -> tensor<?x3xf32> {
func.func @branches(%c: !relay.unknown, %x: tensor<2x3xf32>, %y: tensor<?x3xf32>) -> !relay.unknown {
  %0 = relay.if %c : !relay.unknown -> !relay.unknown {
    relay.yield %x : tensor<2x3xf32>
  } else {
    relay.yield %y : tensor<?x3xf32>
  }
  return %0 : !relay.unknown
}

// Sizes that differ are unknown.

// CHECK-LABEL: func.func @branches_of_two_sizes
// CHECK-SAME: -> tuple<tensor<?x3xf32>, tensor<4xf32>>
// CHECK: relay.if %{{.*}} -> tuple<tensor<?x3xf32>, tensor<4xf32>> {
func.func @branches_of_two_sizes(%c: tensor<i1>, %x: tuple<tensor<2x3xf32>, tensor<4xf32>>, %y: tuple<tensor<5x3xf32>, tensor<4xf32>>) -> !relay.unknown {
  %0 = relay.if %c -> !relay.unknown {
    relay.yield %x : tuple<tensor<2x3xf32>, tensor<4xf32>>
  } else {
    relay.yield %y : tuple<tensor<5x3xf32>, tensor<4xf32>>
  }
  return %0 : !relay.unknown
}

// The type of one branch is that of the other.

// CHECK-LABEL: func.func @one_branch
// CHECK-SAME: (%{{.*}}: tensor<i1>, %{{.*}}: tensor<2xf32>, %{{.*}}: tensor<2xf32>) -> tensor<2xf32>
func.func @one_branch(%c: tensor<i1>, %x: tensor<2xf32>, %y: !relay.unknown) -> !relay.unknown {
  %0 = relay.if %c -> !relay.unknown {
    relay.yield %x : tensor<2xf32>
  } else {
    relay.yield %y : !relay.unknown
  }
  return %0 : !relay.unknown
}

// -----

// Functions are inferred callees first, whatever their order; arguments without
// a type take those of calls.

// CHECK-LABEL: func.func @caller
// CHECK-SAME: -> tensor<2xf32> attributes {relay.pure}
// CHECK: relay.call @callee(%{{.*}}) : (tensor<2xf32>) -> tensor<2xf32>
func.func @caller(%x: tensor<2xf32>) -> !relay.unknown {
  %0 = relay.call @callee(%x) : (tensor<2xf32>) -> !relay.unknown
  return %0 : !relay.unknown
}
// CHECK-LABEL: func.func @callee
// CHECK-SAME: (%{{.*}}: tensor<2xf32>) -> tensor<2xf32>
func.func @callee(%x: !relay.unknown) -> !relay.unknown {
  %0 = relay.exp %x : (!relay.unknown) -> !relay.unknown
  return %0 : !relay.unknown
}

// CHECK-LABEL: func.func @recursive
// CHECK-SAME: -> tensor<2xf32> attributes {relay.pure}
// CHECK: relay.call @recursive(%{{.*}}) : (tensor<i1>, tensor<2xf32>) -> tensor<2xf32>
func.func @recursive(%c: tensor<i1>, %x: tensor<2xf32>) -> !relay.unknown {
  %0 = relay.if %c -> !relay.unknown {
    relay.yield %x : tensor<2xf32>
  } else {
    %1 = relay.exp %x : (tensor<2xf32>) -> !relay.unknown
    %2 = relay.call @recursive(%c, %1) : (tensor<i1>, !relay.unknown) -> !relay.unknown
    relay.yield %2 : !relay.unknown
  }
  return %0 : !relay.unknown
}

// CHECK-LABEL: func.func @value
// CHECK: %[[F:.*]] = relay.global @of_value : (tensor<3xf32>) -> tensor<3xf32>
// CHECK: relay.apply %[[F]](%{{.*}}) : ((tensor<3xf32>) -> tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
func.func @value(%x: tensor<3xf32>) -> !relay.unknown {
  %f = relay.global @of_value : (!relay.unknown) -> !relay.unknown
  %0 = relay.apply %f(%x) : ((!relay.unknown) -> !relay.unknown, tensor<3xf32>) -> !relay.unknown
  return %0 : !relay.unknown
}
// CHECK-LABEL: func.func @of_value
// CHECK-SAME: (%{{.*}}: tensor<3xf32>) -> tensor<3xf32>
func.func @of_value(%x: !relay.unknown) -> !relay.unknown {
  return %x : !relay.unknown
}

// -----

// Function literals take types from their applications, also through bindings
// and as arguments; of two applications the dynamic dimension counts.

// CHECK-LABEL: func.func @literals
// CHECK: relay.fn (%{{.*}}: tensor<?xf32>) -> tensor<?xf32> {
// CHECK: relay.fn (%{{.*}}: (tensor<2xf32>) -> tensor<2xf32>, %{{.*}}: tensor<2xf32>) -> tensor<2xf32> {
// CHECK: relay.fused_fn (%{{.*}}: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Primitive = 1 : i64} {
func.func @literals(%x: tensor<2xf32>, %y: tensor<?xf32>) -> !relay.unknown {
  %f = relay.fn (%a: !relay.unknown) -> !relay.unknown {
    %0 = relay.exp %a : (!relay.unknown) -> !relay.unknown
    relay.yield %0 : !relay.unknown
  }
  %g = relay.let %f as "g" : ((!relay.unknown) -> !relay.unknown) -> !relay.unknown
  %1 = relay.apply %g(%x) : (!relay.unknown, tensor<2xf32>) -> !relay.unknown
  %2 = relay.apply %g(%y) : (!relay.unknown, tensor<?xf32>) -> !relay.unknown
  %h = relay.fn (%k: !relay.unknown, %a: !relay.unknown) -> !relay.unknown {
    %3 = relay.apply %k(%a) : (!relay.unknown, !relay.unknown) -> !relay.unknown
    relay.yield %3 : !relay.unknown
  }
  %p = relay.fused_fn (%a: tensor<2xf32>) -> !relay.unknown attributes {relay.Primitive = 1 : i64} {
    %4 = relay.exp %a : (tensor<2xf32>) -> !relay.unknown
    relay.yield %4 : !relay.unknown
  }
  %5 = relay.apply %h(%p, %x) : ((!relay.unknown, !relay.unknown) -> !relay.unknown, (tensor<2xf32>) -> !relay.unknown, tensor<2xf32>) -> !relay.unknown
  %6 = relay.tuple %1, %2, %5 : (!relay.unknown, !relay.unknown, !relay.unknown) -> !relay.unknown
  return %6 : !relay.unknown
}

// CHECK-LABEL: func.func @loop
// CHECK-SAME: -> tensor<2xf32> attributes {relay.pure} {
// CHECK: relay.fn self(%[[SELF:.*]]) (%[[I:.*]]: tensor<2xf32>) -> tensor<2xf32> {
// CHECK: relay.apply %[[SELF]](%{{.*}}) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
func.func @loop(%c: tensor<i1>, %x: tensor<2xf32>) -> !relay.unknown {
  %f = relay.fn self(%me) (%i: !relay.unknown) -> !relay.unknown {
    %0 = relay.if %c -> !relay.unknown {
      relay.yield %i : !relay.unknown
    } else {
      %1 = relay.exp %i : (!relay.unknown) -> !relay.unknown
      %2 = relay.apply %me(%1) : ((!relay.unknown) -> !relay.unknown, !relay.unknown) -> !relay.unknown
      relay.yield %2 : !relay.unknown
    }
    relay.yield %0 : !relay.unknown
  }
  %3 = relay.apply %f(%x) : ((!relay.unknown) -> !relay.unknown, tensor<2xf32>) -> !relay.unknown
  return %3 : !relay.unknown
}

// -----

// Calls of polymorphic functions get their type arguments.

// CHECK-LABEL: func.func @identity
func.func @identity(%x: !relay.type_var<"A">) -> !relay.type_var<"A"> attributes {relay.type_params = ["A"]} {
  return %x : !relay.type_var<"A">
}
// CHECK-LABEL: func.func @instances
// CHECK: relay.call @identity types [tensor<2xf32>](%{{.*}}) : (tensor<2xf32>) -> tensor<2xf32>
// CHECK: relay.call @identity types [tuple<>](%{{.*}}) : (tuple<>) -> tuple<>
// CHECK: relay.apply %{{.*}} types [tensor<2xf32>, tensor<i1>](%{{.*}}) : ((!relay.type_var<"A">, !relay.type_var<"B">) -> !relay.type_var<"B">, tensor<2xf32>, tensor<i1>) -> tensor<i1>
func.func @instances(%x: tensor<2xf32>, %c: tensor<i1>) -> !relay.unknown {
  %0 = relay.call @identity(%x) : (tensor<2xf32>) -> !relay.unknown
  %1 = relay.tuple : () -> !relay.unknown
  %2 = relay.call @identity types [!relay.unknown](%1) : (!relay.unknown) -> !relay.unknown
  %f = relay.fn types ["A", "B"] (%a: !relay.type_var<"A">, %b: !relay.type_var<"B">) -> !relay.type_var<"B"> {
    relay.yield %b : !relay.type_var<"B">
  }
  %g = relay.let %f as "g" : ((!relay.type_var<"A">, !relay.type_var<"B">) -> !relay.type_var<"B">) -> ((!relay.type_var<"A">, !relay.type_var<"B">) -> !relay.type_var<"B">)
  %3 = relay.apply %g(%0, %c) : ((!relay.type_var<"A">, !relay.type_var<"B">) -> !relay.type_var<"B">, !relay.unknown, tensor<i1>) -> !relay.unknown
  %4 = relay.tuple %0, %2, %3 : (!relay.unknown, !relay.unknown, !relay.unknown) -> !relay.unknown
  return %4 : !relay.unknown
}

// -----

// References in both directions; a function with effects is not pure.

// CHECK-LABEL: func.func @references
// CHECK-SAME: (%{{.*}}: tensor<2xf32>, %{{.*}}: !relay.ref<tensor<i1>>, %{{.*}}: tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<i1>> {
// CHECK: relay.ref_create %{{.*}} : (tensor<2xf32>) -> !relay.ref<tensor<2xf32>>
// CHECK: relay.ref_write {{.*}} -> tuple<>
// CHECK: relay.ref_read {{.*}} -> tensor<2xf32>
func.func @references(%x: tensor<2xf32>, %s: !relay.unknown, %y: !relay.unknown) -> !relay.unknown {
  %r = relay.ref_create %y : (!relay.unknown) -> !relay.unknown
  %0 = relay.ref_write %r, %x : (!relay.unknown, tensor<2xf32>) -> !relay.unknown
  %1 = relay.ref_read %r : (!relay.unknown) -> !relay.unknown
  %2 = relay.ref_read %s : (!relay.unknown) -> !relay.unknown
  %3 = relay.if %2 : !relay.unknown -> !relay.unknown {
    relay.yield %2 : !relay.unknown
  } else {
    relay.yield %2 : !relay.unknown
  }
  %4 = relay.tuple %1, %3 : (!relay.unknown, !relay.unknown) -> !relay.unknown
  return %4 : !relay.unknown
}

// Literals have the effects of those that are applied. A reference that nothing
// uses is no effect.

// CHECK-LABEL: func.func @makes_literal
// CHECK-SAME: attributes {relay.pure}
func.func @makes_literal(%r: !relay.ref<tensor<f32>>) -> (() -> tensor<f32>) {
  %0 = relay.fn () -> tensor<f32> {
    %1 = relay.ref_read %r : (!relay.ref<tensor<f32>>) -> tensor<f32>
    relay.yield %1 : tensor<f32>
  }
  %2 = relay.ref_create %0 : (() -> tensor<f32>) -> !relay.ref<() -> tensor<f32>>
  return %0 : () -> tensor<f32>
}

// CHECK-LABEL: func.func @applies_literal
// CHECK-SAME: -> tensor<f32> {
func.func @applies_literal(%r: !relay.ref<tensor<f32>>) -> tensor<f32> {
  %0 = relay.fn () -> tensor<f32> {
    %1 = relay.ref_read %r : (!relay.ref<tensor<f32>>) -> tensor<f32>
    relay.yield %1 : tensor<f32>
  }
  %2 = relay.fn () -> tensor<f32> {
    %3 = relay.apply %0() : (() -> tensor<f32>) -> tensor<f32>
    relay.yield %3 : tensor<f32>
  }
  %4 = relay.apply %2() : (() -> tensor<f32>) -> tensor<f32>
  return %4 : tensor<f32>
}

// CHECK-LABEL: func.func @calls_in_literal
// CHECK-SAME: -> tensor<f32> {
func.func @calls_in_literal(%r: !relay.ref<tensor<f32>>) -> tensor<f32> {
  %0 = relay.fn () -> tensor<f32> {
    %1 = relay.call @applies_literal(%r) : (!relay.ref<tensor<f32>>) -> tensor<f32>
    relay.yield %1 : tensor<f32>
  }
  %2 = relay.apply %0() : (() -> tensor<f32>) -> tensor<f32>
  return %2 : tensor<f32>
}

// CHECK-LABEL: func.func @applies_global
// CHECK-SAME: -> tensor<f32> {
func.func @applies_global(%r: !relay.ref<tensor<f32>>) -> tensor<f32> {
  %0 = relay.global @applies_literal : (!relay.ref<tensor<f32>>) -> tensor<f32>
  %1 = relay.apply %0(%r) : ((!relay.ref<tensor<f32>>) -> tensor<f32>, !relay.ref<tensor<f32>>) -> tensor<f32>
  return %1 : tensor<f32>
}

// CHECK-LABEL: func.func private @declaration(tensor<?xf32>) -> tensor<?xf32>
func.func private @declaration(tensor<?xf32>) -> tensor<?xf32>
// CHECK-LABEL: func.func @calls_declaration
// CHECK-SAME: -> tensor<?xf32> {
func.func @calls_declaration(%x: tensor<2xf32>) -> !relay.unknown {
  %0 = relay.call @declaration(%x) : (tensor<2xf32>) -> !relay.unknown
  return %0 : !relay.unknown
}
