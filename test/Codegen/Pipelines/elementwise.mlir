// RUN: relay-lite-opt %s --relay-lower-to-llvm \
// RUN:   | mlir-runner --entry-point-result=void --shared-libs=%mlir_lib_dir/libmlir_runner_utils.so \
// RUN:   | FileCheck %s
// RUN: relay-lite-opt %s --relay-lower-to-llvm=plan-memory | FileCheck %s --check-prefix=PLAN
// PLAN-NOT: tensor<2
// PLAN: llvm.func @main

// Operations of arith and math on tensors, between operators.

func.func private @printMemrefF32(tensor<*xf32>) attributes {llvm.emit_c_interface}

func.func private @mixed(%x: tensor<2x3xf32>, %y: tensor<2x?xf32>) -> (tensor<2x3xf32>, tensor<2x?xf32>) {
  %0 = relay.add %x, %x : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = arith.mulf %0, %x : tensor<2x3xf32>
  %2 = math.sqrt %1 : tensor<2x3xf32>
  %3 = relay.negative %2 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %c = arith.constant dense<1.0> : tensor<2x3xf32>
  %4 = arith.addf %c, %3 : tensor<2x3xf32>
  %5 = math.exp %y : tensor<2x?xf32>
  %6 = arith.cmpf ogt, %5, %y : tensor<2x?xf32>
  %7 = arith.select %6, %5, %y : tensor<2x?xi1>, tensor<2x?xf32>
  return %4, %7 : tensor<2x3xf32>, tensor<2x?xf32>
}

// CHECK: sizes = [2, 3] {{.*}} data =
// CHECK-NEXT: [-1, -1, -1]
// CHECK-NEXT: [-1, -1, -1]
// CHECK: sizes = [2, 1] {{.*}} data =
// CHECK-NEXT: [1]
// CHECK-NEXT: [1]
func.func @main() {
  %x = relay.constant dense<1.41421354> : tensor<2x3xf32>
  %y = relay.constant dense<0.0> : tensor<2x1xf32>
  %z = tensor.cast %y : tensor<2x1xf32> to tensor<2x?xf32>
  %0, %1 = func.call @mixed(%x, %z) : (tensor<2x3xf32>, tensor<2x?xf32>) -> (tensor<2x3xf32>, tensor<2x?xf32>)
  %2 = tensor.cast %0 : tensor<2x3xf32> to tensor<*xf32>
  %3 = tensor.cast %1 : tensor<2x?xf32> to tensor<*xf32>
  call @printMemrefF32(%2) : (tensor<*xf32>) -> ()
  call @printMemrefF32(%3) : (tensor<*xf32>) -> ()
  return
}
