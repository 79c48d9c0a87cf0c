//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ForwardFoldScaleAxis: moves multiplications of data along axes into the
// weights that the data meets.
//
//===----------------------------------------------------------------------===//

#include "../Utils/LetBindings.h"
#include "AxisFactor.h"
#include "RelayLite/Dialect/Relay/Transforms/Passes.h"
#include "RelayLite/Support/DebugLog.h"

#define DEBUG_TYPE "relay-forward-fold-scale-axis"

namespace mlir::relay {
#define GEN_PASS_DEF_FORWARDFOLDSCALEAXISPASS
#include "RelayLite/Dialect/Relay/Transforms/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;
using namespace mlir::relay;

namespace {
class ForwardFolding {
public:
  /// With `constantFactors`, only factors that are constants move.
  explicit ForwardFolding(bool constantFactors)
      : constantFactors(constantFactors) {}

  /// Finds out which scalings the users in `block` can take from its values.
  void prepare(Block &block);
  /// Folds the multiplications in `block`; returns their number.
  unsigned fold(Block &block);

private:
  /// The value that users have to use instead of a scaled one, and the factor
  /// that they take over then.
  struct Scaled {
    Value value, factor;
    SmallVector<int64_t, 2> axes;
  };

  void restrict(Value value, std::optional<AxisScale> scale);
  std::optional<AxisScale> getScale(Value value) const;
  bool produce(MultiplyOp multiply);
  void consume(AxisScaleInterface op);

  /// The scalings that all users seen so far can take from a value.
  DenseMap<Value, std::optional<AxisScale>> scales;
  DenseMap<Value, Scaled> scaled;
  bool constantFactors;
};
} // namespace

/// Adds a user that takes `scale` from `value`. Users that scale along other
/// axes do not agree on a factor, even where axes are shared.
void ForwardFolding::restrict(Value value, std::optional<AxisScale> scale) {
  auto [it, isNew] = scales.try_emplace(value, scale);
  std::optional<AxisScale> &known = it->second;
  if (isNew || !known)
    return;
  if (!scale || scale->axes != known->axes) {
    known = std::nullopt;
    return;
  }
  known->restrict(*scale);
}

std::optional<AxisScale> ForwardFolding::getScale(Value value) const {
  auto it = scales.find(value);
  return it == scales.end() ? std::nullopt : it->second;
}

void ForwardFolding::prepare(Block &block) {
  for (Operation &op : llvm::reverse(block)) {
    auto iface = dyn_cast<AxisScaleInterface>(op);
    bool isLocal = llvm::all_of(op.getUsers(), [&](Operation *user) {
      return user->getBlock() == &block;
    });
    if (!isLocal)
      for (Value result : op.getResults())
        restrict(result, std::nullopt);
    SmallVector<std::optional<AxisScale>> operands(op.getNumOperands());
    if (iface)
      operands = iface.getOperandScales(getScale(op.getResult(0)));
    for (auto [operand, scale] : llvm::zip_equal(op.getOperands(), operands))
      restrict(operand, std::move(scale));
  }
}

// x * s -> x, s
bool ForwardFolding::produce(MultiplyOp multiply) {
  std::optional<AxisScale> scale = getScale(multiply);
  if (!scale) {
    LDBG() << "the product at " << multiply.getLoc()
           << " stays: not all users take a factor along the same axes";
    return false;
  }
  for (unsigned index : {0, 1})
    if (auto match =
            matchAxisFactor(multiply, index, *scale, constantFactors)) {
      Value factor = buildAxisFactor(multiply, *match, *scale);
      scaled[multiply] = {match->data, factor, scale->axes};
      LDBG() << "the product at " << multiply.getLoc() << " is folded";
      return true;
    }
  LDBG() << "the product at " << multiply.getLoc()
         << " stays: no operand is a factor along the axes";
  return false;
}

// op(x, s, w) -> op(x, w * s), or op(x), s
void ForwardFolding::consume(AxisScaleInterface op) {
  for (OpOperand &operand : op->getOpOperands()) {
    auto it = scaled.find(operand.get());
    if (it == scaled.end())
      continue;
    Scaled source = it->second;
    operand.set(source.value);
    OpBuilder builder(op);
    if (op.takeOperandScale(builder, operand.getOperandNumber(), source.factor,
                            source.axes)) {
      Value result = op->getResult(0);
      scaled[result] = {result, source.factor, source.axes};
    }
    return;
  }
}

unsigned ForwardFolding::fold(Block &block) {
  SmallVector<Operation *> folded;
  for (Operation &op : block) {
    if (auto multiply = dyn_cast<MultiplyOp>(op)) {
      if (produce(multiply))
        folded.push_back(multiply);
    } else if (auto iface = dyn_cast<AxisScaleInterface>(op)) {
      consume(iface);
    }
  }
  for (Operation *multiply : folded)
    multiply->erase();
  return folded.size();
}

// tuple_get(tuple(x, ...)) -> x
static bool foldProjections(func::FuncOp function) {
  bool changed = false;
  function.walk([&](TupleGetOp get) {
    auto tuple = get.getTuple().getDefiningOp<TupleOp>();
    if (!tuple)
      return;
    OpBuilder builder(get);
    get.replaceAllUsesWith(castTo(builder, get.getLoc(),
                                  tuple.getFields()[get.getIndex()],
                                  get.getType()));
    get.erase();
    if (tuple->use_empty())
      tuple.erase();
    changed = true;
  });
  return changed;
}

namespace {
struct ForwardFoldScaleAxisPass
    : public FoldScalePass<
          relay::impl::ForwardFoldScaleAxisPassBase<ForwardFoldScaleAxisPass>> {
  using FoldScalePass::FoldScalePass;

  bool prepare(func::FuncOp function) override {
    return foldProjections(function);
  }

  unsigned fold(func::FuncOp function) override {
    unsigned count = 0;
    function.walk([&](Block *block) {
      ForwardFolding folding(constantFactors);
      folding.prepare(*block);
      count += folding.fold(*block);
    });
    return count;
  }
};
} // namespace
