// Weights in a file that the program maps.

// REQUIRES: c-compiler
// RUN: rm -rf %t && mkdir %t
// RUN: relay-lite-compile %s --weights %t/weights -o %t/net.so --header %t/net.h --description %t/net.json
// RUN: relay-lite-compile %s --optimize=false --weights %t/others --name=net --emit=object -o %t/other.o
// RUN: head -c 96 %t/weights > %t/short
// RUN: touch %t/empty
// RUN: gcc -std=c99 -pedantic -Wall -Wextra -Werror -I %t %S/Inputs/compiled-weights.c %t/net.so -o %t/a.out
// RUN: %t/a.out %t/weights %t/short %t/empty %t/net.h %t/missing %t | FileCheck %s
// RUN: FileCheck %s --input-file=%t/net.json --check-prefix=JSON
// RUN: cmp %t/weights %t/others

// CHECK:      3 the context has no weights
// CHECK-NEXT: 3
// CHECK-NEXT: 1
// CHECK-NEXT: 1 the path is null
// CHECK-NEXT: {{^0 $}}
// CHECK-NEXT: 0 5 11 17 47
// CHECK-NEXT: 3 the weights are not those of this module
// CHECK-NEXT: 3 the weights have 96 bytes, but {{[0-9]+}} are needed
// CHECK-NEXT: 3 cannot map '{{.*}}empty'
// CHECK-NEXT: 3 the weights are not those of this module
// CHECK-NEXT: 3 cannot open '{{.*}}missing'
// CHECK-NEXT: 3 cannot map '{{.*}}'

// JSON: "weights_bytes": {{[1-9]}}
func.func @main(%x: tensor<1x2xf32>) -> tensor<1x8xf32> {
  %w = relay.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 8.0], [9.0, 10.0], [11.0, 12.0], [13.0, 14.0], [15.0, 16.0]]> : tensor<8x2xf32>
  %0 = relay.nn.dense %x, %w : (tensor<1x2xf32>, tensor<8x2xf32>) -> tensor<1x8xf32>
  return %0 : tensor<1x8xf32>
}
