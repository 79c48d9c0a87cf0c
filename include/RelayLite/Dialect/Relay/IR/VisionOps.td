//===- Object detection ----------------------------------*- tablegen -*-===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_IR_VISIONOPS_TD
#define RELAYLITE_DIALECT_RELAY_IR_VISIONOPS_TD

include "RelayLite/Dialect/Relay/IR/RelayBase.td"

def Relay_VisionAllClassNonMaxSuppressionOp
    : Relay_Operator<"vision.all_class_non_max_suppression", Relay_Opaque,
                     [Relay_FloatFunction]> {
  let summary = "non-maximum suppression of each class by itself";
  let semantics = [{
    For each batch and class, takes the boxes whose score exceeds
    `score_threshold`, from the highest score down, and leaves out each that
    overlaps one taken before by `iou_threshold` or more (intersection divided
    by union), until there are `max_output_boxes_per_class`; all if that is not
    positive. An `iou_threshold` that is not positive takes none, as in TVM. Among
    equal scores the first comes first. `boxes` has two opposite corners of each
    box, (batch, box, 4); `scores` is (batch, class, box). The last three
    operands are single elements.

    With `output_format` `onnx` the result has the rows (batch, class, box) of
    the boxes taken, ordered by batch, class and score, and their number. With
    `tensorflow` it has, for each batch, the rows (class, box), their scores and
    their number. The rows after the boxes taken are zero.
  }];
  let example = "%0 = relay.vision.all_class_non_max_suppression %b, %s, %m, %i, %t : (tensor<1x5x4xf32>, tensor<1x2x5xf32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tuple<tensor<10x3xi64>, tensor<1xi64>>";
  let arguments = (ins Relay_Tensor:$boxes, Relay_Tensor:$scores,
      Relay_Tensor:$max_output_boxes_per_class, Relay_Tensor:$iou_threshold,
      Relay_Tensor:$score_threshold, Relay_StrOr<"onnx">:$output_format);
  let tvm = Relay_TVM<level = 5, attrs = "AllClassNonMaximumSuppressionAttrs",
                      declared = false>;
  let returns = "A tuple: (boxes taken, 3) of int64 and their number of shape "
      "(1,) for `onnx`; (batch, boxes, 2) of int64, scores (batch, boxes) of "
      "float32 and numbers (batch,) for `tensorflow`. There is room for all "
      "boxes of all classes.";
  let raises = "`boxes` is not (batch, box, 4) or `scores` not (batch, class, "
      "box), another operand has several elements, or `output_format` is none";
}

def Relay_VisionGetValidCountsOp
    : Relay_Operator<"vision.get_valid_counts", Relay_Opaque> {
  let summary = "the boxes whose score exceeds a threshold";
  let semantics = [{
    Moves the rows of `data`, (batch, box, element), whose element `score_index`
    exceeds `score_threshold` and whose element `id_index` is not negative (any,
    if `id_index` is) to the front, in their order. All other rows become -1.
  }];
  let example = "%0 = relay.vision.get_valid_counts %x, %t : (tensor<1x5x6xf32>, tensor<f32>) -> tuple<tensor<1xi32>, tensor<1x5x6xf32>, tensor<1x5xi32>>";
  let arguments = (ins Relay_Tensor:$data, Relay_Tensor:$score_threshold,
      Relay_IntOr<"0">:$id_index, Relay_IntOr<"1">:$score_index);
  let tvm = Relay_TVM<level = 5, attrs = "GetValidCountsAttrs", declared = false,
                      unused = ["score_threshold"]>;
  let returns = "A tuple of the number of such rows in each batch, (batch,) of "
      "int32; `data` with its rows moved; and where these came from, (batch, "
      "box) of int32, -1 for the others.";
  let raises = "`data` has not rank 3, `score_threshold` has several elements, "
      "or an index is out of range";
}

