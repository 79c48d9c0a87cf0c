// RUN: rm -rf %t && mkdir %t
// RUN: split-file %s %t
// RUN: not relay-lite-compile %t/net.mlir --name=2x --emit=object -o %t/net.o 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not relay-lite-compile %t/net.mlir --target-triple=foo --emit=object -o %t/net.o 2>&1 | FileCheck %s --check-prefix=TRIPLE
// RUN: not relay-lite-compile %t/net.mlir --target-triple=mips-linux-gnu --emit=object -o %t/net.o 2>&1 | FileCheck %s --check-prefix=ARCH
// RUN: not relay-lite-compile %t/net.mlir --target-triple=x86_64-linux-gnu --cpu=skylaek --emit=object -o %t/net.o 2>&1 | FileCheck %s --check-prefix=CPU
// RUN: not relay-lite-compile %t/net.mlir --linker=no-such-compiler -o %t/net.o 2>&1 | FileCheck %s --check-prefix=LINKER
// RUN: not relay-lite-compile %t/net.mlir --linker=false -o %t/net.o 2>&1 | FileCheck %s --check-prefix=LINKING
// RUN: not relay-lite-compile %t/net.mlir -o - 2>&1 | FileCheck %s --check-prefix=STDOUT
// RUN: not relay-lite-compile %t/net.mlir -o %t/no/net.so 2>&1 | FileCheck %s --check-prefix=FOLDER
// RUN: not relay-lite-compile %t/net.mlir --emit=object -o %t/no/net.o 2>&1 | FileCheck %s --check-prefix=FOLDER
// RUN: not relay-lite-compile %t/net.mlir --emit=object -o %t/net.mlir 2>&1 | FileCheck %s --check-prefix=INPUT
// RUN: not relay-lite-compile %t/net.mlir --emit=object --params=%t/no.params -o %t/net.o 2>&1 | FileCheck %s --check-prefix=PARAMS
// RUN: not relay-lite-compile %t/function.mlir --optimize=false --emit=object -o %t/net.o 2>&1 | FileCheck %s --check-prefix=ARGUMENT
// RUN: not relay-lite-compile %t/result.mlir --optimize=false --emit=object -o %t/net.o 2>&1 | FileCheck %s --check-prefix=RESULT
// RUN: not relay-lite-compile %t/symbols.mlir --optimize=false --emit=object --name=net -o %t/net.o 2>&1 | FileCheck %s --check-prefix=SYMBOL
// RUN: not relay-lite-compile %t/module.mlir --optimize=false --emit=object --name=net -o %t/net.o 2>&1 | FileCheck %s --check-prefix=MODULE
// RUN: not relay-lite-compile %t/private.mlir --optimize=false --emit=object -o %t/net.o 2>&1 | FileCheck %s --check-prefix=PUBLIC
// RUN: not relay-lite-compile %t/results.mlir --optimize=false --emit=object -o %t/net.o 2>&1 | FileCheck %s --check-prefix=RESULTS
// RUN: not relay-lite-compile %t/function.mlir --emit=object -o %t/net.o 2>&1 | FileCheck %s --check-prefix=MAIN
// RUN: ls %t | FileCheck %s --check-prefix=FILES

// NAME:     error: expected a C identifier as name of the module, but got '2x'
// TRIPLE:   error: unknown target triple 'foo'; there are the architectures aarch64,
// ARCH:     error: no runtime for the architecture mips; there are x86_64, aarch64 and riscv64
// CPU:      error: unknown CPU 'skylaek' for x86_64-unknown-linux-gnu; did you mean 'skylake'?
// LINKER:   error: no C compiler 'no-such-compiler' to link with
// LINKING:  error: 'false' cannot link the library:
// STDOUT:   error: a shared library needs a file to be written to
// FOLDER:   error: cannot write '{{.*}}/no/net.{{s?}}o': No such file or directory
// INPUT:    error: the output would overwrite the input '{{.*}}net.mlir'
// PARAMS:   error: {{.*}}no.params
// ARGUMENT: function.mlir:1:{{.*}}: error: expected tensors or tuples of tensors, but argument 0 has type '(tensor<2xf32>) -> tensor<2xf32>'
// RESULT:   result.mlir:1:{{.*}}: error: expected tensors or tuples of tensors, but a result has type '!relay.ref<tensor<2xf32>>'
// SYMBOL:   symbols.mlir:4:{{.*}}: error: expected no other function with the symbol 'net_a_b'
// MODULE:   module.mlir:1:{{.*}}: error: expected no other function with the symbol 'net_module'
// PUBLIC:   error: expected a public function to compile
// RESULTS:  results.mlir:1:{{.*}}: error: expected one result, as of every function of Relay that others call
// MAIN:     error: {{.*}}main
// FILES:      {{^}}function.mlir
// FILES-NEXT: module.mlir
// FILES-NEXT: net.mlir
// FILES-NEXT: private.mlir
// FILES-NEXT: result.mlir
// FILES-NEXT: results.mlir
// FILES-NEXT: symbols.mlir
// FILES-NOT:  {{.}}

//--- net.mlir
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
//--- function.mlir
func.func @function_argument(%f: (tensor<2xf32>) -> tensor<2xf32>, %x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
//--- result.mlir
func.func @reference_result(%x: tensor<2xf32>) -> !relay.ref<tensor<2xf32>> {
  %0 = relay.ref_create %x : (tensor<2xf32>) -> !relay.ref<tensor<2xf32>>
  return %0 : !relay.ref<tensor<2xf32>>
}
//--- symbols.mlir
func.func @a.b(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
func.func @a_b(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
//--- module.mlir
func.func @module(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
//--- private.mlir
func.func private @private_function(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
//--- results.mlir
func.func @two_results(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  return %x, %x : tensor<2xf32>, tensor<2xf32>
}
func.func @caller(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %0:2 = func.call @two_results(%x) : (tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  return %0#0, %0#1 : tensor<2xf32>, tensor<2xf32>
}
