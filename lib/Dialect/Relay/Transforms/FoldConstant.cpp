//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constant folding by evaluation: what is folded and in which order.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/Transforms/FoldConstant.h"
#include "ConstantGraph.h"
#include "RelayLite/Dialect/Relay/IR/Constants.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Dialect/Relay/Transforms/Passes.h"
#include "RelayLite/Evaluation/Evaluator.h"
#include "RelayLite/Evaluation/OperatorEvaluator.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::relay {
#define GEN_PASS_DEF_FOLDCONSTANTPASS
#include "RelayLite/Dialect/Relay/Transforms/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;
using namespace mlir::relay;

/// Whether nothing is folded in `function`: a fused function, or one that
/// function passes skip.
static bool isLeftAlone(Operation *function) {
  return isa<FusedFnOp>(function) ||
         hasNonzeroAttr(function, fnattr::primitive) ||
         isSkippedByFunctionPasses(function);
}

/// Whether `op` is a literal that is called on the spot without arguments: TVM
/// leaves such calls and their callees as they are.
static bool isAppliedWithoutArguments(Operation *op) {
  if (!isa<FnOp>(op) || !op->hasOneUse())
    return false;
  auto apply = dyn_cast<ApplyOp>(*op->user_begin());
  return apply && apply.getArguments().empty();
}

//===----------------------------------------------------------------------===//
// Collection
//===----------------------------------------------------------------------===//

namespace {
/// Finds constant expressions in program order. Simplifies what needs no
/// evaluation, or that of a condition only, on its way.
class Collector {
public:
  explicit Collector(ConstantGraph &graph) : graph(graph) {}

  void visitFunction(Operation *function);

private:
  void visitRegion(Region &region);
  bool simplifyLet(LetOp op);
  bool simplifyTupleGet(TupleGetOp op);
  Operation *simplifyIf(IfOp op);

  ConstantGraph &graph;
};
} // namespace

// let(c) -> c
bool Collector::simplifyLet(LetOp op) {
  // As in TVM, tuples stay bound.
  if (!graph.contains(op.getValue()) ||
      !isa<RankedTensorType>(op.getValue().getType()))
    return false;
  op.getResult().replaceAllUsesWith(op.getValue());
  op.erase();
  return true;
}

// tuple_get(tuple(x...), i) -> x[i]
bool Collector::simplifyTupleGet(TupleGetOp op) {
  auto tuple = op.getTuple().getDefiningOp<TupleOp>();
  if (!tuple)
    return false;
  Value field = tuple.getFields()[op.getIndex()];
  if (field.getType() != op.getType())
    return false;
  op.getResult().replaceAllUsesWith(field);
  op.erase();
  if (tuple->use_empty() && !graph.contains(tuple.getResult()))
    tuple.erase();
  return true;
}

// if(c, x, y) -> x or y
Operation *Collector::simplifyIf(IfOp op) {
  if (!graph.contains(op.getCondition()))
    return nullptr;
  std::optional<EvalValue> condition = graph.evaluate(op.getCondition());
  if (!condition)
    return nullptr;
  bool isTrue = condition->getTensor()->getBytes().front() != 0;
  Block &taken = (isTrue ? op.getThenRegion() : op.getElseRegion()).front();
  Operation *yield = taken.getTerminator();
  Value result = yield->getOperand(0);
  Operation *first = taken.empty() ? nullptr : &taken.front();
  op->getBlock()->getOperations().splice(op->getIterator(),
                                         taken.getOperations());
  OpBuilder b(op);
  if (result.getType() != op.getType())
    result = TypeCastOp::create(b, op.getLoc(), op.getType(), result);
  op.getResult().replaceAllUsesWith(result);
  Operation *next = first == yield ? op->getNextNode() : first;
  yield->erase();
  op.erase();
  return next;
}

void Collector::visitRegion(Region &region) {
  for (Block &block : region) {
    for (Operation *op = block.empty() ? nullptr : &block.front(), *next; op;
         op = next) {
      next = op->getNextNode();
      if (auto let = dyn_cast<LetOp>(op); let && simplifyLet(let))
        continue;
      if (auto get = dyn_cast<TupleGetOp>(op); get && simplifyTupleGet(get))
        continue;
      if (auto branch = dyn_cast<IfOp>(op)) {
        if (Operation *first = simplifyIf(branch)) {
          next = first;
          continue;
        }
      }
      graph.add(op);
      if (isa<FusedFnOp>(op) || isAppliedWithoutArguments(op))
        continue;
      // Nesting is limited.
      for (Region &nested : op->getRegions())
        visitRegion(nested);
    }
  }
}

