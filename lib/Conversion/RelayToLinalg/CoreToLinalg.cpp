//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowering of constants, tuples and type casts.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

using namespace mlir;
using namespace mlir::relay;

namespace {
// relay.constant v -> arith.constant v
struct ConstantOpConversion : public OpConversionPattern<ConstantOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(ConstantOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = cast<ShapedType>(getTypeConverter()->convertType(op.getType()));
    ElementsAttr value = op.getValue();
    if (value.getType() != type) {
      auto dense = dyn_cast<DenseElementsAttr>(value);
      if (!dense)
        return rewriter.notifyMatchFailure(
            op, "unsigned constants that are not dense are not supported");
      value = dense.bitcast(type.getElementType());
    }
    rewriter.replaceOpWithNewOp<arith::ConstantOp>(op, value);
    return success();
  }
};

// relay.tuple(x0, x1, ...) -> its fields
struct TupleOpConversion : public OpConversionPattern<TupleOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(TupleOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<Value> fields;
    for (ValueRange values : adaptor.getFields())
      llvm::append_range(fields, values);
    rewriter.replaceOpWithMultiple(op, {fields});
    return success();
  }
};

// relay.tuple_get(x)[i] -> the values of field i
struct TupleGetOpConversion : public OpConversionPattern<TupleGetOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(TupleGetOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto tuple = dyn_cast<TupleType>(op.getTuple().getType());
    if (!tuple)
      return rewriter.notifyMatchFailure(op, "type of the tuple is unknown");
    size_t begin = 0;
    SmallVector<Type> types;
    for (Type type : tuple.getTypes().take_front(op.getIndex())) {
      types.clear();
      if (failed(getTypeConverter()->convertType(type, types)))
        return rewriter.notifyMatchFailure(op, "field type is not convertible");
      begin += types.size();
    }
    types.clear();
    if (failed(getTypeConverter()->convertType(tuple.getType(op.getIndex()),
                                               types)))
      return rewriter.notifyMatchFailure(op, "field type is not convertible");
    rewriter.replaceOpWithMultiple(
        op, {adaptor.getTuple().slice(begin, types.size())});
    return success();
  }
};

/// Replaces `op` by the values of its operand, cast to the types of its result.
LogicalResult replaceByCasts(Operation *op, ValueRange operand,
                             const TypeConverter &converter,
                             ConversionPatternRewriter &rewriter) {
  SmallVector<Type> types;
  if (failed(converter.convertType(op->getResult(0).getType(), types)) ||
      types.size() != operand.size())
    return rewriter.notifyMatchFailure(op, "type is not convertible");
  SmallVector<Value> values(operand);
  for (auto [value, type] : llvm::zip_equal(values, types))
    if (value.getType() != type &&
        !tensor::CastOp::areCastCompatible(value.getType(), type))
      return rewriter.notifyMatchFailure(op, "not a cast of tensors");
  for (auto [value, type] : llvm::zip_equal(values, types))
    if (value.getType() != type)
      value = tensor::CastOp::create(rewriter, op->getLoc(), type, value);
  rewriter.replaceOpWithMultiple(op, {values});
  return success();
}

// relay.type_cast x -> tensor.cast of each tensor in x
struct TypeCastOpConversion : public OpConversionPattern<TypeCastOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(TypeCastOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    return replaceByCasts(op, adaptor.getValue(), *getTypeConverter(),
                          rewriter);
  }
};

// identity(x) -> tensor.cast of each tensor in x
struct IdentityConversion : public OpTraitConversionPattern<Identity> {
  using OpTraitConversionPattern::OpTraitConversionPattern;
  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<ValueRange> operands,
                  ConversionPatternRewriter &rewriter) const override {
    return replaceByCasts(op, operands.front(), *getTypeConverter(), rewriter);
  }
};
} // namespace

void relay::populateCoreToLinalgPatterns(const TypeConverter &converter,
                                         RewritePatternSet &patterns) {
  patterns.add<ConstantOpConversion, IdentityConversion, TupleOpConversion,
               TupleGetOpConversion, TypeCastOpConversion>(
      converter, patterns.getContext());
}
