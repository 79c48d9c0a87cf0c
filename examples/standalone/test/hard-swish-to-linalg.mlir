// The operator takes part in all that Relay's own do, from its lowering alone.

// RUN: extra-opt %s --convert-relay-to-linalg | FileCheck %s --check-prefix=LINALG
// LINALG-LABEL: func.func @dynamic
// LINALG:       linalg.generic
// LINALG-SAME:    ins(%{{.*}} : tensor<?x2xf32>)
// LINALG:       arith.maximumf
// LINALG-NOT:   = extra.

// RUN: extra-opt %s --relay-lower-to-llvm | FileCheck %s --check-prefix=LLVM
// LLVM:     llvm.func @dynamic
// LLVM-NOT: = extra.

// RUN: extra-opt %s --relay-fold-constant | FileCheck %s --check-prefix=FOLD
// FOLD-LABEL: func.func @constant
// FOLD-NEXT:  relay.constant dense<[-0.000000e+00, 4.000000e+00, 6.500000e+00]>
// FOLD-NEXT:  return
// FOLD-LABEL: func.func @narrow
// FOLD-NEXT:  relay.constant dense<6.679690e-01> : tensor<bf16>

// RUN: extra-opt %s --relay-fuse-ops="fuse-opt-level=2" | FileCheck %s --check-prefix=FUSE
// FUSE-LABEL: func.func @fused
// FUSE:       relay.fused_fn
// FUSE:         relay.exp
// FUSE-NEXT:    extra.hard_swish
// FUSE-NEXT:    relay.negative
// FUSE-NEXT:    relay.yield

// RUN: relay-lite-run %s --load-dialect-plugin=%extra_plugin --function=fused --random-inputs | FileCheck %s --check-prefix=VALUE
// RUN: relay-lite-opt %s --load-dialect-plugin=%extra_plugin --relay-fold-constant | FileCheck %s --check-prefix=FOLD
// RUN: not relay-lite-run %s --load-dialect-plugin=%t.gone 2>&1 | FileCheck %s --check-prefix=GONE
// VALUE: output0 = dense<
// GONE: error: Could not load library '{{.*}}.gone'

func.func @dynamic(%x: tensor<?x2xf32>) -> tensor<?x2xf32> {
  %0 = extra.hard_swish %x {width = 4.0} : (tensor<?x2xf32>) -> tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}
func.func @constant() -> tensor<3xf32> {
  %0 = relay.constant dense<[-4.0, 4.0, 6.5]> : tensor<3xf32>
  %1 = extra.hard_swish %0 : (tensor<3xf32>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}
func.func @narrow() -> tensor<bf16> {
  %0 = relay.constant dense<1.0> : tensor<bf16>
  %1 = extra.hard_swish %0 : (tensor<bf16>) -> tensor<bf16>
  return %1 : tensor<bf16>
}
func.func @fused(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relay.exp %x : (tensor<4xf32>) -> tensor<4xf32>
  %1 = extra.hard_swish %0 : (tensor<4xf32>) -> tensor<4xf32>
  %2 = relay.negative %1 : (tensor<4xf32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}
