//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Convolutions whose channels are in blocks.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_CONVERSION_RELAYTOLINALG_NN_BLOCKEDCONV_H
#define LIB_CONVERSION_RELAYTOLINALG_NN_BLOCKEDCONV_H

#include "../Builders/TensorBuilders.h"
#include "RelayLite/Dialect/Relay/IR/TypeInference.h"

namespace mlir::relay {

/// Return the result, of Relay type `type`, of a convolution of images in NCHW
/// or NCHW*x*c to NCHW*y*c as loops over the blocks where they are. Return null
/// for other layouts, for dynamic shapes, and for incomplete blocks.
Value buildBlockedConv(Emitter &b, const ConvAttributes &attributes,
                       const Convolution &conv, TypedTensor data,
                       TypedTensor weight, RankedTensorType type);

} // namespace mlir::relay

#endif // LIB_CONVERSION_RELAYTOLINALG_NN_BLOCKEDCONV_H
