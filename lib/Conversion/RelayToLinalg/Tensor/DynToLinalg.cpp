//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operators whose operands determine shapes: lowering. Operands that would be
// errors at compile time as attributes fail at run time (cf.assert).
//
//===----------------------------------------------------------------------===//

#include "../Builders/Broadcast.h"
#include "../Builders/ExtentBuilder.h"
#include "../Patterns.h"
#include "RelayLite/Dialect/Relay/IR/Shapes.h"

using namespace mlir;
using namespace mlir::relay;

namespace {
// dyn.zeros(s) -> fill 0 of the shape s
// dyn.ones(s) -> fill 1 of the shape s
template <typename OpT, int value>
struct DynFilledOpConversion : public TensorOpConversion<OpT> {
  using TensorOpConversion<OpT>::TensorOpConversion;
  FailureOr<Value> lower(OpT op, typename OpT::Adaptor adaptor,
                         RankedTensorType type,
                         ConversionPatternRewriter &rewriter) const override {
    ExtentBuilder e(rewriter, op);
    SmallVector<OpFoldResult> sizes =
        e.makeSizes(e.readAll(adaptor.getTarget(), op.getTarget().getType()),
                    type.getElementType());
    ScalarBuilder scalar(rewriter, op.getLoc(),
                         getElementTypeOrSelf(op.getType()));
    Value element = scalar.constant(value);
    Value empty = tensor::EmptyOp::create(rewriter, op.getLoc(), sizes,
                                          element.getType());
    return linalg::FillOp::create(rewriter, op.getLoc(), element, empty)
        .getResult(0);
  }
};

// dyn.full(v, s) -> fill v of the shape s
struct DynFullOpConversion : public TensorOpConversion<DynFullOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(DynFullOp op, OpAdaptor adaptor, RankedTensorType type,
                         ConversionPatternRewriter &rewriter) const override {
    ExtentBuilder e(rewriter, op);
    SmallVector<OpFoldResult> sizes =
        e.makeSizes(e.readAll(adaptor.getTarget(), op.getTarget().getType()),
                    type.getElementType());
    return buildFillFrom(rewriter, op.getLoc(), adaptor.getFillValue(),
                         getElementTypeOrSelf(op.getFillValue().getType()),
                         getElementTypeOrSelf(op.getType()), sizes, type);
  }
};

// dyn.broadcast_to(x, s) -> linalg.generic that repeats x
struct DynBroadcastToOpConversion
    : public TensorOpConversion<DynBroadcastToOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(DynBroadcastToOp op, OpAdaptor adaptor,
                         RankedTensorType type,
                         ConversionPatternRewriter &rewriter) const override {
    ExtentBuilder e(rewriter, op);
    Value data = adaptor.getData(), one = e.constant(1);
    SmallVector<Value> target =
        e.readAll(adaptor.getTarget(), op.getTarget().getType());
    SmallVector<Value> extents = e.getExtents(data);
    for (auto [extent, size] :
         llvm::zip_equal(extents, ArrayRef(target).take_back(extents.size()))) {
      Value fits =
          arith::OrIOp::create(rewriter, op.getLoc(), e.isEqual(extent, one),
                               e.isEqual(extent, size));
      e.require(fits, "data that broadcasts to the shape");
    }
    return buildIndexed(
        rewriter, op.getLoc(), e.makeSizes(target, type.getElementType()),
        type.getElementType(), {}, {},
        [&](OpBuilder &b, Location loc, ValueRange at, ValueRange) {
          IndexArithmetic i(b, loc);
          SmallVector<Value> position;
          for (auto [extent, index] :
               llvm::zip_equal(extents, at.take_back(extents.size())))
            position.push_back(i.min(index, i.sub(extent, one)));
          return tensor::ExtractOp::create(b, loc, data, position).getResult();
        });
  }
};

