//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arithmetic on indices, and loops over them.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_CONVERSION_RELAYTOLINALG_BUILDERS_INDEXARITHMETIC_H
#define LIB_CONVERSION_RELAYTOLINALG_BUILDERS_INDEXARITHMETIC_H

#include "Emitter.h"
#include "TensorBuilders.h"
#include <limits>

namespace mlir::relay {

/// Emits operations on values of type index, and folds what is known.
class IndexArithmetic {
public:
  IndexArithmetic(OpBuilder &b, Location loc) : b(b), loc(loc) {}

  Value constant(int64_t value) { return createIndex(b, loc, value); }
  Value add(Value x, Value y) { return apply<arith::AddIOp>(x, y); }
  Value add(Value x, int64_t y) { return add(x, constant(y)); }
  Value sub(Value x, Value y) { return apply<arith::SubIOp>(x, y); }
  Value sub(Value x, int64_t y) { return sub(x, constant(y)); }
  Value mul(Value x, Value y) { return apply<arith::MulIOp>(x, y); }
  Value mul(Value x, int64_t y) { return mul(x, constant(y)); }
  /// For `x` of 0 or more; a divisor of 0 counts as 1.
  Value div(Value x, Value y) { return apply<arith::DivUIOp>(x, positive(y)); }
  Value div(Value x, int64_t y) { return div(x, constant(y)); }
  Value rem(Value x, Value y) { return apply<arith::RemUIOp>(x, positive(y)); }
  Value rem(Value x, int64_t y) { return rem(x, constant(y)); }
  Value min(Value x, Value y) { return apply<arith::MinSIOp>(x, y); }
  Value max(Value x, Value y) { return apply<arith::MaxSIOp>(x, y); }
  // Without sign: what is negative is large.
  Value minUnsigned(Value x, Value y) { return apply<arith::MinUIOp>(x, y); }
  Value divUnsigned(Value x, Value y) { return apply<arith::DivUIOp>(x, y); }
  Value remUnsigned(Value x, Value y) { return apply<arith::RemUIOp>(x, y); }
  /// `x` limited to `[0, extent)`; 0 if `extent` is 0.
  Value clamp(Value x, Value extent) {
    return max(min(x, sub(extent, 1)), constant(0));
  }

  Value isLess(Value x, Value y) {
    return b.createOrFold<arith::CmpIOp>(loc, arith::CmpIPredicate::slt, x, y);
  }
  Value isLessOrEqual(Value x, Value y) {
    return b.createOrFold<arith::CmpIOp>(loc, arith::CmpIPredicate::sle, x, y);
  }
  Value isEqual(Value x, Value y) {
    return b.createOrFold<arith::CmpIOp>(loc, arith::CmpIPredicate::eq, x, y);
  }
  /// Whether `x` is in `[0, extent)`.
  Value isInside(Value x, Value extent) {
    return b.createOrFold<arith::CmpIOp>(loc, arith::CmpIPredicate::ult, x,
                                         extent);
  }
  Value isNegative(Value x) { return isLess(x, constant(0)); }
  Value both(Value x, Value y) { return apply<arith::AndIOp>(x, y); }
  Value either(Value x, Value y) { return apply<arith::OrIOp>(x, y); }
  Value isNot(Value x) {
    return apply<arith::XOrIOp>(x, arith::ConstantIntOp::create(b, loc, 1, 1));
  }
  Value isTrue() { return arith::ConstantIntOp::create(b, loc, 1, 1); }
  Value isFalse() { return arith::ConstantIntOp::create(b, loc, 0, 1); }
  Value select(Value condition, Value x, Value y) {
    return b.createOrFold<arith::SelectOp>(loc, condition, x, y);
  }
  /// 1 or 0.
  Value count(Value condition) {
    return select(condition, constant(1), constant(0));
  }

