//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operators on sparse tensors: lowering. Elements are read and written in range
// whatever indices and row bounds are.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "ScalarBuilder.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::relay;

namespace {
/// Emits arithmetic on indices.
class IndexArithmetic {
public:
  IndexArithmetic(OpBuilder &b, Location loc) : b(b), loc(loc) {}

  Value constant(int64_t value) { return createIndex(b, loc, value); }
  Value add(Value x, Value y) { return arith::AddIOp::create(b, loc, x, y); }
  Value sub(Value x, Value y) { return arith::SubIOp::create(b, loc, x, y); }
  Value mul(Value x, Value y) { return arith::MulIOp::create(b, loc, x, y); }
  Value min(Value x, Value y) { return arith::MinUIOp::create(b, loc, x, y); }
  Value div(Value x, Value y) { return arith::DivUIOp::create(b, loc, x, y); }
  Value rem(Value x, Value y) { return arith::RemUIOp::create(b, loc, x, y); }
  Value both(Value x, Value y) { return arith::AndIOp::create(b, loc, x, y); }
  /// Comparisons are without sign: what is negative is large.
  Value isBelow(Value x, Value y) {
    return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, x, y);
  }
  Value isNegative(Value x) {
    return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, x,
                                 constant(0));
  }
  Value select(Value condition, Value x, Value y) {
    return arith::SelectOp::create(b, loc, condition, x, y);
  }
  Value getExtent(Value tensor, int64_t dim) {
    return b.createOrFold<tensor::DimOp>(loc, tensor, dim);
  }
  /// The integer of Relay type `type` at `where` of `tensor`.
  Value load(Value tensor, Type type, ValueRange where) {
    Value element = tensor::ExtractOp::create(b, loc, tensor, where);
    element = ScalarBuilder(b, loc, type).cast(element, b.getI64Type());
    return arith::IndexCastOp::create(b, loc, b.getIndexType(), element);
  }
  /// `index` as an integer of Relay type `type`.
  Value toElement(Value index, Type type) {
    Value wide = arith::IndexCastOp::create(b, loc, b.getI64Type(), index);
    return ScalarBuilder(b, loc, b.getI64Type()).cast(wide, type);
  }

private:
  OpBuilder &b;
  Location loc;
};

/// A sparse matrix in CSR or BSR (SparseOps.td). Types are Relay's.
struct SparseMatrix {
  Value data, indices, indptr;
  Type dataType, indexType, boundType;

  template <typename OpT, typename AdaptorT>
  static SparseMatrix get(OpT op, AdaptorT adaptor) {
    return {adaptor.getSparseData(),
            adaptor.getSparseIndices(),
            adaptor.getSparseIndptr(),
            getElementTypeOrSelf(op.getSparseData().getType()),
            getElementTypeOrSelf(op.getSparseIndices().getType()),
            getElementTypeOrSelf(op.getSparseIndptr().getType())};
  }

  int64_t getRank() const {
    return cast<RankedTensorType>(data.getType()).getRank();
  }
  /// The number of rows, of elements or blocks; at run time there may be no
  /// bounds.
  OpFoldResult getNumRows(OpBuilder &b, Location loc) const {
    OpFoldResult numBounds = tensor::getMixedSize(b, loc, indptr, 0);
    if (std::optional<int64_t> known = getConstantIntValue(numBounds))
      return b.getIndexAttr(std::max<int64_t>(*known, 1) - 1);
    IndexArithmetic i(b, loc);
    Value one = i.constant(1);
    Value atLeastOne =
        arith::MaxUIOp::create(b, loc, getIndexValue(b, loc, numBounds), one);
    return i.sub(atLeastOne, one);
  }
  /// The number of rows of elements.
  OpFoldResult getNumElementRows(OpBuilder &b, Location loc) const {
    OpFoldResult numRows = getNumRows(b, loc);
    return getRank() == 1
               ? numRows
               : multiplyExtents(b, loc, numRows,
                                 tensor::getMixedSize(b, loc, data, 1));
  }
  /// The number of elements or blocks that can be read.
  Value getCount(OpBuilder &b, Location loc) const {
    IndexArithmetic i(b, loc);
    return i.min(i.getExtent(data, 0), i.getExtent(indices, 0));
  }
  /// Where row `row`, of elements or blocks, begins or ends.
  Value getBound(OpBuilder &b, Location loc, Value row, Value count) const {
    IndexArithmetic i(b, loc);
    return i.min(i.load(indptr, boundType, row), count);
  }
  Value getColumn(OpBuilder &b, Location loc, Value number) const {
    return IndexArithmetic(b, loc).load(indices, indexType, number);
  }
};

