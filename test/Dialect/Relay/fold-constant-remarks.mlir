// RUN: relay-lite-opt %s --relay-fold-constant='max-growth=1' --remarks-filter=FoldConstant \
// RUN:   --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s

// CHECK-DAG: :[[#@LINE+13]]:{{.*}} remark: [Missed] NotFolded | Category:FoldConstant | Remark="relay.zeros{{.*}}no operands
func.func @f() -> tuple<tensor<f32>, tensor<i32>, tensor<3x3xi8>, tensor<2xf32>> {
  // CHECK-DAG: :[[#@LINE+2]]:{{.*}} remark: [Passed] Folded | Category:FoldConstant | Remark="relay.add{{.*}}4 bytes
  %0 = relay.constant dense<1.0> : tensor<f32>
  %1 = relay.add %0, %0 : (tensor<f32>, tensor<f32>) -> tensor<f32>
  // CHECK-DAG: :[[#@LINE+3]]:{{.*}} remark: [Missed] NotFolded | Category:FoldConstant | Remark="relay.divide{{.*}}an integer division has no value
  %2 = relay.constant dense<1> : tensor<i32>
  %3 = relay.constant dense<0> : tensor<i32>
  %4 = relay.divide %2, %3 : (tensor<i32>, tensor<i32>) -> tensor<i32>
  // CHECK-DAG: :[[#@LINE+3]]:{{.*}} remark: [Missed] NotFolded | Category:FoldConstant | Remark="relay.add{{.*}}it is 5 bytes larger than its constants, the limit is 1
  %5 = relay.constant dense<[[1], [2], [3]]> : tensor<3x1xi8>
  %6 = relay.constant dense<7> : tensor<1x3xi8>
  %7 = relay.add %5, %6 : (tensor<3x1xi8>, tensor<1x3xi8>) -> tensor<3x3xi8>
  %8 = relay.zeros {shape = array<i64: 2>, dtype = f32} : () -> tensor<2xf32>
  %9 = relay.tuple %1, %4, %7, %8 : (tensor<f32>, tensor<i32>, tensor<3x3xi8>, tensor<2xf32>) -> tuple<tensor<f32>, tensor<i32>, tensor<3x3xi8>, tensor<2xf32>>
  return %9 : tuple<tensor<f32>, tensor<i32>, tensor<3x3xi8>, tensor<2xf32>>
}
