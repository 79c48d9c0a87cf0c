//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arithmetic on values of f32 or f64, or vectors of these.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_CODEGEN_TENSORS_EXPANDMATH_MATHBUILDER_H
#define LIB_CODEGEN_TENSORS_EXPANDMATH_MATHBUILDER_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/STLExtras.h"

namespace mlir::relay {

/// Builds operations on floats of one type, and on integers of the same width
/// that hold their bits.
class MathBuilder {
public:
  MathBuilder(OpBuilder &b, Location loc, Type type)
      : b(b), loc(loc), type(type),
        bitsType(withElement(b.getIntegerType(
            getElementTypeOrSelf(type).getIntOrFloatBitWidth()))) {}

  Type getType() const { return type; }
  bool isDouble() const { return getElementTypeOrSelf(type).isF64(); }
  unsigned getNumFractionBits() const { return isDouble() ? 52 : 23; }
  unsigned getExponentBias() const { return isDouble() ? 1023 : 127; }

  /// `type` with other elements.
  Type withElement(Type element) const {
    if (auto vector = dyn_cast<VectorType>(type))
      return vector.clone(element);
    return element;
  }

  //===--------------------------------------------------------------------===//
  // Floats
  //===--------------------------------------------------------------------===//

  /// `value`, which is exact in the type.
  Value constant(double value) {
    return makeConstant(b.getFloatAttr(getElementTypeOrSelf(type), value),
                        type);
  }
  Value infinity() { return constant(std::numeric_limits<double>::infinity()); }
  Value nan() { return constant(std::numeric_limits<double>::quiet_NaN()); }

  Value add(Value x, Value y) { return create<arith::AddFOp>(x, y); }
  Value sub(Value x, Value y) { return create<arith::SubFOp>(x, y); }
  Value mul(Value x, Value y) { return create<arith::MulFOp>(x, y); }
  Value div(Value x, Value y) { return create<arith::DivFOp>(x, y); }
  /// x y + z, rounded once.
  Value fma(Value x, Value y, Value z) { return create<math::FmaOp>(x, y, z); }
  Value neg(Value x) { return create<arith::NegFOp>(x); }
  Value abs(Value x) { return create<math::AbsFOp>(x); }
  Value sqrt(Value x) { return create<math::SqrtOp>(x); }
  Value trunc(Value x) { return create<math::TruncOp>(x); }
  /// The magnitude of x with the sign of y.
  Value copySign(Value x, Value y) { return create<math::CopySignOp>(x, y); }

  Value less(Value x, Value y) {
    return compare(arith::CmpFPredicate::OLT, x, y);
  }
  Value equal(Value x, Value y) {
    return compare(arith::CmpFPredicate::OEQ, x, y);
  }
  Value unordered(Value x, Value y) {
    return compare(arith::CmpFPredicate::UNO, x, y);
  }
  /// The smaller one of x and `high`; NaN stays NaN.
  Value atMost(Value x, double high) {
    Value upper = constant(high);
    return select(less(upper, x), upper, x);
  }
  /// x between `low` and `high`; NaN stays NaN.
  Value clamp(Value x, double low, double high) {
    Value lower = constant(low);
    return atMost(select(less(x, lower), lower, x), high);
  }

  //===--------------------------------------------------------------------===//
  // Booleans
  //===--------------------------------------------------------------------===//

  Value select(Value condition, Value x, Value y) {
    return create<arith::SelectOp>(condition, x, y);
  }
  Value both(Value x, Value y) { return create<arith::AndIOp>(x, y); }
  Value either(Value x, Value y) { return create<arith::OrIOp>(x, y); }
  Value differ(Value x, Value y) { return create<arith::XOrIOp>(x, y); }
  Value negate(Value x) {
    return differ(x, makeConstant(b.getBoolAttr(true), x.getType()));
  }

  //===--------------------------------------------------------------------===//
  // Bits
  //===--------------------------------------------------------------------===//

  Value bits(int64_t value) {
    return makeConstant(b.getIntegerAttr(getElementTypeOrSelf(bitsType), value),
                        bitsType);
  }
  Value toBits(Value x) {
    return arith::BitcastOp::create(b, loc, bitsType, x);
  }
  Value fromBits(Value x) { return arith::BitcastOp::create(b, loc, type, x); }
  Value addBits(Value x, Value y) { return create<arith::AddIOp>(x, y); }
  Value subBits(Value x, Value y) { return create<arith::SubIOp>(x, y); }
  Value andBits(Value x, Value y) { return create<arith::AndIOp>(x, y); }
  Value shiftLeft(Value x, int64_t n) {
    return create<arith::ShLIOp>(x, bits(n));
  }
  /// With copies of the sign.
  Value shiftRight(Value x, int64_t n) {
    return create<arith::ShRSIOp>(x, bits(n));
  }
  Value isNegative(Value x) {
    return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, toBits(x),
                                 bits(0));
  }

  //===--------------------------------------------------------------------===//
  // Sums of two floats
  //===--------------------------------------------------------------------===//

  /// A value as the unevaluated sum of two floats, the second much smaller.
  struct Sum {
    Value high, low;
  };
  /// x + y exactly, if |x| >= |y| or x is 0.
  Sum addFast(Value x, Value y) {
    Value sum = add(x, y);
    return {sum, sub(y, sub(sum, x))};
  }
  /// x + y exactly.
  Sum addExactly(Value x, Value y) {
    Value sum = add(x, y), ofY = sub(sum, x);
    return {sum, add(sub(x, sub(sum, ofY)), sub(y, ofY))};
  }
  /// x y exactly, unless it underflows.
  Sum multiplyExactly(Value x, Value y) {
    Value product = mul(x, y);
    return {product, fma(x, y, neg(product))};
  }

  /// The polynomial of x, lowest power first.
  Value polynomial(Value x, ArrayRef<double> coefficients) {
    Value result = constant(coefficients.back());
    for (double coefficient : llvm::reverse(coefficients.drop_back()))
      result = fma(result, x, constant(coefficient));
    return result;
  }

private:
  template <typename Op, typename... Values>
  Value create(Values... operands) {
    return Op::create(b, loc, operands...);
  }
  Value compare(arith::CmpFPredicate predicate, Value x, Value y) {
    return arith::CmpFOp::create(b, loc, predicate, x, y);
  }
  Value makeConstant(TypedAttr value, Type resultType) {
    if (auto vector = dyn_cast<VectorType>(resultType))
      value = DenseElementsAttr::get(vector, Attribute(value));
    return arith::ConstantOp::create(b, loc, value);
  }

  OpBuilder &b;
  Location loc;
  Type type;
  Type bitsType;
};

} // namespace mlir::relay

#endif // LIB_CODEGEN_TENSORS_EXPANDMATH_MATHBUILDER_H
