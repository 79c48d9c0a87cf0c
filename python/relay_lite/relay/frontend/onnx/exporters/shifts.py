"""Shifts of bits, and products with fixed-point numbers."""

from __future__ import annotations

import numpy as np

from .call import CallView
from .registry import exporter

# The first version whose BitShift takes signed integers.
_SIGNED = 28
# Shifts by more bits leave the range of int64.
_MOST_SHIFTED = 62


@exporter("left_shift", "right_shift", makes="BitShift; Mul Div Mod Sub Pow Cast")
def export_shift(call: CallView) -> str:
    """Return the bits of elements shifted. Signed integers are multiplied or divided."""
    dtype, is_left = call.dtype(), call.op == "left_shift"
    if dtype.startswith("uint") or call.opset >= _SIGNED:
        call.require_opset(11, "BitShift")
        return call.emit("BitShift", call.inputs, direction="LEFT" if is_left else "RIGHT")
    value = call.value(1)
    if value is not None:
        power = call.vector(_raise(call, value), "int64")
    else:
        exponent = call.cast(call.input(1), call.dtype(1), "float64")
        power = call.cast(call.emit("Pow", [call.number(2, "float64"), exponent]), "float64", "int64")
    wide = call.cast(call.input(0), dtype, "int64")
    shifted = call.emit("Mul", [wide, power]) if is_left else _divide(call, wide, power)
    return call.cast(shifted, "int64", dtype)


def _raise(call: CallView, exponents: np.ndarray) -> np.ndarray:
    """Return powers of 2."""
    if exponents.size and (exponents.min() < 0 or exponents.max() > _MOST_SHIFTED):
        call.fail(f"a shift by less than 0 or more than {_MOST_SHIFTED} bits")
    return np.left_shift(np.int64(1), exponents.astype("int64"))


def _divide(call: CallView, data: str, power: str) -> str:
    """Return quotients of int64, rounded down: ONNX's Div rounds them towards 0."""
    call.require_opset(10, "Mod")
    return call.emit("Div", [call.emit("Sub", [data, call.emit("Mod", [data, power])]), power])


def _multiply(call: CallView, factor: np.ndarray, right: np.ndarray) -> str:
    """Return (x * factor + 2^(30 + right)) / 2^(31 + right) of integers, rounded down."""
    wide = call.cast(call.input(0), call.dtype(0), "int64")
    product = call.emit("Mul", [wide, call.vector(factor, "int64")])
    rounded = call.emit("Add", [product, call.vector(_raise(call, 30 + right), "int64")])
    quotient = _divide(call, rounded, call.vector(_raise(call, 31 + right), "int64"))
    return call.cast(quotient, "int64", call.dtype())


@exporter("fixed_point_multiply", makes="Mul; Add Sub Mod Div Cast")
def export_fixed_point(call: CallView) -> str:
    """Return products with a fixed-point number."""
    shift = np.array(call.attribute("shift"))
    factor = call.attribute("multiplier") * _raise(call, np.maximum(shift, 0))
    return _multiply(call, factor, np.maximum(-shift, 0))


@exporter("fixed_point_multiply_per_axis", makes="Mul; Add Sub Mod Div Cast")
def export_fixed_point_per_axis(call: CallView) -> str:
    """Return products with fixed-point numbers of channels."""
    rank, axes = call.rank(0), call.axes(call.attribute("axes"), call.rank(0))
    numbers = [call.value(i) for i in (1, 2, 3)]
    if any(value is None for value in numbers) or axes != sorted(axes):
        call.fail("expected constant multipliers and shifts along axes in their order")
    shape = [1] * rank
    for axis, size in zip(axes, numbers[0].shape):
        shape[axis] = size
    factor, left, right = (value.astype("int64").reshape(shape) for value in numbers)
    if call.attribute("is_lshift_required"):
        factor = factor * _raise(call, left)
    return _multiply(call, factor, right)
