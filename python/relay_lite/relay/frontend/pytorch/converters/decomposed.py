"""The operators quantized_decomposed of exported programs: tensors are integers, and scales are
arguments."""

from __future__ import annotations

from typing import Any

import numpy as np

from .... import op
from ....expr import Expr, const
from ....qnn import op as qnn
from ...building import cast
from ..dtypes import get_dtype
from ..node import Node
from ..registry import converter

_NAMESPACE = "quantized_decomposed::"


def _make_parameters(node: Node, scale: Any, zero_point: Any, rank: int) -> tuple[Expr, Expr]:
    """Return a scale and a zero point of rank 0, or of rank 1 by channel."""
    shape = [-1] if rank else []
    found = []
    for value, dtype in ((scale, "float32"), (zero_point, "int32")):
        expr = cast(node, node.tensor(value), dtype)
        found.append(expr if node.rank(expr) == rank else op.reshape(expr, shape))
    return found[0], found[1]


def _quantize(node: Node, data: Expr, parameters: tuple[Expr, Expr], axis: int,
              limits: tuple[Any, Any, Any]) -> Expr:
    """Return the integers of numbers.

    Parameters
    ----------
    limits : tuple
        The lowest and the highest integer, and PyTorch's element type.
    """
    low, high = (node.number(value, "a limit of integers") for value in limits[:2])
    dtype = _read_dtype(node, limits[2])
    result = qnn.quantize(node.floating(data), *parameters, axis=axis, out_dtype=dtype)
    range_ = np.iinfo(dtype)
    if low <= range_.min and high >= range_.max:
        return result
    low, high = max(low, int(range_.min)), min(high, int(range_.max))
    return op.minimum(op.maximum(result, const(low, dtype)), const(high, dtype))


def _read_dtype(node: Node, dtype: Any) -> str:
    found = get_dtype(dtype)
    if found not in ("int8", "uint8", "int16", "int32"):
        node.fail(f"expected int8, uint8, int16 or int32 as the type of integers, but got {dtype}")
    assert found is not None
    return found


def _dequantize(node: Node, data: Expr, parameters: tuple[Expr, Expr], axis: int,
                out_dtype: Any) -> Expr:
    result = qnn.dequantize(data, *parameters, axis=axis)
    dtype = "float32" if out_dtype is None else get_dtype(out_dtype)
    if dtype is None:
        node.fail(f"Relay has no element type {out_dtype!r}")
    return cast(node, result, dtype)


@converter(f"{_NAMESPACE}quantize_per_tensor")
def convert_quantize(node: Node, input: Any, scale: Any, zero_point: Any, quant_min: Any, quant_max: Any,
                     dtype: Any) -> Expr:
    """Return the integers of numbers."""
    return _quantize(node, input, _make_parameters(node, scale, zero_point, 0), -1,
                     (quant_min, quant_max, dtype))


@converter(f"{_NAMESPACE}dequantize_per_tensor")
def convert_dequantize(node: Node, input: Any, scale: Any, zero_point: Any, quant_min: Any, quant_max: Any,
                       dtype: Any, out_dtype: Any = None) -> Expr:
    """Return the numbers of integers."""
    return _dequantize(node, input, _make_parameters(node, scale, zero_point, 0), -1, out_dtype)


@converter(f"{_NAMESPACE}quantize_per_channel")
def convert_quantize_per_channel(node: Node, input: Any, scales: Any, zero_points: Any, axis: int,
                                 quant_min: Any, quant_max: Any, dtype: Any) -> Expr:
    """Return the integers of numbers, of one scale for each channel."""
    return _quantize(node, input, _make_parameters(node, scales, zero_points, 1),
                     node.axis(axis, node.rank(input)), (quant_min, quant_max, dtype))


@converter(f"{_NAMESPACE}dequantize_per_channel")
def convert_dequantize_per_channel(node: Node, input: Any, scales: Any, zero_points: Any, axis: int,
                                   quant_min: Any, quant_max: Any, dtype: Any,
                                   out_dtype: Any = None) -> Expr:
    """Return the numbers of integers, of one scale for each channel."""
    if zero_points is None:
        zero_points = op.cast(op.zeros_like(scales), "int32")
    return _dequantize(node, input, _make_parameters(node, scales, zero_points, 1),
                       node.axis(axis, node.rank(input)), out_dtype)


@converter(f"{_NAMESPACE}choose_qparams")
def convert_choose_qparams(node: Node, input: Any, quant_min: Any, quant_max: Any, eps: Any,
                           dtype: Any) -> list[Expr]:
    """Return the scale, float64, and the zero point, int64, by which integers cover the numbers."""
    low, high = (int(node.number(value, "a limit of integers")) for value in (quant_min, quant_max))
    zero = node.constant_like(0, input)
    least, most = op.minimum(op.min(input), zero), op.maximum(op.max(input), zero)
    scale = op.divide(op.subtract(most, least), node.constant_like(high - low, input))
    scale = op.maximum(scale, node.constant_like(float(node.number(eps, "eps")), input))
    place = op.subtract(node.constant_like(low, input), op.round(op.divide(least, scale)))
    zero_point = op.clip(place, low, high)
    return [op.reshape(op.cast(scale, "float64"), (1,)), op.reshape(op.cast(zero_point, "int64"), (1,))]
