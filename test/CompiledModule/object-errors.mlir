// RUN: not relay-lite-translate --relay-to-object --target-triple=foo %s -o %t.o 2>&1 | FileCheck %s --check-prefix=TRIPLE
// RUN: not relay-lite-translate --relay-to-object --target-triple=x86_64-linux-gnu --target-cpu=skylaek %s 2>&1 | FileCheck %s --check-prefix=CPU
// RUN: not relay-lite-translate --relay-to-object --target-triple=x86_64-linux-gnu --target-cpu=! %s 2>&1 | FileCheck %s --check-prefix=LIST
// RUN: not relay-lite-translate --relay-to-object --target-triple=x86_64-linux-gnu --target-features=+avxx %s 2>&1 | FileCheck %s --check-prefix=FEATURE
// RUN: not relay-lite-translate --relay-to-object --symbol-prefix= %s 2>&1 | FileCheck %s --check-prefix=PREFIX
// RUN: not relay-lite-translate --relay-to-object --symbol-prefix=b %s 2>&1 | FileCheck %s --check-prefix=SYMBOL
// RUN: not ls %t.o

// TRIPLE:  error: unknown target triple 'foo'; there are the architectures aarch64,
// CPU:     error: unknown CPU 'skylaek' for x86_64-unknown-linux-gnu; did you mean 'skylake'?
// LIST:    error: unknown CPU '!' for x86_64-unknown-linux-gnu; there are {{.*}}x86-64-v3
// FEATURE: error: unknown feature 'avxx' for x86_64-unknown-linux-gnu; did you mean 'avx'?
// PREFIX:  error: expected a prefix for the names of functions
// SYMBOL:  error: expected no other symbol 'b_main'
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
func.func @b_main(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
