//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// strided_slice, take, gather_nd and sparse_to_dense: lowering. Elements are
// read and written in range whatever the indices are.
//
//===----------------------------------------------------------------------===//

#include "../Builders/Broadcast.h"
#include "../Builders/SizeBuilder.h"
#include "../Patterns.h"
#include "RelayLite/Dialect/Relay/IR/Shapes.h"
#include "RelayLite/Dialect/Relay/IR/TypeInference.h"

using namespace mlir;
using namespace mlir::relay;

/// `element` of Relay type `type`, an index limited to a dimension of size
/// `extent`, or modulo it with `wraps`. Sizes of 0 give any index.
static Value buildIndexInRange(Emitter &b, Value element, Type type,
                               Value extent, bool wraps) {
  // i64 and ui64 hold the values of all others.
  bool isUnsigned = b.scalar(type).isUnsigned();
  if (!element.getType().isInteger(64))
    element =
        isUnsigned
            ? arith::ExtUIOp::create(b, b.getI64Type(), element).getResult()
            : arith::ExtSIOp::create(b, b.getI64Type(), element).getResult();
  Value position = arith::IndexCastOp::create(b, b.getIndexType(), element);
  Value zero = b.index(0);
  Value one = b.index(1);
  if (!wraps) {
    Value last = arith::SubIOp::create(b, extent, one);
    if (isUnsigned)
      return arith::MinUIOp::create(b, position, last);
    Value atMost = arith::MinSIOp::create(b, position, last);
    return arith::MaxSIOp::create(b, atMost, zero);
  }
  // The division must not trap for an empty tensor.
  Value divisor = arith::MaxSIOp::create(b, extent, one);
  if (isUnsigned)
    return arith::RemUIOp::create(b, position, divisor);
  Value rest = arith::RemSIOp::create(b, position, divisor);
  Value isNegative =
      arith::CmpIOp::create(b, arith::CmpIPredicate::slt, rest, zero);
  Value sum = arith::AddIOp::create(b, rest, divisor);
  return arith::SelectOp::create(b, isNegative, sum, rest);
}

namespace {
// strided_slice(x) -> tensor.extract_slice(x)
struct StridedSliceOpConversion : public TensorOpConversion<StridedSliceOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(StridedSliceOp op, OpAdaptor adaptor,
                         RankedTensorType type, Emitter &b) const override {
    Value data = adaptor.getData();
    auto dataType = cast<RankedTensorType>(data.getType());
    FailureOr<SmallVector<SliceDim>> dims = StridedSliceOp::resolve(
        std::nullopt, StridedSliceOp::Adaptor(op->getOperands(), op),
        dataType.getRank());
    if (failed(dims))
      return b.notifyMatchFailure("the attributes are not valid");

    SmallVector<OpFoldResult> extents = b.getSizes(data);
    SmallVector<OpFoldResult> offsets, sizes, strides;
    bool isEmpty = false, isDownwards = false;
    for (auto [dim, extent] : llvm::zip_equal(*dims, extents)) {
      auto [offset, size] = buildRange(b, dim, extent);
      offsets.push_back(offset);
      sizes.push_back(size);
      strides.push_back(b.getIndexAttr(dim.stride));
      isEmpty |= isConstantIntValue(size, 0);
      isDownwards |= dim.stride < 0;
    }
    Value result;
    if (isEmpty)
      result = tensor::EmptyOp::create(b, sizes, type.getElementType());
    else if (!isDownwards)
      result = tensor::ExtractSliceOp::create(b, data, offsets, sizes, strides);
    else
      result = buildIndexed(
          b, sizes, type.getElementType(), {}, {},
          [&](ValueRange indices, ValueRange) {
            SmallVector<Value> position;
            for (auto [index, offset, stride] :
                 llvm::zip_equal(indices, offsets, strides)) {
              Value distance =
                  b.createOrFold<arith::MulIOp>(index, b.index(stride));
              position.push_back(
                  b.createOrFold<arith::AddIOp>(b.index(offset), distance));
            }
            return b.extract(data, position);
          });
    return result;
  }

private:
  /// Return the result of resolveSlice, at run time if the size is not known. A
  /// reversed range is empty.
  static std::pair<OpFoldResult, OpFoldResult>
  buildRange(Emitter &b, const SliceDim &dim, OpFoldResult extent) {
    if (!dim.isSliced)
      return {b.getIndexAttr(0), extent};
    if (std::optional<int64_t> known = getConstantIntValue(extent)) {
      auto range = resolveSlice(dim, *known);
      return {b.getIndexAttr(range ? range->first : 0),
              b.getIndexAttr(range ? range->second : 0)};
    }
    Value size = b.index(extent);
    auto constant = [&](int64_t value) { return b.index(value); };
    bool isDownwards = dim.stride < 0;
    Value lowest = constant(isDownwards ? -1 : 0);
    Value highest =
        isDownwards ? arith::SubIOp::create(b, size, constant(1)) : size;
    auto limit = [&](int64_t value) {
      Value position = constant(value);
      if (value < 0)
        position = arith::AddIOp::create(b, position, size);
      position = arith::MaxSIOp::create(b, position, lowest);
      return arith::MinSIOp::create(b, position, highest).getResult();
    };
    Value begin = limit(dim.begin), end = limit(dim.end);
    Value distance = isDownwards ? arith::SubIOp::create(b, begin, end)
                                 : arith::SubIOp::create(b, end, begin);
    distance = arith::MaxSIOp::create(b, distance, constant(0));
    // The negation of the smallest stride is 2^63 as an unsigned number.
    uint64_t step = isDownwards ? -static_cast<uint64_t>(dim.stride)
                                : static_cast<uint64_t>(dim.stride);
    if (step == 1)
      return {begin, distance};
    Value count = arith::CeilDivUIOp::create(
        b, distance, constant(static_cast<int64_t>(step)));
    return {begin, count};
  }
};

