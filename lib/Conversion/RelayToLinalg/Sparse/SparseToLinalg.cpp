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

#include "../Builders/Emitter.h"
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
  OpFoldResult getNumRows(Emitter &b) const {
    OpFoldResult numBounds = b.getSize(indptr, 0);
    if (std::optional<int64_t> known = getConstantIntValue(numBounds))
      return b.getIndexAttr(std::max<int64_t>(*known, 1) - 1);
    Value one = b.index(1);
    Value atLeastOne = arith::MaxUIOp::create(b, b.index(numBounds), one);
    return b.sub(atLeastOne, one);
  }
  /// The number of rows of elements.
  OpFoldResult getNumElementRows(Emitter &b) const {
    OpFoldResult numRows = getNumRows(b);
    return getRank() == 1 ? numRows : b.mulSizes(numRows, b.getSize(data, 1));
  }
  /// The number of elements or blocks that can be read.
  Value getCount(Emitter &b) const {
    return b.minUnsigned(b.getDim(data, 0), b.getDim(indices, 0));
  }
  /// Return the begin, or the end, of row `row` of elements or blocks.
  Value getBound(Emitter &b, Value row, Value count) const {
    return b.minUnsigned(b.load(indptr, boundType, row), count);
  }
  Value getColumn(Emitter &b, Value number) const {
    return b.load(indices, indexType, number);
  }
};

/// Reads the element of a dense operand for a column of a sparse one, as an
/// element of its type; the column is in range.
using DenseReader = function_ref<Value(Value)>;
} // namespace

/// The sum over the elements of row `row` of `sparse` times what `read` gives
/// for their columns, which are below `numColumns`. All are of the type of the
/// elements of `sparse`.
static Value buildSparseSum(Emitter &b, const SparseMatrix &sparse, Value row,
                            Value numColumns, DenseReader read) {
  Value zero = b.index(0), one = b.index(1);
  // Blocks have rows, if there are blocks, and columns, if they have several.
  int64_t rank = sparse.getRank();
  Value blockRow = row, inner = zero, width = one;
  if (rank > 1) {
    Value height = b.getDim(sparse.data, 1);
    blockRow = b.divUnsigned(row, height);
    inner = b.remUnsigned(row, height);
  }
  if (rank > 2)
    width = b.getDim(sparse.data, 2);
  Value count = sparse.getCount(b);
  Value begin = sparse.getBound(b, blockRow, count);
  Value end = sparse.getBound(b, b.add(blockRow, one), count);
  Type dataType = sparse.dataType;
  ScalarBuilder elements(b, dataType);
  Type accumulator = elements.getAccumulatorType();
  // Emits the addend for element `place` of block `number`.
  auto addElement = [&](Value number, Value place, Value sum) -> Value {
    Value column = sparse.getColumn(b, number);
    // The product must not overflow into the range.
    Value fits = b.isInside(column, numColumns);
    if (rank > 2) {
      column = b.add(b.mul(b.minUnsigned(column, numColumns), width), place);
      fits = b.both(fits, b.isInside(column, numColumns));
    }
    return b.choose(
        fits,
        [&]() -> Value {
          SmallVector<Value> where{number, inner, place};
          Value x = b.extract(sparse.data, ArrayRef(where).take_front(rank));
          ScalarBuilder s(b, dataType);
          ScalarBuilder sums(b, accumulator);
          Value product = sums.mul(s.cast(read(column), accumulator),
                                   s.cast(x, accumulator));
          return sums.add(sum, product);
        },
        [&]() -> Value { return sum; });
  };
  auto addBlock = [&](OpBuilder &, Location, Value number, ValueRange state) {
    Value sum;
    if (rank < 3)
      sum = addElement(number, zero, state[0]);
    else
      sum = scf::ForOp::create(
                b, zero, width, one, state[0],
                [&](OpBuilder &, Location, Value place, ValueRange state) {
                  scf::YieldOp::create(b, addElement(number, place, state[0]));
                })
                .getResult(0);
    scf::YieldOp::create(b, sum);
  };
  Value sum = scf::ForOp::create(b, begin, end, one,
                                 b.scalar(accumulator).zero(), addBlock)
                  .getResult(0);
  return elements.withType(accumulator).cast(sum, dataType);
}

/// Emits a loop over the elements of a matrix in CSR, row by row. `build` gets
/// the row, the number of the element and the state, and returns the next one.
static ValueRange
buildElementLoop(Emitter &b, const SparseMatrix &sparse, Value numRows,
                 ValueRange state,
                 function_ref<ValueRange(Value, Value, ValueRange)> build) {
  Value zero = b.index(0), one = b.index(1);
  Value count = sparse.getCount(b);
  return scf::ForOp::create(
             b, zero, numRows, one, state,
             [&](OpBuilder &, Location, Value row, ValueRange state) {
               Value begin = sparse.getBound(b, row, count);
               Value end = sparse.getBound(b, b.add(row, one), count);
               auto elements = scf::ForOp::create(
                   b, begin, end, one, state,
                   [&](OpBuilder &, Location, Value number, ValueRange state) {
                     scf::YieldOp::create(b, build(row, number, state));
                   });
               scf::YieldOp::create(b, elements.getResults());
             })
      .getResults();
}

