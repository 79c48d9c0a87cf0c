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
static Type getRelayAccumulatorType(OpBuilder &b, Location loc,
                                    Type elementType) {
  return isa<FloatType>(elementType)
             ? ScalarBuilder(b, loc, elementType).getAccumulatorType()
             : elementType;
}

Value relay::buildRounding(OpBuilder &b, Location loc, Value accumulators,
                           Type elementType, RankedTensorType type) {
  Type accumulator = getRelayAccumulatorType(b, loc, elementType);
  if (accumulator == elementType)
    return castTensor(b, loc, accumulators, type);
  return buildElementwise(
      b, loc, accumulators, type, /*equalDynamicDims=*/true,
      [&](OpBuilder &nested, Location loc, ValueRange x) {
        return ScalarBuilder(nested, loc, accumulator).cast(x[0], elementType);
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

Value relay::buildContraction(OpBuilder &b, Location loc,
                              const ContractionOperand &lhs,
                              const ContractionOperand &rhs,
                              AffineMap resultMap,
                              ArrayRef<utils::IteratorType> iterators,
                              ArrayRef<OpFoldResult> sizes, Type elementType,
                              RankedTensorType type, NamedContraction named) {
  Type accumulator = getRelayAccumulatorType(b, loc, elementType);
  ScalarBuilder zero(b, loc, accumulator);
  Value empty = tensor::EmptyOp::create(b, loc, sizes, zero.getType());
  Value init = linalg::FillOp::create(b, loc, zero.zero(), empty).getResult(0);
  if (named && isNamedConversion(lhs.elementType, elementType) &&
      isNamedConversion(rhs.elementType, elementType)) {
    linalg::LinalgOp op = named(b, loc, lhs.tensor, rhs.tensor, init);
    return buildRounding(b, loc, op->getResult(0), elementType, type);
  }
  auto generic = linalg::GenericOp::create(
      b, loc, init.getType(), ValueRange{lhs.tensor, rhs.tensor}, init,
      {lhs.map, rhs.map, resultMap}, iterators,
      [&](OpBuilder &nested, Location loc, ValueRange x) {
        auto convert = [&](const ContractionOperand &operand, Value element) {
          element = ScalarBuilder(nested, loc, operand.elementType)
                        .cast(element, elementType);
          return ScalarBuilder(nested, loc, elementType)
              .cast(element, accumulator);
        };
        // One after the other: compilers evaluate arguments in any order.
        Value a = convert(lhs, x[0]);
        Value b = convert(rhs, x[1]);
        ScalarBuilder s(nested, loc, accumulator);
        linalg::YieldOp::create(nested, loc, s.add(s.mul(a, b), x[2]));
      });
  return buildRounding(b, loc, generic.getResult(0), elementType, type);
}
