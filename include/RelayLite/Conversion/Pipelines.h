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

#ifndef RELAYLITE_CONVERSION_PIPELINES_H
#define RELAYLITE_CONVERSION_PIPELINES_H

namespace mlir {
class OpPassManager;

namespace relay {

/// Relay on tensors -> loops on buffers: convert-relay-to-linalg, bufferization
/// in the caller's buffers where possible, loops, expanded math functions.
/// Functions keep tensor-like memref arguments of identity layout.
void populateRelayToLoopsPipeline(OpPassManager &pm);

/// Loops on buffers -> the LLVM dialect.
void populateLoopsToLLVMPipeline(OpPassManager &pm);

/// Both: the pipeline relay-lower-to-llvm.
void populateRelayLowerToLLVMPipeline(OpPassManager &pm);

/// Registers relay-lower-to-llvm.
void registerRelayLitePipelines();

} // namespace relay
} // namespace mlir

#endif // RELAYLITE_CONVERSION_PIPELINES_H
