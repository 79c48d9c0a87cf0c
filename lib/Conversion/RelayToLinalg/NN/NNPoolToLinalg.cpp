//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pooling: lowering.
//
//===----------------------------------------------------------------------===//

#include "../Builders/Broadcast.h"
#include "../Builders/Reduction.h"
#include "../Builders/ScalarBuilder.h"
#include "../Builders/TensorBuilders.h"
#include "../Patterns.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include <numeric>

using namespace mlir;
using namespace mlir::relay;

//===----------------------------------------------------------------------===//
// Named operations
//===----------------------------------------------------------------------===//

namespace {
/// Emits a pooling of `data` by linalg's operation of windows of the shape of
/// `window`.
using NamedPoolFn = Value (*)(Emitter &b, const PoolWindows &windows,
                              Value data, Value window, Value init);

template <typename OpT>
Value buildNamedPool(Emitter &b, const PoolWindows &windows, Value data,
                     Value window, Value init) {
  return OpT::create(b, init.getType(), ValueRange{data, window}, init,
                     b.getI64TensorAttr(windows.strides),
                     b.getI64TensorAttr(windows.dilation))
      .getResult(0);
}

/// The operations for one order of dimensions; null where there is none.
struct NamedPools {
  NamedPoolFn sum, max, maxUnsigned;
};
} // namespace

/// Linalg's operations for tensors of rank `rank` whose dimensions `dims` are
/// spatial.
static NamedPools getNamedPools(ArrayRef<int64_t> dims, int64_t rank) {
  if (dims.size() + 2 != static_cast<size_t>(rank) || !llvm::is_sorted(dims))
    return {};
  using namespace linalg;
  bool channelsLast = dims.front() == 1 && dims.back() == rank - 2;
  if (channelsLast && rank == 3)
    return {buildNamedPool<PoolingNwcSumOp>, buildNamedPool<PoolingNwcMaxOp>,
            buildNamedPool<PoolingNwcMaxUnsignedOp>};
  if (channelsLast && rank == 4)
    return {buildNamedPool<PoolingNhwcSumOp>, buildNamedPool<PoolingNhwcMaxOp>,
            buildNamedPool<PoolingNhwcMaxUnsignedOp>};
  if (channelsLast && rank == 5)
    return {buildNamedPool<PoolingNdhwcSumOp>,
            buildNamedPool<PoolingNdhwcMaxOp>, nullptr};
  bool channelsFirst = dims.front() == 2 && dims.back() == rank - 1;
  if (channelsFirst && rank == 3)
    return {buildNamedPool<PoolingNcwSumOp>, buildNamedPool<PoolingNcwMaxOp>,
            nullptr};
  if (channelsFirst && rank == 4)
    return {buildNamedPool<PoolingNchwSumOp>, buildNamedPool<PoolingNchwMaxOp>,
            nullptr};
  return {};
}

namespace {
/// The reduction of the elements of a window, of one Relay element type.
struct Pooling {
  Pooling(Emitter &b, bool isMax, Type elementType)
      : isMax(isMax), elementType(elementType),
        accumulator(!isMax && isa<FloatType>(elementType)
                        ? b.scalar(elementType).getAccumulatorType()
                        : elementType) {}

  /// Return the value of an element outside of the data.
  Value getPadding(Emitter &b) const {
    ScalarBuilder s(b, elementType);
    return isMax ? s.lowestFinite() : s.zero();
  }
  Value getIdentity(Emitter &b) const {
    ScalarBuilder s(b, accumulator);
    return isMax ? s.lowest() : s.zero();
  }
  /// Adds the element `x` to the accumulator `sum`.
  Value combine(Emitter &b, Value sum, Value x) const {
    ScalarBuilder s(b, accumulator);
    x = b.scalar(elementType).cast(x, accumulator);
    return isMax ? s.max(sum, x) : s.add(sum, x);
  }
  /// The one of linalg's operations that does the same to elements, or null.
  NamedPoolFn selectNamed(const NamedPools &pools) const {
    // Theirs have no conversions of f16 and bf16 for the maximum, and other
    // operations for bool.
    if (elementType.isInteger(1) || (isMax && isa<FloatType>(elementType) &&
                                     elementType.getIntOrFloatBitWidth() < 32))
      return nullptr;
    if (!isMax)
      return pools.sum;
    return elementType.isUnsignedInteger() ? pools.maxUnsigned : pools.max;
  }
  /// The element of the result for a window whose elements, `count` (an
  /// index) of them, were accumulated in `sum`.
  Value finish(Emitter &b, Value sum, Value count) const {
    if (isMax)
      return sum;
    // The count may not fit into small integers.
    Type type = accumulator;
    if (!isa<FloatType>(type))
      type = type.isUnsignedInteger() ? b.getIntegerType(64, /*isSigned=*/false)
                                      : b.getI64Type();
    ScalarBuilder s(b, accumulator), wide(b, type);
    count = arith::IndexCastOp::create(b, b.getI64Type(), count);
    count = b.scalar(b.getI64Type()).cast(count, type);
    return wide.cast(wide.div(s.cast(sum, type), count), elementType);
  }

