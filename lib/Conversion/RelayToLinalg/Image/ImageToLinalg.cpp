//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Image operators: lowering. Positions are computed in f64 and rounded to f32,
// which makes whole and half positions exact. Weights are computed in f32;
// pixels are interpolated in f32, or in f64 when they are f64.
//
//===----------------------------------------------------------------------===//

#include "../Builders/SizeBuilder.h"
#include "../Patterns.h"

using namespace mlir;
using namespace mlir::relay;

namespace {
/// Depth, height or width of an image that is resized.
struct ImageAxis {
  int64_t dim;         ///< The dimension of the tensors.
  OpFoldResult target; ///< The size of the result.
  double begin = 0;    ///< The begin and the end of the region of interest, as
  double end = 0;      ///< fractions of the input.
};

/// How an image is resized: the attributes of image.resize2d, for any number
/// of axes.
struct Resizing {
  /// The last one is that of rows.
  SmallVector<ImageAxis> axes;
  StringRef method, mode;
  StringRef rounding = "";
  double cubicAlpha = -0.5;
  bool cubicExclude = false;
  double extrapolationValue = 0;
  /// If it is set: the region of interest, begins, then ends. It is a row for
  /// each batch of the result if there are `boxIndices`, the batches of the
  /// input. Relay types follow.
  Value boxes = {}, boxIndices = {};
  Type boxType = {}, indexType = {};
  int64_t batchDim = 0;
};

/// A position in the input along one axis.
struct ImagePosition {
  Value position; ///< f32
  Value extent;   ///< The size of the input, an index.
  /// The position rounded down, an index, if `usesQuotient` (i1) is true. Null
  /// if it never is.
  Value quotient;
  Value usesQuotient;
};

/// Emits the elements of the result. The insertion point is moved into the body
/// of the loops before construction.
class ResizeBuilder {
public:
  ResizeBuilder(Emitter &b, Value data, const Resizing &resizing)
      : b(b), data(data), resizing(resizing), f(b, b.getF32Type()),
        wide(b, b.getF64Type()) {}

  /// The element at the indices of the loops around, of the storage type of
  /// `outType`, a Relay element type like that of the data, `dataType`.
  Value build(Type dataType, Type outType) {
    elementType = dataType;
    int64_t rank = cast<RankedTensorType>(data.getType()).getRank();
    for (int64_t dim = 0; dim < rank; ++dim)
      indices.push_back(linalg::IndexOp::create(b, dim));
    for (const ImageAxis &axis : resizing.axes)
      positions.push_back(buildPosition(axis));
    if (resizing.boxIndices)
      indices[resizing.batchDim] = buildBatch();

    ScalarBuilder elements(b, dataType);
    Value result;
    if (resizing.method == "nearest_neighbor") {
      // No arithmetic on pixels: they are converted exactly as `cast` does.
      SmallVector<Value> nearest;
      for (const ImagePosition &at : positions)
        nearest.push_back(buildNearest(at));
      result = elements.cast(extract(nearest), outType);
    } else {
      Type pixelType = dataType.isF64() ? dataType : b.getF32Type();
      ScalarBuilder pixels(b, pixelType);
      SmallVector<PixelWeights> weights;
      for (const ImagePosition &at : positions)
        weights.push_back(resizing.method == "linear"
                              ? buildLinearWeights(pixels, at)
                              : buildCubicWeights(pixels, at));
      SmallVector<Value> pixel;
      Value value = buildWeightedSum(pixels, weights, pixel, [&] {
        return elements.cast(extract(pixel), pixelType);
      });
      result = pixels.cast(value, outType);
    }
    if (resizing.mode != "tf_crop_and_resize")
      return result;
    ScalarBuilder results(b, outType);
    Value outside;
    for (const ImagePosition &at : positions) {
      Value here = isOutside(at);
      outside = outside ? arith::OrIOp::create(b, outside, here) : here;
    }
    Value extrapolated = results.constant(resizing.extrapolationValue);
    return results.select(outside, extrapolated, result);
  }

private:
  /// The pixels along one axis that a value is interpolated between, from
  /// `first`, an index, on.
  struct PixelWeights {
    Value first;
    SmallVector<Value> weights;
  };

