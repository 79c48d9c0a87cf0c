// A compiled library computes what relay-lite-run does, bit for bit.

// REQUIRES: c-compiler
// RUN: rm -rf %t && mkdir %t
// RUN: %python %S/Inputs/array_bits.py write %t/x.npy 2 3 0.5 -1 0.25 3 -0.125 0
// RUN: relay-lite-run %s --input x=%t/x.npy --output %t/expected.npz
// RUN: %python %S/Inputs/array_bits.py print %t/expected.npz > %t/once
// RUN: cat %t/once %t/once > %t/expected
// RUN: relay-lite-compile %s -o %t/net.so --header %t/net.h --description %t/net.json
// RUN: gcc -std=c11 -pedantic -Wall -Wextra -Werror -I %t %S/Inputs/compiled.c %t/net.so -o %t/a.out
// RUN: %t/a.out > %t/computed
// RUN: diff %t/expected %t/computed
// RUN: FileCheck %s --input-file=%t/net.json --check-prefix=JSON
// RUN: FileCheck %s --input-file=%t/net.h --check-prefix=HEADER

// Without optimisation, and for a CPU without fused multiply-adds, as an object.
// RUN: relay-lite-compile %s --optimize=false --cpu=x86-64 --emit=object --name=net -o %t/net.o --header %t/net.h
// RUN: clang -std=c11 -pedantic -Wall -Wextra -Werror -I %t %S/Inputs/compiled.c %t/net.o -o %t/object.out
// RUN: %t/object.out | diff %t/expected -

// RUN: relay-lite-compile %s --emit=asm --name=net --cpu=x86-64 -o %t/net.s
// RUN: clang -x c++ -I %t -fsyntax-only %t/net.h
// RUN: clang -I %t %S/Inputs/compiled.c %t/net.s -o %t/assembly.out
// RUN: %t/assembly.out | diff %t/expected -
// RUN: relay-lite-compile %s --emit=llvm --name=net -o - | FileCheck %s --check-prefix=LLVM

// Nothing but the interface is to be seen, and libc is all that is needed. A
// function of static shapes allocates its workspace only.
// RUN: llvm-nm -g %t/net.o | FileCheck %s --check-prefix=NAMES
// RUN: llvm-readelf --dynamic-table %t/net.so | FileCheck %s --check-prefix=NEEDED
// NAMES:      U aligned_alloc
// NAMES-NOT:  U malloc
// NAMES:      U free
// NAMES-NOT:  U malloc
// NAMES:      T net_main
// NAMES-NEXT: {{[DR]}} net_module
// NAMES-NOT:  {{ [A-TV-Z] }}
// NAMES:      {{[VW]}} relay_lite_module
// NAMES-NOT:  {{ [A-TV-Z] }}
// NEEDED:     (NEEDED) {{.*}}libc.so
// NEEDED-NOT: (NEEDED)

// LLVM-DAG: define {{.*}}i32 @net_main(ptr {{.*}}, ptr {{.*}}, ptr {{.*}})
// LLVM-DAG: @relay_lite_module = weak alias
// LLVM-DAG: define internal {{.*}}float @fmaf(

// JSON:      "version": 2,
// JSON-NEXT: "name": "net",
// JSON:      "triple": "{{.*}}",
// JSON:      "name": "main",
// JSON-NEXT: "symbol": "net_main",
// JSON-NEXT: "inputs": [
// JSON:          "name": "x",
// JSON-NEXT:     "dtype": "float32",
// JSON-NEXT:     "shape": [
// JSON-NEXT:       2,
// JSON-NEXT:       3
// JSON:      "outputs": [
// JSON:          "name": "output0",
// JSON:          "name": "output1",
// JSON:      "allocates_outputs": false,
// JSON-NEXT: "workspace_bytes": [[BYTES:[0-9]+]],
// JSON-NEXT: "live_bytes": [[BYTES]]

// HEADER:      #ifndef NET_RELAYLITE_H
// HEADER:      typedef struct RelayLiteContext {
// HEADER:      extern const RelayLiteModule net_module;
// HEADER:      /* The function main.
// HEADER-NEXT:    inputs:
// HEADER-NEXT:      [0] x: float32(2, 3)
// HEADER-NEXT:    outputs:
// HEADER-NEXT:      [0] output0: float32(3)
// HEADER-NEXT:      [1] output1: float32(2, 3)
// HEADER-NEXT:    Workspace: {{[0-9]+}} bytes. */
// HEADER-NEXT: int32_t net_main(RelayLiteContext *context, const DLTensor *inputs, DLTensor *outputs);

// Whatever a caller gives, it gets a status and a text.
// RUN: %t/a.out fail | FileCheck %s --check-prefix=FAIL
// FAIL:      inputs: 1
// FAIL-NEXT: outputs: 1
// FAIL-NEXT: the outputs are null
// FAIL-NEXT: data: 1 input x: the data is null
// FAIL-NEXT: shape: 1 input x: the shape is null
// FAIL-NEXT: alignment: 1 input x: the data is not aligned to its elements
// FAIL-NEXT: device: 1 input x: expected a tensor on the CPU, but got device type 2
// FAIL-NEXT: type: 1 input x: expected elements of type float32, but got float64 with 1 lanes
// FAIL-NEXT: lanes: 1 input x: expected elements of type float32, but got float32 with 4 lanes
// FAIL-NEXT: rank: 1 input x: expected 2 dimensions, but got 1
// FAIL-NEXT: size: 1 input x: expected size 3 of dimension 1, but got 4
// FAIL-NEXT: strides: 1 input x: expected stride 1 of dimension 1, but got 2
// FAIL-NEXT: output: 1 output output0: expected size 3 of dimension 0, but got 2
// FAIL-NEXT: overlap: 1 output output1 has memory of the input x
// FAIL-NEXT: outputs: 1 output output1 has memory of the output output0
// FAIL-NEXT: workspace: 2 expected a workspace of [[BYTES:[0-9]+]] bytes, aligned to 64, but got 1 at 0x
// FAIL-NEXT: workspace alignment: 2 expected a workspace of [[BYTES]] bytes, aligned to 64, but got 4000 at 0x
// FAIL-NEXT: weights: 1 the weights are in the library
func.func @main(%x: tensor<2x3xf32> {relay.name = "x"}) -> (tuple<tensor<3xf32>, tensor<2x3xf32>>) {
  %w = relay.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]]> : tensor<3x3xf32>
  %0 = relay.nn.dense %x, %w : (tensor<2x3xf32>, tensor<3x3xf32>) -> tensor<2x3xf32>
  %1 = relay.sum %0 {axis = array<i64: 0>} : (tensor<2x3xf32>) -> tensor<3xf32>
  %2 = relay.exp %0 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %3 = relay.tuple %1, %2 : (tensor<3xf32>, tensor<2x3xf32>) -> tuple<tensor<3xf32>, tensor<2x3xf32>>
  return %3 : tuple<tensor<3xf32>, tensor<2x3xf32>>
}
