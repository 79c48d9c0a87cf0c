//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Normal forms: one walk in the order of evaluation; blocks are scopes.
//
//===----------------------------------------------------------------------===//

#include "NormalForm.h"
#include "../Utils/BlockOrder.h"
#include "DeviceScopes.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/Transforms/InferType.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace mlir::relay;

/// Whether Relay text needs no binding for `value`: it is a variable or a
/// global.
static bool isAtomic(Value value) {
  Operation *op = value.getDefiningOp();
  return !op || isa<LetOp, GlobalOp, TypeCastOp>(op) ||
         !isa_and_present<RelayDialect>(op->getDialect());
}

/// The let after `op` that binds its value, if there is one.
static LetOp getOwnLet(Operation *op) {
  Operation *next = op->getNextNode();
  // Changes of the precision of types are not part of Relay text.
  for (; isa<TypeCastOp>(next) && next->getOperand(0) == op->getResult(0);
       next = next->getNextNode()) {
    op = next;
    if (!op->hasOneUse())
      return {};
  }
  auto let = dyn_cast<LetOp>(next);
  return let && let.getValue() == op->getResult(0) ? let : LetOp();
}

/// Whether the body of the literal `op` is one unit for a later stage.
static bool isOpaqueLiteral(Operation *op) {
  return isa<FnOp, FusedFnOp>(op) && hasNonzeroAttr(op, fnattr::primitive);
}

/// Whether the value of `op` is shared with a scope inside of its own, in which
/// it is needed first.
static bool isShared(Operation *op) {
  Block *block = op->getBlock();
  if (llvm::all_of(op->getUsers(),
                   [&](Operation *user) { return user->getBlock() == block; }))
    return false;
  Operation *first = nullptr;
  bool hasOuter = false;
  llvm::SmallPtrSet<Region *, 2> scopes;
  for (Operation *user : op->getUsers()) {
    Operation *ancestor = block->findAncestorOpInBlock(*user);
    // Blocks that come after this one are no scopes of Relay.
    if (!ancestor)
      continue;
    if (!first || ancestor->isBeforeInBlock(first))
      first = ancestor;
    hasOuter |= ancestor == user;
    if (ancestor == user)
      continue;
    Region *scope = user->getParentRegion();
    while (scope->getParentOp() != ancestor)
      scope = scope->getParentRegion();
    scopes.insert(scope);
  }
  if (hasOuter)
    return !llvm::is_contained(first->getOperands(), op->getResult(0));
  // One scope alone is not shared.
  return scopes.size() > 1;
}

/// Whether `op` goes where the annotation of its virtual device goes: it is one
/// of a variable, or is used by one alone.
static bool isPartOfAnnotation(Operation *op) {
  auto isFixed = [](Operation *op) {
    auto onDevice = dyn_cast<OnDeviceOp>(op);
    return onDevice && onDevice.isFixed();
  };
  if (isFixed(op))
    return isAtomic(op->getOperand(0));
  Value value = op->getResult(0);
  return value.hasOneUse() && isFixed(*value.getUsers().begin());
}

namespace {
class Normalization {
public:
  explicit Normalization(NormalForm form) : form(form) {}

  void normalize(Block &block);

  BindingResult result;

private:
  bool needsBinding(Operation *op) const {
    if (form == NormalForm::A && !isPartOfAnnotation(op))
      return true;
    return getOwnLet(op) || isShared(op);
  }
  void addUses(Operation *op) {
    for (Value operand : op->getOperands())
      if (!operand.hasOneUse())
        used.insert(operand);
  }
  void bind(Operation *op);
  void rename(LetOp let);

  NormalForm form;
  /// Variables that have been used so far.
  DenseSet<Value> used;
};
} // namespace

// op -> let(op), for all users
void Normalization::bind(Operation *op) {
  Value value = op->getResult(0);
  OpBuilder builder(op->getContext());
  LetOp let = getOwnLet(op);
  if (!let) {
    builder.setInsertionPointAfter(op);
    let = LetOp::create(builder, op->getLoc(), value.getType(), value, "x");
    value.replaceAllUsesExcept(let, let);
    ++result.numBound;
    result.changed = true;
    return;
  }
  // The binding is there; other users refer to its variable.
  Operation *first = op->getNextNode();
  if (value.hasOneUse())
    return;
  Value variable = let;
  if (variable.getType() != value.getType()) {
    builder.setInsertionPointAfter(let);
    variable = TypeCastOp::create(builder, op->getLoc(), value.getType(), let);
  }
  value.replaceAllUsesExcept(variable, first);
  result.changed = true;
}

// A binding of a variable that nothing used before gives it a new name, which
// TVM takes from there on.
void Normalization::rename(LetOp let) {
  Value value = let.getValue();
  if (used.contains(value) || value.hasOneUse() ||
      value.getType() != let.getType() || value.getDefiningOp<TypeCastOp>())
    return;
  Block *block = let->getBlock();
  value.replaceUsesWithIf(let, [&](OpOperand &use) {
    bool isInScope =
        use.getOwner() != let && block->findAncestorOpInBlock(*use.getOwner());
    result.changed |= isInScope;
    return isInScope;
  });
}

void Normalization::normalize(Block &block) {
  unsigned numLets = 0;
  for (Operation &op : llvm::make_early_inc_range(block.without_terminator())) {
    if (auto let = dyn_cast<LetOp>(op)) {
      ++numLets;
      if (isAtomic(let.getValue()))
        rename(let);
    }
    addUses(&op);
    if (isOpaqueLiteral(&op) || !hasOrderedBlocks(&op))
      op.walk([&](Operation *inner) { addUses(inner); });
    else
      for (Region &region : op.getRegions())
        for (Block &nested : region)
          normalize(nested);
    if (op.getNumResults() == 1 && !isAtomic(op.getResult(0)) &&
        needsBinding(&op))
      bind(&op);
  }
  Operation *terminator = block.getTerminator();
  addUses(terminator);
  if (form != NormalForm::A)
    return;
  // In TVM each let is a value of its own, that of its body, and gets a name.
  OpBuilder builder(terminator);
  for (; numLets && terminator->getNumOperands() == 1; --numLets) {
    Value value = terminator->getOperand(0);
    terminator->setOperand(0, LetOp::create(builder, terminator->getLoc(),
                                            value.getType(), value, "x"));
    ++result.numBound;
    result.changed = true;
  }
}

FailureOr<BindingResult> relay::bindValues(ModuleOp module, NormalForm form) {
  if (failed(checkTypesKnown(module)))
    return failure();
  Normalization normalization(form);
  for (auto function : module.getOps<func::FuncOp>()) {
    if (function.isDeclaration() || function->hasAttr(fnattr::compiler) ||
        function->hasAttr(fnattr::lowered) ||
        hasNonzeroAttr(function, fnattr::primitive))
      continue;
    // Unused operations are not part of a Relay program and get no binding.
    normalization.result.changed |=
        eraseUnusedOps(function.getBody(), [](Operation *op) {
          return !isa<LetOp>(op) && isErasableWhenUnused(op);
        }) != 0;
    normalization.result.changed |= annotateDeviceScopes(function.getBody());
    for (Block &block : function.getBody())
      normalization.normalize(block);
  }
  return normalization.result;
}
