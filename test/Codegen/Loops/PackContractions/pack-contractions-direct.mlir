// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-pack-contractions{vector-bytes=16 num-registers=16 min-products=0},canonicalize,cse,symbol-dce)' | FileCheck %s
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-pack-contractions{vector-bytes=16 num-registers=16 min-products=0 threads=2},canonicalize,cse,symbol-dce)' | FileCheck %s --check-prefix=THREADS

// Convolutions of blocks of 4 channels, by vectors of 4 elements.

#data = affine_map<(n, o, h, w, b, i, c, p, q) -> (n, i, h + p, w + q, c)>
#weight = affine_map<(n, o, h, w, b, i, c, p, q) -> (o, i, p, q, c, b)>
#result = affine_map<(n, o, h, w, b, i, c, p, q) -> (n, o, h, w, b)>
#channel_data = affine_map<(n, o, h, w, p, q, b) -> (n, o, h + p, w + q, b)>
#channel_weight = affine_map<(n, o, h, w, p, q, b) -> (o, 0, p, q, 0, b)>
#channel_result = affine_map<(n, o, h, w, p, q, b) -> (n, o, h, w, b)>
#group_data = affine_map<(n, g, o, h, w, b, i, c, p, q) -> (n, g + i, h + p, w + q, c)>
#group_weight = affine_map<(n, g, o, h, w, b, i, c, p, q) -> (g, o, i, p, q, c, b)>
#group_result = affine_map<(n, g, o, h, w, b, i, c, p, q) -> (n, g * 2 + o, h, w, b)>
#shared_result = affine_map<(n, g, o, h, w, b, i, c, p, q) -> (n, g + o, h, w, b)>
#rows = affine_map<(m, n, k) -> (m, k)>
#columns = affine_map<(m, n, k) -> (n, k)>
#product = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(n, o, h, w, b) -> (n, o, h, w, b)>
#bias = affine_map<(n, o, h, w, b) -> (o, 0, 0, b)>

// Both blocks of the result are in one panel: for each step of K, 8 channels.
// CHECK: memref.global "private" constant @weights_packed : memref<256xf32> = dense<"0x0000803F000000400000404000008040000001430000024300000343000004430000884100009041000098410000A04100001143000012430000134300001443000004420000084200000C4200001042
// CHECK-NOT: @weights :
memref.global "private" constant @weights : memref<2x2x2x2x4x4xf32> = dense<"0x0000803F0000004000004040000080400000A0400000C0400000E0400000004100001041000020410000304100004041000050410000604100007041000080410000884100009041000098410000A0410000A8410000B0410000B8410000C0410000C8410000D0410000D8410000E0410000E8410000F0410000F84100000042000004420000084200000C4200001042000014420000184200001C4200002042000024420000284200002C4200003042000034420000384200003C4200004042000044420000484200004C4200005042000054420000584200005C4200006042000064420000684200006C4200007042000074420000784200007C42000080420000824200008442000086420000884200008A4200008C4200008E42000090420000924200009442000096420000984200009A4200009C4200009E420000A0420000A2420000A4420000A6420000A8420000AA420000AC420000AE420000B0420000B2420000B4420000B6420000B8420000BA420000BC420000BE420000C0420000C2420000C4420000C6420000C8420000CA420000CC420000CE420000D0420000D2420000D4420000D6420000D8420000DA420000DC420000DE420000E0420000E2420000E4420000E6420000E8420000EA420000EC420000EE420000F0420000F2420000F4420000F6420000F8420000FA420000FC420000FE420000004300000143000002430000034300000443000005430000064300000743000008430000094300000A4300000B4300000C4300000D4300000E4300000F430000104300001143000012430000134300001443000015430000164300001743000018430000194300001A4300001B4300001C4300001D4300001E4300001F430000204300002143000022430000234300002443000025430000264300002743000028430000294300002A4300002B4300002C4300002D4300002E4300002F430000304300003143000032430000334300003443000035430000364300003743000038430000394300003A4300003B4300003C4300003D4300003E4300003F430000404300004143000042430000434300004443000045430000464300004743000048430000494300004A4300004B4300004C4300004D4300004E4300004F430000504300005143000052430000534300005443000055430000564300005743000058430000594300005A4300005B4300005C4300005D4300005E4300005F430000604300006143000062430000634300006443000065430000664300006743000068430000694300006A4300006B4300006C4300006D4300006E4300006F430000704300007143000072430000734300007443000075430000764300007743000078430000794300007A4300007B4300007C4300007D4300007E4300007F4300008043">