def Relay_VisionMultiboxPriorOp
    : Relay_Operator<"vision.multibox_prior", Relay_Opaque, [Relay_FloatFunction]> {
  let summary = "anchor boxes around each position of an image";
  let semantics = [{
    Boxes (left, top, right, bottom) around each position of `data`, whose
    layout is NCHW and whose elements do not matter. Position (y, x) has the
    center `(x + offsets[1]) * steps[1]`, `(y + offsets[0]) * steps[0]`, where a
    step that is not positive is 1 divided by the width or height. There is one
    box for each of `sizes`, of height `size` and width `size * height / width`,
    and one for each of `ratios` but the first: of the first size, wider by the
    square root of the ratio and lower by it. `clip` limits the result to [0, 1].
    Single steps are computed in f32, or in f64 if `data` is f64.
  }];
  let example = "%0 = relay.vision.multibox_prior %x {sizes = array<f64: 0.5, 0.25>, ratios = array<f64: 1.0, 2.0>} : (tensor<1x3x4x4xf32>) -> tensor<1x48x4xf32>";
  let arguments = (ins Relay_Tensor:$data,
      Relay_DefaultAttr<DenseF64ArrayAttr, "Floats", "{1.0}">:$sizes,
      Relay_DefaultAttr<DenseF64ArrayAttr, "Floats", "{1.0}">:$ratios,
      Relay_DefaultAttr<DenseF64ArrayAttr, "Floats", "{-1.0, -1.0}">:$steps,
      Relay_DefaultAttr<DenseF64ArrayAttr, "Floats", "{0.5, 0.5}">:$offsets,
      Relay_BoolOr<"false">:$clip);
  let tvm = Relay_TVM<level = 5, attrs = "MultiBoxPriorAttrs">;
  let returns = "A tensor (1, height * width * (sizes + ratios - 1), 4) of the "
      "element type of `data`.";
  let raises = "`data` has not rank 4, or a list has a wrong length";
}

def Relay_VisionMultiboxTransformLocOp
    : Relay_Operator<"vision.multibox_transform_loc", Relay_Opaque,
                     [Relay_FloatFunction]> {
  let summary = "anchor boxes moved by predictions";
  let semantics = [{
    For each anchor box, finds the class of the highest probability in
    `cls_prob`, (batch, class, anchor), class 0, the background, excepted unless
    `keep_background`; the first of several. A class below `threshold` counts as
    background. For each box that is not background (for each, with
    `keep_background`) the result has a row: the class, less 1 unless
    `keep_background`; its probability; left, top, right and bottom. With an
    anchor of center (x, y), width w and height h, and with the four numbers p of
    it in `loc_pred`, (batch, anchor * 4), and `variances` v, the center is
    `p[0] * v[0] * w + x`, `p[1] * v[1] * h + y`, and width and height are
    `exp(p[2] * v[2]) * w`, `exp(p[3] * v[3]) * h`. `clip` limits corners to [0,
    1]. Rows that remain are zero.
  }];
  let example = "%0 = relay.vision.multibox_transform_loc %p, %l, %a : (tensor<1x3x5xf32>, tensor<1x20xf32>, tensor<1x5x4xf32>) -> tuple<tensor<1x5x6xf32>, tensor<1xi32>>";
  let arguments = (ins Relay_Tensor:$cls_prob, Relay_Tensor:$loc_pred,
      Relay_Tensor:$anchor, Relay_BoolOr<"true">:$clip,
      Relay_FloatOr<"0.01">:$threshold,
      Relay_DefaultAttr<DenseF64ArrayAttr, "Floats",
                        "{0.1f, 0.1f, 0.2f, 0.2f}">:$variances,
      Relay_BoolOr<"false">:$keep_background);
  let tvm = Relay_TVM<level = 5, attrs = "MultiBoxTransformLocAttrs">;
  let returns = "A tuple of rows (batch, anchor, 6) of the element type of "
      "`cls_prob`, and their numbers (batch,) of int32.";
  let raises = "the operands have other ranks, or differ in the number of anchors";
  let pythonParameters = "cls_prob, loc_pred, anchor, clip=True, threshold=0.01, "
      "variances=(0.1, 0.1, 0.2, 0.2), keep_background=False";
}

