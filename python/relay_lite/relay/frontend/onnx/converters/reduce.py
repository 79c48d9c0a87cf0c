"""Reductions over axes, which are an attribute, a constant, or values of the run."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from .... import op
from ....expr import Expr
from ...building import (as_scalar, cast, is_float, normalize_axes, normalize_axis, scalar,
                        size_of, vector)
from ..node import Node
from ..registry import converter

# A reduction of Relay: data, axes, and whether the dimensions stay.
Reduction = Callable[[Expr, "list[int] | None", bool], Expr]


class Axes:
    """The axes of a reduction.

    Attributes
    ----------
    known : list of int, optional
        The axes, counted from the front, if they are known when the model is imported.
    values : relay.Expr, optional
        A vector of them otherwise.
    """

    def __init__(self, node: Node, data: Expr):
        self.known: list[int] | None = None
        self.values: Expr | None = None
        self.rank = node.rank(data)
        self.keep = bool(node.attribute("keepdims", 1))
        values = node.optional_input(1)
        if node.has_attribute("axes"):
            self.known = normalize_axes(node, node.attribute("axes"), self.rank)
        elif values is None or node.shape(values) == [0]:
            self.known = [] if node.attribute("noop_with_empty_axes", 0) else \
                list(range(self.rank))
        elif node.constant(values) is not None:
            value = node.require_constant(values, "axes")
            self.known = normalize_axes(node, value, self.rank)
        else:
            self.values = values
            if node.shape(values)[0] is None and not node.attribute("noop_with_empty_axes", 0):
                # No axes stand for all of them.
                every = vector(range(self.rank))
                count = size_of(node, values, 0)
                end = op.where(op.equal(as_scalar(count), scalar(0, "int64")),
                               scalar(self.rank, "int64"), scalar(0, "int64"))
                self.values = op.concatenate([op.cast(values, "int64"), op.strided_slice(
                    every, vector([0]), op.expand_dims(end, 0), vector([1]))], 0)


def _is_reduced(axes: Axes, axis: int) -> Expr:
    values = op.cast(axes.values, "int64")
    is_it = op.logical_or(op.equal(values, scalar(axis, "int64")),
                          op.equal(values, scalar(axis - axes.rank, "int64")))
    return op.any(is_it)


def _pick(node: Node, data: Expr, grown: Expr, axes: Axes, masks: list[Expr]) -> Expr:
    """Return a part of data that have one more element along each dimension, the reduced one: that
    along reduced dimensions, which may not stay; the others along the rest."""
    zero, one = scalar(0, "int64"), scalar(1, "int64")
    shape = node.shape_of(data)
    reduced = op.stack(masks, 0)
    begin = op.where(reduced, shape, zero)
    data = op.strided_slice(grown, begin, op.where(reduced, op.add(shape, one), shape),
                            vector([1] * axes.rank))
    if axes.keep:
        return data
    count = node.shape(axes.values)[0]
    if count is None:
        node.fail("keepdims of 0 needs a known number of axes")
    # Stable: the dimensions that stay come first, in their order.
    order = op.argsort(op.cast(reduced, "int32"), dtype="int64")
    stays = op.strided_slice(order, [0], [axes.rank - count])
    return op.reshape(data, op.take(shape, stays), allowzero=True)


def _reduce(node: Node, data: Expr, axes: Axes, function: Reduction) -> Expr:
    """Return a reduction. Axes of the run: the reduced element is appended along each dimension, and
    either that one or the others are taken in the end."""
    if axes.known is not None:
        return data if not axes.known and axes.rank else function(data, axes.known, axes.keep)
    masks = [_is_reduced(axes, axis) for axis in range(axes.rank)]
    grown = data
    for axis in range(axes.rank):
        grown = op.concatenate([grown, function(grown, [axis], True)], axis)
    return _pick(node, data, grown, axes, masks)


def _sum(node: Node, data: Expr, axes: Axes) -> Expr:
    return _reduce(node, data, axes, op.sum)


def _make(prepare: Callable[[Expr], Expr] | None, function: Reduction,
          finish: Callable[[Expr], Expr] | None) -> Callable[[Node], Expr]:
    def convert(node: Node) -> Expr:
        data = node.input(0)
        axes = Axes(node, data)
        if prepare is not None:
            data = prepare(data)
        result = _reduce(node, data, axes, function)
        return finish(result) if finish is not None else result

    return convert


def _square(data: Expr) -> Expr:
    return op.multiply(data, data)


for _name, _parts in {
        "ReduceSum": (None, op.sum, None), "ReduceMean": (None, op.mean, None),
        "ReduceProd": (None, op.prod, None), "ReduceL1": (op.abs, op.sum, None),
        "ReduceSumSquare": (_square, op.sum, None),
}.items():
    converter(_name, since=1)(_make(*_parts))


@converter("ReduceL2", "ReduceLogSum", since=1)
def convert_reduce_of_floats(node: Node) -> Expr:
    """Return the root of the sum of squares, or the logarithm of the sum."""
    data = node.input(0)
    axes = Axes(node, data)
    dtype = node.dtype(data)
    is_norm = node.op_type == "ReduceL2"
    result = _sum(node, _square(data) if is_norm else data, axes)
    function = op.sqrt if is_norm else op.log
    if is_float(dtype):
        return function(result)
    return op.cast(function(op.cast(result, "float64")), dtype)


@converter("ReduceLogSumExp", since=1)
def convert_reduce_log_sum_exp(node: Node) -> Expr:
    """Return the logarithm of the sum of exponentials, shifted by the maximum."""
    data = node.input(0)
    axes = Axes(node, data)
    dtype = node.dtype(data)
    if not is_float(dtype):
        data = op.cast(data, "float64")
    top = _reduce(node, data, _kept(axes), op.max)
    zero = scalar(0, node.dtype(data))
    top = op.where(op.isfinite(top), top, zero)
    total = _sum(node, op.exp(op.subtract(data, top)), axes)
    flat = top if axes.keep else _drop(node, top, axes, total)
    return cast(node, op.add(op.log(total), flat), dtype)


def _kept(axes: Axes) -> Axes:
    result = Axes.__new__(Axes)
    result.__dict__.update(axes.__dict__, keep=True)
    return result


def _drop(node: Node, data: Expr, axes: Axes, like: Expr) -> Expr:
    if axes.known is not None:
        return op.squeeze(data, axes.known)
    return op.reshape(data, op.shape_of(like, "int64"))


@converter("ReduceMax", "ReduceMin", since=1)
def convert_reduce_bound(node: Node) -> Expr:
    """Return the largest or the smallest element."""
    data = node.input(0)
    function = op.max if node.op_type == "ReduceMax" else op.min
    if node.dtype(data) == "bool":
        return op.cast(_reduce(node, op.cast(data, "uint8"), Axes(node, data), function), "bool")
    return _reduce(node, data, Axes(node, data), function)


@converter("ArgMax", "ArgMin", since=1)
def convert_arg_reduction(node: Node) -> Expr:
    """Return the position of the largest or the smallest element along an axis."""
    data = node.input(0)
    function = op.argmax if node.op_type == "ArgMax" else op.argmin
    axis = normalize_axis(node, node.attribute("axis", 0), node.rank(data))
    result = function(data, axis, bool(node.attribute("keepdims", 1)), False,
                      bool(node.attribute("select_last_index", 0)))
    return op.cast(result, "int64")


@converter("Hardmax", since=1)
def convert_hardmax_of_rows(node: Node) -> Expr:
    """Return 1 at the first maximum of all dimensions from an axis on, 0 elsewhere."""
    data = node.input(0)
    axis = normalize_axis(node, node.attribute("axis", 1), node.rank(data))
    flat = flatten_from(node, data, axis)
    return op.reshape_like(_hardmax(node, flat, 1), data)


@converter("Hardmax", since=13)
def convert_hardmax(node: Node) -> Expr:
    """Return 1 at the first maximum along an axis, 0 elsewhere."""
    data = node.input(0)
    axis = normalize_axis(node, node.attribute("axis", -1), node.rank(data))
    return _hardmax(node, data, axis)


def _hardmax(node: Node, data: Expr, axis: int) -> Expr:
    dtype = node.dtype(data)
    depth = size_of(node, data, axis)
    return op.one_hot(op.argmax(data, axis), scalar(1, dtype), scalar(0, dtype), depth, axis,
                      dtype)


def _count_elements(sizes: Sequence[int | None]) -> int | None:
    known = [size for size in sizes if size is not None]
    return math.prod(known) if len(known) == len(sizes) else None


def flatten_from(node: Node, data: Expr, axis: int) -> Expr:
    """Return a matrix: the dimensions before an axis are rows, the others columns."""
    shape = node.shape(data)
    rows, columns = _count_elements(shape[:axis]), _count_elements(shape[axis:])
    if rows is not None and columns is not None:
        return op.reshape(data, [rows, columns], allowzero=True)
    if rows is not None or columns is not None:
        return op.reshape(data, [-1 if rows is None else rows, -1 if columns is None else columns])
    sizes = op.shape_of(data, "int64")
    first = op.prod(op.strided_slice(sizes, [0], [axis]), keepdims=True)
    return op.reshape(data, op.concatenate([first, vector([-1])], 0))
