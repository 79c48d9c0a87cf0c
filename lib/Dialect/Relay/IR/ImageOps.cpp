//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Image operators: type inference and folders.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using namespace mlir;
using namespace mlir::relay;

FailureOr<ImageLayout> relay::inferImageLayout(std::optional<Location> loc,
                                               StringRef relayName,
                                               StringRef layout, int64_t rank) {
  int64_t dim = 0;
  llvm::SmallDenseMap<char, int64_t> dims;
  for (StringRef rest = layout; !rest.empty(); ++dim) {
    // A primal axis like C, or a split one like 4c.
    uint64_t factor = 0;
    bool isSplit = !rest.consumeInteger(10, factor) && factor > 0;
    char name = rest.empty() ? 0 : rest.front();
    rest = rest.drop_front(rest.empty() ? 0 : 1);
    if (!StringRef(isSplit ? "nc" : "NCHW").contains(name) || !name ||
        !dims.try_emplace(name, dim).second)
      return emitOptionalError(loc, relayName,
                               ": expected a layout with N, C, H and W, of "
                               "which N and C may be split, but got \"",
                               layout, "\"");
  }
  for (char name : StringRef("NCHW"))
    if (!dims.contains(name))
      return emitOptionalError(loc, relayName,
                               ": expected a layout with N, C, H and W, of "
                               "which N and C may be split, but got \"",
                               layout, "\"");
  if (dim != rank)
    return emitOptionalError(loc, relayName, ": expected data of rank ", dim,
                             " for layout \"", layout, "\", but got rank ",
                             rank);
  return ImageLayout{dims.lookup('H'), dims.lookup('W')};
}

/// Checks that `value` is one of `allowed`.
static LogicalResult checkChoice(std::optional<Location> loc,
                                 StringRef relayName, StringRef attribute,
                                 StringRef value, ArrayRef<StringRef> allowed) {
  if (llvm::is_contained(allowed, value))
    return success();
  std::string choices = llvm::join(allowed, "\", \"");
  return emitOptionalError(loc, relayName, ": expected ", attribute,
                           " to be one of \"", choices, "\", but got \"", value,
                           "\"");
}

/// Checks how positions are mapped to positions of the input.
static LogicalResult checkCoordinates(std::optional<Location> loc,
                                      StringRef relayName, StringRef mode) {
  return checkChoice(loc, relayName, "coordinate_transformation_mode", mode,
                     {"half_pixel", "align_corners", "asymmetric",
                      "pytorch_half_pixel", "tf_half_pixel_for_nn",
                      "tf_crop_and_resize"});
}

LogicalResult relay::checkResize(std::optional<Location> loc,
                                 StringRef relayName, StringRef method,
                                 StringRef mode, StringRef rounding) {
  return success(
      succeeded(checkChoice(loc, relayName, "method", method,
                            {"nearest_neighbor", "linear", "cubic"})) &&
      succeeded(checkCoordinates(loc, relayName, mode)) &&
      succeeded(checkChoice(loc, relayName, "rounding_method", rounding,
                            {"", "round", "round_prefer_floor",
                             "round_prefer_ceil", "floor", "ceil"})));
}

LogicalResult relay::checkUpsampling(std::optional<Location> loc,
                                     StringRef relayName, StringRef method) {
  return checkChoice(loc, relayName, "method", method,
                     {"nearest_neighbor", "bilinear", "bicubic"});
}

LogicalResult relay::checkUpsampling3d(std::optional<Location> loc,
                                       StringRef relayName, StringRef method,
                                       StringRef mode) {
  return success(succeeded(checkChoice(loc, relayName, "method", method,
                                       {"nearest_neighbor", "trilinear"})) &&
                 succeeded(checkCoordinates(loc, relayName, mode)));
}

FailureOr<SmallVector<int64_t>>
relay::inferResizeDims(std::optional<Location> loc, StringRef relayName,
                       StringRef layout, StringRef names, int64_t rank) {
  FailureOr<Layout> parsed = Layout::parse(layout);
  std::string expected = ("NC" + names).str();
  if (succeeded(parsed) && !parsed->isConvertibleTo(*Layout::parse(expected)))
    return emitOptionalError(loc, relayName,
                             ": expected a layout with the dimensions of ",
                             expected, ", but got \"", layout, "\"");
  return inferSpatialDims(loc, relayName, layout, names, rank);
}

