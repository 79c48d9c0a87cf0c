//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Memory of large tensors.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_EVALUATION_BUFFERPOOL_H
#define RELAYLITE_EVALUATION_BUFFERPOOL_H

#include "llvm/ADT/SmallVector.h"
#include <cstddef>
#include <cstdint>
#include <memory>

namespace mlir::relay {

/// The alignment in bytes of tensors and of the scratch memory of kernels.
inline constexpr size_t bufferAlignment = 64;

/// `size` bytes of uninitialised memory, aligned to bufferAlignment, on huge
/// pages where that pays; null if there is not enough memory, or none would be
/// left beside a large buffer (isMemoryLeft). Thread-safe.
std::shared_ptr<void> allocateBuffer(size_t size);

/// Memory that the threads of a kernel need while it runs, a part for each.
class Scratch {
public:
  Scratch() = default;
  /// `first` is the memory of all parts, which begins with the first. The
  /// others are `stride` bytes apart, from `others` on.
  Scratch(std::shared_ptr<void> first, char *others, size_t stride)
      : first(std::move(first)), others(others), stride(stride) {}

  explicit operator bool() const { return first != nullptr; }
  /// Null if there is none.
  char *getPart(int64_t thread) const {
    return thread == 0 || !first ? static_cast<char *>(first.get())
                                 : others + (thread - 1) * stride;
  }

private:
  std::shared_ptr<void> first;
  char *others = nullptr;
  size_t stride = 0;
};

/// Return scratch memory of `size` bytes for each thread, aligned as
/// allocateBuffer aligns; none if there is not enough memory. With `isSparse`,
/// kernels write little of it, and the pages that they do not write take no
/// memory. Requests of up to 16 MiB are kept for the next kernel as long as the
/// process lives. Its first writes then touch no fresh pages, and no thread
/// waits for the system to unmap memory on all cores. Thread-safe.
Scratch allocateScratch(size_t size, int64_t numThreads, bool isSparse);

/// The last address in a buffer of `size` bytes at `data` for each huge page
/// that it may be on, in ascending order; none for buffers that are too small
/// for any.
llvm::SmallVector<char *> getHugePages(void *data, size_t size);

/// Whether enough memory is left for LLVM and MLIR, which need it most of all
/// to compile a kernel, and end the process when an allocation fails; what asks
/// here first can fail instead. Matters where the memory of the process is
/// limited, as by `ulimit -v`. `numThreads`: how many may have to be started.
bool isMemoryLeft(int64_t numThreads = 0);

/// Keeps freed buffers of 64 KiB or more, while it lives, for later buffers of
/// about the same size. The first use of fresh memory costs several times as
/// much as copying it. Kept buffers add at most 8 MiB to the peak of memory in
/// use: the others are released before fresh memory is taken.
class BufferReuse {
public:
  BufferReuse();
  ~BufferReuse();
  BufferReuse(const BufferReuse &) = delete;
  BufferReuse &operator=(const BufferReuse &) = delete;
};

} // namespace mlir::relay

#endif // RELAYLITE_EVALUATION_BUFFERPOOL_H
