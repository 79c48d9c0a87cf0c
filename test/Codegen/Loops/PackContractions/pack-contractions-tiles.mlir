// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-pack-contractions{num-registers=16}),canonicalize)' | FileCheck %s

#x = affine_map<(m, n, k) -> (m, k)>
#y = affine_map<(m, n, k) -> (k, n)>
#z = affine_map<(m, n, k) -> (m, n)>

// Five rows of two vectors fill 15 rows; six would compute 18.
// CHECK-LABEL: func @rows
func.func @rows(%x: memref<15x64xf32>, %y: memref<64x32xf32>, %z: memref<15x32xf32>) {
  // CHECK: scf.for {{.*}} -> (vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>) {
  // CHECK-COUNT-10: math.fma
  // CHECK-NOT: math.fma
  // CHECK: scf.yield
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%z : memref<15x32xf32>)
  linalg.generic {indexing_maps = [#x, #y, #z], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %y : memref<15x64xf32>, memref<64x32xf32>) outs(%z : memref<15x32xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = math.fma %a, %b, %sum : f32
    linalg.yield %0 : f32
  }
  return
}

// 9 columns would use little more than half of two vectors: they become the
// rows of a tile. The result is written by elements.
// CHECK-LABEL: func @transposed
// CHECK-SAME: %[[X:.*]]: memref<64x256xf32>, %[[Y:.*]]: memref<256x9xf32>, %[[Z:.*]]: memref<64x9xf32>
func.func @transposed(%x: memref<64x256xf32>, %y: memref<256x9xf32>, %z: memref<64x9xf32>) {
  // CHECK: memref.reinterpret_cast %[[Y]]
  // CHECK: memref.reinterpret_cast %[[X]]
  // CHECK: %[[RESULT:.*]] = memref.reinterpret_cast %[[Z]]
  // CHECK: scf.for {{.*}} -> (vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>) {
  // CHECK-COUNT-9: math.fma
  // CHECK-NOT: math.fma
  // CHECK-NOT: vector.store {{.*}}, %[[RESULT]]
  // CHECK: memref.store {{.*}}, %[[RESULT]]
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%z : memref<64x9xf32>)
  linalg.generic {indexing_maps = [#x, #y, #z], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %y : memref<64x256xf32>, memref<256x9xf32>) outs(%z : memref<64x9xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = math.fma %a, %b, %sum : f32
    linalg.yield %0 : f32
  }
  return
}
