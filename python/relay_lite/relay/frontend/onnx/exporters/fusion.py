"""Several calls that become one node: compositions that ONNX has an operator for, and, on request,
what is cheaper together.

The rules look at some calls each. The pattern language is not for them: matching a pattern takes time
for all that is below an expression.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..... import _ext
from ....expr import Call, Constant, Expr, Tuple, TupleGetItem, const
from .... import op
from ... import common
from .call import CallView
from .convolution import canonical, convolve
from .graph import Graph, Plan, Value

_CONVOLUTIONS = ("nn.conv1d", "nn.conv2d", "nn.conv3d")
_SHAPES = ("reshape", "expand_dims", "squeeze", "nn.batch_flatten")


def _get_name(expr: Expr) -> str:
    return str(expr.op.name) if isinstance(expr, Call) and isinstance(expr.op, _ext.Op) else ""


def _is_used_once(model: Any, expr: Expr) -> bool:
    return len(model.users(expr)) == 1


# Compositions


def plan_composition(model: Any, expr: Expr) -> Plan | None:
    """Return how the last call of a composition becomes one node, or None."""
    rule = _COMPOSITIONS.get(_get_name(expr))
    return rule(model, expr) if rule is not None else None


# bias_add(conv(x, w), b) -> Conv(x, w, b)
# bias_add(dense(x, w), b) -> Gemm(x, w, b)
def _plan_bias(model: Any, expr: Any) -> Plan | None:
    if expr.attrs.axis not in (1, -1):
        return None
    conv, bias = expr.args
    if _get_name(conv) == "nn.dense":
        return _plan_gemm(model, expr)
    if expr.attrs.axis != 1 or _get_name(conv) not in _CONVOLUTIONS or not _is_used_once(model, conv) or \
            not _is_canonical(conv):
        return None

    def write(graph: Graph) -> Value:
        return convolve(CallView(conv, graph), "Conv", "OI",
                        [graph.name_of(conv.args[1]), graph.name_of(bias)])

    return Plan([*conv.args, bias], write)


def _is_canonical(conv: Any) -> bool:
    """Return whether a convolution has ONNX's layouts, and the element type of its operands."""
    rank, attrs = len(conv.checked_type.shape) - 2, conv.attrs
    return attrs.data_layout == canonical(rank, "NC") and not attrs.out_layout and \
        attrs.kernel_layout == canonical(rank, "OI") and \
        conv.checked_type.dtype == conv.args[0].checked_type.dtype == conv.args[1].checked_type.dtype


# add(dense(x, w), b) -> Gemm(x, w, b)
def _plan_add(model: Any, expr: Any) -> Plan | None:
    return _plan_gemm(model, expr) if "nn.dense" in map(_get_name, expr.args) else None


def _plan_gemm(model: Any, expr: Any) -> Plan | None:
    dense, bias = expr.args
    if _get_name(dense) != "nn.dense":
        dense, bias = bias, dense
    types = [arg.checked_type for arg in (*dense.args, bias, expr)]
    if not _is_used_once(model, dense) or len(types[0].shape) != 2 or len(types[1].shape) != 2 or \
            len(types[2].shape) != 1 or types[3].dtype not in ("float32", "float64", "float16") or \
            any(type_.dtype != types[3].dtype for type_ in types) or types[3] != dense.checked_type:
        return None
    return Plan([*dense.args, bias], lambda graph: CallView(dense, graph).emit(
        "Gemm", [graph.name_of(arg) for arg in (*dense.args, bias)], transB=1))


# x * 0.5 * (1 + erf(x / sqrt(2))) -> Gelu(x)
def _plan_gelu(model: Any, expr: Any) -> Plan | None:
    half, total = expr.args if _get_name(expr.args[1]) == "add" else expr.args[::-1]
    if model.opset < 20 or _get_name(half) != "multiply" or _get_name(total) != "add":
        return None
    curve, one = _split_constant(total)
    again, two = _split_constant(half)
    if one is None or two is None or _get_name(curve) != "erf":
        return None
    inner = curve.args[0]
    if _get_name(inner) not in ("multiply", "divide"):
        return None
    data, factor = _split_constant(inner)
    if factor is None:
        return None
    scale = factor if _get_name(inner) == "multiply" else 1 / factor
    if not data.same_as(again) or expr.checked_type != data.checked_type or not np.allclose([one, two, scale], [1, 0.5, 0.5**0.5], rtol=1e-6) or \
            not all(_is_used_once(model, part) for part in (half, total, curve, inner)):
        return None
    return Plan([data], lambda graph: CallView(expr, graph).emit("Gelu", [graph.name_of(data)]))


