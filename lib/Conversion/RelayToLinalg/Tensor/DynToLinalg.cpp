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
#include "../Builders/SizeBuilder.h"
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
                         RankedTensorType type, Emitter &b) const override {
    SizeBuilder e(b, op);
    SmallVector<OpFoldResult> sizes =
        e.makeSizes(e.readAll(adaptor.getTarget(), op.getTarget().getType()),
                    type.getElementType());
    ScalarBuilder scalar(b, getElementTypeOrSelf(op.getType()));
    Value element = scalar.constant(value);
    Value empty = tensor::EmptyOp::create(b, sizes, element.getType());
    return linalg::FillOp::create(b, element, empty).getResult(0);
  }
};

// dyn.full(v, s) -> fill v of the shape s
struct DynFullOpConversion : public TensorOpConversion<DynFullOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(DynFullOp op, OpAdaptor adaptor, RankedTensorType type,
                         Emitter &b) const override {
    SizeBuilder e(b, op);
    SmallVector<OpFoldResult> sizes =
        e.makeSizes(e.readAll(adaptor.getTarget(), op.getTarget().getType()),
                    type.getElementType());
    return buildFillFrom(b, adaptor.getFillValue(),
                         getElementTypeOrSelf(op.getFillValue().getType()),
                         getElementTypeOrSelf(op.getType()), sizes, type);
  }
};

// dyn.broadcast_to(x, s) -> linalg.generic that repeats x
struct DynBroadcastToOpConversion
    : public TensorOpConversion<DynBroadcastToOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(DynBroadcastToOp op, OpAdaptor adaptor,
                         RankedTensorType type, Emitter &b) const override {
    SizeBuilder e(b, op);
    Value data = adaptor.getData(), one = b.index(1);
    SmallVector<Value> target =
        e.readAll(adaptor.getTarget(), op.getTarget().getType());
    SmallVector<Value> extents = b.getDims(data);
    for (auto [extent, size] :
         llvm::zip_equal(extents, ArrayRef(target).take_back(extents.size()))) {
      Value fits = arith::OrIOp::create(b, b.isEqual(extent, one),
                                        b.isEqual(extent, size));
      e.require(fits, "data that broadcasts to the shape");
    }
    return buildIndexed(
        b, e.makeSizes(target, type.getElementType()), type.getElementType(),
        {}, {}, [&](ValueRange at, ValueRange) {
          SmallVector<Value> position;
          for (auto [extent, index] :
               llvm::zip_equal(extents, at.take_back(extents.size())))
            position.push_back(b.min(index, b.sub(extent, one)));
          return b.extract(data, position);
        });
  }
};

// dyn.tile(x, n) -> linalg.generic that reads x modulo its sizes
struct DynTileOpConversion : public TensorOpConversion<DynTileOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(DynTileOp op, OpAdaptor adaptor, RankedTensorType type,
                         Emitter &b) const override {
    SizeBuilder e(b, op);
    Value data = adaptor.getData(), one = b.index(1);
    SmallVector<Value> counts =
        e.readAll(adaptor.getRepetitions(), op.getRepetitions().getType());
    // A larger factor gives no tensor in memory.
    Value most = b.index(std::numeric_limits<int32_t>::max());
    for (Value count : counts)
      e.require(
          b.both(b.isLessOrEqual(one, count), b.isLessOrEqual(count, most)),
          "repetitions in [1, 2147483647]");
    SmallVector<Value> extents = b.getDims(data);
    size_t rank = type.getRank();
    SmallVector<Value> sizes(rank - extents.size(), one);
    llvm::append_range(sizes, extents);
    // The limit holds for each size, so that products do not overflow.
    Value limit = b.index(int64_t(1) << 31);
    for (auto [size, count] : llvm::zip_equal(
             MutableArrayRef(sizes).take_back(counts.size()), counts)) {
      e.require(b.isLess(size, limit), "sizes of less than 2^31");
      size = b.mul(size, count);
    }
    return buildIndexed(
        b, e.makeSizes(sizes, type.getElementType()), type.getElementType(), {},
        {}, [&](ValueRange at, ValueRange) {
          SmallVector<Value> position;
          for (auto [extent, index] :
               llvm::zip_equal(extents, at.take_back(extents.size())))
            position.push_back(arith::RemUIOp::create(b, index, extent));
          return b.extract(data, position);
        });
  }
};

