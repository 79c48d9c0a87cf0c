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
#include "FoldRemarks.h"
#include "RelayLite/Dialect/Relay/IR/Constants.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Dialect/Relay/Transforms/Passes.h"
#include "RelayLite/Evaluation/Evaluator.h"
#include "RelayLite/Evaluation/OperatorEvaluator.h"
#include "RelayLite/Support/NearestName.h"
#include "mlir/Analysis/TopologicalSortUtils.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/ToolOutputFile.h"

namespace mlir::relay {
#define GEN_PASS_DEF_FOLDCONSTANTPASS
#include "RelayLite/Dialect/Relay/Transforms/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;
using namespace mlir::relay;

//===----------------------------------------------------------------------===//
// Collection
//===----------------------------------------------------------------------===//

namespace {
/// Finds constant expressions in program order. Simplifies what needs no
/// evaluation, or that of a condition only, on its way.
class Collector {
public:
  Collector(ConstantGraph &graph, const FoldConstantConfig &config)
      : graph(graph), config(config) {}

  /// Returns whether the function has changed.
  bool visitFunction(Operation *function);

private:
  void visitRegion(Region &region);
  void visitBlock(Block &block);
  bool simplifyTupleGet(TupleGetOp op);
  Operation *simplifyIf(IfOp op);
  void eraseDead();
  /// To be called where `value` gets or loses uses: whether a literal is called
  /// on the spot depends on them.
  void reconsider(Value value) {
    if (Operation *op = value.getDefiningOp(); op && skipped.contains(op))
      reconsidered.push_back(op);
  }
  void remarkSkipped(Operation *function, StringRef reason) {
    relay::remarkSkipped(function, reason, config,
                         [&](Value value) { return graph.contains(value); });
  }

