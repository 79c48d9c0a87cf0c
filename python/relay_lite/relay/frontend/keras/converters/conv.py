"""Convolutions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .... import op
from ....expr import Expr
from ..node import Node, Value
from ..registry import converter
from .activations import activate

_CONV: dict[int, Callable[..., Expr]] = {1: op.nn.conv1d, 2: op.nn.conv2d, 3: op.nn.conv3d}
_TRANSPOSED: dict[int, Callable[..., Expr]] = {
    1: op.nn.conv1d_transpose, 2: op.nn.conv2d_transpose, 3: op.nn.conv3d_transpose}
_LETTERS = {1: "W", 2: "HW", 3: "DHW"}


def sizes_of_image(node: Node, data: Value) -> list[int | None]:
    """Return the sizes of an image without batches and channels."""
    shape = node.shape(data.expr)
    return shape[2:] if data.first else shape[1:-1]


def read_padding(node: Node, data: Value, spans: list[int], strides: list[int]) -> list[int]:
    """Return the widths before all spatial dimensions, then those after them.

    Parameters
    ----------
    spans : list of int
        The numbers of elements that a window covers.
    """
    padding = node.option("padding", "valid")
    rank = len(spans)
    pads = [0] * (2 * rank)
    if padding == "valid":
        return pads
    if padding == "causal" and rank == 1:
        return [spans[0] - 1, 0]
    if padding != "same":
        node.fail(f"the padding {padding!r} is not supported")
    for i, size in enumerate(sizes_of_image(node, data)):
        if size is None:
            node.fail("padding same needs known sizes of the input")
        total = max((-(-size // strides[i]) - 1) * strides[i] + spans[i] - size, 0)
        pads[i], pads[i + rank] = total // 2, total - total // 2
    return pads


def _check_input(node: Node, data: Value, rank: int) -> None:
    if node.rank(data.expr) != rank + 2:
        node.fail(f"expected an input of rank {rank + 2}, but got one of rank {node.rank(data.expr)}")


def _channels(node: Node, data: Value) -> int:
    """Return the number of channels."""
    size = node.shape(data.expr)[node.axis(data, -1)]
    if size is None:
        node.fail("the number of channels must be known")
    return size


def _to_first(kernel: Any) -> Any:
    """Return a kernel with its last two dimensions as the first ones, in the other order."""
    return kernel.transpose(kernel.ndim - 1, kernel.ndim - 2, *range(kernel.ndim - 2))


def _convolve(node: Node, data: Value, kernel: Any, groups: int) -> Value:
    """Return a convolution by a kernel of Keras's order: sizes, inputs, outputs."""
    rank = kernel.ndim - 2
    _check_input(node, data, rank)
    sizes, (inputs, outputs) = list(kernel.shape[:-2]), kernel.shape[-2:]
    if inputs * groups != _channels(node, data) or outputs % groups:
        node.fail(f"a kernel of the shape {list(kernel.shape)} in {groups} groups does not fit "
                  f"{_channels(node, data)} channels")
    strides, dilations = node.numbers("strides", rank, 1), node.numbers("dilation_rate", rank, 1)
    spans = [(size - 1) * dilation + 1 for size, dilation in zip(sizes, dilations)]
    layout = f"{_LETTERS[rank]}IO"
    if data.first:
        kernel, layout = _to_first(kernel), f"OI{_LETTERS[rank]}"
    return Value(_CONV[rank](
        data.expr, node.param(kernel), strides, read_padding(node, data, spans, strides), dilations,
        groups, outputs, sizes, node.layout(data), layout), data.first)


@converter("Conv1D", "Conv2D", "Conv3D")
def convert_conv(node: Node) -> Value:
    """Return a convolution."""
    rank = int(node.layer.class_name[-2])
    kernel = node.array(0, "kernel", rank + 2)
    result = _convolve(node, node.image(0), kernel, node.numbers("groups", 1, 1)[0])
    return activate(node, node.bias(result, 1))


