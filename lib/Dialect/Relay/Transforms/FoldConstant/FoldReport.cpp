//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reports of constant folding: remarks, errors, statistics and progress.
//
//===----------------------------------------------------------------------===//

#include "FoldReport.h"
#include "RelayLite/Dialect/Relay/IR/RelayInterfaces.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Timer.h"
#include <mutex>

using namespace mlir;
using namespace mlir::relay;

//===----------------------------------------------------------------------===//
// Remarks and errors
//===----------------------------------------------------------------------===//

bool FoldReport::areRemarksWanted(Operation *op) {
  return op->getContext()->getRemarkEngine() != nullptr;
}

void FoldReport::addRemark(Operation *op, StringRef name, const Twine &text) {
  if (!areRemarksWanted(op))
    return;
  progress.remove();
  // Functions may be folded in parallel, but remarks not be reported so.
  static std::recursive_mutex reporting;
  std::lock_guard<std::recursive_mutex> lock(reporting);
  auto make = name == "NotFolded" ? remark::missed : remark::passed;
  remark::detail::InFlightRemark remark = make(
      op->getLoc(), remark::RemarkOpts::name(name).category("FoldConstant"));
  if (remark)
    remark << (op->getName().getStringRef() + ": " + text).str();
}

void FoldReport::error(Operation *op, StringRef reason) {
  progress.remove();
  op->emitError("cannot fold: ") << reason;
}

//===----------------------------------------------------------------------===//
// Evaluations
//===----------------------------------------------------------------------===//

/// Return the processor time of all threads of the process, system calls
/// included.
static double getCpuSeconds() {
  return llvm::TimeRecord::getCurrentTime().getProcessTime();
}

FoldReport::FoldReport(const FoldConstantConfig &config)
    : collectTimes(config.collectTimes), progress(config.progressDelay),
      kernels(KernelCompiler::get().getStatistics()) {
  if (collectTimes) {
    start = Clock::now();
    cpuStart = getCpuSeconds();
  }
}

void FoldReport::showProgress(size_t number, size_t total, StringRef things) {
  progress.set(llvm::formatv("folding constants: {0} of {1} {2}", number, total,
                             things));
}

std::function<void(size_t, size_t)> FoldReport::getCompilationHook() {
  if (!progress.isVisible())
    return {};
  return [this](size_t number, size_t total) {
    showProgress(number, total, "kernels compiled");
  };
}

void FoldReport::startEvaluation(ArrayRef<Operation *> ops) {
  // Takes some hundred times as long as to start a thread.
  constexpr uint64_t minWorkToWatch = uint64_t(1) << 26;
  if (collectTimes)
    evaluationStart = Clock::now();
  if (!progress.isVisible())
    return;
  showProgress(numDone, numExpected, "operators");
  if (!ops.front()->getContext()->isMultithreadingEnabled())
    return;
  uint64_t work = 0;
  for (Operation *op : ops)
    work = llvm::SaturatingAdd(work, estimateWork(op));
  if (work >= minWorkToWatch)
    progress.showWhileBusy();
}

void FoldReport::finishEvaluation(Operation *op, bool isNew, uint64_t numBytes,
                                  size_t numTogether) {
  ++numDone;
  statistics.numEvaluated += isNew;
  if (collectTimes)
    evaluations.push_back(
        {(Clock::now() - evaluationStart) / numTogether, op, numBytes});
}

//===----------------------------------------------------------------------===//
// The end
//===----------------------------------------------------------------------===//

static double toSeconds(std::chrono::steady_clock::duration time) {
  return std::chrono::duration<double>(time).count();
}

void FoldReport::finish() {
  progress.remove();
  KernelCompiler::Statistics now = KernelCompiler::get().getStatistics();
  statistics.numCompiled = now.numCompiled - kernels.numCompiled;
  statistics.numCached = now.numCached - kernels.numCached;
  if (!collectTimes)
    return;
  statistics.seconds = toSeconds(Clock::now() - start);
  statistics.cpuSeconds = getCpuSeconds() - cpuStart;
  llvm::MapVector<OperationName, FoldConstantStatistics::OperatorTime> totals;
  for (auto [time, op, numBytes] : evaluations) {
    FoldConstantStatistics::OperatorTime &total = totals[op->getName()];
    ++total.count;
    total.numBytes += numBytes;
    total.seconds += toSeconds(time);
  }
  for (auto &[name, total] : totals) {
    total.name = name.getStringRef().str();
    statistics.operators.push_back(std::move(total));
  }
  llvm::sort(statistics.operators, [](const auto &lhs, const auto &rhs) {
    return std::tie(rhs.seconds, lhs.name) < std::tie(lhs.seconds, rhs.name);
  });
  constexpr size_t maxMostExpensive = 10;
  llvm::sort(evaluations, [](const auto &lhs, const auto &rhs) {
    return lhs.time > rhs.time;
  });
  evaluations.resize(std::min(evaluations.size(), maxMostExpensive));
  for (auto [time, op, numBytes] : evaluations)
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
