//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks of sizes that are known when a program runs.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_CODEGEN_SIZES_SIZECHECKER_H
#define LIB_CODEGEN_SIZES_SIZECHECKER_H

#include "../../Conversion/RelayToLinalg/Builders/Emitter.h"
#include "FailureCalls.h"
#include "RelayLite/Dialect/Relay/IR/Layout.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"

namespace mlir::relay {

/// Emits checks of the sizes of the tensors that one operator takes. Tuples
/// count as their fields. A check that types decide emits nothing.
class SizeChecker : public Emitter {
public:
  SizeChecker(OpBuilder &b, OperatorInterface op, FailureCalls &calls);

  size_t getNumOperands() const { return tensors.size(); }
  RankedTensorType getType(size_t operand) const { return types[operand]; }
  int64_t getRank(size_t operand) const { return types[operand].getRank(); }
  /// The size of a dimension; negative ones count from the end.
  Value getSize(size_t operand, int64_t dim);

  void requireEqual(size_t operand, int64_t dim, Value expected);
  void requireAtLeast(size_t operand, int64_t dim, Value least);
  void requireAtMost(size_t operand, int64_t dim, Value most);
  /// Requires the size and `padding` to be a multiple of `divisor`.
  void requireMultiple(size_t operand, int64_t dim, int64_t divisor,
                       int64_t padding = 0);
  /// Requires the size of a dimension to be 1 or `size`.
  void requireEqualOrOne(size_t operand, int64_t dim, Value size);
  void requireEqual(size_t operand, int64_t dim, int64_t expected) {
    requireEqual(operand, dim, index(expected));
  }
  void requireAtLeast(size_t operand, int64_t dim, int64_t least) {
    requireAtLeast(operand, dim, index(least));
  }

  /// Requires what `text` says: a list of dimensions for each operand, with
  /// commas between operands and spaces between dimensions. Equal names are
  /// equal sizes, a number is a size, and `?` is any. `...` stands for
  /// dimensions that are the same wherever it occurs, `*` for dimensions of any
  /// size, and `1*` for dimensions of size 1. Operands behind the last list are
  /// not looked at.
  void require(const Twine &text);
  /// Requires operands to broadcast to one shape, but for the first `skipped`.
  void requireBroadcast(size_t skipped = 0);
  /// Requires the dimensions of blocks to have the sizes that `layout` gives.
  void requireBlocks(size_t operand, const Layout &layout);

private:
  /// Fails where `holds` is false. The message ends with "expected" and
  /// `expectation`, which has `%lld` for `expected`.
  void check(size_t operand, int64_t dim, Value holds, StringRef expectation,
             Value expected);

  OperatorInterface op;
  FailureCalls &calls;
  SmallVector<Value> tensors;
  SmallVector<RankedTensorType> types;
  DenseMap<std::pair<size_t, int64_t>, Value> sizes;
};

/// Casts an unsigned tensor of dynamic shape. The conversion to linalg gives
/// such tensors another type; this cast vanishes with the one that it inserts.
Value toSignless(OpBuilder &b, Value tensor);

/// Emit the checks of one operator, if it is of the family.
void checkImageSizes(SizeChecker &c, Operation *op);
void checkIndexSizes(SizeChecker &c, Operation *op);
void checkNNSizes(SizeChecker &c, Operation *op);
void checkTensorSizes(SizeChecker &c, Operation *op);

} // namespace mlir::relay

#endif // LIB_CODEGEN_SIZES_SIZECHECKER_H