def Relay_VisionNonMaxSuppressionOp
    : Relay_Operator<"vision.non_max_suppression", Relay_Opaque> {
  let summary = "non-maximum suppression";
  let semantics = [{
    Sorts the first `valid_count` rows of each batch of `data`, (batch, box,
    element), by element `score_index`, from the highest down, and keeps the
    first `top_k` of them, if that is positive. A row is suppressed, which makes
    all its elements -1, if it overlaps one before it that is not by
    `iou_threshold` or more (intersection divided by union) and both have the
    same element `id_index`, or `id_index` is negative, or `force_suppress` is
    set. From element `coord_start` on a row has two opposite corners. Rows whose
    score is not positive are neither suppressed nor suppress others. When
    `max_output_size` rows with a positive score are kept, if that is not
    negative, all others are suppressed. With an `iou_threshold` that is not
    positive rows neither move nor are suppressed. Rows behind `valid_count`
    become -1.

    With `return_indices` the result has the elements of `indices`, (batch, box),
    for the rows kept, moved to the front, and -1 behind them. Without, `indices`
    may be anything, and the result has the rows; `invalid_to_bottom` moves those
    whose first element is not negative to the front.
  }];
  let example = "%0 = relay.vision.non_max_suppression %x, %c, %i, %m, %t : (tensor<1x5x6xf32>, tensor<1xi32>, tensor<1x5xi32>, tensor<i32>, tensor<f32>) -> tuple<tensor<1x5xi32>, tensor<1x1xi32>>";
  let arguments = (ins Relay_Tensor:$data, Relay_Tensor:$valid_count,
      Relay_Tensor:$indices, Relay_Tensor:$max_output_size,
      Relay_Tensor:$iou_threshold, Relay_BoolOr<"false">:$force_suppress,
      Relay_IntOr<"-1">:$top_k, Relay_IntOr<"2">:$coord_start,
      Relay_IntOr<"1">:$score_index, Relay_IntOr<"0">:$id_index,
      Relay_BoolOr<"true">:$return_indices,
      Relay_BoolOr<"false">:$invalid_to_bottom);
  let tvm = Relay_TVM<level = 5, attrs = "NonMaximumSuppressionAttrs",
                      declared = false>;
  let returns = "With `return_indices` a tuple of indices (batch, box) and of the "
      "numbers of rows kept (batch, 1), both int32; otherwise a tensor of the "
      "type of `data`.";
  let raises = "an operand has another shape, or an index is out of range";
}

