"""Convolutions."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from .... import op
from ....expr import Expr, const
from ...building import (as_scalar, as_vector, elements_of, filled, numbers_below, over, plus,
                         product, require_shape, reshape, scalar, sizes_of, slice_axes, times, vector)
from ..node import Node
from ..registry import converter
from .window import LAYOUTS, Window

_CONV: dict[int, Callable[..., Expr]] = {1: op.nn.conv1d, 2: op.nn.conv2d, 3: op.nn.conv3d}
_CONV_TRANSPOSE: dict[int, Callable[..., Expr]] = {
    1: op.nn.conv1d_transpose, 2: op.nn.conv2d_transpose, 3: op.nn.conv3d_transpose}


def read_kernel(node: Node, weight: Expr) -> list[int]:
    """Return the spatial sizes of a weight; those of an attribute must be the same."""
    sizes = node.shape(weight)[2:]
    kernel = node.attribute("kernel_shape", None) if node.has_attribute("kernel_shape") else sizes
    if None in kernel:
        node.fail("the sizes of the weight must be known, or kernel_shape must be given")
    if len(kernel) != len(sizes) or any(size not in (None, own)
                                        for size, own in zip(sizes, kernel)):
        node.fail(f"kernel_shape is {list(kernel)}, but the weight has sizes {sizes}")
    return list(kernel)


def convolve(node: Node, data: Expr, weight: Expr, function: Callable[..., Expr] | None = None) -> Expr:
    """Return the convolution of data and a weight, with the attributes of a node. `function` takes the
    parameters of a convolution by name."""
    if node.rank(data) != node.rank(weight) or node.rank(data) < 3:
        node.fail("expected data and weight of one rank of at least 3, but got ranks "
                  f"{node.rank(data)} and {node.rank(weight)}")
    window = Window(node, read_kernel(node, weight))
    data = window.pad_same(node, data, 0)
    layouts = LAYOUTS[window.rank]
    pads = window.pads
    if min(pads) < 0:
        rank = window.rank
        data = op.nn.pad(data, [[0, 0], [0, 0], *([pads[i], pads[i + rank]]
                                                  for i in range(rank))], 0)
        pads = [0] * (2 * rank)
    return (function or _CONV[window.rank])(
        data, weight, strides=window.strides, padding=pads, dilation=window.dilations,
        groups=node.attribute("group", 1), channels=node.shape(weight)[0],
        kernel_size=window.kernel, data_layout=layouts[0], kernel_layout=layouts[1])


def add_bias(data: Expr, bias: Expr | None) -> Expr:
    """Return the channels with a bias each."""
    return data if bias is None else op.nn.bias_add(data, bias)


@converter("Conv", since=1)
def convert_conv(node: Node) -> Expr:
    """Return a convolution."""
    return add_bias(convolve(node, node.input(0), node.input(1)), node.optional_input(2))


@converter("ConvTranspose", since=1)
def convert_conv_transpose(node: Node) -> Expr:
    """Return a transposed convolution."""
    data, weight = node.input(0), node.input(1)
    if node.rank(data) != node.rank(weight) or node.rank(data) < 3:
        node.fail("expected data and weight of one rank of at least 3, but got ranks "
                  f"{node.rank(data)} and {node.rank(weight)}")
    window = Window(node, read_kernel(node, weight))
    extra = list(node.attribute("output_padding", [0] * window.rank))
    groups = node.attribute("group", 1)
    _place_output(node, window, data, extra)
    beyond = [0] * window.rank
    for i, stride in enumerate(window.strides):
        # Relay asks for less output padding than a stride.
        if extra[i] >= max(stride, window.dilations[i]):
            # Padding takes elements away that output padding gives back; behind these are zeros.
            back = min(extra[i], window.pads[i + window.rank])
            window.pads[i + window.rank] -= back
            beyond[i], extra[i] = extra[i] - back, 0
    layouts = LAYOUTS[window.rank]
    channels = node.shape(weight)[1]
    result = _CONV_TRANSPOSE[window.rank](
        data, weight, window.strides, window.pads, window.dilations, groups,
        None if channels is None else channels * groups, window.kernel, layouts[0], layouts[2], "",
        extra)
    if any(beyond):
        result = op.nn.pad(result, [[0, 0], [0, 0], *([0, width] for width in beyond)], 0)
    return add_bias(result, node.optional_input(2))


def _place_output(node: Node, window: Window, data: Expr, extra: list[int]) -> None:
    """Set the padding that output_shape, SAME_UPPER or SAME_LOWER ask for."""
    wanted = node.attribute("output_shape", []) or None
    if wanted is None and not window.is_same():
        return
    sizes = [] if wanted is None else \
        require_shape(node, data, "the input of a ConvTranspose with output_shape")[2:]
    for i in range(window.rank):
        total = window.span(i) + extra[i] - window.strides[i]
        if wanted is not None:
            total += sizes[i] * window.strides[i] - wanted[i - window.rank]
        if total < 0:
            extra[i] -= total
            total = 0
        large = total - total // 2
        begin = total // 2 if window.auto_pad == "SAME_UPPER" else large
        window.pads[i], window.pads[i + window.rank] = begin, total - begin


@converter("DeformConv", since=19)
def convert_deform_conv(node: Node) -> Expr:
    """Return a convolution at displaced positions."""
    window = Window(node, read_kernel(node, node.input(1)))
    if window.rank != 2:
        node.fail(f"expected 2 spatial dimensions, but found {window.rank}")
    result = _convolve_samples(node, window, node.attribute("offset_group", 1),
                               node.attribute("group", 1))
    return add_bias(result, node.optional_input(3))


def _convolve_samples(node: Node, window: Window, parts: int, groups: int) -> Expr:
    """Return the product of the weight and all displaced elements, each times its mask. A grid
    sample of all elements of all windows gives these: nn.deformable_conv2d has no mask, and other
    elements at the edge of images."""
    data, weight, offset = node.input(0), node.input(1), node.input(2)
    mask = node.optional_input(4)
    batch, channels, _, _ = require_shape(node, data, "the input of a DeformConv")
    outputs, _, *kernel = require_shape(node, weight, "the weight of a DeformConv")
    _, _, *out = require_shape(node, offset, "the offsets of a DeformConv")
    count = kernel[0] * kernel[1]
    samples = _sample_windows(node, window, parts)
    if mask is not None:
        factors = op.reshape(mask, (batch * parts, 1, count * out[0], out[1]))
        samples = op.multiply(samples, factors)
    samples = op.reshape(samples, (batch, channels, count, out[0] * out[1]))
    per_group = channels // groups * count
    samples = op.reshape(samples, (batch * groups, per_group, out[0] * out[1]))
    matrix = op.tile(op.reshape(weight, (groups, outputs // groups, per_group)), (batch, 1, 1))
    result = op.nn.batch_matmul(matrix, samples, transpose_b=False)
    return op.reshape(result, (batch, outputs, out[0], out[1]))


def _sample_windows(node: Node, window: Window, parts: int) -> Expr:
    data, offset = node.input(0), node.input(2)
    batch, channels, *sizes = require_shape(node, data, "the input of a DeformConv")
    out = require_shape(node, offset, "the offsets of a DeformConv")[2:]
    kernel, dtype = window.kernel, node.dtype(data)
    count = kernel[0] * kernel[1]
    offset = op.reshape(offset, (batch * parts, count, 2, out[0], out[1]))
    grid = []
    for i in (1, 0):
        place = np.arange(out[i]) * window.strides[i] - window.pads[i]
        inner = np.arange(kernel[i]) * window.dilations[i]
        shape = [1, 1, 1, 1]
        shape[i], shape[i + 2] = kernel[i], out[i]
        start = (inner[:, None] + place[None]).reshape(shape)
        start = np.broadcast_to(start, (*kernel, *out)).reshape(1, count, *out)
        moved = op.add(op.squeeze(op.strided_slice(offset, [i], [i + 1], axes=[2]), [2]),
                       const(start.astype(dtype), dtype))
        # Positions in [-1, 1] from the middle of the first to that of the last pixel.
        scale = np.array(2 / max(1, sizes[i] - 1), dtype)
        grid.append(op.subtract(op.multiply(moved, const(scale, dtype)),
                                const(np.array(1, dtype), dtype)))
    grid_of_all = op.reshape(op.stack(grid, 1), (batch * parts, 2, count * out[0], out[1]))
    source = op.reshape(data, (batch * parts, channels // parts, sizes[0], sizes[1]))
    return op.image.grid_sample(source, grid_of_all, "bilinear", "NCHW", "zeros", True)


@converter("Col2Im", since=18)
def convert_col2im(node: Node) -> Expr:
    """Return images of columns of blocks, of which those that overlap are added."""
    data = node.input(0)
    image, block = (elements_of(node, node.input(i)) for i in (1, 2))
    rank = len(image)
    pads = node.attribute("pads", [0] * (2 * rank))
    strides = node.attribute("strides", [1] * rank)
    dilations = node.attribute("dilations", [1] * rank)
    if not len(block) == len(strides) == len(dilations) == len(pads) // 2 == rank:
        node.fail(f"block_shape, strides, dilations and pads do not fit images of rank {rank}")
    padded = [plus(size, pads[i] + pads[i + rank]) for i, size in enumerate(image)]
    index: Expr | None = None
    for i in range(rank):
        span = plus(times(plus(block[i], -1), dilations[i]), 1)
        count = plus(over(plus(padded[i], times(span, -1)), strides[i]), 1)
        inner = op.multiply(numbers_below(block[i]), scalar(dilations[i], "int64"))
        outer = op.multiply(numbers_below(count), scalar(strides[i], "int64"))
        # (block..., count...): both of this dimension vary.
        place = op.add(op.expand_dims(inner, 1, 2 * rank - i - 1),
                       op.expand_dims(outer, 1, rank - i - 1) if i < rank - 1 else outer)
        index = place if index is None else \
            op.add(op.multiply(index, as_scalar(padded[i])), place)
    result = _add_blocks(node, data, op.reshape(index, (-1,)), padded, product(block))
    return _crop(result, pads, image) if any(pads) else result


def _add_blocks(node: Node, data: Expr, index: Expr, padded: list[int | Expr],
                block: int | Expr) -> Expr:
    """Return images, to which each column is added at the places of its elements."""
    batch, rows, _ = sizes_of(node, data)
    channels = over(rows, block)
    blocks = reshape(data, [batch, channels, -1])
    zeros = filled(0, [batch, channels, product(padded)], node.dtype(data))
    index = op.broadcast_to(index, op.shape_of(blocks, "int64"))
    result = op.scatter_elements(zeros, index, blocks, 2, "add")
    return reshape(result, [batch, channels, *padded])


def _crop(data: Expr, pads: list[int], image: list[int | Expr]) -> Expr:
    rank = len(image)
    ends = [plus(size, pads[i]) for i, size in enumerate(image)]
    known = [end for end in ends if not isinstance(end, Expr)]
    if len(known) == rank:
        return slice_axes(data, pads[:rank], known, range(2, 2 + rank))
    shape = op.shape_of(data, "int64")
    end = op.concatenate([op.strided_slice(shape, [0], [2]), as_vector(ends)], 0)
    return op.strided_slice(data, vector([0, 0, *pads[:rank]]), end, vector([1] * (2 + rank)))
