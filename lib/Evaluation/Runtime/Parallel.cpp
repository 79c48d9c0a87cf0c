//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Division of the work of one evaluation over the threads of a context.
//
//===----------------------------------------------------------------------===//

#include "Parallel.h"
#include "RelayLite/Evaluation/BufferPool.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/ThreadPool.h"
#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>
#ifdef __linux__
#include <sched.h>
#endif

using namespace mlir;
using namespace mlir::relay;

using Clock = std::chrono::steady_clock;

// How long to look for work, or whether others are done, before going to sleep:
// as long as it takes to find a kernel and memory for it. To wake up takes as
// long as a small part.
static constexpr std::chrono::microseconds timeToLook(200);

namespace {
/// Parts of work, in a range for each thread.
class Parts {
public:
  Parts(int64_t numThreads, int64_t numParts,
        llvm::function_ref<void(int64_t, int64_t)> run)
      : numThreads(numThreads), numParts(numParts), run(run), next(numThreads) {
    for (auto [thread, part] : llvm::enumerate(next))
      part = getFirst(thread);
  }

  void runAll(int64_t thread) {
    for (int64_t i = 0; i < numThreads; ++i) {
      int64_t owner = (thread + i) % numThreads, end = getFirst(owner + 1);
      for (int64_t part = next[owner]++; part < end; part = next[owner]++)
        run(part, thread);
    }
  }

private:
  int64_t getFirst(int64_t thread) const {
    return numParts / numThreads * thread +
           std::min(numParts % numThreads, thread);
  }

  const int64_t numThreads, numParts;
  const llvm::function_ref<void(int64_t, int64_t)> run;
  /// The next part of each range.
  std::vector<std::atomic<int64_t>> next;
};

/// The core of a thread. On a virtual machine, the system may not know that one
/// of the cores is idle, and put all threads on one.
class Core {
public:
  /// Return the core of the calling thread.
  static Core get() {
    Core core;
#ifdef __linux__
    core.number = sched_getcpu();
#endif
    return core;
  }

  /// Moves the calling thread to another core that it may run on, if it is on
  /// this one.
  void leave() const {
#ifdef __linux__
    cpu_set_t allowed;
    if (number < 0 || sched_getcpu() != number ||
        sched_getaffinity(0, sizeof(allowed), &allowed) != 0)
      return;
    cpu_set_t others = allowed;
    CPU_CLR(number, &others);
    if (CPU_COUNT(&others) == 0 ||
        sched_setaffinity(0, sizeof(others), &others) != 0)
      return;
    (void)sched_setaffinity(0, sizeof(allowed), &allowed);
#endif
  }

private:
  int number = -1;
};

/// Work that threads of a pool may join while it is among what is open.
struct OpenWork {
  llvm::ThreadPoolInterface &pool;
  Parts &parts;
  int64_t numThreads;
  int64_t numJoined = 1;
  /// Changed under the mutex.
  std::atomic<int64_t> numAtWork = 0;
  std::condition_variable left = {};
};

/// Brings threads and work together. A thread that is called takes what work of
/// its pool is open when it begins, so that work need not wait for threads that
/// come late.
class Crew {
public:
  // Never destroyed: threads may be called until the process ends.
  static Crew &get() {
    static Crew *crew = new Crew;
    return *crew;
  }

  /// Sees to it that `pool` has started `numThreads` threads, which look for
  /// work for a while. The system may put them on the core of this one, where
  /// they would wait until it stops. So they get to leave it.
  void start(llvm::ThreadPoolInterface &pool, int64_t numThreads) {
    int64_t numMissing;
    {
      std::lock_guard<std::mutex> lock(mutex);
      Threads &threads = threadsOfPools[&pool];
      numMissing = numThreads - threads.numStarted;
      if (numMissing <= 0)
        return;
      threads.numStarted = numThreads;
      threads.numCalled += numMissing;
    }
    call(pool, numMissing, timeToLook);
    std::this_thread::yield();
  }

  /// Calls threads to the work. Those that come look for more until `patience`
  /// has passed since they had some.
  void open(OpenWork &work, std::chrono::microseconds patience) {
    start(work.pool, work.numThreads - 1);
    int64_t numMissing;
    {
      std::lock_guard<std::mutex> lock(mutex);
      openWork.push_back(&work);
      ++numOpened;
      int64_t numPlaces = 0;
      for (const OpenWork *other : openWork)
        if (&other->pool == &work.pool)
          numPlaces += other->numThreads - other->numJoined;
      int64_t &numCalled = threadsOfPools[&work.pool].numCalled;
      numMissing = std::max<int64_t>(numPlaces - numCalled, 0);
      numCalled += numMissing;
    }
    call(work.pool, numMissing, patience);
  }

