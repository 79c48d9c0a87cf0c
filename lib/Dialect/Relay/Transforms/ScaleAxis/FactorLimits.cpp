//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The factors that an operand can take without an overflow or a loss of digits.
//
//===----------------------------------------------------------------------===//

#include "../Utils/FloatSummary.h"
#include "RelayLite/Dialect/Relay/IR/Constants.h"
#include "RelayLite/Dialect/Relay/Transforms/AxisScale.h"

using namespace mlir;
using namespace mlir::relay;

namespace {
/// The magnitudes that a value may have, but for zeros and denormal numbers.
struct Magnitudes {
  double smallest = 1, largest = 1;
};
/// The magnitudes of the normal numbers of a type.
struct Normals : Magnitudes {
  explicit Normals(Value value) {
    const llvm::fltSemantics &semantics =
        cast<FloatType>(getElementTypeOrSelf(value.getType()))
            .getFloatSemantics();
    smallest = APFloat::getSmallestNormalized(semantics).convertToDouble();
    largest = APFloat::getLargest(semantics).convertToDouble();
  }
};
} // namespace

/// The most factors of an operand that are looked at.
static constexpr unsigned maxFactors = 16;

/// Returns the magnitudes of `value`, a product. A factor that is no constant
/// is taken to be about 1. If all elements are zero, `largest` is, too.
static Magnitudes getMagnitudes(Value value, const Normals &normals) {
  Magnitudes result;
  SmallVector<Value> factors = {value};
  for (unsigned i = 0; i < factors.size(); ++i) {
    if (i == maxFactors)
      return {0, std::numeric_limits<double>::infinity()};
    if (auto product = factors[i].getDefiningOp<MultiplyOp>()) {
      llvm::append_range(factors, product.getOperands());
      continue;
    }
    ConstantOp constant = getMovedConstant(factors[i]);
    if (!constant)
      continue;
    llvm::Expected<ConstantData> data = readConstant(constant.getValue());
    if (!data) {
      // The pass itself does not need the elements.
      llvm::consumeError(data.takeError());
      continue;
    }
    FloatSummary summary = summarizeFloats(
        data->bytes, cast<FloatType>(getElementTypeOrSelf(constant.getType())));
    result.smallest *= std::max(summary.smallest, normals.smallest);
    result.largest *= summary.largest;
  }
  return result;
}

void AxisScale::restrict(const AxisScale &other) {
  requiresPositive |= other.requiresPositive;
  requiresNonzero |= other.requiresNonzero;
  smallest = std::max(smallest, other.smallest);
  largest = std::min(largest, other.largest);
}

void AxisScale::addProduct(Value operand, bool isSummed) {
  Normals normals(operand);
  Magnitudes magnitudes = getMagnitudes(operand, normals);
  if (magnitudes.largest == 0)
    return;
  double least = isSummed ? magnitudes.largest : magnitudes.smallest;
  smallest = std::max(smallest, normals.smallest / least);
  largest = std::min(largest, normals.largest / magnitudes.largest);
}

void AxisScale::addQuotient(Value operand) {
  requiresNonzero = true;
  Normals normals(operand);
  Magnitudes magnitudes = getMagnitudes(operand, normals);
  if (magnitudes.largest == 0)
    return;
  smallest = std::max(smallest, magnitudes.largest / normals.largest);
  largest = std::min(largest, magnitudes.smallest / normals.smallest);
}
