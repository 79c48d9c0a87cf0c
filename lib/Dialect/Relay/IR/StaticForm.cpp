//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Replaces operators with shapes as operands by those with attributes.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/IR/StaticForm.h"
#include "RelayLite/Dialect/Relay/IR/Constants.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Dialect/Relay/IR/Shapes.h"
#include "RelayLite/Dialect/Relay/IR/TypeInference.h"
#include "RelayLite/Support/ThreadDiagnostics.h"
#include "mlir/IR/Matchers.h"
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

/// The numbers that `value` holds, or nothing. As in compiled code, the
/// fractions of floats are cut off, they saturate, and NaN is 0.
static std::optional<SmallVector<int64_t>> getConstantNumbers(Value value) {
  ElementsAttr elements;
  if (!matchPattern(value, m_Constant(&elements)))
    return std::nullopt;
  auto values = elements.tryGetValues<APFloat>();
  if (!values)
    return getConstantIntegers(value);
  return llvm::map_to_vector(*values, [](const APFloat &element) {
    APSInt integer(/*BitWidth=*/64, /*isUnsigned=*/false);
    bool isExact;
    element.convertToInteger(integer, APFloat::rmTowardZero, &isExact);
    return integer.getSExtValue();
  });
}

/// The numbers that `value` holds as a list of integers, or null.
static DenseI64ArrayAttr readNumbers(Value value) {
  std::optional<SmallVector<int64_t>> integers = getConstantNumbers(value);
  return integers ? DenseI64ArrayAttr::get(value.getContext(), *integers)
                  : DenseI64ArrayAttr();
}

/// The only number that `value` holds, as an integer, or null.
static IntegerAttr readInteger(Value value) {
  std::optional<SmallVector<int64_t>> integers = getConstantNumbers(value);
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
  for (const APFloat &element : *values)
    floats.push_back(element.convertToDouble());
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
    // This also excludes infinities and NaNs.
    if (!(std::fabs(number) < 1e15) || number != std::trunc(number))
      return {};
    integers.push_back(number);
  }
  return DenseI64ArrayAttr::get(value.getContext(), integers);
}

//===----------------------------------------------------------------------===//
// Static forms
//===----------------------------------------------------------------------===//

StaticForm DynBroadcastToOp::getStaticForm() {
  return {BroadcastToOp::getOperationName(),
          {getData()},
          {{"shape", readIntegers(getTarget())}}};
}
StaticForm DynExpandDimsOp::getStaticForm() {
  return {ExpandDimsOp::getOperationName(),
          {getData()},
          {{"axis", readInteger(getAxis())}}};
}
StaticForm DynFullOp::getStaticForm() {
  return {FullOp::getOperationName(),
          {getFillValue()},
          {{"shape", readIntegers(getTarget())}}};
}
StaticForm DynImageResize2dOp::getStaticForm() {
  return {ImageResize2dOp::getOperationName(),
          {getData()},
          {{"size", readWholeNumbers(getTargetSize())},
           {"roi", readFloats(getTargetRoi())}}};
}
StaticForm DynNNPadOp::getStaticForm() {
  return {NNPadOp::getOperationName(),
          {getData(), getPadValue()},
          {{"pad_width", readPairs(getWidths())}}};
}
StaticForm DynNNUpsamplingOp::getStaticForm() {
  return {NNUpsamplingOp::getOperationName(),
          {getData()},
          {{"scale_h", readFloat(getFactorH())},
           {"scale_w", readFloat(getFactorW())}}};
}
StaticForm DynNNUpsampling3dOp::getStaticForm() {
  return {NNUpsampling3dOp::getOperationName(),
          {getData()},
          {{"scale_d", readFloat(getFactorD())},
           {"scale_h", readFloat(getFactorH())},
           {"scale_w", readFloat(getFactorW())}}};
}
StaticForm DynOneHotOp::getStaticForm() {
  return {OneHotOp::getOperationName(),
          {getIndices(), getOnValue(), getOffValue()},
          {{"depth", readInteger(getLength())}}};
}
StaticForm DynOnesOp::getStaticForm() {
  return {
      OnesOp::getOperationName(), {}, {{"shape", readIntegers(getTarget())}}};
}
StaticForm DynReshapeOp::getStaticForm() {
  return {ReshapeOp::getOperationName(),
          {getData()},
          {{"newshape", readIntegers(getTarget())}}};
}
StaticForm DynSparseToDenseOp::getStaticForm() {
  return {SparseToDenseOp::getOperationName(),
          {getSparseIndices(), getSparseValues(), getDefaultValue()},
          {{"output_shape", readIntegers(getTarget())}}};
}
StaticForm DynSqueezeOp::getStaticForm() {
  return {SqueezeOp::getOperationName(),
          {getData()},
          {{"axis", readIntegers(getAxes())}}};
}
StaticForm DynStridedSliceOp::getStaticForm() {
  return {StridedSliceOp::getOperationName(),
          {getData()},
          {{"begin", readIntegers(getFirst())},
           {"end", readIntegers(getLast())},
           {"strides", readIntegers(getSteps())}}};
}
StaticForm DynTileOp::getStaticForm() {
  return {TileOp::getOperationName(),
          {getData()},
          {{"reps", readNumbers(getRepetitions())}}};
}
StaticForm DynTopkOp::getStaticForm() {
  return {TopkOp::getOperationName(),
          {getData()},
          {{"k", readInteger(getCount())}}};
}
StaticForm DynZerosOp::getStaticForm() {
  return {
      ZerosOp::getOperationName(), {}, {{"shape", readIntegers(getTarget())}}};
}

