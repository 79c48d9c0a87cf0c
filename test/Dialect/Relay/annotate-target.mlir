// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-annotate-target{targets=a,b supported-ops=a:nn.relu:concatenate:zeros,b:add:nn.relu}))' --split-input-file | FileCheck %s --check-prefixes=CHECK,ALL
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-annotate-target{targets=a,b supported-ops=a:nn.relu:concatenate:zeros,b:add:nn.relu include-non-call-ops=false}))' --split-input-file | FileCheck %s --check-prefixes=CHECK,CALLS
// A second run changes nothing, and a run for each compiler is like one for both.
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-annotate-target{targets=a,b supported-ops=a:nn.relu:concatenate:zeros,b:add:nn.relu},relay-annotate-target{targets=b,a supported-ops=a:nn.relu:concatenate:zeros,b:add:nn.relu}))' --split-input-file | FileCheck %s --check-prefixes=CHECK,ALL
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-annotate-target{targets=a supported-ops=a:nn.relu:concatenate:zeros},relay-annotate-target{targets=b supported-ops=b:add}))' --split-input-file | FileCheck %s --check-prefixes=CHECK,ALL

// The first compiler is preferred, and each use has an end of its own.

// CHECK-LABEL: func.func @chain
// CHECK-SAME: (%[[X:.*]]: tensor<2xf32>)
// CHECK: %[[B0:.*]] = relay.annotation.compiler_begin %[[X]] {compiler = "a"}
// CHECK: %[[RELU:.*]] = relay.nn.relu %[[B0]]
// CHECK: %[[E0:.*]] = relay.annotation.compiler_end %[[RELU]] {compiler = "a"}
// CHECK: %[[B1:.*]] = relay.annotation.compiler_begin %[[E0]] {compiler = "default"}
// CHECK: %[[ABS:.*]] = relay.abs %[[B1]]
// CHECK-DAG: %[[E1:.*]] = relay.annotation.compiler_end %[[RELU]] {compiler = "a"}
// CHECK-DAG: %[[E2:.*]] = relay.annotation.compiler_end %[[ABS]] {compiler = "default"}
// CHECK-DAG: %[[B2:.*]] = relay.annotation.compiler_begin %[[E1]] {compiler = "b"}
// CHECK-DAG: %[[B3:.*]] = relay.annotation.compiler_begin %[[E2]] {compiler = "b"}
// CHECK: %[[SUM:.*]] = relay.add %[[B2]], %[[B3]]
// CHECK: %[[E3:.*]] = relay.annotation.compiler_end %[[SUM]] {compiler = "b"}
// CHECK: return %[[E3]]
func.func @chain(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relay.nn.relu %x : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.abs %0 : (tensor<2xf32>) -> tensor<2xf32>
  %2 = relay.add %0, %1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %2 : tensor<2xf32>
}

// -----

// A tuple has the compiler of its fields.

