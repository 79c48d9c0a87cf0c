// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-fuse-ops))' | FileCheck %s
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-fuse-ops))' -o %t
// RUN: relay-lite-opt %t --pass-pipeline='builtin.module(func.func(relay-fuse-ops))' | diff - %t
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-fuse-ops{max-depth=2}))' | FileCheck %s --check-prefix=DEPTH
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-sequential{passes=FuseOps config=relay.FuseOps.max_depth=2})' | FileCheck %s --check-prefix=DEPTH
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-fuse-ops{link-params}))' | FileCheck %s --check-prefix=LINK
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-sequential{passes=FuseOps config=relay.FuseOps.link_params=true})' | FileCheck %s --check-prefix=LINK
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-fuse-ops{fuse-opt-level=0}))' | FileCheck %s --check-prefix=LEVEL0
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-sequential{passes=FuseOps opt-level=0})' | FileCheck %s --check-prefix=LEVEL0
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-sequential{passes=FuseOps{fuse-opt-level=1} opt-level=0})' | FileCheck %s

// CHECK-LABEL: func @chain
// CHECK-SAME: %[[X:.*]]: tensor<2xf32>)
// DEPTH-LABEL: func @chain
// LEVEL0-LABEL: func @chain
func.func @chain(%x: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK-NEXT: %[[F:.*]] = relay.fused_fn (%[[P:.*]]: tensor<2xf32> {relay.name = "p0"}) -> tensor<2xf32> attributes {relay.Primitive = 1 : i64} {
  // CHECK-NEXT: %[[A:.*]] = relay.exp %[[P]]
  // CHECK-NEXT: %[[B:.*]] = relay.negative %[[A]]
  // CHECK-NEXT: %[[C:.*]] = relay.tanh %[[B]]
  // CHECK-NEXT: relay.yield %[[C]]
  // CHECK-NEXT: }
  // CHECK-NEXT: %[[R:.*]] = relay.apply %[[F]](%[[X]])
  // CHECK-NEXT: return %[[R]]
  // DEPTH: relay.fused_fn
  // DEPTH-NEXT: relay.exp
  // DEPTH-NEXT: relay.negative
  // DEPTH-NEXT: relay.yield
  // DEPTH: relay.fused_fn
  // DEPTH-NEXT: relay.tanh
  // LEVEL0: relay.fused_fn
  // LEVEL0-NEXT: relay.exp
  // LEVEL0-NEXT: relay.yield
  %0 = relay.exp %x : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.negative %0 : (tensor<2xf32>) -> tensor<2xf32>
  %2 = relay.tanh %1 : (tensor<2xf32>) -> tensor<2xf32>
  return %2 : tensor<2xf32>
}

// The ways from the convolution meet again.
// CHECK-LABEL: func @diamond
// CHECK-COUNT-1: relay.fused_fn
// CHECK-NOT: relay.fused_fn
func.func @diamond(%x: tensor<1x3x8x8xf32>, %w: tensor<4x3x1x1xf32>) -> tensor<1x4x8x8xf32> {
  %0 = relay.nn.conv2d %x, %w : (tensor<1x3x8x8xf32>, tensor<4x3x1x1xf32>) -> tensor<1x4x8x8xf32>
  %1 = relay.nn.relu %0 : (tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  %2 = relay.exp %0 : (tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  %3 = relay.add %1, %2 : (tensor<1x4x8x8xf32>, tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  return %3 : tensor<1x4x8x8xf32>
}

// One convolution in a function: the first that is evaluated, here the second.
// CHECK-LABEL: func @two_convolutions
func.func @two_convolutions(%x: tensor<1x3x8x8xf32>, %w: tensor<4x3x1x1xf32>) -> tensor<1x4x8x8xf32> {
  // CHECK: relay.fused_fn
  // CHECK-NEXT: relay.nn.conv2d {{.*}}out_dtype = f32
  // CHECK-NEXT: relay.yield
  // CHECK: relay.fused_fn
  // CHECK-NEXT: relay.nn.conv2d {{.*}} : (tensor<1x3x8x8xf32>
  // CHECK-NEXT: relay.add
  // CHECK-NEXT: relay.yield
  // CHECK-NOT: relay.fused_fn
  %0 = relay.nn.conv2d %x, %w {out_dtype = f32} : (tensor<1x3x8x8xf32>, tensor<4x3x1x1xf32>) -> tensor<1x4x8x8xf32>
  %1 = relay.nn.conv2d %x, %w : (tensor<1x3x8x8xf32>, tensor<4x3x1x1xf32>) -> tensor<1x4x8x8xf32>
  %2 = relay.add %1, %0 : (tensor<1x4x8x8xf32>, tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  return %2 : tensor<1x4x8x8xf32>
}

// An operator that is fusable at its output takes in no earlier operators.
// CHECK-LABEL: func @before_dense
// CHECK-COUNT-2: relay.fused_fn
func.func @before_dense(%x: tensor<2x3xf32>, %w: tensor<4x3xf32>) -> tensor<2x4xf32> {
  %0 = relay.exp %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = relay.nn.dense %0, %w : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
  return %1 : tensor<2x4xf32>
}

// Tuples inside of a group are part of it; the fields join in the third round.
// CHECK-LABEL: func @tuple
func.func @tuple(%x: tensor<2xf32>) -> tensor<4xf32> {
  // CHECK: relay.fused_fn (%[[P:.*]]: tensor<2xf32> {{.*}})
  // CHECK-NEXT: relay.exp %[[P]]
  // CHECK-NEXT: relay.reshape
  // CHECK-NEXT: relay.tuple
  // CHECK-NEXT: relay.concatenate
  // CHECK-NEXT: relay.yield
  // CHECK-NOT: relay.fused_fn
  %0 = relay.exp %x : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.reshape %x {newshape = array<i64: 2>} : (tensor<2xf32>) -> tensor<2xf32>
  %2 = relay.tuple %0, %1 : (tensor<2xf32>, tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>>
  %3 = relay.concatenate %2 {axis = 0 : i64} : (tuple<tensor<2xf32>, tensor<2xf32>>) -> tensor<4xf32>
  return %3 : tensor<4xf32>
}

// CHECK-LABEL: func @tuple_result
func.func @tuple_result(%x: tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>> {
  // CHECK: %[[A:.*]] = relay.apply
  // CHECK: %[[B:.*]] = relay.apply
  // CHECK: relay.tuple %[[A]], %[[B]]
  %0 = relay.exp %x : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.log %x : (tensor<2xf32>) -> tensor<2xf32>
  %2 = relay.tuple %0, %1 : (tensor<2xf32>, tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>>
  return %2 : tuple<tensor<2xf32>, tensor<2xf32>>
}

// The field of a tuple that the group makes ends it; one of an argument does
// not.
// CHECK-LABEL: func @field
func.func @field(%x: tensor<4xf32>, %t: tuple<tensor<2xf32>, tensor<2xf32>>) -> tuple<tensor<2xf32>, tensor<2xf32>> {
  // CHECK: relay.fused_fn
  // CHECK-NEXT: relay.split
  // CHECK-NEXT: relay.tuple_get
  // CHECK-NEXT: relay.yield
  // CHECK: %[[R:.*]] = relay.apply
  // CHECK: %[[G:.*]] = relay.tuple_get %{{.*}}[1]
  // CHECK: relay.tuple %[[R]], %[[G]]
  %0 = relay.split %x {indices_or_sections = 2 : i64} : (tensor<4xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>>
  %1 = relay.tuple_get %0[0] : (tuple<tensor<2xf32>, tensor<2xf32>>) -> tensor<2xf32>
  %2 = relay.tuple_get %t[1] : (tuple<tensor<2xf32>, tensor<2xf32>>) -> tensor<2xf32>
  %3 = relay.tuple %1, %2 : (tensor<2xf32>, tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>>
  return %3 : tuple<tensor<2xf32>, tensor<2xf32>>
}

// Scalar constants move in; others with link-params only, also where they are
// outside of the block, and once for each function.
// CHECK-LABEL: func @constants
// LINK-LABEL: func @constants
func.func @constants(%x: tensor<2xf32>, %c: tensor<i1>) -> tensor<2xf32> {
  // CHECK-NEXT: %[[C:.*]] = relay.constant dense<[1.{{.*}}, 2.{{.*}}]>
  // CHECK-NEXT: relay.if
  // CHECK-NEXT: relay.fused_fn (%[[P0:.*]]: tensor<2xf32> {{.*}}, %[[P1:.*]]: tensor<2xf32> {{.*}})
  // CHECK-NEXT: relay.add
  // CHECK-NEXT: relay.constant dense<3.{{.*}}> : tensor<f32>
  // CHECK-NEXT: relay.multiply
  // CHECK: relay.apply %{{.*}}(%{{.*}}, %[[C]])
  // LINK-NEXT: relay.if
  // LINK-NEXT: relay.fused_fn (%[[P0:.*]]: tensor<2xf32> {{.*}}) -> tensor<2xf32>
  // LINK-NEXT: %[[C:.*]] = relay.constant dense<[1.{{.*}}, 2.{{.*}}]>
  // LINK-NEXT: relay.add %{{.*}}, %[[C]]
  // LINK-NEXT: relay.constant dense<3.{{.*}}> : tensor<f32>
  // LINK-NEXT: relay.multiply
  // LINK-NEXT: relay.add %{{.*}}, %[[C]]
  %0 = relay.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %1 = relay.if %c -> tensor<2xf32> {
    %2 = relay.constant dense<3.0> : tensor<f32>
    %3 = relay.add %x, %0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %4 = relay.multiply %3, %2 : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
    %5 = relay.add %4, %0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    relay.yield %5 : tensor<2xf32>
  } else {
    relay.yield %x : tensor<2xf32>
  }
  return %1 : tensor<2xf32>
}

// Nothing is fused over a binding.
// CHECK-LABEL: func @binding
// CHECK: relay.fused_fn
// CHECK-NEXT: relay.exp
// CHECK-NEXT: relay.yield
// CHECK: %[[A:.*]] = relay.apply
// CHECK-NEXT: %[[L:.*]] = relay.let %[[A]]
// CHECK: relay.apply %{{.*}}(%[[L]])
func.func @binding(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relay.exp %x : (tensor<2xf32>) -> tensor<2xf32>
  %a = relay.let %0 as "a" : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.negative %a : (tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// A value that a literal captures stays outside of it; bodies are fused on
// their own, except for those of units.
// CHECK-LABEL: func @literals
func.func @literals(%x: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK: relay.fused_fn
  // CHECK-NEXT: relay.exp
  // CHECK-NEXT: relay.yield
  // CHECK: %[[A:.*]] = relay.apply
  // CHECK: %[[F:.*]] = relay.fn
  // CHECK-NEXT: relay.fused_fn
  // CHECK-NEXT: relay.add
  // CHECK-NEXT: relay.negative
  // CHECK: relay.apply %{{.*}}(%{{.*}}, %[[A]])
  // CHECK: relay.fn {{.*}}relay.Primitive
  // CHECK-NEXT: relay.tanh
  // CHECK: relay.fn {{.*}}relay.Compiler
  // CHECK-NEXT: relay.log
  %0 = relay.exp %x : (tensor<2xf32>) -> tensor<2xf32>
  %f = relay.fn (%y: tensor<2xf32>) -> tensor<2xf32> {
    %1 = relay.add %y, %0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %2 = relay.negative %1 : (tensor<2xf32>) -> tensor<2xf32>
    relay.yield %2 : tensor<2xf32>
  }
  %g = relay.fn (%y: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Primitive = 1 : i64} {
    %1 = relay.tanh %y : (tensor<2xf32>) -> tensor<2xf32>
    relay.yield %1 : tensor<2xf32>
  }
  %h = relay.fn (%y: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Compiler = "other"} {
    %1 = relay.log %y : (tensor<2xf32>) -> tensor<2xf32>
    relay.yield %1 : tensor<2xf32>
  }
  %3 = relay.apply %f(%x) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %4 = relay.apply %g(%3) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %5 = relay.apply %h(%4) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %5 : tensor<2xf32>
}

// Effects keep their order; what reads references is no operator. Draws of
// random numbers get functions of their own.
// CHECK-LABEL: func @effects
// CHECK: relay.ref_create
// CHECK: relay.fused_fn
// CHECK-NEXT: relay.exp
// CHECK: %[[E:.*]] = relay.apply
// CHECK-NEXT: relay.ref_write %{{.*}}, %[[E]]
// CHECK-NEXT: %[[V:.*]] = relay.ref_read
// CHECK: relay.fused_fn
// CHECK-NEXT: relay.nn.dropout
// CHECK-NEXT: relay.yield
// CHECK: relay.apply %{{.*}}(%[[V]])
func.func @effects(%x: tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>> {
  %r = relay.ref_create %x : (tensor<2xf32>) -> !relay.ref<tensor<2xf32>>
  %0 = relay.exp %x : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.ref_write %r, %0 : (!relay.ref<tensor<2xf32>>, tensor<2xf32>) -> tuple<>
  %2 = relay.ref_read %r : (!relay.ref<tensor<2xf32>>) -> tensor<2xf32>
  %3 = relay.nn.dropout %2 : (tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>>
  return %3 : tuple<tensor<2xf32>, tensor<2xf32>>
}

// CHECK-LABEL: func @reshape_only
// CHECK: relay.fused_fn {{.*}} attributes {relay.Primitive = 1 : i64, relay.relay.reshape_only = 1 : i64}
func.func @reshape_only(%x: tensor<2x3xf32>) -> tensor<6xf32> {
  %0 = relay.reshape %x {newshape = array<i64: 3, 2>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %1 = relay.reshape %0 {newshape = array<i64: 6>} : (tensor<3x2xf32>) -> tensor<6xf32>
  return %1 : tensor<6xf32>
}

// A change of precision is part of the group around it.
// CHECK-LABEL: func @dynamic
// CHECK-COUNT-1: relay.fused_fn
// CHECK-NOT: relay.fused_fn
// CHECK: return
func.func @dynamic(%x: tensor<?x0xf32>) -> tensor<?x?xf32> {
  %0 = relay.exp %x : (tensor<?x0xf32>) -> tensor<?x0xf32>
  %1 = relay.type_cast %0 : tensor<?x0xf32> to tensor<?x?xf32>
  %2 = relay.negative %1 : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %3 = relay.type_cast %2 : tensor<?x?xf32> to tensor<?x?xf32>
  return %3 : tensor<?x?xf32>
}

// CHECK-LABEL: func @stop
// CHECK: relay.fused_fn
// CHECK-NEXT: relay.exp
// CHECK-NEXT: relay.yield
// CHECK-NOT: stop_fusion
// CHECK: relay.fused_fn
// CHECK-NEXT: relay.negative
// CHECK-NEXT: relay.yield
func.func @stop(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relay.exp %x : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.annotation.stop_fusion %0 : (tensor<2xf32>) -> tensor<2xf32>
  %2 = relay.negative %1 : (tensor<2xf32>) -> tensor<2xf32>
  return %2 : tensor<2xf32>
}

// Unused operators are not part of a program.
// CHECK-LABEL: func @unused
// CHECK-NEXT: relay.fused_fn
// CHECK-NEXT: relay.exp
// CHECK-NEXT: relay.negative
// CHECK-NOT: relay.log
func.func @unused(%x: tensor<f32>) -> tensor<f32> {
  %0 = relay.exp %x : (tensor<f32>) -> tensor<f32>
  %1 = relay.log %0 : (tensor<f32>) -> tensor<f32>
  %2 = relay.negative %0 : (tensor<f32>) -> tensor<f32>
  return %2 : tensor<f32>
}

// CHECK-LABEL: func @skipped
// CHECK-NEXT: relay.exp
func.func @skipped(%x: tensor<2xf32>) -> tensor<2xf32> attributes {relay.SkipOptimization = 1 : i64} {
  %0 = relay.exp %x : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: func @primitive
// CHECK-NEXT: relay.exp
func.func @primitive(%x: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Primitive = 1 : i64} {
  %0 = relay.exp %x : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK: func private @declaration
func.func private @declaration(tensor<2xf32>) -> tensor<2xf32>

// A group without operators is not Primitive, and not fused a second time.
// CHECK-LABEL: func @fused_tuple
func.func @fused_tuple(%x: tensor<4xf32>, %y: tensor<i1>) -> tensor<4xf32> {
  // CHECK-NEXT: relay.fused_fn
  // CHECK-NEXT: relay.tuple
  // CHECK-NEXT: relay.tuple_get
  // CHECK-NEXT: relay.yield
  %0 = relay.fused_fn (%a: tensor<4xf32>, %b: tensor<i1>) -> tensor<4xf32> attributes {relay.Primitive = 0 : i64} {
    %2 = relay.tuple %a, %b : (tensor<4xf32>, tensor<i1>) -> tuple<tensor<4xf32>, tensor<i1>>
    %3 = relay.tuple_get %2[0] : (tuple<tensor<4xf32>, tensor<i1>>) -> tensor<4xf32>
    relay.yield %3 : tensor<4xf32>
  }
  %1 = relay.apply %0(%x, %y) : ((tensor<4xf32>, tensor<i1>) -> tensor<4xf32>, tensor<4xf32>, tensor<i1>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// An annotation has no kernel, a copy has one.
// CHECK-LABEL: func @devices
// CHECK: relay.fused_fn
// CHECK-NEXT: relay.exp
// CHECK-NEXT: relay.yield
// CHECK: relay.on_device
// CHECK: relay.fused_fn
// CHECK-NEXT: relay.device_copy
// CHECK-NEXT: relay.yield
// CHECK: relay.fused_fn
// CHECK-NEXT: relay.negative
// CHECK-NEXT: relay.yield
func.func @devices(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relay.exp %x : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.on_device %0 {virtual_device = #relay.virtual_device<device = cpu>} : (tensor<2xf32>) -> tensor<2xf32>
  %2 = relay.device_copy %1 {src_virtual_device = #relay.virtual_device<device = cpu>, dst_virtual_device = #relay.virtual_device<device = cuda>} : (tensor<2xf32>) -> tensor<2xf32>
  %3 = relay.negative %2 : (tensor<2xf32>) -> tensor<2xf32>
  return %3 : tensor<2xf32>
}

// The kernel of the second reshape needs to know the shape before it runs.
// CHECK-LABEL: func @data_dependent
// CHECK: relay.fused_fn
// CHECK-NEXT: relay.add
// CHECK-NEXT: relay.yield
// CHECK: relay.fused_fn
// CHECK-NEXT: relay.dyn.reshape
// CHECK-NEXT: relay.yield
// CHECK: relay.fused_fn
// CHECK-NEXT: relay.dyn.reshape
// CHECK-NEXT: relay.yield
// CHECK: relay.fused_fn
// CHECK-NEXT: relay.negative
// CHECK-NEXT: relay.yield
func.func @data_dependent(%x: tensor<6xf32>, %s: tensor<2xi32>) -> tensor<?x?xf32> {
  %0 = relay.add %s, %s : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  %1 = relay.dyn.reshape %x, %0 : (tensor<6xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %2 = relay.dyn.reshape %1, %s : (tensor<?x?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %3 = relay.negative %2 : (tensor<?x?xf32>) -> tensor<?x?xf32>
  return %3 : tensor<?x?xf32>
}
