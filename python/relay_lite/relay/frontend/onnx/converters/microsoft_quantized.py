"""Quantized operators of the domain com.microsoft, written as those of the standard."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from .... import op
from ....expr import Expr
from ...building import normalize_axis, scalar, to_scalar
from ..node import Node
from ..registry import converter
from .activations import softmax_of_rows
from .pool import convert_average_pool
from .quantize import convert_qlinear_conv as convert_standard_conv
from .quantize import (Quantized, dequantize, multiply_integers, quantize, quantize_dynamically,
                       read_quantized, read_scale)
from .rnn import Layer, convert_layer, make_layer, make_lstm_step

_DOMAIN = "com.microsoft"


def _read(node: Node, i: int) -> Expr:
    """Return floats of the quantized tensor, scale and zero point from an input on."""
    data = node.input(i)
    return dequantize(node, data, read_scale(node, data, node.input(i + 1),
                                             node.optional_input(i + 2)))


def _write(node: Node, data: Expr, i: int, dtype: str) -> Expr:
    """Return floats quantized by the scale and zero point from an input on."""
    return quantize(node, data, read_scale(node, data, node.input(i), node.optional_input(i + 1)),
                    dtype)


def _make_binary(function: Callable[[Expr, Expr], Expr]) -> Callable[[Node], Expr]:
    def convert(node: Node) -> Expr:
        result = function(_read(node, 0), _read(node, 3))
        return _write(node, result, 6, node.dtype(node.input(0)))

    return convert


converter("QLinearAdd", domain=_DOMAIN, since=1)(_make_binary(op.add))
converter("QLinearMul", domain=_DOMAIN, since=1)(_make_binary(op.multiply))


@converter("QLinearSigmoid", domain=_DOMAIN, since=1)
def convert_qlinear_sigmoid(node: Node) -> Expr:
    """Return the sigmoid of a quantized tensor."""
    return _write(node, op.sigmoid(_read(node, 0)), 3, node.dtype(node.input(0)))


@converter("QLinearLeakyRelu", domain=_DOMAIN, since=1)
def convert_qlinear_leaky_relu(node: Node) -> Expr:
    """Return the leaky relu of a quantized tensor."""
    result = op.nn.leaky_relu(_read(node, 0), node.attribute("alpha", 0.01))
    return _write(node, result, 3, node.dtype(node.input(0)))


@converter("QLinearSoftmax", domain=_DOMAIN, since=1)
def convert_qlinear_softmax(node: Node) -> Expr:
    """Return the softmax of a quantized tensor."""
    data = node.input(0)
    if node.attribute("opset") < 13:
        return _write(node, softmax_of_rows(node, _read(node, 0)), 3, node.dtype(data))
    axis = normalize_axis(node, node.attribute("axis", -1), node.rank(data))
    return _write(node, op.nn.softmax(_read(node, 0), axis), 3, node.dtype(data))


@converter("QLinearConcat", domain=_DOMAIN, since=1)
def convert_qlinear_concat(node: Node) -> Expr:
    """Return quantized tensors joined along an axis."""
    if len(node.inputs) < 5 or len(node.inputs) % 3 != 2:
        node.fail(f"expected a scale, a zero point, and three inputs for each tensor, but got "
                  f"{len(node.inputs)} inputs")
    parts = [_read(node, i) for i in range(2, len(node.inputs), 3)]
    axis = normalize_axis(node, node.attribute("axis"), node.rank(parts[0]))
    return _write(node, op.concatenate(parts, axis), 0, node.dtype(node.input(2)))


@converter("QLinearGlobalAveragePool", domain=_DOMAIN, since=1)
def convert_qlinear_global_average_pool(node: Node) -> Expr:
    """Return the average of all elements of a quantized channel."""
    data = _read(node, 0)
    rank = node.rank(data)
    first = 1 if node.attribute("channels_last", 0) else 2
    axes = list(range(first, first + rank - 2))
    return _write(node, op.mean(data, axes, True), 3, node.dtype(node.input(0)))


def _with_channels_first(node: Node, data: Expr, convert: Callable[[Expr], Expr]) -> Expr:
    """Return what a converter makes of images, whose channels may be the last dimension."""
    if not node.attribute("channels_last", 0):
        return convert(data)
    rank = node.rank(data)
    result = convert(op.transpose(data, [0, rank - 1, *range(1, rank - 1)]))
    return op.transpose(result, [0, *range(2, rank), 1])


@converter("QLinearAveragePool", domain=_DOMAIN, since=1)
def convert_qlinear_average_pool(node: Node) -> Expr:
    """Return the average of windows of a quantized tensor."""
    dtype = node.dtype(node.input(0))

    def pool(data: Expr) -> Expr:
        node.inputs[0] = data
        return convert_average_pool(node)

    return _write(node, _with_channels_first(node, _read(node, 0), pool), 3, dtype)


@converter("QLinearConv", domain=_DOMAIN, since=1)
def convert_qlinear_conv(node: Node) -> Expr:
    """Return a convolution of quantized tensors."""
    def convolve(data: Expr) -> Expr:
        node.inputs[0] = data
        return convert_standard_conv(node)

    return _with_channels_first(node, node.input(0), convolve)


@converter("QLinearReduceMean", domain=_DOMAIN, since=1)
def convert_qlinear_reduce_mean(node: Node) -> Expr:
    """Return averages of a quantized tensor along axes."""
    data = op.mean(_read(node, 0), list(node.attribute("axes")), bool(node.attribute("keepdims")))
    return _write(node, data, 3, node.dtype(node.input(0)))


@converter("QLinearWhere", domain=_DOMAIN, since=1)
def convert_qlinear_where(node: Node) -> Expr:
    """Return elements of one of two quantized tensors."""
    chosen = op.where(node.input(0), _read(node, 1), _read(node, 4))
    return _write(node, chosen, 7, node.dtype(node.input(1)))


@converter("QuantizeLinear", domain=_DOMAIN, since=1)
def convert_quantize_linear(node: Node) -> Expr:
    """Return floats as integers: divided by a scale, plus a zero point."""
    data, zero_point = node.input(0), node.optional_input(2)
    scale = read_scale(node, data, node.input(1), zero_point, node.attribute("axis", 1))
    return quantize(node, data, scale, "uint8" if zero_point is None else node.dtype(zero_point))


@converter("DequantizeLinear", domain=_DOMAIN, since=1)
def convert_dequantize_linear(node: Node) -> Expr:
    """Return integers as floats: minus a zero point, times a scale."""
    data = node.input(0)
    return dequantize(node, data, read_scale(node, data, node.input(1), node.optional_input(2),
                                             node.attribute("axis", 1)))


# Products


def _to_float(node: Node, total: Expr, *scales: Expr) -> Expr:
    result = op.cast(total, node.dtype(scales[0]))
    for scale in scales:
        result = op.multiply(result, to_scalar(scale) if node.shape(scale) == [1] else scale)
    return result


def multiply_quantized(node: Node, lhs: tuple[int, int, int], rhs: tuple[int, int, int]) -> Expr:
    """Return the product of quantized tensors as floats, from the numbers of the inputs that are the
    tensor, its scale and its zero point."""
    total = multiply_integers(node, read_quantized(node, *lhs), read_quantized(node, *rhs))
    return _to_float(node, total, node.input(lhs[1]), node.input(rhs[1]))


@converter("MatMulIntegerToFloat", domain=_DOMAIN, since=1)
def convert_matmul_integer_to_float(node: Node) -> Expr:
    """Return a product of quantized tensors, as floats."""
    result = multiply_quantized(node, (0, 2, 4), (1, 3, 5))
    bias = node.optional_input(6)
    return result if bias is None else op.add(result, bias)


@converter("DynamicQuantizeMatMul", domain=_DOMAIN, since=1)
def convert_dynamic_quantize_matmul(node: Node) -> Expr:
    """Return a product of floats that are quantized first, and a quantized tensor."""
    data, scale, point = quantize_dynamically(node, node.input(0))
    total = multiply_integers(node, Quantized(data, point, scale), read_quantized(node, 1, 2, 3))
    result = _to_float(node, total, scale, node.input(2))
    bias = node.optional_input(4)
    return result if bias is None else op.add(result, bias)


@converter("QGemm", domain=_DOMAIN, since=1)
def convert_qgemm(node: Node) -> Expr:
    """Return a product of quantized matrices, plus a bias, as integers or as floats."""
    lhs, rhs = (replace(side, data=op.transpose(side.data)) if node.attribute(name, 0) else side
                for side, name in ((read_quantized(node, 0, 1, 2), "transA"),
                                   (read_quantized(node, 3, 4, 5), "transB")))
    total = multiply_integers(node, lhs, rhs)
    bias = node.optional_input(6)
    if bias is not None:
        total = op.add(total, bias)
    result = _to_float(node, total, node.input(1), node.input(4))
    alpha = node.attribute("alpha", 1.0)
    if alpha != 1:
        result = op.multiply(result, scalar(alpha, node.dtype(result)))
    if node.optional_input(7) is None:
        return result
    point = node.optional_input(8)
    return _write(node, result, 7, node.dtype(node.input(0) if point is None else point))


class QuantizedLayer(Layer):
    """A layer whose weights are quantized. Their data are quantized for each product."""

    def make_product(self, i: int, direction: int) -> Callable[[Expr], Expr]:
        node = self.node
        weight = self.take_direction(i, direction)
        first = {1: 8, 2: 10}[i]
        scale = self.take_direction(first, direction) if node.rank(node.input(first)) > 1 or \
            node.shape(node.input(first)) != [1] else to_scalar(node.input(first))
        point = node.optional_input(first + 1)
        if point is not None:
            point = self.take_direction(first + 1, direction)

        def multiply(data: Expr) -> Expr:
            integers, own, zero = quantize_dynamically(node, data)
            total = multiply_integers(node, Quantized(integers, zero, own),
                                      Quantized(weight, point, scale))
            return _to_float(node, total, own, scale)

        return multiply


@converter("DynamicQuantizeLSTM", domain=_DOMAIN, since=1)
def convert_dynamic_quantize_lstm(node: Node) -> list[Expr | None]:
    """Return an LSTM with quantized weights."""
    return convert_layer(make_layer(node, 4, QuantizedLayer), [5, 6], make_lstm_step)
