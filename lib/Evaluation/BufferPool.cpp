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

// From the size of one on, huge pages spare most of the time that page faults
// take.
static constexpr size_t hugePageSize = 2 << 20, smallPageSize = 4 << 10;
// Results may stay in the module: of no more than this part of them may be
// wasted.
static constexpr size_t maxWaste = 8;
// Compilations took 10 MiB of address space, and the stack of a thread takes 8.
static constexpr size_t memoryForOthers = 64 << 20, memoryOfThread = 16 << 20;

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

  /// Memory of at least `size` bytes; `size` becomes how many it has.
  void *allocate(size_t &size) {
    {
      std::lock_guard<std::mutex> lock(mutex);
      auto it = buffers.lower_bound(size);
      if (it != buffers.end() && it->first - size <= size / maxWaste) {
        void *memory = it->second;
        size = it->first;
        buffers.erase(it);
        return memory;
      }
      clear();
    }
    // aligned_alloc wants sizes that are multiples of the alignment.
    void *memory = nullptr;
    if (posix_memalign(&memory, hugePageSize, size) != 0)
      return nullptr;
    if (!isMemoryLeft()) {
      std::free(memory);
      return nullptr;
    }
#ifdef __linux__
    // Small pages hold what is left beside whole huge ones.
    (void)madvise(memory, llvm::alignDown(size, hugePageSize), MADV_HUGEPAGE);
#endif
    return memory;
  }

  void release(void *memory, size_t size) {
    std::lock_guard<std::mutex> lock(mutex);
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
  /// By their sizes.
  std::multimap<size_t, void *> buffers;
};
} // namespace

bool mlir::relay::isMemoryLeft(int64_t numThreads) {
#ifdef __linux__
  size_t size = memoryForOthers + numThreads * memoryOfThread;
  // Malloc would keep it.
  void *memory = mmap(nullptr, size, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    return false;
  munmap(memory, size);
#endif
  return true;
}

std::shared_ptr<void> mlir::relay::allocateBuffer(size_t size, bool isSparse) {
  if (size < hugePageSize || isSparse) {
    std::shared_ptr<void> memory(
        std::aligned_alloc(bufferAlignment,
                           llvm::alignTo(size, bufferAlignment)),
        std::free);
    return memory && size >= hugePageSize && !isMemoryLeft() ? nullptr : memory;
  }
  if (size > SIZE_MAX - hugePageSize)
    return {};
  size_t wholePages = llvm::alignTo(size, hugePageSize);
  size = wholePages - size <= size / maxWaste
             ? wholePages
             : llvm::alignTo(size, smallPageSize);
  void *memory = Pool::get().allocate(size);
  if (!memory)
    return {};
  return std::shared_ptr<void>(
      memory, [size](void *memory) { Pool::get().release(memory, size); });
}

BufferReuse::BufferReuse() { Pool::get().enter(); }
BufferReuse::~BufferReuse() { Pool::get().leave(); }