/// Reads the element of a dense operand for a column of a sparse one, as an
/// element of its type; the column is in range.
using DenseReader = function_ref<Value(OpBuilder &, Location, Value)>;
} // namespace

/// The sum over the elements of row `row` of `sparse` times what `read` gives
/// for their columns, which are below `numColumns`. All are of the type of the
/// elements of `sparse`.
static Value buildSparseSum(OpBuilder &b, Location loc,
                            const SparseMatrix &sparse, Value row,
                            Value numColumns, DenseReader read) {
  IndexArithmetic i(b, loc);
  Value zero = i.constant(0), one = i.constant(1);
  // Blocks have rows, if there are blocks, and columns, if they have several.
  int64_t rank = sparse.getRank();
  Value blockRow = row, inner = zero, width = one;
  if (rank > 1) {
    Value height = i.getExtent(sparse.data, 1);
    blockRow = i.div(row, height);
    inner = i.rem(row, height);
  }
  if (rank > 2)
    width = i.getExtent(sparse.data, 2);
  Value count = sparse.getCount(b, loc);
  Value begin = sparse.getBound(b, loc, blockRow, count);
  Value end = sparse.getBound(b, loc, i.add(blockRow, one), count);
  Type dataType = sparse.dataType;
  ScalarBuilder elements(b, loc, dataType);
  Type accumulator = elements.getAccumulatorType();
  // What is added for element `place` of block `number`.
  auto addElement = [&](OpBuilder &b, Location loc, Value number, Value place,
                        Value sum) -> Value {
    IndexArithmetic i(b, loc);
    Value column = sparse.getColumn(b, loc, number);
    // The product must not overflow into the range.
    Value fits = i.isBelow(column, numColumns);
    if (rank > 2) {
      column = i.add(i.mul(i.min(column, numColumns), width), place);
      fits = i.both(fits, i.isBelow(column, numColumns));
    }
    return scf::IfOp::create(
               b, loc, fits,
               [&](OpBuilder &b, Location loc) {
                 SmallVector<Value> where{number, inner, place};
                 Value x = tensor::ExtractOp::create(
                     b, loc, sparse.data, ArrayRef(where).take_front(rank));
                 ScalarBuilder s(b, loc, dataType);
                 ScalarBuilder sums(b, loc, accumulator);
                 Value product =
                     sums.mul(s.cast(read(b, loc, column), accumulator),
                              s.cast(x, accumulator));
                 scf::YieldOp::create(b, loc, sums.add(sum, product));
               },
               [&](OpBuilder &b, Location loc) {
                 scf::YieldOp::create(b, loc, sum);
               })
        .getResult(0);
  };
  auto addBlock = [&](OpBuilder &b, Location loc, Value number,
                      ValueRange state) {
    Value sum;
    if (rank < 3)
      sum = addElement(b, loc, number, zero, state[0]);
    else
      sum = scf::ForOp::create(
                b, loc, zero, width, one, state[0],
                [&](OpBuilder &b, Location loc, Value place, ValueRange state) {
                  scf::YieldOp::create(
                      b, loc, addElement(b, loc, number, place, state[0]));
                })
                .getResult(0);
    scf::YieldOp::create(b, loc, sum);
  };
  Value sum =
      scf::ForOp::create(b, loc, begin, end, one,
                         ScalarBuilder(b, loc, accumulator).zero(), addBlock)
          .getResult(0);
  return elements.withType(accumulator).cast(sum, dataType);
}

