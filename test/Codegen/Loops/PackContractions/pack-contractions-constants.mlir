// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-pack-contractions{tile-rows=3 tile-vectors=1 block-depth=2 min-products=0},canonicalize,symbol-dce)' | FileCheck %s
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-pack-contractions{min-products=0}),canonicalize)' | FileCheck %s --check-prefix=FUNCTION

#x = affine_map<(m, n, k) -> (m, k)>
#y = affine_map<(m, n, k) -> (k, n)>
#z = affine_map<(m, n, k) -> (m, n)>
#turned = affine_map<(m, k) -> (m * -2 + 3, k)>
#id = affine_map<(m, k) -> (m, k)>

// The panels of a block of the depth follow each other: three rows, and one row
// with two zeros below it. In each panel, rows are next to each other. Equal
// panels are one global. On a function, the pass adds none.
// CHECK-NOT: @weights :
// CHECK: memref.global "private" constant @weights_packed : memref<18xf32> = dense<[0.000000e+00, 1.000000e+01, 2.000000e+01, 1.000000e+00, 1.100000e+01, 2.100000e+01, 3.000000e+01, 0.000000e+00, 0.000000e+00, 3.100000e+01, 0.000000e+00, 0.000000e+00, 2.000000e+00, 1.200000e+01, 2.200000e+01, 3.200000e+01, 0.000000e+00, 0.000000e+00]> {alignment = 64 : i64}
// The last row and the second one.
// CHECK: memref.global "private" constant @weights_packed_0 : memref<9xf32> = dense<[3.000000e+01, 1.000000e+01, 0.000000e+00, 3.100000e+01, 1.100000e+01, 0.000000e+00, 3.200000e+01, 1.200000e+01, 0.000000e+00]>
// FUNCTION-NOT: _packed
memref.global "private" constant @weights : memref<4x3xf32> = dense<[[0.0, 1.0, 2.0], [10.0, 11.0, 12.0], [20.0, 21.0, 22.0], [30.0, 31.0, 32.0]]>

