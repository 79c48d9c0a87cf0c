// RUN: relay-lite-opt %s --relay-lower-to-llvm \
// RUN:   | mlir-runner --entry-point-result=void --shared-libs=%mlir_lib_dir/libmlir_runner_utils.so \
// RUN:   | FileCheck %s

// Shapes that are known at run time only, where several dimensions come from
// one of the operand.

func.func private @printMemrefF32(tensor<*xf32>) attributes {llvm.emit_c_interface}

// CHECK: sizes = [2, 2, 3] {{.*}} data =
// CHECK-NEXT: {{\[\[\[}}0, 1, 2],
// CHECK-NEXT: [3, 4, 5]],
// CHECK-NEXT: {{\[\[}}6, 7, 8],
// CHECK-NEXT: [9, 10, 11]]]
func.func private @split(%x: tensor<?x?xf32>) -> tensor<?x?x?xf32> {
  %0 = relay.reshape %x {newshape = array<i64: -4, -1, 2, 0>} : (tensor<?x?xf32>) -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}

// CHECK: sizes = [2, 1, 2, 3] {{.*}} data =
// CHECK-NEXT: {{\[\[\[\[}}0, 1, 2],
// CHECK-NEXT: [3, 4, 5]]],
// CHECK-NEXT: {{\[\[\[}}6, 7, 8],
// CHECK-NEXT: [9, 10, 11]]]]
func.func private @copy_rest(%x: tensor<?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  %0 = relay.reshape %x {newshape = array<i64: -4, 2, -1, -2>} : (tensor<?x?x?xf32>) -> tensor<2x?x?x?xf32>
  %1 = relay.reshape %0 {newshape = array<i64: -2>} : (tensor<2x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  return %1 : tensor<?x?x?x?xf32>
}

// CHECK: sizes = [4, 3] {{.*}} data =
// CHECK-NEXT: {{\[\[}}0, 1, 2],
// CHECK-NEXT: [3, 4, 5],
// CHECK-NEXT: [6, 7, 8],
// CHECK-NEXT: [9, 10, 11]]
func.func private @merge(%x: tensor<?x?x?xf32>) -> tensor<?x?xf32> {
  %0 = relay.reshape %x {newshape = array<i64: -3, 0>} : (tensor<?x?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// CHECK: sizes = [4, 3] {{.*}} data =
// CHECK-NEXT: {{\[\[}}0, 1, 2],
// CHECK-NEXT: [3, 4, 5],
// CHECK-NEXT: [6, 7, 8],
// CHECK-NEXT: [9, 10, 11]]
func.func private @like(%x: tensor<?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = relay.reshape_like %x, %y : (tensor<?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// A slice has gaps, which the new shape does not.
// CHECK: sizes = [2, 2, 2] {{.*}} data =
// CHECK-NEXT: {{\[\[\[}}1, 2],
// CHECK-NEXT: [4, 5]],
// CHECK-NEXT: {{\[\[}}7, 8],
// CHECK-NEXT: [10, 11]]]
func.func private @sliced(%x: tensor<?x?xf32>) -> tensor<?x?x?xf32> {
  %0 = relay.strided_slice %x {begin = array<i64: 0, 1>, end = array<i64: 9, 9>, strides = array<i64: 1, 1>} : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = relay.reshape %0 {newshape = array<i64: -4, -1, 2, 0>} : (tensor<?x?xf32>) -> tensor<?x?x?xf32>
  return %1 : tensor<?x?x?xf32>
}

// CHECK: sizes = [1, 4, 1, 3] {{.*}} data =
// CHECK-NEXT: {{\[\[\[\[}}-0.463848, 0.121691, 0.70723]],
// CHECK-NEXT: {{\[\[}}2.58554, 3.75662, 4.9277]],
// CHECK-NEXT: {{\[\[}}-1.39154, 0.365074, 2.12169]],
// CHECK-NEXT: {{\[\[}}5.17108, 7.51323, 9.85539]]]]
func.func private @group_norm(%x: tensor<1x4x?x?xf32>) -> tensor<1x4x?x?xf32> {
  %0 = relay.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %1 = relay.nn.group_norm %x, %0, %0 {num_groups = 2} : (tensor<1x4x?x?xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<1x4x?x?xf32>
  return %1 : tensor<1x4x?x?xf32>
}

// No elements.
// CHECK: sizes = [0, 2, 2]
func.func private @empty(%x: tensor<?x?xf32>) -> tensor<?x?x?xf32> {
  %0 = relay.reshape %x {newshape = array<i64: 0, -4, 2, -1>} : (tensor<?x?xf32>) -> tensor<?x2x?xf32>
  %1 = relay.reshape %0 {newshape = array<i64: -2>} : (tensor<?x2x?xf32>) -> tensor<?x?x?xf32>
  return %1 : tensor<?x?x?xf32>
}

// Wider than the data, as in NumPy; one element repeats.
// CHECK: sizes = [2, 8] {{.*}} data =
// CHECK-NEXT: {{\[\[}}2, 1, 0, 1, 2, 1, 0, 1],
// CHECK-NEXT: [2, 1, 0, 1, 2, 1, 0, 1]]
func.func private @reflect(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = relay.constant dense<0.0> : tensor<f32>
  %1 = relay.nn.pad %x, %0 {pad_width = [array<i64: 1, 0>, array<i64: 2, 3>], pad_mode = "reflect"} : (tensor<?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

func.func @main() {
  %x = relay.constant dense<[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0], [6.0, 7.0, 8.0], [9.0, 10.0, 11.0]]> : tensor<4x3xf32>
  %flat = relay.reshape %x {newshape = array<i64: 12>} : (tensor<4x3xf32>) -> tensor<12xf32>
  %cube = relay.reshape %x {newshape = array<i64: 2, 2, 3>} : (tensor<4x3xf32>) -> tensor<2x2x3xf32>
  %image = relay.reshape %x {newshape = array<i64: 1, 4, 1, 3>} : (tensor<4x3xf32>) -> tensor<1x4x1x3xf32>
  %none = relay.constant dense<0.0> : tensor<0x4xf32>
  %split_0 = tensor.cast %x : tensor<4x3xf32> to tensor<?x?xf32>
  %split = call @split(%split_0) : (tensor<?x?xf32>) -> tensor<?x?x?xf32>
  %split_any = tensor.cast %split : tensor<?x?x?xf32> to tensor<*xf32>
  call @printMemrefF32(%split_any) : (tensor<*xf32>) -> ()
  %copy_rest_0 = tensor.cast %cube : tensor<2x2x3xf32> to tensor<?x?x?xf32>
  %copy_rest = call @copy_rest(%copy_rest_0) : (tensor<?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %copy_rest_any = tensor.cast %copy_rest : tensor<?x?x?x?xf32> to tensor<*xf32>
  call @printMemrefF32(%copy_rest_any) : (tensor<*xf32>) -> ()
  %merge_0 = tensor.cast %cube : tensor<2x2x3xf32> to tensor<?x?x?xf32>
  %merge = call @merge(%merge_0) : (tensor<?x?x?xf32>) -> tensor<?x?xf32>
  %merge_any = tensor.cast %merge : tensor<?x?xf32> to tensor<*xf32>
  call @printMemrefF32(%merge_any) : (tensor<*xf32>) -> ()
  %like_0 = tensor.cast %flat : tensor<12xf32> to tensor<?xf32>
  %like_1 = tensor.cast %x : tensor<4x3xf32> to tensor<?x?xf32>
  %like = call @like(%like_0, %like_1) : (tensor<?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %like_any = tensor.cast %like : tensor<?x?xf32> to tensor<*xf32>
  call @printMemrefF32(%like_any) : (tensor<*xf32>) -> ()
  %sliced_0 = tensor.cast %x : tensor<4x3xf32> to tensor<?x?xf32>
  %sliced = call @sliced(%sliced_0) : (tensor<?x?xf32>) -> tensor<?x?x?xf32>
  %sliced_any = tensor.cast %sliced : tensor<?x?x?xf32> to tensor<*xf32>
  call @printMemrefF32(%sliced_any) : (tensor<*xf32>) -> ()
  %group_norm_0 = tensor.cast %image : tensor<1x4x1x3xf32> to tensor<1x4x?x?xf32>
  %group_norm = call @group_norm(%group_norm_0) : (tensor<1x4x?x?xf32>) -> tensor<1x4x?x?xf32>
  %group_norm_any = tensor.cast %group_norm : tensor<1x4x?x?xf32> to tensor<*xf32>
  call @printMemrefF32(%group_norm_any) : (tensor<*xf32>) -> ()
  %empty_0 = tensor.cast %none : tensor<0x4xf32> to tensor<?x?xf32>
  %empty = call @empty(%empty_0) : (tensor<?x?xf32>) -> tensor<?x?x?xf32>
  %empty_any = tensor.cast %empty : tensor<?x?x?xf32> to tensor<*xf32>
  call @printMemrefF32(%empty_any) : (tensor<*xf32>) -> ()
  %row = relay.constant dense<[[0.0, 1.0, 2.0]]> : tensor<1x3xf32>
  %reflect_0 = tensor.cast %row : tensor<1x3xf32> to tensor<?x?xf32>
  %reflect = call @reflect(%reflect_0) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %reflect_any = tensor.cast %reflect : tensor<?x?xf32> to tensor<*xf32>
  call @printMemrefF32(%reflect_any) : (tensor<*xf32>) -> ()
  return
}