  Value getExtent(int64_t dim) { return b.getDim(data, dim); }
  Value index(int64_t value) { return b.index(value); }
  /// Return an index as f64.
  Value toFloat(Value index) {
    Value integer = arith::IndexCastOp::create(b, b.getI64Type(), index);
    return arith::SIToFPOp::create(b, wide.getType(), integer);
  }
  /// A whole number as an index; what is out of the range of i32 saturates.
  Value toIndex(Value position) {
    return arith::IndexCastOp::create(b, b.getIndexType(),
                                      f.cast(position, b.getI32Type()));
  }
  /// Return `extent` - 1 as f64.
  Value getLast(Value extent) {
    return toFloat(arith::SubIOp::create(b, extent, index(1)));
  }

  //===--------------------------------------------------------------------===//
  // Positions
  //===--------------------------------------------------------------------===//

  ImagePosition buildPosition(const ImageAxis &axis) {
    Value extent = getExtent(axis.dim), at = indices[axis.dim];
    Value position = buildWidePosition(axis, extent, toFloat(at));
    ImagePosition result{wide.cast(position, f.getType()), extent, {}, {}};
    if (resizing.mode == "asymmetric" &&
        resizing.method == "nearest_neighbor" && getRounding() == "floor")
      buildQuotient(axis, at, result);
    return result;
  }

  /// Return the position in the input of position `x`, both in f64.
  Value buildWidePosition(const ImageAxis &axis, Value extent, Value x) {
    StringRef mode = resizing.mode;
    Value half = wide.constant(0.5);
    auto scale = [&](Value position) {
      return wide.mul(position, wide.div(toFloat(extent), getTarget(axis)));
    };
    auto center = [&] { return scale(wide.add(x, half)); };
    auto halfPixel = [&] { return wide.sub(center(), half); };
    auto zero = [&] { return wide.zero(); };
    if (mode == "half_pixel")
      return halfPixel();
    if (mode == "pytorch_half_pixel")
      return selectIfMany(axis, halfPixel, zero);
    if (mode == "tf_half_pixel_for_nn")
      return center();
    if (mode == "align_corners") {
      // A single pixel is the first one.
      auto between = [&] {
        return wide.mul(x,
                        wide.div(getLast(extent), getTarget(axis, /*less=*/1)));
      };
      return selectIfMany(axis, between, zero);
    }
    if (mode == "tf_crop_and_resize")
      return resizing.boxes ? buildBoxPosition(axis, extent, x)
                            : buildCropPosition(axis, extent, x);
    // asymmetric
    return scale(x);
  }

  /// Return the size of the result minus `less` as f64.
  Value getTarget(const ImageAxis &axis, int64_t less = 0) {
    if (std::optional<int64_t> known = getConstantIntValue(axis.target))
      return wide.constant(static_cast<double>(*known - less));
    Value target = b.index(axis.target);
    return toFloat(b.sub(target, less));
  }

  /// Emit `build` if the result has more than one pixel along `axis`, otherwise
  /// `buildSingle`.
  Value selectIfMany(const ImageAxis &axis, function_ref<Value()> build,
                     function_ref<Value()> buildSingle) {
    if (std::optional<int64_t> known = getConstantIntValue(axis.target))
      return *known > 1 ? build() : buildSingle();
    Value target = b.index(axis.target);
    Value isMany = b.isLess(index(1), target);
    return wide.select(isMany, build(), buildSingle());
  }

  /// The batch of the input for that of the result.
  Value buildBatch() {
    Value batch = b.extract(resizing.boxIndices, indices[resizing.batchDim]);
    batch = b.scalar(resizing.indexType).cast(batch, b.getI64Type());
    batch = arith::IndexCastOp::create(b, b.getIndexType(), batch);
    return clamp(batch, getExtent(resizing.batchDim));
  }

  Value buildBoxPosition(const ImageAxis &axis, Value extent, Value x) {
    int64_t number = &axis - resizing.axes.begin();
    auto load = [&](int64_t column) {
      SmallVector<Value> where = {index(column)};
      if (resizing.boxIndices)
        where.insert(where.begin(), indices[resizing.batchDim]);
      Value element = b.extract(resizing.boxes, where);
      return ScalarBuilder(b, resizing.boxType).cast(element, wide.getType());
    };
    Value begin = load(number);
    Value end = load(resizing.axes.size() + number);
    return buildCropPosition(axis, extent, x, begin, end);
  }

