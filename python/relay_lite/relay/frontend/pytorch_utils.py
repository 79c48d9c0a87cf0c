"""Rewrites of imported detectors of torchvision, with TVM's names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from ... import _ext, _missing
from ...error import ArgumentError
from .. import op
from ..dataflow_pattern import (DFPatternCallback, is_constant, is_if, is_op, is_tuple, is_tuple_get_item,
                                rewrite, wildcard)
from ..expr import Call, Constant, Expr, If, const
from . import common

__all__ = ["MulticlassNMSRewrite", "PostNMSTopKRewrite", "ScatterRewrite", "batched_nms_pattern",
           "dyn_strided_slice_pattern", "getattr_attr_name", "is_version_greater_than",
           "rewrite_batched_nms_with_max_out_size", "rewrite_nms_to_batched_nms",
           "rewrite_scatter_to_gather", "scatter_roi_align_result_pattern",
           "topk_after_batch_nms_pattern"]


def is_version_greater_than(ver: str) -> bool:
    """Return whether the installed PyTorch is newer than a version such as "1.5.0"."""
    from .pytorch.importer import import_torch

    return _read_version(import_torch().__version__) > _read_version(ver)


def _read_version(text: str) -> tuple[int, ...]:
    found = re.match(r"\d+(\.\d+)*", text)
    if found is None:
        raise ArgumentError(f"expected a version such as \"1.5.0\", but got {text!r}")
    numbers = [int(part) for part in found[0].split(".")]
    return tuple(numbers + [0] * (3 - len(numbers)))


def getattr_attr_name(node: Any) -> str:
    """Return the name of the attribute that a node prim::GetAttr reads."""
    names = node.attributeNames()
    if len(names) != 1:
        raise ArgumentError(f"expected a node with one attribute, but got {len(names)}")
    return str(node.s(names[0]))


# Non-maximum suppression


def dyn_strided_slice_pattern(inp: Any, end: Any) -> Any:
    """Return the pattern of the first elements of a tensor, as many as the program computes."""
    size = is_op("cast_like")(is_op("shape_of")(inp), is_constant())
    zero = is_op("cast_like")(is_constant(), is_constant())
    begin = is_op("where")(is_op("less")(is_constant(), zero), is_op("add")(is_constant(), size),
                           is_constant())
    return is_op("dyn.strided_slice")(inp, begin | is_constant(), end, is_constant())


def batched_nms_pattern(boxes: Any, scores: Any, idxs: Any, iou_threshold: Any, num_boxes: Any,
                        indices: Any, order: Any = None) -> Any:
    """Return the pattern of torchvision's batched_nms: the boxes of each class are moved away from
    those of others, before one suppression of all.

    Parameters
    ----------
    boxes, scores, idxs, iou_threshold, num_boxes, indices : relay.dataflow_pattern.DFPattern
        The patterns of the operands.
    order : relay.dataflow_pattern.DFPattern, optional
        The pattern of the places by which boxes were sorted before.
    """
    farthest = is_op("add")(is_op("max")(boxes), is_constant())
    offsets = is_op("multiply")(is_op("cast")(idxs), farthest)
    moved = is_op("add")(boxes, is_op("expand_dims")(offsets))
    taken = is_op("take")(moved, wildcard() if order is None else order)
    rows = moved | taken | is_op("cast")(taken)
    table = is_op("concatenate")(is_tuple([is_op("expand_dims")(scores), rows]))
    return is_op("vision.non_max_suppression")(
        is_op("expand_dims")(table), num_boxes, indices, is_constant(), iou_threshold)


def topk_after_batch_nms_pattern(cond: Any, true_branch: Any, data: Any, valid_count: Any, indices: Any,
                                 iou_threshold: Any, order: Any = None) -> Any:
    """Return the pattern of a slice of the boxes that a suppression keeps. A branch may give the
    result of a program without boxes.

    Parameters
    ----------
    cond, true_branch, data, valid_count, indices, iou_threshold : relay.dataflow_pattern.DFPattern
        The patterns of the operands.
    order : relay.dataflow_pattern.DFPattern, optional
        The pattern of the places by which boxes were sorted before.
    """
    found = is_op("vision.non_max_suppression")(data, valid_count, indices, is_constant(),
                                                iou_threshold)
    count = is_tuple_get_item(found, 1)
    size = is_op("squeeze")(count) | is_op("reshape")(is_op("cast")(count))
    rows = dyn_strided_slice_pattern(is_op("squeeze")(is_tuple_get_item(found, 0)), size)
    cast = is_op("cast")(rows)
    kept = cast | is_op("take")(wildcard() if order is None else order, cast)
    return is_op("strided_slice")(is_if(cond, true_branch, kept) | kept)


class MulticlassNMSRewrite(DFPatternCallback):
    """Rewrites a suppression of boxes that are moved by their classes to one that knows classes."""

    def __init__(self) -> None:
        super().__init__()
        self.boxes, self.scores, self.idxs = wildcard(), wildcard(), wildcard()
        self.iou_threshold, self.num_boxes, self.indices = wildcard(), wildcard(), wildcard()
        self.order = wildcard()
        self.pattern = batched_nms_pattern(self.boxes, self.scores, self.idxs, self.iou_threshold,
                                           self.num_boxes, self.indices, self.order)

    # nms(boxes + class * (max(boxes) + 1)) = nms(boxes, class)
    def callback(self, pre: Any, post: Any, node_map: Any) -> Any:
        boxes, scores, classes = (node_map[part][0] for part in (self.boxes, self.scores, self.idxs))
        if self.order in node_map:
            order = node_map[self.order][0]
            boxes, classes = op.take(boxes, order, 0), op.take(classes, order, 0)
        table = op.concatenate([op.expand_dims(op.cast(classes, "float32"), 1),
                                op.expand_dims(scores, 1), op.cast(boxes, "float32")], 1)
        return _suppress(op.expand_dims(table, 0), post.args[1:], post.args[3], 0)


class PostNMSTopKRewrite(DFPatternCallback):
    """Rewrites a slice of the boxes that a suppression keeps to its limit of results."""

    def __init__(self) -> None:
        super().__init__()
        self.cond, self.true_branch, self.data = wildcard(), wildcard(), wildcard()
        self.valid_count, self.indices, self.iou_threshold = wildcard(), wildcard(), wildcard()
        self.order = wildcard()
        self.pattern = topk_after_batch_nms_pattern(
            self.cond, self.true_branch, self.data, self.valid_count, self.indices, self.iou_threshold,
            self.order)

    # nms(data, max=-1)[:k] = nms(data, max=k)
    def callback(self, pre: Any, post: Any, node_map: Any) -> Any:
        most = _read_limit(post.attrs)
        source = post.args[0]
        kept = source.false_branch if isinstance(source, If) else source
        old = kept
        while not (isinstance(old, Call) and getattr(old.op, "name", "") ==
                   "vision.non_max_suppression"):
            # The suppression is below a cast, a slice, a squeeze and a tuple's element.
            old = (old.args[-1] if old.op.name == "take" else old.args[0]) if isinstance(old, Call) \
                else old.tuple_value
        if most is None or int(old.args[3].data.numpy()) != -1:
            return post
        new = _suppress(old.args[0], old.args[1:], const(most, "int32"), old.attrs.id_index)
        count = op.reshape(op.cast(new[1], "int64"), (1,))
        rows = op.strided_slice(op.squeeze(new[0], [0]), _vector(0), count, _vector(1))
        result = op.cast(rows, "int64")
        if self.order in node_map:
            result = op.take(node_map[self.order][0], result, 0)
        if isinstance(source, If):
            return If(source.cond, op.strided_slice(source.true_branch, [0], [most]), result)
        return result


def _vector(value: int) -> Constant:
    import numpy as np

    return const(np.array([value], "int64"))


def _read_limit(attrs: Any) -> int | None:
    """Return the end of a slice of the first elements; None for other slices."""
    begin, end, strides = ([int(value) for value in values or ()] for values in (
        attrs.begin, attrs.end, attrs.strides))
    if begin != [0] or len(end) != 1 or strides not in ([], [1]) or str(attrs.slice_mode) != "end":
        return None
    return end[0] if 0 < end[0] < 1 << 31 else None


def _suppress(data: Expr, others: Sequence[Expr], most: Expr, id_index: int) -> Any:
    """Return a suppression; the columns of its data are the class, if there is one, the score and the
    box."""
    first = 0 if id_index < 0 else 1
    return op.vision.non_max_suppression(
        data, others[0], others[1], most, others[3], force_suppress=id_index < 0, top_k=-1,
        coord_start=first + 1, score_index=first, id_index=id_index, return_indices=True,
        invalid_to_bottom=False)


# Regions of several scales


def scatter_roi_align_result_pattern(levels: Any, roi_align_results: Sequence[Any],
                                     num_scales: int) -> Any:
    """Return the pattern of torchvision's MultiScaleRoIAlign: the regions of each scale are scattered
    to the places where their level is."""
    merged: Any = wildcard()
    for i in range(num_scales):
        places = is_op("split")(is_op("argwhere")(is_op("equal")(levels, is_constant())))
        index = is_op("squeeze")(is_tuple_get_item(places, 0))
        index = is_op("reshape")(is_tuple_get_item(is_tuple([index]), 0) | index)
        for _ in range(3):
            index = is_op("repeat")(index)
        merged = is_op("scatter_elements")(merged, index, roi_align_results[i])
    return is_op("reshape")(merged)


class ScatterRewrite(DFPatternCallback):
    """Rewrites the scattering of regions of several scales to one sorted selection."""

    def __init__(self, num_scales: int) -> None:
        super().__init__()
        self.num_scales = num_scales
        self.levels = wildcard()
        self.roi_align_results = [wildcard() for _ in range(num_scales)]
        self.pattern = scatter_roi_align_result_pattern(self.levels, self.roi_align_results, num_scales)

    # scatter(scatter(x, where(l == 0), a), where(l == 1), b)
    #   = take(concat(a, b), argsort(concat(where(l == 0), where(l == 1))))
    def callback(self, pre: Any, post: Any, node_map: Any) -> Any:
        levels = node_map[self.levels][0]
        dtype = common.infer_type(levels).checked_type.dtype
        places = [op.squeeze(op.argwhere(op.equal(levels, const(i, dtype))), [1])
                  for i in range(self.num_scales)]
        order = op.argsort(op.concatenate(places, 0), dtype="int64")
        regions = op.concatenate([node_map[part][0] for part in self.roi_align_results], 0)
        return op.reshape(op.take(regions, order, 0), post.attrs.newshape)


def _rewrite_main(callback: DFPatternCallback, mod: _ext.IRModule) -> _ext.IRModule:
    mod["main"] = rewrite(callback, mod["main"])
    return mod


def rewrite_nms_to_batched_nms(mod: _ext.IRModule) -> _ext.IRModule:
    """Rewrite suppressions of boxes that are moved by their classes, so that boxes of different
    classes are not compared. `main` of the module changes; the module is returned."""
    return _rewrite_main(MulticlassNMSRewrite(), mod)


def rewrite_batched_nms_with_max_out_size(mod: _ext.IRModule) -> _ext.IRModule:
    """Rewrite slices of the boxes that suppressions keep, so that the suppressions end early. `main`
    of the module changes; the module is returned."""
    return _rewrite_main(PostNMSTopKRewrite(), mod)


def rewrite_scatter_to_gather(mod: _ext.IRModule, num_scales: int) -> _ext.IRModule:
    """Rewrite the scattering of regions of `num_scales` scales to one selection. `main` of the module
    changes; the module is returned."""
    return _rewrite_main(ScatterRewrite(num_scales), mod)


__getattr__ = _missing.make_getattr("tvm.relay.frontend.pytorch_utils")
