// RUN: relay-lite-run --check %s | FileCheck %s
// CHECK: 6 checks passed

// Rows are filled at the beginning, in the middle and at the end.
func.func @fill() -> (tuple<tensor<?x2xi64>, tensor<?xi64>, tensor<?xi64>>, tuple<tensor<7x2xi64>, tensor<7xi64>, tensor<6xi64>>) attributes {relay.check} {
  %i = relay.constant dense<[[1, 0], [1, 3], [2, 4], [4, 2]]> : tensor<4x2xi64>
  %v = relay.constant dense<[5, 6, 7, 8]> : tensor<4xi64>
  %s = relay.constant dense<[6, 5]> : tensor<2xi64>
  %d = relay.constant dense<[9]> : tensor<1xi64>
  %0 = relay.sparse_fill_empty_rows %i, %v, %s, %d : (tensor<4x2xi64>, tensor<4xi64>, tensor<2xi64>, tensor<1xi64>) -> tuple<tensor<?x2xi64>, tensor<?xi64>, tensor<?xi64>>
  %1 = relay.constant dense<[[0, 0], [1, 0], [1, 3], [2, 4], [3, 0], [4, 2], [5, 0]]> : tensor<7x2xi64>
  %2 = relay.constant dense<[9, 5, 6, 7, 9, 8, 9]> : tensor<7xi64>
  %3 = relay.constant dense<[1, 0, 0, 1, 0, 1]> : tensor<6xi64>
  %4 = relay.tuple %1, %2, %3 : (tensor<7x2xi64>, tensor<7xi64>, tensor<6xi64>) -> tuple<tensor<7x2xi64>, tensor<7xi64>, tensor<6xi64>>
  return %0, %4 : tuple<tensor<?x2xi64>, tensor<?xi64>, tensor<?xi64>>, tuple<tensor<7x2xi64>, tensor<7xi64>, tensor<6xi64>>
}

// No elements: all rows are empty.
func.func @fill_all() -> (tuple<tensor<?x3xi64>, tensor<?xi64>, tensor<?xi64>>, tuple<tensor<2x3xi64>, tensor<2xi64>, tensor<2xi64>>) attributes {relay.check} {
  %i = relay.constant dense<> : tensor<0x3xi32>
  %v = relay.constant dense<> : tensor<0xf32>
  %s = relay.constant dense<[2, 5, 5]> : tensor<3xi32>
  %d = relay.constant dense<-7.5> : tensor<f32>
  %0 = relay.sparse_fill_empty_rows %i, %v, %s, %d : (tensor<0x3xi32>, tensor<0xf32>, tensor<3xi32>, tensor<f32>) -> tuple<tensor<?x3xi64>, tensor<?xi64>, tensor<?xi64>>
  %1 = relay.constant dense<[[0, 0, 0], [1, 0, 0]]> : tensor<2x3xi64>
  %2 = relay.constant dense<[-7, -7]> : tensor<2xi64>
  %3 = relay.constant dense<[1, 1]> : tensor<2xi64>
  %4 = relay.tuple %1, %2, %3 : (tensor<2x3xi64>, tensor<2xi64>, tensor<2xi64>) -> tuple<tensor<2x3xi64>, tensor<2xi64>, tensor<2xi64>>
  return %0, %4 : tuple<tensor<?x3xi64>, tensor<?xi64>, tensor<?xi64>>, tuple<tensor<2x3xi64>, tensor<2xi64>, tensor<2xi64>>
}

