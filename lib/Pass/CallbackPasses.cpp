//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR passes that call a function for the module or for each function.
//
//===----------------------------------------------------------------------===//

#include "CallbackPasses.h"
#include "mlir/IR/OperationSupport.h"

namespace mlir::relay::pass::detail {

namespace {
/// What both kinds have in common.
template <typename DerivedT>
class CallbackPass : public PassWrapper<DerivedT, OperationPass<ModuleOp>> {
public:
  CallbackPass(std::string name, RunState &state)
      : name(std::move(name)), state(state) {}

  StringRef getName() const override { return name; }

protected:
  std::string name;
  RunState &state;
};

class ModuleCallbackPass : public CallbackPass<ModuleCallbackPass> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ModuleCallbackPass)

  ModuleCallbackPass(ModuleCallback callback, std::string name, RunState &state)
      : CallbackPass(std::move(name), state), callback(std::move(callback)) {}

  void runOnOperation() override {
    PassRun run(*state.context, *state.analyses, nullptr);
    if (failed(catchException(state.exception,
                              [&] { return callback(getOperation(), run); })))
      return signalPassFailure();
    if (run.areAllAnalysesPreserved())
      markAllAnalysesPreserved();
  }

private:
  ModuleCallback callback;
};

class FunctionCallbackPass : public CallbackPass<FunctionCallbackPass> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(FunctionCallbackPass)

  FunctionCallbackPass(FunctionCallback callback, std::string name,
                       PassKind kind, Snapshot snapshot, RunState &state)
      : CallbackPass(std::move(name), state), callback(std::move(callback)),
        kind(kind), snapshot(snapshot) {}

  void runOnOperation() override;

private:
  LogicalResult runOnFunctions(ModuleOp before, bool &changed);

  FunctionCallback callback;
  PassKind kind;
  Snapshot snapshot;
};
} // namespace

/// The operations of the module, to see whether there are others later.
static SmallVector<Operation *> listOperations(ModuleOp module) {
  return llvm::to_vector(
      llvm::map_range(*module.getBody(), [](Operation &op) { return &op; }));
}

LogicalResult FunctionCallbackPass::runOnFunctions(ModuleOp before,
                                                   bool &changed) {
  ModuleOp module = getOperation();
  SmallVector<Operation *> operations = listOperations(module);
  for (Operation *op : operations) {
    auto function = dyn_cast<func::FuncOp>(op);
    if (!function || !isVisited(kind, function))
      continue;
    StringAttr symbol = function.getSymNameAttr();
    PassRun run(*state.context, *state.analyses, before);
    LogicalResult result = catchException(
        state.exception, [&] { return callback(function, run); });
    changed |= !run.areAllAnalysesPreserved();
    if (failed(result))
      return failure();
    if (run.areAllAnalysesPreserved())
      continue;
    // Before the next function is touched: it might be gone.
    if (listOperations(module) != operations ||
        function.getSymNameAttr() != symbol)
      return module.emitError("the function pass '")
             << name << "' added, removed or renamed symbols of the module in @"
             << symbol.getValue() << ", which only module passes may do";
  }
  return success();
}

void FunctionCallbackPass::runOnOperation() {
  ModuleOp module = getOperation();
  OwningOpRef<ModuleOp> before;
  std::optional<OperationFingerPrint> fingerPrint;
  if (snapshot == Snapshot::Take) {
    before = cast<ModuleOp>(module->clone());
    if (state.context->isConfigSet("testing.immutable_module"))
      fingerPrint.emplace(*before);
  }
  bool changed = false;
  LogicalResult result = runOnFunctions(before.get(), changed);
  if (succeeded(result) && fingerPrint &&
      *fingerPrint != OperationFingerPrint(*before))
    result = module.emitError("immutable module has been modified in pass: ")
             << name;
  if (failed(result)) {
    signalPassFailure();
    if (before) {
      module.getBodyRegion().takeBody(before->getBodyRegion());
      module->setAttrs(before->getOperation()->getAttrDictionary());
    }
    return;
  }
  if (!changed)
    markAllAnalysesPreserved();
}

std::unique_ptr<mlir::Pass> createModuleCallbackPass(ModuleCallback callback,
                                                     std::string name,
                                                     RunState &state) {
  return std::make_unique<ModuleCallbackPass>(std::move(callback),
                                              std::move(name), state);
}

std::unique_ptr<mlir::Pass>
createFunctionCallbackPass(FunctionCallback callback, std::string name,
                           PassKind kind, Snapshot snapshot, RunState &state) {
  return std::make_unique<FunctionCallbackPass>(
      std::move(callback), std::move(name), kind, snapshot, state);
}

} // namespace mlir::relay::pass::detail
