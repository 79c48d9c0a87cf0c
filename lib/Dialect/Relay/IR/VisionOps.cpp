//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Object detection: type inference.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/IR/RelayOps.h"

using namespace mlir;
using namespace mlir::relay;

//===----------------------------------------------------------------------===//
// Checks of operands and attributes
//===----------------------------------------------------------------------===//

/// Checks that the operand `name` of type `type` has a shape that is compatible
/// with `expected`.
static LogicalResult checkShape(std::optional<Location> loc,
                                StringRef relayName, StringRef name, Type type,
                                ArrayRef<int64_t> expected) {
  auto tensor = cast<RankedTensorType>(type);
  if (succeeded(verifyCompatibleShape(tensor.getShape(), expected)))
    return success();
  return emitOptionalError(
      loc, relayName, ": expected ", name, " of type ",
      RankedTensorType::get(expected, tensor.getElementType()), ", but got ",
      type);
}

/// Checks that the operand `name` of type `type` has one element.
static LogicalResult checkSingle(std::optional<Location> loc,
                                 StringRef relayName, StringRef name,
                                 Type type) {
  auto tensor = cast<RankedTensorType>(type);
  if (llvm::all_of(tensor.getShape(), [](int64_t extent) {
        return extent == 1 || ShapedType::isDynamic(extent);
      }))
    return success();
  return emitOptionalError(loc, relayName, ": expected ", name,
                           " to have one element, but got ", type);
}

/// Checks that the element types of the operands `name` and `like` are the
/// same.
static LogicalResult checkSameElements(std::optional<Location> loc,
                                       StringRef relayName, StringRef name,
                                       Type type, StringRef like,
                                       Type likeType) {
  Type element = getElementTypeOrSelf(type),
       expected = getElementTypeOrSelf(likeType);
  if (element == expected)
    return success();
  return emitOptionalError(loc, relayName, ": expected ", name,
                           " of the element type of ", like, ", ", expected,
                           ", but got ", element);
}

/// Checks that the attribute `name` is in the range from `min` to `max`.
static LogicalResult checkRange(std::optional<Location> loc,
                                StringRef relayName, StringRef name,
                                int64_t value, int64_t min,
                                int64_t max = INT32_MAX) {
  if (value >= min && value <= max)
    return success();
  return emitOptionalError(loc, relayName, ": expected ", name, " in [", min,
                           ", ", max, "], but got ", value);
}

/// Checks that the attribute `name` is the number of one of the `extent`
/// elements of a row, or at least `min`.
static LogicalResult checkElementIndex(std::optional<Location> loc,
                                       StringRef relayName, StringRef name,
                                       int64_t index, int64_t extent,
                                       int64_t count, int64_t min) {
  int64_t max = ShapedType::isDynamic(extent) ? INT32_MAX : extent - count;
  return checkRange(loc, relayName, name, index, min, max);
}

/// The product of sizes, dynamic if one is.
static FailureOr<int64_t> multiply(std::optional<Location> loc,
                                   StringRef relayName,
                                   ArrayRef<int64_t> extents) {
  if (llvm::any_of(extents, ShapedType::isDynamic))
    return ShapedType::kDynamic;
  int64_t product = 1;
  for (int64_t extent : extents)
    if (failed(multiplySize(loc, relayName, product, extent)))
      return failure();
  return product;
}

/// The sizes of the operands `boxes`, (batch, box, 4), and `scores`, of three
/// dimensions of which those at `batch` and `box` are the same.
static LogicalResult checkBoxes(std::optional<Location> loc,
                                StringRef relayName, Type boxes, Type scores,
                                int64_t boxDim) {
  constexpr int64_t any = ShapedType::kDynamic;
  if (failed(checkShape(loc, relayName, "boxes", boxes, {any, any, 4})))
    return failure();
  ArrayRef<int64_t> shape = cast<RankedTensorType>(boxes).getShape();
  SmallVector<int64_t> expected{shape[0], any, any};
  expected[boxDim] = shape[1];
  if (failed(checkShape(loc, relayName, "scores", scores, expected)))
    return failure();
  return checkSameElements(loc, relayName, "scores", scores, "boxes", boxes);
}

