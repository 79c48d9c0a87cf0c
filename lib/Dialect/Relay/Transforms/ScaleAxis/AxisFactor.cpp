//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Factors along axes: which operands of multiplications are, and in the form
// that weights are multiplied by.
//
//===----------------------------------------------------------------------===//

#include "AxisFactor.h"
#include "../Utils/FloatSummary.h"
#include "RelayLite/Dialect/Relay/IR/Constants.h"

using namespace mlir;
using namespace mlir::relay;

/// Returns whether all elements of `value` fit `scale`, as far as they are
/// known. With `isConstant`, they have to be known.
static bool fits(Value value, const AxisScale &scale, bool isConstant) {
  ConstantOp constant = getMovedConstant(value);
  if (!constant)
    return !isConstant && !scale.requiresPositive && !scale.requiresNonzero;
  auto type = dyn_cast<FloatType>(getElementTypeOrSelf(constant.getType()));
  FailureOr<ConstantData> data =
      readConstant(constant.getValue(), [&] { return constant.emitError(); });
  if (!type || failed(data))
    return false;
  return allElements(*data, type, [&](const APFloat &element) {
    double magnitude = std::fabs(element.convertToDouble());
    if (magnitude == 0)
      return !scale.requiresNonzero;
    return element.isFinite() && scale.smallest <= magnitude &&
           magnitude <= scale.largest &&
           !(scale.requiresPositive && element.isNegative());
  });
}

std::optional<AxisFactor> relay::matchAxisFactor(MultiplyOp op, unsigned index,
                                                 const AxisScale &scale,
                                                 bool isConstant) {
  Value data = op->getOperand(index), factor = op->getOperand(1 - index);
  auto dataType = dyn_cast<RankedTensorType>(data.getType()),
       factorType = dyn_cast<RankedTensorType>(factor.getType());
  if (!dataType || !factorType || op.getType() != dataType ||
      !isa<FloatType>(dataType.getElementType()) || scale.axes.empty())
    return std::nullopt;
  bool isScalar = factorType.getRank() == 0;
  bool hasShape = llvm::none_of(
      scale.axes, [&](int64_t axis) { return dataType.isDynamicDim(axis); });
  if (isScalar ? !hasShape
               : !broadcastsOverAxes(dataType, factorType, scale.axes))
    return std::nullopt;
  if (!fits(factor, scale, isConstant))
    return std::nullopt;
  return AxisFactor{data, factor};
}

Value relay::buildAxisFactor(MultiplyOp op, const AxisFactor &match,
                             const AxisScale &scale) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Value factor = match.factor;
  auto dataType = cast<RankedTensorType>(match.data.getType());
  int64_t rank = cast<RankedTensorType>(factor.getType()).getRank();
  if (rank == 0) {
    factor = ExpandDimsOp::create(builder, loc, factor, /*axis=*/0,
                                  /*num_newaxis=*/scale.axes.size());
    for (auto [i, axis] : llvm::enumerate(scale.axes))
      factor = RepeatOp::create(builder, loc, factor, dataType.getDimSize(axis),
                                builder.getI64IntegerAttr(i));
    return factor;
  }
  SmallVector<int64_t> others;
  for (int64_t dim = 0; dim < rank; ++dim)
    if (!llvm::is_contained(scale.axes, dataType.getRank() - rank + dim))
      others.push_back(dim);
  if (others.empty())
    return factor;
  return SqueezeOp::create(builder, loc, factor,
                           builder.getDenseI64ArrayAttr(others));
}
