// RUN: relay-lite-opt %s --relay-defunctionalize | FileCheck %s

// The values stay what they are.
// RUN: relay-lite-opt %s --relay-defunctionalize -o %t.mlir
// RUN: relay-lite-run %s --random-inputs --seed=1 > %t.before
// RUN: relay-lite-run %t.mlir --random-inputs --seed=1 > %t.after
// RUN: diff %t.before %t.after
// RUN: relay-lite-run %s --random-inputs --seed=2 > %t.before
// RUN: relay-lite-run %t.mlir --random-inputs --seed=2 > %t.after
// RUN: diff %t.before %t.after
// Nothing changes without function values.
// RUN: relay-lite-opt %t.mlir --relay-defunctionalize | diff - %t.mlir

// Others can take what comes out.
// RUN: relay-lite-opt %s --relay-to-linalg-pipeline | mlir-opt -o /dev/null
// RUN: relay-lite-opt %s --relay-lower-to-llvm -o /dev/null

func.func private @g(%x: tensor<2xf32>) -> tensor<2xf32> attributes {relay.pure} {
  %0 = relay.exp %x : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
// CHECK-LABEL: func.func @main
// CHECK-SAME:    %[[C:.*]]: tensor<i1>, %[[X:.*]]: tensor<2xf32>
// CHECK:       %[[F:.*]] = relay.if %[[C]] -> tuple<tensor<i32>, tensor<2xf32>> {
// CHECK-NEXT:    %[[N0:.*]] = relay.constant dense<0> : tensor<i32>
// CHECK-NEXT:    %[[T0:.*]] = relay.tuple %[[N0]], %[[X]]
// CHECK-NEXT:    relay.yield %[[T0]]
// CHECK-NEXT:  } else {
// CHECK-NEXT:    %[[N1:.*]] = relay.constant dense<1> : tensor<i32>
// CHECK-NEXT:    %[[Z:.*]] = relay.constant dense<0.000000e+00> : tensor<2xf32>
// CHECK-NEXT:    %[[T1:.*]] = relay.tuple %[[N1]], %[[Z]]
// CHECK-NEXT:    relay.yield %[[T1]]
// CHECK:       %[[N:.*]] = relay.tuple_get %[[F]][0]
// CHECK:       %[[IS0:.*]] = relay.equal %[[N]], %{{.*}}
// CHECK-NEXT:  relay.if %[[IS0]] -> tensor<2xf32> {
// CHECK-NEXT:    %[[A:.*]] = relay.tuple_get %[[F]][1]
// CHECK-NEXT:    relay.call @function_value(%[[A]], %[[X]])
// CHECK:       } else {
// CHECK-NEXT:    relay.call @g(%[[X]])
// CHECK-NOT:   relay.{{fn|apply|global}}
func.func @main(%c: tensor<i1>, %x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relay.if %c -> (tensor<2xf32>) -> tensor<2xf32> {
    %2 = relay.fn (%y: tensor<2xf32>) -> tensor<2xf32> {
      %3 = relay.add %x, %y : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
      relay.yield %3 : tensor<2xf32>
    }
    relay.yield %2 : (tensor<2xf32>) -> tensor<2xf32>
  } else {
    %2 = relay.global @g : (tensor<2xf32>) -> tensor<2xf32>
    relay.yield %2 : (tensor<2xf32>) -> tensor<2xf32>
  }
  %1 = relay.apply %0(%x) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  // A loop.
  %n = relay.constant dense<3> : tensor<i32>
  %loop = relay.fn self(%me) (%i: tensor<i32>, %v: tensor<2xf32>) -> tensor<2xf32> {
    %zero = relay.constant dense<0> : tensor<i32>
    %done = relay.equal %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %r = relay.if %done -> tensor<2xf32> {
      relay.yield %v : tensor<2xf32>
    } else {
      %one = relay.constant dense<1> : tensor<i32>
      %j = relay.subtract %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i32>
      %w = relay.add %v, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
      %k = relay.apply %0(%w) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
      %s = relay.apply %me(%j, %k) : ((tensor<i32>, tensor<2xf32>) -> tensor<2xf32>, tensor<i32>, tensor<2xf32>) -> tensor<2xf32>
      relay.yield %s : tensor<2xf32>
    }
    relay.yield %r : tensor<2xf32>
  }
  %3 = relay.apply %loop(%n, %1) : ((tensor<i32>, tensor<2xf32>) -> tensor<2xf32>, tensor<i32>, tensor<2xf32>) -> tensor<2xf32>
  // A function that returns a function, and one in a tuple.
  %make = relay.fn (%a: tensor<2xf32>) -> ((tensor<i32>) -> tensor<2xf32>) {
    %inner = relay.fn (%b: tensor<i32>) -> tensor<2xf32> {
      %cast = relay.cast %b {dtype = f32} : (tensor<i32>) -> tensor<f32>
      %sum = relay.add %a, %cast : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
      %more = relay.apply %loop(%b, %sum) : ((tensor<i32>, tensor<2xf32>) -> tensor<2xf32>, tensor<i32>, tensor<2xf32>) -> tensor<2xf32>
      relay.yield %more : tensor<2xf32>
    }
    relay.yield %inner : (tensor<i32>) -> tensor<2xf32>
  }
  %t = relay.tuple %make, %3 : ((tensor<2xf32>) -> ((tensor<i32>) -> tensor<2xf32>), tensor<2xf32>) -> tuple<(tensor<2xf32>) -> ((tensor<i32>) -> tensor<2xf32>), tensor<2xf32>>
  %m = relay.tuple_get %t[0] : (tuple<(tensor<2xf32>) -> ((tensor<i32>) -> tensor<2xf32>), tensor<2xf32>>) -> ((tensor<2xf32>) -> ((tensor<i32>) -> tensor<2xf32>))
  %f = relay.apply %m(%3) : ((tensor<2xf32>) -> ((tensor<i32>) -> tensor<2xf32>), tensor<2xf32>) -> ((tensor<i32>) -> tensor<2xf32>)
  %4 = relay.apply %f(%n) : ((tensor<i32>) -> tensor<2xf32>, tensor<i32>) -> tensor<2xf32>
  return %4 : tensor<2xf32>
}

// A literal in its own body is a known function, and so is a bound one. Their
// calls compare nothing, although others have the same type.
// CHECK-LABEL: func.func @known
// CHECK-NOT:   relay.if
// CHECK:       relay.call @[[COUNT:function_value_.*]](%{{.*}}, %{{.*}})
// CHECK-NOT:   relay.if
// CHECK:       return
func.func @known(%n: tensor<i64>) -> tensor<i64> {
  %one = relay.constant dense<1> : tensor<i64>
  %zero = relay.constant dense<0> : tensor<i64>
  %count = relay.fn self(%me) (%i: tensor<i64>) -> tensor<i64> {
    %done = relay.less %i, %n : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %r = relay.if %done -> tensor<i64> {
      relay.yield %i : tensor<i64>
    } else {
      %j = relay.subtract %i, %one : (tensor<i64>, tensor<i64>) -> tensor<i64>
      %s = relay.apply %me(%j) : ((tensor<i64>) -> tensor<i64>, tensor<i64>) -> tensor<i64>
      relay.yield %s : tensor<i64>
    }
    relay.yield %r : tensor<i64>
  }
  %other = relay.fn (%i: tensor<i64>) -> tensor<i64> {
    %0 = relay.negative %i : (tensor<i64>) -> tensor<i64>
    relay.yield %0 : tensor<i64>
  }
  %bound = relay.let %count as "count" : ((tensor<i64>) -> tensor<i64>) -> ((tensor<i64>) -> tensor<i64>)
  %0 = relay.apply %other(%n) : ((tensor<i64>) -> tensor<i64>, tensor<i64>) -> tensor<i64>
  %1 = relay.apply %bound(%0) : ((tensor<i64>) -> tensor<i64>, tensor<i64>) -> tensor<i64>
  return %1 : tensor<i64>
}
