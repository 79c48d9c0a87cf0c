//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// N-dimensional arrays and their serialised form.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Support/NDArray.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/EndianStream.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>
#include <cstring>
#include <unistd.h>

using namespace llvm;
using namespace mlir::relay;

//===----------------------------------------------------------------------===//
// DType
//===----------------------------------------------------------------------===//

std::optional<DType> DType::parse(StringRef name) {
  if (name == "bool")
    return boolean();
  DType result;
  if (name.consume_front("bfloat"))
    result = {BFloat, 16, 1};
  else if (name.consume_front("uint"))
    result = {UInt, 32, 1};
  else if (name.consume_front("int"))
    result = {Int, 32, 1};
  else if (!name.consume_front("float"))
    return std::nullopt;
  if (name.empty())
    return result;
  if (name.front() != 'x' && name.consumeInteger(10, result.bits))
    return std::nullopt;
  if (name.consume_front("x") &&
      (name.consumeInteger(10, result.lanes) || result.lanes == 0))
    return std::nullopt;
  if (!name.empty() || result.bits == 0)
    return std::nullopt;
  return result;
}

std::string DType::getName() const {
  std::string name;
  raw_string_ostream os(name);
  if (isBool() && lanes == 1)
    return "bool";
  os << (code == Int     ? "int"
         : code == UInt  ? "uint"
         : code == Float ? "float"
                         : "bfloat")
     << unsigned(bits);
  if (lanes != 1)
    os << "x" << lanes;
  return name;
}

//===----------------------------------------------------------------------===//
// NDArray
//===----------------------------------------------------------------------===//

NDArray NDArray::copy(DType dtype, ArrayRef<int64_t> shape,
                      ArrayRef<char> bytes) {
  std::shared_ptr<char[]> storage(new char[bytes.size()]);
  if (!bytes.empty())
    std::memcpy(storage.get(), bytes.data(), bytes.size());
  ArrayRef<char> copied(storage.get(), bytes.size());
  return share(dtype, shape, copied, std::move(storage));
}

// Memory of `size` bytes; null if there is not enough.
static std::shared_ptr<char> allocate(uint64_t size) {
  // The system may promise more memory than there is, and end the process when
  // it is written to.
  long numPages = sysconf(_SC_PHYS_PAGES), pageSize = sysconf(_SC_PAGESIZE);
  if (numPages > 0 && pageSize > 0 &&
      size / uint64_t(pageSize) >= uint64_t(numPages))
    return {};
  // The handler that tools install for `new` ends the process.
  void *memory = std::malloc(std::max<uint64_t>(size, 1));
  return {static_cast<char *>(memory), std::free};
}

std::optional<NDArray> NDArray::fill(DType dtype, ArrayRef<int64_t> shape,
                                     ArrayRef<char> element) {
  std::optional<uint64_t> size = computeByteSize(dtype, shape);
  std::shared_ptr<char> memory = size ? allocate(*size) : nullptr;
  if (!memory)
    return std::nullopt;
  MutableArrayRef<char> bytes(memory.get(), *size);
  fillElements(bytes, element);
  return share(dtype, shape, bytes, std::move(memory));
}

NDArray NDArray::share(DType dtype, ArrayRef<int64_t> shape,
                       ArrayRef<char> bytes,
                       std::shared_ptr<const void> owner) {
  NDArray array;
  array.dtype = dtype;
  array.shape.assign(shape.begin(), shape.end());
  array.bytes = bytes;
  array.owner = std::move(owner);
  return array;
}

int64_t NDArray::getNumElements() const {
  int64_t count = 1;
  for (int64_t size : shape)
    count *= size;
  return count;
}

std::optional<uint64_t> NDArray::computeByteSize(DType dtype,
                                                 ArrayRef<int64_t> shape) {
  int64_t size = dtype.getByteSize();
  if (any_of(shape, [](int64_t dim) { return dim < 0; }))
    return std::nullopt;
  if (is_contained(shape, 0))
    return 0;
  for (int64_t dim : shape)
    if (MulOverflow(size, dim, size))
      return std::nullopt;
  return size;
}

void mlir::relay::fillElements(MutableArrayRef<char> memory,
                               ArrayRef<char> element) {
  // Doubles the part that is already filled.
  size_t filled = std::min(element.size(), memory.size());
  std::memcpy(memory.data(), element.data(), filled);
  while (filled < memory.size()) {
    size_t count = std::min(filled, memory.size() - filled);
    std::memcpy(memory.data() + filled, memory.data(), count);
    filled += count;
  }
}

