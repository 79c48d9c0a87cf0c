"""Arithmetic, comparisons, logic and bits of elements."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from .... import op
from ....expr import Expr
from ...building import (apply_below_reshapes, cast, choose_axis, is_float, is_reshape, normalize_axis,
                         round_half_to_even, scalar, static_shape, strip_leading, to_scalar)
from ..node import Node
from ..registry import converter

_UNARY = {
    "Abs": op.abs, "Acos": op.acos, "Acosh": op.acosh, "Asin": op.asin, "Asinh": op.asinh,
    "Atan": op.atan, "Atanh": op.atanh, "BitwiseNot": op.bitwise_not, "Ceil": op.ceil,
    "Cos": op.cos, "Cosh": op.cosh, "Erf": op.erf, "Exp": op.exp, "Floor": op.floor,
    "IsNaN": op.isnan, "Log": op.log, "Neg": op.negative, "Not": op.logical_not,
    "Sigmoid": op.sigmoid, "Sign": op.sign, "Sin": op.sin, "Sinh": op.sinh, "Sqrt": op.sqrt,
    "Tan": op.tan, "Tanh": op.tanh,
}
_BINARY = {
    "Add": op.add, "And": op.logical_and, "BitwiseAnd": op.bitwise_and,
    "BitwiseOr": op.bitwise_or, "BitwiseXor": op.bitwise_xor, "Div": op.divide,
    "Equal": op.equal, "Greater": op.greater, "GreaterOrEqual": op.greater_equal,
    "Less": op.less, "LessOrEqual": op.less_equal, "Mul": op.multiply, "Or": op.logical_or,
    "Sub": op.subtract, "Xor": op.logical_xor,
}
_VARIADIC = {"Max": op.maximum, "Min": op.minimum, "Sum": op.add}


def _make_unary(function: Callable[[Expr], Expr]) -> Callable[[Node], Expr]:
    return lambda node: function(node.input(0))


def read_operands(node: Node) -> tuple[Expr, Expr]:
    """Return both operands. Before opset 7 the second one broadcasts only if an attribute says
    so, and may be aligned at an axis."""
    lhs, rhs = node.input(0), node.input(1)
    if node.domain == "" and node.opset < 7 and node.has_attribute("axis"):
        rank = node.rank(lhs)
        axis = normalize_axis(node, node.attribute("axis"), rank)
        trailing = rank - axis - node.rank(rhs)
        if trailing < 0:
            node.fail(f"the second operand does not fit behind axis {axis} of the first")
        if trailing:
            rhs = op.expand_dims(rhs, node.rank(rhs), trailing)
    return lhs, rhs


def _make_binary(function: Callable[[Expr, Expr], Expr]) -> Callable[[Node], Expr]:
    return lambda node: _apply_binary(node, function)


def _apply_binary(node: Node, function: Callable[[Expr, Expr], Expr]) -> Expr:
    """Apply a function to two operands. If one is a reshape, and the other a scalar or a vector of the last
    dimension, the function is applied below the reshape."""
    lhs, rhs = read_operands(node)
    if _is_beside_reshape(node, lhs, rhs):
        return apply_below_reshapes(lhs, lambda part: function(part, rhs), node.shape(rhs) not in ([], [1]))
    if _is_beside_reshape(node, rhs, lhs):
        return apply_below_reshapes(rhs, lambda part: function(lhs, part), node.shape(lhs) not in ([], [1]))
    short = strip_leading(lhs, node.rank(rhs))
    return function(short, strip_leading(rhs, node.rank(lhs)) if short is lhs else rhs)


def _is_beside_reshape(node: Node, data: Expr, other: Expr) -> bool:
    """Return whether a tensor is a reshape, and another one a scalar or a vector of known size."""
    return is_reshape(data) and node.rank(data) > 0 and node.rank(other) < 2 and \
        static_shape(node, other) is not None


def _fold_operands(node: Node, function: Callable[[Expr, Expr], Expr]) -> Expr:
    result = node.input(0)
    for index in range(1, len(node.inputs)):
        result = function(result, node.input(index))
    return result


def _make_variadic(function: Callable[[Expr, Expr], Expr]) -> Callable[[Node], Expr]:
    return lambda node: _fold_operands(node, function)


for _name, _function in _UNARY.items():
    converter(_name, since=1)(_make_unary(_function))
for _name, _function in _BINARY.items():
    converter(_name, since=1)(_make_binary(_function))
for _name, _function in _VARIADIC.items():
    converter(_name, since=1)(_make_variadic(_function))


@converter("Mean", since=1)
def convert_mean(node: Node) -> Expr:
    """Return the sum of the operands, divided by their number."""
    total = _fold_operands(node, op.add)
    return op.divide(total, scalar(len(node.inputs), node.dtype(total)))


@converter("Reciprocal", since=1)
def convert_reciprocal(node: Node) -> Expr:
    """Return 1 divided by the elements."""
    data = node.input(0)
    return op.divide(scalar(1, node.dtype(data)), data)


@converter("Round", since=1)
def convert_round(node: Node) -> Expr:
    """Return the nearest integers, halves to even."""
    return round_half_to_even(node, node.input(0))


@converter("Pow", since=1)
def convert_pow(node: Node) -> Expr:
    """Return powers, of the element type of the base."""
    base, exponent = read_operands(node)
    dtype, other = node.dtype(base), node.dtype(exponent)
    if dtype == other:
        return op.power(base, exponent)
    if is_float(dtype):
        return op.power(base, op.cast(exponent, dtype))
    common = other if is_float(other) else "int64"
    return op.cast(op.power(cast(node, base, common), cast(node, exponent, common)), dtype)


@converter("Mod", since=10)
def convert_mod(node: Node) -> Expr:
    """Return remainders: with the sign of the divisor, or of the dividend with `fmod`."""
    lhs, rhs = node.input(0), node.input(1)
    if node.attribute("fmod", 0):
        return op.mod(lhs, rhs)
    return op.floor_mod(lhs, rhs)


@converter("BitShift", since=11)
def convert_bit_shift(node: Node) -> Expr:
    """Return the bits of the elements shifted."""
    direction = node.attribute("direction")
    if direction not in ("LEFT", "RIGHT"):
        node.fail(f"expected direction LEFT or RIGHT, but found {direction}")
    shift = op.left_shift if direction == "LEFT" else op.right_shift
    return shift(node.input(0), node.input(1))


@converter("IsInf", since=10)
def convert_is_inf(node: Node) -> Expr:
    """Return whether elements are infinite, of either sign or of one."""
    data = node.input(0)
    zero = scalar(0, node.dtype(data))
    result = op.isinf(data)
    if not node.attribute("detect_negative", 1):
        result = op.logical_and(result, op.greater(data, zero))
    if not node.attribute("detect_positive", 1):
        result = op.logical_and(result, op.less(data, zero))
    return result


@converter("Where", since=9)
def convert_where(node: Node) -> Expr:
    """Return elements of one of two tensors."""
    return op.where(node.input(0), node.input(1), node.input(2))


def limit(node: Node, data: Expr, low: Expr | None, high: Expr | None) -> Expr:
    """Return the elements, limited by tensors of one element; None is no limit."""
    bounds = [None if bound is None else node.constant(bound) for bound in (low, high)]
    if bounds[0] is not None and bounds[1] is not None and "64" not in node.dtype(data):
        return op.clip(data, *(float(np.asarray(bound).reshape(-1)[0]) for bound in bounds))
    if low is not None:
        data = op.maximum(data, to_scalar(low) if node.rank(low) else low)
    if high is not None:
        data = op.minimum(data, to_scalar(high) if node.rank(high) else high)
    return data


@converter("Clip", since=1)
def convert_clip_of_attributes(node: Node) -> Expr:
    """Return elements limited to a range that attributes give."""
    data = node.input(0)
    dtype = node.dtype(data)
    bounds = [scalar(node.attribute(name), dtype) if node.has_attribute(name) else None
              for name in ("min", "max")]
    return limit(node, data, bounds[0], bounds[1])


@converter("Clip", since=11)
def convert_clip(node: Node) -> Expr:
    """Return elements limited to a range that inputs give."""
    return limit(node, node.input(0), node.optional_input(1), node.optional_input(2))


def _convert_scan(node: Node, function: Callable[..., Expr]) -> Expr:
    data = node.input(0)
    exclusive, reverse = bool(node.attribute("exclusive", 0)), node.attribute("reverse", 0)

    def convert(axis: int) -> Expr:
        source = op.reverse(data, axis) if reverse else data
        result = function(source, axis, node.dtype(data), exclusive)
        return op.reverse(result, axis) if reverse else result

    return choose_axis(node, node.input(1), node.rank(data), convert)


@converter("CumSum", since=11)
def convert_cumsum(node: Node) -> Expr:
    """Return sums up to each element."""
    return _convert_scan(node, op.cumsum)


@converter("CumProd", since=26)
def convert_cumprod(node: Node) -> Expr:
    """Return products up to each element."""
    return _convert_scan(node, op.cumprod)