  bool isMax;
  Type elementType;
  Type accumulator; ///< A Relay type.
};

//===----------------------------------------------------------------------===//
// Windows
//===----------------------------------------------------------------------===//

/// How windows at the borders of the data are pooled.
struct PoolBorders {
  /// Whether the last window may be incomplete.
  bool ceilMode = false;
  /// Whether an average counts the padding in its window.
  bool countIncludePad = false;
};

/// Lowers a pooling of windows.
class WindowPoolBuilder {
public:
  WindowPoolBuilder(Emitter &b, const Pooling &pooling,
                    const PoolWindows &windows, PoolBorders borders, Value data,
                    RankedTensorType type)
      : b(b), pooling(pooling), windows(windows), borders(borders), data(data),
        type(type) {}

  Value build() {
    SmallVector<OpFoldResult> sizes = b.getSizes(data);
    for (auto [i, dim] : llvm::enumerate(windows.dims)) {
      extents.push_back(sizes[dim]);
      sizes[dim] = buildWindowCount(i, sizes[dim]);
      counts.push_back(sizes[dim]);
    }
    // linalg's verifier wants windows to have elements.
    if (llvm::is_contained(type.getShape(), 0) ||
        llvm::is_contained(cast<RankedTensorType>(data.getType()).getShape(),
                           0))
      return castTensor(b, buildFill(sizes), type);
    Value result = buildAccumulation(buildPadded(), sizes);
    auto resultType = cast<RankedTensorType>(result.getType());
    if (!pooling.isMax)
      result = buildElementwise(
          b, result, resultType.clone(type.getElementType()),
          /*equalDynamicDims=*/true, [&](ValueRange x) {
            return pooling.finish(b, x[0], buildElementCount(b));
          });
    return castTensor(b, result, type);
  }

private:
  Value index(OpFoldResult value) { return b.index(value); }

  /// The number of windows along spatial dimension `i`.
  OpFoldResult buildWindowCount(size_t i, OpFoldResult extent) {
    int64_t dim = windows.dims[i];
    if (!type.isDynamicDim(dim))
      return b.getIndexAttr(type.getDimSize(dim));
    int64_t stride = windows.strides[i];
    // One window more than there are strides from the first to the last one;
    // none if not even the first one fits.
    int64_t margin = windows.before[i] + windows.after[i] -
                     windows.getExtent(i) + stride +
                     (borders.ceilMode ? stride - 1 : 0);
    Value room = arith::AddIOp::create(b, index(extent), b.index(margin));
    room = arith::MaxSIOp::create(b, room, b.index(0));
    return arith::DivUIOp::create(b, room, b.index(stride)).getResult();
  }

  /// The data with padding around it, as far as windows reach.
  Value buildPadded() {
    auto dataType = cast<RankedTensorType>(data.getType());
    SmallVector<OpFoldResult> low(dataType.getRank(), b.getIndexAttr(0));
    SmallVector<OpFoldResult> high(low);
    bool pads = false;
    for (auto [i, dim] : llvm::enumerate(windows.dims)) {
      low[dim] = b.getIndexAttr(windows.before[i]);
      high[dim] = buildPaddingAfter(i);
      pads |= windows.before[i] != 0 || getConstantIntValue(high[dim]) != 0;
    }
    if (!pads)
      return data;
    return relay::buildPadded(b, data, low, high, pooling.getPadding(b));
  }

