// RUN: relay-lite-opt %s --relay-fold-constant --split-input-file | FileCheck %s
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-fold-constant))' --split-input-file \
// RUN:   | FileCheck %s
// RUN: relay-lite-opt %s --relay-fold-constant --relay-fold-constant --split-input-file | FileCheck %s

// A chain collapses into one constant; what nothing uses any more is gone.
// CHECK-LABEL: func.func @chain
// CHECK-SAME: %[[X:.*]]: tensor<2xf32>
// CHECK-NEXT: %[[C:.*]] = relay.constant dense<[-3.000000e+00, -6.000000e+00]> : tensor<2xf32>
// CHECK-NEXT: %[[R:.*]] = relay.add %[[X]], %[[C]]
// CHECK-NEXT: return %[[R]]
func.func @chain(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relay.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %1 = relay.constant dense<3.0> : tensor<f32>
  %2 = relay.multiply %0, %1 : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %3 = relay.negative %2 : (tensor<2xf32>) -> tensor<2xf32>
  %4 = relay.add %x, %3 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %4 : tensor<2xf32>
}

// -----

// A constant and its negation are both used.
// CHECK-LABEL: func.func @shared
// CHECK-DAG: %[[A:.*]] = relay.constant dense<5> : tensor<i32>
// CHECK-DAG: %[[B:.*]] = relay.constant dense<-5> : tensor<i32>
// CHECK: %[[T:.*]] = relay.tuple %[[A]], %[[B]], %[[A]]
// CHECK-NEXT: return %[[T]]
func.func @shared() -> tuple<tensor<i32>, tensor<i32>, tensor<i32>> {
  %0 = relay.constant dense<5> : tensor<i32>
  %1 = relay.negative %0 : (tensor<i32>) -> tensor<i32>
  %2 = relay.tuple %0, %1, %0 : (tensor<i32>, tensor<i32>, tensor<i32>) -> tuple<tensor<i32>, tensor<i32>, tensor<i32>>
  return %2 : tuple<tensor<i32>, tensor<i32>, tensor<i32>>
}

// -----

