"""Values of constant expressions, which become initializers as far as the model does not grow.

FoldConstant has another budget: docs/Rationale/Folding.md tells why."""

from __future__ import annotations

import collections
from collections.abc import Sequence
from typing import Any

from ..... import _ext
from .....error import TVMError
from ....expr import Call, Constant, Expr, Tuple, TupleGetItem
from ... import common
from .scopes import Places

# The bytes that a node takes in a file, about: each operator that is folded saves as many.
_NODE_BYTES = 40
# Values of more bytes are not computed.
_MOST_BYTES = 1 << 31
# Operators that know their value from the types of their arguments.
_OF_TYPES = ("shape_of", "ndarray_size")
# Operators that give their argument as it is if its type is that of the result.
_MOVES = ("reshape", "contrib_reverse_reshape", "dyn.reshape", "reshape_like", "broadcast_to",
          "dyn.broadcast_to", "broadcast_to_like", "squeeze", "dyn.squeeze", "cast", "cast_like",
          "copy", "nn.batch_flatten", "tile", "strided_slice", "concatenate")


class Folding:
    """Finds constant expressions, and their values.

    Parameters
    ----------
    places : Places
        The uses of expressions.
    grow : int
        So many bytes a value may have more than what it replaces.
    slack : int
        So many bytes all values together may have more than that.

    Attributes
    ----------
    reasons : dict of (str, str) to int
        How often an operator on constants was left, and why.
    """

    def __init__(self, places: Places, grow: int = 0, slack: int = 0) -> None:
        self._places = places
        self._grow = grow
        self._slack = slack
        self._constant: dict[Expr, bool] = {}
        # Whether the size of a value lets it take the place of its expression.
        self._fits: dict[Expr, bool] = {}
        self._left: set[Expr] = set()
        self.reasons: collections.Counter[tuple[str, str]] = collections.Counter()

    def find_value(self, expr: Expr) -> Any:
        """Return the array of an expression of constants that is to be folded; otherwise None."""
        if isinstance(expr, Constant) or not isinstance(expr, (Call, TupleGetItem)) or \
                not self.is_constant(expr):
            return None
        size = _count_bytes(expr.checked_type)
        if size is None or size > _MOST_BYTES:
            return self._leave(expr, "the size of its value")
        if expr not in self._fits:
            self._fits[expr] = self._take(size - self._count_saved(expr) - self._grow)
        if not self._fits[expr]:
            return self._leave(expr, "the model would grow")
        try:
            value = common.infer_constant(expr)
        except (TVMError, ValueError, ArithmeticError, MemoryError):
            value = None
        return self._leave(expr, "it has no defined value") if value is None else value

    def _take(self, growth: int) -> bool:
        """Return whether a value may make the model grow by so many bytes."""
        if growth > self._slack:
            return False
        self._slack -= max(growth, 0)
        return True

    def _leave(self, expr: Expr, reason: str) -> None:
        if expr not in self._left:
            self._left.add(expr)
            self.reasons[_get_operator(expr), reason] += 1

    def is_constant(self, expr: Expr) -> bool:
        """Return whether an expression is one of constants and of known shapes alone."""
        pending = [expr]
        while pending:
            current = pending[-1]
            if current in self._constant:
                pending.pop()
                continue
            operands = _find_operands(current)
            if operands is None:
                self._constant[current] = False
                continue
            missing = [operand for operand in operands if operand not in self._constant]
            if missing:
                pending.extend(missing)
            else:
                self._constant[current] = all(self._constant[operand] for operand in operands)
        return self._constant[expr]

    def _count_saved(self, root: Expr) -> int:
        """Return the bytes that an expression takes which nothing else needs."""
        inner: set[Expr] = set()
        pending = [root]
        while pending:
            expr = pending.pop()
            if expr not in inner:
                inner.add(expr)
                pending.extend(_find_operands(expr) or ())
        saved, seen = 0, set()
        pending = [root]
        while pending:
            expr = pending.pop()
            if expr in seen or expr is not root and \
                    any(user not in inner for user in self._places.users.get(expr, ())):
                continue
            seen.add(expr)
            saved += _count_bytes(expr.checked_type) or 0 if isinstance(expr, Constant) else _NODE_BYTES
            pending.extend(_find_operands(expr) or ())
        return saved


def find_same(expr: Expr) -> Expr | None:
    """Return the argument of a call that gives it as it is; otherwise None."""
    if not isinstance(expr, Call) or not isinstance(expr.op, _ext.Op) or not expr.args:
        return None
    name, first = str(expr.op.name), expr.args[0]
    if isinstance(first, Tuple):
        first = first.fields[0] if name == "concatenate" and len(first.fields) == 1 else None
    if first is None or name not in (*_MOVES, "transpose", "nn.pad"):
        return None
    type_ = expr.checked_type
    if type_ != first.checked_type or not isinstance(type_, _ext.TensorType):
        return None
    if name == "transpose":
        axes = expr.attrs.axes
        rank = len(type_.shape)
        return first if rank < 2 or axes is not None and \
            [int(axis) % rank for axis in axes] == list(range(rank)) else None
    if name == "nn.pad":
        return first if not any(int(width) for pair in expr.attrs.pad_width for width in pair) else None
    if None in common.get_dimensions(type_):
        return first if name in ("cast", "cast_like", "copy") else None
    if name == "strided_slice" and expr.attrs.strides and \
            any(int(stride) != 1 for stride in expr.attrs.strides):
        return None
    return first


def _find_operands(expr: Expr) -> Sequence[Expr] | None:
    """Return the expressions that have to be constant for one to be; None if it cannot be."""
    if isinstance(expr, Constant):
        return ()
    if isinstance(expr, Call) and isinstance(expr.op, _ext.Op):
        name = str(expr.op.name)
        if name in _OF_TYPES:
            known = None not in common.get_dimensions(expr.args[0].checked_type)
            return () if known else None
        facts = _ext.describe_op(name)
        if not facts or facts["stateful"] or name.startswith("random."):
            return None
        return list(expr.args)
    if isinstance(expr, Tuple):
        return list(expr.fields)
    return (expr.tuple_value,) if isinstance(expr, TupleGetItem) else None


def _get_operator(expr: Any) -> str:
    while isinstance(expr, TupleGetItem):
        expr = expr.tuple_value
    return str(expr.op.name) if isinstance(expr, Call) else type(expr).__name__


def _count_bytes(type_: Any) -> int | None:
    """Return the bytes of a tensor of a type; None if that is not known."""
    if not isinstance(type_, _ext.TensorType):
        return None
    dtype = str(type_.dtype)
    bits = int("".join(filter(str.isdigit, dtype)) or 8)
    count = bits // 8
    for size in common.get_dimensions(type_):
        if size is None:
            return None
        count *= size
    return count