/// Emits a loop over the elements of a matrix in CSR, row by row. `build` gets
/// the row, the number of the element and the state, and returns the next one.
static ValueRange buildElementLoop(
    OpBuilder &b, Location loc, const SparseMatrix &sparse, Value numRows,
    ValueRange state,
    function_ref<ValueRange(OpBuilder &, Location, Value, Value, ValueRange)>
        build) {
  Value zero = createIndex(b, loc, 0), one = createIndex(b, loc, 1);
  Value count = sparse.getCount(b, loc);
  return scf::ForOp::create(
             b, loc, zero, numRows, one, state,
             [&](OpBuilder &b, Location loc, Value row, ValueRange state) {
               Value begin = sparse.getBound(b, loc, row, count);
               Value end = sparse.getBound(
                   b, loc, IndexArithmetic(b, loc).add(row, one), count);
               auto elements = scf::ForOp::create(
                   b, loc, begin, end, one, state,
                   [&](OpBuilder &b, Location loc, Value number,
                       ValueRange state) {
                     scf::YieldOp::create(b, loc,
                                          build(b, loc, row, number, state));
                   });
               scf::YieldOp::create(b, loc, elements.getResults());
             })
      .getResults();
}

/// Emits `build` where `condition` holds; the state stays as it is elsewhere.
static ValueRange
buildWhere(OpBuilder &b, Location loc, Value condition, ValueRange state,
           function_ref<SmallVector<Value>(OpBuilder &, Location)> build) {
  return scf::IfOp::create(
             b, loc, condition,
             [&](OpBuilder &b, Location loc) {
               scf::YieldOp::create(b, loc, build(b, loc));
             },
             [&](OpBuilder &b, Location loc) {
               scf::YieldOp::create(b, loc, state);
             })
      .getResults();
}

namespace {
// sparse_dense(x, w) -> sums over the elements of the rows of w
template <typename OpT>
struct SparseDenseOpConversion : public TensorOpConversion<OpT> {
  using TensorOpConversion<OpT>::TensorOpConversion;
  FailureOr<Value> lower(OpT op, typename OpT::Adaptor adaptor,
                         RankedTensorType type,
                         ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    SparseMatrix sparse = SparseMatrix::get(op, adaptor);
    Value dense = adaptor.getDenseData();
    if (getElementTypeOrSelf(op.getDenseData().getType()) != sparse.dataType)
      return rewriter.notifyMatchFailure(op, "the element types differ");
    bool isLeft = op.getSparseLhs();
    IndexArithmetic i(rewriter, loc);
    Value numColumns = i.getExtent(dense, 1);
    SmallVector<OpFoldResult> sizes{
        tensor::getMixedSize(rewriter, loc, dense, 0),
        sparse.getNumElementRows(rewriter, loc)};
    if (isLeft)
      std::swap(sizes[0], sizes[1]);
    if (isEmpty(sizes))
      return tensor::EmptyOp::create(rewriter, loc, sizes,
                                     type.getElementType())
          .getResult();
    Value result = buildIndexed(
        rewriter, loc, sizes, type.getElementType(), {}, {},
        [&](OpBuilder &b, Location loc, ValueRange at, ValueRange) {
          Value denseRow = at[isLeft ? 1 : 0], sparseRow = at[isLeft ? 0 : 1];
          return buildSparseSum(
              b, loc, sparse, sparseRow, numColumns,
              [&](OpBuilder &b, Location loc, Value column) -> Value {
                return tensor::ExtractOp::create(b, loc, dense,
                                                 ValueRange{denseRow, column});
              });
        });
    return result;
  }
};

// sparse_conv2d(x, w) -> sums over the elements of the rows of w
struct SparseConv2dOpConversion : public TensorOpConversion<NNSparseConv2dOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(NNSparseConv2dOp op, OpAdaptor adaptor,
                         RankedTensorType type,
                         ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    SparseMatrix sparse = SparseMatrix::get(op, adaptor);
    Value dense = adaptor.getDenseData();
    if (getElementTypeOrSelf(op.getDenseData().getType()) != sparse.dataType)
      return rewriter.notifyMatchFailure(op, "the element types differ");
    bool isPoint = llvm::all_of(op.getKernelSize(),
                                [](int64_t extent) { return extent == 1; });
    if (!isPoint && !llvm::all_of(op.getKernelSize(),
                                  [](int64_t extent) { return extent == 3; }))
      return rewriter.notifyMatchFailure(op, "kernels have 1 or 3 rows");
    int64_t channelDim = op.getLayout().find('C');
    int64_t rowDim = op.getLayout().find('H');
    SmallVector<OpFoldResult> sizes =
        tensor::getMixedSizes(rewriter, loc, dense);
    OpFoldResult channels = sizes[channelDim];
    sizes[channelDim] = sparse.getNumElementRows(rewriter, loc);
    if (isEmpty(sizes))
      return tensor::EmptyOp::create(rewriter, loc, sizes,
                                     type.getElementType())
          .getResult();
    Value numChannels = getIndexValue(rewriter, loc, channels);
    Value numColumns =
        getIndexValue(rewriter, loc,
                      isPoint ? channels
                              : multiplyExtents(rewriter, loc, channels,
                                                rewriter.getIndexAttr(9)));
    bool isTapMajor = op.getLayout() == "NHWC";
    Value result = buildIndexed(
        rewriter, loc, sizes, type.getElementType(), {}, {},
        [&](OpBuilder &b, Location loc, ValueRange at, ValueRange) {
          return buildSparseSum(
              b, loc, sparse, at[channelDim], numColumns,
              [&](OpBuilder &b, Location loc, Value column) -> Value {
                SmallVector<Value> where(at);
                if (isPoint) {
                  where[channelDim] = column;
                  return tensor::ExtractOp::create(b, loc, dense, where);
                }
                IndexArithmetic i(b, loc);
                Value group = isTapMajor ? numChannels : i.constant(9);
                Value tap = i.div(column, group);
                where[channelDim] = i.rem(column, group);
                if (!isTapMajor)
                  std::swap(tap, where[channelDim]);
                return readTap(b, loc, dense, sparse.dataType, where, rowDim,
                               tap);
              });
        });
    return result;
  }

private:
  /// The element of `images` that `tap` of the kernel, one of nine, takes for
  /// the result at `where`; zero outside.
  static Value readTap(OpBuilder &b, Location loc, Value images, Type type,
                       SmallVector<Value> where, int64_t rowDim, Value tap) {
    IndexArithmetic i(b, loc);
    Value three = i.constant(3), one = i.constant(1);
    Value moves[] = {i.div(tap, three), i.rem(tap, three)};
    Value isInside;
    for (auto [dim, move] : llvm::enumerate(moves)) {
      Value &position = where[rowDim + dim];
      position = i.sub(i.add(position, move), one);
      Value fits = i.isBelow(position, i.getExtent(images, rowDim + dim));
      isInside = isInside ? i.both(isInside, fits) : fits;
    }
    return scf::IfOp::create(
               b, loc, isInside,
               [&](OpBuilder &b, Location loc) {
                 Value element =
                     tensor::ExtractOp::create(b, loc, images, where);
                 scf::YieldOp::create(b, loc, element);
               },
               [&](OpBuilder &b, Location loc) {
                 scf::YieldOp::create(b, loc,
                                      ScalarBuilder(b, loc, type).zero());
               })
        .getResult(0);
  }
};

