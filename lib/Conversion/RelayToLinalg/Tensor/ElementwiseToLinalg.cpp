//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowering of elementwise and broadcasting operators. The ODS record of an
// operator names the method of ScalarBuilder that computes an element; one
// pattern does the rest.
//
//===----------------------------------------------------------------------===//

#include "../Builders/Broadcast.h"
#include "../Builders/ScalarBuilder.h"
#include "../Builders/TensorBuilders.h"
#include "../Patterns.h"
#include "RelayLite/Dialect/Relay/IR/Shapes.h"

using namespace mlir;
using namespace mlir::relay;

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

namespace {
/// Emits an element of the result of `op` from `x`, one element of each
/// operand. `s` is of the element type of the last operand.
using ElementFunction = Value (*)(Operation *op, ScalarBuilder &s,
                                  ValueRange x);

struct ScalarFunction {
  /// The name of the operation.
  StringLiteral name;
  ElementFunction emit;
};

template <auto method>
Value emitFunction(Operation *, ScalarBuilder &s, ValueRange x) {
  if constexpr (std::is_invocable_v<decltype(method), ScalarBuilder &, Value>)
    return (s.*method)(x[0]);
  else
    return (s.*method)(x[0], x[1]);
}

#define GET_ScalarFunctions_IMPL
#include "RelayLite/Dialect/Relay/IR/OperatorTables.inc"

/// Functions with attributes, or of operands that differ in type.
const ScalarFunction otherFunctions[] = {
    {"relay.cast",
     [](Operation *op, ScalarBuilder &s, ValueRange x) {
       return s.cast(x[0], cast<CastOp>(op).getDtype());
     }},
    {"relay.clip",
     [](Operation *op, ScalarBuilder &s, ValueRange x) {
       auto clip = cast<ClipOp>(op);
       Value atLeast =
           s.max(x[0], s.constant(clip.getAMin().convertToDouble()));
       return s.min(atLeast, s.constant(clip.getAMax().convertToDouble()));
     }},
    {"relay.fixed_point_multiply",
     [](Operation *op, ScalarBuilder &s, ValueRange x) {
       auto multiply = cast<FixedPointMultiplyOp>(op);
       int64_t shift = multiply.getShift();
       return s.fixedPointMul(x[0], s.wideInteger(multiply.getMultiplier()),
                              s.wideInteger(std::max<int64_t>(shift, 0)),
                              s.wideInteger(std::max<int64_t>(-shift, 0)));
     }},
    {"relay.nn.leaky_relu",
     [](Operation *op, ScalarBuilder &s, ValueRange x) {
       APFloat alpha = cast<NNLeakyReluOp>(op).getAlpha();
       Value scaled = s.mul(x[0], s.constant(alpha.convertToDouble()));
       return s.select(s.gt(x[0], s.zero()), x[0], scaled);
     }},
    {"relay.reinterpret",
     [](Operation *op, ScalarBuilder &s, ValueRange x) {
       return s.bitcast(x[0], cast<ReinterpretOp>(op).getDtype());
     }},
    // A condition that is not boolean is compared with 0.
    {"relay.where", [](Operation *op, ScalarBuilder &s, ValueRange x) {
       Type type = getElementTypeOrSelf(op->getOperand(0).getType());
       return s.select(s.withType(type).isTrue(x[0]), x[1], x[2]);
     }}};

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

// op(x, y, ...) -> linalg.generic that computes each element
struct ElementwiseConversion : public ConversionPattern {
  ElementwiseConversion(const TypeConverter &converter,
                        const ScalarFunction &function, MLIRContext *context)
      : ConversionPattern(converter, function.name, /*benefit=*/1, context),
        emit(function.emit) {}

  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<Value> operands,
                  ConversionPatternRewriter &rewriter) const override {
    Value last = op->getOperands().back();
    return replaceTensorOp(
        op, operands, *getTypeConverter(), rewriter,
        [&](RankedTensorType type, Emitter &b) {
          return buildElementwise(
              b, operands, type, op->hasAttr(equalDynamicDimsAttrName),
              [&](ValueRange x) {
                ScalarBuilder s(b, getElementTypeOrSelf(last.getType()));
                return emit(op, s, x);
              });
        });
  }

  ElementFunction emit;
};

// cast_like(x, y) -> linalg.generic that converts each element of x
struct CastLikeOpConversion : public TensorOpConversion<CastLikeOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(CastLikeOp op, OpAdaptor adaptor,
                         RankedTensorType type, Emitter &b) const override {
    Type from = getElementTypeOrSelf(op.getData().getType());
    Type to = getElementTypeOrSelf(op.getType());
    return buildElementwise(b, adaptor.getData(), type,
                            /*equalDynamicDims=*/true, [&](ValueRange x) {
                              return ScalarBuilder(b, from).cast(x[0], to);
                            });
  }
};

