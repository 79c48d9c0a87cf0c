"""Conversion of sequences and optionals. A sequence is a tuple, an optional its value; one without
a value is a tuple of type `()` that the importer knows."""

from __future__ import annotations

from collections.abc import Sequence
import numpy as np

from .... import _ext
from ...expr import Expr, If, Tuple, TupleGetItem, const
from ... import op as _op
from .. import common
from .node import Node
from .registry import converter

# A sequence is written out as a tuple.
_MOST_ELEMENTS = 1 << 16


def _get_fields(node: Node, expr: Expr) -> list[Expr]:
    """Return the elements of a sequence; a ConversionError if the expression is none."""
    if isinstance(expr, Tuple):
        return list(expr.fields)
    type_ = node.type(expr)
    if not isinstance(type_, _ext.TupleType):
        node.fail(f"expected a sequence, but got a value of type {type_}")
    return [TupleGetItem(expr, i) for i in range(len(type_.fields))]


def _get_position(node: Node, expr: Expr | None, size: int, most: int) -> int:
    """Return a place in a sequence of some size; negative ones count from its end."""
    if expr is None:
        return most
    position = int(node.require_constant(expr, "the position").reshape(-1)[0])
    if not -size <= position <= most:
        node.fail(f"the position {position} is not in a sequence of {size} elements")
    return position + size if position < 0 else position


def _number(value: int, dtype: str) -> Expr:
    return const(np.array(value, dtype), dtype)


def _choose(node: Node, position: Expr, choices: Sequence[Expr], begin: int) -> Expr:
    """Return the choice of a number that is not known before the run: the first one stands for
    `begin` and all below it, the last one for all above."""
    result = choices[-1]
    for i in range(len(choices) - 2, -1, -1):
        if common.join_types(node.type(choices[i]), node.type(result)) is None:
            node.fail("the position must be known when the model is imported, as the elements have "
                      f"the types {node.type(choices[i])} and {node.type(result)}")
        is_it = _op.less_equal(position, _number(begin + i, node.dtype(position)))
        result = If(is_it, choices[i], result)
    return result


def _count_from_end(node: Node, expr: Expr, size: int) -> Expr:
    """Return a place that is a number, whose negative values count from the end, from 0 on."""
    position = common.ensure_scalar_shape(expr)
    dtype = node.dtype(position)
    return _op.where(_op.less(position, _number(0, dtype)),
                     _op.add(position, _number(size, dtype)), position)


@converter("SequenceEmpty")
def convert_sequence_empty(node: Node) -> Expr:
    """Return a sequence without elements."""
    return Tuple([])


@converter("SequenceConstruct")
def convert_sequence_construct(node: Node) -> Expr:
    """Return the sequence of the inputs."""
    return Tuple([node.input(i) for i in range(len(node.inputs))])


@converter("SequenceAt")
def convert_sequence_at(node: Node) -> Expr:
    """Return an element."""
    fields = _get_fields(node, node.input(0))
    if not fields:
        node.fail("the sequence has no elements")
    if not node.is_constant(node.input(1)):
        return _choose(node, _count_from_end(node, node.input(1), len(fields)), fields, 0)
    return fields[_get_position(node, node.input(1), len(fields), len(fields) - 1)]


@converter("SequenceInsert")
def convert_sequence_insert(node: Node) -> Expr:
    """Return the sequence with one element more."""
    fields = _get_fields(node, node.input(0))
    place = node.optional_input(2)
    if place is not None and not node.is_constant(place):
        position = _count_from_end(node, place, len(fields))
        extended = [*fields, node.input(1)]
        # Before the place an element stays; behind it, it is the one before.
        return Tuple([_choose(node, position, [
            *([extended[i - 1]] if i else []), node.input(1), extended[i]], i - (1 if i else 0))
            for i in range(len(extended))])
    fields.insert(_get_position(node, node.optional_input(2), len(fields), len(fields)),
                  node.input(1))
    return Tuple(fields)


@converter("SequenceErase")
def convert_sequence_erase(node: Node) -> Expr:
    """Return the sequence without an element: the last one by default."""
    fields = _get_fields(node, node.input(0))
    if not fields:
        node.fail("the sequence has no elements")
    del fields[_get_position(node, node.optional_input(1), len(fields), len(fields) - 1)]
    return Tuple(fields)


@converter("SequenceLength")
def convert_sequence_length(node: Node) -> Expr:
    """Return the number of elements."""
    count = len(_get_fields(node, node.input(0)))
    return const(np.array(count, "int64"), "int64")


