// Passes inside the pipelines of lowerings take options from the config too.

// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-sequential{passes=relay-lower-to-llvm})' | FileCheck %s --check-prefix=LOOP
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-sequential{passes=relay-lower-to-llvm config=tir.UnrollLoop.auto_max_step=4})' | FileCheck %s --check-prefix=UNROLLED
// RUN: relay-lite-opt %s --relay-config='tir.UnrollLoop={"auto_max_extent":3}' --pass-pipeline='builtin.module(relay-sequential{passes=relay-lower-to-llvm})' | FileCheck %s --check-prefix=UNROLLED
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-sequential{passes=relay-lower-to-llvm config=tir.UnrollLoop.auto_max_step=4,tir.UnrollLoop.explicit_unroll=false})' | FileCheck %s --check-prefix=MARKED

// LOOP:         llvm.cond_br
// LOOP-NOT:     loop_annotation
// UNROLLED-NOT: llvm.cond_br
// MARKED:       llvm.br {{.*}}loop_annotation
func.func @f(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = relay.negative %x : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
