// RUN: relay-lite-translate --export-relay %s | FileCheck %s

// An operation with effects stays in its annotation if a binding or the result
// follows.
// CHECK-LABEL: def @annotated_effects(
// CHECK-NEXT: %[[REF:[0-9]+]] = ref(%x)
// CHECK-NEXT: let %r: {{.*}} = on_device(%[[REF]],
// CHECK-NEXT: %[[READ:[0-9]+]] = ref_read(%r)
// CHECK-NEXT: on_device(%[[READ]],
func.func @annotated_effects(%x: tensor<4xf32> {relay.name = "x"}) -> tensor<4xf32> {
  %0 = relay.ref_create %x : (tensor<4xf32>) -> !relay.ref<tensor<4xf32>>
  %1 = relay.on_device %0 {virtual_device = #relay.virtual_device<device = cpu>} : (!relay.ref<tensor<4xf32>>) -> !relay.ref<tensor<4xf32>>
  %2 = relay.let %1 as "r" : (!relay.ref<tensor<4xf32>>) -> !relay.ref<tensor<4xf32>>
  %3 = relay.ref_read %2 : (!relay.ref<tensor<4xf32>>) -> tensor<4xf32>
  %4 = relay.on_device %3 {virtual_device = #relay.virtual_device<device = cpu>} : (tensor<4xf32>) -> tensor<4xf32>
  return %4 : tensor<4xf32>
}

// An operation with effects is a part of an expression if no other effects come
// before the rest of it. Otherwise it is bound, so that effects stay in their
// order.
// CHECK-LABEL: def @parts_of_expressions(
// CHECK-NEXT: let %[[A:[a-z0-9]+]]: {{.*}} = ref_read(
// CHECK-NEXT: let %[[B:[a-z0-9]+]]: {{.*}} = ref_read(
// CHECK-NEXT: %[[C:[0-9]+]] = exp(%[[A]])
// CHECK-NEXT: let %{{.*}} = ref_write({{.*}}, %[[C]])
// CHECK-NEXT: %[[D:[0-9]+]] = ref_read(
// CHECK-NEXT: %[[E:[0-9]+]] = add(%[[B]], %[[D]])
// CHECK-NEXT: negative(%[[E]])
func.func @parts_of_expressions(%r: !relay.ref<tensor<4xf32>> {relay.name = "r"}) -> tensor<4xf32> {
  %0 = relay.ref_read %r : (!relay.ref<tensor<4xf32>>) -> tensor<4xf32>
  %1 = relay.ref_read %r : (!relay.ref<tensor<4xf32>>) -> tensor<4xf32>
  %2 = relay.exp %0 : (tensor<4xf32>) -> tensor<4xf32>
  %3 = relay.ref_write %r, %2 : (!relay.ref<tensor<4xf32>>, tensor<4xf32>) -> tuple<>
  %4 = relay.ref_read %r : (!relay.ref<tensor<4xf32>>) -> tensor<4xf32>
  %5 = relay.add %1, %4 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %6 = relay.negative %5 : (tensor<4xf32>) -> tensor<4xf32>
  return %6 : tensor<4xf32>
}
