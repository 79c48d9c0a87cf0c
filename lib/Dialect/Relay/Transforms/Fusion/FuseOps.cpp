//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// FuseOps: moves groups of operators into functions. Blocks are fused one by
// one; what a group is, GraphPartitioner says.
//
//===----------------------------------------------------------------------===//

#include "../Utils/BlockOrder.h"
#include "../Utils/KernelArguments.h"
#include "../Utils/LetBindings.h"
#include "GraphPartitioner.h"
#include "OperatorPatterns.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/Transforms/InferType.h"
#include "RelayLite/Dialect/Relay/Transforms/Passes.h"
#include "RelayLite/Support/DebugLog.h"
#include "RelayLite/Support/Stack.h"

#define DEBUG_TYPE "relay-fuse-ops"

namespace mlir::relay {
#define GEN_PASS_DEF_FUSEOPSPASS
#include "RelayLite/Dialect/Relay/Transforms/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;
using namespace mlir::relay;

//===----------------------------------------------------------------------===//
// The graph of a block
//===----------------------------------------------------------------------===//

/// The pattern with which `op`, of the pattern `pattern`, uses `operand`; none
/// if nothing can be fused over the use.
static std::optional<OpPatternKind>
getUsePattern(Operation *op, OpPatternKind pattern, Value operand) {
  if (isa<TupleOp>(op)) {
    if (isa<TensorType>(operand.getType()))
      return OpPatternKind::Injective;
    return std::nullopt;
  }
  if (pattern == OpPatternKind::Opaque)
    return std::nullopt;
  if (pattern != OpPatternKind::Broadcast)
    return pattern;
  auto type = dyn_cast<RankedTensorType>(operand.getType());
  auto result = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  return type && result && type.getShape() == result.getShape()
             ? OpPatternKind::ElemWise
             : pattern;
}

namespace {
/// The values of a block in the order in which TVM visits them, from its
/// bindings and its result.
class BlockGraph {
public:
  explicit BlockGraph(Block &block);

  unsigned size() const { return order.size(); }
  Operation *getOp(unsigned node) const { return order[node]; }
  ArrayRef<FusionNode> getNodes() const { return nodes; }
  void countArguments(bool linkParams);

  /// The node that makes `value`, if it is in the block.
  std::optional<unsigned> lookup(Value value) const {
    auto it = indices.find(value.getDefiningOp());
    if (it == indices.end())
      return std::nullopt;
    return it->second;
  }

private:
  void visit(Operation *root);
  void addUses();

