"""Quantized operators, decomposed into plain ones: integers become floats by a scale and a zero point.
Sums of products are computed on int32."""

from __future__ import annotations

import numpy as np

from .... import op
from ....expr import Expr
from ...building import (cast, is_float, normalize_axis, reshape, round_half_to_even, scalar,
                         slice_axes, to_scalar)
from ..node import Node
from ..registry import converter
from .cast import read_dtype
from .conv import convolve
from .linear import matmul

_RANGES = {"int8": (-128, 127), "uint8": (0, 255), "int16": (-32768, 32767),
           "uint16": (0, 65535), "int32": (-2**31, 2**31 - 1)}


class Scale:
    """The scale and the zero point of a tensor, of a shape that broadcasts to it.

    Attributes
    ----------
    scale : relay.Expr
    zero_point : relay.Expr, optional
        An int32.
    """

    def __init__(self, scale: Expr, zero_point: Expr | None):
        self.scale = scale
        self.zero_point = zero_point


def _align(node: Node, parameter: Expr, data: Expr, axis: int) -> Expr:
    """Return a parameter of a whole tensor as a scalar, one of slices along an axis; blocks of an
    axis are repeated."""
    rank, shape = node.rank(data), node.shape(parameter)
    if len(shape) == 0 or shape == [1]:
        return to_scalar(parameter) if shape else parameter
    if len(shape) == 1:
        axis = normalize_axis(node, axis, rank)
        return op.expand_dims(parameter, 1, rank - axis - 1) if rank - axis - 1 else parameter
    if len(shape) != rank:
        node.fail(f"a scale of rank {len(shape)} does not fit a tensor of rank {rank}")
    axis = normalize_axis(node, axis, rank)
    size, count = node.shape(data)[axis], shape[axis]
    if size is None or count is None:
        node.fail("scales of blocks need known sizes")
    if count == size:
        return parameter
    block = node.attribute("block_size", 0) or -(-size // count)
    repeated = op.repeat(parameter, block, axis)
    return repeated if block * count == size else slice_axes(repeated, [0], [size], [axis])


def is_zero(node: Node, zero_point: Expr | None) -> bool:
    """Return whether a zero point is absent, or known to be 0."""
    if zero_point is None:
        return True
    value = node.constant(zero_point)
    return value is not None and not np.asarray(value).any()


def read_scale(node: Node, data: Expr, scale: Expr, zero_point: Expr | None,
               axis: int = 1) -> Scale:
    """Return the scale and the zero point of a tensor."""
    aligned = _align(node, scale, data, axis)
    if zero_point is None or is_zero(node, zero_point):
        return Scale(aligned, None)
    return Scale(aligned, cast(node, _align(node, zero_point, data, axis), "int32"))


def dequantize(node: Node, data: Expr, scale: Scale, dtype: str | None = None) -> Expr:
    """Return integers as floats of the type of the scale."""
    dtype = dtype or node.dtype(scale.scale)
    if scale.zero_point is not None:
        data = op.subtract(cast(node, data, "int32"), scale.zero_point)
    return op.multiply(op.cast(data, dtype), cast(node, scale.scale, dtype))


def quantize(node: Node, data: Expr, scale: Scale, dtype: str) -> Expr:
    """Return floats as integers, the nearest ones in range."""
    if dtype not in _RANGES:
        node.fail(f"quantization to {dtype} is not supported")
    scaled = round_half_to_even(node, op.divide(data, cast(node, scale.scale, node.dtype(data))))
    low, high = _RANGES[dtype]
    if scale.zero_point is not None:
        scaled = op.add(cast(node, scaled, "float32"), op.cast(scale.zero_point, "float32"))
    elif node.dtype(scaled) in ("float16", "bfloat16"):
        scaled = op.cast(scaled, "float32")
    return op.cast(op.clip(scaled, float(low), float(high)), dtype)


@converter("QuantizeLinear", since=10)
def convert_quantize_linear(node: Node) -> Expr:
    """Return floats as integers: divided by a scale, plus a zero point."""
    data, zero_point = node.input(0), node.optional_input(2)
    given = read_dtype(node, "output_dtype") if node.attribute("output_dtype", 0) else None
    dtype = given or ("uint8" if zero_point is None else node.dtype(zero_point))
    scale = read_scale(node, data, node.input(1), zero_point, node.attribute("axis", 1))
    precision = read_dtype(node, "precision") if node.attribute("precision", 0) else None
    if precision is None and not is_float(node.dtype(data)):
        precision = node.dtype(node.input(1))
    return quantize(node, cast(node, data, precision or node.dtype(data)), scale, dtype)


@converter("DequantizeLinear", since=10)
def convert_dequantize_linear(node: Node) -> Expr:
    """Return integers as floats: minus a zero point, times a scale."""
    data = node.input(0)
    scale = read_scale(node, data, node.input(1), node.optional_input(2),
                       node.attribute("axis", 1))
    dtype = read_dtype(node, "output_dtype") if node.attribute("output_dtype", 0) else None
    return dequantize(node, data, scale, dtype)


def quantize_dynamically(node: Node, data: Expr) -> tuple[Expr, Expr, Expr]:
    """Return a tensor as uint8, with the scale and the zero point that its range asks for."""
    dtype = node.dtype(data)
    zero, top = scalar(0, dtype), scalar(255, dtype)
    low, high = op.minimum(op.min(data), zero), op.maximum(op.max(data), zero)
    scale = op.divide(op.subtract(high, low), top)
    safe = op.where(op.equal(scale, zero), scalar(1, dtype), scale)
    exact = op.divide(op.negative(low), safe)
    point = op.clip(round_half_to_even(node, op.clip(exact, 0.0, 255.0)), 0.0, 255.0)
    scaled = op.add(round_half_to_even(node, op.divide(data, safe)), point)
    return op.cast(op.clip(scaled, 0.0, 255.0), "uint8"), scale, op.cast(point, "uint8")


@converter("DynamicQuantizeLinear", since=11)
def convert_dynamic_quantize_linear(node: Node) -> list[Expr]:
    """Return a tensor as uint8, with its scale and its zero point."""
    return list(quantize_dynamically(node, node.input(0)))


def center(node: Node, data: Expr, zero_point: Expr | None, axis: int) -> Expr:
    """Return integers minus their zero point, as int32."""
    data32 = cast(node, data, "int32")
    if is_zero(node, zero_point):
        return data32
    return op.subtract(data32, cast(node, _align(node, zero_point, data, axis), "int32"))


def requantize(node: Node, total: Expr, factor: Expr, scale: Expr,
               zero_point: Expr) -> Expr:
    """Return int32 sums times a factor, quantized."""
    dtype = node.dtype(factor)
    data = op.multiply(op.cast(total, dtype), factor)
    return quantize(node, data, read_scale(node, data, scale, zero_point),
                    node.dtype(zero_point))


def _per_row(node: Node, parameter: Expr | None, data: Expr) -> Expr | None:
    """Return a parameter of the rows of the first operand of a product."""
    if parameter is None or node.rank(parameter) != 1 or node.shape(parameter) == [1] or \
            node.rank(data) < 2:
        return parameter
    return op.expand_dims(parameter, 1)


def _broadcastable(node: Node, parameter: Expr) -> Expr:
    return to_scalar(parameter) if node.shape(parameter) == [1] else parameter


def _centered_matrix(node: Node, data: Expr, zero_point: Expr | None) -> Expr:
    data32 = cast(node, data, "int32")
    if zero_point is None or is_zero(node, zero_point):
        return data32
    return op.subtract(data32, cast(node, _broadcastable(node, zero_point), "int32"))


@converter("MatMulInteger", since=10)
def convert_matmul_integer(node: Node) -> Expr:
    """Return a product of integers minus their zero points, as int32."""
    lhs, rhs = node.input(0), node.input(1)
    left = _centered_matrix(node, lhs, _per_row(node, node.optional_input(2), lhs))
    return matmul(node, left, _centered_matrix(node, rhs, node.optional_input(3)))


@converter("QLinearMatMul", since=10)
def convert_qlinear_matmul(node: Node) -> Expr:
    """Return a product of quantized tensors."""
    lhs, rhs = node.input(0), node.input(3)
    total = matmul(node, _centered_matrix(node, lhs, _per_row(node, node.input(2), lhs)),
                   _centered_matrix(node, rhs, node.input(5)))
    left = _per_row(node, node.input(1), lhs)
    factor = op.multiply(cast(node, _broadcastable(node, left), "float32"),
                         cast(node, _broadcastable(node, node.input(4)), "float32"))
    return requantize(node, total, factor, node.input(6), node.input(7))


@converter("ConvInteger", since=10)
def convert_conv_integer(node: Node) -> Expr:
    """Return a convolution of integers minus their zero points, as int32."""
    data, weight = node.input(0), node.input(1)
    return convolve(node, center(node, data, node.optional_input(2), 1),
                    center(node, weight, node.optional_input(3), 0))


@converter("QLinearConv", since=10)
def convert_qlinear_conv(node: Node) -> Expr:
    """Return a convolution of quantized tensors."""
    data, weight, bias = node.input(0), node.input(3), node.optional_input(8)
    total = convolve(node, center(node, data, node.input(2), 1),
                     center(node, weight, node.input(5), 0))
    if bias is not None:
        total = op.nn.bias_add(total, bias)
    factor = op.multiply(_broadcastable(node, node.input(1)),
                         _broadcastable(node, node.input(4)))
    if node.rank(factor) == 1:
        factor = reshape(factor, [-1, *([1] * (node.rank(data) - 2))])
    return requantize(node, total, factor, node.input(6), node.input(7))
