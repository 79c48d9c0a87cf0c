//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pixels at positions that are computed: grids, deformable convolutions and
// regions. Positions and weights are f32, or f64 if the pixels are.
//
//===----------------------------------------------------------------------===//

#include "../Builders/Contraction.h"
#include "../Builders/Emitter.h"
#include "../Builders/PixelBuilder.h"
#include "../Patterns.h"

using namespace mlir;
using namespace mlir::relay;

//===----------------------------------------------------------------------===//
// Pixels
//===----------------------------------------------------------------------===//

PixelBuilder::PixelBuilder(Emitter &b, Value data, Type elementType,
                           ArrayRef<int64_t> dims)
    : f(b, getGeometryType(b, elementType)), b(b), data(data),
      elementType(elementType), dims(dims) {
  for (int64_t dim : dims)
    extents.push_back(b.getDim(data, dim));
}

Value PixelBuilder::getExtent(size_t axis) {
  return b.toElement(extents[axis], f.getType());
}

Value PixelBuilder::load(ArrayRef<Value> others, ArrayRef<Value> pixel) {
  SmallVector<Value> place(others);
  SmallVector<OpFoldResult> indexed;
  Value isInside = b.isTrue();
  for (auto [dim, at, extent] : llvm::zip_equal(dims, pixel, extents)) {
    isInside = b.both(isInside, b.isInside(at, extent));
    place[dim] = b.clamp(at, extent);
    indexed.push_back(getAsOpFoldResult(extent));
  }
  Value element = buildGuardedExtract(b, data, elementType, place, indexed);
  element = b.scalar(elementType).cast(element, f.getType());
  return f.select(isInside, element, f.zero());
}

Value PixelBuilder::interpolate(ArrayRef<Value> others,
                                ArrayRef<Value> positions) {
  SmallVector<Value> first, weights;
  for (Value position : positions) {
    Value floor = f.floor(position);
    first.push_back(b.fromElement(floor, f.getType()));
    weights.push_back(f.sub(position, floor));
  }
  Value sum;
  for (unsigned corner = 0, end = 1u << positions.size(); corner < end;
       ++corner) {
    SmallVector<Value> pixel;
    Value weight;
    for (auto [axis, at] : llvm::enumerate(first)) {
      // The last axis changes fastest.
      bool isNext = corner >> (positions.size() - 1 - axis) & 1;
      pixel.push_back(isNext ? b.add(at, 1) : at);
      Value part = isNext ? weights[axis] : f.sub(f.one(), weights[axis]);
      weight = weight ? f.mul(weight, part) : part;
    }
    Value product = f.mul(load(others, pixel), weight);
    sum = sum ? f.add(sum, product) : product;
  }
  return sum;
}

//===----------------------------------------------------------------------===//
// image.grid_sample
//===----------------------------------------------------------------------===//

namespace {
/// Emits the pixels of a grid.
class GridBuilder : public PixelBuilder {
public:
  GridBuilder(Emitter &b, Value data, ImageGridSampleOp op,
              ArrayRef<int64_t> dims)
      : PixelBuilder(b, data, getElementTypeOrSelf(op.getData().getType()),
                     dims),
        mode(op.getPaddingMode()), method(op.getMethod()),
        alignsCorners(op.getAlignCorners()) {}

  /// The pixel at the coordinates of the grid `grid`, of type
  /// `getType()`, one for each axis.
  Value build(ArrayRef<Value> others, ArrayRef<Value> grid) {
    SmallVector<Value> positions;
    for (auto [axis, coordinate] : llvm::enumerate(grid))
      positions.push_back(buildPosition(axis, coordinate));
    if (method == "bicubic")
      return buildCubic(others, positions);
    for (auto [axis, position] : llvm::enumerate(positions))
      position = limit(axis, position);
    if (method == "bilinear")
      return interpolate(others, positions);
    return load(others, llvm::map_to_vector(positions, [&](Value position) {
                  return buildNearest(position);
                }));
  }

private:
  /// A coordinate from -1 to 1 as a position in the image.
  Value buildPosition(size_t axis, Value coordinate) {
    Value extent = getExtent(axis), half = f.constant(0.5);
    Value shifted = f.add(coordinate, f.one());
    Value position = alignsCorners
                         ? f.mul(f.mul(shifted, f.sub(extent, f.one())), half)
                         : f.sub(f.mul(f.mul(shifted, extent), half), half);
    if (mode == "reflection") {
      // Neither NaN nor infinite.
      Value isNear = f.le(f.abs(position), f.constant(1 << 30));
      return f.select(isNear, position, f.zero());
    }
    // Positions farther outside reach no other pixel; an infinite position
    // would have no weights.
    position = f.select(f.eq(position, position), position, f.zero());
    position = f.min(position, f.add(extent, f.constant(3)));
    return f.max(position, f.constant(-4));
  }

