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
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/Transforms/FakeQuantization.h"
#include "RelayLite/Dialect/Relay/Transforms/OperatorRules.h"
#include "RelayLite/Support/DebugLog.h"
#include "RelayLite/Support/PassCancellation.h"
#include "mlir/IR/OperationSupport.h"
#include "llvm/ADT/ScopeExit.h"

#define DEBUG_TYPE "relay-pass-runner"

namespace mlir::relay::pass::detail {

//===----------------------------------------------------------------------===//
// Changes
//===----------------------------------------------------------------------===//

namespace {
/// Learns what a pass preserves: MLIR asks each analysis whether it still
/// holds, unless the pass has preserved all of them.
class ChangeProbe {
public:
  explicit ChangeProbe(Operation *) {}

  /// Calls `run`, which runs a pipeline on the operation of `analyses`, and
  /// sets `changes` to what its last pass preserves. One that fails may not
  /// have run at all. `changes` has to live as long as the analyses.
  static LogicalResult observe(AnalysisManager analyses, Changes &changes,
                               function_ref<LogicalResult()> run) {
    changes.reset();
    analyses.getAnalysis<ChangeProbe>().changes = &changes;
    LogicalResult result = run();
    if (failed(result))
      changes.emplace();
    return result;
  }

  /// Called by MLIR.
  bool isInvalidated(const AnalysisManager::PreservedAnalyses &preserved) {
    *changes = preserved;
    return false;
  }

private:
  Changes *changes = nullptr;
};
} // namespace

//===----------------------------------------------------------------------===//
// Hooks
//===----------------------------------------------------------------------===//

LogicalResult PassRunner::checkCancellation(const PassInfo &info) {
  if (!cancellation || !cancellation->isCancelled())
    return success();
  if (cancellation->claimReport())
    module.emitError("interrupted at the pass '") << info.name << "'";
  return failure();
}

LogicalResult
PassRunner::callHooks(const InstrumentList &instruments, const PassInfo &info,
                      StringRef when,
                      function_ref<LogicalResult(PassInstrument &)> hook) {
  for (const auto &instrument : instruments) {
    unsigned numErrorsBefore = numErrors;
    if (failed(hook(*instrument))) {
      if (numErrors == numErrorsBefore)
        module.emitError("the instrument '")
            << instrument->getName() << "' failed " << when << " the pass '"
            << info.name << "'";
      return failure();
    }
    if (failed(checkCancellation(info)))
      return failure();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// One pass, in the order of TVM's Pass::operator() (src/ir/transform.cc)
//===----------------------------------------------------------------------===//

LogicalResult PassRunner::run(PassInstance &pass, bool isListed) {
  // A hook may give the context other instruments: they take over with the next
  // pass.
  std::shared_ptr<const InstrumentList> instruments = context.getInstruments();
  const PassInfo &info = pass.getInfo();

  bool isVetoed = false;
  auto ask = [&](PassInstrument &instrument) -> LogicalResult {
    FailureOr<bool> go = instrument.shouldRun(module, info);
    isVetoed |= succeeded(go) && !*go;
    return go;
  };
  if (!context.isRequired(info.name) &&
      failed(callHooks(*instruments, info, "when asked about", ask)))
    return failure();
  if (isVetoed) {
    LDBG() << info.name << " does not run: an instrument has vetoed it";
    return success();
  }

  // Those that have seen the pass begin are told when it fails.
  size_t numWaiting = 0;
  llvm::scope_exit notifyFailure([&] {
    for (const auto &instrument : ArrayRef(*instruments).take_front(numWaiting))
      try {
        instrument->runAfterPassFailed(module, info);
      } catch (...) {
        // The failure that there is matters more.
      }
  });
  auto before = [&](PassInstrument &instrument) {
    ++numWaiting;
    return instrument.runBeforePass(module, info);
  };
  if (failed(callHooks(*instruments, info, "before", before)))
    return failure();

  PassKind kind = pass.impl->kind;
  bool isTraced = isListed && context.getTrace() &&
                  (kind == PassKind::Module || kind == PassKind::Function);
  if (isTraced)
    context.getTrace()(module, info, /*isBefore=*/true);
  if (failed(runBody(pass)))
    return failure();
  if (isTraced)
    context.getTrace()(module, info, /*isBefore=*/false);

  auto after = [&](PassInstrument &instrument) {
    return instrument.runAfterPass(module, info);
  };
  if (failed(callHooks(*instruments, info, "after", after)))
    return failure();
  notifyFailure.release();
  return success();
}

LogicalResult PassRunner::runBody(PassInstance &pass) {
  const PassImpl &impl = *pass.impl;
  if (impl.kind == PassKind::Sequential) {
    for (auto [element, isListed] : pass.elements)
      if (failed(run(*element, isListed)))
        return failure();
    return success();
  }
  // Inferring types again would find what is there.
  if (impl.infersTypes && typesInferredAt == numChanges) {
    LDBG() << "nothing has changed since types were inferred";
    return success();
  }
  if (failed(transform(pass)) || failed(checkCancellation(impl.info)))
    return failure();
  if (impl.infersTypes) {
    typesInferredAt = numChanges;
    if (host)
      host->didInferTypes();
  }
  if (impl.kind == PassKind::Function)
    return run(plan.getInferType(), /*isListed=*/false);
  return success();
}

LogicalResult PassRunner::transform(PassInstance &pass) {
  const PassInfo &info = pass.getInfo();
  std::optional<OperationFingerPrint> before;
  if (context.isConfigSet("testing.immutable_module")) {
    if (failed(materialize()))
      return failure();
    before.emplace(module);
  }
  uint64_t numChangesBefore = numChanges;

  const DiagnosticRenderer &render = context.getDiagnosticRenderer();
  std::vector<Diagnostic> diagnostics;
  std::exception_ptr thrown;
  LogicalResult result = success();
  {
    std::optional<ScopedDiagnosticHandler> collector;
    if (render)
      collector.emplace(module.getContext(), [&](Diagnostic &diagnostic) {
        diagnostics.push_back(std::move(diagnostic));
      });
    result = catchException(thrown, [&] {
      return pass.impl->hosted ? runHostedCallback(pass) : runPipeline(pass);
    });
  }
  // Diagnostics from before an exception are shown, too.
  if (!diagnostics.empty())
    render(diagnostics);
  if (thrown)
    std::rethrow_exception(thrown);
  // As in TVM, what has reported an error has failed.
  if (failed(result) ||
      llvm::any_of(diagnostics, [](const Diagnostic &diagnostic) {
        return diagnostic.getSeverity() == DiagnosticSeverity::Error;
      }))
    return failure();

  LDBG() << info.name << " has "
         << (numChanges == numChangesBefore ? "changed nothing"
                                            : "changed the module");
  if (before && numChanges == numChangesBefore &&
      *before != OperationFingerPrint(module))
    return module.emitError("immutable module has been modified in pass: ")
           << info.name;
  return success();
}

LogicalResult PassRunner::runHostedCallback(PassInstance &pass) {
  if (!host)
    return module.emitError("the pass '")
           << pass.getInfo().name
           << "' needs a module that has another form than MLIR's";
  FailureOr<bool> changed = pass.impl->hosted(*host, context);
  if (failed(changed) || *changed)
    invalidate(Changes(std::in_place));
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
  pass.state.context = &context;
  pass.state.analyses = analyses;
  LogicalResult result = success();
  if (pass.impl->onModule) {
    result = ChangeProbe::observe(outerAnalyses, pass.state.changes, [&] {
      return execute(pass.pipeline, module);
    });
    if (pass.impl->isForeign)
      pass.state.changes.emplace();
    invalidate(pass.state.changes);
  } else {
    pass.state.changed = false;
    result = shouldRunInParallel() ? runOnFunctionsInParallel(pass)
                                   : runOnFunctions(pass);
    if (pass.state.changed)
      invalidate(Changes(std::in_place));
  }
  if (pass.state.exception)
    std::rethrow_exception(std::exchange(pass.state.exception, nullptr));
  return result;
}

LogicalResult PassRunner::execute(OpPassManager &pipeline, Operation *op) {
  if (cancellation)
    outerAnalyses.getAnalysis<PassCancellation>().cancellation = cancellation;
  return runPipelineOn(pipeline, op);
}

void PassRunner::invalidate(const Changes &changes) {
  if (!changes)
    return;
  ++numChanges;
  analyses.invalidate(*changes);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

bool isVisited(PassKind kind, func::FuncOp function) {
  if (function.isDeclaration())
    return false;
  bool isLowered = function->hasAttr(fnattr::lowered);
  return kind == PassKind::LoweredFunction
             ? isLowered
             : !isLowered && !isSkippedByFunctionPasses(function);
}

LogicalResult PassRunner::runOnFunctions(PassInstance &pass) {
  for (auto function :
       llvm::make_early_inc_range(module.getOps<func::FuncOp>())) {
    if (!isVisited(pass.impl->kind, function))
      continue;
    LogicalResult result =
        ChangeProbe::observe(outerAnalyses.nest(function), pass.state.changes,
                             [&] { return execute(pass.pipeline, function); });
    if (pass.state.changes)
      pass.state.changed = true;
    if (failed(result))
      return failure();
  }
  return success();
}

namespace {
/// How many operations a module has.
struct ModuleSize {
  explicit ModuleSize(Operation *module) {
    module->walk([&](Operation *) { ++numOperations; });
  }
  size_t numOperations = 0;
};

/// Runs the pipeline of an instance on the functions that it visits, on the
/// threads of MLIR's pool.
class GuardedFunctionPass
    : public PassWrapper<GuardedFunctionPass, OperationPass<func::FuncOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(GuardedFunctionPass)

  explicit GuardedFunctionPass(PassInstance &instance)
      : instance(instance), pipeline(instance.pipeline) {}
  GuardedFunctionPass(const GuardedFunctionPass &other) = default;

  StringRef getName() const override { return "GuardedFunctionPass"; }

  void getDependentDialects(DialectRegistry &registry) const override {
    pipeline.getDependentDialects(registry);
  }

  void runOnOperation() override {
    // The pipeline keeps the analyses of the pass manager up to date.
    markAllAnalysesPreserved();
    if (!isVisited(instance.impl->kind, getOperation()))
      return;
    std::exception_ptr thrown;
    auto run = [&] { return runPipeline(pipeline, getOperation()); };
    LogicalResult result =
        ChangeProbe::observe(getAnalysisManager(), changes,
                             [&] { return catchException(thrown, run); });
    if (changes)
      instance.state.changed = true;
    if (thrown)
      instance.state.setException(thrown);
    if (failed(result))
      signalPassFailure();
  }

private:
  PassInstance &instance;
  OpPassManager pipeline;
  Changes changes;
};
} // namespace

/// Handing 64 functions to the threads of the pool costs some 50 us more than
/// calling the pass for one after the other; a pass that does no more than look
/// at each operation takes that long for so many.
static constexpr size_t minParallelOperations = 4096;

bool PassRunner::shouldRunInParallel() {
  if (!module.getContext()->isMultithreadingEnabled())
    return false;
  const OperatorRules *rules = OperatorRules::find(module.getContext());
  if (rules && rules->hasCallerRules())
    return false;
  const auto *others = FakeQuantizationRules::find(module.getContext());
  if (others && others->hasCallerRules())
    return false;
  auto functions = module.getOps<func::FuncOp>();
  if (functions.empty() || llvm::hasSingleElement(functions))
    return false;
  return analyses.getAnalysis<ModuleSize>().numOperations >=
         minParallelOperations;
}

LogicalResult PassRunner::runOnFunctionsInParallel(PassInstance &pass) {
  if (!pass.parallelPipeline) {
    pass.parallelPipeline =
        std::make_unique<OpPassManager>(ModuleOp::getOperationName());
    pass.parallelPipeline->addNestedPass<func::FuncOp>(
        std::make_unique<GuardedFunctionPass>(pass));
  }
  return execute(*pass.parallelPipeline, module);
}

//===----------------------------------------------------------------------===//
// Plans
//===----------------------------------------------------------------------===//

/// Reports what has been thrown as an error of `module`.
static void emitException(ModuleOp module, std::exception_ptr exception) {
  try {
    std::rethrow_exception(exception);
  } catch (const std::exception &thrown) {
    module.emitError("a pass or an instrument threw: ") << thrown.what();
  } catch (...) {
    module.emitError("a pass or an instrument threw");
  }
}

LogicalResult runPlan(PassPlan &plan, PassContext &context, ModuleOp module,
                      PassRunner::ExecuteFn execute, AnalysisManager analyses,
                      Cancellation *cancellation, std::exception_ptr *sink,
                      ModuleHost *host) {
  std::exception_ptr thrown;
  LogicalResult result = catchException(thrown, [&] {
    return PassRunner(module, context, plan, execute, analyses, cancellation,
                      host)
        .run(plan.getRoot(), /*isListed=*/true);
  });
  if (sink)
    *sink = thrown;
  else if (thrown)
    emitException(module, thrown);
  return result;
}

} // namespace mlir::relay::pass::detail
