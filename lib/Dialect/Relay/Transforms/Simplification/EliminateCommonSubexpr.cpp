//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// EliminateCommonSubexpr: merges equal calls of operators and equal projections
// of tuples.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/Transforms/EliminateCommonSubexpr.h"
#include "RelayLite/Dialect/Relay/IR/CustomOps.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/Transforms/InferType.h"
#include "RelayLite/Dialect/Relay/Transforms/Passes.h"
#include "RelayLite/Support/DebugLog.h"
#include "llvm/ADT/ScopedHashTable.h"
#include "llvm/Support/SaveAndRestore.h"

#define DEBUG_TYPE "relay-eliminate-common-subexpr"

namespace mlir::relay {
#define GEN_PASS_DEF_ELIMINATECOMMONSUBEXPRPASS
#include "RelayLite/Dialect/Relay/Transforms/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;
using namespace mlir::relay;

/// The value of `operand` if it is a scalar constant. Two of these are the same
/// operand when their values are; larger constants have to be one operation.
static Attribute getScalarConstant(Value operand) {
  auto constant = operand.getDefiningOp<ConstantOp>();
  if (!constant || constant.getValue().getShapedType().getRank() != 0)
    return {};
  return constant.getValue();
}

/// Whether two values are the same operand.
static bool isSameValue(Value left, Value right) {
  if (left == right)
    return true;
  Attribute scalar = getScalarConstant(left);
  return scalar && scalar == getScalarConstant(right);
}

static llvm::hash_code hashValue(Value value) {
  if (Attribute scalar = getScalarConstant(value))
    return mlir::hash_value(scalar);
  return mlir::hash_value(value);
}

namespace {
/// Compares operations by what they compute.
struct ExpressionInfo : public llvm::DenseMapInfo<Operation *> {
  static unsigned getHashValue(const Operation *constOp) {
    auto *op = const_cast<Operation *>(constOp);
    return OperationEquivalence::computeHash(
        op,
        [&](Value operand) -> llvm::hash_code {
          auto tuple = operand.getDefiningOp<TupleOp>();
          if (!tuple || !seesFields(op))
            return hashValue(operand);
          llvm::hash_code hash = llvm::hash_value(tuple.getFields().size());
          for (Value field : tuple.getFields())
            hash = llvm::hash_combine(hash, hashValue(field));
          return hash;
        },
        OperationEquivalence::ignoreHashValue,
        OperationEquivalence::IgnoreLocations);
  }

  static bool isEqual(const Operation *lhs, const Operation *rhs) {
    if (lhs == rhs)
      return true;
    if (lhs == getTombstoneKey() || lhs == getEmptyKey() ||
        rhs == getTombstoneKey() || rhs == getEmptyKey())
      return false;
    auto *op = const_cast<Operation *>(lhs);
    return OperationEquivalence::isEquivalentTo(
        op, const_cast<Operation *>(rhs),
        [&](Value left, Value right) {
          auto leftTuple = left.getDefiningOp<TupleOp>();
          auto rightTuple = right.getDefiningOp<TupleOp>();
          if (!leftTuple || !rightTuple || !seesFields(op))
            return success(isSameValue(left, right));
          return success(llvm::equal(leftTuple.getFields(),
                                     rightTuple.getFields(), isSameValue));
        },
        /*markEquivalent=*/nullptr, OperationEquivalence::IgnoreLocations);
  }

private:
  /// Whether a tuple that `op` reads is the same operand as another with the
  /// same fields: for operators, not for projections.
  static bool seesFields(Operation *op) {
    return isa<OperatorInterface, CustomOp>(op);
  }
};

class Eliminator {
public:
  explicit Eliminator(function_ref<bool(Operation *)> skip) : skip(skip) {}

  /// Merges what is below `root`; returns whether there was anything.
  bool run(Operation *root) {
    visitRegions(root);
    return changed;
  }

private:
  using Expressions =
      llvm::ScopedHashTable<Operation *, Operation *, ExpressionInfo>;

  /// Recurs along regions, whose nesting is limited, and nothing else.
  void visitRegions(Operation *op) {
    // An isolated body cannot use what is outside.
    Expressions own;
    llvm::SaveAndRestore restore(expressions);
    if (!expressions || op->hasTrait<OpTrait::IsIsolatedFromAbove>())
      expressions = &own;
    // A scope for each block, which sees those around it.
    for (Region &region : op->getRegions())
      for (Block &block : region) {
        Expressions::ScopeTy scope(*expressions);
        for (Operation &inner : llvm::make_early_inc_range(block))
          visit(&inner);
      }
  }

  void visit(Operation *op) {
    if (op->getNumRegions() != 0)
      return visitRegions(op);
    if (!isCandidate(op))
      return;
    Operation *earlier = expressions->lookup(op);
    if (!earlier)
      return expressions->insert(op, op);
    LDBG() << op->getName() << " at " << op->getLoc() << " is that at "
           << earlier->getLoc();
    op->replaceAllUsesWith(earlier);
    op->erase();
    changed = true;
  }

  bool isCandidate(Operation *op) const {
    if (!isa<OperatorInterface, TupleGetOp, CustomOp>(op) ||
        op->getNumOperands() == 0)
      return false;
    return isMemoryEffectFree(op) && !op->use_empty() && !(skip && skip(op));
  }

  function_ref<bool(Operation *)> skip;
  Expressions *expressions = nullptr;
  bool changed = false;
};

struct EliminateCommonSubexprPass
    : public relay::impl::EliminateCommonSubexprPassBase<
          EliminateCommonSubexprPass> {
  EliminateCommonSubexprPass() = default;
  explicit EliminateCommonSubexprPass(std::function<bool(Operation *)> skip)
      : skip(std::move(skip)) {}

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (isSkippedByFunctionPasses(function))
      return markAllAnalysesPreserved();
    if (failed(checkTypesKnown(function)))
      return signalPassFailure();
    function_ref<bool(Operation *)> predicate;
    if (skip)
      predicate = skip;
    if (!eliminateCommonSubexpressions(function, predicate))
      markAllAnalysesPreserved();
  }

  std::function<bool(Operation *)> skip;
};
} // namespace

bool relay::eliminateCommonSubexpressions(
    Operation *root, function_ref<bool(Operation *)> skip) {
  return Eliminator(skip).run(root);
}

std::unique_ptr<mlir::Pass>
relay::createEliminateCommonSubexprPass(std::function<bool(Operation *)> skip) {
  return std::make_unique<EliminateCommonSubexprPass>(std::move(skip));
}