  /// A position inside of the image, for modes that know no outside.
  Value limit(size_t axis, Value position) {
    if (mode == "zeros")
      return position;
    if (mode == "reflection")
      position = reflect(axis, position);
    Value last = f.sub(getExtent(axis), f.one());
    return f.min(f.max(position, f.zero()), last);
  }

  /// The position mirrored at the edges as often as is needed.
  Value reflect(size_t axis, Value position) {
    Value extent = getExtent(axis);
    Value span = alignsCorners ? f.sub(extent, f.one()) : extent;
    span = f.max(span, f.one());
    Value corner = f.constant(alignsCorners ? 0 : -0.5);
    Value distance = f.abs(f.sub(position, corner));
    Value times = f.floor(f.div(distance, span));
    Value rest = f.sub(distance, f.mul(times, span));
    Value isEven =
        b.isEqual(b.rem(b.fromElement(times, f.getType()), 2), b.index(0));
    Value inner = f.select(isEven, rest, f.sub(span, rest));
    return f.add(inner, corner);
  }

  /// The nearest whole number, of two the even one.
  Value buildNearest(Value position) {
    Value floor = f.floor(position), rest = f.sub(position, floor);
    Value below = b.fromElement(floor, f.getType()), half = f.constant(0.5);
    // The lowest bit tells, also of negative numbers.
    Value isOdd = arith::AndIOp::create(b, below, b.index(1));
    Value goesUp =
        b.either(f.gt(rest, half),
                 b.both(f.eq(rest, half), b.isEqual(isOdd, b.index(1))));
    return b.add(below, b.count(goesUp));
  }

  /// The weights of four pixels; those of PyTorch.
  SmallVector<Value> buildCubicWeights(Value t) {
    constexpr double a = -0.75;
    auto c = [&](double value) { return f.constant(value); };
    auto inner = [&](Value x) {
      Value y = f.sub(f.mul(c(a + 2), x), c(a + 3));
      return f.add(f.mul(f.mul(y, x), x), f.one());
    };
    auto outer = [&](Value x) {
      Value y = f.sub(f.mul(c(a), x), c(5 * a));
      y = f.add(f.mul(y, x), c(8 * a));
      return f.sub(f.mul(y, x), c(4 * a));
    };
    return {outer(f.add(t, f.one())), inner(t), inner(f.sub(f.one(), t)),
            outer(f.sub(c(2), t))};
  }

  Value buildCubic(ArrayRef<Value> others, ArrayRef<Value> positions) {
    SmallVector<SmallVector<Value>> pixels, weights;
    for (auto [axis, position] : llvm::enumerate(positions)) {
      Value floor = f.floor(position);
      weights.push_back(buildCubicWeights(f.sub(position, floor)));
      SmallVector<Value> &line = pixels.emplace_back();
      for (int64_t offset = -1; offset < 3; ++offset)
        line.push_back(b.fromElement(
            limit(axis, f.add(floor, f.constant(offset))), f.getType()));
    }
    Value result;
    for (auto [y, rowWeight] : llvm::zip_equal(pixels[0], weights[0])) {
      Value row;
      for (auto [x, weight] : llvm::zip_equal(pixels[1], weights[1])) {
        Value product = f.mul(load(others, {y, x}), weight);
        row = row ? f.add(row, product) : product;
      }
      Value product = f.mul(row, rowWeight);
      result = result ? f.add(result, product) : product;
    }
    return result;
  }

