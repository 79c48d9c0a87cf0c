//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// RemoveUnusedFunctions: keeps what the entry functions reach.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/Transforms/Passes.h"
#include "RelayLite/Support/DebugLog.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/SetVector.h"

#define DEBUG_TYPE "relay-remove-unused-functions"

namespace mlir::relay {
#define GEN_PASS_DEF_REMOVEUNUSEDFUNCTIONSPASS
#include "RelayLite/Dialect/Relay/Transforms/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;
using namespace mlir::relay;

namespace {
struct RemoveUnusedFunctionsPass
    : public relay::impl::RemoveUnusedFunctionsPassBase<
          RemoveUnusedFunctionsPass> {
  using RemoveUnusedFunctionsPassBase::RemoveUnusedFunctionsPassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    SymbolTable symbols(module);
    llvm::SetVector<Operation *> reached;
    if (failed(addEntries(symbols, reached)))
      return signalPassFailure();
    // Other symbols stay, and so do the functions that they name.
    for (Operation &op : *module.getBody())
      if (!isa<func::FuncOp>(op))
        reached.insert(&op);
    for (unsigned i = 0; i < reached.size(); ++i) {
      std::optional<SymbolTable::UseRange> uses =
          SymbolTable::getSymbolUses(reached[i]);
      if (!uses) {
        reached[i]->emitError("cannot tell which functions an operation uses "
                              "that may be a symbol table");
        return signalPassFailure();
      }
      for (const SymbolTable::SymbolUse &use : *uses)
        if (Operation *symbol =
                symbols.lookup(use.getSymbolRef().getRootReference()))
          reached.insert(symbol);
    }
    bool changed = false;
    for (auto function :
         llvm::make_early_inc_range(module.getOps<func::FuncOp>())) {
      if (reached.contains(function))
        continue;
      LDBG() << "nothing reaches @" << function.getSymName();
      function.erase();
      ++numRemoved;
      changed = true;
    }
    if (!changed)
      markAllAnalysesPreserved();
  }

  LogicalResult addEntries(SymbolTable &symbols,
                           llvm::SetVector<Operation *> &reached) {
    SmallVector<std::string> names(entryFunctions.begin(),
                                   entryFunctions.end());
    if (names.empty())
      names.push_back("main");
    for (StringRef name : names) {
      auto function = symbols.lookup<func::FuncOp>(name);
      if (!function)
        return symbols.getOp()->emitError("expected the entry function '@")
               << name << "', but the module has none of this name";
      reached.insert(function);
    }
    return success();
  }
};
} // namespace
