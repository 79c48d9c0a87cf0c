//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constant folding by evaluation: its functions, its pattern and its pass.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/Transforms/FoldConstant.h"
#include "ConstantCollector.h"
#include "FoldPolicy.h"
#include "RelayLite/Dialect/Relay/IR/Constants.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Dialect/Relay/Transforms/Passes.h"
#include "RelayLite/Support/NearestName.h"
#include "RelayLite/Support/OutputFile.h"
#include "RelayLite/Support/PassCancellation.h"
#include "WriteBack.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::relay {
#define GEN_PASS_DEF_FOLDCONSTANTPASS
#include "RelayLite/Dialect/Relay/Transforms/Passes.h.inc"

/// The parts of one run.
struct FoldRun {
  explicit FoldRun(const FoldConstantConfig &config) : config(config) {}

  const FoldConstantConfig config;
  ConstantGraph graph;
  FoldBudget budget{graph, config};
  FoldReport report{config};
  FoldEvaluation evaluation{graph, budget, report, config.cancellation};
  ConstantCollector collector{graph, evaluation, report, config};
};
} // namespace mlir::relay

using namespace mlir;
using namespace mlir::relay;

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

static FoldConstantStatistics
foldFunctions(ArrayRef<FunctionOpInterface> functions,
              const FoldConstantConfig &config) {
  FoldRun run(config);
  for (FunctionOpInterface function : functions)
    run.collector.addFunction(function);
  // Wanted is what operations outside the graph use.
  for (ConstantGraph::Index i = 0; i < run.graph.size(); ++i)
    if (llvm::any_of(run.graph[i].op->getUsers(),
                     [&](Operation *user) { return !run.graph.find(user); }))
      run.evaluation.want(i);
  run.evaluation.evaluateWanted();
  WriteBack writeBack(run.graph, run.evaluation, run.report);
  writeBack.replace();
  run.report.finish();
  writeBack.eraseDead();
  return std::move(run.report.getStatistics());
}

FoldConstantStatistics relay::foldConstants(ModuleOp module,
                                            const FoldConstantConfig &config) {
  return foldFunctions(
      llvm::to_vector_of<FunctionOpInterface>(module.getOps<func::FuncOp>()),
      config);
}

FoldConstantStatistics relay::foldConstants(FunctionOpInterface function,
                                            const FoldConstantConfig &config) {
  return foldFunctions(function, config);
}

/// Evaluates what `value`, which is in the graph of `run`, needs to be written
/// back. Fails if something in its expression stays.
static LogicalResult evaluateForWriting(FoldRun &run, Value value) {
  run.evaluation.want(*run.graph.find(value));
  run.evaluation.evaluateWanted();
  for (ConstantGraph::Index i = 0; i < run.graph.size(); ++i)
    if (run.graph[i].isLeft())
      return failure();
  return success();
}

FailureOr<Value> relay::foldConstants(Value value,
                                      const FoldConstantConfig &config,
                                      bool *hasError) {
  FoldRun run(config);
  FailureOr<Value> result = failure();
  Operation *definition = value.getDefiningOp();
  if (definition && getReasonToSkipAround(definition).empty() &&
      succeeded(run.collector.addExpression(value)) &&
      succeeded(evaluateForWriting(run, value))) {
    WriteBack writeBack(run.graph, run.evaluation, run.report, value);
    writeBack.replace();
    writeBack.eraseDead();
    if (!run.evaluation.isEnded())
      result = writeBack.getReplacement();
  }
  if (hasError)
    *hasError = run.report.getStatistics().hasFailed();
  return result;
}

ConstantEvaluator::ConstantEvaluator(const FoldConstantConfig &config)
    : run(std::make_unique<FoldRun>(config)) {}

ConstantEvaluator::~ConstantEvaluator() = default;

bool ConstantEvaluator::hasFailed() const {
  return run->report.getStatistics().hasFailed();
}

/// Whether relay.no_fold marks what `value` is computed by or what is around.
/// In fused functions, too: what patterns make there depends on values.
static bool isInNoFold(Value value) {
  for (Operation *op = value.getDefiningOp(); op; op = op->getParentOp())
    if (hasNoFoldMark(op) && !isa<IfOp>(op))
      return true;
  return false;
}

FailureOr<Tensor> ConstantEvaluator::evaluate(Value value) {
  if (isInNoFold(value) || failed(run->collector.addExpression(value)))
    return failure();
  EvalValue result = run->evaluation.evaluate(*run->graph.find(value));
  const Tensor *tensor = result.getTensor();
  if (!tensor || !*tensor)
    return failure();
  return *tensor;
}

FailureOr<ElementsAttr>
relay::evaluateConstant(Value value, const FoldConstantConfig &config,
                        bool *hasError) {
  if (hasError)
    *hasError = false;
  if (auto constant = value.getDefiningOp<ConstantOp>()) {
    if (isInNoFold(value))
      return failure();
    return constant.getValue();
  }
  ConstantEvaluator evaluator(config);
  FailureOr<Tensor> tensor = evaluator.evaluate(value);
  if (hasError)
    *hasError = evaluator.hasFailed();
  if (failed(tensor))
    return failure();
  return makeConstant(tensor->getType(), tensor->getBytes(), tensor->isSplat(),
                      tensor->getOwner());
}

