//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A line on a terminal that tells how far constant folding is.
//
//===----------------------------------------------------------------------===//

#include "ProgressLine.h"
#include "RelayLite/Evaluation/BufferPool.h"
#include "RelayLite/Support/Deadline.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::relay;

static constexpr std::chrono::milliseconds interval{100};

ProgressLine::ProgressLine(std::chrono::milliseconds delay)
    : isTerminal(llvm::sys::Process::StandardErrIsDisplayed()) {
  if (isTerminal)
    due = getDeadline(delay);
}

ProgressLine::~ProgressLine() {
  remove();
  if (!watch)
    return;
  {
    std::lock_guard<std::mutex> lock(watch->mutex);
    watch->isStopped = true;
  }
  watch->stop.notify_one();
  watch->watcher.join();
}

std::unique_lock<std::mutex> ProgressLine::lock() {
  // A child has no watcher, and would wait for it without end.
  if (watch && watch->process != getpid())
    (void)watch.release();
  return watch ? std::unique_lock(watch->mutex)
               : std::unique_lock<std::mutex>();
}

void ProgressLine::set(size_t number, size_t total, StringRef things) {
  if (!isTerminal)
    return;
  std::unique_lock<std::mutex> guard = lock();
  next = {number, total, things};
  showIfDue();
}

void ProgressLine::remove() {
  if (!isTerminal)
    return;
  std::unique_lock<std::mutex> guard = lock();
  next.reset();
  if (std::exchange(isShown, false))
    llvm::errs() << "\r\033[K";
}

void ProgressLine::showIfDue() {
  Clock::time_point now = Clock::now();
  if (!next || now < due)
    return;
  due = now + interval;
  isShown = true;
  llvm::errs() << "\r\033[Kfolding constants: " << next->number << " of "
               << next->total << " " << next->things;
  next.reset();
}

void ProgressLine::showWhileBusy() {
  if (!isTerminal || watch || !isMemoryLeft(/*numThreads=*/1))
    return;
  watch = std::make_unique<Watch>();
  watch->watcher = llvm::thread([this, shared = watch.get()] { run(*shared); });
}

void ProgressLine::run(Watch &shared) {
  std::unique_lock<std::mutex> guard(shared.mutex);
  while (!shared.isStopped) {
    showIfDue();
    shared.stop.wait_until(guard, next ? due : Clock::now() + interval);
  }
}