  StringRef mode, method;
  bool alignsCorners;
};

// grid_sample(x, g) -> linalg.generic that takes or interpolates each pixel
struct ImageGridSampleOpConversion
    : public TensorOpConversion<ImageGridSampleOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(ImageGridSampleOp op, OpAdaptor adaptor,
                         RankedTensorType type, Emitter &b) const override {
    Value data = adaptor.getData(), grid = adaptor.getGrid();
    int64_t rank = type.getRank(), numAxes = rank - 2;
    SmallVector<int64_t> dims = llvm::to_vector(llvm::seq<int64_t>(2, rank));
    Type elementType = type.getElementType();
    Type gridType = getElementTypeOrSelf(grid.getType());
    SmallVector<OpFoldResult> sizes = b.getSizes(grid);
    sizes[1] = b.getSize(data, 1);
    auto build = [&](ValueRange at, ValueRange) -> Value {
      GridBuilder pixels(b, data, op, dims);
      SmallVector<Value> coordinates;
      for (int64_t axis = 0; axis < numAxes; ++axis) {
        // x, the last axis, comes first.
        SmallVector<Value> place(at);
        place[1] = b.index(numAxes - 1 - axis);
        Value element = b.extract(grid, place);
        coordinates.push_back(
            b.scalar(gridType).cast(element, pixels.getType()));
      }
      Value result = pixels.build(llvm::to_vector(at), coordinates);
      return ScalarBuilder(b, pixels.getType()).cast(result, elementType);
    };
    return buildIndexed(b, sizes, elementType, {}, {}, build);
  }
};

// affine_grid(m) -> linalg.generic of m[:, 0] * x + m[:, 1] * y + m[:, 2]
struct ImageAffineGridOpConversion
    : public TensorOpConversion<ImageAffineGridOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(ImageAffineGridOp op, OpAdaptor adaptor,
                         RankedTensorType type, Emitter &b) const override {
    Value data = adaptor.getData();
    Type elementType = type.getElementType();
    if (!isa<FloatType>(elementType))
      return b.notifyMatchFailure("positions are floats");
    SmallVector<OpFoldResult> sizes = b.getSizes(data);
    sizes.pop_back();
    for (int64_t extent : op.getTargetShape())
      sizes.push_back(b.getIndexAttr(extent));
    auto build = [&](ValueRange at, ValueRange) -> Value {
      ScalarBuilder s(b, elementType);
      auto position = [&](int64_t dim) {
        double span = static_cast<double>(op.getTargetShape()[dim] - 1);
        Value step = s.constant((2.0 - 1e-7) / span);
        Value index = b.toElement(at[2 + dim], elementType);
        return s.add(s.constant(-1), s.mul(index, step));
      };
      auto factor = [&](int64_t column) -> Value {
        return b.extract(data, {at[0], at[1], b.index(column)});
      };
      Value x = position(1), y = position(0);
      Value sum = s.add(s.mul(factor(0), x), s.mul(factor(1), y));
      return s.add(sum, factor(2));
    };
    return buildIndexed(b, sizes, elementType, {}, {}, build);
  }
};

//===----------------------------------------------------------------------===//
// nn.deformable_conv2d
//===----------------------------------------------------------------------===//

