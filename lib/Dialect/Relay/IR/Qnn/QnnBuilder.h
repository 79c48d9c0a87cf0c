//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The base of canonical forms of quantized operators. Operators and their
// order are TVM's, so that results are structurally equal.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_DIALECT_RELAY_IR_QNN_QNNBUILDER_H
#define LIB_DIALECT_RELAY_IR_QNN_QNNBUILDER_H

#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Dialect/Relay/IR/Shapes.h"

namespace mlir::relay::qnn {

/// A quantization: scale and zero point.
struct Quantization {
  Value scale, zeroPoint;
};

/// The attributes of a requantization.
struct Requantization {
  Quantization input, output;
  int64_t axis = -1;
  RequantizeOptions options;
  Type elementType; ///< The result has it.
};

/// Emits operators in the place of `op`.
class QnnBuilder {
public:
  QnnBuilder(OpBuilder &b, Operation *op, const RequantizeOptions &options = {})
      : b(b), op(op), loc(op->getLoc()), options(options) {}

  /// Emits the operator `OpT` and returns its result.
  template <typename OpT, typename... ArgTs>
  Value create(ArgTs &&...args) const {
    return OpT::create(b, loc, std::forward<ArgTs>(args)...);
  }

  InFlightDiagnostic emitError() const { return op->emitOpError(); }

  Type getInt(unsigned width) const {
    return IntegerType::get(b.getContext(), width);
  }
  Type getI32() const { return getInt(32); }
  Type getF32() const { return b.getF32Type(); }

  /// A scalar of element type `type`; floats are rounded.
  Value makeScalar(Type type, double value) const;
  Value makeScalar(int32_t value) const { return makeScalar(getI32(), value); }
  /// A vector of element type `type`, integers or floats.
  Value makeVector(Type type, ArrayRef<int64_t> values) const;
  Value makeVector(Type type, ArrayRef<double> values) const;

  Value cast(Value value, Type elementType) const {
    return create<CastOp>(value, elementType);
  }
  /// `value` limited to the range of `elementType`, an integer of at most 32
  /// bits, and converted to it.
  Value narrow(Value value, Type elementType) const;
  /// A vector along dimension `axis` of `rank`, with dimensions of size 1 after
  /// it.
  Value expand(Value vector, int64_t rank, int64_t axis) const;
  /// A scalar, or a vector as `expand` gives it; a scalar for rank 0.
  Value expandUnlessScalar(Value value, int64_t rank, int64_t axis) const;

  /// The constant elements of a scale: finite, and not negative; not 0 if it is
  /// a divisor. Fails after an error; `name` says of what the scale is.
  FailureOr<SmallVector<double>> getScales(Value value, StringRef name,
                                           bool isDivisor = false) const;
  /// The same of a scalar divisor.
  FailureOr<double> getOutputScale(Value value) const;
  /// Checks a scale as getScales does, unless it is computed.
  LogicalResult checkScale(Value value, StringRef name,
                           bool isDivisor = false) const;

  /// `data - zeroPoint`, a scalar or a vector along `axis`, as `elementType`.
  Value subtractZeroPoint(Value data, Value zeroPoint, int64_t axis,
                          Type elementType) const;
  /// qnn.requantize of `data`.
  FailureOr<Value> requantize(Value data, const Requantization &requant) const;
  /// The same with the options of the pass, to i32, or only the conversion if
  /// the quantizations are equal.
  FailureOr<Value> requantizeOrCast(Value data, Quantization input,
                                    Quantization output,
                                    int64_t axis = -1) const;
  /// qnn.quantize and qnn.dequantize, the latter to f32.
  FailureOr<Value> quantize(Value data, Quantization output, int64_t axis,
                            Type elementType) const;
  FailureOr<Value> dequantize(Value data, Quantization input,
                              int64_t axis) const;
  /// `data * multiplier` by an integer of 31 bits, halves up.
  Value multiplyFixedPoint(Value data, double multiplier) const;

  OpBuilder &b;
  Operation *op;
  Location loc;
  RequantizeOptions options;
};

/// Whether `value` is a constant of rank 0.
bool isConstantScalar(Value value);
/// Whether both values are constants of rank 0 that are equal.
bool areEqualScalars(Value lhs, Value rhs);
/// Whether `value` is a constant of rank 0 that is the integer `number`.
bool isInteger(Value value, int64_t number);
/// The integer of a constant of rank 0.
std::optional<int64_t> getInteger(Value value);

/// A factor as `significand * 2^(shift - 31)`.
struct FixedPoint {
  int32_t significand;
  int32_t shift;
  int32_t getLeftShift() const { return std::max(shift, 0); }
  int32_t getRightShift() const { return std::max(-shift, 0); }
};
FixedPoint getFixedPoint(double multiplier);

} // namespace mlir::relay::qnn

#endif // LIB_DIALECT_RELAY_IR_QNN_QNNBUILDER_H
