//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operators that take their shapes from attributes, for those that take them
// from operands.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/IR/StaticForm.h"
#include "RelayLite/Dialect/Relay/IR/Constants.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"
#include <cmath>

using namespace mlir;
using namespace mlir::relay;

//===----------------------------------------------------------------------===//
// Reading operands
//===----------------------------------------------------------------------===//

/// The integers that `value` holds as a list of numbers, or null.
static DenseI64ArrayAttr readIntegers(Value value) {
  std::optional<SmallVector<int64_t>> integers = getConstantIntegers(value);
  return integers ? DenseI64ArrayAttr::get(value.getContext(), *integers)
                  : DenseI64ArrayAttr();
}

/// The only integer that `value` holds, or null.
static IntegerAttr readInteger(Value value) {
  std::optional<SmallVector<int64_t>> integers = getConstantIntegers(value);
  return integers && integers->size() == 1
             ? Builder(value.getContext()).getI64IntegerAttr(integers->front())
             : IntegerAttr();
}

/// The only number that `value` holds, or null.
static FloatAttr readFloat(Value value) {
  std::optional<double> number = getConstantScalar(value);
  return number ? Builder(value.getContext()).getF64FloatAttr(*number)
                : FloatAttr();
}

/// The rows of a matrix with two columns as lists, or null.
static ArrayAttr readPairs(Value value) {
  std::optional<SmallVector<int64_t>> integers = getConstantIntegers(value);
  if (!integers || integers->size() % 2 != 0)
    return {};
  SmallVector<Attribute> pairs;
  for (ArrayRef<int64_t> rest = *integers; !rest.empty();
       rest = rest.drop_front(2))
    pairs.push_back(
        DenseI64ArrayAttr::get(value.getContext(), rest.take_front(2)));
  return ArrayAttr::get(value.getContext(), pairs);
}

/// The floats that `value` holds as a list of numbers, or null.
static DenseF64ArrayAttr readFloats(Value value) {
  ElementsAttr elements;
  if (!matchPattern(value, m_Constant(&elements)))
    return {};
  auto values = elements.tryGetValues<APFloat>();
  if (!values)
    return {};
  SmallVector<double> floats;
  for (APFloat element : *values) {
    bool losesInfo;
    element.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                    &losesInfo);
    floats.push_back(element.convertToDouble());
  }
  return DenseF64ArrayAttr::get(value.getContext(), floats);
}

/// The integers that `value`, of integers or of floats, holds, or null.
static DenseI64ArrayAttr readWholeNumbers(Value value) {
  if (DenseI64ArrayAttr integers = readIntegers(value))
    return integers;
  DenseF64ArrayAttr floats = readFloats(value);
  if (!floats)
    return {};
  SmallVector<int64_t> integers;
  for (double number : floats.asArrayRef()) {
    // Infinities and NaNs are none either.
    if (!(std::fabs(number) < 1e15) || number != std::trunc(number))
      return {};
    integers.push_back(number);
  }
  return DenseI64ArrayAttr::get(value.getContext(), integers);
}

//===----------------------------------------------------------------------===//
// Static forms
//===----------------------------------------------------------------------===//

namespace {
/// What a static operator is made of: its name, operands, and the values of the
/// attributes that the dynamic operator has as operands, or null ones.
struct StaticForm {
  StringRef name;
  SmallVector<Value> operands;
  SmallVector<NamedAttribute> attributes;
};
} // namespace

static NamedAttribute attr(Operation *op, StringRef name, Attribute value) {
  return {StringAttr::get(op->getContext(), name), value};
}

