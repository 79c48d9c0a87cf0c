// Code for another architecture computes the same bits.

// REQUIRES: aarch64-emulation
// RUN: %python %S/Inputs/array_bits.py write %t.npy 2 3 0.5 -1 0.25 3 -0.125 0
// RUN: relay-lite-run %S/object.mlir --input x=%t.npy --output %t.npz
// RUN: %python %S/Inputs/array_bits.py print %t.npz > %t.expected
// RUN: relay-lite-translate --relay-to-object --symbol-prefix=net --target-triple=aarch64-linux-gnu %S/object.mlir -o %t.o
// RUN: aarch64-linux-gnu-gcc -static %S/Inputs/object.c %t.o -lm -o %t.exe
// RUN: qemu-aarch64 %t.exe | diff %t.expected -
