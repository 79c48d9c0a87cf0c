//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operators on the coordinates of sparse tensors: lowering.
//
//===----------------------------------------------------------------------===//

#include "../Builders/Emitter.h"
#include "../Patterns.h"

using namespace mlir;
using namespace mlir::relay;

namespace {
// sparse_reshape(i, s, t) -> row-major positions of i in s, as positions in t
struct SparseReshapeOpConversion : public TensorsOpConversion<SparseReshapeOp> {
  using TensorsOpConversion::TensorsOpConversion;
  FailureOr<SmallVector<Value>> lower(SparseReshapeOp op, OpAdaptor adaptor,
                                      ArrayRef<RankedTensorType> types,
                                      Emitter &b) const override;

private:
  /// The elements of a vector, as i64.
  static Value buildExtents(Emitter &b, Value vector, Type type, Type to);
  /// The product of the elements of `extents`, a vector of i64, without those
  /// that are -1.
  static Value buildProduct(Emitter &b, Value extents);
  /// The distance of elements along each dimension of a tensor with the sizes
  /// `extents`, in row-major order.
  static Value buildStrides(Emitter &b, Value extents);
  /// Whether two shapes are the same.
  static Value buildEqual(Emitter &b, Value lhs, Value rhs);
};
} // namespace

Value SparseReshapeOpConversion::buildExtents(Emitter &b, Value vector,
                                              Type type, Type to) {
  return buildIndexed(b, b.getSizes(vector), b.scalar(to).getType(), vector,
                      b.getMultiDimIdentityMap(1),
                      [&](ValueRange, ValueRange extent) {
                        return ScalarBuilder(b, type).cast(extent[0], to);
                      });
}

Value SparseReshapeOpConversion::buildProduct(Emitter &b, Value extents) {
  Type i64 = b.getI64Type();
  return scf::ForOp::create(
             b, b.index(0), b.getDim(extents, 0), b.index(1),
             b.scalar(i64).one(),
             [&](OpBuilder &, Location, Value at, ValueRange state) {
               ScalarBuilder s(b, i64);
               Value extent = b.extract(extents, at);
               Value isInferred = s.eq(extent, s.constant(-1));
               scf::YieldOp::create(
                   b, s.select(isInferred, state[0], s.mul(state[0], extent)));
             })
      .getResult(0);
}

Value SparseReshapeOpConversion::buildStrides(Emitter &b, Value extents) {
  Type i64 = b.getI64Type();
  Value count = b.getDim(extents, 0), one = b.index(1);
  Value empty = tensor::EmptyOp::create(b, b.getSizes(extents), i64);
  return scf::ForOp::create(
             b, b.index(0), count, one, ValueRange{b.scalar(i64).one(), empty},
             [&](OpBuilder &, Location, Value number, ValueRange state) {
               Value at = b.sub(b.sub(count, one), number);
               Value extent = b.extract(extents, at);
               Value strides =
                   tensor::InsertOp::create(b, state[0], state[1], at);
               Value next = b.scalar(i64).mul(state[0], extent);
               scf::YieldOp::create(b, ValueRange{next, strides});
             })
      .getResult(1);
}

Value SparseReshapeOpConversion::buildEqual(Emitter &b, Value lhs, Value rhs) {
  Value count = b.getDim(lhs, 0);
  Value isEqual = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, count,
                                        b.getDim(rhs, 0));
  return scf::ForOp::create(
             b, b.index(0), b.minUnsigned(count, b.getDim(rhs, 0)), b.index(1),
             isEqual,
             [&](OpBuilder &, Location, Value at, ValueRange state) {
               Value x = b.extract(lhs, at);
               Value y = b.extract(rhs, at);
               Value same = b.scalar(b.getI64Type()).eq(x, y);
               scf::YieldOp::create(b, b.both(state[0], same));
             })
      .getResult(0);
}

