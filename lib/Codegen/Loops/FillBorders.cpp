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
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

#define DEBUG_TYPE "relay-fill-borders"

namespace mlir::relay {
#define GEN_PASS_DEF_FILLBORDERSPASS
#include "RelayLite/Codegen/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;

/// Returns the uses of `buffer` and of its views, except those that make views.
static SmallVector<OpOperand *> getUses(Value buffer) {
  SmallVector<OpOperand *> uses;
  SmallVector<Value> worklist{buffer};
  while (!worklist.empty())
    for (OpOperand &use : worklist.pop_back_val().getUses()) {
      auto view = dyn_cast<ViewLikeOpInterface>(use.getOwner());
      if (view && use.getOperandNumber() == 0 &&
          view.getViewSource() == use.get())
        worklist.push_back(view->getResult(0));
      else
        uses.push_back(&use);
    }
  return uses;
}

/// Returns the only use of the filled buffer by the operation that uses it
/// next. Returns null if the buffer is used before, if that operation has
/// several uses of it, or if it is in another block.
static OpOperand *findNextUse(linalg::FillOp fill) {
  auto alloc = fill.getOutputs().front().getDefiningOp<memref::AllocOp>();
  if (!alloc)
    return nullptr;
  Block *block = fill->getBlock();
  OpOperand *next = nullptr;
  Operation *nearest = nullptr;
  for (OpOperand *use : getUses(alloc)) {
    Operation *user = block->findAncestorOpInBlock(*use->getOwner());
    if (!user || user->isBeforeInBlock(fill))
      return nullptr;
    if (user == fill)
      continue;
    bool isNearest = !nearest || user->isBeforeInBlock(nearest);
    if (isNearest)
      nearest = user;
    if (user == nearest)
      next = isNearest ? use : nullptr;
  }
  return next && next->getOwner() == nearest ? next : nullptr;
}

/// Whether `use` writes all elements and reads none.
static bool isOverwrite(OpOperand &use) {
  if (auto copy = dyn_cast<memref::CopyOp>(use.getOwner()))
    return use.get() == copy.getTarget();
  auto op = dyn_cast<linalg::LinalgOp>(use.getOwner());
  return op && op.isDpsInit(&use) && !op.payloadUsesValueFromOperand(&use) &&
         op.getMatchingIndexingMap(&use).isPermutation();
}

/// Whether `slice` has static offsets and sizes and unit strides, and is at
/// least half of its source.
static bool hasSmallBorder(memref::SubViewOp slice) {
  MemRefType source = slice.getSourceType(), type = slice.getType();
  return source.hasStaticShape() && type.hasStaticShape() &&
         slice.hasUnitStride() &&
         llvm::none_of(slice.getStaticOffsets(), ShapedType::isDynamic) &&
         type.getNumElements() >=
             source.getNumElements() - type.getNumElements();
}

/// Fills the slice of `buffer` at `offsets`, of the given sizes, with `value`.
static void fillSlice(OpBuilder &b, Location loc, Value value, Value buffer,
                      ArrayRef<int64_t> offsets, ArrayRef<int64_t> sizes) {
  SmallVector<int64_t> strides(sizes.size(), 1);
  Value slice =
      memref::SubViewOp::create(b, loc, buffer, offsets, sizes, strides);
  linalg::FillOp::create(b, loc, value, slice);
}

/// Fills all of `buffer` but `inside` with `value`. For each dimension, it
/// fills the slices before and behind `inside`. These are cut to `inside` along
/// earlier dimensions, and whole along later ones.
static void fillAround(OpBuilder &b, Location loc, Value value, Value buffer,
                       memref::SubViewOp inside) {
  ArrayRef<int64_t> shape = inside.getSourceType().getShape();
  SmallVector<int64_t> offsets(shape.size(), 0);
  SmallVector<int64_t> sizes(shape);
  for (unsigned dim = 0; dim < shape.size(); ++dim) {
    int64_t begin = inside.getStaticOffsets()[dim];
    int64_t size = inside.getStaticSizes()[dim];
    int64_t end = begin + size, whole = shape[dim];
    for (auto [from, to] : {std::pair(int64_t(0), begin), {end, whole}}) {
      if (from == to)
        continue;
      offsets[dim] = from;
      sizes[dim] = to - from;
      fillSlice(b, loc, value, buffer, offsets, sizes);
    }
    offsets[dim] = begin;
    sizes[dim] = size;
  }
}

// fill(v, x); write(subview(x)) -> fill(v, border of x); write(subview(x))
static void fillBorder(linalg::FillOp fill) {
  OpOperand *next = findNextUse(fill);
  if (!next || !isOverwrite(*next))
    return;
  Value buffer = fill.getOutputs().front(), value = fill.getInputs().front();
  auto inside = next->get().getDefiningOp<memref::SubViewOp>();
  if (!inside || inside.getSource() != buffer || !hasSmallBorder(inside))
    return;
  LDBG() << "only the border is filled at " << fill.getLoc();
  if (inside.getType().getNumElements() <
      inside.getSourceType().getNumElements()) {
    OpBuilder b(fill);
    auto code = scf::ExecuteRegionOp::create(b, fill.getLoc(), TypeRange());
    code.setNoInline(true);
    b.setInsertionPointToStart(&code.getRegion().emplaceBlock());
    fillAround(b, fill.getLoc(), value, buffer, inside);
    scf::YieldOp::create(b, fill.getLoc());
  }
  fill.erase();
}

namespace {
struct FillBordersPass : relay::impl::FillBordersPassBase<FillBordersPass> {
  void runOnOperation() override {
    SmallVector<linalg::FillOp> fills;
    getOperation().walk([&](linalg::FillOp fill) { fills.push_back(fill); });
    for (linalg::FillOp fill : fills)
      fillBorder(fill);
  }
};
} // namespace
