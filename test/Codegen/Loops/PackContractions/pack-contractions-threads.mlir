// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-pack-contractions{threads=4},canonicalize)' | FileCheck %s

#x = affine_map<(m, n, k) -> (m, k)>
#y = affine_map<(m, n, k) -> (k, n)>
#z = affine_map<(m, n, k) -> (m, n)>

// Each piece has its part of the buffers.
// CHECK-LABEL: func @large
// CHECK-DAG:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG:   %[[C4:.*]] = arith.constant 4 : index
// CHECK:       memref.alloc() {alignment = 64 : i64} : memref<[[SIZE:[0-9]+]]xi8>
// CHECK:       scf.parallel (%[[I:.*]]) = (%[[C0]]) to (%[[C4]]) step (%[[C1]])
// CHECK:         %[[OFFSET:.*]] = arith.muli %[[I]], %{{.*}}
// CHECK:         memref.view %{{.*}}[%[[OFFSET]]][] : memref<[[SIZE]]xi8> to
// CHECK:         call @relay.contraction({{.*}}%[[I]]
// CHECK-NOT:   memref.dealloc {{.*}}xf32
// CHECK:       memref.dealloc %{{.*}} : memref<[[SIZE]]xi8>
func.func @large(%x: memref<64x64xf32>, %y: memref<64x64xf32>, %z: memref<64x64xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%z : memref<64x64xf32>)
  linalg.generic {indexing_maps = [#x, #y, #z], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %y : memref<64x64xf32>, memref<64x64xf32>) outs(%z : memref<64x64xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = math.fma %a, %b, %sum : f32
    linalg.yield %0 : f32
  }
  return
}

// CHECK-LABEL: func @small
// CHECK-NOT:   scf.parallel
// CHECK:       call @relay.contraction_0(
func.func @small(%x: memref<32x64xf32>, %y: memref<64x32xf32>, %z: memref<32x32xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%z : memref<32x32xf32>)
  linalg.generic {indexing_maps = [#x, #y, #z], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %y : memref<32x64xf32>, memref<64x32xf32>) outs(%z : memref<32x32xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = math.fma %a, %b, %sum : f32
    linalg.yield %0 : f32
  }
  return
}

#image = affine_map<(c, y, ky, kx, x) -> (c, y + ky, x + kx)>
#filter = affine_map<(c, y, ky, kx, x) -> (c, ky, kx)>
#result = affine_map<(c, y, ky, kx, x) -> (c, y, x)>

// The outermost loop over windows is shared.
// CHECK-LABEL: func @windows
// CHECK-DAG:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG:   %[[C4:.*]] = arith.constant 4 : index
// CHECK-DAG:   %[[C30:.*]] = arith.constant 30 : index
// CHECK:       scf.parallel (%[[I:.*]]) = (%[[C0]]) to (%[[C4]]) step (%[[C1]])
// CHECK:         %[[SCALED:.*]] = arith.muli %[[I]], %[[C30]]
// CHECK:         %[[FIRST:.*]] = arith.divui %[[SCALED]], %[[C4]]
// CHECK:         %[[NEXT:.*]] = arith.addi %[[I]], %[[C1]]
// CHECK:         %[[NEXT_SCALED:.*]] = arith.muli %[[NEXT]], %[[C30]]
// CHECK:         %[[END:.*]] = arith.divui %[[NEXT_SCALED]], %[[C4]]
// CHECK:         %[[SIZE:.*]] = arith.subi %[[END]], %[[FIRST]]
// CHECK:         scf.for %[[STEP:.*]] = %[[C0]] to %[[SIZE]] step %[[C1]]
// CHECK:           arith.addi %[[FIRST]], %[[STEP]]
// CHECK-NOT:       scf.parallel
func.func @windows(%x: memref<30x34x34xf32>, %w: memref<30x3x3xf32>, %z: memref<30x32x32xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%z : memref<30x32x32xf32>)
  linalg.generic {indexing_maps = [#image, #filter, #result], iterator_types = ["parallel", "parallel", "reduction", "reduction", "parallel"]} ins(%x, %w : memref<30x34x34xf32>, memref<30x3x3xf32>) outs(%z : memref<30x32x32xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = math.fma %a, %b, %sum : f32
    linalg.yield %0 : f32
  }
  return
}
