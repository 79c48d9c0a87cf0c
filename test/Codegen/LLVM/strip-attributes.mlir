// RUN: relay-lite-opt %s --relay-strip-attributes | FileCheck %s

// CHECK-NOT: relay.
// CHECK: func.func @f(%{{.*}}: tensor<4xf32> {llvm.noalias}, %{{.*}}: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT: return
module attributes {relay.no_fold} {
  func.func @f(%x: tensor<4xf32> {llvm.noalias, relay.name = "x"}, %y: tensor<4xf32> {relay.name = "y"})
      -> (tensor<4xf32> {relay.virtual_device = #relay.virtual_device<device = cpu>}) attributes {relay.lowered} {
    return %x : tensor<4xf32>
  }
}
