//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Allocation of the memory of tensors, and its reuse for later ones.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Evaluation/BufferPool.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cstdlib>
#include <map>
#include <mutex>
#include <optional>
#ifdef __linux__
#include <sys/mman.h>
#endif

using namespace mlir::relay;

// From the size of one on, huge pages spare most of the time that page faults
// take.
static constexpr size_t hugePageSize = 2 << 20, smallPageSize = 4 << 10;
// Smaller buffers share huge pages, down to the size that malloc serves as
// fast: the passes of `bench-fold` take 19.4 ms for ResNet-50 on one core, and
// 26.9 ms with such buffers from malloc.
static constexpr size_t minSharedSize = 64 << 10;
// Bytes of reserved address space. Memory is committed one huge page at a time.
static constexpr size_t slabSize = 32 << 20;
// Less in all is not worth the first huge page.
static constexpr size_t minBytesForSlab = 512 << 10;
// Freed parts of slabs that may be kept beside fresh memory.
static constexpr size_t maxKeptOfSlabs = 8 << 20;
// The most bytes of each kind of scratch memory that are kept. Keeping it from
// kernel to kernel saves 1.5 % of the time of nn.dense of 512 x 512, and 4 % of
// that of a chain of 200 of 256 x 256.
static constexpr size_t maxKeptScratch = 16 << 20;
// Results may stay in the module: one part in so many of their memory may be
// wasted.
static constexpr size_t maxWaste = 8;
// Compilations took 10 MiB of address space. The stack of a thread takes 8, and
// malloc reserves 128 for its arena.
static constexpr size_t memoryForOthers = 64 << 20, memoryOfThread = 160 << 20;

/// `size` bytes on huge pages, as far as there are whole ones; null if there is
/// not enough memory, or none would be left.
static char *allocateHugePages(size_t size) {
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
  return static_cast<char *>(memory);
}

namespace {
/// Memory that buffers are cut from, one after the other. It goes with the last
/// of them; the pages of each go before.
class Slab {
public:
  explicit Slab(char *memory) : memory(memory) {}
  ~Slab() { std::free(memory); }
  Slab(const Slab &) = delete;
  Slab &operator=(const Slab &) = delete;

  /// Memory of `size` bytes, of whole pages; null if too little is left.
  char *cut(size_t size) {
    if (size > slabSize - used)
      return nullptr;
    char *buffer = memory + used;
    used += size;
    return buffer;
  }

private:
  char *memory;
  size_t used = 0;
};

/// Memory of a buffer: a part of a slab, or its own.
struct Memory {
  char *data = nullptr;
  size_t size = 0;
  std::shared_ptr<Slab> slab;

  void free() {
    if (!slab)
      return std::free(data);
#ifdef __linux__
    // Malloc may keep the slab.
    (void)madvise(data, size, MADV_DONTNEED);
#endif
    slab.reset();
  }
};

/// Allocates the memory of buffers and takes it back.
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

  /// Memory of at least `size` bytes; no data if there is not enough.
  Memory allocate(size_t size) {
    {
      std::lock_guard<std::mutex> lock(mutex);
      if (std::optional<Memory> kept = takeKept(size))
        return std::move(*kept);
      clear();
    }
    return {allocateHugePages(size), size, nullptr};
  }

  /// The same of a slab; no data if there is none, or outside of scopes.
  Memory allocateShared(size_t size) {
    std::lock_guard<std::mutex> lock(mutex);
    // Malloc reuses memory as well, while there is no end to the buffers.
    if (!numScopes)
      return {};
    if (std::optional<Memory> kept = takeKept(size))
      return std::move(*kept);
    if (numBytesOfSlabs > maxKeptOfSlabs)
      clear();
    char *data = slab ? slab->cut(size) : nullptr;
    if (!data) {
      numBytesShared += size;
      if (numBytesShared < minBytesForSlab)
        return {};
      char *memory = allocateHugePages(slabSize);
      if (!memory)
        return {};
      slab = std::make_shared<Slab>(memory);
      data = slab->cut(size);
    }
    return {data, size, slab};
  }

  void release(Memory memory) {
    std::lock_guard<std::mutex> lock(mutex);
    if (!numScopes)
      return memory.free();
    if (memory.slab)
      numBytesOfSlabs += memory.size;
    buffers.emplace(memory.size, std::move(memory));
  }

private:
  /// Take a kept buffer that suits `size` bytes.
  std::optional<Memory> takeKept(size_t size) {
    auto it = buffers.lower_bound(size);
    if (it == buffers.end() || it->first - size > size / maxWaste)
      return std::nullopt;
    Memory memory = std::move(it->second);
    buffers.erase(it);
    if (memory.slab)
      numBytesOfSlabs -= memory.size;
    return memory;
  }

  void clear() {
    for (auto &[size, memory] : buffers)
      memory.free();
    buffers.clear();
    numBytesOfSlabs = 0;
  }

  std::mutex mutex;
  size_t numScopes = 0;
  /// Those that are not in use, by their sizes, and the bytes of those of
  /// slabs.
  std::multimap<size_t, Memory> buffers;
  size_t numBytesOfSlabs = 0;
  /// The one that buffers are cut from.
  std::shared_ptr<Slab> slab;
  /// The bytes that buffers have asked for while there was no slab.
  size_t numBytesShared = 0;
};

/// Scratch memory that is not in use.
class ScratchStore {
public:
  struct Kept {
    std::shared_ptr<void> memory;
    size_t size = 0;
  };

  // Never destroyed: kernels may run until the process ends.
  static ScratchStore &get() {
    static ScratchStore *store = new ScratchStore;
    return *store;
  }

