//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass relay-fill-borders.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Codegen/Passes.h"
#include "RelayLite/Support/DebugLog.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

#define DEBUG_TYPE "relay-fill-borders"

namespace mlir::relay {
#define GEN_PASS_DEF_FILLBORDERSPASS
#include "RelayLite/Codegen/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;

/// Whether the slice that `insertion` writes is of known place and without
/// gaps, and at least half of its destination.
static bool hasSmallBorder(tensor::InsertSliceOp insertion) {
  RankedTensorType type = insertion.getType();
  if (!type.hasStaticShape() || !insertion.getSourceType().hasStaticShape() ||
      !insertion.hasUnitStride() ||
      llvm::any_of(insertion.getStaticOffsets(), ShapedType::isDynamic))
    return false;
  return insertion.getSourceType().getNumElements() >=
         type.getNumElements() / 2;
}

/// Fills the slice of `tensor` from `offsets` on, of `sizes`, with `value`.
static Value fillSlice(OpBuilder &b, Location loc, Value value, Value tensor,
                       ArrayRef<int64_t> offsets, ArrayRef<int64_t> sizes) {
  Value slice = tensor::EmptyOp::create(
      b, loc, sizes, cast<RankedTensorType>(tensor.getType()).getElementType());
  slice = linalg::FillOp::create(b, loc, value, slice).getResult(0);
  SmallVector<OpFoldResult> unit(sizes.size(), b.getIndexAttr(1));
  return tensor::InsertSliceOp::create(
      b, loc, slice, tensor, getAsIndexOpFoldResult(b.getContext(), offsets),
      getAsIndexOpFoldResult(b.getContext(), sizes), unit);
}

// insert_slice(x, fill(v, y)) -> insert_slice(x, fill(v, border of y))
static void fillBorder(tensor::InsertSliceOp insertion) {
  auto fill = insertion.getDest().getDefiningOp<linalg::FillOp>();
  if (!fill || !fill->hasOneUse() || !hasSmallBorder(insertion))
    return;
  OpBuilder b(insertion);
  Location loc = insertion.getLoc();
  Value tensor = fill.getDpsInits().front(), value = fill.getInputs().front();
  // Slices before and behind the insertion: whole along the dimensions that
  // follow, cut to the insertion along those that precede.
  SmallVector<int64_t> offsets(insertion.getType().getRank(), 0);
  SmallVector<int64_t> sizes(insertion.getType().getShape());
  for (unsigned dim = 0; dim < sizes.size(); ++dim) {
    int64_t begin = insertion.getStaticOffsets()[dim];
    int64_t size = insertion.getStaticSizes()[dim];
    int64_t end = begin + size, whole = sizes[dim];
    for (auto [from, to] : {std::pair(int64_t(0), begin), {end, whole}}) {
      if (from == to)
        continue;
      offsets[dim] = from;
      sizes[dim] = to - from;
      tensor = fillSlice(b, loc, value, tensor, offsets, sizes);
    }
    offsets[dim] = begin;
    sizes[dim] = size;
  }
  LDBG() << "only the border is filled at " << loc;
  insertion.getDestMutable().assign(tensor);
  fill.erase();
}

namespace {
struct FillBordersPass : relay::impl::FillBordersPassBase<FillBordersPass> {
  void runOnOperation() override {
    SmallVector<tensor::InsertSliceOp> insertions;
    getOperation().walk(
        [&](tensor::InsertSliceOp op) { insertions.push_back(op); });
    for (tensor::InsertSliceOp insertion : insertions)
      fillBorder(insertion);
  }
};
} // namespace
