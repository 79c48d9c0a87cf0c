//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The store of constants.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/IR/Constants.h"
#include "RelayLite/Dialect/Relay/IR/RelayDialect.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "gtest/gtest.h"
#include <numeric>

using namespace mlir;
using namespace mlir::relay;

namespace {

class ConstantsTest : public ::testing::Test {
protected:
  ConstantsTest() : loc(UnknownLoc::get(&context)) {
    context.loadDialect<RelayDialect>();
  }

  /// Bytes that count up from `first`, in memory that outlives the test.
  ArrayRef<char> makeBytes(size_t size, char first = 0) {
    memory.emplace_back(size);
    std::iota(memory.back().begin(), memory.back().end(), first);
    return memory.back();
  }

  RankedTensorType getType(ArrayRef<int64_t> shape, unsigned width = 8) {
    return RankedTensorType::get(shape, IntegerType::get(&context, width));
  }

  FailureOr<ConstantData> read(ElementsAttr attr) {
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
      error = diagnostic.str();
      return success();
    });
    return readConstant(attr, [&] { return emitError(loc); });
  }

  MLIRContext context;
  Location loc;
  std::vector<std::vector<char>> memory;
  std::string error;
};

TEST_F(ConstantsTest, SmallOnesAreDense) {
  ArrayRef<char> bytes = makeBytes(maxDenseConstantBytes);
  ElementsAttr attr = makeConstant(getType({maxDenseConstantBytes}), bytes);
  EXPECT_TRUE(isa<DenseElementsAttr>(attr));
  FailureOr<ConstantData> data = read(attr);
  ASSERT_TRUE(succeeded(data));
  EXPECT_EQ(data->bytes, bytes);
  EXPECT_FALSE(data->isSplat);
}

TEST_F(ConstantsTest, LargeOnesAreSharedByContent) {
  constexpr int64_t size = 4096;
  ElementsAttr first = makeConstant(getType({size}), makeBytes(size));
  ElementsAttr same = makeConstant(getType({size}), makeBytes(size));
  ElementsAttr shaped = makeConstant(getType({64, 64}), makeBytes(size));
  ElementsAttr other = makeConstant(getType({size}), makeBytes(size, 1));
  ASSERT_TRUE(isa<DenseResourceElementsAttr>(first));
  EXPECT_EQ(first, same);
  EXPECT_NE(first, other);
  auto getKey = [](ElementsAttr attr) {
    return cast<DenseResourceElementsAttr>(attr).getRawHandle().getKey();
  };
  // Another type of the same bytes is another attribute on one resource.
  EXPECT_NE(first, shaped);
  EXPECT_EQ(getKey(first), getKey(shaped));
  EXPECT_NE(getKey(first), getKey(other));
}

TEST_F(ConstantsTest, LargeOnesDifferWhereKeysDoNotLook) {
  constexpr int64_t size = 1 << 20;
  std::vector<char> bytes(size);
  RankedTensorType type = getType({size});
  auto getKey = [](ElementsAttr attr) {
    return cast<DenseResourceElementsAttr>(attr).getRawHandle().getKey();
  };
  ElementsAttr zeros = makeConstant(type, bytes);
  llvm::SmallPtrSet<Attribute, 8> seen = {zeros};
  size_t numSuffixes = 0;
  // The first and the last byte, in a sample, behind one, before the last one.
  for (int64_t position : {int64_t(0), size - 1, (size >> 1) + 10,
                           (size >> 1) + 10000, size - 5000}) {
    bytes[position] = 1;
    ElementsAttr attr = makeConstant(type, bytes);
    EXPECT_TRUE(seen.insert(attr).second) << position;
    EXPECT_EQ(makeConstant(type, bytes), attr) << position;
    FailureOr<ConstantData> data = read(attr);
    ASSERT_TRUE(succeeded(data));
    EXPECT_EQ(data->bytes, ArrayRef<char>(bytes)) << position;
    numSuffixes += getKey(attr) == getKey(zeros).str() + "_1" ||
                   getKey(attr) == getKey(zeros).str() + "_2";
    bytes[position] = 0;
  }
  EXPECT_EQ(numSuffixes, 2u);
  // The number of bytes counts.
  ElementsAttr shorter =
      makeConstant(getType({size - 1}), ArrayRef(bytes).drop_back());
  EXPECT_NE(getKey(shorter), getKey(zeros));
}

