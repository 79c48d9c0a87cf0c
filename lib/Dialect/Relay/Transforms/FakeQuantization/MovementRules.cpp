//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//
// The rules of FakeQuantizationToInteger for operators that move elements.
//
//===----------------------------------------------------------------------===//

#include "AffineTypes.h"
#include "RelayLite/Dialect/Relay/IR/Shapes.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::relay;

//===----------------------------------------------------------------------===//
// The axis of scales
//===----------------------------------------------------------------------===//

/// The number of dimensions before `axis` that `op` takes away.
static int64_t countSqueezed(SqueezeOp op, int64_t axis) {
  RankedTensorType type = getTensorType(op.getData());
  if (std::optional<ArrayRef<int64_t>> dims = op.getAxis())
    return llvm::count_if(*dims, [&](int64_t dim) {
      return wrapAxis(dim, type.getRank()) < axis;
    });
  return llvm::count(type.getShape().take_front(axis), 1);
}

/// Whether windows of `layout` do not go along dimension `axis`.
static bool isNoImageDim(StringRef layout, int64_t axis) {
  return layout[axis] == 'C' || layout[axis] == 'N';
}

/// The dimension of the result of `op` that has the elements of dimension
/// `axis` of its operand, in their order, if there is such a one.
static std::optional<int64_t> getMovedAxis(Operation *op, int64_t axis) {
  using Result = std::optional<int64_t>;
  int64_t rank = getTensorType(op->getOperand(0)).getRank();
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case([&](TransposeOp op) -> Result {
        std::optional<ArrayRef<int64_t>> axes = op.getAxes();
        if (!axes || axes->empty())
          return rank - 1 - axis;
        return llvm::find_if(
                   *axes,
                   [&](int64_t dim) { return wrapAxis(dim, rank) == axis; }) -
               axes->begin();
      })
      .Case([&](ExpandDimsOp op) -> Result {
        int64_t count = op.getNumNewaxis();
        int64_t first = wrapAxis(op.getAxis(), rank + 1);
        return axis < first ? axis : axis + count;
      })
      .Case([&](SqueezeOp op) -> Result {
        return axis - countSqueezed(op, axis);
      })
      .Case([&](BroadcastToOp op) -> Result {
        return axis + getTensorType(op.getResult()).getRank() - rank;
      })
      .Case([&](NNMaxPool2dOp op) -> Result {
        return isNoImageDim(op.getLayout(), axis) ? Result(axis) : std::nullopt;
      })
      .Case([&](ImageResize2dOp op) -> Result {
        return isNoImageDim(op.getLayout(), axis) ? Result(axis) : std::nullopt;
      })
      .Case([&](SplitOp op) -> Result {
        bool isCut = wrapAxis(op.getAxis(), rank) == axis;
        return isCut ? std::nullopt : Result(axis);
      })
      .Default(Result());
}

/// The quantization of the result of an operator that moves elements.
static FailureOr<AffineType> getMovedType(FakeQuantizedOp &op) {
  FailureOr<AffineType> type = op.getInput(0);
  if (failed(type) || !isPerAxis(*type))
    return type;
  int64_t rank = getTensorType(op.getValue(0)).getRank();
  std::optional<int64_t> axis =
      getMovedAxis(op.getOp(), wrapAxis(type->axis, rank));
  if (!axis)
    return op.fail("the scales of operand 0 are per axis");
  type->axis = *axis;
  return type;
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

// f(x) -> f(q), where all results have the quantization of q
static FailureOr<QuantizedValue> move(FakeQuantizedOp &op) {
  FailureOr<AffineType> type = getMovedType(op);
  if (failed(type))
    return failure();
  FailureOr<Value> result = op.rebuildOn(op.getValue(0));
  if (failed(result))
    return failure();
  auto tuple = dyn_cast<TupleType>(result->getType());
  size_t size = tuple ? tuple.size() : 1;
  return QuantizedValue{*result, SmallVector<AffineType, 1>(size, *type)};
}

// topk(x) -> topk(q), if only values are asked for
static FailureOr<QuantizedValue> convertTopk(FakeQuantizedOp &op) {
  StringRef results = cast<TopkOp>(op.getOp()).getRetType();
  if (results != "values")
    return op.fail("expected ret_type \"values\", but got \"" + results + "\"");
  return move(op);
}

// nn.pad(x, p) -> nn.pad(q, quantize(p)), or requantize(p)
static FailureOr<QuantizedValue> convertPad(FakeQuantizedOp &op) {
  FailureOr<AffineType> type = op.getInput(0);
  if (failed(type))
    return failure();
  FailureOr<Value> fill =
      op.isQuantized(1)
          ? op.requantizeUnlessSame(op.getValue(1), *op.getInput(1), *type)
          : op.quantize(op.getValue(1), *type, /*axis=*/-1);
  if (failed(fill))
    return failure();
  FailureOr<Value> result = op.rebuild({op.getValue(0), *fill});
  if (failed(result))
    return failure();
  return QuantizedValue{*result, {*type}};
}

// concatenate(x...) -> qnn.concatenate(q...)
static FailureOr<QuantizedValue> convertConcatenate(FakeQuantizedOp &op) {
  const QuantizedValue &fields = op.getOperands()[0];
  FailureOr<AffineType> output = op.getOutput();
  if (failed(output))
    return failure();
  output->dtype = fields.types.front().dtype;
  SmallVector<Value> scales, zeroPoints;
  for (const AffineType &type : fields.types) {
    scales.push_back(type.scale);
    zeroPoints.push_back(type.zeroPoint);
  }
  OpBuilder &b = op.getBuilder();
  Value allScales = TupleOp::create(b, op.getLoc(), scales);
  Value allZeroPoints = TupleOp::create(b, op.getLoc(), zeroPoints);
  FailureOr<Value> result = op.create<QnnConcatenateOp>(
      fields.value, allScales, allZeroPoints, output->scale, output->zeroPoint,
      cast<ConcatenateOp>(op.getOp()).getAxis());
  if (failed(result))
    return failure();
  return QuantizedValue{*result, {*output}};
}

void relay::addMovementRules(FakeQuantizationRules &rules) {
  FakeQuantizationRule moving{move};
  for (StringRef name :
       {ImageResize2dOp::getOperationName(), MaxOp::getOperationName(),
        MinOp::getOperationName(), NNBatchFlattenOp::getOperationName(),
        NNDepthToSpaceOp::getOperationName(), NNMaxPool2dOp::getOperationName(),
        ReshapeOp::getOperationName(), SqueezeOp::getOperationName(),
        StridedSliceOp::getOperationName(), TransposeOp::getOperationName(),
        ExpandDimsOp::getOperationName(), BroadcastToOp::getOperationName()}) {
    moving.convertsAlone = name != ImageResize2dOp::getOperationName();
    rules.addDefault(name, moving);
  }
  rules.addDefault(TakeOp::getOperationName(), {move});
  rules.addDefault(TopkOp::getOperationName(), {convertTopk});
  FakeQuantizationRule split{move}, pad{convertPad};
  split.convertsAlone = pad.convertsAlone = true;
  rules.addDefault(SplitOp::getOperationName(), split);
  rules.addDefault(NNPadOp::getOperationName(), pad);
  FakeQuantizationRule concatenate{convertConcatenate};
  concatenate.readsOutput = true;
  rules.addDefault(ConcatenateOp::getOperationName(), concatenate);
}
