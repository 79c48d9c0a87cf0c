"""Numbers, texts and lists of scripts, and sizes that are known only when a model runs."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Any

from .... import op
from ....expr import Expr
from ...building import as_scalar, cast, is_float, size_of
from ..node import Node
from ..registry import converter


def _to_number(node: Node, value: Any, kind: type, dtype: str) -> Any:
    """Return a number: Python's if it is known, otherwise a scalar."""
    if not isinstance(value, Expr):
        return kind(value)
    known = node.constant(value)
    if known is not None:
        return kind(known.reshape(-1)[0].item())
    data = value if node.rank(value) == 0 else op.reshape(value, ())
    if is_float(node.dtype(data)) and dtype == "int64":
        data = op.trunc(data)
    return cast(node, data, dtype)


@converter("aten::Int", "aten::IntImplicit")
def convert_int(node: Node, **arguments: Any) -> Any:
    """Return an integer."""
    return _to_number(node, next(iter(arguments.values())), int, "int64")


@converter("aten::Float", "aten::FloatImplicit")
def convert_float(node: Node, **arguments: Any) -> Any:
    """Return a floating-point number."""
    return _to_number(node, next(iter(arguments.values())), float, node.default_dtype)


@converter("aten::Bool")
def convert_bool(node: Node, **arguments: Any) -> Any:
    """Return a truth value."""
    return _to_number(node, next(iter(arguments.values())), bool, "bool")


@converter("aten::item", "aten::_local_scalar_dense", "aten::ScalarImplicit",
           "prim::ImplicitTensorToNum")
def convert_item(node: Node, **arguments: Any) -> Any:
    """Return the number in a tensor of one element."""
    value = next(iter(arguments.values()))
    if not isinstance(value, Expr):
        return value
    known = node.constant(value)
    if known is not None and known.size == 1:
        return known.reshape(-1)[0].item()
    return value if node.rank(value) == 0 else op.reshape(value, ())


@converter("aten::len")
def convert_len(node: Node, **arguments: Any) -> Any:
    """Return the number of elements of a list, or of slices of a tensor."""
    value = next(iter(arguments.values()))
    if isinstance(value, Expr):
        return size_of(node, value, 0)
    return len(value)


@converter("aten::__getitem__")
def convert_getitem(node: Node, **arguments: Any) -> Any:
    """Return an element of a list, or a slice of a tensor."""
    values, place = list(arguments.values())[:2]
    if isinstance(values, Expr):
        from .index import convert_select

        return convert_select(node, values, 0, place)
    return values[node.number(place, "the place")]


@converter("aten::__contains__")
def convert_contains(node: Node, **arguments: Any) -> bool:
    """Return whether a list or a dictionary holds a value."""
    values, value = list(arguments.values())[:2]
    return value in values


@converter("aten::list", "aten::tolist")
def convert_list(node: Node, **arguments: Any) -> Any:
    """Return a copy of a list."""
    return list(next(iter(arguments.values())))


@converter("prim::device", "aten::device")
def convert_device(node: Node, **arguments: Any) -> str:
    """Return where a tensor is: there is the CPU alone."""
    return "cpu"


@converter("prim::dtype")
def convert_dtype(node: Node, a: Any) -> str:
    """Return the element type of a tensor."""
    return node.dtype(a)


@converter("prim::layout", "aten::get_device")
def convert_layout(node: Node, **arguments: Any) -> int:
    """Return the number of dense tensors."""
    return 0


@converter("prim::unchecked_cast", "prim::unchecked_unwrap_optional",
           "aten::_unwrap_optional")
def convert_same(node: Node, **arguments: Any) -> Any:
    """Return the operand."""
    return next(iter(arguments.values()))


@converter("aten::format", "aten::str")
def convert_text(node: Node, **arguments: Any) -> str:
    """Return an empty text: texts have no part in results."""
    return ""


@converter("prim::min", "prim::max")
def convert_extreme(node: Node, **arguments: Any) -> Any:
    """Return the smallest or largest number."""
    values = list(arguments.values())
    if len(values) == 1 and isinstance(values[0], (list, tuple)):
        values = list(values[0])
    if not any(isinstance(value, Expr) for value in values):
        return (min if node.op.endswith("min") else max)(values)
    result = node.tensor(values[0])
    for value in values[1:]:
        result = (op.minimum if node.op.endswith("min") else op.maximum)(
            *node.promote(result, value))
    return result


