// Threads share the work of a call, and results do not depend on how many.

// REQUIRES: c-compiler
// RUN: rm -rf %t && mkdir %t
// RUN: relay-lite-compile %s --max-threads=4 -o %t/net.so --header %t/net.h --description %t/net.json
// RUN: gcc -std=gnu11 -Wall -Wextra -Werror -I %t %S/Inputs/compiled-threads.c %t/net.so -o %t/a.out -pthread
// RUN: %t/a.out | FileCheck %s
// RUN: FileCheck %s --input-file=%t/net.json --check-prefix=JSON
// RUN: relay-lite-compile %s --max-threads=4 --emit=llvm -o - | FileCheck %s --check-prefix=LLVM

// The runtime has no races.
// RUN: clang -fsanitize=thread -g -O1 -std=gnu11 -Wno-unused-command-line-argument -I %source_root/include -I %source_root/lib/CompiledModule/Runtime %S/Inputs/runtime-threads.c %source_root/lib/CompiledModule/Runtime/Threads.c %source_root/lib/CompiledModule/Runtime/Failure.c %source_root/lib/CompiledModule/Runtime/Stack.c -o %t/races -pthread
// RUN: %t/races | FileCheck %s --check-prefix=RACES
// RACES-COUNT-4: all done
// RACES-NOT:     {{.}}

// Both layers are divided; the function between them is part of the first.
// LLVM-COUNT-2: call {{.*}}void @relay_rt_parallel(

// JSON: "max_threads": 4

// CHECK:      at most 4
// CHECK-NEXT: 1 threads: the same
// CHECK-NEXT: 2 threads: the same
// CHECK-NEXT: 3 threads: the same
// CHECK-NEXT: 4 threads: the same
// CHECK-NEXT: 5 threads: the same
// CHECK-NEXT: 6 threads: the same
// CHECK-NEXT: 7 threads: the same
// CHECK-NEXT: 0 threads: none
// CHECK-NEXT: 1025 threads: none
func.func @main(%x: tensor<128x64xf32> {relay.name = "x"}) -> tensor<128x64xf32> {
  %w0 = relay.constant dense<0.03125> : tensor<512x64xf32>
  %w1 = relay.constant dense<0.0625> : tensor<64x512xf32>
  %0 = relay.nn.dense %x, %w0 : (tensor<128x64xf32>, tensor<512x64xf32>) -> tensor<128x512xf32>
  %1 = relay.exp %0 : (tensor<128x512xf32>) -> tensor<128x512xf32>
  %2 = relay.nn.dense %1, %w1 : (tensor<128x512xf32>, tensor<64x512xf32>) -> tensor<128x64xf32>
  return %2 : tensor<128x64xf32>
}
