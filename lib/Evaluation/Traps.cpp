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
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <limits>

using namespace mlir;
using namespace mlir::relay;

/// The strides of the elements of `tensor` where it broadcasts to `shape`.
static SmallVector<int64_t> getStrides(const Tensor &tensor,
                                       ArrayRef<int64_t> shape) {
  SmallVector<int64_t> strides(shape.size());
  if (tensor.isSplat())
    return strides;
  int64_t stride = 1;
  for (auto [dim, result] :
       llvm::zip(llvm::reverse(tensor.getType().getShape()),
                 llvm::reverse(strides))) {
    result = dim == 1 ? 0 : stride;
    stride *= dim;
  }
  return strides;
}

/// The shape to which `lhs` and `rhs` broadcast.
static SmallVector<int64_t> getBroadcastShape(ArrayRef<int64_t> lhs,
                                              ArrayRef<int64_t> rhs) {
  if (lhs.size() < rhs.size())
    std::swap(lhs, rhs);
  SmallVector<int64_t> shape(lhs);
  for (auto [result, dim] : llvm::zip(llvm::reverse(shape), llvm::reverse(rhs)))
    if (result == 1)
      result = dim;
  return shape;
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
static std::string findTrap(const Tensor &lhs, const Tensor &rhs) {
  auto getElements = [](const Tensor &tensor) {
    return ArrayRef<T>(reinterpret_cast<const T *>(tensor.getData()),
                       tensor.getBytes().size() / sizeof(T));
  };
  ArrayRef<T> dividends = getElements(lhs), divisors = getElements(rhs);
  constexpr bool isSigned = std::numeric_limits<T>::is_signed;
  constexpr T smallest = std::numeric_limits<T>::min();
  bool hasZero = llvm::is_contained(divisors, T(0));
  bool hasOverflow = isSigned && llvm::is_contained(divisors, T(-1)) &&
                     llvm::is_contained(dividends, smallest);
  if (!hasZero && !hasOverflow)
    return "";

  SmallVector<int64_t> shape =
      getBroadcastShape(lhs.getType().getShape(), rhs.getType().getShape());
  if (llvm::is_contained(shape, 0))
    return "";
  SmallVector<int64_t> lhsStrides = getStrides(lhs, shape);
  SmallVector<int64_t> rhsStrides = getStrides(rhs, shape);
  SmallVector<int64_t> index(shape.size());
  int64_t lhsOffset = 0, rhsOffset = 0;
  while (true) {
    T divisor = divisors[rhsOffset];
    if (divisor == 0)
      return describe("it would divide by zero", index);
    if (isSigned && divisor == T(-1) && dividends[lhsOffset] == smallest)
      return describe("it would divide the smallest integer by -1", index);
    int64_t d = int64_t(shape.size()) - 1;
    for (; d >= 0; --d) {
      lhsOffset += lhsStrides[d];
      rhsOffset += rhsStrides[d];
      if (++index[d] < shape[d])
        break;
      lhsOffset -= lhsStrides[d] * shape[d];
      rhsOffset -= rhsStrides[d] * shape[d];
      index[d] = 0;
    }
    if (d < 0)
      return "";
  }
}

std::string relay::findDivisionTrap(const Tensor &lhs, const Tensor &rhs) {
  auto type = dyn_cast<IntegerType>(rhs.getType().getElementType());
  if (!type)
    return "";
  // A boolean is a byte of 0 or 1.
  bool isUnsigned = type.isUnsigned() || type.getWidth() == 1;
  switch (Tensor::getElementSize(type)) {
  case 1:
    return isUnsigned ? findTrap<uint8_t>(lhs, rhs)
                      : findTrap<int8_t>(lhs, rhs);
  case 2:
    return isUnsigned ? findTrap<uint16_t>(lhs, rhs)
                      : findTrap<int16_t>(lhs, rhs);
  case 4:
    return isUnsigned ? findTrap<uint32_t>(lhs, rhs)
                      : findTrap<int32_t>(lhs, rhs);
  default:
    return isUnsigned ? findTrap<uint64_t>(lhs, rhs)
                      : findTrap<int64_t>(lhs, rhs);
  }
}
