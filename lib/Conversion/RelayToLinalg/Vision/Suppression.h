//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loops that the lowerings of non-maximum suppression share.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_CONVERSION_RELAYTOLINALG_VISION_SUPPRESSION_H
#define LIB_CONVERSION_RELAYTOLINALG_VISION_SUPPRESSION_H

#include "../Builders/BoxBuilder.h"

namespace mlir::relay {

/// The positions of `scores`, of floats, along its last dimension, from the
/// highest score down; of equal ones the first comes first. The conversion
/// lowers the sort in turn.
Value buildScoreOrder(Emitter &b, Value scores);

/// An element of a tensor of i64 as an index.
Value loadIndex(Emitter &b, Value tensor, ValueRange place);

/// Four elements of a tensor, from `first` on along its last dimension,
/// converted to `geometry`.
SmallVector<Value> loadCorners(Emitter &b, Value tensor,
                               SmallVector<Value> place, int64_t first,
                               Type geometry);

/// A range of a vector of i64 that holds the numbers of boxes.
struct BoxList {
  Value numbers, begin, end;
};

/// How boxes suppress others. Functions emit what they describe.
struct Suppression {
  BoxBuilder::Kind kind;
  Type geometry; ///< The type of coordinates and overlaps.
  Value limit;   ///< The largest overlap.
  /// Whether a box is suppressed if it overlaps by just the limit.
  bool includesLimit;
  /// The four coordinates of the box of a number.
  function_ref<SmallVector<Value>(Value)> getCorners;
  /// A condition, and whether the box of the first number may suppress that of
  /// the second; null if it always may.
  function_ref<Value(Value, Value, Value)> narrow = nullptr;

  /// Return whether one of the boxes of `selected` suppresses the box `number`,
  /// which has these corners.
  Value isSuppressed(Emitter &b, const BoxList &selected, Value number,
                     ArrayRef<Value> corners) const;
};

/// A sorted list of boxes to select from.
struct BoxCandidates {
  /// Their number, and the most boxes to select, of type index.
  Value count, most;
  /// The number to store for the box at a place of the list, and whether it may
  /// be selected.
  function_ref<std::pair<Value, Value>(Value)> getBox;
};

/// Selects boxes and stores their numbers in `selected`, a vector of i64 with
/// room for all, from `begin` on. Returns it, and the end of what has been
/// stored.
std::pair<Value, Value> buildSelection(Emitter &b, const Suppression &rule,
                                       const BoxCandidates &candidates,
                                       Value selected, Value begin);

} // namespace mlir::relay

#endif // LIB_CONVERSION_RELAYTOLINALG_VISION_SUPPRESSION_H