// dyn.tile(x, n) -> linalg.generic that reads x modulo its sizes
struct DynTileOpConversion : public TensorOpConversion<DynTileOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(DynTileOp op, OpAdaptor adaptor, RankedTensorType type,
                         ConversionPatternRewriter &rewriter) const override {
    ExtentBuilder e(rewriter, op);
    Value data = adaptor.getData(), one = e.constant(1);
    SmallVector<Value> counts =
        e.readAll(adaptor.getRepetitions(), op.getRepetitions().getType());
    // A larger factor gives no tensor in memory.
    Value most = e.constant(std::numeric_limits<int32_t>::max());
    for (Value count : counts)
      e.require(
          e.both(e.isLessOrEqual(one, count), e.isLessOrEqual(count, most)),
          "repetitions in [1, 2147483647]");
    SmallVector<Value> extents = e.getExtents(data);
    size_t rank = type.getRank();
    SmallVector<Value> sizes(rank - extents.size(), one);
    llvm::append_range(sizes, extents);
    // The limit holds for each size, so that products do not overflow.
    Value limit = e.constant(int64_t(1) << 31);
    for (auto [size, count] : llvm::zip_equal(
             MutableArrayRef(sizes).take_back(counts.size()), counts)) {
      e.require(e.isLess(size, limit), "sizes of less than 2^31");
      size = e.mul(size, count);
    }
    return buildIndexed(
        rewriter, op.getLoc(), e.makeSizes(sizes, type.getElementType()),
        type.getElementType(), {}, {},
        [&](OpBuilder &b, Location loc, ValueRange at, ValueRange) {
          SmallVector<Value> position;
          for (auto [extent, index] :
               llvm::zip_equal(extents, at.take_back(extents.size())))
            position.push_back(arith::RemUIOp::create(b, loc, index, extent));
          return tensor::ExtractOp::create(b, loc, data, position).getResult();
        });
  }
};

// dyn.reshape(x, s) -> tensor.reshape(x, s)
struct DynReshapeOpConversion : public TensorOpConversion<DynReshapeOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(DynReshapeOp op, OpAdaptor adaptor,
                         RankedTensorType type,
                         ConversionPatternRewriter &rewriter) const override {
    ExtentBuilder e(rewriter, op);
    Location loc = op.getLoc();
    SmallVector<Value> extents = e.getExtents(adaptor.getData());
    SmallVector<Value> codes =
        e.readAll(adaptor.getTarget(), op.getTarget().getType());
    Value zero = e.constant(0), one = e.constant(1), minusOne = e.constant(-1);
    Value total = one, known = one, numInferred = zero;
    for (Value extent : extents)
      total = e.mul(total, extent);
    SmallVector<Value> isInferred;
    for (auto [i, code] : llvm::enumerate(codes)) {
      e.require(e.isLessOrEqual(minusOne, code), "sizes, 0 and -1 in target");
      if (!op.getAllowzero()) {
        Value isZero = e.isEqual(code, zero);
        if (i < extents.size())
          code = e.select(isZero, extents[i], code);
        else
          e.require(e.isLess(e.select(isZero, one, zero), one),
                    "a dimension of data for 0 in target");
      }
      isInferred.push_back(e.isEqual(code, minusOne));
      numInferred =
          e.select(isInferred.back(), e.add(numInferred, one), numInferred);
      known = e.mul(known, e.select(isInferred.back(), one, code));
    }
    e.require(e.isLessOrEqual(numInferred, one), "-1 at most once in target");
    Value divisor = e.max(known, one);
    Value inferred = arith::DivSIOp::create(rewriter, loc, total, divisor);
    Value product = one;
    for (auto [code, infers] : llvm::zip_equal(codes, isInferred)) {
      code = e.select(infers, inferred, code);
      product = e.mul(product, code);
    }
    e.require(e.isEqual(product, total), "as many elements as data has");
    return buildReshape(rewriter, loc, adaptor.getData(),
                        e.makeSizes(codes, type.getElementType()));
  }
};

