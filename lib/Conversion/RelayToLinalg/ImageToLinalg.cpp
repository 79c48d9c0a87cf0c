//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Image operators: lowering. Positions and weights are computed in f32, with
// the formulas of TVM's tensor library; pixels are interpolated in f32, or in
// f64 when they are f64.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "ScalarBuilder.h"

using namespace mlir;
using namespace mlir::relay;

namespace {
/// Height or width of an image that is resized.
struct ImageAxis {
  int64_t dim;    ///< The dimension of the tensors.
  Value extent;   ///< Of the input, an index.
  int64_t target; ///< Of the result.
  double begin;   ///< Where the region of interest begins and ends, as
  double end;     ///< fractions of the input.
};

/// A position in the input along one axis.
struct ImagePosition {
  Value position; ///< f32
  /// In place of rounding: an index, and whether it is to be used (i1). Null
  /// when it never is.
  Value quotient;
  Value usesQuotient;
};

/// Emits the elements of the result of `op`. The insertion point is moved
/// into the body of the loops after construction.
class ResizeBuilder {
public:
  ResizeBuilder(OpBuilder &b, ImageResize2dOp op, Value data,
                const ImageLayout &layout)
      : b(b), op(op), loc(op.getLoc()), data(data), f(b, loc, b.getF32Type()) {
    auto roi = op.getRoi();
    height = {layout.height, getExtent(layout.height), op.getSize()[0], roi[0],
              roi[2]};
    width = {layout.width, getExtent(layout.width), op.getSize()[1], roi[1],
             roi[3]};
  }

  /// The element at the indices of the loops around, of the storage type of
  /// `outType`, a Relay element type like that of the data, `dataType`.
  Value build(Type dataType, Type outType) {
    int64_t rank = cast<RankedTensorType>(data.getType()).getRank();
    for (int64_t dim = 0; dim < rank; ++dim)
      indices.push_back(linalg::IndexOp::create(b, loc, dim));
    ImagePosition y = buildPosition(height), x = buildPosition(width);

    ScalarBuilder elements(b, loc, dataType);
    Value result;
    if (op.getMethod() == "nearest_neighbor") {
      // No arithmetic on pixels: they are converted exactly as `cast` does.
      Value pixel = extract(buildNearest(y), buildNearest(x));
      result = elements.cast(pixel, outType);
    } else {
      Type pixelType = dataType.isF64() ? dataType : b.getF32Type();
      ScalarBuilder pixels(b, loc, pixelType);
      auto load = [&](Value row, Value column) {
        return elements.cast(extract(row, column), pixelType);
      };
      Value value = op.getMethod() == "linear"
                        ? buildLinear(pixels, y.position, x.position, load)
                        : buildCubic(pixels, y.position, x.position, load);
      result = pixels.cast(value, outType);
    }
    if (op.getCoordinateTransformationMode() != "tf_crop_and_resize")
      return result;
    ScalarBuilder results(b, loc, outType);
    Value outside = arith::OrIOp::create(b, loc, isOutside(height, y.position),
                                         isOutside(width, x.position));
    Value extrapolated =
        results.constant(op.getExtrapolationValue().convertToDouble());
    return results.select(outside, extrapolated, result);
  }

private:
  using LoadFn = function_ref<Value(Value, Value)>;

  Value getExtent(int64_t dim) {
    return b.createOrFold<tensor::DimOp>(loc, data, dim);
  }
  Value index(int64_t value) {
    return arith::ConstantIndexOp::create(b, loc, value);
  }
  Value toFloat(Value index) {
    Value integer = arith::IndexCastOp::create(b, loc, b.getI64Type(), index);
    return arith::SIToFPOp::create(b, loc, b.getF32Type(), integer);
  }
  /// A whole number as an index; what is out of the range of i32 saturates.
  Value toIndex(Value position) {
    return arith::IndexCastOp::create(b, loc, b.getIndexType(),
                                      f.cast(position, b.getI32Type()));
  }
  /// extent - 1 as f32.
  Value getLast(const ImageAxis &axis) {
    return toFloat(arith::SubIOp::create(b, loc, axis.extent, index(1)));
  }

  //===--------------------------------------------------------------------===//
  // Positions
  //===--------------------------------------------------------------------===//