// No rows, and an element for none.
func.func @fill_none() -> (tuple<tensor<?x1xi64>, tensor<?xi64>, tensor<?xi64>>, tuple<tensor<1x1xi64>, tensor<1xi64>, tensor<0xi64>>) attributes {relay.check} {
  %i = relay.constant dense<[[3]]> : tensor<1x1xi64>
  %v = relay.constant dense<[5]> : tensor<1xi64>
  %s = relay.constant dense<[-1]> : tensor<1xi64>
  %d = relay.constant dense<1> : tensor<i64>
  %0 = relay.sparse_fill_empty_rows %i, %v, %s, %d : (tensor<1x1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<i64>) -> tuple<tensor<?x1xi64>, tensor<?xi64>, tensor<?xi64>>
  %1 = relay.constant dense<[[3]]> : tensor<1x1xi64>
  %2 = relay.constant dense<[5]> : tensor<1xi64>
  %3 = relay.constant dense<> : tensor<0xi64>
  %4 = relay.tuple %1, %2, %3 : (tensor<1x1xi64>, tensor<1xi64>, tensor<0xi64>) -> tuple<tensor<1x1xi64>, tensor<1xi64>, tensor<0xi64>>
  return %0, %4 : tuple<tensor<?x1xi64>, tensor<?xi64>, tensor<?xi64>>, tuple<tensor<1x1xi64>, tensor<1xi64>, tensor<0xi64>>
}

// Rows out of order and out of range.
func.func @fill_odd() -> (tuple<tensor<?x2xi64>, tensor<?xi64>, tensor<?xi64>>, tuple<tensor<5x2xi64>, tensor<5xi64>, tensor<3xi64>>) attributes {relay.check} {
  %i = relay.constant dense<[[2, 0], [-1, 1], [0, 2], [7, 3]]> : tensor<4x2xi64>
  %v = relay.constant dense<[5, 6, 7, 8]> : tensor<4xi64>
  %s = relay.constant dense<[3, 5]> : tensor<2xi64>
  %d = relay.constant dense<9> : tensor<i64>
  %0 = relay.sparse_fill_empty_rows %i, %v, %s, %d : (tensor<4x2xi64>, tensor<4xi64>, tensor<2xi64>, tensor<i64>) -> tuple<tensor<?x2xi64>, tensor<?xi64>, tensor<?xi64>>
  %1 = relay.constant dense<[[1, 0], [2, 0], [-1, 1], [0, 2], [7, 3]]> : tensor<5x2xi64>
  %2 = relay.constant dense<[9, 5, 6, 7, 8]> : tensor<5xi64>
  %3 = relay.constant dense<[0, 1, 0]> : tensor<3xi64>
  %4 = relay.tuple %1, %2, %3 : (tensor<5x2xi64>, tensor<5xi64>, tensor<3xi64>) -> tuple<tensor<5x2xi64>, tensor<5xi64>, tensor<3xi64>>
  return %0, %4 : tuple<tensor<?x2xi64>, tensor<?xi64>, tensor<?xi64>>, tuple<tensor<5x2xi64>, tensor<5xi64>, tensor<3xi64>>
}

// No elements, no columns.
func.func @empty_products() -> (tensor<2x1xf32>, tensor<2x1xf32>) attributes {relay.check} {
  %x = relay.constant dense<> : tensor<2x0xf32>
  %d = relay.constant dense<> : tensor<0xf32>
  %i = relay.constant dense<> : tensor<0xi32>
  %p = relay.constant dense<[0, 5]> : tensor<2xi32>
  %0 = relay.nn.sparse_dense %x, %d, %i, %p : (tensor<2x0xf32>, tensor<0xf32>, tensor<0xi32>, tensor<2xi32>) -> tensor<2x1xf32>
  %1 = relay.constant dense<0.0> : tensor<2x1xf32>
  return %0, %1 : tensor<2x1xf32>, tensor<2x1xf32>
}

// Blocks without rows.
func.func @empty_blocks() -> (tensor<2x0xf32>, tensor<2x0xf32>) attributes {relay.check} {
  %x = relay.constant dense<1.0> : tensor<2x4xf32>
  %d = relay.constant dense<> : tensor<1x0x2xf32>
  %i = relay.constant dense<0> : tensor<1xi32>
  %p = relay.constant dense<[0, 1]> : tensor<2xi32>
  %0 = relay.nn.sparse_dense %x, %d, %i, %p : (tensor<2x4xf32>, tensor<1x0x2xf32>, tensor<1xi32>, tensor<2xi32>) -> tensor<2x0xf32>
  %1 = relay.constant dense<> : tensor<2x0xf32>
  return %0, %1 : tensor<2x0xf32>, tensor<2x0xf32>
}
