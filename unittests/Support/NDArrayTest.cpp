//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Support/NDArray.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace mlir::relay;

namespace {

TEST(DTypeTest, NamesRoundTrip) {
  for (const char *name :
       {"float16", "float32", "float64", "bfloat16", "int8", "int16", "int32",
        "int64", "uint8", "uint64", "bool", "int8x4", "uint1x4"}) {
    std::optional<DType> dtype = DType::parse(name);
    ASSERT_TRUE(dtype.has_value()) << name;
    EXPECT_EQ(dtype->getName(), name);
  }
}

TEST(DTypeTest, WidthDefaultsTo32) {
  EXPECT_EQ(DType::parse("int"), DType::integer(32));
  EXPECT_EQ(DType::parse("float"), DType::floating(32));
}

TEST(DTypeTest, UnknownNames) {
  for (const char *name : {"", "floa", "int8x", "int8x0", "int0", "int8y",
                           "int300", "float32x4x4", "-int8"})
    EXPECT_FALSE(DType::parse(name).has_value()) << name;
}

TEST(NDArrayTest, ByteSize) {
  EXPECT_EQ(NDArray::computeByteSize(DType::floating(32), {2, 3}), 24u);
  EXPECT_EQ(NDArray::computeByteSize(DType::boolean(), {5}), 5u);
  EXPECT_EQ(NDArray::computeByteSize(DType::integer(64), {}), 8u);
  EXPECT_EQ(NDArray::computeByteSize(DType::integer(64), {INT64_MAX, 0}), 0u);
  EXPECT_FALSE(NDArray::computeByteSize(DType::integer(8), {-1}).has_value());
  EXPECT_FALSE(
      NDArray::computeByteSize(DType::integer(8), {0, -1}).has_value());
  EXPECT_FALSE(
      NDArray::computeByteSize(DType::integer(64), {INT64_MAX, 2}).has_value());
}

TEST(NDArrayTest, CopyOwnsItsBytes) {
  char bytes[] = {1, 2, 3};
  NDArray array = NDArray::copy(DType::integer(8), {3}, bytes);
  bytes[0] = 7;
  EXPECT_EQ(array.getBytes()[0], 1);
  EXPECT_EQ(array.getNumElements(), 3);
}

TEST(NDArrayTest, FillsWithElements) {
  const char element[] = {1, 2};
  for (int64_t size : {0, 1, 2, 3, 7}) {
    std::optional<NDArray> array =
        NDArray::fill(DType::integer(16), {size, 2}, element);
    ASSERT_TRUE(array.has_value());
    ASSERT_EQ(int64_t(array->getBytes().size()), size * 4);
    for (int64_t i = 0; i < size * 4; ++i)
      EXPECT_EQ(array->getBytes()[i], element[i % 2]);
  }
}

TEST(NDArrayTest, MemoryForElementsIsChecked) {
  const char element[] = {1};
  // More than there is, than there are addresses, and than 63 bits hold.
  for (int64_t size : {int64_t(1) << 50, INT64_MAX})
    EXPECT_FALSE(NDArray::fill(DType::integer(8), {size}, element));
  EXPECT_FALSE(NDArray::fill(DType::integer(8), {INT64_MAX, 2}, element));
}

/// An array of type float32 and shape (1, 2).
NDArray makeArray() {
  float values[] = {1.0f, -2.5f};
  return NDArray::copy(
      DType::floating(32), {1, 2},
      {reinterpret_cast<const char *>(values), sizeof(values)});
}

std::string serialise(const NDArray &array) {
  std::string bytes;
  llvm::raw_string_ostream os(bytes);
  writeNDArray(array, os);
  return bytes;
}

/// The message that reading `bytes` fails with, or "".
std::string readError(llvm::StringRef bytes) {
  llvm::ArrayRef<char> data(bytes.data(), bytes.size());
  llvm::Expected<NDArray> array = readNDArray(data, nullptr);
  return array ? "" : toString(array.takeError());
}

TEST(NDArrayTest, SerialisedFormRoundTrips) {
  NDArray array = makeArray();
  std::string text = serialise(array);
  llvm::ArrayRef<char> data(text.data(), text.size());
  llvm::Expected<NDArray> read = readNDArray(data, nullptr);
  ASSERT_TRUE(bool(read));
  EXPECT_TRUE(*read == array);
  EXPECT_TRUE(data.empty());
}

// The offsets of the parts of the serialized array.
constexpr size_t magicAt = 0, reservedAt = 8, rankAt = 24, typeAt = 28,
                 shapeAt = 32, sizeAt = 48, elementsAt = 56;

TEST(NDArrayTest, RejectsTruncatedForms) {
  std::string bytes = serialise(makeArray());
  ASSERT_EQ(bytes.size(), elementsAt + 8);
  struct {
    size_t begin, end;
    const char *message;
  } parts[] = {
      {magicAt, reservedAt, "expected an array, but the data ends"},
      {reservedAt, shapeAt,
       "expected the header of an array, but the data ends"},
      {shapeAt, sizeAt, "expected 2 dimensions, but the data ends"},
      {sizeAt, elementsAt, "expected the size of an array, but the data ends"},
  };
  for (const auto &part : parts)
    for (size_t size = part.begin; size < part.end; ++size)
      EXPECT_EQ(readError(llvm::StringRef(bytes).take_front(size)),
                part.message)
          << size;
  for (size_t left = 0; left < 8; ++left)
    EXPECT_EQ(readError(llvm::StringRef(bytes).take_front(elementsAt + left)),
              "expected 8 bytes of elements, but only " + std::to_string(left) +
                  " are left");
}

TEST(NDArrayTest, RejectsMalformedForms) {
  struct {
    size_t position;
    std::string bytes;
    const char *message;
  } damages[] = {
      {magicAt, "\x3e",
       "expected the magic number of an array, but got 0xdd5e40f096b4a13e"},
      {rankAt, "\x41", "expected a rank of 0 to 64, but got 65"},
      {rankAt, "\xff\xff\xff\xff", "expected a rank of 0 to 64, but got -1"},
      {typeAt, "\x03", "unsupported element type (code 3, 32 bits, 1 lanes)"},
      {typeAt + 1, std::string(1, 0),
       "unsupported element type (code 2, 0 bits, 1 lanes)"},
      {typeAt + 2, std::string(1, 0),
       "unsupported element type (code 2, 32 bits, 0 lanes)"},
      {shapeAt + 7, "\x80", "the shape is negative or too large"},
      {shapeAt + 7, "\x7f", "the shape is negative or too large"},
      {shapeAt, "\x02",
       "expected 16 bytes of elements for the shape, but got 8"},
      {sizeAt, "\x07", "expected 8 bytes of elements for the shape, but got 7"},
      {sizeAt + 7, "\x80",
       "expected 8 bytes of elements for the shape, but got "
       "-9223372036854775800"},
  };
  for (const auto &damage : damages) {
    std::string bytes = serialise(makeArray());
    bytes.replace(damage.position, damage.bytes.size(), damage.bytes);
    EXPECT_EQ(readError(bytes), damage.message);
  }
}

} // namespace