  ImagePosition buildPosition(const ImageAxis &axis) {
    StringRef mode = op.getCoordinateTransformationMode();
    Value at = indices[axis.dim];
    Value x = toFloat(at);
    Value target = f.constant(static_cast<double>(axis.target));
    auto scale = [&] { return f.div(toFloat(axis.extent), target); };
    auto halfPixel = [&] {
      return f.sub(f.mul(f.add(x, f.constant(0.5)), scale()), f.constant(0.5));
    };
    if (mode == "half_pixel")
      return {halfPixel(), {}, {}};
    if (mode == "pytorch_half_pixel")
      return {axis.target > 1 ? halfPixel() : f.zero(), {}, {}};
    if (mode == "tf_half_pixel_for_nn")
      return {f.mul(f.add(x, f.constant(0.5)), scale()), {}, {}};
    if (mode == "align_corners") {
      // A single pixel is the first one.
      if (axis.target == 1)
        return {f.zero(), {}, {}};
      Value last = f.constant(static_cast<double>(axis.target - 1));
      return {f.mul(f.div(getLast(axis), last), x), {}, {}};
    }
    if (mode == "tf_crop_and_resize")
      return {buildCropPosition(axis, x), {}, {}};
    // asymmetric
    ImagePosition result{f.mul(scale(), x), {}, {}};
    if (op.getMethod() == "nearest_neighbor")
      buildQuotient(axis, at, result);
    return result;
  }

  Value buildCropPosition(const ImageAxis &axis, Value x) {
    Value last = getLast(axis);
    Value begin = f.constant(axis.begin), end = f.constant(axis.end);
    if (axis.target <= 1)
      return f.mul(f.mul(f.constant(0.5), f.add(begin, end)), last);
    Value step = f.mul(f.mul(x, f.sub(end, begin)), last);
    Value lastTarget = f.constant(static_cast<double>(axis.target - 1));
    return f.add(f.mul(begin, last), f.div(step, lastTarget));
  }

  /// Images enlarged by a whole factor, not too large, are sampled by integer
  /// division whatever the rounding method is, as TVM does.
  void buildQuotient(const ImageAxis &axis, Value at, ImagePosition &result) {
    Value target = index(axis.target), zero = index(0);
    // No pixel is computed for an empty image; the division must not trap.
    Value extent = arith::MaxSIOp::create(b, loc, axis.extent, index(1));
    Value factor = arith::DivSIOp::create(b, loc, target, extent);
    Value rest = arith::RemSIOp::create(b, loc, target, extent);
    Value isWhole =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, rest, zero);
    Value epsilon = f.constant(1e-5);
    Value limit =
        f.div(f.one(), f.add(f.mul(epsilon, toFloat(extent)), epsilon));
    result.usesQuotient =
        arith::AndIOp::create(b, loc, isWhole, f.le(toFloat(factor), limit));
    result.quotient = arith::DivSIOp::create(
        b, loc, at, arith::MaxSIOp::create(b, loc, factor, index(1)));
  }

  Value isOutside(const ImageAxis &axis, Value position) {
    return arith::OrIOp::create(b, loc, f.lt(position, f.zero()),
                                f.gt(position, getLast(axis)));
  }

  /// The index that the rounding method picks.
  Value buildNearest(const ImagePosition &at) {
    StringRef rounding = op.getRoundingMethod();
    if (rounding.empty())
      rounding = op.getCoordinateTransformationMode() == "align_corners"
                     ? "round"
                     : "floor";
    Value x = at.position;
    // TVM moves positions by 1e-5 before floor and ceil, against rounding
    // errors.
    Value rounded;
    if (rounding == "round")
      rounded = f.round(x);
    else if (rounding == "round_prefer_floor")
      rounded = f.ceil(f.sub(x, f.constant(0.5)));
    else if (rounding == "round_prefer_ceil")
      rounded = f.floor(f.add(x, f.constant(0.5)));
    else if (rounding == "floor")
      rounded = f.floor(f.add(x, f.constant(1e-5)));
    else
      rounded = f.ceil(f.sub(x, f.constant(1e-5)));
    Value nearest = toIndex(rounded);
    return at.quotient ? arith::SelectOp::create(b, loc, at.usesQuotient,
                                                 at.quotient, nearest)
                             .getResult()
                       : nearest;
  }