  Value buildCropPosition(const ImageAxis &axis, Value extent, Value x) {
    return buildCropPosition(axis, extent, x, wide.constant(axis.begin),
                             wide.constant(axis.end));
  }

  Value buildCropPosition(const ImageAxis &axis, Value extent, Value x,
                          Value begin, Value end) {
    Value last = getLast(extent);
    auto between = [&] {
      Value step = wide.mul(wide.mul(x, wide.sub(end, begin)), last);
      return wide.add(wide.mul(begin, last),
                      wide.div(step, getTarget(axis, /*less=*/1)));
    };
    auto middle = [&] {
      return wide.mul(wide.mul(wide.constant(0.5), wide.add(begin, end)), last);
    };
    return selectIfMany(axis, between, middle);
  }

  /// Return the name of the rounding method.
  StringRef getRounding() const {
    if (!resizing.rounding.empty())
      return resizing.rounding;
    return resizing.mode == "align_corners" ? "round" : "floor";
  }

  // floor(at * size / target) -> at / (target / size), if size divides target
  void buildQuotient(const ImageAxis &axis, Value at, ImagePosition &result) {
    Value target = b.index(axis.target), zero = index(0);
    // No pixel is computed for an empty image; the division must not trap.
    Value extent = arith::MaxSIOp::create(b, result.extent, index(1));
    Value factor = arith::DivSIOp::create(b, target, extent);
    Value rest = arith::RemSIOp::create(b, target, extent);
    result.usesQuotient =
        arith::CmpIOp::create(b, arith::CmpIPredicate::eq, rest, zero);
    result.quotient = arith::DivSIOp::create(
        b, at, arith::MaxSIOp::create(b, factor, index(1)));
  }

  Value isOutside(const ImagePosition &at) {
    Value last = wide.cast(getLast(at.extent), f.getType());
    // NaN is outside, too.
    Value isInside = arith::AndIOp::create(b, f.ge(at.position, f.zero()),
                                           f.le(at.position, last));
    return arith::XOrIOp::create(b, isInside, b.isTrue());
  }

  /// The index that the rounding method picks.
  Value buildNearest(const ImagePosition &at) {
    StringRef rounding = getRounding();
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
    return at.quotient ? arith::SelectOp::create(b, at.usesQuotient,
                                                 at.quotient, nearest)
                             .getResult()
                       : nearest;
  }

  //===--------------------------------------------------------------------===//
  // Pixels
  //===--------------------------------------------------------------------===//

  Value clamp(Value position, Value extent) {
    Value last = arith::SubIOp::create(b, extent, index(1));
    Value atMost = arith::MinSIOp::create(b, position, last);
    return arith::MaxSIOp::create(b, atMost, index(0));
  }

  /// The pixel at `at`, indices along the axes, or the one at the edge next to
  /// it; zero in an empty image.
  Value extract(ArrayRef<Value> at) {
    SmallVector<Value> position(indices);
    SmallVector<OpFoldResult> extents;
    if (resizing.boxIndices)
      extents.push_back(getAsOpFoldResult(getExtent(resizing.batchDim)));
    for (auto [axis, value, image] :
         llvm::zip_equal(resizing.axes, at, positions)) {
      position[axis.dim] = clamp(value, image.extent);
      extents.push_back(getAsOpFoldResult(image.extent));
    }
    return buildGuardedExtract(b, data, elementType, position, extents);
  }

  Value offset(Value position, int64_t by) {
    return by == 0 ? position
                   : arith::AddIOp::create(b, position, index(by)).getResult();
  }

  /// 1 - t and t, where t is what a position is behind a pixel.
  PixelWeights buildLinearWeights(ScalarBuilder &s, const ImagePosition &at) {
    Value floor = f.floor(at.position);
    Value t = f.cast(f.sub(at.position, floor), s.getType());
    return {toIndex(floor), {s.sub(s.one(), t), t}};
  }

