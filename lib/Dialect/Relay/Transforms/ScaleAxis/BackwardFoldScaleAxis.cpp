//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// BackwardFoldScaleAxis: moves multiplications of results along axes into the
// weights that the results come from.
//
//===----------------------------------------------------------------------===//

#include "AxisFactor.h"
#include "RelayLite/Dialect/Relay/Transforms/Passes.h"
#include "RelayLite/Support/DebugLog.h"

#define DEBUG_TYPE "relay-backward-fold-scale-axis"

namespace mlir::relay {
#define GEN_PASS_DEF_BACKWARDFOLDSCALEAXISPASS
#include "RelayLite/Dialect/Relay/Transforms/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;
using namespace mlir::relay;

namespace {
class BackwardFolding {
public:
  /// With `constantFactors`, only factors that are constants move.
  explicit BackwardFolding(bool constantFactors)
      : constantFactors(constantFactors) {}

  /// Find the values in `block` that can be scaled. Earlier blocks have been
  /// visited.
  void prepare(Block &block);
  /// Folds the multiplications of all blocks; returns their number.
  unsigned fold();

private:
  /// A scaling that a value can be given, and those that its operator then
  /// gives to operands.
  struct Scaling {
    AxisScale scale;
    SmallVector<std::optional<AxisScale>, 2> operands;
  };

  bool fold(MultiplyOp multiply);
  void pushDown(MultiplyOp multiply, Value data, Value factor,
                ArrayRef<int64_t> axes);

  /// The scalings that values can be given: those with one user, in the same
  /// block. They stay as they are found before anything is folded: an operand
  /// that takes the place of its product later may have other users, and may
  /// not take every factor.
  DenseMap<Value, Scaling> scalings;
  SmallVector<MultiplyOp> multiplications;
  bool constantFactors;
};
} // namespace

void BackwardFolding::prepare(Block &block) {
  for (Operation &op : block) {
    if (auto multiply = dyn_cast<MultiplyOp>(op))
      multiplications.push_back(multiply);
    auto scaled = dyn_cast<AxisScaleInterface>(op);
    if (!scaled || !op.hasOneUse() ||
        op.getUsers().begin()->getBlock() != &block)
      continue;
    SmallVector<std::optional<AxisScale>, 2> operands;
    for (Value operand : op.getOperands()) {
      auto it = scalings.find(operand);
      operands.push_back(it == scalings.end()
                             ? std::nullopt
                             : std::optional(it->second.scale));
    }
    if (auto scale = scaled.getResultScale(operands))
      scalings.try_emplace(op.getResult(0),
                           Scaling{*scale, std::move(operands)});
  }
}

/// Scales `data` by `factor` along `axes`. Each operation on the way has one
/// user; it moves before that, behind the factor.
void BackwardFolding::pushDown(MultiplyOp multiply, Value data, Value factor,
                               ArrayRef<int64_t> axes) {
  SmallVector<std::pair<Operation *, Operation *>> worklist = {
      {data.getDefiningOp(), multiply}};
  while (!worklist.empty()) {
    auto [op, user] = worklist.pop_back_val();
    op->moveBefore(user);
    OpBuilder builder(op);
    auto it = scalings.find(op->getResult(0));
    for (unsigned operand : cast<AxisScaleInterface>(op).takeResultScale(
             builder, it->second.operands, factor, axes))
      worklist.push_back({op->getOperand(operand).getDefiningOp(), op});
    // The next factor may be any that fits the new weight.
    scalings.erase(it);
  }
}

// op(x, w) * s -> op(x, w * s)
bool BackwardFolding::fold(MultiplyOp multiply) {
  // As in TVM, the right operand is not tried where the left one can be scaled.
  for (unsigned index : {0, 1}) {
    auto it = scalings.find(multiply->getOperand(index));
    // If another factor has moved into the operation, it has the users of that
    // product.
    if (it == scalings.end() || !it->first.hasOneUse() ||
        it->first.getParentBlock() != multiply->getBlock())
      continue;
    const AxisScale &scale = it->second.scale;
    std::optional<AxisFactor> match =
        matchAxisFactor(multiply, index, scale, constantFactors);
    if (!match) {
      LDBG() << "the product at " << multiply.getLoc()
             << " stays: its other operand is no factor along the axes";
      return false;
    }
    Value factor = buildAxisFactor(multiply, *match, scale);
    pushDown(multiply, match->data, factor, scale.axes);
    multiply.getResult().replaceAllUsesWith(match->data);
    LDBG() << "the product at " << multiply.getLoc() << " is folded";
    multiply.erase();
    return true;
  }
  LDBG() << "the product at " << multiply.getLoc()
         << " stays: no operand can be scaled where it is made";
  return false;
}

unsigned BackwardFolding::fold() {
  return llvm::count_if(multiplications,
                        [&](MultiplyOp multiply) { return fold(multiply); });
}

namespace {
struct BackwardFoldScaleAxisPass
    : public FoldScalePass<relay::impl::BackwardFoldScaleAxisPassBase<
          BackwardFoldScaleAxisPass>> {
  using FoldScalePass::FoldScalePass;

  unsigned fold(func::FuncOp function) override {
    BackwardFolding folding(constantFactors);
    function.walk<WalkOrder::PreOrder>(
        [&](Block *block) { folding.prepare(*block); });
    return folding.fold();
  }
};
} // namespace
