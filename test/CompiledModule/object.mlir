// An object file computes what relay-lite-run does, bit for bit.

// RUN: %python %S/Inputs/array_bits.py write %t.npy 2 3 0.5 -1 0.25 3 -0.125 0
// RUN: relay-lite-run %s --input x=%t.npy --output %t.npz
// RUN: %python %S/Inputs/array_bits.py print %t.npz > %t.expected
// RUN: relay-lite-translate --relay-to-object --symbol-prefix=net %s -o %t.o
// RUN: cc %S/Inputs/object.c %t.o -lm -o %t.exe
// RUN: %t.exe > %t.computed
// RUN: diff %t.expected %t.computed
// RUN: FileCheck %s --input-file=%t.computed
// CHECK:      {{^(0x[0-9A-F]{8} ){3}$}}
// CHECK-NEXT: {{^(0x[0-9A-F]{8} ){6}$}}

// Only functions are to be seen, under other names than main, and only libc and
// libm are needed.
// RUN: llvm-nm -g %t.o | FileCheck %s --check-prefix=NAMES
// NAMES:      U free
// NAMES-NEXT: U malloc
// NAMES-NEXT: T net_main
// NAMES-NOT:  {{.}}

// RUN: relay-lite-translate --relay-to-object --target-triple=aarch64-linux-gnu %s | llvm-readobj --file-headers - | FileCheck %s --check-prefix=AARCH64
// RUN: relay-lite-translate --relay-to-object --target-triple=riscv64-linux-gnu --target-features=+m,+a,+f,+d %s | llvm-readobj --file-headers - | FileCheck %s --check-prefix=RISCV
// RUN: relay-lite-translate --relay-to-object --target-triple=x86_64-linux-gnu --target-cpu=x86-64-v2 %s | llvm-objdump -d - | FileCheck %s --check-prefix=OLD --implicit-check-not=ymm
// AARCH64: Machine: EM_AARCH64
// RISCV:   Machine: EM_RISCV
// OLD:     <relay_main>:
func.func @main(%x: tensor<2x3xf32> {relay.name = "x"}) -> (tensor<3xf32>, tensor<2x3xf32>) {
  %w = relay.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]]> : tensor<3x3xf32>
  %0 = relay.nn.dense %x, %w : (tensor<2x3xf32>, tensor<3x3xf32>) -> tensor<2x3xf32>
  %1 = relay.sum %0 {axis = array<i64: 0>} : (tensor<2x3xf32>) -> tensor<3xf32>
  %2 = relay.exp %0 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %1, %2 : tensor<3xf32>, tensor<2x3xf32>
}