// dyn.squeeze(x, a) -> tensor.reshape(x)
struct DynSqueezeOpConversion : public TensorOpConversion<DynSqueezeOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(DynSqueezeOp op, OpAdaptor adaptor,
                         RankedTensorType type,
                         ConversionPatternRewriter &rewriter) const override {
    ExtentBuilder e(rewriter, op);
    Value data = adaptor.getData(), zero = e.constant(0), one = e.constant(1);
    SmallVector<Value> extents = e.getExtents(data);
    Value rank = e.constant(extents.size());
    SmallVector<Value> axes =
        e.readAll(adaptor.getAxes(), op.getAxes().getType());
    // How many dimensions before each are kept tells its place.
    SmallVector<Value> sizes(type.getRank(), one);
    Value numKept = zero;
    for (auto [dim, extent] : llvm::enumerate(extents)) {
      Value isRemoved =
          arith::ConstantIntOp::create(rewriter, op.getLoc(), 0, 1);
      for (Value axis : axes) {
        Value wrapped = e.select(e.isLess(axis, zero), e.add(axis, rank), axis);
        isRemoved = arith::OrIOp::create(rewriter, op.getLoc(), isRemoved,
                                         e.isEqual(wrapped, e.constant(dim)));
      }
      e.require(e.isEqual(e.select(isRemoved, extent, one), one),
                "removed dimensions of 1");
      for (auto [place, size] : llvm::enumerate(sizes)) {
        Value isHere = e.isEqual(numKept, e.constant(place));
        size = e.select(isRemoved, size, e.select(isHere, extent, size));
      }
      numKept = e.add(numKept, e.select(isRemoved, zero, one));
    }
    e.require(e.isEqual(numKept, e.constant(type.getRank())),
              "different axes in range");
    return buildReshape(rewriter, op.getLoc(), data,
                        e.makeSizes(sizes, type.getElementType()));
  }
};

// dyn.expand_dims(x, a) -> tensor.reshape(x)
struct DynExpandDimsOpConversion : public TensorOpConversion<DynExpandDimsOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(DynExpandDimsOp op, OpAdaptor adaptor,
                         RankedTensorType type,
                         ConversionPatternRewriter &rewriter) const override {
    ExtentBuilder e(rewriter, op);
    Value data = adaptor.getData(), zero = e.constant(0), one = e.constant(1);
    SmallVector<Value> extents = e.getExtents(data);
    Value axis = e.readOne(adaptor.getAxis(), op.getAxis().getType());
    Value rank = e.constant(extents.size());
    axis = e.select(e.isLess(axis, zero), e.add(axis, e.add(rank, one)), axis);
    e.require(e.both(e.isLessOrEqual(zero, axis), e.isLessOrEqual(axis, rank)),
              "axis in range");
    SmallVector<Value> sizes;
    size_t count = op.getNumNewaxis();
    for (size_t dim = 0; dim < extents.size() + count; ++dim) {
      Value size = one;
      if (dim >= count)
        size = e.select(e.isLessOrEqual(axis, e.constant(dim - count)),
                        extents[dim - count], size);
      if (dim < extents.size())
        size = e.select(e.isLess(e.constant(dim), axis), extents[dim], size);
      sizes.push_back(size);
    }
    return buildReshape(rewriter, op.getLoc(), data,
                        e.makeSizes(sizes, type.getElementType()));
  }
};

