"""Convolutions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from .... import op
from ....expr import Expr, const
from ....qnn import op as qnn
from ...building import require_shape
from ..node import Node
from ..quantization import find_target, finish, make_product_params
from ..registry import converter
from .activations import activate

_SAME = 0


def pad_same(size: int, window: int, stride: int) -> tuple[int, int]:
    """Return the widths before and after a dimension that give size / stride windows, rounded
    up."""
    total = max((-(-size // stride) - 1) * stride + window - size, 0)
    return total // 2, total - total // 2


@dataclass
class Window:
    """The windows of an operator: strides, dilations and padding of height and width, or of depth,
    height and width."""

    strides: list[int]
    dilations: list[int]
    pads: list[int]


def read_numbers(node: Node, names: list[str], default: int | None = None) -> list[int]:
    """Return options that are positive numbers."""
    values = [int(node.option(name) if default is None else node.option(name, default))
              for name in names]
    if any(value < 1 for value in values):
        node.fail(f"expected positive {', '.join(names)}, but found {values}")
    return values


def read_window(node: Node, data: Expr, kernel: list[int]) -> Window:
    """Return the windows of an operator on data whose dimensions are batch, sizes and channels."""
    names = ["d", "h", "w"][3 - len(kernel):]
    strides = read_numbers(node, [f"stride_{name}" for name in names])
    dilations = read_numbers(node, [f"dilation_{name}_factor" for name in names], 1)
    pads = [0] * (2 * len(kernel))
    if node.option("padding") == _SAME:
        sizes = require_shape(node, data, "the input of an operator with padding SAME")
        for i, size in enumerate(sizes[1:-1]):
            span = (kernel[i] - 1) * dilations[i] + 1
            pads[i], pads[i + len(kernel)] = pad_same(size, span, strides[i])
    return Window(strides, dilations, pads)


def add_bias(node: Node, data: Expr, i: int) -> Expr:
    """Return data with the bias of each channel, which is input `i` if it is there."""
    bias = node.optional_input(i)
    return data if bias is None else op.nn.bias_add(data, bias, -1 % node.rank(data))


def multiply(node: Node, functions: tuple[Callable[..., Expr], Callable[..., Expr]],
             operands: tuple[Expr, Expr], places: Sequence[int], **attributes: Any) -> Expr:
    """Return a product of data and a weight, with its bias and its activation.

    Parameters
    ----------
    node : Node
    functions : tuple of function
        The operator on numbers, and that on integers that stand for numbers.
    operands : tuple of Expr
        The data and the weight.
    places : sequence of int
        Which inputs the data, the weight and the bias are.
    attributes
        The attributes of both operators.
    """
    data, weight, bias = places
    if node.in_floats and node.optional_input(bias) is not None:
        # The integers of a bias have the scale of the product.
        scale = make_product_params(node, data, weight)[1]
        node.replaced[bias] = op.multiply(op.cast(node.input(bias), "float32"), const(scale))
    if find_target(node) is None:
        return activate(node, add_bias(node, functions[0](*operands, **attributes), bias))
    params, scale = make_product_params(node, data, weight)
    return finish(node, add_bias(node, functions[1](*operands, *params, **attributes), bias), scale)


def _check_rank(node: Node, data: Expr, weight: Expr, rank: int) -> None:
    if node.rank(data) != rank or node.rank(weight) != rank:
        node.fail(f"expected data and weight of rank {rank}, but got ranks {node.rank(data)} and "
                  f"{node.rank(weight)}")


def _convolve(node: Node, operands: tuple[Expr, Expr], window: Window, **attributes: Any) -> Expr:
    """Return a convolution over images, with its bias and its activation."""
    return multiply(node, (op.nn.conv2d, qnn.conv2d), operands, (0, 1, 2), strides=window.strides,
                    padding=window.pads, dilation=window.dilations, data_layout="NHWC", **attributes)


@converter("CONV_2D", quantized="qnn")
def convert_conv_2d(node: Node) -> Expr:
    """Return a convolution; channels are in groups if the weight has fewer than the data."""
    data, weight = node.input(0), node.input(1)
    _check_rank(node, data, weight, 4)
    outputs, height, width, inputs = require_shape(node, weight, "the weight")
    channels = node.shape(data)[3]
    if channels is not None and (inputs == 0 or channels % inputs):
        node.fail(f"the weight is for {inputs} channels, but the input has {channels}")
    groups = 1 if channels is None else channels // inputs
    window = read_window(node, data, [height, width])
    layout = "OHWI"
    if groups > 1:
        # Grouped convolutions of channels that are last need the outputs last, too.
        weight, layout = op.transpose(weight, [1, 2, 3, 0]), "HWIO"
    return _convolve(node, (data, weight), window, groups=groups, channels=outputs,
                     kernel_size=[height, width], kernel_layout=layout)


@converter("DEPTHWISE_CONV_2D", quantized="qnn")
def convert_depthwise_conv_2d(node: Node) -> Expr:
    """Return a convolution of each channel by filters of its own."""
    data, weight = node.input(0), node.input(1)
    _check_rank(node, data, weight, 4)
    one, height, width, outputs = require_shape(node, weight, "the weight")
    channels = node.shape(data)[3]
    if channels is None or one != 1 or channels == 0 or outputs % channels:
        node.fail(f"a weight of the shape {[one, height, width, outputs]} does not fit {channels} "
                  "channels")
    window = read_window(node, data, [height, width])
    filters = op.reshape(weight, [height, width, channels, outputs // channels])
    # The convolution of a single channel has no groups.
    return _convolve(node, (data, filters), window, groups=channels, channels=outputs,
                     kernel_size=[height, width], kernel_layout="HWOI" if channels > 1 else "HWIO")


@converter("CONV_3D")
def convert_conv_3d(node: Node) -> Expr:
    """Return a convolution of volumes."""
    data, weight = node.input(0), node.input(1)
    _check_rank(node, data, weight, 5)
    *kernel, inputs, outputs = require_shape(node, weight, "the weight")
    if node.shape(data)[4] not in (None, inputs):
        node.fail(f"the weight is for {inputs} channels, but the input has {node.shape(data)[4]}")
    window = read_window(node, data, kernel)
    result = op.nn.conv3d(data, weight, window.strides, window.pads, window.dilations, 1, outputs,
                          kernel, "NDHWC", "DHWIO")
    return activate(node, add_bias(node, result, 2))


@converter("TRANSPOSE_CONV", quantized="qnn")
def convert_transpose_conv(node: Node) -> Expr:
    """Return a transposed convolution of the sizes that an input names."""
    weight, data = node.input(1), node.input(2)
    _check_rank(node, data, weight, 4)
    sizes = node.integers(0, "the output shape")
    outputs, height, width, inputs = require_shape(node, weight, "the weight")
    shape = require_shape(node, data, "the input")
    if len(sizes) != 4 or sizes[3] != outputs or shape[3] != inputs or min(sizes) < 1:
        node.fail(f"data of the shape {shape} and a weight of {[outputs, height, width, inputs]} "
                  f"do not give the shape {sizes}")
    strides = read_numbers(node, ["stride_h", "stride_w"])
    pads, extra, beyond = [0] * 4, [0, 0], [0, 0]
    for i, (kernel, stride) in enumerate(zip([height, width], strides)):
        begin = pad_same(sizes[i + 1], kernel, stride)[0] if node.option("padding") == _SAME else 0
        end = (shape[i + 1] - 1) * stride + kernel - begin - sizes[i + 1]
        pads[i], pads[i + 2] = begin, max(end, 0)
        # Relay asks for less output padding than a stride.
        if -end < stride:
            extra[i] = max(-end, 0)
        else:
            beyond[i] = -end

    def pad(function: Callable[..., Expr]) -> Callable[..., Expr]:
        widths = [[0, 0], [0, beyond[0]], [0, beyond[1]], [0, 0]]
        return lambda *args, **attributes: op.nn.pad(function(*args, **attributes), widths, 0)

    functions = (op.nn.conv2d_transpose, qnn.conv2d_transpose)
    if any(beyond):
        functions = (pad(functions[0]), pad(functions[1]))
    return multiply(node, functions, (data, weight), (2, 1, 3), strides=strides, padding=pads,
                    channels=outputs, kernel_size=[height, width], data_layout="NHWC",
                    kernel_layout="OHWI", output_padding=extra)