// Each block of filters per channel has a panel.
// CHECK: memref.global "private" constant @filters_packed : memref<16xf32> = dense<[0.000000e+00, 1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00,
memref.global "private" constant @filters : memref<2x1x1x2x1x4xf32> = dense<[[[[[[0.0, 1.0, 2.0, 3.0]], [[4.0, 5.0, 6.0, 7.0]]]]], [[[[[8.0, 9.0, 10.0, 11.0]], [[12.0, 13.0, 14.0, 15.0]]]]]]>

// Each group of filters has a panel.
// CHECK: memref.global "private" constant @group_filters_packed : memref<64xf32> = dense<[0.000000e+00, 1.000000e+00, 2.000000e+00, 3.000000e+00, 1.600000e+01,
memref.global "private" constant @group_filters : memref<2x2x1x1x1x4x4xf32> = dense<"0x000000000000803F0000004000004040000080400000A0400000C0400000E0400000004100001041000020410000304100004041000050410000604100007041000080410000884100009041000098410000A0410000A8410000B0410000B8410000C0410000C8410000D0410000D8410000E0410000E8410000F0410000F84100000042000004420000084200000C4200001042000014420000184200001C4200002042000024420000284200002C4200003042000034420000384200003C4200004042000044420000484200004C4200005042000054420000584200005C4200006042000064420000684200006C4200007042000074420000784200007C42">

memref.global "private" constant @six_blocks : memref<6x1x1x1x4x4xf32> = dense<"0x000000000000803F0000004000004040000080400000A0400000C0400000E0400000004100001041000020410000304100004041000050410000604100007041000080410000884100009041000098410000A0410000A8410000B0410000B8410000C0410000C8410000D0410000D8410000E0410000E8410000F0410000F84100000042000004420000084200000C4200001042000014420000184200001C4200002042000024420000284200002C4200003042000034420000384200003C4200004042000044420000484200004C4200005042000054420000584200005C4200006042000064420000684200006C4200007042000074420000784200007C42000080420000824200008442000086420000884200008A4200008C4200008E42000090420000924200009442000096420000984200009A4200009C4200009E420000A0420000A2420000A4420000A6420000A8420000AA420000AC420000AE420000B0420000B2420000B4420000B6420000B8420000BA420000BC420000BE42">

// All columns of a step of K follow each other.
// CHECK: memref.global "private" constant @matrix_packed : memref<24xf32> = dense<[0.000000e+00, 2.000000e+00, 4.000000e+00,
memref.global "private" constant @matrix : memref<12x2xf32> = dense<[[0.0, 1.0], [2.0, 3.0], [4.0, 5.0], [6.0, 7.0], [8.0, 9.0], [10.0, 11.0], [12.0, 13.0], [14.0, 15.0], [16.0, 17.0], [18.0, 19.0], [20.0, 21.0], [22.0, 23.0]]>

