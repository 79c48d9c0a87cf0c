"""Quantized tensors of scripts: integers with a scale and a zero point, which PyTorch keeps with the
tensor and Relay's operators take as arguments."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ... import op
from ...expr import Constant, Expr, const
from ...qnn import op as qnn
from .. import common
from . import views
from .node import Node

# Relay's element types of quantized tensors, by PyTorch's names.
DTYPES = {"quint8": "uint8", "qint8": "int8", "qint32": "int32"}

# Operators that take quantized tensors, or ask for their parameters.
_OWN = frozenset(f"aten::{name}" for name in (
    "dequantize", "int_repr", "is_quantized", "q_scale", "q_zero_point")) | {"prim::is_quantized"}
# Operators that move elements or select some of them: those of integers are those of the numbers.
_MOVING = frozenset(f"aten::{name}" for name in (
    "channel_shuffle", "clone", "contiguous", "cpu", "cuda", "detach", "flatten", "flip", "gather",
    "index_select", "max_pool1d", "max_pool2d", "max_pool3d", "native_channel_shuffle", "pixel_shuffle",
    "pixel_unshuffle", "repeat", "reshape", "roll", "tile", "to", "unfold", "upsample_nearest1d",
    "upsample_nearest2d", "upsample_nearest3d", "dropout"))
# Operators that PyTorch computes with floating-point numbers, and whose results have the parameters of
# the first operand.
_FLOATING = frozenset(f"aten::{name}" for name in (
    "__interpolate", "adaptive_avg_pool1d", "adaptive_avg_pool2d", "adaptive_avg_pool3d", "amax", "amin",
    "avg_pool1d", "avg_pool2d", "avg_pool3d", "cat", "clamp", "clamp_max", "clamp_min",
    "constant_pad_nd", "elu", "hardswish", "hardtanh", "leaky_relu", "max", "mean", "min", "pad", "relu6",
    "reflection_pad1d", "reflection_pad2d", "sort", "stack", "threshold", "topk", "upsample_bilinear2d",
    "argmax", "argmin"))
# Operators whose results lie in a known range, with the ends of that range.
_BOUNDED = {"aten::sigmoid": (0.0, 1.0), "aten::hardsigmoid": (0.0, 1.0), "aten::tanh": (-1.0, 1.0)}
# Operators that ask for shapes and types.
_ASKING = frozenset((
    "aten::dim", "aten::is_floating_point", "aten::is_contiguous", "aten::len", "aten::numel", "aten::size",
    "aten::stride", "aten::__is__", "aten::__isnot__", "prim::dtype", "prim::device", "prim::is_cuda",
    "prim::layout"))


@dataclass(frozen=True)
class Quantization:
    """The parameters of a quantized tensor: (integer - zero_point) * scale is the number.

    Attributes
    ----------
    scale : numpy.ndarray
        float32, of rank 0 or, by channel, of rank 1.
    zero_point : numpy.ndarray
        int32, of the rank of the scale.
    axis : int
        The dimension of channels.
    """

    scale: Any
    zero_point: Any
    axis: int = -1

    @property
    def arguments(self) -> tuple[Constant, Constant]:
        """The scale and the zero point as constants."""
        return const(self.scale, "float32"), const(self.zero_point, "int32")


def make_quantization(node: Node, scale: Any, zero_point: Any, axis: int = -1) -> Quantization:
    """Return parameters of numbers or of tensors whose values are known."""
    values = []
    for value, dtype, what in ((scale, "float32", "the scale"), (zero_point, "int32", "the zero point")):
        if isinstance(value, Expr):
            value = node.require_constant(value, what)
        values.append(np.asarray(value, dtype))
    if values[0].shape != values[1].shape:
        values = [value.reshape(()) for value in values] if values[0].size == 1 else \
            [values[0], np.broadcast_to(values[1], values[0].shape)]
    return Quantization(values[0], values[1], axis)


def find_quantization(node: Node, value: Any) -> Quantization | None:
    """Return the parameters of a quantized tensor; None for other values."""
    return node.graph.quantized.get(value) if isinstance(value, Expr) else None


def get_quantization(node: Node, value: Any, per_channel: bool = False) -> Quantization:
    """Return the parameters of a quantized tensor.

    Raises
    ------
    ConversionError
        If the tensor is not quantized, or by channel where that is not supported.
    """
    found = find_quantization(node, value)
    if found is None:
        node.fail("expected a tensor whose scale and zero point are known when the model is imported")
    if found.scale.ndim and not per_channel:
        node.fail("a tensor that is quantized by channel is supported as a weight alone")
    return found


def mark(node: Node, expr: Expr, quantization: Quantization) -> Expr:
    """Return a tensor after it has got its parameters."""
    expr = common.fold_small(expr)
    node.graph.quantized[expr] = quantization
    return expr


def quantize(node: Node, data: Expr, quantization: Quantization, dtype: str) -> Expr:
    """Return floating-point numbers as a quantized tensor."""
    return mark(node, qnn.quantize(data, *quantization.arguments, axis=quantization.axis,
                                   out_dtype=dtype), quantization)


def dequantize(node: Node, data: Any) -> Any:
    """Return the numbers of a quantized tensor; other tensors as they are."""
    found = find_quantization(node, data)
    return data if found is None else qnn.dequantize(data, *found.arguments, axis=found.axis)


def clip_below(data: Expr, own: Quantization, dtype: str) -> Expr:
    """Return integers with the zero point in place of those for negative numbers."""
    return op.maximum(data, const(own.zero_point, dtype))


def is_taken(node: Node, name: str, plain: dict[str, Any]) -> bool:
    """Return whether `convert_quantized` converts a call: one with quantized operands, of an operator
    for all tensors."""
    if not node.graph.quantized or name in _OWN or name.startswith("quantized::"):
        return False
    return _find_operand(node, plain) is not None


def _find_operand(node: Node, plain: dict[str, Any]) -> Any:
    """Return the first quantized tensor among arguments; None without any."""
    for value in plain.values():
        for item in value if isinstance(value, (list, tuple)) else [value]:
            if find_quantization(node, item) is not None:
                return item
    return None


def convert_quantized(node: Node, name: str, plain: dict[str, Any]) -> Any:
    """Return the result of an operator for quantized tensors.

    Raises
    ------
    ConversionError
        If PyTorch has no such operator for quantized tensors.
    """
    operand = _find_operand(node, plain)
    own, dtype = node.graph.quantized[operand], node.dtype(operand)
    if name in _ASKING:
        return node.graph.convert_plain(node, name, plain)
    if name in _MOVING or views.is_view(name):
        result = node.graph.convert_plain(node, name, plain)
        if own.scale.ndim and result is not operand:
            node.fail("the operator is not supported for a tensor that is quantized by channel")
        return _mark_all(node, result, own, dtype)
    if name == "aten::relu" and operand is next(iter(plain.values())):
        return mark(node, clip_below(operand, get_quantization(node, operand), dtype), own)
    if name not in _FLOATING and name not in _BOUNDED:
        node.fail("the operator is not supported for quantized tensors")
    floats = {key: [dequantize(node, item) for item in value] if isinstance(value, (list, tuple))
              else dequantize(node, value) for key, value in plain.items()}
    result = node.graph.convert_plain(node, name, floats)
    if name in _BOUNDED:
        own = _get_bounded(node, _BOUNDED[name], dtype)
    return _quantize_all(node, result, own, dtype)


def _get_bounded(node: Node, bounds: tuple[float, float], dtype: str) -> Quantization:
    """Return the parameters of numbers in a range: 256 steps cover it."""
    low, high = bounds
    lowest = int(np.iinfo(dtype).min)
    scale = (high - low) / 256
    return make_quantization(node, scale, lowest + round(-low / scale))


def _mark_all(node: Node, result: Any, own: Quantization, dtype: str) -> Any:
    if isinstance(result, (list, tuple)):
        return type(result)(_mark_all(node, item, own, dtype) for item in result)
    if isinstance(result, Expr) and node.dtype(result) == dtype:
        return mark(node, result, own)
    return result


def _quantize_all(node: Node, result: Any, own: Quantization, dtype: str) -> Any:
    if isinstance(result, (list, tuple)):
        return type(result)(_quantize_all(node, item, own, dtype) for item in result)
    if isinstance(result, Expr) and node.dtype(result) == "float32":
        return quantize(node, result, own, dtype)
    return result
