// The steps of compilation, and the passes within them, have their times.

// REQUIRES: c-compiler
// RUN: relay-lite-compile %s -o %t.so --name=net --mlir-timing 2>&1 | FileCheck %s
// RUN: relay-lite-compile %s --emit=object -o %t.o --name=net --mlir-timing 2>&1 | FileCheck %s --check-prefix=OBJECT

// CHECK: Optimize
// CHECK: FuseOpsPass
// CHECK: Lower
// CHECK: ConvertRelayToLinalgPass
// CHECK: ConvertToLLVMPass
// CHECK: Translate to LLVM IR
// CHECK: Generate code
// CHECK: Divide code
// CHECK: Compile parts
// CHECK: Link

// OBJECT: Generate code
// OBJECT: Optimize LLVM IR
// OBJECT: Select instructions
func.func @main(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = relay.exp %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