// take(x, i) -> linalg.generic that reads x at the indices
struct TakeOpConversion : public TensorOpConversion<TakeOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(TakeOp op, OpAdaptor adaptor, RankedTensorType type,
                         Emitter &b) const override {
    Value data = adaptor.getData(), indices = adaptor.getIndices();
    auto dataType = cast<RankedTensorType>(data.getType());
    auto indicesType = cast<RankedTensorType>(indices.getType());
    int64_t axis = 0, batchDims = 0;
    SmallVector<OpFoldResult> extents = b.getSizes(data);
    if (op.getAxis()) {
      // Attributes are read as unsigned.
      axis = wrapAxis(static_cast<int64_t>(*op.getAxis()), dataType.getRank());
      batchDims = op.getBatchDims();
    } else {
      OpFoldResult count = b.mulAllSizes(extents);
      data = buildReshape(b, data, count);
      extents = {count};
    }
    SmallVector<OpFoldResult> sizes =
        llvm::to_vector(ArrayRef(extents).take_front(axis));
    SmallVector<OpFoldResult> indexSizes = b.getSizes(indices);
    llvm::append_range(sizes, ArrayRef(indexSizes).drop_front(batchDims));
    llvm::append_range(sizes, ArrayRef(extents).drop_front(axis + 1));

    int64_t numIndexDims = indicesType.getRank() - batchDims;
    SmallVector<AffineExpr> indexDims;
    for (int64_t i = 0; i < indicesType.getRank(); ++i)
      indexDims.push_back(
          b.getAffineDimExpr(i < batchDims ? i : axis + i - batchDims));
    AffineMap map = AffineMap::get(sizes.size(), 0, indexDims, b.getContext());
    Type relayType = getElementTypeOrSelf(op.getData().getType());
    Type indexType = getElementTypeOrSelf(op.getIndices().getType());
    Value result = buildIndexed(
        b, sizes, type.getElementType(), indices, map,
        [&](ValueRange at, ValueRange elements) {
          SmallVector<Value> position(at.take_front(axis));
          position.push_back(buildIndexInRange(b, elements[0], indexType,
                                               b.index(extents[axis]),
                                               op.getMode() == "wrap"));
          llvm::append_range(position, at.drop_front(axis + numIndexDims));
          return buildGuardedExtract(b, data, relayType, position,
                                     extents[axis]);
        });
    return result;
  }
};