  /// An element of the Relay type `from` as an index; floats are truncated.
  Value fromElement(Value x, Type from) {
    x = ScalarBuilder(b, loc, from).cast(x, b.getI64Type());
    return b.createOrFold<arith::IndexCastOp>(loc, b.getIndexType(), x);
  }
  /// An index as an element of the Relay type `to`.
  Value toElement(Value x, Type to) {
    x = b.createOrFold<arith::IndexCastOp>(loc, b.getI64Type(), x);
    return ScalarBuilder(b, loc, b.getI64Type()).cast(x, to);
  }

  Value getExtent(Value tensor, int64_t dim) {
    return b.createOrFold<tensor::DimOp>(loc, tensor, dim);
  }
  /// The element of the Relay type `type` at `where` of `tensor`.
  Value load(Value tensor, Type type, ValueRange where) {
    return fromElement(tensor::ExtractOp::create(b, loc, tensor, where), type);
  }
  /// Element `place` of the vector `list`, of Relay type `type`; null behind
  /// its end.
  Value readAt(Value list, Type type, int64_t place) {
    if (place >= cast<RankedTensorType>(list.getType()).getDimSize(0))
      return {};
    return load(list, getElementTypeOrSelf(type), constant(place));
  }

  /// The range from `begin` to before `end` in a dimension of size `extent`.
  /// Negative numbers count from its end, and both are limited to it. Null
  /// means the whole dimension, and a stride of 1. A stride of 0 takes nothing.
  IndexRange range(Value extent, Value begin, Value end, Value stride) {
    Value zero = constant(0), one = constant(1), minusOne = constant(-1);
    // The smallest number has no negation.
    stride = stride
                 ? max(stride, constant(-std::numeric_limits<int64_t>::max()))
                 : one;
    Value isDownwards = isLess(stride, zero);
    Value lowest = select(isDownwards, minusOne, zero);
    Value highest = add(extent, lowest);
    auto limit = [&](Value position, Value missing) {
      if (!position)
        return missing;
      position =
          select(isLess(position, zero), add(position, extent), position);
      return min(max(position, lowest), highest);
    };
    begin = limit(begin, select(isDownwards, highest, zero));
    end = limit(end, select(isDownwards, minusOne, extent));
    Value length = select(isDownwards, sub(begin, end), sub(end, begin));
    length = select(isEqual(stride, zero), zero, length);
    Value step = max(select(isDownwards, sub(zero, stride), stride), one);
    return {begin, length, step, isDownwards};
  }

private:
  template <typename OpT>
  Value apply(Value x, Value y) {
    return b.createOrFold<OpT>(loc, x, y);
  }
  Value positive(Value x) {
    std::optional<int64_t> known = getConstantIntValue(x);
    return known && *known > 0 ? x : max(x, constant(1));
  }

  OpBuilder &b;
  Location loc;
};

/// Emits the values that are carried on from one turn of a loop to the next.
using LoopBody =
    function_ref<SmallVector<Value>(OpBuilder &, Location, Value, ValueRange)>;

/// A loop from `begin` to `end` that carries `values`, and what they are after
/// it.
inline SmallVector<Value> buildLoop(OpBuilder &b, Location loc, Value begin,
                                    Value end, ValueRange values,
                                    LoopBody body) {
  auto loop = scf::ForOp::create(
      b, loc, begin, end, createIndex(b, loc, 1), values,
      [&](OpBuilder &nested, Location loc, Value index, ValueRange carried) {
        scf::YieldOp::create(nested, loc, body(nested, loc, index, carried));
      });
  return llvm::to_vector_of<Value>(loop.getResults());
}

/// Emits `build` where `condition` holds; the state stays as it is elsewhere.
inline ValueRange
buildWhere(OpBuilder &b, Location loc, Value condition, ValueRange state,
           function_ref<SmallVector<Value>(OpBuilder &, Location)> build) {
  return scf::IfOp::create(
             b, loc, condition,
             [&](OpBuilder &b, Location loc) {
               scf::YieldOp::create(b, loc, build(b, loc));
             },
             [&](OpBuilder &b, Location loc) {
               scf::YieldOp::create(b, loc, state);
             })
      .getResults();
}

} // namespace mlir::relay

#endif // LIB_CONVERSION_RELAYTOLINALG_BUILDERS_INDEXARITHMETIC_H
