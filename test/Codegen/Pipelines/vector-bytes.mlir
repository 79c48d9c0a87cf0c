// RUN: relay-lite-opt %s --relay-lower-to-llvm | FileCheck %s --check-prefix=DEFAULT
// RUN: relay-lite-opt %s --relay-lower-to-llvm="vector-bytes=0" | FileCheck %s --check-prefix=DEFAULT
// RUN: relay-lite-opt %s --relay-lower-to-llvm="vector-bytes=64" | FileCheck %s --check-prefix=WIDE
// RUN: not relay-lite-opt %s --relay-lower-to-llvm="vector-bytes=24" 2>&1 | FileCheck %s --check-prefix=ERROR

// Contractions have vectors of that size, and twelve rows of two in a tile where
// there are registers for them.
// DEFAULT-LABEL: llvm.func @dense
// DEFAULT-COUNT-12: llvm.intr.fma({{.*}}) : (vector<8xf32>
// DEFAULT-NOT: llvm.intr.fma({{.*}}) : (vector<8xf32>
// WIDE-LABEL: llvm.func @dense
// WIDE-COUNT-24: llvm.intr.fma({{.*}}) : (vector<16xf32>
// WIDE-NOT: llvm.intr.fma({{.*}}) : (vector<16xf32>
// ERROR: error: expected a power of two as vector-bytes, but got 24
func.func @dense(%x: tensor<32x64xf32>, %y: tensor<48x64xf32>) -> tensor<32x48xf32> {
  %0 = relay.nn.dense %x, %y : (tensor<32x64xf32>, tensor<48x64xf32>) -> tensor<32x48xf32>
  return %0 : tensor<32x48xf32>
}
