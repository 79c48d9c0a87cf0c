//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ending work before it is done.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Support/Cancellation.h"
#include "RelayLite/Support/EvaluationError.h"
#include "gtest/gtest.h"

using namespace mlir::relay;

namespace {

constexpr std::chrono::milliseconds atOnce{0};

TEST(CancellationTest, StaysCancelled) {
  unsigned numAsked = 0;
  Cancellation cancellation([&] { return ++numAsked == 2; }, atOnce);
  EXPECT_FALSE(cancellation.isCancelled());
  for (int i = 0; i < 2; ++i)
    EXPECT_TRUE(cancellation.isCancelled());
  EXPECT_EQ(numAsked, 2u);
  EXPECT_TRUE(cancellation.claimReport());
  EXPECT_FALSE(cancellation.claimReport());
}

TEST(CancellationTest, IsAskedOnceInAWhile) {
  unsigned numAsked = 0;
  auto ask = [&] {
    ++numAsked;
    return true;
  };
  for (std::chrono::milliseconds interval :
       {std::chrono::milliseconds(std::chrono::hours(1)),
        std::chrono::milliseconds::max()}) {
    Cancellation cancellation(ask, interval);
    EXPECT_FALSE(cancellation.isCancelled());
  }
  EXPECT_EQ(numAsked, 0u);
}

TEST(CancellationTest, IsNotAskedWhileItIsAsked) {
  unsigned numAsked = 0;
  Cancellation *self = nullptr;
  Cancellation cancellation(
      [&] {
        ++numAsked;
        EXPECT_FALSE(self->isCancelled());
        return false;
      },
      atOnce);
  self = &cancellation;
  EXPECT_FALSE(cancellation.isCancelled());
  EXPECT_EQ(numAsked, 1u);
  EXPECT_FALSE(cancellation.isCancelled());
  EXPECT_EQ(numAsked, 2u);
}

TEST(CancellationTest, Deadline) {
  using Clock = Cancellation::Clock;
  Cancellation later(Clock::now() + std::chrono::hours(1));
  EXPECT_FALSE(later.isCancelled());
  Cancellation now(Clock::now());
  EXPECT_TRUE(now.isCancelled());
}

TEST(CancellationTest, Errors) {
  EXPECT_FALSE(bool(Cancellation::check(nullptr)));
  Cancellation cancellation(Cancellation::Clock::now());
  std::string text;
  llvm::handleAllErrors(
      Cancellation::check(&cancellation), [&](const EvaluationError &error) {
        EXPECT_EQ(error.getKind(), EvaluationError::Kind::Cancelled);
        text = error.message();
      });
  EXPECT_EQ(text, "it was interrupted");
}

} // namespace