// sparse_add(x, s) -> x with one element of s after the other added
struct SparseAddOpConversion : public TensorOpConversion<NNSparseAddOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(NNSparseAddOp op, OpAdaptor adaptor,
                         RankedTensorType type,
                         ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    SparseMatrix sparse = SparseMatrix::get(op, adaptor);
    Value dense = adaptor.getDenseData();
    if (isEmpty(tensor::getMixedSizes(rewriter, loc, dense)))
      return dense;
    IndexArithmetic i(rewriter, loc);
    Value numColumns = i.getExtent(dense, 1);
    // At run time there may be fewer bounds than rows.
    Value numRows =
        i.min(i.getExtent(dense, 0),
              getIndexValue(rewriter, loc, sparse.getNumRows(rewriter, loc)));
    ValueRange sum = buildElementLoop(
        rewriter, loc, sparse, numRows, dense,
        [&](OpBuilder &b, Location loc, Value row, Value number,
            ValueRange state) {
          Value column = sparse.getColumn(b, loc, number);
          return buildWhere(
              b, loc, IndexArithmetic(b, loc).isBelow(column, numColumns),
              state, [&](OpBuilder &b, Location loc) {
                Value old = tensor::ExtractOp::create(b, loc, state[0],
                                                      ValueRange{row, column});
                Value more =
                    tensor::ExtractOp::create(b, loc, sparse.data, number);
                Value sum =
                    ScalarBuilder(b, loc, sparse.dataType).add(old, more);
                Value next = tensor::InsertOp::create(b, loc, sum, state[0],
                                                      ValueRange{row, column});
                return SmallVector<Value>{next};
              });
        });
    return sum[0];
  }
};

