//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Conversion of constants from and to arrays.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/IR/Constants.h"
#include "RelayLite/Dialect/Relay/IR/RelayTypes.h"
#include <cstring>

using namespace mlir;
using namespace mlir::relay;

FailureOr<RankedTensorType> relay::getTensorType(Location loc,
                                                 const NDArray &array) {
  FailureOr<Type> elementType = getElementType(loc, array.getDType());
  if (failed(elementType))
    return failure();
  return RankedTensorType::get(array.getShape(), *elementType);
}

// Whether all elements, of `size` bytes, are equal. False if there are none.
static bool areEqual(ArrayRef<char> bytes, size_t size) {
  return bytes.size() >= size && std::memcmp(bytes.data(), bytes.data() + size,
                                             bytes.size() - size) == 0;
}

FailureOr<ElementsAttr> relay::makeConstant(Location loc,
                                            const NDArray &array) {
  FailureOr<RankedTensorType> type = getTensorType(loc, array);
  if (failed(type))
    return failure();
  ArrayRef<char> bytes = array.getBytes();
  bool isSplat = areEqual(bytes, array.getDType().getByteSize());
  // Files may have any non-zero byte for true, but kernels rely on 1.
  if (array.getDType().isBool() &&
      llvm::any_of(bytes, [](uint8_t byte) { return byte > 1; })) {
    auto values =
        llvm::map_to_vector(bytes, [](char byte) -> char { return byte != 0; });
    return makeConstant(*type, values, isSplat);
  }
  return makeConstant(*type, bytes, isSplat, array.getOwner());
}

FailureOr<NDArray> relay::getConstantArray(Location loc, ElementsAttr value) {
  auto type = cast<RankedTensorType>(value.getShapedType());
  FailureOr<ConstantData> data =
      readConstant(value, [&] { return emitError(loc); });
  if (failed(data))
    return failure();
  DType dtype = *getDType(type.getElementType());
  if (!data->isSplat) {
    if (auto owner = getConstantOwner(data->bytes))
      return NDArray::share(dtype, type.getShape(), data->bytes,
                            std::move(owner));
    return NDArray::copy(dtype, type.getShape(), data->bytes);
  }
  auto array = NDArray::fill(dtype, type.getShape(), data->bytes);
  if (!array)
    return emitError(loc, "not enough memory for a constant of type ") << type;
  return *array;
}
