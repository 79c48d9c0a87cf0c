// RUN: relay-lite-opt %s --relay-lower-to-llvm \
// RUN:   | mlir-runner --entry-point-result=void --shared-libs=%mlir_lib_dir/libmlir_runner_utils.so \
// RUN:   | FileCheck %s

// Operators whose operands determine the shape of the result at run time.

func.func private @printMemrefF32(tensor<*xf32>) attributes {llvm.emit_c_interface}
func.func private @printMemrefI32(tensor<*xi32>) attributes {llvm.emit_c_interface}

func.func private @print(%x: tensor<?x?xf32>) {
  %0 = tensor.cast %x : tensor<?x?xf32> to tensor<*xf32>
  call @printMemrefF32(%0) : (tensor<*xf32>) -> ()
  return
}

func.func private @filled(%s: tensor<2xi64>, %v: tensor<f32>) -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) {
  %0 = relay.dyn.zeros %s {dtype = f32} : (tensor<2xi64>) -> tensor<?x?xf32>
  %1 = relay.dyn.ones %s {dtype = f32} : (tensor<2xi64>) -> tensor<?x?xf32>
  %2 = relay.dyn.full %v, %s : (tensor<f32>, tensor<2xi64>) -> tensor<?x?xf32>
  return %0, %1, %2 : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>
}