def _split_constant(call: Any) -> tuple[Any, Any]:
    """Return the first operand of a call, and the value of the second; of a commutative operator,
    the one that is no constant first. The value is None for one that is no constant of one element."""
    first, second = call.args
    if isinstance(first, Constant) and _get_name(call) != "divide":
        first, second = second, first
    if not isinstance(second, Constant) or np.prod(second.data.shape) != 1:
        return first, None
    return first, float(common.to_numpy(second.data).reshape(-1)[0])


_COMPOSITIONS: dict[str, Callable[[Any, Any], Plan | None]] = {
    "nn.bias_add": _plan_bias, "add": _plan_add, "multiply": _plan_gelu}


# On request


def plan_optimized(model: Any, expr: Expr) -> Plan | None:
    """Return how an expression becomes fewer nodes, or None."""
    if isinstance(expr, TupleGetItem) and expr.index == 0 and \
            _get_name(expr.tuple_value) == "nn.batch_norm":
        return _plan_normal(model, expr.tuple_value)
    if _get_name(expr) in _SHAPES:
        return _plan_shapes(model, expr)
    if _get_name(expr) == "concatenate":
        return _plan_concatenate(model, expr)
    return None


# batch_norm(conv(x, w) + b, scale, shift, mean, variance).0
#   -> Conv(x, w * s, (b - mean) * s + shift) with s = scale / sqrt(variance + epsilon)
def _plan_normal(model: Any, call: Any) -> Plan | None:
    conv, bias = call.args[0], None
    if _get_name(conv) == "nn.bias_add":
        if conv.attrs.axis != 1 or not _is_used_once(model, conv) or not _is_known(model, conv.args[1]):
            return None
        conv, bias = conv.args
    if _get_name(conv) not in _CONVOLUTIONS:
        return None
    weight = conv.args[1]
    if call.attrs.axis != 1 or not _is_canonical(conv) or \
            not all(_is_used_once(model, part) for part in (call, conv, weight)) or \
            not all(_is_known(model, part) for part in (weight, *call.args[1:])):
        return None
    dtype, rank = str(call.args[0].checked_type.dtype), len(conv.checked_type.shape)
    scale, shift, mean, variance = call.args[1:]
    factor = op.divide(scale, op.sqrt(op.add(variance, const(call.attrs.epsilon, dtype))))
    offset = op.subtract(bias, mean) if bias is not None else op.negative(mean)
    values = [common.infer_constant(part) for part in (
        op.multiply(weight, op.expand_dims(factor, 1, rank - 1)),
        op.add(op.multiply(offset, factor), shift))]
    if any(value is None for value in values):
        return None
    return Plan([conv.args[0]], lambda graph: convolve(
        CallView(conv, graph), "Conv", "OI", [model.add_array(value) for value in values]))


def _is_known(model: Any, expr: Expr) -> bool:
    """Return whether an expression is a constant in the model."""
    return isinstance(expr, Constant) or model.folding.find_value(expr) is not None


# concatenate((concatenate((x, y)), z)) -> Concat(x, y, z)
def _plan_concatenate(model: Any, expr: Any) -> Plan | None:
    if not isinstance(expr.args[0], Tuple):
        return None
    rank = len(expr.checked_type.shape)
    axis = expr.attrs.axis % rank
    fields: list[Expr] = []
    pending = [*reversed(expr.args[0].fields)]
    while pending:
        part = pending.pop()
        if _get_name(part) == "concatenate" and part.attrs.axis % rank == axis and \
                isinstance(part.args[0], Tuple) and _is_used_once(model, part):
            pending.extend(reversed(part.args[0].fields))
        else:
            fields.append(part)
    if len(fields) == len(expr.args[0].fields):
        return None
    return Plan(fields, lambda graph: CallView(expr, graph).emit(
        "Concat", [graph.name_of(part) for part in fields], axis=axis))


# reshape(squeeze(x)) -> Reshape(x)
def _plan_shapes(model: Any, expr: Any) -> Plan | None:
    data = expr.args[0]
    if _get_name(data) not in _SHAPES or not _is_used_once(model, data):
        return None
    while _get_name(data) in _SHAPES and _is_used_once(model, data):
        data = data.args[0]
    sizes = common.get_dimensions(expr.checked_type)
    if sizes.count(None) > 1 or 0 in sizes:
        return None
    wanted = [-1 if size is None else size for size in sizes]
    return Plan([data], lambda graph: CallView(expr, graph).emit(
        "Reshape", [graph.name_of(data), model.add_array(np.array(wanted, "int64"))]))
