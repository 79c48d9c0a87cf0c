//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tensors in host memory.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Evaluation/Tensor.h"
#include "RelayLite/Dialect/Relay/IR/Constants.h"
#include "RelayLite/Dialect/Relay/IR/Shapes.h"
#include "RelayLite/Evaluation/BufferPool.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/Support/Alignment.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>

using namespace mlir;
using namespace mlir::relay;
using llvm::APInt;

size_t Tensor::getElementSize(Type type) {
  return llvm::divideCeil(type.getIntOrFloatBitWidth(), 8);
}

std::optional<size_t> Tensor::computeByteSize(RankedTensorType type) {
  return relay::computeByteSize(type.getShape(),
                                getElementSize(type.getElementType()));
}

ArrayRef<char> Tensor::getBytes() const {
  if (!data)
    return {};
  return ArrayRef<char>(data, splat ? getElementSize(type.getElementType())
                                    : *computeByteSize(type));
}

APInt Tensor::getBits(size_t index) const {
  Type elementType = type.getElementType();
  size_t size = getElementSize(elementType);
  uint64_t bits = 0;
  std::memcpy(&bits, data + (splat ? 0 : index * size), size);
  return APInt(size * 8, bits).trunc(elementType.getIntOrFloatBitWidth());
}

double relay::toDouble(const APInt &bits, Type type) {
  if (auto floatType = dyn_cast<FloatType>(type))
    return llvm::APFloat(floatType.getFloatSemantics(), bits).convertToDouble();
  return bits.roundToDouble(!type.isUnsignedInteger() && !type.isInteger(1));
}

namespace {
/// Memory for a small tensor, in one piece with its reference count: aligned
/// memory of its own comes slower from malloc than the kernel runs.
struct SmallBuffer {
  static constexpr size_t maxSize = 256;
  // Leaves the bytes as they are.
  SmallBuffer() {}
  char bytes[maxSize + bufferAlignment - 1];
};
} // namespace

Tensor Tensor::allocate(RankedTensorType type) {
  std::optional<size_t> size = computeByteSize(type);
  if (!size)
    return {};
  Tensor tensor;
  if (*size <= SmallBuffer::maxSize) {
    auto buffer = std::make_shared<SmallBuffer>();
    auto *memory = reinterpret_cast<char *>(
        llvm::alignAddr(buffer->bytes, llvm::Align(bufferAlignment)));
    tensor = share(type, memory, std::shared_ptr<const void>(buffer, memory));
  } else {
    std::shared_ptr<void> buffer = allocateBuffer(*size);
    if (!buffer)
      return {};
    tensor = share(type, buffer.get(), buffer);
  }
  tensor.isWritable = true;
  tensor.ownerSize = *size;
  return tensor;
}

Tensor Tensor::share(RankedTensorType type, const void *data,
                     std::shared_ptr<const void> owner, bool isSplat,
                     size_t ownerSize) {
  Tensor tensor;
  tensor.ownerSize = ownerSize;
  tensor.splat = isSplat || hasOneElement(type);
  tensor.type = type;
  // Memory of no elements may have no address.
  alignas(bufferAlignment) static const char empty[bufferAlignment] = {};
  tensor.data =
      const_cast<char *>(data ? static_cast<const char *>(data) : empty);
  tensor.owner = std::move(owner);
  return tensor;
}

Tensor Tensor::reshape(RankedTensorType newType) const {
  Tensor result = *this;
  result.type = newType;
  return result;
}

Tensor Tensor::materialize() const {
  if (!splat || hasOneElement(type))
    return *this;
  Tensor result = allocate(type);
  if (!result)
    return {};
  fillElements({result.data, result.getBytes().size()}, getBytes());
  return result;
}

Tensor Tensor::fromNDArray(RankedTensorType type, const NDArray &array) {
  ArrayRef<char> bytes = array.getBytes();
  bool isBoolean = array.getDType().isBool();
  if (bytes.data() && array.getOwner() &&
      (!isBoolean || llvm::all_of(bytes, [](uint8_t b) { return b <= 1; })))
    return share(type, bytes.data(), array.getOwner());
  Tensor result = allocate(type);
  if (result && isBoolean)
    llvm::transform(bytes, result.data, [](char b) { return b != 0; });
  else if (result)
    llvm::copy(bytes, result.data);
  return result;
}

std::optional<NDArray> Tensor::toNDArray() const {
  Tensor dense = materialize();
  if (!dense)
    return std::nullopt;
  return NDArray::share(*getDType(type.getElementType()), type.getShape(),
                        dense.getBytes(), dense.getOwner());
}

llvm::Expected<Tensor> relay::allocateResult(RankedTensorType type) {
  Tensor result = Tensor::allocate(type);
  if (!result)
    return makeMemoryError("a result of type " +
                           llvm::formatv("{0}", type).str());
  return result;
}
