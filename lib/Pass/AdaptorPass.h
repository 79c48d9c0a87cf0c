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
  create(pass::Pass root, std::shared_ptr<PassContext> context);
  /// Instances for the copy are made anew.
  AdaptorPass(const AdaptorPass &other);

  /// What is thrown inside goes to `sink` instead of becoming a diagnostic.
  void setExceptionSink(std::exception_ptr *newSink) { sink = newSink; }
  /// Who holds the module in another form.
  void setHost(ModuleHost *newHost) { host = newHost; }
  void setCancellation(Cancellation *newCancellation) {
    cancellation = newCancellation;
  }

  StringRef getName() const override { return root.getInfo().name; }
  void getDependentDialects(DialectRegistry &registry) const override;
  void runOnOperation() override;

private:
  AdaptorPass(pass::Pass root, std::shared_ptr<PassContext> context,
              std::unique_ptr<PassPlan> plan);

  pass::Pass root;
  std::shared_ptr<PassContext> context;
  std::unique_ptr<PassPlan> plan;
  std::exception_ptr *sink = nullptr;
  ModuleHost *host = nullptr;
  Cancellation *cancellation = nullptr;
};

/// Runs `plan` on the module of an MLIR pass, whose runPipeline is `execute`.
/// Without a `sink`, what is thrown becomes a diagnostic.
LogicalResult runPlan(PassPlan &plan, PassContext &context, ModuleOp module,
                      PassRunner::ExecuteFn execute, std::exception_ptr *sink,
                      Cancellation *cancellation, ModuleHost *host = nullptr);

} // namespace mlir::relay::pass::detail

#endif // LIB_PASS_ADAPTORPASS_H
