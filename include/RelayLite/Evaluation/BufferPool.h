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

#include <cstddef>
#include <cstdint>
#include <memory>

namespace mlir::relay {

/// What the memory of tensors and of what kernels need besides is aligned to.
inline constexpr size_t bufferAlignment = 64;

/// `size` bytes of uninitialised memory, aligned to bufferAlignment, on huge
/// pages where that pays; null if there is not enough memory, or none would be
/// left beside a large buffer (isMemoryLeft). Little of what `isSparse` is
/// written, so that the rest should take no memory. Thread-safe.
std::shared_ptr<void> allocateBuffer(size_t size, bool isSparse = false);

/// Whether there is memory besides for what LLVM and MLIR allocate, the
/// compilation of a kernel being most of it. They end the process when there is
/// none; what asks here first can fail instead. Matters where the memory of the
/// process is limited, as by `ulimit -v`. `numThreads`: how many may have to be
/// started.
bool isMemoryLeft(int64_t numThreads = 0);

/// While one lives, buffers from 64 KiB on that are freed are kept for later
/// ones of about their size: first use of fresh memory costs several times what
/// copying it does. What is kept adds at most 8 MiB to the most that is in use
/// at a time: the rest goes before fresh memory is taken.
class BufferReuse {
public:
  BufferReuse();
  ~BufferReuse();
  BufferReuse(const BufferReuse &) = delete;
  BufferReuse &operator=(const BufferReuse &) = delete;
};

} // namespace mlir::relay

#endif // RELAYLITE_EVALUATION_BUFFERPOOL_H
