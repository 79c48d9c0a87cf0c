//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowering of elementwise and broadcasting operators. What an operator does to
// elements is an overload of emitElement; one pattern does the rest.
//
//===----------------------------------------------------------------------===//

#include "Broadcast.h"
#include "Patterns.h"
#include "RelayLite/Dialect/Relay/IR/Shapes.h"
#include "ScalarBuilder.h"
#include "TensorBuilders.h"

using namespace mlir;
using namespace mlir::relay;

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

// `s` is of the element type of the last operand, `x` holds one element of each
// operand.
#define RELAY_UNARY(OP, FUNCTION)                                              \
  static Value emitElement(OP op, ScalarBuilder &s, ValueRange x) {            \
    return s.FUNCTION(x[0]);                                                   \
  }
#define RELAY_BINARY(OP, FUNCTION)                                             \
  static Value emitElement(OP op, ScalarBuilder &s, ValueRange x) {            \
    return s.FUNCTION(x[0], x[1]);                                             \
  }

RELAY_UNARY(AbsOp, abs)
RELAY_UNARY(BitwiseNotOp, bitNot)
RELAY_UNARY(CeilOp, ceil)
RELAY_UNARY(ErfOp, erf)
RELAY_UNARY(ExpOp, exp)
RELAY_UNARY(FastErfOp, erf)
RELAY_UNARY(FastExpOp, exp)
RELAY_UNARY(FastTanhOp, tanh)
RELAY_UNARY(FloorOp, floor)
RELAY_UNARY(IsNanOp, isNaN)
RELAY_UNARY(LogOp, log)
RELAY_UNARY(LogicalNotOp, logicalNot)
RELAY_UNARY(NegativeOp, neg)
RELAY_UNARY(RoundOp, round)
RELAY_UNARY(RsqrtOp, rsqrt)
RELAY_UNARY(SigmoidOp, sigmoid)
RELAY_UNARY(SignOp, sign)
RELAY_UNARY(SqrtOp, sqrt)
RELAY_UNARY(TanhOp, tanh)
RELAY_UNARY(TruncOp, trunc)

RELAY_BINARY(AddOp, add)
RELAY_BINARY(SubtractOp, sub)
RELAY_BINARY(MultiplyOp, mul)
RELAY_BINARY(DivideOp, div)
RELAY_BINARY(ModOp, mod)
RELAY_BINARY(FloorDivideOp, floorDiv)
RELAY_BINARY(FloorModOp, floorMod)
RELAY_BINARY(PowerOp, pow)
RELAY_BINARY(MaximumOp, max)
RELAY_BINARY(MinimumOp, min)
RELAY_BINARY(EqualOp, eq)
RELAY_BINARY(NotEqualOp, ne)
RELAY_BINARY(LessOp, lt)
RELAY_BINARY(LessEqualOp, le)
RELAY_BINARY(GreaterOp, gt)
RELAY_BINARY(GreaterEqualOp, ge)
RELAY_BINARY(LogicalAndOp, logicalAnd)
RELAY_BINARY(LogicalOrOp, logicalOr)
RELAY_BINARY(BitwiseAndOp, bitAnd)
RELAY_BINARY(BitwiseOrOp, bitOr)
RELAY_BINARY(BitwiseXorOp, bitXor)
RELAY_BINARY(LeftShiftOp, shiftLeft)
RELAY_BINARY(RightShiftOp, shiftRight)

#undef RELAY_UNARY
#undef RELAY_BINARY

static Value emitElement(CastOp op, ScalarBuilder &s, ValueRange x) {
  return s.cast(x[0], op.getDtype());
}

static Value emitElement(ClipOp op, ScalarBuilder &s, ValueRange x) {
  Value atLeast = s.max(x[0], s.constant(op.getAMin().convertToDouble()));
  return s.min(atLeast, s.constant(op.getAMax().convertToDouble()));
}

static Value emitElement(NNReluOp op, ScalarBuilder &s, ValueRange x) {
  return s.max(x[0], s.zero());
}

static Value emitElement(NNLeakyReluOp op, ScalarBuilder &s, ValueRange x) {
  Value scaled = s.mul(x[0], s.constant(op.getAlpha().convertToDouble()));
  return s.select(s.gt(x[0], s.zero()), x[0], scaled);
}