// CHECK-LABEL: func.func @tuple
// ALL: %[[RELU:.*]] = relay.nn.relu
// ALL: %[[E0:.*]] = relay.annotation.compiler_end %[[RELU]] {compiler = "a"}
// ALL: %[[B0:.*]] = relay.annotation.compiler_begin %[[E0]] {compiler = "a"}
// ALL: relay.tuple {{.*}}%[[B0]]
// ALL: relay.annotation.compiler_end {{.*}} {compiler = "a"} : (tuple
// CALLS: %[[RELU:.*]] = relay.nn.relu
// CALLS: %[[E0:.*]] = relay.annotation.compiler_end %[[RELU]] {compiler = "a"}
// CALLS: %[[TUPLE:.*]] = relay.tuple {{.*}}%[[E0]]
// CALLS: %[[B0:.*]] = relay.annotation.compiler_begin %[[TUPLE]] {compiler = "a"}
// CALLS: relay.concatenate %[[B0]]
func.func @tuple(%x: tensor<2xf32>) -> tensor<4xf32> {
  %0 = relay.nn.relu %x : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.tuple %0, %0 : (tensor<2xf32>, tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>>
  %2 = relay.concatenate %1 : (tuple<tensor<2xf32>, tensor<2xf32>>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}

// -----

// Operators without arguments are values from outside; branches are marked inside.

// CHECK-LABEL: func.func @branches
// CHECK: relay.if %{{.*}} -> tensor<2xf32> {
// CHECK-NEXT: %[[ZEROS:.*]] = relay.zeros
// CHECK-NEXT: relay.yield %[[ZEROS]]
// CHECK-NEXT: } else {
// CHECK-NEXT: relay.annotation.compiler_begin
// CHECK-NEXT: relay.nn.relu
// CHECK-NEXT: %[[END:.*]] = relay.annotation.compiler_end {{.*}} {compiler = "a"}
// CHECK-NEXT: relay.yield %[[END]]
// CHECK-NEXT: }
// CHECK-NEXT: %[[B:.*]] = relay.annotation.compiler_begin %{{.*}} {compiler = "a"}
// CHECK-NEXT: relay.nn.relu %[[B]]
func.func @branches(%c: tensor<i1>, %x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relay.if %c -> tensor<2xf32> {
    %2 = relay.zeros {shape = array<i64: 2>, dtype = f32} : () -> tensor<2xf32>
    relay.yield %2 : tensor<2xf32>
  } else {
    %2 = relay.nn.relu %x : (tensor<2xf32>) -> tensor<2xf32>
    relay.yield %2 : tensor<2xf32>
  }
  %1 = relay.nn.relu %0 : (tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// -----

// A composite literal is for the compiler that its name begins with, and stays
// as it is.

// CHECK-LABEL: func.func @composite
// CHECK: relay.fused_fn
// CHECK-NEXT: relay.nn.relu
// CHECK-NEXT: relay.yield
// CHECK: %[[B:.*]] = relay.annotation.compiler_begin %{{.*}} {compiler = "b"}
// CHECK-NEXT: %[[APPLY:.*]] = relay.apply %{{.*}}(%[[B]])
// CHECK-NEXT: relay.annotation.compiler_end %[[APPLY]] {compiler = "b"}
func.func @composite(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relay.fused_fn (%y: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Composite = "b.relu"} {
    %2 = relay.nn.relu %y : (tensor<2xf32>) -> tensor<2xf32>
    relay.yield %2 : tensor<2xf32>
  }
  %1 = relay.apply %0(%x) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// -----

// Calls of variables are no operators.

// CHECK-LABEL: func.func @variable
// CHECK: %[[RELU:.*]] = relay.nn.relu
// CHECK: %[[E0:.*]] = relay.annotation.compiler_end %[[RELU]] {compiler = "a"}
// ALL: %[[B0:.*]] = relay.annotation.compiler_begin %[[E0]] {compiler = "default"}
// ALL: %[[CALL:.*]] = relay.apply %{{.*}}(%[[B0]])
// ALL: relay.annotation.compiler_end %[[CALL]] {compiler = "default"}
// CALLS: %[[CALL:.*]] = relay.apply %{{.*}}(%[[E0]])
// CALLS: return %[[CALL]]
func.func @variable(%f: (tensor<2xf32>) -> tensor<2xf32>, %x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relay.nn.relu %x : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.apply %f(%0) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// -----

// A bound value ends and begins a region; a bound function has annotations
// inside.

// CHECK-LABEL: func.func @let
// CHECK: relay.fn
// CHECK-NEXT: relay.annotation.compiler_begin %{{.*}} {compiler = "a"}
// CHECK-NEXT: relay.nn.relu
// CHECK-NEXT: relay.annotation.compiler_end
// CHECK-NEXT: relay.yield
// CHECK-NEXT: }
// CHECK-NEXT: relay.let %{{.*}} as "f"
// CHECK: relay.nn.relu
// CHECK-NEXT: %[[END:.*]] = relay.annotation.compiler_end %{{.*}} {compiler = "a"}
// CHECK-NEXT: %[[BEGIN:.*]] = relay.annotation.compiler_begin %[[END]] {compiler = "a"}
// CHECK-NEXT: relay.let %[[BEGIN]] as "y"
func.func @let(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relay.fn (%z: tensor<2xf32>) -> tensor<2xf32> {
    %3 = relay.nn.relu %z : (tensor<2xf32>) -> tensor<2xf32>
    relay.yield %3 : tensor<2xf32>
  }
  %f = relay.let %0 as "f" : ((tensor<2xf32>) -> tensor<2xf32>) -> ((tensor<2xf32>) -> tensor<2xf32>)
  %1 = relay.nn.relu %x : (tensor<2xf32>) -> tensor<2xf32>
  %y = relay.let %1 as "y" : (tensor<2xf32>) -> tensor<2xf32>
  %2 = relay.apply %f(%y) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %2 : tensor<2xf32>
}

// -----

// Functions for other compilers are left alone.

// CHECK-LABEL: func.func @skipped
// CHECK-NEXT: relay.nn.relu
// CHECK-NEXT: return
func.func @skipped(%x: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Compiler = "b"} {
  %0 = relay.nn.relu %x : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// Polymorphic functions as well, since no part can be moved out of them.

// CHECK-LABEL: func.func @polymorphic
// CHECK-NEXT: relay.nn.relu
// CHECK-NEXT: return
func.func @polymorphic(%x: tensor<2xf32>, %y: !relay.type_var<"t">) -> tensor<2xf32> attributes {relay.type_params = ["t"]} {
  %0 = relay.nn.relu %x : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// A change of precision is in no part.

// CHECK-LABEL: func.func @precision
// CHECK: relay.nn.relu
// CHECK-NEXT: %[[END:.*]] = relay.annotation.compiler_end
// CHECK-NEXT: %[[CAST:.*]] = relay.type_cast %[[END]]
// CHECK-NEXT: %[[BEGIN:.*]] = relay.annotation.compiler_begin %[[CAST]] {compiler = "a"}
// CHECK-NEXT: relay.nn.relu %[[BEGIN]]
func.func @precision(%x: tensor<2xf32>) -> tensor<?xf32> {
  %0 = relay.nn.relu %x : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.type_cast %0 : tensor<2xf32> to tensor<?xf32>
  %2 = relay.nn.relu %1 : (tensor<?xf32>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}

// -----

// Values that other dialects use have left their region.

// CHECK-LABEL: func.func @foreign
// CHECK: %[[END:.*]] = relay.annotation.compiler_end %{{.*}} {compiler = "a"}
// CHECK-NEXT: tensor.cast %[[END]]
func.func @foreign(%x: tensor<2xf32>) -> tensor<?xf32> {
  %0 = relay.nn.relu %x : (tensor<2xf32>) -> tensor<2xf32>
  %1 = tensor.cast %0 : tensor<2xf32> to tensor<?xf32>
  return %1 : tensor<?xf32>
}
