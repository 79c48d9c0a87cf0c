//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registration of pipelines of passes on modules.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_SUPPORT_MODULEPIPELINE_H
#define RELAYLITE_SUPPORT_MODULEPIPELINE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

namespace mlir::relay {

/// Registers a pipeline that `build` makes, as PassPipelineRegistration does.
/// `build` may report an error by its last argument and fail.
/// Nesting it in an operation other than a module is an error, as for a pass on
/// modules. Adding the passes themselves there would end the process.
template <typename OptionsT>
void registerModulePipeline(
    StringRef argument, StringRef description,
    std::function<LogicalResult(OpPassManager &, const OptionsT &,
                                function_ref<LogicalResult(const Twine &)>)>
        build) {
  registerPassPipeline(
      argument, description,
      [name = argument.str(), build = std::move(build)](
          OpPassManager &pm, StringRef text,
          function_ref<LogicalResult(const Twine &)> emitError) {
        OptionsT options;
        if (failed(options.parseFromString(text)))
          return failure();
        StringRef module = ModuleOp::getOperationName();
        StringRef anchor = pm.getOpName().value_or(module);
        if (pm.getNesting() == OpPassManager::Nesting::Explicit &&
            anchor != module)
          return emitError("cannot add pipeline '" + name +
                           "' restricted to '" + module +
                           "' on a PassManager intended to run on '" + anchor +
                           "', did you intend to nest?");
        return build(pm, options, emitError);
      },
      [](function_ref<void(const mlir::detail::PassOptions &)> visit) {
        visit(OptionsT());
      });
}

} // namespace mlir::relay

#endif // RELAYLITE_SUPPORT_MODULEPIPELINE_H
