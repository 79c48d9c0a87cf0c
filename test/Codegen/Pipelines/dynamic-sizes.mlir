// RUN: relay-lite-opt %s --relay-lower-to-llvm \
// RUN:   | mlir-runner --entry-point-result=void --shared-libs=%mlir_lib_dir/libmlir_runner_utils.so \
// RUN:   | FileCheck %s

// Operators of images, sorting and padding whose operands determine sizes at
// run time do what those do that take them from attributes.

func.func private @printMemrefF32(tensor<*xf32>) attributes {llvm.emit_c_interface}

func.func private @print(%x: tensor<?x?xf32>) {
  %0 = tensor.cast %x : tensor<?x?xf32> to tensor<*xf32>
  call @printMemrefF32(%0) : (tensor<*xf32>) -> ()
  return
}

func.func private @print_image(%x: tensor<1x1x?x?xf32>) {
  %0 = tensor.cast %x : tensor<1x1x?x?xf32> to tensor<*xf32>
  call @printMemrefF32(%0) : (tensor<*xf32>) -> ()
  return
}

func.func private @print_volume(%x: tensor<1x1x?x?x?xf32>) {
  %0 = tensor.cast %x : tensor<1x1x?x?x?xf32> to tensor<*xf32>
  call @printMemrefF32(%0) : (tensor<*xf32>) -> ()
  return
}

func.func private @topk(%x: tensor<2x4xf32>, %k: tensor<i64>) -> (tensor<2x?xf32>, tensor<2x?xf32>) {
  %t = relay.dyn.topk %x, %k {dtype = f32} : (tensor<2x4xf32>, tensor<i64>) -> tuple<tensor<2x?xf32>, tensor<2x?xf32>>
  %0 = relay.tuple_get %t[0] : (tuple<tensor<2x?xf32>, tensor<2x?xf32>>) -> tensor<2x?xf32>
  %1 = relay.tuple_get %t[1] : (tuple<tensor<2x?xf32>, tensor<2x?xf32>>) -> tensor<2x?xf32>
  return %0, %1 : tensor<2x?xf32>, tensor<2x?xf32>
}