// deformable_conv2d(x, o, w) -> sum of products over the pixels of each window
struct NNDeformableConv2dOpConversion
    : public TensorOpConversion<NNDeformableConv2dOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(NNDeformableConv2dOp op, OpAdaptor adaptor,
                         RankedTensorType type, Emitter &b) const override {
    if (op.getGroups() != 1)
      return b.notifyMatchFailure("the convolution has groups");
    Value weight = adaptor.getWeight();
    // linalg does not accept windows of a result without elements.
    if (llvm::is_contained(type.getShape(), 0))
      return tensor::EmptyOp::create(b, type.getShape(), type.getElementType())
          .getResult();
    Value pixels = buildPixels(op, adaptor, b);
    // Loops: those of the result, then channels and the kernel.
    bool isLast = op.getDataLayout() == "NHWC";
    MLIRContext *context = b.getContext();
    AffineExpr n, o, y, x, c, h, w;
    if (isLast)
      bindDims(context, n, y, x, o, c, h, w);
    else
      bindDims(context, n, o, y, x, c, h, w);
    auto map = [&](ArrayRef<AffineExpr> exprs) {
      return AffineMap::get(7, 0, exprs, context);
    };
    SmallVector<utils::IteratorType> iterators(4,
                                               utils::IteratorType::parallel);
    iterators.append(3, utils::IteratorType::reduction);
    SmallVector<OpFoldResult> windows = b.getSizes(pixels);
    OpFoldResult channels = b.getSize(weight, isLast ? 3 : 0);
    SmallVector<OpFoldResult> sizes =
        isLast ? SmallVector<OpFoldResult>{windows[0], windows[4], windows[5],
                                           channels}
               : SmallVector<OpFoldResult>{windows[0], channels, windows[4],
                                           windows[5]};
    Type elementType = getElementTypeOrSelf(op.getType());
    return buildContraction(
        b,
        {pixels, getElementTypeOrSelf(op.getData().getType()),
         map({n, c, h, w, y, x})},
        {weight, getElementTypeOrSelf(op.getWeight().getType()),
         isLast ? map({h, w, c, o}) : map({o, c, h, w})},
        {b.getMultiDimIdentityMap(7).getMajorSubMap(4), sizes, elementType,
         RankedTensorType::get(decomposeMixedValues(sizes).first,
                               type.getElementType())},
        iterators);
  }

private:
  /// The pixel of each channel for each element of the window at each place:
  /// (batch, channel, row and column of the window, row and column).
  static Value buildPixels(NNDeformableConv2dOp op, OpAdaptor adaptor,
                           Emitter &b) {
    Value data = adaptor.getData(), offset = adaptor.getOffset();
    bool isLast = op.getDataLayout() == "NHWC";
    SmallVector<OpFoldResult> images = b.getSizes(data),
                              places = b.getSizes(offset),
                              kernel = b.getSizes(adaptor.getWeight());
    OpFoldResult channels = images[isLast ? 3 : 1];
    SmallVector<OpFoldResult> sizes{images[0],
                                    channels,
                                    kernel[isLast ? 0 : 2],
                                    kernel[isLast ? 1 : 3],
                                    places[isLast ? 1 : 2],
                                    places[isLast ? 2 : 3]};
    Type elementType = getElementTypeOrSelf(data.getType());
    OpFoldResult perPart =
        b.divSizes(channels, b.getIndexAttr(op.getDeformableGroups()));
    ArrayRef<int64_t> padding = op.getPadding();
    auto build = [&](ValueRange at, ValueRange) -> Value {
      int64_t first = isLast ? 1 : 2;
      SmallVector<int64_t> dims{first, first + 1};
      PixelBuilder pixels(b, data, elementType, dims);
      ScalarBuilder &f = pixels.f;
      Emitter &b = pixels.b;
      auto order = [&](Value channel, Value row, Value column) {
        return isLast ? SmallVector<Value>{at[0], row, column, channel}
                      : SmallVector<Value>{at[0], channel, row, column};
      };
      // The number of the element among those of all parts of the channels.
      Value height = b.index(sizes[2]);
      Value width = b.index(sizes[3]);
      Value element = b.div(at[1], b.index(perPart));
      element = b.add(b.mul(element, height), at[2]);
      element = b.add(b.mul(element, width), at[3]);
      SmallVector<Value> positions;
      Value isInside = b.isTrue();
      for (int64_t axis = 0; axis < 2; ++axis) {
        Value start = b.add(b.mul(at[4 + axis], op.getStrides()[axis]),
                            b.mul(at[2 + axis], op.getDilation()[axis]));
        start = b.sub(start, padding[padding.size() == 1 ? 0 : axis]);
        Value moved = b.extract(
            offset, order(b.add(b.mul(element, 2), axis), at[4], at[5]));
        moved = b.scalar(elementType).cast(moved, f.getType());
        Value position = f.add(b.toElement(start, f.getType()), moved);
        isInside = b.both(isInside, f.ge(position, f.zero()));
        isInside = b.both(isInside, f.lt(position, pixels.getExtent(axis)));
        positions.push_back(position);
      }
      // Weights of what is far outside would be infinite.
      for (Value &position : positions)
        position = f.select(isInside, position, f.zero());
      Value pixel = pixels.interpolate(order(at[1], at[4], at[5]), positions);
      pixel = f.select(isInside, pixel, f.zero());
      return f.cast(pixel, elementType);
    };
    return buildIndexed(b, sizes, elementType, {}, {}, build);
  }
};

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

