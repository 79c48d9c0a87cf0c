"""Pooling."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from .... import op
from ....expr import Expr, const
from ...building import (as_scalar, as_vector, cast, is_float, keep_known, plus, require_shape, scalar,
                        size_of, sizes_of, slice_axes, times, vector)
from ..node import Node
from ..registry import converter
from .window import LAYOUTS, Window

_AVERAGE: dict[int, Callable[..., Expr]] = {1: op.nn.avg_pool1d, 2: op.nn.avg_pool2d,
                                            3: op.nn.avg_pool3d}
_MAXIMUM: dict[int, Callable[..., Expr]] = {1: op.nn.max_pool1d, 2: op.nn.max_pool2d,
                                            3: op.nn.max_pool3d}


def _read_window(node: Node) -> Window:
    kernel = node.attribute("kernel_shape")
    if len(kernel) != node.rank(node.input(0)) - 2:
        node.fail(f"kernel_shape has {len(kernel)} sizes, but the input has rank "
                  f"{node.rank(node.input(0))}")
    return Window(node, kernel)


def _count_windows(window: Window, i: int, size: int, ceil: bool) -> int:
    """Return how many windows there are along a dimension. One that would begin in the padding
    behind the input does not count."""
    room = size + window.pads[i] + window.pads[i + window.rank] - window.span(i)
    count = (-(-room // window.strides[i]) if ceil else room // window.strides[i]) + 1
    if ceil and (count - 1) * window.strides[i] >= size + window.pads[i]:
        count -= 1
    return count


def _keep_windows(node: Node, window: Window, data: Expr, pooled: Expr, ceil: bool) -> Expr:
    """Return the pooled data without windows that ONNX leaves out."""
    if not ceil:
        return pooled
    sizes, counts = node.shape(data)[2:], sizes_of(node, pooled)
    for i, size in enumerate(sizes):
        found = counts[i + 2]
        if size is None and window.strides[i] > 1:
            # The last window may begin behind the data.
            start = times(plus(found, -1), window.strides[i])
            end = plus(size_of(node, data, i + 2), window.pads[i])
            is_outside = op.greater_equal(as_scalar(start), as_scalar(end))
            counts[i + 2] = op.subtract(as_scalar(found), op.cast(is_outside, "int64"))
        elif size is not None and not isinstance(found, Expr):
            counts[i + 2] = min(found, _count_windows(window, i, size, ceil))
    if any(isinstance(count, Expr) for count in counts[2:]):
        end = as_vector(counts)
        return keep_known(op.strided_slice(pooled, op.zeros_like(end), end, op.ones_like(end)), counts)
    axes = [i for i, size in enumerate(node.shape(pooled)) if i > 1 and counts[i] != size]
    return slice_axes(pooled, [0] * len(axes), [counts[i] for i in axes], axes) if axes else pooled


@converter("AveragePool", since=1)
def convert_average_pool(node: Node) -> Expr:
    """Return the average of each window."""
    data, window = node.input(0), _read_window(node)
    include = bool(node.attribute("count_include_pad", 0))
    ceil = bool(node.attribute("ceil_mode", 0))
    padded = window.pad_same(node, data, 0)
    if padded is not data and not include:
        node.fail("SAME padding without count_include_pad needs known sizes")
    pooled = _AVERAGE[window.rank](padded, window.kernel, window.strides, window.dilations,
                                   window.pads, LAYOUTS[window.rank][0], "", ceil, include)
    return _keep_windows(node, window, padded, pooled, ceil)


def _lowest(dtype: str) -> float:
    return -math.inf if is_float(dtype) else int(np.iinfo(dtype).min)


@converter("MaxPool", since=1)
def convert_max_pool(node: Node) -> Expr | list[Expr | None]:
    """Return the maximum of each window, and where it is."""
    data, window = node.input(0), _read_window(node)
    ceil = bool(node.attribute("ceil_mode", 0))
    padded = window.pad_same(node, data, _lowest(node.dtype(data)))
    pooled = _MAXIMUM[window.rank](padded, window.kernel, window.strides, window.dilations,
                                   window.pads, LAYOUTS[window.rank][0], "", ceil)
    pooled = _keep_windows(node, window, padded, pooled, ceil)
    if not node.output_is_used(1):
        return pooled
    require_shape(node, data, "the input of a MaxPool with Indices")
    return [pooled, _find_maxima(node, window, data)]


def _find_maxima(node: Node, window: Window, data: Expr) -> Expr:
    """Return where the maxima of windows are: the elements of each window stand in a dimension of
    their own, and so do their positions."""
    batch, channels, *sizes = require_shape(node, data, "the input of a MaxPool with Indices")
    rank, ceil = window.rank, bool(node.attribute("ceil_mode", 0))
    counts = [_count_windows(window, i, size, ceil) for i, size in enumerate(sizes)]
    after = [max(0, (counts[i] - 1) * window.strides[i] + window.span(i) - sizes[i]
                 - window.pads[i]) for i in range(rank)]
    padded = op.nn.pad(data, [[0, 0], [0, 0], *([window.pads[i], after[i]] for i in range(rank))],
                       scalar(_lowest(node.dtype(data)), node.dtype(data)))
    index = np.zeros([1] * (2 * rank), "int64")
    column_major = node.attribute("storage_order", 0)
    for i in (reversed(range(rank)) if column_major else range(rank)):
        place = np.arange(counts[i])[:, None] * window.strides[i] + \
            np.arange(window.kernel[i])[None] * window.dilations[i]
        padded = op.take(padded, vector(place.reshape(-1)), i + 2)
        shape = [1] * (2 * rank)
        shape[i], shape[i + rank] = counts[i], window.kernel[i]
        index = index * sizes[i] + (place - window.pads[i]).reshape(shape)
    parts = [size for i in range(rank) for size in (counts[i], window.kernel[i])]
    windows = op.reshape(padded, (batch, channels, *parts))
    windows = op.transpose(windows, [0, 1, *range(2, 2 + 2 * rank, 2),
                                     *range(3, 3 + 2 * rank, 2)])
    windows = op.reshape(windows, (batch, channels, *counts, math.prod(window.kernel)))
    best = op.expand_dims(op.argmax(windows, -1), -1)
    places = np.arange(batch * channels).reshape(batch, channels, *([1] * (rank + 1)))
    places = places * math.prod(sizes) + index.reshape(1, 1, *counts, -1)
    return op.squeeze(op.gather(const(places.astype("int64"), "int64"), -1 % (rank + 3), best),
                      [rank + 2])


@converter("LpPool", since=1)
def convert_lp_pool(node: Node) -> Expr:
    """Return the p-norm of each window: the data are padded so that no window exceeds them."""
    data, window = node.input(0), _read_window(node)
    p = _read_power(node)
    ceil = bool(node.attribute("ceil_mode", 0))
    powers = _raise(node, data, p)
    powers = window.pad_same(node, powers, 0)
    sizes = require_shape(node, powers, "the input of a pool with ceil_mode")[2:] if ceil else []
    widths = [[0, 0], [0, 0]]
    for i in range(window.rank):
        after = window.pads[i + window.rank]
        if ceil:
            size = sizes[i]
            count = _count_windows(window, i, size, True)
            after = (count - 1) * window.strides[i] + window.span(i) - size - window.pads[i]
        widths.append([window.pads[i], after])
    if any(before or after for before, after in widths):
        powers = op.nn.pad(powers, widths, 0)
    mean = _AVERAGE[window.rank](powers, window.kernel, window.strides, window.dilations,
                                 [0] * (2 * window.rank), LAYOUTS[window.rank][0], "", False, True)
    total = op.multiply(mean, scalar(math.prod(window.kernel), node.dtype(data)))
    return _root(node, total, p)


def _read_power(node: Node) -> float:
    """Return p: in the first version it may be a fraction."""
    return float(node.attribute("p", 2.0 if node.opset < 2 else 2))


def _raise(node: Node, data: Expr, p: float) -> Expr:
    data = op.abs(data)
    if p == 1:
        return data
    return op.multiply(data, data) if p == 2 else op.power(data, scalar(p, node.dtype(data)))


def _root(node: Node, data: Expr, p: float) -> Expr:
    if p == 1:
        return data
    return op.sqrt(data) if p == 2 else op.power(data, scalar(1 / p, node.dtype(data)))


@converter("GlobalAveragePool", "GlobalMaxPool", since=1)
def convert_global_pool(node: Node) -> Expr:
    """Return the average or the maximum of all elements of a channel."""
    data = node.input(0)
    rank = node.rank(data)
    is_average = node.op_type == "GlobalAveragePool"
    if rank == 4:
        return (op.nn.global_avg_pool2d if is_average else op.nn.global_max_pool2d)(data)
    return (op.mean if is_average else op.max)(data, list(range(2, rank)), True)


@converter("GlobalLpPool", since=1)
def convert_global_lp_pool(node: Node) -> Expr:
    """Return the p-norm of all elements of a channel."""
    data, p = node.input(0), _read_power(node)
    axes = list(range(2, node.rank(data)))
    return _root(node, op.sum(_raise(node, data, p), axes, True), p)


@converter("MaxUnpool", since=9)
def convert_max_unpool(node: Node) -> Expr:
    """Return elements at the positions that a MaxPool has found, 0 elsewhere."""
    data, places, wanted = node.input(0), node.input(1), node.optional_input(2)
    window, shape = _read_window(node), require_shape(node, data, "the input")
    sizes = shape[:2]
    for i, size in enumerate(shape[2:]):
        sizes.append((size - 1) * window.strides[i] - window.pads[i]
                     - window.pads[i + window.rank] + window.kernel[i])
    dtype = node.dtype(data)
    zeros = op.full(scalar(0, dtype), [math.prod(sizes)])
    result = op.scatter_elements(zeros, op.reshape(places, (-1,)), op.reshape(data, (-1,)), 0,
                                 "update")
    result = op.reshape(result, sizes)
    if wanted is None:
        return result
    value = node.constant(wanted)
    if value is not None:
        widths = [[0, int(after - size)] for after, size in zip(value.reshape(-1), sizes)]
        return op.nn.pad(result, widths, 0)
    after = op.subtract(cast(node, wanted, "int64"), vector(sizes))
    return op.nn.pad(result, op.stack([op.zeros_like(after), after], 1), scalar(0, dtype))
