//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Folding of constants beyond 2 GiB and in mapped files.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/IR/Constants.h"
#include "RelayLite/Dialect/Relay/IR/RelayDialect.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Dialect/Relay/Transforms/FoldConstant.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/FileSystem.h"
#include "gtest/gtest.h"
#include <sys/mman.h>
#include <unistd.h>

using namespace mlir;
using namespace mlir::relay;

namespace {

/// Zeros that take memory only where they are written.
std::shared_ptr<char> mapZeros(size_t size) {
  void *memory = mmap(nullptr, size, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    return nullptr;
  return std::shared_ptr<char>(static_cast<char *>(memory),
                               [size](char *memory) { munmap(memory, size); });
}

class LargeConstantsTest : public testing::Test {
protected:
  LargeConstantsTest() {
    context.loadDialect<RelayDialect, func::FuncDialect>();
  }

  /// Parses `text`, whose first constant gets `bytes` instead of its own.
  void parse(StringRef text, ArrayRef<char> bytes,
             std::shared_ptr<const void> owner) {
    module = parseSourceString<ModuleOp>(text, &context);
    ASSERT_TRUE(module);
    auto constant = *getFunction().getBody().getOps<ConstantOp>().begin();
    auto type = cast<RankedTensorType>(constant.getType());
    constant.setValueAttr(
        makeConstant(type, bytes, /*isSplat=*/false, std::move(owner)));
  }

  func::FuncOp getFunction() { return *module->getOps<func::FuncOp>().begin(); }

  /// Result `i` of the only function, which must be a constant.
  ConstantData getResult(unsigned i) {
    Operation *end = getFunction().front().getTerminator();
    auto constant = end->getOperand(i).getDefiningOp<ConstantOp>();
    if (!constant) {
      ADD_FAILURE() << "result " << i << " is not folded";
      return {};
    }
    return *readConstant(constant.getValue(),
                         [&] { return constant.emitError(); });
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

TEST_F(LargeConstantsTest, ReadBeyondTwoGiB) {
  constexpr size_t size = (size_t(1) << 31) + 4096;
  std::shared_ptr<char> zeros = mapZeros(size);
  ASSERT_TRUE(zeros);
  for (char n : {1, 2, 3, 4})
    zeros.get()[size - 5 + n] = n;
  parse(R"mlir(
    func.func @f() -> (tensor<4xi8>, tensor<2xi8>, tensor<i8>, tensor<3xi8>) {
      %0 = relay.constant dense<0> : tensor<2147487744xi8>
      %1 = relay.strided_slice %0 {begin = array<i64: 2147487740>, end = array<i64: 2147487744>, strides = array<i64: 1>} : (tensor<2147487744xi8>) -> tensor<4xi8>
      %2 = relay.constant dense<[2147487743, 2147487742]> : tensor<2xi64>
      %3 = relay.take %0, %2 {axis = 0 : i64} : (tensor<2147487744xi8>, tensor<2xi64>) -> tensor<2xi8>
      %4 = relay.max %0 : (tensor<2147487744xi8>) -> tensor<i8>
      %5 = relay.reshape %0 {newshape = array<i64: 715829248, 3>} : (tensor<2147487744xi8>) -> tensor<715829248x3xi8>
      %6 = relay.constant dense<715829247> : tensor<i64>
      %7 = relay.take %5, %6 {axis = 0 : i64} : (tensor<715829248x3xi8>, tensor<i64>) -> tensor<3xi8>
      return %1, %3, %4, %7 : tensor<4xi8>, tensor<2xi8>, tensor<i8>, tensor<3xi8>
    })mlir",
        ArrayRef(zeros.get(), size), zeros);
  foldConstants(*module);
  EXPECT_EQ(getResult(0).bytes, ArrayRef<char>({1, 2, 3, 4}));
  EXPECT_EQ(getResult(1).bytes, ArrayRef<char>({4, 3}));
  EXPECT_EQ(getResult(2).bytes, ArrayRef<char>({4}));
  EXPECT_EQ(getResult(3).bytes, ArrayRef<char>({2, 3, 4}));
}

TEST_F(LargeConstantsTest, WriteBeyondTwoGiB) {
  constexpr size_t size = (size_t(1) << 31) + 4096;
  auto available = static_cast<uint64_t>(sysconf(_SC_AVPHYS_PAGES)) *
                   static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  if (available < 2 * size)
    GTEST_SKIP() << "there is too little memory";
  std::shared_ptr<char> zeros = mapZeros(size);
  ASSERT_TRUE(zeros);
  zeros.get()[0] = 5;
  zeros.get()[size - 1] = 7;
  parse(R"mlir(
    func.func @f() -> tensor<2147487744xi8> {
      %0 = relay.constant dense<0> : tensor<2147487744xi8>
      %1 = relay.negative %0 : (tensor<2147487744xi8>) -> tensor<2147487744xi8>
      return %1 : tensor<2147487744xi8>
    })mlir",
        ArrayRef(zeros.get(), size), zeros);
  foldConstants(*module);
  ConstantData data = getResult(0);
  ASSERT_EQ(data.bytes.size(), size);
  EXPECT_EQ(data.bytes.front(), -5);
  EXPECT_EQ(data.bytes.back(), -7);
  EXPECT_EQ(data.bytes[size / 2], 0);
  // The operand is somebody else's.
  EXPECT_EQ(zeros.get()[0], 5);
}

TEST_F(LargeConstantsTest, MappedFilesAreReadInPlace) {
  constexpr size_t numElements = 1 << 18;
  std::vector<float> elements(numElements);
  for (auto [i, element] : llvm::enumerate(elements))
    element = static_cast<float>(i);
  SmallString<128> path;
  int file;
  ASSERT_FALSE(
      llvm::sys::fs::createTemporaryFile("constants", "bin", file, path));
  size_t size = numElements * sizeof(float);
  ASSERT_EQ(write(file, elements.data(), size), static_cast<ssize_t>(size));
  std::error_code error;
  auto region = std::make_shared<llvm::sys::fs::mapped_file_region>(
      llvm::sys::fs::convertFDToNativeFile(file),
      llvm::sys::fs::mapped_file_region::readonly, size, 0, error);
  ASSERT_FALSE(error) << error.message();
  close(file);
  llvm::sys::fs::remove(path);

  parse(R"mlir(
    func.func @f() -> (tensor<262144xf32>, tensor<512x512xf32>) {
      %0 = relay.constant dense<0.0> : tensor<262144xf32>
      %1 = relay.add %0, %0 : (tensor<262144xf32>, tensor<262144xf32>) -> tensor<262144xf32>
      %2 = relay.reshape %0 {newshape = array<i64: 512, 512>} : (tensor<262144xf32>) -> tensor<512x512xf32>
      return %1, %2 : tensor<262144xf32>, tensor<512x512xf32>
    })mlir",
        ArrayRef(region->const_data(), size), region);
  const char *start = region->const_data();
  std::weak_ptr<llvm::sys::fs::mapped_file_region> weak = region;
  region.reset();
  foldConstants(*module);
  EXPECT_EQ(getResult(1).bytes.data(), start);
  ArrayRef<char> sums = getResult(0).bytes;
  ASSERT_EQ(sums.size(), size);
  for (auto [i, sum] : llvm::enumerate(
           ArrayRef(reinterpret_cast<const float *>(sums.data()), numElements)))
    ASSERT_EQ(sum, 2.0f * static_cast<float>(i));
  // The file is mapped as long as something refers to it.
  releaseUnusedResources(&context, *module);
  EXPECT_FALSE(weak.expired());
  getFunction().erase();
  releaseUnusedResources(&context, *module);
  EXPECT_TRUE(weak.expired());
}

} // namespace
