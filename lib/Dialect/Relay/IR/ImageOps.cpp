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

FailureOr<Type> ImageResize2dOp::inferResultType(std::optional<Location> loc,
                                                 Adaptor adaptor) {
  auto data = cast<RankedTensorType>(adaptor.getData().getType());
  FailureOr<ImageLayout> layout = inferImageLayout(
      loc, getRelayName(), adaptor.getLayout(), data.getRank());
  if (failed(layout))
    return failure();
  ArrayRef<int64_t> size = adaptor.getSize();
  if (size.size() != 2 || size[0] < 0 || size[1] < 0)
    return emitOptionalError(loc, getRelayName(),
                             ": expected size to be a height and a width, but "
                             "got [",
                             size, "]");
  if (adaptor.getRoi().size() != 4)
    return emitOptionalError(loc, getRelayName(),
                             ": expected roi to have 4 elements, but got ",
                             adaptor.getRoi().size());
  if (failed(checkChoice(loc, getRelayName(), "method", adaptor.getMethod(),
                         {"nearest_neighbor", "linear", "cubic"})) ||
      failed(checkCoordinates(loc, getRelayName(),
                              adaptor.getCoordinateTransformationMode())) ||
      failed(checkChoice(loc, getRelayName(), "rounding_method",
                         adaptor.getRoundingMethod(),
                         {"", "round", "round_prefer_floor",
                          "round_prefer_ceil", "floor", "ceil"})))
    return failure();
  Type elementType = adaptor.getOutDtype().value_or(data.getElementType());
  if (failed(checkElementType(loc, getRelayName(), "out_dtype", elementType)))
    return failure();
  SmallVector<int64_t> shape(data.getShape());
  shape[layout->height] = size[0];
  shape[layout->width] = size[1];
  return Type(RankedTensorType::get(shape, elementType));
}

/// `data` with the extents of `dims` multiplied by `scales` and rounded, halves
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
      return emitOptionalError(loc, relayName, ": the extent ", shape[dim],
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
      failed(checkChoice(loc, getRelayName(), "method", adaptor.getMethod(),
                         {"nearest_neighbor", "bilinear", "bicubic"})))
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
      failed(checkChoice(loc, getRelayName(), "method", adaptor.getMethod(),
                         {"nearest_neighbor", "trilinear"})) ||
      failed(checkCoordinates(loc, getRelayName(),
                              adaptor.getCoordinateTransformationMode())))
    return failure();
  return inferScaled(loc, getRelayName(), data, *dims,
                     {adaptor.getScaleD().convertToDouble(),
                      adaptor.getScaleH().convertToDouble(),
                      adaptor.getScaleW().convertToDouble()});
}

#define GET_OP_CLASSES
#include "RelayLite/Dialect/Relay/IR/ImageOps.cpp.inc"
