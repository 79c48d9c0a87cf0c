//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operators that write at indices: one element after the other, in row-major
// order. An update out of range replaces an element by itself.
//
//===----------------------------------------------------------------------===//

#include "../Builders/Broadcast.h"
#include "../Builders/ScalarBuilder.h"
#include "../Builders/TensorBuilders.h"
#include "../Patterns.h"
#include "RelayLite/Dialect/Relay/IR/Shapes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::relay;

namespace {
/// A position to write to. It is in range; whether it is the one that was meant
/// is for run time.
class WritePosition {
public:
  WritePosition(OpBuilder &b, Location loc)
      : b(b), loc(loc), isMeant(arith::ConstantIntOp::create(b, loc, 1, 1)) {}

  /// Adds a coordinate that is in range unless the size may be exceeded.
  void add(Value index, OpFoldResult extent) {
    Value end = getIndexValue(b, loc, extent);
    // Negative ones are large.
    Value fits =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, index, end);
    isMeant = b.createOrFold<arith::AndIOp>(loc, isMeant, fits);
    Value last =
        b.createOrFold<arith::SubIOp>(loc, end, createIndex(b, loc, 1));
    position.push_back(arith::MinUIOp::create(b, loc, index, last));
  }

  /// Adds the coordinate that `element`, of Relay type `type`, tells. With
  /// `countsFromEnd` negative ones do.
  void add(Value element, Type type, OpFoldResult extent, bool countsFromEnd) {
    Value wide = ScalarBuilder(b, loc, type).cast(element, b.getI64Type());
    Value index = arith::IndexCastOp::create(b, loc, b.getIndexType(), wide);
    if (countsFromEnd && !ScalarBuilder(b, loc, type).isUnsigned()) {
      Value isNegative = arith::CmpIOp::create(
          b, loc, arith::CmpIPredicate::slt, index, createIndex(b, loc, 0));
      Value sum =
          arith::AddIOp::create(b, loc, index, getIndexValue(b, loc, extent));
      index = arith::SelectOp::create(b, loc, isNegative, sum, index);
    }
    add(index, extent);
  }

  /// `target` with what `combine` makes of the element there.
  Value write(Value target, function_ref<Value(Value)> combine) const {
    Value old = tensor::ExtractOp::create(b, loc, target, position);
    Value element = arith::SelectOp::create(b, loc, isMeant, combine(old), old);
    return tensor::InsertOp::create(b, loc, element, target, position);
  }

private:
  OpBuilder &b;
  Location loc;
  SmallVector<Value> position;
  Value isMeant;
};
} // namespace

/// Emit the value of an element after an update.
static Value emitUpdate(ScalarBuilder s, StringRef mode, Value old,
                        Value update) {
  if (mode == "update")
    return update;
  if (mode == "add")
    return s.add(old, update);
  if (mode == "mul")
    return s.mul(old, update);
  if (mode == "min")
    return s.min(old, update);
  if (mode == "max")
    return s.max(old, update);
  assert(mode == "mean" && "type inference knows no other");
  return s.div(s.add(old, update), s.constant(2));
}

/// The smaller one of two sizes.
static OpFoldResult buildMinExtent(OpBuilder &b, Location loc, OpFoldResult x,
                                   OpFoldResult y) {
  std::optional<int64_t> left = getConstantIntValue(x);
  std::optional<int64_t> right = getConstantIntValue(y);
  if (left && right)
    return b.getIndexAttr(std::min(*left, *right));
  return arith::MinUIOp::create(b, loc, getIndexValue(b, loc, x),
                                getIndexValue(b, loc, y))
      .getResult();
}

