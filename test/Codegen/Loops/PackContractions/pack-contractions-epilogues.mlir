// RUN: relay-lite-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(relay-pack-contractions,canonicalize))' | FileCheck %s

// Operations after a product that read its sums only are computed while the
// sums are in registers.

#x = affine_map<(m, n, k) -> (m, k)>
#y = affine_map<(m, n, k) -> (n, k)>
#z = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(m, n) -> (m, n)>
#row = affine_map<(m, n) -> (m)>
#column = affine_map<(m, n) -> (n)>

// Bias, residual and activation.
// CHECK-LABEL: func @bias_residual_relu
// CHECK-SAME: %{{.*}}: memref<64x64xf32>, %{{.*}}: memref<64x64xf32>, %[[BIAS:.*]]: memref<64xf32>, %[[RESIDUAL:.*]]: memref<64x64xf32>, %[[Z:.*]]: memref<64x64xf32>
// CHECK-NOT: linalg
// CHECK-DAG: %[[FLAT_Z:.*]] = memref.reinterpret_cast %[[Z]]
// CHECK-DAG: %[[FLAT_RESIDUAL:.*]] = memref.reinterpret_cast %[[RESIDUAL]]
// CHECK: math.fma
// CHECK: %[[B:.*]] = vector.load %[[BIAS]]
// CHECK: %[[R:.*]] = vector.load %[[FLAT_RESIDUAL]]
// CHECK: %[[BIASED:.*]] = arith.addf %{{.*}}, %[[B]] : vector<8xf32>
// CHECK: %[[ADDED:.*]] = arith.addf %[[BIASED]], %[[R]] : vector<8xf32>
// CHECK: %[[DONE:.*]] = arith.maximumf %[[ADDED]], %{{.*}} : vector<8xf32>
// CHECK: vector.store %[[DONE]], %[[FLAT_Z]]
// Columns that are not all of a tile.
// CHECK: memref.load %[[BIAS]]
// CHECK: memref.load %[[FLAT_RESIDUAL]]
// CHECK: arith.maximumf {{.*}} : f32
// CHECK: memref.store {{.*}}, %[[FLAT_Z]]
// CHECK-NOT: linalg
func.func @bias_residual_relu(%x: memref<64x64xf32>, %y: memref<64x64xf32>, %bias: memref<64xf32>, %residual: memref<64x64xf32>, %z: memref<64x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %sums = memref.alloc() : memref<64x64xf32>
  linalg.fill ins(%zero : f32) outs(%sums : memref<64x64xf32>)
  linalg.generic {indexing_maps = [#x, #y, #z], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %y : memref<64x64xf32>, memref<64x64xf32>) outs(%sums : memref<64x64xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = math.fma %a, %b, %sum : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #column, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%sums, %bias, %residual : memref<64x64xf32>, memref<64xf32>, memref<64x64xf32>) outs(%z : memref<64x64xf32>) {
  ^bb0(%s: f32, %a: f32, %b: f32, %out: f32):
    %0 = arith.addf %s, %a : f32
    %1 = arith.addf %0, %b : f32
    %2 = arith.maximumf %1, %zero : f32
    linalg.yield %2 : f32
  }
  return
}

// -----

#x = affine_map<(m, n, k) -> (m, k)>
#y = affine_map<(m, n, k) -> (n, k)>
#z = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(m, n) -> (m, n)>
#row = affine_map<(m, n) -> (m)>
#column = affine_map<(m, n) -> (n)>

// A bias for each row is one element.
// CHECK-LABEL: func @row_bias
// CHECK-SAME: %{{.*}}: memref<64x64xf32>, %{{.*}}: memref<64x64xf32>, %[[BIAS:.*]]: memref<64xf32>
// CHECK-NOT: linalg
// CHECK: math.fma
// CHECK: %[[B:.*]] = memref.load %[[BIAS]]
// CHECK: %[[SPLAT:.*]] = vector.broadcast %[[B]]
// CHECK: arith.addf %{{.*}}, %[[SPLAT]] : vector<8xf32>
// CHECK-NOT: linalg
func.func @row_bias(%x: memref<64x64xf32>, %y: memref<64x64xf32>, %bias: memref<64xf32>, %z: memref<64x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %sums = memref.alloc() : memref<64x64xf32>
  linalg.fill ins(%zero : f32) outs(%sums : memref<64x64xf32>)
  linalg.generic {indexing_maps = [#x, #y, #z], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %y : memref<64x64xf32>, memref<64x64xf32>) outs(%sums : memref<64x64xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = math.fma %a, %b, %sum : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%sums, %bias : memref<64x64xf32>, memref<64xf32>) outs(%z : memref<64x64xf32>) {
  ^bb0(%s: f32, %a: f32, %out: f32):
    %0 = arith.addf %s, %a : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

#x = affine_map<(m, n, k) -> (m, k)>
#y = affine_map<(m, n, k) -> (n, k)>
#z = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(m, n) -> (m, n)>
#row = affine_map<(m, n) -> (m)>
#column = affine_map<(m, n) -> (n)>

// In place of the sums, which others read then.
// CHECK-LABEL: func @in_place
// CHECK-SAME: %[[Z:[^:]*]]: memref<64x64xf32>) {
// CHECK: %[[SUMS:.*]] = memref.alloc() : memref<64x64xf32>
// CHECK: %[[FLAT:.*]] = memref.reinterpret_cast %[[SUMS]]
// CHECK: arith.maximumf {{.*}} : vector<8xf32>
// CHECK: vector.store {{.*}}, %[[FLAT]]
// CHECK-NOT: linalg
// CHECK: memref.copy %[[SUMS]], %[[Z]]
func.func @in_place(%x: memref<64x64xf32>, %y: memref<64x64xf32>, %z: memref<64x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %sums = memref.alloc() : memref<64x64xf32>
  linalg.fill ins(%zero : f32) outs(%sums : memref<64x64xf32>)
  linalg.generic {indexing_maps = [#x, #y, #z], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %y : memref<64x64xf32>, memref<64x64xf32>) outs(%sums : memref<64x64xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = math.fma %a, %b, %sum : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%sums : memref<64x64xf32>) outs(%sums : memref<64x64xf32>) {
  ^bb0(%s: f32, %out: f32):
    %0 = arith.maximumf %s, %zero : f32
    linalg.yield %0 : f32
  }
  memref.copy %sums, %z : memref<64x64xf32> to memref<64x64xf32>
  return
}

// -----

#x = affine_map<(m, n, k) -> (m, k)>
#y = affine_map<(m, n, k) -> (n, k)>
#z = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(m, n) -> (m, n)>
#row = affine_map<(m, n) -> (m)>
#column = affine_map<(m, n) -> (n)>

// In place of the residual.
// CHECK-LABEL: func @in_place_of_residual
// CHECK-SAME: %[[R:[^:]*]]: memref<64x64xf32>) {
// CHECK: %[[FLAT:.*]] = memref.reinterpret_cast %[[R]]
// CHECK: vector.load %[[FLAT_R:.*]][
// CHECK-NOT: linalg
func.func @in_place_of_residual(%x: memref<64x64xf32>, %y: memref<64x64xf32>, %residual: memref<64x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %sums = memref.alloc() : memref<64x64xf32>
  linalg.fill ins(%zero : f32) outs(%sums : memref<64x64xf32>)
  linalg.generic {indexing_maps = [#x, #y, #z], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %y : memref<64x64xf32>, memref<64x64xf32>) outs(%sums : memref<64x64xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = math.fma %a, %b, %sum : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%sums, %residual : memref<64x64xf32>, memref<64x64xf32>) outs(%residual : memref<64x64xf32>) {
  ^bb0(%s: f32, %a: f32, %out: f32):
    %0 = arith.addf %s, %a : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

#x = affine_map<(m, n, k) -> (m, k)>
#y = affine_map<(m, n, k) -> (n, k)>
#z = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(m, n) -> (m, n)>
#row = affine_map<(m, n) -> (m)>
#column = affine_map<(m, n) -> (n)>

// A factor is freed, and another buffer set, before the sums are read.
// CHECK-LABEL: func @others_between
// CHECK: %[[X:.*]] = memref.alloc() : memref<64x64xf32>
// CHECK: linalg.fill
// CHECK: linalg.fill {{.*}} outs(%[[OTHER:.*]] : memref<4xf32>)
// CHECK-NOT: linalg.generic
// CHECK: math.fma
// CHECK: arith.addf {{.*}} : vector<8xf32>
// CHECK: memref.dealloc %[[X]]
func.func @others_between(%y: memref<64x64xf32>, %bias: memref<64xf32>, %other: memref<4xf32>, %z: memref<64x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %x = memref.alloc() : memref<64x64xf32>
  linalg.fill ins(%one : f32) outs(%x : memref<64x64xf32>)
  %sums = memref.alloc() : memref<64x64xf32>
  linalg.fill ins(%zero : f32) outs(%sums : memref<64x64xf32>)
  linalg.generic {indexing_maps = [#x, #y, #z], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %y : memref<64x64xf32>, memref<64x64xf32>) outs(%sums : memref<64x64xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = math.fma %a, %b, %sum : f32
    linalg.yield %0 : f32
  }
  memref.dealloc %x : memref<64x64xf32>
  linalg.fill ins(%one : f32) outs(%other : memref<4xf32>)
  linalg.generic {indexing_maps = [#id, #column, #id], iterator_types = ["parallel", "parallel"]} ins(%sums, %bias : memref<64x64xf32>, memref<64xf32>) outs(%z : memref<64x64xf32>) {
  ^bb0(%s: f32, %a: f32, %out: f32):
    %0 = arith.addf %s, %a : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

#x = affine_map<(m, n, k) -> (m, k)>
#y = affine_map<(m, n, k) -> (n, k)>
#z = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(m, n) -> (m, n)>
#row = affine_map<(m, n) -> (m)>
#column = affine_map<(m, n) -> (n)>

// The bias is set in between.
// CHECK-LABEL: func @bias_changes
// CHECK: math.fma
// CHECK: linalg.fill
// CHECK: linalg.generic
func.func @bias_changes(%x: memref<64x64xf32>, %y: memref<64x64xf32>, %bias: memref<64xf32>, %z: memref<64x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %sums = memref.alloc() : memref<64x64xf32>
  linalg.fill ins(%zero : f32) outs(%sums : memref<64x64xf32>)
  linalg.generic {indexing_maps = [#x, #y, #z], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %y : memref<64x64xf32>, memref<64x64xf32>) outs(%sums : memref<64x64xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = math.fma %a, %b, %sum : f32
    linalg.yield %0 : f32
  }
  linalg.fill ins(%zero : f32) outs(%bias : memref<64xf32>)
  linalg.generic {indexing_maps = [#id, #column, #id], iterator_types = ["parallel", "parallel"]} ins(%sums, %bias : memref<64x64xf32>, memref<64xf32>) outs(%z : memref<64x64xf32>) {
  ^bb0(%s: f32, %a: f32, %out: f32):
    %0 = arith.addf %s, %a : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

#x = affine_map<(m, n, k) -> (m, k)>
#y = affine_map<(m, n, k) -> (n, k)>
#z = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(m, n) -> (m, n)>
#row = affine_map<(m, n) -> (m)>
#column = affine_map<(m, n) -> (n)>

// The result takes the place of a factor.
// CHECK-LABEL: func @in_place_of_factor
// CHECK: math.fma
// CHECK: linalg.generic
func.func @in_place_of_factor(%x: memref<64x64xf32>, %y: memref<64x64xf32>, %bias: memref<64xf32>) {
  %zero = arith.constant 0.0 : f32
  %sums = memref.alloc() : memref<64x64xf32>
  linalg.fill ins(%zero : f32) outs(%sums : memref<64x64xf32>)
  linalg.generic {indexing_maps = [#x, #y, #z], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %y : memref<64x64xf32>, memref<64x64xf32>) outs(%sums : memref<64x64xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = math.fma %a, %b, %sum : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #column, #id], iterator_types = ["parallel", "parallel"]} ins(%sums, %bias : memref<64x64xf32>, memref<64xf32>) outs(%x : memref<64x64xf32>) {
  ^bb0(%s: f32, %a: f32, %out: f32):
    %0 = arith.addf %s, %a : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

#x = affine_map<(m, n, k) -> (m, k)>
#y = affine_map<(m, n, k) -> (n, k)>
#z = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(m, n) -> (m, n)>
#row = affine_map<(m, n) -> (m)>
#column = affine_map<(m, n) -> (n)>

// It is not known whether the factor shares memory with the result.
// CHECK-LABEL: func @unknown_factor
// CHECK: math.fma
// CHECK: linalg.generic
func.func @unknown_factor(%c: i1, %v: memref<64x64xf32>, %y: memref<64x64xf32>, %bias: memref<64xf32>, %z: memref<64x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %x = arith.select %c, %v, %z : memref<64x64xf32>
  %sums = memref.alloc() : memref<64x64xf32>
  linalg.fill ins(%zero : f32) outs(%sums : memref<64x64xf32>)
  linalg.generic {indexing_maps = [#x, #y, #z], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %y : memref<64x64xf32>, memref<64x64xf32>) outs(%sums : memref<64x64xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = math.fma %a, %b, %sum : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #column, #id], iterator_types = ["parallel", "parallel"]} ins(%sums, %bias : memref<64x64xf32>, memref<64xf32>) outs(%z : memref<64x64xf32>) {
  ^bb0(%s: f32, %a: f32, %out: f32):
    %0 = arith.addf %s, %a : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

#x = affine_map<(m, n, k) -> (m, k)>
#y = affine_map<(m, n, k) -> (n, k)>
#z = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(m, n) -> (m, n)>
#row = affine_map<(m, n) -> (m)>
#column = affine_map<(m, n) -> (n)>

// Elements of a single row may be made twice.
// CHECK-LABEL: func @row_in_place
// CHECK: math.fma
// CHECK: linalg.generic
func.func @row_in_place(%x: memref<1x64xf32>, %y: memref<64x64xf32>, %residual: memref<1x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %sums = memref.alloc() : memref<1x64xf32>
  linalg.fill ins(%zero : f32) outs(%sums : memref<1x64xf32>)
  linalg.generic {indexing_maps = [#x, #y, #z], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %y : memref<1x64xf32>, memref<64x64xf32>) outs(%sums : memref<1x64xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = math.fma %a, %b, %sum : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%sums, %residual : memref<1x64xf32>, memref<1x64xf32>) outs(%residual : memref<1x64xf32>) {
  ^bb0(%s: f32, %a: f32, %out: f32):
    %0 = arith.addf %s, %a : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

#x = affine_map<(m, n, k) -> (m, k)>
#y = affine_map<(m, n, k) -> (n, k)>
#z = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(m, n) -> (m, n)>
#row = affine_map<(m, n) -> (m)>
#column = affine_map<(m, n) -> (n)>

// Others read the sums.
// CHECK-LABEL: func @other_reader
// CHECK: math.fma
// CHECK: linalg.generic
// CHECK: memref.copy
func.func @other_reader(%x: memref<64x64xf32>, %y: memref<64x64xf32>, %bias: memref<64xf32>, %z: memref<64x64xf32>, %copy: memref<64x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %sums = memref.alloc() : memref<64x64xf32>
  linalg.fill ins(%zero : f32) outs(%sums : memref<64x64xf32>)
  linalg.generic {indexing_maps = [#x, #y, #z], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %y : memref<64x64xf32>, memref<64x64xf32>) outs(%sums : memref<64x64xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = math.fma %a, %b, %sum : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #column, #id], iterator_types = ["parallel", "parallel"]} ins(%sums, %bias : memref<64x64xf32>, memref<64xf32>) outs(%z : memref<64x64xf32>) {
  ^bb0(%s: f32, %a: f32, %out: f32):
    %0 = arith.addf %s, %a : f32
    linalg.yield %0 : f32
  }
  memref.copy %sums, %copy : memref<64x64xf32> to memref<64x64xf32>
  return
}

// -----

#x = affine_map<(m, n, k) -> (m, k)>
#y = affine_map<(m, n, k) -> (n, k)>
#z = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(m, n) -> (m, n)>
#row = affine_map<(m, n) -> (m)>
#column = affine_map<(m, n) -> (n)>

// The code needs the position of an element.
// CHECK-LABEL: func @position
// CHECK: math.fma
// CHECK: linalg.generic
// CHECK: linalg.index
func.func @position(%x: memref<64x64xf32>, %y: memref<64x64xf32>, %z: memref<64x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %sums = memref.alloc() : memref<64x64xf32>
  linalg.fill ins(%zero : f32) outs(%sums : memref<64x64xf32>)
  linalg.generic {indexing_maps = [#x, #y, #z], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %y : memref<64x64xf32>, memref<64x64xf32>) outs(%sums : memref<64x64xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = math.fma %a, %b, %sum : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%sums : memref<64x64xf32>) outs(%z : memref<64x64xf32>) {
  ^bb0(%s: f32, %out: f32):
    %i = linalg.index 0 : index
    %j = arith.index_cast %i : index to i32
    %f = arith.sitofp %j : i32 to f32
    %0 = arith.addf %s, %f : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

#x = affine_map<(o, y, x, i) -> (i, y, x)>
#w = affine_map<(o, y, x, i) -> (o, i)>
#z = affine_map<(o, y, x, i) -> (o, y, x)>
#id = affine_map<(o, y, x) -> (o, y, x)>
#channel = affine_map<(o, y, x) -> (o)>

// There is a border around the result: vectors would end there.
// CHECK-LABEL: func @border
// CHECK: math.fma
// CHECK: linalg.generic
func.func @border(%x: memref<32x14x14xf32>, %w: memref<32x32xf32>, %bias: memref<32xf32>, %z: memref<32x16x16xf32>) {
  %zero = arith.constant 0.0 : f32
  %sums = memref.alloc() : memref<32x14x14xf32>
  linalg.fill ins(%zero : f32) outs(%sums : memref<32x14x14xf32>)
  linalg.generic {indexing_maps = [#x, #w, #z], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%x, %w : memref<32x14x14xf32>, memref<32x32xf32>) outs(%sums : memref<32x14x14xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = math.fma %a, %b, %sum : f32
    linalg.yield %0 : f32
  }
  %inside = memref.subview %z[0, 1, 1] [32, 14, 14] [1, 1, 1] : memref<32x16x16xf32> to memref<32x14x14xf32, strided<[256, 16, 1], offset: 17>>
  linalg.generic {indexing_maps = [#id, #channel, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%sums, %bias : memref<32x14x14xf32>, memref<32xf32>) outs(%inside : memref<32x14x14xf32, strided<[256, 16, 1], offset: 17>>) {
  ^bb0(%s: f32, %a: f32, %out: f32):
    %0 = arith.addf %s, %a : f32
    linalg.yield %0 : f32
  }
  return
}