  Block &block;
  SmallVector<Operation *> order;
  DenseMap<Operation *, unsigned> indices;
  /// The operations of the block that the regions of other operations use.
  DenseMap<Operation *, SmallVector<Operation *>> captures;
  SmallVector<FusionNode> nodes;
};
} // namespace

BlockGraph::BlockGraph(Block &block) : block(block) {
  for (Operation &op : block)
    for (OpOperand &use : op.getUses())
      if (use.getOwner()->getBlock() != &block)
        captures[block.findAncestorOpInBlock(*use.getOwner())].push_back(&op);
  for (Operation &op : block.without_terminator())
    if (isa<LetOp>(op))
      visit(&op);
  visit(block.getTerminator());
  order.pop_back();
  // Operations with effects and without users.
  for (Operation &op : block.without_terminator())
    visit(&op);
  for (auto [i, op] : llvm::enumerate(order))
    indices[op] = i;
  addUses();
}

/// Adds `root` behind all that it needs. The stack takes the place of
/// recursion.
void BlockGraph::visit(Operation *root) {
  if (!indices.try_emplace(root, 0).second)
    return;
  SmallVector<std::pair<Operation *, unsigned>> stack = {{root, 0}};
  while (!stack.empty()) {
    auto &[op, i] = stack.back();
    auto captured = captures.find(op);
    unsigned numCaptured =
        captured == captures.end() ? 0 : captured->second.size();
    if (i == op->getNumOperands() + numCaptured) {
      order.push_back(op);
      stack.pop_back();
      continue;
    }
    Operation *next = i < op->getNumOperands()
                          ? op->getOperand(i).getDefiningOp()
                          : captured->second[i - op->getNumOperands()];
    ++i;
    if (next && next->getBlock() == &block &&
        indices.try_emplace(next, 0).second)
      stack.push_back({next, 0});
  }
}

void BlockGraph::addUses() {
  PatternFinder finder(block.getParent()->getContext());
  for (Operation *op : order)
    nodes.emplace_back().pattern = finder.getPattern(op);
  for (auto &[op, captured] : captures)
    for (Operation *value : captured)
      nodes[indices.lookup(value)].isExternal = true;
  for (auto [i, op] : llvm::enumerate(order))
    for (Value operand : op->getOperands())
      if (std::optional<unsigned> node = lookup(operand)) {
        auto pattern = getUsePattern(op, nodes[i].pattern, operand);
        nodes[*node].isExternal |= !pattern;
        if (pattern)
          nodes[*node].uses.push_back({static_cast<unsigned>(i), *pattern});
      }
  for (Value operand : block.getTerminator()->getOperands())
    if (std::optional<unsigned> node = lookup(operand))
      nodes[*node].isExternal = true;
  for (auto [i, op] : llvm::enumerate(order))
    LDBG() << "node " << i << ": " << op->getName() << ", pattern "
           << int(nodes[i].pattern)
           << (nodes[i].isExternal ? ", used outside of operators" : "");
}

/// Counts the arguments that the functions of nodes need. As in TVM, variables
/// and fields of tuples are arguments, whatever makes them. A scalar constant
/// goes along with its only user.
void BlockGraph::countArguments(bool linkParams) {
  for (auto [node, op] : llvm::zip_equal(nodes, order)) {
    if (isa<ConstantOp, LetOp, TupleGetOp>(op))
      continue;
    for (Value result : op->getResults())
      node.numOutputs += relay::countArguments(result.getType(),
                                               /*withStrides=*/false);
    llvm::SmallDenseSet<Value, 4> known;
    for (Value operand : op->getOperands()) {
      Operation *maker = operand.getDefiningOp();
      std::optional<unsigned> index = lookup(operand);
      if (!known.insert(operand).second)
        continue;
      if (auto constant = dyn_cast_or_null<ConstantOp>(maker)) {
        bool isInside = isInlineConstant(constant) && constant->hasOneUse();
        node.numInputs += !isInside && !linkParams;
      } else if (!index || isa<LetOp, TupleGetOp>(maker)) {
        node.numInputs += relay::countArguments(operand.getType());
      } else {
        node.operands.push_back(*index);
      }
    }
  }
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

namespace {
/// Moves the groups of a block into functions.
class BlockFusion {
public:
  BlockFusion(Block &block, bool linkParams) : graph(block), link(linkParams) {}

  /// Returns the number of functions made, and sets `changed` if anything has
  /// changed.
  unsigned run(FusionLimits limits, bool isEnabled, bool &changed);

private:
  bool isFunction(unsigned root) const;
  void makeFunction(unsigned root, ArrayRef<unsigned> members);
  bool isInGroup(Value value, unsigned root) const {
    std::optional<unsigned> node = graph.lookup(value);
    return node && roots[*node] == root;
  }

  BlockGraph graph;
  bool link;
  SmallVector<unsigned> roots;
  /// Constants that functions have copies of.
  llvm::SetVector<ConstantOp> linked;
};
} // namespace

/// Whether the group that ends in `root` becomes a function: it ends in an
/// operator, or in a field of a tuple that it has made itself.
bool BlockFusion::isFunction(unsigned root) const {
  Operation *op = graph.getOp(root);
  while (auto typeCast = dyn_cast<TypeCastOp>(op)) {
    if (!isInGroup(typeCast.getValue(), root))
      return false;
    op = typeCast.getValue().getDefiningOp();
  }
  if (auto get = dyn_cast<TupleGetOp>(op))
    return isInGroup(get.getTuple(), root);
  if (auto custom = dyn_cast<CustomOp>(op))
    return getRegisteredPattern(custom).has_value();
  auto relayOperator = dyn_cast<OperatorInterface>(op);
  return relayOperator && !isLeftAlone(relayOperator) &&
         !isa<AnnotationStopFusionOp>(op);
}

/// The attributes of a function with the body `members` and the parameters
/// `params`.
static SmallVector<NamedAttribute>
getFunctionAttrs(Builder &builder, ArrayRef<Operation *> members,
                 TypeRange params) {
  auto isOperator = llvm::IsaPred<OperatorInterface, CustomOp>;
  bool hasCall = llvm::any_of(members, isOperator);
  SmallVector<NamedAttribute> attrs = {builder.getNamedAttr(
      fnattr::primitive, builder.getI64IntegerAttr(hasCall))};
  auto mayMove = [&](Operation *op) {
    auto relayOperator = dyn_cast<OperatorInterface>(op);
    return relayOperator ? !relayOperator.isReshapeOnly() : isa<CustomOp>(op);
  };
  if (hasCall && llvm::none_of(members, mayMove) &&
      llvm::all_of(params, llvm::IsaPred<TensorType>))
    attrs.push_back(builder.getNamedAttr(fnattr::reshapeOnly,
                                         builder.getI64IntegerAttr(1)));
  return attrs;
}

// group(x, ...) -> apply(fused_fn { group }, x, ...)
void BlockFusion::makeFunction(unsigned root, ArrayRef<unsigned> members) {
  Operation *last = graph.getOp(root);
  Value result = last->getResult(0);
  auto ops = llvm::map_to_vector(
      members, [&](unsigned member) { return graph.getOp(member); });

  // The values from outside, in the order in which the body first reads them.
  llvm::SmallSetVector<Value, 4> arguments;
  SmallVector<ConstantOp> constants;
  for (Operation *op : ops)
    for (Value operand : op->getOperands())
      if (!isInGroup(operand, root)) {
        auto constant = operand.getDefiningOp<ConstantOp>();
        if (link && constant)
          constants.push_back(constant);
        else
          arguments.insert(operand);
      }

  OpBuilder builder(last);
  Location loc = last->getLoc();
  SmallVector<Attribute> names;
  for (unsigned i = 0; i < arguments.size(); ++i)
    names.push_back(builder.getDictionaryAttr(builder.getNamedAttr(
        fnattr::paramName, builder.getStringAttr("p" + Twine(i)))));
  TypeRange types = ValueRange(arguments.getArrayRef()).getTypes();
  auto fn = FusedFnOp::create(
      builder, loc, builder.getFunctionType(types, result.getType()),
      /*type_params=*/nullptr, builder.getArrayAttr(names),
      /*res_attrs=*/nullptr);
  for (NamedAttribute attr : getFunctionAttrs(builder, ops, types))
    fn->setAttr(attr.getName(), attr.getValue());
  auto apply =
      ApplyOp::create(builder, loc, result.getType(), fn,
                      arguments.getArrayRef(), nullptr, nullptr, nullptr);
  result.replaceAllUsesWith(apply);

  Block &body = fn.getBody().emplaceBlock();
  DenseMap<Value, Value> inside;
  for (Value argument : arguments)
    inside[argument] = body.addArgument(argument.getType(), argument.getLoc());
  builder.setInsertionPointToEnd(&body);
  for (ConstantOp constant : constants) {
    Value &copy = inside[constant];
    if (!copy)
      copy = builder.clone(*constant)->getResult(0);
  }
  for (Operation *op : ops) {
    op->moveBefore(&body, body.end());
    for (OpOperand &operand : op->getOpOperands())
      if (Value value = inside.lookup(operand.get()))
        operand.set(value);
  }
  YieldOp::create(builder, loc, result);
  linked.insert_range(constants);
}

unsigned BlockFusion::run(FusionLimits limits, bool isEnabled, bool &changed) {
  if (isEnabled) {
    if (limits.maxArguments != 0)
      graph.countArguments(link);
    roots = partitionGraph(graph.getNodes(), limits);
  } else {
    llvm::append_range(roots, llvm::seq(graph.size()));
  }
  SmallVector<SmallVector<unsigned, 1>> members(graph.size());
  for (auto [node, root] : llvm::enumerate(roots))
    members[root].push_back(node);
  // stop_fusion(x) -> x, now that it has kept groups apart
  SmallVector<AnnotationStopFusionOp> stops;
  for (unsigned node = 0; node < graph.size(); ++node)
    if (auto stop = dyn_cast<AnnotationStopFusionOp>(graph.getOp(node))) {
      OpBuilder builder(stop);
      stop.getResult().replaceAllUsesWith(
          castTo(builder, stop.getLoc(), stop.getData(), stop.getType()));
      stops.push_back(stop);
    }
  unsigned numFunctions = 0;
  for (unsigned root = 0; root < graph.size(); ++root)
    if (roots[root] == root && isFunction(root)) {
      makeFunction(root, members[root]);
      ++numFunctions;
    }
  for (AnnotationStopFusionOp stop : stops)
    stop.erase();
  for (ConstantOp constant : linked)
    if (constant->use_empty())
      constant.erase();
  changed |= numFunctions != 0 || !stops.empty();
  return numFunctions;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// Whether `op` is a function literal that is a unit for something else.
static bool isUnit(Operation *op) {
  // Fused functions stay, groups without operators (Primitive = 0) too.
  if (isa<FusedFnOp>(op) && op->hasAttr(fnattr::primitive))
    return true;
  return isa<FnOp, FusedFnOp>(op) && (hasNonzeroAttr(op, fnattr::primitive) ||
                                      op->hasAttr(fnattr::compiler));
}

namespace {
struct FuseOpsPass : public relay::impl::FuseOpsPassBase<FuseOpsPass> {
  using FuseOpsPassBase::FuseOpsPassBase;

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (isSkippedByFunctionPasses(function) ||
        hasNonzeroAttr(function, fnattr::primitive))
      return markAllAnalysesPreserved();
    if (failed(checkTypesKnown(function)))
      return signalPassFailure();
    // Unused operations are not part of a Relay program. They must not keep
    // others from being fused.
    bool changed = eraseUnusedOps(function.getBody(), [](Operation *op) {
                     return !isa<LetOp>(op) && isErasableWhenUnused(op);
                   }) != 0;
    SmallVector<Block *> blocks;
    auto collect = [&](Operation *op) {
      if (isUnit(op) || !hasOrderedBlocks(op))
        return WalkResult::skip();
      for (Region &region : op->getRegions())
        for (Block &block : region)
          blocks.push_back(&block);
      return WalkResult::advance();
    };
    function->walk<WalkOrder::PreOrder>(collect);
    bool isEnabled = (fuseOptLevel == -1 ? optLevel : fuseOptLevel) != 0;
    for (Block *block : blocks) {
      unsigned count =
          BlockFusion(*block, linkParams)
              .run({maxDepth, maxFunctionArgs}, isEnabled, changed);
      NestingLimit limit = getNestingLimit(kMaxRegionNesting);
      if (count != 0 &&
          getRegionNesting(block->getTerminator()) >= limit.depth) {
        block->getParentOp()->emitError(
            "fused functions nest branches and functions more than ")
            << limit.depth << " deep" << limit.reason;
        return signalPassFailure();
      }
      numFunctions += count;
    }
    if (!changed)
      markAllAnalysesPreserved();
  }
};
} // namespace
