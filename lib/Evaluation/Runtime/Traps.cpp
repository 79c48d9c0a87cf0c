//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Evaluations that have no value.
//
//===----------------------------------------------------------------------===//

#include "Traps.h"
#include "RelayLite/Dialect/Relay/IR/Constants.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Dialect/Relay/IR/Shapes.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <limits>

using namespace mlir;
using namespace mlir::relay;

/// The offset in `tensor`, which broadcasts to the shape of `index`, of the
/// element that belongs there.
static int64_t getOffset(const Tensor &tensor, ArrayRef<int64_t> index) {
  if (tensor.isSplat())
    return 0;
  int64_t offset = 0;
  ArrayRef<int64_t> shape = tensor.getType().getShape();
  for (auto [dim, i] : llvm::zip_equal(shape, index.take_back(shape.size())))
    offset = offset * dim + (dim == 1 ? 0 : i);
  return offset;
}

static std::string describe(StringRef what, ArrayRef<int64_t> index) {
  if (index.empty())
    return what.str();
  return (what + " at element [" +
          llvm::join(llvm::map_range(
                         index, [](int64_t i) { return std::to_string(i); }),
                     ", ") +
          "]")
      .str();
}

template <typename T>
static std::string findDivisionTrap(const Tensor &lhs, const Tensor &rhs,
                                    ArrayRef<int64_t> shape) {
  auto getElements = [](const Tensor &tensor) {
    return ArrayRef(
        reinterpret_cast<const StoredInteger<T> *>(tensor.getData()),
        tensor.getBytes().size() / sizeof(T));
  };
  ArrayRef<StoredInteger<T>> dividends = getElements(lhs),
                             divisors = getElements(rhs);
  constexpr bool isSigned = std::numeric_limits<T>::is_signed;
  constexpr T smallest = std::numeric_limits<T>::min();
  bool hasZero = llvm::is_contained(divisors, T(0));
  bool hasOverflow = isSigned && llvm::is_contained(divisors, T(-1)) &&
                     llvm::is_contained(dividends, smallest);
  if (!hasZero && !hasOverflow)
    return "";

  SmallVector<int64_t> strides = computeStrides(shape);
  for (int64_t i = 0, end = computeProduct(shape); i < end; ++i) {
    SmallVector<int64_t> index = delinearize(i, strides);
    T divisor = divisors[getOffset(rhs, index)];
    if (divisor == 0)
      return describe("it would divide by zero", index);
    if (isSigned && divisor == T(-1) &&
        dividends[getOffset(lhs, index)] == smallest)
      return describe("it would divide the smallest integer by -1", index);
  }
  return "";
}

static bool isUnsigned(IntegerType type) {
  // A boolean is a byte of 0 or 1.
  return type.isUnsigned() || type.getWidth() == 1;
}

/// Calls `fn` with a zero of the C++ type of elements of type `type`.
template <typename Fn>
static std::string dispatch(IntegerType type, Fn fn) {
  switch (Tensor::getElementSize(type)) {
  case 1:
    return isUnsigned(type) ? fn(uint8_t(0)) : fn(int8_t(0));
  case 2:
    return isUnsigned(type) ? fn(uint16_t(0)) : fn(int16_t(0));
  case 4:
    return isUnsigned(type) ? fn(uint32_t(0)) : fn(int32_t(0));
  default:
    return isUnsigned(type) ? fn(uint64_t(0)) : fn(int64_t(0));
  }
}

static std::string findDivisionTrap(const Tensor &lhs, const Tensor &rhs,
                                    ArrayRef<int64_t> shape) {
  auto type = dyn_cast<IntegerType>(rhs.getType().getElementType());
  if (!type)
    return "";
  return dispatch(type, [&](auto zero) {
    return findDivisionTrap<decltype(zero)>(lhs, rhs, shape);
  });
}

static std::string findMeanTrap(std::optional<int64_t> divisor,
                                Type elementType) {
  auto type = dyn_cast<IntegerType>(elementType);
  if (!type || !divisor)
    return "";
  APInt wrapped = APInt(64, *divisor).zextOrTrunc(type.getWidth());
  if (wrapped.isZero())
    return "it would divide by zero";
  // Only the sums tell whether it does. Such a count has wrapped.
  if (!isUnsigned(type) && wrapped.isAllOnes())
    return "it may divide the smallest integer by -1";
  return "";
}

template <typename T>
static std::string findIndexTrap(const Tensor &indices,
                                 ArrayRef<int64_t> extents,
                                 bool countsFromEnd) {
  ArrayRef<int64_t> shape = indices.getType().getShape();
  if (extents.empty() || llvm::is_contained(shape, 0))
    return "";
  auto *elements =
      reinterpret_cast<const StoredInteger<T> *>(indices.getData());
  int64_t size = indices.getType().getNumElements() / extents.size();
  for (auto [part, extent] : llvm::enumerate(extents)) {
    int64_t begin = part * size;
    for (int64_t i = begin, end = begin + (indices.isSplat() ? 1 : size);
         i < end; ++i) {
      T element = elements[indices.isSplat() ? 0 : i];
      uint64_t position = static_cast<uint64_t>(element);
      if (countsFromEnd && std::is_signed_v<T> && element < T(0))
        position += extent;
      // Negative ones become large.
      if (position >= static_cast<uint64_t>(extent))
        return describe("index " + std::to_string(element),
                        delinearize(i, computeStrides(shape))) +
               " is out of range, the size is " + std::to_string(extent);
    }
  }
  return "";
}

static std::string findCountTrap(uint64_t largest, Type type) {
  if (holdsCount(type, largest))
    return "";
  return llvm::formatv("{0} does not fit into {1}", largest, type).str();
}

std::string relay::findTrap(Operation *op, ArrayRef<Tensor> operands,
                            Type resultType) {
  auto result = dyn_cast<RankedTensorType>(resultType);
  if (!result || llvm::is_contained(result.getShape(), 0))
    return "";
  if (op->hasTrait<Pointwise>())
    return op->hasTrait<DivisionLike>()
               ? findDivisionTrap(operands[0], operands[1], result.getShape())
               : "";
  auto count = dyn_cast<CountInterface>(op);
  auto mean = dyn_cast<MeanInterface>(op);
  auto indexing = dyn_cast<IndexingInterface>(op);
  if (!count && !mean && !indexing)
    return "";
  auto types = llvm::map_to_vector(
      operands, [](const Tensor &operand) { return operand.getType(); });
  if (count)
    return findCountTrap(count.getLargestCount(types, result),
                         result.getElementType());
  if (mean)
    return findMeanTrap(mean.getDivisor(types), result.getElementType());
  for (const OperandIndices &indices : indexing.getIndicesInRange(types)) {
    const Tensor &tensor = operands[indices.operand];
    auto type = cast<IntegerType>(tensor.getType().getElementType());
    std::string trap = dispatch(type, [&](auto zero) {
      return findIndexTrap<decltype(zero)>(tensor, indices.extents,
                                           indices.countsFromEnd);
    });
    if (!trap.empty())
      return trap;
  }
  return "";
}
