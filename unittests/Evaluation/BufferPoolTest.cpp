//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Memory of tensors: what is in use is nobody else's, what is freed is used
// again or given back.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Evaluation/BufferPool.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Compiler.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <atomic>
#include <optional>
#include <random>
#include <thread>
#include <vector>
#ifdef __linux__
#include <malloc.h>
#include <sys/mman.h>
#endif

using namespace mlir::relay;

namespace {

constexpr size_t kib = 1 << 10, mib = 1 << 20;

/// A buffer filled with bytes of its own.
struct Filled {
  Filled(size_t size, unsigned char byte)
      : memory(allocateBuffer(size)), size(size), byte(byte) {
    std::fill_n(data(), size, byte);
  }
  unsigned char *data() const {
    return static_cast<unsigned char *>(memory.get());
  }
  bool isIntact() const {
    return std::count(data(), data() + size, byte) ==
           static_cast<ptrdiff_t>(size);
  }

  std::shared_ptr<void> memory;
  size_t size;
  unsigned char byte;
};

TEST(BufferPoolTest, BuffersAreOnHugePages) {
  auto *page = reinterpret_cast<char *>(16 * mib);
  auto expect = [](char *data, size_t size, llvm::ArrayRef<char *> pages) {
    EXPECT_EQ(llvm::ArrayRef<char *>(getHugePages(data, size)), pages) << size;
  };
  expect(page, 0, {});
  expect(page, 64 * kib - 1, {});
  expect(page, 64 * kib, {page + 64 * kib - 1});
  expect(page, 2 * mib, {page + 2 * mib - 1});
  expect(page, 2 * mib + 1, {page + 2 * mib - 1, page + 2 * mib});
  expect(page + 64, 2 * mib, {page + 2 * mib - 1, page + 2 * mib + 63});
  expect(page + 2 * mib - 64, 64 * kib,
         {page + 2 * mib - 1, page + 2 * mib + 64 * kib - 65});
}

TEST(BufferPoolTest, FreedMemoryServesTheNext) {
  BufferReuse reuse;
  constexpr size_t size = 8 * mib;
  void *memory = allocateBuffer(size).get();
  EXPECT_EQ(allocateBuffer(size - 1000).get(), memory);
}

TEST(BufferPoolTest, BuffersAreApart) {
  for (bool isReused : {false, true}) {
    std::optional<BufferReuse> reuse;
    if (isReused)
      reuse.emplace();
    std::mt19937 random(isReused);
    std::vector<Filled> buffers;
    for (int i = 0; i < 300; ++i) {
      // From a byte to 2.5 MiB, most below 2 MiB.
      size_t size = 1 + (random() % 5 ? random() % (600 * kib)
                                      : random() % (5 * mib / 2));
      buffers.emplace_back(size, random());
      EXPECT_EQ(reinterpret_cast<uintptr_t>(buffers.back().data()) %
                    bufferAlignment,
                0u);
      if (i % 3 == 2) {
        size_t freed = random() % buffers.size();
        EXPECT_TRUE(buffers[freed].isIntact());
        std::swap(buffers[freed], buffers.back());
        buffers.pop_back();
      }
    }
    EXPECT_TRUE(
        llvm::all_of(buffers, [](const Filled &b) { return b.isIntact(); }));
  }
}

TEST(BufferPoolTest, ThreadsDoNotShareBuffers) {
  BufferReuse reuse;
  std::vector<std::thread> threads;
  std::atomic<int> numDamaged = 0;
  for (unsigned char thread = 0; thread < 4; ++thread)
    threads.emplace_back([&, thread] {
      std::mt19937 random(thread);
      std::vector<Filled> buffers;
      for (int i = 0; i < 200; ++i) {
        buffers.emplace_back(64 * kib + random() % mib, thread);
        if (buffers.size() > 5) {
          numDamaged += !buffers.front().isIntact();
          buffers.erase(buffers.begin());
        }
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(numDamaged, 0);
}

TEST(BufferPoolTest, PartsOfScratchAreApart) {
  for (bool isSparse : {false, true})
    for (size_t size : {size_t(1), 1000 * kib, 2500 * kib + 1})
      for (int64_t numThreads : {1, 2, 5}) {
        Scratch scratch = allocateScratch(size, numThreads, isSparse);
        ASSERT_TRUE(scratch);
        for (int64_t thread = 0; thread < numThreads; ++thread) {
          auto part = reinterpret_cast<uintptr_t>(scratch.getPart(thread));
          EXPECT_EQ(part % bufferAlignment, 0u);
          std::fill_n(scratch.getPart(thread), size, thread + 1);
        }
        for (int64_t thread = 0; thread < numThreads; ++thread)
          EXPECT_EQ(std::count(scratch.getPart(thread),
                               scratch.getPart(thread) + size, thread + 1),
                    static_cast<ptrdiff_t>(size));
      }
}

TEST(BufferPoolTest, ScratchOfAnySize) {
  EXPECT_FALSE(Scratch());
  EXPECT_EQ(Scratch().getPart(3), nullptr);
  for (bool isSparse : {false, true}) {
    EXPECT_TRUE(allocateScratch(0, 2, isSparse));
    EXPECT_FALSE(allocateScratch(SIZE_MAX, 1, isSparse));
    EXPECT_FALSE(allocateScratch(SIZE_MAX / 2, 3, isSparse));
    EXPECT_FALSE(allocateScratch(SIZE_MAX / 8, 7, isSparse));
  }
}

#if defined(__linux__) && !LLVM_ADDRESS_SANITIZER_BUILD

/// How many of the pages of a buffer take memory. They need not be mapped.
int64_t countResidentPages(unsigned char *data, size_t size) {
  constexpr size_t page = 4 * kib;
  int64_t count = 0;
  for (size_t offset = 0; offset + page <= size; offset += page) {
    unsigned char isResident = 0;
    if (mincore(data + offset, page, &isResident) == 0)
      count += isResident & 1;
  }
  return count;
}

/// Buffers of `size` bytes that lie in one piece of memory.
std::vector<Filled> makeNeighbours(size_t size) {
  BufferReuse reuse;
  std::vector<Filled> buffers;
  // The first buffers of a process have memory of their own.
  for (int i = 0; i < 64; ++i)
    buffers.emplace_back(size, i);
  return std::vector<Filled>(std::make_move_iterator(buffers.end() - 9),
                             std::make_move_iterator(buffers.end()));
}

TEST(BufferPoolTest, FreedPartsAreGivenBack) {
  std::vector<Filled> buffers = makeNeighbours(256 * kib);
  for (size_t i = 1; i < buffers.size(); i += 2) {
    unsigned char *data = buffers[i].data();
    EXPECT_EQ(countResidentPages(data, 256 * kib), 64);
    buffers[i].memory.reset();
    EXPECT_EQ(countResidentPages(data, 256 * kib), 0);
  }
  for (size_t i = 0; i < buffers.size(); i += 2)
    EXPECT_TRUE(buffers[i].isIntact());
}

TEST(BufferPoolTest, FreedPartsAreKeptWithinBounds) {
  std::vector<Filled> buffers = makeNeighbours(mib);
  std::optional<BufferReuse> reuse(std::in_place);
  // One that is freed serves the next.
  unsigned char *data = buffers[3].data();
  buffers[3].memory.reset();
  EXPECT_EQ(countResidentPages(data, mib), 256);
  buffers[3].memory = allocateBuffer(mib - 10 * kib);
  EXPECT_EQ(buffers[3].data(), data);
  // More than 8 MiB are not kept when fresh memory is taken.
  std::vector<unsigned char *> places;
  for (Filled &buffer : buffers) {
    places.push_back(buffer.data());
    buffer.memory.reset();
  }
  Filled other(1536 * kib, 1);
  for (unsigned char *place : places)
    EXPECT_EQ(countResidentPages(place, mib), 0);
  // Nothing is kept in the end.
  Filled rest(1536 * kib, 2);
  Filled neighbour(1536 * kib, 3);
  data = rest.data();
  rest.memory.reset();
  EXPECT_EQ(countResidentPages(data, rest.size), 384);
  reuse.reset();
  EXPECT_EQ(countResidentPages(data, rest.size), 0);
  EXPECT_TRUE(other.isIntact());
  EXPECT_TRUE(neighbour.isIntact());
}

TEST(BufferPoolTest, ScratchServesTheNextKernel) {
  for (bool isSparse : {false, true}) {
    std::optional<Scratch> scratch = allocateScratch(3 * mib, 1, isSparse);
    char *data = scratch->getPart(0);
    // Who needs some at the same time gets other memory.
    Scratch other = allocateScratch(3 * mib, 1, isSparse);
    EXPECT_NE(other.getPart(0), data);
    scratch.reset();
    // The other kind is kept apart, and so are buffers.
    EXPECT_NE(allocateScratch(3 * mib, 1, !isSparse).getPart(0), data);
    EXPECT_NE(allocateBuffer(3 * mib).get(), data);
    EXPECT_EQ(allocateScratch(2 * mib, 1, isSparse).getPart(0), data);
    EXPECT_EQ(allocateScratch(mib, 2, isSparse).getPart(0), data);
    EXPECT_EQ(allocateScratch(3 * mib, 1, isSparse).getPart(0), data);
  }
}

TEST(BufferPoolTest, ScratchFollowsResults) {
  BufferReuse reuse;
  // Buffers that other tests have left come first.
  std::vector<Scratch> scratch;
  scratch.push_back(allocateScratch(mib, 1, /*isSparse=*/false));
  std::vector<Filled> results;
  int numNext = 0;
  for (int i = 0; i < 4; ++i) {
    const Filled &result = results.emplace_back(768 * kib, i);
    scratch.push_back(allocateScratch(5 * mib, 1, /*isSparse=*/false));
    char *data = scratch.back().getPart(0);
    numNext += data == reinterpret_cast<char *>(result.data() + result.size);
    std::fill_n(data, 5 * mib, 9);
  }
  // The first result may have memory of its own, and another the last of a
  // larger piece.
  EXPECT_GE(numNext, 2);
  EXPECT_TRUE(
      llvm::all_of(results, [](const Filled &r) { return r.isIntact(); }));
}

#if defined(__GLIBC__) && !LLVM_THREAD_SANITIZER_BUILD

/// The bytes that the C library's malloc, which the sanitizer replaces, has
/// given and not got back.
size_t countBytesInUse() {
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

TEST(BufferPoolTest, ScratchIsKeptWithinBounds) {
  for (bool isSparse : {false, true}) {
    for (size_t size : {16 * mib, 17 * mib}) {
      // A buffer that is too small is not kept beside the wanted one.
      EXPECT_TRUE(allocateScratch(32 * mib, 1, isSparse));
      size_t before = countBytesInUse();
      EXPECT_TRUE(allocateScratch(size, 1, isSparse));
      EXPECT_EQ(countBytesInUse() - before >= size, size == 16 * mib);
    }
  }
}

#endif

#endif

} // namespace
