// RUN: relay-lite-run --check %s | FileCheck %s
// CHECK: 4 checks passed

// Operators that move bf16 elements or compare them keep subnormals.
// Instructions that some CPUs have, and that LLVM takes for vectors of bf16,
// make them 0.

func.func @take() -> (tensor<17xbf16>, tensor<17xbf16>) attributes {relay.check} {
  %0 = relay.constant dense<[0x0001, 0x007F, 0x8001, 0x3F80, 0x0020, 0x0021, 0x0022, 0x0023, 0x0024, 0x0025, 0x0026, 0x0027, 0x0028, 0x0029, 0x002A, 0x002B, 0x002C]> : tensor<17xbf16>
  %1 = relay.constant dense<[16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]> : tensor<17xi32>
  %2 = relay.take %0, %1 {axis = 0 : i64, mode = "clip"} : (tensor<17xbf16>, tensor<17xi32>) -> tensor<17xbf16>
  %3 = relay.constant dense<[0x002C, 0x002B, 0x002A, 0x0029, 0x0028, 0x0027, 0x0026, 0x0025, 0x0024, 0x0023, 0x0022, 0x0021, 0x0020, 0x3F80, 0x8001, 0x007F, 0x0001]> : tensor<17xbf16>
  return %2, %3 : tensor<17xbf16>, tensor<17xbf16>
}

func.func @pad() -> (tensor<32x35xbf16>, tensor<32x35xbf16>) attributes {relay.check} {
  %0 = relay.constant dense<0x0003> : tensor<31x31xbf16>
  %1 = relay.constant dense<0x0003> : tensor<bf16>
  %2 = relay.nn.pad %0, %1 {pad_width = [array<i64: 0, 1>, array<i64: 2, 2>]} : (tensor<31x31xbf16>, tensor<bf16>) -> tensor<32x35xbf16>
  %3 = relay.constant dense<0x0003> : tensor<32x35xbf16>
  return %2, %3 : tensor<32x35xbf16>, tensor<32x35xbf16>
}

func.func @one_hot() -> (tensor<3x4x17xbf16>, tensor<3x4x17xbf16>) attributes {relay.check} {
  %0 = relay.constant dense<1> : tensor<3x4xi32>
  %1 = relay.constant dense<0x0003> : tensor<bf16>
  %2 = relay.one_hot %0, %1, %1 {depth = 17 : i64, axis = 2 : i64, dtype = bf16} : (tensor<3x4xi32>, tensor<bf16>, tensor<bf16>) -> tensor<3x4x17xbf16>
  %3 = relay.constant dense<0x0003> : tensor<3x4x17xbf16>
  return %2, %3 : tensor<3x4x17xbf16>, tensor<3x4x17xbf16>
}

func.func @argmin() -> (tensor<3x1x1xi32>, tensor<3x1x1xi32>) attributes {relay.check} {
  %0 = relay.constant dense<0x0002> : tensor<3x1x65538xbf16>
  %1 = relay.constant dense<0x0001> : tensor<3x1x1xbf16>
  %2 = relay.tuple %0, %1 : (tensor<3x1x65538xbf16>, tensor<3x1x1xbf16>) -> tuple<tensor<3x1x65538xbf16>, tensor<3x1x1xbf16>>
  %3 = relay.concatenate %2 {axis = 2 : i64} : (tuple<tensor<3x1x65538xbf16>, tensor<3x1x1xbf16>>) -> tensor<3x1x65539xbf16>
  %4 = relay.argmin %3 {axis = array<i64: 2>, keepdims = true, select_last_index = true} : (tensor<3x1x65539xbf16>) -> tensor<3x1x1xi32>
  %5 = relay.constant dense<65538> : tensor<3x1x1xi32>
  return %4, %5 : tensor<3x1x1xi32>, tensor<3x1x1xi32>
}
