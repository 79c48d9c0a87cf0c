//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass relay-flatten-concatenations.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Codegen/Passes.h"
#include "RelayLite/Support/DebugLog.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/RegionKindInterface.h"

#define DEBUG_TYPE "relay-flatten-concatenations"

namespace mlir::relay {
#define GEN_PASS_DEF_FLATTENCONCATENATIONSPASS
#include "RelayLite/Codegen/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;
using tensor::InsertSliceOp;

namespace {
/// An insertion into a concatenation, or the last one of a concatenation, and
/// the offsets of the slice that it becomes in the outermost concatenation.
struct Part {
  InsertSliceOp insertion;
  SmallVector<int64_t> offsets;
};

/// A concatenation with those that are its operands, directly or not.
struct Concatenation {
  /// The insertions that stay, at their final places.
  SmallVector<Part> parts;
  /// The last insertions of the inner concatenations.
  SmallVector<Part> inner;
  /// All insertions, each behind those that use it.
  SmallVector<InsertSliceOp> insertions;
};
} // namespace

/// Whether `insertion` has static offsets and sizes and unit strides.
static bool isStatic(InsertSliceOp insertion) {
  return insertion.getType().hasStaticShape() &&
         insertion.getSourceType().hasStaticShape() &&
         insertion.hasUnitStride() &&
         llvm::none_of(insertion.getStaticOffsets(), ShapedType::isDynamic);
}

/// Whether the only user of `insertion` inserts into its result, in its block.
static bool isContinued(InsertSliceOp insertion) {
  if (!insertion->hasOneUse())
    return false;
  auto next = dyn_cast<InsertSliceOp>(*insertion->user_begin());
  return next && next.getDest() == insertion &&
         next->getBlock() == insertion->getBlock() &&
         insertion->isBeforeInBlock(next);
}

/// Whether each of `insertions`, the last of which comes first, is behind the
/// one before it along one dimension.
static bool areConsecutive(ArrayRef<InsertSliceOp> insertions) {
  InsertSliceOp last = insertions.front();
  ArrayRef<int64_t> shape = last.getType().getShape();
  return insertions.size() == 1 ||
         llvm::any_of(llvm::seq<unsigned>(0, shape.size()), [&](unsigned dim) {
           int64_t end = shape[dim];
           return llvm::all_of(insertions, [&](InsertSliceOp insertion) {
             int64_t offset = insertion.getStaticOffsets()[dim];
             int64_t next = offset + insertion.getStaticSizes()[dim];
             return next <= std::exchange(end, offset);
           });
         });
}

/// Returns the insertions of the concatenation that ends with `last`, last
/// first. Returns none if `last` does not end one.
static SmallVector<InsertSliceOp> getInsertions(InsertSliceOp last) {
  SmallVector<InsertSliceOp> insertions;
  for (InsertSliceOp op = last; op && isStatic(op);) {
    insertions.push_back(op);
    if (op.getDest().getDefiningOp<tensor::EmptyOp>())
      return areConsecutive(insertions) ? insertions
                                        : SmallVector<InsertSliceOp>();
    op = op.getDest().getDefiningOp<InsertSliceOp>();
    if (!op || !isContinued(op))
      break;
  }
  return {};
}

/// If `insertion` inserts a concatenation of its block, returns the last
/// insertion of that one.
static InsertSliceOp getInner(InsertSliceOp insertion) {
  auto source = insertion.getSource().getDefiningOp<InsertSliceOp>();
  if (!source || source->getBlock() != insertion->getBlock() ||
      !source->isBeforeInBlock(insertion) ||
      source.getType().getRank() != insertion.getType().getRank() ||
      getInsertions(source).empty())
    return {};
  return source;
}

/// Returns the concatenation that ends with `last`.
static Concatenation collect(InsertSliceOp last) {
  Concatenation whole;
  SmallPtrSet<Operation *, 8> seen;
  SmallVector<Part> worklist{
      {last, SmallVector<int64_t>(last.getType().getRank(), 0)}};
  while (!worklist.empty()) {
    Part outer = worklist.pop_back_val();
    for (InsertSliceOp op : getInsertions(outer.insertion)) {
      whole.insertions.push_back(op);
      Part part{op, outer.offsets};
      for (auto [offset, more] :
           llvm::zip_equal(part.offsets, op.getStaticOffsets()))
        offset += more;
      InsertSliceOp inner = getInner(op);
      // A tensor has one place. Its other insertions copy it from there.
      if (!inner || !seen.insert(inner).second) {
        whole.parts.push_back(part);
        continue;
      }
      part.insertion = inner;
      whole.inner.push_back(part);
      worklist.push_back(part);
    }
  }
  auto isBefore = [](const Part &first, const Part &second) {
    return first.insertion->isBeforeInBlock(second.insertion);
  };
  llvm::sort(whole.parts, isBefore);
  llvm::sort(whole.inner, isBefore);
  return whole;
}

namespace {
/// Replaces nested concatenations by one.
class Flattener {
public:
  explicit Flattener(Concatenation &whole)
      : whole(whole), inner(whole.inner), b(whole.parts.front().insertion),
        type(whole.insertions.front().getType()) {}