  /// `ceil_mode` lets the last window exceed the padding.
  OpFoldResult buildPaddingAfter(size_t i) {
    if (!borders.ceilMode)
      return b.getIndexAttr(windows.after[i]);
    int64_t stride = windows.strides[i];
    int64_t fixed = windows.getExtent(i) - stride - windows.before[i];
    std::optional<int64_t> extent = getConstantIntValue(extents[i]);
    std::optional<int64_t> count = getConstantIntValue(counts[i]);
    if (extent && count)
      return b.getIndexAttr(
          std::max(windows.after[i], *count * stride + fixed - *extent));
    Value end = arith::MulIOp::create(b, index(counts[i]), b.index(stride));
    end = arith::AddIOp::create(b, end, b.index(fixed));
    end = arith::SubIOp::create(b, end, index(extents[i]));
    return arith::MaxSIOp::create(b, end, b.index(windows.after[i]))
        .getResult();
  }

  /// Accumulates the elements of each window in row-major order. Loops over
  /// windows are those over the dimensions of the result, in order; the loops
  /// within a window come after the last spatial one, so that loops over what
  /// follows it in memory (channels of NHWC) stay innermost.
  Value buildAccumulation(Value padded, ArrayRef<OpFoldResult> sizes) {
    int64_t rank = type.getRank(), numSpatial = windows.dims.size();
    int64_t inner = *llvm::max_element(windows.dims) + 1;
    int64_t numLoops = rank + numSpatial;
    SmallVector<AffineExpr> dataDims, resultDims, windowDims;
    for (int64_t dim = 0; dim < rank; ++dim)
      resultDims.push_back(
          b.getAffineDimExpr(dim < inner ? dim : dim + numSpatial));
    llvm::append_range(dataDims, resultDims);
    for (auto [i, dim] : llvm::enumerate(windows.dims)) {
      windowDims.push_back(b.getAffineDimExpr(inner + i));
      dataDims[dim] = resultDims[dim] * windows.strides[i] +
                      windowDims[i] * windows.dilation[i];
    }
    SmallVector<utils::IteratorType> iterators(numLoops,
                                               utils::IteratorType::parallel);
    std::fill_n(iterators.begin() + inner, numSpatial,
                utils::IteratorType::reduction);

    Type elementType = b.scalar(pooling.accumulator).getType();
    Value empty = tensor::EmptyOp::create(b, sizes, elementType);
    Value init =
        linalg::FillOp::create(b, pooling.getIdentity(b), empty).getResult(0);
    // No element of it is read: it gives the loops within a window their
    // bounds.
    Value window =
        tensor::EmptyOp::create(b, windows.size, type.getElementType());
    if (NamedPoolFn build =
            pooling.selectNamed(getNamedPools(windows.dims, rank)))
      return build(b, windows, padded, window, init);
    MLIRContext *context = b.getContext();
    return linalg::GenericOp::create(
               b, init.getType(), ValueRange{padded, window}, init,
               {AffineMap::get(numLoops, 0, dataDims, context),
                AffineMap::get(numLoops, 0, windowDims, context),
                AffineMap::get(numLoops, 0, resultDims, context)},
               iterators,
               [&](OpBuilder &, Location, ValueRange x) {
                 linalg::YieldOp::create(b, pooling.combine(b, x[2], x[0]));
               })
        .getResult(0);
  }

  /// The result when there are no elements.
  Value buildFill(ArrayRef<OpFoldResult> sizes) {
    Value empty = tensor::EmptyOp::create(b, sizes, type.getElementType());
    return linalg::FillOp::create(b, pooling.getPadding(b), empty).getResult(0);
  }

  /// How many elements of the current window count, at least 1.
  Value buildElementCount(Emitter &b) {
    Value total = b.index(1);
    for (size_t i = 0; i < windows.dims.size(); ++i)
      total = b.createOrFold<arith::MulIOp>(total, buildElementCount(b, i));
    return b.createOrFold<arith::MaxSIOp>(total, b.index(1));
  }

