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
  WritePosition(Emitter &b) : b(b), isMeant(b.isTrue()) {}

  /// Adds a coordinate that is in range unless the size may be exceeded.
  void add(Value index, OpFoldResult extent) {
    Value end = b.index(extent);
    // Negative ones are large.
    Value fits =
        arith::CmpIOp::create(b, arith::CmpIPredicate::ult, index, end);
    isMeant = b.createOrFold<arith::AndIOp>(isMeant, fits);
    Value last = b.createOrFold<arith::SubIOp>(end, b.index(1));
    position.push_back(arith::MinUIOp::create(b, index, last));
  }

  /// Adds the coordinate that `element`, of Relay type `type`, tells. With
  /// `countsFromEnd` negative ones do.
  void add(Value element, Type type, OpFoldResult extent, bool countsFromEnd) {
    Value wide = b.scalar(type).cast(element, b.getI64Type());
    Value index = arith::IndexCastOp::create(b, b.getIndexType(), wide);
    if (countsFromEnd && !b.scalar(type).isUnsigned()) {
      Value isNegative = arith::CmpIOp::create(b, arith::CmpIPredicate::slt,
                                               index, b.index(0));
      Value sum = arith::AddIOp::create(b, index, b.index(extent));
      index = arith::SelectOp::create(b, isNegative, sum, index);
    }
    add(index, extent);
  }

  /// `target` with what `combine` makes of the element there.
  Value write(Value target, function_ref<Value(Value)> combine) const {
    Value old = b.extract(target, position);
    Value element = arith::SelectOp::create(b, isMeant, combine(old), old);
    return tensor::InsertOp::create(b, element, target, position);
  }

private:
  Emitter &b;
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
static OpFoldResult buildMinExtent(Emitter &b, OpFoldResult x, OpFoldResult y) {
  std::optional<int64_t> left = getConstantIntValue(x);
  std::optional<int64_t> right = getConstantIntValue(y);
  if (left && right)
    return b.getIndexAttr(std::min(*left, *right));
  return arith::MinUIOp::create(b, b.index(x), b.index(y)).getResult();
}

