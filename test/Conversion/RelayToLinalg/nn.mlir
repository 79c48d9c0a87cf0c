// RUN: relay-lite-opt %s --convert-relay-to-linalg --canonicalize --cse | FileCheck %s

// CHECK-DAG: #[[$ROW_DEPTH:.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-DAG: #[[$COLUMN_DEPTH:.*]] = affine_map<(d0, d1, d2) -> (d1, d2)>
// CHECK-DAG: #[[$ROW_COLUMN:.*]] = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-DAG: #[[$DEPTH_ROW:.*]] = affine_map<(d0, d1, d2) -> (d2, d0)>
// CHECK-DAG: #[[$DEPTH_COLUMN:.*]] = affine_map<(d0, d1, d2) -> (d2, d1)>
// CHECK-DAG: #[[$REPEATED:.*]] = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
// CHECK-DAG: #[[$FIRST:.*]] = affine_map<(d0, d1, d2) -> (0, d1, d2)>
// CHECK-DAG: #[[$BATCH_COLUMN_DEPTH:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>
// CHECK-DAG: #[[$CHANNEL:.*]] = affine_map<(d0, d1, d2) -> (d1)>

// CHECK-LABEL: func @dense
// CHECK-SAME: %[[X:.*]]: tensor<2x4xf32>, %[[W:.*]]: tensor<5x4xf32>
func.func @dense(%x: tensor<2x4xf32>, %w: tensor<5x4xf32>) -> tensor<2x5xf32> {
  // CHECK: %[[INIT:.*]] = linalg.fill ins(%{{.*}} : f32)
  // CHECK: linalg.matmul indexing_maps = [#[[$ROW_DEPTH]], #[[$COLUMN_DEPTH]], #[[$ROW_COLUMN]]] ins(%[[X]], %[[W]] : {{.*}}) outs(%[[INIT]] :
  %0 = relay.nn.dense %x, %w : (tensor<2x4xf32>, tensor<5x4xf32>) -> tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}

// There is no named operation for several dimensions of rows.
// CHECK-LABEL: func @dense_rows
func.func @dense_rows(%x: tensor<2x3x4xf32>, %w: tensor<5x4xf32>) -> tensor<2x3x5xf32> {
  // CHECK: linalg.generic
  // CHECK-SAME: iterator_types = ["parallel", "parallel", "parallel", "reduction"]
  // CHECK: ^bb0(%[[A:.*]]: f32, %[[B:.*]]: f32, %[[SUM:.*]]: f32):
  // CHECK: %[[PRODUCT:.*]] = arith.mulf %[[A]], %[[B]] : f32
  // CHECK: arith.addf %[[PRODUCT]], %[[SUM]] : f32
  %0 = relay.nn.dense %x, %w : (tensor<2x3x4xf32>, tensor<5x4xf32>) -> tensor<2x3x5xf32>
  return %0 : tensor<2x3x5xf32>
}

// Accumulated in f32, rounded at the end.
// CHECK-LABEL: func @dense_f16
func.func @dense_f16(%x: tensor<?x4xf16>, %w: tensor<5x4xf16>) -> tensor<?x5xf16> {
  // CHECK: %[[SUMS:.*]] = linalg.matmul {{.*}} : tensor<?x4xf16>, tensor<5x4xf16>) outs(%{{.*}} : tensor<?x5xf32>)
  // CHECK: linalg.generic
  // CHECK-SAME: ins(%[[SUMS]] : tensor<?x5xf32>)
  // CHECK: arith.truncf %{{.*}} : f32 to f16
  %0 = relay.nn.dense %x, %w : (tensor<?x4xf16>, tensor<5x4xf16>) -> tensor<?x5xf16>
  return %0 : tensor<?x5xf16>
}

// The named operation does not round operands to the type of the result.
// CHECK-LABEL: func @dense_narrow
func.func @dense_narrow(%x: tensor<2x4xf32>, %w: tensor<5x4xf32>) -> tensor<2x5xf16> {
  // CHECK: linalg.generic
  // CHECK: %[[A:.*]] = arith.truncf %{{.*}} : f32 to f16
  // CHECK: arith.extf %[[A]] : f16 to f32
  %0 = relay.nn.dense %x, %w {out_dtype = f16} : (tensor<2x4xf32>, tensor<5x4xf32>) -> tensor<2x5xf16>
  return %0 : tensor<2x5xf16>
}

// CHECK-LABEL: func @dense_i8
func.func @dense_i8(%x: tensor<2x4xi8>, %w: tensor<5x4xi8>) -> tensor<2x5xi32> {
  // CHECK: linalg.matmul {{.*}} : tensor<2x4xi8>, tensor<5x4xi8>) outs(%{{.*}} : tensor<2x5xi32>)
  %0 = relay.nn.dense %x, %w {out_dtype = i32} : (tensor<2x4xi8>, tensor<5x4xi8>) -> tensor<2x5xi32>
  return %0 : tensor<2x5xi32>
}

