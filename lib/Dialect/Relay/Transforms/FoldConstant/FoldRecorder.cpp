//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How far constant folding is, what took how long, and the report of that.
//
//===----------------------------------------------------------------------===//

#include "FoldRecorder.h"
#include "RelayLite/Dialect/Relay/IR/RelayInterfaces.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Timer.h"

using namespace mlir;
using namespace mlir::relay;

static constexpr size_t maxMostExpensive = 10;
// Takes some hundred times as long as to start a thread.
static constexpr uint64_t minWorkToWatch = uint64_t(1) << 26;

/// Of all threads of the process, system calls included.
static double getCpuSeconds() {
  return llvm::TimeRecord::getCurrentTime().getProcessTime();
}

FoldRecorder::FoldRecorder(const FoldConstantConfig &config)
    : collectTimes(config.collectTimes), progress(config.progressDelay) {
  if (collectTimes) {
    start = Clock::now();
    cpuStart = getCpuSeconds();
  }
  compiler = &KernelCompiler::get();
  kernels = compiler->getStatistics();
}

void FoldRecorder::startEvaluation(ArrayRef<Operation *> ops) {
  if (collectTimes)
    evaluationStart = Clock::now();
  if (!progress.isVisible())
    return;
  progress.set(numDone, numExpected, "operators");
  if (!ops.front()->getContext()->isMultithreadingEnabled())
    return;
  uint64_t work = 0;
  for (Operation *op : ops)
    work = llvm::SaturatingAdd(work, estimateWork(op));
  if (work >= minWorkToWatch)
    progress.showWhileBusy();
}

std::function<void(size_t, size_t)> FoldRecorder::getCompilationHook() {
  if (!progress.isVisible())
    return {};
  return [this](size_t number, size_t total) {
    progress.set(number, total, "kernels compiled");
  };
}

void FoldRecorder::finishEvaluation(Operation *op, uint64_t numBytes,
                                    size_t numTogether) {
  ++numDone;
  if (!collectTimes)
    return;
  Clock::duration time = (Clock::now() - evaluationStart) / numTogether;
  Total &total = totals[op->getName()];
  ++total.count;
  total.numBytes += numBytes;
  total.time += time;
  auto isLess = [](const auto &lhs, const auto &rhs) {
    return lhs.first > rhs.first;
  };
  if (mostExpensive.size() == maxMostExpensive) {
    if (time <= mostExpensive.front().first)
      return;
    std::pop_heap(mostExpensive.begin(), mostExpensive.end(), isLess);
    mostExpensive.pop_back();
  }
  mostExpensive.emplace_back(time, op);
  std::push_heap(mostExpensive.begin(), mostExpensive.end(), isLess);
}

static double toSeconds(std::chrono::steady_clock::duration time) {
  return std::chrono::duration<double>(time).count();
}

void FoldRecorder::finish(FoldConstantStatistics &statistics) {
  KernelCompiler &current = KernelCompiler::get();
  if (&current != compiler)
    kernels = {};
  KernelCompiler::Statistics now = current.getStatistics();
  statistics.numCompiled = now.numCompiled - kernels.numCompiled;
  statistics.numCached = now.numCached - kernels.numCached;
  if (!collectTimes)
    return;
  statistics.seconds = toSeconds(Clock::now() - start);
  statistics.cpuSeconds = getCpuSeconds() - cpuStart;
  for (const auto &[name, total] : totals)
    statistics.operators.push_back({name.getStringRef().str(), total.count,
                                    total.numBytes, toSeconds(total.time)});
  llvm::sort(statistics.operators, [](const auto &lhs, const auto &rhs) {
    return std::tie(rhs.seconds, lhs.name) < std::tie(lhs.seconds, rhs.name);
  });
  llvm::sort(mostExpensive, [](const auto &lhs, const auto &rhs) {
    return lhs.first > rhs.first;
  });
  for (auto [time, op] : mostExpensive)
    statistics.mostExpensive.push_back(
        {op->getName().getStringRef().str(),
         llvm::formatv("{0}", op->getResult(0).getType()),
         llvm::formatv("{0}", op->getLoc()), toSeconds(time)});
}

void relay::writeFoldReport(const FoldConstantStatistics &statistics,
                            raw_ostream &os) {
  llvm::json::OStream json(os, /*IndentSize=*/2);
  json.object([&] {
    json.attribute("evaluated", uint64_t(statistics.numEvaluated));
    json.attribute("not_folded", uint64_t(statistics.numNotFolded));
    json.attribute("constants", uint64_t(statistics.numConstants));
    json.attribute("bytes_read", uint64_t(statistics.numBytesRead));
    json.attribute("bytes_written", uint64_t(statistics.numBytes));
    json.attribute("peak_bytes", uint64_t(statistics.peakBytes));
    json.attribute("work", uint64_t(statistics.work));
    json.attributeObject("kernels", [&] {
      json.attribute("used", uint64_t(statistics.numKernels));
      json.attribute("compiled", uint64_t(statistics.numCompiled));
      json.attribute("cached", uint64_t(statistics.numCached));
    });
    json.attribute("seconds", statistics.seconds);
    json.attribute("cpu_seconds", statistics.cpuSeconds);
    json.attributeArray("operators", [&] {
      for (const auto &each : statistics.operators)
        json.object([&] {
          json.attribute("operator", each.name);
          json.attribute("count", uint64_t(each.count));
          json.attribute("bytes", uint64_t(each.numBytes));
          json.attribute("seconds", each.seconds);
        });
    });
    json.attributeArray("most_expensive", [&] {
      for (const auto &each : statistics.mostExpensive)
        json.object([&] {
          json.attribute("operator", each.name);
          json.attribute("type", each.type);
          json.attribute("location", each.location);
          json.attribute("seconds", each.seconds);
        });
    });
  });
  os << "\n";
}