  /// The weights of the pixels from floor(position) - 1 on.
  PixelWeights buildCubicWeights(ScalarBuilder &s, const ImagePosition &at) {
    double alpha = resizing.cubicAlpha;
    auto c = [&](double value) { return f.constant(value); };
    Value floor = f.floor(at.position);
    Value t = f.sub(at.position, floor);
    Value t2 = f.mul(t, t), t3 = f.mul(t2, t);
    SmallVector<Value> weights{
        f.mul(c(alpha), f.add(f.sub(t3, f.mul(c(2), t2)), t)),
        f.add(f.sub(f.mul(c(alpha + 2), t3), f.mul(c(3 + alpha), t2)), c(1)),
        f.sub(f.add(f.mul(c(-(alpha + 2)), t3), f.mul(c(3 + 2 * alpha), t2)),
              f.mul(c(alpha), t)),
        f.add(f.mul(c(-alpha), t3), f.mul(c(alpha), t2))};
    Value first = offset(toIndex(floor), -1);
    if (resizing.cubicExclude) {
      Value sum;
      for (int64_t i = 0; i < 4; ++i) {
        Value pixel = offset(first, i);
        Value isBefore = arith::CmpIOp::create(b, arith::CmpIPredicate::slt,
                                               pixel, index(0));
        Value isAfter = arith::CmpIOp::create(b, arith::CmpIPredicate::sge,
                                              pixel, at.extent);
        Value isOutside = arith::OrIOp::create(b, isBefore, isAfter);
        weights[i] = f.select(isOutside, f.zero(), weights[i]);
        sum = sum ? f.add(sum, weights[i]) : weights[i];
      }
      for (Value &weight : weights)
        weight = f.div(weight, sum);
    }
    for (Value &weight : weights)
      weight = f.cast(weight, s.getType());
    return {first, weights};
  }

  /// The sum of the pixels that `load` gives at `pixel`, weighted along one
  /// axis after the other: rows first.
  Value buildWeightedSum(ScalarBuilder &s, ArrayRef<PixelWeights> axes,
                         SmallVectorImpl<Value> &pixel,
                         function_ref<Value()> load) {
    if (axes.empty())
      return load();
    Value sum;
    for (auto [i, weight] : llvm::enumerate(axes.front().weights)) {
      pixel.push_back(offset(axes.front().first, i));
      Value value = buildWeightedSum(s, axes.drop_front(), pixel, load);
      pixel.pop_back();
      Value product = s.mul(value, weight);
      sum = sum ? s.add(sum, product) : product;
    }
    return sum;
  }

  Emitter &b;
  Value data;
  Type elementType; ///< The data's element type, with its signedness.
  const Resizing &resizing;
  ScalarBuilder f;            ///< Positions and weights.
  ScalarBuilder wide;         ///< Positions before they are rounded.
  SmallVector<Value> indices; ///< The indices of the loops.
  SmallVector<ImagePosition> positions;
};
} // namespace

/// A linalg.generic that computes each pixel of `data` resized. `op` has the
/// Relay types.
static Value resize(Emitter &b, Operation *op, Value data,
                    const Resizing &resizing, Type elementType) {
  SmallVector<OpFoldResult> sizes = b.getSizes(data);
  if (resizing.boxIndices)
    sizes[resizing.batchDim] = b.getSize(resizing.boxIndices, 0);
  for (const ImageAxis &axis : resizing.axes)
    sizes[axis.dim] = axis.target;
  Value empty = tensor::EmptyOp::create(b, sizes, elementType);
  int64_t rank = sizes.size();
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  auto generic = linalg::GenericOp::create(
      b, empty.getType(), ValueRange(), empty, b.getMultiDimIdentityMap(rank),
      iterators, [&](OpBuilder &, Location, ValueRange) {
        ResizeBuilder builder(b, data, resizing);
        linalg::YieldOp::create(
            b, builder.build(getElementTypeOrSelf(op->getOperand(0).getType()),
                             getElementTypeOrSelf(op->getResult(0).getType())));
      });
  return generic.getResult(0);
}

