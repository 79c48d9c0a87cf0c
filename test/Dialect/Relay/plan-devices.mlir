// RUN: relay-lite-opt %s --relay-plan-devices="default-device=cuda" > %t
// RUN: FileCheck %s '-D$CPU=#relay.virtual_device<device = cpu, id = 0>' '-D$CUDA=#relay.virtual_device<device = cuda, id = 0>' < %t
// A plan says all that it needs: planning again changes nothing.
// RUN: relay-lite-opt %t --relay-plan-devices="default-device=cuda" | diff %t -
// RUN: relay-lite-opt %s --relay-plan-devices | FileCheck %s --check-prefix=CPU

!t = tensor<2xf32>
#cpu = #relay.virtual_device<device = cpu, id = 0>
#cuda = #relay.virtual_device<device = cuda, id = 0>

// Everything is on the default device.
// CHECK-LABEL: func @default
// CHECK-SAME: {relay.virtual_device = [[$CUDA]]}, %{{.*}} {relay.virtual_device = [[$CUDA]]}) {{.*}} attributes {relay.virtual_device = [[$CUDA]]}
// CHECK-NEXT: relay.add
// CPU-LABEL: func @default
// CPU-SAME: attributes {relay.virtual_device = #relay.virtual_device<device = cpu, id = 0>}
func.func @default(%a: !t, %b: !t) -> !t {
  %0 = relay.add %a, %b : (!t, !t) -> !t
  return %0 : !t
}

