// Functions with relay.Compiler go through the pipelines of their compilers.

// RUN: relay-lite-opt %s --load-dialect-plugin=%accelerator --relay-compile-external \
// RUN:   | FileCheck %s
// RUN: relay-lite-opt %s --relay-compile-external --mlir-print-op-on-diagnostic=false 2>&1 | FileCheck %s --check-prefix=WITHOUT

// The call of the library, and a dense layer of another shape with the same declaration.
// CHECK: func.func @main(
// CHECK: relay.call @accel_0(
// CHECK: relay.call @accel_1(
// CHECK: func.func private @accel_dense_bias_relu(memref<?x?xf32>, memref<?x?xf32>, memref<?xf32>, memref<?x?xf32>) attributes {llvm.emit_c_interface}
// CHECK-NOT: func.func private @accel_dense_bias_relu
// CHECK: func.func private @accel_0(%[[X:.*]]: tensor<1x4xf32>, %[[W:.*]]: tensor<3x4xf32>, %[[B:.*]]: tensor<3xf32>) -> tensor<1x3xf32> attributes {relay.global_symbol = "accel_0"}
// CHECK-NEXT: %[[XBUFFER:.*]] = bufferization.to_buffer %[[X]] read_only : tensor<1x4xf32> to memref<1x4xf32>
// CHECK: %[[OUTPUT:.*]] = memref.alloc() : memref<1x3xf32>
// CHECK: call @accel_dense_bias_relu(
// CHECK: %[[RESULT:.*]] = bufferization.to_tensor %[[OUTPUT]] restrict writable : memref<1x3xf32> to tensor<1x3xf32>
// Other operators are left alone.
// CHECK-NEXT: %[[EXP:.*]] = relay.exp %[[RESULT]]
// CHECK-NEXT: return %[[EXP]]
// CHECK: func.func private @accel_1(

// WITHOUT: warning: there is no external compiler 'accel': RelayLite compiles the function
// WITHOUT: func.func private @accel_0(
// WITHOUT-SAME: attributes {relay.global_symbol = "accel_0"}
// WITHOUT: relay.nn.dense
func.func @accel_0(%x: tensor<1x4xf32>, %w: tensor<3x4xf32>, %b: tensor<3xf32>) -> tensor<1x3xf32>
    attributes {relay.Compiler = "accel", relay.global_symbol = "accel_0"} {
  %0 = relay.fused_fn (%x0: tensor<1x4xf32>, %w0: tensor<3x4xf32>, %b0: tensor<3xf32>) -> tensor<1x3xf32> attributes {relay.Composite = "accel.dense_bias_relu"} {
    %3 = relay.nn.dense %x0, %w0 : (tensor<1x4xf32>, tensor<3x4xf32>) -> tensor<1x3xf32>
    %4 = relay.nn.bias_add %3, %b0 : (tensor<1x3xf32>, tensor<3xf32>) -> tensor<1x3xf32>
    %5 = relay.nn.relu %4 : (tensor<1x3xf32>) -> tensor<1x3xf32>
    relay.yield %5 : tensor<1x3xf32>
  }
  %1 = relay.apply %0(%x, %w, %b) : ((tensor<1x4xf32>, tensor<3x4xf32>, tensor<3xf32>) -> tensor<1x3xf32>, tensor<1x4xf32>, tensor<3x4xf32>, tensor<3xf32>) -> tensor<1x3xf32>
  %2 = relay.exp %1 : (tensor<1x3xf32>) -> tensor<1x3xf32>
  return %2 : tensor<1x3xf32>
}

// A literal becomes a function, which its applications call.
func.func @main(%x: tensor<1x4xf32>, %w: tensor<3x4xf32>, %b: tensor<3xf32>, %w1: tensor<2x3xf32>, %b1: tensor<2xf32>) -> tensor<1x2xf32> {
  %0 = relay.call @accel_0(%x, %w, %b) : (tensor<1x4xf32>, tensor<3x4xf32>, tensor<3xf32>) -> tensor<1x3xf32>
  %1 = relay.fused_fn (%x0: tensor<1x3xf32>, %w0: tensor<2x3xf32>, %b0: tensor<2xf32>) -> tensor<1x2xf32> attributes {relay.Compiler = "accel", relay.global_symbol = "accel_1"} {
    %3 = relay.fused_fn (%x1: tensor<1x3xf32>, %w2: tensor<2x3xf32>, %b2: tensor<2xf32>) -> tensor<1x2xf32> attributes {relay.Composite = "accel.dense_bias_relu"} {
      %5 = relay.nn.dense %x1, %w2 : (tensor<1x3xf32>, tensor<2x3xf32>) -> tensor<1x2xf32>
      %6 = relay.nn.bias_add %5, %b2 : (tensor<1x2xf32>, tensor<2xf32>) -> tensor<1x2xf32>
      %7 = relay.nn.relu %6 : (tensor<1x2xf32>) -> tensor<1x2xf32>
      relay.yield %7 : tensor<1x2xf32>
    }
    %4 = relay.apply %3(%x0, %w0, %b0) : ((tensor<1x3xf32>, tensor<2x3xf32>, tensor<2xf32>) -> tensor<1x2xf32>, tensor<1x3xf32>, tensor<2x3xf32>, tensor<2xf32>) -> tensor<1x2xf32>
    relay.yield %4 : tensor<1x2xf32>
  }
  %2 = relay.apply %1(%0, %w1, %b1) : ((tensor<1x3xf32>, tensor<2x3xf32>, tensor<2xf32>) -> tensor<1x2xf32>, tensor<1x3xf32>, tensor<2x3xf32>, tensor<2xf32>) -> tensor<1x2xf32>
  return %2 : tensor<1x2xf32>
}
