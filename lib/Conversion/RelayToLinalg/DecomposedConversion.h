//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowering through the simpler operators that an operator is made of, which are
// lowered in turn.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_CONVERSION_RELAYTOLINALG_DECOMPOSEDCONVERSION_H
#define LIB_CONVERSION_RELAYTOLINALG_DECOMPOSEDCONVERSION_H

#include "RelayLite/Conversion/RelayToLinalg/RelayToLinalg.h"
#include "mlir/Transforms/DialectConversion.h"

namespace mlir::relay {

// op(x, ...) -> its decomposition
template <typename OpT, FailureOr<Value> (*decompose)(OpBuilder &, OpT),
          bool hasEqualDynamicDims = true>
struct DecomposedConversion : public OpConversionPattern<OpT> {
  using OpConversionPattern<OpT>::OpConversionPattern;
  LogicalResult
  matchAndRewrite(OpT op, typename OpT::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Operation *previous = op->getPrevNode();
    FailureOr<Value> result = decompose(rewriter, op);
    if (failed(result))
      return rewriter.notifyMatchFailure(op, "types are unknown or differ");
    // Operands are the data, its reductions, and vectors that have to fit it,
    // so that dynamic dimensions are equal; others may broadcast.
    for (Operation *created = op->getPrevNode();
         hasEqualDynamicDims && created != previous;
         created = created->getPrevNode())
      created->setAttr(equalDynamicDimsAttrName,
                       UnitAttr::get(op->getContext()));
    rewriter.replaceOp(op, *result);
    return success();
  }
};

} // namespace mlir::relay

#endif // LIB_CONVERSION_RELAYTOLINALG_DECOMPOSEDCONVERSION_H
