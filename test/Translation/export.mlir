// RUN: relay-lite-translate --export-relay %s | FileCheck %s

// CHECK: #[version = "0.0.5"]

// Equal operations stay apart, a value with several uses is bound to a number.
// CHECK-LABEL: def @shared(%arg0: Tensor[(4), float32]
// CHECK: %[[A:[0-9]+]] = exp(%arg0)
// CHECK: %[[B:[0-9]+]] = exp(%arg0)
// CHECK: add(%[[A]], %[[B]])
func.func @shared(%arg0: tensor<4xf32> {relay.name = "arg0"}) -> tensor<4xf32> {
  %0 = relay.exp %arg0 : (tensor<4xf32>) -> tensor<4xf32>
  %1 = relay.exp %arg0 : (tensor<4xf32>) -> tensor<4xf32>
  %2 = relay.add %0, %1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}

// A constant with elements goes to the metadata section.
// CHECK-LABEL: def @weights()
// CHECK: meta[relay.Constant][0] /* ty=Tensor[(2), float32] */
func.func @weights() -> tensor<2xf32> {
  %0 = relay.constant dense<[1.0, 2.0]> : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// A value that a function literal shows first, and its argument uses, too: the
// literal comes first, where TVM would write it after its argument.
// CHECK-LABEL: def @written_first(
// CHECK: %[[F:[0-9]+]] = fn (
// CHECK: %[[E:[0-9]+]] = exp(%x)
// CHECK: %[[I:[0-9]+]] = if (%c) {
// CHECK: tanh(%[[E]])
// CHECK: negative(%[[E]])
// CHECK: %[[F]](%[[I]])
func.func @written_first(%c: tensor<i1> {relay.name = "c"}, %x: tensor<4xf32> {relay.name = "x"}) -> tensor<4xf32> {
  %0 = relay.exp %x : (tensor<4xf32>) -> tensor<4xf32>
  %f = relay.fn (%y: tensor<4xf32>) -> tensor<4xf32> {
    %3 = relay.add %y, %0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    relay.yield %3 : tensor<4xf32>
  }
  %1 = relay.if %c -> tensor<4xf32> {
    %3 = relay.tanh %0 : (tensor<4xf32>) -> tensor<4xf32>
    relay.yield %3 : tensor<4xf32>
  } else {
    %3 = relay.negative %0 : (tensor<4xf32>) -> tensor<4xf32>
    relay.yield %3 : tensor<4xf32>
  }
  %2 = relay.apply %f(%1) : ((tensor<4xf32>) -> tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}

// CHECK: #[metadata]
// CHECK: "b64ndarrays"
// CHECK: "P6G0lvBAXt0AAAAAAAAAAAEAAAAAAAAAAQAAAAIgAQACAAAAAAAAAAgAAAAAAAAAAACAPwAAAEA="
