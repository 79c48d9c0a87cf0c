"""Quantized tensors of scripts, and their functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .... import op
from ....expr import Expr, const
from ....qnn import op as qnn
from ..dtypes import OF_SCRIPTS
from ..node import Node
from ..quantization import (DTYPES, clip_below, dequantize, find_quantization, get_quantization,
                            make_quantization, mark, quantize)
from ..registry import converter


def _read_dtype(node: Node, dtype: Any) -> str:
    """Return Relay's type of the integers of a quantized tensor."""
    name = OF_SCRIPTS[dtype] if isinstance(dtype, int) and 0 <= dtype < len(OF_SCRIPTS) else \
        str(dtype).rpartition(".")[2]
    if name not in DTYPES:
        node.fail(f"expected quint8, qint8 or qint32, but got {name}")
    return DTYPES[name]


# Quantized tensors


@converter("aten::quantize_per_tensor")
def convert_quantize(node: Node, self: Any, scale: Any, zero_point: Any, dtype: Any) -> Any:
    """Return a quantized tensor."""
    if isinstance(self, (list, tuple)):
        node.fail("a list of tensors is not supported")
    return quantize(node, node.floating(self), make_quantization(node, scale, zero_point),
                    _read_dtype(node, dtype))


@converter("aten::quantize_per_channel")
def convert_quantize_per_channel(node: Node, self: Any, scales: Any, zero_points: Any, axis: int,
                                 dtype: Any) -> Expr:
    """Return a tensor that is quantized by channel."""
    found = make_quantization(node, scales, zero_points, node.axis(axis, node.rank(self)))
    return quantize(node, node.floating(self), found, _read_dtype(node, dtype))


@converter("aten::dequantize")
def convert_dequantize(node: Node, self: Any = None, tensors: Any = None) -> Any:
    """Return the numbers of quantized tensors."""
    if tensors is not None:
        return [dequantize(node, item) for item in tensors]
    return dequantize(node, self)


@converter("aten::is_quantized", "prim::is_quantized")
def convert_is_quantized(node: Node, self: Any = None, **arguments: Any) -> bool:
    """Return whether a tensor is quantized."""
    value = next(iter(arguments.values())) if self is None else self
    return find_quantization(node, value) is not None


@converter("aten::int_repr")
def convert_int_repr(node: Node, self: Any) -> Expr:
    """Return the integers of a quantized tensor, without its parameters."""
    get_quantization(node, self, per_channel=True)
    return op.copy(self)


@converter("aten::q_scale")
def convert_q_scale(node: Node, self: Any) -> float:
    """Return the scale of a quantized tensor."""
    return float(get_quantization(node, self).scale)


@converter("aten::q_zero_point")
def convert_q_zero_point(node: Node, self: Any) -> int:
    """Return the zero point of a quantized tensor."""
    return int(get_quantization(node, self).zero_point)


# Functions of elements


def _register_functions() -> None:
    def make(function: Callable[..., Expr], with_relu: bool) -> Callable[..., Expr]:
        def convert(node: Node, qa: Any, qb: Any, scale: float, zero_point: int) -> Expr:
            left, right = get_quantization(node, qa), get_quantization(node, qb)
            own = make_quantization(node, scale, zero_point)
            result = function(qa, qb, *left.arguments, *right.arguments, *own.arguments)
            dtype = node.dtype(qa)
            return mark(node, clip_below(result, own, dtype) if with_relu else result, own)

        return convert

    for name, function in (("add", qnn.add), ("mul", qnn.mul)):
        converter(f"quantized::{name}")(make(function, False))
        converter(f"quantized::{name}_relu")(make(function, True))


_register_functions()


@converter("quantized::cat", "quantized::cat_relu")
def convert_cat(node: Node, qx: Any, dim: int, scale: Any = None, zero_point: Any = None) -> Expr:
    """Return quantized tensors in a row, in the scale of the result."""
    found = [get_quantization(node, item) for item in qx]
    own = found[0] if scale is None else make_quantization(node, scale, zero_point)
    result = qnn.concatenate(list(qx), [each.arguments[0] for each in found],
                             [each.arguments[1] for each in found], *own.arguments,
                             node.axis(dim, node.rank(qx[0])))
    return mark(node, clip_below(result, own, node.dtype(qx[0])) if "relu" in node.op else result, own)


@converter("quantized::add_scalar")
def convert_add_scalar(node: Node, qa: Any, b: Any) -> Expr:
    """Return the sums of elements and a number: the zero point moves. If it left the range of integers,
    the scale grows."""
    own, dtype = get_quantization(node, qa), node.dtype(qa)
    limits = np.iinfo(dtype)
    zero_point = int(own.zero_point) - round(node.number(b, "the number") / float(own.scale))
    moved = make_quantization(node, own.scale, zero_point)
    if limits.min <= zero_point <= limits.max:
        return mark(node, op.copy(qa), moved)
    steps = limits.max - zero_point if zero_point < limits.min else zero_point - limits.min
    end = limits.min if zero_point < limits.min else limits.max
    output = make_quantization(node, steps / (limits.max - limits.min) * float(own.scale), end)
    return mark(node, qnn.requantize(qa, *moved.arguments, *output.arguments, out_dtype=dtype), output)


@converter("quantized::mul_scalar")
def convert_mul_scalar(node: Node, qa: Any, b: Any) -> Expr:
    """Return the products of elements and a number: the scale changes, and the integers turn round if
    the number is negative."""
    own, dtype = get_quantization(node, qa), node.dtype(qa)
    limits, factor = np.iinfo(dtype), float(node.number(b, "the number"))
    if factor > 0:
        return mark(node, op.copy(qa), make_quantization(node, factor * own.scale, own.zero_point))
    if factor == 0:
        return mark(node, op.zeros_like(qa), make_quantization(node, 1.0, 0))
    both = limits.max + limits.min
    turned = op.cast(op.subtract(const(both, "int32"), op.cast(qa, "int32")), dtype)
    return mark(node, turned, make_quantization(node, -factor * own.scale, both - own.zero_point))


@converter("quantized::relu6")
def convert_relu6(node: Node, qx: Any, inplace: bool = False) -> Expr:
    """Return elements between 0 and 6."""
    own, dtype = get_quantization(node, qx), node.dtype(qx)
    low = int(own.zero_point)
    high = min(low + round(6 / float(own.scale)), int(np.iinfo(dtype).max))
    return mark(node, op.clip(qx, low, high), own)


@converter("quantized::elu", "quantized::hardswish", "quantized::leaky_relu", "quantized::sigmoid")
def convert_function(node: Node, output_scale: Any, output_zero_point: Any, **arguments: Any) -> Expr:
    """Return a function of the numbers, quantized again."""
    (key, data), *others = arguments.items()
    get_quantization(node, data)
    name = node.op.replace("quantized::", "aten::")
    plain = {"self" if key in ("input", "qx") else key: dequantize(node, data), **dict(others)}
    plain.pop("inplace", None)
    return quantize(node, node.graph.convert_plain(node, name, plain),
                    make_quantization(node, output_scale, output_zero_point), node.dtype(data))
