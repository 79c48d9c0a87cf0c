"""Loops that count their rounds, as Loop and Scan of ONNX have them.

A Loop has the number of the round, the condition and the rows of scan outputs without nodes of its
own. A Scan also has the slices of its inputs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ..... import _ext
from ....expr import Call, Constant, Expr, Tuple, TupleGetItem, Var
from ... import common
from .call import get_name, get_span_name


@dataclass
class Row:
    """A scan output: each round adds a row.

    Attributes
    ----------
    place : int
        The number of the parameter that collects the rows.
    value : Expr
        The row.
    reverse : bool
        Whether rounds add at the beginning.
    """

    place: int
    value: Expr
    reverse: bool


@dataclass
class Slice:
    """A slice that a round takes of a scan input.

    Attributes
    ----------
    call : Call
    data : Expr
    axis : int
    backwards : bool
        Whether the first round takes the last slice.
    """

    call: Expr
    data: Expr
    axis: int
    backwards: bool


@dataclass
class Rounds:
    """The parts of a loop as a Loop or a Scan has them.

    Attributes
    ----------
    counter, condition : int or None
        The number of the parameter that counts rounds, and of the one that tells whether there is
        another.
    count : Expr or None
        How many rounds there are at most: the same in each round.
    carried : list of int
        The numbers of the parameters that rounds carry.
    rows : list of Row
    slices : list of Slice
        The slices of a Scan; none for a Loop.
    """

    counter: int | None
    condition: int | None
    count: Expr | None
    carried: list[int] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    slices: list[Slice] = field(default_factory=list)


def read_rounds(model: Any, call: Any) -> Rounds | None:
    """Return the rounds of a loop; None if its test is another one, or if its users need the number
    of the last round."""
    loop = model.places.loops[call]
    varying = _find_varying(model.places, loop)
    rounds = _read_test(loop, call.args, varying)
    if rounds is None or not _are_results_carried(model, call, loop, rounds):
        return None
    others = [k for k in range(len(loop.params)) if k not in (rounds.counter, rounds.condition)]
    rows = {k: _read_row(model, loop, call.args[k], k, rounds) for k in others}
    rounds.rows = [row for row in rows.values() if row is not None]
    slices = _read_slices(model, call, loop, varying, rounds)
    rounds.slices = slices or []
    if not slices:
        rounds.rows = [row for row in rounds.rows if not row.reverse]
    collecting = [row.place for row in rounds.rows]
    rounds.carried = [k for k in others if k not in collecting]
    return rounds


def _find_varying(places: Any, loop: Any) -> set[Expr]:
    """Return the expressions of a loop whose value depends on the round."""
    varying: set[Expr] = set(loop.params)
    seen: set[Expr] = set(loop.params)
    pending: list[tuple[Expr, bool]] = [(expr, False) for expr in
                                        (loop.test, *loop.following, loop.result)]
    while pending:
        expr, is_left = pending.pop()
        operands = places.list_operands(expr)
        if is_left:
            # The body of a loop inside is not looked at.
            if expr in places.loops or any(operand in varying for operand in operands):
                varying.add(expr)
        elif expr not in seen:
            seen.add(expr)
            pending.append((expr, True))
            pending.extend((operand, False) for operand in operands)
    return varying


# Tests: condition, i < count, condition and i < count


def _read_test(loop: Any, initial: Sequence[Expr], varying: set[Expr]) -> Rounds | None:
    """Return the counter, the condition and the count that a test has; None for another test."""
    rounds = Rounds(None, None, None)
    parts = list(loop.test.args) if get_name(loop.test) == "logical_and" else [loop.test]
    for part in parts:
        if isinstance(part, Var) and rounds.condition is None and part in loop.params:
            rounds.condition = loop.params.index(part)
            continue
        if get_name(part) != "less" or rounds.count is not None:
            return None
        place, count = _find_counter(loop, initial, part.args[0]), part.args[1]
        if place is None or count in varying or count.checked_type != part.args[0].checked_type:
            return None
        rounds.counter, rounds.count = place, count
    if rounds.counter is None:
        places = [_find_counter(loop, initial, param) for param in loop.params]
        rounds.counter = next((place for place in places if place is not None), None)
    return rounds


def _find_counter(loop: Any, initial: Sequence[Expr], expr: Expr) -> int | None:
    """Return the number of a parameter that counts rounds from 0; None for another expression."""
    if not isinstance(expr, Var) or expr not in loop.params or \
            expr.checked_type != _ext.TensorType((), "int64"):
        return None
    place: int = loop.params.index(expr)
    following = loop.following[place]
    if get_name(following) != "add" or _read_number(initial[place]) != 0:
        return None
    first, second = following.args
    if first is not expr:
        first, second = second, first
    return place if first.same_as(expr) and _read_number(second) == 1 else None


def _read_number(expr: Expr) -> Any:
    """Return the number that a constant of one element is; None for another expression."""
    if not isinstance(expr, Constant) or any(size != 1 for size in expr.data.shape):
        return None
    return common.to_numpy(expr.data).reshape(-1)[0].item()


def _are_results_carried(model: Any, call: Any, loop: Any, rounds: Rounds) -> bool:
    """Return whether users take carried values only: neither the counter nor the condition."""
    users = model.users(call)
    if not isinstance(loop.result, Tuple) or not users:
        return False
    hidden = [loop.params[k] for k in (rounds.counter, rounds.condition) if k is not None]
    for user in users:
        if not isinstance(user, TupleGetItem):
            return False
        value = loop.result.fields[user.index]
        if not isinstance(value, Var) or value not in loop.params or value in hidden:
            return False
    return True


def is_always_true(loop: Any, call: Any, rounds: Rounds) -> bool:
    """Return whether the condition ends no loop: there is none, or it begins and stays true."""
    place = rounds.condition
    if place is None:
        return True
    following = loop.following[place]
    return bool(_read_number(call.args[place])) and \
        (following.same_as(loop.params[place]) or bool(_read_number(following)))


# Scan outputs: total = concatenate((total, expand_dims(row, 0)))


def _read_row(model: Any, loop: Any, initial: Expr, place: int, rounds: Rounds) -> Row | None:
    """Return the scan output that a parameter is; None if it is none."""
    param, following = loop.params[place], loop.following[place]
    if not isinstance(initial, Constant) or list(initial.data.shape)[:1] != [0] or \
            get_name(following) != "concatenate" or following.attrs.axis != 0 or \
            not isinstance(following.args[0], Tuple) or len(following.args[0].fields) != 2:
        return None
    first, second = following.args[0].fields
    reverse = get_name(first) == "expand_dims" and get_name(second) != "expand_dims"
    total, added = (second, first) if reverse else (first, second)
    if get_name(added) != "expand_dims" or added.attrs.axis != 0 or added.attrs.num_newaxis != 1:
        return None
    row = added.args[0]
    if get_name(total) == "dyn.reshape":
        if not _is_shape_of_rows(loop, total.args[1], row, rounds):
            return None
        total = total.args[0]
    # Nothing else may see the rows: the loop and its result use them once each.
    if not total.same_as(param) or len(model.users(param)) != 2:
        return None
    return Row(place, row, reverse)


def _is_shape_of_rows(loop: Any, shape: Any, row: Expr, rounds: Rounds) -> bool:
    """Return whether a shape is that of all rows so far: the round, and the sizes of a row."""
    if get_name(shape) != "concatenate" or not isinstance(shape.args[0], Tuple):
        return False
    parts = list(shape.args[0].fields)
    return len(parts) == 2 and get_name(parts[0]) == "reshape" and rounds.counter is not None and \
        parts[0].args[0].same_as(loop.params[rounds.counter]) and \
        get_name(parts[1]) == "shape_of" and parts[1].args[0].same_as(row)


# Scan inputs: take(data, i), take(data, count - 1 - i)


def _read_slices(model: Any, call: Any, loop: Any, varying: set[Expr],
                 rounds: Rounds) -> list[Slice] | None:
    """Return the slices of a loop that is a Scan: its condition is always true, and it uses the
    number of the round for slices of all rounds only. None for another loop."""
    counter, count = rounds.counter, rounds.count
    if model.opset < 9 or counter is None or count is None or not is_always_true(loop, call, rounds):
        return None
    index = loop.params[counter]
    found: list[Slice] = []
    shapes = [row.value for row in rounds.rows]
    for user in model.users(index):
        if get_name(user) == "take":
            found.append(Slice(user, user.args[0], _get_axis(user), False))
        elif get_name(user) == "subtract" and user.args[1].same_as(index) and \
                _is_last(user.args[0], count):
            found.extend(Slice(other, other.args[0], _get_axis(other), True)
                         for other in model.users(user))
        elif not (user.same_as(loop.result) or user.same_as(loop.following[counter]) or
                  get_name(user) == "less" and user.args[1].same_as(count) or
                  get_name(user) == "reshape" and shapes):
            return None
    if not all(get_name(part.call) == "take" and part.data not in varying and part.axis >= 0 and
               _are_all_taken(part, count, call) for part in found):
        return None
    return found


def _get_axis(take: Any) -> int:
    """Return the axis of a `take` of one slice; -1 for another call."""
    if get_name(take) != "take" or take.attrs.axis is None or take.attrs.batch_dims:
        return -1
    return int(take.attrs.axis) % len(take.args[0].checked_type.shape)


def _is_last(expr: Any, count: Expr) -> bool:
    """Return whether an expression is the number of the last round."""
    known, last = _read_number(count), _read_number(expr)
    if known is not None:
        return bool(last == known - 1)
    return get_name(expr) == "subtract" and expr.args[0].same_as(count) and \
        _read_number(expr.args[1]) == 1


def _are_all_taken(part: Slice, count: Any, call: Expr) -> bool:
    """Return whether a loop has as many rounds as its data has slices: by their sizes, or as both
    come from one node."""
    size = common.get_dimensions(part.data.checked_type)[part.axis]
    if size is not None:
        return bool(_read_number(count) == size)
    if get_name(count) == "take" and get_name(count.args[0]) == "shape_of" and \
            count.args[0].args[0].same_as(part.data) and _read_number(count.args[1]) == part.axis:
        return True
    name = get_span_name(call)
    return bool(name) and get_span_name(part.call) == name
