//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The cache of compiled kernels on disk, shared by the processes of one user.
//
// It holds native code that processes load and run, so nobody but the user may
// be able to write to it. The directory must be the user's own, without
// permissions for others, or it is not used; links are not followed. An entry
// carries its whole key and a SHA-256 sum of its contents. An entry that does
// not match counts as missing. All failures but those to list and to clear the
// cache are silent: a cache that does not work costs time, not results.
//
// llvm::localCache and llvm::pruneCache keep none of these promises. They trust
// everybody who can write to the path, follow links, check no contents, and map
// files that another process may truncate. Pruning wants names of its own and
// does not tell how many bytes are left.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_EVALUATION_KERNELCACHE_H
#define RELAYLITE_EVALUATION_KERNELCACHE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace mlir::relay {

/// The place of the cache.
struct KernelCacheSettings {
  static constexpr uint64_t defaultMaxBytes = uint64_t(256) << 20;

  /// The directory; made, with those around it, when the first entry is stored.
  std::string directory;
  /// Bytes of all files together; the entries that have not been used for the
  /// longest time go first.
  uint64_t maxBytes = defaultMaxBytes;
  /// Why there is no cache; empty if there may be one.
  std::string problem;

  /// The directory is $RELAYLITE_CACHE_DIR, else $XDG_CACHE_HOME/relay-lite,
  /// else ~/.cache/relay-lite. $RELAYLITE_CACHE_SIZE gives the limit in bytes,
  /// with K, M or G in units of 2^10, 2^20 or 2^30. RELAYLITE_CACHE=off, and
  /// running with the rights of another user than the caller, switch the cache
  /// off; so does a setting that cannot be understood.
  static KernelCacheSettings fromEnvironment();
};

/// The object file of a kernel.
struct KernelObject {
  std::unique_ptr<llvm::MemoryBuffer> object;
  /// Bytes of scratch memory that the kernel needs.
  uint64_t scratchSize;
};

/// Thread-safe, and safe beside other processes that use the same directory.
class KernelCache {
public:
  explicit KernelCache(KernelCacheSettings settings);
  ~KernelCache();
  KernelCache(const KernelCache &) = delete;
  KernelCache &operator=(const KernelCache &) = delete;

  /// The entry that was stored under `key`; none without a valid one.
  std::optional<KernelObject> lookup(llvm::StringRef key);

  /// Stores an entry. Removes others when all would take too many bytes.
  void store(llvm::StringRef key, llvm::StringRef object, uint64_t scratchSize);

  struct Usage {
    size_t numEntries = 0;
    /// Bytes of all entries, and of files that are being written.
    uint64_t numBytes = 0;
    /// Why nothing can be stored, as far as can be told; empty if it can.
    std::string problem;
  };
  /// Return the contents of the cache, empty if its directory does not exist.
  /// Fail with the reason if the cache is not used.
  llvm::Expected<Usage> getUsage();

  /// Removes all entries, and returns how many. Fails as getUsage.
  llvm::Expected<size_t> clear();

  const KernelCacheSettings &getSettings() const { return settings; }

private:
  struct File;

  /// Opens the directory if it is not open yet, and checks it. Returns whether
  /// it is open; if not, `settings.problem` may say why.
  bool open(bool create);
  void refuse(const llvm::Twine &reason);
  /// All files of the cache, which a directory may have others beside.
  std::vector<File> listFiles();
  /// Removes files until at most `maxBytes` are left.
  void evict(uint64_t maxBytes);

  std::mutex mutex;
  KernelCacheSettings settings;
  int directory = -1;
  /// Bytes when files were counted last, and stored by this process since.
  std::optional<uint64_t> bytesCounted;
  uint64_t bytesStored = 0;
  unsigned numStored = 0;
};

/// Return the linker's build ids of the shared libraries of RelayLite, MLIR and
/// LLVM, which tell the code of this build from that of others. Empty if one
/// of them has none; then there is no cache.
std::string getBuildIds();

} // namespace mlir::relay

#endif // RELAYLITE_EVALUATION_KERNELCACHE_H