  //===--------------------------------------------------------------------===//
  // Pixels
  //===--------------------------------------------------------------------===//

  Value clamp(Value position, Value extent) {
    Value last = arith::SubIOp::create(b, loc, extent, index(1));
    Value atMost = arith::MinSIOp::create(b, loc, position, last);
    return arith::MaxSIOp::create(b, loc, atMost, index(0));
  }

  /// The pixel at `row` and `column`, or the one at the edge next to it.
  Value extract(Value row, Value column) {
    SmallVector<Value> position(indices);
    position[height.dim] = clamp(row, height.extent);
    position[width.dim] = clamp(column, width.extent);
    return tensor::ExtractOp::create(b, loc, data, position);
  }

  Value offset(Value position, int64_t by) {
    return by == 0
               ? position
               : arith::AddIOp::create(b, loc, position, index(by)).getResult();
  }

  /// first * (1 - t) + second * t
  Value buildLerp(ScalarBuilder &s, Value first, Value second, Value t) {
    return s.add(s.mul(first, s.sub(s.one(), t)), s.mul(second, t));
  }

  Value buildLinear(ScalarBuilder &s, Value y, Value x, LoadFn load) {
    Value yFloor = f.floor(y), xFloor = f.floor(x);
    Value row = toIndex(yFloor), column = toIndex(xFloor);
    Value yFraction = f.cast(f.sub(y, yFloor), s.getType());
    Value xFraction = f.cast(f.sub(x, xFloor), s.getType());
    SmallVector<Value> rows;
    for (int64_t j = 0; j < 2; ++j)
      rows.push_back(buildLerp(s, load(offset(row, j), column),
                               load(offset(row, j), offset(column, 1)),
                               xFraction));
    return buildLerp(s, rows[0], rows[1], yFraction);
  }

  /// The weights of the pixels from floor(position) - 1 on, of type of `s`.
  SmallVector<Value> buildCubicWeights(ScalarBuilder &s, const ImageAxis &axis,
                                       Value position) {
    double alpha = op.getCubicAlpha().convertToDouble();
    auto c = [&](double value) { return f.constant(value); };
    Value floor = f.floor(position);
    Value t = f.sub(position, floor);
    Value t2 = f.mul(t, t), t3 = f.mul(t2, t);
    SmallVector<Value> weights{
        f.mul(c(alpha), f.add(f.sub(t3, f.mul(c(2), t2)), t)),
        f.add(f.sub(f.mul(c(alpha + 2), t3), f.mul(c(3 + alpha), t2)), c(1)),
        f.sub(f.add(f.mul(c(-(alpha + 2)), t3), f.mul(c(3 + 2 * alpha), t2)),
              f.mul(c(alpha), t)),
        f.add(f.mul(c(-alpha), t3), f.mul(c(alpha), t2))};
    if (op.getCubicExclude()) {
      Value first = toIndex(floor), sum;
      for (int64_t i = 0; i < 4; ++i) {
        Value pixel = offset(first, i - 1);
        Value isBefore = arith::CmpIOp::create(
            b, loc, arith::CmpIPredicate::slt, pixel, index(0));
        Value isAfter = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sge,
                                              pixel, axis.extent);
        Value isOutside = arith::OrIOp::create(b, loc, isBefore, isAfter);
        weights[i] = f.select(isOutside, f.zero(), weights[i]);
        sum = sum ? f.add(sum, weights[i]) : weights[i];
      }
      for (Value &weight : weights)
        weight = f.div(weight, sum);
    }
    for (Value &weight : weights)
      weight = f.cast(weight, s.getType());
    return weights;
  }

  Value buildWeightedSum(ScalarBuilder &s, ArrayRef<Value> values,
                         ArrayRef<Value> weights) {
    Value sum;
    for (auto [value, weight] : llvm::zip_equal(values, weights)) {
      Value product = s.mul(value, weight);
      sum = sum ? s.add(sum, product) : product;
    }
    return sum;
  }

  Value buildCubic(ScalarBuilder &s, Value y, Value x, LoadFn load) {
    Value row = toIndex(f.floor(y)), column = toIndex(f.floor(x));
    SmallVector<Value> yWeights = buildCubicWeights(s, height, y);
    SmallVector<Value> xWeights = buildCubicWeights(s, width, x);
    SmallVector<Value> rows;
    for (int64_t j = -1; j < 3; ++j) {
      SmallVector<Value> pixels;
      for (int64_t i = -1; i < 3; ++i)
        pixels.push_back(load(offset(row, j), offset(column, i)));
      rows.push_back(buildWeightedSum(s, pixels, xWeights));
    }
    return buildWeightedSum(s, rows, yWeights);
  }

  OpBuilder &b;
  ImageResize2dOp op;
  Location loc;
  Value data;
  ScalarBuilder f; ///< Positions and weights.
  ImageAxis height, width;
  SmallVector<Value> indices; ///< Of the loops.
};