namespace {
/// The attributes of a resize of `axes`.
template <typename OpT>
Resizing getResizing(OpT op, ArrayRef<ImageAxis> axes) {
  Resizing resizing;
  llvm::append_range(resizing.axes, axes);
  resizing.method = op.getMethod();
  resizing.mode = op.getCoordinateTransformationMode();
  resizing.rounding = op.getRoundingMethod();
  resizing.cubicAlpha = op.getCubicAlpha().convertToDouble();
  resizing.cubicExclude = op.getCubicExclude() != 0;
  resizing.extrapolationValue = op.getExtrapolationValue().convertToDouble();
  return resizing;
}

// resize2d(x) -> linalg.generic that interpolates each pixel
// dyn.resize2d(x, s, r) -> the same
template <typename OpT>
struct ImageResize2dOpConversion : public TensorOpConversion<OpT> {
  using TensorOpConversion<OpT>::TensorOpConversion;
  FailureOr<Value> lower(OpT op, typename OpT::Adaptor adaptor,
                         RankedTensorType type, Emitter &b) const override {
    FailureOr<ImageLayout> layout = inferImageLayout(
        std::nullopt, op.getRelayName(), op.getLayout(), type.getRank());
    if (failed(layout))
      return b.notifyMatchFailure("the layout is not one of images");
    SmallVector<ImageAxis> axes = {{layout->height, OpFoldResult()},
                                   {layout->width, OpFoldResult()}};
    Resizing resizing = getResizing(op, axes);
    if constexpr (std::is_same_v<OpT, DynImageResize2dOp>)
      readOperands(op, adaptor, type, b, resizing);
    else
      for (auto [i, axis] : llvm::enumerate(resizing.axes)) {
        axis.target = b.getIndexAttr(op.getSize()[i]);
        axis.begin = op.getRoi()[i];
        axis.end = op.getRoi()[2 + i];
      }
    return resize(b, op, adaptor.getData(), resizing, type.getElementType());
  }

private:
  /// Sets what operands tell: the targets and the region.
  static void readOperands(DynImageResize2dOp op,
                           DynImageResize2dOp::Adaptor adaptor,
                           RankedTensorType type, Emitter &b,
                           Resizing &resizing) {
    SizeBuilder e(b, op);
    // The length is checked if it is dynamic.
    auto withLength = [&](Value list, int64_t length) {
      auto listType = cast<RankedTensorType>(list.getType());
      return castTensor(b, list, listType.clone(length));
    };
    SmallVector<Value> extents = b.getDims(adaptor.getData());
    Value size = withLength(adaptor.getTargetSize(), 2);
    for (auto [i, axis] : llvm::enumerate(resizing.axes)) {
      extents[axis.dim] = b.readAt(size, op.getTargetSize().getType(), i);
      axis.target = extents[axis.dim];
    }
    (void)e.makeSizes(extents, type.getElementType());
    resizing.boxes = withLength(adaptor.getTargetRoi(), 4);
    resizing.boxType = getElementTypeOrSelf(op.getTargetRoi().getType());
  }
};

// resize1d(x), resize3d(x) -> linalg.generic that interpolates each element
template <typename OpT>
struct ResizeAxesConversion : public TensorOpConversion<OpT> {
  using TensorOpConversion<OpT>::TensorOpConversion;
  FailureOr<Value> lower(OpT op, typename OpT::Adaptor adaptor,
                         RankedTensorType type, Emitter &b) const override {
    size_t count = op.getSize().size();
    FailureOr<SmallVector<int64_t>> dims =
        inferResizeDims(std::nullopt, op.getRelayName(), op.getLayout(),
                        StringRef("DHW").take_back(count), type.getRank());
    if (failed(dims))
      return b.notifyMatchFailure("the layout does not fit");
    SmallVector<ImageAxis> axes;
    ArrayRef<double> roi = op.getRoi();
    // The last axis comes first there.
    for (auto [i, dim] : llvm::enumerate(*dims))
      axes.push_back({dim, b.getIndexAttr(op.getSize()[i]), roi[count - 1 - i],
                      roi[2 * count - 1 - i]});
    return resize(b, op, adaptor.getData(), getResizing(op, axes),
                  type.getElementType());
  }
};

// crop_and_resize(x, b, i) -> linalg.generic that interpolates each pixel
struct ImageCropAndResizeOpConversion
    : public TensorOpConversion<ImageCropAndResizeOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(ImageCropAndResizeOp op, OpAdaptor adaptor,
                         RankedTensorType type, Emitter &b) const override {
    FailureOr<ImageLayout> layout = inferImageLayout(
        std::nullopt, op.getRelayName(), op.getLayout(), type.getRank());
    if (failed(layout))
      return b.notifyMatchFailure("the layout is not one of images");
    Resizing resizing;
    resizing.axes = {{layout->height, b.getIndexAttr(op.getCropSize()[0])},
                     {layout->width, b.getIndexAttr(op.getCropSize()[1])}};
    resizing.method = op.getMethod();
    // bilinear
    resizing.method.consume_front("bi");
    resizing.mode = "tf_crop_and_resize";
    resizing.rounding = "round";
    resizing.extrapolationValue = op.getExtrapolationValue().convertToDouble();
    resizing.boxes = adaptor.getBoxes();
    resizing.boxType = getElementTypeOrSelf(op.getBoxes().getType());
    resizing.boxIndices = adaptor.getBoxIndices();
    resizing.indexType = getElementTypeOrSelf(op.getBoxIndices().getType());
    resizing.batchDim = op.getLayout().find('N');
    return resize(b, op, adaptor.getData(), resizing, type.getElementType());
  }
};

