// RUN: relay-lite-opt %s --relay-fold-constant='max-growth=40' | FileCheck %s
// RUN: relay-lite-opt %s --relay-fold-constant='max-growth=40' --relay-fold-constant='max-growth=40' | FileCheck %s
// RUN: relay-lite-opt %s --relay-fold-constant='max-growth=40' --remarks-filter=FoldConstant --remark-format=emitRemark -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// An expression that may not be written back has a value all the same, for its
// users.

// CHECK-LABEL: func.func @sum
func.func @sum() -> (tensor<20xf32>, tensor<f32>) {
  // CHECK: %[[TILE:.*]] = relay.tile
  // CHECK: %[[SUM:.*]] = relay.constant dense<3.000000e+01>
  // CHECK: return %[[TILE]], %[[SUM]]
  %0 = relay.constant dense<[1.0, 2.0]> : tensor<2xf32>
  // REMARK-DAG: :[[#@LINE+1]]:{{.*}} NotFolded | Category:FoldConstant | Remark="relay.tile: it is 72 bytes larger than its constants, the limit is 40"
  %1 = relay.tile %0 {reps = array<i64: 10>} : (tensor<2xf32>) -> tensor<20xf32>
  // REMARK-DAG: :[[#@LINE+1]]:{{.*}} Folded | Category:FoldConstant | Remark="relay.sum: 4 bytes"
  %2 = relay.sum %1 : (tensor<20xf32>) -> tensor<f32>
  return %1, %2 : tensor<20xf32>, tensor<f32>
}

// It may turn out not to have one, and this is what is told.

// CHECK-LABEL: func.func @trap
func.func @trap() -> (tensor<5x5xi32>, tensor<i32>) {
  // CHECK: %[[QUOTIENT:.*]] = relay.divide
  // CHECK: %[[SUM:.*]] = relay.sum %[[QUOTIENT]]
  // CHECK: return %[[QUOTIENT]], %[[SUM]]
  %0 = relay.constant dense<[[1], [2], [3], [4], [5]]> : tensor<5x1xi32>
  %1 = relay.constant dense<[[1, 2, 0, 4, 5]]> : tensor<1x5xi32>
  // REMARK-DAG: :[[#@LINE+1]]:{{.*}} NotFolded | Category:FoldConstant | Remark="relay.divide: it would divide by zero at element [0, 2]"
  %2 = relay.divide %0, %1 : (tensor<5x1xi32>, tensor<1x5xi32>) -> tensor<5x5xi32>
  // REMARK-DAG: :[[#@LINE+1]]:{{.*}} NotFolded | Category:FoldConstant | Remark="relay.sum: an operand is not folded"
  %3 = relay.sum %2 : (tensor<5x5xi32>) -> tensor<i32>
  return %2, %3 : tensor<5x5xi32>, tensor<i32>
}

// The same where its type is known only when it is evaluated.

// CHECK-LABEL: func.func @dynamic
func.func @dynamic() -> (tensor<?xf32>, tensor<f32>) {
  // CHECK: %[[TILE:.*]] = relay.dyn.tile
  // CHECK: %[[SUM:.*]] = relay.constant dense<3.000000e+01>
  // CHECK: return %[[TILE]], %[[SUM]]
  %0 = relay.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %1 = relay.constant dense<10> : tensor<1xi64>
  // REMARK-DAG: :[[#@LINE+1]]:{{.*}} NotFolded | Category:FoldConstant | Remark="relay.dyn.tile: it is 64 bytes larger than its constants, the limit is 40"
  %2 = relay.dyn.tile %0, %1 : (tensor<2xf32>, tensor<1xi64>) -> tensor<?xf32>
  // REMARK-DAG: :[[#@LINE+1]]:{{.*}} Folded | Category:FoldConstant | Remark="relay.sum: 4 bytes"
  %3 = relay.sum %2 : (tensor<?xf32>) -> tensor<f32>
  return %2, %3 : tensor<?xf32>, tensor<f32>
}

// Nor does a value get by whose shape is that of its operand.

// CHECK-LABEL: func.func @views
func.func @views() -> (tensor<?xf32>, tensor<?xf32>) {
  // CHECK: relay.dyn.tile
  // CHECK: relay.copy
  // CHECK: relay.split
  // CHECK: relay.tuple_get
  %0 = relay.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %1 = relay.constant dense<20> : tensor<1xi64>
  // REMARK-DAG: :[[#@LINE+1]]:{{.*}} NotFolded | Category:FoldConstant | Remark="relay.dyn.tile: it is part of a value that is too large"
  %2 = relay.dyn.tile %0, %1 : (tensor<2xf32>, tensor<1xi64>) -> tensor<?xf32>
  // REMARK-DAG: :[[#@LINE+1]]:{{.*}} NotFolded | Category:FoldConstant | Remark="relay.copy: it is 144 bytes larger than its constants, the limit is 40"
  %3 = relay.copy %2 : (tensor<?xf32>) -> tensor<?xf32>
  // REMARK-DAG: :[[#@LINE+1]]:{{.*}} NotFolded | Category:FoldConstant | Remark="relay.split: it is part of a value that is too large"
  %4 = relay.split %2 {indices_or_sections = 2 : i64} : (tensor<?xf32>) -> tuple<tensor<?xf32>, tensor<?xf32>>
  // REMARK-DAG: :[[#@LINE+1]]:{{.*}} NotFolded | Category:FoldConstant | Remark="relay.tuple_get: it is 64 bytes larger than its constants, the limit is 40"
  %5 = relay.tuple_get %4[0] : (tuple<tensor<?xf32>, tensor<?xf32>>) -> tensor<?xf32>
  return %3, %5 : tensor<?xf32>, tensor<?xf32>
}