namespace {
// scatter_elements(x, i, u) -> x with one element of u after the other
struct ScatterElementsOpConversion
    : public TensorOpConversion<ScatterElementsOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(ScatterElementsOp op, OpAdaptor adaptor,
                         RankedTensorType type,
                         ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value data = adaptor.getData(), indices = adaptor.getIndices();
    int64_t axis = wrapAxis(op.getAxis(), type.getRank());
    SmallVector<OpFoldResult> extents =
        tensor::getMixedSizes(rewriter, loc, data);
    Type elementType = getElementTypeOrSelf(op.getType());
    Type indexType = getElementTypeOrSelf(op.getIndices().getType());
    SmallVector<OpFoldResult> sizes =
        tensor::getMixedSizes(rewriter, loc, indices);
    for (auto [dim, size] : llvm::enumerate(sizes))
      size = buildMinExtent(
          rewriter, loc, size,
          tensor::getMixedSize(rewriter, loc, adaptor.getUpdates(), dim));
    return buildSteps(rewriter, loc, sizes, extents, data,
                      [&](OpBuilder &b, Location loc, ValueRange at,
                          ValueRange state) -> SmallVector<Value> {
                        Value index =
                            tensor::ExtractOp::create(b, loc, indices, at);
                        Value update = tensor::ExtractOp::create(
                            b, loc, adaptor.getUpdates(), at);
                        WritePosition position(b, loc);
                        for (auto [dim, extent] : llvm::enumerate(extents)) {
                          if (static_cast<int64_t>(dim) == axis)
                            position.add(index, indexType, extent,
                                         /*countsFromEnd=*/true);
                          else
                            position.add(at[dim], extent);
                        }
                        ScalarBuilder s(b, loc, elementType);
                        return {position.write(state[0], [&](Value old) {
                          return emitUpdate(s, op.getReduction(), old, update);
                        })};
                      })
        .front();
  }
};

// scatter_nd(x, i, u) -> x with one element of u after the other
struct ScatterNDOpConversion : public TensorOpConversion<ScatterNDOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(ScatterNDOp op, OpAdaptor adaptor,
                         RankedTensorType type,
                         ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value data = adaptor.getData(), indices = adaptor.getIndices();
    auto indicesType = cast<RankedTensorType>(indices.getType());
    int64_t numCoordinates = indicesType.getDimSize(0);
    int64_t numIndexDims = indicesType.getRank() - 1;
    SmallVector<OpFoldResult> extents =
        tensor::getMixedSizes(rewriter, loc, data);
    Type elementType = getElementTypeOrSelf(op.getType());
    Type indexType = getElementTypeOrSelf(op.getIndices().getType());
    SmallVector<OpFoldResult> sizes =
        tensor::getMixedSizes(rewriter, loc, adaptor.getUpdates());
    for (int64_t dim = 0; dim < numIndexDims; ++dim)
      sizes[dim] =
          buildMinExtent(rewriter, loc, sizes[dim],
                         tensor::getMixedSize(rewriter, loc, indices, dim + 1));
    return buildSteps(rewriter, loc, sizes, extents, data,
                      [&](OpBuilder &b, Location loc, ValueRange at,
                          ValueRange state) -> SmallVector<Value> {
                        WritePosition position(b, loc);
                        for (int64_t i = 0; i < numCoordinates; ++i) {
                          SmallVector<Value> where = {createIndex(b, loc, i)};
                          llvm::append_range(where,
                                             at.take_front(numIndexDims));
                          Value index =
                              tensor::ExtractOp::create(b, loc, indices, where);
                          position.add(index, indexType, extents[i],
                                       /*countsFromEnd=*/false);
                        }
                        for (auto [index, extent] : llvm::zip_equal(
                                 at.drop_front(numIndexDims),
                                 ArrayRef(extents).drop_front(numCoordinates)))
                          position.add(index, extent);
                        Value update = tensor::ExtractOp::create(
                            b, loc, adaptor.getUpdates(), at);
                        ScalarBuilder s(b, loc, elementType);
                        return {position.write(state[0], [&](Value old) {
                          return emitUpdate(s, op.getMode(), old, update);
                        })};
                      })
        .front();
  }
};