TEST_F(ConstantsTest, OwnedMemoryIsNotCopied) {
  constexpr int64_t size = 1024;
  auto owner = std::make_shared<std::vector<float>>(size, 1.0f);
  (*owner)[0] = 2.0f;
  ArrayRef<char> bytes(reinterpret_cast<char *>(owner->data()), size * 4);
  auto type = RankedTensorType::get({size}, Float32Type::get(&context));
  std::weak_ptr<std::vector<float>> weak = owner;
  ElementsAttr attr = makeConstant(type, bytes, /*isSplat=*/false, owner);
  owner.reset();
  EXPECT_FALSE(weak.expired());
  FailureOr<ConstantData> data = read(attr);
  ASSERT_TRUE(succeeded(data));
  EXPECT_EQ(data->bytes.data(), bytes.data());
}

// As the weights of a file, which may begin anywhere.
TEST_F(ConstantsTest, UnalignedMemoryIsShared) {
  constexpr int64_t size = 1024;
  auto owner = std::make_shared<std::vector<char>>(size * 4 + 8, 1);
  (*owner)[9] = 3;
  char *start = owner->data();
  while (reinterpret_cast<uintptr_t>(start) % 4 != 1)
    ++start;
  ArrayRef<char> bytes(start, size * 4);
  ElementsAttr attr = makeConstant(getType({size}, 32), bytes, false, owner);
  FailureOr<ConstantData> data = read(attr);
  ASSERT_TRUE(succeeded(data));
  EXPECT_EQ(data->bytes.data(), bytes.data());
  FailureOr<NDArray> array = getConstantArray(loc, attr);
  ASSERT_TRUE(succeeded(array));
  EXPECT_EQ(array->getBytes().data(), bytes.data());
}

// Bytes of smaller elements are shared only where they are aligned for larger
// ones: in memory, and in a file that they are written to.
TEST_F(ConstantsTest, SharedMemoryIsAligned) {
  constexpr int64_t size = 4096;
  auto owner = std::make_shared<int>(0);
  ArrayRef<char> bytes = makeBytes(size + 1).drop_front();
  makeConstant(getType({size}), bytes, /*isSplat=*/false, owner);
  ArrayRef<char> aligned = makeBytes(size, 1);
  makeConstant(getType({size / 2}, 16), aligned, /*isSplat=*/false, owner);
  for (unsigned width : {16, 32, 64}) {
    ElementsAttr attr = makeConstant(getType({size * 8 / width}, width), bytes);
    FailureOr<ConstantData> data = read(attr);
    ASSERT_TRUE(succeeded(data)) << error;
    EXPECT_EQ(data->bytes, bytes);
    EXPECT_GE(cast<DenseResourceElementsAttr>(attr)
                  .getRawHandle()
                  .getBlob()
                  ->getDataAlignment(),
              width / 8);
  }
}

TEST_F(ConstantsTest, SplatsHoldOneElement) {
  ArrayRef<char> bytes = makeBytes(4, 7);
  ElementsAttr attr =
      makeConstant(getType({1 << 20, 1 << 20}, 32), bytes, /*isSplat=*/true);
  FailureOr<ConstantData> data = read(attr);
  ASSERT_TRUE(succeeded(data));
  EXPECT_TRUE(data->isSplat);
  EXPECT_EQ(data->bytes, bytes);
}

TEST_F(ConstantsTest, BooleansAreBytes) {
  // Packed as a dense attribute, bytes as a resource.
  for (int64_t size : {int64_t(9), int64_t(5000)}) {
    std::vector<char> bytes(size, 0);
    bytes[3] = bytes[size - 1] = 1;
    FailureOr<ConstantData> data =
        read(makeConstant(getType({size}, 1), bytes));
    ASSERT_TRUE(succeeded(data));
    EXPECT_EQ(data->bytes, ArrayRef<char>(bytes));
  }
}

TEST_F(ConstantsTest, EmptyOnes) {
  FailureOr<ConstantData> data = read(makeConstant(getType({3, 0}, 32), {}));
  ASSERT_TRUE(succeeded(data));
  EXPECT_TRUE(data->bytes.empty());
}

TEST_F(ConstantsTest, ArraysOfEqualElementsAreSplats) {
  std::vector<float> values(100, 0.5f);
  ArrayRef<char> bytes(reinterpret_cast<char *>(values.data()), 400);
  NDArray array = NDArray::copy(DType::floating(32), {10, 10}, bytes);
  FailureOr<ElementsAttr> attr = makeConstant(loc, array);
  ASSERT_TRUE(succeeded(attr));
  EXPECT_TRUE(attr->isSplat());
  FailureOr<NDArray> again = getConstantArray(loc, *attr);
  ASSERT_TRUE(succeeded(again));
  EXPECT_TRUE(*again == array);
}

