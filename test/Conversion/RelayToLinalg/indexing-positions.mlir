// RUN: relay-lite-opt %s --convert-relay-to-linalg --split-input-file | FileCheck %s

// Operators that read or write at indices and positions.

// CHECK-LABEL: func @gather
func.func @gather(%x: tensor<2x5xf32>, %i: tensor<2x3xi64>) -> tensor<2x3xf32> {
  // The index is limited to the range.
  // CHECK: linalg.generic
  // CHECK: arith.minsi
  // CHECK: arith.maxsi
  // CHECK: tensor.extract %arg0
  %0 = relay.gather %x, %i {axis = 1 : i64} : (tensor<2x5xf32>, tensor<2x3xi64>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func @adv_index
func.func @adv_index(%t: tuple<tensor<4x5xf32>, tensor<2xi64>>) -> tensor<2x5xf32> {
  // CHECK: linalg.generic
  // CHECK: tensor.extract %arg1
  // CHECK: tensor.extract %arg0
  %0 = relay.adv_index %t : (tuple<tensor<4x5xf32>, tensor<2xi64>>) -> tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}

// -----

// CHECK-LABEL: func @scatter_elements
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>, %[[I:.*]]: tensor<3xi64>, %[[U:.*]]: tensor<3xf32>
func.func @scatter_elements(%x: tensor<4xf32>, %i: tensor<3xi64>, %u: tensor<3xf32>) -> tensor<4xf32> {
  // An update out of range replaces an element by itself.
  // CHECK: scf.for
  // CHECK: tensor.extract %[[I]]
  // CHECK: tensor.extract %[[U]]
  // CHECK: %[[OLD:.*]] = tensor.extract
  // CHECK: %[[SUM:.*]] = arith.addf %[[OLD]]
  // CHECK: %[[NEW:.*]] = arith.select %{{.*}}, %[[SUM]], %[[OLD]]
  // CHECK: tensor.insert %[[NEW]]
  %0 = relay.scatter_elements %x, %i, %u {reduction = "add"} : (tensor<4xf32>, tensor<3xi64>, tensor<3xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func @scatter_nd
func.func @scatter_nd(%x: tensor<4x5xf32>, %i: tensor<1x3xi64>, %u: tensor<3x5xf32>) -> tensor<4x5xf32> {
  // CHECK: scf.for
  // CHECK: arith.cmpi ult
  // CHECK: tensor.insert
  %0 = relay.scatter_nd %x, %i, %u : (tensor<4x5xf32>, tensor<1x3xi64>, tensor<3x5xf32>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// -----

// CHECK-LABEL: func @scatter_into_nothing
// CHECK-SAME: %[[X:.*]]: tensor<0x5xf32>
func.func @scatter_into_nothing(%x: tensor<0x5xf32>, %i: tensor<1x3xi64>, %u: tensor<3x5xf32>) -> tensor<0x5xf32> {
  // CHECK-NEXT: return %[[X]]
  %0 = relay.scatter_nd %x, %i, %u : (tensor<0x5xf32>, tensor<1x3xi64>, tensor<3x5xf32>) -> tensor<0x5xf32>
  return %0 : tensor<0x5xf32>
}

// -----

// CHECK-LABEL: func @argwhere
func.func @argwhere(%x: tensor<2x3xi1>) -> tensor<?x2xi32> {
  // The first loops count.
  // CHECK: %[[COUNT:.*]] = scf.for
  // CHECK: tensor.empty(%[[COUNT]]) : tensor<?x2xi32>
  // CHECK: scf.for
  // CHECK: tensor.insert
  %0 = relay.argwhere %x : (tensor<2x3xi1>) -> tensor<?x2xi32>
  return %0 : tensor<?x2xi32>
}

// -----

// CHECK-LABEL: func @trilu
func.func @trilu(%x: tensor<3x3xf32>, %k: tensor<i32>) -> tensor<3x3xf32> {
  // CHECK: linalg.generic
  // CHECK: arith.cmpi sle
  // CHECK: arith.select
  %0 = relay.trilu %x, %k : (tensor<3x3xf32>, tensor<i32>) -> tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}

// -----

// CHECK-DAG: #[[$WINDOW:.*]] = affine_map<(d0, d1) -> (d0 * 2 + d1)>
// CHECK-LABEL: func @sliding_window
func.func @sliding_window(%x: tensor<7xf32>) -> tensor<3x3xf32> {
  // CHECK: linalg.generic {indexing_maps = [#[[$WINDOW]]
  %0 = relay.sliding_window %x {axis = 0 : i64, window_shape = array<i64: 3>, strides = array<i64: 2>} : (tensor<7xf32>) -> tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}

// -----

// CHECK-LABEL: func @sort
func.func @sort(%x: tensor<4xf32>) -> tensor<4xf32> {
  // NaN comes last: the second operand is tested for it.
  // CHECK: scf.for
  // CHECK: linalg.generic
  // CHECK: arith.cmpf oeq
  // CHECK: arith.cmpf uno
  %0 = relay.sort %x : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func @searchsorted
func.func @searchsorted(%x: tensor<5xf32>, %v: tensor<2xf32>) -> tensor<2xi32> {
  // Five elements are halved three times.
  // CHECK-DAG: %[[STEPS:.*]] = arith.constant 3 : index
  // CHECK: scf.for %{{.*}} = %{{.*}} to %[[STEPS]]
  // CHECK: arith.cmpf olt
  %0 = relay.searchsorted %x, %v : (tensor<5xf32>, tensor<2xf32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}

// -----

// CHECK-LABEL: func @cumsum
func.func @cumsum(%x: tensor<2x3xf16>) -> tensor<2x3xf32> {
  // CHECK: scf.for
  // CHECK: arith.extf %{{.*}} : f16 to f32
  // CHECK: arith.addf
  // CHECK: tensor.insert
  %0 = relay.cumsum %x {axis = 1 : i64, dtype = f32} : (tensor<2x3xf16>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func @einsum
func.func @einsum(%t: tuple<tensor<2x3xf16>, tensor<3x4xf16>>) -> tensor<4x2xf16> {
  // A contraction in f32, as nn.dense is.
  // CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "reduction"]
  // CHECK: arith.mulf %{{.*}} : f32
  // CHECK: arith.addf %{{.*}} : f32
  // CHECK: arith.truncf
  %0 = relay.einsum %t {equation = "ij,jk->ki"} : (tuple<tensor<2x3xf16>, tensor<3x4xf16>>) -> tensor<4x2xf16>
  return %0 : tensor<4x2xf16>
}

// -----

// CHECK-LABEL: func @dynamic_zeros
func.func @dynamic_zeros(%s: tensor<1xi64>) -> tensor<?xf32> {
  // CHECK: tensor.extract
  // CHECK: cf.assert %{{.*}}, "{{.*}}dyn.zeros: expected sizes of 0 or more and at most 2^62 bytes"
  // CHECK: linalg.fill
  %0 = relay.dyn.zeros %s {dtype = f32} : (tensor<1xi64>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// CHECK-LABEL: func @dynamic_topk
func.func @dynamic_topk(%x: tensor<2x5xf32>, %k: tensor<i64>) -> tensor<2x?xf32> {
  // CHECK: cf.assert %{{.*}}, "{{.*}}dyn.topk: expected k of at most the size"
  // CHECK: tensor.empty(%{{.*}}) : tensor<2x?xf32>
  // CHECK: scf.for
  %0 = relay.dyn.topk %x, %k {ret_type = "values", dtype = i32} : (tensor<2x5xf32>, tensor<i64>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// -----

// CHECK-LABEL: func @dynamic_pad
func.func @dynamic_pad(%x: tensor<5xf32>, %w: tensor<1x2xi64>, %v: tensor<f32>) -> tensor<?xf32> {
  // CHECK: cf.assert %{{.*}}, "{{.*}}dyn.nn.pad: expected widths in [0, 2147483647]"
  // CHECK: cf.assert %{{.*}}, "{{.*}}dyn.nn.pad: expected elements to repeat in each dimension with widths"
  // CHECK: linalg.generic
  %0 = relay.dyn.nn.pad %x, %w, %v {pad_mode = "edge"} : (tensor<5xf32>, tensor<1x2xi64>, tensor<f32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// CHECK-LABEL: func @dynamic_upsampling
func.func @dynamic_upsampling(%x: tensor<1x1x2x2xf32>, %h: tensor<f32>, %w: tensor<f32>) -> tensor<1x1x?x?xf32> {
  // CHECK-COUNT-2: cf.assert %{{.*}}, "{{.*}}dyn.nn.upsampling: expected factors in (0, 2147483647]"
  // CHECK: math.roundeven
  // CHECK: cf.assert %{{.*}}, "{{.*}}dyn.nn.upsampling: expected sizes of 0 or more and at most 2^62 bytes"
  // CHECK: linalg.generic
  %0 = relay.dyn.nn.upsampling %x, %h, %w : (tensor<1x1x2x2xf32>, tensor<f32>, tensor<f32>) -> tensor<1x1x?x?xf32>
  return %0 : tensor<1x1x?x?xf32>
}

// -----

// CHECK-LABEL: func @fixed_point_multiply
func.func @fixed_point_multiply(%x: tensor<2xi32>) -> tensor<2xi32> {
  // CHECK: arith.extsi %{{.*}} : i32 to i64
  // CHECK: arith.muli
  // CHECK: arith.shrsi
  // CHECK: arith.trunci %{{.*}} : i64 to i32
  %0 = relay.fixed_point_multiply %x {multiplier = 5 : i64, shift = 1 : i64} : (tensor<2xi32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}
