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

#include "../Builders/IndexArithmetic.h"
#include "../Patterns.h"

using namespace mlir;
using namespace mlir::relay;

namespace {
// sparse_reshape(i, s, t) -> row-major positions of i in s, as positions in t
struct SparseReshapeOpConversion : public TensorsOpConversion<SparseReshapeOp> {
  using TensorsOpConversion::TensorsOpConversion;
  FailureOr<SmallVector<Value>>
  lower(SparseReshapeOp op, OpAdaptor adaptor, ArrayRef<RankedTensorType> types,
        ConversionPatternRewriter &rewriter) const override;

private:
  /// The elements of a vector, as i64.
  static Value buildExtents(OpBuilder &b, Location loc, Value vector, Type type,
                            Type to);
  /// The product of the elements of `extents`, a vector of i64, without those
  /// that are -1.
  static Value buildProduct(OpBuilder &b, Location loc, Value extents);
  /// The distance of elements along each dimension of a tensor with the sizes
  /// `extents`, in row-major order.
  static Value buildStrides(OpBuilder &b, Location loc, Value extents);
  /// Whether two shapes are the same.
  static Value buildEqual(OpBuilder &b, Location loc, Value lhs, Value rhs);
};
} // namespace

Value SparseReshapeOpConversion::buildExtents(OpBuilder &b, Location loc,
                                              Value vector, Type type,
                                              Type to) {
  return buildIndexed(
      b, loc, tensor::getMixedSizes(b, loc, vector),
      ScalarBuilder(b, loc, to).getType(), vector, b.getMultiDimIdentityMap(1),
      [&](OpBuilder &b, Location loc, ValueRange, ValueRange extent) {
        return ScalarBuilder(b, loc, type).cast(extent[0], to);
      });
}

Value SparseReshapeOpConversion::buildProduct(OpBuilder &b, Location loc,
                                              Value extents) {
  IndexArithmetic i(b, loc);
  Type i64 = b.getI64Type();
  return scf::ForOp::create(
             b, loc, i.constant(0), i.getExtent(extents, 0), i.constant(1),
             ScalarBuilder(b, loc, i64).one(),
             [&](OpBuilder &b, Location loc, Value at, ValueRange state) {
               ScalarBuilder s(b, loc, i64);
               Value extent = tensor::ExtractOp::create(b, loc, extents, at);
               Value isInferred = s.eq(extent, s.constant(-1));
               scf::YieldOp::create(
                   b, loc,
                   s.select(isInferred, state[0], s.mul(state[0], extent)));
             })
      .getResult(0);
}

Value SparseReshapeOpConversion::buildStrides(OpBuilder &b, Location loc,
                                              Value extents) {
  IndexArithmetic i(b, loc);
  Type i64 = b.getI64Type();
  Value count = i.getExtent(extents, 0), one = i.constant(1);
  Value empty = tensor::EmptyOp::create(
      b, loc, tensor::getMixedSizes(b, loc, extents), i64);
  return scf::ForOp::create(
             b, loc, i.constant(0), count, one,
             ValueRange{ScalarBuilder(b, loc, i64).one(), empty},
             [&](OpBuilder &b, Location loc, Value number, ValueRange state) {
               IndexArithmetic i(b, loc);
               Value at = i.sub(i.sub(count, one), number);
               Value extent = tensor::ExtractOp::create(b, loc, extents, at);
               Value strides =
                   tensor::InsertOp::create(b, loc, state[0], state[1], at);
               Value next = ScalarBuilder(b, loc, i64).mul(state[0], extent);
               scf::YieldOp::create(b, loc, ValueRange{next, strides});
             })
      .getResult(1);
}

Value SparseReshapeOpConversion::buildEqual(OpBuilder &b, Location loc,
                                            Value lhs, Value rhs) {
  IndexArithmetic i(b, loc);
  Value count = i.getExtent(lhs, 0);
  Value isEqual = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, count,
                                        i.getExtent(rhs, 0));
  return scf::ForOp::create(
             b, loc, i.constant(0), i.minUnsigned(count, i.getExtent(rhs, 0)),
             i.constant(1), isEqual,
             [&](OpBuilder &b, Location loc, Value at, ValueRange state) {
               Value x = tensor::ExtractOp::create(b, loc, lhs, at);
               Value y = tensor::ExtractOp::create(b, loc, rhs, at);
               Value same = ScalarBuilder(b, loc, b.getI64Type()).eq(x, y);
               scf::YieldOp::create(
                   b, loc, IndexArithmetic(b, loc).both(state[0], same));
             })
      .getResult(0);
}

