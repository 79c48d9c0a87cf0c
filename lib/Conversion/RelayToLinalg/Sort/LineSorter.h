//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sorts lines of elements.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_CONVERSION_RELAYTOLINALG_SORT_LINESORTER_H
#define LIB_CONVERSION_RELAYTOLINALG_SORT_LINESORTER_H

#include "../Builders/Emitter.h"

namespace mlir::relay {

/// Emits the operations that sort a line. Elements that are equal, zeros among
/// them, stay in the order of their positions.
class LineSorter {
public:
  /// The place of NaN.
  enum class NaN { First, Last };

  /// Lines run along dimension `axis` of `data`, of Relay type `elementType`.
  LineSorter(Emitter &b, Value data, Type elementType, int64_t axis,
             bool isAscending, NaN nan);

  Value getData() const { return data; }
  int64_t getAxis() const { return axis; }
  Value getCount() const { return count; }
  /// The element at `position`, an i64, of the line at `line`, whose index
  /// along the axis does not count.
  Value getElement(Emitter &b, ValueRange line, Value position);
  /// The positions of the line at `line` in the order of their elements.
  Value sort(ValueRange line);

private:
  Value index(int64_t value);
  /// The positions in ascending order.
  Value buildPositions();

  Value isBefore(Emitter &b, Value x, Value y);
  Value getNumPasses();
  Value mergeRuns(ValueRange line, Value length, Value source, Value target);
  Value mergeSort(ValueRange line);

  Value buildKey(Emitter &b, Value element);
  SmallVector<Value> distribute(Value shift, Value sourceKeys,
                                Value sourcePositions, Value targetKeys,
                                Value targetPositions);
  Value radixSort(ValueRange line);

  Emitter &b;
  Value data;
  Type elementType;
  int64_t axis;
  bool isAscending;
  NaN nan;
  Value count;
};

} // namespace mlir::relay

#endif // LIB_CONVERSION_RELAYTOLINALG_SORT_LINESORTER_H
