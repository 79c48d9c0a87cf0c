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

namespace mlir::relay {
#define GEN_PASS_DEF_BACKWARDFOLDSCALEAXISPASS
#include "RelayLite/Dialect/Relay/Transforms/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;
using namespace mlir::relay;

namespace {
class BackwardFolding {
public:
  /// Finds out what can be scaled in `block`. What comes before has been
  /// visited.
  void prepare(Block &block);
  /// Folds the multiplications of all blocks; returns their number.
  unsigned fold();

private:
  SmallVector<std::optional<AxisScale>> getOperandScales(Operation *op) const;
  bool fold(MultiplyOp multiply);
  void pushDown(MultiplyOp multiply, Value data, Value factor,
                ArrayRef<int64_t> axes);

  /// The scalings that values can be given: those with one user, in the same
  /// block.
  DenseMap<Value, AxisScale> scales;
  SmallVector<MultiplyOp> multiplications;
};
} // namespace

SmallVector<std::optional<AxisScale>>
BackwardFolding::getOperandScales(Operation *op) const {
  SmallVector<std::optional<AxisScale>> result;
  for (Value operand : op->getOperands()) {
    auto it = scales.find(operand);
    result.push_back(it == scales.end() ? std::nullopt
                                        : std::optional(it->second));
  }
  return result;
}

void BackwardFolding::prepare(Block &block) {
  for (Operation &op : block) {
    if (auto multiply = dyn_cast<MultiplyOp>(op))
      multiplications.push_back(multiply);
    auto scaled = dyn_cast<AxisScaleInterface>(op);
    if (!scaled || !op.hasOneUse() ||
        op.getUsers().begin()->getBlock() != &block)
      continue;
    if (auto scale = scaled.getResultScale(getOperandScales(&op)))
      scales.try_emplace(op.getResult(0), *scale);
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
    SmallVector<std::optional<AxisScale>> operands = getOperandScales(op);
    for (unsigned operand : cast<AxisScaleInterface>(op).takeResultScale(
             builder, operands, factor, axes))
      worklist.push_back({op->getOperand(operand).getDefiningOp(), op});
  }
}

// op(x, w) * s -> op(x, w * s)
bool BackwardFolding::fold(MultiplyOp multiply) {
  // As in TVM, the right operand is not tried where the left one can be scaled.
  for (unsigned index : {0, 1}) {
    auto it = scales.find(multiply->getOperand(index));
    // What another factor has moved into has the users of that product.
    if (it == scales.end() || !it->first.hasOneUse() ||
        it->first.getParentBlock() != multiply->getBlock())
      continue;
    AxisScale scale = it->second;
    std::optional<AxisFactor> match = matchAxisFactor(multiply, index, scale);
    if (!match)
      return false;
    Value factor = buildAxisFactor(multiply, *match, scale);
    pushDown(multiply, match->data, factor, scale.axes);
    multiply.getResult().replaceAllUsesWith(match->data);
    scales.erase(multiply.getResult());
    multiply.erase();
    return true;
  }
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
    BackwardFolding folding;
    function.walk<WalkOrder::PreOrder>(
        [&](Block *block) { folding.prepare(*block); });
    return folding.fold();
  }
};
} // namespace