/// The factors of `op` as f64, in the order of its axes.
SmallVector<Value> getFactors(Emitter &b, NNUpsamplingOp op,
                              NNUpsamplingOp::Adaptor adaptor) {
  ScalarBuilder s(b, b.getF64Type());
  return {s.constant(op.getScaleH().convertToDouble()),
          s.constant(op.getScaleW().convertToDouble())};
}
SmallVector<Value> getFactors(Emitter &b, NNUpsampling3dOp op,
                              NNUpsampling3dOp::Adaptor adaptor) {
  ScalarBuilder s(b, b.getF64Type());
  return {s.constant(op.getScaleD().convertToDouble()),
          s.constant(op.getScaleH().convertToDouble()),
          s.constant(op.getScaleW().convertToDouble())};
}

/// The same from scalars, which are checked.
SmallVector<Value> readFactors(Emitter &b, OperatorInterface op,
                               ArrayRef<std::pair<Value, Value>> scalars) {
  SizeBuilder e(b, op);
  ScalarBuilder s(b, b.getF64Type());
  SmallVector<Value> factors;
  for (auto [scalar, converted] : scalars) {
    Type type = getElementTypeOrSelf(scalar.getType());
    Value factor = b.scalar(type).cast(e.extractOne(converted), s.getType());
    Value most = s.constant(std::numeric_limits<int32_t>::max());
    e.require(b.both(s.lt(s.zero(), factor), s.le(factor, most)),
              "factors in (0, 2147483647]");
    factors.push_back(factor);
  }
  return factors;
}
SmallVector<Value> getFactors(Emitter &b, DynNNUpsamplingOp op,
                              DynNNUpsamplingOp::Adaptor adaptor) {
  return readFactors(b, op,
                     {{op.getFactorH(), adaptor.getFactorH()},
                      {op.getFactorW(), adaptor.getFactorW()}});
}
SmallVector<Value> getFactors(Emitter &b, DynNNUpsampling3dOp op,
                              DynNNUpsampling3dOp::Adaptor adaptor) {
  return readFactors(b, op,
                     {{op.getFactorD(), adaptor.getFactorD()},
                      {op.getFactorH(), adaptor.getFactorH()},
                      {op.getFactorW(), adaptor.getFactorW()}});
}

