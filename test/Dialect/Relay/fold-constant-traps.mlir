// RUN: relay-lite-opt %s --relay-fold-constant=max-temporary=0 --remarks-filter=FoldConstant --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s

// Operators without a value: see also fold-constant-remarks.mlir.

// Means are divided by the low bits of the number of elements.
func.func @means() -> (tensor<i32>, tensor<i8>, tensor<i8>, tensor<ui8>, tensor<i32>, tensor<2xf32>, tensor<0xi32>, tensor<i32>) {
  %0 = relay.constant dense<> : tensor<0xi32>
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [Missed] NotFolded | Category:FoldConstant | Remark="relay.mean: it would divide by zero"
  %1 = relay.mean %0 : (tensor<0xi32>) -> tensor<i32>
  %2 = relay.constant dense<1> : tensor<128x2xi8>
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [Missed] NotFolded | Category:FoldConstant | Remark="relay.mean: it would divide by zero"
  %3 = relay.mean %2 : (tensor<128x2xi8>) -> tensor<i8>
  %4 = relay.constant dense<1> : tensor<3x85xi8>
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [Missed] NotFolded | Category:FoldConstant | Remark="relay.mean: it may divide the smallest integer by -1"
  %5 = relay.mean %4 : (tensor<3x85xi8>) -> tensor<i8>
  %6 = relay.constant dense<1> : tensor<255xui8>
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [Passed] Folded | Category:FoldConstant | Remark="relay.mean: 1 bytes"
  %7 = relay.mean %6 : (tensor<255xui8>) -> tensor<ui8>
  %8 = relay.constant dense<5> : tensor<1xi32>
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [Missed] NotFolded | Category:FoldConstant | Remark="relay.variance: it would divide by zero"
  %9 = relay.variance %8, %8 {unbiased = true} : (tensor<1xi32>, tensor<1xi32>) -> tensor<i32>
  // The quotient of floats is NaN; there may be none; or nothing is divided.
  %10 = relay.constant dense<5.0> : tensor<2x1xf32>
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [Passed] Folded | Category:FoldConstant | Remark="relay.variance: 8 bytes"
  %11 = relay.variance %10, %10 {axis = array<i64: 1>, unbiased = true} : (tensor<2x1xf32>, tensor<2x1xf32>) -> tensor<2xf32>
  %12 = relay.constant dense<> : tensor<0x0xi32>
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [Passed] Folded | Category:FoldConstant | Remark="relay.mean: 0 bytes"
  %13 = relay.mean %12 {axis = array<i64: 1>} : (tensor<0x0xi32>) -> tensor<0xi32>
  %14 = relay.constant dense<5> : tensor<i32>
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [Passed] Folded | Category:FoldConstant | Remark="relay.mean: 4 bytes"
  %15 = relay.mean %14 : (tensor<i32>) -> tensor<i32>
  return %1, %3, %5, %7, %9, %11, %13, %15 : tensor<i32>, tensor<i8>, tensor<i8>, tensor<ui8>, tensor<i32>, tensor<2xf32>, tensor<0xi32>, tensor<i32>
}
func.func @variances() -> (tensor<1xi32>, tensor<1xi32>) {
  %0 = relay.constant dense<5> : tensor<1xi32>
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [Passed] Folded | Category:FoldConstant | Remark="relay.variance: 4 bytes"
  %1 = relay.variance %0, %0 {axis = array<i64: 0>, exclude = true} : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [Missed] NotFolded | Category:FoldConstant | Remark="relay.variance: it would divide by zero"
  %2 = relay.variance %0, %0 {axis = array<i64: 0>, exclude = true, unbiased = true} : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
  return %1, %2 : tensor<1xi32>, tensor<1xi32>
}
func.func @poolings() -> (tensor<1x1x1x1xi8>, tensor<1x1x1x1xi8>, tensor<1x1x2x3xi8>, tensor<1x1x16x16xi8>, tensor<1x1x2x2xi32>, tensor<1x1x2x1x1xi32>) {
  %0 = relay.constant dense<1> : tensor<1x1x16x16xi8>
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [Missed] NotFolded | Category:FoldConstant | Remark="relay.nn.global_avg_pool2d: it would divide by zero"
  %1 = relay.nn.global_avg_pool2d %0 : (tensor<1x1x16x16xi8>) -> tensor<1x1x1x1xi8>
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [Missed] NotFolded | Category:FoldConstant | Remark="relay.nn.adaptive_avg_pool2d: it would divide by zero"
  %2 = relay.nn.adaptive_avg_pool2d %0 {output_size = array<i64: 1, 1>} : (tensor<1x1x16x16xi8>) -> tensor<1x1x1x1xi8>
  // Others divide in 64 bits.
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [Passed] Folded | Category:FoldConstant | Remark="relay.nn.adaptive_avg_pool2d: 6 bytes"
  %3 = relay.nn.adaptive_avg_pool2d %0 {output_size = array<i64: 2, 3>} : (tensor<1x1x16x16xi8>) -> tensor<1x1x2x3xi8>
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [Passed] Folded | Category:FoldConstant | Remark="relay.nn.adaptive_avg_pool2d: 256 bytes"
  %4 = relay.nn.adaptive_avg_pool2d %0 : (tensor<1x1x16x16xi8>) -> tensor<1x1x16x16xi8>
  %5 = relay.constant dense<> : tensor<1x1x0x5xi32>
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [Missed] NotFolded | Category:FoldConstant | Remark="relay.nn.adaptive_avg_pool2d: it would divide by zero"
  %6 = relay.nn.adaptive_avg_pool2d %5 {output_size = array<i64: 2>} : (tensor<1x1x0x5xi32>) -> tensor<1x1x2x2xi32>
  %7 = relay.constant dense<> : tensor<1x1x2x0x5xi32>
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [Missed] NotFolded | Category:FoldConstant | Remark="relay.nn.adaptive_avg_pool3d: it would divide by zero"
  %8 = relay.nn.adaptive_avg_pool3d %7 {output_size = array<i64: 2, 1, 1>} : (tensor<1x1x2x0x5xi32>) -> tensor<1x1x2x1x1xi32>
  return %1, %2, %3, %4, %6, %8 : tensor<1x1x1x1xi8>, tensor<1x1x1x1xi8>, tensor<1x1x2x3xi8>, tensor<1x1x16x16xi8>, tensor<1x1x2x2xi32>, tensor<1x1x2x1x1xi32>
}