namespace {
// scatter_elements(x, i, u) -> x with one element of u after the other
struct ScatterElementsOpConversion
    : public TensorOpConversion<ScatterElementsOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(ScatterElementsOp op, OpAdaptor adaptor,
                         RankedTensorType type, Emitter &b) const override {
    Value data = adaptor.getData(), indices = adaptor.getIndices();
    int64_t axis = wrapAxis(op.getAxis(), type.getRank());
    SmallVector<OpFoldResult> extents = b.getSizes(data);
    Type elementType = getElementTypeOrSelf(op.getType());
    Type indexType = getElementTypeOrSelf(op.getIndices().getType());
    SmallVector<OpFoldResult> sizes = b.getSizes(indices);
    for (auto [dim, size] : llvm::enumerate(sizes))
      size = buildMinExtent(b, size, b.getSize(adaptor.getUpdates(), dim));
    return buildSteps(
               b, sizes, extents, data,
               [&](ValueRange at, ValueRange state) -> SmallVector<Value> {
                 Value index = b.extract(indices, at);
                 Value update = b.extract(adaptor.getUpdates(), at);
                 WritePosition position(b);
                 for (auto [dim, extent] : llvm::enumerate(extents)) {
                   if (static_cast<int64_t>(dim) == axis)
                     position.add(index, indexType, extent,
                                  /*countsFromEnd=*/true);
                   else
                     position.add(at[dim], extent);
                 }
                 ScalarBuilder s(b, elementType);
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
                         RankedTensorType type, Emitter &b) const override {
    Value data = adaptor.getData(), indices = adaptor.getIndices();
    auto indicesType = cast<RankedTensorType>(indices.getType());
    int64_t numCoordinates = indicesType.getDimSize(0);
    int64_t numIndexDims = indicesType.getRank() - 1;
    SmallVector<OpFoldResult> extents = b.getSizes(data);
    Type elementType = getElementTypeOrSelf(op.getType());
    Type indexType = getElementTypeOrSelf(op.getIndices().getType());
    SmallVector<OpFoldResult> sizes = b.getSizes(adaptor.getUpdates());
    for (int64_t dim = 0; dim < numIndexDims; ++dim)
      sizes[dim] = buildMinExtent(b, sizes[dim], b.getSize(indices, dim + 1));
    return buildSteps(
               b, sizes, extents, data,
               [&](ValueRange at, ValueRange state) -> SmallVector<Value> {
                 WritePosition position(b);
                 for (int64_t i = 0; i < numCoordinates; ++i) {
                   SmallVector<Value> where = {b.index(i)};
                   llvm::append_range(where, at.take_front(numIndexDims));
                   Value index = b.extract(indices, where);
                   position.add(index, indexType, extents[i],
                                /*countsFromEnd=*/false);
                 }
                 for (auto [index, extent] : llvm::zip_equal(
                          at.drop_front(numIndexDims),
                          ArrayRef(extents).drop_front(numCoordinates)))
                   position.add(index, extent);
                 Value update = b.extract(adaptor.getUpdates(), at);
                 ScalarBuilder s(b, elementType);
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
                         RankedTensorType type, Emitter &b) const override {
    Value data = adaptor.getData();
    Type elementType = getElementTypeOrSelf(op.getType());
    Value zeros = buildFillLike(b, data, b.scalar(elementType).zero(), type);
    SmallVector<OpFoldResult> sizes = b.getSizes(data);
    return buildSteps(
               b, sizes, sizes, zeros,
               [&](ValueRange at, ValueRange state) -> SmallVector<Value> {
                 WritePosition position(b);
                 position.add(b.extract(data, at), elementType, sizes[0],
                              /*countsFromEnd=*/false);
                 Value place =
                     arith::IndexCastOp::create(b, b.getI64Type(), at[0]);
                 return {position.write(state[0], [&](Value) {
                   return ScalarBuilder(b, b.getI64Type())
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
                         RankedTensorType type, Emitter &b) const override {
    Value data = adaptor.getCondition();
    SmallVector<OpFoldResult> sizes = b.getSizes(data);
    Type elementType = getElementTypeOrSelf(op.getCondition().getType());
    auto readIsTrue = [&](ValueRange at) {
      Value element = b.extract(data, at);
      return ScalarBuilder(b, elementType).isTrue(element);
    };
    auto count = [&](Value isTrue, Value number) {
      Value one = arith::IndexCastUIOp::create(b, b.getIndexType(), isTrue);
      return arith::AddIOp::create(b, number, one).getResult();
    };

    // Kernels know the number of rows.
    Value zero = b.index(0);
    OpFoldResult numRows = b.getIndexAttr(type.getDimSize(0));
    if (type.isDynamicDim(0))
      numRows = buildSteps(
                    b, sizes, {}, zero,
                    [&](ValueRange at, ValueRange state) -> SmallVector<Value> {
                      return {count(readIsTrue(at), state[0])};
                    })
                    .front();
    OpFoldResult rank = b.getIndexAttr(sizes.size());
    Value rows = buildFill(
        b, b.scalar(type.getElementType()).zero(), {numRows, rank},
        RankedTensorType::get({type.getDimSize(0), type.getDimSize(1)},
                              type.getElementType()));
    return buildSteps(
               b, sizes, {numRows, rank}, {rows, zero},
               [&](ValueRange at, ValueRange state) -> SmallVector<Value> {
                 Value isTrue = readIsTrue(at), rows = state[0];
                 for (auto [dim, index] : llvm::enumerate(at)) {
                   WritePosition position(b);
                   position.add(state[1], numRows);
                   position.add(b.index(dim), rank);
                   Value coordinate =
                       arith::IndexCastOp::create(b, b.getI32Type(), index);
                   rows = position.write(rows, [&](Value old) {
                     return arith::SelectOp::create(b, isTrue, coordinate, old)
                         .getResult();
                   });
                 }
                 return {rows, count(isTrue, state[1])};
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