/// `condition ? x : y`; a condition that is not boolean is compared with 0.
static Value emitElement(WhereOp op, ScalarBuilder &s, ValueRange x) {
  return s.select(x[0], x[1], x[2]);
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

namespace {
// op(x, y, ...) -> linalg.generic that computes each element
template <typename OpT>
struct ElementwiseOpConversion : public TensorOpConversion<OpT> {
  using TensorOpConversion<OpT>::TensorOpConversion;
  FailureOr<Value> lower(OpT op, typename OpT::Adaptor adaptor,
                         RankedTensorType type,
                         ConversionPatternRewriter &rewriter) const override {
    auto elementTypes =
        llvm::map_to_vector(op->getOperandTypes(), [](Type type) {
          return getElementTypeOrSelf(type);
        });
    Value result = buildElementwise(
        rewriter, op.getLoc(), adaptor.getOperands(), type,
        op->hasAttr(equalDynamicDimsAttrName),
        [&](OpBuilder &b, Location loc, ValueRange x) {
          SmallVector<Value> elements(x);
          // The condition of `where` has an element type of its own.
          if constexpr (std::is_same_v<OpT, WhereOp>)
            elements[0] =
                ScalarBuilder(b, loc, elementTypes[0]).isTrue(elements[0]);
          ScalarBuilder scalar(b, loc, elementTypes.back());
          return emitElement(op, scalar, elements);
        });
    return result;
  }
};

// cast_like(x, y) -> linalg.generic that converts each element of x
struct CastLikeOpConversion : public TensorOpConversion<CastLikeOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(CastLikeOp op, OpAdaptor adaptor,
                         RankedTensorType type,
                         ConversionPatternRewriter &rewriter) const override {
    Type from = getElementTypeOrSelf(op.getData().getType());
    Type to = getElementTypeOrSelf(op.getType());
    return buildElementwise(rewriter, op.getLoc(), adaptor.getData(), type,
                            /*equalDynamicDims=*/true,
                            [&](OpBuilder &b, Location loc, ValueRange x) {
                              return ScalarBuilder(b, loc, from).cast(x[0], to);
                            });
  }
};

// broadcast_to_like(x, y) -> linalg.generic that repeats x
struct BroadcastToLikeOpConversion
    : public TensorOpConversion<BroadcastToLikeOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(BroadcastToLikeOp op, OpAdaptor adaptor,
                         RankedTensorType type,
                         ConversionPatternRewriter &rewriter) const override {
    return buildElementwise(
        rewriter, op.getLoc(), adaptor.getOperands(), type,
        /*equalDynamicDims=*/false,
        [](OpBuilder &, Location, ValueRange x) { return x[0]; });
  }
};

// prelu(x, alpha) -> linalg.generic of x > 0 ? x : x * alpha
struct NNPReluOpConversion : public TensorOpConversion<NNPReluOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(NNPReluOp op, OpAdaptor adaptor, RankedTensorType type,
                         ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    int64_t rank = type.getRank();
    int64_t axis = wrapAxis(op.getAxis(), rank);
    SmallVector<OpFoldResult> sizes(rank, rewriter.getIndexAttr(1));
    sizes[axis] = tensor::getMixedSize(rewriter, loc, adaptor.getAlpha(), 0);
    Value alpha = buildReshape(rewriter, loc, adaptor.getAlpha(), sizes);
    Type elementType = getElementTypeOrSelf(op.getType());
    return buildElementwise(rewriter, loc, {adaptor.getData(), alpha}, type,
                            /*equalDynamicDims=*/true,
                            [&](OpBuilder &b, Location loc, ValueRange x) {
                              ScalarBuilder s(b, loc, elementType);
                              return s.select(s.gt(x[0], s.zero()), x[0],
                                              s.mul(x[0], x[1]));
                            });
  }
};

// copy(x) -> x
struct CopyOpConversion : public TensorOpConversion<CopyOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(CopyOp op, OpAdaptor adaptor, RankedTensorType type,
                         ConversionPatternRewriter &rewriter) const override {
    return adaptor.getData();
  }
};

// zeros_like(x) -> fill 0 of the shape of x
// ones_like(x) -> fill 1 of the shape of x
template <typename OpT, int value>
struct FillLikeOpConversion : public TensorOpConversion<OpT> {
  using TensorOpConversion<OpT>::TensorOpConversion;
  FailureOr<Value> lower(OpT op, typename OpT::Adaptor adaptor,
                         RankedTensorType type,
                         ConversionPatternRewriter &rewriter) const override {
    ScalarBuilder scalar(rewriter, op.getLoc(),
                         getElementTypeOrSelf(op.getType()));
    return buildFillLike(rewriter, op.getLoc(), adaptor.getData(),
                         scalar.constant(value), type);
  }
};
} // namespace

/// Adds ElementwiseOpConversion of each operation.
template <typename... Ops>
static void addElementwise(const TypeConverter &converter,
                           RewritePatternSet &patterns) {
  patterns.add<ElementwiseOpConversion<Ops>...>(converter,
                                                patterns.getContext());
}

void relay::populateElementwiseToLinalgPatterns(const TypeConverter &converter,
                                                RewritePatternSet &patterns) {
  addElementwise<AbsOp, BitwiseNotOp, CastOp, CeilOp, ClipOp, ErfOp, ExpOp,
                 FastErfOp, FastExpOp, FastTanhOp, FloorOp, IsNanOp, LogOp,
                 LogicalNotOp, NegativeOp, NNLeakyReluOp, NNReluOp, RoundOp,
                 RsqrtOp, SigmoidOp, SignOp, SqrtOp, TanhOp, TruncOp>(converter,
                                                                      patterns);
  addElementwise<AddOp, BitwiseAndOp, BitwiseOrOp, BitwiseXorOp, DivideOp,
                 EqualOp, FloorDivideOp, FloorModOp, GreaterEqualOp, GreaterOp,
                 LeftShiftOp, LessEqualOp, LessOp, LogicalAndOp, LogicalOrOp,
                 MaximumOp, MinimumOp, ModOp, MultiplyOp, NotEqualOp, PowerOp,
                 RightShiftOp, SubtractOp, WhereOp>(converter, patterns);
  patterns
      .add<BroadcastToLikeOpConversion, CastLikeOpConversion, CopyOpConversion,
           NNPReluOpConversion, FillLikeOpConversion<ZerosLikeOp, 0>,
           FillLikeOpConversion<OnesLikeOp, 1>>(converter,
                                                patterns.getContext());
}
