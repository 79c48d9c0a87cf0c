// RUN: relay-lite-opt %s --relay-to-linalg-pipeline | mlir-opt | FileCheck %s

// A stock mlir-opt reads what the pipeline makes of a fused function.

// CHECK-NOT: relay
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%{{.*}}: tensor<2xf32>, %{{.*}}: tensor<i1>) -> tensor<2xf32> {
// CHECK: math.exp
// CHECK: scf.if
// CHECK-NOT: unrealized_conversion_cast
func.func @main(%x: tensor<2xf32> {relay.name = "x"}, %c: tensor<i1>) -> tensor<2xf32> {
  %f = relay.fused_fn (%y: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Primitive = 1 : i64} {
    %0 = relay.exp %y : (tensor<2xf32>) -> tensor<2xf32>
    relay.yield %0 : tensor<2xf32>
  }
  %1 = relay.apply %f(%x) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %2 = relay.if %c -> tensor<2xf32> {
    relay.yield %1 : tensor<2xf32>
  } else {
    relay.yield %x : tensor<2xf32>
  }
  return %2 : tensor<2xf32>
}
