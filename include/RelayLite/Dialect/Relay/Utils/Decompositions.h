//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operators as compositions of simpler ones: what SimplifyInference and
// CanonicalizeOps write in their place and what their lowering computes. Each
// function emits the simpler operators at the insertion point and returns the
// value of the type of the operator's result (of its first field, for a tuple).
// They fail, before they emit anything, where a type is unknown or where
// vectors along one dimension, of dynamic size in some types, have different
// sizes in others.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_UTILS_DECOMPOSITIONS_H
#define RELAYLITE_DIALECT_RELAY_UTILS_DECOMPOSITIONS_H

#include "RelayLite/Dialect/Relay/IR/RelayOps.h"

namespace mlir::relay {

/// data + bias, the bias along the axis.
FailureOr<Value> decomposeBiasAdd(OpBuilder &b, NNBiasAddOp op);

/// The normalised data: data * s + (-moving_mean * s + beta), where
/// s = 1 / sqrt(moving_var + epsilon) * gamma.
FailureOr<Value> decomposeBatchNorm(OpBuilder &b, NNBatchNormOp op);

/// (data - mean) / sqrt(variance + epsilon) * gamma + beta.
FailureOr<Value> decomposeLayerNorm(OpBuilder &b, NNLayerNormOp op);
FailureOr<Value> decomposeInstanceNorm(OpBuilder &b, NNInstanceNormOp op);
/// The same on the channels split into groups.
FailureOr<Value> decomposeGroupNorm(OpBuilder &b, NNGroupNormOp op);

/// data / sqrt(max(sum(data * data), eps)).
FailureOr<Value> decomposeL2Normalize(OpBuilder &b, NNL2NormalizeOp op);

/// exp(data - max) / sum(exp(data - max)); of f16 and bf16 elements computed in
/// f32 and rounded once.
FailureOr<Value> decomposeSoftmax(OpBuilder &b, NNSoftmaxOp op);
/// data - max - log(sum(exp(data - max))), likewise.
FailureOr<Value> decomposeLogSoftmax(OpBuilder &b, NNLogSoftmaxOp op);

/// clip(round(data / output_scale) + output_zero_point) by the type that the
/// operand says, or data.
FailureOr<Value> decomposeSimulatedQuantize(OpBuilder &b,
                                            QnnSimulatedQuantizeOp op);
/// (data - input_zero_point) * input_scale, or data.
FailureOr<Value> decomposeSimulatedDequantize(OpBuilder &b,
                                              QnnSimulatedDequantizeOp op);
/// round(clip(data / dom_scale, clip_min, clip_max)) * dom_scale, or data.
FailureOr<Value>
decomposeAnnotatedQuantization(OpBuilder &b, AnnotationSimulatedQuantizeOp op);

} // namespace mlir::relay

#endif // RELAYLITE_DIALECT_RELAY_UTILS_DECOMPOSITIONS_H
