// RUN: relay-lite-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(relay-eliminate-tail-recursion))' | FileCheck %s
// A loop calls nothing, so that the pass leaves it alone.
// RUN: relay-lite-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(relay-eliminate-tail-recursion))' -o %t.mlir
// RUN: relay-lite-opt %t.mlir --split-input-file --pass-pipeline='builtin.module(func.func(relay-eliminate-tail-recursion))' | diff - %t.mlir

// Only the arguments that change are carried.

// CHECK-LABEL: func.func @repeats_else
// CHECK-SAME:    %[[N:.*]]: i32, %[[SUM:.*]]: i32, %[[STEP:.*]]: i32
// CHECK:         %[[R:.*]]:2 = scf.while (%[[I:.*]] = %[[N]], %[[S:.*]] = %[[SUM]]) : (i32, i32) -> (i32, i32) {
// CHECK:           %[[DONE:.*]] = arith.cmpi eq, %[[I]], %{{.*}} : i32
// CHECK:           %[[MORE:.*]] = arith.xori %[[DONE]], %{{.*}}
// CHECK:           scf.condition(%[[MORE]]) %[[S]], %[[I]] : i32, i32
// CHECK-NEXT:    } do {
// CHECK-NEXT:    ^bb0(%[[S:.*]]: i32, %[[I:.*]]: i32):
// CHECK-NEXT:      %[[NEXT:.*]] = arith.subi %[[I]], %[[STEP]]
// CHECK-NEXT:      %[[NEWSUM:.*]] = arith.addi %[[S]], %[[I]]
// CHECK-NEXT:      scf.yield %[[NEXT]], %[[NEWSUM]]
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[R]]#0
func.func @repeats_else(%n: i32, %sum: i32, %step: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %done = arith.cmpi eq, %n, %c0 : i32
  %r = scf.if %done -> i32 {
    scf.yield %sum : i32
  } else {
    %m = arith.subi %n, %step : i32
    %s = arith.addi %sum, %n : i32
    %0 = func.call @repeats_else(%m, %s, %step) : (i32, i32, i32) -> i32
    scf.yield %0 : i32
  }
  return %r : i32
}

// -----

// Tensors of rank 0 are carried as their elements. Values that a round computes
// for both branches are carried, except constants.

// CHECK-LABEL: func.func @repeats_then
// CHECK-SAME:    %[[N:.*]]: tensor<i32>, %[[X:.*]]: tensor<4xf32>
// CHECK-DAG:     %[[CST:.*]] = arith.constant dense<2.0
// CHECK-DAG:     %[[START:.*]] = tensor.extract %[[N]][]
// CHECK:         %[[R:.*]]:3 = scf.while (%[[I:.*]] = %[[START]], %[[A:.*]] = %[[X]]) : (i32, tensor<4xf32>) -> (i32, tensor<4xf32>, i32) {
// CHECK-NEXT:      %[[T:.*]] = tensor.from_elements %[[I]]
// CHECK-NEXT:      %[[E:.*]] = tensor.extract %[[T]][]
// CHECK-NEXT:      %[[B:.*]] = arith.mulf %[[A]], %[[CST]]
// CHECK-NEXT:      %[[M:.*]] = arith.subi %[[E]],
// CHECK-NEXT:      %[[C:.*]] = arith.cmpi sgt, %[[M]],
// CHECK-NEXT:      scf.condition(%[[C]]) %[[M]], %[[B]], %{{.*}} :
// CHECK-NEXT:    } do {
// CHECK-NEXT:    ^bb0(%[[M:.*]]: i32, %[[B:.*]]: tensor<4xf32>, %{{.*}}: i32):
// CHECK:           %[[D:.*]] = arith.addf %[[B]], %[[CST]]
// CHECK-NEXT:      scf.yield %[[M]], %[[D]]
// CHECK-NEXT:    }
// CHECK:         %[[LAST:.*]] = tensor.from_elements %[[R]]#2
// CHECK-NEXT:    return %[[LAST]], %[[R]]#1
func.func @repeats_then(%n: tensor<i32>, %x: tensor<4xf32>) -> (tensor<i32>, tensor<4xf32>) {
  %c1 = arith.constant 1 : i32
  %cst = arith.constant dense<2.0> : tensor<4xf32>
  %i = tensor.extract %n[] : tensor<i32>
  %b = arith.mulf %x, %cst : tensor<4xf32>
  %m = arith.subi %i, %c1 : i32
  %c = arith.cmpi sgt, %m, %c1 : i32
  %r:2 = scf.if %c -> (tensor<i32>, tensor<4xf32>) {
    %t = tensor.from_elements %m : tensor<i32>
    %d = arith.addf %b, %cst : tensor<4xf32>
    %0:2 = func.call @repeats_then(%t, %d) : (tensor<i32>, tensor<4xf32>) -> (tensor<i32>, tensor<4xf32>)
    scf.yield %0#0, %0#1 : tensor<i32>, tensor<4xf32>
  } else {
    scf.yield %n, %b : tensor<i32>, tensor<4xf32>
  }
  return %r#0, %r#1 : tensor<i32>, tensor<4xf32>
}

