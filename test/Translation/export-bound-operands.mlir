// RUN: relay-lite-translate --export-relay %s | FileCheck %s

// Operands that are attributes as well, behind bindings: of constants, of what is
// no constant, and of a constant outside of the function that uses it.
// CHECK-LABEL: def @bound_operands(
// CHECK: arange(%x, %x1, %x2, start=meta[relay.Constant][0], stop=meta[relay.Constant][1], step=meta[relay.Constant][2], dtype="float32")
// CHECK: arange(%x, %x4, %x2, start=meta[relay.Constant][0], step=meta[relay.Constant][2], dtype="float32")
// CHECK: fn ()
// CHECK: arange(%x, %x1, %x2, start=meta[relay.Constant][0], stop=meta[relay.Constant][1], step=meta[relay.Constant][2], dtype="float32")
func.func @bound_operands(%y: tensor<f32> {relay.name = "y"}) -> tuple<tensor<3xf32>, tensor<?xf32>, () -> tensor<3xf32>> {
  %0 = relay.constant dense<1.0> : tensor<f32>
  %1 = relay.let %0 as "x" : (tensor<f32>) -> tensor<f32>
  %2 = relay.constant dense<4.0> : tensor<f32>
  %3 = relay.let %2 as "x" : (tensor<f32>) -> tensor<f32>
  %4 = relay.constant dense<1.0> : tensor<f32>
  %5 = relay.let %4 as "x" : (tensor<f32>) -> tensor<f32>
  %6 = relay.arange %1, %3, %5 {dtype = f32} : (tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<3xf32>
  %7 = relay.let %6 as "x" : (tensor<3xf32>) -> tensor<3xf32>
  %8 = relay.exp %y : (tensor<f32>) -> tensor<f32>
  %9 = relay.let %8 as "x" : (tensor<f32>) -> tensor<f32>
  %10 = relay.arange %1, %9, %5 {dtype = f32} : (tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<?xf32>
  %11 = relay.fn () -> tensor<3xf32> {
    %13 = relay.arange %1, %3, %5 {dtype = f32} : (tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<3xf32>
    relay.yield %13 : tensor<3xf32>
  }
  %12 = relay.tuple %7, %10, %11 : (tensor<3xf32>, tensor<?xf32>, () -> tensor<3xf32>) -> tuple<tensor<3xf32>, tensor<?xf32>, () -> tensor<3xf32>>
  return %12 : tuple<tensor<3xf32>, tensor<?xf32>, () -> tensor<3xf32>>
}