// dyn.reshape(x, s) -> tensor.reshape(x, s)
struct DynReshapeOpConversion : public TensorOpConversion<DynReshapeOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(DynReshapeOp op, OpAdaptor adaptor,
                         RankedTensorType type, Emitter &b) const override {
    SizeBuilder e(b, op);
    SmallVector<Value> extents = b.getDims(adaptor.getData());
    SmallVector<Value> codes =
        e.readAll(adaptor.getTarget(), op.getTarget().getType());
    Value zero = b.index(0), one = b.index(1), minusOne = b.index(-1);
    Value total = one, known = one, numInferred = zero;
    for (Value extent : extents)
      total = b.mul(total, extent);
    SmallVector<Value> isInferred;
    for (auto [i, code] : llvm::enumerate(codes)) {
      e.require(b.isLessOrEqual(minusOne, code), "sizes, 0 and -1 in target");
      if (!op.getAllowzero()) {
        Value isZero = b.isEqual(code, zero);
        if (i < extents.size())
          code = b.select(isZero, extents[i], code);
        else
          e.require(b.isLess(b.select(isZero, one, zero), one),
                    "a dimension of data for 0 in target");
      }
      isInferred.push_back(b.isEqual(code, minusOne));
      numInferred =
          b.select(isInferred.back(), b.add(numInferred, one), numInferred);
      known = b.mul(known, b.select(isInferred.back(), one, code));
    }
    e.require(b.isLessOrEqual(numInferred, one), "-1 at most once in target");
    Value divisor = b.max(known, one);
    Value inferred = arith::DivSIOp::create(b, total, divisor);
    Value product = one;
    for (auto [code, infers] : llvm::zip_equal(codes, isInferred)) {
      code = b.select(infers, inferred, code);
      product = b.mul(product, code);
    }
    e.require(b.isEqual(product, total), "as many elements as data has");
    return buildReshape(b, adaptor.getData(),
                        e.makeSizes(codes, type.getElementType()));
  }
};

// dyn.squeeze(x, a) -> tensor.reshape(x)
struct DynSqueezeOpConversion : public TensorOpConversion<DynSqueezeOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(DynSqueezeOp op, OpAdaptor adaptor,
                         RankedTensorType type, Emitter &b) const override {
    SizeBuilder e(b, op);
    Value data = adaptor.getData(), zero = b.index(0), one = b.index(1);
    SmallVector<Value> extents = b.getDims(data);
    Value rank = b.index(extents.size());
    SmallVector<Value> axes =
        e.readAll(adaptor.getAxes(), op.getAxes().getType());
    // How many dimensions before each are kept tells its place.
    SmallVector<Value> sizes(type.getRank(), one);
    Value numKept = zero;
    for (auto [dim, extent] : llvm::enumerate(extents)) {
      Value isRemoved = b.isFalse();
      for (Value axis : axes) {
        Value wrapped = b.select(b.isLess(axis, zero), b.add(axis, rank), axis);
        isRemoved = arith::OrIOp::create(b, isRemoved,
                                         b.isEqual(wrapped, b.index(dim)));
      }
      e.require(b.isEqual(b.select(isRemoved, extent, one), one),
                "removed dimensions of 1");
      for (auto [place, size] : llvm::enumerate(sizes)) {
        Value isHere = b.isEqual(numKept, b.index(place));
        size = b.select(isRemoved, size, b.select(isHere, extent, size));
      }
      numKept = b.add(numKept, b.select(isRemoved, zero, one));
    }
    e.require(b.isEqual(numKept, b.index(type.getRank())),
              "different axes in range");
    return buildReshape(b, data, e.makeSizes(sizes, type.getElementType()));
  }
};

// dyn.expand_dims(x, a) -> tensor.reshape(x)
struct DynExpandDimsOpConversion : public TensorOpConversion<DynExpandDimsOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(DynExpandDimsOp op, OpAdaptor adaptor,
                         RankedTensorType type, Emitter &b) const override {
    SizeBuilder e(b, op);
    Value data = adaptor.getData(), zero = b.index(0), one = b.index(1);
    SmallVector<Value> extents = b.getDims(data);
    Value axis = e.readOne(adaptor.getAxis(), op.getAxis().getType());
    Value rank = b.index(extents.size());
    axis = b.select(b.isLess(axis, zero), b.add(axis, b.add(rank, one)), axis);
    e.require(b.both(b.isLessOrEqual(zero, axis), b.isLessOrEqual(axis, rank)),
              "axis in range");
    SmallVector<Value> sizes;
    size_t count = op.getNumNewaxis();
    for (size_t dim = 0; dim < extents.size() + count; ++dim) {
      Value size = one;
      if (dim >= count)
        size = b.select(b.isLessOrEqual(axis, b.index(dim - count)),
                        extents[dim - count], size);
      if (dim < extents.size())
        size = b.select(b.isLess(b.index(dim), axis), extents[dim], size);
      sizes.push_back(size);
    }
    return buildReshape(b, data, e.makeSizes(sizes, type.getElementType()));
  }
};