// -----

// Both inner branches call the function.

// CHECK-LABEL: func.func @inner_branches
// CHECK:         scf.while (%{{.*}} = %arg0, %{{.*}} = %arg1)
// CHECK:         } do {
// CHECK:           %[[V:.*]]:2 = scf.if %{{.*}} -> (i64, i32) {
// CHECK:             %[[HALF:.*]] = arith.divsi
// CHECK:             scf.yield %[[HALF]], %{{.*}} : i64, i32
// CHECK-NEXT:      } else {
// CHECK:             %[[THREE:.*]] = arith.muli
// CHECK:             scf.yield %[[THREE]], %{{.*}} : i64, i32
// CHECK-NEXT:      }
// CHECK-NEXT:      scf.yield %[[V]]#0, %[[V]]#1
// CHECK-NOT:     call
func.func @inner_branches(%n: i64, %steps: i32) -> i32 {
  %c1 = arith.constant 1 : i64
  %c2 = arith.constant 2 : i64
  %one = arith.constant 1 : i32
  %done = arith.cmpi sle, %n, %c1 : i64
  %r = scf.if %done -> i32 {
    scf.yield %steps : i32
  } else {
    %rest = arith.remsi %n, %c2 : i64
    %isOdd = arith.trunci %rest : i64 to i1
    %more = arith.addi %steps, %one : i32
    %0 = scf.if %isOdd -> i32 {
      %half = arith.divsi %n, %c2 : i64
      %1 = func.call @inner_branches(%half, %more) : (i64, i32) -> i32
      scf.yield %1 : i32
    } else {
      %three = arith.muli %n, %c2 : i64
      %1 = func.call @inner_branches(%three, %more) : (i64, i32) -> i32
      scf.yield %1 : i32
    }
    scf.yield %0 : i32
  }
  return %r : i32
}

// -----

// If only some of the paths through a branch call the function, each path says
// whether there is another round.

// CHECK-LABEL: func.func @several_ends
// CHECK-SAME:    %[[N:.*]]: i32, %[[X:.*]]: tensor<?xf32>, %[[C:.*]]: i1
// CHECK:         %[[R:.*]]:3 = scf.while (%[[I:.*]] = %[[N]]) : (i32) -> (i32, f32, tensor<?xf32>) {
// CHECK:           %[[V:.*]]:4 = scf.if %{{.*}} -> (i1, i32, tensor<?xf32>, f32) {
// CHECK-DAG:         %[[NO:.*]] = arith.constant false
// CHECK-DAG:         %[[F:.*]] = tensor.extract %{{.*}}[] : tensor<f32>
// CHECK:             scf.yield %[[NO]], %[[I]], %[[X]], %[[F]]
// CHECK-NEXT:      } else {
// CHECK:             %[[W:.*]]:4 = scf.if %[[C]] -> (i1, i32, tensor<?xf32>, f32) {
// CHECK:               %[[M:.*]] = arith.subi %[[I]]
// CHECK:               %[[YES:.*]] = arith.constant true
// CHECK:               %[[EMPTY:.*]] = tensor.empty(%{{.*}}) : tensor<?xf32>
// CHECK:               %[[ZERO:.*]] = arith.constant 0.0
// CHECK:               scf.yield %[[YES]], %[[M]], %[[EMPTY]], %[[ZERO]]
// CHECK-NEXT:        } else {
// CHECK:               scf.yield %{{.*}}, %[[I]], %[[X]], %{{.*}}
// CHECK-NEXT:        }
// CHECK-NEXT:        scf.yield %[[W]]#0, %[[W]]#1, %[[W]]#2, %[[W]]#3
// CHECK-NEXT:      }
// CHECK-NEXT:      scf.condition(%[[V]]#0) %[[V]]#1, %[[V]]#3, %[[V]]#2
// CHECK:         } do {
// CHECK-NEXT:    ^bb0(%[[M:.*]]: i32, %{{.*}}: f32, %{{.*}}: tensor<?xf32>):
// CHECK-NEXT:      scf.yield %[[M]] : i32
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[F:.*]] = tensor.from_elements %[[R]]#1
// CHECK-NEXT:    return %[[R]]#2, %[[F]]
func.func @several_ends(%n: i32, %x: tensor<?xf32>, %c: i1) -> (tensor<?xf32>, tensor<f32>) {
  %c1 = arith.constant 1 : i32
  %one = arith.constant dense<1.0> : tensor<f32>
  %two = arith.constant dense<2.0> : tensor<f32>
  %done = arith.cmpi eq, %n, %c1 : i32
  %r:2 = scf.if %done -> (tensor<?xf32>, tensor<f32>) {
    %sum = arith.addf %one, %two : tensor<f32>
    scf.yield %x, %sum : tensor<?xf32>, tensor<f32>
  } else {
    %0:2 = scf.if %c -> (tensor<?xf32>, tensor<f32>) {
      %m = arith.subi %n, %c1 : i32
      %1:2 = func.call @several_ends(%m, %x, %c) : (i32, tensor<?xf32>, i1) -> (tensor<?xf32>, tensor<f32>)
      scf.yield %1#0, %1#1 : tensor<?xf32>, tensor<f32>
    } else {
      scf.yield %x, %two : tensor<?xf32>, tensor<f32>
    }
    scf.yield %0#0, %0#1 : tensor<?xf32>, tensor<f32>
  }
  return %r#0, %r#1 : tensor<?xf32>, tensor<f32>
}

