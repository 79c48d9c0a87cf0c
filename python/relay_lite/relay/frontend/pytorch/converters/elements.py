"""Arithmetic, comparisons, logic and functions of elements."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from .... import op
from ....expr import Expr
from ...building import cast, is_float, round_half_to_even
from ..node import Node
from ..registry import converter

Function = Callable[[Expr], Expr]

# Functions of one operand whose result is a floating-point number.
_FLOAT_FUNCTIONS: dict[str, Function] = {
    "acos": op.acos, "acosh": op.acosh, "asin": op.asin, "asinh": op.asinh, "atan": op.atan,
    "atanh": op.atanh, "cos": op.cos, "cosh": op.cosh, "erf": op.erf, "exp": op.exp, "log": op.log,
    "log10": op.log10, "log2": op.log2, "rsqrt": op.rsqrt, "sigmoid": op.sigmoid, "sin": op.sin,
    "sinh": op.sinh, "sqrt": op.sqrt, "tan": op.tan, "tanh": op.tanh,
    "arccos": op.acos, "arccosh": op.acosh, "arcsin": op.asin, "arcsinh": op.asinh,
    "arctan": op.atan, "arctanh": op.atanh, "special_expit": op.sigmoid, "special_erf": op.erf}
# Functions that keep the element type; integers stay as they are.
_ROUNDINGS: dict[str, Function] = {"ceil": op.ceil, "floor": op.floor, "trunc": op.trunc,
                                   "fix": op.trunc}


def _register_functions() -> None:
    def make_float(function: Function) -> Callable[..., Expr]:
        def convert(node: Node, self: Any) -> Expr:
            return function(node.floating(self))

        return convert

    def make_rounding(function: Function) -> Callable[..., Expr]:
        def convert(node: Node, self: Any) -> Expr:
            return function(self) if is_float(node.dtype(self)) else self

        return convert

    for name, function in _FLOAT_FUNCTIONS.items():
        converter(f"aten::{name}")(make_float(function))
    for name, function in _ROUNDINGS.items():
        converter(f"aten::{name}")(make_rounding(function))


_register_functions()


@converter("aten::abs", "aten::absolute")
def convert_abs(node: Node, self: Any) -> Expr:
    """Return absolute values."""
    return self if node.dtype(self).startswith(("uint", "bool")) else op.abs(self)


@converter("aten::neg", "aten::negative")
def convert_neg(node: Node, self: Any) -> Any:
    """Return elements with the other sign."""
    return op.negative(self) if node.is_tensor(self) else -self


@converter("aten::sign", "aten::sgn")
def convert_sign(node: Node, self: Any) -> Expr:
    """Return -1, 0 or 1."""
    return self if node.dtype(self) == "bool" else op.sign(self)


@converter("aten::positive")
def convert_positive(node: Node, self: Any) -> Expr:
    """Return the elements."""
    return self


@converter("aten::round", "aten::special_round")
def convert_round(node: Node, self: Any, decimals: int = 0) -> Expr:
    """Return the nearest numbers with some decimals; of two equally near ones the even one."""
    if not is_float(node.dtype(self)):
        return self
    if decimals == 0:
        return round_half_to_even(node, self)
    factor = node.constant_like(10.0 ** abs(decimals), self)
    first, second = (op.multiply, op.divide) if decimals > 0 else (op.divide, op.multiply)
    return second(round_half_to_even(node, first(self, factor)), factor)


@converter("aten::frac")
def convert_frac(node: Node, self: Any) -> Expr:
    """Return what follows the point."""
    return op.subtract(self, op.trunc(self))


@converter("aten::reciprocal")
def convert_reciprocal(node: Node, self: Any) -> Expr:
    """Return 1 divided by elements."""
    data = node.floating(self)
    return op.divide(node.constant_like(1, data), data)


@converter("aten::square")
def convert_square(node: Node, self: Any) -> Expr:
    """Return squares."""
    return op.multiply(self, self)


@converter("aten::log1p", "aten::special_log1p")
def convert_log1p(node: Node, self: Any) -> Expr:
    """Return logarithms of 1 and elements."""
    data = node.floating(self)
    return op.log(op.add(data, node.constant_like(1, data)))


@converter("aten::expm1", "aten::special_expm1")
def convert_expm1(node: Node, self: Any) -> Expr:
    """Return exponentials less 1."""
    data = node.floating(self)
    return op.subtract(op.exp(data), node.constant_like(1, data))


@converter("aten::exp2", "aten::special_exp2")
def convert_exp2(node: Node, self: Any) -> Expr:
    """Return powers of 2."""
    data = node.floating(self)
    return op.power(node.constant_like(2, data), data)


@converter("aten::erfc", "aten::special_erfc")
def convert_erfc(node: Node, self: Any) -> Expr:
    """Return 1 less the error function."""
    data = node.floating(self)
    return op.subtract(node.constant_like(1, data), op.erf(data))


@converter("aten::logit", "aten::special_logit")
def convert_logit(node: Node, self: Any, eps: Any = None) -> Expr:
    """Return logarithms of the odds."""
    data = node.floating(self)
    if eps is not None:
        data = op.clip(data, eps, 1 - eps)
    return op.log(op.divide(data, op.subtract(node.constant_like(1, data), data)))


@converter("aten::deg2rad", "aten::rad2deg")
def convert_degrees(node: Node, self: Any) -> Expr:
    """Return angles in the other unit."""
    data = node.floating(self)
    factor = math.pi / 180 if node.op.endswith("deg2rad") else 180 / math.pi
    return op.multiply(data, node.constant_like(factor, data))


@converter("aten::sinc", "aten::special_sinc")
def convert_sinc(node: Node, self: Any) -> Expr:
    """Return sin(pi x) / (pi x), and 1 at 0."""
    data = node.floating(self)
    angle = op.multiply(data, node.constant_like(math.pi, data))
    is_zero = op.equal(data, node.constant_like(0, data))
    one = node.constant_like(1, data)
    return op.where(is_zero, one, op.divide(op.sin(angle), op.where(is_zero, one, angle)))


# Arithmetic


def _binary(node: Node, self: Any, other: Any, function: Callable[[Expr, Expr], Expr]) -> Expr:
    return function(*node.promote(self, other))


@converter("aten::add")
def convert_add(node: Node, self: Any, other: Any, alpha: Any = 1) -> Any:
    """Return sums, of which the second operand may have a factor; lists side by side."""
    if isinstance(self, (list, tuple)) or isinstance(self, str):
        return self + other
    if not node.is_tensor(self) and not node.is_tensor(other):
        return self + alpha * other
    return _sum(node, self, other, alpha, op.add)


def _sum(node: Node, self: Any, other: Any, alpha: Any,
         function: Callable[[Expr, Expr], Expr]) -> Expr:
    left, right = node.promote(self, other)
    if isinstance(alpha, Expr) or alpha != 1:
        right = op.multiply(right, node.tensor(alpha, node.dtype(right)))
    if node.dtype(left) == "bool":
        left, right = op.cast(left, "int32"), op.cast(right, "int32")
        return op.cast(function(left, right), "bool")
    return function(left, right)


@converter("aten::sub", "aten::subtract")
def convert_sub(node: Node, self: Any, other: Any, alpha: Any = 1) -> Any:
    """Return differences."""
    if not node.is_tensor(self) and not node.is_tensor(other):
        return self - alpha * other
    return _sum(node, self, other, alpha, op.subtract)


@converter("aten::rsub")
def convert_rsub(node: Node, self: Any, other: Any, alpha: Any = 1) -> Expr:
    """Return differences of the second operand and the first."""
    return convert_sub(node, other, self, alpha)


@converter("aten::mul", "aten::multiply")
def convert_mul(node: Node, self: Any, other: Any) -> Any:
    """Return products; a list several times."""
    if isinstance(self, (list, str)) or isinstance(other, (list, str)):
        return self * other
    if not node.is_tensor(self) and not node.is_tensor(other):
        return self * other
    left, right = node.promote(self, other)
    return op.logical_and(left, right) if node.dtype(left) == "bool" else op.multiply(left, right)


@converter("aten::div", "aten::divide", "aten::true_divide")
def convert_div(node: Node, self: Any, other: Any, rounding_mode: str | None = None) -> Any:
    """Return quotients, which may be rounded down or towards 0."""
    if not node.is_tensor(self) and not node.is_tensor(other) and rounding_mode is None:
        return self / other
    if rounding_mode is None:
        return op.divide(*node.promote(self, other, to_float=True))
    left, right = node.promote(self, other)
    if rounding_mode == "floor":
        return op.floor_divide(left, right)
    return op.trunc(op.divide(left, right)) if is_float(node.dtype(left)) else \
        op.trunc_divide(left, right)


@converter("aten::floor_divide", "aten::floordiv")
def convert_floor_divide(node: Node, self: Any, other: Any) -> Any:
    """Return quotients, rounded down."""
    if not node.is_tensor(self) and not node.is_tensor(other):
        return self // other
    return op.floor_divide(*node.promote(self, other))


@converter("aten::fmod")
def convert_fmod(node: Node, self: Any, other: Any) -> Any:
    """Return remainders with the sign of the first operand."""
    if not node.is_tensor(self) and not node.is_tensor(other):
        return math.fmod(self, other)
    return op.trunc_mod(*node.promote(self, other))


@converter("aten::remainder")
def convert_remainder(node: Node, self: Any, other: Any) -> Any:
    """Return remainders with the sign of the second operand."""
    if not node.is_tensor(self) and not node.is_tensor(other):
        return self % other
    return op.floor_mod(*node.promote(self, other))


@converter("aten::pow", "aten::float_power")
def convert_pow(node: Node, self: Any, exponent: Any) -> Any:
    """Return powers."""
    base = self
    if not node.is_tensor(base) and not node.is_tensor(exponent):
        return base ** exponent
    if node.op.endswith("float_power"):
        return op.power(node.tensor(base, "float64"), node.tensor(exponent, "float64"))
    if isinstance(exponent, (int, float)) and not isinstance(exponent, bool):
        known = _known_power(node, base, exponent)
        if known is not None:
            return known
    left, right = node.promote(base, exponent)
    if not is_float(node.dtype(left)):
        wide = op.power(op.cast(left, "float64"), op.cast(right, "float64"))
        return op.cast(wide, node.dtype(left))
    return op.power(left, right)


def _known_power(node: Node, base: Expr, exponent: float) -> Expr | None:
    """Return a power as products or roots, or None."""
    if isinstance(exponent, float) and not is_float(node.dtype(base)):
        base = op.cast(base, node.default_dtype)
    if exponent == 1:
        return base
    if exponent in (2, 3):
        square = op.multiply(base, base)
        return square if exponent == 2 else op.multiply(square, base)
    if not is_float(node.dtype(base)):
        return None
    one = node.constant_like(1, base)
    powers: dict[float, Callable[[], Expr]] = {
        0.5: lambda: op.sqrt(base), -0.5: lambda: op.rsqrt(base),
        -1: lambda: op.divide(one, base), 0: lambda: op.ones_like(base)}
    return powers[exponent]() if exponent in powers else None


@converter("aten::xlogy", "aten::special_xlogy")
def convert_xlogy(node: Node, self: Any, other: Any) -> Expr:
    """Return x log(y), and 0 where x is 0."""
    left, right = node.promote(self, other, to_float=True)
    zero = node.constant_like(0, left)
    return op.where(op.equal(left, zero), zero, op.multiply(left, op.log(right)))


@converter("aten::maximum", "aten::max.other", "aten::fmax")
def convert_maximum(node: Node, self: Any, other: Any) -> Expr:
    """Return the larger elements."""
    return _binary(node, self, other, op.maximum)


@converter("aten::minimum", "aten::min.other", "aten::fmin")
def convert_minimum(node: Node, self: Any, other: Any) -> Expr:
    """Return the smaller elements."""
    return _binary(node, self, other, op.minimum)


@converter("aten::atan2", "aten::arctan2")
def convert_atan2(node: Node, self: Any, other: Any) -> Expr:
    """Return the angles of points."""
    y, x = node.promote(self, other, to_float=True)
    zero, pi = node.constant_like(0, x), node.constant_like(math.pi, x)
    half = node.constant_like(math.pi / 2, x)
    is_zero = op.equal(x, zero)
    angle = op.atan(op.divide(y, op.where(is_zero, node.constant_like(1, x), x)))
    turned = op.add(angle, op.where(op.less(y, zero), op.negative(pi), pi))
    upright = op.multiply(op.sign(y), half)
    return op.where(is_zero, upright, op.where(op.less(x, zero), turned, angle))


@converter("aten::hypot")
def convert_hypot(node: Node, self: Any, other: Any) -> Expr:
    """Return the lengths of vectors of two elements."""
    x, y = node.promote(self, other, to_float=True)
    return op.sqrt(op.add(op.multiply(x, x), op.multiply(y, y)))


@converter("aten::logaddexp", "aten::logaddexp2")
def convert_logaddexp(node: Node, self: Any, other: Any) -> Expr:
    """Return the logarithms of sums of powers."""
    x, y = node.promote(self, other, to_float=True)
    two = node.op.endswith("2")
    highest, difference = op.maximum(x, y), op.negative(op.abs(op.subtract(x, y)))
    one = node.constant_like(1, x)
    if two:
        return op.add(highest, op.log2(op.add(one, op.power(node.constant_like(2, x), difference))))
    return op.add(highest, op.log(op.add(one, op.exp(difference))))


@converter("aten::lerp")
def convert_lerp(node: Node, self: Any, end: Any, weight: Any) -> Expr:
    """Return points between two."""
    return op.add(self, op.multiply(node.tensor(weight, node.dtype(self)), op.subtract(end, self)))


@converter("aten::addcmul", "aten::addcdiv")
def convert_addc(node: Node, self: Any, tensor1: Any, tensor2: Any, value: Any = 1) -> Expr:
    """Return the first operand and a product or a quotient of both others."""
    base, left, right = node.promote(self, tensor1, tensor2, to_float=node.op.endswith("div"))
    part = (op.divide if node.op.endswith("div") else op.multiply)(left, right)
    if isinstance(value, Expr) or value != 1:
        part = op.multiply(part, node.tensor(value, node.dtype(part)))
    return op.add(base, part)


@converter("aten::clamp", "aten::clip")
def convert_clamp(node: Node, self: Any, min: Any = None, max: Any = None) -> Expr:
    """Return elements, but at least and at most bounds."""
    dtype = node.result_dtype(self, min, max)
    data = node.tensor(self, dtype)
    known = isinstance(min, (int, float)) and isinstance(max, (int, float)) and is_float(dtype)
    if known and math.isfinite(min) and math.isfinite(max):
        return op.clip(data, float(min), float(max))
    if min is not None:
        data = op.maximum(data, node.tensor(min, dtype))
    return data if max is None else op.minimum(data, node.tensor(max, dtype))


@converter("aten::clamp_min")
def convert_clamp_min(node: Node, self: Any, min: Any) -> Expr:
    """Return elements, but at least a bound."""
    return convert_clamp(node, self, min, None)


@converter("aten::clamp_max")
def convert_clamp_max(node: Node, self: Any, max: Any) -> Expr:
    """Return elements, but at most a bound."""
    return convert_clamp(node, self, None, max)


@converter("aten::heaviside")
def convert_heaviside(node: Node, self: Any, values: Any) -> Expr:
    """Return 0 below 0, 1 above, and given values at 0."""
    zero = node.constant_like(0, self)
    positive = cast(node, op.greater(self, zero), node.dtype(self))
    return op.where(op.equal(self, zero), values, positive)


@converter("aten::copysign")
def convert_copysign(node: Node, self: Any, other: Any) -> Expr:
    """Return elements with the signs of others."""
    left, right = node.promote(self, other, to_float=True)
    size = op.abs(left)
    return op.where(op.less(right, node.constant_like(0, right)), op.negative(size), size)


# Comparisons

_COMPARISONS: dict[str, tuple[Callable[[Expr, Expr], Expr], Callable[[Any, Any], bool]]] = {
    "eq": (op.equal, lambda x, y: x == y), "ne": (op.not_equal, lambda x, y: x != y),
    "lt": (op.less, lambda x, y: x < y), "le": (op.less_equal, lambda x, y: x <= y),
    "gt": (op.greater, lambda x, y: x > y), "ge": (op.greater_equal, lambda x, y: x >= y)}
_LONG_NAMES = {"eq": "eq", "ne": "not_equal", "lt": "less", "le": "less_equal", "gt": "greater",
               "ge": "greater_equal"}


def _register_comparisons() -> None:
    def make(function: Callable[[Expr, Expr], Expr],
             known: Callable[[Any, Any], bool]) -> Callable[..., Any]:
        def convert(node: Node, **arguments: Any) -> Any:
            left, right = list(arguments.values())[:2]
            if node.is_tensor(left) or node.is_tensor(right):
                return function(*node.promote(left, right))
            return known(left, right)

        return convert

    for name, pair in _COMPARISONS.items():
        converter(f"aten::{name}", f"aten::{_LONG_NAMES[name]}")(make(*pair))


_register_comparisons()


@converter("aten::__is__")
def convert_is(node: Node, self: Any, obj: Any) -> bool:
    """Return whether two values are the same: None is no tensor."""
    return self is obj or (self is None) == (obj is None) and self == obj


@converter("aten::__isnot__")
def convert_is_not(node: Node, self: Any, obj: Any) -> bool:
    """Return whether two values are different ones."""
    return not convert_is(node, self, obj)


@converter("aten::isnan")
def convert_isnan(node: Node, self: Any) -> Expr:
    """Return whether elements are no numbers."""
    return op.isnan(self) if is_float(node.dtype(self)) else _false(self)


@converter("aten::isinf")
def convert_isinf(node: Node, self: Any) -> Expr:
    """Return whether elements are infinite."""
    return op.isinf(self) if is_float(node.dtype(self)) else _false(self)


@converter("aten::isfinite")
def convert_isfinite(node: Node, self: Any) -> Expr:
    """Return whether elements are finite."""
    return op.isfinite(self) if is_float(node.dtype(self)) else op.logical_not(_false(self))


def _false(self: Expr) -> Expr:
    return op.cast(op.zeros_like(self), "bool")


@converter("aten::isposinf", "aten::isneginf")
def convert_signed_infinity(node: Node, self: Any) -> Expr:
    """Return whether elements are infinite, and of one sign."""
    bound = math.inf if node.op.endswith("posinf") else -math.inf
    return op.equal(node.floating(self), node.constant_like(bound, node.floating(self)))


@converter("aten::nan_to_num")
def convert_nan_to_num(node: Node, self: Any, nan: Any = None, posinf: Any = None,
                       neginf: Any = None) -> Expr:
    """Return elements, and numbers in place of NaN and infinities."""
    dtype = node.dtype(self)
    if not is_float(dtype):
        return self
    most = float(np.finfo("float32" if dtype == "bfloat16" else dtype).max)
    infinity = node.constant_like(math.inf, self)
    result = op.where(op.isnan(self), node.constant_like(nan or 0.0, self), self)
    result = op.where(op.equal(self, infinity),
                      node.constant_like(most if posinf is None else posinf, self), result)
    return op.where(op.equal(self, op.negative(infinity)),
                    node.constant_like(-most if neginf is None else neginf, self), result)


@converter("aten::isclose")
def convert_isclose(node: Node, self: Any, other: Any, rtol: float = 1e-5, atol: float = 1e-8,
                    equal_nan: bool = False) -> Expr:
    """Return whether elements are nearly equal."""
    left, right = node.promote(self, other)
    same = op.equal(left, right)
    if is_float(node.dtype(left)):
        gap = op.abs(op.subtract(left, right))
        allowed = op.add(op.multiply(op.abs(right), node.constant_like(rtol, right)),
                         node.constant_like(atol, right))
        same = op.logical_or(same, op.logical_and(op.isfinite(gap), op.less_equal(gap, allowed)))
        if equal_nan:
            same = op.logical_or(same, op.logical_and(op.isnan(left), op.isnan(right)))
    return same


# Logic and bits


def _as_bool(node: Node, value: Any) -> Expr:
    expr = node.tensor(value)
    return expr if node.dtype(expr) == "bool" else op.not_equal(expr, node.constant_like(0, expr))


@converter("aten::logical_not", "aten::__not__")
def convert_logical_not(node: Node, self: Any) -> Any:
    """Return whether elements are false."""
    return op.logical_not(_as_bool(node, self)) if node.is_tensor(self) else not self


@converter("aten::logical_and", "aten::logical_or", "aten::logical_xor")
def convert_logical(node: Node, self: Any, other: Any) -> Expr:
    """Return the conjunction, the disjunction, or whether one of both is true."""
    function = getattr(op, node.op.rstrip("_").partition("::")[2])
    return function(_as_bool(node, self), _as_bool(node, other))


_BITS: dict[str, tuple[Callable[[Expr, Expr], Expr], Callable[[Expr, Expr], Expr]]] = {
    "and": (op.logical_and, op.bitwise_and), "or": (op.logical_or, op.bitwise_or),
    "xor": (op.logical_xor, op.bitwise_xor)}


def _register_bits() -> None:
    def make(name: str) -> Callable[..., Any]:
        def convert(node: Node, **arguments: Any) -> Any:
            left, right = list(arguments.values())[:2]
            if not node.is_tensor(left) and not node.is_tensor(right):
                return left & right if name == "and" else left | right if name == "or" else \
                    left ^ right
            left, right = node.promote(left, right)
            return _BITS[name][0 if node.dtype(left) == "bool" else 1](left, right)

        return convert

    for name in _BITS:
        converter(f"aten::bitwise_{name}", f"aten::__{name}__")(make(name))


_register_bits()


@converter("aten::bitwise_not")
def convert_bitwise_not(node: Node, self: Any) -> Expr:
    """Return elements with the other bits."""
    return op.logical_not(self) if node.dtype(self) == "bool" else op.bitwise_not(self)


@converter("aten::bitwise_left_shift", "aten::__lshift__")
def convert_left_shift(node: Node, self: Any, other: Any) -> Expr:
    """Return elements with their bits moved up."""
    return _binary(node, self, other, op.left_shift)


@converter("aten::bitwise_right_shift", "aten::__rshift__")
def convert_right_shift(node: Node, self: Any, other: Any) -> Expr:
    """Return elements with their bits moved down."""
    return _binary(node, self, other, op.right_shift)


# Choices


@converter("aten::where")
def convert_where(node: Node, condition: Any, self: Any = None, other: Any = None) -> Any:
    """Return elements of one operand or the other; of a condition alone, the places of true ones."""
    if self is None and other is None:
        from .index import convert_nonzero_numpy

        return convert_nonzero_numpy(node, condition)
    return op.where(_as_bool(node, condition), *node.promote(self, other))


@converter("aten::masked_fill")
def convert_masked_fill(node: Node, self: Any, mask: Any, value: Any) -> Expr:
    """Return the elements, and a value where a mask is true."""
    return op.where(_as_bool(node, mask), node.tensor(value, node.dtype(self)), self)


@converter("aten::fill", "aten::zero")
def convert_fill(node: Node, self: Any, value: Any = 0) -> Expr:
    """Return a tensor of the same shape with one value."""
    from ...building import filled, sizes_of

    dtype = node.dtype(self)
    if isinstance(value, Expr):
        from ...building import broadcast

        return broadcast(node.tensor(value, dtype), sizes_of(node, self))
    return filled(value, sizes_of(node, self), dtype)


@converter("aten::copy")
def convert_copy(node: Node, self: Any, src: Any) -> Expr:
    """Return the second operand in the shape and type of the first."""
    from ...building import broadcast, sizes_of

    return broadcast(node.tensor(src, node.dtype(self)), sizes_of(node, self))