// CHECK-LABEL: func @product
func.func @product(%y: memref<3x16xf32>, %z: memref<4x16xf32>, %other: memref<4x16xf32>) {
  // CHECK: %[[WEIGHTS:.*]] = memref.get_global @weights_packed
  // CHECK: call @relay.contraction({{.*}}%[[WEIGHTS]]
  // CHECK: call @relay.contraction(
  %zero = arith.constant 0.0 : f32
  %x = memref.get_global @weights : memref<4x3xf32>
  linalg.fill ins(%zero : f32) outs(%z : memref<4x16xf32>)
  linalg.generic {indexing_maps = [#x, #y, #z], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %y : memref<4x3xf32>, memref<3x16xf32>) outs(%z : memref<4x16xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = math.fma %a, %b, %sum : f32
    linalg.yield %0 : f32
  }
  linalg.fill ins(%zero : f32) outs(%other : memref<4x16xf32>)
  linalg.generic {indexing_maps = [#x, #y, #z], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %y : memref<4x3xf32>, memref<3x16xf32>) outs(%other : memref<4x16xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = math.fma %a, %b, %sum : f32
    linalg.yield %0 : f32
  }
  return
}

memref.global "private" constant @same : memref<4x3xf32> = dense<1.0>
memref.global "private" @variable : memref<4x3xf32> = dense<[[0.0, 1.0, 2.0], [10.0, 11.0, 12.0], [20.0, 21.0, 22.0], [30.0, 31.0, 32.0]]>

// A constant of equal elements is small as it is; what is not constant may
// change.
// CHECK-LABEL: func @not_constant
func.func @not_constant(%y: memref<3x16xf32>, %z: memref<4x16xf32>, %other: memref<4x16xf32>) {
  // CHECK: memref.get_global @same :
  // CHECK: memref.get_global @variable :
  %zero = arith.constant 0.0 : f32
  %same = memref.get_global @same : memref<4x3xf32>
  linalg.fill ins(%zero : f32) outs(%z : memref<4x16xf32>)
  linalg.generic {indexing_maps = [#x, #y, #z], iterator_types = ["parallel", "parallel", "reduction"]} ins(%same, %y : memref<4x3xf32>, memref<3x16xf32>) outs(%z : memref<4x16xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = math.fma %a, %b, %sum : f32
    linalg.yield %0 : f32
  }
  %variable = memref.get_global @variable : memref<4x3xf32>
  linalg.fill ins(%zero : f32) outs(%other : memref<4x16xf32>)
  linalg.generic {indexing_maps = [#x, #y, #z], iterator_types = ["parallel", "parallel", "reduction"]} ins(%variable, %y : memref<4x3xf32>, memref<3x16xf32>) outs(%other : memref<4x16xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = math.fma %a, %b, %sum : f32
    linalg.yield %0 : f32
  }
  return
}

// A copy of a constant in another order is packed from the constant.
// CHECK-LABEL: func @turned(
func.func @turned(%y: memref<3x16xf32>, %z: memref<2x16xf32>) {
  // CHECK-NOT: linalg.generic
  // CHECK: %[[WEIGHTS:.*]] = memref.get_global @weights_packed_0
  // CHECK-NOT: linalg.generic
  // CHECK: call @relay.contraction{{.*}}%[[WEIGHTS]],
  %zero = arith.constant 0.0 : f32
  %weights = memref.get_global @weights : memref<4x3xf32>
  %x = memref.alloc() : memref<2x3xf32>
  linalg.generic {indexing_maps = [#turned, #id], iterator_types = ["parallel", "parallel"]} ins(%weights : memref<4x3xf32>) outs(%x : memref<2x3xf32>) {
  ^bb0(%a: f32, %out: f32):
    linalg.yield %a : f32
  }
  linalg.fill ins(%zero : f32) outs(%z : memref<2x16xf32>)
  linalg.generic {indexing_maps = [#x, #y, #z], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %y : memref<2x3xf32>, memref<3x16xf32>) outs(%z : memref<2x16xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = math.fma %a, %b, %sum : f32
    linalg.yield %0 : f32
  }
  memref.dealloc %x : memref<2x3xf32>
  return
}

// A buffer that is no constant may change, and the copy of other elements is no
// order.
// CHECK-LABEL: func @not_turned(
func.func @not_turned(%y: memref<3x16xf32>, %z: memref<2x16xf32>, %other: memref<2x16xf32>) {
  // CHECK: %[[VARIABLE:.*]] = memref.get_global @variable
  // CHECK: linalg.generic {{.*}} ins(%[[VARIABLE]] :
  // CHECK: call @relay.contraction
  // CHECK: linalg.generic
  // CHECK: call @relay.contraction
  %zero = arith.constant 0.0 : f32
  %variable = memref.get_global @variable : memref<4x3xf32>
  %x = memref.alloc() : memref<2x3xf32>
  linalg.generic {indexing_maps = [#turned, #id], iterator_types = ["parallel", "parallel"]} ins(%variable : memref<4x3xf32>) outs(%x : memref<2x3xf32>) {
  ^bb0(%a: f32, %out: f32):
    linalg.yield %a : f32
  }
  linalg.fill ins(%zero : f32) outs(%z : memref<2x16xf32>)
  linalg.generic {indexing_maps = [#x, #y, #z], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %y : memref<2x3xf32>, memref<3x16xf32>) outs(%z : memref<2x16xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = math.fma %a, %b, %sum : f32
    linalg.yield %0 : f32
  }
  %weights = memref.get_global @weights : memref<4x3xf32>
  %negative = memref.alloc() : memref<2x3xf32>
  linalg.generic {indexing_maps = [#turned, #id], iterator_types = ["parallel", "parallel"]} ins(%weights : memref<4x3xf32>) outs(%negative : memref<2x3xf32>) {
  ^bb0(%a: f32, %out: f32):
    %0 = arith.negf %a : f32
    linalg.yield %0 : f32
  }
  linalg.fill ins(%zero : f32) outs(%other : memref<2x16xf32>)
  linalg.generic {indexing_maps = [#x, #y, #z], iterator_types = ["parallel", "parallel", "reduction"]} ins(%negative, %y : memref<2x3xf32>, memref<3x16xf32>) outs(%other : memref<2x16xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = math.fma %a, %b, %sum : f32
    linalg.yield %0 : f32
  }
  memref.dealloc %x : memref<2x3xf32>
  memref.dealloc %negative : memref<2x3xf32>
  return
}

// CHECK: func private @relay.contraction({{.*}}%[[PANELS:[a-z0-9]+]]: memref<18xf32>
// CHECK: %[[ROW:.*]] = memref.load %[[PANELS]]
// CHECK: vector.broadcast %[[ROW]]
