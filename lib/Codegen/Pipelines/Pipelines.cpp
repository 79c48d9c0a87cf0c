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

#include "RelayLite/Codegen/Pipelines.h"
#include "RelayLite/Codegen/Passes.h"
#include "RelayLite/Conversion/Passes.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Bufferization/Pipelines/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

void relay::registerLoweringDialects(DialectRegistry &registry) {
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registerAllToLLVMIRTranslations(registry);
}

/// Named operations of linalg -> loops in the order of RelayLite
static void addOrders(OpPassManager &functions) {
  functions.addPass(relay::createLowerReductionsPass());
  functions.addPass(relay::createOrderContractionsPass());
}

/// tensors -> buffers
static void addBufferization(OpPassManager &pm) {
  pm.nest<func::FuncOp>().addPass(relay::createFlattenConcatenationsPass());
  pm.addPass(bufferization::createEmptyTensorEliminationPass());
  pm.addPass(bufferization::createEmptyTensorToAllocTensorPass());
  bufferization::OneShotBufferizePassOptions bufferize;
  bufferize.bufferizeFunctionBoundaries = true;
  // The rounds of an scf.while of tensors may have buffers of their own.
  bufferize.allowReturnAllocsFromLoops = true;
  bufferize.functionBoundaryTypeConversion =
      bufferization::LayoutMapOption::IdentityLayoutMap;
  pm.addPass(bufferization::createOneShotBufferizePass(bufferize));
}

/// Contractions -> loops over tiles of vectors
static void addPacking(OpPassManager &pm, int64_t vectorBytes,
                       int64_t threads = 1) {
  relay::PackContractionsPassOptions options;
  options.threads = threads;
  options.vectorBytes = vectorBytes;
  // Accumulators in most of the registers: of 16, or of the 32 that AVX-512
  // has.
  options.tileRows = vectorBytes < 64 ? 6 : 12;
  options.numRegisters = vectorBytes < 64 ? 16 : 32;
  pm.addPass(relay::createPackContractionsPass(options));
}

/// Add passes that lower the remaining linalg operations to loops.
static void addLoops(OpPassManager &functions) {
  functions.addPass(createConvertLinalgToLoopsPass());
  functions.addPass(relay::createUnrollLoopsPass());
  functions.addPass(createCanonicalizerPass());
  functions.addPass(createCSEPass());
}

void relay::populateRelayToLoopsPipeline(OpPassManager &pm,
                                         int64_t vectorBytes) {
  // relay -> linalg on tensors
  pm.addPass(createConvertRelayToLinalgPass());
  addOrders(pm.nest<func::FuncOp>());
  // Before the first folders: those of math call the compiler's C library, and
  // those of arith make conversions to bf16 that need a run-time library.
  pm.addPass(createExpandMathPass());
  pm.addPass(createCanonicalizerPass());
  addBufferization(pm);
  addPacking(pm.nest<func::FuncOp>(), vectorBytes);
  // copies with gaps -> linalg
  pm.addPass(createLowerCopiesPass());
  addLoops(pm.nest<func::FuncOp>());
}

void relay::populateLoopsToLLVMPipeline(OpPassManager &pm) {
  pm.addPass(memref::createExpandStridedMetadataPass());
  pm.addPass(createLowerAffinePass());
  pm.addPass(createSCFToControlFlowPass());
  pm.addPass(createConvertVectorToLLVMPass());
  // memref.reshape is lowered here only.
  pm.addPass(createFinalizeMemRefToLLVMConversionPass());
  pm.addPass(createConvertToLLVMPass());
  pm.addPass(createReconcileUnrealizedCastsPass());
  pm.nest<LLVM::LLVMFuncOp>().addPass(createBFloat16BitsPass());
}

/// Adds the passes from relay to operations on tensors that are fused.
static void addTensors(OpPassManager &pm,
                       const relay::RelayLowerToLLVMOptions &options) {
  if (options.planMemory)
    pm.addPass(relay::createCheckSizesPass());
  pm.addPass(relay::createConvertRelayToLinalgPass());
  // arith and math on tensors
  pm.addPass(createConvertElementwiseToLinalgPass());
  pm.nest<func::FuncOp>().addPass(relay::createEliminateTailRecursionPass());
  if (options.planMemory)
    pm.nest<func::FuncOp>().addPass(relay::createCheckShapesPass());
  addOrders(pm.nest<func::FuncOp>());
  // Before the first folders, as above.
  pm.addPass(relay::createExpandMathPass());
  // Scalars need no memory.
  pm.nest<func::FuncOp>().addPass(
      createLinalgDetensorizePass({/*aggressiveMode=*/true}));
  pm.addPass(createCanonicalizerPass());
  // The memory of functions that others call is not planned.
  if (options.planMemory)
    pm.addPass(createInlinerPass());
  // No CSE on tensors: operations that start from equal fills would share one,
  // and each had to copy it.
  if (options.fuseElementwise)
    pm.nest<func::FuncOp>().addPass(relay::createFuseElementwisePass());
}

/// Adds the passes from tensors to buffers that are allocated and freed.
static void addBuffers(OpPassManager &pm, bool planMemory) {
  // Arguments belong to the caller.
  pm.nest<func::FuncOp>().addPass(relay::createProtectArgumentsPass());
  addBufferization(pm);
  if (planMemory)
    pm.addPass(relay::createResultsToArgumentsPass());
  pm.nest<func::FuncOp>().addPass(relay::createSeparateResultsPass());
  // A private function may return an argument, so that references stay the
  // buffers that they are.
  bufferization::BufferDeallocationPipelineOptions deallocation;
  deallocation.privateFunctionDynamicOwnership = true;
  bufferization::buildBufferDeallocationPipeline(pm, deallocation);
  // Results that are views of arguments are copied.
  pm.addPass(createConvertBufferizationToMemRefPass());
  pm.nest<func::FuncOp>().addPass(
      bufferization::createOptimizeAllocationLivenessPass());
}

void relay::populateRelayToLLVMPipeline(
    OpPassManager &pm, const RelayLowerToLLVMOptions &options) {
  addTensors(pm, options);
  addBuffers(pm, options.planMemory);
  pm.nest<func::FuncOp>().addPass(createFillBordersPass());
  if (options.packContractions)
    addPacking(pm, options.vectorBytes ? options.vectorBytes : 32,
               options.threads);
  pm.addPass(createOutlineRegionsPass());
  pm.addPass(createLowerCopiesPass());
  OpPassManager &functions = pm.nest<func::FuncOp>();
  bool isParallel = options.threads > 1;
  if (isParallel)
    functions.addPass(createDistributeLoopsPass({options.threads}));
  TileElementwisePassOptions tile;
  tile.tileSize = options.tileSize;
  tile.vectorBytes = options.vectorBytes;
  functions.addPass(createTileElementwisePass(tile));
  functions.addPass(createVectorizeReductionsPass({options.vectorBytes}));
  addLoops(functions);
  // The constants of which there are packed copies.
  pm.addPass(createEraseUnusedArgumentsPass());
  pm.addPass(createSymbolDCEPass());
  if (options.planMemory) {
    pm.addPass(createPlanMemoryPass());
    if (options.externalizeWeights)
      pm.addPass(createExternalizeWeightsPass());
    pm.addPass(createCheckStackPass());
    pm.addPass(createLowerAssertsPass());
  }
  if (isParallel)
    pm.addPass(createOutlineParallelLoopsPass());
  populateLoopsToLLVMPipeline(pm);
}