  /// The same along spatial dimension `i`, or 0.
  Value buildElementCount(Emitter &b, size_t i) {
    bool isInside = borders.countIncludePad ||
                    (windows.before[i] == 0 && windows.after[i] == 0);
    if (isInside && !borders.ceilMode)
      return b.index(windows.size[i]);
    auto add = [&](Value x, int64_t y) {
      return b.createOrFold<arith::AddIOp>(x, b.index(y));
    };
    // The positions in the data of the first and the last element.
    int64_t dilation = windows.dilation[i];
    Value position = linalg::IndexOp::create(b, windows.dims[i]);
    Value first = add(
        b.createOrFold<arith::MulIOp>(position, b.index(windows.strides[i])),
        -windows.before[i]);
    Value last = add(first, windows.getExtent(i) - 1);
    Value extent = b.index(extents[i]);
    Value limit =
        add(extent, (borders.countIncludePad ? windows.after[i] : 0) - 1);
    last = arith::MinSIOp::create(b, last, limit);
    Value zero = b.index(0);
    Value step = b.index(dilation);
    if (!borders.countIncludePad) {
      // Skip what lies before the data.
      Value missing = arith::SubIOp::create(b, zero, first);
      missing = add(arith::MaxSIOp::create(b, missing, zero), dilation - 1);
      missing = arith::DivUIOp::create(b, missing, step);
      missing = arith::MulIOp::create(b, missing, step);
      first = arith::AddIOp::create(b, first, missing);
    }
    Value span = add(arith::SubIOp::create(b, last, first), dilation);
    span = arith::MaxSIOp::create(b, span, zero);
    return arith::DivUIOp::create(b, span, step);
  }

  Emitter &b;
  const Pooling &pooling;
  const PoolWindows &windows;
  PoolBorders borders;
  Value data;
  RankedTensorType type;
  SmallVector<OpFoldResult> extents; ///< The spatial sizes of `data`.
  SmallVector<OpFoldResult> counts;  ///< The same of the result.
};

template <typename OpT>
constexpr bool isMaxPool =
    llvm::is_one_of<OpT, NNMaxPool1dOp, NNMaxPool2dOp, NNMaxPool3dOp>::value;

template <typename OpT>
static bool countsPadding(OpT op) {
  if constexpr (isMaxPool<OpT>)
    return false;
  else
    return op.getCountIncludePad();
}

// max_pool2d(x), avg_pool2d(x) -> tensor.pad, accumulation over windows and,
// for the average, a division
template <typename OpT>
struct WindowPoolConversion : public TensorOpConversion<OpT> {
  using TensorOpConversion<OpT>::TensorOpConversion;
  FailureOr<Value> lower(OpT op, typename OpT::Adaptor adaptor,
                         RankedTensorType type, Emitter &b) const override {
    FailureOr<PoolWindows> windows =
        inferPoolWindows(std::nullopt, op.getRelayName(), type.getRank(),
                         op.getLayout(), op.getSpatialNames(), op.getPoolSize(),
                         op.getStrides(), op.getDilation(), op.getPadding());
    if (failed(windows))
      return b.notifyMatchFailure("the windows are not valid");
    Pooling pooling(b, isMaxPool<OpT>, getElementTypeOrSelf(op.getType()));
    WindowPoolBuilder builder(b, pooling, *windows,
                              {op.getCeilMode(), countsPadding(op)},
                              adaptor.getData(), type);
    return builder.build();
  }
};

//===----------------------------------------------------------------------===//
// Global and adaptive pooling
//===----------------------------------------------------------------------===//

namespace {
/// Lowers a pooling of fields: field i of n along a dimension of size e goes
/// from floor(i * e / n) to ceil((i + 1) * e / n).
class FieldPoolBuilder {
public:
  FieldPoolBuilder(Emitter &b, const Pooling &pooling, Value data,
                   ArrayRef<int64_t> dims, ArrayRef<int64_t> outputSize,
                   RankedTensorType type)
      : b(b), pooling(pooling), data(data), dims(dims), outputSize(outputSize),
        type(type), sizes(b.getSizes(data)) {
    for (auto [dim, size] : llvm::zip_equal(dims, outputSize)) {
      extents.push_back(sizes[dim]);
      sizes[dim] = b.getIndexAttr(size);
    }
  }

