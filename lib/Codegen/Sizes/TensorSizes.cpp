//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The sizes of operators on tensors of any kind.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/IR/Shapes.h"
#include "SizeChecker.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::relay;

/// Operands are equal in all dimensions, but for `axis` if it is given.
static void checkEqual(SizeChecker &c, std::optional<int64_t> axis = {}) {
  for (int64_t dim = 0; dim < c.getRank(0); ++dim) {
    if (dim == axis)
      continue;
    // A size that types know is expected of the others.
    size_t known = 0;
    for (size_t i = 0; i < c.getNumOperands(); ++i)
      if (c.getType(known).isDynamicDim(dim))
        known = i;
    for (size_t i = 0; i < c.getNumOperands(); ++i)
      if (i != known)
        c.requireEqual(i, dim, c.getSize(known, dim));
  }
}

static void check(SizeChecker &c, SplitOp op) {
  int64_t axis = wrapAxis(op.getAxis(), c.getRank(0));
  if (auto sections = dyn_cast<IntegerAttr>(op.getIndicesOrSectionsAttr()))
    return c.requireMultiple(0, axis, sections.getInt());
  auto indices = cast<DenseI64ArrayAttr>(op.getIndicesOrSectionsAttr());
  if (!indices.empty())
    c.requireAtLeast(0, axis, indices.asArrayRef().back() + 1);
}

static void check(SizeChecker &c, BroadcastToOp op) {
  ArrayRef<int64_t> shape = op.getShape();
  for (int64_t dim = 1; dim <= c.getRank(0); ++dim)
    c.requireEqualOrOne(0, -dim, c.index(shape[shape.size() - dim]));
}

static void check(SizeChecker &c, BroadcastToLikeOp) {
  for (int64_t dim = 1; dim <= c.getRank(0); ++dim)
    c.requireEqualOrOne(0, -dim, c.getSize(1, -dim));
}

static void check(SizeChecker &c, EinsumOp op) {
  SmallVector<RankedTensorType> types;
  for (size_t i = 0; i < c.getNumOperands(); ++i)
    types.push_back(c.getType(i));
  auto loops = EinsumOp::resolve(std::nullopt, op.getEquation(), types);
  if (failed(loops))
    return;
  // The first size of a loop that is not 1.
  SmallVector<Value> sizes(loops->extents.size(), c.index(1));
  for (auto [field, dims] : llvm::enumerate(loops->operands))
    for (auto [dim, loop] : llvm::enumerate(dims)) {
      Value &size = sizes[loop];
      size = c.select(c.isEqual(size, c.index(1)), c.getSize(field, dim), size);
      c.requireEqualOrOne(field, dim, size);
    }
}

static void check(SizeChecker &c, FixedPointMultiplyPerAxisOp op) {
  for (size_t i = 1; i < c.getNumOperands(); ++i)
    for (auto [dim, axis] : llvm::enumerate(op.getAxes()))
      c.requireEqual(i, dim, c.getSize(0, axis));
}

static void check(SizeChecker &c, VarianceOp op) {
  for (int64_t dim = 0; dim < c.getRank(0); ++dim)
    c.requireEqualOrOne(1, dim, c.getSize(0, dim));
}

static void check(SizeChecker &c, SqueezeOp op) {
  for (int64_t axis : op.getAxis().value_or(ArrayRef<int64_t>()))
    c.requireEqual(0, axis, 1);
}

static void check(SizeChecker &c, SliceLikeOp op) {
  FailureOr<SmallVector<bool>> isSliced = SliceLikeOp::resolve(
      std::nullopt, op.getAxes(), c.getRank(0), c.getRank(1));
  if (failed(isSliced))
    return;
  for (auto [dim, sliced] : llvm::enumerate(*isSliced))
    if (sliced)
      c.requireAtLeast(0, dim, c.getSize(1, dim));
}

static void check(SizeChecker &c, LayoutTransformOp op) {
  if (auto layout = Layout::parse(op.getSrcLayout()); succeeded(layout))
    c.requireBlocks(0, *layout);
}

static void check(SizeChecker &c, AutoSchedulerLayoutTransformOp op) {
  auto dims = AutoSchedulerLayoutTransformOp::parseLayout(
      std::nullopt, "src_layout", op.getSrcLayout());
  if (failed(dims))
    return;
  for (auto [dim, axis] : llvm::enumerate(*dims))
    c.requireEqual(0, dim, axis.extent);
}

void relay::checkTensorSizes(SizeChecker &c, Operation *op) {
  llvm::TypeSwitch<Operation *>(op)
      .Case<SplitOp, BroadcastToOp, BroadcastToLikeOp, EinsumOp,
            FixedPointMultiplyPerAxisOp, VarianceOp, SqueezeOp, SliceLikeOp,
            LayoutTransformOp, AutoSchedulerLayoutTransformOp>(
          [&](auto typed) { check(c, typed); })
      .Case([&](TopkOp typed) {
        if (int64_t k = typed.getK(); k > 0)
          c.requireAtLeast(0, typed.getAxis(), k);
      })
      .Case([&](ConcatenateOp typed) {
        checkEqual(c, wrapAxis(typed.getAxis(), c.getRank(0)));
      })
      .Case<StackOp, DftOp>([&](auto) { checkEqual(c); })
      .Case([&](StftOp typed) { c.requireAtLeast(0, -1, typed.getNFft()); })
      .Case<RandomMultinomialOp, RandomNormalOp, RandomThreefryGenerateOp,
            RandomThreefrySplitOp, RandomUniformOp>(
          [&](auto) { c.requireEqual(0, 0, 10); })
      .Default([&](Operation *) {
        if (op->hasTrait<Pointwise>() && c.getNumOperands() > 1)
          c.requireBroadcast();
      });
}
