//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The sizes of operators that read or write at indices, sparse ones among them.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/IR/Shapes.h"
#include "SizeChecker.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::relay;

/// The first `count` dimensions of operand 1, from `begin` on, are those of
/// operand 0.
static void checkBatch(SizeChecker &c, int64_t count, int64_t begin = 0) {
  for (int64_t dim = 0; dim < count; ++dim)
    c.requireEqual(1, begin + dim, c.getSize(0, dim));
}

static void check(SizeChecker &c, GatherOp op) {
  int64_t axis = wrapAxis(op.getAxisAttr().getInt(), c.getRank(0));
  for (int64_t dim = 0; dim < c.getRank(0); ++dim)
    if (dim != axis)
      c.requireEqual(1, dim, c.getSize(0, dim));
  c.requireAtLeast(1, axis, 1);
}

static void check(SizeChecker &c, ScatterElementsOp op) {
  int64_t axis = wrapAxis(op.getAxis(), c.getRank(0));
  for (int64_t dim = 0; dim < c.getRank(0); ++dim) {
    if (dim != axis)
      c.requireAtMost(1, dim, c.getSize(0, dim));
    c.requireAtMost(1, dim, c.getSize(2, dim));
  }
}

static void check(SizeChecker &c, ScatterNDOp op) {
  int64_t indexRank = c.getRank(1) - 1;
  int64_t numCoordinates = c.getType(1).getDimSize(0);
  for (int64_t dim = 0; dim < c.getRank(2); ++dim)
    c.requireEqual(2, dim,
                   dim < indexRank
                       ? c.getSize(1, dim + 1)
                       : c.getSize(0, dim - indexRank + numCoordinates));
}

static void check(SizeChecker &c, SlidingWindowOp op) {
  for (auto [i, size] : llvm::enumerate(op.getWindowShape()))
    c.requireAtLeast(0, op.getAxis() + i, size);
}

static void check(SizeChecker &c, MatrixSetDiagOp op) {
  int64_t k1 = op.getK1(), k2 = op.getK2(), rank = c.getRank(0);
  c.requireAtLeast(0, rank - 2, 1 - k1);
  c.requireAtLeast(0, rank - 1, k2 + 1);
  checkBatch(c, rank - 2);
  if (k1 != k2)
    c.requireEqual(1, -2, k2 - k1 + 1);
  // The longest diagonal.
  c.requireEqual(
      1, -1,
      c.min(c.add(c.getSize(0, rank - 2), std::min<int64_t>(k2, 0)),
            c.sub(c.getSize(0, rank - 1), std::max<int64_t>(k1, 0))));
}

/// The indices have a coordinate for each of the `rank` dimensions of the
/// result, and there is a value for each index.
static void checkSparseToDense(SizeChecker &c, Value rank) {
  if (c.getRank(0) == 2)
    c.requireEqual(0, 1, rank);
  if (c.getRank(1) == 1)
    c.requireEqual(1, 0, c.getRank(0) == 0 ? c.index(1) : c.getSize(0, 0));
}

/// The vector of row bounds has an element.
static void checkRowBounds(SizeChecker &c, size_t operand) {
  c.requireAtLeast(operand, 0, 1);
}

void relay::checkIndexSizes(SizeChecker &c, Operation *op) {
  llvm::TypeSwitch<Operation *>(op)
      .Case<GatherOp, ScatterElementsOp, ScatterNDOp, SlidingWindowOp,
            MatrixSetDiagOp>([&](auto typed) { check(c, typed); })
      .Case([&](SparseToDenseOp typed) {
        checkSparseToDense(c, c.index(typed.getOutputShape().size()));
      })
      .Case([&](DynSparseToDenseOp) { checkSparseToDense(c, c.getSize(3, 0)); })
      .Case([&](TakeOp typed) {
        checkBatch(c, typed.getAxis() ? typed.getBatchDims() : 0);
      })
      .Case([&](GatherNDOp typed) {
        checkBatch(c, typed.getBatchDims(), /*begin=*/1);
      })
      .Case([&](AdvIndexOp) { c.requireBroadcast(/*skipped=*/1); })
      .Case([&](ReverseSequenceOp typed) {
        c.requireEqual(1, 0, c.getSize(0, typed.getBatchAxis()));
      })
      .Case([&](SequenceMaskOp typed) {
        c.requireEqual(1, 0, c.getSize(0, 1 - typed.getAxis()));
      })
      .Case([&](SearchsortedOp) { checkBatch(c, c.getRank(0) - 1); })
      .Case([&](SparseReshapeOp) { c.require("n r, r"); })
      .Case<NNSparseDenseOp, NNInternalSparseDensePaddedOp, NNSparseConv2dOp>(
          [&](auto) { checkRowBounds(c, 3); })
      .Case([&](NNSparseTransposeOp) { checkRowBounds(c, 2); })
      .Case([&](NNSparseAddOp) {
        checkRowBounds(c, 3);
        c.requireEqual(3, 0, c.add(c.getSize(0, 0), 1));
      });
}