//===----------------------------------------------------------------------===//
// Non-maximum suppression
//===----------------------------------------------------------------------===//

FailureOr<Type>
VisionAllClassNonMaxSuppressionOp::inferResultType(std::optional<Location> loc,
                                                   Adaptor adaptor) {
  Type boxes = adaptor.getBoxes().getType(),
       scores = adaptor.getScores().getType();
  if (failed(checkBoxes(loc, getRelayName(), boxes, scores, /*boxDim=*/2)) ||
      failed(checkSingle(loc, getRelayName(), "max_output_boxes_per_class",
                         adaptor.getMaxOutputBoxesPerClass().getType())) ||
      failed(checkSingle(loc, getRelayName(), "iou_threshold",
                         adaptor.getIouThreshold().getType())) ||
      failed(checkSingle(loc, getRelayName(), "score_threshold",
                         adaptor.getScoreThreshold().getType())))
    return failure();
  bool isOnnx = adaptor.getOutputFormat() == "onnx";
  if (!isOnnx && adaptor.getOutputFormat() != "tensorflow")
    return emitOptionalError(
        loc, getRelayName(),
        ": expected output_format to be onnx or tensorflow, but got ",
        adaptor.getOutputFormat());
  MLIRContext *context = boxes.getContext();
  Type i64 = IntegerType::get(context, 64), f32 = Float32Type::get(context);
  int64_t batches = cast<RankedTensorType>(boxes).getDimSize(0);
  int64_t numBoxes = cast<RankedTensorType>(boxes).getDimSize(1);
  int64_t classes = cast<RankedTensorType>(scores).getDimSize(1);
  FailureOr<int64_t> perBatch =
      multiply(loc, getRelayName(), {classes, numBoxes});
  if (failed(perBatch))
    return failure();
  if (!isOnnx)
    return Type(TupleType::get(
        context, {RankedTensorType::get({batches, *perBatch, 2}, i64),
                  RankedTensorType::get({batches, *perBatch}, f32),
                  RankedTensorType::get({batches}, i64)}));
  FailureOr<int64_t> all = multiply(loc, getRelayName(), {batches, *perBatch});
  if (failed(all))
    return failure();
  return Type(TupleType::get(context, {RankedTensorType::get({*all, 3}, i64),
                                       RankedTensorType::get({1}, i64)}));
}

FailureOr<Type>
VisionGetValidCountsOp::inferResultType(std::optional<Location> loc,
                                        Adaptor adaptor) {
  constexpr int64_t any = ShapedType::kDynamic;
  Type type = adaptor.getData().getType();
  if (failed(checkShape(loc, getRelayName(), "data", type, {any, any, any})) ||
      failed(checkSingle(loc, getRelayName(), "score_threshold",
                         adaptor.getScoreThreshold().getType())))
    return failure();
  auto data = cast<RankedTensorType>(type);
  if (failed(checkElementIndex(loc, getRelayName(), "id_index",
                               adaptor.getIdIndex(), data.getDimSize(2), 1,
                               INT32_MIN)) ||
      failed(checkElementIndex(loc, getRelayName(), "score_index",
                               adaptor.getScoreIndex(), data.getDimSize(2), 1,
                               0)))
    return failure();
  Type i32 = IntegerType::get(type.getContext(), 32);
  return Type(TupleType::get(type.getContext(),
                             {data.clone({data.getDimSize(0)}, i32), type,
                              data.clone(data.getShape().drop_back(), i32)}));
}