FailureOr<SmallVector<Value>>
SparseReshapeOpConversion::lower(SparseReshapeOp op, OpAdaptor adaptor,
                                 ArrayRef<RankedTensorType> types,
                                 ConversionPatternRewriter &rewriter) const {
  Location loc = op.getLoc();
  Value indices = adaptor.getSparseIndices();
  Type indexType = getElementTypeOrSelf(op.getSparseIndices().getType());
  Type newType = getElementTypeOrSelf(op.getNewShape().getType());
  Type i64 = rewriter.getI64Type();
  Value extents =
      buildExtents(rewriter, loc, adaptor.getPrevShape(),
                   getElementTypeOrSelf(op.getPrevShape().getType()), i64);
  Value given =
      buildExtents(rewriter, loc, adaptor.getNewShape(), newType, i64);
  // Integers wrap, and divisions by 0 give 0.
  Value rest = ScalarBuilder(rewriter, loc, i64)
                   .div(buildProduct(rewriter, loc, extents),
                        buildProduct(rewriter, loc, given));
  Value newExtents = buildIndexed(
      rewriter, loc, tensor::getMixedSizes(rewriter, loc, given), i64, given,
      rewriter.getMultiDimIdentityMap(1),
      [&](OpBuilder &b, Location loc, ValueRange, ValueRange extent) {
        ScalarBuilder s(b, loc, i64);
        return s.select(s.eq(extent[0], s.constant(-1)), rest, extent[0]);
      });
  Value strides = buildStrides(rewriter, loc, extents);
  Value newStrides = buildStrides(rewriter, loc, newExtents);
  Value isSame = buildEqual(rewriter, loc, extents, newExtents);

  IndexArithmetic i(rewriter, loc);
  Value zero = i.constant(0), one = i.constant(1);
  // At run time there may be fewer sizes than columns.
  Value rank = i.minUnsigned(i.getExtent(extents, 0), i.getExtent(indices, 1));
  auto loadIndex = [&](OpBuilder &b, Location loc, Value row, Value dim) {
    Value index =
        tensor::ExtractOp::create(b, loc, indices, ValueRange{row, dim});
    return ScalarBuilder(b, loc, indexType).cast(index, i64);
  };
  auto reshape = [&](OpBuilder &b, Location loc, Value row, Value dim) {
    Value position =
        scf::ForOp::create(
            b, loc, zero, rank, one, ScalarBuilder(b, loc, i64).zero(),
            [&](OpBuilder &b, Location loc, Value at, ValueRange state) {
              ScalarBuilder s(b, loc, i64);
              Value stride = tensor::ExtractOp::create(b, loc, strides, at);
              Value index = loadIndex(b, loc, row, at);
              scf::YieldOp::create(b, loc,
                                   s.add(state[0], s.mul(index, stride)));
            })
            .getResult(0);
    Value left =
        scf::ForOp::create(
            b, loc, zero, dim, one, position,
            [&](OpBuilder &b, Location loc, Value at, ValueRange state) {
              Value stride = tensor::ExtractOp::create(b, loc, newStrides, at);
              scf::YieldOp::create(
                  b, loc,
                  ScalarBuilder(b, loc, i64).floorMod(state[0], stride));
            })
            .getResult(0);
    Value stride = tensor::ExtractOp::create(b, loc, newStrides, dim);
    return ScalarBuilder(b, loc, i64).floorDiv(left, stride);
  };
  SmallVector<OpFoldResult> sizes{
      tensor::getMixedSize(rewriter, loc, indices, 0),
      tensor::getMixedSize(rewriter, loc, given, 0)};
  Value positions = buildIndexed(
      rewriter, loc, sizes, types[0].getElementType(), {}, {},
      [&](OpBuilder &b, Location loc, ValueRange at, ValueRange) -> Value {
        // Positions in the same shape stay as they are, whatever they are.
        Value fits = IndexArithmetic(b, loc).both(
            isSame, IndexArithmetic(b, loc).isInside(at[1], rank));
        Value result =
            scf::IfOp::create(
                b, loc, fits,
                [&](OpBuilder &b, Location loc) {
                  scf::YieldOp::create(b, loc, loadIndex(b, loc, at[0], at[1]));
                },
                [&](OpBuilder &b, Location loc) {
                  scf::YieldOp::create(b, loc, reshape(b, loc, at[0], at[1]));
                })
                .getResult(0);
        return ScalarBuilder(b, loc, i64).cast(result, indexType);
      });
  return SmallVector<Value>{
      positions, buildExtents(rewriter, loc, newExtents, i64, newType)};
}

