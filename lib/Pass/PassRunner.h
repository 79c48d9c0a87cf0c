//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs passes on one module: the one place where hooks are fired.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_PASS_PASSRUNNER_H
#define LIB_PASS_PASSRUNNER_H

#include "PassImpl.h"
#include <atomic>

namespace mlir::relay::pass::detail {

class PassRunner {
public:
  /// Runs a pipeline on the module or a function in it.
  using ExecuteFn = function_ref<LogicalResult(OpPassManager &, Operation *)>;

  PassRunner(ModuleOp module, PassContext &context, PassPlan &plan,
             ExecuteFn execute, Cancellation *cancellation, ModuleHost *host)
      : module(module), context(context), plan(plan),
        cancellation(cancellation), host(host),
        analysisManager(module, /*passInstrumentor=*/nullptr),
        analyses(analysisManager), execute(execute),
        errorCounter(module.getContext(), [this](Diagnostic &diagnostic) {
          numErrors += diagnostic.getSeverity() == DiagnosticSeverity::Error;
          // Others handle it.
          return failure();
        }) {}

  /// Asks the instruments, then runs the pass between their hooks.
  LogicalResult run(PassInstance &pass, bool isListed);

  /// What a hook or a pass has thrown; null if nothing.
  std::exception_ptr getException() const { return exception; }

private:
  /// Fails if the run is cancelled at the pass.
  LogicalResult checkCancellation(const PassInfo &info);
  LogicalResult runHook(const PassInfo &info, const InstrumentList &instruments,
                        StringRef when,
                        function_ref<LogicalResult(PassInstrument &)> hook,
                        size_t *numRun = nullptr);
  FailureOr<bool> shouldRun(const PassInfo &info,
                            const InstrumentList &instruments);
  LogicalResult runTraced(PassInstance &pass, bool isListed);
  LogicalResult runBody(PassInstance &pass);
  LogicalResult runChecked(PassInstance &pass);
  LogicalResult runWithDiagnostics(PassInstance &pass);
  LogicalResult runHostedCallback(PassInstance &pass);
  LogicalResult materialize() { return host ? host->materialize() : success(); }
  LogicalResult runPipeline(PassInstance &pass);
  LogicalResult runOnFunctions(PassInstance &pass, bool &changed);
  LogicalResult runOnFunctionsInParallel(PassInstance &pass, bool &changed);
  void invalidate(const AnalysisManager::PreservedAnalyses &preserved);
  bool shouldRunInParallel(const PassInstance &pass);

  ModuleOp module;
  PassContext &context;
  PassPlan &plan;
  /// May be null.
  Cancellation *cancellation;
  /// Who holds the module in another form; may be null.
  ModuleHost *host;
  /// Analyses that live from pass to pass. (Those of the pass manager are
  /// dropped at the end of every dynamic pipeline.)
  ModuleAnalysisManager analysisManager;
  AnalysisManager analyses;
  /// How often the module has changed, and what that was when types had been
  /// inferred.
  uint64_t numChanges = 0;
  std::optional<uint64_t> typesInferredAt;
  ExecuteFn execute;
  std::exception_ptr exception;
  /// Errors that have been reported so far: a hook that fails without one needs
  /// one.
  std::atomic<unsigned> numErrors{0};
  ScopedDiagnosticHandler errorCounter;
};

/// Remembers which modules runners are working on, so that instrumentation of
/// the pass manager around them does not fire for their passes again.
class ScopedDrivenModule {
public:
  explicit ScopedDrivenModule(ModuleOp module);
  ~ScopedDrivenModule();
  /// Whether `op` is, or is inside, a module that a runner works on.
  static bool contains(Operation *op);

private:
  ModuleOp module;
};

} // namespace mlir::relay::pass::detail

#endif // LIB_PASS_PASSRUNNER_H
