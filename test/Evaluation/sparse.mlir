// RUN: relay-lite-run --check %s | FileCheck %s
// CHECK: 2 checks passed

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
