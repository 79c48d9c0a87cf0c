// RUN: split-file %s %t
// RUN: relay-lite-run --check %t/good.mlir | FileCheck %s --check-prefix=GOOD
// RUN: not relay-lite-run --check %t/bad.mlir 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: not relay-lite-run --check %t/none.mlir 2>&1 | FileCheck %s --check-prefix=NONE

// The tool that the numeric tests stand on must itself be able to fail.

// GOOD: 4 checks passed
// BAD: bad.mlir:1:1: error: check failed at [1]: expected -5, but got 5 (their bits differ)
// BAD: bad.mlir:6:1: error: check failed: expected 0, but got -0 (their bits differ)
// BAD: bad.mlir:11:1: error: check failed: expected 1, but got 1.00000012 (1 ulp apart, at most 0 allowed)
// BAD: bad.mlir:16:1: error: check failed: expected 1, but got 1.5 (they differ by {{.*}})
// BAD: bad.mlir:21:1: error: check failed: expected 1, but got NaN (only one is NaN)
// BAD: bad.mlir:26:1: error: expected a result of type 'tensor<i64>', but got 'tensor<i32>'
// BAD: bad.mlir:31:1: error: expected a pair of an actual and an expected value to check
// BAD: bad.mlir:35:1: error: expected relay.check to be a unit, {ulp = <integer>} or {atol = <float>, rtol = <float>}, but got {ulps = 1 : i64}
// BAD: 0 checks passed, 8 failed
// NONE: error: no function with the attribute relay.check

//--- good.mlir
func.func @exact() -> (tensor<2xf32>, tensor<2xf32>) attributes {relay.check} {
  %0 = relay.constant dense<[0x7FC00000, -0.0]> : tensor<2xf32>
  %1 = relay.constant dense<[0xFFC00001, -0.0]> : tensor<2xf32>
  return %0, %1 : tensor<2xf32>, tensor<2xf32>
}
func.func @ulp() -> (tensor<f16>, tensor<f16>) attributes {relay.check = {ulp = 2}} {
  %0 = relay.constant dense<0x0001> : tensor<f16>
  %1 = relay.constant dense<0x8001> : tensor<f16>
  return %0, %1 : tensor<f16>, tensor<f16>
}
func.func @tolerance() -> tuple<tensor<bf16>, tensor<bf16>> attributes {relay.check = {atol = 1.0e-3, rtol = 1.0e-2}} {
  %0 = relay.constant dense<1.000000e+02> : tensor<bf16>
  %1 = relay.constant dense<1.005000e+02> : tensor<bf16>
  %2 = relay.tuple %0, %1 : (tensor<bf16>, tensor<bf16>) -> tuple<tensor<bf16>, tensor<bf16>>
  return %2 : tuple<tensor<bf16>, tensor<bf16>>
}
func.func @empty() -> (tensor<0xui8>, tensor<0xui8>) attributes {relay.check} {
  %0 = relay.constant dense<> : tensor<0xui8>
  return %0, %0 : tensor<0xui8>, tensor<0xui8>
}
//--- bad.mlir
func.func @exact() -> (tensor<2xi32>, tensor<2xi32>) attributes {relay.check} {
  %0 = relay.constant dense<[1, 5]> : tensor<2xi32>
  %1 = relay.constant dense<[1, -5]> : tensor<2xi32>
  return %0, %1 : tensor<2xi32>, tensor<2xi32>
}
func.func @zero() -> (tensor<f32>, tensor<f32>) attributes {relay.check} {
  %0 = relay.constant dense<-0.0> : tensor<f32>
  %1 = relay.constant dense<0.0> : tensor<f32>
  return %0, %1 : tensor<f32>, tensor<f32>
}
func.func @ulp() -> (tensor<f32>, tensor<f32>) attributes {relay.check = {ulp = 0}} {
  %0 = relay.constant dense<0x3F800001> : tensor<f32>
  %1 = relay.constant dense<1.0> : tensor<f32>
  return %0, %1 : tensor<f32>, tensor<f32>
}
func.func @tolerance() -> (tensor<f64>, tensor<f64>) attributes {relay.check = {atol = 0.4}} {
  %0 = relay.constant dense<1.5> : tensor<f64>
  %1 = relay.constant dense<1.0> : tensor<f64>
  return %0, %1 : tensor<f64>, tensor<f64>
}
func.func @nan() -> (tensor<f64>, tensor<f64>) attributes {relay.check = {atol = 1.0e9}} {
  %0 = relay.constant dense<0x7FF8000000000000> : tensor<f64>
  %1 = relay.constant dense<1.0> : tensor<f64>
  return %0, %1 : tensor<f64>, tensor<f64>
}
func.func @type() -> (tensor<i32>, tensor<i64>) attributes {relay.check} {
  %0 = relay.constant dense<1> : tensor<i32>
  %1 = relay.constant dense<1> : tensor<i64>
  return %0, %1 : tensor<i32>, tensor<i64>
}
func.func @single() -> tensor<i32> attributes {relay.check} {
  %0 = relay.constant dense<1> : tensor<i32>
  return %0 : tensor<i32>
}
func.func @attribute() -> tensor<i32> attributes {relay.check = {ulps = 1}} {
  %0 = relay.constant dense<1> : tensor<i32>
  return %0 : tensor<i32>
}
//--- none.mlir
func.func @main() -> tensor<i32> {
  %0 = relay.constant dense<1> : tensor<i32>
  return %0 : tensor<i32>
}
