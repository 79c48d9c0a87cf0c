//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes the result of a contraction, a tile at a time.
//
// The epilogue takes its sums from registers where whole vectors are written.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_CODEGEN_LOOPS_PACKCONTRACTIONS_RESULTWRITER_H
#define LIB_CODEGEN_LOOPS_PACKCONTRACTIONS_RESULTWRITER_H

#include "PackFactors.h"

namespace mlir::relay {

class ResultWriter {
public:
  /// For tiles of `tileRows` rows of `tileVectors` vectors of type
  /// `vectorType`. `sizes` are those of the loops of `c`.
  ResultWriter(LoopEmitter &b, const Contraction &c, ArrayRef<Value> sizes,
               VectorType vectorType, int64_t tileRows, int64_t tileVectors);

  /// Goes to the matrix that is at these steps of the loops of the batch.
  void setBatch(ArrayRef<Value> steps);
  /// Goes to `count` columns from `first` on.
  void setColumns(Value first, Value count);
  /// Goes to `count` rows from `first` on.
  void setRows(Value first, Value count);

  /// Writes `numRows` rows and `numColumns` columns of a tile.
  void write(ValueRange sums, Value numRows, Value numColumns);
  /// The same, element by element.
  void writeElements(ValueRange sums, Value numRows, Value numColumns);

private:
  /// A tensor that the epilogue reads beside the sums.
  struct Operand {
    FlatBuffer buffer;
    /// None where elements lie as those of the result do.
    std::optional<Line> rows, columns;
    /// Whether it does not depend on columns.
    bool isSplat;
    /// The origin of the current matrix.
    Value origin;
  };

  /// Whether a tile of `numColumns` columns is written by vectors; none if no
  /// tile is.
  std::optional<Value> canUseVectors(Value numColumns) const;
  /// The elements that are made of `sums`, a scalar or a vector of the columns
  /// from a column on.
  Value emitEpilogue(Value sums, Value row, Value column) const;

  LoopEmitter &b;
  const Contraction &c;
  VectorType vectorType;
  int64_t tileVectors;
  FlatBuffer result;
  Line rows, columns;
  Value origin;
  SmallVector<Operand, 0> operands;
  /// A tile whose elements are written one by one.
  Value tile;
};

} // namespace mlir::relay

#endif // LIB_CODEGEN_LOOPS_PACKCONTRACTIONS_RESULTWRITER_H
