"""Branches and loops of models.

A loop becomes a function that calls itself. Its parameters are the number of the round, the
condition, the carried values, and what the rounds before have added to each scan output.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Optional

import numpy as np

from ... import _ext
from ...ir.container import Any as AnySize
from .. import op as _op
from ..expr import Call, Expr, If, Let, Tuple, TupleGetItem, Var, const
from . import common
from .node import BaseNode

# The number of the round, the condition and the carried values give the next condition (None for
# true), the next values and the results of the round.
Step = Callable[[Expr, Expr, Sequence[Expr]],
                "tuple[Optional[Expr], Sequence[Expr], Sequence[Expr]]"]


def make_if(condition: Expr, then: Sequence[Expr], otherwise: Sequence[Expr]) -> list[Expr]:
    """Return the results of a branch."""
    if len(then) == 1:
        return [If(condition, then[0], otherwise[0])]
    both = If(condition, Tuple(then), Tuple(otherwise))
    return [TupleGetItem(both, i) for i in range(len(then))]


# Loops in general

# Loops over sequences are unrolled up to so many rounds.
MOST_UNROLLED = 1000


def int64(value: int) -> Expr:
    """Return a scalar of int64."""
    return const(np.array(value, "int64"), "int64")


def make_loop(params: Sequence[Var], initial: Sequence[Expr], test: Expr,
              following: Sequence[Expr]) -> list[Expr]:
    """Return the values of a function's parameters when it has called itself for the last time.

    Parameters
    ----------
    params : list of Var
        With the types of the values.
    initial : list of Expr
        Their first values.
    test : Expr
        Whether there is another round.
    following : list of Expr
        The values after a round.
    """
    result = _ext.TupleType([param.type_annotation for param in params])
    loop = Var("loop", _ext.FuncType([param.type_annotation for param in params], result))
    body = If(test, Call(loop, list(following)), Tuple(list(params)))
    function = _ext.Function(list(params), body, result)
    call = Let(loop, function, Call(loop, list(initial)))
    call._set_checked_type(result)
    return [TupleGetItem(call, k) for k in range(len(params))]


class Loop:
    """A loop of a node.

    Parameters
    ----------
    node : BaseNode
    count : Expr or None
        How many rounds there are at most: an int64 scalar.
    condition : Expr or None
        Whether there is a first round: a boolean scalar.
    step : function
        Gives what a round gives.
    reverse : list of bool
        The scan outputs to which rounds add at the beginning.
    unroll : int
        Loops of a known number of rounds are unrolled up to so many rounds.
    """

    # Whether the body needs to know the number of the round, as that of an element of a sequence.
    needs_places = False

    def __init__(self, node: BaseNode, count: Expr | None, condition: Expr | None, step: Step,
                 reverse: Sequence[bool] = (), unroll: int = 0) -> None:
        self.node = node
        self.count = count
        self.condition = condition
        self.step = step
        self.reverse = reverse
        self.unroll = unroll

    def convert(self, initial: Sequence[Expr]) -> list[Expr]:
        """Return the last carried values and the scan outputs."""
        count = self.node.constant(self.count)
        condition = self.node.constant(self.condition)
        most = MOST_UNROLLED if self.needs_places else self.unroll
        if count is not None and count.size == 1 and int(count.reshape(-1)[0]) <= most and \
                (self.condition is None or condition is not None and bool(condition.all())):
            unrolled = self._unroll(int(count.reshape(-1)[0]), list(initial))
            if unrolled is not None:
                return unrolled
        return self._loop(initial)

    def _unroll(self, count: int, values: Sequence[Expr]) -> list[Expr] | None:
        """Return the results of a known number of rounds; None if a round may be the last."""
        rows: list[Sequence[Expr]] = []
        if count < 1:
            return None
        for i in range(count):
            condition, values, row = self.step(int64(i), const(True), values)
            known = self.node.constant(condition)
            if condition is not None and known is None:
                return None
            rows.append(row)
            if known is not None and not known.all():
                break
        columns = []
        for i, column in enumerate(zip(*rows)):
            ordered = list(column)[::-1] if i < len(self.reverse) and self.reverse[i] else column
            columns.append(_op.stack(list(ordered), 0))
        return [*values, *columns]

    def _loop(self, initial: Sequence[Expr]) -> list[Expr]:
        """Return the results of a function that calls itself."""
        types = [self.node.type(expr) for expr in initial]
        while True:
            i, condition = Var("i", _ext.TensorType((), "int64")), \
                Var("condition", _ext.TensorType((), "bool"))
            carried = [Var(f"carried{k}", type_) for k, type_ in enumerate(types)]
            following, values, rows = self.step(i, condition, carried)
            joined = self._widen(types, values)
            if joined == types:
                break
            types = joined
        starts, row_types = self._start_rows(rows)
        sums = [Var(f"scan{k}", type_) for k, type_ in enumerate(row_types)]
        added = [self._add_row(total, row, i, k) for k, (total, row) in enumerate(zip(sums, rows))]
        following = const(True) if following is None else common.ensure_scalar_shape(following)
        return self._make_function(
            [i, condition, *carried, *sums],
            [int64(0), const(True) if self.condition is None else self.condition, *initial,
             *starts],
            [_op.add(i, int64(1)), following, *values, *added])[2:]

    def _widen(self, types: Sequence[Any], values: Sequence[Expr]) -> list[Any]:
        """Return the types of carried values that have other sizes after a round."""
        found = []
        for k, (type_, value) in enumerate(zip(types, values)):
            joined = common.join_types(type_, self.node.type(value))
            if joined is None:
                self.node.fail(f"the carried value {k} has the type {type_} before a round, but "
                               f"{self.node.type(value)} after it")
            found.append(joined)
        return found

    def _start_rows(self, rows: Sequence[Expr]) -> tuple[list[Expr], list[Any]]:
        """Return scan outputs without rows, and the types of scan outputs."""
        starts, types = [], []
        for row in rows:
            sizes, dtype = self.node.shape(row), self.node.dtype(row)
            starts.append(const(np.zeros([0, *[size or 0 for size in sizes]], dtype), dtype))
            types.append(_ext.TensorType(
                [AnySize(), *[AnySize() if size is None else size for size in sizes]], dtype))
        return starts, types

    def _add_row(self, total: Expr, row: Expr, i: Expr, k: int) -> Expr:
        """Return a scan output with one row more."""
        if None in self.node.shape(row):
            # The first round tells the size of rows: nothing has any shape without elements.
            shape = _op.concatenate([_op.reshape(i, [1]), self.node.shape_of(row)], 0)
            total = _op.reshape(total, shape, allowzero=True)
        parts = [total, _op.expand_dims(row, 0)]
        return _op.concatenate(parts[::-1] if k < len(self.reverse) and self.reverse[k] else parts,
                               0)

    def _make_function(self, params: Sequence[Var], initial: Sequence[Expr],
                       following: Sequence[Expr]) -> list[Expr]:
        """Return the values of a function's parameters when it has called itself for the last
        time."""
        i, condition = params[0], params[1]
        test: Expr = condition
        if self.count is not None:
            test = _op.logical_and(condition, _op.less(i, common.ensure_scalar_shape(self.count)))
        return make_loop(params, initial, test, following)