/// One region of interest.
struct RoiBounds {
  Value batch;                   ///< An index in range.
  SmallVector<Value> begin, end; ///< Rows, then columns; of type f.
};
} // namespace

/// The region in row `row` of `rois`, times `scale`.
static RoiBounds loadRegion(PixelBuilder &pixels, Emitter &b, Value rois,
                            Value row, Value batches, double scale) {
  ScalarBuilder &f = pixels.f;
  Type elementType = getElementTypeOrSelf(rois.getType());
  auto load = [&](int64_t column) -> Value {
    Value element = b.extract(rois, {row, b.index(column)});
    return ScalarBuilder(b, elementType).cast(element, f.getType());
  };
  Value factor = f.constant(scale);
  RoiBounds region;
  region.batch = b.clamp(b.fromElement(load(0), f.getType()), batches);
  // Rows are the second and the fourth number.
  for (int64_t column : {2, 1})
    region.begin.push_back(f.mul(load(column), factor));
  for (int64_t column : {4, 3})
    region.end.push_back(f.mul(load(column), factor));
  return region;
}

/// Makes the sizes of an image those of the fields of regions `rois`, `pooled`
/// of each, whose rows are dimension `first`.
static void setRegionSizes(Emitter &b, Value rois, int64_t first,
                           ArrayRef<int64_t> pooled,
                           SmallVectorImpl<OpFoldResult> &sizes) {
  sizes[0] = b.getSize(rois, 0);
  for (int64_t axis = 0; axis < 2; ++axis)
    sizes[first + axis] = b.getIndexAttr(pooled[axis]);
}

namespace {
// roi_align(x, r) -> linalg.generic that adds, or compares, what it
// interpolates
struct VisionRoiAlignOpConversion
    : public TensorOpConversion<VisionRoiAlignOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(VisionRoiAlignOp op, OpAdaptor adaptor,
                         RankedTensorType type, Emitter &b) const override {
    Value data = adaptor.getData(), rois = adaptor.getRois();
    int64_t first = op.getLayout().find('H');
    SmallVector<OpFoldResult> sizes = b.getSizes(data);
    Value batches = b.index(sizes[0]);
    setRegionSizes(b, rois, first, op.getPooledSize(), sizes);
    Type elementType = type.getElementType();
    auto build = [&](ValueRange at, ValueRange) -> Value {
      SmallVector<int64_t> dims{first, first + 1};
      PixelBuilder pixels(b, data, elementType, dims);
      RoiBounds region = loadRegion(pixels, b, rois, at[0], batches,
                                    op.getSpatialScale().convertToDouble());
      SmallVector<Value> others(at);
      others[0] = region.batch;
      Value result = buildField(op, pixels, region, others,
                                {at[first], at[first + 1]}, batches);
      return pixels.f.cast(result, elementType);
    };
    return buildIndexed(b, sizes, elementType, {}, {}, build);
  }

private:
  /// Positions along one axis of a field: `start + (k + 0.5) * step` for k from
  /// 0 to `count`. Only those from `begin` to `end` may lie in the image.
  struct Samples {
    Value start, step, count, begin, end;
  };

