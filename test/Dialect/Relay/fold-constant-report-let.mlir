// RUN: relay-lite-opt %s --relay-fold-constant='report=%t.json' -o /dev/null
// RUN: FileCheck %s < %t.json

// Large pointwise operators are evaluated together, whatever names and devices
// their values are bound to: those in between take no memory of their own.
// CHECK: "evaluated": 3,
// CHECK: "peak_bytes": 80000,
func.func @f() -> tensor<2x20000xf16> {
  %0 = relay.constant dense<[[1], [2]]> : tensor<2x1xi8>
  %1 = relay.broadcast_to %0 {shape = array<i64: 2, 20000>} : (tensor<2x1xi8>) -> tensor<2x20000xi8>
  %2 = relay.cast %1 {dtype = f32} : (tensor<2x20000xi8>) -> tensor<2x20000xf32>
  %3 = relay.let %2 as "x" : (tensor<2x20000xf32>) -> tensor<2x20000xf32>
  %4 = relay.on_device %3 {virtual_device = #relay.virtual_device<device = cpu>} : (tensor<2x20000xf32>) -> tensor<2x20000xf32>
  %5 = relay.cast %4 {dtype = f16} : (tensor<2x20000xf32>) -> tensor<2x20000xf16>
  return %5 : tensor<2x20000xf16>
}
