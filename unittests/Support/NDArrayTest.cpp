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

TEST(NDArrayTest, SerialisedFormRoundTrips) {
  float values[] = {1.0f, -2.5f};
  NDArray array =
      NDArray::copy(DType::floating(32), {1, 2},
                    {reinterpret_cast<const char *>(values), sizeof(values)});
  std::string text;
  llvm::raw_string_ostream os(text);
  writeNDArray(array, os);
  llvm::ArrayRef<char> data(text.data(), text.size());
  llvm::Expected<NDArray> read = readNDArray(data, nullptr);
  ASSERT_TRUE(bool(read));
  EXPECT_TRUE(*read == array);
  EXPECT_TRUE(data.empty());
}

} // namespace
