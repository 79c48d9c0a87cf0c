"""Several calls that become one node: compositions that ONNX has an operator for, and, on request,
what is cheaper together.

The rules look at some calls each. The pattern language is not for them: matching a pattern takes time
for all that is below an expression.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ....expr import Constant, Expr, Tuple
from ... import common
from ..forms import is_part
from .affine import is_canonical, plan_affine
from .call import CallView, get_name
from .convolution import convolve
from .graph import Graph, Plan, Value
from .ranges import plan_blocks, plan_slices

_CONVOLUTIONS = ("nn.conv1d", "nn.conv2d", "nn.conv3d")
_SHAPES = ("reshape", "expand_dims", "squeeze", "nn.batch_flatten")


def _is_used_once(model: Any, expr: Expr) -> bool:
    return len(model.users(expr)) == 1


# Compositions


def plan_composition(model: Any, expr: Expr) -> Plan | None:
    """Return how the last call of a composition becomes one node, or None."""
    rule = _COMPOSITIONS.get(get_name(expr))
    return rule(model, expr) if rule is not None else None


# bias_add(conv(x, w), b) -> Conv(x, w, b)
# bias_add(dense(x, w), b) -> Gemm(x, w, b)
def _plan_bias(model: Any, expr: Any) -> Plan | None:
    if expr.attrs.axis not in (1, -1):
        return None
    conv, bias = expr.args
    if get_name(conv) == "nn.dense":
        return _plan_gemm(model, expr)
    if expr.attrs.axis != 1 or get_name(conv) not in _CONVOLUTIONS or not _is_used_once(model, conv) or \
            not is_canonical(conv, "OI"):
        return None

    def write(graph: Graph) -> Value:
        return convolve(CallView(conv, graph), "Conv", "OI",
                        [graph.name_of(conv.args[1]), graph.name_of(bias)])

    return Plan([*conv.args, bias], write)


# add(dense(x, w), b) -> Gemm(x, w, b)
def _plan_add(model: Any, expr: Any) -> Plan | None:
    return _plan_gemm(model, expr) if "nn.dense" in map(get_name, expr.args) else None


def _plan_gemm(model: Any, expr: Any) -> Plan | None:
    dense, bias = expr.args
    if get_name(dense) != "nn.dense":
        dense, bias = bias, dense
    if not _is_gemm(model, expr, dense, bias):
        return None
    return Plan([*dense.args, bias], lambda graph: CallView(dense, graph).emit(
        "Gemm", [graph.name_of(arg) for arg in (*dense.args, bias)], transB=1))


def _is_gemm(model: Any, expr: Expr, product: Any, bias: Expr) -> bool:
    """Return whether a product of matrices and a vector that is added to its rows are floats."""
    types = [arg.checked_type for arg in (*product.args, bias, expr)]
    return _is_used_once(model, product) and [len(type_.shape) for type_ in types[:3]] == [2, 2, 1] and \
        types[3].dtype in ("float32", "float64", "float16") and \
        all(type_.dtype == types[3].dtype for type_ in types) and types[3] == product.checked_type


# x * 0.5 * (1 + erf(x / sqrt(2))) -> Gelu(x)
def _plan_gelu(model: Any, expr: Any) -> Plan | None:
    half, total = expr.args if get_name(expr.args[1]) == "add" else expr.args[::-1]
    if model.opset < 20 or get_name(half) != "multiply" or get_name(total) != "add":
        return None
    curve, one = _split_constant(total)
    again, two = _split_constant(half)
    if one is None or two is None or get_name(curve) != "erf":
        return None
    inner = curve.args[0]
    if get_name(inner) not in ("multiply", "divide"):
        return None
    data, factor = _split_constant(inner)
    if factor is None:
        return None
    scale = factor if get_name(inner) == "multiply" else 1 / factor
    numbers = np.allclose([one, two, scale], [1, 0.5, 0.5**0.5], rtol=1e-6)
    if not data.same_as(again) or expr.checked_type != data.checked_type or not numbers or \
            not all(_is_used_once(model, part) for part in (half, total, curve, inner)):
        return None
    return Plan([data], lambda graph: CallView(expr, graph).emit("Gelu", [graph.name_of(data)]))


def _split_constant(call: Any) -> tuple[Any, Any]:
    """Return the first operand of a call, and the value of the second; of a commutative operator,
    the one that is no constant first. The value is None for one that is no constant of one element."""
    first, second = call.args
    if isinstance(first, Constant) and get_name(call) != "divide":
        first, second = second, first
    if not isinstance(second, Constant) or np.prod(second.data.shape) != 1:
        return first, None
    return first, float(common.to_numpy(second.data).reshape(-1)[0])


_COMPOSITIONS: dict[str, Callable[[Any, Any], Plan | None]] = {
    "nn.bias_add": _plan_bias, "add": _plan_add, "multiply": _plan_gelu}


# On request


def plan_optimized(model: Any, expr: Expr) -> Plan | None:
    """Return how an expression becomes fewer nodes, or None."""
    rule = _OPTIMIZATIONS.get(get_name(expr))
    return plan_affine(model, expr) or (rule(model, expr) if rule is not None else None)


# add(matmul(x, w), b) -> Gemm(x, w, b)
def _plan_sum(model: Any, expr: Any) -> Plan | None:
    product, bias = expr.args if get_name(expr.args[0]) == "nn.matmul" else expr.args[::-1]
    if get_name(product) != "nn.matmul" or not _is_gemm(model, expr, product, bias):
        return None
    attrs = product.attrs
    return Plan([*product.args, bias], lambda graph: CallView(expr, graph).emit(
        "Gemm", [graph.name_of(arg) for arg in (*product.args, bias)],
        transA=1 if attrs.transpose_a else None, transB=1 if attrs.transpose_b else None))


# multiply(multiply(x, a), b) -> Mul(x, a * b), of numbers a and b
def _plan_factors(model: Any, expr: Any) -> Plan | None:
    product, outer = _split_constant(expr)
    dtype = str(expr.checked_type.dtype)
    if outer is None or dtype not in ("float32", "float64") or get_name(product) != "multiply" or \
            not _is_used_once(model, product):
        return None
    data, inner = _split_constant(product)
    if inner is None or data.checked_type != expr.checked_type:
        return None
    # A product that overflows or vanishes is another number than two products.
    with np.errstate(over="ignore"):
        factor = np.asarray(outer * inner, dtype)
    if not np.finfo(dtype).tiny <= abs(factor) <= np.finfo(dtype).max:
        return None
    return Plan([data], lambda graph: CallView(expr, graph).emit(
        "Mul", [graph.name_of(data), model.add_array(factor)]))


# concatenate((concatenate((x, y)), z)) -> Concat(x, y, z)
def _plan_concatenate(model: Any, expr: Any) -> Plan | None:
    blocks = plan_blocks(model, expr)
    if blocks is not None or not isinstance(expr.args[0], Tuple):
        return blocks
    rank = len(expr.checked_type.shape)
    axis = expr.attrs.axis % rank
    fields: list[Expr] = []
    pending = [*reversed(expr.args[0].fields)]
    while pending:
        part = pending.pop()
        if get_name(part) == "concatenate" and part.attrs.axis % rank == axis and \
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
    data, match = expr.args[0], model.find_match(expr)
    if match is not None and is_part(data, match.name):
        # The calls of one node stay together.
        return None
    while get_name(data) in _SHAPES and all(get_name(user) in _SHAPES for user in model.users(data)):
        data = data.args[0]
    if data is expr.args[0]:
        return None
    sizes = common.get_dimensions(expr.checked_type)
    if sizes.count(None) > 1 or 0 in sizes:
        return None
    wanted = [-1 if size is None else size for size in sizes]
    return Plan([data], lambda graph: CallView(expr, graph).emit(
        "Reshape", [graph.name_of(data), model.add_array(np.array(wanted, "int64"))]))


_OPTIMIZATIONS: dict[str, Callable[[Any, Any], Plan | None]] = {
    "add": _plan_sum, "concatenate": _plan_concatenate, "multiply": _plan_factors, "strided_slice": plan_slices,
    **{name: _plan_shapes for name in _SHAPES}}
