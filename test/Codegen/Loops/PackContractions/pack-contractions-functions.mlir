// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-pack-contractions,canonicalize)' | FileCheck %s

#x = affine_map<(m, n, k) -> (m, k)>
#y = affine_map<(m, n, k) -> (k, n)>
#z = affine_map<(m, n, k) -> (m, n)>

// Contractions of the same sizes share a function, but not their buffers.
// CHECK-LABEL: func @same
// CHECK-SAME: %[[X:.*]]: memref<16x16xf32>, %[[Y:.*]]: memref<16x32xf32>, %[[Z:.*]]: memref<16x32xf32>, %[[Z2:.*]]: memref<16x32xf32>
func.func @same(%x: memref<16x16xf32>, %y: memref<16x32xf32>, %z: memref<16x32xf32>, %z2: memref<16x32xf32>) {
  // CHECK-NOT: linalg
  // CHECK-NOT: scf
  // CHECK: %[[BUFFER:.*]] = memref.alloc()
  // CHECK: call @relay.contraction({{.*}}%[[X]]{{.*}}%[[Z]]
  // CHECK: memref.dealloc
  // CHECK: call @relay.contraction({{.*}}%[[X]]{{.*}}%[[Z2]]
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%z : memref<16x32xf32>)
  linalg.generic {indexing_maps = [#x, #y, #z], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %y : memref<16x16xf32>, memref<16x32xf32>) outs(%z : memref<16x32xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = math.fma %a, %b, %sum : f32
    linalg.yield %0 : f32
  }
  linalg.fill ins(%zero : f32) outs(%z2 : memref<16x32xf32>)
  linalg.generic {indexing_maps = [#x, #y, #z], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %y : memref<16x16xf32>, memref<16x32xf32>) outs(%z2 : memref<16x32xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = math.fma %a, %b, %sum : f32
    linalg.yield %0 : f32
  }
  return
}

// Other sizes need other code, and dynamic ones stay where they are.
// CHECK-LABEL: func @other
func.func @other(%x: memref<16x20xf32>, %y: memref<20x32xf32>, %z: memref<16x32xf32>, %u: memref<?x20xf32>, %v: memref<?x32xf32>) {
  // CHECK: call @relay.contraction_0(
  // CHECK-NOT: call
  // CHECK: math.fma
  // CHECK-NOT: call
  // CHECK: return
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%z : memref<16x32xf32>)
  linalg.generic {indexing_maps = [#x, #y, #z], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %y : memref<16x20xf32>, memref<20x32xf32>) outs(%z : memref<16x32xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = math.fma %a, %b, %sum : f32
    linalg.yield %0 : f32
  }
  linalg.fill ins(%zero : f32) outs(%v : memref<?x32xf32>)
  linalg.generic {indexing_maps = [#x, #y, #z], iterator_types = ["parallel", "parallel", "reduction"]} ins(%u, %y : memref<?x20xf32>, memref<20x32xf32>) outs(%v : memref<?x32xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = math.fma %a, %b, %sum : f32
    linalg.yield %0 : f32
  }
  return
}

// CHECK: func private @relay.contraction({{.*}}) attributes {passthrough = ["noinline"]} {
// CHECK-NOT: memref.alloc
// CHECK: math.fma
// CHECK: func private @relay.contraction_0(
// CHECK-NOT: func
