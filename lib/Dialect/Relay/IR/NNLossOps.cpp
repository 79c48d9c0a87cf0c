//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Losses: type inference.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/IR/RelayOps.h"

using namespace mlir;
using namespace mlir::relay;

FailureOr<Type> relay::inferCrossEntropy(std::optional<Location> loc,
                                         StringRef relayName, Type predictions,
                                         Type targets) {
  auto type = cast<RankedTensorType>(predictions);
  if (type.getRank() != 2 || !areTypesCompatible(predictions, targets))
    return emitOptionalError(loc, relayName,
                             ": expected predictions and targets to be "
                             "matrices of one type, but got ",
                             predictions, " and ", targets);
  return Type(type.clone(ArrayRef<int64_t>()));
}

FailureOr<Type> NNNLLLossOp::inferResultType(std::optional<Location> loc,
                                             Adaptor adaptor) {
  auto predictions = cast<RankedTensorType>(adaptor.getPredictions().getType());
  auto targets = cast<RankedTensorType>(adaptor.getTargets().getType());
  auto weights = cast<RankedTensorType>(adaptor.getWeights().getType());
  int64_t rank = predictions.getRank();
  if (rank < 1 || targets.getRank() != rank - 1)
    return emitOptionalError(
        loc, getRelayName(),
        ": expected predictions to have one dimension more "
        "than targets, but got ",
        predictions, " and ", targets);
  // A single target has no batch.
  int64_t classDim = rank == 1 ? 0 : 1;
  SmallVector<int64_t> shape(predictions.getShape());
  int64_t classes = shape[classDim];
  shape.erase(shape.begin() + classDim);
  if (failed(verifyCompatibleShape(targets.getShape(), shape)))
    return emitOptionalError(
        loc, getRelayName(), ": expected targets of type ",
        RankedTensorType::get(shape, targets.getElementType()), ", but got ",
        targets);
  Type elementType = predictions.getElementType();
  if (!isa<FloatType>(elementType))
    return emitOptionalError(loc, getRelayName(),
                             ": expected predictions of floats, but got ",
                             predictions);
  Type weightsType = weights;
  if (failed(inferOperand(loc, getRelayName(), "weights",
                          RankedTensorType::get({classes}, elementType),
                          weightsType)))
    return failure();
  if (!isa<IntegerType>(targets.getElementType()) ||
      targets.getElementType().isUnsignedInteger() ||
      targets.getElementType().isInteger(1))
    return emitOptionalError(loc, getRelayName(),
                             ": expected targets of signed integers, but got ",
                             targets);
  StringRef reduction = adaptor.getReduction();
  if (reduction == "none")
    return Type(targets.clone(elementType));
  if (reduction == "sum" || reduction == "mean")
    return Type(RankedTensorType::get({}, elementType));
  return emitOptionalError(
      loc, getRelayName(),
      ": expected reduction to be none, sum or mean, but got \"", reduction,
      "\"");
}
