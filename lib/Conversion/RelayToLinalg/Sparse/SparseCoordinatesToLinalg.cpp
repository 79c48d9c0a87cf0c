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

  /// The shapes before and after, vectors of i64.
  struct Shapes {
    Value given; ///< The new shape, where -1 stands for the rest.
    Value extents, newExtents, strides, newStrides;
    Value isSame; ///< Whether the shapes are the same.
  };
  static Shapes buildShapes(SparseReshapeOp op, OpAdaptor adaptor, Emitter &b);
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

SparseReshapeOpConversion::Shapes
SparseReshapeOpConversion::buildShapes(SparseReshapeOp op, OpAdaptor adaptor,
                                       Emitter &b) {
  Type i64 = b.getI64Type();
  auto load = [&](Value vector, Value source) {
    return buildExtents(b, vector, getElementTypeOrSelf(source.getType()), i64);
  };
  Value extents = load(adaptor.getPrevShape(), op.getPrevShape());
  Value given = load(adaptor.getNewShape(), op.getNewShape());
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
  return {given, extents, newExtents, strides, newStrides, isSame};
}

FailureOr<SmallVector<Value>>
SparseReshapeOpConversion::lower(SparseReshapeOp op, OpAdaptor adaptor,
                                 ArrayRef<RankedTensorType> types,
                                 Emitter &b) const {
  Value indices = adaptor.getSparseIndices();
  Type indexType = getElementTypeOrSelf(op.getSparseIndices().getType());
  Type newType = getElementTypeOrSelf(op.getNewShape().getType());
  Type i64 = b.getI64Type();
  Shapes shapes = buildShapes(op, adaptor, b);
  Value zero = b.index(0), one = b.index(1);
  // At run time there may be fewer sizes than columns.
  Value rank = b.minUnsigned(b.getDim(shapes.extents, 0), b.getDim(indices, 1));
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
              Value stride = b.extract(shapes.strides, at);
              Value index = loadIndex(row, at);
              scf::YieldOp::create(b, s.add(state[0], s.mul(index, stride)));
            })
            .getResult(0);
    Value left =
        scf::ForOp::create(
            b, zero, dim, one, position,
            [&](OpBuilder &, Location, Value at, ValueRange state) {
              Value stride = b.extract(shapes.newStrides, at);
              scf::YieldOp::create(b, b.scalar(i64).floorMod(state[0], stride));
            })
            .getResult(0);
    Value stride = b.extract(shapes.newStrides, dim);
    return ScalarBuilder(b, i64).floorDiv(left, stride);
  };
  SmallVector<OpFoldResult> sizes{b.getSize(indices, 0),
                                  b.getSize(shapes.given, 0)};
  Value positions = buildIndexed(
      b, sizes, types[0].getElementType(), {}, {},
      [&](ValueRange at, ValueRange) -> Value {
        // Positions in the same shape stay as they are, whatever they are.
        Value fits = b.both(shapes.isSame, b.isInside(at[1], rank));
        Value result = b.choose(
            fits, [&]() -> Value { return loadIndex(at[0], at[1]); },
            [&]() -> Value { return reshape(at[0], at[1]); });
        return ScalarBuilder(b, i64).cast(result, indexType);
      });
  return SmallVector<Value>{positions,
                            buildExtents(b, shapes.newExtents, i64, newType)};
}

namespace {
/// The lowering of one sparse_fill_empty_rows of a known rank.
class EmptyRowFiller {
public:
  EmptyRowFiller(SparseFillEmptyRowsOp op,
                 SparseFillEmptyRowsOp::Adaptor adaptor,
                 ArrayRef<RankedTensorType> types, Emitter &b);
  SmallVector<Value> build();

private:
  Value makeFilled(ArrayRef<OpFoldResult> sizes, int64_t value) {
    Value empty = tensor::EmptyOp::create(b, sizes, i64);
    return linalg::FillOp::create(b, b.scalar(i64).constant(value), empty)
        .getResult(0);
  }
  /// A coordinate of element `number`.
  Value loadIndex(Value number, Value dim) {
    return b.load(indices, indexType, ValueRange{number, dim});
  }
  /// Emits a loop over the elements.
  ResultRange
  forEachElement(ValueRange state,
                 function_ref<SmallVector<Value>(Value, ValueRange)> body);

