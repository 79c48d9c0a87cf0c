//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//
// The rules of FakeQuantizationToInteger for averages.
//
//===----------------------------------------------------------------------===//

#include "AffineTypes.h"

using namespace mlir;
using namespace mlir::relay;

/// The quantization of operand 0, which has one scale.
static FailureOr<AffineType> getScalarInput(FakeQuantizedOp &op) {
  FailureOr<AffineType> type = op.getInput(0);
  if (succeeded(type) && isPerAxis(*type))
    return op.fail("the scales of operand 0 are per axis");
  return type;
}

/// Whether zeros around the data take part in averages.
static bool countsPadding(NNAvgPool2dOp op) {
  return op.getCountIncludePad() &&
         llvm::any_of(op.getPadding(), [](int64_t size) { return size != 0; });
}

// nn.avg_pool2d(x) -> qnn.avg_pool2d(q)
static FailureOr<QuantizedValue> convertAvgPool2d(FakeQuantizedOp &op) {
  FailureOr<AffineType> type = getScalarInput(op);
  if (failed(type))
    return failure();
  FailureOr<AffineType> output = op.getOutput();
  if (failed(output))
    return failure();
  // qnn.avg_pool2d pads by the number 0.
  if (countsPadding(cast<NNAvgPool2dOp>(op.getOp())) && !hasZeroOffset(*type))
    return op.fail("padding counts, and the zero point is not 0");
  // The result has the element type of the operand.
  if (!op.isQuantizedNext() || output->dtype != type->dtype)
    output = type;
  FailureOr<Value> result =
      op.rebuild({op.getValue(0), type->scale, type->zeroPoint, output->scale,
                  output->zeroPoint},
                 QnnAvgPool2dOp::getOperationName());
  if (failed(result))
    return failure();
  return QuantizedValue{*result, {*output}};
}

// f(x) -> f(requantize(q)), or f(cast(q)), for averages of 32 bits
static FailureOr<QuantizedValue> convertWholeAverage(FakeQuantizedOp &op) {
  FailureOr<AffineType> type = getScalarInput(op);
  if (failed(type))
    return failure();
  FailureOr<AffineType> output = op.getOutput();
  if (failed(output))
    return failure();
  Type i32 = op.getBuilder().getI32Type();
  FailureOr<Value> data =
      areClose(*type, *output)
          ? op.create<CastOp>(op.getValue(0), i32)
          : op.requantize(op.getValue(0), *type, *output, i32);
  if (failed(data))
    return failure();
  FailureOr<Value> result = op.rebuildOn(*data);
  if (failed(result))
    return failure();
  output->dtype = i32;
  return QuantizedValue{*result, {*output}};
}

// mean(x) -> cast(mean(cast(q, i32)))
static FailureOr<QuantizedValue> convertMean(FakeQuantizedOp &op) {
  FailureOr<AffineType> type = getScalarInput(op);
  if (failed(type))
    return failure();
  FailureOr<Value> result =
      op.create<CastOp>(op.getValue(0), op.getBuilder().getI32Type());
  if (succeeded(result))
    result = op.rebuildOn(*result);
  if (succeeded(result))
    result = op.create<CastOp>(*result, type->dtype);
  if (failed(result))
    return failure();
  return QuantizedValue{*result, {*type}};
}

void relay::addReductionRules(FakeQuantizationRules &rules) {
  rules.addDefault(MeanOp::getOperationName(), {convertMean});
  auto add = [&](StringRef name, FakeQuantizationRule::Function convert) {
    FakeQuantizationRule rule{std::move(convert)};
    rule.readsOutput = true;
    rules.addDefault(name, std::move(rule));
  };
  add(NNAvgPool2dOp::getOperationName(), convertAvgPool2d);
  add(NNAdaptiveAvgPool1dOp::getOperationName(), convertWholeAverage);
  add(NNGlobalAvgPool2dOp::getOperationName(), convertWholeAverage);
}