func.func private @broadcast_to(%x: tensor<2x1xf32>, %s: tensor<2xi64>) -> tensor<?x?xf32> {
  %0 = relay.dyn.broadcast_to %x, %s : (tensor<2x1xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

func.func private @tile(%x: tensor<2xf32>, %n: tensor<2xi32>) -> tensor<?x?xf32> {
  %0 = relay.dyn.tile %x, %n : (tensor<2xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

func.func private @reshape(%x: tensor<2x3xf32>, %s: tensor<2xi64>) -> tensor<?x?xf32> {
  %0 = relay.dyn.reshape %x, %s : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

func.func private @squeeze(%x: tensor<1x2x1x3xf32>, %a: tensor<2xi64>) -> tensor<?x?xf32> {
  %0 = relay.dyn.squeeze %x, %a : (tensor<1x2x1x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

func.func private @expand_dims(%x: tensor<3xf32>, %a: tensor<i32>) -> tensor<?x?xf32> {
  %0 = relay.dyn.expand_dims %x, %a : (tensor<3xf32>, tensor<i32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

func.func private @strided_slice(%x: tensor<4x5xf32>, %b: tensor<2xi64>, %e: tensor<2xi64>, %s: tensor<2xi64>) -> tensor<?x?xf32> {
  %0 = relay.dyn.strided_slice %x, %b, %e, %s : (tensor<4x5xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

func.func private @sizes(%x: tensor<4x5xf32>, %b: tensor<2xi64>, %e: tensor<2xi64>, %s: tensor<2xi64>) -> tensor<?x?xf32> {
  %0 = relay.dyn.strided_slice %x, %b, %e, %s {slice_mode = "size"} : (tensor<4x5xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

func.func private @pad(%x: tensor<1x2xf32>, %w: tensor<2x2xi64>, %v: tensor<f32>) -> tensor<?x?xf32> {
  %0 = relay.dyn.nn.pad %x, %w, %v : (tensor<1x2xf32>, tensor<2x2xi64>, tensor<f32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

func.func private @one_hot(%i: tensor<3xi32>, %on: tensor<f32>, %off: tensor<f32>, %n: tensor<i32>) -> tensor<?x?xf32> {
  %0 = relay.dyn.one_hot %i, %on, %off, %n {dtype = f32, axis = 0 : i64} : (tensor<3xi32>, tensor<f32>, tensor<f32>, tensor<i32>) -> tensor<?x3xf32>
  %1 = tensor.cast %0 : tensor<?x3xf32> to tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

func.func private @argwhere(%x: tensor<2x3xf32>) -> tensor<?x2xi32> {
  %0 = relay.argwhere %x : (tensor<2x3xf32>) -> tensor<?x2xi32>
  return %0 : tensor<?x2xi32>
}

func.func @main() {
  %two = relay.constant dense<2.0> : tensor<f32>
  %half = relay.constant dense<0.5> : tensor<f32>
  %x = relay.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %y = relay.constant dense<[[0.0, 1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0, 9.0], [10.0, 11.0, 12.0, 13.0, 14.0], [15.0, 16.0, 17.0, 18.0, 19.0]]> : tensor<4x5xf32>

  // CHECK: sizes = [1, 3] {{.*}} data =
  // CHECK-NEXT: {{\[\[}}0, 0, 0]]
  // CHECK: sizes = [1, 3] {{.*}} data =
  // CHECK-NEXT: {{\[\[}}1, 1, 1]]
  // CHECK: sizes = [1, 3] {{.*}} data =
  // CHECK-NEXT: {{\[\[}}2, 2, 2]]
  %s0 = relay.constant dense<[1, 3]> : tensor<2xi64>
  %0:3 = call @filled(%s0, %two) : (tensor<2xi64>, tensor<f32>) -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>)
  call @print(%0#0) : (tensor<?x?xf32>) -> ()
  call @print(%0#1) : (tensor<?x?xf32>) -> ()
  call @print(%0#2) : (tensor<?x?xf32>) -> ()

  // CHECK: sizes = [2, 3] {{.*}} data =
  // CHECK-NEXT: {{\[\[}}1, 1, 1],
  // CHECK-NEXT: [2, 2, 2]]
  %column = relay.constant dense<[[1.0], [2.0]]> : tensor<2x1xf32>
  %s1 = relay.constant dense<[2, 3]> : tensor<2xi64>
  %1 = call @broadcast_to(%column, %s1) : (tensor<2x1xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  call @print(%1) : (tensor<?x?xf32>) -> ()

  // CHECK: sizes = [2, 6] {{.*}} data =
  // CHECK-NEXT: {{\[\[}}1, 2, 1, 2, 1, 2],
  // CHECK-NEXT: [1, 2, 1, 2, 1, 2]]
  %vector = relay.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %n = relay.constant dense<[2, 3]> : tensor<2xi32>
  %2 = call @tile(%vector, %n) : (tensor<2xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  call @print(%2) : (tensor<?x?xf32>) -> ()

  // CHECK: sizes = [3, 2] {{.*}} data =
  // CHECK-NEXT: {{\[\[}}1, 2],
  // CHECK-NEXT: [3, 4],
  // CHECK-NEXT: [5, 6]]
  %s3 = relay.constant dense<[3, -1]> : tensor<2xi64>
  %3 = call @reshape(%x, %s3) : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  call @print(%3) : (tensor<?x?xf32>) -> ()

  // CHECK: sizes = [2, 3] {{.*}} data =
  // CHECK-NEXT: {{\[\[}}1, 2, 3],
  // CHECK-NEXT: [4, 5, 6]]
  %wide = relay.expand_dims %x {axis = 0 : i64} : (tensor<2x3xf32>) -> tensor<1x2x3xf32>
  %wider = relay.expand_dims %wide {axis = 2 : i64} : (tensor<1x2x3xf32>) -> tensor<1x2x1x3xf32>
  %a4 = relay.constant dense<[-2, 0]> : tensor<2xi64>
  %4 = call @squeeze(%wider, %a4) : (tensor<1x2x1x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  call @print(%4) : (tensor<?x?xf32>) -> ()

  // CHECK: sizes = [3, 1] {{.*}} data =
  // CHECK: sizes = [1, 3] {{.*}} data =
  // CHECK-NEXT: {{\[\[}}7, 8, 9]]
  %line = relay.constant dense<[7.0, 8.0, 9.0]> : tensor<3xf32>
  %a5 = relay.constant dense<-1> : tensor<i32>
  %5 = call @expand_dims(%line, %a5) : (tensor<3xf32>, tensor<i32>) -> tensor<?x?xf32>
  call @print(%5) : (tensor<?x?xf32>) -> ()
  %a6 = relay.constant dense<0> : tensor<i32>
  %6 = call @expand_dims(%line, %a6) : (tensor<3xf32>, tensor<i32>) -> tensor<?x?xf32>
  call @print(%6) : (tensor<?x?xf32>) -> ()

  // CHECK: sizes = [2, 2] {{.*}} data =
  // CHECK-NEXT: {{\[\[}}9, 7],
  // CHECK-NEXT: [19, 17]]
  %b7 = relay.constant dense<[1, -1]> : tensor<2xi64>
  %e7 = relay.constant dense<[99, 1]> : tensor<2xi64>
  %t7 = relay.constant dense<[2, -2]> : tensor<2xi64>
  %7 = call @strided_slice(%y, %b7, %e7, %t7) : (tensor<4x5xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  call @print(%7) : (tensor<?x?xf32>) -> ()

  // CHECK: sizes = [1, 2] {{.*}} data =
  // CHECK-NEXT: {{\[\[}}8, 9]]
  %b8 = relay.constant dense<[1, -2]> : tensor<2xi64>
  %e8 = relay.constant dense<[1, -1]> : tensor<2xi64>
  %8 = call @sizes(%y, %b8, %e8, %t7) : (tensor<4x5xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  call @print(%8) : (tensor<?x?xf32>) -> ()

  // CHECK: sizes = [2, 5] {{.*}} data =
  // CHECK-NEXT: {{\[\[}}0.5, 0.5, 0.5, 0.5, 0.5],
  // CHECK-NEXT: [0.5, 1, 2, 0.5, 0.5]]
  %row = relay.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %w = relay.constant dense<[[1, 0], [1, 2]]> : tensor<2x2xi64>
  %9 = call @pad(%row, %w, %half) : (tensor<1x2xf32>, tensor<2x2xi64>, tensor<f32>) -> tensor<?x?xf32>
  call @print(%9) : (tensor<?x?xf32>) -> ()

  // CHECK: sizes = [2, 3] {{.*}} data =
  // CHECK-NEXT: {{\[\[}}2, 0.5, 0.5],
  // CHECK-NEXT: [0.5, 2, 0.5]]
  %i = relay.constant dense<[0, 1, 5]> : tensor<3xi32>
  %depth = relay.constant dense<2> : tensor<i32>
  %10 = call @one_hot(%i, %two, %half, %depth) : (tensor<3xi32>, tensor<f32>, tensor<f32>, tensor<i32>) -> tensor<?x?xf32>
  call @print(%10) : (tensor<?x?xf32>) -> ()

  // CHECK: sizes = [2, 2] {{.*}} data =
  // CHECK-NEXT: {{\[\[}}0, 1],
  // CHECK-NEXT: [1, 2]]
  %flags = relay.constant dense<[[0.0, 1.0, -0.0], [0.0, 0.0, 2.0]]> : tensor<2x3xf32>
  %11 = call @argwhere(%flags) : (tensor<2x3xf32>) -> tensor<?x2xi32>
  %12 = tensor.cast %11 : tensor<?x2xi32> to tensor<*xi32>
  call @printMemrefI32(%12) : (tensor<*xi32>) -> ()
  return
}
