//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sums of products: the one place that says how elements are converted.
//
//===----------------------------------------------------------------------===//

#include "Contraction.h"
#include "Broadcast.h"
#include "ScalarBuilder.h"
#include "TensorBuilders.h"

using namespace mlir;
using namespace mlir::relay;

/// The Relay type of accumulators for elements of Relay type `elementType`.
static Type getRelayAccumulatorType(Emitter &b, Type elementType) {
  return isa<FloatType>(elementType)
             ? b.scalar(elementType).getAccumulatorType()
             : elementType;
}

Value relay::buildRounding(Emitter &b, Value accumulators, Type elementType,
                           RankedTensorType type) {
  Type accumulator = getRelayAccumulatorType(b, elementType);
  if (accumulator == elementType)
    return castTensor(b, accumulators, type);
  return buildElementwise(
      b, accumulators, type, /*equalDynamicDims=*/true, [&](ValueRange x) {
        return ScalarBuilder(b, accumulator).cast(x[0], elementType);
      });
}

/// Whether a named operation makes accumulators of elements of Relay type
/// `from` as it is done for contractions with elements of type `to`. All take
/// integers for signed ones, and i1 for conditions.
static bool isNamedConversion(Type from, Type to) {
  if (from.isInteger(1))
    return false;
  bool isWider = from.getIntOrFloatBitWidth() < to.getIntOrFloatBitWidth();
  return from == to ||
         (isWider && isa<FloatType>(from) && isa<FloatType>(to)) ||
         (isWider && from.isSignlessInteger() && isa<IntegerType>(to));
}

Value relay::buildContraction(Emitter &b, const ContractionOperand &lhs,
                              const ContractionOperand &rhs,
                              const ContractionResult &result,
                              ArrayRef<utils::IteratorType> iterators,
                              NamedContraction named) {
  Type elementType = result.elementType;
  Type accumulator = getRelayAccumulatorType(b, elementType);
  ScalarBuilder zero(b, accumulator);
  Value empty = tensor::EmptyOp::create(b, result.sizes, zero.getType());
  Value init = linalg::FillOp::create(b, zero.zero(), empty).getResult(0);
  if (named && isNamedConversion(lhs.elementType, elementType) &&
      isNamedConversion(rhs.elementType, elementType)) {
    linalg::LinalgOp op = named(lhs.tensor, rhs.tensor, init);
    return buildRounding(b, op->getResult(0), elementType, result.type);
  }
  auto generic = linalg::GenericOp::create(
      b, init.getType(), ValueRange{lhs.tensor, rhs.tensor}, init,
      {lhs.map, rhs.map, result.map}, iterators,
      [&](OpBuilder &, Location, ValueRange x) {
        auto convert = [&](const ContractionOperand &operand, Value element) {
          element = b.scalar(operand.elementType).cast(element, elementType);
          return ScalarBuilder(b, elementType).cast(element, accumulator);
        };
        // One after the other: compilers evaluate arguments in any order.
        Value left = convert(lhs, x[0]);
        Value right = convert(rhs, x[1]);
        ScalarBuilder s(b, accumulator);
        linalg::YieldOp::create(b, s.add(s.mul(left, right), x[2]));
      });
  return buildRounding(b, generic.getResult(0), elementType, result.type);
}
