//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kernels that were compiled when RelayLite was built.
//
//===----------------------------------------------------------------------===//

#include "KernelLibrary.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/xxhash.h"
#include <cstdlib>

using namespace mlir;
using namespace mlir::relay;

std::pair<uint64_t, uint64_t> relay::hashKernelKey(StringRef key) {
  llvm::XXH128_hash_t hash =
      llvm::xxh3_128bits(ArrayRef<uint8_t>(key.bytes_begin(), key.size()));
  return {hash.high64, hash.low64};
}

/// Whether this CPU, and the operating system, have all of level `cpu`. The
/// compiler's own check asks the CPU once, when the library is loaded: where
/// the CPU is virtual, LLVM's, which asks anew, takes as long as a kernel.
static bool isSupported(StringRef cpu) {
#if defined(__x86_64__)
  __builtin_cpu_init();
  return llvm::StringSwitch<bool>(cpu)
      .Case("x86-64-v3", __builtin_cpu_supports("x86-64-v3"))
      .Case("x86-64-v4", __builtin_cpu_supports("x86-64-v4"))
      .Default(false);
#else
  return false;
#endif
}

namespace {
/// The tables in use.
struct Selection {
  ArrayRef<BuiltKernelTable> tables;
  /// Their level, or why there are none.
  std::string description;
};
} // namespace

/// The tables of the highest level that the CPU has and RELAYLITE_KERNELS
/// allows.
static Selection selectTables() {
  // Levels ascend.
  SmallVector<StringRef> levels;
  for (const BuiltKernelTable &table : builtKernelTables)
    if (!llvm::is_contained(levels, table.cpu))
      levels.push_back(table.cpu);
  if (levels.empty())
    return {{}, "none: RelayLite was built without"};
  std::string lowest = levels.front().str();
  const char *variable = std::getenv("RELAYLITE_KERNELS");
  StringRef wanted = variable ? variable : "";
  if (wanted == "off")
    return {{}, "none: RELAYLITE_KERNELS is off"};
  if (!wanted.empty()) {
    auto *it = llvm::find(levels, wanted);
    if (it == levels.end())
      return {{},
              ("none: expected RELAYLITE_KERNELS to be off or one of " +
               llvm::join(levels, ", ") + ", but got '" + wanted + "'")
                  .str()};
    levels.erase(it + 1, levels.end());
  }
  for (StringRef level : llvm::reverse(levels)) {
    if (!isSupported(level))
      continue;
    auto isOfLevel = [&](const BuiltKernelTable &table) {
      return table.cpu == level;
    };
    const BuiltKernelTable *begin = llvm::find_if(builtKernelTables, isOfLevel);
    const BuiltKernelTable *end =
        std::find_if_not(begin, builtKernelTables.end(), isOfLevel);
    return {ArrayRef(begin, end), level.str()};
  }
  return {{}, "none: this CPU is below " + lowest};
}

static const Selection &getSelection() {
  static const Selection selection = selectTables();
  return selection;
}

std::string relay::describeBuiltKernels() { return getSelection().description; }

std::optional<Kernel> relay::lookupBuiltKernel(StringRef key) {
  ArrayRef<BuiltKernelTable> tables = getSelection().tables;
  if (tables.empty())
    return std::nullopt;
  std::pair<uint64_t, uint64_t> hash = hashKernelKey(key);
  auto getHash = [](const BuiltKernel &kernel) {
    return std::make_pair(kernel.hash[0], kernel.hash[1]);
  };
  for (const BuiltKernelTable &table : tables) {
    ArrayRef<BuiltKernel> kernels(table.kernels, *table.size);
    const BuiltKernel *it = llvm::lower_bound(
        kernels, hash, [&](const BuiltKernel &kernel, const auto &value) {
          return getHash(kernel) < value;
        });
    if (it != kernels.end() && getHash(*it) == hash)
      return Kernel{it->function, it->scratchSize};
  }
  return std::nullopt;
}
