// An intermediate value of 4 GiB.
func.func @f() -> (tensor<2xf32>, tensor<f32>) {
  %0 = relay.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %1 = relay.negative %0 : (tensor<2xf32>) -> tensor<2xf32>
  %2 = relay.broadcast_to %0 {shape = array<i64: 536870912, 2>} : (tensor<2xf32>) -> tensor<536870912x2xf32>
  %3 = relay.sum %2 : (tensor<536870912x2xf32>) -> tensor<f32>
  return %1, %3 : tensor<2xf32>, tensor<f32>
}
