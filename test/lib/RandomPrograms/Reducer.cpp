//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes modules smaller on which a pass fails.
//
//===----------------------------------------------------------------------===//

#include "Generator.h"
#include "PassCheck.h"
#include "RelayLite/Dialect/Relay/IR/Constants.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;
using namespace mlir::relay;
using namespace mlir::relay::test;

static bool failsAlike(ModuleOp module, const TestedPass &pass,
                       PassFailure::Kind kind) {
  ScopedDiagnosticHandler silence(module.getContext(),
                                  [](Diagnostic &) { return success(); });
  if (failed(verify(module)))
    return false;
  markPureFunctions(module);
  std::optional<PassFailure> failure =
      checkPass(module, pass, Expectation(module));
  return failure && failure->kind == kind;
}

/// Erases what nothing uses, effects or not.
static void eraseUnused(ModuleOp module) {
  bool changed = true;
  while (changed) {
    changed = false;
    SmallVector<Operation *> unused;
    module.walk([&](Operation *op) {
      if (op->getNumResults() == 1 && op->use_empty() && !isa<RefWriteOp>(op) &&
          !isa<CallOp, ApplyOp>(op))
        unused.push_back(op);
    });
    for (Operation *op : unused)
      if (op->use_empty()) {
        op->erase();
        changed = true;
        break;
      }
  }
}

static ElementsAttr makeZeros(RankedTensorType type) {
  char zeros[sizeof(uint64_t)] = {};
  return makeConstant(
      type, ArrayRef(zeros, Tensor::getElementSize(type.getElementType())),
      /*isSplat=*/true);
}

/// Try the `index`-th way to make `module` smaller; false if there are not as
/// many. The result may be invalid.
static bool shrink(ModuleOp module, size_t index) {
  SmallVector<Operation *> ops;
  module.walk([&](Operation *op) {
    if (op != module)
      ops.push_back(op);
  });
  std::reverse(ops.begin(), ops.end());
  for (Operation *op : ops) {
    if (isa<func::FuncOp>(op)) {
      if (index-- == 0) {
        op->erase();
        return true;
      }
      continue;
    }
    if (isa<func::ReturnOp>(op)) {
      // One field of the result instead of all.
      auto tuple = op->getOperand(0).getDefiningOp<TupleOp>();
      size_t count = tuple ? tuple.getNumOperands() : 0;
      if (index >= count) {
        index -= count;
        continue;
      }
      Value field = tuple.getOperand(index);
      auto function = cast<func::FuncOp>(op->getParentOp());
      op->setOperand(0, field);
      function.setFunctionType(FunctionType::get(
          op->getContext(), function.getArgumentTypes(), field.getType()));
      eraseUnused(module);
      return true;
    }
    if (op->getNumResults() != 1)
      continue;
    if (op->use_empty()) {
      if (index-- == 0) {
        op->erase();
        return true;
      }
      continue;
    }
    // Something of the same type instead.
    for (Value other : op->getOperands()) {
      if (other.getType() != op->getResult(0).getType())
        continue;
      if (index-- == 0) {
        op->getResult(0).replaceAllUsesWith(other);
        eraseUnused(module);
        return true;
      }
    }
    auto tensor = dyn_cast<RankedTensorType>(op->getResult(0).getType());
    if (tensor && tensor.hasStaticShape() && !isa<ConstantOp>(op) &&
        index-- == 0) {
      OpBuilder builder(op);
      op->getResult(0).replaceAllUsesWith(
          ConstantOp::create(builder, op->getLoc(), makeZeros(tensor)));
      eraseUnused(module);
      return true;
    }
    Block *entry = op->getBlock();
    for (BlockArgument other : entry->getArguments()) {
      if (other.getType() != op->getResult(0).getType())
        continue;
      if (index-- == 0) {
        op->getResult(0).replaceAllUsesWith(other);
        eraseUnused(module);
        return true;
      }
      break;
    }
  }
  return false;
}

OwningOpRef<ModuleOp> test::reduceFailure(ModuleOp module,
                                          const TestedPass &pass,
                                          const PassFailure &failure) {
  OwningOpRef<ModuleOp> best = module.clone();
  for (size_t index = 0;;) {
    OwningOpRef<ModuleOp> smaller = best->clone();
    if (!shrink(*smaller, index))
      return best;
    if (failsAlike(*smaller, pass, failure.kind))
      best = std::move(smaller);
    else
      ++index;
  }
}
