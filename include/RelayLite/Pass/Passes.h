//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pass infrastructure as MLIR passes.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_PASS_PASSES_H
#define RELAYLITE_PASS_PASSES_H

#include "RelayLite/Codegen/Pipelines.h"
#include "RelayLite/Pass/Pass.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassOptions.h"

namespace mlir::relay {

#define GEN_PASS_DECL
#include "RelayLite/Pass/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "RelayLite/Pass/Passes.h.inc"

/// The context of a Sequential that is a pipeline: what is given takes the
/// place of what the context around has. relay-sequential describes the values.
struct SequentialPipelineOptions
    : public PassPipelineOptions<SequentialPipelineOptions> {
  Option<std::string> optLevel{
      *this, "opt-level",
      llvm::cl::desc(
          "Level of the context: passes of a higher one do not run")};
  ListOption<std::string> disabled{
      *this, "disabled", llvm::cl::desc("Names of passes that do not run")};
  ListOption<std::string> required{
      *this, "required",
      llvm::cl::desc("Names of passes that run whatever their level")};
  ListOption<std::string> config{
      *this, "config", llvm::cl::desc("Options of the context, as key=value")};
  ListOption<std::string> instrument{
      *this, "instrument",
      llvm::cl::desc("Built-in instruments of the context, such as timing")};
};

/// Adds relay-optimize: what TVM's relay.build does to a module before it
/// generates code for one target, up to FuseOps. docs/Pipelines.md describes
/// the passes. The module needs a function @main; parameters are bound
/// beforehand, by relay-bind-params.
void populateRelayOptimizePipeline(
    OpPassManager &pm, const SequentialPipelineOptions &options = {});

/// Adds relay-lower-to-llvm: fused functions are taken apart, since loops are
/// fused instead, and all is lowered (populateRelayToLLVMPipeline).
/// docs/Pipelines.md describes the steps.
void populateRelayLowerToLLVMPipeline(
    OpPassManager &pm, const RelayLowerToLLVMOptions &options = {});

/// Relay to func, scf, linalg, tensor, arith and math, for other compilers;
/// with memref and bufferization for references. Nothing of the dialect is
/// left, so that they need not know it. docs/Pipelines.md describes the steps.
void populateRelayToLinalgPipeline(OpPassManager &pm);

/// Registers the Sequentials of the table of passes as pipelines, so that
/// MLIR's tools know them by their arguments: relay-optimize is one.
void registerRelayLiteSequentials();

/// Registers every pass and pipeline of RelayLite.
void registerRelayLitePasses();

} // namespace mlir::relay

#endif // RELAYLITE_PASS_PASSES_H
