//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which constants are in use, so that the memory of others can be freed.
//
//===----------------------------------------------------------------------===//

#include "LiveModules.h"
#include "Bindings.h"
#include "RelayLite/Dialect/Relay/IR/Constants.h"
#include "llvm/ADT/DenseSet.h"
#include <atomic>
#include <mutex>

using namespace mlir;
using namespace mlir::relay;
using namespace mlir::relay::python;

namespace {
struct LiveModules {
  std::mutex mutex;
  llvm::DenseSet<const LiveModule *> modules;
  /// How many ScopedUses there are.
  std::atomic<unsigned> numUses = 0;
  /// The bytes that had been made when constants were freed last.
  uint64_t bytesThen = 0;
};
} // namespace

static LiveModules &getLiveModules() {
  // Never destroyed: objects of Python may outlive everything static.
  static auto *modules = new LiveModules();
  return *modules;
}

LiveModule::LiveModule() {
  LiveModules &live = getLiveModules();
  std::lock_guard<std::mutex> lock(live.mutex);
  live.modules.insert(this);
}

LiveModule::~LiveModule() {
  LiveModules &live = getLiveModules();
  std::lock_guard<std::mutex> lock(live.mutex);
  live.modules.erase(this);
}

ScopedUse::ScopedUse() { ++getLiveModules().numUses; }
ScopedUse::~ScopedUse() { --getLiveModules().numUses; }

void python::releaseUnusedConstants() {
  // To look at all modules has to pay.
  constexpr uint64_t step = 64 << 20;
  LiveModules &live = getLiveModules();
  uint64_t bytes = getMadeResourceBytes();
  if (live.numUses != 0 || bytes - live.bytesThen < step)
    return;
  live.bytesThen = bytes;
  SmallVector<ModuleOp> modules;
  {
    std::lock_guard<std::mutex> lock(live.mutex);
    for (const LiveModule *module : live.modules)
      if (*module)
        modules.push_back(**module);
  }
  releaseUnusedResources(python::getContext(), modules);
}