_MATH: dict[str, tuple[Callable[[float], Any], Callable[[Expr], Expr]]] = {
    "sqrt": (math.sqrt, op.sqrt), "ceil": (math.ceil, op.ceil), "floor": (math.floor, op.floor),
    "exp": (math.exp, op.exp), "log": (math.log, op.log)}


# Symbolic sizes of exported programs


def _register_operators() -> None:
    def make(known: Callable[[Any, Any], Any],
             function: Callable[[Expr, Expr], Expr]) -> Callable[..., Any]:
        def convert(node: Node, **arguments: Any) -> Any:
            left, right = list(arguments.values())[:2]
            if not isinstance(left, Expr) and not isinstance(right, Expr):
                return known(left, right)
            return function(*node.promote(left, right))

        return convert

    table: dict[str, tuple[Callable[[Any, Any], Any], Callable[[Expr, Expr], Expr]]] = {
        "add": (operator.add, op.add), "sub": (operator.sub, op.subtract),
        "mul": (operator.mul, op.multiply), "floordiv": (operator.floordiv, op.floor_divide),
        "mod": (operator.mod, op.floor_mod), "eq": (operator.eq, op.equal),
        "ne": (operator.ne, op.not_equal), "lt": (operator.lt, op.less),
        "le": (operator.le, op.less_equal), "gt": (operator.gt, op.greater),
        "ge": (operator.ge, op.greater_equal), "pow": (operator.pow, op.power),
        "and_": (lambda x, y: x and y, op.logical_and), "or_": (lambda x, y: x or y, op.logical_or)}
    for name, pair in table.items():
        converter(f"_operator::{name}")(make(*pair))
    converter("sym::sym_min")(make(min, op.minimum))
    converter("sym::sym_max")(make(max, op.maximum))


_register_operators()


@converter("_operator::truediv")
def convert_truediv(node: Node, **arguments: Any) -> Any:
    """Return a quotient."""
    left, right = list(arguments.values())[:2]
    if not isinstance(left, Expr) and not isinstance(right, Expr):
        return left / right
    return op.divide(*node.promote(left, right, to_float=True))


@converter("_operator::neg", "_operator::pos")
def convert_neg(node: Node, **arguments: Any) -> Any:
    """Return a number with the other sign, or with its own."""
    value = next(iter(arguments.values()))
    if node.op.endswith("pos"):
        return value
    return op.negative(value) if isinstance(value, Expr) else -value


@converter("_operator::getitem")
def convert_operator_getitem(node: Node, **arguments: Any) -> Any:
    """Return an element."""
    return convert_getitem(node, **arguments)


@converter("sym::sym_sum")
def convert_sym_sum(node: Node, **arguments: Any) -> Any:
    """Return the sum of sizes."""
    values = list(arguments.values())
    values = list(values[0]) if len(values) == 1 else values
    if not any(isinstance(value, Expr) for value in values):
        return sum(values)
    result = as_scalar(values[0])
    for value in values[1:]:
        result = op.add(result, as_scalar(value))
    return result


@converter("sym::sym_not")
def convert_sym_not(node: Node, **arguments: Any) -> Any:
    """Return whether a value is false."""
    value = next(iter(arguments.values()))
    return op.logical_not(value) if isinstance(value, Expr) else not value


@converter("sym::sym_float", "sym::sym_int", "math::trunc", "math::ceil", "math::floor", "math::sqrt",
           "sym::sym_ite")
def convert_sym_math(node: Node, **arguments: Any) -> Any:
    """Return a number as another type, rounded, or its root."""
    values = list(arguments.values())
    name = node.op.partition("::")[2]
    if name == "sym_ite":
        condition, first, second = values
        if not isinstance(condition, Expr):
            return first if condition else second
        return op.where(condition, *node.promote(first, second))
    value = values[0]
    if name == "sym_float":
        return _to_number(node, value, float, "float64")
    if name in ("sym_int", "trunc"):
        return _to_number(node, value, int, "int64")
    known, function = _MATH[name]
    if not isinstance(value, Expr):
        return known(value)
    found = function(op.cast(value, "float64"))
    return found if name == "sqrt" else op.cast(found, "int64")

