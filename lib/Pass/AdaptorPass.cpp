//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The MLIR pass that runs a Pass under a context.
//
//===----------------------------------------------------------------------===//

#include "AdaptorPass.h"
#include "RelayLite/Support/PassCancellation.h"

namespace mlir::relay::pass::detail {
using llvm::Expected;

Expected<std::unique_ptr<AdaptorPass>>
AdaptorPass::create(pass::Pass root, std::shared_ptr<PassContext> context) {
  if (!context)
    return llvm::createStringError(
        "expected a pass context, but got a null pointer");
  Expected<std::unique_ptr<PassPlan>> plan = PassPlan::create(root, *context);
  if (!plan)
    return plan.takeError();
  return std::unique_ptr<AdaptorPass>(
      new AdaptorPass(std::move(root), std::move(context), std::move(*plan)));
}

AdaptorPass::AdaptorPass(pass::Pass root, std::shared_ptr<PassContext> context,
                         std::unique_ptr<PassPlan> plan)
    : root(std::move(root)), context(std::move(context)),
      plan(std::move(plan)) {}

AdaptorPass::AdaptorPass(const AdaptorPass &other)
    : PassWrapper(other), root(other.root), context(other.context),
      plan(llvm::cantFail(PassPlan::create(root, *context))), sink(other.sink),
      host(other.host), cancellation(other.cancellation) {}

void AdaptorPass::getDependentDialects(DialectRegistry &registry) const {
  plan->getDependentDialects(registry);
}

void AdaptorPass::runOnOperation() {
  auto execute = [&](OpPassManager &pipeline, Operation *op) {
    // Each pipeline drops the analyses at its end.
    if (cancellation)
      getAnalysis<PassCancellation>().cancellation = cancellation;
    return runPipeline(pipeline, op);
  };
  if (failed(runPlan(*plan, *context, getOperation(), execute, sink,
                     cancellation, host)))
    signalPassFailure();
  markAllAnalysesPreserved();
}

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
                      PassRunner::ExecuteFn execute, std::exception_ptr *sink,
                      Cancellation *cancellation, ModuleHost *host) {
  ScopedDrivenModule driven(module);
  PassRunner runner(module, context, plan, execute, cancellation, host);
  LogicalResult result = runner.run(plan.getRoot(), /*isListed=*/true);
  if (succeeded(result))
    return success();
  if (sink)
    *sink = runner.getException();
  else if (runner.getException())
    emitException(module, runner.getException());
  return failure();
}

} // namespace mlir::relay::pass::detail