  static Samples getSamples(VisionRoiAlignOp op, PixelBuilder &pixels,
                            const RoiBounds &region, size_t axis, Value field) {
    ScalarBuilder &f = pixels.f;
    Emitter &b = pixels.b;
    Value pooled = f.constant(static_cast<double>(op.getPooledSize()[axis]));
    Value extent = f.max(f.sub(region.end[axis], region.begin[axis]), f.one());
    Value size = f.div(extent, pooled);
    int64_t ratio = op.getSampleRatio();
    Value count = ratio > 0 ? b.index(ratio)
                            : b.min(b.fromElement(f.ceil(size), f.getType()),
                                    b.index(INT32_MAX));
    Samples result;
    result.count = count;
    result.start =
        f.add(region.begin[axis], f.mul(b.toElement(field, f.getType()), size));
    result.step = f.div(size, b.toElement(count, f.getType()));
    // Other samples are more than 1 outside of the image. Conversions saturate,
    // and NaN becomes 0.
    auto limit = [&](Value edge, int64_t margin) {
      Value number = f.div(f.sub(edge, result.start), result.step);
      number = f.max(f.min(number, f.constant(INT32_MAX)), f.constant(-8));
      return b.add(b.fromElement(number, f.getType()), margin);
    };
    result.begin = b.max(limit(f.constant(-1), -2), b.index(0));
    result.end = b.min(limit(pixels.getExtent(axis), 2), count);
    return result;
  }

  static Value buildField(VisionRoiAlignOp op, PixelBuilder &pixels,
                          const RoiBounds &region, ArrayRef<Value> others,
                          std::array<Value, 2> field, Value batches) {
    bool isMax = op.getMode() == "max";
    ScalarBuilder &f = pixels.f;
    Emitter &b = pixels.b;
    std::array<Samples, 2> samples = {
        getSamples(op, pixels, region, 0, field[0]),
        getSamples(op, pixels, region, 1, field[1])};
    // No batch has no pixels.
    samples[0].end =
        b.select(b.isEqual(batches, b.index(0)), b.index(0), samples[0].end);
    auto position = [&](size_t axis, Value k) {
      Value at = f.add(b.toElement(k, f.getType()), f.constant(0.5));
      return f.add(samples[axis].start, f.mul(at, samples[axis].step));
    };
    Value first = isMax ? f.lowest() : f.zero();
    auto rows = [&](Value row, ValueRange carried) -> SmallVector<Value> {
      Value y = position(0, row);
      auto columns = [&](Value column,
                         ValueRange carried) -> SmallVector<Value> {
        Value x = position(1, column);
        Value sample = buildSample(pixels, others, {y, x});
        return {isMax ? f.max(carried[0], sample) : f.add(carried[0], sample)};
      };
      return b.loop(samples[1].begin, samples[1].end, carried, columns);
    };
    Value sum = b.loop(samples[0].begin, samples[0].end, first, rows)[0];
    Value count = b.mul(samples[0].count, samples[1].count);
    Value taken = b.mul(samples[0].end, samples[1].end);
    Value isNone = b.isLess(count, b.index(1));
    if (!isMax) {
      Value mean = f.div(sum, b.toElement(count, f.getType()));
      return f.select(isNone, f.zero(), mean);
    }
    // Samples that have been left out count as 0.
    for (const Samples &axis : samples)
      taken = b.select(b.isEqual(axis.begin, b.index(0)), taken, b.index(0));
    return f.select(b.isEqual(taken, count), f.select(isNone, f.zero(), sum),
                    f.max(sum, f.zero()));
  }

  /// The value at a position, which is 0 more than 1 outside of the image.
  static Value buildSample(PixelBuilder &pixels, ArrayRef<Value> others,
                           std::array<Value, 2> at) {
    ScalarBuilder &f = pixels.f;
    Emitter &b = pixels.b;
    Value isInside = b.isTrue();
    SmallVector<Value> positions;
    for (auto [axis, position] : llvm::enumerate(at)) {
      Value extent = pixels.getExtent(axis);
      isInside = b.both(isInside, f.ge(position, f.constant(-1)));
      isInside = b.both(isInside, f.le(position, extent));
      Value inside = f.min(f.max(position, f.zero()), f.sub(extent, f.one()));
      positions.push_back(inside);
    }
    for (Value &position : positions)
      position = f.select(isInside, position, f.zero());
    return f.select(isInside, pixels.interpolate(others, positions), f.zero());
  }
};

