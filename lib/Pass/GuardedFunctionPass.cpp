//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The guard around passes on functions that run on several threads.
//
//===----------------------------------------------------------------------===//

#include "GuardedFunctionPass.h"

namespace mlir::relay::pass::detail {

namespace {
class GuardedFunctionPass
    : public PassWrapper<GuardedFunctionPass, OperationPass<func::FuncOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(GuardedFunctionPass)

  GuardedFunctionPass(PassKind kind, const OpPassManager &pipeline,
                      std::shared_ptr<GuardState> state)
      : kind(kind), pipeline(pipeline), state(std::move(state)) {}
  GuardedFunctionPass(const GuardedFunctionPass &other) = default;

  StringRef getName() const override { return "GuardedFunctionPass"; }

  void getDependentDialects(DialectRegistry &registry) const override {
    pipeline.getDependentDialects(registry);
  }

  void runOnOperation() override {
    if (!isVisited(kind, getOperation()))
      return markAllAnalysesPreserved();
    try {
      if (failed(runPipeline(pipeline, getOperation()))) {
        state->changed = true;
        return signalPassFailure();
      }
    } catch (...) {
      std::lock_guard<std::mutex> lock(state->mutex);
      if (!state->exception)
        state->exception = std::current_exception();
      state->changed = true;
      return signalPassFailure();
    }
    if (!getPreservedAnalyses(pipeline).isAll())
      state->changed = true;
    // The pipeline has kept the analyses of the pass manager up to date.
    markAllAnalysesPreserved();
  }

private:
  PassKind kind;
  OpPassManager pipeline;
  std::shared_ptr<GuardState> state;
};
} // namespace

std::unique_ptr<mlir::Pass>
createGuardedFunctionPass(PassKind kind, const OpPassManager &pipeline,
                          std::shared_ptr<GuardState> state) {
  return std::make_unique<GuardedFunctionPass>(kind, pipeline,
                                               std::move(state));
}

} // namespace mlir::relay::pass::detail
