// RUN: relay-lite-opt %s --relay-lower-to-llvm \
// RUN:   | mlir-runner --entry-point-result=void --shared-libs=%mlir_lib_dir/libmlir_runner_utils.so \
// RUN:   | FileCheck %s

// Transposed convolutions where it is known at run time only whether padding
// reaches beyond the kernel and cuts off data.

func.func private @printMemrefF32(tensor<*xf32>) attributes {llvm.emit_c_interface}

func.func private @convolve(%x: tensor<?x?x?x?xf32>, %w: tensor<?x?x?x?xf32>) -> tensor<*xf32> {
  %0 = relay.nn.conv2d_transpose %x, %w {strides = array<i64: 3, 2>, padding = array<i64: 2, 1, 0, 1>, output_padding = array<i64: 2, 0>} : (tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %1 = tensor.cast %0 : tensor<?x?x?x?xf32> to tensor<*xf32>
  return %1 : tensor<*xf32>
}

func.func @main() {
  %x = relay.constant dense<[[[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], [[7.0, 8.0, 9.0], [10.0, 11.0, 12.0]]]]> : tensor<1x2x2x3xf32>
  %data = tensor.cast %x : tensor<1x2x2x3xf32> to tensor<?x?x?x?xf32>

  // CHECK: sizes = [1, 1, 4, 3] {{.*}} data =
  // CHECK-NEXT: {{\[\[\[\[}}0, 0, 0],
  // CHECK-NEXT: [0, 43, 0],
  // CHECK-NEXT: [0, 0, 0],
  // CHECK-NEXT: [0, 0, 0]]]]
  %points = relay.constant dense<[[[[2.0]]], [[[3.0]]]]> : tensor<2x1x1x1xf32>
  %point = tensor.cast %points : tensor<2x1x1x1xf32> to tensor<?x?x?x?xf32>
  %0 = call @convolve(%data, %point) : (tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>) -> tensor<*xf32>
  call @printMemrefF32(%0) : (tensor<*xf32>) -> ()

  // CHECK: sizes = [1, 1, 5, 5] {{.*}} data =
  // CHECK-NEXT: {{\[\[\[\[}}0, 0, 0, 0, 0],
  // CHECK-NEXT: [14, 35, 16, 39.5, 18],
  // CHECK-NEXT: [12, 73, 15, 84, 18],
  // CHECK-NEXT: [0, 0, 0, 0, 0],
  // CHECK-NEXT: [0, 0, 0, 0, 0]]]]
  %windows = relay.constant dense<[[[[2.0, 1.0, 0.5], [1.0, 3.0, 5.0]]], [[[3.0, 1.0, -1.0], [-2.0, 0.0, 7.0]]]]> : tensor<2x1x2x3xf32>
  %window = tensor.cast %windows : tensor<2x1x2x3xf32> to tensor<?x?x?x?xf32>
  %1 = call @convolve(%data, %window) : (tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>) -> tensor<*xf32>
  call @printMemrefF32(%1) : (tensor<*xf32>) -> ()
  return
}
