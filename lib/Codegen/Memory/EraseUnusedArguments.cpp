//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass relay-erase-unused-arguments.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Codegen/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::relay {
#define GEN_PASS_DEF_ERASEUNUSEDARGUMENTSPASS
#include "RelayLite/Codegen/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;

/// The arguments of `function` that nothing uses; none if it may be called
/// otherwise than by `users`.
static BitVector getUnusedArguments(func::FuncOp function,
                                    ArrayRef<Operation *> users) {
  BitVector unused(function.getNumArguments());
  if (function.isPublic() || function.isDeclaration() ||
      !llvm::all_of(users, llvm::IsaPred<func::CallOp>))
    return unused;
  for (BlockArgument argument : function.getArguments())
    if (argument.use_empty())
      unused.set(argument.getArgNumber());
  return unused;
}

namespace {
struct EraseUnusedArgumentsPass
    : relay::impl::EraseUnusedArgumentsPassBase<EraseUnusedArgumentsPass> {
  void runOnOperation() override {
    SymbolTableCollection tables;
    SymbolUserMap users(tables, getOperation());
    SmallVector<func::FuncOp> worklist(getOperation().getOps<func::FuncOp>());
    bool changed = false;
    while (!worklist.empty()) {
      func::FuncOp function = worklist.pop_back_val();
      ArrayRef<Operation *> calls = users.getUsers(function);
      BitVector unused = getUnusedArguments(function, calls);
      if (unused.none())
        continue;
      if (failed(function.eraseArguments(unused)))
        return signalPassFailure();
      changed = true;
      for (Operation *call : calls)
        eraseOperands(call, unused, worklist);
    }
    if (!changed)
      markAllAnalysesPreserved();
  }

private:
  /// Erase operands of `call`, and what computes them for it alone. A function
  /// whose argument is one may not need it any more.
  void eraseOperands(Operation *call, const BitVector &unused,
                     SmallVectorImpl<func::FuncOp> &worklist) {
    SetVector<Value> erased;
    for (unsigned index : unused.set_bits())
      erased.insert(call->getOperand(index));
    call->eraseOperands(unused);
    for (Value value : erased) {
      if (auto argument = dyn_cast<BlockArgument>(value)) {
        if (auto function =
                dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp()))
          worklist.push_back(function);
        continue;
      }
      Operation *op = value.getDefiningOp();
      // The map of users has what refers to functions.
      if (isOpTriviallyDead(op) && !isa<func::CallOp, func::ConstantOp>(op))
        op->erase();
    }
  }
};
} // namespace
