"""Operators on elements."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce as fold

from .... import op
from ....expr import Expr
from ....qnn import op as qnn
from ...building import is_float, round_half_to_even, scalar
from ..node import Node
from ..quantization import activate_integers, find_target, make_params, require_quantization
from ..registry import converter
from .activations import activate

# Operators that are one of Relay's.
_UNARY: dict[str, Callable[[Expr], Expr]] = {
    "CEIL": op.ceil, "COS": op.cos, "FLOOR": op.floor, "NEG": op.negative,
    "SIGN": op.sign, "SIN": op.sin, "LOGICAL_NOT": op.logical_not, "ZEROS_LIKE": op.zeros_like}
# Integers have tables of results in TFLite's own kernels, which are computed on floats.
_TABLES: dict[str, Callable[[Expr], Expr]] = {
    "ABS": op.abs, "EXP": op.exp, "LOG": op.log, "RSQRT": op.rsqrt, "SQRT": op.sqrt}
_BINARY: dict[str, Callable[[Expr, Expr], Expr]] = {
    "POW": op.power, "LOGICAL_AND": op.logical_and, "LOGICAL_OR": op.logical_or,
    "FLOOR_DIV": op.floor_divide, "FLOOR_MOD": op.floor_mod, "BITWISE_XOR": op.bitwise_xor,
    "RIGHT_SHIFT": op.right_shift}
_COMPARISONS: dict[str, Callable[[Expr, Expr], Expr]] = {
    "EQUAL": op.equal, "NOT_EQUAL": op.not_equal, "LESS": op.less, "LESS_EQUAL": op.less_equal,
    "GREATER": op.greater, "GREATER_EQUAL": op.greater_equal}
# Operators on numbers, and on integers that stand for numbers.
_ACTIVATED: dict[str, tuple[Callable[..., Expr], Callable[..., Expr]]] = {
    "ADD": (op.add, qnn.add), "SUB": (op.subtract, qnn.subtract), "MUL": (op.multiply, qnn.mul)}


@converter(*_UNARY)
def convert_unary(node: Node) -> Expr:
    """Return the operator of the same name."""
    return _UNARY[node.op_type](node.input(0))


@converter(*_TABLES, quantized="float")
def convert_unary_by_table(node: Node) -> Expr:
    """Return the operator of the same name."""
    return _TABLES[node.op_type](node.input(0))


@converter("ROUND")
def convert_round(node: Node) -> Expr:
    """Return the nearest integers, of two equally near ones the even one."""
    return round_half_to_even(node, node.input(0))


@converter("SQUARE")
def convert_square(node: Node) -> Expr:
    """Return x * x."""
    return op.multiply(node.input(0), node.input(0))


@converter(*_BINARY)
def convert_binary(node: Node) -> Expr:
    """Return the operator of the same name."""
    return _BINARY[node.op_type](node.input(0), node.input(1))


@converter(*_COMPARISONS, quantized="float")
def convert_comparison(node: Node) -> Expr:
    """Return the operator of the same name."""
    return _COMPARISONS[node.op_type](node.input(0), node.input(1))


@converter("MAXIMUM", "MINIMUM", quantized="moved")
def convert_extremum(node: Node) -> Expr:
    """Return the larger or the smaller elements."""
    function = op.maximum if node.op_type == "MAXIMUM" else op.minimum
    return function(node.input(0), node.input(1))


@converter(*_ACTIVATED, quantized="qnn")
def convert_activated(node: Node) -> Expr:
    """Return the operator of the same name, and an activation."""
    on_numbers, on_integers = _ACTIVATED[node.op_type]
    lhs, rhs, target = node.input(0), node.input(1), find_target(node)
    if target is None:
        return activate(node, on_numbers(lhs, rhs))
    params = [require_quantization(node, 0), require_quantization(node, 1), target]
    return activate_integers(node, on_integers(
        lhs, rhs, *(value for quantization in params for value in make_params(quantization))))


@converter("DIV", quantized="float")
def convert_div(node: Node) -> Expr:
    """Return the quotient; that of integers is rounded towards zero."""
    data = node.input(0)
    divide = op.divide if is_float(node.dtype(data)) else op.trunc_divide
    return activate(node, divide(data, node.input(1)))


@converter("ADD_N")
def convert_add_n(node: Node) -> Expr:
    """Return the sum of all inputs."""
    inputs = node.all_inputs()
    if not inputs:
        node.fail("expected at least one input")
    return fold(op.add, inputs)


@converter("SQUARED_DIFFERENCE", quantized="float")
def convert_squared_difference(node: Node) -> Expr:
    """Return (x - y) * (x - y)."""
    difference = op.subtract(node.input(0), node.input(1))
    return op.multiply(difference, difference)


@converter("SELECT", "SELECT_V2", quantized="moved")
def convert_select(node: Node) -> Expr:
    """Return elements of one of two tensors. The condition of SELECT may have one element for each
    slice."""
    condition, data, other = (node.input(i) for i in range(3))
    missing = node.rank(data) - node.rank(condition)
    if node.op_type == "SELECT" and node.rank(condition) == 1 and missing > 0:
        condition = op.expand_dims(condition, 1, missing)
    return op.where(condition, data, other)


@converter("CAST", quantized="own")
def convert_cast(node: Node) -> Expr:
    """Return elements of another type."""
    return op.cast(node.input(0), node.output_dtype)


@converter("FAKE_QUANT")
def convert_fake_quant(node: Node) -> Expr:
    """Return the nearest ones of evenly spaced numbers in a range that includes zero."""
    least, most = node.option("min"), node.option("max")
    bits = node.option("num_bits")
    if not 2 <= bits <= 16 or not least < most:
        node.fail(f"expected 2 to 16 bits and min < max, but found {bits} bits, {least} and {most}")
    low = 1 if node.option("narrow_range") else 0
    high = (1 << bits) - 1
    scale = (most - least) / (high - low)
    zero = min(max(round(low - least / scale), low), high)
    begin, end = (low - zero) * scale, (high - zero) * scale
    data = node.input(0)
    dtype = node.dtype(data)
    steps = op.multiply(op.subtract(op.clip(data, begin, end), scalar(begin, dtype)),
                        scalar(1 / scale, dtype))
    rounded = op.floor(op.add(steps, scalar(0.5, dtype)))
    return op.add(op.multiply(rounded, scalar(scale, dtype)), scalar(begin, dtype))