// upsampling(x) -> linalg.generic that interpolates each pixel
// upsampling3d(x) -> linalg.generic that interpolates each voxel
// dyn.upsampling(x, h, w), dyn.upsampling3d(x, d, h, w) -> the same
template <typename OpT>
struct UpsamplingConversion : public TensorOpConversion<OpT> {
  using TensorOpConversion<OpT>::TensorOpConversion;
  FailureOr<Value> lower(OpT op, typename OpT::Adaptor adaptor,
                         RankedTensorType type, Emitter &b) const override {
    Resizing resizing;
    resizing.method = op.getMethod();
    SmallVector<int64_t> dims;
    if constexpr (std::is_same_v<OpT, NNUpsamplingOp> ||
                  std::is_same_v<OpT, DynNNUpsamplingOp>) {
      FailureOr<ImageLayout> layout = inferImageLayout(
          std::nullopt, op.getRelayName(), op.getLayout(), type.getRank());
      if (failed(layout))
        return b.notifyMatchFailure("the layout is not one of images");
      dims = {layout->height, layout->width};
      // bilinear and bicubic there
      resizing.method.consume_front("bi");
      resizing.mode = op.getAlignCorners() ? "align_corners" : "asymmetric";
    } else {
      FailureOr<SmallVector<int64_t>> spatial =
          inferSpatialDims(std::nullopt, op.getRelayName(), op.getLayout(),
                           "DHW", type.getRank());
      if (failed(spatial))
        return b.notifyMatchFailure("the layout has no D, H and W");
      dims = *spatial;
      // trilinear
      resizing.method.consume_front("tri");
      resizing.mode = op.getCoordinateTransformationMode();
    }
    // Sizes that the type does not have are computed.
    SizeBuilder e(b, op);
    SmallVector<Value> extents = b.getDims(adaptor.getData());
    bool isComputed =
        llvm::any_of(dims, [&](int64_t dim) { return type.isDynamicDim(dim); });
    SmallVector<Value> factors;
    if (isComputed)
      factors = getFactors(b, op, adaptor);
    for (auto [i, dim] : llvm::enumerate(dims)) {
      if (type.isDynamicDim(dim)) {
        extents[dim] = e.scale(extents[dim], factors[i]);
        resizing.axes.push_back({dim, extents[dim]});
      } else {
        resizing.axes.push_back({dim, b.getIndexAttr(type.getDimSize(dim))});
      }
    }
    if (isComputed)
      (void)e.makeSizes(extents, type.getElementType());
    return resize(b, op, adaptor.getData(), resizing, type.getElementType());
  }
};

// dilation2d(x, w) -> linalg.generic of the maximum over each window
struct ImageDilation2dOpConversion
    : public TensorOpConversion<ImageDilation2dOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(ImageDilation2dOp op, OpAdaptor adaptor,
                         RankedTensorType type, Emitter &b) const override {
    auto dataType = cast<RankedTensorType>(op.getData().getType());
    auto weightType = cast<RankedTensorType>(op.getWeight().getType());
    FailureOr<Dilation> dilation =
        checkDilation(std::nullopt, op.getRelayName(), dataType, weightType,
                      op.getStrides(), op.getPadding(), op.getDilations(),
                      op.getDataLayout(), op.getKernelLayout());
    if (failed(dilation))
      return b.notifyMatchFailure("the types do not fit");
    // linalg does not accept windows of a result without elements.
    if (llvm::is_contained(type.getShape(), 0))
      return tensor::EmptyOp::create(b, type.getShape(), type.getElementType())
          .getResult();
    Value data = adaptor.getData(), weight = adaptor.getWeight();
    Windows windows = buildWindows(b, op, *dilation, {data, weight}, type);
    Type from = dataType.getElementType(),
         to = getElementTypeOrSelf(op.getType());
    data = buildResized(b, data, windows.before, windows.after, windows.padded,
                        b.scalar(from).zero());
    Value empty =
        tensor::EmptyOp::create(b, windows.sizes, type.getElementType());
    Value lowest = b.scalar(to).lowest();
    Value init = linalg::FillOp::create(b, lowest, empty).getResult(0);
    SmallVector<utils::IteratorType> iterators(4,
                                               utils::IteratorType::parallel);
    iterators.append(2, utils::IteratorType::reduction);
    return linalg::GenericOp::create(
               b, init.getType(), ValueRange{data, weight}, init,
               {AffineMap::get(6, 0, windows.dataDims, b.getContext()),
                AffineMap::get(6, 0, windows.weightDims, b.getContext()),
                b.getMultiDimIdentityMap(6).getMajorSubMap(4)},
               iterators,
               [&](OpBuilder &, Location, ValueRange x) {
                 ScalarBuilder s(b, to);
                 Value pixel = b.scalar(from).cast(x[0], to);
                 Value raised =
                     b.scalar(weightType.getElementType()).cast(x[1], to);
                 linalg::YieldOp::create(b, s.max(x[2], s.add(pixel, raised)));
               })
        .getResult(0);
  }

