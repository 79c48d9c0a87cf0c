// RUN: relay-lite-translate --export-relay %s | FileCheck %s

// What has effects stays in its annotation if a binding or the result follows.
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
