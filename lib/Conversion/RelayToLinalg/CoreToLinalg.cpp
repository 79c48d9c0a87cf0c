//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowering of constants, tuples, bindings, type casts, calls, branches and
// references.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

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
      if (auto dense = dyn_cast<DenseElementsAttr>(value))
        value = dense.bitcast(type.getElementType());
      else
        value = DenseResourceElementsAttr::get(
            type, cast<DenseResourceElementsAttr>(value).getRawHandle());
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

/// `values` as `types`: tensors whose dimensions are known in another degree
/// are cast. Tells the rewriter why it fails.
FailureOr<SmallVector<Value>> castValues(Operation *op, ValueRange values,
                                         ArrayRef<Type> types,
                                         ConversionPatternRewriter &rewriter) {
  if (types.size() != values.size())
    return rewriter.notifyMatchFailure(op, "type is not convertible");
  for (auto [value, type] : llvm::zip_equal(values, types))
    if (value.getType() != type &&
        !tensor::CastOp::areCastCompatible(value.getType(), type))
      return rewriter.notifyMatchFailure(op, "not a cast of tensors");
  SmallVector<Value> casts(values);
  for (auto [value, type] : llvm::zip_equal(casts, types))
    if (value.getType() != type)
      value = tensor::CastOp::create(rewriter, op->getLoc(), type, value);
  return casts;
}

/// Replaces `op` by `values`, cast to the types of its result.
LogicalResult replaceByCasts(Operation *op, ValueRange values,
                             const TypeConverter &converter,
                             ConversionPatternRewriter &rewriter) {
  SmallVector<Type> types;
  if (failed(converter.convertType(op->getResult(0).getType(), types)))
    return rewriter.notifyMatchFailure(op, "type is not convertible");
  FailureOr<SmallVector<Value>> casts = castValues(op, values, types, rewriter);
  if (failed(casts))
    return failure();
  rewriter.replaceOpWithMultiple(op, {*casts});
  return success();
}

// relay.let x, relay.type_cast x -> tensor.cast of each tensor in x
template <typename OpT>
struct ValueConversion : public OpConversionPattern<OpT> {
  using OpConversionPattern<OpT>::OpConversionPattern;
  LogicalResult
  matchAndRewrite(OpT op,
                  typename OpConversionPattern<OpT>::OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    return replaceByCasts(op, adaptor.getValue(), *this->getTypeConverter(),
                          rewriter);
  }
};

// relay.call @f(x, ...) -> tensor.cast(func.call @f(tensor.cast(x), ...))
struct CallOpConversion : public OpConversionPattern<CallOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(CallOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
        op, op.getCalleeAttr());
    // Types of a function that has been converted stay what they are.
    SmallVector<Type> inputs, results;
    if (failed(getTypeConverter()->convertTypes(callee.getArgumentTypes(),
                                                inputs)) ||
        failed(
            getTypeConverter()->convertTypes(callee.getResultTypes(), results)))
      return rewriter.notifyMatchFailure(op, "type is not convertible");
    SmallVector<Value> arguments;
    for (ValueRange values : adaptor.getArguments())
      llvm::append_range(arguments, values);
    FailureOr<SmallVector<Value>> casts =
        castValues(op, arguments, inputs, rewriter);
    if (failed(casts))
      return failure();
    auto call = func::CallOp::create(rewriter, op.getLoc(), op.getCallee(),
                                     results, *casts);
    return replaceByCasts(op, call.getResults(), *getTypeConverter(), rewriter);
  }
};

// relay.if c { x } else { y } -> scf.if c[] { x } else { y }
struct IfOpConversion : public OpConversionPattern<IfOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(IfOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<Type> types;
    if (failed(getTypeConverter()->convertType(op.getType(), types)))
      return rewriter.notifyMatchFailure(op, "type is not convertible");
    ValueRange condition = adaptor.getCondition();
    if (condition.size() != 1 ||
        !isa<RankedTensorType>(condition.front().getType()))
      return rewriter.notifyMatchFailure(op, "type of condition is unknown");
    Value choice = tensor::ExtractOp::create(rewriter, op.getLoc(),
                                             condition.front(), ValueRange());
    auto branches =
        scf::IfOp::create(rewriter, op.getLoc(), types, choice,
                          /*addThenBlock=*/false, /*addElseBlock=*/false);
    for (auto [from, to] :
         llvm::zip_equal(op->getRegions(), branches->getRegions()))
      rewriter.inlineRegionBefore(from, to, to.end());
    rewriter.replaceOpWithMultiple(op, {branches.getResults()});
    return success();
  }
};