LogicalResult
relay::findOperators(MLIRContext *context, ArrayRef<std::string> names,
                     llvm::DenseSet<OperationName> &operators,
                     function_ref<InFlightDiagnostic()> emitError) {
  if (names.empty())
    return success();
  llvm::StringMap<OperationName> known;
  for (RegisteredOperationName name : context->getRegisteredOperations())
    if (auto *interface = name.getInterface<OperatorInterface>()) {
      known.try_emplace(interface->getRelayName(), name);
      known.try_emplace(name.getStringRef(), name);
    }
  for (StringRef name : names) {
    auto it = known.find(name.trim());
    if (it != known.end()) {
      operators.insert(it->second);
      continue;
    }
    SmallVector<StringRef> candidates(known.keys());
    llvm::sort(candidates);
    StringRef nearest = getNearestName(name.trim(), candidates);
    InFlightDiagnostic error = emitError();
    error << "unknown operator '" << name << "'";
    if (!nearest.empty())
      error << "; did you mean '" << nearest << "'?";
    return failure();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Pattern
//===----------------------------------------------------------------------===//

namespace {
// op(c...) -> c'
struct EvaluateOnConstants : OpInterfaceRewritePattern<OperatorInterface> {
  EvaluateOnConstants(MLIRContext *context, const FoldConstantConfig &config,
                      PatternBenefit benefit)
      : OpInterfaceRewritePattern(context, benefit), config(config) {
    // There is one run for each operator.
    this->config.progressDelay = std::chrono::milliseconds::max();
  }

  LogicalResult matchAndRewrite(OperatorInterface op,
                                PatternRewriter &rewriter) const override {
    if (isStructure(op))
      return rewriter.notifyMatchFailure(op, "it has no value of its own");
    if (StringRef reason = getReasonNotToFold(op, config); !reason.empty())
      return rewriter.notifyMatchFailure(op, reason);
    if (StringRef reason = getReasonToSkipAround(op); !reason.empty())
      return rewriter.notifyMatchFailure(op, reason);
    // Patterns are const and may run on several threads.
    FoldRun run(config);
    Value result = op->getResult(0);
    if (failed(run.collector.addExpression(result, /*isOneOperator=*/true)))
      return rewriter.notifyMatchFailure(op, "an operand is no constant");
    if (failed(evaluateForWriting(run, result)))
      return rewriter.notifyMatchFailure(op, run.report.getReason(op));
    Value constant =
        materializeValue(rewriter, op->getLoc(),
                         run.evaluation.takeValue(*run.graph.find(result)));
    if (constant.getType() != result.getType())
      constant = TypeCastOp::create(rewriter, op->getLoc(), result.getType(),
                                    constant);
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

  LogicalResult initialize(MLIRContext *context) override {
    Location loc = UnknownLoc::get(context);
    noFold.clear();
    return findOperators(context, llvm::to_vector(noFoldOps), noFold,
                         [&] { return emitError(loc, getArgument()) << ": "; });
  }

  void runOnOperation() override {
    Operation *root = getOperation();
    auto module = dyn_cast<ModuleOp>(root);
    // Those of several would overwrite each other.
    if ((!module || root->getParentOp()) && !report.empty()) {
      root->emitError("expected the option 'report' with the pass on the "
                      "outermost module, but it is on a ")
          << (module ? "module inside it" : "function");
      return signalPassFailure();
    }
    FoldConstantConfig config;
    config.foldQnn = foldQnn;
    config.maxGrowth = maxGrowth;
    config.maxTemporary = maxTemporary;
    config.maxCost = maxCost;
    config.noFoldOps = noFold;
    config.collectTimes = !report.empty();
    config.cancellation = getCancellation(getAnalysisManager(), root);
    FoldConstantStatistics statistics =
        module ? foldConstants(module, config)
               : foldConstants(cast<FunctionOpInterface>(root), config);
    numEvaluated += statistics.numEvaluated;
    numConstants += statistics.numConstants;
    numBytes += statistics.numBytes;
    if (!statistics.hasChanged)
      markAllAnalysesPreserved();
    bool isReported = report.empty() || succeeded(writeReport(statistics));
    if (statistics.hasFailed() || !isReported)
      signalPassFailure();
  }

private:
  LogicalResult writeReport(const FoldConstantStatistics &statistics) {
    // An error at the operation would print all of it.
    auto fail = [&](llvm::Error error) {
      return emitError(getOperation()->getLoc(),
                       llvm::toString(std::move(error)));
    };
    llvm::Expected<std::unique_ptr<OutputFile>> file = OutputFile::open(report);
    if (!file)
      return fail(file.takeError());
    writeFoldReport(statistics, (*file)->os());
    if (llvm::Error error = (*file)->keep())
      return fail(std::move(error));
    return success();
  }

  llvm::DenseSet<OperationName> noFold;
};
} // namespace
