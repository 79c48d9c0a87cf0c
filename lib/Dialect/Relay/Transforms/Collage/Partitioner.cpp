//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Partitioning of functions by the cheapest candidates.
//
//===----------------------------------------------------------------------===//

#include "../Utils/BlockOrder.h"
#include "../Utils/LetBindings.h"
#include "Extraction.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/Transforms/InferType.h"
#include "RelayLite/Dialect/Relay/Utils/CompilerFunctions.h"
#include "RelayLite/Dialect/Relay/Utils/FunctionHash.h"
#include "Search.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::relay;
using namespace mlir::relay::collage;

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

/// The fusion with TVM's name `name`.
static std::optional<Fusion> parseFusion(StringRef name) {
  return llvm::StringSwitch<std::optional<Fusion>>(name)
      .Case("NoFusion", Fusion::None)
      .Case("TVMFusion", Fusion::Operators)
      .Case("ArbitraryFusion", Fusion::Any)
      .Default(std::nullopt);
}

/// The fusion that TVM has for `compiler`.
static Fusion getDefaultFusion(StringRef compiler) {
  return llvm::StringSwitch<Fusion>(compiler)
      .Cases({"cutlass", "cublas", "cudnn"}, Fusion::None)
      .Case("tensorrt", Fusion::Operators)
      .Default(Fusion::Any);
}

/// Returns the rules for each target.
static FailureOr<SmallVector<JoinRules>>
readRules(ModuleOp module, ArrayRef<CollageTarget> targets,
          const CollageOptions &options) {
  if (options.tvmMaxDepth == 0 || options.byocMaxDepth == 0)
    return module.emitError("expected depths of candidates of at least 1, but "
                            "got 0");
  SmallVector<JoinRules> rules;
  for (const CollageTarget &target : targets)
    rules.push_back(
        target.isExternal
            ? JoinRules{getDefaultFusion(target.name), options.byocMaxDepth}
            : JoinRules{Fusion::Operators, options.tvmMaxDepth});
  for (StringRef text : options.fusionStyles) {
    auto [name, style] = text.rsplit('.');
    std::optional<Fusion> fusion = parseFusion(style);
    if (!fusion)
      return module.emitError("expected a compiler and NoFusion, TVMFusion or "
                              "ArbitraryFusion with a dot between them as a "
                              "fusion style, but got '")
             << text << "'";
    for (auto [target, rule] : llvm::zip_equal(targets, rules))
      if (target.isExternal && target.name == name)
        rule.fusion = *fusion;
  }
  return rules;
}

//===----------------------------------------------------------------------===//
// Costs and names
//===----------------------------------------------------------------------===//

namespace {
/// The costs of candidates, each estimated once for equal ones.
class CostCache {
public:
  CostCache(ArrayRef<CollageTarget> targets, CollageCost cost)
      : targets(targets), cost(cost) {}

  FailureOr<double> estimate(const CollageGraph &graph,
                             const Candidate &candidate);

private:
  struct Entry {
    OwningOpRef<ModuleOp> scratch;
    FusedFnOp literal;
    double cost;
  };

  ArrayRef<CollageTarget> targets;
  CollageCost cost;
  FunctionHasher hasher;
  /// By target and hash.
  DenseMap<std::pair<unsigned, uint64_t>, std::vector<Entry>> entries;
};

/// The names of the functions made, one for equal ones.
class FunctionNames {
public:
  explicit FunctionNames(ModuleOp module);

  /// Gives `literal` a name that begins with `prefix`. Returns whether the name
  /// is new.
  bool assign(FusedFnOp literal, StringRef prefix);

private:
  llvm::StringSet<> taken;
  FunctionHasher hasher;
  DenseMap<uint64_t, std::vector<FusedFnOp>> known;
};
} // namespace

FailureOr<double> CostCache::estimate(const CollageGraph &graph,
                                      const Candidate &candidate) {
  Location loc = graph[candidate.graph.getExits().back()].op->getLoc();
  OwningOpRef<ModuleOp> scratch = ModuleOp::create(loc);
  auto builder = OpBuilder::atBlockEnd(scratch->getBody());
  FusedFnOp literal = buildLiteral(builder, graph, targets, candidate).function;
  std::vector<Entry> &same = entries[{candidate.target, hasher.hash(literal)}];
  for (const Entry &entry : same)
    if (areFunctionsEqual(entry.literal, literal))
      return entry.cost;
  auto module =
      buildModule(literal, getFunctionName(graph, targets, candidate));
  if (failed(module))
    return failure();
  FailureOr<double> result = cost(**module, candidate.target);
  if (succeeded(result))
    same.push_back({std::move(scratch), literal, *result});
  return result;
}

FunctionNames::FunctionNames(ModuleOp module) {
  for (Operation &op : *module.getBody())
    if (auto name =
            op.getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName()))
      taken.insert(name.getValue());
}

bool FunctionNames::assign(FusedFnOp literal, StringRef prefix) {
  std::vector<FusedFnOp> &same = known[hasher.hash(literal)];
  for (FusedFnOp other : same) {
    literal->setAttr(fnattr::globalSymbol,
                     other->getAttr(fnattr::globalSymbol));
    if (areFunctionsEqual(literal, other))
      return false;
  }
  std::string name = prefix.str();
  for (unsigned i = 1; !taken.insert(name).second; ++i)
    name = (prefix + "_" + Twine(i)).str();
  literal->setAttr(fnattr::globalSymbol,
                   StringAttr::get(literal->getContext(), name));
  same.push_back(literal);
  return true;
}