func.func private @topk_of_dynamic(%x: tensor<?x?xf32>, %k: tensor<1xi32>) -> tensor<?x?xf32> {
  %0 = relay.dyn.topk %x, %k {ret_type = "values", dtype = i32, axis = 0 : i64, is_ascend = true} : (tensor<?x?xf32>, tensor<1xi32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

func.func private @sparse_to_dense(%i: tensor<3x2xi32>, %v: tensor<3xf32>, %d: tensor<f32>, %s: tensor<2xi64>) -> tensor<?x?xf32> {
  %0 = relay.dyn.sparse_to_dense %i, %v, %d, %s : (tensor<3x2xi32>, tensor<3xf32>, tensor<f32>, tensor<2xi64>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

func.func private @edge(%x: tensor<1x3xf32>, %w: tensor<2x2xi64>, %v: tensor<f32>) -> tensor<?x?xf32> {
  %0 = relay.dyn.nn.pad %x, %w, %v {pad_mode = "edge"} : (tensor<1x3xf32>, tensor<2x2xi64>, tensor<f32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

func.func private @reflect(%x: tensor<1x3xf32>, %w: tensor<2x2xi64>, %v: tensor<f32>) -> tensor<?x?xf32> {
  %0 = relay.dyn.nn.pad %x, %w, %v {pad_mode = "reflect"} : (tensor<1x3xf32>, tensor<2x2xi64>, tensor<f32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

func.func private @resize2d(%x: tensor<1x1x2x2xf32>, %s: tensor<2xi64>, %r: tensor<4xf32>) -> (tensor<1x1x?x?xf32>, tensor<1x1x?x?xf32>, tensor<1x1x?x?xf32>) {
  %0 = relay.dyn.image.resize2d %x, %s, %r {coordinate_transformation_mode = "align_corners"} : (tensor<1x1x2x2xf32>, tensor<2xi64>, tensor<4xf32>) -> tensor<1x1x?x?xf32>
  %1 = relay.dyn.image.resize2d %x, %s, %r {coordinate_transformation_mode = "tf_crop_and_resize", extrapolation_value = 9.0} : (tensor<1x1x2x2xf32>, tensor<2xi64>, tensor<4xf32>) -> tensor<1x1x?x?xf32>
  %2 = relay.dyn.image.resize2d %x, %s, %r {method = "nearest_neighbor", coordinate_transformation_mode = "asymmetric"} : (tensor<1x1x2x2xf32>, tensor<2xi64>, tensor<4xf32>) -> tensor<1x1x?x?xf32>
  return %0, %1, %2 : tensor<1x1x?x?xf32>, tensor<1x1x?x?xf32>, tensor<1x1x?x?xf32>
}

func.func private @upsampling(%x: tensor<1x1x2x2xf32>, %h: tensor<f32>, %w: tensor<f32>) -> tensor<1x1x?x?xf32> {
  %0 = relay.dyn.nn.upsampling %x, %h, %w : (tensor<1x1x2x2xf32>, tensor<f32>, tensor<f32>) -> tensor<1x1x?x?xf32>
  return %0 : tensor<1x1x?x?xf32>
}

func.func private @upsampling_of_dynamic(%x: tensor<1x1x?x?xf32>) -> tensor<1x1x?x?xf32> {
  %0 = relay.nn.upsampling %x {scale_h = 1.5, scale_w = 1.0, method = "bilinear", align_corners = true} : (tensor<1x1x?x?xf32>) -> tensor<1x1x?x?xf32>
  return %0 : tensor<1x1x?x?xf32>
}

func.func private @upsampling3d(%x: tensor<1x1x1x1x2xf32>, %d: tensor<f32>, %h: tensor<f32>, %w: tensor<f32>) -> tensor<1x1x?x?x?xf32> {
  %0 = relay.dyn.nn.upsampling3d %x, %d, %h, %w {coordinate_transformation_mode = "asymmetric"} : (tensor<1x1x1x1x2xf32>, tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<1x1x?x?x?xf32>
  return %0 : tensor<1x1x?x?x?xf32>
}

func.func @main() {
  %zero = relay.constant dense<0.0> : tensor<f32>
  %one = relay.constant dense<1.0> : tensor<f32>
  %two = relay.constant dense<2.0> : tensor<f32>
  %x = relay.constant dense<[[1.0, 4.0, 2.0, 3.0], [8.0, 5.0, 6.0, 7.0]]> : tensor<2x4xf32>

  // CHECK: sizes = [2, 2] {{.*}} data =
  // CHECK-NEXT: {{\[\[}}4, 3],
  // CHECK-NEXT: [8, 7]]
  // CHECK: sizes = [2, 2] {{.*}} data =
  // CHECK-NEXT: {{\[\[}}1, 3],
  // CHECK-NEXT: [0, 3]]
  %k0 = relay.constant dense<2> : tensor<i64>
  %0:2 = call @topk(%x, %k0) : (tensor<2x4xf32>, tensor<i64>) -> (tensor<2x?xf32>, tensor<2x?xf32>)
  %tops = tensor.cast %0#0 : tensor<2x?xf32> to tensor<?x?xf32>
  %places = tensor.cast %0#1 : tensor<2x?xf32> to tensor<?x?xf32>
  call @print(%tops) : (tensor<?x?xf32>) -> ()
  call @print(%places) : (tensor<?x?xf32>) -> ()

  // Less than 1 takes all.
  // CHECK: sizes = [2, 4] {{.*}} data =
  // CHECK-NEXT: {{\[\[}}1, 4, 2, 3],
  // CHECK-NEXT: [8, 5, 6, 7]]
  %k1 = relay.constant dense<0> : tensor<1xi32>
  %y = tensor.cast %x : tensor<2x4xf32> to tensor<?x?xf32>
  %1 = call @topk_of_dynamic(%y, %k1) : (tensor<?x?xf32>, tensor<1xi32>) -> tensor<?x?xf32>
  call @print(%1) : (tensor<?x?xf32>) -> ()

  // CHECK: sizes = [2, 3] {{.*}} data =
  // CHECK-NEXT: {{\[\[}}1, 4, 1],
  // CHECK-NEXT: [1, 1, 5]]
  // CHECK: sizes = [0, 3] {{.*}} data =
  %i = relay.constant dense<[[0, 1], [1, 2], [2, 0]]> : tensor<3x2xi32>
  %v = relay.constant dense<[4.0, 5.0, 6.0]> : tensor<3xf32>
  %s2 = relay.constant dense<[2, 3]> : tensor<2xi64>
  %2 = call @sparse_to_dense(%i, %v, %one, %s2) : (tensor<3x2xi32>, tensor<3xf32>, tensor<f32>, tensor<2xi64>) -> tensor<?x?xf32>
  call @print(%2) : (tensor<?x?xf32>) -> ()
  %s3 = relay.constant dense<[0, 3]> : tensor<2xi64>
  %3 = call @sparse_to_dense(%i, %v, %one, %s3) : (tensor<3x2xi32>, tensor<3xf32>, tensor<f32>, tensor<2xi64>) -> tensor<?x?xf32>
  call @print(%3) : (tensor<?x?xf32>) -> ()

  // CHECK: sizes = [2, 6] {{.*}} data =
  // CHECK-NEXT: {{\[\[}}1, 1, 1, 2, 3, 3],
  // CHECK-NEXT: [1, 1, 1, 2, 3, 3]]
  // CHECK: sizes = [2, 6] {{.*}} data =
  // CHECK-NEXT: {{\[\[}}3, 2, 1, 2, 3, 2],
  // CHECK-NEXT: [3, 2, 1, 2, 3, 2]]
  %row = relay.constant dense<[[1.0, 2.0, 3.0]]> : tensor<1x3xf32>
  %w = relay.constant dense<[[1, 0], [2, 1]]> : tensor<2x2xi64>
  %4 = call @edge(%row, %w, %zero) : (tensor<1x3xf32>, tensor<2x2xi64>, tensor<f32>) -> tensor<?x?xf32>
  call @print(%4) : (tensor<?x?xf32>) -> ()
  %5 = call @reflect(%row, %w, %zero) : (tensor<1x3xf32>, tensor<2x2xi64>, tensor<f32>) -> tensor<?x?xf32>
  call @print(%5) : (tensor<?x?xf32>) -> ()

  // CHECK: sizes = [1, 1, 1, 3] {{.*}} data =
  // CHECK-NEXT: 0, 1, 2
  // CHECK: sizes = [1, 1, 1, 3] {{.*}} data =
  // CHECK-NEXT: 3, 4, 9
  // CHECK: sizes = [1, 1, 1, 3] {{.*}} data =
  // CHECK-NEXT: 0, 2, 2
  %image = relay.constant dense<[[[[0.0, 2.0], [4.0, 6.0]]]]> : tensor<1x1x2x2xf32>
  %size = relay.constant dense<[1, 3]> : tensor<2xi64>
  %roi = relay.constant dense<[0.5, 0.5, 0.5, 1.5]> : tensor<4xf32>
  %6:3 = call @resize2d(%image, %size, %roi) : (tensor<1x1x2x2xf32>, tensor<2xi64>, tensor<4xf32>) -> (tensor<1x1x?x?xf32>, tensor<1x1x?x?xf32>, tensor<1x1x?x?xf32>)
  call @print_image(%6#0) : (tensor<1x1x?x?xf32>) -> ()
  call @print_image(%6#1) : (tensor<1x1x?x?xf32>) -> ()
  call @print_image(%6#2) : (tensor<1x1x?x?xf32>) -> ()

  // CHECK: sizes = [1, 1, 2, 4] {{.*}} data =
  // CHECK-NEXT: 0, 0, 2, 2
  // CHECK-NEXT: 4, 4, 6, 6
  // CHECK: sizes = [1, 1, 3, 2] {{.*}} data =
  // CHECK-NEXT: 0, 2
  // CHECK-NEXT: 2, 4
  // CHECK-NEXT: 4, 6
  %7 = call @upsampling(%image, %one, %two) : (tensor<1x1x2x2xf32>, tensor<f32>, tensor<f32>) -> tensor<1x1x?x?xf32>
  call @print_image(%7) : (tensor<1x1x?x?xf32>) -> ()
  %any = tensor.cast %image : tensor<1x1x2x2xf32> to tensor<1x1x?x?xf32>
  %8 = call @upsampling_of_dynamic(%any) : (tensor<1x1x?x?xf32>) -> tensor<1x1x?x?xf32>
  call @print_image(%8) : (tensor<1x1x?x?xf32>) -> ()

  // CHECK: sizes = [1, 1, 2, 1, 4] {{.*}} data =
  // CHECK-NEXT: 1, 1, 2, 2
  // CHECK: 1, 1, 2, 2
  %volume = relay.constant dense<[[[[[1.0, 2.0]]]]]> : tensor<1x1x1x1x2xf32>
  %9 = call @upsampling3d(%volume, %two, %one, %two) : (tensor<1x1x1x1x2xf32>, tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<1x1x?x?x?xf32>
  call @print_volume(%9) : (tensor<1x1x?x?x?xf32>) -> ()
  return
}
