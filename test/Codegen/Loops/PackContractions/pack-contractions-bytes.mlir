// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-pack-contractions{block-depth=16 tile-rows=1 tile-vectors=1 min-products=0}),canonicalize)' | FileCheck %s --check-prefixes=CHECK,BLOCK
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-pack-contractions{block-depth=1024 tile-rows=1 tile-vectors=1 min-products=0}),canonicalize)' | FileCheck %s --check-prefixes=CHECK,DEEP

#x = affine_map<(m, n, k) -> (m, k)>
#y = affine_map<(m, n, k) -> (n, k)>
#z = affine_map<(m, n, k) -> (m, n)>

// Blocks of up to 1024 products of signed bytes have sums that f32 has, too.
// CHECK-LABEL: func @signed
func.func @signed(%x: memref<32x2048xi8>, %y: memref<48x2048xi8>, %z: memref<32x48xi32>) {
  // CHECK: %[[ROWS:.*]] = memref.alloc() {alignment = 64 : i64} : memref<{{.*}}xf32>
  // CHECK: %[[COLUMNS:.*]] = memref.alloc() {alignment = 64 : i64} : memref<{{.*}}xf32>
  // CHECK: arith.extsi {{.*}} : vector<8xi8> to vector<8xi32>
  // CHECK: arith.sitofp {{.*}} : vector<8xi32> to vector<8xf32>
  // Sums of the blocks before are kept as they are.
  // CHECK: %[[KEPT:.*]] = vector.load %[[COLUMNS]]
  // CHECK-NEXT: vector.bitcast %[[KEPT]] : vector<8xf32> to vector<8xi32>
  // CHECK: %[[SUM:.*]] = math.fma {{.*}} : vector<8xf32>
  // CHECK: arith.fptosi {{.*}} : vector<8xf32> to vector<8xi32>
  // CHECK-NEXT: %[[ALL:.*]] = arith.addi {{.*}} : vector<8xi32>
  // CHECK: vector.store %[[ALL]], {{.*}} : memref<{{.*}}xi32
  // CHECK: vector.bitcast %[[ALL]] : vector<8xi32> to vector<8xf32>
  %zero = arith.constant 0 : i32
  linalg.fill ins(%zero : i32) outs(%z : memref<32x48xi32>)
  linalg.generic {indexing_maps = [#x, #y, #z], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %y : memref<32x2048xi8>, memref<48x2048xi8>) outs(%z : memref<32x48xi32>) {
  ^bb0(%a: i8, %b: i8, %sum: i32):
    %0 = arith.extsi %a : i8 to i32
    %1 = arith.extsi %b : i8 to i32
    %2 = arith.muli %0, %1 : i32
    %3 = arith.addi %sum, %2 : i32
    linalg.yield %3 : i32
  }
  return
}

// Those of unsigned ones only up to 258.
// CHECK-LABEL: func @unsigned
func.func @unsigned(%x: memref<32x2048xi8>, %y: memref<48x2048xi8>, %z: memref<32x48xi32>) {
  // BLOCK: arith.sitofp {{.*}} : vector<8xi32> to vector<8xf32>
  // BLOCK: math.fma
  // DEEP-NOT: f32
  // DEEP: arith.muli {{.*}} : vector<8xi32>
  // DEEP-NOT: f32
  %zero = arith.constant 0 : i32
  linalg.fill ins(%zero : i32) outs(%z : memref<32x48xi32>)
  linalg.generic {indexing_maps = [#x, #y, #z], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %y : memref<32x2048xi8>, memref<48x2048xi8>) outs(%z : memref<32x48xi32>) {
  ^bb0(%a: i8, %b: i8, %sum: i32):
    %0 = arith.extui %a : i8 to i32
    %1 = arith.extui %b : i8 to i32
    %2 = arith.muli %0, %1 : i32
    %3 = arith.addi %sum, %2 : i32
    linalg.yield %3 : i32
  }
  return
}

// Those of other integers, and what is not extended alone, are summed up as
// they are.
// CHECK-LABEL: func @shifted
func.func @shifted(%x: memref<32x64xi8>, %y: memref<48x64xi8>, %z: memref<32x48xi32>) {
  // CHECK-NOT: f32
  // CHECK: arith.muli {{.*}} : vector<8xi32>
  // CHECK-NOT: f32
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  linalg.fill ins(%zero : i32) outs(%z : memref<32x48xi32>)
  linalg.generic {indexing_maps = [#x, #y, #z], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %y : memref<32x64xi8>, memref<48x64xi8>) outs(%z : memref<32x48xi32>) {
  ^bb0(%a: i8, %b: i8, %sum: i32):
    %0 = arith.extsi %a : i8 to i32
    %1 = arith.extsi %b : i8 to i32
    %2 = arith.addi %1, %one : i32
    %3 = arith.muli %0, %2 : i32
    %4 = arith.addi %sum, %3 : i32
    linalg.yield %4 : i32
  }
  return
}

// CHECK-LABEL: func @words
func.func @words(%x: memref<32x64xi16>, %y: memref<48x64xi16>, %z: memref<32x48xi32>) {
  // CHECK-NOT: f32
  // CHECK: arith.muli {{.*}} : vector<8xi32>
  // CHECK-NOT: f32
  %zero = arith.constant 0 : i32
  linalg.fill ins(%zero : i32) outs(%z : memref<32x48xi32>)
  linalg.generic {indexing_maps = [#x, #y, #z], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %y : memref<32x64xi16>, memref<48x64xi16>) outs(%z : memref<32x48xi32>) {
  ^bb0(%a: i16, %b: i16, %sum: i32):
    %0 = arith.extsi %a : i16 to i32
    %1 = arith.extsi %b : i16 to i32
    %2 = arith.muli %0, %1 : i32
    %3 = arith.addi %sum, %2 : i32
    linalg.yield %3 : i32
  }
  return
}
