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

#ifndef LIB_PASS_ADAPTORPASS_H
#define LIB_PASS_ADAPTORPASS_H

#include "PassRunner.h"

namespace mlir::relay::pass::detail {

class AdaptorPass : public PassWrapper<AdaptorPass, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(AdaptorPass)

  static llvm::Expected<std::unique_ptr<AdaptorPass>>
  create(pass::Pass root, std::shared_ptr<PassContext> context) {
    if (!context)
      return llvm::createStringError(
          "expected a pass context, but got a null pointer");
    llvm::Expected<std::unique_ptr<PassPlan>> plan =
        PassPlan::create(root, *context);
    if (!plan)
      return plan.takeError();
    return std::unique_ptr<AdaptorPass>(
        new AdaptorPass(std::move(root), std::move(context), std::move(*plan)));
  }
  /// Instances for the copy are made anew.
  AdaptorPass(const AdaptorPass &other)
      : PassWrapper(other), root(other.root), context(other.context),
        plan(llvm::cantFail(PassPlan::create(root, *context))),
        sink(other.sink), host(other.host), cancellation(other.cancellation) {}

  /// Store exceptions that are thrown inside in `newSink`. They do not become
  /// diagnostics then.
  void setExceptionSink(std::exception_ptr *newSink) { sink = newSink; }
  /// Who holds the module in another form.
  void setHost(ModuleHost *newHost) { host = newHost; }
  void setCancellation(Cancellation *newCancellation) {
    cancellation = newCancellation;
  }

  StringRef getName() const override { return root.getInfo().name; }
  void getDependentDialects(DialectRegistry &registry) const override {
    plan->getDependentDialects(registry);
  }
  void runOnOperation() override {
    auto execute = [&](OpPassManager &pipeline, Operation *op) {
      return runPipeline(pipeline, op);
    };
    if (failed(runPlan(*plan, *context, getOperation(), execute,
                       getAnalysisManager(), cancellation, sink, host)))
      signalPassFailure();
    markAllAnalysesPreserved();
  }

private:
  AdaptorPass(pass::Pass root, std::shared_ptr<PassContext> context,
              std::unique_ptr<PassPlan> plan)
      : root(std::move(root)), context(std::move(context)),
        plan(std::move(plan)) {}

  pass::Pass root;
  std::shared_ptr<PassContext> context;
  std::unique_ptr<PassPlan> plan;
  std::exception_ptr *sink = nullptr;
  ModuleHost *host = nullptr;
  Cancellation *cancellation = nullptr;
};

} // namespace mlir::relay::pass::detail

#endif // LIB_PASS_ADAPTORPASS_H
