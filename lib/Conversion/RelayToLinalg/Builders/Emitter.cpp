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

#include "Emitter.h"
#include "TensorBuilders.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::relay;

LogicalResult Emitter::notifyMatchFailure(const Twine &reason) {
  if (auto *rewriter =
          dyn_cast_if_present<RewriterBase::Listener>(getListener()))
    rewriter->notifyMatchFailure(
        getLoc(), [&](Diagnostic &diagnostic) { diagnostic << reason; });
  return failure();
}

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

Value Emitter::index(OpFoldResult size) {
  return getValueOrCreateConstantIndexOp(*this, getLoc(), size);
}

SmallVector<Value> Emitter::getDims(Value tensor) {
  return llvm::map_to_vector(getSizes(tensor),
                             [&](OpFoldResult size) { return index(size); });
}

Value Emitter::positive(Value x) {
  std::optional<int64_t> known = getConstantIntValue(x);
  return known && *known > 0 ? x : max(x, index(1));
}

IndexRange Emitter::range(Value size, Value begin, Value end, Value stride) {
  Value zero = index(0), one = index(1), minusOne = index(-1);
  // The smallest number has no negation.
  stride =
      stride ? max(stride, index(-std::numeric_limits<int64_t>::max())) : one;
  Value isDownwards = isLess(stride, zero);
  Value lowest = select(isDownwards, minusOne, zero);
  Value highest = add(size, lowest);
  auto limit = [&](Value position, Value missing) {
    if (!position)
      return missing;
    position = select(isLess(position, zero), add(position, size), position);
    return min(max(position, lowest), highest);
  };
  begin = limit(begin, select(isDownwards, highest, zero));
  end = limit(end, select(isDownwards, minusOne, size));
  Value length = select(isDownwards, sub(begin, end), sub(end, begin));
  length = select(isEqual(stride, zero), zero, length);
  Value step = max(select(isDownwards, sub(zero, stride), stride), one);
  return {begin, length, step, isDownwards};
}

//===----------------------------------------------------------------------===//
// Sizes of dimensions
//===----------------------------------------------------------------------===//

OpFoldResult Emitter::addSizes(OpFoldResult x, OpFoldResult y) {
  std::optional<int64_t> left = getConstantIntValue(x),
                         right = getConstantIntValue(y);
  if (left && right)
    return getIndexAttr(llvm::checkedAdd(*left, *right)
                            .value_or(std::numeric_limits<int64_t>::max()));
  if (left == 0)
    return y;
  if (right == 0)
    return x;
  return arith::AddIOp::create(*this, index(x), index(y)).getResult();
}

OpFoldResult Emitter::subSizes(OpFoldResult x, OpFoldResult y) {
  std::optional<int64_t> left = getConstantIntValue(x),
                         right = getConstantIntValue(y);
  if (left && right)
    return getIndexAttr(*left - *right);
  if (right == 0)
    return x;
  return arith::SubIOp::create(*this, index(x), index(y)).getResult();
}

OpFoldResult Emitter::mulSizes(OpFoldResult x, OpFoldResult y) {
  std::optional<int64_t> left = getConstantIntValue(x),
                         right = getConstantIntValue(y);
  if (left && right)
    return getIndexAttr(multiplyOrSaturate(*left, *right));
  if (left == 1)
    return y;
  if (right == 1)
    return x;
  return arith::MulIOp::create(*this, index(x), index(y)).getResult();
}

OpFoldResult Emitter::divSizes(OpFoldResult x, OpFoldResult y) {
  std::optional<int64_t> left = getConstantIntValue(x),
                         right = getConstantIntValue(y);
  if (right == 1)
    return x;
  if (left && right)
    return getIndexAttr(*right == 0 ? 0 : *left / *right);
  Value divisor = index(y);
  // The division must not trap for an empty tensor.
  if (!right)
    divisor = arith::MaxSIOp::create(*this, divisor, index(1));
  return arith::DivUIOp::create(*this, index(x), divisor).getResult();
}

OpFoldResult Emitter::ceilDivSizes(OpFoldResult x, OpFoldResult y) {
  std::optional<int64_t> left = getConstantIntValue(x),
                         right = getConstantIntValue(y);
  if (right == 1)
    return x;
  if (left && right)
    return getIndexAttr(llvm::divideCeil(*left, *right));
  Value divisor = index(y);
  Value most = arith::SubIOp::create(*this, divisor, index(1));
  Value sum = arith::AddIOp::create(*this, index(x), most);
  return arith::DivUIOp::create(*this, sum, divisor).getResult();
}

OpFoldResult Emitter::mulAllSizes(ArrayRef<OpFoldResult> sizes) {
  OpFoldResult product = getIndexAttr(1);
  for (OpFoldResult size : sizes)
    product = mulSizes(product, size);
  return product;
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

SmallVector<Value>
Emitter::loop(Value begin, Value end, ValueRange values,
              function_ref<SmallVector<Value>(Value, ValueRange)> body) {
  auto loop = scf::ForOp::create(
      *this, begin, end, index(1), values,
      [&](OpBuilder &, Location, Value i, ValueRange carried) {
        scf::YieldOp::create(*this, body(i, carried));
      });
  return llvm::to_vector_of<Value>(loop.getResults());
}

Value Emitter::choose(Value condition, function_ref<Value()> whenTrue,
                      function_ref<Value()> whenFalse) {
  auto yield = [&](function_ref<Value()> build) {
    return [this, build](OpBuilder &, Location) {
      scf::YieldOp::create(*this, build());
    };
  };
  return scf::IfOp::create(*this, condition, yield(whenTrue), yield(whenFalse))
      .getResult(0);
}

ValueRange Emitter::where(Value condition, ValueRange state,
                          function_ref<SmallVector<Value>()> build) {
  return scf::IfOp::create(
             *this, condition,
             [&](OpBuilder &, Location) {
               scf::YieldOp::create(*this, build());
             },
             [&](OpBuilder &, Location) { scf::YieldOp::create(*this, state); })
      .getResults();
}