// resize2d(x) -> linalg.generic that interpolates each pixel
struct ImageResize2dOpConversion : public TensorOpConversion<ImageResize2dOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(ImageResize2dOp op, OpAdaptor adaptor,
                         RankedTensorType type,
                         ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value data = adaptor.getData();
    auto dataType = cast<RankedTensorType>(data.getType());
    int64_t rank = dataType.getRank();
    FailureOr<ImageLayout> layout =
        inferImageLayout(std::nullopt, op.getRelayName(), op.getLayout(), rank);
    if (failed(layout))
      return rewriter.notifyMatchFailure(op, "the layout is not one of images");

    SmallVector<OpFoldResult> sizes =
        tensor::getMixedSizes(rewriter, loc, data);
    sizes[layout->height] = rewriter.getIndexAttr(op.getSize()[0]);
    sizes[layout->width] = rewriter.getIndexAttr(op.getSize()[1]);
    Value empty =
        tensor::EmptyOp::create(rewriter, loc, sizes, type.getElementType());
    SmallVector<utils::IteratorType> iterators(rank,
                                               utils::IteratorType::parallel);
    auto generic = linalg::GenericOp::create(
        rewriter, loc, empty.getType(), ValueRange(), empty,
        rewriter.getMultiDimIdentityMap(rank), iterators,
        [&](OpBuilder &nested, Location loc, ValueRange) {
          ResizeBuilder builder(nested, op, data, *layout);
          linalg::YieldOp::create(
              nested, loc,
              builder.build(getElementTypeOrSelf(op.getData().getType()),
                            getElementTypeOrSelf(op.getType())));
        });
    return generic.getResult(0);
  }
};
// upsampling(x) -> resize2d(x)
struct NNUpsamplingOpConversion : public OpConversionPattern<NNUpsamplingOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(NNUpsamplingOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = dyn_cast<RankedTensorType>(op.getType());
    if (!type)
      return rewriter.notifyMatchFailure(op, "a type is unknown");
    FailureOr<ImageLayout> layout = inferImageLayout(
        std::nullopt, op.getRelayName(), op.getLayout(), type.getRank());
    if (failed(layout))
      return rewriter.notifyMatchFailure(op, "the layout is not one of images");
    std::array<int64_t, 2> size = {type.getDimSize(layout->height),
                                   type.getDimSize(layout->width)};
    if (llvm::any_of(size, ShapedType::isDynamic))
      return rewriter.notifyMatchFailure(op, "the size is not known");
    StringRef method = op.getMethod();
    // bilinear and bicubic there
    method.consume_front("bi");
    rewriter.replaceOpWithNewOp<ImageResize2dOp>(
        op, type, op.getData(), size, /*roi=*/ArrayRef<double>{0, 0, 0, 0},
        op.getLayout(), method,
        op.getAlignCorners() ? "align_corners" : "asymmetric",
        /*rounding_method=*/"", /*cubic_alpha=*/APFloat(-0.5),
        /*cubic_exclude=*/0, /*extrapolation_value=*/APFloat(0.0),
        /*out_dtype=*/TypeAttr());
    return success();
  }
};
} // namespace

void relay::populateImageToLinalgPatterns(const TypeConverter &converter,
                                          RewritePatternSet &patterns) {
  patterns.add<ImageResize2dOpConversion, NNUpsamplingOpConversion>(
      converter, patterns.getContext());
}
