//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// InlineGlobals: replaces calls of functions that are marked for it by their
// bodies. The pass decides for callees first whether they can be inlined. Then
// each function that stays takes in the bodies of its callees, and of theirs in
// turn. A body moves to its last use, so that the work is linear in the size of
// the result.
//
//===----------------------------------------------------------------------===//

#include "../Utils/LetBindings.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/Transforms/InferType.h"
#include "RelayLite/Dialect/Relay/Transforms/Passes.h"
#include "RelayLite/Support/DebugLog.h"
#include "RelayLite/Support/Stack.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"

#define DEBUG_TYPE "relay-inline-globals"

namespace mlir::relay {
#define GEN_PASS_DEF_INLINEGLOBALSPASS
#include "RelayLite/Dialect/Relay/Transforms/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;
using namespace mlir::relay;

namespace {
/// A function of the module and its calls.
struct Node {
  func::FuncOp function;
  /// The calls of functions of the module and their uses as values, in order.
  SmallVector<Operation *> uses;
  /// How often the function is called or used as a value now.
  unsigned numUses = 0;
  /// How deep its body nests branches and literals.
  unsigned nesting = 0;
  /// Whether its body can take the place of a call.
  bool isInlinable = false;
  /// Whether nothing refers to the function when everything is inlined, and
  /// something did before.
  bool isReplaced = false;
  /// Named by something other than a call or a use as a value.
  bool isPinned = false;
};

class Inlining {
public:
  explicit Inlining(ModuleOp module) : symbols(module), module(module) {}

  /// Inlines what is marked for it. Fails with an error where the result would
  /// be nested too deeply.
  LogicalResult run();
  unsigned getNumInlined() const { return numInlined; }

private:
  void collect();
  SmallVector<Node *> getCalleesFirst();
  Node *getCallee(Operation *use);
  bool canInline(const Node &callee, Operation *use);
  bool isInlinable(const Node &node);
  LogicalResult expand(Node &root);
  void inlineCall(CallOp call, Node &callee);
  void inlineLiteral(Operation *use, Node &callee);
  void addUses(Operation *op);
  bool isLastUse(const Node &callee) {
    return callee.isReplaced && callee.numUses == 1;
  }

