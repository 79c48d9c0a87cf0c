//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Limits of recursion.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Support/Stack.h"
#include <algorithm>
#include <cstdint>
#ifdef __linux__
#include <pthread.h>
#endif

using namespace mlir::relay;

namespace {
// MLIR's printer and the parser of text take the most of all walks of regions:
// 1.2 KiB per level.
constexpr size_t kBytesPerLevel = 2 << 10;
// Reserved for calls at the deepest level.
constexpr size_t kReserve = 64 << 10;
} // namespace

// The lowest address of the current thread's stack; 0 if it is not known. For a
// main thread it depends on `ulimit -s`.
static uintptr_t findStackEnd() {
#ifdef __linux__
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0)
    return 0;
  void *end = nullptr;
  size_t size = 0;
  if (pthread_attr_getstack(&attributes, &end, &size) != 0)
    end = nullptr;
  pthread_attr_destroy(&attributes);
  return reinterpret_cast<uintptr_t>(end);
#else
  return 0;
#endif
}

NestingLimit mlir::relay::getNestingLimit(unsigned depth) {
  static thread_local const uintptr_t end = findStackEnd();
  auto here = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  if (end == 0 || here < end)
    return {depth, ""};
  size_t left = here - end;
  size_t allowed = (left - std::min(left, kReserve)) / kBytesPerLevel;
  if (allowed >= depth)
    return {depth, ""};
  return {unsigned(allowed), ", as the thread has little stack"};
}
