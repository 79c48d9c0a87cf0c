// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-fuse-ops{max-function-args=4}))' | FileCheck %s
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-sequential{passes=FuseOps config=relay.FuseOps.max_function_args=4})' | FileCheck %s
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-fuse-ops))' | FileCheck %s --check-prefix=ANY

// Three arguments and the result fit. The last operator would count those of
// the first function again.
// CHECK-LABEL: func @sum
// CHECK: relay.fused_fn (%{{[^,]*}}) ->
// CHECK-NEXT: relay.exp
// CHECK: %[[EXP:.*]] = relay.apply
// CHECK: relay.fused_fn (%{{[^,]*}}, %{{[^,]*}}, %{{[^,]*}}) ->
// CHECK-COUNT-3: relay.exp
// CHECK: %[[SUM:.*]] = relay.apply
// CHECK: relay.fused_fn (%{{[^,]*}}, %{{[^,]*}}) ->
// CHECK-NEXT: relay.add
// CHECK: relay.apply %{{.*}}(%[[SUM]], %[[EXP]])
// ANY-LABEL: func @sum
// ANY-COUNT-4: relay.exp
// ANY: relay.yield
// ANY-NOT: relay.fused_fn
// ANY: return
func.func @sum(%a: tensor<2xf32>, %b: tensor<2xf32>, %c: tensor<2xf32>, %d: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relay.exp %a : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.exp %b : (tensor<2xf32>) -> tensor<2xf32>
  %2 = relay.exp %c : (tensor<2xf32>) -> tensor<2xf32>
  %3 = relay.exp %d : (tensor<2xf32>) -> tensor<2xf32>
  %4 = relay.add %0, %1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %5 = relay.add %4, %2 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %6 = relay.add %5, %3 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %6 : tensor<2xf32>
}

// A tensor with a dynamic dimension takes four arguments, and two as a result.
// CHECK-LABEL: func @dynamic
// CHECK: relay.fused_fn
// CHECK-NEXT: relay.exp
// CHECK: relay.fused_fn
// CHECK-NEXT: relay.negative
// ANY-LABEL: func @dynamic
// ANY: relay.fused_fn
// ANY-NEXT: relay.exp
// ANY-NEXT: relay.negative
func.func @dynamic(%x: tensor<?x2xf32>) -> tensor<?x2xf32> {
  %0 = relay.exp %x : (tensor<?x2xf32>) -> tensor<?x2xf32>
  %1 = relay.negative %0 : (tensor<?x2xf32>) -> tensor<?x2xf32>
  return %1 : tensor<?x2xf32>
}

// A scalar constant is inside, others are arguments.
// CHECK-LABEL: func @constants
// CHECK: relay.fused_fn (%{{[^,]*}}, %{{[^,]*}}, %{{[^,]*}}) ->
// CHECK: relay.constant
// CHECK: relay.multiply
// CHECK: relay.add
// CHECK: relay.add
// CHECK: relay.fused_fn
// CHECK-NEXT: relay.subtract
// ANY-LABEL: func @constants
// ANY: relay.fused_fn (%{{[^,]*}}, %{{[^,]*}}, %{{[^,]*}}, %{{[^,]*}}) ->
func.func @constants(%x: tensor<2xf32>, %y: tensor<2xf32>, %z: tensor<2xf32>) -> tensor<2xf32> {
  %c = relay.constant dense<2.0> : tensor<f32>
  %v = relay.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0 = relay.multiply %x, %c : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %1 = relay.add %0, %v : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %2 = relay.add %1, %y : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %3 = relay.subtract %2, %z : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %3 : tensor<2xf32>
}

// Both ways between %0 and %4 need one argument more.
// CHECK-LABEL: func @diamond
// CHECK: relay.fused_fn
// CHECK-NEXT: relay.exp
// CHECK-NEXT: relay.yield
// ANY-LABEL: func @diamond
// ANY: relay.fused_fn (%{{[^,]*}}, %{{[^,]*}}, %{{[^,]*}}, %{{[^,]*}}) ->
func.func @diamond(%x: tensor<2xf32>, %y: tensor<2xf32>, %z: tensor<2xf32>, %w: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relay.exp %x : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.add %0, %y : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %2 = relay.add %0, %z : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %3 = relay.multiply %2, %w : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %4 = relay.add %1, %3 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %4 : tensor<2xf32>
}

// An operator without operands is an argument where it is not inside.
// CHECK-LABEL: func @creation
// CHECK: relay.fused_fn (%{{[^,]*}}, %{{[^,]*}}, %{{[^,]*}}) ->
// CHECK-NEXT: relay.add
// CHECK-NEXT: relay.add
// CHECK-NEXT: relay.yield
// ANY-LABEL: func @creation
// ANY: relay.fused_fn (%{{[^,]*}}, %{{[^,]*}}, %{{[^,]*}}, %{{[^,]*}}) ->
func.func @creation(%x: tensor<2xf32>, %y: tensor<2xf32>, %z: tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>> {
  %0 = relay.zeros {dtype = f32, shape = array<i64: 2>} : () -> tensor<2xf32>
  %1 = relay.add %0, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %2 = relay.add %1, %y : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %3 = relay.add %2, %z : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %4 = relay.tuple %0, %3 : (tensor<2xf32>, tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>>
  return %4 : tuple<tensor<2xf32>, tensor<2xf32>>
}