// Elements are converted as their signs ask for.
// CHECK-LABEL: func @matmul_mixed
func.func @matmul_mixed(%a: tensor<4x2xui8>, %b: tensor<4x5xi8>) -> tensor<2x5xi32> {
  // CHECK: linalg.generic
  // CHECK-SAME: indexing_maps = [#[[$DEPTH_ROW]], #[[$DEPTH_COLUMN]], #[[$ROW_COLUMN]]], iterator_types = ["parallel", "parallel", "reduction"]
  // CHECK: %[[A:.*]] = arith.extui %{{.*}} : i8 to i32
  // CHECK: %[[B:.*]] = arith.extsi %{{.*}} : i8 to i32
  // CHECK: %[[PRODUCT:.*]] = arith.muli %[[A]], %[[B]] : i32
  // CHECK: arith.addi %[[PRODUCT]], %{{.*}} : i32
  %0 = relay.nn.matmul %a, %b {out_dtype = i32, transpose_a = true} : (tensor<4x2xui8>, tensor<4x5xi8>) -> tensor<2x5xi32>
  return %0 : tensor<2x5xi32>
}

// CHECK-LABEL: func @batch_matmul
// CHECK-SAME: %[[A:.*]]: tensor<2x3x4xf32>, %[[B:.*]]: tensor<2x5x4xf32>
func.func @batch_matmul(%a: tensor<2x3x4xf32>, %b: tensor<2x5x4xf32>) -> tensor<2x3x5xf32> {
  // CHECK: linalg.batch_matmul indexing_maps = [#{{.*}}, #[[$BATCH_COLUMN_DEPTH]], #{{.*}}] ins(%[[A]], %[[B]] :
  %0 = relay.nn.batch_matmul %a, %b {transpose_b = true} : (tensor<2x3x4xf32>, tensor<2x5x4xf32>) -> tensor<2x3x5xf32>
  return %0 : tensor<2x3x5xf32>
}

// CHECK-LABEL: func @batch_matmul_repeat
// CHECK-SAME: %[[A:.*]]: tensor<2x3x4xf32>, %[[B:.*]]: tensor<1x5x4xf32>
func.func @batch_matmul_repeat(%a: tensor<2x3x4xf32>, %b: tensor<1x5x4xf32>) -> tensor<2x3x5xf32> {
  // CHECK: %[[MATRIX:.*]] = tensor.collapse_shape %[[B]] {{\[\[}}0, 1], [2]]
  // CHECK: linalg.generic
  // CHECK-SAME: indexing_maps = [#{{.*}}, #[[$REPEATED]], #{{.*}}], iterator_types = ["parallel", "parallel", "parallel", "reduction"]
  // CHECK-SAME: ins(%[[A]], %[[MATRIX]] :
  %0 = relay.nn.batch_matmul %a, %b {transpose_b = true} : (tensor<2x3x4xf32>, tensor<1x5x4xf32>) -> tensor<2x3x5xf32>
  return %0 : tensor<2x3x5xf32>
}

// The batch of the first operand may be 1 at run time.
// CHECK-LABEL: func @batch_matmul_dynamic
// CHECK-SAME: %[[A:.*]]: tensor<?x3x4xf32>, %[[B:.*]]: tensor<2x4x5xf32>
func.func @batch_matmul_dynamic(%a: tensor<?x3x4xf32>, %b: tensor<2x4x5xf32>) -> tensor<?x3x5xf32> {
  // CHECK: %[[BATCH:.*]] = tensor.dim %[[A]], %c0
  // CHECK: %[[IS_ONE:.*]] = arith.cmpi eq, %[[BATCH]], %c1
  // CHECK: %[[REPEATED:.*]] = linalg.generic
  // CHECK-SAME: indexing_maps = [#[[$FIRST]], #{{.*}}]
  // CHECK: %[[I:.*]] = linalg.index 0
  // CHECK: %[[J:.*]] = arith.select %[[IS_ONE]], %c0, %[[I]]
  // CHECK: tensor.extract %[[A]][%[[J]], %{{.*}}, %{{.*}}]
  // CHECK: linalg.batch_matmul ins(%[[REPEATED]], %[[B]] :
  %0 = relay.nn.batch_matmul %a, %b : (tensor<?x3x4xf32>, tensor<2x4x5xf32>) -> tensor<?x3x5xf32>
  return %0 : tensor<?x3x5xf32>
}

