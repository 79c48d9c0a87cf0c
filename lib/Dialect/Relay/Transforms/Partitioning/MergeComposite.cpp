//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MergeComposite: moves matches of patterns into functions.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/Transforms/MergeComposite.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Dialect/Relay/Transforms/Passes.h"
#include "RelayLite/Pattern/Groups.h"
#include "RelayLite/Pattern/OperationGraph.h"
#include "RelayLite/Pattern/PatternFile.h"
#include "RelayLite/Support/DebugLog.h"
#include "RelayLite/Support/Stack.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/Support/MemoryBuffer.h"

#define DEBUG_TYPE "relay-merge-composite"

namespace mlir::relay {
#define GEN_PASS_DEF_MERGECOMPOSITEPASS
#include "RelayLite/Dialect/Relay/Transforms/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;
using namespace mlir::relay;
using pattern::OperationGraph;

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

CompositeChecks &CompositeChecks::get(RelayDialect &dialect) {
  if (auto *checks = dialect.getRegisteredInterface<CompositeChecks>())
    return const_cast<CompositeChecks &>(*checks);
  return dialect.addInterface<CompositeChecks>();
}

void CompositeChecks::add(StringRef name, CompositeCheck check) {
  checks[name] = std::move(check);
}

const CompositeCheck *CompositeChecks::lookup(MLIRContext *context,
                                              StringRef name) {
  auto *dialect = context->getLoadedDialect<RelayDialect>();
  auto *checks =
      dialect ? dialect->getRegisteredInterface<CompositeChecks>() : nullptr;
  if (!checks)
    return nullptr;
  auto it = checks->checks.find(name);
  return it == checks->checks.end() ? nullptr : &it->second;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

namespace {
/// Moves a match into a function.
class CompositeFunction {
public:
  CompositeFunction(const OperationGraph &graph, const pattern::Group &group)
      : graph(graph), group(group), root(graph.getOperation(group.root)) {}

  /// Whether the match can be a function: nothing of it is a let, and it is in
  /// one block, but for what is inside of its operations.
  bool collect();
  Operation *getRoot() const { return root; }
  void build(StringRef name);

private:
  bool collectInside();
  bool isAvailable(Value value) const;
  Value mapValue(OpBuilder &builder, Value value);

  const OperationGraph &graph;
  const pattern::Group &group;
  Operation *root;
  SmallVector<Value> inputs;
  /// The operations of the match in its block, operands first.
  llvm::SetVector<Operation *> ops;
  /// The values inside the function: inputs, and the results of operations.
  IRMapping inside;
  llvm::DenseSet<Value> available;
};
} // namespace

bool CompositeFunction::collect() {
  if (!root || !root->getBlock() || root->getNumResults() != 1 ||
      root->hasTrait<OpTrait::IsTerminator>())
    return false;
  for (OperationGraph::Node input : group.inputs) {
    Value value = graph.getValue(input);
    // A value of a branch does not exist outside of it.
    if (!value || !value.getParentRegion()->isAncestor(root->getParentRegion()))
      return false;
    inputs.push_back(value);
    available.insert(value);
  }
  return collectInside();
}

bool CompositeFunction::collectInside() {
  SmallVector<Operation *> nested;
  for (OperationGraph::Node node : group.body) {
    OperationGraph::Kind kind = graph.getKind(node);
    if (kind == OperationGraph::Kind::Op ||
        kind == OperationGraph::Kind::Global)
      continue;
    Operation *op = graph.getOperation(node);
    if (op && op->getBlock() == root->getBlock()) {
      ops.insert(op);
      continue;
    }
    // A variable belongs to the operation around it.
    Value value = graph.getValue(node);
    auto argument = dyn_cast_or_null<BlockArgument>(value);
    if (!op && argument)
      op = argument.getOwner()->getParentOp();
    if (!op)
      return false;
    nested.push_back(op);
  }
  for (Operation *op : nested)
    if (!llvm::any_of(ops,
                      [&](Operation *outer) { return outer->isAncestor(op); }))
      return false;
  for (Operation *op : ops) {
    llvm::SetVector<Value> operands(op->operand_begin(), op->operand_end());
    getUsedValuesDefinedAbove(op->getRegions(), operands);
    if (!llvm::all_of(operands, [&](Value v) { return isAvailable(v); }))
      return false;
    // A copy of what has effects would have them twice.
    if (op != root && !isMemoryEffectFree(op) &&
        llvm::any_of(op->getUsers(),
                     [&](Operation *user) { return !ops.contains(user); }))
      return false;
    available.insert_range(op->getResults());
  }
  return true;
}

bool CompositeFunction::isAvailable(Value value) const {
  while (!available.contains(value)) {
    auto typeCast = value.getDefiningOp<TypeCastOp>();
    if (!typeCast)
      return false;
    value = typeCast.getValue();
  }
  return true;
}

/// The value inside of the function. Type casts in between come along.
Value CompositeFunction::mapValue(OpBuilder &builder, Value value) {
  SmallVector<Operation *> casts;
  Value source = value;
  while (!inside.contains(source)) {
    casts.push_back(source.getDefiningOp());
    source = cast<TypeCastOp>(casts.back()).getValue();
  }
  for (Operation *typeCast : llvm::reverse(casts))
    builder.clone(*typeCast, inside);
  return inside.lookup(value);
}

// match(x, ...) -> apply(fused_fn { match }, x, ...)
void CompositeFunction::build(StringRef name) {
  OpBuilder builder(root);
  Location loc = root->getLoc();
  Value result = root->getResult(0);
  SmallVector<Attribute> names;
  for (unsigned i = 0; i < inputs.size(); ++i)
    names.push_back(builder.getDictionaryAttr(builder.getNamedAttr(
        fnattr::paramName,
        builder.getStringAttr("FunctionVar_" + Twine(group.number) + "_" +
                              Twine(i)))));
  auto fn = FusedFnOp::create(
      builder, loc,
      builder.getFunctionType(ValueRange(inputs).getTypes(), result.getType()),
      /*type_params=*/nullptr, builder.getArrayAttr(names),
      /*res_attrs=*/nullptr);
  fn->setAttr(fnattr::composite, builder.getStringAttr(name));
  fn->setAttr(fnattr::partitionedFromPattern,
              builder.getStringAttr(group.name));
  auto apply = ApplyOp::create(builder, loc, result.getType(), fn, inputs,
                               nullptr, nullptr, nullptr);

  Block &body = fn.getBody().emplaceBlock();
  for (Value input : inputs)
    inside.map(input, body.addArgument(input.getType(), input.getLoc()));
  builder.setInsertionPointToEnd(&body);
  for (Operation *op : ops) {
    llvm::SetVector<Value> operands(op->operand_begin(), op->operand_end());
    getUsedValuesDefinedAbove(op->getRegions(), operands);
    for (Value operand : operands)
      mapValue(builder, operand);
    builder.clone(*op, inside);
  }
  YieldOp::create(builder, loc, inside.lookup(result));
  result.replaceAllUsesWith(apply);
  // Operations that are used outside as well stay there.
  for (Operation *op : llvm::reverse(ops))
    if (op->use_empty())
      op->erase();
}

/// Merges the matches of one pattern. Their functions may be arguments of each
/// other, and the one nearest to the result is made first.
static FailureOr<unsigned> mergePattern(func::FuncOp function,
                                        const OperationGraph &graph,
                                        const CompositePattern &composite) {
  auto groups = pattern::findGroups(graph, *composite.pattern);
  if (!groups)
    return function.emitError("pattern '")
           << composite.name << "': " << llvm::toString(groups.takeError());
  SmallVector<std::unique_ptr<CompositeFunction>> functions;
  for (const pattern::Group &group : *groups) {
    auto made = std::make_unique<CompositeFunction>(graph, group);
    if (!made->collect()) {
      LDBG() << composite.name << ": a match at node " << group.root
             << " is no unit of one block";
      continue;
    }
    if (!composite.check || composite.check(made->getRoot()))
      functions.push_back(std::move(made));
  }
  NestingLimit limit = getNestingLimit(kMaxRegionNesting);
  for (auto &made : functions)
    if (getRegionNesting(made->getRoot()) >= limit.depth)
      return made->getRoot()->emitError("composite functions nest branches and "
                                        "functions more than ")
             << limit.depth << " deep" << limit.reason;
  for (auto &made : functions)
    made->build(composite.name);
  return functions.size();
}

FailureOr<unsigned>
relay::mergeComposites(func::FuncOp function,
                       ArrayRef<CompositePattern> patterns) {
  unsigned count = 0;
  if (!function.getBody().hasOneBlock())
    return count;
  // It stays the same until a pattern matches.
  std::optional<OperationGraph> graph;
  for (const CompositePattern &composite : patterns) {
    if (!graph)
      graph.emplace(function.getBody().front());
    FailureOr<unsigned> merged = mergePattern(function, *graph, composite);
    if (failed(merged))
      return failure();
    count += *merged;
    if (*merged)
      graph.reset();
  }
  return count;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

FailureOr<std::vector<CompositePattern>>
relay::readCompositePatterns(MLIRContext *context, StringRef path) {
  std::string error;
  std::unique_ptr<llvm::MemoryBuffer> file = openInputFile(path, &error);
  if (!file)
    return emitError(UnknownLoc::get(context), error);
  auto definitions = pattern::parsePatterns(context, file->getBuffer(), path);
  if (failed(definitions))
    return failure();
  std::vector<CompositePattern> patterns;
  for (pattern::PatternDefinition &definition : *definitions) {
    CompositePattern composite{definition.name, definition.pattern};
    if (!definition.check.empty()) {
      auto *check = CompositeChecks::lookup(context, definition.check);
      if (!check)
        return emitError(definition.loc, "no check '")
               << definition.check << "' is registered";
      composite.check = *check;
    }
    patterns.push_back(std::move(composite));
  }
  return patterns;
}

namespace {
struct MergeCompositePass
    : public relay::impl::MergeCompositePassBase<MergeCompositePass> {
  using MergeCompositePassBase::MergeCompositePassBase;
  explicit MergeCompositePass(std::vector<CompositePattern> given)
      : composites(std::move(given)) {}

  LogicalResult initialize(MLIRContext *context) override {
    if (patterns.empty())
      return success();
    auto read = readCompositePatterns(context, patterns);
    if (failed(read))
      return failure();
    composites = std::move(*read);
    return success();
  }

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (isSkippedByFunctionPasses(function))
      return markAllAnalysesPreserved();
    FailureOr<unsigned> count = mergeComposites(function, composites);
    if (failed(count))
      return signalPassFailure();
    numMerged += *count;
    if (*count == 0)
      markAllAnalysesPreserved();
  }

  std::vector<CompositePattern> composites;
};
} // namespace

std::unique_ptr<Pass>
relay::createMergeCompositePass(std::vector<CompositePattern> patterns) {
  return std::make_unique<MergeCompositePass>(std::move(patterns));
}
