//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Quantization that is computed in floats. Canonical forms have replaced the
// operators of quantized tensors before.
//
//===----------------------------------------------------------------------===//

#include "../DecomposedConversion.h"
#include "../Patterns.h"
#include "RelayLite/Dialect/Relay/Utils/Decompositions.h"

using namespace mlir;
using namespace mlir::relay;

void relay::populateQnnToLinalgPatterns(const TypeConverter &converter,
                                        RewritePatternSet &patterns) {
  // A scale or zero point of one element fits any dimension.
  constexpr bool hasEqualDynamicDims = false;
  patterns.add<
      DecomposedConversion<AnnotationSimulatedQuantizeOp,
                           decomposeAnnotatedQuantization>,
      DecomposedConversion<QnnSimulatedDequantizeOp,
                           decomposeSimulatedDequantize, hasEqualDynamicDims>,
      DecomposedConversion<QnnSimulatedQuantizeOp, decomposeSimulatedQuantize,
                           hasEqualDynamicDims>>(converter,
                                                 patterns.getContext());
}
