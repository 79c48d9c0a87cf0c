//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions that type inference of all families uses.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/IR/TypeInference.h"
#include "RelayLite/Dialect/Relay/IR/Shapes.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;
using namespace mlir::relay;

FailureOr<int64_t> relay::normalizeAxis(std::optional<Location> loc,
                                        StringRef relayName, StringRef name,
                                        int64_t axis, int64_t rank) {
  if (axis >= -rank && axis < rank)
    return wrapAxis(axis, rank);
  return emitOptionalError(loc, relayName, ": expected ", name, " in [", -rank,
                           ", ", rank, "), but got ", axis);
}

LogicalResult relay::checkNumbers(std::optional<Location> loc,
                                  StringRef relayName, StringRef name,
                                  ArrayRef<int64_t> values,
                                  ArrayRef<size_t> counts, int64_t min) {
  if (llvm::is_contained(counts, values.size()) &&
      llvm::all_of(values, [&](int64_t value) {
        return value >= min && value <= INT32_MAX;
      }))
    return success();
  std::string allowed = std::to_string(counts.back());
  for (size_t i = counts.size() - 1; i-- > 0;)
    allowed = std::to_string(counts[i]) +
              (i + 2 == counts.size() ? " or " : ", ") + allowed;
  return emitOptionalError(loc, relayName, ": expected ", name, " to have ",
                           allowed, allowed == "1" ? " element" : " elements",
                           " in [", min, ", ", INT32_MAX, "], but got [",
                           values, "]");
}

std::pair<SmallVector<int64_t>, SmallVector<int64_t>>
relay::expandPadding(ArrayRef<int64_t> padding, size_t rank) {
  if (padding.size() == 1)
    return {SmallVector<int64_t>(rank, padding[0]),
            SmallVector<int64_t>(rank, padding[0])};
  return {SmallVector<int64_t>(padding.take_front(rank)),
          SmallVector<int64_t>(padding.take_back(rank))};
}

LogicalResult relay::multiplySize(std::optional<Location> loc,
                                  StringRef relayName, int64_t &size,
                                  int64_t factor) {
  if (ShapedType::isDynamic(size))
    return success();
  std::optional<int64_t> product = llvm::checkedMul(size, factor);
  if (!product)
    return emitOptionalError(loc, relayName, ": the size ", size, " times ",
                             factor, " exceeds 64 bits");
  size = *product;
  return success();
}

LogicalResult relay::checkElementType(std::optional<Location> loc,
                                      StringRef relayName, StringRef name,
                                      Type type) {
  if (isElementType(type))
    return success();
  return emitOptionalError(loc, relayName, ": ", name, " ", type,
                           " is not the element type of a Relay tensor");
}

LogicalResult relay::inferOperand(std::optional<Location> loc,
                                  StringRef relayName, const Twine &name,
                                  Type expected, Type &type) {
  if (isa<UnknownType>(type))
    type = expected;
  if (areTypesCompatible(type, expected))
    return success();
  return emitOptionalError(loc, relayName, ": expected ", name, " of type ",
                           expected, ", but got ", type);
}