void Collector::visitFunction(Operation *function) {
  if (isLeftAlone(function))
    return;
  for (Region &region : function->getRegions())
    visitRegion(region);
}

FoldConstantStatistics relay::foldConstants(Operation *root,
                                            const FoldConstantConfig &config) {
  ConstantGraph graph(config);
  Collector collector(graph);
  if (auto module = dyn_cast<ModuleOp>(root)) {
    for (auto function : module.getOps<func::FuncOp>())
      collector.visitFunction(function);
  } else {
    collector.visitFunction(root);
  }
  return graph.writeBack();
}

//===----------------------------------------------------------------------===//
// Pattern
//===----------------------------------------------------------------------===//

/// The value of `operand` if it is a constant or a tuple of constants.
static std::optional<EvalValue> getConstant(Value operand) {
  if (auto constant = operand.getDefiningOp<ConstantOp>()) {
    Tensor tensor =
        makeTensor(constant.getValue(), [&] { return constant.emitError(); });
    if (!tensor)
      return std::nullopt;
    return EvalValue(tensor);
  }
  auto tuple = operand.getDefiningOp<TupleOp>();
  if (!tuple)
    return std::nullopt;
  EvalTuple fields;
  for (Value field : tuple.getFields()) {
    std::optional<EvalValue> value = getConstant(field);
    if (!value)
      return std::nullopt;
    fields.push_back(std::move(*value));
  }
  return EvalValue::makeTuple(std::move(fields));
}

namespace {
// op(c...) -> c'
struct EvaluateOnConstants : OpInterfaceRewritePattern<OperatorInterface> {
  EvaluateOnConstants(MLIRContext *context, const FoldConstantConfig &config,
                      PatternBenefit benefit)
      : OpInterfaceRewritePattern(context, benefit), config(config) {}

  LogicalResult matchAndRewrite(OperatorInterface op,
                                PatternRewriter &rewriter) const override {
    if (StringRef reason = getReasonNotToFold(op, config); !reason.empty())
      return rewriter.notifyMatchFailure(op, reason);
    for (Operation *parent = op->getParentOp(); parent;
         parent = parent->getParentOp())
      if (isLeftAlone(parent) || isAppliedWithoutArguments(parent))
        return rewriter.notifyMatchFailure(
            op, "it is in a function that is left alone");
    SmallVector<EvalValue> operands;
    for (Value operand : op->getOperands()) {
      std::optional<EvalValue> value = getConstant(operand);
      if (!value)
        return rewriter.notifyMatchFailure(op, "an operand is not constant");
      operands.push_back(std::move(*value));
    }
    // Patterns are const and may run on several threads.
    KernelMemo memo;
    llvm::Expected<EvalValue> result =
        evaluateOperator(op, operands, TrapMode::Fail, memo);
    if (!result)
      return rewriter.notifyMatchFailure(op,
                                         llvm::toString(result.takeError()));
    Value constant = materializeValue(rewriter, op->getLoc(), *result);
    if (constant.getType() != op->getResult(0).getType())
      constant = TypeCastOp::create(rewriter, op->getLoc(),
                                    op->getResult(0).getType(), constant);
    rewriter.replaceOp(op, constant);
    return success();
  }

private:
  FoldConstantConfig config;
};
} // namespace

void relay::populateFoldConstantPatterns(RewritePatternSet &patterns,
                                         const FoldConstantConfig &config,
                                         PatternBenefit benefit) {
  patterns.add<EvaluateOnConstants>(patterns.getContext(), config, benefit);
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

namespace {
struct FoldConstantPass
    : public relay::impl::FoldConstantPassBase<FoldConstantPass> {
  using FoldConstantPassBase::FoldConstantPassBase;

  bool canScheduleOn(RegisteredOperationName name) const override {
    return name.getStringRef() == ModuleOp::getOperationName() ||
           name.getStringRef() == func::FuncOp::getOperationName();
  }

  void runOnOperation() override {
    FoldConstantConfig config;
    config.foldQnn = foldQnn;
    config.maxGrowth = maxGrowth;
    config.maxTotalGrowth = maxTotalGrowth;
    FoldConstantStatistics statistics = foldConstants(getOperation(), config);
    numEvaluated += statistics.numEvaluated;
    numConstants += statistics.numConstants;
    numBytes += statistics.numBytes;
    if (statistics.numEvaluated == 0 && statistics.numConstants == 0)
      markAllAnalysesPreserved();
  }
};
} // namespace