// dyn.strided_slice(x, b, e, s) -> linalg.generic that reads x from b on
struct DynStridedSliceOpConversion
    : public TensorOpConversion<DynStridedSliceOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(DynStridedSliceOp op, OpAdaptor adaptor,
                         RankedTensorType type, Emitter &b) const override {
    if (op.getAxes())
      return b.notifyMatchFailure("it has axes");
    SizeBuilder e(b, op);
    Value data = adaptor.getData(), zero = b.index(0), one = b.index(1);
    bool isSize = op.getSliceMode() == "size";
    SmallVector<IndexRange> ranges;
    SmallVector<Value> sizes;
    for (auto [dim, extent] : llvm::enumerate(b.getDims(data))) {
      Value begin = b.readAt(adaptor.getFirst(), op.getFirst().getType(), dim);
      Value end = b.readAt(adaptor.getLast(), op.getLast().getType(), dim);
      Value stride = b.readAt(adaptor.getSteps(), op.getSteps().getType(), dim);
      if (stride)
        e.require(
            arith::CmpIOp::create(b, arith::CmpIPredicate::ne, stride, zero),
            "strides other than 0");
      if (isSize) {
        std::tie(begin, end) = makeEnds(b, extent, begin, end);
        stride = Value();
      } else if (stride && !end) {
        // As in TVM, a range that runs downwards ends before element 0.
        end = b.select(b.isLess(stride, zero), zero, extent);
      }
      IndexRange range = b.range(extent, begin, end, stride);
      Value length = b.max(range.length, zero);
      Value sum = b.add(length, b.sub(range.step, one));
      // The sum may exceed 64 bits, but not as an unsigned number.
      sizes.push_back(arith::DivUIOp::create(b, sum, range.step));
      ranges.push_back(range);
    }
    return buildIndexed(
        b, e.makeSizes(sizes, type.getElementType()), type.getElementType(), {},
        {}, [&](ValueRange at, ValueRange) {
          SmallVector<Value> position;
          for (auto [index, range] : llvm::zip_equal(at, ranges)) {
            Value distance = arith::MulIOp::create(b, index, range.step);
            position.push_back(b.select(range.isDownwards,
                                        b.sub(range.begin, distance),
                                        b.add(range.begin, distance)));
          }
          return b.extract(data, position);
        });
  }

private:
  /// Return the positions that `size` elements from `begin` on lie between.
  /// A negative size reaches to the end. Positions are limited after the sum,
  /// as those of `strided_slice` are.
  static std::pair<Value, Value> makeEnds(Emitter &b, Value extent, Value begin,
                                          Value size) {
    Value zero = b.index(0);
    // The smallest number has no negation.
    Value smallest = b.index(-std::numeric_limits<int64_t>::max());
    Value start = begin ? b.max(begin, smallest) : zero;
    start = b.select(b.isLess(start, zero), b.add(start, extent), start);
    start = b.min(start, extent);
    Value end = extent;
    if (size) {
      end = b.add(start, b.min(size, b.sub(extent, start)));
      end = b.select(b.isLess(size, zero), extent, b.max(end, zero));
    }
    return {b.max(start, zero), end};
  }
};

// dyn.one_hot(i, v, w, n) -> linalg.generic of v where i is the index, else w
struct DynOneHotOpConversion : public TensorOpConversion<DynOneHotOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(DynOneHotOp op, OpAdaptor adaptor,
                         RankedTensorType type, Emitter &b) const override {
    SizeBuilder e(b, op);
    Value depth = e.readOne(adaptor.getLength(), op.getLength().getType());
    e.require(b.isLessOrEqual(b.index(1), depth), "a length of at least 1");
    SmallVector<Value> sizes = b.getDims(adaptor.getIndices());
    sizes.insert(sizes.begin() + wrapAxis(op.getAxis(), type.getRank()), depth);
    auto withType = [](Value converted, Value source) {
      return TypedTensor{converted, getElementTypeOrSelf(source.getType())};
    };
    return buildOneHot(b, withType(adaptor.getIndices(), op.getIndices()),
                       {withType(adaptor.getOnValue(), op.getOnValue()),
                        withType(adaptor.getOffValue(), op.getOffValue()),
                        op.getDtype()},
                       wrapAxis(op.getAxis(), type.getRank()),
                       e.makeSizes(sizes, type.getElementType()));
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