  void finish(OpenWork &work) {
    work.parts.runAll(0);
    {
      std::lock_guard<std::mutex> lock(mutex);
      llvm::erase(openWork, &work);
    }
    auto end = Clock::now() + timeToLook;
    while (work.numAtWork != 0 && Clock::now() < end)
      std::this_thread::yield();
    std::unique_lock<std::mutex> lock(mutex);
    work.left.wait(lock, [&] { return work.numAtWork == 0; });
  }

private:
  /// The facts about the threads of a pool, or of another that was at its
  /// address before.
  struct Threads {
    /// Those that have had a task to start with.
    int64_t numStarted = 0;
    /// Those that have been called and may still take work.
    int64_t numCalled = 0;
  };

  void call(llvm::ThreadPoolInterface &pool, int64_t numThreads,
            std::chrono::microseconds patience) {
    Core core = Core::get();
    for (int64_t i = 0; i < numThreads; ++i)
      pool.async([this, &pool, core, patience] {
        core.leave();
        come(pool, patience);
      });
  }

  OpenWork *findWork(const llvm::ThreadPoolInterface &pool) const {
    const auto *it = llvm::find_if(openWork, [&](const OpenWork *work) {
      return &work->pool == &pool && work->numJoined < work->numThreads;
    });
    return it == openWork.end() ? nullptr : *it;
  }

  void come(llvm::ThreadPoolInterface &pool,
            std::chrono::microseconds patience) {
    auto end = Clock::now() + patience;
    std::unique_lock<std::mutex> lock(mutex);
    while (OpenWork *work = awaitWork(pool, end, lock)) {
      --threadsOfPools[&pool].numCalled;
      int64_t thread = work->numJoined++;
      ++work->numAtWork;
      lock.unlock();
      work->parts.runAll(thread);
      // Who waits for this work may have more at once. To call a thread then
      // costs the caller time, and may even start another one.
      end = Clock::now() + patience;
      lock.lock();
      ++threadsOfPools[&pool].numCalled;
      // It may be gone as soon as the mutex is free.
      if (--work->numAtWork == 0)
        work->left.notify_one();
    }
    --threadsOfPools[&pool].numCalled;
  }

  /// Null if there is none until `end`.
  OpenWork *awaitWork(const llvm::ThreadPoolInterface &pool,
                      Clock::time_point end,
                      std::unique_lock<std::mutex> &lock) const {
    for (;;) {
      OpenWork *work = findWork(pool);
      if (work || Clock::now() >= end)
        return work;
      int64_t numSeen = numOpened;
      lock.unlock();
      while (numOpened == numSeen && Clock::now() < end)
        std::this_thread::yield();
      lock.lock();
    }
  }

  std::mutex mutex;
  SmallVector<OpenWork *> openWork;
  /// How often there was new work.
  std::atomic<int64_t> numOpened = 0;
  llvm::DenseMap<llvm::ThreadPoolInterface *, Threads> threadsOfPools;
};
} // namespace

int64_t relay::getNumThreads(MLIRContext *context, int64_t work,
                             int64_t minWork) {
  if (work / minWork < 2 || !context->isMultithreadingEnabled())
    return 1;
  // Threads that cannot be started end the process.
  int64_t numThreads =
      std::min<int64_t>(work / minWork, context->getNumThreads());
  return isMemoryLeft(numThreads) ? numThreads : 1;
}

void relay::startThreads(MLIRContext *context, int64_t numThreads) {
  if (numThreads > 1)
    Crew::get().start(context->getThreadPool(), numThreads - 1);
}

bool relay::runParts(MLIRContext *context, int64_t numThreads, int64_t numParts,
                     llvm::function_ref<void(int64_t, int64_t)> run,
                     Cancellation *cancellation) {
  std::atomic<bool> isCancelled = false;
  auto runUnlessCancelled = [&](int64_t part, int64_t thread) {
    if (cancellation && thread == 0 && cancellation->isCancelled())
      isCancelled = true;
    if (!isCancelled)
      run(part, thread);
  };
  numThreads = std::clamp<int64_t>(numParts, 1, numThreads);
  Parts parts(numThreads, numParts, runUnlessCancelled);
  if (numThreads < 2) {
    parts.runAll(0);
  } else {
    OpenWork work{context->getThreadPool(), parts, numThreads};
    Crew::get().open(work, /*patience=*/{});
    Crew::get().finish(work);
  }
  return !isCancelled;
}

struct AsyncParts::State {
  State(MLIRContext *context, int64_t numThreads, int64_t numParts,
        std::function<void(int64_t, int64_t)> run)
      : run(std::move(run)), parts(numThreads, numParts, this->run),
        work{context->getThreadPool(), parts, numThreads} {}

  const std::function<void(int64_t, int64_t)> run;
  Parts parts;
  OpenWork work;
};

AsyncParts::AsyncParts(MLIRContext *context, int64_t numThreads,
                       int64_t numParts,
                       std::function<void(int64_t, int64_t)> run)
    : state(std::make_unique<State>(
          context, std::clamp<int64_t>(numParts + 1, 2, numThreads), numParts,
          std::move(run))) {
  Crew::get().open(state->work, timeToLook);
}

AsyncParts::~AsyncParts() { finish(); }

void AsyncParts::finish() {
  if (state)
    Crew::get().finish(state->work);
  state.reset();
}