FailureOr<Type>
VisionNonMaxSuppressionOp::inferResultType(std::optional<Location> loc,
                                           Adaptor adaptor) {
  constexpr int64_t any = ShapedType::kDynamic;
  Type type = adaptor.getData().getType();
  if (failed(checkShape(loc, getRelayName(), "data", type, {any, any, any})))
    return failure();
  auto data = cast<RankedTensorType>(type);
  ArrayRef<int64_t> shape = data.getShape();
  if (failed(checkShape(loc, getRelayName(), "valid_count",
                        adaptor.getValidCount().getType(), {shape[0]})) ||
      (adaptor.getReturnIndices() &&
       failed(checkShape(loc, getRelayName(), "indices",
                         adaptor.getIndices().getType(),
                         {shape[0], shape[1]}))) ||
      failed(checkSingle(loc, getRelayName(), "max_output_size",
                         adaptor.getMaxOutputSize().getType())) ||
      failed(checkSingle(loc, getRelayName(), "iou_threshold",
                         adaptor.getIouThreshold().getType())) ||
      failed(checkElementIndex(loc, getRelayName(), "coord_start",
                               adaptor.getCoordStart(), shape[2], 4, 0)) ||
      failed(checkElementIndex(loc, getRelayName(), "score_index",
                               adaptor.getScoreIndex(), shape[2], 1, 0)) ||
      failed(checkElementIndex(loc, getRelayName(), "id_index",
                               adaptor.getIdIndex(), shape[2], 1, INT32_MIN)))
    return failure();
  if (!adaptor.getReturnIndices())
    return type;
  Type i32 = IntegerType::get(type.getContext(), 32);
  return Type(
      TupleType::get(type.getContext(), {data.clone(shape.drop_back(), i32),
                                         data.clone({shape[0], 1}, i32)}));
}

FailureOr<Type>
VisionRegularNonMaxSuppressionOp::inferResultType(std::optional<Location> loc,
                                                  Adaptor adaptor) {
  Type boxes = adaptor.getBoxes().getType(),
       scores = adaptor.getScores().getType();
  if (failed(checkBoxes(loc, getRelayName(), boxes, scores, /*boxDim=*/1)) ||
      failed(checkRange(loc, getRelayName(), "max_detections_per_class",
                        adaptor.getMaxDetectionsPerClass(), 0)) ||
      failed(checkRange(loc, getRelayName(), "max_detections",
                        adaptor.getMaxDetections(), 0)))
    return failure();
  int64_t classes = cast<RankedTensorType>(scores).getDimSize(2);
  if (failed(checkRange(loc, getRelayName(), "num_classes",
                        adaptor.getNumClasses(), 0,
                        ShapedType::isDynamic(classes) ? INT32_MAX : classes)))
    return failure();
  MLIRContext *context = boxes.getContext();
  Type i32 = IntegerType::get(context, 32), f32 = Float32Type::get(context);
  int64_t batches = cast<RankedTensorType>(boxes).getDimSize(0);
  int64_t most = adaptor.getMaxDetections();
  return Type(
      TupleType::get(context, {RankedTensorType::get({batches, most, 4}, f32),
                               RankedTensorType::get({batches, most}, f32),
                               RankedTensorType::get({batches, most}, f32),
                               RankedTensorType::get({batches}, i32)}));
}

//===----------------------------------------------------------------------===//
// Anchor boxes
//===----------------------------------------------------------------------===//

FailureOr<Type>
VisionMultiboxPriorOp::inferResultType(std::optional<Location> loc,
                                       Adaptor adaptor) {
  constexpr int64_t any = ShapedType::kDynamic;
  Type type = adaptor.getData().getType();
  if (failed(
          checkShape(loc, getRelayName(), "data", type, {any, any, any, any})))
    return failure();
  if (adaptor.getSizes().empty() || adaptor.getRatios().empty() ||
      adaptor.getSteps().size() != 2 || adaptor.getOffsets().size() != 2)
    return emitOptionalError(
        loc, getRelayName(),
        ": expected sizes and ratios to have elements, and steps and offsets "
        "to "
        "have 2, but got ",
        adaptor.getSizes().size(), ", ", adaptor.getRatios().size(), ", ",
        adaptor.getSteps().size(), " and ", adaptor.getOffsets().size());
  auto data = cast<RankedTensorType>(type);
  int64_t count = adaptor.getSizes().size() + adaptor.getRatios().size() - 1;
  FailureOr<int64_t> boxes = multiply(
      loc, getRelayName(), {data.getDimSize(2), data.getDimSize(3), count});
  if (failed(boxes))
    return failure();
  return Type(data.clone({1, *boxes, 4}));
}