// gather_nd(x, i) -> linalg.generic that reads x at the columns of i
struct GatherNDOpConversion : public TensorOpConversion<GatherNDOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(GatherNDOp op, OpAdaptor adaptor,
                         RankedTensorType type, Emitter &b) const override {
    Value data = adaptor.getData(), indices = adaptor.getIndices();
    auto indicesType = cast<RankedTensorType>(indices.getType());
    int64_t batchDims = op.getBatchDims();
    int64_t numCoordinates = indicesType.getDimSize(0);
    int64_t numIndexDims = indicesType.getRank() - 1;
    SmallVector<OpFoldResult> extents = b.getSizes(data);
    SmallVector<OpFoldResult> sizes = b.getSizes(indices);
    sizes.erase(sizes.begin());
    ArrayRef<OpFoldResult> indexed =
        ArrayRef(extents).slice(batchDims, numCoordinates);
    llvm::append_range(
        sizes, ArrayRef(extents).drop_front(batchDims + numCoordinates));

    Type relayType = getElementTypeOrSelf(op.getData().getType());
    Type indexType = getElementTypeOrSelf(op.getIndices().getType());
    Value result = buildIndexed(
        b, sizes, type.getElementType(), {}, {},
        [&](ValueRange at, ValueRange) {
          SmallVector<Value> position(at.take_front(batchDims));
          for (auto [i, extent] : llvm::enumerate(indexed)) {
            SmallVector<Value> where{b.index(i)};
            llvm::append_range(where, at.take_front(numIndexDims));
            Value element = b.extract(indices, where);
            position.push_back(buildIndexInRange(b, element, indexType,
                                                 b.index(extent),
                                                 /*wraps=*/false));
          }
          llvm::append_range(position, at.drop_front(numIndexDims));
          return buildGuardedExtract(b, data, relayType, position, indexed);
        });
    return result;
  }
};

// gather(x, i) -> linalg.generic that reads x at the elements of i
struct GatherOpConversion : public TensorOpConversion<GatherOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(GatherOp op, OpAdaptor adaptor, RankedTensorType type,
                         Emitter &b) const override {
    Value data = adaptor.getData(), indices = adaptor.getIndices();
    int64_t rank = type.getRank();
    int64_t axis = wrapAxis(op.getAxisAttr().getInt(), rank);
    SmallVector<OpFoldResult> extents = b.getSizes(data);
    OpFoldResult extent = extents[axis];
    Type relayType = getElementTypeOrSelf(op.getData().getType());
    Type indexType = getElementTypeOrSelf(op.getIndices().getType());
    return buildIndexed(
        b, b.getSizes(indices), type.getElementType(), indices,
        b.getMultiDimIdentityMap(rank),
        [&](ValueRange at, ValueRange elements) {
          SmallVector<Value> position(at);
          // Sizes at run time may turn out to differ.
          for (auto [dim, index] : llvm::enumerate(position)) {
            if (isa<Attribute>(extents[dim]))
              continue;
            Value last =
                arith::SubIOp::create(b, b.index(extents[dim]), b.index(1));
            index = arith::MinUIOp::create(b, index, last);
          }
          position[axis] =
              buildIndexInRange(b, elements[0], indexType, b.index(extent),
                                /*wraps=*/false);
          return buildGuardedExtract(b, data, relayType, position, extents);
        });
  }
};

// adv_index(x, i, ...) -> linalg.generic that reads x at the elements of i, ...
struct AdvIndexOpConversion : public OpConversionPattern<AdvIndexOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(AdvIndexOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = dyn_cast_or_null<RankedTensorType>(
        getTypeConverter()->convertType(op.getType()));
    auto fields = dyn_cast<TupleType>(op.getInputs().getType());
    if (!type || !fields)
      return rewriter.notifyMatchFailure(op, "a type is unknown");
    Value data = adaptor.getInputs().front();
    ValueRange indices = adaptor.getInputs().drop_front();
    Emitter b(rewriter, op.getLoc());
    SmallVector<OpFoldResult> extents = b.getSizes(data);
    ArrayRef<OpFoldResult> indexed =
        ArrayRef(extents).take_front(indices.size());
    ArrayRef<OpFoldResult> others =
        ArrayRef(extents).drop_front(indices.size());
    int64_t numIndexDims = type.getRank() - others.size();
    SmallVector<OpFoldResult> sizes(numIndexDims, b.getIndexAttr(1));
    for (Value index : indices)
      broadcast(b, sizes, index);
    llvm::append_range(sizes, others);

    Type relayType = getElementTypeOrSelf(fields.getType(0));
    Value result = buildIndexed(
        b, sizes, type.getElementType(), {}, {},
        [&](ValueRange at, ValueRange) {
          SmallVector<Value> position;
          for (auto [i, index, extent] : llvm::enumerate(indices, indexed))
            position.push_back(buildIndexInRange(
                b, readRepeated(b, index, at.take_front(numIndexDims)),
                getElementTypeOrSelf(fields.getType(i + 1)), b.index(extent),
                /*wraps=*/false));
          llvm::append_range(position, at.drop_front(numIndexDims));
          return buildGuardedExtract(b, data, relayType, position, indexed);
        });
    rewriter.replaceOp(op, castTensor(b, result, type));
    return success();
  }