// The sums of 6 pixels and 2 vectors of channels stay in registers for all of
// K; the bias and the activation come before the only store, which may be to
// the inside of a padded image. Nothing is allocated.
// CHECK-LABEL: func @dense(
// CHECK-SAME: %[[X:.*]]: memref<1x2x4x7x4xf32>, %[[BIAS:.*]]: memref<2x1x1x4xf32>, %[[PADDED:.*]]: memref<1x2x5x8x4xf32>
func.func @dense(%x: memref<1x2x4x7x4xf32>, %bias: memref<2x1x1x4xf32>, %padded: memref<1x2x5x8x4xf32>) {
  // CHECK-NOT: memref.alloc
  // CHECK: %[[PANELS:.*]] = memref.get_global @weights_packed
  // CHECK: %[[PANEL:.*]] = memref.cast %[[PANELS]] : memref<256xf32> to memref<?xf32>
  // CHECK: %[[FLAT:.*]] = memref.reinterpret_cast %[[X]] to offset: [0], sizes: [224], strides: [1]
  // CHECK: %[[IMAGE:.*]] = memref.cast %[[FLAT]]
  // CHECK: scf.for %[[ROW:.*]] = %c0 to %c3 step %c1 {
  // CHECK-NEXT: %[[X_ROW:.*]] = arith.muli %[[ROW]], %c28
  // CHECK: call @relay.contraction(%[[PANEL]], %c0, %c8, %[[IMAGE]], %[[X_ROW]],
  // CHECK-NOT: linalg
  // CHECK: return
  %zero = arith.constant 0.0 : f32
  %weights = memref.get_global @weights : memref<2x2x2x2x4x4xf32>
  %sums = memref.alloc() : memref<1x2x3x6x4xf32>
  linalg.fill ins(%zero : f32) outs(%sums : memref<1x2x3x6x4xf32>)
  linalg.generic {indexing_maps = [#data, #weight, #result], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction", "reduction"]} ins(%x, %weights : memref<1x2x4x7x4xf32>, memref<2x2x2x2x4x4xf32>) outs(%sums : memref<1x2x3x6x4xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = math.fma %a, %b, %sum : f32
    linalg.yield %0 : f32
  }
  %inside = memref.subview %padded[0, 0, 1, 1, 0] [1, 2, 3, 6, 4] [1, 1, 1, 1, 1] : memref<1x2x5x8x4xf32> to memref<1x2x3x6x4xf32, strided<[320, 160, 32, 4, 1], offset: 36>>
  linalg.generic {indexing_maps = [#id, #bias, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%sums, %bias : memref<1x2x3x6x4xf32>, memref<2x1x1x4xf32>) outs(%inside : memref<1x2x3x6x4xf32, strided<[320, 160, 32, 4, 1], offset: 36>>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %0 = arith.addf %a, %b : f32
    %1 = arith.maximumf %0, %zero : f32
    linalg.yield %1 : f32
  }
  memref.dealloc %sums : memref<1x2x3x6x4xf32>
  return
}

// An image of another size has the same tiles, so it calls the same function.
// CHECK-LABEL: func @same_tiles(
func.func @same_tiles(%x: memref<1x2x8x13x4xf32>, %bias: memref<2x1x1x4xf32>, %result: memref<1x2x7x12x4xf32>) {
  // CHECK: scf.for
  // CHECK: scf.for
  // CHECK: call @relay.contraction(
  %zero = arith.constant 0.0 : f32
  %weights = memref.get_global @weights : memref<2x2x2x2x4x4xf32>
  %sums = memref.alloc() : memref<1x2x7x12x4xf32>
  linalg.fill ins(%zero : f32) outs(%sums : memref<1x2x7x12x4xf32>)
  linalg.generic {indexing_maps = [#data, #weight, #result], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction", "reduction"]} ins(%x, %weights : memref<1x2x8x13x4xf32>, memref<2x2x2x2x4x4xf32>) outs(%sums : memref<1x2x7x12x4xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = math.fma %a, %b, %sum : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #bias, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%sums, %bias : memref<1x2x7x12x4xf32>, memref<2x1x1x4xf32>) outs(%result : memref<1x2x7x12x4xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %0 = arith.addf %a, %b : f32
    %1 = arith.maximumf %0, %zero : f32
    linalg.yield %1 : f32
  }
  memref.dealloc %sums : memref<1x2x7x12x4xf32>
  return
}

// Rows of 9 pixels have tiles of 5 and 4, of which the smaller one has a function of their own.
// CHECK-LABEL: func @rest(
func.func @rest(%x: memref<1x2x8x10x4xf32>, %result: memref<1x2x7x9x4xf32>) {
  // CHECK: scf.if
  // CHECK: call @relay.contraction_0(
  // CHECK: } else {
  // CHECK: call @relay.contraction_1(
  %zero = arith.constant 0.0 : f32
  %weights = memref.get_global @weights : memref<2x2x2x2x4x4xf32>
  linalg.fill ins(%zero : f32) outs(%result : memref<1x2x7x9x4xf32>)
  linalg.generic {indexing_maps = [#data, #weight, #result], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction", "reduction"]} ins(%x, %weights : memref<1x2x8x10x4xf32>, memref<2x2x2x2x4x4xf32>) outs(%result : memref<1x2x7x9x4xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = math.fma %a, %b, %sum : f32
    linalg.yield %0 : f32
  }
  return
}

// A convolution per channel reads the image by vectors; its steps of K are
// unrolled.
// CHECK-LABEL: func @per_channel(
func.func @per_channel(%x: memref<1x2x3x7x4xf32>, %result: memref<1x2x3x6x4xf32>) {
  // CHECK: %[[PANELS:.*]] = memref.get_global @filters_packed
  // CHECK: call @relay.contraction_2(
  %zero = arith.constant 0.0 : f32
  %filters = memref.get_global @filters : memref<2x1x1x2x1x4xf32>
  linalg.fill ins(%zero : f32) outs(%result : memref<1x2x3x6x4xf32>)
  linalg.generic {indexing_maps = [#channel_data, #channel_weight, #channel_result], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "parallel"]} ins(%x, %filters : memref<1x2x3x7x4xf32>, memref<2x1x1x2x1x4xf32>) outs(%result : memref<1x2x3x6x4xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = math.fma %a, %b, %sum : f32
    linalg.yield %0 : f32
  }
  return
}

// Weights that are not constant are packed in every call.
// CHECK-LABEL: func @not_constant(
func.func @not_constant(%x: memref<1x2x4x7x4xf32>, %weights: memref<2x2x2x2x4x4xf32>, %result: memref<1x2x3x6x4xf32>) {
  // CHECK: memref.alloc
  // CHECK: call @relay.contraction_4(
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%result : memref<1x2x3x6x4xf32>)
  linalg.generic {indexing_maps = [#data, #weight, #result], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction", "reduction"]} ins(%x, %weights : memref<1x2x4x7x4xf32>, memref<2x2x2x2x4x4xf32>) outs(%result : memref<1x2x3x6x4xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = math.fma %a, %b, %sum : f32
    linalg.yield %0 : f32
  }
  return
}

// Each thread takes as many tiles as any other, if there is work enough:
// half of 32 rows of 8 tiles.
// THREADS-LABEL: func @dense(
// THREADS-NOT: scf.parallel
// THREADS-LABEL: func @large(
func.func @large(%x: memref<1x2x33x33x4xf32>, %result: memref<1x2x32x32x4xf32>) {
  // THREADS: scf.parallel (%[[PIECE:.*]]) = (%c0) to (%c2)
  // THREADS: %[[TILES:.*]] = arith.muli %[[PIECE]], %c256
  // THREADS: %[[FIRST:.*]] = arith.divui %[[TILES]], %c2
  // THREADS: %[[END:.*]] = arith.divui
  // THREADS: %[[SIZE:.*]] = arith.subi %[[END]], %[[FIRST]]
  // THREADS: scf.for %[[STEP:.*]] = %c0 to %[[SIZE]]
  // THREADS: %[[TILE:.*]] = arith.addi %[[FIRST]], %[[STEP]]
  // THREADS: arith.remui %[[TILE]], %c8
  // THREADS: %[[ROWS:.*]] = arith.divui %[[TILE]], %c8
  // THREADS: arith.remui %[[ROWS]], %c32
  // THREADS: func.call @relay.contraction
  // THREADS: scf.reduce
  %zero = arith.constant 0.0 : f32
  %weights = memref.get_global @weights : memref<2x2x2x2x4x4xf32>
  linalg.fill ins(%zero : f32) outs(%result : memref<1x2x32x32x4xf32>)
  linalg.generic {indexing_maps = [#data, #weight, #result], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction", "reduction"]} ins(%x, %weights : memref<1x2x33x33x4xf32>, memref<2x2x2x2x4x4xf32>) outs(%result : memref<1x2x32x32x4xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = math.fma %a, %b, %sum : f32
    linalg.yield %0 : f32
  }
  return
}

// The columns of a product of few rows with a constant matrix are channels, too.
// A row alone has all sums of a step in vectors of columns.
// CHECK-LABEL: func @few_rows(
func.func @few_rows(%x: memref<1x2xf32>, %result: memref<1x12xf32>, %four: memref<4x2xf32>, %four_results: memref<4x12xf32>) {
  // CHECK-NOT: memref.alloc
  // CHECK: %[[PANELS:.*]] = memref.get_global @matrix_packed
  // CHECK: call @relay.contraction_5(
  // CHECK: call @relay.contraction_6(
  %zero = arith.constant 0.0 : f32
  %matrix = memref.get_global @matrix : memref<12x2xf32>
  linalg.fill ins(%zero : f32) outs(%result : memref<1x12xf32>)
  linalg.generic {indexing_maps = [#rows, #columns, #product], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %matrix : memref<1x2xf32>, memref<12x2xf32>) outs(%result : memref<1x12xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = math.fma %a, %b, %sum : f32
    linalg.yield %0 : f32
  }
  linalg.fill ins(%zero : f32) outs(%four_results : memref<4x12xf32>)
  linalg.generic {indexing_maps = [#rows, #columns, #product], iterator_types = ["parallel", "parallel", "reduction"]} ins(%four, %matrix : memref<4x2xf32>, memref<12x2xf32>) outs(%four_results : memref<4x12xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = math.fma %a, %b, %sum : f32
    linalg.yield %0 : f32
  }
  return
}

// More rows are packed.
// CHECK-LABEL: func @five_rows(
func.func @five_rows(%x: memref<5x2xf32>, %result: memref<5x12xf32>) {
  // CHECK: memref.alloc
  // CHECK: return
  %zero = arith.constant 0.0 : f32
  %matrix = memref.get_global @matrix : memref<12x2xf32>
  linalg.fill ins(%zero : f32) outs(%result : memref<5x12xf32>)
  linalg.generic {indexing_maps = [#rows, #columns, #product], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %matrix : memref<5x2xf32>, memref<12x2xf32>) outs(%result : memref<5x12xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = math.fma %a, %b, %sum : f32
    linalg.yield %0 : f32
  }
  return
}

// If the image stays in the cache, a thread alone reads all pixels for the weights
// of a tile. Two threads share the pixels, which are more than the weights.
// CHECK-LABEL: func @small_image(
// THREADS-LABEL: func @small_image(
func.func @small_image(%x: memref<1x1x60x60x4xf32>, %result: memref<1x6x60x60x4xf32>) {
  // CHECK: scf.for %{{.*}} = %c0 to %c3
  // CHECK: scf.for %{{.*}} = %c0 to %c600
  // THREADS: %[[PIXELS:.*]] = arith.divui %{{.*}}, %c3
  // THREADS: arith.remui %[[PIXELS]], %c600
  %zero = arith.constant 0.0 : f32
  %weights = memref.get_global @six_blocks : memref<6x1x1x1x4x4xf32>
  linalg.fill ins(%zero : f32) outs(%result : memref<1x6x60x60x4xf32>)
  linalg.generic {indexing_maps = [#data, #weight, #result], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction", "reduction"]} ins(%x, %weights : memref<1x1x60x60x4xf32>, memref<6x1x1x1x4x4xf32>) outs(%result : memref<1x6x60x60x4xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = math.fma %a, %b, %sum : f32
    linalg.yield %0 : f32
  }
  return
}

// If it does not, each tile of pixels is read once, for all weights.
// CHECK-LABEL: func @large_image(
// THREADS-LABEL: func @large_image(
func.func @large_image(%x: memref<1x1x300x300x4xf32>, %result: memref<1x6x300x300x4xf32>) {
  // CHECK: scf.for %{{.*}} = %c0 to %c15000
  // CHECK: scf.for %{{.*}} = %c0 to %c3
  // THREADS: %[[PIXELS:.*]] = arith.divui %{{.*}}, %c3
  // THREADS: arith.remui %[[PIXELS]], %c15000
  %zero = arith.constant 0.0 : f32
  %weights = memref.get_global @six_blocks : memref<6x1x1x1x4x4xf32>
  linalg.fill ins(%zero : f32) outs(%result : memref<1x6x300x300x4xf32>)
  linalg.generic {indexing_maps = [#data, #weight, #result], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction", "reduction"]} ins(%x, %weights : memref<1x1x300x300x4xf32>, memref<6x1x1x1x4x4xf32>) outs(%result : memref<1x6x300x300x4xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = math.fma %a, %b, %sum : f32
    linalg.yield %0 : f32
  }
  return
}

// Groups of channels are the outer loop: each has its own weights and blocks.
// CHECK-LABEL: func @groups(
func.func @groups(%x: memref<1x2x5x5x4xf32>, %result: memref<1x4x5x5x4xf32>) {
  // CHECK: %[[PANELS:.*]] = memref.get_global @group_filters_packed
  // CHECK: %[[PANEL:.*]] = memref.cast %[[PANELS]]
  // CHECK: scf.for %[[GROUP:.*]] = %c0 to %c2
  // CHECK: scf.for
  // CHECK-DAG: %[[WEIGHTS:.*]] = arith.muli %[[GROUP]], %c32
  // CHECK-DAG: arith.muli %[[GROUP]], %c100
  // CHECK-DAG: arith.muli %[[GROUP]], %c200
  // CHECK: call @relay.contraction{{.*}}(%[[PANEL]], %[[WEIGHTS]],
  %zero = arith.constant 0.0 : f32
  %weights = memref.get_global @group_filters : memref<2x2x1x1x1x4x4xf32>
  linalg.fill ins(%zero : f32) outs(%result : memref<1x4x5x5x4xf32>)
  linalg.generic {indexing_maps = [#group_data, #group_weight, #group_result], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction", "reduction"]} ins(%x, %weights : memref<1x2x5x5x4xf32>, memref<2x2x1x1x1x4x4xf32>) outs(%result : memref<1x4x5x5x4xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = math.fma %a, %b, %sum : f32
    linalg.yield %0 : f32
  }
  return
}

// The groups of this result share a block: it is no contraction of its own
// elements.
// CHECK-LABEL: func @shared_elements(
func.func @shared_elements(%x: memref<1x2x5x5x4xf32>, %result: memref<1x3x5x5x4xf32>) {
  // CHECK: linalg.generic
  %zero = arith.constant 0.0 : f32
  %weights = memref.get_global @group_filters : memref<2x2x1x1x1x4x4xf32>
  linalg.fill ins(%zero : f32) outs(%result : memref<1x3x5x5x4xf32>)
  linalg.generic {indexing_maps = [#group_data, #group_weight, #shared_result], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction", "reduction"]} ins(%x, %weights : memref<1x2x5x5x4xf32>, memref<2x2x1x1x1x4x4xf32>) outs(%result : memref<1x3x5x5x4xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = math.fma %a, %b, %sum : f32
    linalg.yield %0 : f32
  }
  return
}

// The tile of @dense: loops over blocks, channels and the positions of the
// kernel.
// CHECK-LABEL: func private @relay.contraction(
// CHECK-SAME: %[[PANEL:[a-z0-9]*]]: memref<?xf32>, %[[FIRST:[a-z0-9]*]]: index, %[[PITCH:[a-z0-9]*]]: index, %[[IMAGE:[a-z0-9]*]]: memref<?xf32>, %[[PLACE:[a-z0-9]*]]: index
// CHECK-SAME: passthrough = ["noinline"]
// CHECK: scf.for
// CHECK: scf.for
// CHECK: scf.for
// CHECK: scf.for {{.*}} iter_args(%[[FROM:[a-z0-9]*]] = %{{[a-z0-9]*}}, %[[SUM:[a-z0-9]*]] = {{.*}} %[[AT:[a-z0-9]*]] = %{{[a-z0-9]*}})
// CHECK: arith.addi %[[FROM]], %[[PITCH]]
// CHECK: %[[W0:.*]] = vector.load %[[PANEL]][%[[FROM]]] : memref<?xf32>, vector<4xf32>
// CHECK: memref.prefetch %[[PANEL]]
// CHECK: %[[W1:.*]] = vector.load %[[PANEL]]
// CHECK-NOT: memref.prefetch
// CHECK: %[[ELEMENT:.*]] = memref.load %[[IMAGE]][%[[AT]]]
// CHECK: %[[SPLAT:.*]] = vector.broadcast %[[ELEMENT]] : f32 to vector<4xf32>
// CHECK: math.fma %[[SPLAT]], %[[W0]], %[[SUM]] : vector<4xf32>
// CHECK: math.fma %[[SPLAT]], %[[W1]]
// CHECK-COUNT-10: math.fma
// CHECK-NOT: math.fma
// CHECK: arith.addf {{.*}} : vector<4xf32>
// CHECK: arith.maximumf {{.*}} : vector<4xf32>
// CHECK: vector.store
// CHECK-COUNT-11: vector.store
// CHECK-NEXT: return

// CHECK-LABEL: func private @relay.contraction_2(
// CHECK-NOT: scf.for
// CHECK: %[[FILTER:.*]] = vector.load
// CHECK: %[[PIXELS:.*]] = vector.load
// CHECK: math.fma %[[PIXELS]], %[[FILTER]],

// The weights of a row are not prefetched.
// CHECK-LABEL: func private @relay.contraction_5(
// CHECK-NOT: memref.prefetch
// CHECK-COUNT-3: math.fma
// CHECK-NOT: math.fma
// CHECK-COUNT-3: vector.store
// CHECK-LABEL: func private @relay.contraction_6(
// CHECK: memref.prefetch
// CHECK-COUNT-12: math.fma