bool mlir::relay::operator==(const NDArray &lhs, const NDArray &rhs) {
  return lhs.getDType() == rhs.getDType() && lhs.getShape() == rhs.getShape() &&
         (lhs.getBytes().data() == rhs.getBytes().data() ||
          lhs.getBytes() == rhs.getBytes());
}

//===----------------------------------------------------------------------===//
// Serialised form
//===----------------------------------------------------------------------===//

namespace {
constexpr uint64_t kArrayMagic = 0xDD5E40F096B4A13F;
constexpr int32_t kCpu = 1;
constexpr int32_t kMaxRank = 64;
} // namespace

// Reads a little-endian integer from the front of `data`.
template <typename T>
static bool consume(ArrayRef<char> &data, T &value) {
  if (data.size() < sizeof(T))
    return false;
  value = support::endian::read<T, endianness::little>(data.data());
  data = data.drop_front(sizeof(T));
  return true;
}

Expected<NDArray> mlir::relay::readNDArray(ArrayRef<char> &data,
                                           std::shared_ptr<const void> owner) {
  uint64_t magic, reserved;
  int32_t deviceType, deviceId, rank;
  DType dtype;
  if (!consume(data, magic))
    return createStringError("expected an array, but the data ends");
  if (magic != kArrayMagic)
    return createStringError(
        "expected the magic number of an array, but got 0x%016llx",
        static_cast<unsigned long long>(magic));
  if (!consume(data, reserved) || !consume(data, deviceType) ||
      !consume(data, deviceId) || !consume(data, rank) ||
      !consume(data, dtype.code) || !consume(data, dtype.bits) ||
      !consume(data, dtype.lanes))
    return createStringError(
        "expected the header of an array, but the data ends");
  if (rank < 0 || rank > kMaxRank)
    return createStringError("expected a rank of 0 to %d, but got %d", kMaxRank,
                             rank);
  // Newer versions have a code for booleans, of 8 bits.
  if (dtype.code == DType::Bool && (dtype.bits == 8 || dtype.bits == 1)) {
    dtype.code = DType::UInt;
    dtype.bits = 1;
  }
  if ((dtype.code > DType::Float && dtype.code != DType::BFloat) ||
      dtype.bits == 0 || dtype.lanes == 0)
    return createStringError(
        "unsupported element type (code %d, %d bits, %d lanes)",
        int(dtype.code), int(dtype.bits), int(dtype.lanes));
  SmallVector<int64_t, 4> shape(rank);
  for (int64_t &dim : shape)
    if (!consume(data, dim))
      return createStringError("expected %d dimensions, but the data ends",
                               rank);
  std::optional<uint64_t> expectedSize = NDArray::computeByteSize(dtype, shape);
  if (!expectedSize)
    return createStringError("the shape is negative or too large");
  int64_t size;
  if (!consume(data, size))
    return createStringError(
        "expected the size of an array, but the data ends");
  if (size < 0 || static_cast<uint64_t>(size) != *expectedSize)
    return createStringError(
        "expected %llu bytes of elements for the shape, but got %lld",
        static_cast<unsigned long long>(*expectedSize),
        static_cast<long long>(size));
  if (data.size() < *expectedSize)
    return createStringError(
        "expected %llu bytes of elements, but only %llu are left",
        static_cast<unsigned long long>(*expectedSize),
        static_cast<unsigned long long>(data.size()));
  ArrayRef<char> bytes = data.take_front(*expectedSize);
  data = data.drop_front(*expectedSize);
  return NDArray::share(dtype, shape, bytes, std::move(owner));
}

void mlir::relay::writeNDArray(const NDArray &array, raw_ostream &os) {
  support::endian::Writer writer(os, endianness::little);
  writer.write<uint64_t>(kArrayMagic);
  writer.write<uint64_t>(0);
  writer.write<int32_t>(kCpu);
  writer.write<int32_t>(0);
  writer.write<int32_t>(array.getShape().size());
  DType dtype = array.getDType();
  writer.write<uint8_t>(dtype.code);
  writer.write<uint8_t>(dtype.bits);
  writer.write<uint16_t>(dtype.lanes);
  for (int64_t dim : array.getShape())
    writer.write<int64_t>(dim);
  writer.write<int64_t>(array.getBytes().size());
  os.write(array.getBytes().data(), array.getBytes().size());
}