  Value build() {
    if (llvm::is_contained(type.getShape(), 0)) {
      Value empty = tensor::EmptyOp::create(b, sizes, type.getElementType());
      return castTensor(b, empty, type);
    }
    Value result = buildAccumulation();
    auto resultType = cast<RankedTensorType>(result.getType());
    if (!pooling.isMax)
      result =
          buildElementwise(b, result, resultType.clone(type.getElementType()),
                           /*equalDynamicDims=*/true, [&](ValueRange x) {
                             Value count = b.index(1);
                             for (size_t i = 0; i < dims.size(); ++i) {
                               auto [begin, end] = buildField(b, i);
                               count = b.createOrFold<arith::MulIOp>(
                                   count, arith::SubIOp::create(b, end, begin));
                             }
                             return pooling.finish(b, x[0], count);
                           });
    return castTensor(b, result, type);
  }

private:
  /// The most elements of a field along spatial dimension `i`.
  OpFoldResult buildFieldSize(size_t i) {
    int64_t size = outputSize[i];
    std::optional<int64_t> extent = getConstantIntValue(extents[i]);
    if (extent) {
      // A field that starts within an element may end within another.
      int64_t rest = *extent % size / std::gcd(*extent, size);
      return b.getIndexAttr(
          std::min(*extent / size + std::min<int64_t>(rest, 2), *extent));
    }
    Value value = b.index(extents[i]);
    Value most = arith::DivUIOp::create(b, value, b.index(size));
    most = arith::AddIOp::create(b, most, b.index(2));
    return arith::MinUIOp::create(b, most, value).getResult();
  }

  /// Return the begin and the end of the current field along spatial dimension
  /// `i`.
  std::pair<Value, Value> buildField(Emitter &b, size_t i) {
    Value extent = b.index(extents[i]);
    Value size = b.index(outputSize[i]);
    Value index = linalg::IndexOp::create(b, dims[i]);
    Value begin = arith::MulIOp::create(b, index, extent);
    Value end = arith::AddIOp::create(
        b, arith::AddIOp::create(b, begin, extent), b.index(outputSize[i] - 1));
    return {arith::DivUIOp::create(b, begin, size),
            arith::DivUIOp::create(b, end, size)};
  }

  Value buildAccumulation() {
    SmallVector<OpFoldResult> counts;
    for (size_t i = 0; i < dims.size(); ++i)
      counts.push_back(buildFieldSize(i));
    return buildRangeReduction(
        b, {data, dims, sizes, counts, pooling.getIdentity(b),
            /*isIdempotent=*/pooling.isMax,
            [&](size_t i) { return buildField(b, i); },
            [&](Value sum, Value x) { return pooling.combine(b, sum, x); }});
  }