private:
  /// Makes of `sizes` what they and the shape of `index` broadcast to.
  static void broadcast(Emitter &b, MutableArrayRef<OpFoldResult> sizes,
                        Value index) {
    SmallVector<OpFoldResult> own = b.getSizes(index);
    for (auto [size, mine] :
         llvm::zip_equal(sizes.take_back(own.size()), own)) {
      std::optional<int64_t> left = getConstantIntValue(size);
      std::optional<int64_t> right = getConstantIntValue(mine);
      if (right == 1 || (left && left != 1))
        continue;
      if (left == 1 || (right && right != 1)) {
        size = mine;
        continue;
      }
      Value known = b.index(size);
      Value isOne =
          arith::CmpIOp::create(b, arith::CmpIPredicate::eq, known, b.index(1));
      size =
          arith::SelectOp::create(b, isOne, b.index(mine), known).getResult();
    }
  }

  /// The element of `index` for `at`, where dimensions of 1 are repeated.
  static Value readRepeated(Emitter &b, Value index, ValueRange at) {
    auto type = cast<RankedTensorType>(index.getType());
    SmallVector<Value> position(at.take_back(type.getRank()));
    for (auto [dim, where] : llvm::enumerate(position)) {
      if (!type.isDynamicDim(dim) && type.getDimSize(dim) != 1)
        continue;
      Value size = b.getDim(index, dim);
      Value last = b.createOrFold<arith::SubIOp>(size, b.index(1));
      where = b.createOrFold<arith::MinUIOp>(where, last);
    }
    return b.extract(index, position);
  }
};

// sparse_to_dense(i, v, d) -> fill(d) with one element of v after the other
// dyn.sparse_to_dense(i, v, d, s) -> the same
template <typename OpT>
struct SparseToDenseOpConversion : public TensorOpConversion<OpT> {
  using TensorOpConversion<OpT>::TensorOpConversion;
  FailureOr<Value> lower(OpT op, typename OpT::Adaptor adaptor,
                         RankedTensorType type, Emitter &b) const override {
    Value indices = adaptor.getSparseIndices();
    Value values = adaptor.getSparseValues();
    auto indicesType = cast<RankedTensorType>(indices.getType());
    int64_t indicesRank = indicesType.getRank();
    if (indicesRank == 2 && indicesType.isDynamicDim(1))
      return b.notifyMatchFailure("the rank is not known");
    bool isOneValue = cast<RankedTensorType>(values.getType()).getRank() == 0;
    SmallVector<OpFoldResult> sizes = getOutputSizes(op, adaptor, type, b);
    Value result =
        buildFillFrom(b, adaptor.getDefaultValue(),
                      getElementTypeOrSelf(op.getDefaultValue().getType()),
                      getElementTypeOrSelf(op.getType()), sizes, type);
    if (isEmpty(sizes))
      return result;

    Value count = indicesRank == 0 ? b.index(1) : b.getDim(indices, 0);
    if (!isOneValue)
      count = b.createOrFold<arith::MinUIOp>(count, b.getDim(values, 0));
    // Nothing is written to an empty tensor.
    for (OpFoldResult size : sizes)
      if (auto extent = dyn_cast<Value>(size))
        count = b.select(b.isEqual(extent, b.index(0)), b.index(0), count);
    auto write = [&](OpBuilder &, Location, Value number, ValueRange state) {
      // An update outside replaces an element by itself.
      auto [position, isInside] = readPosition(op, indices, sizes, number, b);
      OpFoldResult one = b.getIndexAttr(1);
      SmallVector<OpFoldResult> ones(position.size(), one);
      auto elementType = RankedTensorType::get({}, type.getElementType());
      Value old = tensor::ExtractSliceOp::create(b, elementType, state[0],
                                                 position, ones, ones);
      Value value = values;
      if (!isOneValue)
        value = tensor::ExtractSliceOp::create(b, elementType, values,
                                               OpFoldResult(number), one, one);
      SmallVector<AffineMap> maps(2, b.getMultiDimIdentityMap(0));
      auto select = [&, isInside = isInside](OpBuilder &, Location,
                                             ValueRange x) {
        linalg::YieldOp::create(
            b, arith::SelectOp::create(b, isInside, x[0], x[1]).getResult());
      };
      Value element =
          linalg::GenericOp::create(b, elementType, value, old, maps,
                                    ArrayRef<utils::IteratorType>(), select)
              .getResult(0);
      scf::YieldOp::create(b, tensor::InsertSliceOp::create(
                                  b, element, state[0], position, ones, ones)
                                  .getResult());
    };
    return scf::ForOp::create(b, b.index(0), count, b.index(1), result, write)
        .getResult(0);
  }

private:
  static SmallVector<OpFoldResult> getOutputSizes(OpT op,
                                                  typename OpT::Adaptor adaptor,
                                                  RankedTensorType type,
                                                  Emitter &b) {
    if constexpr (std::is_same_v<OpT, DynSparseToDenseOp>) {
      SizeBuilder e(b, op);
      return e.makeSizes(
          e.readAll(adaptor.getTarget(), op.getTarget().getType()),
          type.getElementType());
    } else {
      return getAsIndexOpFoldResult(b.getContext(), op.getOutputShape());
    }
  }