// invert_permutation(x) -> zeros with i at x[i], one after the other
struct InvertPermutationOpConversion
    : public TensorOpConversion<InvertPermutationOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(InvertPermutationOp op, OpAdaptor adaptor,
                         RankedTensorType type,
                         ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value data = adaptor.getData();
    Type elementType = getElementTypeOrSelf(op.getType());
    Value zeros =
        buildFillLike(rewriter, loc, data,
                      ScalarBuilder(rewriter, loc, elementType).zero(), type);
    SmallVector<OpFoldResult> sizes =
        tensor::getMixedSizes(rewriter, loc, data);
    return buildSteps(
               rewriter, loc, sizes, sizes, zeros,
               [&](OpBuilder &b, Location loc, ValueRange at,
                   ValueRange state) -> SmallVector<Value> {
                 WritePosition position(b, loc);
                 position.add(tensor::ExtractOp::create(b, loc, data, at),
                              elementType, sizes[0], /*countsFromEnd=*/false);
                 Value place =
                     arith::IndexCastOp::create(b, loc, b.getI64Type(), at[0]);
                 return {position.write(state[0], [&](Value) {
                   return ScalarBuilder(b, loc, b.getI64Type())
                       .cast(place, elementType);
                 })};
               })
        .front();
  }
};

// argwhere(x) -> the indices of one element of x after the other
struct ArgwhereOpConversion : public TensorOpConversion<ArgwhereOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(ArgwhereOp op, OpAdaptor adaptor,
                         RankedTensorType type,
                         ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value data = adaptor.getCondition();
    SmallVector<OpFoldResult> sizes =
        tensor::getMixedSizes(rewriter, loc, data);
    Type elementType = getElementTypeOrSelf(op.getCondition().getType());
    auto readIsTrue = [&](OpBuilder &b, Location loc, ValueRange at) {
      Value element = tensor::ExtractOp::create(b, loc, data, at);
      return ScalarBuilder(b, loc, elementType).isTrue(element);
    };
    auto count = [&](OpBuilder &b, Location loc, Value isTrue, Value number) {
      Value one =
          arith::IndexCastUIOp::create(b, loc, b.getIndexType(), isTrue);
      return arith::AddIOp::create(b, loc, number, one).getResult();
    };

    // Kernels know the number of rows.
    Value zero = createIndex(rewriter, loc, 0);
    OpFoldResult numRows = rewriter.getIndexAttr(type.getDimSize(0));
    if (type.isDynamicDim(0))
      numRows =
          buildSteps(rewriter, loc, sizes, {}, zero,
                     [&](OpBuilder &b, Location loc, ValueRange at,
                         ValueRange state) -> SmallVector<Value> {
                       return {count(b, loc, readIsTrue(b, loc, at), state[0])};
                     })
              .front();
    OpFoldResult rank = rewriter.getIndexAttr(sizes.size());
    Value rows = buildFill(
        rewriter, loc,
        ScalarBuilder(rewriter, loc, type.getElementType()).zero(),
        {numRows, rank},
        RankedTensorType::get({type.getDimSize(0), type.getDimSize(1)},
                              type.getElementType()));
    return buildSteps(rewriter, loc, sizes, {numRows, rank}, {rows, zero},
                      [&](OpBuilder &b, Location loc, ValueRange at,
                          ValueRange state) -> SmallVector<Value> {
                        Value isTrue = readIsTrue(b, loc, at), rows = state[0];
                        for (auto [dim, index] : llvm::enumerate(at)) {
                          WritePosition position(b, loc);
                          position.add(state[1], numRows);
                          position.add(createIndex(b, loc, dim), rank);
                          Value coordinate = arith::IndexCastOp::create(
                              b, loc, b.getI32Type(), index);
                          rows = position.write(rows, [&](Value old) {
                            return arith::SelectOp::create(b, loc, isTrue,
                                                           coordinate, old)
                                .getResult();
                          });
                        }
                        return {rows, count(b, loc, isTrue, state[1])};
                      })
        .front();
  }
};
} // namespace

void relay::populateScatterToLinalgPatterns(const TypeConverter &converter,
                                            RewritePatternSet &patterns) {
  patterns.add<ArgwhereOpConversion, InvertPermutationOpConversion,
               ScatterElementsOpConversion, ScatterNDOpConversion>(
      converter, patterns.getContext());
}