@converter("ConcatFromSequence")
def convert_concat_from_sequence(node: Node) -> Expr:
    """Return the elements side by side, or along a new axis."""
    fields = _get_fields(node, node.input(0))
    if not fields:
        node.fail("the sequence has no elements")
    join = _op.stack if node.attribute("new_axis", 0) else _op.concatenate
    return join(fields, node.attribute("axis"))


@converter("SplitToSequence", since=11)
def convert_split_to_sequence(node: Node) -> Expr:
    """Return the parts of a tensor along an axis."""
    data = node.input(0)
    shape = node.shape(data)
    axis = node.attribute("axis", 0)
    if not -len(shape) <= axis < len(shape):
        node.fail(f"the axis {axis} is not one of {len(shape)} dimensions")
    size = shape[axis]
    split = node.optional_input(1)
    if split is not None and not node.is_constant(split) and node.shape(split) not in ([], [None]):
        return Tuple(_slice_parts(node, data, axis % len(shape), split))
    sizes = _get_part_sizes(node, node.optional_input(1), size)
    parts = [data] if len(sizes) == 1 else list(_op.split(
        data, [int(end) for end in np.cumsum(sizes)[:-1]], axis))
    if node.optional_input(1) is None and not node.attribute("keepdims", 1):
        parts = [_op.squeeze(part, [axis]) for part in parts]
    return Tuple(parts)


def _slice_parts(node: Node, data: Expr, axis: int, split: Expr) -> list[Expr]:
    """Return the parts of a tensor whose sizes, but not their values, are known."""
    sizes = _op.cast(split, "int64")
    ends = _op.cumsum(sizes, 0)
    begins = _op.subtract(ends, sizes)
    # A vector that is 1 at the axis, and 0 elsewhere.
    place = np.eye(node.rank(data), dtype="int64")[axis]
    at, elsewhere = const(place, "int64"), const(1 - place, "int64")
    rest = _op.multiply(node.shape_of(data), elsewhere)
    parts = []
    for i in range(node.shape(split)[0] or 0):
        begin, end = (_op.multiply(at, _op.strided_slice(vector, [i], [i + 1]))
                      for vector in (begins, ends))
        parts.append(_op.strided_slice(data, begin, _op.add(end, rest),
                                       const(np.ones_like(place), "int64")))
    return parts


def _get_part_sizes(node: Node, split: Expr | None, size: int | None) -> Sequence[int]:
    """Return the sizes of the parts of a dimension."""
    given = np.array(1) if split is None else node.require_constant(split, "split")
    if given.ndim == 1:
        if size is not None and given.sum() != size:
            node.fail(f"the parts have {given.sum()} elements together, but there are {size}")
        return [int(part) for part in given]
    if size is None:
        node.fail("the size of the dimension must be known")
    step = int(given)
    if step < 1:
        node.fail(f"expected parts of at least one element, but got {step}")
    if size > _MOST_ELEMENTS * step:
        node.fail(f"a sequence of more than {_MOST_ELEMENTS} elements is not supported")
    return [min(step, size - begin) for begin in range(0, size, step)]


@converter("SequenceMap", since=17)
def convert_sequence_map(node: Node) -> list[Expr]:
    """Return what a graph makes of each element."""
    body = node.attribute("body")
    first = _get_fields(node, node.input(0))
    columns = [first]
    for i in range(1, len(node.inputs)):
        expr = node.input(i)
        is_sequence = isinstance(node.type(expr), _ext.TupleType)
        columns.append(_get_fields(node, expr) if is_sequence else [expr] * len(first))
        if len(columns[-1]) != len(first):
            node.fail(f"the sequences have {len(first)} and {len(columns[-1])} elements")
    rows = [node.graph.convert_graph(node, body, list(row), "body") for row in zip(*columns)]
    return [Tuple([row[k] for row in rows]) for k in range(len(body.output))]


# Optionals


@converter("Optional", since=15)
def convert_optional(node: Node) -> Expr:
    """Return the value, or the mark that there is none."""
    value = node.optional_input(0)
    if value is not None:
        return value
    return node.graph.importer.make_absent()


@converter("OptionalHasElement", since=15)
def convert_optional_has_element(node: Node) -> Expr:
    """Return whether there is a value."""
    return const(np.array(not node.graph.importer.is_absent(node.optional_input(0))), "bool")


@converter("OptionalGetElement", since=15)
def convert_optional_get_element(node: Node) -> Expr:
    """Return the value."""
    value = node.optional_input(0)
    if value is None or node.graph.importer.is_absent(value):
        node.fail("the optional has no value")
    return value
