"""Normalization."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from .... import op
from ....expr import TupleGetItem
from ..node import Node, Value, cast_float
from ..registry import converter


def _read_axis(node: Node) -> int:
    axis = node.option("axis", -1)
    # Keras 2 keeps a list of one.
    if isinstance(axis, (list, tuple)) and len(axis) == 1:
        axis = axis[0]
    if not isinstance(axis, int):
        node.fail(f"expected one axis, but found {axis!r:.80}")
    return axis


def _widen(node: Node, data: Value) -> Value:
    """Return a tensor in the element type that Keras normalizes in: float32 in place of a smaller
    one."""
    is_small = node.dtype(data.expr) in ("float16", "bfloat16")
    return replace(data, expr=cast_float(data.expr, "float32")) if is_small else data


@converter("BatchNormalization", "BatchNormalizationV1", keeps_mask=True)
def convert_batch_normalization(node: Node) -> Value:
    """Return channels minus their mean, divided by their deviation, of training."""
    data = _widen(node, node.value(0))
    has_scale, has_center = bool(node.option("scale", True)), bool(node.option("center", True))
    count = has_scale + has_center
    mean, variance = node.array(count, "mean", 1), node.array(count + 1, "variance", 1)
    gamma = node.array(0, "gamma", 1) if has_scale else np.ones(mean.shape, mean.dtype)
    beta = node.array(count - 1, "beta", 1) if has_center else np.zeros(mean.shape, mean.dtype)
    axis = node.axis(data, _read_axis(node))
    result = op.nn.batch_norm(
        data.expr, *(node.param(array, node.dtype(data.expr)) for array in (gamma, beta, mean, variance)),
        axis, node.number("epsilon", 1e-3), has_center, has_scale).astuple()
    return Value(cast_float(TupleGetItem(result, 0), node.dtype_of_policy), data.first)


@converter("LayerNormalization", keeps_mask=True)
def convert_layer_normalization(node: Node) -> Value:
    """Return each sample minus its mean, divided by its deviation, along the last axis."""
    data = _widen(node, Value(node.input(0)))
    axis = node.axis(data, _read_axis(node))
    if axis != node.rank(data.expr) - 1:
        node.fail("normalization along another axis than the last one is not supported")
    has_scale, has_center = bool(node.option("scale", True)), bool(node.option("center", True))
    size = node.shape(data.expr)[axis]
    if size is None:
        node.fail("the size of the last dimension must be known")
    gamma = node.array(0, "gamma", 1) if has_scale else np.ones(size, "float32")
    beta = node.array(int(has_scale), "beta", 1) if has_center else np.zeros(size, "float32")
    scale, offset = (node.param(array, node.dtype(data.expr)) for array in (gamma, beta))
    result = op.nn.layer_norm(data.expr, scale, offset, axis, node.number("epsilon", 1e-3), has_center,
                              has_scale)
    return Value(cast_float(result, node.dtype_of_policy))
