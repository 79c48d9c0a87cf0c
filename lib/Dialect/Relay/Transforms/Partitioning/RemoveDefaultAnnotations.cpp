//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// RemoveDefaultAnnotations: removes the marks for the compiler of the module.
//
//===----------------------------------------------------------------------===//

#include "CompilerAnnotations.h"
#include "RelayLite/Dialect/Relay/Transforms/InferType.h"
#include "RelayLite/Dialect/Relay/Transforms/Passes.h"

namespace mlir::relay {
#define GEN_PASS_DEF_REMOVEDEFAULTANNOTATIONSPASS
#include "RelayLite/Dialect/Relay/Transforms/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;
using namespace mlir::relay;

namespace {
struct RemoveDefaultAnnotationsPass
    : public relay::impl::RemoveDefaultAnnotationsPassBase<
          RemoveDefaultAnnotationsPass> {
  using RemoveDefaultAnnotationsPassBase::RemoveDefaultAnnotationsPassBase;

  void runOnOperation() override {
    if (failed(checkTypesKnown(getOperation())))
      return signalPassFailure();
    SmallVector<Operation *> marks;
    auto collect = [&](auto mark) {
      if (mark.getCompiler() == kDefaultCompiler)
        marks.push_back(mark);
    };
    getOperation().walk([&](Operation *op) {
      if (auto begin = dyn_cast<AnnotationCompilerBeginOp>(op))
        collect(begin);
      else if (auto end = dyn_cast<AnnotationCompilerEndOp>(op))
        collect(end);
    });
    for (Operation *mark : marks)
      removeMark(mark, mark->getOperand(0));
    if (marks.empty())
      markAllAnalysesPreserved();
  }
};
} // namespace
