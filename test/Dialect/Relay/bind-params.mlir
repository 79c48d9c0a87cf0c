// RUN: %python %S/Inputs/write_params.py %t.params 'w=float32[2]:1,2' 'b=bool[3]:2,0,1' 's=int32[]:7' 'd=float32[3]:1,2,3' 'unused=int32[2]:4,5'
// RUN: relay-lite-opt %s --relay-bind-params=file=%t.params | FileCheck %s
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-bind-params{file=%t.params function=other})' \
// RUN:   | FileCheck %s --check-prefix=OTHER
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-bind-params{file=%t.params function=dynamic})' \
// RUN:   | FileCheck %s --check-prefix=DYNAMIC

// Names, order and other attributes of the remaining arguments stay. Booleans
// are 0 and 1, and an argument of unknown or dynamic type takes that of the
// parameter, but not where a type must stay.

// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[X:.*]]: tensor<2xf32> {relay.name = "x"}, %[[Y:.*]]: tensor<i32> {relay.name = "y"}, %{{.*}}: tensor<2xf32>)
// CHECK-SAME: -> tensor<2xf32> {
// CHECK-NEXT: %[[W:.*]] = relay.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
// CHECK-NEXT: %[[B:.*]] = relay.constant dense<[true, false, true]> : tensor<3xi1>
// CHECK-NEXT: %[[S:.*]] = relay.constant dense<7> : tensor<i32>
// CHECK-NEXT: %[[D:.*]] = relay.constant dense<[1.000000e+00, 2.000000e+00, 3.000000e+00]> : tensor<3xf32>
// CHECK-NOT: relay.type_cast
// CHECK: relay.logical_not %[[B]] : (tensor<3xi1>)
// CHECK-NEXT: relay.abs %[[S]] : (tensor<i32>) -> !relay.unknown
// CHECK-NEXT: relay.abs %[[D]] : (tensor<3xf32>) -> tensor<?xf32>
// CHECK-NEXT: %[[R:.*]] = relay.add %[[X]], %[[W]]
// CHECK-NEXT: return %[[R]]
func.func @main(%x: tensor<2xf32> {relay.name = "x"}, %w: tensor<2xf32> {relay.name = "w"},
                %b: tensor<3xi1> {relay.name = "b"}, %s: !relay.unknown {relay.name = "s"},
                %y: tensor<i32> {relay.name = "y"}, %d: tensor<?xf32> {relay.name = "d"},
                %unused: tensor<2xi32> {relay.name = "unused"}, %nameless: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relay.logical_not %b : (tensor<3xi1>) -> tensor<3xi1>
  %1 = relay.abs %s : (!relay.unknown) -> !relay.unknown
  %2 = relay.abs %d : (tensor<?xf32>) -> tensor<?xf32>
  %3 = relay.add %x, %w : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %3 : tensor<2xf32>
}

// CHECK-LABEL: func.func @other(%{{.*}}: tensor<2xf32> {relay.name = "w"})
// OTHER-LABEL: func.func @main(%{{.*}}: tensor<2xf32> {relay.name = "x"}, %{{.*}}: tensor<2xf32> {relay.name = "w"}
// OTHER-LABEL: func.func @other() -> tensor<2xf32> {
// OTHER-NEXT: %[[W:.*]] = relay.constant
// OTHER-NEXT: return %[[W]]
func.func @other(%w: tensor<2xf32> {relay.name = "w"}) -> tensor<2xf32> {
  return %w : tensor<2xf32>
}

// DYNAMIC-LABEL: func.func @dynamic() -> tensor<?xf32> {
// DYNAMIC-NEXT: %[[D:.*]] = relay.constant
// DYNAMIC-NEXT: %[[CAST:.*]] = relay.type_cast %[[D]] : tensor<3xf32> to tensor<?xf32>
// DYNAMIC-NEXT: return %[[CAST]]
func.func @dynamic(%d: tensor<?xf32> {relay.name = "d"}) -> tensor<?xf32> {
  return %d : tensor<?xf32>
}
