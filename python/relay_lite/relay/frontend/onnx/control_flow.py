"""Conversion of If, Loop and Scan.

A loop becomes a function that calls itself. Its parameters are the number of the round, the
condition, the carried values, and what the rounds before have added to each scan output.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Optional

import numpy as np

from .... import _ext
from ....ir.container import Any as AnySize
from ...expr import Call, Expr, If, Let, Tuple, TupleGetItem, Var, const
from ... import op as _op
from .. import common
from .node import Node
from .registry import converter

# The number of the round, the condition and the carried values give the next condition (None for
# true), the next values and the results of the round.
Step = Callable[[Expr, Expr, Sequence[Expr]],
                "tuple[Optional[Expr], Sequence[Expr], Sequence[Expr]]"]


# If


@converter("If")
def convert_if(node: Node) -> list[Expr]:
    """A condition that is known picks its branch; otherwise both become one `if`."""
    names = ("then_branch", "else_branch")
    condition = node.input(0)
    known = node.constant(condition)
    if known is not None:
        if known.size != 1:
            node.fail(f"expected one element as the condition, but got {known.size}")
        name = names[0 if known.reshape(-1)[0] else 1]
        return node.graph.convert_graph(node, node.attribute(name), [], name)
    results = [node.graph.convert_graph(node, node.attribute(name), [], name) for name in names]
    if len(results[0]) != len(results[1]):
        node.fail(f"then_branch has {len(results[0])} results, but else_branch {len(results[1])}")
    _check_branches(node, *results)
    return _make_if(common.ensure_scalar_shape(condition), results[0], results[1])


def _check_branches(node: Node, then: Sequence[Expr], otherwise: Sequence[Expr]) -> None:
    """Refuse branches whose results have other types."""
    for i, (left, right) in enumerate(zip(then, otherwise)):
        types = node.type(left), node.type(right)
        if types[0] != types[1] and common.join_types(*types) is None:
            node.fail(f"result {i} has the type {types[0]} in then_branch, but {types[1]} in "
                      "else_branch")


def _make_if(condition: Expr, then: Sequence[Expr], otherwise: Sequence[Expr]) -> list[Expr]:
    """Return the results of a branch."""
    if len(then) == 1:
        return [If(condition, then[0], otherwise[0])]
    both = If(condition, Tuple(then), Tuple(otherwise))
    return [TupleGetItem(both, i) for i in range(len(then))]


# Loops in general

# Loops over sequences are unrolled up to so many rounds.
_MOST_UNROLLED = 1000


def _int64(value: int) -> Expr:
    return const(np.array(value, "int64"), "int64")


class _Loop:
    """A loop of a node.

    Parameters
    ----------
    node : Node
    count : Expr or None
        How many rounds there are at most: an int64 scalar.
    condition : Expr or None
        Whether there is a first round: a boolean scalar.
    step : function
        Gives what a round gives.
    reverse : list of bool
        The scan outputs to which rounds add at the beginning.
    """

    # Whether the body needs to know the number of the round, as that of an element of a sequence.
    needs_places = False

    def __init__(self, node: Node, count: Expr | None, condition: Expr | None, step: Step,
                 reverse: Sequence[bool] = ()) -> None:
        self.node = node
        self.count = count
        self.condition = condition
        self.step = step
        self.reverse = reverse

    def convert(self, initial: Sequence[Expr]) -> list[Expr]:
        """Return the last carried values and the scan outputs."""
        count = self.node.constant(self.count)
        condition = self.node.constant(self.condition)
        most = self.node.graph.importer.unroll
        if self.needs_places:
            most = _MOST_UNROLLED
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
            condition, values, row = self.step(_int64(i), const(True), values)
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
            [_int64(0), const(True) if self.condition is None else self.condition, *initial,
             *starts],
            [_op.add(i, _int64(1)), following, *values, *added])[2:]

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
        result = _ext.TupleType([param.type_annotation for param in params])
        loop = Var("loop", _ext.FuncType([param.type_annotation for param in params], result))
        body = If(test, Call(loop, list(following)), Tuple(params))
        function = _ext.Function(list(params), body, result)
        call = Let(loop, function, Call(loop, list(initial)))
        call._set_checked_type(result)
        return [TupleGetItem(call, k) for k in range(len(params))]


# Loop


@converter("Loop")
def convert_loop(node: Node) -> list[Expr]:
    """The rounds end by the count or by the condition."""
    body = node.attribute("body")
    initial = [node.input(i) for i in range(2, len(node.inputs))]
    count, condition = node.optional_input(0), node.optional_input(1)

    def step(i: Expr, condition: Expr, values: Sequence[Expr]) -> Any:
        results = node.graph.convert_graph(node, body, [i, condition, *values], "body")
        if len(results) < 1 + len(initial):
            node.fail(f"expected at least {1 + len(initial)} results of the body, but got "
                      f"{len(results)}")
        return results[0], results[1:1 + len(initial)], results[1 + len(initial):]

    loop = _Loop(node, None if count is None else common.ensure_scalar_shape(count),
                 None if condition is None else common.ensure_scalar_shape(condition), step)
    loop.needs_places = _has_sequences(body)
    known = node.constant(condition) if condition is not None else None
    if known is not None and known.all():
        loop.condition = None
    return loop.convert(initial)


def _has_sequences(graph: Any) -> bool:
    """Return whether there are operators on sequences in a graph, or in those of its nodes."""
    pending = [graph]
    while pending:
        for node in pending.pop().node:
            if "Sequence" in node.op_type:
                return True
            pending.extend(attribute.g for attribute in node.attribute if attribute.HasField("g"))
    return False


# Scan


@converter("Scan", since=9)
def convert_scan(node: Node) -> list[Expr]:
    """Each round takes a slice of the scan inputs."""
    body = node.attribute("body")
    num_inputs = node.attribute("num_scan_inputs")
    num_states = len(node.inputs) - num_inputs
    if num_inputs < 1 or num_states < 0:
        node.fail(f"num_scan_inputs: expected 1 to {len(node.inputs)}, but got {num_inputs}")
    num_outputs = len(body.output) - num_states
    scanned = [node.input(num_states + k) for k in range(num_inputs)]
    axes = [_normalize(node, axis, node.rank(expr)) for axis, expr in zip(
        node.attribute("scan_input_axes", [0] * num_inputs), scanned)]
    backwards = node.attribute("scan_input_directions", [0] * num_inputs)
    if len(axes) != num_inputs or len(backwards) != num_inputs:
        node.fail(f"expected {num_inputs} axes and directions of scan inputs")
    length = _get_length(node, scanned[0], axes[0])

    def step(i: Expr, condition: Expr, values: Sequence[Expr]) -> Any:
        last = _op.subtract(_op.subtract(length, _int64(1)), i)
        slices = [_op.take(expr, last if back else i, axis)
                  for expr, axis, back in zip(scanned, axes, backwards)]
        results = node.graph.convert_graph(node, body, [*values, *slices], "body")
        return None, results[:num_states], results[num_states:]

    reverse = [bool(back) for back in
               node.attribute("scan_output_directions", [0] * num_outputs)]
    results = _Loop(node, length, None, step, reverse).convert(
        [node.input(k) for k in range(num_states)])
    moved = [_move_first_axis(node, expr, axis) for expr, axis in zip(
        results[num_states:], node.attribute("scan_output_axes", [0] * num_outputs))]
    return [*results[:num_states], *moved]


@converter("Scan", since=8)
def convert_scan_8(node: Node) -> list[Expr]:
    """Scans each sequence of a batch: the batches of unequal lengths are not supported."""
    if node.optional_input(0) is not None:
        node.fail("lengths of sequences are not supported")
    body = node.attribute("body")
    num_inputs = node.attribute("num_scan_inputs")
    num_states = len(node.inputs) - 1 - num_inputs
    backwards = node.attribute("directions", [0] * num_inputs)
    scanned = [node.input(1 + num_states + k) for k in range(num_inputs)]
    batch = node.shape(scanned[0])[0]
    if batch is None:
        node.fail("the size of the batch must be known")
    length = _get_length(node, scanned[0], 1)
    columns = []
    for index in range(batch):
        def step(i: Expr, condition: Expr, values: Sequence[Expr], index: int = index) -> Any:
            last = _op.subtract(_op.subtract(length, _int64(1)), i)
            slices = [_op.take(_op.take(expr, _int64(index), 0), last if back else i, 0)
                      for expr, back in zip(scanned, backwards)]
            results = node.graph.convert_graph(node, body, [*values, *slices], "body")
            return None, results[:num_states], results[num_states:]

        columns.append(_Loop(node, length, None, step).convert(
            [_op.take(node.input(1 + k), _int64(index), 0) for k in range(num_states)]))
    return [_op.stack(list(column), 0) for column in zip(*columns)]


def _get_length(node: Node, expr: Expr, axis: int) -> Expr:
    """Return the size of a dimension as a scalar."""
    size = node.shape(expr)[axis]
    return _op.take(node.shape_of(expr), _int64(axis)) if size is None else _int64(size)


def _normalize(node: Node, axis: int, rank: int) -> int:
    if not -rank <= axis < rank:
        node.fail(f"the axis {axis} is not one of {rank} dimensions")
    return axis % rank


def _move_first_axis(node: Node, expr: Expr, axis: int) -> Expr:
    """Return a tensor with its first axis moved to another place."""
    rank = node.rank(expr)
    axis = _normalize(node, axis, rank)
    order = list(range(1, rank))
    order.insert(axis, 0)
    return expr if axis == 0 else _op.transpose(expr, order)


