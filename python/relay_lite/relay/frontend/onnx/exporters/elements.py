"""Operators on elements."""

from __future__ import annotations

import math

from .call import CallView
from .registry import exporter

_SAME = {
    "abs": "Abs", "acos": "Acos", "acosh": "Acosh", "asin": "Asin", "asinh": "Asinh",
    "atan": "Atan", "atanh": "Atanh", "bitwise_not": "BitwiseNot", "ceil": "Ceil", "cos": "Cos",
    "cosh": "Cosh", "erf": "Erf", "exp": "Exp", "fast_erf": "Erf", "fast_exp": "Exp",
    "fast_tanh": "Tanh", "floor": "Floor", "isinf": "IsInf", "isnan": "IsNaN", "log": "Log",
    "logical_not": "Not", "negative": "Neg", "sigmoid": "Sigmoid", "sign": "Sign", "sin": "Sin",
    "sinh": "Sinh", "sqrt": "Sqrt", "tan": "Tan", "tanh": "Tanh", "nn.relu": "Relu",
    "add": "Add", "bitwise_and": "BitwiseAnd", "bitwise_or": "BitwiseOr",
    "bitwise_xor": "BitwiseXor", "equal": "Equal", "greater": "Greater", "less": "Less",
    "logical_and": "And", "logical_or": "Or", "logical_xor": "Xor", "maximum": "Max",
    "minimum": "Min", "multiply": "Mul", "power": "Pow", "subtract": "Sub",
}
# The first versions of operators that have not been there from the beginning.
_SINCE = {"Acosh": 9, "Asinh": 9, "Atanh": 9, "BitwiseAnd": 18, "BitwiseNot": 18, "BitwiseOr": 18,
          "BitwiseXor": 18, "Cosh": 9, "Erf": 9, "IsInf": 10, "IsNaN": 9, "Sign": 9, "Sinh": 9}


def _export_same(call: CallView) -> str:
    op_type = _SAME[call.op]
    if op_type in ("Add", "Mul") and call.dtype() == "bool":
        return call.emit("Or" if op_type == "Add" else "And", call.inputs)
    call.require_opset(_SINCE.get(op_type, 1), op_type)
    if op_type == "Equal" and call.is_float(0):
        call.require_opset(11, "a comparison of floats")
    return call.emit(op_type, call.inputs)


@exporter("where", makes="Where; And Not Or")
def export_where(call: CallView) -> str:
    """Return elements of one of two tensors."""
    if call.dtype() != "bool":
        return call.where(*call.inputs)
    condition, then, otherwise = call.inputs
    return call.emit("Or", [call.emit("And", [condition, then]),
                            call.emit("And", [call.emit("Not", [condition]), otherwise])])


for _name, _op_type in _SAME.items():
    exporter(_name, makes=_op_type)(_export_same)


def truncate(call: CallView, data: str, dtype: str) -> str:
    """Return elements rounded towards 0."""
    negative = call.emit("Less", [data, call.number(0, dtype)])
    return call.where(negative, call.emit("Ceil", [data]), call.emit("Floor", [data]))


@exporter("trunc", makes="Where; Less Ceil Floor")
def export_trunc(call: CallView) -> str:
    """Return elements rounded towards 0."""
    return truncate(call, call.input(0), call.dtype()) if call.is_float() else call.input(0)


def round_away(call: CallView, data: str, dtype: str) -> str:
    """Return the nearest integers, halves away from 0: ONNX rounds them to even ones."""
    whole = truncate(call, data, dtype)
    rest = call.emit("Abs", [call.emit("Sub", [data, whole])])
    is_small = call.emit("Less", [rest, call.number(0.5, dtype)])
    return call.where(is_small, whole, call.emit("Add", [whole, call.emit("Sign", [data])]))


@exporter("round", makes="Where; Less Ceil Floor Sign Add Sub")
def export_round(call: CallView) -> str:
    """Return the nearest integers, halves away from 0."""
    return round_away(call, call.input(0), call.dtype())


@exporter("rsqrt", makes="Reciprocal; Sqrt")
def export_rsqrt(call: CallView) -> str:
    """Return 1 divided by the square root."""
    return call.emit("Reciprocal", [call.emit("Sqrt", [call.input(0)])])


@exporter("log2", "log10", makes="Log; Div")
def export_log(call: CallView) -> str:
    """Return logarithms of another base."""
    base = math.log(2 if call.op == "log2" else 10)
    return call.emit("Div", [call.emit("Log", [call.input(0)]), call.number(base, call.dtype())])