  ConstantGraph &graph;
  const FoldConstantConfig &config;
  bool hasChanged = false;
  /// Functions, and whether they are left alone as far as is known yet.
  llvm::MapVector<Operation *, bool> skipped;
  /// Those of them that have got or lost uses.
  SmallVector<Operation *> reconsidered;
  /// What may be dead. In graphs and unreachable blocks it may come after what
  /// has used it, and be what is visited next.
  llvm::SetVector<OnDeviceOp> unusedOnDevices;
  llvm::SetVector<TupleOp> unusedTuples;
};
} // namespace

/// The reason why operations in what is around `op` are left alone.
static StringRef getReasonToSkipAround(Operation *op) {
  while ((op = op->getParentOp()))
    if (StringRef reason = getReasonToSkip(op); !reason.empty())
      return reason;
  return "";
}

// tuple_get(tuple(x...), i) -> x[i]
// tuple_get(on_device(tuple(x...)), i) -> on_device(x[i])
bool Collector::simplifyTupleGet(TupleGetOp op) {
  auto onDevice = op.getTuple().getDefiningOp<OnDeviceOp>();
  auto tuple =
      (onDevice ? onDevice.getBody() : op.getTuple()).getDefiningOp<TupleOp>();
  // The index may be out of range if the type of the tuple is unknown.
  if (!tuple || op.getIndex() >= tuple.getFields().size() ||
      hasNoFoldMark(tuple) || (onDevice && hasNoFoldMark(onDevice)))
    return false;
  Value field = tuple.getFields()[op.getIndex()];
  // Where no block comes from it may be its own field.
  if (field.getType() != op.getType() || field == op.getResult())
    return false;
  if (onDevice) {
    OpBuilder b(op);
    auto moved = OnDeviceOp::create(b, op.getLoc(), field.getType(), field,
                                    onDevice.getProperties());
    field = moved;
    graph.add(moved);
  }
  reconsider(field);
  op.getResult().replaceAllUsesWith(field);
  op.erase();
  if (onDevice)
    unusedOnDevices.insert(onDevice);
  unusedTuples.insert(tuple);
  return true;
}

void Collector::eraseDead() {
  auto erase = [&](Operation *op) {
    if (op->use_empty() && !graph.contains(op->getResult(0)))
      op->erase();
  };
  llvm::for_each(unusedOnDevices.takeVector(), erase);
  llvm::for_each(unusedTuples.takeVector(), erase);
}

// if(c, x, y) -> x or y
Operation *Collector::simplifyIf(IfOp op) {
  if (!graph.contains(op.getCondition()))
    return nullptr;
  std::optional<EvalValue> condition = graph.evaluate(op.getCondition());
  // Where types are unknown it may be anything.
  const Tensor *tensor = condition ? condition->getTensor() : nullptr;
  if (!tensor || tensor->getType().getRank() != 0 ||
      !tensor->getType().getElementType().isInteger(1))
    return nullptr;
  bool isTrue = tensor->getBytes().front() != 0;
  Block &taken = (isTrue ? op.getThenRegion() : op.getElseRegion()).front();
  Operation *yield = taken.getTerminator();
  Value result = yield->getOperand(0);
  // In a graph region.
  if (result == op.getResult())
    return nullptr;
  Operation *first = taken.empty() ? nullptr : &taken.front();
  op->getBlock()->getOperations().splice(op->getIterator(),
                                         taken.getOperations());
  Region &other = isTrue ? op.getElseRegion() : op.getThenRegion();
  remarkNotTaken(other, config,
                 [&](Value value) { return graph.contains(value); });
  other.walk([&](ApplyOp apply) { reconsider(apply.getCallee()); });
  reconsider(result);
  OpBuilder b(op);
  if (result.getType() != op.getType())
    result = TypeCastOp::create(b, op.getLoc(), op.getType(), result);
  op.getResult().replaceAllUsesWith(result);
  // What stands where `op` was: the operations of the branch and the cast.
  Operation *next = first == yield ? yield->getNextNode() : first;
  if (next == op)
    next = op->getNextNode();
  yield->erase();
  op.erase();
  return next;
}

void Collector::visitRegion(Region &region) {
  if (region.empty())
    return;
  if (region.hasOneBlock())
    return visitBlock(region.front());
  // What defines a value may be in a block that is written later.
  for (Block *block : getBlocksSortedByDominance(region))
    visitBlock(*block);
}

void Collector::visitBlock(Block &block) {
  for (Operation *op = block.empty() ? nullptr : &block.front(), *next; op;
       op = next) {
    next = op->getNextNode();
    if (isa<TupleGetOp, IfOp>(op) && !hasNoFoldMark(op)) {
      auto branch = dyn_cast<IfOp>(op);
      Operation *first = branch ? simplifyIf(branch) : nullptr;
      if (first)
        next = first;
      auto get = dyn_cast<TupleGetOp>(op);
      if (first || (get && simplifyTupleGet(get))) {
        hasChanged = true;
        continue;
      }
    }
    graph.add(op);
    if (!getReasonToSkip(op).empty()) {
      skipped[op] = true;
      continue;
    }
    // Nesting is limited.
    for (Region &nested : op->getRegions())
      visitRegion(nested);
  }
}

bool Collector::visitFunction(Operation *function) {
  StringRef reason = getReasonToSkip(function);
  if (reason.empty())
    reason = getReasonToSkipAround(function);
  if (!reason.empty()) {
    remarkSkipped(function, reason);
    return false;
  }
  hasChanged = false;
  for (Region &region : function->getRegions())
    visitRegion(region);
  // The call of a literal may have been in a branch that is gone.
  while (!reconsidered.empty()) {
    Operation *op = reconsidered.pop_back_val();
    if (!skipped.lookup(op) || !getReasonToSkip(op).empty())
      continue;
    skipped[op] = false;
    for (Region &region : op->getRegions())
      visitRegion(region);
  }
  for (auto [op, isSkipped] : skipped)
    if (isSkipped)
      remarkSkipped(op, getReasonToSkip(op));
  skipped.clear();
  eraseDead();
  return hasChanged;
}

//===----------------------------------------------------------------------===//
// Interface
//===----------------------------------------------------------------------===//

static FoldConstantStatistics
foldFunctions(ArrayRef<FunctionOpInterface> functions,
              const FoldConstantConfig &config) {
  ConstantGraph graph(config);
  Collector collector(graph, config);
  bool hasChanged = false;
  for (FunctionOpInterface function : functions)
    hasChanged |= collector.visitFunction(function);
  FoldConstantStatistics statistics = graph.writeBack();
  statistics.hasChanged |= hasChanged;
  return statistics;
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

/// Adds what `value` is computed from to `graph`, operands first. Fails when
/// something is not constant.
static LogicalResult addExpression(Value value, ConstantGraph &graph,
                                   const FoldConstantConfig &config) {
  Operation *definition = value.getDefiningOp();
  if (!definition)
    return failure();
  DenseSet<Operation *> visited;
  SmallVector<std::pair<Operation *, unsigned>> stack;
  auto visit = [&](Operation *op) -> LogicalResult {
    if (!op)
      return failure();
    if (!visited.insert(op).second ||
        llvm::any_of(op->getResults(),
                     [&](Value result) { return graph.contains(result); }) ||
        graph.addLeaf(op))
      return success();
    stack.push_back({op, 0});
    return success(isStructure(op) || isa<TupleGetOp>(op) ||
                   getReasonNotToFold(op, config).empty());
  };
  if (failed(visit(definition)))
    return failure();
  while (!stack.empty()) {
    auto &[op, next] = stack.back();
    if (next < op->getNumOperands()) {
      if (failed(visit(op->getOperand(next++).getDefiningOp())))
        return failure();
      continue;
    }
    graph.add(op);
    if (!graph.contains(op->getResult(0)))
      return failure();
    stack.pop_back();
  }
  return success();
}

FailureOr<Value> relay::foldConstants(Value value,
                                      const FoldConstantConfig &config,
                                      bool *hasError) {
  if (hasError)
    *hasError = false;
  Operation *definition = value.getDefiningOp();
  if (!definition || !getReasonToSkipAround(definition).empty())
    return failure();
  ConstantGraph graph(config);
  FailureOr<Value> result = failure();
  if (succeeded(addExpression(value, graph, config)))
    result = graph.writeBack(value);
  if (hasError)
    *hasError = graph.hasFailed();
  return result;
}

ConstantEvaluator::ConstantEvaluator(const FoldConstantConfig &config)
    : config(config), graph(std::make_unique<ConstantGraph>(this->config)) {}

ConstantEvaluator::~ConstantEvaluator() = default;

bool ConstantEvaluator::hasFailed() const { return graph->hasFailed(); }

/// Whether relay.no_fold marks what `value` is computed by or what is around.
/// In fused functions, too: what patterns make there depends on values.
static bool isInNoFold(Value value) {
  for (Operation *op = value.getDefiningOp(); op; op = op->getParentOp())
    if (hasNoFoldMark(op) && !isa<IfOp>(op))
      return true;
  return false;
}

FailureOr<Tensor> ConstantEvaluator::evaluate(Value value) {
  if (isInNoFold(value) || failed(addExpression(value, *graph, config)))
    return failure();
  std::optional<EvalValue> result = graph->evaluate(value);
  const Tensor *tensor = result ? result->getTensor() : nullptr;
  if (!tensor)
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
/// The operands of an operator, if they are constants and tuples of constants.
class ConstantOperands {
public:
  explicit ConstantOperands(Operation *user) : user(user) {}

  /// Fails when `operand` is something else, or its data cannot be read, which
  /// is reported.
  LogicalResult add(Value operand) {
    EvalValue value = read(operand);
    if (!value)
      return failure();
    values.push_back(std::move(value));
    return success();
  }

  ArrayRef<EvalValue> getValues() const { return values; }
  /// Of all constants, each once, as the limit of growth counts.
  uint64_t getNumBytes() const { return numBytes; }
  bool areSplats() const { return isSplat; }

private:
  EvalValue read(Value operand);
  Tensor readConstant(Operation *op);

  Operation *user;
  SmallVector<EvalValue> values;
  llvm::SmallDenseMap<Operation *, Tensor> constants;
  uint64_t numBytes = 0;
  bool isSplat = true;
};
} // namespace

/// What defines `operand`, below what says on which device it is or that its
/// type is another. Null if there is no such operation, or one that is not to
/// be folded.
static Operation *getDefinition(Value operand) {
  // In a graph region a value may be made of itself.
  constexpr unsigned maxDepth = 512;
  for (unsigned depth = 0; depth < maxDepth; ++depth) {
    Operation *op = operand.getDefiningOp();
    if (!op || hasNoFoldMark(op))
      return nullptr;
    if (!isa<OnDeviceOp, TypeCastOp>(op))
      return op;
    operand = op->getOperand(0);
  }
  return nullptr;
}

Tensor ConstantOperands::readConstant(Operation *op) {
  auto constant = dyn_cast_or_null<ConstantOp>(op);
  if (!constant)
    return {};
  auto [it, isNew] = constants.try_emplace(op);
  if (isNew) {
    llvm::Expected<Tensor> tensor = makeTensor(constant.getValue());
    if (!tensor) {
      reportFailure(user, llvm::toString(tensor.takeError()));
      return {};
    }
    it->second = *tensor;
    numBytes += it->second.getBytes().size();
    isSplat &= isCountedAsSplat(constant.getValue());
  }
  return it->second;
}

EvalValue ConstantOperands::read(Value operand) {
  Operation *op = getDefinition(operand);
  auto tuple = dyn_cast_or_null<TupleOp>(op);
  if (!tuple)
    return readConstant(op);
  isSplat = false;
  // No operator takes tuples of tuples, which may share their fields.
  EvalTuple fields;
  for (Value field : tuple.getFields()) {
    fields.push_back(readConstant(getDefinition(field)));
    if (!fields.back())
      return {};
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
    if (StringRef reason = getReasonToSkipAround(op); !reason.empty())
      return rewriter.notifyMatchFailure(op, reason);
    ConstantOperands operands(op);
    for (Value operand : op->getOperands())
      if (failed(operands.add(operand)))
        return rewriter.notifyMatchFailure(
            op, "an operand is no constant that can be read");
    bool isSplat = keepsSplats(op) && operands.areSplats();
    uint64_t work = estimateWork(op);
    if (isSplat)
      work = std::min<uint64_t>(work, 1);
    if (config.maxCost && work > config.maxCost)
      return rewriter.notifyMatchFailure(op, "it exceeds the limit of cost");
    uint64_t expanded = 0;
    for (const EvalValue &operand : operands.getValues())
      expanded = llvm::SaturatingAdd(expanded, getExpandedBytes(operand));
    if (config.maxTemporary && expanded > config.maxTemporary &&
        expandsSplats(op))
      return rewriter.notifyMatchFailure(op, "it exceeds the limit of memory");
    auto checkType = [&](Type type) {
      return isSplat ? llvm::Error::success()
                     : checkGrowth(type, operands.getNumBytes());
    };
    // Patterns are const and may run on several threads.
    KernelMemo memo;
    llvm::Expected<EvalValue> result = evaluateOperator(
        op, operands.getValues(), TrapMode::Fail, memo, checkType);
    if (!result) {
      EvaluationFailure failure = takeFailure(result.takeError());
      if (failure.isToBeReported)
        reportFailure(op, failure.reason);
      return rewriter.notifyMatchFailure(op, failure.reason);
    }
    Type type = op->getResult(0).getType();
    if (!areTypesCompatible(result->getType(op->getContext()), type))
      return rewriter.notifyMatchFailure(op, "its value has another type");
    Value constant = materializeValue(rewriter, op->getLoc(), *result);
    if (constant.getType() != type)
      constant = TypeCastOp::create(rewriter, op->getLoc(), type, constant);
    rewriter.replaceOp(op, constant);
    return success();
  }

private:
  /// Applies the limit of growth to a value of type `type` that is computed
  /// from so many bytes.
  llvm::Error checkGrowth(Type type, uint64_t numBytesRead) const {
    uint64_t growth = getByteSize(type);
    growth -= std::min(growth, numBytesRead);
    if (!config.maxGrowth || growth <= config.maxGrowth)
      return llvm::Error::success();
    return llvm::createStringError(llvm::formatv(
        "it is {0} bytes larger than its constants, the limit is {1}", growth,
        config.maxGrowth));
  }

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
    std::string message;
    std::unique_ptr<llvm::ToolOutputFile> file =
        openOutputFile(report, &message);
    // Not at the operation, which the error would show as a whole.
    if (!file)
      return emitError(getOperation()->getLoc(), message);
    writeFoldReport(statistics, file->os());
    file->os().flush();
    if (file->os().has_error()) {
      std::error_code error = file->os().error();
      file->os().clear_error();
      return emitError(getOperation()->getLoc(), "cannot write '")
             << report << "': " << error.message();
    }
    file->keep();
    return success();
  }

  llvm::DenseSet<OperationName> noFold;
};
} // namespace
