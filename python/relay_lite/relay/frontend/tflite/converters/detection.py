"""Boxes of detectors."""

from __future__ import annotations

from typing import Any

import numpy as np

from .... import op
from ....expr import Expr, TupleGetItem, const
from ...building import require_shape, scalar, slice_axes
from ..flexbuffer import decode_map
from ..node import Node
from ..registry import converter


def _above(threshold: float) -> float:
    """Return the next number: Relay suppresses boxes from a threshold on, TFLite those above it."""
    return float(np.nextafter(np.float32(threshold), np.float32(np.inf)))


def _below(threshold: float) -> float:
    """Return the number before: Relay takes scores above a threshold, TFLite those from it on."""
    return float(np.nextafter(np.float32(threshold), np.float32(-np.inf)))


def _mask(values: Expr, counts: Expr, rank: int) -> Expr:
    """Return values of which those after the first `counts` are zero; both have batches first."""
    return op.sequence_mask(values, counts, 0.0, 1 if rank > 1 else 0)


@converter("NON_MAX_SUPPRESSION_V4", "NON_MAX_SUPPRESSION_V5")
def convert_non_max_suppression(node: Node) -> list[Expr]:
    """Return the numbers of boxes that do not overlap better ones, their scores, and how many there
    are."""
    boxes, scores = node.input(0), node.input(1)
    most = node.number(2, "the number of boxes")
    overlap, least = (node.number(i, what) for i, what in ((3, "the threshold of overlaps"),
                                                           (4, "the threshold of scores")))
    has_scores = node.op_type.endswith("V5")
    if has_scores and node.number(5, "sigma") != 0:
        node.fail("soft suppression, with a sigma that is not 0, is not supported")
    if node.rank(scores) != 1:
        node.fail(f"expected scores of rank 1, but got ones of rank {node.rank(scores)}")
    (count,) = require_shape(node, scores, "the scores")
    if not 0 <= most:
        node.fail(f"the number of boxes is {most}")
    data = op.expand_dims(op.concatenate([op.expand_dims(scores, 1), boxes], 1), 0)
    valid = op.vision.get_valid_counts(data, _below(least), -1, 0).astuple()
    found = op.vision.non_max_suppression(
        TupleGetItem(valid, 1), TupleGetItem(valid, 0), TupleGetItem(valid, 2), most,
        _above(overlap), True, -1, 1, 0, -1, True, False).astuple()
    numbers = op.squeeze(TupleGetItem(found, 0), [0])
    total = op.reshape(TupleGetItem(found, 1), [1])
    numbers = _fit(numbers, count, most)
    numbers = op.reshape(_mask(op.reshape(numbers, [1, most]), total, 2), [most])
    if not has_scores:
        return [numbers, op.reshape(total, [])]
    chosen = op.reshape(_mask(op.reshape(op.take(scores, numbers, 0), [1, most]), total, 2), [most])
    return [numbers, chosen, op.reshape(total, [])]


def _fit(numbers: Expr, count: int, most: int) -> Expr:
    """Return a vector of `most` elements."""
    if most <= count:
        return slice_axes(numbers, [0], [most], [0])
    return op.nn.pad(numbers, [[0, most - count]], 0)


def _decode_boxes(encoded: Expr, anchors: Expr, options: dict[str, Any]) -> Expr:
    """Return the corners of boxes: y and x of the first and of the second one."""
    def column(data: Expr, i: int) -> Expr:
        return op.strided_slice(data, [i], [i + 1], [1], [-1])

    corners: dict[str, Expr] = {}
    for i, (place, size, own, other) in enumerate((("y", "h", "y_scale", "h_scale"),
                                                   ("x", "w", "x_scale", "w_scale"))):
        anchor_size = column(anchors, i + 2)
        center = op.divide(column(encoded, i), scalar(options[own], "float32"))
        center = op.add(op.multiply(center, anchor_size), column(anchors, i))
        half = op.exp(op.divide(column(encoded, i + 2), scalar(options[other], "float32")))
        half = op.multiply(op.multiply(scalar(0.5, "float32"), half), anchor_size)
        corners[place], corners[size] = op.subtract(center, half), op.add(center, half)
    return op.concatenate([corners[name] for name in ("y", "x", "h", "w")], -1)


def _read_detection(node: Node) -> dict[str, Any]:
    try:
        options = decode_map(node.custom_options())
    except ValueError as error:
        node.fail(str(error))
    names = ("max_detections", "num_classes", "nms_score_threshold", "nms_iou_threshold",
             "y_scale", "x_scale", "h_scale", "w_scale")
    for name in names:
        if not isinstance(options.get(name), (int, float)):
            node.fail(f"expected a number as option {name}, but found {options.get(name)!r}")
    if options.get("max_classes_per_detection", 1) != 1 and not options.get("use_regular_nms"):
        node.fail("more than one class of a box is not supported")
    return options


@converter("TFLite_Detection_PostProcess", quantized="float")
def convert_detection(node: Node) -> list[Expr]:
    """Return boxes that do not overlap better ones, their classes and scores, and how many there
    are. Zeros follow them."""
    options = _read_detection(node)
    encoded, scores, anchors = (node.input(i) for i in range(3))
    shape = require_shape(node, scores, "the scores")
    classes = options["num_classes"]
    if len(shape) != 3 or not 0 <= shape[2] - classes <= 1 or shape[0] != 1:
        node.fail(f"scores of the shape {shape} are not those of one image and {classes} classes")
    boxes = _decode_boxes(slice_axes(encoded, [0], [4], [2]), op.expand_dims(anchors, 0), options)
    # The first class may be the background.
    scores = slice_axes(scores, [shape[2] - classes], [shape[2]], [2])
    if options.get("use_regular_nms"):
        return _detect_by_class(options, boxes, scores)
    return _detect(options, boxes, scores, shape[1])


def _detect_by_class(options: dict[str, Any], boxes: Expr, scores: Expr) -> list[Expr]:
    found = op.vision.regular_non_max_suppression(
        boxes, scores, options.get("detections_per_class", 100), options["max_detections"],
        options["num_classes"], options["nms_iou_threshold"],
        options["nms_score_threshold"]).astuple()
    return [TupleGetItem(found, i) for i in range(4)]


def _detect(options: dict[str, Any], boxes: Expr, scores: Expr, count: int) -> list[Expr]:
    """Return the boxes that remain if each has its best class only."""
    most = options["max_detections"]
    best = op.cast(op.expand_dims(op.argmax(scores, 2), 2), "float32")
    data = op.concatenate([best, op.max(scores, [2], True), boxes], 2)
    valid = op.vision.get_valid_counts(data, _below(options["nms_score_threshold"]), 0,
                                       1).astuple()
    kept = op.vision.non_max_suppression(
        TupleGetItem(valid, 1), TupleGetItem(valid, 0), TupleGetItem(valid, 2), most,
        _above(options["nms_iou_threshold"]), True, -1, 2, 1, 0, False, True)
    if most > count:
        kept = op.nn.pad(kept, [[0, 0], [0, most - count], [0, 0]], -1)
    kept = slice_axes(kept, [0], [most], [1])
    row_score = slice_axes(kept, [1], [2], [2])
    is_box = op.greater_equal(row_score, scalar(0, "float32"))
    kept = op.where(is_box, kept, const(np.zeros((1, 1, 1), "float32")))
    total = op.sum(op.cast(is_box, "float32"), [1, 2])
    return [slice_axes(kept, [2], [6], [2]),
            op.squeeze(slice_axes(kept, [0], [1], [2]), [2]),
            op.squeeze(slice_axes(kept, [1], [2], [2]), [2]), total]
