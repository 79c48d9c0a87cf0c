// RUN: extra-opt %s | extra-opt | FileCheck %s
// RUN: extra-opt %s --emit-bytecode | extra-opt | FileCheck %s
// RUN: not relay-lite-opt %s 2>&1 | FileCheck %s --check-prefix=WITHOUT

// The installed tool works; it just does not know this dialect.
// WITHOUT: error: Dialect `extra' not found for custom op 'extra.hard_swish'

// CHECK-LABEL: func.func @hard_swish
// CHECK: extra.hard_swish %{{.*}} : (tensor<2x?xf16>) -> tensor<2x?xf16>
// CHECK: extra.hard_swish %{{.*}} {width = 4.000000e+00 : f64} : (tensor<2x?xf16>) -> tensor<2x?xf16>
func.func @hard_swish(%x: tensor<2x?xf16>) -> tensor<2x?xf16> {
  %0 = extra.hard_swish %x : (tensor<2x?xf16>) -> tensor<2x?xf16>
  %1 = extra.hard_swish %0 {width = 4.0} : (tensor<2x?xf16>) -> tensor<2x?xf16>
  return %1 : tensor<2x?xf16>
}