  /// The position of update `number`, moved into a tensor of the shape `sizes`,
  /// and whether it was inside.
  static std::pair<SmallVector<OpFoldResult>, Value>
  readPosition(OpT op, Value indices, ArrayRef<OpFoldResult> sizes,
               Value number, Emitter &b) {
    int64_t indicesRank = cast<RankedTensorType>(indices.getType()).getRank();
    Type indexType = getElementTypeOrSelf(op.getSparseIndices().getType());
    SmallVector<OpFoldResult> position;
    Value isInside = b.isTrue();
    for (auto [dim, size] : llvm::enumerate(sizes)) {
      Value extent = b.index(size);
      SmallVector<Value> where = {number, b.index(dim)};
      Value given = b.extract(indices, ArrayRef(where).take_front(indicesRank));
      given = b.scalar(indexType).cast(given, b.getI64Type());
      given = arith::IndexCastOp::create(b, b.getIndexType(), given);
      Value fits =
          arith::CmpIOp::create(b, arith::CmpIPredicate::ult, given, extent);
      isInside = b.createOrFold<arith::AndIOp>(isInside, fits);
      Value last = b.sub(extent, 1);
      position.push_back(arith::MinUIOp::create(b, given, last).getResult());
    }
    return {position, isInside};
  }
};

// slice_like(x, y) -> tensor.extract_slice(x)
struct SliceLikeOpConversion : public TensorOpConversion<SliceLikeOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(SliceLikeOp op, OpAdaptor adaptor,
                         RankedTensorType type, Emitter &b) const override {
    Value data = adaptor.getData(), like = adaptor.getShapeLike();
    auto likeType = cast<RankedTensorType>(like.getType());
    auto isSliced = SliceLikeOp::resolve(std::nullopt, op.getAxes(),
                                         type.getRank(), likeType.getRank());
    if (failed(isSliced))
      return b.notifyMatchFailure("the axes are not valid");
    SmallVector<OpFoldResult> sizes = b.getSizes(data);
    for (auto [dim, sliced] : llvm::enumerate(*isSliced))
      if (sliced)
        sizes[dim] = b.getSize(like, dim);
    SmallVector<OpFoldResult> offsets(sizes.size(), b.getIndexAttr(0));
    SmallVector<OpFoldResult> strides(sizes.size(), b.getIndexAttr(1));
    bool isEmpty = llvm::any_of(
        sizes, [](OpFoldResult size) { return isConstantIntValue(size, 0); });
    return isEmpty ? tensor::EmptyOp::create(b, sizes, type.getElementType())
                         .getResult()
                   : tensor::ExtractSliceOp::create(b, data, offsets, sizes,
                                                    strides)
                         .getResult();
  }
};

// reverse(x) -> strided_slice(x) with stride -1
struct ReverseOpConversion : public OpConversionPattern<ReverseOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(ReverseOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (containsUnknown(op.getData().getType()) ||
        containsUnknown(op.getType()))
      return rewriter.notifyMatchFailure(op, "a type is unknown");
    // From the last element to the one before the first.
    int64_t begin = -1, end = std::numeric_limits<int64_t>::min(), stride = -1;
    int64_t axis = op.getAxis().value_or(0);
    auto integers = [&](int64_t &value) {
      return rewriter.getDenseI64ArrayAttr(value);
    };
    rewriter.replaceOpWithNewOp<StridedSliceOp>(
        op, op.getType(), op.getData(), integers(begin), integers(end),
        integers(stride), rewriter.getStringAttr("end"), integers(axis));
    return success();
  }
};
} // namespace

void relay::populateIndexingToLinalgPatterns(const TypeConverter &converter,
                                             RewritePatternSet &patterns) {
  patterns.add<AdvIndexOpConversion, GatherOpConversion, GatherNDOpConversion,
               ReverseOpConversion, SliceLikeOpConversion,
               SparseToDenseOpConversion<DynSparseToDenseOp>,
               SparseToDenseOpConversion<SparseToDenseOp>,
               StridedSliceOpConversion, TakeOpConversion>(
      converter, patterns.getContext());
}
