// RUN: relay-lite-opt %s --relay-defunctionalize | FileCheck %s
// RUN: relay-lite-opt %s --relay-lower-to-llvm -o /dev/null

// A call of what TVM has compiled is a call of the function with the fields of the tuple.

func.func private @g(%x: tensor<2xf32>, %y: tensor<2xf32>) -> tensor<2xf32> attributes {relay.pure} {
  %0 = relay.subtract %x, %y : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: func.func @main
// CHECK-SAME:    %[[X:.*]]: tensor<2xf32>, %[[Y:.*]]: tensor<2xf32>
// CHECK:       %[[T:.*]] = relay.tuple %[[X]], %[[Y]]
// CHECK-DAG:   %[[A:.*]] = relay.tuple_get %[[T]][0]
// CHECK-DAG:   %[[B:.*]] = relay.tuple_get %[[T]][1]
// CHECK:       relay.call @g(%[[A]], %[[B]])
// CHECK-NOT:   relay.{{call_lowered|apply|global}}
func.func @main(%x: tensor<2xf32>, %y: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relay.global @g : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.tuple %x, %y : (tensor<2xf32>, tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>>
  %2 = relay.call_lowered %0, %1 : ((tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>, tuple<tensor<2xf32>, tensor<2xf32>>) -> tensor<2xf32>
  return %2 : tensor<2xf32>
}
