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

#include "RelayLite/Evaluation/BufferPool.h"
#include "llvm/Support/MathExtras.h"
#include <cstdlib>
#include <map>
#include <mutex>
#ifdef __linux__
#include <sys/mman.h>
#endif

using namespace mlir::relay;

// From this size on, huge pages spare most of the time that page faults take.
static constexpr size_t hugePageThreshold = 4 << 20;
static constexpr size_t hugePageSize = 2 << 20;
static constexpr size_t kernelAlignment = 64;

namespace {
/// Large buffers that are not in use.
class Pool {
public:
  // Never destroyed: tensors may live as long as the process.
  static Pool &get() {
    static Pool *pool = new Pool;
    return *pool;
  }

  void enter() {
    std::lock_guard<std::mutex> lock(mutex);
    ++numScopes;
  }
  void leave() {
    std::lock_guard<std::mutex> lock(mutex);
    if (--numScopes == 0)
      clear();
  }

  void *allocate(size_t size) {
    {
      std::lock_guard<std::mutex> lock(mutex);
      auto it = buffers.lower_bound(size);
      // Results may stay in the module: not much memory may be wasted.
      if (it != buffers.end() && it->first - size <= size / 8) {
        void *memory = it->second;
        sizes[memory] = it->first;
        buffers.erase(it);
        return memory;
      }
      clear();
    }
    void *memory = std::aligned_alloc(hugePageSize, size);
#ifdef __linux__
    if (memory)
      (void)madvise(memory, size, MADV_HUGEPAGE);
#endif
    if (memory) {
      std::lock_guard<std::mutex> lock(mutex);
      sizes[memory] = size;
    }
    return memory;
  }

  void release(void *memory) {
    std::lock_guard<std::mutex> lock(mutex);
    auto it = sizes.find(memory);
    size_t size = it->second;
    sizes.erase(it);
    if (numScopes)
      buffers.emplace(size, memory);
    else
      std::free(memory);
  }

private:
  void clear() {
    for (const auto &[size, memory] : buffers)
      std::free(memory);
    buffers.clear();
  }

  std::mutex mutex;
  size_t numScopes = 0;
  std::multimap<size_t, void *> buffers;
  /// Of buffers in use.
  std::map<void *, size_t> sizes;
};
} // namespace

std::shared_ptr<void> mlir::relay::allocateBuffer(size_t size) {
  if (size < hugePageThreshold) {
    void *memory = std::aligned_alloc(kernelAlignment,
                                      llvm::alignTo(size, kernelAlignment));
    return memory ? std::shared_ptr<void>(memory, std::free)
                  : std::shared_ptr<void>();
  }
  if (size > SIZE_MAX - hugePageSize)
    return {};
  void *memory = Pool::get().allocate(llvm::alignTo(size, hugePageSize));
  if (!memory)
    return {};
  return std::shared_ptr<void>(
      memory, [](void *memory) { Pool::get().release(memory); });
}

BufferReuse::BufferReuse() { Pool::get().enter(); }
BufferReuse::~BufferReuse() { Pool::get().leave(); }
