//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Transposition of squares of elements in vector registers.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_EVALUATION_EVALUATORS_TRANSPOSESQUARE_H
#define LIB_EVALUATION_EVALUATORS_TRANSPOSESQUARE_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

namespace mlir::relay {

/// A square whose rows are vectors of 16 bytes, which every processor that has
/// vectors at all has. `T`: an unsigned integer.
template <typename T>
class Square {
public:
  static constexpr int64_t size = 16 / sizeof(T);

  /// Writes the columns of `source` to the rows of `target`. Strides are those
  /// from row to row, in elements.
  static void transpose(const T *source, int64_t sourceStride, T *target,
                        int64_t targetStride) {
    Vector rows[size];
    for (int64_t row = 0; row < size; ++row)
      std::memcpy(&rows[row], source + row * sourceStride, sizeof(Vector));
    interleave<size>(rows, std::make_index_sequence<size>());
    for (int64_t row = 0; row < size; ++row)
      std::memcpy(target + row * targetStride, &rows[row], sizeof(Vector));
  }

private:
  typedef T Vector __attribute__((vector_size(16)));

  /// Interleaves the first half of the rows with the second one, element by
  /// element, as often as `numRows` can be halved: rows are columns then.
  template <int64_t numRows, size_t... lanes>
  static void interleave(Vector (&rows)[size],
                         std::index_sequence<lanes...> sequence) {
    if constexpr (numRows > 1) {
      constexpr int64_t half = size / 2;
      Vector next[size];
      for (int64_t row = 0; row < half; ++row) {
        Vector first = rows[row], second = rows[row + half];
        next[2 * row] = __builtin_shufflevector(
            first, second, (lanes / 2 + lanes % 2 * size)...);
        next[2 * row + 1] = __builtin_shufflevector(
            first, second, (half + lanes / 2 + lanes % 2 * size)...);
      }
      std::copy_n(next, size, rows);
      interleave<numRows / 2>(rows, sequence);
    }
  }
};

} // namespace mlir::relay

#endif // LIB_EVALUATION_EVALUATORS_TRANSPOSESQUARE_H