  /// Finds which rows are empty. Returns their number.
  Value markRows();
  /// Writes the empty rows from `begin` to before `endRow`; the state is the
  /// next place, the indices and the values.
  ValueRange fillRows(Value begin, Value endRow, ValueRange state);
  /// Writes element `number`, after the empty rows between the one before it
  /// and it; the state is the row reached, and that of fillRows.
  SmallVector<Value> takeElement(Value number, ValueRange state);

  ArrayRef<RankedTensorType> types;
  Emitter &b;
  Type i64;
  Value indices, values;
  Type indexType, valueType;
  int64_t rank;
  Value zero, one;
  Value count, numRows; ///< The numbers of elements and of rows.
  OpFoldResult rowsSize;
  Value filler;  ///< The value of empty rows.
  Value isEmpty; ///< Whether a row is empty.
  Value end;     ///< The number of elements and empty rows.
};

// sparse_fill_empty_rows(s, d) -> the elements of s, and d for rows without one
struct SparseFillEmptyRowsOpConversion
    : public TensorsOpConversion<SparseFillEmptyRowsOp> {
  using TensorsOpConversion::TensorsOpConversion;
  FailureOr<SmallVector<Value>> lower(SparseFillEmptyRowsOp op,
                                      OpAdaptor adaptor,
                                      ArrayRef<RankedTensorType> types,
                                      Emitter &b) const override {
    auto getType = [](Value x) { return cast<RankedTensorType>(x.getType()); };
    RankedTensorType shape = getType(adaptor.getDenseShape());
    RankedTensorType indices = getType(adaptor.getSparseIndices());
    if (shape.isDynamicDim(0) || shape.getDimSize(0) < 1 ||
        indices.isDynamicDim(1) || indices.getDimSize(1) < 1 ||
        !getType(adaptor.getDefaultValue()).hasStaticShape())
      return b.notifyMatchFailure("there may be no first coordinate");
    return EmptyRowFiller(op, adaptor, types, b).build();
  }
};
} // namespace

EmptyRowFiller::EmptyRowFiller(SparseFillEmptyRowsOp op,
                               SparseFillEmptyRowsOp::Adaptor adaptor,
                               ArrayRef<RankedTensorType> types, Emitter &b)
    : types(types), b(b), i64(b.getI64Type()),
      indices(adaptor.getSparseIndices()), values(adaptor.getSparseValues()),
      indexType(getElementTypeOrSelf(op.getSparseIndices().getType())),
      valueType(getElementTypeOrSelf(op.getSparseValues().getType())),
      rank(cast<RankedTensorType>(indices.getType()).getDimSize(1)) {
  zero = b.index(0);
  one = b.index(1);
  count = b.minUnsigned(b.getDim(indices, 0), b.getDim(values, 0));
  numRows = b.load(adaptor.getDenseShape(),
                   getElementTypeOrSelf(op.getDenseShape().getType()), zero);
  numRows = b.select(b.isNegative(numRows), zero, numRows);
  // A kernel is for elements that give the sizes of its result.
  rowsSize = numRows;
  if (!types[2].isDynamicDim(0)) {
    rowsSize = b.getIndexAttr(types[2].getDimSize(0));
    numRows = b.index(rowsSize);
  }
  Value fill = adaptor.getDefaultValue();
  SmallVector<Value> first(cast<RankedTensorType>(fill.getType()).getRank(),
                           zero);
  Type fillType = getElementTypeOrSelf(op.getDefaultValue().getType());
  filler = b.scalar(fillType).cast(b.extract(fill, first), i64);
}