namespace {
// sparse_dense(x, w) -> sums over the elements of the rows of w
template <typename OpT>
struct SparseDenseOpConversion : public TensorOpConversion<OpT> {
  using TensorOpConversion<OpT>::TensorOpConversion;
  FailureOr<Value> lower(OpT op, typename OpT::Adaptor adaptor,
                         RankedTensorType type, Emitter &b) const override {
    SparseMatrix sparse = SparseMatrix::get(op, adaptor);
    Value dense = adaptor.getDenseData();
    if (getElementTypeOrSelf(op.getDenseData().getType()) != sparse.dataType)
      return b.notifyMatchFailure("the element types differ");
    bool isLeft = op.getSparseLhs();
    Value numColumns = b.getDim(dense, 1);
    SmallVector<OpFoldResult> sizes{b.getSize(dense, 0),
                                    sparse.getNumElementRows(b)};
    if (isLeft)
      std::swap(sizes[0], sizes[1]);
    if (isEmpty(sizes))
      return tensor::EmptyOp::create(b, sizes, type.getElementType())
          .getResult();
    Value result = buildIndexed(
        b, sizes, type.getElementType(), {}, {},
        [&](ValueRange at, ValueRange) {
          Value denseRow = at[isLeft ? 1 : 0], sparseRow = at[isLeft ? 0 : 1];
          return buildSparseSum(b, sparse, sparseRow, numColumns,
                                [&](Value column) -> Value {
                                  return b.extract(dense, {denseRow, column});
                                });
        });
    return result;
  }
};

// sparse_conv2d(x, w) -> sums over the elements of the rows of w
struct SparseConv2dOpConversion : public TensorOpConversion<NNSparseConv2dOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(NNSparseConv2dOp op, OpAdaptor adaptor,
                         RankedTensorType type, Emitter &b) const override {
    SparseMatrix sparse = SparseMatrix::get(op, adaptor);
    Value dense = adaptor.getDenseData();
    if (getElementTypeOrSelf(op.getDenseData().getType()) != sparse.dataType)
      return b.notifyMatchFailure("the element types differ");
    bool isPoint = llvm::all_of(op.getKernelSize(),
                                [](int64_t extent) { return extent == 1; });
    if (!isPoint && !llvm::all_of(op.getKernelSize(),
                                  [](int64_t extent) { return extent == 3; }))
      return b.notifyMatchFailure("kernels have 1 or 3 rows");
    int64_t channelDim = op.getLayout().find('C');
    int64_t rowDim = op.getLayout().find('H');
    SmallVector<OpFoldResult> sizes = b.getSizes(dense);
    OpFoldResult channels = sizes[channelDim];
    sizes[channelDim] = sparse.getNumElementRows(b);
    if (isEmpty(sizes))
      return tensor::EmptyOp::create(b, sizes, type.getElementType())
          .getResult();
    Value numChannels = b.index(channels);
    Value numColumns =
        b.index(isPoint ? channels : b.mulSizes(channels, b.getIndexAttr(9)));
    bool isTapMajor = op.getLayout() == "NHWC";
    Value result = buildIndexed(
        b, sizes, type.getElementType(), {}, {},
        [&](ValueRange at, ValueRange) {
          return buildSparseSum(
              b, sparse, at[channelDim], numColumns,
              [&](Value column) -> Value {
                SmallVector<Value> where(at);
                if (isPoint) {
                  where[channelDim] = column;
                  return b.extract(dense, where);
                }
                Value group = isTapMajor ? numChannels : b.index(9);
                Value tap = b.divUnsigned(column, group);
                where[channelDim] = b.remUnsigned(column, group);
                if (!isTapMajor)
                  std::swap(tap, where[channelDim]);
                return readTap(b, dense, sparse.dataType, where, rowDim, tap);
              });
        });
    return result;
  }

private:
  /// The element of `images` that `tap` of the kernel, one of nine, takes for
  /// the result at `where`; zero outside.
  static Value readTap(Emitter &b, Value images, Type type,
                       SmallVector<Value> where, int64_t rowDim, Value tap) {
    Value three = b.index(3), one = b.index(1);
    Value moves[] = {b.divUnsigned(tap, three), b.remUnsigned(tap, three)};
    Value isInside;
    for (auto [dim, move] : llvm::enumerate(moves)) {
      Value &position = where[rowDim + dim];
      position = b.sub(b.add(position, move), one);
      Value fits = b.isInside(position, b.getDim(images, rowDim + dim));
      isInside = isInside ? b.both(isInside, fits) : fits;
    }
    return b.choose(
        isInside, [&]() -> Value { return b.extract(images, where); },
        [&]() -> Value { return b.scalar(type).zero(); });
  }
};