TEST_F(ConstantsTest, LargeArraysShareTheMemoryOfResources) {
  std::vector<float> values(1000);
  std::iota(values.begin(), values.end(), 0.0f);
  ArrayRef<char> bytes(reinterpret_cast<char *>(values.data()), 4000);
  NDArray array = NDArray::copy(DType::floating(32), {1000}, bytes);
  FailureOr<ElementsAttr> attr = makeConstant(loc, array);
  ASSERT_TRUE(succeeded(attr));
  FailureOr<NDArray> again = getConstantArray(loc, *attr);
  ASSERT_TRUE(succeeded(again));
  EXPECT_EQ(again->getBytes().data(), array.getBytes().data());

  // Memory that was copied into a resource is shared from then on, and outlives
  // it.
  values.front() = -1.0f;
  ElementsAttr copied = makeConstant(getType({1000}, 32), bytes);
  FailureOr<NDArray> first = getConstantArray(loc, copied);
  FailureOr<NDArray> second = getConstantArray(loc, copied);
  ASSERT_TRUE(succeeded(first) && succeeded(second));
  EXPECT_NE(first->getBytes().data(), bytes.data());
  EXPECT_EQ(first->getBytes().data(), second->getBytes().data());
  releaseUnusedResources(&context, {});
  EXPECT_EQ(first->getBytes(), bytes);
}

TEST_F(ConstantsTest, AnyNonZeroByteOfAnArrayIsTrue) {
  for (int64_t size : {int64_t(3), int64_t(3000)}) {
    std::vector<char> bytes(size, 0);
    bytes[1] = -1;
    bytes[2] = 2;
    FailureOr<ElementsAttr> attr =
        makeConstant(loc, NDArray::copy(DType::boolean(), {size}, bytes));
    ASSERT_TRUE(succeeded(attr));
    FailureOr<ConstantData> data = read(*attr);
    ASSERT_TRUE(succeeded(data));
    bytes[1] = bytes[2] = 1;
    EXPECT_EQ(data->bytes, ArrayRef<char>(bytes));
  }
}

TEST_F(ConstantsTest, UnknownElementTypes) {
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    error = diagnostic.str();
    return success();
  });
  DType dtype;
  dtype.lanes = 4;
  NDArray array = NDArray::copy(dtype, {1}, makeBytes(16));
  EXPECT_TRUE(failed(makeConstant(loc, array)));
  EXPECT_EQ(error, "element type 'float32x4' is not supported");
}

TEST_F(ConstantsTest, BrokenResources) {
  auto type = getType({4}, 32);
  auto make = [&](StringRef key, size_t size, size_t alignment) {
    return DenseResourceElementsAttr::get(
        type, key,
        HeapAsmResourceBlob::allocateAndCopyWithAlign(makeBytes(size),
                                                      alignment));
  };
  EXPECT_TRUE(failed(read(make("short", 15, 4))));
  EXPECT_EQ(error, "expected 16 bytes in resource 'short' for 'tensor<4xi32>', "
                   "but got 15");
  EXPECT_TRUE(failed(read(make("long", 17, 4))));
  EXPECT_EQ(error, "expected 16 bytes in resource 'long' for 'tensor<4xi32>', "
                   "but got 17");
  std::vector<int32_t> words(8);
  ArrayRef<char> bytes(reinterpret_cast<char *>(words.data()) + 1, 16);
  auto unaligned = DenseResourceElementsAttr::get(
      type, "unaligned", UnmanagedAsmResourceBlob::allocateWithAlign(bytes, 1));
  FailureOr<ConstantData> data = read(unaligned);
  ASSERT_TRUE(succeeded(data));
  EXPECT_EQ(data->bytes.data(), bytes.data());
  DenseResourceElementsHandle missing =
      DenseResourceElementsHandle::getManagerInterface(&context).insert(
          "missing");
  EXPECT_TRUE(failed(read(DenseResourceElementsAttr::get(type, missing))));
  EXPECT_EQ(error, "resource 'missing' has no data");
}

TEST_F(ConstantsTest, ReleaseKeepsWhatIsUsed) {
  constexpr int64_t size = 4096;
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  OpBuilder b = OpBuilder::atBlockEnd(module->getBody());
  ElementsAttr used = makeConstant(getType({size}), makeBytes(size));
  ElementsAttr unused = makeConstant(getType({size}), makeBytes(size, 1));
  ConstantOp::create(b, loc, used);
  releaseUnusedResources(&context, *module);
  FailureOr<ConstantData> data = read(used);
  ASSERT_TRUE(succeeded(data));
  EXPECT_EQ(data->bytes, ArrayRef<char>(memory[0]));
  EXPECT_TRUE(failed(read(unused)));
  // A constant that is made anew is there again.
  EXPECT_TRUE(
      succeeded(read(makeConstant(getType({size}), makeBytes(size, 1)))));
}

} // namespace
