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

namespace mlir::relay::pass::detail {

/// Runs the passes of a plan on one module. `run` throws the exceptions of
/// hooks and passes.
class PassRunner {
public:
  /// Runs a pipeline on the module or a function in it.
  using ExecuteFn = function_ref<LogicalResult(OpPassManager &, Operation *)>;

  PassRunner(ModuleOp module, PassContext &context, PassPlan &plan,
             ExecuteFn runPipelineOn, AnalysisManager outerAnalyses,
             Cancellation *cancellation, ModuleHost *host)
      : module(module), context(context), plan(plan),
        cancellation(cancellation), host(host), outerAnalyses(outerAnalyses),
        analysisManager(module, /*passInstrumentor=*/nullptr),
        analyses(analysisManager), runPipelineOn(runPipelineOn),
        errorCounter(module.getContext(), [this](Diagnostic &diagnostic) {
          numErrors += diagnostic.getSeverity() == DiagnosticSeverity::Error;
          // Others handle it.
          return failure();
        }) {}

  /// Asks the instruments, then runs the pass between their hooks.
  LogicalResult run(PassInstance &pass, bool isListed);

private:
  /// Fails if the run is cancelled at the pass.
  LogicalResult checkCancellation(const PassInfo &info);
  LogicalResult callHooks(const InstrumentList &instruments,
                          const PassInfo &info, StringRef when,
                          function_ref<LogicalResult(PassInstrument &)> hook);
  /// Run the passes between the hooks: the elements of a Sequential, or the
  /// pass and the InferType that ends function passes.
  LogicalResult runBody(PassInstance &pass);
  /// The pass alone, with its diagnostics and the check of what it reports.
  LogicalResult transform(PassInstance &pass);
  LogicalResult runHostedCallback(PassInstance &pass);
  LogicalResult runPipeline(PassInstance &pass);
  LogicalResult runOnFunctions(PassInstance &pass);
  LogicalResult runOnFunctionsInParallel(PassInstance &pass);
  bool shouldRunInParallel();
  /// Runs `pipeline` on `op` with the cancellation.
  LogicalResult execute(OpPassManager &pipeline, Operation *op);
  LogicalResult materialize() { return host ? host->materialize() : success(); }
  void invalidate(const Changes &changes);

  ModuleOp module;
  PassContext &context;
  PassPlan &plan;
  /// May be null.
  Cancellation *cancellation;
  /// Who holds the module in another form; may be null.
  ModuleHost *host;
  /// Those of the pass manager around, which drops them at the end of every
  /// dynamic pipeline, and those that live from pass to pass.
  AnalysisManager outerAnalyses;
  ModuleAnalysisManager analysisManager;
  AnalysisManager analyses;
  /// How often the module has changed, and what that was when types had been
  /// inferred.
  uint64_t numChanges = 0;
  std::optional<uint64_t> typesInferredAt;
  ExecuteFn runPipelineOn;
  /// Errors that have been reported so far: a hook that fails without one needs
  /// one.
  std::atomic<unsigned> numErrors{0};
  ScopedDiagnosticHandler errorCounter;
};

/// Runs `plan` on the module of an MLIR pass, whose runPipeline is `execute`.
/// An exception goes to `sink` or, without one, becomes a diagnostic.
/// `cancellation` may be null.
LogicalResult runPlan(PassPlan &plan, PassContext &context, ModuleOp module,
                      PassRunner::ExecuteFn execute, AnalysisManager analyses,
                      Cancellation *cancellation,
                      std::exception_ptr *sink = nullptr,
                      ModuleHost *host = nullptr);

} // namespace mlir::relay::pass::detail

#endif // LIB_PASS_PASSRUNNER_H
