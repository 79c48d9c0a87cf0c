//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A line on a terminal that tells how far work is that takes long.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Evaluation/ProgressLine.h"
#include "RelayLite/Evaluation/BufferPool.h"
#include "RelayLite/Support/Deadline.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::relay;

static constexpr std::chrono::milliseconds interval{100};

ProgressLine::ProgressLine(std::chrono::milliseconds delay)
    : isTerminal(llvm::sys::Process::StandardErrIsDisplayed()),
      due(getDeadline(delay)) {}

ProgressLine::~ProgressLine() {
  remove();
  if (!watcher)
    return;
  {
    std::lock_guard<std::mutex> lock(mutex);
    isStopped = true;
  }
  stop.notify_one();
  watcher->join();
}

void ProgressLine::set(std::string text) {
  if (!isTerminal)
    return;
  std::lock_guard<std::mutex> lock(mutex);
  next = std::move(text);
  showIfDue();
}

void ProgressLine::remove() {
  std::lock_guard<std::mutex> lock(mutex);
  next.clear();
  if (std::exchange(isShown, false))
    llvm::errs() << "\r\033[K";
}

void ProgressLine::showIfDue() {
  Clock::time_point now = Clock::now();
  if (next.empty() || now < due)
    return;
  due = now + interval;
  isShown = true;
  llvm::errs() << "\r\033[K" << std::exchange(next, "");
}

void ProgressLine::showWhileBusy() {
  if (isTerminal && !watcher && isMemoryLeft(/*numThreads=*/1))
    watcher.emplace([this] { watch(); });
}

void ProgressLine::watch() {
  std::unique_lock<std::mutex> lock(mutex);
  while (!isStopped) {
    showIfDue();
    stop.wait_until(lock, next.empty() ? Clock::now() + interval : due);
  }
}