// CHECK-LABEL: func @bias_add
func.func @bias_add(%x: tensor<2x?x4xbf16>, %b: tensor<3xbf16>) -> tensor<2x?x4xbf16> {
  // CHECK: linalg.generic
  // CHECK-SAME: indexing_maps = [#{{.*}}, #[[$CHANNEL]], #{{.*}}]
  // CHECK: %[[SUM:.*]] = arith.addf %{{.*}}, %{{.*}} : f32
  // CHECK: arith.truncf %[[SUM]] : f32 to bf16
  %0 = relay.nn.bias_add %x, %b : (tensor<2x?x4xbf16>, tensor<3xbf16>) -> tensor<2x?x4xbf16>
  return %0 : tensor<2x?x4xbf16>
}

// CHECK-LABEL: func @flatten
func.func @flatten(%x: tensor<?x3x4xf32>) -> tensor<?x12xf32> {
  // CHECK: tensor.collapse_shape %{{.*}} {{\[\[}}0], [1, 2]] : tensor<?x3x4xf32> into tensor<?x12xf32>
  %0 = relay.nn.batch_flatten %x : (tensor<?x3x4xf32>) -> tensor<?x12xf32>
  return %0 : tensor<?x12xf32>
}

// CHECK-LABEL: func @flatten_vector
func.func @flatten_vector(%x: tensor<3xf32>) -> tensor<3x1xf32> {
  // CHECK: tensor.expand_shape %{{.*}} {{\[\[}}0, 1]] output_shape [3, 1]
  %0 = relay.nn.batch_flatten %x : (tensor<3xf32>) -> tensor<3x1xf32>
  return %0 : tensor<3x1xf32>
}

// The value is converted; negative widths slice.
// CHECK-LABEL: func @pad
// CHECK-SAME: %[[X:.*]]: tensor<2x?xf32>, %[[V:.*]]: tensor<1xi32>
func.func @pad(%x: tensor<2x?xf32>, %v: tensor<1xi32>) -> tensor<5x?xf32> {
  // CHECK: %[[OLD:.*]] = tensor.dim %[[X]], %c1
  // CHECK: %[[LESS:.*]] = arith.addi %[[OLD]], %c-1
  // CHECK: %[[SIZE:.*]] = arith.maxsi %[[LESS]], %c0
  // CHECK: %[[ELEMENT:.*]] = tensor.extract %[[V]][%c0]
  // CHECK: %[[VALUE:.*]] = arith.sitofp %[[ELEMENT]] : i32 to f32
  // CHECK: %[[PADDED:.*]] = tensor.pad %[[X]] low[1, 0] high[2, 0]
  // CHECK: tensor.yield %[[VALUE]] : f32
  // CHECK: tensor.extract_slice %[[PADDED]][0, 0] [5, %[[SIZE]]] [1, 1]
  %0 = relay.nn.pad %x, %v {pad_width = [array<i64: 1, 2>, array<i64: 0, -1>]} : (tensor<2x?xf32>, tensor<1xi32>) -> tensor<5x?xf32>
  return %0 : tensor<5x?xf32>
}

// CHECK-LABEL: func @pad_edge
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>
func.func @pad_edge(%x: tensor<4xf32>, %v: tensor<f32>) -> tensor<7xf32> {
  // CHECK: %[[I:.*]] = linalg.index 0
  // CHECK: %[[J:.*]] = arith.subi %[[I]], %c1
  // CHECK: %[[LOW:.*]] = arith.minsi %[[J]], %c3
  // CHECK: %[[K:.*]] = arith.maxsi %[[LOW]], %c0
  // CHECK: %[[E:.*]] = tensor.extract %[[X]][%[[K]]]
  // CHECK: linalg.yield %[[E]]
  %0 = relay.nn.pad %x, %v {pad_width = [array<i64: 1, 2>], pad_mode = "edge"} : (tensor<4xf32>, tensor<f32>) -> tensor<7xf32>
  return %0 : tensor<7xf32>
}