bool relay::emptyReversedRanges(StridedSliceOp op) {
  auto type = cast<RankedTensorType>(op.getData().getType());
  FailureOr<SmallVector<SliceDim>> dims = StridedSliceOp::resolve(
      std::nullopt, StridedSliceOp::Adaptor(op->getOperands(), op),
      type.getRank());
  // With sizes, no range is reversed.
  if (failed(dims) || op.getSliceMode() == "size")
    return false;
  ArrayRef<int64_t> begin = op.getBegin();
  SmallVector<int64_t> end(op.getEnd());
  bool changed = false;
  // A range without a begin is not reversed.
  for (size_t i = 0; i < begin.size(); ++i) {
    int64_t dim =
        op.getAxes() ? wrapAxis((*op.getAxes())[i], type.getRank()) : i;
    if (i == end.size())
      end.push_back((*dims)[dim].end);
    if (!type.isDynamicDim(dim) &&
        !resolveSlice((*dims)[dim], type.getDimSize(dim))) {
      end[i] = begin[i];
      changed = true;
    }
  }
  if (changed)
    op.setEnd(end);
  return changed;
}

/// Infers the types of the results of `op`, or fails with the reason.
static LogicalResult inferTypes(Operation *op, SmallVectorImpl<Type> &types,
                                std::string &reason) {
  ThreadDiagnostics diagnostics(op->getContext());
  LogicalResult result = cast<InferTypeOpInterface>(op).inferReturnTypes(
      op->getContext(), op->getLoc(), op->getOperands(),
      op->getDiscardableAttrDictionary(), op->getPropertiesStorage(),
      op->getRegions(), types);
  if (failed(result) && !diagnostics.getText().empty())
    reason = diagnostics.getText();
  return result;
}

FailureOr<StaticOperator> relay::createStaticForm(OpBuilder &builder,
                                                  StaticFormInterface op,
                                                  std::string &reason) {
  StaticForm form = op.getStaticForm();
  NamedAttrList attributes(op->getAttrDictionary());
  for (auto [name, value] : form.attributes) {
    if (!value) {
      reason = "an operand is not constant";
      return failure();
    }
    attributes.set(name, value);
  }
  OperationState state(op->getLoc(), form.name, form.operands,
                       op->getResultTypes(), attributes.getAttrs());
  Operation *result = Operation::create(state);
  if (auto slice = dyn_cast<StridedSliceOp>(result))
    emptyReversedRanges(slice);
  reason = "the result has another type than expected";
  SmallVector<Type> types;
  if (failed(inferTypes(result, types, reason)) ||
      !areTypesCompatible(types, op->getResultTypes())) {
    result->destroy();
    return failure();
  }
  return StaticOperator{builder.insert(result), types.front()};
}