// broadcast_to_like(x, y) -> linalg.generic that repeats x
struct BroadcastToLikeOpConversion
    : public TensorOpConversion<BroadcastToLikeOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(BroadcastToLikeOp op, OpAdaptor adaptor,
                         RankedTensorType type, Emitter &b) const override {
    return buildElementwise(b, adaptor.getOperands(), type,
                            /*equalDynamicDims=*/false,
                            [](ValueRange x) { return x[0]; });
  }
};

// prelu(x, alpha) -> linalg.generic of x > 0 ? x : x * alpha
struct NNPReluOpConversion : public TensorOpConversion<NNPReluOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(NNPReluOp op, OpAdaptor adaptor, RankedTensorType type,
                         Emitter &b) const override {
    int64_t rank = type.getRank();
    int64_t axis = wrapAxis(op.getAxis(), rank);
    SmallVector<OpFoldResult> sizes(rank, b.getIndexAttr(1));
    sizes[axis] = b.getSize(adaptor.getAlpha(), 0);
    Value alpha = buildReshape(b, adaptor.getAlpha(), sizes);
    Type elementType = getElementTypeOrSelf(op.getType());
    return buildElementwise(b, {adaptor.getData(), alpha}, type,
                            /*equalDynamicDims=*/true, [&](ValueRange x) {
                              ScalarBuilder s(b, elementType);
                              return s.select(s.gt(x[0], s.zero()), x[0],
                                              s.mul(x[0], x[1]));
                            });
  }
};

// fixed_point_multiply_per_axis(x, m, l, r) -> linalg.generic that multiplies
struct FixedPointMultiplyPerAxisOpConversion
    : public TensorOpConversion<FixedPointMultiplyPerAxisOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(FixedPointMultiplyPerAxisOp op, OpAdaptor adaptor,
                         RankedTensorType type, Emitter &b) const override {
    int64_t rank = type.getRank();
    SmallVector<AffineExpr> axes;
    for (int64_t axis : op.getAxes())
      axes.push_back(b.getAffineDimExpr(wrapAxis(axis, rank)));
    AffineMap ofChannel = AffineMap::get(rank, 0, axes, b.getContext());
    SmallVector<AffineMap> maps(4, ofChannel);
    maps[0] = b.getMultiDimIdentityMap(rank);
    SmallVector<Type> elementTypes;
    for (Type operand : op->getOperandTypes())
      elementTypes.push_back(getElementTypeOrSelf(operand));
    return buildIndexed(
        b, b.getSizes(adaptor.getData()), type.getElementType(),
        adaptor.getOperands(), maps, [&](ValueRange, ValueRange x) {
          ScalarBuilder s(b, elementTypes[0]);
          auto widen = [&](size_t i) {
            return s.withType(elementTypes[i]).cast(x[i], b.getI64Type());
          };
          Value left = op.getIsLshiftRequired() ? widen(2) : s.wideInteger(0);
          return s.fixedPointMul(x[0], widen(1), left, widen(3));
        });
  }
};

// zeros_like(x) -> fill 0 of the shape of x
// ones_like(x) -> fill 1 of the shape of x
template <typename OpT, int value>
struct FillLikeOpConversion : public TensorOpConversion<OpT> {
  using TensorOpConversion<OpT>::TensorOpConversion;
  FailureOr<Value> lower(OpT op, typename OpT::Adaptor adaptor,
                         RankedTensorType type, Emitter &b) const override {
    ScalarBuilder scalar(b, getElementTypeOrSelf(op.getType()));
    return buildFillLike(b, adaptor.getData(), scalar.constant(value), type);
  }
};
} // namespace

void relay::populateElementwiseToLinalgPatterns(const TypeConverter &converter,
                                                RewritePatternSet &patterns) {
  for (ArrayRef<ScalarFunction> functions :
       {ArrayRef(ScalarFunctions), ArrayRef(otherFunctions)})
    for (const ScalarFunction &function : functions)
      patterns.add<ElementwiseConversion>(converter, function,
                                          patterns.getContext());
  patterns.add<BroadcastToLikeOpConversion, CastLikeOpConversion,
               FixedPointMultiplyPerAxisOpConversion, NNPReluOpConversion,
               FillLikeOpConversion<ZerosLikeOp, 0>,
               FillLikeOpConversion<OnesLikeOp, 1>>(converter,
                                                    patterns.getContext());
}
