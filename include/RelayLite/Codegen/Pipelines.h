//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pipelines from the relay dialect down to the LLVM dialect.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_CODEGEN_PIPELINES_H
#define RELAYLITE_CODEGEN_PIPELINES_H

#include "mlir/Pass/PassOptions.h"

namespace mlir {
class DialectRegistry;
class OpPassManager;

namespace relay {

/// Registers all upstream dialects with their extensions and translations to
/// LLVM IR: what lowering to machine code needs besides the relay dialect.
void registerLoweringDialects(DialectRegistry &registry);

/// Options of relay-lower-to-llvm for the transformations of loops. None of
/// them changes a bit of a result.
struct RelayLowerToLLVMOptions
    : public PassPipelineOptions<RelayLowerToLLVMOptions> {
  Option<bool> fuseElementwise{
      *this, "fuse-elementwise",
      llvm::cl::desc("Fuse elementwise operations (relay-fuse-elementwise)"),
      llvm::cl::init(true)};
  Option<bool> packContractions{
      *this, "pack-contractions",
      llvm::cl::desc("Pack the operands of contractions into panels "
                     "(relay-pack-contractions)"),
      llvm::cl::init(true)};
  Option<int64_t> tileSize{
      *this, "tile-size",
      llvm::cl::desc("Length of the sides of tiles of transpositions; 0 for no "
                     "tiles (relay-tile-elementwise)"),
      llvm::cl::init(32)};
  Option<int64_t> vectorBytes{
      *this, "vector-bytes",
      llvm::cl::desc("Size of vectors; 0 for none in elementwise operations "
                     "(relay-tile-elementwise, relay-pack-contractions)"),
      llvm::cl::init(32)};
  Option<bool> planMemory{
      *this, "plan-memory",
      llvm::cl::desc("Let callers give the memory of results and a workspace "
                     "(relay-results-to-arguments, relay-plan-memory)"),
      llvm::cl::init(false)};
  Option<bool> requireExternals{
      *this, "require-externals",
      llvm::cl::desc("Fail where an external compiler is not registered "
                     "(relay-compile-external)"),
      llvm::cl::init(false)};
  Option<bool> externalizeWeights{
      *this, "externalize-weights",
      llvm::cl::desc("With plan-memory: take large constants from memory that "
                     "callers give (relay-externalize-weights)"),
      llvm::cl::init(false)};
  Option<int64_t> threads{
      *this, "threads",
      llvm::cl::desc("The most threads that share loops; more than 1 need the "
                     "function relay_rt_parallel (relay-distribute-loops, "
                     "relay-outline-parallel-loops)"),
      llvm::cl::init(1)};
};

/// Relay on tensors -> loops on buffers, for the kernels of single operators:
/// convert-relay-to-linalg, bufferization (in the caller's buffers where
/// possible), loops, expanded math functions. Functions keep tensor-like memref
/// arguments of identity layout. Buffers are not freed. Contractions use
/// vectors of `vectorBytes`; no bit of a result depends on this size.
void populateRelayToLoopsPipeline(OpPassManager &pm, int64_t vectorBytes = 32);

/// Loops on buffers -> the LLVM dialect.
void populateLoopsToLLVMPipeline(OpPassManager &pm);

/// Relay on tensors -> the LLVM dialect, for whole functions without fused
/// ones: to loops that are transformed as `options` say, then to the LLVM
/// dialect. Buffers are freed; a result belongs to the caller.
void populateRelayToLLVMPipeline(OpPassManager &pm,
                                 const RelayLowerToLLVMOptions &options);

} // namespace relay
} // namespace mlir

#endif // RELAYLITE_CODEGEN_PIPELINES_H
