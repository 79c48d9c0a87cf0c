//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Quantization that is computed in floats, as compositions of operators.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/IR/Constants.h"
#include "RelayLite/Dialect/Relay/IR/Shapes.h"
#include "RelayLite/Dialect/Relay/Utils/Decompositions.h"

using namespace mlir;
using namespace mlir::relay;

/// The numbers by which operands name element types.
static constexpr int64_t codes[] = {1, 2, 3};

/// A scale or zero point as the element type of `data`, with dimensions that
/// let it broadcast along `axis`.
static Value buildParameter(OpBuilder &b, Location loc, Value data,
                            Value parameter, int64_t axis) {
  RankedTensorType type = getTensorType(data);
  Value value = parameter;
  if (getTensorType(value).getElementType() != type.getElementType())
    value = CastOp::create(b, loc, value, type.getElementType());
  if (hasOneElement(getTensorType(value)))
    return ReshapeOp::create(b, loc, value, ArrayRef<int64_t>{});
  int64_t rank = type.getRank(), count = rank - wrapAxis(axis, rank) - 1;
  return count == 0 ? value : ExpandDimsOp::create(b, loc, value, 1, count);
}

/// Whether the operand `code` is the number `number`, as a scalar.
static Value buildIsCode(OpBuilder &b, Location loc, Value code,
                         int64_t number) {
  Value scalar = ReshapeOp::create(b, loc, code, ArrayRef<int64_t>{});
  Value expected = ConstantOp::create(
      b, loc, makeScalarConstant(b.getI32Type(), APFloat(double(number))));
  return EqualOp::create(b, loc, scalar, expected);
}

FailureOr<Value> relay::decomposeSimulatedQuantize(OpBuilder &b,
                                                   QnnSimulatedQuantizeOp op) {
  if (!hasKnownTypes(op))
    return failure();
  Location loc = op.getLoc();
  Value data = op.getData(), result = data;
  auto build = [&](Value parameter) {
    return buildParameter(b, loc, data, parameter, op.getAxis());
  };
  Value scale = build(op.getOutputScale());
  Value zeroPoint = build(op.getOutputZeroPoint());
  Value rounded =
      RoundOp::create(b, loc, DivideOp::create(b, loc, data, scale));
  Value shifted = AddOp::create(b, loc, rounded, zeroPoint);
  constexpr std::pair<double, double> ranges[] = {
      {-128, 127}, {0, 255}, {INT32_MIN, INT32_MAX}};
  for (auto [code, range] : llvm::zip_equal(codes, ranges)) {
    Value clipped = ClipOp::create(b, loc, shifted, APFloat(range.first),
                                   APFloat(range.second));
    result = WhereOp::create(
        b, loc, buildIsCode(b, loc, op.getOutDtype(), code), clipped, result);
  }
  return result;
}

FailureOr<Value>
relay::decomposeSimulatedDequantize(OpBuilder &b, QnnSimulatedDequantizeOp op) {
  if (!hasKnownTypes(op))
    return failure();
  Location loc = op.getLoc();
  Value data = op.getData(), result = data;
  auto build = [&](Value parameter) {
    return buildParameter(b, loc, data, parameter, op.getAxis());
  };
  Value scale = build(op.getInputScale());
  Value zeroPoint = build(op.getInputZeroPoint());
  Value centered = SubtractOp::create(b, loc, data, zeroPoint);
  Value scaled = MultiplyOp::create(b, loc, centered, scale);
  for (int64_t code : codes)
    result = WhereOp::create(b, loc, buildIsCode(b, loc, op.getInDtype(), code),
                             scaled, result);
  return result;
}

FailureOr<Value>
relay::decomposeAnnotatedQuantization(OpBuilder &b,
                                      AnnotationSimulatedQuantizeOp op) {
  if (!hasKnownTypes(op))
    return failure();
  if (op.getKind() == 0)
    return op.getData();
  Location loc = op.getLoc();
  auto build = [&](Value parameter) {
    return buildParameter(b, loc, op.getData(), parameter, 0);
  };
  Value scale = build(op.getDomScale());
  Value low = build(op.getClipMin()), high = build(op.getClipMax());
  Value scaled = DivideOp::create(b, loc, op.getData(), scale);
  Value limited = MinimumOp::create(b, loc, scaled, high);
  limited = MaximumOp::create(b, loc, limited, low);
  Value rounded = RoundOp::create(b, loc, limited);
  return MultiplyOp::create(b, loc, rounded, scale).getResult();
}
