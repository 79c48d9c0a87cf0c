//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operators on sparse matrices: lowering. Elements are read and written in
// range whatever indices and row bounds are.
//
//===----------------------------------------------------------------------===//

#include "../Builders/IndexArithmetic.h"
#include "../Patterns.h"

using namespace mlir;
using namespace mlir::relay;

namespace {
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
    return i.minUnsigned(i.getExtent(data, 0), i.getExtent(indices, 0));
  }
  /// Return the begin, or the end, of row `row` of elements or blocks.
  Value getBound(OpBuilder &b, Location loc, Value row, Value count) const {
    IndexArithmetic i(b, loc);
    return i.minUnsigned(i.load(indptr, boundType, row), count);
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
    blockRow = i.divUnsigned(row, height);
    inner = i.remUnsigned(row, height);
  }
  if (rank > 2)
    width = i.getExtent(sparse.data, 2);
  Value count = sparse.getCount(b, loc);
  Value begin = sparse.getBound(b, loc, blockRow, count);
  Value end = sparse.getBound(b, loc, i.add(blockRow, one), count);
  Type dataType = sparse.dataType;
  ScalarBuilder elements(b, loc, dataType);
  Type accumulator = elements.getAccumulatorType();
  // Emits the addend for element `place` of block `number`.
  auto addElement = [&](OpBuilder &b, Location loc, Value number, Value place,
                        Value sum) -> Value {
    IndexArithmetic i(b, loc);
    Value column = sparse.getColumn(b, loc, number);
    // The product must not overflow into the range.
    Value fits = i.isInside(column, numColumns);
    if (rank > 2) {
      column = i.add(i.mul(i.minUnsigned(column, numColumns), width), place);
      fits = i.both(fits, i.isInside(column, numColumns));
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
                Value tap = i.divUnsigned(column, group);
                where[channelDim] = i.remUnsigned(column, group);
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
    Value moves[] = {i.divUnsigned(tap, three), i.remUnsigned(tap, three)};
    Value isInside;
    for (auto [dim, move] : llvm::enumerate(moves)) {
      Value &position = where[rowDim + dim];
      position = i.sub(i.add(position, move), one);
      Value fits = i.isInside(position, i.getExtent(images, rowDim + dim));
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
    Value numRows = i.minUnsigned(
        i.getExtent(dense, 0),
        getIndexValue(rewriter, loc, sparse.getNumRows(rewriter, loc)));
    ValueRange sum = buildElementLoop(
        rewriter, loc, sparse, numRows, dense,
        [&](OpBuilder &b, Location loc, Value row, Value number,
            ValueRange state) {
          Value column = sparse.getColumn(b, loc, number);
          return buildWhere(
              b, loc, IndexArithmetic(b, loc).isInside(column, numColumns),
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
              b, loc, IndexArithmetic(b, loc).isInside(column, size), state,
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
          Value place = getPlace(b, loc, state[0], i.minUnsigned(column, size));
          // Elements that overlapping rows have twice may have no place.
          Value fits =
              i.both(i.isInside(column, size), i.isInside(place, count));
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
} // namespace

void relay::populateSparseToLinalgPatterns(const TypeConverter &converter,
                                           RewritePatternSet &patterns) {
  patterns.add<SparseAddOpConversion, SparseConv2dOpConversion,
               SparseDenseOpConversion<NNInternalSparseDensePaddedOp>,
               SparseDenseOpConversion<NNSparseDenseOp>,
               SparseTransposeOpConversion>(converter, patterns.getContext());
}
