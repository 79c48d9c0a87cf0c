// RUN: relay-lite-opt %s --relay-lower-to-llvm \
// RUN:   | mlir-runner --entry-point-result=void --shared-libs=%mlir_lib_dir/libmlir_runner_utils.so \
// RUN:   | FileCheck %s

// Calls, branches, recursion and tuples in signatures, run as machine code.

func.func private @printMemrefF32(tensor<*xf32>) attributes {llvm.emit_c_interface}

// Doubles the fields of a pair %n times, the second one more often.
func.func private @powers(%n: tensor<i32>, %x: tuple<tensor<?xf32>, tensor<2xf32>>) -> tuple<tensor<?xf32>, tensor<2xf32>> {
  %zero = relay.constant dense<0> : tensor<i32>
  %one = relay.constant dense<1> : tensor<i32>
  %more = relay.greater %n, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %result = relay.if %more -> tuple<tensor<?xf32>, tensor<2xf32>> {
    %0 = relay.subtract %n, %one : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %1 = relay.tuple_get %x[0] : (tuple<tensor<?xf32>, tensor<2xf32>>) -> tensor<?xf32>
    %2 = relay.tuple_get %x[1] : (tuple<tensor<?xf32>, tensor<2xf32>>) -> tensor<2xf32>
    %3 = relay.add %1, %1 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    %4 = relay.multiply %2, %2 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %5 = relay.tuple %3, %4 : (tensor<?xf32>, tensor<2xf32>) -> tuple<tensor<?xf32>, tensor<2xf32>>
    %6 = relay.call @powers(%0, %5) : (tensor<i32>, tuple<tensor<?xf32>, tensor<2xf32>>) -> tuple<tensor<?xf32>, tensor<2xf32>>
    relay.yield %6 : tuple<tensor<?xf32>, tensor<2xf32>>
  } else {
    relay.yield %x : tuple<tensor<?xf32>, tensor<2xf32>>
  }
  return %result : tuple<tensor<?xf32>, tensor<2xf32>>
}

// CHECK: sizes = [3] {{.*}} data =
// CHECK-NEXT: [8, 16, 24]
// CHECK: sizes = [2] {{.*}} data =
// CHECK-NEXT: [256, 6561]
func.func @main() {
  %n = relay.constant dense<3> : tensor<i32>
  %x = relay.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %y = relay.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %pair = relay.tuple %x, %y : (tensor<3xf32>, tensor<2xf32>) -> tuple<tensor<3xf32>, tensor<2xf32>>
  %bound = relay.let %pair as "pair" : (tuple<tensor<3xf32>, tensor<2xf32>>) -> tuple<tensor<3xf32>, tensor<2xf32>>
  %0 = relay.call @powers(%n, %bound) : (tensor<i32>, tuple<tensor<3xf32>, tensor<2xf32>>) -> tuple<tensor<3xf32>, tensor<2xf32>>
  %1 = relay.tuple_get %0[0] : (tuple<tensor<3xf32>, tensor<2xf32>>) -> tensor<3xf32>
  %2 = relay.tuple_get %0[1] : (tuple<tensor<3xf32>, tensor<2xf32>>) -> tensor<2xf32>
  %3 = tensor.cast %1 : tensor<3xf32> to tensor<*xf32>
  func.call @printMemrefF32(%3) : (tensor<*xf32>) -> ()
  %4 = tensor.cast %2 : tensor<2xf32> to tensor<*xf32>
  func.call @printMemrefF32(%4) : (tensor<*xf32>) -> ()
  return
}