// CHECK-LABEL: func @operand_on_cpu
// CHECK-SAME: %[[A:.*]]: tensor<2xf32> {relay.virtual_device = [[$CPU]]}, %[[B:.*]]: tensor<2xf32> {relay.virtual_device = [[$CUDA]]}) {{.*}} attributes {relay.virtual_device = [[$CUDA]]}
// CHECK-NEXT: %[[T0:.*]] = relay.exp %[[A]]
// CHECK-NEXT: %[[T1:.*]] = relay.on_device %[[T0]] {constrain_result = true, virtual_device = [[$CPU]]}
// CHECK-NEXT: %[[T2:.*]] = relay.device_copy %[[T1]] {dst_virtual_device = [[$CUDA]], src_virtual_device = [[$CPU]]}
// CHECK-NEXT: relay.subtract %[[T2]], %[[B]]
// CPU-LABEL: func @operand_on_cpu
// CPU-NOT: relay.device_copy
// CPU: return
func.func @operand_on_cpu(%a: !t, %b: !t) -> !t {
  %0 = relay.exp %a : (!t) -> !t
  %1 = relay.on_device %0 {virtual_device = #cpu} : (!t) -> !t
  %2 = relay.subtract %1, %b : (!t, !t) -> !t
  return %2 : !t
}

// The result of a function is where the annotation is.
// CHECK-LABEL: func @result_on_cpu
// CHECK-SAME: attributes {relay.virtual_device = [[$CPU]]}
// CHECK-NEXT: %[[T0:.*]] = relay.exp
// CHECK-NEXT: return %[[T0]]
func.func @result_on_cpu(%a: !t) -> !t {
  %0 = relay.exp %a : (!t) -> !t
  %1 = relay.on_device %0 {virtual_device = #cpu} : (!t) -> !t
  return %1 : !t
}

// The result of a let is not.
// CHECK-LABEL: func @let_result
// CHECK-SAME: attributes {relay.virtual_device = [[$CUDA]]}
// CHECK-NEXT: %[[T0:.*]] = relay.exp
// CHECK-NEXT: %[[T1:.*]] = relay.on_device %[[T0]] {constrain_result = true, virtual_device = [[$CPU]]}
// CHECK-NEXT: %[[X:.*]] = relay.let %[[T1]]
// CHECK-NEXT: %[[T2:.*]] = relay.negative %[[X]]
// CHECK-NEXT: %[[T3:.*]] = relay.on_device %[[T2]] {constrain_result = true, virtual_device = [[$CPU]]}
// CHECK-NEXT: %[[T4:.*]] = relay.device_copy %[[T3]]
// CHECK-NEXT: return %[[T4]]
func.func @let_result(%a: !t) -> !t {
  %0 = relay.exp %a : (!t) -> !t
  %1 = relay.let %0 as "x" : (!t) -> !t
  %2 = relay.negative %1 : (!t) -> !t
  %3 = relay.on_device %2 {virtual_device = #cpu} : (!t) -> !t
  return %3 : !t
}

// An existing copy stays; a copy to the same device is erased.
// CHECK-LABEL: func @copies
// CHECK-SAME: %[[A:.*]]: tensor<2xf32> {{.*}}, %[[B:.*]]: tensor<2xf32> {{.*}})
// CHECK-NEXT: %[[T0:.*]] = relay.device_copy %[[A]]
// CHECK-NEXT: relay.add %[[T0]], %[[B]]
func.func @copies(%a: !t, %b: !t) -> !t {
  %0 = relay.device_copy %a {src_virtual_device = #cpu, dst_virtual_device = #cuda} : (!t) -> !t
  %1 = relay.device_copy %b {src_virtual_device = #cuda, dst_virtual_device = #cuda} : (!t) -> !t
  %2 = relay.add %0, %1 : (!t, !t) -> !t
  return %2 : !t
}

// Nested annotations: each says where its operand is.
// CHECK-LABEL: func @nested
// CHECK-NEXT: %[[T0:.*]] = relay.exp
// CHECK-NEXT: %[[T1:.*]] = relay.on_device %[[T0]] {constrain_result = true, virtual_device = [[$CPU]]}
// CHECK-NEXT: %[[T2:.*]] = relay.device_copy %[[T1]]
// CHECK-NEXT: relay.negative %[[T2]]
func.func @nested(%a: !t) -> !t {
  %0 = relay.exp %a : (!t) -> !t
  %1 = relay.on_device %0 {virtual_device = #cpu} : (!t) -> !t
  %2 = relay.on_device %1 {virtual_device = #cuda} : (!t) -> !t
  %3 = relay.negative %2 : (!t) -> !t
  return %3 : !t
}

// A copy is from where the value is.
// CHECK-LABEL: func @copy_of_annotated
// CHECK-NEXT: %[[T0:.*]] = relay.exp
// CHECK-NEXT: %[[T1:.*]] = relay.on_device %[[T0]] {constrain_result = true, virtual_device = [[$CPU]]}
// CHECK-NEXT: %[[T2:.*]] = relay.device_copy %[[T1]] {dst_virtual_device = [[$CUDA]], src_virtual_device = [[$CPU]]}
// CHECK-NEXT: return %[[T2]]
func.func @copy_of_annotated(%a: !t) -> !t {
  %0 = relay.exp %a : (!t) -> !t
  %1 = relay.on_device %0 {virtual_device = #cpu} : (!t) -> !t
  %2 = relay.device_copy %1 {src_virtual_device = #relay.virtual_device<device = opencl, id = 0>, dst_virtual_device = #cuda} : (!t) -> !t
  return %2 : !t
}

// Two operators need one value on two devices: the first gets it, in the order
// in which TVM visits them.
// CHECK-LABEL: func @shared
// CHECK-SAME: %[[A:.*]]: tensor<2xf32> {relay.virtual_device = [[$CPU]]}, %[[B:.*]]: tensor<2xf32> {relay.virtual_device = [[$CPU]]}, %[[C:.*]]: tensor<2xf32> {relay.virtual_device = [[$CUDA]]})
// CHECK-NEXT: %[[T0:.*]] = relay.add %[[A]], %[[B]]
// CHECK-NEXT: %[[T1:.*]] = relay.device_copy %[[B]] {dst_virtual_device = [[$CUDA]], src_virtual_device = [[$CPU]]}
// CHECK-NEXT: %[[T2:.*]] = relay.add %[[T1]], %[[C]]
// CHECK-NEXT: %[[T3:.*]] = relay.on_device %[[T0]]
// CHECK-NEXT: %[[T4:.*]] = relay.device_copy %[[T3]]
// CHECK-NEXT: relay.subtract %[[T4]], %[[T2]]
func.func @shared(%a: !t, %b: !t, %c: !t) -> !t {
  %0 = relay.add %a, %b : (!t, !t) -> !t
  %1 = relay.on_device %0 {virtual_device = #cpu} : (!t) -> !t
  %2 = relay.add %b, %c : (!t, !t) -> !t
  %3 = relay.on_device %2 {virtual_device = #cuda} : (!t) -> !t
  %4 = relay.subtract %1, %3 : (!t, !t) -> !t
  return %4 : !t
}

// A field is copied, not the tuple.
// CHECK-LABEL: func @field
// CHECK-NEXT: %[[T0:.*]] = relay.split
// CHECK-NEXT: %[[T1:.*]] = relay.tuple_get %[[T0]][0]
// CHECK-NEXT: %[[T2:.*]] = relay.on_device %[[T1]]
// CHECK-NEXT: %[[T3:.*]] = relay.device_copy %[[T2]]
// CHECK-NEXT: relay.add %[[T3]]
func.func @field(%a: !t, %b: !t) -> !t {
  %0 = relay.split %a {indices_or_sections = 2 : i64} : (!t) -> tuple<tensor<1xf32>, tensor<1xf32>>
  %1 = relay.on_device %0 {virtual_device = #cpu} : (tuple<tensor<1xf32>, tensor<1xf32>>) -> tuple<tensor<1xf32>, tensor<1xf32>>
  %2 = relay.tuple_get %1[0] : (tuple<tensor<1xf32>, tensor<1xf32>>) -> tensor<1xf32>
  %3 = relay.add %2, %b : (tensor<1xf32>, !t) -> !t
  return %3 : !t
}

// Shapes are on the host.
// CHECK-LABEL: func @shape_of
// CHECK-SAME: %[[X:.*]]: tensor<?xf32> {relay.virtual_device = [[$CUDA]]}) {{.*}} attributes {relay.virtual_device = [[$CPU]]}
// CHECK-NEXT: relay.vm.shape_of %[[X]]
func.func @shape_of(%x: tensor<?xf32>) -> tensor<1xi64> {
  %0 = relay.on_device %x {constrain_result = true, virtual_device = #cuda} : (tensor<?xf32>) -> tensor<?xf32>
  %1 = relay.vm.shape_of %0 {dtype = i64} : (tensor<?xf32>) -> tensor<1xi64>
  return %1 : tensor<1xi64>
}

// CHECK-LABEL: func @reshape_tensor
// CHECK-NEXT: %[[T0:.*]] = relay.constant
// CHECK-NEXT: %[[T1:.*]] = relay.on_device %[[T0]] {constrain_result = true, virtual_device = [[$CPU]]}
// CHECK-NEXT: relay.vm.reshape_tensor %{{.*}}, %[[T1]]
func.func @reshape_tensor(%x: tensor<2x8xf32>) -> tensor<16xf32> {
  %0 = relay.constant dense<16> : tensor<1xi64>
  %1 = relay.vm.reshape_tensor %x, %0 {newshape = array<i64: 16>} : (tensor<2x8xf32>, tensor<1xi64>) -> tensor<16xf32>
  return %1 : tensor<16xf32>
}

// An annotation without constraints gives way to others: %a gets the memory of
// the parameter, %b is copied.
func.func @on_scope_b(%x: !t {relay.virtual_device = #relay.virtual_device<device = cpu, id = 0, memory_scope = "b">}) -> !t attributes {relay.virtual_device = #relay.virtual_device<device = cpu, id = 0, memory_scope = "b">} {
  return %x : !t
}
// CHECK-LABEL: func @free
// CHECK-SAME: %[[A:.*]]: tensor<2xf32> {{.*}} memory_scope = "b">}, %[[B:.*]]: tensor<2xf32> {{.*}} memory_scope = "a">})
// CHECK-NEXT: relay.call @on_scope_b(%[[A]])
// CHECK-NEXT: %[[T0:.*]] = relay.device_copy %[[B]]
// CHECK-NEXT: relay.call @on_scope_b(%[[T0]])
func.func @free(%a: !t {relay.virtual_device = #cpu}, %b: !t {relay.virtual_device = #relay.virtual_device<device = cpu, id = 0, memory_scope = "a">}) -> !t {
  %0 = relay.on_device %a {constrain_body = false} : (!t) -> !t
  %1 = relay.call @on_scope_b(%0) : (!t) -> !t
  %2 = relay.on_device %b {constrain_body = false} : (!t) -> !t
  %3 = relay.call @on_scope_b(%2) : (!t) -> !t
  %4 = relay.add %1, %3 : (!t, !t) -> !t
  return %4 : !t
}

// Unused values have a device, too, and functions of other compilers stay.
// CHECK-LABEL: func @unused
// CHECK-NEXT: relay.constant
// CHECK-NEXT: relay.tuple
func.func @unused(%a: !t) -> !t {
  %0 = relay.constant dense<1.0> : !t
  %1 = relay.tuple %0, %0 : (!t, !t) -> tuple<!t, !t>
  return %a : !t
}
// CHECK-LABEL: func @external
// CHECK-SAME: (%{{.*}}: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Compiler = "other"}
// CHECK: func private @declared(tensor<2xf32>) -> tensor<2xf32>
func.func @external(%a: !t) -> !t attributes {relay.Compiler = "other"} {
  return %a : !t
}
func.func private @declared(!t) -> !t