FailureOr<Type>
VisionMultiboxTransformLocOp::inferResultType(std::optional<Location> loc,
                                              Adaptor adaptor) {
  constexpr int64_t any = ShapedType::kDynamic;
  Type probabilities = adaptor.getClsProb().getType(),
       predictions = adaptor.getLocPred().getType(),
       anchors = adaptor.getAnchor().getType();
  if (failed(checkShape(loc, getRelayName(), "cls_prob", probabilities,
                        {any, any, any})))
    return failure();
  auto type = cast<RankedTensorType>(probabilities);
  int64_t batches = type.getDimSize(0), boxes = type.getDimSize(2);
  FailureOr<int64_t> numbers = multiply(loc, getRelayName(), {boxes, 4});
  if (failed(numbers) ||
      failed(checkShape(loc, getRelayName(), "loc_pred", predictions,
                        {batches, *numbers})) ||
      failed(
          checkShape(loc, getRelayName(), "anchor", anchors, {1, boxes, 4})) ||
      failed(checkSameElements(loc, getRelayName(), "loc_pred", predictions,
                               "cls_prob", probabilities)) ||
      failed(checkSameElements(loc, getRelayName(), "anchor", anchors,
                               "cls_prob", probabilities)))
    return failure();
  if (adaptor.getVariances().size() != 4)
    return emitOptionalError(
        loc, getRelayName(),
        ": expected variances to have 4 elements, but got ",
        adaptor.getVariances().size());
  Type i32 = IntegerType::get(type.getContext(), 32);
  return Type(
      TupleType::get(type.getContext(), {type.clone({batches, boxes, 6}),
                                         type.clone({batches}, i32)}));
}

