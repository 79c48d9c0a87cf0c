// A weight is not multiplied in each call by a factor that is computed: the
// product with 64 elements needs less memory than a copy of the weight, 16 KiB.

// RUN: relay-lite-compile %s --emit=object -o %t.o --name=net --description %t.json
// RUN: FileCheck %s --input-file=%t.json

// CHECK: "workspace_bytes": {{[0-9]?[0-9]?[0-9]?[0-9]}},
func.func @main(%x: tensor<1x64xf32>, %s: tensor<1x64xf32>) -> tensor<1x64xf32> {
  %w = relay.constant dense<3.0> : tensor<64x64xf32>
  %0 = relay.multiply %x, %s : (tensor<1x64xf32>, tensor<1x64xf32>) -> tensor<1x64xf32>
  %1 = relay.nn.dense %0, %w : (tensor<1x64xf32>, tensor<64x64xf32>) -> tensor<1x64xf32>
  return %1 : tensor<1x64xf32>
}