ResultRange EmptyRowFiller::forEachElement(
    ValueRange state,
    function_ref<SmallVector<Value>(Value, ValueRange)> body) {
  return scf::ForOp::create(
             b, zero, count, one, state,
             [&](OpBuilder &, Location, Value number, ValueRange state) {
               scf::YieldOp::create(b, body(number, state));
             })
      .getResults();
}

Value EmptyRowFiller::markRows() {
  auto mark = [&](Value number, ValueRange state) {
    Value row = loadIndex(number, zero);
    return SmallVector<Value>(
        b.where(b.isInside(row, numRows), state, [&]() -> SmallVector<Value> {
          // The number of empty rows decreases by the mark that is erased.
          Value mark = b.load(state[1], i64, row);
          Value isEmpty =
              tensor::InsertOp::create(b, b.scalar(i64).zero(), state[1], row);
          return {b.sub(state[0], mark), isEmpty};
        }));
  };
  ResultRange marks = forEachElement({numRows, makeFilled(rowsSize, 1)}, mark);
  isEmpty = marks[1];
  return marks[0];
}

ValueRange EmptyRowFiller::fillRows(Value begin, Value endRow,
                                    ValueRange state) {
  auto body = [&](OpBuilder &, Location, Value row, ValueRange state) {
    Value mark = b.extract(isEmpty, row);
    Value fits = b.both(b.scalar(i64).isTrue(mark), b.isInside(state[0], end));
    ValueRange filled = b.where(fits, state, [&]() -> SmallVector<Value> {
      Value first = tensor::InsertOp::create(b, b.toElement(row, i64), state[1],
                                             ValueRange{state[0], zero});
      Value value = tensor::InsertOp::create(b, filler, state[2], state[0]);
      return {b.add(state[0], one), first, value};
    });
    scf::YieldOp::create(b, filled);
  };
  return scf::ForOp::create(b, begin, endRow, one, state, body).getResults();
}

SmallVector<Value> EmptyRowFiller::takeElement(Value number, ValueRange state) {
  Value row = loadIndex(number, zero);
  // Rows behind the last one begin where all rows end.
  Value begin = state[0];
  Value endRow =
      b.select(b.isNegative(row), begin, b.minUnsigned(row, numRows));
  ValueRange filled = fillRows(begin, endRow, state.drop_front());
  auto write = [&]() -> SmallVector<Value> {
    Value place = filled[0], position = filled[1];
    for (int64_t dim = 0; dim < rank; ++dim) {
      Value index = loadIndex(number, b.index(dim));
      position = tensor::InsertOp::create(b, b.toElement(index, i64), position,
                                          ValueRange{place, b.index(dim)});
    }
    Value value = b.scalar(valueType).cast(b.extract(values, number), i64);
    Value all = tensor::InsertOp::create(b, value, filled[2], place);
    return {b.add(place, one), position, all};
  };
  SmallVector<Value> next(b.where(b.isInside(filled[0], end), filled, write));
  next.insert(next.begin(), arith::MaxUIOp::create(b, begin, endRow));
  return next;
}

SmallVector<Value> EmptyRowFiller::build() {
  Value numEmpty = markRows();
  OpFoldResult total = b.add(count, numEmpty);
  if (!types[1].isDynamicDim(0))
    total = b.getIndexAttr(types[1].getDimSize(0));
  end = b.index(total);
  Value allIndices = makeFilled({total, b.getIndexAttr(rank)}, 0);
  Value allValues = makeFilled(total, 0);
  ResultRange elements = forEachElement({zero, zero, allIndices, allValues},
                                        [&](Value number, ValueRange state) {
                                          return takeElement(number, state);
                                        });
  ValueRange filled =
      fillRows(elements.front(), numRows, elements.drop_front());
  return {filled[1], filled[2], isEmpty};
}

void relay::populateSparseCoordinatesToLinalgPatterns(
    const TypeConverter &converter, RewritePatternSet &patterns) {
  patterns.add<SparseFillEmptyRowsOpConversion, SparseReshapeOpConversion>(
      converter, patterns.getContext());
}
