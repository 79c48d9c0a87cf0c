//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The values that a smaller floating-point type cannot hold: constants that it
// makes infinite or zero, and the results that are computed from them.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_DIALECT_RELAY_TRANSFORMS_MIXEDPRECISION_WIDEVALUES_H
#define LIB_DIALECT_RELAY_TRANSFORMS_MIXEDPRECISION_WIDEVALUES_H

#include "../Utils/FloatSummary.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::relay {

class WideValues {
public:
  explicit WideValues(FloatType mixed) : mixed(mixed) {}

  /// Records that `value` has to keep its type.
  void insert(Value value) { wide.insert(value); }
  /// Follows constants through `op`: a binding, a tuple, or a projection.
  void visit(Operation *op);

  /// Returns whether `value` has to keep the type that it has.
  bool contains(Value value);
  /// Returns whether a constant operand of `op` does not survive the cast.
  /// Elements of a factor of sums of products (`isProduct`) may vanish beside
  /// others.
  bool hasWideOperand(Operation *op, bool isProduct);
  /// Returns whether an attribute of `op` does not survive the cast.
  bool hasWideAttribute(Operation *op) const;

  /// Returns whether a constant could not be read, which is reported.
  bool hasFailed() const { return hasError; }

private:
  Value getSource(Value value) const;
  bool holdsFloats(Type type) const;
  bool isWide(ConstantOp constant, bool isProduct);
  const FloatSummary &summarize(ConstantOp constant);
  APFloat round(double value) const;
  bool survives(double value) const;

  FloatType mixed;
  bool hasError = false;
  DenseSet<Value> wide;
  /// The values that names and fields of tuples stand for.
  DenseMap<Value, Value> sources;
  DenseMap<Attribute, FloatSummary> summaries;
};

} // namespace mlir::relay

#endif // LIB_DIALECT_RELAY_TRANSFORMS_MIXEDPRECISION_WIDEVALUES_H