// roi_pool(x, r) -> linalg.generic that compares the pixels of each field
struct VisionRoiPoolOpConversion : public TensorOpConversion<VisionRoiPoolOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(VisionRoiPoolOp op, OpAdaptor adaptor,
                         RankedTensorType type, Emitter &b) const override {
    Value data = adaptor.getData(), rois = adaptor.getRois();
    int64_t first = op.getLayout().find('H');
    SmallVector<OpFoldResult> sizes = b.getSizes(data);
    Value batches = b.index(sizes[0]);
    setRegionSizes(b, rois, first, op.getPooledSize(), sizes);
    Type elementType = type.getElementType();
    auto build = [&](ValueRange at, ValueRange) -> Value {
      SmallVector<int64_t> dims{first, first + 1};
      PixelBuilder pixels(b, data, elementType, dims);
      RoiBounds region = loadRegion(pixels, b, rois, at[0], batches,
                                    op.getSpatialScale().convertToDouble());
      Emitter &b = pixels.b;
      ScalarBuilder s(b, elementType);
      SmallVector<Value> begins, ends;
      Value hasPixels = b.isLess(b.index(0), batches);
      for (int64_t axis = 0; axis < 2; ++axis) {
        auto [begin, end] =
            getField(op, pixels, region, axis, at[first + axis]);
        hasPixels = b.both(hasPixels, b.isLess(begin, end));
        begins.push_back(begin);
        ends.push_back(end);
      }
      ends[0] = b.select(hasPixels, ends[0], begins[0]);
      auto rows = [&](Value row, ValueRange carried) -> SmallVector<Value> {
        auto columns = [&](Value column,
                           ValueRange carried) -> SmallVector<Value> {
          SmallVector<Value> place(at);
          place[0] = region.batch;
          place[first] = row;
          place[first + 1] = column;
          Value pixel = b.extract(data, place);
          return {b.scalar(elementType).max(carried[0], pixel)};
        };
        return b.loop(begins[1], ends[1], carried, columns);
      };
      Value most = b.loop(begins[0], ends[0], s.lowest(), rows)[0];
      return s.select(hasPixels, most, s.zero());
    };
    return buildIndexed(b, sizes, elementType, {}, {}, build);
  }

private:
  /// Return the begin and the end of field `field` along an axis of the image.
  static std::pair<Value, Value> getField(VisionRoiPoolOp op,
                                          PixelBuilder &pixels,
                                          const RoiBounds &region, size_t axis,
                                          Value field) {
    ScalarBuilder &f = pixels.f;
    Emitter &b = pixels.b;
    // In the range of i32, so that sums do not overflow.
    auto round = [&](Value x) {
      x = f.max(f.min(f.round(x), f.constant(INT32_MAX)),
                f.constant(INT32_MIN));
      return b.fromElement(x, f.getType());
    };
    Value begin = round(region.begin[axis]), end = round(region.end[axis]);
    Value extent = b.max(b.add(b.sub(end, begin), 1), b.index(1));
    Value size =
        f.div(b.toElement(extent, f.getType()),
              f.constant(static_cast<double>(op.getPooledSize()[axis])));
    // Against rounding errors, as in TVM.
    Value epsilon = f.constant(1e-5);
    Value first =
        f.floor(f.add(f.mul(b.toElement(field, f.getType()), size), epsilon));
    Value last = f.ceil(
        f.sub(f.mul(b.toElement(b.add(field, 1), f.getType()), size), epsilon));
    auto limit = [&](Value x) {
      Value at = b.add(b.fromElement(x, f.getType()), begin);
      return b.min(b.max(at, b.index(0)), pixels.getSize(axis));
    };
    return {limit(first), limit(last)};
  }
};
} // namespace

void relay::populateSamplingToLinalgPatterns(const TypeConverter &converter,
                                             RewritePatternSet &patterns) {
  patterns.add<ImageAffineGridOpConversion, ImageGridSampleOpConversion,
               NNDeformableConv2dOpConversion, VisionRoiAlignOpConversion,
               VisionRoiPoolOpConversion>(converter, patterns.getContext());
}