// Devices of constants do not matter to what uses them; a constant that stays
// keeps its own.
// CHECK-LABEL: func.func @on_device
// CHECK-SAME: %[[X:.*]]: tensor<1xf32>
// CHECK-NEXT: %[[C:.*]] = relay.constant dense<2.000000e+00> : tensor<f32>
// CHECK-NEXT: %[[T2:.*]] = relay.on_device %[[C]] {virtual_device = #relay.virtual_device<device = cpu, id = 1>}
// CHECK-NEXT: %[[R:.*]] = relay.add %[[T2]], %[[X]]
// CHECK-NEXT: %[[T3:.*]] = relay.on_device %[[R]] {virtual_device = #relay.virtual_device<device = cpu, id = 2>}
// CHECK-NEXT: %[[L3:.*]] = relay.let %[[T3]] as "t3"
// CHECK-NEXT: return %[[L3]]
func.func @on_device(%x: tensor<1xf32>) -> tensor<1xf32> {
  %0 = relay.constant dense<1.0> : tensor<f32>
  %1 = relay.on_device %0 {virtual_device = #relay.virtual_device<device = cpu, id = 0>} : (tensor<f32>) -> tensor<f32>
  %t1 = relay.let %1 as "t1" : (tensor<f32>) -> tensor<f32>
  %2 = relay.add %t1, %t1 : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %3 = relay.on_device %2 {virtual_device = #relay.virtual_device<device = cpu, id = 1>} : (tensor<f32>) -> tensor<f32>
  %t2 = relay.let %3 as "t2" : (tensor<f32>) -> tensor<f32>
  %4 = relay.add %t2, %x : (tensor<f32>, tensor<1xf32>) -> tensor<1xf32>
  %5 = relay.on_device %4 {virtual_device = #relay.virtual_device<device = cpu, id = 2>} : (tensor<1xf32>) -> tensor<1xf32>
  %t3 = relay.let %5 as "t3" : (tensor<1xf32>) -> tensor<1xf32>
  return %t3 : tensor<1xf32>
}

// -----

// A field has the device of its tuple.
// CHECK-LABEL: func.func @on_device_field
// CHECK-SAME: %[[X:.*]]: tensor<f32>
// CHECK-NEXT: %[[F:.*]] = relay.on_device %[[X]] {virtual_device = #relay.virtual_device<device = cpu, id = 3>}
// CHECK-NEXT: %[[C:.*]] = relay.constant dense<4.000000e+00> : tensor<f32>
// CHECK-NEXT: %[[T:.*]] = relay.tuple %[[F]], %[[C]]
// CHECK-NEXT: return %[[T]]
func.func @on_device_field(%x: tensor<f32>) -> tuple<tensor<f32>, tensor<f32>> {
  %0 = relay.constant dense<2.0> : tensor<f32>
  %1 = relay.tuple %x, %0 : (tensor<f32>, tensor<f32>) -> tuple<tensor<f32>, tensor<f32>>
  %2 = relay.on_device %1 {virtual_device = #relay.virtual_device<device = cpu, id = 3>} : (tuple<tensor<f32>, tensor<f32>>) -> tuple<tensor<f32>, tensor<f32>>
  %3 = relay.tuple_get %2[0] : (tuple<tensor<f32>, tensor<f32>>) -> tensor<f32>
  %4 = relay.tuple_get %2[1] : (tuple<tensor<f32>, tensor<f32>>) -> tensor<f32>
  %5 = relay.add %4, %4 : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %6 = relay.tuple %3, %5 : (tensor<f32>, tensor<f32>) -> tuple<tensor<f32>, tensor<f32>>
  return %6 : tuple<tensor<f32>, tensor<f32>>
}

// -----

// The condition has a device; a copy on another one stays, with what uses it.
// CHECK-LABEL: func.func @device_copy
// CHECK-NEXT: %[[C:.*]] = relay.constant dense<3.000000e+00> : tensor<f32>
// CHECK-NEXT: %[[D:.*]] = relay.device_copy %[[C]]
// CHECK-NEXT: %[[N:.*]] = relay.negative %[[D]]
// CHECK-NEXT: return %[[N]]
func.func @device_copy() -> tensor<f32> {
  %0 = relay.constant dense<true> : tensor<i1>
  %1 = relay.on_device %0 {virtual_device = #relay.virtual_device<device = cpu>} : (tensor<i1>) -> tensor<i1>
  %2 = relay.constant dense<-3.0> : tensor<f32>
  %3 = relay.if %1 -> tensor<f32> {
    %4 = relay.negative %2 : (tensor<f32>) -> tensor<f32>
    relay.yield %4 : tensor<f32>
  } else {
    relay.yield %2 : tensor<f32>
  }
  %5 = relay.device_copy %3 {src_virtual_device = #relay.virtual_device<device = cpu>, dst_virtual_device = #relay.virtual_device<device = cuda>} : (tensor<f32>) -> tensor<f32>
  %6 = relay.negative %5 : (tensor<f32>) -> tensor<f32>
  return %6 : tensor<f32>
}

// -----

// An operator without a value stays; its operands are folded.
// CHECK-LABEL: func.func @division_by_zero
// CHECK-DAG: %[[A:.*]] = relay.constant dense<[-7, 9]> : tensor<2xi32>
// CHECK-DAG: %[[B:.*]] = relay.constant dense<[1, 0]> : tensor<2xi32>
// CHECK: %[[D:.*]] = relay.divide %[[A]], %[[B]]
// CHECK-NEXT: %[[N:.*]] = relay.negative %[[D]]
// CHECK-NEXT: return %[[N]]
func.func @division_by_zero() -> tensor<2xi32> {
  %0 = relay.constant dense<[7, -9]> : tensor<2xi32>
  %1 = relay.negative %0 : (tensor<2xi32>) -> tensor<2xi32>
  %2 = relay.constant dense<[1, 0]> : tensor<2xi32>
  %3 = relay.divide %1, %2 : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  %4 = relay.negative %3 : (tensor<2xi32>) -> tensor<2xi32>
  return %4 : tensor<2xi32>
}

// -----

// CHECK-LABEL: func.func @overflowing_division
// CHECK: relay.divide
// CHECK: relay.floor_mod
func.func @overflowing_division() -> (tensor<i8>, tensor<i8>) {
  %0 = relay.constant dense<-128> : tensor<i8>
  %1 = relay.constant dense<-1> : tensor<i8>
  %2 = relay.divide %0, %1 : (tensor<i8>, tensor<i8>) -> tensor<i8>
  %3 = relay.floor_mod %0, %1 : (tensor<i8>, tensor<i8>) -> tensor<i8>
  return %2, %3 : tensor<i8>, tensor<i8>
}

// -----

// Operators without operands stay.
// CHECK-LABEL: func.func @zeros
// CHECK-NEXT: %[[Z:.*]] = relay.zeros
// CHECK-NEXT: %[[N:.*]] = relay.negative %[[Z]]
// CHECK-NEXT: return %[[N]]
func.func @zeros() -> tensor<4xf32> {
  %0 = relay.zeros {shape = array<i64: 4>, dtype = f32} : () -> tensor<4xf32>
  %1 = relay.negative %0 : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// A bound constant is inlined, a bound tuple stays.
// CHECK-LABEL: func.func @let
// CHECK-DAG: %[[TWO:.*]] = relay.constant dense<2.000000e+00> : tensor<f32>
// CHECK-DAG: %[[THREE:.*]] = relay.constant dense<3.000000e+00> : tensor<f32>
// CHECK: %[[T:.*]] = relay.tuple %[[TWO]], %[[THREE]]
// CHECK-NEXT: %[[L:.*]] = relay.let %[[T]]
// CHECK-NEXT: %[[F:.*]] = relay.tuple_get %[[L]][1]
// CHECK-NEXT: return %[[F]]
func.func @let() -> tensor<f32> {
  %0 = relay.constant dense<1.0> : tensor<f32>
  %1 = relay.add %0, %0 : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %2 = relay.let %1 as "a" : (tensor<f32>) -> tensor<f32>
  %3 = relay.add %2, %0 : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %4 = relay.tuple %2, %3 : (tensor<f32>, tensor<f32>) -> tuple<tensor<f32>, tensor<f32>>
  %5 = relay.let %4 as "b" : (tuple<tensor<f32>, tensor<f32>>) -> tuple<tensor<f32>, tensor<f32>>
  %6 = relay.tuple_get %5[1] : (tuple<tensor<f32>, tensor<f32>>) -> tensor<f32>
  return %6 : tensor<f32>
}

// -----

// A field of a literal tuple, constant or not.
// CHECK-LABEL: func.func @tuple_get
// CHECK-SAME: %[[X:.*]]: tensor<f32>
// CHECK-NEXT: return %[[X]]
func.func @tuple_get(%x: tensor<f32>) -> tensor<f32> {
  %0 = relay.constant dense<1.0> : tensor<f32>
  %1 = relay.tuple %x, %0 : (tensor<f32>, tensor<f32>) -> tuple<tensor<f32>, tensor<f32>>
  %2 = relay.tuple_get %1[0] : (tuple<tensor<f32>, tensor<f32>>) -> tensor<f32>
  return %2 : tensor<f32>
}

// -----

// The branch that is taken replaces the if, and is folded itself.
// CHECK-LABEL: func.func @if
// CHECK-NEXT: %[[C:.*]] = relay.constant dense<2.000000e+00> : tensor<f32>
// CHECK-NEXT: return %[[C]]
func.func @if() -> tensor<f32> {
  %0 = relay.constant dense<1.0> : tensor<f32>
  %1 = relay.less %0, %0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %2 = relay.if %1 -> tensor<f32> {
    relay.yield %0 : tensor<f32>
  } else {
    %3 = relay.logical_not %1 : (tensor<i1>) -> tensor<i1>
    %4 = relay.if %3 -> tensor<f32> {
      %5 = relay.add %0, %0 : (tensor<f32>, tensor<f32>) -> tensor<f32>
      relay.yield %5 : tensor<f32>
    } else {
      relay.yield %0 : tensor<f32>
    }
    relay.yield %4 : tensor<f32>
  }
  return %2 : tensor<f32>
}

// -----

// Bodies of function literals are folded, those of fused functions are not.
// CHECK-LABEL: func.func @functions
// CHECK: relay.fn
// CHECK-NEXT: %[[C:.*]] = relay.constant dense<2.000000e+00>
// CHECK-NEXT: relay.yield %[[C]]
// CHECK: relay.fused_fn
// CHECK: relay.add
func.func @functions() -> tuple<() -> tensor<f32>, () -> tensor<f32>> {
  %0 = relay.fn () -> tensor<f32> {
    %1 = relay.constant dense<1.0> : tensor<f32>
    %2 = relay.add %1, %1 : (tensor<f32>, tensor<f32>) -> tensor<f32>
    relay.yield %2 : tensor<f32>
  }
  %3 = relay.fused_fn () -> tensor<f32> {
    %4 = relay.constant dense<1.0> : tensor<f32>
    %5 = relay.add %4, %4 : (tensor<f32>, tensor<f32>) -> tensor<f32>
    relay.yield %5 : tensor<f32>
  }
  %6 = relay.tuple %0, %3 : (() -> tensor<f32>, () -> tensor<f32>) -> tuple<() -> tensor<f32>, () -> tensor<f32>>
  return %6 : tuple<() -> tensor<f32>, () -> tensor<f32>>
}

// -----

// CHECK-LABEL: func.func @primitive
// CHECK: relay.add
// CHECK-LABEL: func.func @external
// CHECK: relay.add
// CHECK-LABEL: func.func @skipped
// CHECK: relay.add
func.func @primitive() -> tensor<f32> attributes {relay.Primitive = 1} {
  %0 = relay.constant dense<1.0> : tensor<f32>
  %1 = relay.add %0, %0 : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}
func.func @external() -> tensor<f32> attributes {relay.Compiler = "dsp"} {
  %0 = relay.constant dense<1.0> : tensor<f32>
  %1 = relay.add %0, %0 : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}
func.func @skipped() -> tensor<f32> attributes {relay.SkipOptimization = 1} {
  %0 = relay.constant dense<1.0> : tensor<f32>
  %1 = relay.add %0, %0 : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}

// -----

// Calls and references are not operators.
// CHECK-LABEL: func.func @callee
// CHECK-LABEL: func.func @calls
// CHECK: relay.call @callee
// CHECK: relay.ref_read
func.func @callee(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}
func.func @calls() -> tensor<f32> {
  %0 = relay.constant dense<1.0> : tensor<f32>
  %1 = relay.call @callee(%0) : (tensor<f32>) -> tensor<f32>
  %2 = relay.ref_create %0 : (tensor<f32>) -> !relay.ref<tensor<f32>>
  %3 = relay.ref_read %2 : (!relay.ref<tensor<f32>>) -> tensor<f32>
  %4 = relay.add %1, %3 : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %4 : tensor<f32>
}

// -----

// A splat stays a splat, however large.
// CHECK-LABEL: func.func @splat
// CHECK-NEXT: relay.constant dense<2.500000e-01> : tensor<1000x1000x1000xf32>
// CHECK-NEXT: return
func.func @splat() -> tensor<1000x1000x1000xf32> {
  %0 = relay.constant dense<0.5> : tensor<1000x1000x1000xf32>
  %1 = relay.constant dense<0.5> : tensor<1000xf32>
  %2 = relay.multiply %0, %1 : (tensor<1000x1000x1000xf32>, tensor<1000xf32>) -> tensor<1000x1000x1000xf32>
  return %2 : tensor<1000x1000x1000xf32>
}

// -----

// Empty tensors and scalars, all element types.
// CHECK-LABEL: func.func @types
// CHECK-DAG: relay.constant dense<> : tensor<0x3xf64>
// CHECK-DAG: relay.constant dense<254> : tensor<ui8>
// CHECK-DAG: relay.constant dense<3.000000e+00> : tensor<bf16>
// CHECK-DAG: relay.constant dense<[false, true]> : tensor<2xi1>
// CHECK-NOT: relay.add
func.func @types() -> tuple<tensor<0x3xf64>, tensor<ui8>, tensor<bf16>, tensor<2xi1>> {
  %0 = relay.constant dense<> : tensor<0x3xf64>
  %1 = relay.constant dense<127> : tensor<ui8>
  %2 = relay.constant dense<1.5> : tensor<bf16>
  %3 = relay.constant dense<[true, false]> : tensor<2xi1>
  %4 = relay.negative %0 : (tensor<0x3xf64>) -> tensor<0x3xf64>
  %5 = relay.add %1, %1 : (tensor<ui8>, tensor<ui8>) -> tensor<ui8>
  %6 = relay.add %2, %2 : (tensor<bf16>, tensor<bf16>) -> tensor<bf16>
  %7 = relay.logical_not %3 : (tensor<2xi1>) -> tensor<2xi1>
  %8 = relay.tuple %4, %5, %6, %7 : (tensor<0x3xf64>, tensor<ui8>, tensor<bf16>, tensor<2xi1>) -> tuple<tensor<0x3xf64>, tensor<ui8>, tensor<bf16>, tensor<2xi1>>
  return %8 : tuple<tensor<0x3xf64>, tensor<ui8>, tensor<bf16>, tensor<2xi1>>
}

// -----

// Leaves that follow from static types need no data.
// CHECK-LABEL: func.func @types_tell
// CHECK-DAG: relay.constant dense<[2, 3]> : tensor<2xi64>
// CHECK-DAG: relay.constant dense<6.000000e+00> : tensor<f16>
// CHECK-DAG: relay.constant dense<> : tensor<0xi32>
// CHECK-DAG: relay.constant dense<1> : tensor<ui8>
// CHECK-NOT: relay.shape_of
// CHECK-NOT: relay.ndarray_size
func.func @types_tell(%x: tensor<2x3xf32>, %s: tensor<f32>) -> tuple<tensor<2xi64>, tensor<f16>, tensor<0xi32>, tensor<ui8>> {
  %0 = relay.shape_of %x {dtype = i64} : (tensor<2x3xf32>) -> tensor<2xi64>
  %1 = relay.ndarray_size %x {dtype = f16} : (tensor<2x3xf32>) -> tensor<f16>
  %2 = relay.shape_of %s {dtype = i32} : (tensor<f32>) -> tensor<0xi32>
  %3 = relay.ndarray_size %s {dtype = ui8} : (tensor<f32>) -> tensor<ui8>
  %4 = relay.tuple %0, %1, %2, %3 : (tensor<2xi64>, tensor<f16>, tensor<0xi32>, tensor<ui8>) -> tuple<tensor<2xi64>, tensor<f16>, tensor<0xi32>, tensor<ui8>>
  return %4 : tuple<tensor<2xi64>, tensor<f16>, tensor<0xi32>, tensor<ui8>>
}

// -----

// CHECK-LABEL: func.func @dynamic_shape
// CHECK: relay.shape_of
// CHECK: relay.ndarray_size
func.func @dynamic_shape(%x: tensor<2x?xf32>) -> (tensor<2xi32>, tensor<i32>) {
  %0 = relay.shape_of %x {dtype = i32} : (tensor<2x?xf32>) -> tensor<2xi32>
  %1 = relay.ndarray_size %x {dtype = i32} : (tensor<2x?xf32>) -> tensor<i32>
  return %0, %1 : tensor<2xi32>, tensor<i32>
}

// -----

// A literal that is called on the spot without arguments stays, as in TVM.
// CHECK-LABEL: func.func @called
// CHECK: relay.add
func.func @called() -> tensor<i32> {
  %0 = relay.fn () -> tensor<i32> {
    %1 = relay.constant dense<1> : tensor<i32>
    %2 = relay.add %1, %1 : (tensor<i32>, tensor<i32>) -> tensor<i32>
    relay.yield %2 : tensor<i32>
  }
  %3 = relay.apply %0() : (() -> tensor<i32>) -> tensor<i32>
  return %3 : tensor<i32>
}

// -----

// Operators with several results, of which some are used.
// CHECK-LABEL: func.func @split
// CHECK-NEXT: %[[C:.*]] = relay.constant dense<[3.000000e+00, 4.000000e+00]> : tensor<2xf32>
// CHECK-NEXT: return %[[C]]
func.func @split() -> tensor<2xf32> {
  %0 = relay.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %1 = relay.split %0 {indices_or_sections = 2 : i64, axis = 0} : (tensor<4xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>>
  %2 = relay.tuple_get %1[1] : (tuple<tensor<2xf32>, tensor<2xf32>>) -> tensor<2xf32>
  return %2 : tensor<2xf32>
}

// -----

// CHECK-LABEL: func.func @concatenate
// CHECK-NEXT: relay.constant dense<[1, 2, 7]> : tensor<3xi32>
func.func @concatenate() -> tensor<3xi32> {
  %0 = relay.constant dense<[1, 2]> : tensor<2xi32>
  %1 = relay.constant dense<[7]> : tensor<1xi32>
  %2 = relay.tuple %0, %1 : (tensor<2xi32>, tensor<1xi32>) -> tuple<tensor<2xi32>, tensor<1xi32>>
  %3 = relay.concatenate %2 {axis = 0} : (tuple<tensor<2xi32>, tensor<1xi32>>) -> tensor<3xi32>
  return %3 : tensor<3xi32>
}

// -----

// Operators with effects stay.
// CHECK-LABEL: func.func @dropout
// CHECK: relay.nn.dropout
func.func @dropout() -> tensor<2xf32> {
  %0 = relay.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %1 = relay.nn.dropout %0 : (tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>>
  %2 = relay.tuple_get %1[0] : (tuple<tensor<2xf32>, tensor<2xf32>>) -> tensor<2xf32>
  return %2 : tensor<2xf32>
}

// CHECK-LABEL: func @dynamic_zeros
func.func @dynamic_zeros() -> tensor<?x?xf32> {
  // CHECK-NEXT: %[[ZEROS:.*]] = relay.constant dense<0.000000e+00> : tensor<2x3xf32>
  // CHECK-NEXT: %[[CAST:.*]] = relay.type_cast %[[ZEROS]] : tensor<2x3xf32> to tensor<?x?xf32>
  // CHECK-NEXT: return %[[CAST]]
  %0 = relay.constant dense<[2, 3]> : tensor<2xi64>
  %1 = relay.dyn.zeros %0 {dtype = f32} : (tensor<2xi64>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// -----

// If types are unknown, an if without a boolean condition stays.
// CHECK-LABEL: func.func @unknown_conditions
// CHECK-COUNT-3: relay.if
// CHECK: relay.constant dense<8> : tensor<i32>
func.func @unknown_conditions() -> tensor<i32> {
  %0 = relay.constant dense<7> : tensor<i32>
  %tuple = relay.tuple %0, %0 : (tensor<i32>, tensor<i32>) -> tuple<tensor<i32>, tensor<i32>>
  %c0 = relay.type_cast %tuple : tuple<tensor<i32>, tensor<i32>> to !relay.unknown
  %1 = relay.if %c0 : !relay.unknown -> tensor<i32> {
    relay.yield %0 : tensor<i32>
  } else {
    relay.yield %0 : tensor<i32>
  }
  %empty = relay.constant dense<> : tensor<0xi1>
  %c1 = relay.type_cast %empty : tensor<0xi1> to !relay.unknown
  %2 = relay.if %c1 : !relay.unknown -> tensor<i32> {
    relay.yield %1 : tensor<i32>
  } else {
    relay.yield %0 : tensor<i32>
  }
  // Its first byte is 0.
  %wide = relay.constant dense<256> : tensor<i32>
  %c2 = relay.type_cast %wide : tensor<i32> to !relay.unknown
  %3 = relay.if %c2 : !relay.unknown -> tensor<i32> {
    relay.yield %2 : tensor<i32>
  } else {
    relay.yield %0 : tensor<i32>
  }
  %boolean = relay.constant dense<true> : tensor<i1>
  %c3 = relay.type_cast %boolean : tensor<i1> to !relay.unknown
  %4 = relay.if %c3 : !relay.unknown -> tensor<i32> {
    %5 = relay.constant dense<1> : tensor<i32>
    %6 = relay.add %0, %5 : (tensor<i32>, tensor<i32>) -> tensor<i32>
    relay.yield %6 : tensor<i32>
  } else {
    relay.yield %0 : tensor<i32>
  }
  %7 = relay.add %3, %4 : (tensor<i32>, tensor<i32>) -> tensor<i32>
  return %7 : tensor<i32>
}

// -----

// Nor are divisors looked at where operands do not fit.
// CHECK-LABEL: func.func @unknown_division
// CHECK: relay.divide
// CHECK: relay.mod
func.func @unknown_division() -> (!relay.unknown, !relay.unknown) {
  %0 = relay.constant dense<[1, 2, 3]> : tensor<3xi8>
  %1 = relay.constant dense<[-1, 0, -1, 1, 1]> : tensor<5xi64>
  %2 = relay.type_cast %0 : tensor<3xi8> to !relay.unknown
  %3 = relay.divide %2, %1 : (!relay.unknown, tensor<5xi64>) -> !relay.unknown
  %4 = relay.constant dense<[-1, 1, 0]> : tensor<3xi64>
  %5 = relay.type_cast %1 : tensor<5xi64> to !relay.unknown
  %6 = relay.mod %5, %4 : (!relay.unknown, tensor<3xi64>) -> !relay.unknown
  return %3, %6 : !relay.unknown, !relay.unknown
}

// A part of a splat, and a repetition, is a splat: a constant of one element.
// CHECK-LABEL: func.func @moved_splats
// CHECK-DAG: relay.constant dense<0.000000e+00> : tensor<2048x4096xf32>
// CHECK-DAG: relay.constant dense<0.000000e+00> : tensor<4096x4096xf32>
// CHECK-DAG: relay.constant dense<0.000000e+00> : tensor<4096x1024xf32>
// CHECK-DAG: relay.constant dense<0.000000e+00> : tensor<4096x2048xf32>
// CHECK-NOT: relay.{{transpose|tile|strided_slice}}
// CHECK: relay.copy
// CHECK: relay.concatenate
// CHECK: return
func.func @moved_splats() -> (tensor<2048x4096xf32>, tensor<4096x4096xf32>, tensor<4096x1024xf32>, tensor<4096x2048xf32>, tensor<8192x2048xf32>) {
  %0 = relay.constant dense<0.0> : tensor<4096x2048xf32>
  %1 = relay.transpose %0 : (tensor<4096x2048xf32>) -> tensor<2048x4096xf32>
  %2 = relay.tile %0 {reps = array<i64: 1, 2>} : (tensor<4096x2048xf32>) -> tensor<4096x4096xf32>
  %3 = relay.strided_slice %0 {begin = array<i64: 0, 0>, end = array<i64: 4096, 1024>, strides = array<i64: 1, 1>} : (tensor<4096x2048xf32>) -> tensor<4096x1024xf32>
  %4 = relay.copy %0 : (tensor<4096x2048xf32>) -> tensor<4096x2048xf32>
  // This would have to be filled, and stays with what it is computed from.
  %5 = relay.tuple %0, %4 : (tensor<4096x2048xf32>, tensor<4096x2048xf32>) -> tuple<tensor<4096x2048xf32>, tensor<4096x2048xf32>>
  %6 = relay.concatenate %5 : (tuple<tensor<4096x2048xf32>, tensor<4096x2048xf32>>) -> tensor<8192x2048xf32>
  return %1, %2, %3, %4, %6 : tensor<2048x4096xf32>, tensor<4096x4096xf32>, tensor<4096x1024xf32>, tensor<4096x2048xf32>, tensor<8192x2048xf32>
}

// So is what is filled with an element that need not be converted.
// CHECK-LABEL: func.func @filled
// CHECK-NEXT: relay.constant dense<-1.500000e+00> : tensor<1000x1000x1000xf32>
// CHECK-NEXT: relay.constant dense<1.500000e+00> : tensor<2x2000x1000x1000xf32>
// CHECK-NEXT: relay.constant dense<1> : tensor<2xi8>
// CHECK-NEXT: return
func.func @filled() -> (tensor<1000x1000x1000xf32>, tensor<2x2000x1000x1000xf32>, tensor<2xi8>) {
  %0 = relay.constant dense<1.5> : tensor<f32>
  %1 = relay.full %0 {shape = array<i64: 1000, 1000, 1000>} : (tensor<f32>) -> tensor<1000x1000x1000xf32>
  %2 = relay.negative %1 : (tensor<1000x1000x1000xf32>) -> tensor<1000x1000x1000xf32>
  %3 = relay.constant dense<0.0> : tensor<2x2000x1000x1000xf32>
  %4 = relay.full_like %3, %0 : (tensor<2x2000x1000x1000xf32>, tensor<f32>) -> tensor<2x2000x1000x1000xf32>
  %5 = relay.full %0 {shape = array<i64: 2>, dtype = i8} : (tensor<f32>) -> tensor<2xi8>
  return %2, %4, %5 : tensor<1000x1000x1000xf32>, tensor<2x2000x1000x1000xf32>, tensor<2xi8>
}
