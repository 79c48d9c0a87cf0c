//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// SimplifyExpr: operators that take their shape or element type from another
// tensor, and tensors of one value.
//
//===----------------------------------------------------------------------===//

#include "SimplifyExpr.h"

using namespace mlir;
using namespace mlir::relay;

/// The type of the result of `op` if all its dimensions are known.
static RankedTensorType getStaticType(Operation *op) {
  auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  return type && type.hasStaticShape() ? type : RankedTensorType();
}

namespace {
/// The base of the patterns that a result of static shape makes concrete. The
/// shape is in the type, so that the type stays; StaticFormInterface reads it
/// from the value of an operand, and its operators get a sharper type.
// op_like(x, ...) -> op(...) with the shape of the result
template <typename OpT>
struct ConcretizeLike : public OpRewritePattern<OpT> {
  using OpRewritePattern<OpT>::OpRewritePattern;

  virtual void concretize(OpT op, RankedTensorType type,
                          PatternRewriter &rewriter) const = 0;

  LogicalResult matchAndRewrite(OpT op,
                                PatternRewriter &rewriter) const override {
    RankedTensorType type = getStaticType(op);
    if (!type || !hasKnownTypes(op))
      return rewriter.notifyMatchFailure(op, "the shape is not static");
    concretize(op, type, rewriter);
    return success();
  }
};

// zeros_like(x) -> zeros()
// ones_like(x) -> ones()
template <typename LikeOpT, typename OpT>
struct ConcretizeFill : public ConcretizeLike<LikeOpT> {
  using ConcretizeLike<LikeOpT>::ConcretizeLike;
  void concretize(LikeOpT op, RankedTensorType type,
                  PatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<OpT>(op, type, type.getShape(),
                                     type.getElementType());
  }
};

// full_like(x, v) -> full(v)
struct ConcretizeFullLike : public ConcretizeLike<FullLikeOp> {
  using ConcretizeLike::ConcretizeLike;
  void concretize(FullLikeOp op, RankedTensorType type,
                  PatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<FullOp>(
        op, type, op.getFillValue(),
        rewriter.getDenseI64ArrayAttr(type.getShape()),
        TypeAttr::get(type.getElementType()));
  }
};

// reshape_like(x, y) -> reshape(x)
struct ConcretizeReshapeLike : public ConcretizeLike<ReshapeLikeOp> {
  using ConcretizeLike::ConcretizeLike;
  void concretize(ReshapeLikeOp op, RankedTensorType type,
                  PatternRewriter &rewriter) const override {
    rewriter.replaceOp(
        op, buildReshapeTo(rewriter, op.getLoc(), op.getData(), type));
  }
};

// collapse_sum_like(x, y) -> collapse_sum_to(x, shape)
struct ConcretizeCollapseSumLike : public ConcretizeLike<CollapseSumLikeOp> {
  using ConcretizeLike::ConcretizeLike;
  void concretize(CollapseSumLikeOp op, RankedTensorType type,
                  PatternRewriter &rewriter) const override {
    SmallVector<int32_t> extents(type.getShape());
    auto shapeType =
        RankedTensorType::get(type.getRank(), rewriter.getI32Type());
    Value shape = ConstantOp::create(
        rewriter, op.getLoc(),
        DenseElementsAttr::get(shapeType, ArrayRef(extents)));
    rewriter.replaceOpWithNewOp<CollapseSumToOp>(
        op, type, op.getData(), shape,
        rewriter.getDenseI64ArrayAttr(type.getShape()), TypeAttr());
  }
};

// broadcast_to_like(x, y) -> broadcast_to(x)
struct ConcretizeBroadcastToLike : public ConcretizeLike<BroadcastToLikeOp> {
  using ConcretizeLike::ConcretizeLike;
  void concretize(BroadcastToLikeOp op, RankedTensorType type,
                  PatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<BroadcastToOp>(
        op, type, op.getData(), rewriter.getDenseI64ArrayAttr(type.getShape()),
        TypeAttr());
  }
};

// cast_like(x, y) -> cast(x)
struct ConcretizeCastLike : public OpRewritePattern<CastLikeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(CastLikeOp op,
                                PatternRewriter &rewriter) const override {
    if (!hasKnownTypes(op))
      return rewriter.notifyMatchFailure(op, "a type is unknown");
    rewriter.replaceOpWithNewOp<CastOp>(op, op.getType(), op.getData(),
                                        getElementTypeOrSelf(op.getType()));
    return success();
  }
};

// f(full(v), x) -> f(v, x), where the result has the type of x
// f(x, full(v)) -> f(x, v)
struct FullElementwise : public OpInterfaceRewritePattern<OperatorInterface> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;
  LogicalResult matchAndRewrite(OperatorInterface op,
                                PatternRewriter &rewriter) const override {
    if (!op->hasTrait<Pointwise>() || op->getNumOperands() != 2 ||
        op.getOpPattern() != OpPatternKind::Broadcast)
      return rewriter.notifyMatchFailure(op, "not two operands that broadcast");
    RankedTensorType type = getStaticType(op);
    if (!type)
      return rewriter.notifyMatchFailure(op, "the shape is not static");
    for (unsigned i : {0, 1}) {
      if (op->getOperand(1 - i).getType() != type)
        continue;
      Operation *full = op->getOperand(i).getDefiningOp();
      if (Value scalar = buildFillValue(op->getOperand(i), type, rewriter)) {
        rewriter.modifyOpInPlace(op, [&] { op->setOperand(i, scalar); });
        rewriter.eraseOp(full);
        return success();
      }
    }
    return rewriter.notifyMatchFailure(op, "no operand is full of one value");
  }

private:
  /// The scalar that `value` is full of, if it has the element type of `type`.
  static Value buildFillValue(Value value, RankedTensorType type,
                              OpBuilder &b) {
    Type elementType = type.getElementType();
    if (getElementTypeOrSelf(value.getType()) != elementType)
      return {};
    auto fits = [&](Value scalar) {
      return isConstant(scalar) &&
             getElementTypeOrSelf(scalar.getType()) == elementType;
    };
    if (auto full = getInner<FullOp>(value))
      return fits(full.getFillValue()) ? full.getFillValue() : Value();
    if (auto full = getInner<FullLikeOp>(value))
      return fits(full.getFillValue()) ? full.getFillValue() : Value();
    if (getInner<OnesOp>(value) || getInner<OnesLikeOp>(value))
      return buildScalar(b, value.getLoc(), elementType, 1.0);
    if (getInner<ZerosOp>(value) || getInner<ZerosLikeOp>(value))
      return buildScalar(b, value.getLoc(), elementType, 0.0);
    return {};
  }
};
} // namespace

void relay::populateConcretizeLikePatterns(RewritePatternSet &patterns,
                                           unsigned first) {
  MLIRContext *context = patterns.getContext();
  patterns.add<ConcretizeFill<ZerosLikeOp, ZerosOp>>(context, first);
  patterns.add<ConcretizeFill<OnesLikeOp, OnesOp>>(context, first - 1);
  patterns.add<ConcretizeFullLike>(context, first - 2);
  patterns.add<ConcretizeReshapeLike>(context, first - 3);
  patterns.add<ConcretizeCollapseSumLike>(context, first - 4);
  patterns.add<ConcretizeBroadcastToLike>(context, first - 5);
  patterns.add<ConcretizeCastLike>(context, first - 6);
}

void relay::populateFullElementwisePatterns(RewritePatternSet &patterns,
                                            unsigned first) {
  patterns.add<FullElementwise>(patterns.getContext(), first);
}
