// RUN: relay-lite-opt %s --split-input-file --relay-fold-constant='max-growth=0 max-total-growth=100' --remarks-filter=FoldConstant --remark-format=emitRemark 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --implicit-check-not=remark: < %t.remarks

// What turns out to have no value, after the limit let it pass, leaves its
// growth to others that the limit had refused.

// CHECK-LABEL: func.func @trap
func.func @trap() -> (tensor<20xf32>, tensor<5x5xi32>) {
  // CHECK-NEXT: %[[TILE:.*]] = relay.constant dense<[1.0{{.*}} : tensor<20xf32>
  // CHECK: %[[QUOTIENT:.*]] = relay.divide
  // CHECK: return %[[TILE]], %[[QUOTIENT]]
  %0 = relay.constant dense<[1.0, 2.0]> : tensor<2xf32>
  // REMARK-DAG: :[[#@LINE+1]]:{{.*}} Folded | Category:FoldConstant | Remark="relay.tile: 80 bytes"
  %1 = relay.tile %0 {reps = array<i64: 10>} : (tensor<2xf32>) -> tensor<20xf32>
  %2 = relay.constant dense<[[1], [2], [3], [4], [5]]> : tensor<5x1xi32>
  %3 = relay.constant dense<[[1, 2, 0, 4, 5]]> : tensor<1x5xi32>
  // REMARK-DAG: :[[#@LINE+1]]:{{.*}} NotFolded | Category:FoldConstant | Remark="relay.divide: it would divide by zero at element [0, 2]"
  %4 = relay.divide %2, %3 : (tensor<5x1xi32>, tensor<1x5xi32>) -> tensor<5x5xi32>
  return %1, %4 : tensor<20xf32>, tensor<5x5xi32>
}

// -----

// The operand of what was refused at first is not written back for it.

// CHECK-LABEL: func.func @operand
func.func @operand() -> (tensor<20xf32>, tensor<5x5xi32>) {
  // CHECK-NEXT: relay.constant {{.*}} : tensor<20xf32>
  // CHECK-NEXT: relay.constant {{.*}} : tensor<5x1xi32>
  // CHECK-NEXT: relay.constant {{.*}} : tensor<1x5xi32>
  // CHECK-NEXT: relay.divide
  // CHECK-NEXT: return
  %0 = relay.constant dense<[1.0, 2.0]> : tensor<2xf32>
  // REMARK-DAG: :[[#@LINE+1]]:{{.*}} Evaluated | Category:FoldConstant | Remark="relay.negative: for what uses it"
  %1 = relay.negative %0 : (tensor<2xf32>) -> tensor<2xf32>
  // REMARK-DAG: :[[#@LINE+1]]:{{.*}} Folded | Category:FoldConstant | Remark="relay.tile: 80 bytes"
  %2 = relay.tile %1 {reps = array<i64: 10>} : (tensor<2xf32>) -> tensor<20xf32>
  %3 = relay.constant dense<[[1], [2], [3], [4], [5]]> : tensor<5x1xi32>
  %4 = relay.constant dense<[[1, 2, 0, 4, 5]]> : tensor<1x5xi32>
  // REMARK-DAG: :[[#@LINE+1]]:{{.*}} NotFolded | Category:FoldConstant | Remark="relay.divide: it would divide by zero at element [0, 2]"
  %5 = relay.divide %3, %4 : (tensor<5x1xi32>, tensor<1x5xi32>) -> tensor<5x5xi32>
  return %2, %5 : tensor<20xf32>, tensor<5x5xi32>
}

// -----

// The same where a shape is known only after evaluation.

// CHECK-LABEL: func.func @dynamic
func.func @dynamic() -> (tensor<?xf32>, tensor<5x5xi32>) {
  // CHECK: relay.constant {{.*}} : tensor<20xf32>
  // CHECK: relay.divide
  // CHECK-NOT: relay.dyn.tile
  // CHECK: return
  %0 = relay.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %1 = relay.constant dense<10> : tensor<1xi64>
  // REMARK-DAG: :[[#@LINE+1]]:{{.*}} Folded | Category:FoldConstant | Remark="relay.dyn.tile: 80 bytes"
  %2 = relay.dyn.tile %0, %1 : (tensor<2xf32>, tensor<1xi64>) -> tensor<?xf32>
  %3 = relay.constant dense<[[1], [2], [3], [4], [5]]> : tensor<5x1xi32>
  %4 = relay.constant dense<[[1, 2, 0, 4, 5]]> : tensor<1x5xi32>
  // REMARK-DAG: :[[#@LINE+1]]:{{.*}} NotFolded | Category:FoldConstant | Remark="relay.divide: it would divide by zero at element [0, 2]"
  %5 = relay.divide %3, %4 : (tensor<5x1xi32>, tensor<1x5xi32>) -> tensor<5x5xi32>
  return %2, %5 : tensor<?xf32>, tensor<5x5xi32>
}
