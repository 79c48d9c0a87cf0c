// The steps of compilation, and the passes within them, have their times.

// REQUIRES: c-compiler
// RUN: relay-lite-compile %s -o %t.so --name=net --mlir-timing 2>&1 | FileCheck %s

// CHECK: Optimize
// CHECK: FuseOpsPass
// CHECK: Lower
// CHECK: ConvertRelayToLinalgPass
// CHECK: ConvertToLLVMPass
// CHECK: Translate to LLVM IR
// CHECK: Generate code
// CHECK: Optimize LLVM IR
// CHECK: Select instructions
// CHECK: Link
func.func @main(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = relay.exp %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