/// The result of a resize of the dimensions `dims`.
template <typename AdaptorT>
static FailureOr<Type> inferResize(std::optional<Location> loc,
                                   StringRef relayName, AdaptorT adaptor,
                                   ArrayRef<int64_t> dims) {
  auto data = cast<RankedTensorType>(adaptor.getData().getType());
  ArrayRef<int64_t> size = adaptor.getSize();
  if (failed(checkNumbers(loc, relayName, "size", size, dims.size(), 0)))
    return failure();
  if (adaptor.getRoi().size() != 2 * dims.size())
    return emitOptionalError(loc, relayName, ": expected roi to have ",
                             2 * dims.size(), " elements, but got ",
                             adaptor.getRoi().size());
  if (failed(checkResize(loc, relayName, adaptor.getMethod(),
                         adaptor.getCoordinateTransformationMode(),
                         adaptor.getRoundingMethod())))
    return failure();
  Type elementType = adaptor.getOutDtype().value_or(data.getElementType());
  if (failed(checkElementType(loc, relayName, "out_dtype", elementType)))
    return failure();
  SmallVector<int64_t> shape(data.getShape());
  for (auto [dim, extent] : llvm::zip_equal(dims, size))
    shape[dim] = extent;
  return Type(RankedTensorType::get(shape, elementType));
}

FailureOr<Type> ImageResize1dOp::inferResultType(std::optional<Location> loc,
                                                 Adaptor adaptor) {
  FailureOr<SmallVector<int64_t>> dims = inferResizeDims(
      loc, getRelayName(), adaptor.getLayout(), "W",
      cast<RankedTensorType>(adaptor.getData().getType()).getRank());
  if (failed(dims))
    return failure();
  return inferResize(loc, getRelayName(), adaptor, *dims);
}

FailureOr<Type> ImageResize2dOp::inferResultType(std::optional<Location> loc,
                                                 Adaptor adaptor) {
  FailureOr<ImageLayout> layout = inferImageLayout(
      loc, getRelayName(), adaptor.getLayout(),
      cast<RankedTensorType>(adaptor.getData().getType()).getRank());
  if (failed(layout))
    return failure();
  return inferResize(loc, getRelayName(), adaptor,
                     {layout->height, layout->width});
}

FailureOr<Type> ImageResize3dOp::inferResultType(std::optional<Location> loc,
                                                 Adaptor adaptor) {
  FailureOr<SmallVector<int64_t>> dims = inferResizeDims(
      loc, getRelayName(), adaptor.getLayout(), "DHW",
      cast<RankedTensorType>(adaptor.getData().getType()).getRank());
  if (failed(dims))
    return failure();
  return inferResize(loc, getRelayName(), adaptor, *dims);
}

FailureOr<Type>
ImageCropAndResizeOp::inferResultType(std::optional<Location> loc,
                                      Adaptor adaptor) {
  auto data = cast<RankedTensorType>(adaptor.getData().getType());
  auto boxes = cast<RankedTensorType>(adaptor.getBoxes().getType());
  auto indices = cast<RankedTensorType>(adaptor.getBoxIndices().getType());
  FailureOr<ImageLayout> layout = inferImageLayout(
      loc, getRelayName(), adaptor.getLayout(), data.getRank());
  if (failed(layout))
    return failure();
  if (adaptor.getLayout().contains('n'))
    return emitOptionalError(loc, getRelayName(),
                             ": expected a layout without blocks of N, but got "
                             "\"",
                             adaptor.getLayout(), "\"");
  if (failed(
          verifyCompatibleShape(boxes.getShape(), {ShapedType::kDynamic, 4})) ||
      !isa<FloatType>(boxes.getElementType()))
    return emitOptionalError(
        loc, getRelayName(),
        ": expected boxes of floats of shape (box, 4), but got ", boxes);
  if (failed(
          verifyCompatibleShape(indices.getShape(), {boxes.getDimSize(0)})) ||
      !isa<IntegerType>(indices.getElementType()))
    return emitOptionalError(loc, getRelayName(),
                             ": expected box_indices to have one integer for "
                             "each box, but got ",
                             indices);
  if (failed(checkNumbers(loc, getRelayName(), "crop_size",
                          adaptor.getCropSize(), 2, 0)) ||
      failed(checkChoice(loc, getRelayName(), "method", adaptor.getMethod(),
                         {"bilinear", "nearest_neighbor"})))
    return failure();
  Type elementType = adaptor.getOutDtype().value_or(data.getElementType());
  if (failed(checkElementType(loc, getRelayName(), "out_dtype", elementType)))
    return failure();
  SmallVector<int64_t> shape(data.getShape());
  shape[adaptor.getLayout().find('N')] = boxes.getDimSize(0);
  shape[layout->height] = adaptor.getCropSize()[0];
  shape[layout->width] = adaptor.getCropSize()[1];
  return Type(RankedTensorType::get(shape, elementType));
}

//===----------------------------------------------------------------------===//
// Dilation
//===----------------------------------------------------------------------===//

