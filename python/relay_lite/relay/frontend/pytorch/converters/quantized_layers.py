"""Quantized layers of scripts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .... import op
from ....expr import Expr, const
from ....qnn import op as qnn
from ..node import Node
from ..packed import PackedParams, get_packed
from ..quantization import Quantization, clip_below, get_quantization, make_quantization, mark
from ..registry import converter


def _requantize(node: Node, sums: Expr, packed: PackedParams, data: Quantization, output: Quantization,
                options: tuple[bool, str]) -> Expr:
    """Return sums of products with the bias, in the scale of the result.

    Parameters
    ----------
    options : (bool, str)
        Whether negative numbers become zero, and the element type of the result.
    """
    with_relu, dtype = options
    scale = np.asarray(data.scale * packed.quantization.scale, "float32")
    if packed.bias is not None:
        sums = op.nn.bias_add(sums, packed.make_bias(node, scale), axis=1)
    result = qnn.requantize(sums, const(scale), const(0, "int32"), *output.arguments, axis=1,
                            out_dtype=dtype)
    return mark(node, clip_below(result, output, dtype) if with_relu else result, output)


def _get_kernel_zero_point(packed: PackedParams) -> Expr:
    zero_point = packed.quantization.zero_point
    return const(int(zero_point.reshape(-1)[0]), "int32")


def _convolve(node: Node, data: Expr, packed: PackedParams, own: Quantization) -> Expr:
    """Return the sums of the products of a convolution, or of a transposed one."""
    weight, size = packed.make_weight(node), packed.weight.shape
    zero_points = const(own.zero_point, "int32"), _get_kernel_zero_point(packed)
    options = {"strides": packed.strides, "padding": packed.padding, "dilation": packed.dilation,
               "groups": packed.groups, "kernel_size": size[2:], "out_dtype": "int32",
               "channels": size[1] * packed.groups if packed.transposed else size[0]}
    if packed.transposed:
        options["output_padding"] = packed.output_padding
    if len(size) == 4:
        function = qnn.conv2d_transpose if packed.transposed else qnn.conv2d
        return function(data, weight, *zero_points, const(own.scale), const(packed.quantization.scale),
                        **options)
    # qnn has no operator for volumes: the differences from zero points fit into int16.
    data, weight = (op.subtract(op.cast(value, "int16"), op.cast(zero_point, "int16"))
                    for value, zero_point in zip((data, weight), zero_points))
    return (op.nn.conv3d_transpose if packed.transposed else op.nn.conv3d)(data, weight, **options)


def _register_layers() -> None:
    def make_conv(layer: str, with_relu: bool) -> Callable[..., Expr]:
        # Layers of one spatial dimension are packed as those of two.
        is_vector = layer.endswith("1d")
        packed_as = layer.replace("1d", "2d")

        def convert(node: Node, qx: Any, packed_weight: Any, output_scale: float,
                    output_zero_point: int) -> Expr:
            packed = get_packed(node, packed_weight, packed_as)
            own = get_quantization(node, qx)
            output = make_quantization(node, output_scale, output_zero_point)
            sums = _convolve(node, op.expand_dims(qx, 2) if is_vector else qx, packed, own)
            result = _requantize(node, sums, packed, own, output, (with_relu, node.dtype(qx)))
            return mark(node, op.squeeze(result, [2]), output) if is_vector else result

        return convert

    def make_linear(with_relu: bool) -> Callable[..., Expr]:
        def convert(node: Node, X: Any, W_prepack: Any, Y_scale_i: float, Y_zero_point_i: int) -> Expr:
            packed = get_packed(node, W_prepack, "linear")
            own = get_quantization(node, X)
            sums = _multiply(node, packed, X, const(own.zero_point, "int32"), const(own.scale))
            output = make_quantization(node, Y_scale_i, Y_zero_point_i)
            result = _requantize(node, sums, packed, own, output, (with_relu, node.dtype(X)))
            return mark(node, _unflatten(node, result, X, packed), output)

        return convert

    for rank in (1, 2, 3):
        converter(f"quantized::conv{rank}d")(make_conv(f"conv{rank}d", False))
        converter(f"quantized::conv{rank}d_relu")(make_conv(f"conv{rank}d", True))
        layer = f"conv_transpose{rank}d"
        converter(f"quantized::{layer}")(make_conv(layer, False))
    converter("quantized::linear")(make_linear(False))
    converter("quantized::linear_relu")(make_linear(True))


_register_layers()


def _multiply(node: Node, packed: PackedParams, data: Expr, zero_point: Expr, scale: Expr) -> Expr:
    """Return the products of the rows of data, a matrix, and a weight."""
    if node.rank(data) != 2:
        data = op.reshape(data, (-1, packed.weight.shape[1]))
    return qnn.dense(data, packed.make_weight(node), zero_point, _get_kernel_zero_point(packed), scale,
                     const(packed.quantization.scale), packed.weight.shape[0])


def _unflatten(node: Node, rows: Expr, data: Expr, packed: PackedParams) -> Expr:
    """Return rows with the leading dimensions of data."""
    rank = node.rank(data)
    if rank == 2:
        return rows
    sizes = node.shape(data)[:-1]
    if None in sizes:
        node.fail("the sizes of an input of more than two dimensions must be known")
    return op.reshape(rows, (*sizes, packed.weight.shape[0]))


@converter("quantized::linear_dynamic", "quantized::linear_relu_dynamic")
def convert_linear_dynamic(node: Node, X: Any, W_prepack: Any, reduce_range: bool = False) -> Expr:
    """Return a dense layer of floating-point numbers, which are quantized by their range."""
    packed = get_packed(node, W_prepack, "linear")
    zero = node.constant_like(0, X)
    low, high = op.minimum(op.min(X), zero), op.maximum(op.max(X), zero)
    most = 127 if reduce_range and not _is_qnnpack() else 255
    range_ = op.subtract(high, low)
    scale = op.where(op.greater(range_, zero), op.divide(range_, node.constant_like(most, X)),
                     node.constant_like(1, X))
    place = op.clip(op.round(op.negative(op.divide(low, scale))), 0, most)
    zero_point = op.cast(place, "int32")
    integers = qnn.quantize(X, scale, zero_point, out_dtype="uint8")
    sums = op.cast(_multiply(node, packed, integers, zero_point, scale), "float32")
    result = op.multiply(sums, op.multiply(scale, const(packed.quantization.scale)))
    if packed.bias is not None:
        result = op.nn.bias_add(result, packed.make_float_bias(node), axis=1)
    result = op.nn.relu(result) if "relu" in node.op else result
    return _unflatten(node, result, X, packed)


def _is_qnnpack() -> bool:
    import torch

    return bool(torch.backends.quantized.engine == "qnnpack")
