//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// extra-find-calls, and the analysis that it shows.
//
//===----------------------------------------------------------------------===//

#include "Calls.h"
#include "ExtraDialect.h"
#include "mlir/Interfaces/CallInterfaces.h"

using namespace mlir;

namespace extra {
#define GEN_PASS_DEF_FINDCALLSPASS
#include "ExtraPasses.h.inc"
} // namespace extra

/// Return the symbol or the value that `op` calls; null if it is not a call.
static CallInterfaceCallable getCallable(Operation *op) {
  if (auto call = dyn_cast<CallOpInterface>(op))
    return call.getCallableForCallee();
  if (auto apply = dyn_cast<relay::ApplyOp>(op))
    return apply.getCallee();
  return {};
}

/// Return the global function that `callable` is; null if it is not known.
static StringAttr getFunction(CallInterfaceCallable callable) {
  if (auto symbol = dyn_cast<SymbolRefAttr>(callable))
    return symbol.getLeafReference();
  // A global function is also called through its value.
  auto global = cast<Value>(callable).getDefiningOp<relay::GlobalOp>();
  return global ? global.getCalleeAttr().getAttr() : nullptr;
}

extra::Calls::Calls(Operation *root) {
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (CallInterfaceCallable callable = getCallable(op))
      sites.push_back({op, getFunction(callable)});
  });
}

namespace {
struct FindCallsPass : extra::impl::FindCallsPassBase<FindCallsPass> {
  using FindCallsPassBase::FindCallsPassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    auto only = StringAttr::get(&getContext(), callee);
    if (!callee.empty() && !module.lookupSymbol(only)) {
      module.emitError("no function of the module is called '")
          << callee << "'";
      return signalPassFailure();
    }
    bool isKept = getCachedAnalysis<extra::Calls>().has_value();
    const auto &calls = getAnalysis<extra::Calls>();
    module.emitRemark("calls: ")
        << calls.getSites().size() << (isKept ? " (kept)" : "");
    for (extra::CallSite site : calls.getSites()) {
      if (!callee.empty() && site.callee != only)
        continue;
      InFlightDiagnostic remark = site.call->emitRemark("call of ");
      if (site.callee)
        remark << "@" << site.callee.getValue();
      else
        remark << "a function value";
    }
    markAllAnalysesPreserved();
  }
};
} // namespace
