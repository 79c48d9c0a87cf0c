//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registration of all passes and pipelines, and the pipeline of all layers.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Codegen/Passes.h"
#include "RelayLite/Conversion/Passes.h"
#include "RelayLite/Dialect/Relay/Transforms/Passes.h"
#include "RelayLite/Pass/Passes.h"
#include "RelayLite/Support/ModulePipeline.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;

void relay::populateRelayLowerToLLVMPipeline(
    OpPassManager &pm, const RelayLowerToLLVMOptions &options) {
  CompileExternalPassOptions externals;
  externals.require = options.requireExternals;
  pm.addPass(createCompileExternalPass(externals));
  pm.nest<func::FuncOp>().addPass(createDefuseOpsPass());
  pm.addPass(createDefunctionalizePass());
  populateRelayToLLVMPipeline(pm, options);
}

void relay::populateRelayToLinalgPipeline(OpPassManager &pm) {
  pm.nest<func::FuncOp>().addPass(createDefuseOpsPass());
  pm.addPass(createDefunctionalizePass());
  pm.addPass(createConvertRelayToLinalgPass());
  OpPassManager &functions = pm.nest<func::FuncOp>();
  functions.addPass(createEliminateTailRecursionPass());
  functions.addPass(createIndexReversedOperandsPass());
  pm.addPass(createStripAttributesPass());
}

void relay::registerRelayLitePasses() {
  registerRelayPasses();
  registerRelayLiteCodegenPasses();
  registerRelayLiteConversionPasses();
  registerRelayLitePassPasses();
  registerRelayLiteSequentials();
  registerModulePipeline<RelayLowerToLLVMOptions>(
      "relay-lower-to-llvm",
      "Lower a module of Relay operators to the LLVM dialect",
      [](OpPassManager &pm, const RelayLowerToLLVMOptions &options, auto) {
        populateRelayLowerToLLVMPipeline(pm, options);
        return success();
      });
  registerModulePipeline<EmptyPipelineOptions>(
      "relay-to-linalg-pipeline",
      "Lower a module of Relay operators to linalg, for other compilers",
      [](OpPassManager &pm, const EmptyPipelineOptions &, auto) {
        populateRelayToLinalgPipeline(pm);
        return success();
      });
}