namespace {
// sparse_fill_empty_rows(s, d) -> the elements of s, and d for rows without one
struct SparseFillEmptyRowsOpConversion
    : public TensorsOpConversion<SparseFillEmptyRowsOp> {
  using TensorsOpConversion::TensorsOpConversion;
  FailureOr<SmallVector<Value>>
  lower(SparseFillEmptyRowsOp op, OpAdaptor adaptor,
        ArrayRef<RankedTensorType> types,
        ConversionPatternRewriter &rewriter) const override;
};
} // namespace

FailureOr<SmallVector<Value>> SparseFillEmptyRowsOpConversion::lower(
    SparseFillEmptyRowsOp op, OpAdaptor adaptor,
    ArrayRef<RankedTensorType> types,
    ConversionPatternRewriter &rewriter) const {
  Location loc = op.getLoc();
  Value indices = adaptor.getSparseIndices();
  Value values = adaptor.getSparseValues();
  Value fill = adaptor.getDefaultValue(), shape = adaptor.getDenseShape();
  auto shapeType = cast<RankedTensorType>(shape.getType());
  auto indicesType = cast<RankedTensorType>(indices.getType());
  if (shapeType.isDynamicDim(0) || shapeType.getDimSize(0) < 1 ||
      indicesType.isDynamicDim(1) || indicesType.getDimSize(1) < 1 ||
      !cast<RankedTensorType>(fill.getType()).hasStaticShape())
    return rewriter.notifyMatchFailure(op, "there may be no first coordinate");
  Type indexType = getElementTypeOrSelf(op.getSparseIndices().getType());
  Type valueType = getElementTypeOrSelf(op.getSparseValues().getType());
  Type fillType = getElementTypeOrSelf(op.getDefaultValue().getType());
  Type i64 = rewriter.getI64Type();
  IndexArithmetic i(rewriter, loc);
  Value zero = i.constant(0), one = i.constant(1);
  int64_t rank = indicesType.getDimSize(1);
  Value count = i.minUnsigned(i.getExtent(indices, 0), i.getExtent(values, 0));
  Value numRows =
      i.load(shape, getElementTypeOrSelf(op.getDenseShape().getType()), zero);
  numRows = i.select(i.isNegative(numRows), zero, numRows);
  // A kernel is for elements that give the sizes of its result.
  OpFoldResult rowsSize = numRows;
  if (!types[2].isDynamicDim(0)) {
    rowsSize = rewriter.getIndexAttr(types[2].getDimSize(0));
    numRows = getIndexValue(rewriter, loc, rowsSize);
  }
  SmallVector<Value> first(cast<RankedTensorType>(fill.getType()).getRank(),
                           zero);
  Value filler =
      ScalarBuilder(rewriter, loc, fillType)
          .cast(tensor::ExtractOp::create(rewriter, loc, fill, first), i64);

  // Which rows are empty, and how many.
  auto makeFilled = [&](ArrayRef<OpFoldResult> sizes, int64_t value) {
    Value empty = tensor::EmptyOp::create(rewriter, loc, sizes, i64);
    return linalg::FillOp::create(
               rewriter, loc, ScalarBuilder(rewriter, loc, i64).constant(value),
               empty)
        .getResult(0);
  };
  auto mark = [&](OpBuilder &b, Location loc, Value number, ValueRange state) {
    IndexArithmetic i(b, loc);
    Value row = i.load(indices, indexType, ValueRange{number, zero});
    ValueRange marked = buildWhere(
        b, loc, i.isInside(row, numRows), state,
        [&](OpBuilder &b, Location loc) {
          // The number of empty rows decreases by the mark that is erased.
          Value mark = IndexArithmetic(b, loc).load(state[1], i64, row);
          Value isEmpty = tensor::InsertOp::create(
              b, loc, ScalarBuilder(b, loc, i64).zero(), state[1], row);
          return SmallVector<Value>{IndexArithmetic(b, loc).sub(state[0], mark),
                                    isEmpty};
        });
    scf::YieldOp::create(b, loc, marked);
  };
  auto marks =
      scf::ForOp::create(rewriter, loc, zero, count, one,
                         ValueRange{numRows, makeFilled(rowsSize, 1)}, mark);
  Value numEmpty = marks.getResult(0), isEmpty = marks.getResult(1);

  // Each element, with the empty rows between the one before it and it.
  OpFoldResult total = i.add(count, numEmpty);
  if (!types[1].isDynamicDim(0))
    total = rewriter.getIndexAttr(types[1].getDimSize(0));
  Value end = getIndexValue(rewriter, loc, total);
  Value allIndices = makeFilled({total, rewriter.getIndexAttr(rank)}, 0);
  Value allValues = makeFilled(total, 0);
  // Writes the empty rows from `begin` to before `endRow`; the state is the
  // next place, the indices and the values.
  auto fillRows = [&](OpBuilder &b, Location loc, Value begin, Value endRow,
                      ValueRange state) -> ValueRange {
    return scf::ForOp::create(
               b, loc, begin, endRow, one, state,
               [&](OpBuilder &b, Location loc, Value row, ValueRange state) {
                 IndexArithmetic i(b, loc);
                 Value mark = tensor::ExtractOp::create(b, loc, isEmpty, row);
                 Value fits = i.both(ScalarBuilder(b, loc, i64).isTrue(mark),
                                     i.isInside(state[0], end));
                 ValueRange filled = buildWhere(
                     b, loc, fits, state, [&](OpBuilder &b, Location loc) {
                       IndexArithmetic i(b, loc);
                       Value first = tensor::InsertOp::create(
                           b, loc, i.toElement(row, i64), state[1],
                           ValueRange{state[0], zero});
                       Value value = tensor::InsertOp::create(
                           b, loc, filler, state[2], state[0]);
                       return SmallVector<Value>{i.add(state[0], one), first,
                                                 value};
                     });
                 scf::YieldOp::create(b, loc, filled);
               })
        .getResults();
  };
  auto takeElement = [&](OpBuilder &b, Location loc, Value number,
                         ValueRange state) {
    IndexArithmetic i(b, loc);
    Value row = i.load(indices, indexType, ValueRange{number, zero});
    // Rows behind the last one begin where all rows end.
    Value begin = state[0];
    Value endRow =
        i.select(i.isNegative(row), begin, i.minUnsigned(row, numRows));
    ValueRange filled = fillRows(b, loc, begin, endRow, state.drop_front());
    SmallVector<Value> next(buildWhere(
        b, loc, i.isInside(filled[0], end), filled,
        [&](OpBuilder &b, Location loc) {
          IndexArithmetic i(b, loc);
          Value place = filled[0], position = filled[1];
          for (int64_t dim = 0; dim < rank; ++dim) {
            Value index =
                i.load(indices, indexType, ValueRange{number, i.constant(dim)});
            position = tensor::InsertOp::create(
                b, loc, i.toElement(index, i64), position,
                ValueRange{place, i.constant(dim)});
          }
          Value value =
              ScalarBuilder(b, loc, valueType)
                  .cast(tensor::ExtractOp::create(b, loc, values, number), i64);
          Value all = tensor::InsertOp::create(b, loc, value, filled[2], place);
          return SmallVector<Value>{i.add(place, one), position, all};
        }));
    Value reached = arith::MaxUIOp::create(b, loc, begin, endRow);
    next.insert(next.begin(), reached);
    scf::YieldOp::create(b, loc, next);
  };
  auto elements = scf::ForOp::create(
      rewriter, loc, zero, count, one,
      ValueRange{zero, zero, allIndices, allValues}, takeElement);
  ValueRange filled = fillRows(rewriter, loc, elements.getResult(0), numRows,
                               elements.getResults().drop_front());
  return SmallVector<Value>{filled[1], filled[2], isEmpty};
}

void relay::populateSparseCoordinatesToLinalgPatterns(
    const TypeConverter &converter, RewritePatternSet &patterns) {
  patterns.add<SparseFillEmptyRowsOpConversion, SparseReshapeOpConversion>(
      converter, patterns.getContext());
}