  Emitter &b;
  const Pooling &pooling;
  Value data;
  ArrayRef<int64_t> dims, outputSize;
  RankedTensorType type;
  SmallVector<OpFoldResult> sizes;   ///< The spatial sizes of the result.
  SmallVector<OpFoldResult> extents; ///< The spatial sizes of `data`.
};
} // namespace

/// The windows of an adaptive pooling whose fields have one size and do not
/// overlap, which goes to `size` and `ones`; none if they differ.
static std::optional<PoolWindows>
getFieldWindows(RankedTensorType dataType, ArrayRef<int64_t> dims,
                ArrayRef<int64_t> outputSize, SmallVectorImpl<int64_t> &size,
                SmallVectorImpl<int64_t> &ones) {
  for (auto [dim, outputs] : llvm::zip_equal(dims, outputSize)) {
    int64_t extent = dataType.getDimSize(dim);
    if (ShapedType::isDynamic(extent) || extent == 0 || outputs == 0 ||
        extent % outputs != 0)
      return std::nullopt;
    size.push_back(extent / outputs);
  }
  ones.assign(dims.size(), 1);
  SmallVector<int64_t> zeros(dims.size(), 0);
  return PoolWindows{llvm::to_vector(dims), size, ones, size, zeros, zeros};
}

/// The mean over the pixels `dims` of `data`, of Relay type `elementType`, in
/// the order that it has where channels come first.
// mean(x) -> transpose(mean(transpose(x)))
static Value buildMeanOfPixels(Emitter &b, Type elementType, Value data,
                               ArrayRef<int64_t> dims, RankedTensorType type) {
  SmallVector<int64_t> order, last, shape;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (!llvm::is_contained(dims, dim))
      order.push_back(dim);
  for (int64_t dim : dims) {
    last.push_back(order.size());
    order.push_back(dim);
  }
  if (isIdentityPermutation(order))
    return buildMeanReduction(b, elementType, data, dims, type);
  for (int64_t dim : order)
    shape.push_back(type.getDimSize(dim));
  data = buildTranspose(b, data, order);
  Value mean =
      buildMeanReduction(b, elementType, data, last, type.clone(shape));
  return buildTranspose(b, mean, invertPermutationVector(order));
}

static SmallVector<int64_t> getOutputSize(NNGlobalAvgPool2dOp) { return {1}; }
static SmallVector<int64_t> getOutputSize(NNGlobalMaxPool2dOp) { return {1}; }
template <typename OpT>
static SmallVector<int64_t> getOutputSize(OpT op) {
  return SmallVector<int64_t>(op.getOutputSize().value_or(ArrayRef<int64_t>()));
}

// global_pool(x), adaptive_pool(x) to size 1 -> a reduction
// adaptive_pool(x) to the size of x -> x
// adaptive_pool(x) to a divisor of the size of x -> a pooling of windows
// adaptive_pool(x) -> accumulation over the field of each element
template <typename OpT, bool isMax>
struct AdaptivePoolConversion : public TensorOpConversion<OpT> {
  using TensorOpConversion<OpT>::TensorOpConversion;
  FailureOr<Value> lower(OpT op, typename OpT::Adaptor adaptor,
                         RankedTensorType type, Emitter &b) const override {
    Value data = adaptor.getData();
    auto dataType = cast<RankedTensorType>(data.getType());
    FailureOr<SmallVector<int64_t>> dims =
        inferSpatialDims(std::nullopt, op.getRelayName(), op.getLayout(),
                         op.getSpatialNames(), type.getRank());
    if (failed(dims))
      return b.notifyMatchFailure("the layout is not valid");
    SmallVector<int64_t> size = getOutputSize(op);
    if (size.size() == 1)
      size.assign(dims->size(), size.front());
    bool isIdentity =
        size.empty() || llvm::all_of(llvm::zip_equal(*dims, size), [&](auto p) {
          return dataType.getDimSize(std::get<0>(p)) == std::get<1>(p);
        });
    if (isIdentity)
      return data;
    Type elementType = getElementTypeOrSelf(op.getType());
    if (llvm::all_of(size, [](int64_t extent) { return extent == 1; })) {
      if (!isMax)
        return buildMeanOfPixels(b, elementType, data, *dims, type);
      // The order of dimensions in memory, whatever the layout.
      llvm::sort(*dims);
      return buildMaxReduction(b, elementType, data, *dims, type);
    }
    Pooling pooling(b, isMax, elementType);
    SmallVector<int64_t> fieldSize, ones;
    if (std::optional<PoolWindows> windows =
            getFieldWindows(dataType, *dims, size, fieldSize, ones))
      return WindowPoolBuilder(b, pooling, *windows, PoolBorders(), data, type)
          .build();
    return FieldPoolBuilder(b, pooling, data, *dims, size, type).build();
  }
};
} // namespace

void relay::populateNNPoolToLinalgPatterns(const TypeConverter &converter,
                                           RewritePatternSet &patterns) {
  patterns.add<
      AdaptivePoolConversion<NNAdaptiveAvgPool1dOp, /*isMax=*/false>,
      AdaptivePoolConversion<NNAdaptiveAvgPool2dOp, /*isMax=*/false>,
      AdaptivePoolConversion<NNAdaptiveAvgPool3dOp, /*isMax=*/false>,
      AdaptivePoolConversion<NNAdaptiveMaxPool1dOp, /*isMax=*/true>,
      AdaptivePoolConversion<NNAdaptiveMaxPool2dOp, /*isMax=*/true>,
      AdaptivePoolConversion<NNAdaptiveMaxPool3dOp, /*isMax=*/true>,
      AdaptivePoolConversion<NNGlobalAvgPool2dOp, /*isMax=*/false>,
      AdaptivePoolConversion<NNGlobalMaxPool2dOp, /*isMax=*/true>,
      WindowPoolConversion<NNAvgPool1dOp>, WindowPoolConversion<NNAvgPool2dOp>,
      WindowPoolConversion<NNAvgPool3dOp>, WindowPoolConversion<NNMaxPool1dOp>,
      WindowPoolConversion<NNMaxPool2dOp>, WindowPoolConversion<NNMaxPool3dOp>>(
      converter, patterns.getContext());
}