@exporter("isfinite", makes="IsInf; IsNaN Or Not")
def export_isfinite(call: CallView) -> str:
    """Return whether elements are finite."""
    call.require_opset(10, "IsInf")
    data = call.input(0)
    return call.emit("Not", [call.emit("Or", [call.emit("IsInf", [data]),
                                              call.emit("IsNaN", [data])])])


@exporter("not_equal", makes="Equal; Not")
def export_not_equal(call: CallView) -> str:
    """Return whether elements differ."""
    return call.emit("Not", [call.emit("Equal", call.inputs)])


@exporter("greater_equal", "less_equal", makes="GreaterOrEqual LessOrEqual")
def export_order(call: CallView) -> str:
    """Return whether elements are in order."""
    is_greater = call.op == "greater_equal"
    if call.opset >= 12:
        return call.emit("GreaterOrEqual" if is_greater else "LessOrEqual", call.inputs)
    strict = call.emit("Greater" if is_greater else "Less", call.inputs)
    return call.emit("Or", [strict, call.emit("Equal", call.inputs)])


@exporter("divide", makes="Div")
def export_divide(call: CallView) -> str:
    """Return quotients; those of integers are rounded towards 0."""
    return call.emit("Div", call.inputs)


@exporter("trunc_divide", makes="Div")
def export_trunc_divide(call: CallView) -> str:
    """Return quotients rounded towards 0."""
    quotient = call.emit("Div", call.inputs)
    return truncate(call, quotient, call.dtype()) if call.is_float() else quotient


@exporter("floor_divide", makes="Div; Floor Mod Sub")
def export_floor_divide(call: CallView) -> str:
    """Return quotients rounded down."""
    if call.is_float():
        return call.emit("Floor", [call.emit("Div", call.inputs)])
    if call.dtype().startswith("uint"):
        return call.emit("Div", call.inputs)
    call.require_opset(10, "Mod")
    rest = call.emit("Mod", call.inputs)
    return call.emit("Div", [call.emit("Sub", [call.input(0), rest]), call.input(1)])


@exporter("mod", "trunc_mod", makes="Mod")
def export_mod(call: CallView) -> str:
    """Return remainders with the sign of the dividend."""
    call.require_opset(10, "Mod")
    return call.emit("Mod", call.inputs, fmod=1)


@exporter("floor_mod", makes="Mod; Less Xor Equal Not And Add Where")
def export_floor_mod(call: CallView) -> str:
    """Return remainders with the sign of the divisor."""
    if not call.is_float():
        call.require_opset(10, "Mod")
        return call.emit("Mod", call.inputs)
    call.require_opset(10, "Mod")
    rest = call.emit("Mod", call.inputs, fmod=1)
    zero = call.number(0, call.dtype())
    signs = [call.emit("Less", [value, zero]) for value in (rest, call.input(1))]
    differ = call.emit("And", [call.emit("Xor", signs),
                               call.emit("Not", [call.emit("Equal", [rest, zero])])])
    return call.where(differ, call.emit("Add", [rest, call.input(1)]), rest)


@exporter("clip", makes="Clip")
def export_clip(call: CallView) -> str:
    """Return elements limited to a range."""
    low, high = call.attribute("a_min"), call.attribute("a_max")
    dtype = call.dtype()
    if call.opset < 11:
        return call.emit("Clip", [call.input(0)], min=float(low), max=float(high))
    if not call.is_float():
        low, high = math.ceil(max(low, -2.0**63)), math.floor(min(high, 2.0**63 - 1024))
        bits = int("".join(filter(str.isdigit, dtype)))
        signed = not dtype.startswith("uint")
        low = max(low, -2**(bits - 1) if signed else 0)
        high = min(high, 2**(bits - 1) - 1 if signed else 2**bits - 1)
    return call.emit("Clip", [call.input(0), call.number(low, dtype), call.number(high, dtype)])


@exporter("cast", "cast_like", makes="Cast")
def export_cast(call: CallView) -> str:
    """Return elements of another type."""
    return call.cast(call.input(0), call.dtype(0), call.dtype())


@exporter("copy", "annotation.stop_fusion", makes="")
def export_copy(call: CallView) -> str:
    """Return the value itself."""
    return call.input(0)


@exporter("reinterpret", makes="BitCast")
def export_reinterpret(call: CallView) -> str:
    """Return elements of the same bits."""
    from .call import get_number

    call.require_opset(26, "BitCast")
    return call.emit("BitCast", [call.input(0)], to=get_number(call.dtype()))