  /// Take the kept memory if it has `size` bytes; free it otherwise.
  Kept take(size_t size, bool isSparse) {
    Kept taken;
    {
      std::lock_guard<std::mutex> lock(mutex);
      std::swap(taken, kept[isSparse]);
    }
    return taken.size >= size ? std::move(taken) : Kept();
  }

  /// Keeps `scratch` or what is kept, whichever is larger.
  void keep(Kept scratch, bool isSparse) {
    std::lock_guard<std::mutex> lock(mutex);
    if (scratch.size <= maxKeptScratch && scratch.size > kept[isSparse].size)
      std::swap(scratch, kept[isSparse]);
  }

private:
  std::mutex mutex;
  Kept kept[2];
};
} // namespace

bool mlir::relay::isMemoryLeft(int64_t numThreads) {
#ifdef __linux__
  size_t size = memoryForOthers + numThreads * memoryOfThread;
  // Threads that ask at once would each find the memory of the other taken.
  static std::mutex asking;
  std::lock_guard<std::mutex> lock(asking);
  // Malloc would keep it.
  void *memory = mmap(nullptr, size, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    return false;
  munmap(memory, size);
#endif
  return true;
}

/// Memory of at least `size` bytes from a slab; no data if there is none.
static Memory allocateFromSlab(size_t size) {
#if defined(__linux__) && !LLVM_ADDRESS_SANITIZER_BUILD
  if (size <= slabSize)
    return Pool::get().allocateShared(llvm::alignTo(size, smallPageSize));
#endif
  // The sanitizer sees the bounds of what malloc gives.
  return {};
}

/// Memory of at least `size` bytes from the pool; no data if there is none.
static Memory allocateFromPool(size_t size) {
  if (size >= hugePageSize) {
    if (size > SIZE_MAX - hugePageSize)
      return {};
    size_t wholePages = llvm::alignTo(size, hugePageSize);
    return Pool::get().allocate(wholePages - size <= size / maxWaste
                                    ? wholePages
                                    : llvm::alignTo(size, smallPageSize));
  }
  return allocateFromSlab(size);
}

/// Memory of `size` bytes from malloc; null if there is not enough.
static std::shared_ptr<void> allocateFromHeap(size_t size) {
  std::shared_ptr<void> memory(
      std::aligned_alloc(bufferAlignment, llvm::alignTo(size, bufferAlignment)),
      std::free);
  return memory && size >= hugePageSize && !isMemoryLeft() ? nullptr : memory;
}

/// Memory of the pool that goes back there; null for none.
static std::shared_ptr<void> share(Memory memory) {
  void *data = memory.data;
  if (!data)
    return {};
  return std::shared_ptr<void>(data,
                               [memory = std::move(memory)](void *) mutable {
                                 Pool::get().release(std::move(memory));
                               });
}

std::shared_ptr<void> mlir::relay::allocateBuffer(size_t size) {
  if (size >= minSharedSize) {
    if (auto buffer = share(allocateFromPool(size)))
      return buffer;
    if (size >= hugePageSize)
      return {};
  }
  return allocateFromHeap(size);
}

llvm::SmallVector<char *> mlir::relay::getHugePages(void *data, size_t size) {
  llvm::SmallVector<char *> pages;
  if (size < minSharedSize)
    return pages;
  char *begin = static_cast<char *>(data), *end = begin + size;
  while (begin < end) {
    begin += hugePageSize - reinterpret_cast<uintptr_t>(begin) % hugePageSize;
    pages.push_back(std::min(begin, end) - 1);
  }
  return pages;
}

/// Memory of `size` bytes for dense scratch: beside results on their huge
/// pages, if there are some that still have room.
static std::shared_ptr<void> allocateDenseScratch(size_t size) {
  std::shared_ptr<void> memory = share(allocateFromSlab(size));
  return memory ? memory : allocateBuffer(size);
}

Scratch mlir::relay::allocateScratch(size_t size, int64_t numThreads,
                                     bool isSparse) {
  // The first part may begin where results end on a huge page. The others begin
  // where half a page is left at least: most of a large part may never be used.
  constexpr size_t halfPage = hugePageSize / 2;
  size_t alignment = !isSparse && size >= halfPage ? halfPage : bufferAlignment;
  size = std::max<size_t>(size, 1);
  size_t stride = llvm::alignTo(size, alignment), numParts = numThreads;
  if (stride < size || numParts >= SIZE_MAX / stride)
    return {};
  size = llvm::alignTo(size, bufferAlignment);
  size_t total = size;
  if (numParts > 1)
    total += alignment - bufferAlignment + (numParts - 2) * stride + size;

  auto allocate = isSparse ? allocateFromHeap : allocateDenseScratch;
  std::shared_ptr<void> memory;
#if LLVM_ADDRESS_SANITIZER_BUILD
  // It sees the bounds of what malloc gives.
  memory = allocate(total);
#else
  ScratchStore::Kept kept = ScratchStore::get().take(total, isSparse);
  if (!kept.memory)
    kept = {allocate(total), total};
  if (void *data = kept.memory.get())
    memory = std::shared_ptr<void>(
        data, [kept = std::move(kept), isSparse](void *) mutable {
          ScratchStore::get().keep(std::move(kept), isSparse);
        });
#endif
  if (!memory)
    return {};
  auto end = reinterpret_cast<uintptr_t>(memory.get()) + size;
  char *others = reinterpret_cast<char *>(llvm::alignTo(end, alignment));
  return Scratch(std::move(memory), others, stride);
}

BufferReuse::BufferReuse() { Pool::get().enter(); }
BufferReuse::~BufferReuse() { Pool::get().leave(); }
