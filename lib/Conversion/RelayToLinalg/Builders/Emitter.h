//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The builder of lowerings: arithmetic on indices and sizes, and loops.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_CONVERSION_RELAYTOLINALG_BUILDERS_EMITTER_H
#define LIB_CONVERSION_RELAYTOLINALG_BUILDERS_EMITTER_H

#include "ScalarBuilder.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::relay {

/// The elements of one dimension from `begin` on, at distances of `step`, a
/// positive number, up or down, before the distance `length`.
struct IndexRange {
  Value begin, length, step, isDownwards;
};

/// Emits operations at one location, and folds arithmetic on values of type
/// index. Callbacks that emit the body of an operation use the same emitter: it
/// inserts into the body while they run.
class Emitter : public ImplicitLocOpBuilder {
public:
  Emitter(const OpBuilder &b, Location loc) : ImplicitLocOpBuilder(loc, b) {}
  Emitter(const Emitter &) = delete;

  /// Return arithmetic on elements of the Relay type `type`.
  ScalarBuilder scalar(Type type) { return {*this, type}; }

  /// Fails, and tells the rewriter `reason`.
  LogicalResult notifyMatchFailure(const Twine &reason);

  //===--------------------------------------------------------------------===//
  // Indices
  //===--------------------------------------------------------------------===//

  Value index(int64_t value) {
    return arith::ConstantIndexOp::create(*this, value);
  }
  /// Return `size` as a value.
  Value index(OpFoldResult size);

  Value add(Value x, Value y) { return apply<arith::AddIOp>(x, y); }
  Value add(Value x, int64_t y) { return add(x, index(y)); }
  Value sub(Value x, Value y) { return apply<arith::SubIOp>(x, y); }
  Value sub(Value x, int64_t y) { return sub(x, index(y)); }
  Value mul(Value x, Value y) { return apply<arith::MulIOp>(x, y); }
  Value mul(Value x, int64_t y) { return mul(x, index(y)); }
  /// For `x` of 0 or more; a divisor of 0 counts as 1.
  Value div(Value x, Value y) { return apply<arith::DivUIOp>(x, positive(y)); }
  Value div(Value x, int64_t y) { return div(x, index(y)); }
  Value rem(Value x, Value y) { return apply<arith::RemUIOp>(x, positive(y)); }
  Value rem(Value x, int64_t y) { return rem(x, index(y)); }
  Value min(Value x, Value y) { return apply<arith::MinSIOp>(x, y); }
  Value max(Value x, Value y) { return apply<arith::MaxSIOp>(x, y); }
  // Unsigned: negative numbers are large.
  Value minUnsigned(Value x, Value y) { return apply<arith::MinUIOp>(x, y); }
  Value divUnsigned(Value x, Value y) { return apply<arith::DivUIOp>(x, y); }
  Value remUnsigned(Value x, Value y) { return apply<arith::RemUIOp>(x, y); }
  /// `x` limited to `[0, size)`; 0 if `size` is 0.
  Value clamp(Value x, Value size) {
    return max(min(x, sub(size, 1)), index(0));
  }

  Value isLess(Value x, Value y) {
    return createOrFold<arith::CmpIOp>(arith::CmpIPredicate::slt, x, y);
  }
  Value isLessOrEqual(Value x, Value y) {
    return createOrFold<arith::CmpIOp>(arith::CmpIPredicate::sle, x, y);
  }
  Value isEqual(Value x, Value y) {
    return createOrFold<arith::CmpIOp>(arith::CmpIPredicate::eq, x, y);
  }
  /// Whether `x` is in `[0, size)`.
  Value isInside(Value x, Value size) {
    return createOrFold<arith::CmpIOp>(arith::CmpIPredicate::ult, x, size);
  }
  Value isNegative(Value x) { return isLess(x, index(0)); }
  Value both(Value x, Value y) { return apply<arith::AndIOp>(x, y); }
  Value either(Value x, Value y) { return apply<arith::OrIOp>(x, y); }
  Value isNot(Value x) { return apply<arith::XOrIOp>(x, isTrue()); }
  Value isTrue() { return arith::ConstantIntOp::create(*this, 1, 1); }
  Value isFalse() { return arith::ConstantIntOp::create(*this, 0, 1); }
  Value select(Value condition, Value x, Value y) {
    return createOrFold<arith::SelectOp>(condition, x, y);
  }
  /// 1 or 0.
  Value count(Value condition) { return select(condition, index(1), index(0)); }

