//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Copies of blocks of elements, one by one and many at once on several threads,
// against loops that copy element by element.
//
//===----------------------------------------------------------------------===//

#include "Evaluation/Evaluators/ElementCopy.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/ThreadPool.h"
#include "gtest/gtest.h"
#include <cstring>
#include <numeric>
#include <random>
#include <vector>

using namespace mlir;
using namespace mlir::relay;

namespace {

/// Strides of `sizes` whose dimensions lie in memory in a random order.
SmallVector<int64_t, 4> makeStrides(ArrayRef<int64_t> sizes,
                                    std::mt19937 &random) {
  SmallVector<size_t> order(sizes.size());
  std::iota(order.begin(), order.end(), 0);
  std::shuffle(order.begin(), order.end(), random);
  SmallVector<int64_t, 4> strides(sizes.size());
  int64_t stride = 1;
  for (size_t d : order) {
    strides[d] = stride;
    stride *= sizes[d];
  }
  return strides;
}

/// Copies `copy` element by element.
void copySlowly(const ElementCopy &copy) {
  const ElementMove &move = copy.move;
  if (llvm::is_contained(move.sizes, 0))
    return;
  SmallVector<int64_t> index(move.sizes.size());
  while (true) {
    int64_t source = move.source.offset, target = move.target.offset;
    for (auto [i, from, to] :
         llvm::zip_equal(index, move.source.strides, move.target.strides)) {
      source += i * from;
      target += i * to;
    }
    auto size = static_cast<int64_t>(copy.elementSize);
    std::memcpy(copy.target + target * size, copy.source + source * size, size);
    int64_t d = index.size() - 1;
    for (; d >= 0 && ++index[d] == move.sizes[d]; --d)
      index[d] = 0;
    if (d < 0)
      return;
  }
}

class ElementCopyTest : public testing::Test {
protected:
  ElementCopyTest()
      : pool(llvm::hardware_concurrency(3)),
        context(MLIRContext::Threading::DISABLED) {
    context.setThreadPool(pool);
  }

  /// Copies blocks of up to `maxSize` elements in each of up to three
  /// dimensions next to each other, from places of one tensor.
  void check(size_t elementSize, int64_t numCopies, int64_t maxSize) {
    SmallVector<ElementCopy> copies;
    int64_t numSource = 0, numTarget = 0;
    for (int64_t i = 0; i < numCopies; ++i) {
      ElementMove move;
      int64_t numElements = 1;
      for (size_t d = 0, rank = random() % 4; d < rank; ++d) {
        move.sizes.push_back(random() % 16 ? 1 + random() % maxSize : 0);
        numElements *= move.sizes.back();
      }
      move.source.strides = makeStrides(move.sizes, random);
      move.target.strides = makeStrides(move.sizes, random);
      if (!move.sizes.empty() && random() % 4 == 0)
        move.source.strides.front() = 0;
      move.source.offset = random() % 7;
      move.target.offset = numTarget;
      numSource = std::max(numSource, move.source.offset + numElements);
      numTarget += numElements;
      copies.push_back({move, elementSize, nullptr, nullptr});
    }
    expectCopied(copies, numSource, numTarget);
  }

  /// Compares with loops, from `numSource` elements to `numTarget`.
  void expectCopied(MutableArrayRef<ElementCopy> copies, int64_t numSource,
                    int64_t numTarget) {
    size_t elementSize = copies.empty() ? 1 : copies.front().elementSize;
    std::vector<char> source(numSource * elementSize);
    for (char &byte : source)
      byte = static_cast<char>(random());
    std::vector<char> expected(numTarget * elementSize), target(expected);
    for (ElementCopy &copy : copies) {
      copy.source = source.data();
      copy.target = expected.data();
      copySlowly(copy);
      copy.target = target.data();
    }
    copyElements(copies, &context);
    EXPECT_TRUE(target == expected)
        << copies.size() << " copies to " << numTarget << " elements of size "
        << elementSize;
  }

  std::mt19937 random;
  llvm::DefaultThreadPool pool;
  MLIRContext context;
};

TEST_F(ElementCopyTest, Small) {
  for (size_t elementSize : {1, 2, 4, 8})
    for (int64_t numCopies : {0, 1, 2, 5})
      for (int i = 0; i < 50; ++i)
        check(elementSize, numCopies, 5);
}

TEST_F(ElementCopyTest, ManyOnThreads) {
  for (size_t elementSize : {1, 2, 4, 8})
    for (int64_t numCopies : {1, 7, 60})
      check(elementSize, numCopies, 70);
}

// Squares, tiles, and what is left beside them.
TEST_F(ElementCopyTest, Transposed) {
  for (size_t elementSize : {1, 2, 4, 8})
    for (int64_t rows : {3, 16, 71, 260})
      for (int64_t columns : {5, 32, 129, 270})
        for (int64_t gap : {0, 1}) {
          ElementMove move;
          move.sizes = {rows, columns};
          move.source.strides = {1, rows + gap};
          move.target.strides = {(1 + gap) * columns, 1 + gap};
          ElementCopy copy{move, elementSize, nullptr, nullptr};
          expectCopied(copy, (rows + gap) * columns,
                       (1 + gap) * rows * columns);
        }
}

TEST_F(ElementCopyTest, LargeAmongSmallOnThreads) {
  constexpr int64_t large = 1 << 20;
  std::vector<uint32_t> source(large), target(large + 2);
  std::iota(source.begin(), source.end(), 0);
  auto place = [&](int64_t begin, int64_t offset, int64_t size) {
    ElementMove move{{size}, {0, begin, {1}}, {0, offset, {1}}};
    return ElementCopy{move, 4, reinterpret_cast<const char *>(source.data()),
                       reinterpret_cast<char *>(target.data())};
  };
  copyElements({place(5, 0, 1), place(0, 1, large), place(7, large + 1, 1)},
               &context);
  EXPECT_EQ(target.front(), 5u);
  EXPECT_EQ(target.back(), 7u);
  target.erase(target.begin());
  target.pop_back();
  EXPECT_TRUE(target == source);
}

} // namespace
