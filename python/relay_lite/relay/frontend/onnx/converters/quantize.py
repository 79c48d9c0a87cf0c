"""Quantized operators: integers become floats by a scale and a zero point.

Dequantization and products of integers are qnn operators, which have the same values. Quantization is
of plain operators: ONNX rounds halves to even, qnn.quantize away from zero, and qnn.requantize up or away
from zero. So is all that ends in it, such as QLinearAdd: qnn.add, qnn.sigmoid and others round so, too.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from .... import op
from ....expr import Expr
from ....qnn import op as qnn
from ...building import (cast, is_float, normalize_axis, reshape, round_half_to_even, scalar,
                         slice_axes, to_scalar)
from ...node import BaseNode
from ..node import Node
from ..registry import converter
from .cast import read_dtype
from .conv import convolve
from .linear import Products, matmul

_RANGES = {"int8": (-128, 127), "uint8": (0, 255), "int16": (-32768, 32767),
           "uint16": (0, 65535), "int32": (-2**31, 2**31 - 1)}


@dataclass(frozen=True)
class Scale:
    """The scale and the zero point of a tensor, of a shape that broadcasts to it.

    Attributes
    ----------
    scale : relay.Expr
    zero_point : relay.Expr, optional
        An int32.
    parameters : tuple, optional
        The scale, the zero point and the axis as qnn operators take them: scalars, or vectors along
        the axis. None for scales of blocks.
    """

    scale: Expr
    zero_point: Expr | None
    parameters: tuple[Expr, Expr, int] | None


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
    aligned, point, rank = _align(node, scale, data, axis), None, node.rank(data)
    if zero_point is not None and not is_zero(node, zero_point):
        point = cast(node, _align(node, zero_point, data, axis), "int32")
    parameters = None
    if node.rank(scale) <= 1:
        is_scalar = node.shape(scale) in ([], [1])
        parameters = (_broadcastable(node, scale), _read_point(node, zero_point),
                      -1 if is_scalar else normalize_axis(node, axis, rank))
    return Scale(aligned, point, parameters)


def dequantize(node: Node, data: Expr, scale: Scale, dtype: str | None = None) -> Expr:
    """Return integers as floats of the type of the scale."""
    dtype = dtype or node.dtype(scale.scale)
    if dtype == "float32" and scale.parameters is not None and node.dtype(data) in _RANGES and \
            node.rank(data) > 0:
        factor, point, axis = scale.parameters
        return qnn.dequantize(data, cast(node, factor, dtype), point, axis, dtype)
    if scale.zero_point is not None:
        data = op.subtract(cast(node, data, "int32"), scale.zero_point)
    return op.multiply(op.cast(data, dtype), cast(node, scale.scale, dtype))


def quantize(node: Node, data: Expr, scale: Scale, dtype: str) -> Expr:
    """Return floats as integers, the nearest ones in range, halves to even: qnn.quantize rounds these
    away from zero."""
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


def requantize(node: Node, total: Expr, factor: Expr, scale: Expr,
               zero_point: Expr) -> Expr:
    """Return int32 sums times a factor, quantized. qnn.requantize rounds halves another way."""
    dtype = node.dtype(factor)
    data = op.multiply(op.cast(total, dtype), factor)
    return quantize(node, data, read_scale(node, data, scale, zero_point),
                    node.dtype(zero_point))


# Products of integers


@dataclass(frozen=True)
class Quantized:
    """Integers with their zero point, and their scale if they have one."""

    data: Expr
    zero_point: Expr | None
    scale: Expr | None = None


def read_quantized(node: Node, data: int, scale: int | None, zero_point: int) -> Quantized:
    """Return a tensor from the numbers of the inputs that are it, its scale and its zero point."""
    return Quantized(node.input(data), node.optional_input(zero_point),
                     None if scale is None else node.input(scale))


def _broadcastable(node: Node, parameter: Expr) -> Expr:
    return to_scalar(parameter) if node.shape(parameter) == [1] else parameter


def _read_point(node: Node, zero_point: Expr | None) -> Expr:
    """Return a zero point as an int32: a scalar or a vector."""
    if zero_point is None or is_zero(node, zero_point):
        return scalar(0, "int32")
    return cast(node, _broadcastable(node, zero_point), "int32")


def _read_factor(node: Node, scale: Expr | None, most: int) -> Expr:
    """Return a scale, or 1 if it has more dimensions or another type than qnn operators take. It has no
    influence on sums of products."""
    if scale is not None and node.dtype(scale) == "float32":
        scale = _broadcastable(node, scale)
        if node.rank(scale) <= most:
            return scale
    return scalar(1, "float32")


def _read_parameters(node: Node, lhs: Quantized, rhs: Quantized,
                     most: int) -> tuple[Expr, Expr, Expr, Expr] | None:
    """Return the zero points and the scales of the operands of a product as qnn operators take them: those
    of the second one have `most` dimensions or fewer. None if they do not take the operands."""
    points = _read_point(node, lhs.zero_point), _read_point(node, rhs.zero_point)
    if node.rank(points[0]) > 0 or node.rank(points[1]) > most or \
            any(node.dtype(side.data) not in ("int8", "uint8") for side in (lhs, rhs)):
        return None
    return (*points, _read_factor(node, lhs.scale, 0), _read_factor(node, rhs.scale, most))


class _QnnProducts(Products):
    """Products of matrices as qnn operators."""

    def __init__(self, parameters: tuple[Expr, Expr, Expr, Expr]):
        self._parameters = parameters

    def multiply(self, node: BaseNode, lhs: Expr, rhs: Expr) -> Expr:
        return qnn.dense(lhs, op.transpose(rhs), *self._parameters, node.shape(rhs)[1])

    def multiply_batches(self, lhs: Expr, rhs: Expr) -> Expr:
        return qnn.batch_matmul(lhs, op.transpose(rhs, [0, 2, 1]), *self._parameters)


def _per_row(node: Node, parameter: Expr | None, data: Expr) -> Expr | None:
    """Return a parameter of the rows of the first operand of a product."""
    if parameter is None or node.rank(parameter) != 1 or node.shape(parameter) == [1] or \
            node.rank(data) < 2:
        return parameter
    return op.expand_dims(parameter, 1)


def _center(node: Node, data: Expr, zero_point: Expr | None) -> Expr:
    """Return integers minus a zero point that broadcasts to them, as int32."""
    data32 = cast(node, data, "int32")
    if zero_point is None or is_zero(node, zero_point):
        return data32
    return op.subtract(data32, cast(node, _broadcastable(node, zero_point), "int32"))


def multiply_integers(node: Node, lhs: Quantized, rhs: Quantized) -> Expr:
    """Return the product of tensors of integers minus their zero points, as int32. The first zero point
    may be a vector with an element for each row, the second one for each column."""
    rank = node.rank(rhs.data)
    parameters = _read_parameters(node, lhs, rhs, 1 if rank == 2 else 0)
    # The canonical forms of qnn operators count the elements of rows and columns.
    sizes = node.shape(lhs.data)[-1:] + (node.shape(rhs.data)[1:] if rank > 1 else [])
    if parameters is not None and None not in sizes:
        return matmul(node, lhs.data, rhs.data, _QnnProducts(parameters))
    left = _center(node, lhs.data, _per_row(node, lhs.zero_point, lhs.data))
    return matmul(node, left, _center(node, rhs.data, rhs.zero_point))


def _convolve_integers(node: Node, data: Quantized, weight: Quantized) -> Expr:
    """Return the convolution of integers minus their zero points, as int32."""
    parameters = _read_parameters(node, data, weight, 1)
    # Padding that qnn.conv2d does not take would need zero points as its elements.
    is_padded = min(node.attribute("pads", []) or [0]) < 0 or \
        node.attribute("auto_pad", "NOTSET").startswith("SAME") and None in node.shape(data.data)
    if parameters is None or is_padded or node.rank(data.data) != 4 or \
            None in node.shape(weight.data):
        return convolve(node, _center_slices(node, data, 1), _center_slices(node, weight, 0))
    factors = parameters

    def call(lhs: Expr, rhs: Expr, **attributes: Any) -> Expr:
        return qnn.conv2d(lhs, rhs, *factors, **attributes)

    return convolve(node, data.data, weight.data, call)


def _center_slices(node: Node, tensor: Quantized, axis: int) -> Expr:
    point = tensor.zero_point
    return _center(node, tensor.data,
                   None if point is None else _align(node, point, tensor.data, axis))


@converter("MatMulInteger", since=10)
def convert_matmul_integer(node: Node) -> Expr:
    """Return a product of integers minus their zero points, as int32."""
    return multiply_integers(node, read_quantized(node, 0, None, 2), read_quantized(node, 1, None, 3))


@converter("QLinearMatMul", since=10)
def convert_qlinear_matmul(node: Node) -> Expr:
    """Return a product of quantized tensors."""
    lhs, rhs = read_quantized(node, 0, 1, 2), read_quantized(node, 3, 4, 5)
    left = _per_row(node, node.input(1), lhs.data)
    factor = op.multiply(cast(node, _broadcastable(node, left), "float32"),
                         cast(node, _broadcastable(node, node.input(4)), "float32"))
    return requantize(node, multiply_integers(node, lhs, rhs), factor, node.input(6), node.input(7))


@converter("ConvInteger", since=10)
def convert_conv_integer(node: Node) -> Expr:
    """Return a convolution of integers minus their zero points, as int32."""
    return _convolve_integers(node, read_quantized(node, 0, None, 2), read_quantized(node, 1, None, 3))


@converter("QLinearConv", since=10)
def convert_qlinear_conv(node: Node) -> Expr:
    """Return a convolution of quantized tensors."""
    data, bias = node.input(0), node.optional_input(8)
    total = _convolve_integers(node, read_quantized(node, 0, 1, 2), read_quantized(node, 3, 4, 5))
    if bias is not None:
        total = op.nn.bias_add(total, bias)
    factor = op.multiply(_broadcastable(node, node.input(1)),
                         _broadcastable(node, node.input(4)))
    if node.rank(factor) == 1:
        factor = reshape(factor, [-1, *([1] * (node.rank(data) - 2))])
    return requantize(node, total, factor, node.input(6), node.input(7))
