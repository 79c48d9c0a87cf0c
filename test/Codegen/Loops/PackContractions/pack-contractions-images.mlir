// RUN: relay-lite-opt %s --split-input-file --pass-pipeline='builtin.module(relay-pack-contractions{vector-bytes=64 num-registers=32})' | FileCheck %s

#x = affine_map<(o, h, w, i, y, x) -> (i, h + y, w + x)>
#w = affine_map<(o, h, w, i, y, x) -> (o, i, y, x)>
#z = affine_map<(o, h, w, i, y, x) -> (o, h, w)>

// On a module, an image of known size is padded once, before.
// CHECK-LABEL: func @padded
// CHECK-SAME: %[[X:.*]]: memref<8x14x14xf32>
// CHECK: %[[PADDED:.*]] = memref.alloc() : memref<8x16x16xf32>
// CHECK: linalg.fill {{.*}} outs(%[[PADDED]]
// CHECK: %[[INSIDE:.*]] = memref.subview %[[PADDED]]
// CHECK: memref.copy %[[X]], %[[INSIDE]]
// CHECK: call @relay.contraction({{.*}}%[[PADDED]]
func.func @padded(%x: memref<8x14x14xf32>, %w: memref<32x8x3x3xf32>, %z: memref<32x14x14xf32>) {
  %zero = arith.constant 0.0 : f32
  %padded = memref.alloc() : memref<8x16x16xf32>
  linalg.fill ins(%zero : f32) outs(%padded : memref<8x16x16xf32>)
  %inside = memref.subview %padded[0, 1, 1] [8, 14, 14] [1, 1, 1] : memref<8x16x16xf32> to memref<8x14x14xf32, strided<[256, 16, 1], offset: 17>>
  memref.copy %x, %inside : memref<8x14x14xf32> to memref<8x14x14xf32, strided<[256, 16, 1], offset: 17>>
  linalg.fill ins(%zero : f32) outs(%z : memref<32x14x14xf32>)
  linalg.generic {indexing_maps = [#x, #w, #z], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%padded, %w : memref<8x16x16xf32>, memref<32x8x3x3xf32>) outs(%z : memref<32x14x14xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = math.fma %a, %b, %sum : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

#x = affine_map<(o, h, w, i) -> (i, h, w)>
#w = affine_map<(o, h, w, i) -> (o, i)>
#z = affine_map<(o, h, w, i) -> (o, h, w)>
#id = affine_map<(o, h, w) -> (o, h, w)>

// Columns are channels, as 7 x 7 pixels are not of many whole vectors. Elements
// of the result are written one by one, and the residual is added by vectors
// afterwards.
// CHECK-LABEL: func @few_pixels
// CHECK: call @relay.contraction
// CHECK: linalg.generic
// CHECK: arith.addf
// Constant columns are asked for before they are used.
// CHECK: func private @relay.contraction
// CHECK: memref.prefetch
// CHECK: math.fma
memref.global "private" constant @w : memref<512x256xf32> = dense<1.0>
func.func @few_pixels(%x: memref<256x7x7xf32>, %residual: memref<512x7x7xf32>, %z: memref<512x7x7xf32>) {
  %zero = arith.constant 0.0 : f32
  %w = memref.get_global @w : memref<512x256xf32>
  %sums = memref.alloc() : memref<512x7x7xf32>
  linalg.fill ins(%zero : f32) outs(%sums : memref<512x7x7xf32>)
  linalg.generic {indexing_maps = [#x, #w, #z], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%x, %w : memref<256x7x7xf32>, memref<512x256xf32>) outs(%sums : memref<512x7x7xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = math.fma %a, %b, %sum : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%sums, %residual : memref<512x7x7xf32>, memref<512x7x7xf32>) outs(%z : memref<512x7x7xf32>) {
  ^bb0(%s: f32, %a: f32, %out: f32):
    %0 = arith.addf %s, %a : f32
    linalg.yield %0 : f32
  }
  return
}