static StaticForm getStaticForm(DynBroadcastToOp op) {
  return {BroadcastToOp::getOperationName(),
          {op.getData()},
          {attr(op, "shape", readIntegers(op.getTarget()))}};
}
static StaticForm getStaticForm(DynFullOp op) {
  return {FullOp::getOperationName(),
          {op.getFillValue()},
          {attr(op, "shape", readIntegers(op.getTarget()))}};
}
static StaticForm getStaticForm(DynImageResize2dOp op) {
  return {ImageResize2dOp::getOperationName(),
          {op.getData()},
          {attr(op, "size", readWholeNumbers(op.getTargetSize())),
           attr(op, "roi", readFloats(op.getTargetRoi()))}};
}
static StaticForm getStaticForm(DynNNPadOp op) {
  return {NNPadOp::getOperationName(),
          {op.getData(), op.getPadValue()},
          {attr(op, "pad_width", readPairs(op.getWidths()))}};
}
static StaticForm getStaticForm(DynNNUpsamplingOp op) {
  return {NNUpsamplingOp::getOperationName(),
          {op.getData()},
          {attr(op, "scale_h", readFloat(op.getFactorH())),
           attr(op, "scale_w", readFloat(op.getFactorW()))}};
}
static StaticForm getStaticForm(DynNNUpsampling3dOp op) {
  return {NNUpsampling3dOp::getOperationName(),
          {op.getData()},
          {attr(op, "scale_d", readFloat(op.getFactorD())),
           attr(op, "scale_h", readFloat(op.getFactorH())),
           attr(op, "scale_w", readFloat(op.getFactorW()))}};
}
static StaticForm getStaticForm(DynOneHotOp op) {
  return {OneHotOp::getOperationName(),
          {op.getIndices(), op.getOnValue(), op.getOffValue()},
          {attr(op, "depth", readInteger(op.getLength()))}};
}
static StaticForm getStaticForm(DynOnesOp op) {
  return {OnesOp::getOperationName(),
          {},
          {attr(op, "shape", readIntegers(op.getTarget()))}};
}
static StaticForm getStaticForm(DynReshapeOp op) {
  return {ReshapeOp::getOperationName(),
          {op.getData()},
          {attr(op, "newshape", readIntegers(op.getTarget()))}};
}
static StaticForm getStaticForm(DynSparseToDenseOp op) {
  return {SparseToDenseOp::getOperationName(),
          {op.getSparseIndices(), op.getSparseValues(), op.getDefaultValue()},
          {attr(op, "output_shape", readIntegers(op.getTarget()))}};
}
static StaticForm getStaticForm(DynSqueezeOp op) {
  return {SqueezeOp::getOperationName(),
          {op.getData()},
          {attr(op, "axis", readIntegers(op.getAxes()))}};
}
static StaticForm getStaticForm(DynStridedSliceOp op) {
  return {StridedSliceOp::getOperationName(),
          {op.getData()},
          {attr(op, "begin", readIntegers(op.getFirst())),
           attr(op, "end", readIntegers(op.getLast())),
           attr(op, "strides", readIntegers(op.getSteps()))}};
}
static StaticForm getStaticForm(DynTileOp op) {
  return {TileOp::getOperationName(),
          {op.getData()},
          {attr(op, "reps", readIntegers(op.getRepetitions()))}};
}
static StaticForm getStaticForm(DynTopkOp op) {
  return {TopkOp::getOperationName(),
          {op.getData()},
          {attr(op, "k", readInteger(op.getCount()))}};
}
static StaticForm getStaticForm(DynZerosOp op) {
  return {ZerosOp::getOperationName(),
          {},
          {attr(op, "shape", readIntegers(op.getTarget()))}};
}

bool relay::hasStaticForm(Operation *op) {
  return isa<DynBroadcastToOp, DynFullOp, DynImageResize2dOp, DynNNPadOp,
             DynNNUpsamplingOp, DynNNUpsampling3dOp, DynOneHotOp, DynOnesOp,
             DynReshapeOp, DynSparseToDenseOp, DynSqueezeOp, DynStridedSliceOp,
             DynTileOp, DynTopkOp, DynZerosOp>(op);
}

FailureOr<StaticOperator>
relay::createStaticForm(OpBuilder &builder, Operation *op, StringRef &reason) {
  StaticForm form =
      TypeSwitch<Operation *, StaticForm>(op)
          .Case<DynBroadcastToOp, DynFullOp, DynImageResize2dOp, DynNNPadOp,
                DynNNUpsamplingOp, DynNNUpsampling3dOp, DynOneHotOp, DynOnesOp,
                DynReshapeOp, DynSparseToDenseOp, DynSqueezeOp,
                DynStridedSliceOp, DynTileOp, DynTopkOp, DynZerosOp>(
              [](auto dynamic) { return getStaticForm(dynamic); })
          .Default([](Operation *) { return StaticForm(); });
  if (form.name.empty()) {
    reason = "it takes no shapes from operands";
    return failure();
  }
  NamedAttrList attributes(op->getAttrDictionary());
  for (NamedAttribute attribute : form.attributes) {
    if (!attribute.getValue()) {
      reason = "an operand is not constant";
      return failure();
    }
    attributes.set(attribute.getName(), attribute.getValue());
  }
  OperationState state(op->getLoc(), form.name, form.operands,
                       op->getResultTypes(), attributes.getAttrs());
  Operation *result = Operation::create(state);
  SmallVector<Type> types;
  if (failed(cast<InferTypeOpInterface>(result).inferReturnTypes(
          op->getContext(), std::nullopt, result->getOperands(),
          result->getDiscardableAttrDictionary(),
          result->getPropertiesStorage(), result->getRegions(), types)) ||
      !areTypesCompatible(types, op->getResultTypes())) {
    result->destroy();
    reason = "the constants are not valid";
    return failure();
  }
  return StaticOperator{builder.insert(result), types.front()};
}