// A dimension that is empty at run time is not read.
// CHECK-LABEL: func @pad_reflect_dynamic
// CHECK-SAME: %[[X:.*]]: tensor<?xf32>
func.func @pad_reflect_dynamic(%x: tensor<?xf32>, %v: tensor<f32>) -> tensor<?xf32> {
  // CHECK: %[[EXTENT:.*]] = tensor.dim %[[X]], %c0
  // CHECK: %[[EMPTY:.*]] = arith.cmpi eq, %[[EXTENT]], %c0
  // CHECK: %[[I:.*]] = linalg.index 0
  // CHECK: %[[LAST:.*]] = arith.subi %[[EXTENT]], %c1
  // CHECK: %[[J:.*]] = arith.subi %[[I]], %c1
  // CHECK: %[[MINUS_J:.*]] = arith.subi %c1, %[[I]]
  // CHECK: %[[LEFT:.*]] = arith.maxsi %[[J]], %[[MINUS_J]]
  // CHECK: %[[TWICE:.*]] = arith.addi %[[LAST]], %[[LAST]]
  // CHECK: %[[PERIOD:.*]] = arith.maxsi %[[TWICE]], %c1
  // CHECK: %[[FORTH:.*]] = arith.remsi %[[LEFT]], %[[PERIOD]]
  // CHECK: %[[BACK:.*]] = arith.subi %[[TWICE]], %[[FORTH]]
  // CHECK: arith.minsi %[[FORTH]], %[[BACK]]
  // CHECK: scf.if %[[EMPTY]] -> (f32)
  // CHECK: } else {
  // CHECK: tensor.extract %[[X]]
  %0 = relay.nn.pad %x, %v {pad_width = [array<i64: 1, 2>], pad_mode = "reflect"} : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// Two neighbours, as far as they exist; all in f32.
// CHECK-LABEL: func @lrn
// CHECK-SAME: %[[X:.*]]: tensor<1x8x?xf16>
func.func @lrn(%x: tensor<1x8x?xf16>) -> tensor<1x8x?xf16> {
  // CHECK: %[[WINDOW:.*]] = tensor.empty() : tensor<3xf32>
  // CHECK: %[[SUMS:.*]] = linalg.generic
  // CHECK-SAME: iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%[[WINDOW]] : tensor<3xf32>)
  // CHECK: ^bb0(%{{.*}}: f32, %[[S:.*]]: f32):
  // CHECK: %[[I:.*]] = linalg.index 1
  // CHECK: %[[BEFORE:.*]] = arith.subi %[[I]], %c1
  // CHECK: %[[AFTER:.*]] = arith.addi %[[I]], %c2
  // CHECK: %[[BEGIN:.*]] = arith.maxsi %[[BEFORE]], %c0
  // CHECK: %[[END:.*]] = arith.minsi %[[AFTER]], %c8
  // CHECK: %[[K:.*]] = linalg.index 3
  // CHECK: %[[POSITION:.*]] = arith.addi %[[BEGIN]], %[[K]]
  // CHECK: %[[LAST:.*]] = arith.subi %[[END]], %c1
  // CHECK: %[[J:.*]] = arith.minsi %[[POSITION]], %[[LAST]]
  // CHECK: %[[INSIDE:.*]] = arith.cmpi slt, %[[POSITION]], %[[END]]
  // CHECK: tensor.extract %[[X]][%{{.*}}, %[[J]], %{{.*}}]
  // CHECK: %[[SQUARE:.*]] = arith.mulf
  // CHECK: %[[NEW:.*]] = arith.addf %[[S]], %[[SQUARE]] : f32
  // CHECK: arith.select %[[INSIDE]], %[[NEW]], %[[S]] : f32
  // CHECK: linalg.generic
  // CHECK-SAME: ins(%[[X]], %[[SUMS]] : tensor<1x8x?xf16>, tensor<1x8x?xf32>)
  // CHECK: ^bb0(%{{.*}}: f16, %[[SUM:.*]]: f32, %{{.*}}: f16):
  // CHECK: %[[SCALED:.*]] = arith.mulf %[[SUM]], %{{.*}} : f32
  // CHECK: %[[MEAN:.*]] = arith.divf %[[SCALED]], %{{.*}} : f32
  // CHECK: %[[BASE:.*]] = arith.addf %[[MEAN]], %{{.*}} : f32
  // CHECK: %[[NORM:.*]] = math.powf %[[BASE]], %{{.*}} : f32
  // CHECK: arith.divf %{{.*}}, %[[NORM]] : f32
  // CHECK: arith.truncf %{{.*}} : f32 to f16
  %0 = relay.nn.lrn %x {size = 3 : i64, bias = 1.0 : f64} : (tensor<1x8x?xf16>) -> tensor<1x8x?xf16>
  return %0 : tensor<1x8x?xf16>
}

// CHECK-LABEL: func @dropout
// CHECK-SAME: %[[X:.*]]: tensor<?x4xf32>
func.func @dropout(%x: tensor<?x4xf32>) -> tuple<tensor<?x4xf32>, tensor<?x4xf32>> {
  // CHECK: %[[ONE:.*]] = arith.constant 1.0
  // CHECK: %[[MASK:.*]] = linalg.fill ins(%[[ONE]] : f32)
  // CHECK: return %[[X]], %[[MASK]]
  %0 = relay.nn.dropout %x : (tensor<?x4xf32>) -> tuple<tensor<?x4xf32>, tensor<?x4xf32>>
  return %0 : tuple<tensor<?x4xf32>, tensor<?x4xf32>>
}