def Relay_VisionProposalOp
    : Relay_Operator<"vision.proposal", Relay_Opaque, [Relay_FloatFunction]> {
  let summary = "region proposals of a network";
  let semantics = [{
    Moves an anchor box for each position and each of `ratios` and `scales`, in
    this order, by the predictions of `bbox_pred`, (batch, 4 * anchor, height,
    width), which are differences of corners with `iou_loss`, otherwise of
    centers relative to the box and logarithms of sizes. Boxes are limited to the
    image, whose height, width and scale `im_info`, (batch, 3), has. A box whose
    height or width is below `rpn_min_size` times the scale, or that lies outside
    of the image, gets the score -1; others have that in the second half of the
    channels of `cls_prob`, (batch, 2 * anchor, height, width).

    The first `rpn_pre_nms_top_n` boxes (all, if it is not positive) in the order
    of their scores are taken, one after the other, unless they overlap one taken
    before by more than `threshold`. The result has `rpn_post_nms_top_n` rows for
    each batch: the batch, left, top, right and bottom; the boxes taken are
    repeated from the first one on if they are fewer. As in TVM, widths count
    both edges (right - left + 1).
  }];
  let example = "%0 = relay.vision.proposal %c, %b, %i {scales = array<f64: 8.0>, ratios = array<f64: 0.5, 1.0>, rpn_post_nms_top_n = 3 : i64} : (tensor<1x4x5x5xf32>, tensor<1x8x5x5xf32>, tensor<1x3xf32>) -> tensor<3x5xf32>";
  let arguments = (ins Relay_Tensor:$cls_prob, Relay_Tensor:$bbox_pred,
      Relay_Tensor:$im_info,
      Relay_DefaultAttr<DenseF64ArrayAttr, "Floats",
                        "{4.0, 8.0, 16.0, 32.0}">:$scales,
      Relay_DefaultAttr<DenseF64ArrayAttr, "Floats", "{0.5, 1.0, 2.0}">:$ratios,
      Relay_IntOr<"16">:$feature_stride, Relay_FloatOr<"0.7">:$threshold,
      Relay_IntOr<"6000">:$rpn_pre_nms_top_n,
      Relay_IntOr<"300">:$rpn_post_nms_top_n, Relay_IntOr<"16">:$rpn_min_size,
      Relay_BoolOr<"false">:$iou_loss);
  let tvm = Relay_TVM<level = 5, attrs = "ProposalAttrs", declared = false>;
  let returns = "A tensor (batch * rpn_post_nms_top_n, 5) of the element type of "
      "`cls_prob`.";
  let raises = "the operands have other shapes, or an attribute is out of range";
  let pythonParameters = "cls_prob, bbox_pred, im_info, scales, ratios, "
      "feature_stride, threshold, rpn_pre_nms_top_n, rpn_post_nms_top_n, "
      "rpn_min_size, iou_loss";
}

def Relay_VisionRegularNonMaxSuppressionOp
    : Relay_Operator<"vision.regular_non_max_suppression", Relay_Opaque,
                     [Relay_FloatFunction]> {
  let summary = "the best boxes of all classes after non-maximum suppression";
  let semantics = [{
    For each batch and each of the last `num_classes` classes of `scores`,
    (batch, box, class), takes the boxes whose score is `score_threshold` or
    more, from the highest score down, and leaves out each that overlaps one
    taken before by more than `iou_threshold`, until there are
    `max_detections_per_class`. `boxes`, (batch, box, 4), has top, left, bottom
    and right; one without area overlaps none. The result has the
    `max_detections` boxes of the highest scores among these, zeros behind them.
    Among equal scores the first class, then the first box comes first.
  }];
  let example = "%0 = relay.vision.regular_non_max_suppression %b, %s {max_detections_per_class = 2 : i64, max_detections = 3 : i64, num_classes = 2 : i64, iou_threshold = 0.5, score_threshold = 0.1} : (tensor<1x5x4xf32>, tensor<1x5x3xf32>) -> tuple<tensor<1x3x4xf32>, tensor<1x3xf32>, tensor<1x3xf32>, tensor<1xi32>>";
  let arguments = (ins Relay_Tensor:$boxes, Relay_Tensor:$scores,
      Relay_Int:$max_detections_per_class, Relay_Int:$max_detections,
      Relay_Int:$num_classes, Relay_Float:$iou_threshold,
      Relay_Float:$score_threshold);
  let tvm = Relay_TVM<level = 5, attrs = "RegularNonMaximumSuppressionAttrs",
                      declared = false>;
  let returns = "A tuple of boxes (batch, max_detections, 4), classes and scores "
      "(batch, max_detections), all of float32, and numbers of boxes (batch,) of "
      "int32.";
  let raises = "`boxes` is not (batch, box, 4) or `scores` not (batch, box, "
      "class), or a number is out of range";
}

// A pooling of regions: rows (batch, left, top, right, bottom) of `rois`.
class Relay_RoiOp<string mnemonic>
    : Relay_Operator<mnemonic, Relay_OutEWiseFusable, [Relay_FloatFunction]> {
  let returns = "A tensor of the element type of `data` with a batch for each "
      "row of `rois`, and `pooled_size` as its height and width.";
  let raises = "`data` has not rank 4, `rois` is not (region, 5), `layout` is "
      "neither NCHW nor NHWC, or `pooled_size` does not fit";
}

