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
#include "llvm/Support/xxhash.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/X86TargetParser.h"

using namespace mlir;
using namespace mlir::relay;

std::pair<uint64_t, uint64_t> relay::hashKernelKey(StringRef key) {
  llvm::XXH128_hash_t hash =
      llvm::xxh3_128bits(ArrayRef<uint8_t>(key.bytes_begin(), key.size()));
  return {hash.high64, hash.low64};
}

/// Whether this CPU has all that `cpu` has.
static bool isSupported(StringRef cpu) {
#if defined(__x86_64__)
  static const llvm::StringMap<bool> host = llvm::sys::getHostCPUFeatures();
  SmallVector<StringRef> needed;
  llvm::X86::getFeaturesForCPU(cpu, needed);
  return !needed.empty() && llvm::all_of(needed, [](StringRef feature) {
    auto it = host.find(feature);
    // What the host's list does not mention is part of every 64-bit CPU.
    return it == host.end() || it->second;
  });
#else
  return false;
#endif
}

/// The tables of the highest level that the CPU has; levels ascend.
static ArrayRef<BuiltKernelTable> selectTables() {
  ArrayRef<BuiltKernelTable> rest = builtKernelTables;
  while (!rest.empty()) {
    StringRef cpu = rest.back().cpu;
    size_t count = llvm::count_if(
        rest, [&](const BuiltKernelTable &table) { return cpu == table.cpu; });
    if (isSupported(cpu))
      return rest.take_back(count);
    rest = rest.drop_back(count);
  }
  return {};
}

std::optional<Kernel> relay::lookupBuiltKernel(StringRef key) {
  static const ArrayRef<BuiltKernelTable> tables = selectTables();
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
