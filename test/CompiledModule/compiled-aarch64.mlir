// A library for another architecture computes the same bits.

// REQUIRES: aarch64-emulation
// RUN: rm -rf %t && mkdir %t
// RUN: %python %S/Inputs/array_bits.py write %t/x.npy 2 3 0.5 -1 0.25 3 -0.125 0
// RUN: relay-lite-run %S/compiled-module.mlir --input x=%t/x.npy --output %t/expected.npz
// RUN: %python %S/Inputs/array_bits.py print %t/expected.npz > %t/once
// RUN: cat %t/once %t/once > %t/expected
// RUN: relay-lite-compile %S/compiled-module.mlir --target-triple=aarch64-linux-gnu -o %t/net.so --header %t/net.h
// RUN: aarch64-linux-gnu-gcc -std=c11 -I %t %S/Inputs/compiled.c %t/net.so -o %t/a.out
// RUN: qemu-aarch64 -L /usr/aarch64-linux-gnu %t/a.out | diff %t/expected -
