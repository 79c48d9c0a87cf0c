"""Reductions along axes."""

from __future__ import annotations

import math
from collections.abc import Callable

from .... import op
from ....expr import Expr
from ...building import require_shape
from ..node import Node
from ..quantization import find_target, finish, require_quantization
from ..registry import converter

_REDUCTIONS: dict[str, Callable[..., Expr]] = {
    "REDUCE_ANY": op.any, "REDUCE_ALL": op.all}
_SUMS: dict[str, Callable[..., Expr]] = {"SUM": op.sum, "MEAN": op.mean}
_EXTREMA: dict[str, Callable[..., Expr]] = {"REDUCE_MAX": op.max, "REDUCE_MIN": op.min}


def _reduce(node: Node, function: Callable[..., Expr]) -> Expr:
    data = node.input(0)
    rank = node.rank(data)
    axes = sorted({node.axis(axis, rank) for axis in node.integers(1, "the axes")})
    if not axes:
        return data
    return function(data, axes, bool(node.option("keep_dims", False)))


@converter(*_REDUCTIONS)
def convert_reduction(node: Node) -> Expr:
    """Return the reduction along some axes."""
    return _reduce(node, _REDUCTIONS[node.op_type])


@converter("REDUCE_PROD", quantized="float")
def convert_product(node: Node) -> Expr:
    """Return the product along some axes."""
    return _reduce(node, op.prod)


@converter(*_SUMS, quantized="qnn")
def convert_sum(node: Node) -> Expr:
    """Return the sum or the average along some axes."""
    if find_target(node) is None:
        return _reduce(node, _SUMS[node.op_type])
    source = require_quantization(node, 0)
    sizes = require_shape(node, node.input(0), "the input of a sum of quantized tensors")
    axes = {node.axis(axis, len(sizes)) for axis in node.integers(1, "the axes")}
    count = math.prod(sizes[axis] for axis in axes)
    # The sum has the zero points of all its elements; the average only has another scale.
    sums = _reduce(node, lambda data, *args: op.sum(op.cast(data, "int32"), *args))
    scale = source.scale / count if node.op_type == "MEAN" and count else source.scale
    return finish(node, sums, scale, count * int(source.zero_point[0]))


@converter(*_EXTREMA, quantized="moved")
def convert_reduce_extremum(node: Node) -> Expr:
    """Return the largest or the smallest elements along some axes."""
    return _reduce(node, _EXTREMA[node.op_type])


@converter("ARG_MAX", "ARG_MIN", quantized="own")
def convert_arg_extremum(node: Node) -> Expr:
    """Return where the largest or the smallest elements along an axis are."""
    data = node.input(0)
    axis = node.axis(node.number(1, "the axis"), node.rank(data))
    result = (op.argmax if node.op_type == "ARG_MAX" else op.argmin)(data, axis)
    return op.cast(result, node.output_dtype)


@converter("CUMSUM")
def convert_cumsum(node: Node) -> Expr:
    """Return sums of all elements up to each."""
    data = node.input(0)
    axis = node.axis(node.number(1, "the axis"), node.rank(data))
    reverse = bool(node.option("reverse", False))
    if reverse:
        data = op.reverse(data, axis)
    result = op.cumsum(data, axis, node.dtype(data), bool(node.option("exclusive", False)))
    return op.reverse(result, axis) if reverse else result