FailureOr<SmallVector<Value>>
SparseReshapeOpConversion::lower(SparseReshapeOp op, OpAdaptor adaptor,
                                 ArrayRef<RankedTensorType> types,
                                 Emitter &b) const {
  Value indices = adaptor.getSparseIndices();
  Type indexType = getElementTypeOrSelf(op.getSparseIndices().getType());
  Type newType = getElementTypeOrSelf(op.getNewShape().getType());
  Type i64 = b.getI64Type();
  Value extents =
      buildExtents(b, adaptor.getPrevShape(),
                   getElementTypeOrSelf(op.getPrevShape().getType()), i64);
  Value given = buildExtents(b, adaptor.getNewShape(), newType, i64);
  // Integers wrap, and divisions by 0 give 0.
  Value rest =
      b.scalar(i64).div(buildProduct(b, extents), buildProduct(b, given));
  Value newExtents = buildIndexed(
      b, b.getSizes(given), i64, given, b.getMultiDimIdentityMap(1),
      [&](ValueRange, ValueRange extent) {
        ScalarBuilder s(b, i64);
        return s.select(s.eq(extent[0], s.constant(-1)), rest, extent[0]);
      });
  Value strides = buildStrides(b, extents);
  Value newStrides = buildStrides(b, newExtents);
  Value isSame = buildEqual(b, extents, newExtents);

  Value zero = b.index(0), one = b.index(1);
  // At run time there may be fewer sizes than columns.
  Value rank = b.minUnsigned(b.getDim(extents, 0), b.getDim(indices, 1));
  auto loadIndex = [&](Value row, Value dim) {
    Value index = b.extract(indices, {row, dim});
    return ScalarBuilder(b, indexType).cast(index, i64);
  };
  auto reshape = [&](Value row, Value dim) {
    Value position =
        scf::ForOp::create(
            b, zero, rank, one, b.scalar(i64).zero(),
            [&](OpBuilder &, Location, Value at, ValueRange state) {
              ScalarBuilder s(b, i64);
              Value stride = b.extract(strides, at);
              Value index = loadIndex(row, at);
              scf::YieldOp::create(b, s.add(state[0], s.mul(index, stride)));
            })
            .getResult(0);
    Value left =
        scf::ForOp::create(
            b, zero, dim, one, position,
            [&](OpBuilder &, Location, Value at, ValueRange state) {
              Value stride = b.extract(newStrides, at);
              scf::YieldOp::create(b, b.scalar(i64).floorMod(state[0], stride));
            })
            .getResult(0);
    Value stride = b.extract(newStrides, dim);
    return ScalarBuilder(b, i64).floorDiv(left, stride);
  };
  SmallVector<OpFoldResult> sizes{b.getSize(indices, 0), b.getSize(given, 0)};
  Value positions = buildIndexed(
      b, sizes, types[0].getElementType(), {}, {},
      [&](ValueRange at, ValueRange) -> Value {
        // Positions in the same shape stay as they are, whatever they are.
        Value fits = b.both(isSame, b.isInside(at[1], rank));
        Value result = b.choose(
            fits, [&]() -> Value { return loadIndex(at[0], at[1]); },
            [&]() -> Value { return reshape(at[0], at[1]); });
        return ScalarBuilder(b, i64).cast(result, indexType);
      });
  return SmallVector<Value>{positions,
                            buildExtents(b, newExtents, i64, newType)};
}

namespace {
// sparse_fill_empty_rows(s, d) -> the elements of s, and d for rows without one
struct SparseFillEmptyRowsOpConversion
    : public TensorsOpConversion<SparseFillEmptyRowsOp> {
  using TensorsOpConversion::TensorsOpConversion;
  FailureOr<SmallVector<Value>> lower(SparseFillEmptyRowsOp op,
                                      OpAdaptor adaptor,
                                      ArrayRef<RankedTensorType> types,
                                      Emitter &b) const override;
};
} // namespace