  SymbolTable symbols;
  ModuleOp module;
  llvm::MapVector<Operation *, Node> nodes;
  /// Calls and values that are still to be replaced in the function that is
  /// expanded.
  SmallVector<Operation *> worklist;
  unsigned numInlined = 0;
};
} // namespace

Node *Inlining::getCallee(Operation *use) {
  auto symbol = use->getAttrOfType<FlatSymbolRefAttr>("callee");
  auto *it = nodes.find(symbols.lookup(symbol.getAttr()));
  return it == nodes.end() ? nullptr : &it->second;
}

void Inlining::collect() {
  for (auto function : module.getOps<func::FuncOp>())
    nodes[function].function = function;
  // Whatever names a function in another way keeps it.
  auto pin = [&](Operation *op) {
    for (NamedAttribute attr : op->getAttrs())
      if (auto symbol = dyn_cast<SymbolRefAttr>(attr.getValue()))
        if (auto *it = nodes.find(symbols.lookup(symbol.getRootReference()));
            it != nodes.end())
          it->second.isPinned = true;
  };
  for (Operation &top : *module.getBody()) {
    auto *it = nodes.find(&top);
    if (it == nodes.end()) {
      top.walk(pin);
      continue;
    }
    Node &caller = it->second;
    unsigned depth = 0;
    auto visit = [&](auto &self, Region &region) -> void {
      caller.nesting = std::max(caller.nesting, depth);
      ++depth;
      for (Operation &op : region.getOps()) {
        if (!isa<CallOp, GlobalOp>(op)) {
          pin(&op);
        } else if (Node *callee = getCallee(&op)) {
          caller.uses.push_back(&op);
          ++callee->numUses;
        }
        for (Region &nested : op.getRegions())
          self(self, nested);
      }
      --depth;
    };
    visit(visit, top.getRegion(0));
  }
}

// Depth-first without recursion: chains of calls are as long as they like.
SmallVector<Node *> Inlining::getCalleesFirst() {
  SmallVector<Node *> order;
  llvm::DenseSet<Node *> seen;
  SmallVector<std::pair<Node *, unsigned>> stack;
  for (auto &[op, root] : nodes) {
    if (seen.insert(&root).second)
      stack.push_back({&root, 0});
    while (!stack.empty()) {
      auto &[node, next] = stack.back();
      if (next == node->uses.size()) {
        order.push_back(node);
        stack.pop_back();
        continue;
      }
      Node *callee = getCallee(node->uses[next++]);
      if (seen.insert(callee).second)
        stack.push_back({callee, 0});
    }
  }
  return order;
}

bool Inlining::canInline(const Node &callee, Operation *use) {
  if (!callee.isInlinable)
    return false;
  // The types of a polymorphic body are known where type arguments are.
  auto call = dyn_cast<CallOp>(use);
  return !call || !callee.function->hasAttr(fnattr::typeParams) ||
         call.getTypeArgsAttr();
}

// Callees have been decided, except for those of a cycle, which stay.
bool Inlining::isInlinable(const Node &node) {
  func::FuncOp function = node.function;
  if (function.isDeclaration() || !function.getBody().hasOneBlock() ||
      !hasNonzeroAttr(function, fnattr::inlineFn) ||
      function->hasAttr(fnattr::lowered)) {
    LDBG() << function.getSymName()
           << ": not inlined, since it is not marked, or has no Relay body";
    return false;
  }
  // A callee is inlined whole: what it calls must be in it.
  bool isWhole = llvm::all_of(node.uses, [&](Operation *use) {
    return canInline(*getCallee(use), use);
  });
  LDBG() << function.getSymName()
         << (isWhole ? ": inlined"
                     : ": not inlined, since a callee of it is not");
  return isWhole;
}

/// Whether `function` is compiled by something else, so that a call becomes a
/// call of a literal.
static bool isForOtherCompiler(func::FuncOp function) {
  if (hasNonzeroAttr(function, fnattr::externFn))
    return true;
  auto compiler = function->getAttrOfType<StringAttr>(fnattr::compiler);
  return compiler && compiler.getValue() != "default";
}

void Inlining::addUses(Operation *op) {
  if (!isa<CallOp, GlobalOp>(op))
    return;
  if (Node *callee = getCallee(op))
    if (canInline(*callee, op))
      worklist.push_back(op);
}

// global @f -> fn { body of @f }
// call @f(args) -> apply(fn { body of @f }, args)
void Inlining::inlineLiteral(Operation *use, Node &callee) {
  func::FuncOp function = callee.function;
  OpBuilder builder(use);
  Location loc = use->getLoc();
  bool isUnit = isForOtherCompiler(function) ||
                function->hasAttr(fnattr::composite) ||
                hasNonzeroAttr(function, fnattr::primitive);
  OperationState state(function.getLoc(), isUnit ? FusedFnOp::getOperationName()
                                                 : FnOp::getOperationName());
  state.addTypes(function.getFunctionType());
  for (NamedAttribute attr : function->getDiscardableAttrs())
    if (attr.getName() != fnattr::pure && attr.getName() != fnattr::typeParams)
      state.attributes.push_back(attr);
  if (auto typeParams = function->getAttrOfType<ArrayAttr>(fnattr::typeParams))
    state.addAttribute("type_params", typeParams);
  if (ArrayAttr argAttrs = function.getArgAttrsAttr())
    state.addAttribute("arg_attrs", argAttrs);
  Region *body = state.addRegion();
  if (isLastUse(callee)) {
    body->takeBody(function.getBody());
  } else {
    IRMapping mapping;
    function.getBody().cloneInto(body, mapping);
  }
  Operation *terminator = body->front().getTerminator();
  OpBuilder inner(terminator);
  YieldOp::create(inner, terminator->getLoc(), terminator->getOperand(0));
  terminator->erase();
  Operation *literal = builder.create(state);
  Value result = literal->getResult(0);
  if (auto call = dyn_cast<CallOp>(use)) {
    auto apply = ApplyOp::create(
        builder, loc, call.getType(), result, call.getArguments(),
        call.getTypeArgsAttr(), call.getArgAttrsAttr(), call.getResAttrsAttr());
    apply->setDiscardableAttrs(call->getDiscardableAttrDictionary());
    result = apply;
  }
  use->replaceAllUsesWith(
      ValueRange(castTo(builder, loc, result, use->getResult(0).getType())));
  use->erase();
  literal->walk([&](Operation *op) {
    if (isa<CallOp, GlobalOp>(op) && !isLastUse(callee))
      if (Node *inner = getCallee(op))
        ++inner->numUses;
    addUses(op);
  });
}

/// `value` on the virtual device `device`, which may be null.
static Value keepOnDevice(OpBuilder &builder, Location loc, Value value,
                          Attribute device) {
  if (!device)
    return value;
  return OnDeviceOp::create(builder, loc, value.getType(), value,
                            cast<VirtualDeviceAttr>(device),
                            /*constrain_result=*/true,
                            /*constrain_body=*/true);
}

// call @f(args) -> body of @f, with its parameters replaced by args
// The devices of parameters and result become annotations.
void Inlining::inlineCall(CallOp call, Node &callee) {
  func::FuncOp function = callee.function;
  OpBuilder builder(call);
  Location loc = call.getLoc();
  ArrayAttr typeParams = function->getAttrOfType<ArrayAttr>(fnattr::typeParams);
  IRMapping mapping;
  for (auto [param, argument] :
       llvm::zip_equal(function.getArguments(), call.getArguments())) {
    Type type =
        substituteTypeVars(param.getType(), typeParams, call.getTypeArgsAttr());
    Value value = castTo(builder, loc, argument, type);
    mapping.map(param,
                keepOnDevice(builder, loc, value,
                             function.getArgAttr(param.getArgNumber(),
                                                 fnattr::virtualDevice)));
  }
  Block &body = function.front();
  Value result = body.getTerminator()->getOperand(0);
  if (isLastUse(callee) && !typeParams) {
    for (BlockArgument param : function.getArguments())
      param.replaceAllUsesWith(mapping.lookup(param));
    // The result may have been a parameter.
    result = body.getTerminator()->getOperand(0);
    body.getTerminator()->erase();
    call->getBlock()->getOperations().splice(call->getIterator(),
                                             body.getOperations());
    OpBuilder end = OpBuilder::atBlockEnd(&body);
    func::ReturnOp::create(end, loc, ValueRange());
    for (Operation *use : callee.uses)
      addUses(use);
  } else {
    AttrTypeReplacer replacer;
    replacer.addReplacement([&](TypeVarType type) {
      return substituteTypeVars(type, typeParams, call.getTypeArgsAttr());
    });
    for (Operation &op : body.without_terminator()) {
      Operation *clone = builder.clone(op, mapping);
      clone->walk([&](Operation *op) {
        if (isa<CallOp, GlobalOp>(op))
          if (Node *inner = getCallee(op))
            ++inner->numUses;
        addUses(op);
      });
      if (typeParams)
        replacer.recursivelyReplaceElementsIn(clone, /*replaceAttrs=*/true,
                                              /*replaceLocs=*/false,
                                              /*replaceTypes=*/true);
    }
    result = mapping.lookupOrDefault(result);
  }
  result = keepOnDevice(builder, loc, result,
                        function->getDiscardableAttr(fnattr::virtualDevice));
  call.replaceAllUsesWith(castTo(builder, loc, result, call.getType()));
  call.erase();
}

LogicalResult Inlining::expand(Node &root) {
  for (Operation *use : root.uses)
    addUses(use);
  while (!worklist.empty()) {
    Operation *use = worklist.pop_back_val();
    Node &callee = *getCallee(use);
    auto call = dyn_cast<CallOp>(use);
    bool isLiteral = !call || isForOtherCompiler(callee.function);
    unsigned nesting = getRegionNesting(use) + callee.nesting + isLiteral;
    NestingLimit limit = getNestingLimit(kMaxRegionNesting);
    if (nesting > limit.depth)
      return use->emitError("inlining '@")
             << callee.function.getName()
             << "' nests branches and functions more than " << limit.depth
             << " deep" << limit.reason;
    root.nesting = std::max(root.nesting, nesting);
    if (isLiteral)
      inlineLiteral(use, callee);
    else
      inlineCall(call, callee);
    --callee.numUses;
    ++numInlined;
  }
  root.uses.clear();
  return success();
}

LogicalResult Inlining::run() {
  collect();
  for (Node *node : getCalleesFirst())
    node->isInlinable = isInlinable(*node);
  for (auto &[op, node] : nodes)
    node.isReplaced = node.isInlinable && node.numUses != 0 && !node.isPinned;
  for (auto &[op, node] : nodes)
    for (Operation *use : node.uses)
      if (Node *callee = getCallee(use); !canInline(*callee, use))
        callee->isReplaced = false;
  for (auto &[op, node] : nodes)
    if (!node.isReplaced && failed(expand(node)))
      return failure();
  for (auto &[op, node] : nodes)
    if (node.isReplaced)
      node.function.erase();
  return success();
}

namespace {
struct InlineGlobalsPass
    : public relay::impl::InlineGlobalsPassBase<InlineGlobalsPass> {
  using InlineGlobalsPassBase::InlineGlobalsPassBase;

  void runOnOperation() override {
    if (failed(checkTypesKnown(getOperation())))
      return signalPassFailure();
    Inlining inlining(getOperation());
    if (failed(inlining.run()))
      return signalPassFailure();
    numInlined += inlining.getNumInlined();
    if (!inlining.getNumInlined())
      markAllAnalysesPreserved();
  }
};
} // namespace
