"""Operators of object detection."""

from ... import _missing
from ..expr import TupleWrapper
from ._arguments import as_expr, complete_docstrings
from ._generated import FUNCTIONS as _RAW
from ._make import Maker as _Maker

globals().update({name[7:]: function for name, function in _RAW.items()
                  if name.startswith("vision.")})


def multibox_transform_loc(cls_prob, loc_pred, anchor, clip=True, threshold=0.01,
                           variances=(0.1, 0.1, 0.2, 0.2), keep_background=False) -> TupleWrapper:
    return TupleWrapper(_RAW["vision.multibox_transform_loc"](
        cls_prob, loc_pred, anchor, clip, threshold, variances, keep_background), 2)


def get_valid_counts(data, score_threshold, id_index=0, score_index=1) -> TupleWrapper:
    return TupleWrapper(_RAW["vision.get_valid_counts"](
        data, as_expr(score_threshold, "float32"), id_index, score_index), 3)


def non_max_suppression(data, valid_count, indices, max_output_size=-1, iou_threshold=0.5,
                        force_suppress=False, top_k=-1, coord_start=2, score_index=1, id_index=0,
                        return_indices=True, invalid_to_bottom=False):
    result = _RAW["vision.non_max_suppression"](
        data, valid_count, indices, as_expr(max_output_size, "int32"),
        as_expr(iou_threshold, "float32"), force_suppress, top_k, coord_start, score_index,
        id_index, return_indices, invalid_to_bottom)
    return TupleWrapper(result, 2) if return_indices else result


def all_class_non_max_suppression(boxes, scores, max_output_boxes_per_class=-1, iou_threshold=-1.0,
                                  score_threshold=-1.0, output_format="onnx") -> TupleWrapper:
    result = _RAW["vision.all_class_non_max_suppression"](
        boxes, scores, as_expr(max_output_boxes_per_class, "int32"),
        as_expr(iou_threshold, "float32"), as_expr(score_threshold, "float32"), output_format)
    return TupleWrapper(result, 2 if output_format == "onnx" else 3)


def regular_non_max_suppression(boxes, scores, max_detections_per_class, max_detections,
                                num_classes, iou_threshold, score_threshold) -> TupleWrapper:
    return TupleWrapper(_RAW["vision.regular_non_max_suppression"](
        boxes, scores, max_detections_per_class, max_detections, num_classes, iou_threshold,
        score_threshold), 4)


def _document(function, *numbers):
    """Gives a function the docstring of its operator; `numbers` are parameters that are made
    expressions of numbers."""
    text = _RAW[f"vision.{function.__name__}"].__doc__
    for name in numbers:
        text = text.replace(f"{name} : relay.Expr", f"{name} : number or relay.Expr")
    function.__doc__ = text


_document(multibox_transform_loc)
_document(get_valid_counts, "score_threshold")
_document(non_max_suppression, "max_output_size", "iou_threshold")
_document(all_class_non_max_suppression, "max_output_boxes_per_class", "iou_threshold",
          "score_threshold")
_document(regular_non_max_suppression)

complete_docstrings(globals(), "vision.")

# In TVM it is a package, whose modules have the functions.
__path__ = []
_make = _Maker("tvm.relay.op.vision", "vision.")
__getattr__ = _missing.make_getattr("tvm.relay.vision")
