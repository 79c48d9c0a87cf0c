// RUN: relay-lite-opt %s | relay-lite-opt | FileCheck %s
// RUN: relay-lite-opt %s --mlir-print-op-generic | relay-lite-opt | FileCheck %s
// RUN: relay-lite-opt %s --emit-bytecode | relay-lite-opt | FileCheck %s

// Virtual devices, of values and of functions.

// CHECK-LABEL: func @on_device
// CHECK-SAME: %[[A0:.*]]: tensor<2x?xf32>
func.func @on_device(%a0: tensor<2x?xf32>) -> tensor<2x?xf32> {
  // CHECK: %[[V0:.*]] = relay.on_device %[[A0]] {virtual_device = #relay.virtual_device<device = cuda, id = 1>} : (tensor<2x?xf32>) -> tensor<2x?xf32>
  %0 = relay.on_device %a0 {virtual_device = #relay.virtual_device<device = cuda, id = 1>} : (tensor<2x?xf32>) -> tensor<2x?xf32>
  // CHECK: relay.on_device %[[V0]] {constrain_body = false} : (tensor<2x?xf32>) -> tensor<2x?xf32>
  %1 = relay.on_device %0 {constrain_body = false} : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %1 : tensor<2x?xf32>
}

// The parts may come in any order.
// CHECK-LABEL: func @on_device_tuple
// CHECK: constrain_result = true, virtual_device = #relay.virtual_device<device = cpu, id = 0, target = {host = {kind = "llvm"}, keys = ["arm_cpu", "cpu"], kind = "llvm", mcpu = "cortex-a72", "num-cores" = 4 : i64}, memory_scope = "global">
func.func @on_device_tuple(%a0: tuple<tensor<2xf32>, tensor<i8>>) -> tuple<tensor<2xf32>, tensor<i8>> {
  %0 = relay.on_device %a0 {constrain_result = true, virtual_device = #relay.virtual_device<memory_scope = "global", target = {kind = "llvm", keys = ["arm_cpu", "cpu"], mcpu = "cortex-a72", "num-cores" = 4 : i64, host = {kind = "llvm"}}, id = 0, device = cpu>} : (tuple<tensor<2xf32>, tensor<i8>>) -> tuple<tensor<2xf32>, tensor<i8>>
  return %0 : tuple<tensor<2xf32>, tensor<i8>>
}

// A closure has a place, too.
// CHECK-LABEL: func @on_device_function
// CHECK: relay.on_device %{{.*}} : ((tensor<f32>) -> tensor<f32>) -> ((tensor<f32>) -> tensor<f32>)
func.func @on_device_function(%f: (tensor<f32>) -> tensor<f32>) -> ((tensor<f32>) -> tensor<f32>) {
  %0 = relay.on_device %f {virtual_device = #relay.virtual_device<memory_scope = "global">} : ((tensor<f32>) -> tensor<f32>) -> ((tensor<f32>) -> tensor<f32>)
  return %0 : (tensor<f32>) -> tensor<f32>
}

// CHECK-LABEL: func @device_copy
// CHECK-SAME: %[[A0:.*]]: tensor<?xi8>
func.func @device_copy(%a0: tensor<?xi8>) -> tensor<?xi8> {
  // CHECK: relay.device_copy %[[A0]] {dst_virtual_device = #relay.virtual_device<device = hexagon>, src_virtual_device = #relay.virtual_device<id = 0>} : (tensor<?xi8>) -> tensor<?xi8>
  %0 = relay.device_copy %a0 {src_virtual_device = #relay.virtual_device<id = 0>, dst_virtual_device = #relay.virtual_device<device = hexagon>} : (tensor<?xi8>) -> tensor<?xi8>
  return %0 : tensor<?xi8>
}

// CHECK-LABEL: func @function
// CHECK-SAME: (%{{.*}}: tensor<f32> {relay.virtual_device = #relay.virtual_device<device = cuda, id = 0>})
// CHECK-SAME: attributes {relay.virtual_device = #relay.virtual_device<device = cpu, id = 0>}
func.func @function(%a0: tensor<f32> {relay.virtual_device = #relay.virtual_device<device = cuda, id = 0>}) -> tensor<f32>
    attributes {relay.virtual_device = #relay.virtual_device<device = cpu, id = 0>} {
  // CHECK: relay.fn (%{{.*}}: tensor<f32> {relay.virtual_device = #relay.virtual_device<>})
  %0 = relay.fn (%x: tensor<f32> {relay.virtual_device = #relay.virtual_device<>}) -> tensor<f32> {
    relay.yield %x : tensor<f32>
  }
  return %a0 : tensor<f32>
}