/// Parses the attribute `name`, which must have the dimensions `expected` once
/// each and be the layout of an operand of rank `rank`.
static FailureOr<Layout> inferPlainLayout(std::optional<Location> loc,
                                          StringRef relayName, StringRef name,
                                          StringRef text, StringRef expected,
                                          RankedTensorType type) {
  FailureOr<Layout> layout = Layout::parse(text);
  if (failed(layout) || !layout->isPrimal() ||
      !layout->isConvertibleTo(*Layout::parse(expected)))
    return emitOptionalError(loc, relayName, ": expected ", name,
                             " with the dimensions of ", expected,
                             " and no blocks, but got \"", text, "\"");
  if (type.getRank() != layout->getRank())
    return emitOptionalError(loc, relayName, ": expected rank ",
                             layout->getRank(), " for ", name, " \"", text,
                             "\", but got ", type);
  return layout;
}

FailureOr<Dilation>
relay::checkDilation(std::optional<Location> loc, StringRef relayName,
                     RankedTensorType data, RankedTensorType weight,
                     ArrayRef<int64_t> strides, ArrayRef<int64_t> padding,
                     ArrayRef<int64_t> dilations, StringRef dataLayout,
                     StringRef kernelLayout) {
  FailureOr<Layout> layout =
      inferPlainLayout(loc, relayName, "data_layout", dataLayout, "NCHW", data);
  if (failed(layout))
    return failure();
  FailureOr<Layout> kernel = inferPlainLayout(loc, relayName, "kernel_layout",
                                              kernelLayout, "IHW", weight);
  if (failed(kernel) ||
      failed(checkNumbers(loc, relayName, "strides", strides, {2, 4}, 1)) ||
      failed(checkNumbers(loc, relayName, "padding", padding, {1, 2, 4}, 0)) ||
      failed(checkNumbers(loc, relayName, "dilations", dilations, {2, 4}, 1)))
    return failure();
  auto [before, after] = expandPadding(padding, 2);
  Dilation result{*layout, *kernel, before, after,
                  SmallVector<int64_t>(data.getShape())};
  int64_t channels = data.getDimSize(layout->indexOf('C'));
  int64_t weightChannels = weight.getDimSize(kernel->indexOf('I'));
  if (failed(
          verifyCompatibleShape(ArrayRef(channels), ArrayRef(weightChannels))))
    return emitOptionalError(loc, relayName, ": expected weight to have ",
                             channels, " channels, as data, but got ",
                             weightChannels);
  for (auto [i, name] : llvm::enumerate(StringRef("HW"))) {
    int64_t dim = layout->indexOf(name), extent = data.getDimSize(dim);
    int64_t window = weight.getDimSize(kernel->indexOf(name));
    if (ShapedType::isStatic(window) && (window < 1 || window > INT32_MAX))
      return emitOptionalError(loc, relayName,
                               ": expected spatial sizes of weight in [1, ",
                               INT32_MAX, "], but got ", window);
    if (ShapedType::isDynamic(extent) || ShapedType::isDynamic(window)) {
      result.outShape[dim] = ShapedType::kDynamic;
      continue;
    }
    int64_t reach = (window - 1) * dilations[i] + 1;
    std::optional<int64_t> room =
        llvm::checkedAdd(extent, before[i] + after[i] - reach);
    if (!room || *room < -strides[i])
      return emitOptionalError(loc, relayName, ": a window of size ", reach,
                               " does not fit into dimension ", dim,
                               " of size ", extent, " with its padding");
    result.outShape[dim] = llvm::divideFloorSigned(*room, strides[i]) + 1;
  }
  return result;
}

FailureOr<Type> ImageDilation2dOp::inferResultType(std::optional<Location> loc,
                                                   Adaptor adaptor) {
  auto data = cast<RankedTensorType>(adaptor.getData().getType());
  FailureOr<Dilation> dilation = checkDilation(
      loc, getRelayName(), data,
      cast<RankedTensorType>(adaptor.getWeight().getType()),
      adaptor.getStrides(), adaptor.getPadding(), adaptor.getDilations(),
      adaptor.getDataLayout(), adaptor.getKernelLayout());
  Type elementType = adaptor.getOutDtype().value_or(data.getElementType());
  if (failed(dilation) ||
      failed(checkElementType(loc, getRelayName(), "out_dtype", elementType)))
    return failure();
  return Type(RankedTensorType::get(dilation->outShape, elementType));
}

//===----------------------------------------------------------------------===//
// Sampling
//===----------------------------------------------------------------------===//

FailureOr<Type> ImageAffineGridOp::inferResultType(std::optional<Location> loc,
                                                   Adaptor adaptor) {
  auto data = cast<RankedTensorType>(adaptor.getData().getType());
  if (failed(
          verifyCompatibleShape(data.getShape(), {ShapedType::kDynamic, 2, 3})))
    return emitOptionalError(loc, getRelayName(),
                             ": expected data of shape (batch, 2, 3), but got ",
                             data);
  ArrayRef<int64_t> size = adaptor.getTargetShape();
  if (failed(checkNumbers(loc, getRelayName(), "target_shape", size, 2, 2)))
    return failure();
  return Type(data.clone({data.getDimSize(0), 2, size[0], size[1]}));
}