//===----------------------------------------------------------------------===//
// Partitioning
//===----------------------------------------------------------------------===//

namespace {
/// Partitions the functions of a module.
class Partitioner {
public:
  Partitioner(ModuleOp module, ArrayRef<CollageTarget> targets,
              ArrayRef<JoinRules> rules, CollageCost cost)
      : module(module), targets(targets), rules(rules), costs(targets, cost),
        names(module) {}

  FailureOr<CollageCounts> run();

private:
  LogicalResult runOnFunction(func::FuncOp function);
  LogicalResult runOnBlock(Block &block, ArrayRef<Match> matches);

  ModuleOp module;
  ArrayRef<CollageTarget> targets;
  ArrayRef<JoinRules> rules;
  CostCache costs;
  FunctionNames names;
  CollageCounts counts;
  /// The literals made, and the blocks that have them.
  DenseSet<Operation *> literals;
  SmallVector<Block *> changed;
};
} // namespace

LogicalResult Partitioner::runOnBlock(Block &block, ArrayRef<Match> matches) {
  CollageGraph graph(block);
  if (graph.size() == 0)
    return success();
  auto candidates = collectCandidates(graph, targets, rules, matches);
  if (failed(candidates))
    return failure();
  for (Candidate &candidate : *candidates) {
    if (candidate.target == Candidate::kHost)
      continue;
    FailureOr<double> cost = costs.estimate(graph, candidate);
    if (failed(cost))
      return failure();
    candidate.cost = *cost;
    ++counts.numCandidates;
  }
  auto cover = findCover(graph, *candidates);
  if (failed(cover))
    return failure();
  std::vector<Candidate> chosen;
  for (unsigned i : *cover)
    chosen.push_back(std::move((*candidates)[i]));
  chosen = joinTouching(graph, targets, std::move(chosen));
  if (chosen.empty())
    return success();
  for (const Candidate &candidate : chosen) {
    FusedFnOp literal = replaceByLiteral(graph, targets, candidate);
    counts.numPartitioned +=
        names.assign(literal, getFunctionName(graph, targets, candidate));
    literals.insert(literal);
  }
  llvm::SetVector<Operation *> constants;
  for (const Candidate &candidate : chosen) {
    for (unsigned node : llvm::reverse(candidate.graph.getNodes()))
      graph[node].op->erase();
    for (const Match *match : candidate.matches)
      constants.insert_range(match->constants);
  }
  for (Operation *constant : constants)
    if (constant->use_empty())
      constant->erase();
  changed.push_back(&block);
  counts.hasChanged = true;
  return success();
}

/// Whether `op` is a function or a function literal that stays as it is: it is
/// a unit already, or its types mean nothing outside.
static bool isLeftAlone(Operation *op) {
  if (op->hasAttr(fnattr::typeParams) || op->hasAttr("type_params"))
    return true;
  return isa<FnOp, FusedFnOp>(op) &&
         (op->hasAttr(fnattr::primitive) || op->hasAttr(fnattr::compiler) ||
          op->hasAttr(fnattr::composite));
}

LogicalResult Partitioner::runOnFunction(func::FuncOp function) {
  // Unused operations are not part of a Relay program.
  unsigned numErased = eraseUnusedOps(function.getBody(), [](Operation *op) {
    return !isa<LetOp>(op) && isErasableWhenUnused(op);
  });
  counts.hasChanged |= numErased != 0;
  auto matches = findMatches(function, targets);
  if (failed(matches))
    return failure();
  SmallVector<Block *> blocks;
  function->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isLeftAlone(op) || !hasOrderedBlocks(op))
      return WalkResult::skip();
    for (Region &region : op->getRegions())
      for (Block &block : region)
        blocks.push_back(&block);
    return WalkResult::advance();
  });
  for (Block *block : blocks)
    if (failed(runOnBlock(*block, (*matches)[block])))
      return failure();
  return success();
}

FailureOr<CollageCounts> Partitioner::run() {
  for (auto function : llvm::to_vector(module.getOps<func::FuncOp>()))
    if (!isSkippedByFunctionPasses(function) &&
        function.getBody().hasOneBlock() && failed(runOnFunction(function)))
      return failure();
  if (literals.empty())
    return counts;
  if (failed(outlineCompilerFunctions(module, [&](Operation *literal) {
        return literals.contains(literal);
      })))
    return failure();
  // The order of effects depends on which functions have some.
  markPureFunctions(module);
  for (Block *block : changed)
    sortBlock(*block);
  return counts;
}

FailureOr<CollageCounts>
relay::collagePartition(ModuleOp module, ArrayRef<CollageTarget> targets,
                        const CollageOptions &options, CollageCost cost) {
  if (failed(checkTypesKnown(module)))
    return failure();
  FailureOr<SmallVector<JoinRules>> rules = readRules(module, targets, options);
  if (failed(rules))
    return failure();
  return Partitioner(module, targets, *rules, cost).run();
}
