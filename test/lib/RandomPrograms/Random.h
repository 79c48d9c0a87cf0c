//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random numbers that are the same everywhere.
//
//===----------------------------------------------------------------------===//

#ifndef TEST_RANDOMPROGRAMS_RANDOM_H
#define TEST_RANDOMPROGRAMS_RANDOM_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/ArrayRef.h"
#include <cassert>

namespace mlir::relay::test {

/// SplitMix64; the distributions of the standard library differ between
/// implementations.
class Random {
public:
  explicit Random(uint64_t seed) : state(seed) {}

  uint64_t next() {
    uint64_t z = state += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  /// A number from `low` to `high`, both included.
  int64_t range(int64_t low, int64_t high) {
    assert(low <= high && "empty range");
    return low + int64_t(next() % uint64_t(high - low + 1));
  }
  bool chance(unsigned percent) { return range(0, 99) < int64_t(percent); }
  template <typename ContainerT>
  auto pick(const ContainerT &choices) {
    return choices[range(0, int64_t(choices.size()) - 1)];
  }
  template <typename T>
  T pick(std::initializer_list<T> choices) {
    return *(choices.begin() + range(0, int64_t(choices.size()) - 1));
  }

private:
  uint64_t state;
};

} // namespace mlir::relay::test

#endif // TEST_RANDOMPROGRAMS_RANDOM_H