FailureOr<Type> ImageGridSampleOp::inferResultType(std::optional<Location> loc,
                                                   Adaptor adaptor) {
  auto data = cast<RankedTensorType>(adaptor.getData().getType());
  auto grid = cast<RankedTensorType>(adaptor.getGrid().getType());
  StringRef layout = adaptor.getLayout();
  if (layout != "NCHW" && layout != "NCDHW")
    return emitOptionalError(
        loc, getRelayName(),
        ": expected layout to be NCHW or NCDHW, but got \"", layout, "\"");
  int64_t rank = layout.size(), numAxes = rank - 2;
  if (data.getRank() != rank)
    return emitOptionalError(loc, getRelayName(), ": expected data of rank ",
                             rank, " for layout \"", layout, "\", but got ",
                             data);
  SmallVector<int64_t> expected(rank, ShapedType::kDynamic);
  expected[0] = data.getDimSize(0);
  expected[1] = numAxes;
  if (failed(verifyCompatibleShape(grid.getShape(), expected)) ||
      !isa<FloatType>(grid.getElementType()))
    return emitOptionalError(
        loc, getRelayName(), ": expected grid of type ",
        RankedTensorType::get(expected, data.getElementType()), ", but got ",
        grid);
  bool isImage = numAxes == 2;
  SmallVector<StringRef> methods{"nearest", "bilinear"};
  if (isImage)
    methods.push_back("bicubic");
  if (failed(checkChoice(loc, getRelayName(), "method", adaptor.getMethod(),
                         methods)) ||
      failed(checkChoice(loc, getRelayName(), "padding_mode",
                         adaptor.getPaddingMode(),
                         {"zeros", "border", "reflection"})))
    return failure();
  SmallVector<int64_t> shape(grid.getShape());
  shape[1] = data.getDimSize(1);
  return Type(data.clone(shape));
}

//===----------------------------------------------------------------------===//
// Upsampling
//===----------------------------------------------------------------------===//

/// `data` with the sizes of `dims` multiplied by `scales` and rounded, halves
/// to even as in TVM.
static FailureOr<Type> inferScaled(std::optional<Location> loc,
                                   StringRef relayName, RankedTensorType data,
                                   ArrayRef<int64_t> dims,
                                   ArrayRef<double> scales) {
  SmallVector<int64_t> shape(data.getShape());
  for (auto [dim, scale] : llvm::zip_equal(dims, scales)) {
    if (!(scale > 0 && scale <= INT32_MAX))
      return emitOptionalError(loc, relayName, ": expected scales in (0, ",
                               INT32_MAX, "], but got ", scale);
    if (ShapedType::isDynamic(shape[dim]))
      continue;
    double extent = std::nearbyint(static_cast<double>(shape[dim]) * scale);
    if (extent > static_cast<double>(int64_t(1) << 53))
      return emitOptionalError(loc, relayName, ": the size ", shape[dim],
                               " times ", scale, " exceeds 53 bits");
    shape[dim] = static_cast<int64_t>(extent);
  }
  return Type(data.clone(shape));
}

FailureOr<Type> NNUpsamplingOp::inferResultType(std::optional<Location> loc,
                                                Adaptor adaptor) {
  auto data = cast<RankedTensorType>(adaptor.getData().getType());
  FailureOr<ImageLayout> layout = inferImageLayout(
      loc, getRelayName(), adaptor.getLayout(), data.getRank());
  if (failed(layout) ||
      failed(checkUpsampling(loc, getRelayName(), adaptor.getMethod())))
    return failure();
  return inferScaled(loc, getRelayName(), data, {layout->height, layout->width},
                     {adaptor.getScaleH().convertToDouble(),
                      adaptor.getScaleW().convertToDouble()});
}

FailureOr<Type> NNUpsampling3dOp::inferResultType(std::optional<Location> loc,
                                                  Adaptor adaptor) {
  auto data = cast<RankedTensorType>(adaptor.getData().getType());
  FailureOr<SmallVector<int64_t>> dims = inferSpatialDims(
      loc, getRelayName(), adaptor.getLayout(), "DHW", data.getRank());
  if (failed(dims) ||
      failed(checkUpsampling3d(loc, getRelayName(), adaptor.getMethod(),
                               adaptor.getCoordinateTransformationMode())))
    return failure();
  return inferScaled(loc, getRelayName(), data, *dims,
                     {adaptor.getScaleD().convertToDouble(),
                      adaptor.getScaleH().convertToDouble(),
                      adaptor.getScaleW().convertToDouble()});
}
