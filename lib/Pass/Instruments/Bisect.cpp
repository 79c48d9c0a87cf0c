//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The instrument that stops after a number of passes.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Pass/Instruments.h"
#include "llvm/Support/raw_ostream.h"
#include <mutex>

using namespace mlir;
using namespace mlir::relay::pass;

struct BisectInstrument::Impl {
  int64_t limit;
  raw_ostream &os;
  std::mutex mutex;
  int64_t numAsked = 0;
  int64_t numRun = 0;
  std::string lastRun;

  Impl(int64_t limit, raw_ostream &os) : limit(limit), os(os) {}
};

BisectInstrument::BisectInstrument(int64_t limit, raw_ostream *output)
    : PassInstrument("bisect"),
      impl(std::make_unique<Impl>(limit, output ? *output : llvm::errs())) {}

BisectInstrument::~BisectInstrument() = default;

FailureOr<bool> BisectInstrument::shouldRun(ModuleOp module,
                                            const PassInfo &info) {
  if (info.isSequential || info.name == "InferType")
    return true;
  std::lock_guard<std::mutex> lock(impl->mutex);
  int64_t number = ++impl->numAsked;
  bool result = impl->limit < 0 || number <= impl->limit;
  if (result) {
    impl->numRun = number;
    impl->lastRun = info.name;
  }
  impl->os << "BISECT: " << (result ? "" : "NOT ") << "running pass (" << number
           << ") " << info.name << "\n";
  impl->os.flush();
  return result;
}

LogicalResult BisectInstrument::exitPassContext() {
  std::lock_guard<std::mutex> lock(impl->mutex);
  impl->os << "BISECT: " << impl->numRun << " of " << impl->numAsked
           << " passes ran";
  if (impl->numRun != 0)
    impl->os << ", the last was (" << impl->numRun << ") " << impl->lastRun;
  impl->os << "\n";
  impl->os.flush();
  return success();
}