def Relay_VisionRoiAlignOp : Relay_RoiOp<"vision.roi_align"> {
  let summary = "regions of images, pooled by interpolation";
  let semantics = [{
    Cuts each region of `rois`, a row (batch, left, top, right, bottom) in
    positions of an image times 1 / `spatial_scale`, into fields, `pooled_size`
    of them (height, width). A region is at least 1 high and wide. In each field
    `sample_ratio` times `sample_ratio` positions (as many as it has pixels,
    rounded up, if that is not positive) are interpolated linearly between four
    pixels, a position more than 1 outside of the image being 0. The result is
    the average of these, or the maximum if `mode` is `max`; 0 without positions.
    A batch out of range is limited to the range. Positions and sums are computed
    in f32, or in f64 if `data` is f64. NaN and infinite positions are 0.
  }];
  let example = "%0 = relay.vision.roi_align %x, %r {pooled_size = array<i64: 2, 3>, spatial_scale = 0.5} : (tensor<2x4x8x8xf32>, tensor<5x5xf32>) -> tensor<5x4x2x3xf32>";
  let arguments = (ins Relay_Tensor:$data, Relay_Tensor:$rois,
      Relay_Ints:$pooled_size, Relay_Float:$spatial_scale,
      Relay_IntOr<"-1">:$sample_ratio, Relay_StrOr<"NCHW">:$layout,
      Relay_StrOr<"avg">:$mode);
  let tvm = Relay_TVM<level = 5, attrs = "ROIAlignAttrs", declared = false>;
}

def Relay_VisionRoiPoolOp : Relay_RoiOp<"vision.roi_pool"> {
  let summary = "maximum over the fields of regions";
  let semantics = [{
    Cuts each region of `rois`, a row (batch, left, top, right, bottom), times
    `spatial_scale` and rounded to whole pixels, into fields, `pooled_size` of
    them (height, width), which may overlap by a pixel, and takes the maximum of
    each; 0 where a field has no pixel. A region includes its last pixels and is
    at least 1 high and wide. A batch out of range is limited to the range.
  }];
  let example = "%0 = relay.vision.roi_pool %x, %r {pooled_size = array<i64: 2, 2>, spatial_scale = 1.0} : (tensor<2x4x8x8xf32>, tensor<5x5xf32>) -> tensor<5x4x2x2xf32>";
  let arguments = (ins Relay_Tensor:$data, Relay_Tensor:$rois,
      Relay_Ints:$pooled_size, Relay_Float:$spatial_scale,
      Relay_StrOr<"NCHW">:$layout);
  let tvm = Relay_TVM<level = 5, attrs = "ROIPoolAttrs", declared = false>;
}

def Relay_VisionYoloReorgOp
    : Relay_Operator<"vision.yolo_reorg", Relay_Injective> {
  let summary = "blocks of pixels as channels";
  let semantics = [{
    Splits each batch of `data`, (channel, height, width), in row-major order
    into (channel / stride^2, height, stride, width, stride), moves the two
    dimensions of `stride` to the front, and gives the elements the shape of the
    result, (channel * stride^2, height / stride, width / stride).
  }];
  let example = "%0 = relay.vision.yolo_reorg %x {stride = 2 : i64} : (tensor<1x4x6x6xf32>) -> tensor<1x16x3x3xf32>";
  let arguments = (ins Relay_Tensor:$data, Relay_IntOr<"1">:$stride);
  let tvm = Relay_TVM<level = 5, attrs = "YoloReorgAttrs", objects = ["stride"]>;
  let returns = "A tensor of the element type of `data` with `stride^2` times "
      "the channels, its height and width divided by `stride`.";
  let raises = "`data` has not rank 4, or `stride` divides not its height, its "
      "width or, squared, its channels";
  let pythonParameters = "data, stride";
}

#endif // RELAYLITE_DIALECT_RELAY_IR_VISIONOPS_TD
