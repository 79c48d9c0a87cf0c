//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operators that create tensors, and those that give extents: lowering.
//
//===----------------------------------------------------------------------===//

#include "Broadcast.h"
#include "Movement.h"
#include "Patterns.h"
#include "ScalarBuilder.h"

using namespace mlir;
using namespace mlir::relay;

/// Extents or positions as elements of the Relay type `to`.
static Value castIndex(OpBuilder &b, Location loc, Value index, Type to) {
  Value integer = arith::IndexCastOp::create(b, loc, b.getI64Type(), index);
  return ScalarBuilder(b, loc, b.getI64Type()).cast(integer, to);
}

/// Converts the scalar tensor `value` of Relay element type `from` to `to`.
static Value buildFillElement(OpBuilder &b, Location loc, Value value,
                              Type from, Type to) {
  Value element = tensor::ExtractOp::create(b, loc, value, ValueRange());
  return ScalarBuilder(b, loc, from).cast(element, to);
}

namespace {
// zeros(), ones() -> linalg.fill
template <typename OpT, int value>
struct ConstantFillConversion : public OpConversionPattern<OpT> {
  using OpConversionPattern<OpT>::OpConversionPattern;
  LogicalResult
  matchAndRewrite(OpT op, typename OpT::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = dyn_cast_or_null<RankedTensorType>(
        this->getTypeConverter()->convertType(op.getType()));
    if (!type)
      return rewriter.notifyMatchFailure(op, "the result type is unknown");
    ScalarBuilder s(rewriter, op.getLoc(), op.getDtype());
    rewriter.replaceOp(op,
                       buildFill(rewriter, op.getLoc(), s.constant(value),
                                 getAsIndexOpFoldResult(rewriter.getContext(),
                                                        type.getShape()),
                                 type));
    return success();
  }
};

// full(v) -> linalg.fill(cast(v))
struct FullOpConversion : public OpConversionPattern<FullOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(FullOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = dyn_cast_or_null<RankedTensorType>(
        getTypeConverter()->convertType(op.getType()));
    if (!type)
      return rewriter.notifyMatchFailure(op, "the result type is unknown");
    Value element =
        buildFillElement(rewriter, op.getLoc(), adaptor.getFillValue(),
                         getElementTypeOrSelf(op.getFillValue().getType()),
                         getElementTypeOrSelf(op.getType()));
    rewriter.replaceOp(op, buildFill(rewriter, op.getLoc(), element,
                                     getAsIndexOpFoldResult(
                                         rewriter.getContext(), op.getShape()),
                                     type));
    return success();
  }
};

// full_like(x, v) -> linalg.fill(cast(v))
struct FullLikeOpConversion : public OpConversionPattern<FullLikeOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(FullLikeOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = dyn_cast_or_null<RankedTensorType>(
        getTypeConverter()->convertType(op.getType()));
    if (!type)
      return rewriter.notifyMatchFailure(op, "the result type is unknown");
    Location loc = op.getLoc();
    Value element =
        buildFillElement(rewriter, loc, adaptor.getFillValue(),
                         getElementTypeOrSelf(op.getFillValue().getType()),
                         getElementTypeOrSelf(op.getType()));
    rewriter.replaceOp(
        op, buildFillLike(rewriter, loc, adaptor.getData(), element, type));
    return success();
  }
};

// arange(start, stop, step)[i] -> start + i * step
struct ArangeOpConversion : public OpConversionPattern<ArangeOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(ArangeOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = dyn_cast_or_null<RankedTensorType>(
        getTypeConverter()->convertType(op.getType()));
    if (!type)
      return rewriter.notifyMatchFailure(op, "the result type is unknown");
    Location loc = op.getLoc();
    Type dtype = op.getDtype();
    SmallVector<Value> scalars;
    for (Value operand : adaptor.getOperands())
      scalars.push_back(
          tensor::ExtractOp::create(rewriter, loc, operand, ValueRange()));
    OpFoldResult size = type.isDynamicDim(0)
                            ? buildLength(rewriter, loc, scalars, dtype)
                            : rewriter.getIndexAttr(type.getDimSize(0));
    Value result = buildIndexed(
        rewriter, loc, size, type.getElementType(), {}, {},
        [&](OpBuilder &b, Location loc, ValueRange indices, ValueRange) {
          ScalarBuilder s(b, loc, dtype);
          Value position = castIndex(b, loc, indices[0], dtype);
          return s.add(scalars[0], s.mul(position, scalars[2]));
        });
    rewriter.replaceOp(op, castTensor(rewriter, loc, result, type));
    return success();
  }

private:
  /// ceil((stop - start) / step) in f64, or 0 where that is negative or NaN.
  static OpFoldResult buildLength(OpBuilder &b, Location loc,
                                  ArrayRef<Value> scalars, Type dtype) {
    ScalarBuilder from(b, loc, dtype), f(b, loc, b.getF64Type());
    SmallVector<Value> x;
    for (Value scalar : scalars)
      x.push_back(from.cast(scalar, b.getF64Type()));
    Value length = f.ceil(f.div(f.sub(x[1], x[0]), x[2]));
    Value integer = f.cast(length, b.getI64Type());
    ScalarBuilder integers(b, loc, b.getI64Type());
    return arith::IndexCastOp::create(b, loc, b.getIndexType(),
                                      integers.max(integer, integers.zero()))
        .getResult();
  }
};

// shape_of(x) -> the extents of x
struct ShapeOfOpConversion : public OpConversionPattern<ShapeOfOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(ShapeOfOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = dyn_cast_or_null<RankedTensorType>(
        getTypeConverter()->convertType(op.getType()));
    if (!type)
      return rewriter.notifyMatchFailure(op, "the result type is unknown");
    Location loc = op.getLoc();
    SmallVector<Value> extents;
    for (OpFoldResult size :
         tensor::getMixedSizes(rewriter, loc, adaptor.getData()))
      extents.push_back(castIndex(
          rewriter, loc, getIndexValue(rewriter, loc, size), op.getDtype()));
    rewriter.replaceOpWithNewOp<tensor::FromElementsOp>(op, type, extents);
    return success();
  }
};

// ndarray_size(x) -> the product of the extents of x
struct NdarraySizeOpConversion : public OpConversionPattern<NdarraySizeOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(NdarraySizeOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = dyn_cast_or_null<RankedTensorType>(
        getTypeConverter()->convertType(op.getType()));
    if (!type)
      return rewriter.notifyMatchFailure(op, "the result type is unknown");
    Location loc = op.getLoc();
    OpFoldResult product = multiplyAllExtents(
        rewriter, loc, tensor::getMixedSizes(rewriter, loc, adaptor.getData()));
    Value size = castIndex(rewriter, loc, getIndexValue(rewriter, loc, product),
                           op.getDtype());
    rewriter.replaceOpWithNewOp<tensor::FromElementsOp>(op, type, size);
    return success();
  }
};
} // namespace

void relay::populateCreationToLinalgPatterns(const TypeConverter &converter,
                                             RewritePatternSet &patterns) {
  patterns.add<ArangeOpConversion, ConstantFillConversion<OnesOp, 1>,
               ConstantFillConversion<ZerosOp, 0>, FullLikeOpConversion,
               FullOpConversion, NdarraySizeOpConversion, ShapeOfOpConversion>(
      converter, patterns.getContext());
}
