//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The division of work among threads: every part is run once, by threads with
// numbers of their own, and nobody waits for threads that do not come.
//
//===----------------------------------------------------------------------===//

#include "Evaluation/Runtime/Parallel.h"
#include "Evaluation/Runtime/Prefault.h"
#include "RelayLite/Evaluation/BufferPool.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/ThreadPool.h"
#include "gtest/gtest.h"
#include <atomic>
#include <cstring>
#include <future>
#include <limits>
#include <thread>
#include <vector>
#ifdef __linux__
#include <sched.h>
#include <sys/mman.h>
#endif

using namespace mlir;
using namespace mlir::relay;

namespace {

/// A context that has `numThreads` threads besides the calling one.
struct Threads {
  explicit Threads(unsigned numThreads)
      : pool(llvm::hardware_concurrency(numThreads)),
        context(MLIRContext::Threading::DISABLED) {
    context.setThreadPool(pool);
  }

  llvm::DefaultThreadPool pool;
  MLIRContext context;
};

/// Fails unless each of `numParts` parts is run once, by a thread below
/// `numThreads` that runs one part at a time.
void expectEachOnce(MLIRContext &context, int64_t numThreads,
                    int64_t numParts) {
  std::vector<std::atomic<int>> numRuns(numParts), numInside(numThreads);
  std::atomic<int> numWrong = 0;
  runParts(&context, numThreads, numParts, [&](int64_t part, int64_t thread) {
    if (thread < 0 || thread >= numThreads || part < 0 || part >= numParts) {
      ++numWrong;
      return;
    }
    if (numInside[thread]++ != 0)
      ++numWrong;
    ++numRuns[part];
    --numInside[thread];
  });
  EXPECT_EQ(numWrong, 0);
  for (int64_t part = 0; part < numParts; ++part)
    EXPECT_EQ(numRuns[part], 1)
        << part << " of " << numParts << " on " << numThreads;
}

#if defined(__linux__) && !LLVM_ADDRESS_SANITIZER_BUILD
/// How many of the huge pages that `tensor` may be on are in memory.
int64_t countResident(const Tensor &tensor) {
  return llvm::count_if(
      getHugePages(tensor.getData(), tensor.getBytes().size()),
      [](char *address) {
        constexpr uintptr_t pageSize = 4 << 10;
        auto page = reinterpret_cast<uintptr_t>(address) / pageSize * pageSize;
        unsigned char isResident = 0;
        return mincore(reinterpret_cast<void *>(page), pageSize, &isResident) ==
                   0 &&
               (isResident & 1);
      });
}
#endif

/// Returns only if both threads come: the first part waits for the last.
void expectBothToCome(MLIRContext &context) {
  std::promise<void> last;
  runParts(&context, 2, 2, [&](int64_t part, int64_t thread) {
    if (part == 1)
      return last.set_value();
    last.get_future().wait();
  });
}

TEST(ParallelTest, RunsEachPartOnce) {
  Threads threads(3);
  for (int64_t numThreads : {1, 2, 3, 4, 7})
    for (int64_t numParts : {0, 1, 2, 3, 5, 8, 31, 1000})
      expectEachOnce(threads.context, numThreads, numParts);
}

TEST(ParallelTest, LeavesThePartsOnceCancelled) {
  Threads threads(3);
  for (int64_t numThreads : {1, 3}) {
    constexpr int64_t numParts = 1000;
    int numAsked = 0, lastAsked = std::numeric_limits<int>::max();
    Cancellation cancellation([&] { return ++numAsked == lastAsked; },
                              std::chrono::milliseconds(0));
    std::vector<int> numRuns(numParts);
    auto run = [&] {
      return runParts(
          &threads.context, numThreads, numParts,
          [&](int64_t part, int64_t) { ++numRuns[part]; }, &cancellation);
    };
    EXPECT_TRUE(run());
    EXPECT_EQ(numRuns, std::vector<int>(numParts, 1));
    lastAsked = numAsked + 1;
    EXPECT_FALSE(run());
    EXPECT_LT(llvm::count(numRuns, 2), numParts);
  }
}

TEST(ParallelTest, StartedThreadsTakeParts) {
  Threads threads(1);
  for (int i = 0; i < 100; ++i) {
    startThreads(&threads.context, 2);
    expectEachOnce(threads.context, 2, 16);
  }
  startThreads(&threads.context, 2);
  expectBothToCome(threads.context);
}

TEST(ParallelTest, DoesNotWaitForThreadsThatDoOtherWork) {
  Threads threads(2);
  std::promise<void> end;
  std::shared_future<void> ended = end.get_future().share();
  for (int i = 0; i < 2; ++i)
    threads.pool.async([ended] { ended.wait(); });
  startThreads(&threads.context, 3);
  for (int i = 0; i < 10; ++i)
    expectEachOnce(threads.context, 3, 24);
  end.set_value();
  threads.pool.wait();
  expectEachOnce(threads.context, 3, 24);
}

TEST(ParallelTest, RunsPartsBesideTheCaller) {
  Threads threads(1);
  for (int i = 0; i < 100; ++i) {
    std::promise<std::thread::id> runner;
    AsyncParts parts(&threads.context, 2, 1, [&](int64_t part, int64_t thread) {
      EXPECT_EQ(part, 0);
      EXPECT_EQ(thread, 1);
      runner.set_value(std::this_thread::get_id());
    });
    // The caller would wait forever for itself.
    EXPECT_NE(runner.get_future().get(), std::this_thread::get_id());
    parts.finish();
    // The thread takes what comes next as well.
    expectBothToCome(threads.context);
  }
}

TEST(ParallelTest, FinishesWhatNobodyHasBegun) {
  Threads threads(1);
  std::promise<void> end;
  std::shared_future<void> ended = end.get_future().share();
  threads.pool.async([ended] { ended.wait(); });
  std::vector<int> numRuns(5);
  {
    AsyncParts parts(&threads.context, 2, numRuns.size(),
                     [&](int64_t part, int64_t) { ++numRuns[part]; });
    parts.finish();
    EXPECT_EQ(numRuns, std::vector<int>(5, 1));
    // The destructor finds nothing left.
  }
  EXPECT_EQ(numRuns, std::vector<int>(5, 1));
  // One that is not finished is by its destructor.
  AsyncParts(&threads.context, 2, numRuns.size(),
             [&](int64_t part, int64_t) { ++numRuns[part]; });
  EXPECT_EQ(numRuns, std::vector<int>(5, 2));
  end.set_value();
}

TEST(ParallelTest, PrefaultsFewHugePages) {
  Threads threads(1);
  auto getType = [&](int64_t size) {
    return RankedTensorType::get({size}, IntegerType::get(&threads.context, 8));
  };
  for (int64_t size : {1, 100 << 10, 2 << 20, 5 << 20, 64 << 20}) {
    Tensor tensor = Tensor::allocate(getType(size));
    ASSERT_TRUE(tensor);
    Prefault prefault(&threads.context, 2, tensor);
    prefault.finish();
#if defined(__linux__) && !LLVM_ADDRESS_SANITIZER_BUILD
    int64_t numPages = getHugePages(tensor.getData(), size).size();
    if (numPages > 0 && numPages <= 2) {
      EXPECT_EQ(countResident(tensor), numPages) << size;
    }
#endif
    // The memory is the kernel's alone now.
    std::memset(tensor.getData(), 1, size);
  }
}

TEST(ParallelTest, ServesThreadsOfThePool) {
  Threads threads(3);
  for (int i = 0; i < 50; ++i)
    threads.pool.async([&] { expectEachOnce(threads.context, 4, 100); });
  expectEachOnce(threads.context, 4, 100);
  threads.pool.wait();
}

TEST(ParallelTest, KeepsContextsApart) {
  Threads one(1), other(1);
  std::promise<void> end;
  std::shared_future<void> ended = end.get_future().share();
  one.pool.async([ended] { ended.wait(); });
  startThreads(&one.context, 2);
  // Calls for one pool do not count for the other.
  expectBothToCome(other.context);
  end.set_value();
}

#ifdef __linux__
/// Fails unless all threads may run where the calling one may.
void expectSameCores(MLIRContext &context) {
  cpu_set_t expected;
  ASSERT_EQ(sched_getaffinity(0, sizeof(expected), &expected), 0);
  std::atomic<int> numOthers = 0;
  for (int i = 0; i < 50; ++i)
    runParts(&context, 2, 2, [&](int64_t part, int64_t thread) {
      cpu_set_t cores;
      if (sched_getaffinity(0, sizeof(cores), &cores) != 0 ||
          !CPU_EQUAL(&cores, &expected))
        ++numOthers;
    });
  EXPECT_EQ(numOthers, 0);
}

TEST(ParallelTest, LeavesThreadsTheirCores) {
  {
    Threads threads(1);
    expectBothToCome(threads.context);
    expectSameCores(threads.context);
  }
  // Threads that there is but one core for.
  cpu_set_t all, one;
  ASSERT_EQ(sched_getaffinity(0, sizeof(all), &all), 0);
  CPU_ZERO(&one);
  CPU_SET(sched_getcpu(), &one);
  ASSERT_EQ(sched_setaffinity(0, sizeof(one), &one), 0);
  {
    Threads threads(1);
    expectBothToCome(threads.context);
    expectSameCores(threads.context);
  }
  ASSERT_EQ(sched_setaffinity(0, sizeof(all), &all), 0);
}
#endif

} // namespace
