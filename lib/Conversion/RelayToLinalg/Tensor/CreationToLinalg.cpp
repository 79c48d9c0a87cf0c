//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operators that create tensors, and those that return sizes: lowering.
//
//===----------------------------------------------------------------------===//

#include "../Builders/Broadcast.h"
#include "../Builders/ScalarBuilder.h"
#include "../Builders/TensorBuilders.h"
#include "../Patterns.h"

using namespace mlir;
using namespace mlir::relay;

/// Sizes or positions as elements of the Relay type `to`.
static Value castIndex(Emitter &b, Value index, Type to) {
  Value integer = arith::IndexCastOp::create(b, b.getI64Type(), index);
  return ScalarBuilder(b, b.getI64Type()).cast(integer, to);
}

namespace {
// zeros(), ones() -> linalg.fill
template <typename OpT, int value>
struct ConstantFillConversion : public TensorOpConversion<OpT> {
  using TensorOpConversion<OpT>::TensorOpConversion;
  FailureOr<Value> lower(OpT op, typename OpT::Adaptor adaptor,
                         RankedTensorType type, Emitter &b) const override {
    ScalarBuilder s(b, op.getDtype());
    return buildFill(b, s.constant(value),
                     getAsIndexOpFoldResult(b.getContext(), type.getShape()),
                     type);
  }
};

// full(v) -> linalg.fill(v), or linalg.generic that converts v
struct FullOpConversion : public TensorOpConversion<FullOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(FullOp op, OpAdaptor adaptor, RankedTensorType type,
                         Emitter &b) const override {
    return buildFillFrom(b, adaptor.getFillValue(),
                         getElementTypeOrSelf(op.getFillValue().getType()),
                         getElementTypeOrSelf(op.getType()),
                         getAsIndexOpFoldResult(b.getContext(), op.getShape()),
                         type);
  }
};

// full_like(x, v) -> linalg.fill(v), or linalg.generic that converts v
struct FullLikeOpConversion : public TensorOpConversion<FullLikeOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(FullLikeOp op, OpAdaptor adaptor,
                         RankedTensorType type, Emitter &b) const override {
    return buildFillFrom(b, adaptor.getFillValue(),
                         getElementTypeOrSelf(op.getFillValue().getType()),
                         getElementTypeOrSelf(op.getType()),
                         b.getSizes(adaptor.getData()), type);
  }
};

// arange(start, stop, step)[i] -> start + i * step
struct ArangeOpConversion : public TensorOpConversion<ArangeOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(ArangeOp op, OpAdaptor adaptor, RankedTensorType type,
                         Emitter &b) const override {
    Type dtype = op.getDtype();
    SmallVector<Value> scalars;
    for (Value operand : adaptor.getOperands())
      scalars.push_back(b.extract(operand));
    OpFoldResult size = type.isDynamicDim(0)
                            ? buildLength(b, scalars, dtype)
                            : b.getIndexAttr(type.getDimSize(0));
    Value result =
        buildIndexed(b, size, type.getElementType(), {}, {},
                     [&](ValueRange indices, ValueRange) {
                       ScalarBuilder s(b, dtype);
                       Value position = castIndex(b, indices[0], dtype);
                       return s.add(scalars[0], s.mul(position, scalars[2]));
                     });
    return result;
  }

private:
  /// ceil((stop - start) / step) in f64, or 0 where that is negative or NaN.
  static OpFoldResult buildLength(Emitter &b, ArrayRef<Value> scalars,
                                  Type dtype) {
    ScalarBuilder from(b, dtype), f(b, b.getF64Type());
    SmallVector<Value> x;
    for (Value scalar : scalars)
      x.push_back(from.cast(scalar, b.getF64Type()));
    Value length = f.ceil(f.div(f.sub(x[1], x[0]), x[2]));
    Value integer = f.cast(length, b.getI64Type());
    ScalarBuilder integers(b, b.getI64Type());
    return arith::IndexCastOp::create(b, b.getIndexType(),
                                      integers.max(integer, integers.zero()))
        .getResult();
  }
};

// shape_of(x) -> the sizes of x
struct ShapeOfOpConversion : public TensorOpConversion<ShapeOfOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(ShapeOfOp op, OpAdaptor adaptor, RankedTensorType type,
                         Emitter &b) const override {
    SmallVector<Value> extents;
    for (OpFoldResult size : b.getSizes(adaptor.getData()))
      extents.push_back(castIndex(b, b.index(size), op.getDtype()));
    int64_t rank = extents.size();
    return tensor::FromElementsOp::create(
               b, RankedTensorType::get(rank, type.getElementType()), extents)
        .getResult();
  }
};

// ndarray_size(x) -> the product of the sizes of x
struct NdarraySizeOpConversion : public TensorOpConversion<NdarraySizeOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(NdarraySizeOp op, OpAdaptor adaptor,
                         RankedTensorType type, Emitter &b) const override {
    OpFoldResult product = b.mulAllSizes(b.getSizes(adaptor.getData()));
    Value size = castIndex(b, b.index(product), op.getDtype());
    return tensor::FromElementsOp::create(b, type, size).getResult();
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