// -----

// Buffers, in which references are, are carried like other values.

// CHECK-LABEL: func.func @references
// CHECK:         scf.while : () -> ()
// CHECK:           %[[C:.*]] = memref.load %arg0[]
// CHECK:           scf.condition(%[[C]])
// CHECK:         } do {
// CHECK-NEXT:      memref.copy %arg1, %arg0
// CHECK-NEXT:      scf.yield
// CHECK:         return{{$}}
func.func @references(%x: memref<i1>, %y: memref<i1>) {
  %c = memref.load %x[] : memref<i1>
  scf.if %c {
    memref.copy %y, %x : memref<i1> to memref<i1>
    func.call @references(%x, %y) : (memref<i1>, memref<i1>) -> ()
  } else {
  }
  return
}

// -----

// CHECK-LABEL: func.func @buffer_results
// CHECK:         scf.while (%{{.*}} = %arg0) : (memref<f32>) -> (memref<f32>, memref<f32>)
// CHECK:           memref.alloc() : memref<f32>
// CHECK:         return
func.func @buffer_results(%x: memref<f32>, %y: memref<f32>, %c: memref<i1>, %d: i1) -> memref<f32> {
  %b = memref.load %c[] : memref<i1>
  %r = scf.if %b -> memref<f32> {
    scf.yield %x : memref<f32>
  } else {
    %0 = scf.if %d -> memref<f32> {
      %1 = func.call @buffer_results(%y, %y, %c, %d) : (memref<f32>, memref<f32>, memref<i1>, i1) -> memref<f32>
      scf.yield %1 : memref<f32>
    } else {
      scf.yield %y : memref<f32>
    }
    scf.yield %0 : memref<f32>
  }
  return %r : memref<f32>
}

// -----

// A call whose result the function still uses stays.

// CHECK-LABEL: func.func @ackermann
// CHECK:         scf.while (%{{.*}} = %arg0, %{{.*}} = %arg1)
// CHECK:           %[[INNER:.*]] = func.call @ackermann
// CHECK:           scf.yield %{{.*}}, %[[INNER]]
// CHECK-NOT:     call
func.func @ackermann(%m: i32, %n: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c = arith.cmpi eq, %m, %c0 : i32
  %r = scf.if %c -> i32 {
    %0 = arith.addi %n, %c1 : i32
    scf.yield %0 : i32
  } else {
    %less = arith.subi %m, %c1 : i32
    %fewer = arith.subi %n, %c1 : i32
    %inner = func.call @ackermann(%m, %fewer) : (i32, i32) -> i32
    %0 = func.call @ackermann(%less, %inner) : (i32, i32) -> i32
    scf.yield %0 : i32
  }
  return %r : i32
}