// Indices that TVM does not define.
func.func @indices() -> (tensor<2xf32>, tensor<f32>, tensor<2xf32>, tensor<1x2xi8>, tensor<2xi8>, tensor<i8>, tensor<2xi8>, tensor<0x2xi8>) {
  %0 = relay.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %1 = relay.constant dense<[2, -1]> : tensor<2xi8>
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [Missed] NotFolded | Category:FoldConstant | Remark="relay.take: index -1 at element [1] is out of range, the size is 3"
  %2 = relay.take %0, %1 {axis = 0 : i64, mode = "fast"} : (tensor<3xf32>, tensor<2xi8>) -> tensor<2xf32>
  %3 = relay.constant dense<255> : tensor<ui8>
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [Missed] NotFolded | Category:FoldConstant | Remark="relay.take: index 255 is out of range, the size is 3"
  %4 = relay.take %0, %3 {mode = "fast"} : (tensor<3xf32>, tensor<ui8>) -> tensor<f32>
  // Limited to the range.
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [Passed] Folded | Category:FoldConstant | Remark="relay.take: 8 bytes"
  %5 = relay.take %0, %1 {axis = 0 : i64} : (tensor<3xf32>, tensor<2xi8>) -> tensor<2xf32>
  %6 = relay.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>
  %7 = relay.constant dense<[[2]]> : tensor<1x1xi64>
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [Missed] NotFolded | Category:FoldConstant | Remark="relay.gather_nd: index 2 at element [0, 0] is out of range, the size is 2"
  %8 = relay.gather_nd %6, %7 : (tensor<2x2xi8>, tensor<1x1xi64>) -> tensor<1x2xi8>
  %9 = relay.constant dense<[[[1, 2, 3], [4, 5, 6]]]> : tensor<1x2x3xi8>
  %10 = relay.constant dense<[[0, 0], [1, 1], [2, 3]]> : tensor<3x2xi32>
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [Missed] NotFolded | Category:FoldConstant | Remark="relay.gather_nd: index 3 at element [2, 1] is out of range, the size is 3"
  %11 = relay.gather_nd %9, %10 : (tensor<1x2x3xi8>, tensor<3x2xi32>) -> tensor<2xi8>
  %12 = relay.constant dense<1> : tensor<2xui16>
  %13 = relay.constant dense<[[7, 8]]> : tensor<1x2xi8>
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [Missed] NotFolded | Category:FoldConstant | Remark="relay.gather_nd: index 1 at element [0] is out of range, the size is 1"
  %14 = relay.gather_nd %13, %12 : (tensor<1x2xi8>, tensor<2xui16>) -> tensor<i8>
  // The first dimension is a batch, and not indexed.
  %15 = relay.constant dense<[[1, 0]]> : tensor<1x2xi32>
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [Passed] Folded | Category:FoldConstant | Remark="relay.gather_nd: 2 bytes"
  %16 = relay.gather_nd %6, %15 {batch_dims = 1 : i64} : (tensor<2x2xi8>, tensor<1x2xi32>) -> tensor<2xi8>
  // Nothing is read.
  %17 = relay.constant dense<> : tensor<0x3xi8>
  %18 = relay.constant dense<[5, 6]> : tensor<2xi32>
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [Passed] Folded | Category:FoldConstant | Remark="relay.take: 0 bytes"
  %19 = relay.take %17, %18 {axis = 1 : i64, mode = "fast"} : (tensor<0x3xi8>, tensor<2xi32>) -> tensor<0x2xi8>
  return %2, %4, %5, %8, %11, %14, %16, %19 : tensor<2xf32>, tensor<f32>, tensor<2xf32>, tensor<1x2xi8>, tensor<2xi8>, tensor<i8>, tensor<2xi8>, tensor<0x2xi8>
}
// Numbers that the elements of the result may not hold.
func.func @counts() -> (tensor<2xi32>, tensor<2xi64>, tensor<i32>, tensor<i64>, tensor<i32>, tensor<2xi32>, tensor<2xf32>) {
  %0 = relay.constant dense<1> : tensor<8589934592x3xi8>
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [Missed] NotFolded | Category:FoldConstant | Remark="relay.shape_of: 8589934592 does not fit into i32"
  %1 = relay.shape_of %0 {dtype = i32} : (tensor<8589934592x3xi8>) -> tensor<2xi32>
  %2 = relay.shape_of %0 {dtype = i64} : (tensor<8589934592x3xi8>) -> tensor<2xi64>
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [Missed] NotFolded | Category:FoldConstant | Remark="relay.ndarray_size: 25769803776 does not fit into i32"
  %3 = relay.ndarray_size %0 {dtype = i32} : (tensor<8589934592x3xi8>) -> tensor<i32>
  %4 = relay.ndarray_size %0 {dtype = i64} : (tensor<8589934592x3xi8>) -> tensor<i64>
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [Missed] NotFolded | Category:FoldConstant | Remark="relay.argmax: 25769803775 does not fit into i32"
  %5 = relay.argmax %0 : (tensor<8589934592x3xi8>) -> tensor<i32>
  %6 = relay.constant dense<[[1, 2, 3], [6, 5, 4]]> : tensor<2x3xi8>
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [Passed] Folded | Category:FoldConstant | Remark="relay.argmin: 8 bytes"
  %7 = relay.argmin %6 {axis = array<i64: 1>} : (tensor<2x3xi8>) -> tensor<2xi32>
  %8 = relay.shape_of %0 {dtype = f32} : (tensor<8589934592x3xi8>) -> tensor<2xf32>
  return %1, %2, %3, %4, %5, %7, %8 : tensor<2xi32>, tensor<2xi64>, tensor<i32>, tensor<i64>, tensor<i32>, tensor<2xi32>, tensor<2xf32>
}
