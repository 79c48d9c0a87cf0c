//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reductions that other families use.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_CONVERSION_RELAYTOLINALG_BUILDERS_REDUCTION_H
#define LIB_CONVERSION_RELAYTOLINALG_BUILDERS_REDUCTION_H

#include "Emitter.h"

namespace mlir::relay {

/// The mean and the maximum of `data`, of Relay element type `elementType`,
/// over `axes`, which are ascending and not empty. `type` is that of the
/// result, with the axes of size 1 or without them.
Value buildMeanReduction(Emitter &b, Type elementType, Value data,
                         ArrayRef<int64_t> axes, RankedTensorType type);
Value buildMaxReduction(Emitter &b, Type elementType, Value data,
                        ArrayRef<int64_t> axes, RankedTensorType type);

/// A reduction of ranges of `data`, which may overlap and differ in length.
struct RangeReduction {
  Value data;
  ArrayRef<int64_t> dims;        ///< The dimensions that are reduced.
  ArrayRef<OpFoldResult> sizes;  ///< Those of the result.
  ArrayRef<OpFoldResult> counts; ///< The most elements of a range along each.
  Value identity;                ///< The initial value of accumulators.
  /// An element more than once does not matter, as for a maximum.
  bool isIdempotent;
  /// Returns the begin and the end of the current range along one of `dims`.
  function_ref<std::pair<Value, Value>(size_t)> getRange;
  /// Adds an element to an accumulator, which comes first.
  function_ref<Value(Value, Value)> combine;
};

/// The accumulators of ranges, each in row-major order. All ranges have the
/// size of the largest one: behind the end of others is their last element,
/// which is not added.
Value buildRangeReduction(Emitter &b, const RangeReduction &reduction);

} // namespace mlir::relay

#endif // LIB_CONVERSION_RELAYTOLINALG_BUILDERS_REDUCTION_H
