// RUN: relay-lite-opt %s --emit-bytecode -o %t.bc
// RUN: relay-lite-opt %t.bc | FileCheck %s
// RUN: cat %t.bc | relay-lite-opt - | FileCheck %s
// RUN: cat %t.bc | relay-lite-run - | FileCheck %s --check-prefix=VALUE
// RUN: relay-lite-opt %t.bc --relay-fold-constant | FileCheck %s --check-prefix=FOLD

// Bytecode is read in place, wherever it comes from, and its resources may be
// aligned to 64 bytes, or to less than their elements.

// VALUE: [-1.0{{.*}}, -2.0{{.*}}, -3.0{{.*}}, -4.0{{.*}}]

// CHECK: relay.constant dense_resource<aligned> : tensor<4xf32>
// CHECK: relay.constant dense_resource<odd> : tensor<3xi8>
// CHECK: relay.constant dense_resource<unaligned> : tensor<2xi64>
// FOLD: relay.constant dense<[-1, -2]> : tensor<2xi64>
func.func @main() -> tensor<4xf32> {
  %0 = relay.constant dense_resource<aligned> : tensor<4xf32>
  %1 = relay.negative %0 : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
func.func @unaligned() -> (tensor<3xi8>, tensor<2xi64>) {
  %0 = relay.constant dense_resource<odd> : tensor<3xi8>
  %1 = relay.constant dense_resource<unaligned> : tensor<2xi64>
  %2 = relay.negative %1 : (tensor<2xi64>) -> tensor<2xi64>
  return %0, %2 : tensor<3xi8>, tensor<2xi64>
}

{-#
  dialect_resources: {
    builtin: {
      aligned: "0x400000000000803F000000400000404000008040",
      odd: "0x01000000010203",
      unaligned: "0x0100000001000000000000000200000000000000"
    }
  }
#-}
