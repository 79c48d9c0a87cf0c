// RUN: not relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-alter-op-layout{channel-block=6}))' 2>&1 | FileCheck %s

// CHECK: error: expected a channel-block of 0 or a power of two from 2 to 64, but got 6
func.func @main() {
  return
}
