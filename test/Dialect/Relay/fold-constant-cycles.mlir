// RUN: relay-lite-opt %s --relay-fold-constant --allow-unregistered-dialect | FileCheck %s

// Values that are made of themselves, where no block comes from and in graph
// regions, are left alone.

// CHECK-LABEL: func.func @unreachable
func.func @unreachable() {
  return
^bb1:
  // CHECK: %[[FIELD:.*]] = relay.tuple_get %[[TUPLE:.*]][0]
  // CHECK-NEXT: %[[TUPLE]] = relay.tuple %[[FIELD]]
  %0 = relay.tuple_get %1[0] : (tuple<tensor<2xf32>>) -> tensor<2xf32>
  %1 = relay.tuple %0 : (tensor<2xf32>) -> tuple<tensor<2xf32>>
  return
}

// CHECK-LABEL: func.func @pair
func.func @pair() {
  return
^bb1:
  // One is the other's field.
  // CHECK: %[[TUPLE:.*]] = relay.tuple %[[FIELD:.*]] :
  // CHECK-NEXT: %[[FIELD]] = relay.tuple_get %[[TUPLE]][0]
  %0 = relay.tuple_get %3[0] : (tuple<tensor<2xf32>>) -> tensor<2xf32>
  %1 = relay.tuple %0 : (tensor<2xf32>) -> tuple<tensor<2xf32>>
  %2 = relay.tuple_get %1[0] : (tuple<tensor<2xf32>>) -> tensor<2xf32>
  %3 = relay.tuple %2 : (tensor<2xf32>) -> tuple<tensor<2xf32>>
  return
}

// CHECK-LABEL: func.func @choice
func.func @choice() {
  "test.graph"() ({
    // CHECK: %[[CHOICE:.*]] = relay.if
    // CHECK-NEXT: relay.yield %[[CHOICE]]
    %0 = relay.constant dense<true> : tensor<i1>
    %1 = relay.if %0 -> tensor<2xf32> {
      relay.yield %1 : tensor<2xf32>
    } else {
      relay.yield %1 : tensor<2xf32>
    }
  }) : () -> ()
  return
}