FailureOr<Type> VisionProposalOp::inferResultType(std::optional<Location> loc,
                                                  Adaptor adaptor) {
  constexpr int64_t any = ShapedType::kDynamic;
  StringRef name = getRelayName();
  if (adaptor.getScales().empty() || adaptor.getRatios().empty() ||
      llvm::any_of(adaptor.getRatios(),
                   [](double ratio) { return !(ratio > 0); }))
    return emitOptionalError(
        loc, name,
        ": expected scales, and ratios of which all are positive, but got [",
        adaptor.getScales(), "] and [", adaptor.getRatios(), "]");
  if (failed(checkRange(loc, name, "feature_stride", adaptor.getFeatureStride(),
                        1)) ||
      failed(checkRange(loc, name, "rpn_pre_nms_top_n",
                        adaptor.getRpnPreNmsTopN(), INT32_MIN)) ||
      failed(checkRange(loc, name, "rpn_post_nms_top_n",
                        adaptor.getRpnPostNmsTopN(), 0)) ||
      failed(checkRange(loc, name, "rpn_min_size", adaptor.getRpnMinSize(), 0)))
    return failure();
  int64_t anchors = adaptor.getScales().size() * adaptor.getRatios().size();
  Type probabilities = adaptor.getClsProb().getType(),
       predictions = adaptor.getBboxPred().getType(),
       images = adaptor.getImInfo().getType();
  if (failed(checkShape(loc, name, "cls_prob", probabilities,
                        {any, 2 * anchors, any, any})))
    return failure();
  auto type = cast<RankedTensorType>(probabilities);
  if (failed(checkShape(loc, name, "bbox_pred", predictions,
                        {type.getDimSize(0), 4 * anchors, type.getDimSize(2),
                         type.getDimSize(3)})) ||
      failed(
          checkShape(loc, name, "im_info", images, {type.getDimSize(0), 3})) ||
      failed(checkSameElements(loc, name, "bbox_pred", predictions, "cls_prob",
                               probabilities)) ||
      failed(checkSameElements(loc, name, "im_info", images, "cls_prob",
                               probabilities)))
    return failure();
  int64_t perBatch = adaptor.getRpnPostNmsTopN();
  FailureOr<int64_t> rows = multiply(loc, name, {type.getDimSize(0), perBatch});
  if (failed(rows))
    return failure();
  return Type(type.clone({*rows, 5}));
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

/// The result of a pooling of the regions `rois` of `data`.
static FailureOr<Type> inferRoi(std::optional<Location> loc,
                                StringRef relayName, Type dataType, Type rois,
                                ArrayRef<int64_t> size, StringRef layout) {
  constexpr int64_t any = ShapedType::kDynamic;
  if (failed(
          checkShape(loc, relayName, "data", dataType, {any, any, any, any})) ||
      failed(checkShape(loc, relayName, "rois", rois, {any, 5})) ||
      failed(
          checkSameElements(loc, relayName, "rois", rois, "data", dataType)) ||
      failed(checkNumbers(loc, relayName, "pooled_size", size, 2, 0)))
    return failure();
  if (layout != "NCHW" && layout != "NHWC")
    return emitOptionalError(loc, relayName,
                             ": expected layout to be NCHW or NHWC, but got \"",
                             layout, "\"");
  auto data = cast<RankedTensorType>(dataType);
  SmallVector<int64_t> shape(data.getShape());
  shape[0] = cast<RankedTensorType>(rois).getDimSize(0);
  shape[layout.find('H')] = size[0];
  shape[layout.find('W')] = size[1];
  return Type(data.clone(shape));
}

FailureOr<Type> VisionRoiAlignOp::inferResultType(std::optional<Location> loc,
                                                  Adaptor adaptor) {
  if (failed(checkRange(loc, getRelayName(), "sample_ratio",
                        adaptor.getSampleRatio(), INT32_MIN)))
    return failure();
  if (adaptor.getMode() != "avg" && adaptor.getMode() != "max")
    return emitOptionalError(loc, getRelayName(),
                             ": expected mode to be avg or max, but got \"",
                             adaptor.getMode(), "\"");
  return inferRoi(loc, getRelayName(), adaptor.getData().getType(),
                  adaptor.getRois().getType(), adaptor.getPooledSize(),
                  adaptor.getLayout());
}

FailureOr<Type> VisionRoiPoolOp::inferResultType(std::optional<Location> loc,
                                                 Adaptor adaptor) {
  return inferRoi(loc, getRelayName(), adaptor.getData().getType(),
                  adaptor.getRois().getType(), adaptor.getPooledSize(),
                  adaptor.getLayout());
}

FailureOr<Type> VisionYoloReorgOp::inferResultType(std::optional<Location> loc,
                                                   Adaptor adaptor) {
  constexpr int64_t any = ShapedType::kDynamic;
  Type type = adaptor.getData().getType();
  // Its square has to fit into 64 bits.
  int64_t stride = adaptor.getStride();
  if (failed(checkShape(loc, getRelayName(), "data", type,
                        {any, any, any, any})) ||
      failed(checkRange(loc, getRelayName(), "stride", stride, 1)))
    return failure();
  auto data = cast<RankedTensorType>(type);
  SmallVector<int64_t> shape(data.getShape());
  std::pair<int64_t, int64_t> divisors[] = {
      {1, stride * stride}, {2, stride}, {3, stride}};
  for (auto [dim, divisor] : divisors)
    if (ShapedType::isStatic(shape[dim]) && shape[dim] % divisor != 0)
      return emitOptionalError(loc, getRelayName(), ": expected dimension ",
                               dim, " to be a multiple of ", divisor,
                               ", but got ", shape[dim]);
  FailureOr<int64_t> channels =
      multiply(loc, getRelayName(), {shape[1], stride * stride});
  if (failed(channels))
    return failure();
  shape[1] = *channels;
  for (int64_t dim : {2, 3})
    if (ShapedType::isStatic(shape[dim]))
      shape[dim] /= stride;
  return Type(data.clone(shape));
}