  // insert_slice(insert_slice(x, empty()), y) -> insert_slice(x, y)
  void flatten() {
    tensor = tensor::EmptyOp::create(b, b.getUnknownLoc(), type, ValueRange());
    for (Part &part : whole.parts) {
      replaceInnerBefore(part.insertion);
      insert(part);
    }
    replaceInnerBefore(nullptr);
    InsertSliceOp last = whole.insertions.front();
    last.replaceAllUsesWith(tensor);
    for (InsertSliceOp old : whole.insertions)
      old.erase();
  }

private:
  void insert(const Part &part) {
    InsertSliceOp old = part.insertion;
    b.setInsertionPoint(old);
    tensor = InsertSliceOp::create(
        b, old.getLoc(), type, old.getSource(), tensor, ValueRange(),
        ValueRange(), ValueRange(), part.offsets, old.getStaticSizes(),
        old.getStaticStrides());
  }

  /// Replaces inner concatenations whose last insertion is before `end` by
  /// slices of the outer one. Replaces all of them if `end` is null.
  void replaceInnerBefore(InsertSliceOp end) {
    for (; !inner.empty(); inner = inner.drop_front()) {
      InsertSliceOp old = inner.front().insertion;
      if (end && !old->isBeforeInBlock(end))
        return;
      b.setInsertionPointAfter(old);
      old.replaceAllUsesWith(
          tensor::ExtractSliceOp::create(
              b, old.getLoc(), old.getType(), tensor, ValueRange(),
              ValueRange(), ValueRange(), inner.front().offsets,
              old.getType().getShape(), SmallVector<int64_t>(type.getRank(), 1))
              .getResult());
    }
  }

  Concatenation &whole;
  ArrayRef<Part> inner;
  OpBuilder b;
  RankedTensorType type;
  Value tensor;
};

struct FlattenConcatenationsPass
    : relay::impl::FlattenConcatenationsPassBase<FlattenConcatenationsPass> {
  void runOnOperation() override {
    SmallVector<InsertSliceOp> insertions;
    getOperation().walk([&](InsertSliceOp op) {
      // Positions in a block tell what may use a value, but for graph regions.
      if (!mayBeGraphRegion(*op->getParentRegion()))
        insertions.push_back(op);
    });
    DenseSet<Operation *> erased;
    // Outer concatenations come before those that they contain.
    for (InsertSliceOp last : llvm::reverse(insertions)) {
      if (erased.contains(last) || isContinued(last))
        continue;
      Concatenation whole = collect(last);
      if (whole.inner.empty())
        continue;
      LDBG() << whole.inner.size() << " inner concatenations at "
             << last.getLoc();
      erased.insert_range(whole.insertions);
      Flattener(whole).flatten();
    }
  }
};
} // namespace