FailureOr<SmallVector<Value>> SparseFillEmptyRowsOpConversion::lower(
    SparseFillEmptyRowsOp op, OpAdaptor adaptor,
    ArrayRef<RankedTensorType> types, Emitter &b) const {
  Value indices = adaptor.getSparseIndices();
  Value values = adaptor.getSparseValues();
  Value fill = adaptor.getDefaultValue(), shape = adaptor.getDenseShape();
  auto shapeType = cast<RankedTensorType>(shape.getType());
  auto indicesType = cast<RankedTensorType>(indices.getType());
  if (shapeType.isDynamicDim(0) || shapeType.getDimSize(0) < 1 ||
      indicesType.isDynamicDim(1) || indicesType.getDimSize(1) < 1 ||
      !cast<RankedTensorType>(fill.getType()).hasStaticShape())
    return b.notifyMatchFailure("there may be no first coordinate");
  Type indexType = getElementTypeOrSelf(op.getSparseIndices().getType());
  Type valueType = getElementTypeOrSelf(op.getSparseValues().getType());
  Type fillType = getElementTypeOrSelf(op.getDefaultValue().getType());
  Type i64 = b.getI64Type();
  Value zero = b.index(0), one = b.index(1);
  int64_t rank = indicesType.getDimSize(1);
  Value count = b.minUnsigned(b.getDim(indices, 0), b.getDim(values, 0));
  Value numRows =
      b.load(shape, getElementTypeOrSelf(op.getDenseShape().getType()), zero);
  numRows = b.select(b.isNegative(numRows), zero, numRows);
  // A kernel is for elements that give the sizes of its result.
  OpFoldResult rowsSize = numRows;
  if (!types[2].isDynamicDim(0)) {
    rowsSize = b.getIndexAttr(types[2].getDimSize(0));
    numRows = b.index(rowsSize);
  }
  SmallVector<Value> first(cast<RankedTensorType>(fill.getType()).getRank(),
                           zero);
  Value filler = b.scalar(fillType).cast(b.extract(fill, first), i64);

  // Which rows are empty, and how many.
  auto makeFilled = [&](ArrayRef<OpFoldResult> sizes, int64_t value) {
    Value empty = tensor::EmptyOp::create(b, sizes, i64);
    return linalg::FillOp::create(b, b.scalar(i64).constant(value), empty)
        .getResult(0);
  };
  auto mark = [&](OpBuilder &, Location, Value number, ValueRange state) {
    Value row = b.load(indices, indexType, ValueRange{number, zero});
    ValueRange marked = b.where(b.isInside(row, numRows), state, [&]() {
      // The number of empty rows decreases by the mark that is erased.
      Value mark = b.load(state[1], i64, row);
      Value isEmpty =
          tensor::InsertOp::create(b, b.scalar(i64).zero(), state[1], row);
      return SmallVector<Value>{b.sub(state[0], mark), isEmpty};
    });
    scf::YieldOp::create(b, marked);
  };
  auto marks = scf::ForOp::create(
      b, zero, count, one, ValueRange{numRows, makeFilled(rowsSize, 1)}, mark);
  Value numEmpty = marks.getResult(0), isEmpty = marks.getResult(1);

  // Each element, with the empty rows between the one before it and it.
  OpFoldResult total = b.add(count, numEmpty);
  if (!types[1].isDynamicDim(0))
    total = b.getIndexAttr(types[1].getDimSize(0));
  Value end = b.index(total);
  Value allIndices = makeFilled({total, b.getIndexAttr(rank)}, 0);
  Value allValues = makeFilled(total, 0);
  // Writes the empty rows from `begin` to before `endRow`; the state is the
  // next place, the indices and the values.
  auto fillRows = [&](Value begin, Value endRow,
                      ValueRange state) -> ValueRange {
    return scf::ForOp::create(
               b, begin, endRow, one, state,
               [&](OpBuilder &, Location, Value row, ValueRange state) {
                 Value mark = b.extract(isEmpty, row);
                 Value fits = b.both(b.scalar(i64).isTrue(mark),
                                     b.isInside(state[0], end));
                 ValueRange filled = b.where(fits, state, [&]() {
                   Value first = tensor::InsertOp::create(
                       b, b.toElement(row, i64), state[1],
                       ValueRange{state[0], zero});
                   Value value =
                       tensor::InsertOp::create(b, filler, state[2], state[0]);
                   return SmallVector<Value>{b.add(state[0], one), first,
                                             value};
                 });
                 scf::YieldOp::create(b, filled);
               })
        .getResults();
  };
  auto takeElement = [&](OpBuilder &, Location, Value number,
                         ValueRange state) {
    Value row = b.load(indices, indexType, ValueRange{number, zero});
    // Rows behind the last one begin where all rows end.
    Value begin = state[0];
    Value endRow =
        b.select(b.isNegative(row), begin, b.minUnsigned(row, numRows));
    ValueRange filled = fillRows(begin, endRow, state.drop_front());
    SmallVector<Value> next(b.where(b.isInside(filled[0], end), filled, [&]() {
      Value place = filled[0], position = filled[1];
      for (int64_t dim = 0; dim < rank; ++dim) {
        Value index =
            b.load(indices, indexType, ValueRange{number, b.index(dim)});
        position =
            tensor::InsertOp::create(b, b.toElement(index, i64), position,
                                     ValueRange{place, b.index(dim)});
      }
      Value value = b.scalar(valueType).cast(b.extract(values, number), i64);
      Value all = tensor::InsertOp::create(b, value, filled[2], place);
      return SmallVector<Value>{b.add(place, one), position, all};
    }));
    Value reached = arith::MaxUIOp::create(b, begin, endRow);
    next.insert(next.begin(), reached);
    scf::YieldOp::create(b, next);
  };
  auto elements = scf::ForOp::create(
      b, zero, count, one, ValueRange{zero, zero, allIndices, allValues},
      takeElement);
  ValueRange filled = fillRows(elements.getResult(0), numRows,
                               elements.getResults().drop_front());
  return SmallVector<Value>{filled[1], filled[2], isEmpty};
}

void relay::populateSparseCoordinatesToLinalgPatterns(
    const TypeConverter &converter, RewritePatternSet &patterns) {
  patterns.add<SparseFillEmptyRowsOpConversion, SparseReshapeOpConversion>(
      converter, patterns.getContext());
}