  /// An element of the Relay type `from` as an index; floats are truncated.
  Value fromElement(Value x, Type from) {
    x = scalar(from).cast(x, getI64Type());
    return createOrFold<arith::IndexCastOp>(getIndexType(), x);
  }
  /// An index as an element of the Relay type `to`.
  Value toElement(Value x, Type to) {
    x = createOrFold<arith::IndexCastOp>(getI64Type(), x);
    return scalar(getI64Type()).cast(x, to);
  }

  /// Return the range from `begin` to before `end` in a dimension of size
  /// `size`. Negative numbers count from its end, and both are limited to it.
  /// Null means the whole dimension, and a stride of 1. A stride of 0 takes
  /// nothing.
  IndexRange range(Value size, Value begin, Value end, Value stride);

  //===--------------------------------------------------------------------===//
  // Tensors
  //===--------------------------------------------------------------------===//

  SmallVector<OpFoldResult> getSizes(Value tensor) {
    return tensor::getMixedSizes(*this, getLoc(), tensor);
  }
  OpFoldResult getSize(Value tensor, int64_t dim) {
    return tensor::getMixedSize(*this, getLoc(), tensor, dim);
  }
  Value getDim(Value tensor, int64_t dim) {
    return createOrFold<tensor::DimOp>(tensor, dim);
  }
  /// Return the sizes of `tensor` as values.
  SmallVector<Value> getDims(Value tensor);
  Value extract(Value tensor, ValueRange position = {}) {
    return tensor::ExtractOp::create(*this, tensor, position);
  }
  /// The element of the Relay type `type` at `where` of `tensor`.
  Value load(Value tensor, Type type, ValueRange where) {
    return fromElement(extract(tensor, where), type);
  }
  /// Element `place` of the vector `list`, of Relay type `type`; null behind
  /// its end.
  Value readAt(Value list, Type type, int64_t place) {
    if (place >= cast<RankedTensorType>(list.getType()).getDimSize(0))
      return {};
    return load(list, getElementTypeOrSelf(type), index(place));
  }

  // Arithmetic on sizes, folded if both are known. Divisors are positive.
  // Constant sums and products saturate (see multiplyOrSaturate).
  OpFoldResult addSizes(OpFoldResult x, OpFoldResult y);
  OpFoldResult subSizes(OpFoldResult x, OpFoldResult y);
  OpFoldResult mulSizes(OpFoldResult x, OpFoldResult y);
  OpFoldResult mulAllSizes(ArrayRef<OpFoldResult> sizes);
  OpFoldResult divSizes(OpFoldResult x, OpFoldResult y);
  OpFoldResult ceilDivSizes(OpFoldResult x, OpFoldResult y);

  //===--------------------------------------------------------------------===//
  // Control flow
  //===--------------------------------------------------------------------===//

  /// A loop from `begin` to `end` that carries `values`. `body` gets the index
  /// and the values, and returns those of the next iteration. Returns the last
  /// ones.
  SmallVector<Value>
  loop(Value begin, Value end, ValueRange values,
       function_ref<SmallVector<Value>(Value, ValueRange)> body);

  /// Return the value that `whenTrue` emits where `condition` holds, and that
  /// of `whenFalse` elsewhere. Only one of them runs.
  Value choose(Value condition, function_ref<Value()> whenTrue,
               function_ref<Value()> whenFalse);

  /// Emits `build` where `condition` holds; `state` stays as it is elsewhere.
  ValueRange where(Value condition, ValueRange state,
                   function_ref<SmallVector<Value>()> build);

private:
  template <typename OpT>
  Value apply(Value x, Value y) {
    return createOrFold<OpT>(x, y);
  }
  Value positive(Value x);
};

/// The type in which positions and overlaps are computed for elements of
/// `elementType`: f64 for f64, otherwise f32.
inline Type getGeometryType(Builder &b, Type elementType) {
  return elementType.isF64() ? elementType : b.getF32Type();
}

} // namespace mlir::relay

#endif // LIB_CONVERSION_RELAYTOLINALG_BUILDERS_EMITTER_H
