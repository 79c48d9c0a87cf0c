//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Support/Stack.h"
#include "llvm/Support/thread.h"
#include "gtest/gtest.h"

using namespace mlir::relay;

namespace {

// The limit of a thread with `size` bytes of stack.
NestingLimit getLimitWith(unsigned size, unsigned depth) {
  NestingLimit limit;
  llvm::thread(std::optional<unsigned>(size), [&] {
    limit = getNestingLimit(depth);
  }).join();
  return limit;
}

// Takes stack and gives the limit there.
__attribute__((noinline)) NestingLimit getLimitBelow(unsigned bytes) {
  volatile char used[4096] = {};
  NestingLimit limit = bytes > sizeof(used)
                           ? getLimitBelow(bytes - sizeof(used))
                           : getNestingLimit(512);
  used[0] = 1;
  return limit;
}

#ifdef __linux__
TEST(StackTest, LittleStackAllowsLittleNesting) {
  // The least first: stacks are used again for threads that need no more.
  EXPECT_EQ(getLimitWith(64 << 10, 512).depth, 0u);
  NestingLimit limit = getLimitWith(300 << 10, 512);
  EXPECT_GT(limit.depth, 80u);
  EXPECT_LT(limit.depth, 120u);
  EXPECT_EQ(limit.reason, ", as the thread has little stack");
  EXPECT_EQ(getLimitWith(300 << 10, 50).depth, 50u);
  EXPECT_EQ(getLimitWith(300 << 10, 50).reason, "");
  EXPECT_EQ(getLimitWith(1400 << 10, 512).depth, 512u);
  EXPECT_EQ(getLimitWith(8 << 20, 512).depth, 512u);
  EXPECT_EQ(getLimitWith(8 << 20, 512).reason, "");
}

TEST(StackTest, WhatIsInUseCounts) {
  unsigned above = 0, below = 0;
  llvm::thread(std::optional<unsigned>(256 << 10), [&] {
    above = getNestingLimit(512).depth;
    below = getLimitBelow(64 << 10).depth;
  }).join();
  EXPECT_GT(above, below + 30);
}
#endif

} // namespace