// dyn.strided_slice(x, b, e, s) -> linalg.generic that reads x from b on
struct DynStridedSliceOpConversion
    : public TensorOpConversion<DynStridedSliceOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(DynStridedSliceOp op, OpAdaptor adaptor,
                         RankedTensorType type,
                         ConversionPatternRewriter &rewriter) const override {
    if (op.getAxes())
      return rewriter.notifyMatchFailure(op, "it has axes");
    ExtentBuilder e(rewriter, op);
    Location loc = op.getLoc();
    Value data = adaptor.getData(), zero = e.constant(0), one = e.constant(1);
    bool isSize = op.getSliceMode() == "size";
    SmallVector<IndexRange> ranges;
    SmallVector<Value> sizes;
    for (auto [dim, extent] : llvm::enumerate(e.getExtents(data))) {
      Value begin = e.readAt(adaptor.getFirst(), op.getFirst().getType(), dim);
      Value end = e.readAt(adaptor.getLast(), op.getLast().getType(), dim);
      Value stride = e.readAt(adaptor.getSteps(), op.getSteps().getType(), dim);
      if (stride)
        e.require(arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::ne,
                                        stride, zero),
                  "strides other than 0");
      if (isSize) {
        std::tie(begin, end) = makeEnds(e, extent, begin, end);
        stride = Value();
      } else if (stride && !end) {
        // As in TVM, a range that runs downwards ends before element 0.
        end = e.select(e.isLess(stride, zero), zero, extent);
      }
      IndexRange range = e.range(extent, begin, end, stride);
      Value length = e.max(range.length, zero);
      Value sum = e.add(length, e.sub(range.step, one));
      // The sum may exceed 64 bits, but not as an unsigned number.
      sizes.push_back(arith::DivUIOp::create(rewriter, loc, sum, range.step));
      ranges.push_back(range);
    }
    return buildIndexed(
        rewriter, loc, e.makeSizes(sizes, type.getElementType()),
        type.getElementType(), {}, {},
        [&](OpBuilder &b, Location loc, ValueRange at, ValueRange) {
          IndexArithmetic i(b, loc);
          SmallVector<Value> position;
          for (auto [index, range] : llvm::zip_equal(at, ranges)) {
            Value distance = arith::MulIOp::create(b, loc, index, range.step);
            position.push_back(i.select(range.isDownwards,
                                        i.sub(range.begin, distance),
                                        i.add(range.begin, distance)));
          }
          return tensor::ExtractOp::create(b, loc, data, position).getResult();
        });
  }

private:
  /// Return the positions that `size` elements from `begin` on lie between.
  /// A negative size reaches to the end. Positions are limited after the sum,
  /// as those of `strided_slice` are.
  static std::pair<Value, Value> makeEnds(ExtentBuilder &e, Value extent,
                                          Value begin, Value size) {
    Value zero = e.constant(0);
    // The smallest number has no negation.
    Value smallest = e.constant(-std::numeric_limits<int64_t>::max());
    Value start = begin ? e.max(begin, smallest) : zero;
    start = e.select(e.isLess(start, zero), e.add(start, extent), start);
    start = e.min(start, extent);
    Value end = extent;
    if (size) {
      end = e.add(start, e.min(size, e.sub(extent, start)));
      end = e.select(e.isLess(size, zero), extent, e.max(end, zero));
    }
    return {e.max(start, zero), end};
  }
};

// dyn.one_hot(i, v, w, n) -> linalg.generic of v where i is the index, else w
struct DynOneHotOpConversion : public TensorOpConversion<DynOneHotOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(DynOneHotOp op, OpAdaptor adaptor,
                         RankedTensorType type,
                         ConversionPatternRewriter &rewriter) const override {
    ExtentBuilder e(rewriter, op);
    Value depth = e.readOne(adaptor.getLength(), op.getLength().getType());
    e.require(e.isLessOrEqual(e.constant(1), depth), "a length of at least 1");
    SmallVector<Value> sizes = e.getExtents(adaptor.getIndices());
    sizes.insert(sizes.begin() + wrapAxis(op.getAxis(), type.getRank()), depth);
    auto withType = [](Value converted, Value source) {
      return TypedTensor{converted, getElementTypeOrSelf(source.getType())};
    };
    return buildOneHot(
        rewriter, op.getLoc(), withType(adaptor.getIndices(), op.getIndices()),
        withType(adaptor.getOnValue(), op.getOnValue()),
        withType(adaptor.getOffValue(), op.getOffValue()),
        wrapAxis(op.getAxis(), type.getRank()),
        e.makeSizes(sizes, type.getElementType()), op.getDtype());
  }
};
} // namespace

void relay::populateDynToLinalgPatterns(const TypeConverter &converter,
                                        RewritePatternSet &patterns) {
  patterns.add<
      DynBroadcastToOpConversion, DynExpandDimsOpConversion,
      DynFilledOpConversion<DynOnesOp, 1>, DynFilledOpConversion<DynZerosOp, 0>,
      DynFullOpConversion, DynOneHotOpConversion, DynReshapeOpConversion,
      DynSqueezeOpConversion, DynStridedSliceOpConversion, DynTileOpConversion>(
      converter, patterns.getContext());
}