private:
  /// The loops over windows: those of the result, then those of the window.
  struct Windows {
    SmallVector<AffineExpr> dataDims, weightDims; ///< Indices of operands.
    SmallVector<OpFoldResult> sizes;              ///< The sizes of the result.
    /// The padding of the data, and its sizes with it.
    SmallVector<OpFoldResult> before, after, padded;
  };
  static Windows buildWindows(Emitter &b, ImageDilation2dOp op,
                              const Dilation &dilation, ValueRange operands,
                              RankedTensorType type) {
    Windows w;
    w.weightDims.resize(3);
    w.sizes = w.padded = b.getSizes(operands[0]);
    w.before = w.after = SmallVector<OpFoldResult>(4, b.getIndexAttr(0));
    for (int64_t dim = 0; dim < 4; ++dim)
      w.dataDims.push_back(b.getAffineDimExpr(dim));
    int64_t channelDim = dilation.dataLayout.indexOf('C');
    w.weightDims[dilation.kernelLayout.indexOf('I')] = w.dataDims[channelDim];
    for (auto [i, name] : llvm::enumerate(StringRef("HW"))) {
      int64_t dim = dilation.dataLayout.indexOf(name);
      int64_t weightDim = dilation.kernelLayout.indexOf(name);
      AffineExpr window = b.getAffineDimExpr(4 + i);
      w.dataDims[dim] =
          w.dataDims[dim] * op.getStrides()[i] + window * op.getDilations()[i];
      w.weightDims[weightDim] = window;
      // The size that the windows cover; the result may leave a rest.
      OpFoldResult one = b.getIndexAttr(1);
      OpFoldResult last = b.subSizes(b.getSize(operands[1], weightDim), one);
      OpFoldResult reach =
          b.mulSizes(last, b.getIndexAttr(op.getDilations()[i]));
      int64_t margin = dilation.before[i] + dilation.after[i];
      OpFoldResult room =
          b.subSizes(b.addSizes(w.sizes[dim], b.getIndexAttr(margin)), reach);
      OpFoldResult stride = b.getIndexAttr(op.getStrides()[i]);
      w.before[dim] = b.getIndexAttr(dilation.before[i]);
      OpFoldResult extent = w.sizes[dim];
      w.sizes[dim] = type.isDynamicDim(dim)
                         ? b.ceilDivSizes(atLeastZero(b, room), stride)
                         : OpFoldResult(b.getIndexAttr(type.getDimSize(dim)));
      w.padded[dim] =
          b.addSizes(b.mulSizes(b.subSizes(w.sizes[dim], one), stride),
                     b.addSizes(reach, one));
      w.after[dim] =
          b.subSizes(w.padded[dim], b.addSizes(extent, w.before[dim]));
    }
    return w;
  }

  static OpFoldResult atLeastZero(Emitter &b, OpFoldResult x) {
    if (std::optional<int64_t> known = getConstantIntValue(x))
      return b.getIndexAttr(std::max<int64_t>(*known, 0));
    return arith::MaxSIOp::create(b, cast<Value>(x), b.index(0)).getResult();
  }
};
} // namespace

void relay::populateImageToLinalgPatterns(const TypeConverter &converter,
                                          RewritePatternSet &patterns) {
  patterns.add<ImageCropAndResizeOpConversion, ImageDilation2dOpConversion,
               ImageResize2dOpConversion<DynImageResize2dOp>,
               ImageResize2dOpConversion<ImageResize2dOp>,
               ResizeAxesConversion<ImageResize1dOp>,
               ResizeAxesConversion<ImageResize3dOp>,
               UpsamplingConversion<DynNNUpsamplingOp>,
               UpsamplingConversion<DynNNUpsampling3dOp>,
               UpsamplingConversion<NNUpsamplingOp>,
               UpsamplingConversion<NNUpsampling3dOp>>(converter,
                                                       patterns.getContext());
}