// sparse_add(x, s) -> x with one element of s after the other added
struct SparseAddOpConversion : public TensorOpConversion<NNSparseAddOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(NNSparseAddOp op, OpAdaptor adaptor,
                         RankedTensorType type, Emitter &b) const override {
    SparseMatrix sparse = SparseMatrix::get(op, adaptor);
    Value dense = adaptor.getDenseData();
    if (isEmpty(b.getSizes(dense)))
      return dense;
    Value numColumns = b.getDim(dense, 1);
    // At run time there may be fewer bounds than rows.
    Value numRows =
        b.minUnsigned(b.getDim(dense, 0), b.index(sparse.getNumRows(b)));
    ValueRange sum = buildElementLoop(
        b, sparse, numRows, dense,
        [&](Value row, Value number, ValueRange state) {
          Value column = sparse.getColumn(b, number);
          return b.where(b.isInside(column, numColumns), state, [&]() {
            Value old = b.extract(state[0], {row, column});
            Value more = b.extract(sparse.data, number);
            Value sum = b.scalar(sparse.dataType).add(old, more);
            Value next = tensor::InsertOp::create(b, sum, state[0],
                                                  ValueRange{row, column});
            return SmallVector<Value>{next};
          });
        });
    return sum[0];
  }
};

/// The transposition of one sparse matrix, which is square.
class Transposition {
public:
  Transposition(Emitter &b, const SparseMatrix &sparse)
      : b(b), sparse(sparse), zero(b.index(0)), one(b.index(1)),
        count(sparse.getCount(b)), size(b.index(sparse.getNumRows(b))) {}

  /// Return where the elements of each column begin and end.
  Value buildBounds();
  /// Return the elements and their rows, column by column, behind their bounds.
  ValueRange placeElements(Value bounds);

private:
  Value makeZeros(Value like, Type type) {
    ScalarBuilder s(b, type);
    Value empty = tensor::EmptyOp::create(b, b.getSizes(like), s.getType());
    return linalg::FillOp::create(b, s.zero(), empty).getResult(0);
  }
  Value getPlace(Value places, Value at) {
    return b.load(places, b.getI64Type(), at);
  }
  Value setPlace(Value places, Value at, Value place) {
    return tensor::InsertOp::create(b, b.toElement(place, b.getI64Type()),
                                    places, at);
  }

  Emitter &b;
  const SparseMatrix &sparse;
  Value zero, one;
  Value count, size; ///< The numbers of elements, and of rows.
};

Value Transposition::buildBounds() {
  // Element `column` + 1 of the bounds counts the elements of the column; then
  // the bounds are the sums.
  ValueRange counts = buildElementLoop(
      b, sparse, size, makeZeros(sparse.indptr, b.getI64Type()),
      [&](Value, Value number, ValueRange state) {
        Value column = sparse.getColumn(b, number);
        return b.where(b.isInside(column, size), state, [&]() {
          Value at = b.add(column, one);
          Value more = b.add(getPlace(state[0], at), one);
          return SmallVector<Value>{setPlace(state[0], at, more)};
        });
      });
  return scf::ForOp::create(
             b, zero, size, one, counts,
             [&](OpBuilder &, Location, Value column, ValueRange state) {
               Value at = b.add(column, one);
               Value sum =
                   b.add(getPlace(state[0], column), getPlace(state[0], at));
               scf::YieldOp::create(b, setPlace(state[0], at, sum));
             })
      .getResult(0);
}

ValueRange Transposition::placeElements(Value bounds) {
  // Each element is moved to the next free place of its column.
  return buildElementLoop(
      b, sparse, size,
      {bounds, makeZeros(sparse.data, sparse.dataType),
       makeZeros(sparse.indices, sparse.indexType)},
      [&](Value row, Value number, ValueRange state) {
        Value column = sparse.getColumn(b, number);
        // At the end of the bounds there is a place to read for any column.
        Value place = getPlace(state[0], b.minUnsigned(column, size));
        // Elements that overlapping rows have twice may have no place.
        Value fits = b.both(b.isInside(column, size), b.isInside(place, count));
        return b.where(fits, state, [&]() {
          Value element = b.extract(sparse.data, number);
          Value data = tensor::InsertOp::create(b, element, state[1], place);
          Value indices = tensor::InsertOp::create(
              b, b.toElement(row, sparse.indexType), state[2], place);
          return SmallVector<Value>{
              setPlace(state[0], column, b.add(place, one)), data, indices};
        });
      });
}

// sparse_transpose(s) -> the elements of s, column by column
struct SparseTransposeOpConversion
    : public TensorsOpConversion<NNSparseTransposeOp> {
  using TensorsOpConversion::TensorsOpConversion;
  FailureOr<SmallVector<Value>> lower(NNSparseTransposeOp op, OpAdaptor adaptor,
                                      ArrayRef<RankedTensorType> types,
                                      Emitter &b) const override {
    SparseMatrix sparse = SparseMatrix::get(op, adaptor);
    Transposition transposition(b, sparse);
    Value bounds = transposition.buildBounds();
    ValueRange elements = transposition.placeElements(bounds);
    Value indptr = buildIndexed(
        b, b.getSizes(sparse.indptr), types[2].getElementType(), bounds,
        b.getMultiDimIdentityMap(1), [&](ValueRange, ValueRange bound) {
          return b.scalar(b.getI64Type()).cast(bound[0], sparse.boundType);
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
