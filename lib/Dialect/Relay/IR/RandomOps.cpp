//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random numbers: type inference.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/IR/RelayOps.h"

using namespace mlir;
using namespace mlir::relay;

/// The type of the key of a generator.
static Type getKeyType(MLIRContext *context) {
  return RankedTensorType::get(
      {10}, IntegerType::get(context, 64, IntegerType::Unsigned));
}

/// Sets the type of the key if it is unknown, or checks it.
static LogicalResult inferKey(std::optional<Location> loc, StringRef relayName,
                              Type &key) {
  return inferOperand(loc, relayName, "key", getKeyType(key.getContext()), key);
}

/// A tuple of the next key and of `second`.
static Type getResultWithKey(Type second) {
  MLIRContext *context = second.getContext();
  return TupleType::get(context, {getKeyType(context), second});
}

/// Infers the key, and scalars of type `dtype`, the parameters `names`.
static LogicalResult inferDistribution(std::optional<Location> loc,
                                       StringRef relayName,
                                       ArrayRef<StringRef> names, Type dtype,
                                       MutableArrayRef<Type> operandTypes) {
  if (!dtype.isF32() && !dtype.isF64())
    return emitOptionalError(
        loc, relayName, ": expected out_dtype f32 or f64, but got ", dtype);
  if (failed(inferKey(loc, relayName, operandTypes[0])))
    return failure();
  for (auto [name, type] : llvm::zip_equal(names, operandTypes.drop_front()))
    if (failed(inferOperand(loc, relayName, name,
                            RankedTensorType::get({}, dtype), type)))
      return failure();
  return success();
}

/// The result of a distribution.
template <typename OpTy>
static FailureOr<Type> inferNumbers(std::optional<Location> loc,
                                    ArrayRef<StringRef> names,
                                    typename OpTy::Adaptor adaptor) {
  SmallVector<Type> types(ValueRange(adaptor.getOperands()).getTypes());
  if (failed(inferDistribution(loc, OpTy::getRelayName(), names,
                               adaptor.getOutDtype(), types)))
    return failure();
  FailureOr<Type> numbers = inferCreation(
      loc, OpTy::getRelayName(), adaptor.getOutShape(), adaptor.getOutDtype());
  if (failed(numbers))
    return failure();
  return getResultWithKey(*numbers);
}

static constexpr StringRef uniformNames[] = {"low", "high"};
static constexpr StringRef normalNames[] = {"mean", "scale"};

FailureOr<Type>
RandomThreefryGenerateOp::inferResultType(std::optional<Location> loc,
                                          Adaptor adaptor) {
  Type key = adaptor.getKey().getType();
  if (failed(inferKey(loc, getRelayName(), key)))
    return failure();
  Type word = IntegerType::get(key.getContext(), 64, IntegerType::Unsigned);
  FailureOr<Type> words =
      inferCreation(loc, getRelayName(), adaptor.getOutShape(), word);
  if (failed(words))
    return failure();
  return getResultWithKey(*words);
}

LogicalResult
RandomThreefryGenerateOp::inferOperandTypes(std::optional<Location> loc,
                                            SmallVectorImpl<Type> &operandTypes,
                                            DictionaryAttr, OpaqueProperties) {
  return inferKey(loc, getRelayName(), operandTypes[0]);
}

FailureOr<Type>
RandomThreefrySplitOp::inferResultType(std::optional<Location> loc,
                                       Adaptor adaptor) {
  Type key = adaptor.getKey().getType();
  if (failed(inferKey(loc, getRelayName(), key)))
    return failure();
  return getResultWithKey(getKeyType(key.getContext()));
}

LogicalResult
RandomThreefrySplitOp::inferOperandTypes(std::optional<Location> loc,
                                         SmallVectorImpl<Type> &operandTypes,
                                         DictionaryAttr, OpaqueProperties) {
  return inferKey(loc, getRelayName(), operandTypes[0]);
}

FailureOr<Type> RandomUniformOp::inferResultType(std::optional<Location> loc,
                                                 Adaptor adaptor) {
  return inferNumbers<RandomUniformOp>(loc, uniformNames, adaptor);
}

LogicalResult RandomUniformOp::inferOperandTypes(
    std::optional<Location> loc, SmallVectorImpl<Type> &operandTypes,
    DictionaryAttr attributes, OpaqueProperties properties) {
  Adaptor adaptor(ValueRange(), attributes, properties);
  return inferDistribution(loc, getRelayName(), uniformNames,
                           adaptor.getOutDtype(), operandTypes);
}

FailureOr<Type> RandomNormalOp::inferResultType(std::optional<Location> loc,
                                                Adaptor adaptor) {
  return inferNumbers<RandomNormalOp>(loc, normalNames, adaptor);
}

LogicalResult RandomNormalOp::inferOperandTypes(
    std::optional<Location> loc, SmallVectorImpl<Type> &operandTypes,
    DictionaryAttr attributes, OpaqueProperties properties) {
  Adaptor adaptor(ValueRange(), attributes, properties);
  return inferDistribution(loc, getRelayName(), normalNames,
                           adaptor.getOutDtype(), operandTypes);
}

FailureOr<Type>
RandomMultinomialOp::inferResultType(std::optional<Location> loc,
                                     Adaptor adaptor) {
  Type key = adaptor.getKey().getType();
  if (failed(inferKey(loc, getRelayName(), key)))
    return failure();
  auto probs = cast<RankedTensorType>(adaptor.getProbs().getType());
  if (probs.getRank() == 0)
    return emitOptionalError(
        loc, getRelayName(),
        ": expected probs with at least one dimension, but got ", probs);
  int64_t count = adaptor.getNumSamples();
  if (count < 0)
    return emitOptionalError(loc, getRelayName(),
                             ": expected num_samples of 0 or more, but got ",
                             count);
  SmallVector<int64_t> shape(probs.getShape());
  shape.back() = count;
  return getResultWithKey(
      RankedTensorType::get(shape, IntegerType::get(key.getContext(), 32)));
}

LogicalResult
RandomMultinomialOp::inferOperandTypes(std::optional<Location> loc,
                                       SmallVectorImpl<Type> &operandTypes,
                                       DictionaryAttr, OpaqueProperties) {
  return inferKey(loc, getRelayName(), operandTypes[0]);
}