// relay.yield x -> scf.yield of tensor.cast of each tensor in x
struct YieldOpConversion : public OpConversionPattern<YieldOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(YieldOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto branches = dyn_cast<scf::IfOp>(op->getParentOp());
    if (!branches)
      return rewriter.notifyMatchFailure(op, "not the end of a branch");
    FailureOr<SmallVector<Value>> casts =
        castValues(op, adaptor.getValue(),
                   llvm::to_vector(branches.getResultTypes()), rewriter);
    if (failed(casts))
      return failure();
    rewriter.replaceOpWithNewOp<scf::YieldOp>(op, *casts);
    return success();
  }
};

//===----------------------------------------------------------------------===//
// References
//===----------------------------------------------------------------------===//

// A reference is a buffer for each tensor that it holds, and only copies reach
// these buffers. Bufferization looks at tensors alone: it could put another
// tensor into such a buffer, where a later write would change it.

/// The tensor whose elements `buffer` has.
Type getTensorType(Value buffer) {
  return memref::getTensorTypeFromMemRefType(buffer.getType());
}

/// Copies `values` to `buffers`. Tells the rewriter why it fails.
LogicalResult copyToBuffers(Operation *op, ValueRange values,
                            ValueRange buffers,
                            ConversionPatternRewriter &rewriter) {
  FailureOr<SmallVector<Value>> casts = castValues(
      op, values, llvm::map_to_vector(buffers, getTensorType), rewriter);
  if (failed(casts))
    return failure();
  for (auto [value, buffer] : llvm::zip_equal(*casts, buffers))
    // Without `restrict`, no value is computed in the buffer itself.
    bufferization::MaterializeInDestinationOp::create(
        rewriter, op->getLoc(), /*result=*/Type(), value, buffer,
        /*restrict=*/false, /*writable=*/true);
  return success();
}

// relay.ref_create x -> r = memref.alloc, copy x to r; for each tensor in x
struct RefCreateOpConversion : public OpConversionPattern<RefCreateOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(RefCreateOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<Type> types;
    if (failed(getTypeConverter()->convertType(op.getType(), types)))
      return rewriter.notifyMatchFailure(op, "type is not convertible");
    auto buffers = llvm::map_to_vector(types, [&](Type type) -> Value {
      return memref::AllocOp::create(rewriter, op.getLoc(),
                                     cast<MemRefType>(type));
    });
    if (failed(copyToBuffers(op, adaptor.getValue(), buffers, rewriter)))
      return failure();
    rewriter.replaceOpWithMultiple(op, {buffers});
    return success();
  }
};

// relay.ref_read r -> t = memref.alloc, memref.copy r to t,
//                     bufferization.to_tensor t; for each buffer of r
struct RefReadOpConversion : public OpConversionPattern<RefReadOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(RefReadOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto values =
        llvm::map_to_vector(adaptor.getRef(), [&](Value buffer) -> Value {
          Value copy = memref::AllocOp::create(
              rewriter, op.getLoc(), cast<MemRefType>(buffer.getType()));
          memref::CopyOp::create(rewriter, op.getLoc(), buffer, copy);
          return bufferization::ToTensorOp::create(
              rewriter, op.getLoc(), getTensorType(copy), copy,
              /*restrict=*/true, /*writable=*/true);
        });
    return replaceByCasts(op, values, *getTypeConverter(), rewriter);
  }
};

// relay.ref_write r, x -> copy x to r; for each tensor in x
struct RefWriteOpConversion : public OpConversionPattern<RefWriteOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(RefWriteOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (failed(
            copyToBuffers(op, adaptor.getValue(), adaptor.getRef(), rewriter)))
      return failure();
    rewriter.replaceOpWithMultiple(op, {ValueRange()});
    return success();
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
  patterns.add<CallOpConversion, ConstantOpConversion, IdentityConversion,
               IfOpConversion, RefCreateOpConversion, RefReadOpConversion,
               RefWriteOpConversion, ValueConversion<LetOp>, TupleOpConversion,
               TupleGetOpConversion, ValueConversion<TypeCastOp>,
               YieldOpConversion>(converter, patterns.getContext());
}
