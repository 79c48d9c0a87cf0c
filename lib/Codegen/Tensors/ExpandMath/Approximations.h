//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Approximations of math functions by arithmetic.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_CODEGEN_TENSORS_EXPANDMATH_APPROXIMATIONS_H
#define LIB_CODEGEN_TENSORS_EXPANDMATH_APPROXIMATIONS_H

#include "mlir/IR/Builders.h"

namespace mlir::relay {

// All operands are of f32 or f64, or vectors of these.
Value expandAcos(OpBuilder &b, Location loc, Value x);
Value expandAcosh(OpBuilder &b, Location loc, Value x);
Value expandAsin(OpBuilder &b, Location loc, Value x);
Value expandAsinh(OpBuilder &b, Location loc, Value x);
Value expandAtan(OpBuilder &b, Location loc, Value x);
Value expandAtanh(OpBuilder &b, Location loc, Value x);
Value expandCos(OpBuilder &b, Location loc, Value x);
Value expandCosh(OpBuilder &b, Location loc, Value x);
Value expandErf(OpBuilder &b, Location loc, Value x);
Value expandExp(OpBuilder &b, Location loc, Value x);
Value expandLog(OpBuilder &b, Location loc, Value x);
Value expandLog10(OpBuilder &b, Location loc, Value x);
Value expandLog2(OpBuilder &b, Location loc, Value x);
Value expandPow(OpBuilder &b, Location loc, Value x, Value y);
Value expandRound(OpBuilder &b, Location loc, Value x);
Value expandRsqrt(OpBuilder &b, Location loc, Value x);
Value expandSin(OpBuilder &b, Location loc, Value x);
Value expandSinh(OpBuilder &b, Location loc, Value x);
Value expandTan(OpBuilder &b, Location loc, Value x);
Value expandTanh(OpBuilder &b, Location loc, Value x);

} // namespace mlir::relay

#endif // LIB_CODEGEN_TENSORS_EXPANDMATH_APPROXIMATIONS_H
