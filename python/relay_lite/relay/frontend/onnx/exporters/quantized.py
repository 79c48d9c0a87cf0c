"""Quantized operators."""

from __future__ import annotations

import numpy as np

from ....expr import Call
from .call import CallView
from .convolution import arrange, canonical, convolve
from .elements import round_away
from .registry import exporter

_WIDE = ("int16", "uint16")


def _require_type(call: CallView, dtype: str, *others: str) -> None:
    """Fail if ONNX does not quantize to a type in this version, or at all."""
    if dtype in _WIDE and dtype in others:
        call.require_opset(21, f"quantization of {dtype}")
    elif dtype not in ("int8", "uint8", *others):
        call.fail(f"ONNX's operator takes no {dtype}")


def _read_zero_point(call: CallView, i: int, dtype: str) -> np.ndarray | None:
    """Return a zero point that is a constant in the range of a type; otherwise None."""
    value = call.value(i)
    if value is None or dtype not in ("int8", "uint8", *_WIDE):
        return None
    limits = np.iinfo(dtype)
    return value if value.size == 0 or limits.min <= value.min() and value.max() <= limits.max else None


def _align(call: CallView, i: int, axis: int) -> str:
    """Return a scale or zero point in a shape that broadcasts to the data."""
    trailing = call.rank(0) - axis - 1
    if call.rank(i) == 0 or not trailing:
        return call.input(i)
    value = call.value(i)
    if value is not None:
        return call.vector(value.reshape(-1, *([1] * trailing)), call.dtype(i))
    return call.unsqueeze(call.input(i), list(range(1, trailing + 1)))


def _read_axis(call: CallView) -> int:
    return call.axes([call.attribute("axis")], call.rank(0))[0]


@exporter("qnn.dequantize", makes="DequantizeLinear; Cast Clip Sub")
def export_dequantize(call: CallView) -> str:
    """Return floats of integers. A zero point that is no constant of their type is subtracted before."""
    call.require_opset(10, "DequantizeLinear")
    axis, dtype, data, scale = _read_axis(call), call.dtype(0), call.input(0), call.input(1)
    _require_type(call, dtype, "int32", *_WIDE)
    point = _read_zero_point(call, 2, dtype)
    factor = call.value(1)
    inputs = [data, scale]
    if point is not None and point.ndim > call.rank(1) and factor is not None:
        inputs[1] = call.vector(np.broadcast_to(factor, point.shape), "float32")
        inputs.append(call.vector(point, dtype))
    elif point is not None and point.ndim <= call.rank(1) and None not in call.shape(1):
        inputs.append(call.vector(np.broadcast_to(point, call.static_shape(1)), dtype))
    else:
        inputs[0] = call.cast(data, dtype, "int32")
        zero = call.value(2)
        if zero is None or zero.any():
            inputs[0] = call.emit("Sub", [inputs[0], _align(call, 2, axis)])
    is_vector = call.rank(1) > 0 or len(inputs) == 3 and point is not None and point.ndim > 0
    if is_vector:
        call.require_opset(13, "DequantizeLinear along an axis")
    result = call.emit("DequantizeLinear", inputs, axis=axis if is_vector else None)
    if call.dtype() == "float32":
        return result
    largest = float(np.finfo("float16").max)
    limits = [call.number(limit, "float32") for limit in (-largest, largest)]
    call.require_opset(11, "Clip with limits as inputs")
    return call.cast(call.emit("Clip", [result, *limits]), "float32", call.dtype())


@exporter("qnn.quantize", makes="QuantizeLinear; Div Add Where Less Ceil Floor Sign Abs Sub Cast")
def export_quantize(call: CallView) -> str:
    """Return integers of floats. The quotients are rounded before, halves away from 0: ONNX rounds them to
    even ones."""
    call.require_opset(10, "QuantizeLinear")
    axis, dtype = _read_axis(call), call.dtype()
    _require_type(call, dtype, *_WIDE)
    rounded = round_away(call, call.emit("Div", [call.input(0), _align(call, 1, axis)]), "float32")
    point = _read_zero_point(call, 2, dtype)
    if point is None or point.ndim > 0:
        offset = call.cast(_align(call, 2, axis), "int32", "float32")
        rounded, point = call.emit("Add", [rounded, offset]), np.array(0)
    return call.emit("QuantizeLinear", [rounded, call.number(1, "float32"),
                                        call.number(point, dtype)])


# Products


def _write_zero_point(call: CallView, i: int, dtype: str) -> str:
    """Return a zero point in the type of its operand: a constant, or one that was cast from that."""
    value, arg = _read_zero_point(call, i, dtype), call.args[i]
    if value is not None:
        is_splat = value.size > 0 and (value == value.flat[0]).all()
        return call.number(value.flat[0], dtype) if is_splat else call.vector(value, dtype)
    is_cast = isinstance(arg, Call) and str(getattr(arg.op, "name", "")) == "cast"
    if not is_cast or str(arg.args[0].checked_type.dtype) != dtype:
        call.fail(f"the zero point must be one of {dtype}, cast to int32")
    return call.cast(call.input(i), "int32", dtype)


def _write_zero_points(call: CallView) -> list[str]:
    """Return the zero points of both operands."""
    call.require_opset(10, "a product of integers")
    for i in range(2):
        _require_type(call, call.dtype(i))
    if call.dtype() != "int32":
        call.fail(f"ONNX's products of integers are of int32, not of {call.dtype()}")
    return [_write_zero_point(call, i + 2, call.dtype(i)) for i in range(2)]


@exporter("qnn.dense", "qnn.batch_matmul", makes="MatMulInteger; Transpose Cast")
def export_product(call: CallView) -> str:
    """Return products with a transposed matrix."""
    if call.op == "qnn.batch_matmul" and \
            (call.attribute("transpose_a") or not call.attribute("transpose_b")):
        call.fail("expected the second matrix to be transposed, and only that")
    points, value = _write_zero_points(call), call.value(1)
    if value is not None:
        rhs = call.vector(np.swapaxes(value, -1, -2), call.dtype(1))
    else:
        rank = call.rank(1)
        rhs = call.transpose(call.input(1), [*range(rank - 2), rank - 1, rank - 2])
    return call.emit("MatMulInteger", [call.input(0), rhs, *points])


@exporter("qnn.conv2d", makes="ConvInteger; Transpose Cast")
def export_conv(call: CallView) -> str:
    """Return a convolution of integers."""
    weight = arrange(call, call.input(1), call.attribute("kernel_layout"), canonical(2, "OI"))
    return convolve(call, "ConvInteger", "OI", [weight, *_write_zero_points(call)])
