//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// InlineCompilerFunctionsBoundTo: undoes the partitioning of some functions.
//
//===----------------------------------------------------------------------===//

#include "../Utils/CallInlining.h"
#include "CompilerAnnotations.h"
#include "InlineComposites.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/Transforms/InferType.h"
#include "RelayLite/Dialect/Relay/Transforms/Passes.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::relay {
#define GEN_PASS_DEF_INLINECOMPILERFUNCTIONSBOUNDTOPASS
#include "RelayLite/Dialect/Relay/Transforms/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;
using namespace mlir::relay;

/// The functions called `names`; reports one that cannot be inlined.
static FailureOr<llvm::MapVector<StringAttr, func::FuncOp>>
findFunctions(ModuleOp module, ArrayRef<std::string> names) {
  SymbolTable symbols(module);
  llvm::MapVector<StringAttr, func::FuncOp> functions;
  for (StringRef name : names) {
    auto function = symbols.lookup<func::FuncOp>(name);
    if (!function)
      return module.emitError("no function '@") << name << "' to inline";
    if (!hasRelayBody(function) || !isForCompiler(function) ||
        function->hasAttr(fnattr::typeParams))
      return function.emitError("cannot inline '@")
             << name
             << "': expected a function with relay.Compiler, a body and no "
                "type parameters";
    functions[function.getSymNameAttr()] = function;
  }
  return functions;
}

/// The calls of `functions`; reports another use.
static FailureOr<SmallVector<CallOp>>
findCalls(ModuleOp module,
          const llvm::MapVector<StringAttr, func::FuncOp> &functions) {
  SmallVector<CallOp> calls;
  WalkResult walk = module.getBodyRegion().walk([&](Operation *op) {
    for (NamedAttribute attr : op->getAttrs()) {
      auto symbol = dyn_cast<SymbolRefAttr>(attr.getValue());
      if (!symbol || !functions.contains(symbol.getRootReference()))
        continue;
      auto call = dyn_cast<CallOp>(op);
      auto caller = op->getParentOfType<func::FuncOp>();
      if (!call || !caller || isSkippedByFunctionPasses(caller))
        return WalkResult(
            op->emitError("cannot inline '@")
            << symbol.getRootReference().getValue()
            << "': it is used by something other than a call in a "
               "function that passes may change");
      calls.push_back(call);
    }
    return WalkResult::advance();
  });
  if (walk.wasInterrupted())
    return failure();
  return calls;
}

namespace {
struct InlineCompilerFunctionsBoundToPass
    : public relay::impl::InlineCompilerFunctionsBoundToPassBase<
          InlineCompilerFunctionsBoundToPass> {
  using InlineCompilerFunctionsBoundToPassBase::
      InlineCompilerFunctionsBoundToPassBase;

  void runOnOperation() override {
    if (failed(run(getOperation())))
      signalPassFailure();
  }

  LogicalResult run(ModuleOp module) {
    auto functions =
        findFunctions(module, llvm::to_vector_of<std::string>(globalVars));
    if (failed(functions) || failed(checkTypesKnown(module)))
      return failure();
    FailureOr<SmallVector<CallOp>> calls = findCalls(module, *functions);
    if (failed(calls))
      return failure();
    for (auto [name, function] : *functions)
      if (failed(inlineComposites(function)))
        return failure();
    for (CallOp call : *calls) {
      func::FuncOp function = functions->lookup(call.getCalleeAttr().getAttr());
      if (failed(checkInlinedNesting(call, function.getBody())))
        return failure();
      inlineBody(call, call.getArguments(), function.front(),
                 function.getResultTypes().front(), /*isLastCall=*/false);
    }
    for (auto [name, function] : *functions)
      function.erase();
    numInlined += calls->size();
    if (functions->empty())
      markAllAnalysesPreserved();
    return success();
  }
};
} // namespace
