// RUN: relay-lite-opt %s --relay-fold-constant --emit-bytecode -o %t.mlirbc
// RUN: relay-lite-translate --export-relay %t.mlirbc | FileCheck %s
// RUN: relay-lite-opt %t.mlirbc --relay-fold-constant | FileCheck %s --check-prefix=MLIR
// RUN: relay-lite-run %t.mlirbc --output %t.npz

// A constant that is kept as a resource goes through bytecode to every tool.
// CHECK: def @main() -> Tensor[(2, 512), float32]
// CHECK: meta[relay.Constant][0]
// MLIR: relay.constant dense_resource<[[KEY:relay_[0-9a-f]+]]> : tensor<2x512xf32>
// MLIR: [[KEY]]: "0x
func.func @main() -> tensor<2x512xf32> {
  %0 = relay.constant dense<[[1.0], [2.0]]> : tensor<2x1xf32>
  %1 = relay.broadcast_to %0 {shape = array<i64: 2, 512>} : (tensor<2x1xf32>) -> tensor<2x512xf32>
  return %1 : tensor<2x512xf32>
}