def _convolve_channels(node: Node, data: Value, kernel: Any) -> Value:
    """Return a convolution of each channel by kernels of its own, of Keras's order: sizes, channels,
    kernels of a channel."""
    channels, multiplier = kernel.shape[-2:]
    # Relay's kernels of groups have one input.
    return _convolve(node, data, kernel.reshape(*kernel.shape[:-2], 1, channels * multiplier),
                     channels)


@converter("DepthwiseConv1D", "DepthwiseConv2D")
def convert_depthwise_conv(node: Node) -> Value:
    """Return a convolution of each channel by kernels of its own."""
    rank = int(node.layer.class_name[-2])
    result = _convolve_channels(node, node.image(0), node.array(0, "kernel", rank + 2))
    return activate(node, node.bias(result, 1))


@converter("SeparableConv1D", "SeparableConv2D")
def convert_separable_conv(node: Node) -> Value:
    """Return a convolution of each channel, and then a mixture of channels."""
    rank = int(node.layer.class_name[-2])
    each = _convolve_channels(node, node.image(0), node.array(0, "depthwise kernel", rank + 2))
    kernel = node.array(1, "pointwise kernel", rank + 2)
    layout, sizes = f"{_LETTERS[rank]}IO", list(kernel.shape[:-2])
    outputs = kernel.shape[-1]
    if each.first:
        kernel, layout = _to_first(kernel), f"OI{_LETTERS[rank]}"
    mixed = _CONV[rank](each.expr, node.param(kernel), [1] * rank, [0] * (2 * rank), [1] * rank, 1,
                        outputs, sizes, node.layout(each), layout)
    return activate(node, node.bias(Value(mixed, each.first), 2))


def _crop_transposed(node: Node, i: int, span: int, stride: int) -> tuple[int, int]:
    """Return how much of a dimension of a whole transposed convolution is left out at the beginning
    and at the end; negative numbers add elements."""
    extra = node.option("output_padding", None)
    if isinstance(extra, (list, tuple)):
        extra = extra[i]
    padding = node.option("padding", "valid")
    if padding == "valid":
        return 0, -(max(span, stride) - span if extra is None else extra)
    if padding != "same":
        node.fail(f"the padding {padding!r} is not supported")
    total = stride + span - 2 if extra is None else span + span % 2 - 2 + extra
    before = min(total // 2 + total % 2, span - 1)
    return span - 1 - before, span - 1 - (total - before)


@converter("Conv1DTranspose", "Conv2DTranspose", "Conv3DTranspose")
def convert_conv_transpose(node: Node) -> Value:
    """Return a transposed convolution."""
    rank = int(node.layer.class_name[4])
    kernel = node.array(0, "kernel", rank + 2)
    data = node.image(0)
    _check_input(node, data, rank)
    sizes, (outputs, inputs) = list(kernel.shape[:-2]), kernel.shape[-2:]
    if inputs != _channels(node, data):
        node.fail(f"the kernel is for {inputs} channels, but the input has {_channels(node, data)}")
    strides, dilations = node.numbers("strides", rank, 1), node.numbers("dilation_rate", rank, 1)
    pads, extra, beyond = [0] * (2 * rank), [0] * rank, [0] * rank
    for i in range(rank):
        span = (sizes[i] - 1) * dilations[i] + 1
        pads[i], end = _crop_transposed(node, i, span, strides[i])
        pads[i + rank] = max(end, 0)
        # Relay asks for less output padding than a stride.
        if -end < max(strides[i], dilations[i]):
            extra[i] = max(-end, 0)
        else:
            beyond[i] = -end
    layout = f"{_LETTERS[rank]}OI"
    if data.first:
        kernel, layout = _to_first(kernel), f"IO{_LETTERS[rank]}"
    expr = _TRANSPOSED[rank](data.expr, node.param(kernel), strides, pads, dilations, 1, outputs, sizes,
                             node.layout(data), layout, "", extra)
    if any(beyond):
        after = [[0, width] for width in beyond]
        expr = op.nn.pad(expr, [[0, 0], [0, 0], *after] if data.first else [[0, 0], *after, [0, 0]], 0)
    return activate(node, node.bias(Value(expr, data.first), 1))
