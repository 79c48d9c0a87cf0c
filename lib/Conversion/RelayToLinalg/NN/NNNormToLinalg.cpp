//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Normalisation, softmax and dropout: lowering through the simpler operators
// that they are made of, which are lowered in turn.
//
//===----------------------------------------------------------------------===//

#include "../DecomposedConversion.h"
#include "../Patterns.h"
#include "RelayLite/Dialect/Relay/Utils/Decompositions.h"

using namespace mlir;
using namespace mlir::relay;

/// Replaces `op` by the tuple of `fields`, whose types may be more refined than
/// those of its result.
static void replaceByTuple(ConversionPatternRewriter &rewriter, Operation *op,
                           MutableArrayRef<Value> fields) {
  auto type = cast<TupleType>(op->getResult(0).getType());
  for (auto [field, fieldType] : llvm::zip_equal(fields, type.getTypes()))
    if (field.getType() != fieldType)
      field = TypeCastOp::create(rewriter, op->getLoc(), fieldType, field);
  rewriter.replaceOpWithNewOp<TupleOp>(op, type, fields);
}

namespace {
// batch_norm(x, ..., mean, var) -> (its decomposition, mean, var)
struct NNBatchNormOpConversion : public OpConversionPattern<NNBatchNormOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(NNBatchNormOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    FailureOr<Value> data = decomposeBatchNorm(rewriter, op);
    if (failed(data))
      return rewriter.notifyMatchFailure(op, "types are unknown or differ");
    Value fields[] = {*data, op.getMovingMean(), op.getMovingVar()};
    replaceByTuple(rewriter, op, fields);
    return success();
  }
};

// dropout(x) -> (x, ones_like(x)): nothing is dropped outside of training
struct NNDropoutOpConversion : public OpConversionPattern<NNDropoutOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(NNDropoutOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (containsUnknown(op.getData().getType()) ||
        containsUnknown(op.getType()))
      return rewriter.notifyMatchFailure(op, "a type is unknown");
    Value mask = OnesLikeOp::create(rewriter, op.getLoc(), op.getData());
    Value fields[] = {op.getData(), mask};
    replaceByTuple(rewriter, op, fields);
    return success();
  }
};

// fast_softmax(x) -> softmax(x)
struct NNFastSoftmaxOpConversion : public OpConversionPattern<NNFastSoftmaxOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(NNFastSoftmaxOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NNSoftmaxOp>(op, op.getType(), op.getData(),
                                             op.getAxisAttr());
    return success();
  }
};
} // namespace

void relay::populateNNNormToLinalgPatterns(const TypeConverter &converter,
                                           RewritePatternSet &patterns) {
  patterns.add<NNBatchNormOpConversion, NNDropoutOpConversion,
               NNFastSoftmaxOpConversion,
               DecomposedConversion<NNGroupNormOp, decomposeGroupNorm>,
               DecomposedConversion<NNInstanceNormOp, decomposeInstanceNorm>,
               DecomposedConversion<NNL2NormalizeOp, decomposeL2Normalize>,
               DecomposedConversion<NNLayerNormOp, decomposeLayerNorm>,
               DecomposedConversion<NNLogSoftmaxOp, decomposeLogSoftmax>,
               DecomposedConversion<NNSoftmaxOp, decomposeSoftmax>>(
      converter, patterns.getContext());
}
