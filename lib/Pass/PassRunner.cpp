//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Running one pass: instruments, trace, diagnostics, the pass itself, and
// InferType after function passes. The order is TVM's (src/ir/transform.cc).
//
//===----------------------------------------------------------------------===//

#include "PassRunner.h"
#include "GuardedFunctionPass.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Support/Cancellation.h"
#include "mlir/IR/OperationSupport.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/ScopeExit.h"
#include <mutex>

namespace mlir::relay::pass::detail {

LogicalResult PassRunner::checkCancellation(const PassInfo &info) {
  if (!cancellation || !cancellation->isCancelled())
    return success();
  if (cancellation->claimReport())
    module.emitError("interrupted at the pass '") << info.name << "'";
  return failure();
}

//===----------------------------------------------------------------------===//
// Hooks
//===----------------------------------------------------------------------===//

LogicalResult PassRunner::runHook(
    const PassInfo &info, const InstrumentList &instruments, StringRef when,
    function_ref<LogicalResult(PassInstrument &)> hook, size_t *numRun) {
  for (const auto &instrument : instruments) {
    if (numRun)
      ++*numRun;
    unsigned numErrorsBefore = numErrors;
    if (succeeded(
            catchException(exception, [&] { return hook(*instrument); }))) {
      if (failed(checkCancellation(info)))
        return failure();
      continue;
    }
    if (!exception && numErrors == numErrorsBefore)
      module.emitError("the instrument '")
          << instrument->getName() << "' failed " << when << " the pass '"
          << info.name << "'";
    return failure();
  }
  return success();
}

FailureOr<bool> PassRunner::shouldRun(const PassInfo &info,
                                      const InstrumentList &instruments) {
  if (context.isRequired(info.name))
    return true;
  bool result = true;
  auto ask = [&](PassInstrument &instrument) {
    FailureOr<bool> answer = instrument.shouldRun(module, info);
    if (succeeded(answer))
      result &= *answer;
    return LogicalResult(answer);
  };
  if (failed(runHook(info, instruments, "when asked about", ask)))
    return failure();
  return result;
}

LogicalResult PassRunner::run(PassInstance &pass, bool isListed) {
  // A hook may give the context other instruments: they take over with the next
  // pass.
  std::shared_ptr<const InstrumentList> instruments = context.getInstruments();
  const PassInfo &info = pass.getInfo();
  size_t numBefore = 0;
  auto body = [&]() -> LogicalResult {
    if (instruments->empty())
      return runTraced(pass, isListed);
    FailureOr<bool> go = shouldRun(info, *instruments);
    if (failed(go) || !*go)
      return go;
    auto before = [&](PassInstrument &instrument) {
      return instrument.runBeforePass(module, info);
    };
    auto after = [&](PassInstrument &instrument) {
      return instrument.runAfterPass(module, info);
    };
    if (failed(runHook(info, *instruments, "before", before, &numBefore)) ||
        failed(runTraced(pass, isListed)))
      return failure();
    return runHook(info, *instruments, "after", after);
  };
  LogicalResult result = body();
  if (failed(result))
    for (size_t i = 0; i != numBefore; ++i)
      try {
        (*instruments)[i]->runAfterPassFailed(module, info);
      } catch (...) {
        // The failure that there is matters more.
      }
  return result;
}

LogicalResult PassRunner::runTraced(PassInstance &pass, bool isListed) {
  if (!isListed || !context.getTrace() ||
      (pass.impl->kind != PassKind::Module &&
       pass.impl->kind != PassKind::Function))
    return runChecked(pass);
  return catchException(exception, [&]() -> LogicalResult {
    context.getTrace()(module, pass.getInfo(), /*isBefore=*/true);
    if (failed(runChecked(pass)))
      return failure();
    context.getTrace()(module, pass.getInfo(), /*isBefore=*/false);
    return success();
  });
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
/// How many operations a module has.
struct ModuleSize {
  explicit ModuleSize(Operation *module) {
    module->walk([&](Operation *) { ++numOperations; });
  }
  size_t numOperations = 0;
};

/// Reaches what a pass that has run says of itself, which MLIR shows to the
/// pass only.
struct PassAccess : public mlir::Pass {
  static mlir::detail::PassExecutionState &getState(mlir::Pass &pass) {
    return (pass.*&PassAccess::getPassState)();
  }
};
} // namespace

const AnalysisManager::PreservedAnalyses &
getPreservedAnalyses(OpPassManager &pipeline) {
  return PassAccess::getState(*pipeline.begin()).preservedAnalyses;
}

bool isVisited(PassKind kind, func::FuncOp function) {
  bool isLowered = function->hasAttr(fnattr::lowered);
  if (kind == PassKind::LoweredFunction)
    return isLowered && !function.isDeclaration();
  return !isLowered && !function.isDeclaration() &&
         !isSkippedByFunctionPasses(function);
}

LogicalResult PassRunner::runChecked(PassInstance &pass) {
  if (!context.isConfigSet("testing.immutable_module") ||
      pass.impl->kind == PassKind::Sequential)
    return runBody(pass);

  if (failed(materialize()))
    return failure();
  OperationFingerPrint before(module);
  uint64_t numChangesBefore = numChanges;
  if (failed(runBody(pass)))
    return failure();
  if (numChanges == numChangesBefore && before != OperationFingerPrint(module))
    return module.emitError("immutable module has been modified in pass: ")
           << pass.getInfo().name;
  return success();
}

LogicalResult PassRunner::runWithDiagnostics(PassInstance &pass) {
  const DiagnosticRenderer &render = context.getDiagnosticRenderer();
  auto runPipeline = [&] {
    return pass.impl->hosted ? runHostedCallback(pass)
                             : this->runPipeline(pass);
  };
  if (!render)
    return runPipeline();
  std::vector<Diagnostic> diagnostics;
  LogicalResult result = success();
  {
    ScopedDiagnosticHandler handler(module.getContext(), [&](Diagnostic &diag) {
      diagnostics.push_back(std::move(diag));
    });
    // What has been reported before something is thrown is shown, too.
    result = catchException(exception, runPipeline);
  }
  if (diagnostics.empty())
    return result;
  render(diagnostics);
  // As in TVM, what has reported an error has failed.
  bool hasErrors = llvm::any_of(diagnostics, [](const Diagnostic &diag) {
    return diag.getSeverity() == DiagnosticSeverity::Error;
  });
  return success(succeeded(result) && !hasErrors);
}

LogicalResult PassRunner::runBody(PassInstance &pass) {
  if (pass.impl->kind == PassKind::Sequential) {
    for (auto [instance, isListed] : pass.elements)
      if (failed(run(*instance, isListed)))
        return failure();
    return success();
  }
  // Inferring types again would find what is there.
  bool infersTypes = pass.impl->infersTypes;
  if (infersTypes && typesInferredAt == numChanges)
    return success();
  pass.state.context = &context;
  pass.state.analyses = analyses;
  LogicalResult result =
      catchException(exception, [&] { return runWithDiagnostics(pass); });
  if (pass.state.exception)
    exception = std::exchange(pass.state.exception, nullptr);
  if (failed(result) || exception || failed(checkCancellation(pass.getInfo())))
    return failure();
  if (infersTypes) {
    typesInferredAt = numChanges;
    if (host)
      host->didInferTypes();
  }
  if (pass.impl->kind == PassKind::Function)
    return run(plan.getInferType(), /*isListed=*/false);
  return success();
}

void PassRunner::invalidate(
    const AnalysisManager::PreservedAnalyses &preserved) {
  if (preserved.isAll())
    return;
  ++numChanges;
  analyses.invalidate(preserved);
}

LogicalResult PassRunner::runHostedCallback(PassInstance &pass) {
  if (!host)
    return module.emitError("the pass '")
           << pass.getInfo().name
           << "' needs a module that has another form than MLIR's";
  FailureOr<bool> changed = pass.impl->hosted(*host, context);
  if (failed(changed) || *changed)
    invalidate({});
  return changed;
}

LogicalResult PassRunner::runPipeline(PassInstance &pass) {
  if (failed(materialize()))
    return failure();
  uint64_t numChangesBefore = numChanges;
  llvm::scope_exit notifyHost([&] {
    if (host && numChanges != numChangesBefore)
      host->didChange();
  });
  if (pass.impl->onModule) {
    // A pass that has failed may not have run at all.
    if (failed(execute(pass.pipeline, module))) {
      invalidate({});
      return failure();
    }
    invalidate(getPreservedAnalyses(pass.pipeline));
    return success();
  }
  bool changed = false;
  LogicalResult result = shouldRunInParallel(pass)
                             ? runOnFunctionsInParallel(pass, changed)
                             : runOnFunctions(pass, changed);
  if (changed)
    invalidate({});
  return result;
}

LogicalResult PassRunner::runOnFunctions(PassInstance &pass, bool &changed) {
  for (auto function :
       llvm::make_early_inc_range(module.getOps<func::FuncOp>())) {
    if (!isVisited(pass.impl->kind, function))
      continue;
    if (failed(execute(pass.pipeline, function))) {
      changed = true;
      return failure();
    }
    changed |= !getPreservedAnalyses(pass.pipeline).isAll();
  }
  return success();
}

/// Handing 64 functions to the threads of the pool costs some 50 us more than
/// calling the pass for one after the other; a pass that does no more than look
/// at each operation takes that long for so many.
static constexpr size_t minParallelOperations = 4096;

bool PassRunner::shouldRunInParallel(const PassInstance &pass) {
  if (!module.getContext()->isMultithreadingEnabled())
    return false;
  auto functions = module.getOps<func::FuncOp>();
  if (functions.empty() || llvm::hasSingleElement(functions))
    return false;
  return analyses.getAnalysis<ModuleSize>().numOperations >=
         minParallelOperations;
}

LogicalResult PassRunner::runOnFunctionsInParallel(PassInstance &pass,
                                                   bool &changed) {
  if (!pass.parallelPipeline) {
    pass.guardState = std::make_shared<GuardState>();
    pass.parallelPipeline =
        std::make_unique<OpPassManager>(ModuleOp::getOperationName());
    pass.parallelPipeline->addNestedPass<func::FuncOp>(
        createGuardedFunctionPass(pass.impl->kind, pass.pipeline,
                                  pass.guardState));
  }
  pass.guardState->changed = false;
  LogicalResult result = execute(*pass.parallelPipeline, module);
  changed = pass.guardState->changed;
  if (pass.guardState->exception)
    exception = std::exchange(pass.guardState->exception, nullptr);
  return result;
}

//===----------------------------------------------------------------------===//
// Driven modules
//===----------------------------------------------------------------------===//

namespace {
struct DrivenModules {
  std::mutex mutex;
  llvm::DenseMap<Operation *, unsigned> modules;
};
} // namespace

static DrivenModules &getDrivenModules() {
  static DrivenModules driven;
  return driven;
}

ScopedDrivenModule::ScopedDrivenModule(ModuleOp module) : module(module) {
  DrivenModules &driven = getDrivenModules();
  std::lock_guard<std::mutex> lock(driven.mutex);
  ++driven.modules[module];
}

ScopedDrivenModule::~ScopedDrivenModule() {
  DrivenModules &driven = getDrivenModules();
  std::lock_guard<std::mutex> lock(driven.mutex);
  if (--driven.modules[module] == 0)
    driven.modules.erase(module);
}

bool ScopedDrivenModule::contains(Operation *op) {
  DrivenModules &driven = getDrivenModules();
  std::lock_guard<std::mutex> lock(driven.mutex);
  for (; op; op = op->getParentOp())
    if (driven.modules.contains(op))
      return true;
  return false;
}

} // namespace mlir::relay::pass::detail