// sparse_transpose(s) -> the elements of s, column by column
struct SparseTransposeOpConversion
    : public TensorsOpConversion<NNSparseTransposeOp> {
  using TensorsOpConversion::TensorsOpConversion;
  FailureOr<SmallVector<Value>>
  lower(NNSparseTransposeOp op, OpAdaptor adaptor,
        ArrayRef<RankedTensorType> types,
        ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    SparseMatrix sparse = SparseMatrix::get(op, adaptor);
    IndexArithmetic i(rewriter, loc);
    Value zero = i.constant(0), one = i.constant(1);
    Type i64 = rewriter.getI64Type();
    Value count = sparse.getCount(rewriter, loc);
    Value size = getIndexValue(rewriter, loc, sparse.getNumRows(rewriter, loc));
    auto makeZeros = [&](Value like, Type type) -> Value {
      ScalarBuilder s(rewriter, loc, type);
      Value empty = tensor::EmptyOp::create(
          rewriter, loc, tensor::getMixedSizes(rewriter, loc, like),
          s.getType());
      return linalg::FillOp::create(rewriter, loc, s.zero(), empty)
          .getResult(0);
    };
    // Element `column` + 1 of the bounds counts the elements of the column;
    // then the bounds are the sums.
    auto getPlace = [&](OpBuilder &b, Location loc, Value places, Value at) {
      return IndexArithmetic(b, loc).load(places, i64, at);
    };
    auto setPlace = [&](OpBuilder &b, Location loc, Value places, Value at,
                        Value place) -> Value {
      return tensor::InsertOp::create(
          b, loc, IndexArithmetic(b, loc).toElement(place, i64), places, at);
    };
    ValueRange counts = buildElementLoop(
        rewriter, loc, sparse, size, makeZeros(sparse.indptr, i64),
        [&](OpBuilder &b, Location loc, Value, Value number, ValueRange state) {
          Value column = sparse.getColumn(b, loc, number);
          return buildWhere(
              b, loc, IndexArithmetic(b, loc).isBelow(column, size), state,
              [&](OpBuilder &b, Location loc) {
                IndexArithmetic i(b, loc);
                Value at = i.add(column, one);
                Value more = i.add(getPlace(b, loc, state[0], at), one);
                return SmallVector<Value>{setPlace(b, loc, state[0], at, more)};
              });
        });
    Value bounds =
        scf::ForOp::create(
            rewriter, loc, zero, size, one, counts,
            [&](OpBuilder &b, Location loc, Value column, ValueRange state) {
              IndexArithmetic i(b, loc);
              Value at = i.add(column, one);
              Value sum = i.add(getPlace(b, loc, state[0], column),
                                getPlace(b, loc, state[0], at));
              scf::YieldOp::create(b, loc, setPlace(b, loc, state[0], at, sum));
            })
            .getResult(0);

    // Each element goes to the next free place of its column.
    ValueRange elements = buildElementLoop(
        rewriter, loc, sparse, size,
        {bounds, makeZeros(sparse.data, sparse.dataType),
         makeZeros(sparse.indices, sparse.indexType)},
        [&](OpBuilder &b, Location loc, Value row, Value number,
            ValueRange state) {
          Value column = sparse.getColumn(b, loc, number);
          IndexArithmetic i(b, loc);
          // At the end of the bounds there is a place to read for any column.
          Value place = getPlace(b, loc, state[0], i.min(column, size));
          // What rows that overlap have twice may have no place.
          Value fits = i.both(i.isBelow(column, size), i.isBelow(place, count));
          return buildWhere(
              b, loc, fits, state, [&](OpBuilder &b, Location loc) {
                IndexArithmetic i(b, loc);
                Value element =
                    tensor::ExtractOp::create(b, loc, sparse.data, number);
                Value data =
                    tensor::InsertOp::create(b, loc, element, state[1], place);
                Value indices = tensor::InsertOp::create(
                    b, loc, i.toElement(row, sparse.indexType), state[2],
                    place);
                return SmallVector<Value>{
                    setPlace(b, loc, state[0], column, i.add(place, one)), data,
                    indices};
              });
        });
    Value indptr = buildIndexed(
        rewriter, loc, tensor::getMixedSizes(rewriter, loc, sparse.indptr),
        types[2].getElementType(), bounds, rewriter.getMultiDimIdentityMap(1),
        [&](OpBuilder &b, Location loc, ValueRange, ValueRange bound) {
          return ScalarBuilder(b, loc, i64).cast(bound[0], sparse.boundType);
        });
    return SmallVector<Value>{elements[1], elements[2], indptr};
  }
};

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
  /// The distance of elements along each dimension of a tensor with the extents
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
             b, loc, i.constant(0), i.min(count, i.getExtent(rhs, 0)),
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
  // At run time there may be fewer extents than columns.
  Value rank = i.min(i.getExtent(extents, 0), i.getExtent(indices, 1));
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
            isSame, IndexArithmetic(b, loc).isBelow(at[1], rank));
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
  Value count = i.min(i.getExtent(indices, 0), i.getExtent(values, 0));
  Value numRows =
      i.load(shape, getElementTypeOrSelf(op.getDenseShape().getType()), zero);
  numRows = i.select(i.isNegative(numRows), zero, numRows);
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
        b, loc, i.isBelow(row, numRows), state,
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
  auto marks = scf::ForOp::create(
      rewriter, loc, zero, count, one,
      ValueRange{numRows, makeFilled(OpFoldResult(numRows), 1)}, mark);
  Value numEmpty = marks.getResult(0), isEmpty = marks.getResult(1);

  // Each element, with the empty rows between the one before it and it.
  OpFoldResult total = i.add(count, numEmpty);
  Value allIndices = makeFilled({total, rewriter.getIndexAttr(rank)}, 0);
  Value allValues = makeFilled(total, 0);
  // Writes the empty rows from `begin` to before `end`; the state is the next
  // place, the indices and the values.
  auto fillRows = [&](OpBuilder &b, Location loc, Value begin, Value end,
                      ValueRange state) -> ValueRange {
    return scf::ForOp::create(
               b, loc, begin, end, one, state,
               [&](OpBuilder &b, Location loc, Value row, ValueRange state) {
                 Value mark = tensor::ExtractOp::create(b, loc, isEmpty, row);
                 ValueRange filled =
                     buildWhere(b, loc, ScalarBuilder(b, loc, i64).isTrue(mark),
                                state, [&](OpBuilder &b, Location loc) {
                                  IndexArithmetic i(b, loc);
                                  Value first = tensor::InsertOp::create(
                                      b, loc, i.toElement(row, i64), state[1],
                                      ValueRange{state[0], zero});
                                  Value value = tensor::InsertOp::create(
                                      b, loc, filler, state[2], state[0]);
                                  return SmallVector<Value>{
                                      i.add(state[0], one), first, value};
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
    Value end = i.select(i.isNegative(row), begin, i.min(row, numRows));
    SmallVector<Value> next(fillRows(b, loc, begin, end, state.drop_front()));
    Value place = next[0];
    for (int64_t dim = 0; dim < rank; ++dim) {
      Value index =
          i.load(indices, indexType, ValueRange{number, i.constant(dim)});
      next[1] =
          tensor::InsertOp::create(b, loc, i.toElement(index, i64), next[1],
                                   ValueRange{place, i.constant(dim)});
    }
    Value value = tensor::ExtractOp::create(b, loc, values, number);
    next[2] = tensor::InsertOp::create(
        b, loc, ScalarBuilder(b, loc, valueType).cast(value, i64), next[2],
        place);
    next[0] = i.add(place, one);
    Value reached = arith::MaxUIOp::create(b, loc, begin, end);
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

void relay::populateSparseToLinalgPatterns(const TypeConverter &converter,
                                           RewritePatternSet &patterns) {
  patterns.add<SparseAddOpConversion, SparseConv2dOpConversion,
               SparseDenseOpConversion<NNInternalSparseDensePaddedOp>,
               SparseDenseOpConversion<NNSparseDenseOp>,
               SparseFillEmptyRowsOpConversion, SparseReshapeOpConversion,
               SparseTransposeOpConversion>(converter, patterns.getContext());
}
