"""Elements and parts at indices: slice, gather, scatter, sort."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .... import op
from ....expr import Expr, const
from ...building import (as_vector, cast, count_from_front, keep_known, normalize_axes, normalize_axis,
                        numbers_below, scalar, size_of, sizes_of, slice_axes, to_scalar, vector)
from ..node import Node
from ..registry import converter
from ..sizes import fold_sizes, refine

# Slice


def _slice(node: Node, starts: Sequence[int], ends: Sequence[int],
           axes: Sequence[int] | None, steps: Sequence[int] | None) -> Expr:
    data = node.input(0)
    shape = node.shape(data)
    places = normalize_axes(node, list(range(len(starts))) if axes is None else axes, len(shape))
    steps = [1] * len(starts) if steps is None else steps
    if not len(starts) == len(ends) == len(places) == len(steps):
        node.fail(f"starts, ends, axes and steps have {len(starts)}, {len(ends)}, {len(places)} "
                  f"and {len(steps)} elements")
    if 0 in steps:
        node.fail("a step is 0")
    begins, limits = [], []
    for start, end, axis, step in zip(starts, ends, places, steps):
        begin, limit = _limit_range(start, end, step, shape[axis])
        begins.append(begin)
        limits.append(limit)
    if not places:
        return data
    result = op.strided_slice(data, begins, limits, list(steps), axes=places)
    return fold_sizes(node, result) if len(shape) == 1 else result


def _limit_range(start: int, end: int, step: int, size: int | None) -> tuple[int, int]:
    """Return where a range begins and ends, as strided_slice takes it."""
    if size is None:
        bound = 2**31 - 1
        first, last = max(-bound, min(start, bound)), max(-bound, min(end, bound))
        if (first < 0) == (last < 0) and (last - first) * step < 0:
            return first, first
        return first, last
    first, last, _ = slice(start, end, step).indices(size)
    if len(range(first, last, step)) == 0:
        first = max(0, min(first, size - 1 if step < 0 else size))
        return first, first
    # A range that runs down to element 0 ends before it.
    return first, last if last >= 0 else -size - 1


@converter("Slice", since=1)
def convert_slice_of_attributes(node: Node) -> Expr:
    """Return ranges of dimensions that attributes give."""
    axes = node.attribute("axes") if node.has_attribute("axes") else None
    return _slice(node, node.attribute("starts"), node.attribute("ends"), axes, None)


@converter("Slice", since=10)
def convert_slice(node: Node) -> Expr:
    """Return every n-th element of ranges of dimensions."""
    inputs = [node.input(1), node.input(2), node.optional_input(3), node.optional_input(4)]
    values = [None if value is None else node.constant(value) for value in inputs]
    if any(value is not None and known is None for value, known in zip(inputs, values)):
        return _slice_at_run_time(node, inputs[0], inputs[1], inputs[2], inputs[3])
    starts, ends, axes, steps = ([] if value is None else value.reshape(-1).tolist()
                                 for value in values)
    return _slice(node, starts, ends, None if values[2] is None else axes,
                  None if values[3] is None else steps)


def _spread(node: Node, values: Expr, axes: Expr | None, default: Expr) -> Expr:
    """Return a vector of a value for each dimension, given those of some axes."""
    values = op.cast(values, "int64")
    if axes is None:
        axes = numbers_below(size_of(node, values, 0))
    return op.scatter_elements(default, axes, values, 0, "update")


def _slice_at_run_time(node: Node, starts: Expr, ends: Expr, axes: Expr | None,
                       steps: Expr | None) -> Expr:
    data = node.input(0)
    rank = node.rank(data)
    zero, one = scalar(0, "int64"), scalar(1, "int64")
    sizes = node.shape_of(data)
    if axes is not None:
        axes = op.cast(axes, "int64")
        axes = op.where(op.less(axes, zero), op.add(axes, scalar(rank, "int64")), axes)
    stride = vector([1] * rank)
    if steps is not None:
        stride = _spread(node, steps, axes, stride)
    begin = _spread(node, starts, axes, vector([0] * rank))
    # Behind the last element, whatever the size is.
    end = _spread(node, ends, axes, vector([2**62] * rank))
    begin, end = (op.where(op.less(x, zero), op.add(x, sizes), x) for x in (begin, end))
    up = op.greater(stride, zero)
    lowest = op.where(up, zero, scalar(-1, "int64"))
    highest = op.where(up, sizes, op.subtract(sizes, one))
    begin, end = (op.minimum(op.maximum(x, lowest), highest) for x in (begin, end))
    begin = op.maximum(begin, zero)
    end = op.where(up, op.maximum(begin, end), op.minimum(begin, end))
    end = op.where(op.less(end, zero), op.subtract(scalar(-1, "int64"), sizes), end)
    result = op.strided_slice(data, begin, end, stride)
    known = None if axes is None else node.constant(axes)
    if known is None:
        count = node.shape(starts)[0] if axes is None else None
        return result if count is None else refine(
            node, result, [None] * count + node.shape(data)[count:])
    return refine(node, result, [None if axis in known else size
                                 for axis, size in enumerate(node.shape(data))])


# Gather and scatter


@converter("Gather", since=1)
def convert_gather(node: Node) -> Expr:
    """Return slices of a tensor at indices of one dimension."""
    data, indices = node.input(0), node.input(1)
    axis = normalize_axis(node, node.attribute("axis", 0), node.rank(data))
    value, size = node.constant(indices), node.shape(data)[axis]
    if value is not None and size is not None:
        if ((value < -size) | (value >= size)).any():
            node.fail(f"an index is out of range for {size} elements along axis {axis}")
        index = np.where(value < 0, value + size, value).astype(value.dtype)
        slices = node.find_slices(data, axis) if index.ndim == 0 else None
        if slices is not None:
            return slices[int(index)]
        return fold_sizes(node, op.take(data, const(index, str(value.dtype)), axis))
    # Negative indices count from the end.
    return op.take(data, indices, axis, mode="wrap")


@converter("GatherElements", since=11)
def convert_gather_elements(node: Node) -> Expr:
    """Return elements at indices along one dimension."""
    data, indices = node.input(0), node.input(1)
    axis = normalize_axis(node, node.attribute("axis", 0), node.rank(data))
    indices = count_from_front(node, indices, size_of(node, data, axis))
    return op.gather(_crop(node, data, indices, axis), axis, indices)


def _crop(node: Node, data: Expr, indices: Expr, axis: int) -> Expr:
    """Return data with the sizes of indices in all dimensions but one, as Relay's operator wants it."""
    wide, narrow = node.shape(data), node.shape(indices)
    others = [i for i in range(len(wide)) if i != axis]
    if any(wide[i] is None or narrow[i] is None for i in others):
        limits = [size_of(node, data if i == axis else indices, i) for i in range(len(wide))]
        end = as_vector(limits)
        return keep_known(op.strided_slice(data, op.zeros_like(end), end, op.ones_like(end)), limits)
    ends = {i: size for i, size in enumerate(narrow) if i in others and size != wide[i]}
    return slice_axes(data, [0] * len(ends), list(ends.values()), list(ends)) if ends else data


def _coordinates(node: Node, data: Expr, indices: Expr, batch_dims: int = 0) -> Expr:
    """Return indices whose last dimension holds coordinates with that dimension in front, and
    negative ones counted from the front."""
    indices = cast(node, indices, "int64")
    count = node.shape(indices)[-1]
    if count is None:
        node.fail("the last dimension of the indices must be known")
    value = node.constant(indices)
    if value is None or (value < 0).any():
        sizes = as_vector(sizes_of(node, data)[batch_dims:batch_dims + count])
        indices = op.where(op.less(indices, scalar(0, "int64")), op.add(indices, sizes), indices)
    rank = node.rank(indices)
    return op.transpose(indices, [rank - 1, *range(rank - 1)])


@converter("GatherND", since=11)
def convert_gather_nd(node: Node) -> Expr:
    """Return elements or slices at index vectors."""
    data, indices = node.input(0), node.input(1)
    batch_dims = node.attribute("batch_dims", 0)
    return op.gather_nd(data, _coordinates(node, data, indices, batch_dims), batch_dims)


_REDUCTIONS = {"none": "update", "add": "add", "mul": "mul", "min": "min", "max": "max"}


def _read_reduction(node: Node) -> str:
    reduction = node.attribute("reduction", "none")
    if reduction not in _REDUCTIONS:
        node.fail(f"expected reduction none, add, mul, min or max, but found {reduction}")
    return _REDUCTIONS[reduction]


@converter("Scatter", "ScatterElements", since=9)
def convert_scatter_elements(node: Node) -> Expr:
    """Return a tensor with elements replaced along one dimension."""
    data = node.input(0)
    axis = normalize_axis(node, node.attribute("axis", 0), node.rank(data))
    return op.scatter_elements(data, node.input(1), node.input(2), axis, _read_reduction(node))


@converter("ScatterND", since=11)
def convert_scatter_nd(node: Node) -> Expr:
    """Return a tensor with slices replaced at index vectors."""
    data = node.input(0)
    return op.scatter_nd(data, _coordinates(node, data, node.input(1)), node.input(2),
                         _read_reduction(node))


@converter("TensorScatter", since=24)
def convert_tensor_scatter(node: Node) -> Expr:
    """Return a cache with new elements written from a place of each batch on."""
    cache, update, places = node.input(0), node.input(1), node.optional_input(2)
    rank = node.rank(cache)
    axis = normalize_axis(node, node.attribute("axis", -2), rank)
    mode = node.attribute("mode", "linear")
    if mode not in ("linear", "circular"):
        node.fail(f"expected mode linear or circular, but found {mode}")
    index = op.expand_dims(numbers_below(size_of(node, update, axis)), 0)
    if places is not None:
        index = op.add(index, op.expand_dims(op.cast(places, "int64"), 1))
    if mode == "circular":
        index = op.floor_mod(index, op.take(node.shape_of(cache), scalar(axis, "int64")))
    index = op.expand_dims(index, 1, axis - 1) if axis > 1 else index
    if rank - axis - 1:
        index = op.expand_dims(index, axis + 1, rank - axis - 1)
    index = op.broadcast_to(index, node.shape_of(update))
    return op.scatter_elements(cache, index, update, axis, "update")


@converter("Compress", since=9)
def convert_compress(node: Node) -> Expr:
    """Return the slices of a dimension, or the elements, that a condition picks."""
    data, condition = node.input(0), node.input(1)
    places = op.squeeze(op.argwhere(condition), [1])
    if not node.has_attribute("axis"):
        return op.take(op.reshape(data, (-1,)), places, 0)
    return op.take(data, places, normalize_axis(node, node.attribute("axis"), node.rank(data)))


# Order


@converter("TopK", since=1)
def convert_topk_of_attribute(node: Node) -> Expr:
    """Return the largest elements along an axis, and where they are."""
    data = node.input(0)
    axis = normalize_axis(node, node.attribute("axis", -1), node.rank(data))
    return op.topk(data, node.attribute("k"), axis, "both", False, "int64")


@converter("TopK", since=10)
def convert_topk(node: Node) -> Expr:
    """Return the largest or smallest elements along an axis, and where they are."""
    data, count = node.input(0), node.input(1)
    axis = normalize_axis(node, node.attribute("axis", -1), node.rank(data))
    smallest = not node.attribute("largest", 1)
    value = node.constant(count)
    if value is None:
        k: int | Expr = to_scalar(op.cast(count, "int64"))
        return op.topk(data, op.reshape(k, (1,)), axis, "both", smallest, "int64")
    k = int(value.reshape(-1)[0])
    if k == 0:
        empty = op.strided_slice(data, [0], [0], axes=[axis])
        return [empty, op.cast(empty, "int64")]
    return op.topk(data, k, axis, "both", smallest, "int64")


@converter("Unique", since=11)
def convert_unique(node: Node, is_sorted: bool | None = None) -> list[Expr]:
    """Return the different elements or slices, where they occur first, which of them each one is, and how
    often they occur."""
    data = node.input(0)
    if is_sorted is None:
        is_sorted = bool(node.attribute("sorted", 1))
    if node.has_attribute("axis"):
        axis = normalize_axis(node, node.attribute("axis"), node.rank(data))
        return _unique_slices(node, data, axis, is_sorted)
    values, first, places, count, often = op.unique(op.reshape(data, (-1,)), is_sorted, True)
    count = op.cast(count, "int64")
    begin, step = vector([0]), vector([1])
    values, first, often = (op.strided_slice(part, begin, count, step)
                            for part in (values, first, often))
    return [values, *(op.cast(part, "int64") for part in (first, places, often))]


def _unique_slices(node: Node, data: Expr, axis: int, is_sorted: bool) -> list[Expr]:
    """Compare each two slices along an axis."""
    rank = node.rank(data)
    rows = op.transpose(data, [axis, *(i for i in range(rank) if i != axis)])
    rows = op.reshape(rows, (0, -1)) if rank > 1 else op.expand_dims(rows, 1)
    lhs, rhs = op.expand_dims(rows, 1), op.expand_dims(rows, 0)
    differ = op.not_equal(lhs, rhs)
    same = op.logical_not(op.any(differ, [2]))
    first = op.argmax(op.cast(same, "int32"), 1)
    numbers = numbers_below(size_of(node, rows, 0))
    is_first = op.equal(op.cast(first, "int64"), numbers)
    if is_sorted:
        # A slice is less than another by the first elements in which they differ.
        place = op.expand_dims(op.argmax(op.cast(differ, "int32"), 2), 2)
        less = op.less(*(op.gather(op.broadcast_to(side, op.shape_of(differ, "int64")), 2, place)
                         for side in (lhs, rhs)))
        before = op.logical_and(op.squeeze(less, [2]), op.expand_dims(is_first, 1))
        order = op.sum(op.cast(before, "int64"), [0])
    else:
        before = op.cumsum(op.cast(is_first, "int64"), 0, None, True)
        order = op.take(before, first, 0)
    firsts = op.squeeze(op.argwhere(is_first), [1])
    firsts = op.take(firsts, op.argsort(op.take(order, firsts, 0), dtype="int64"), 0)
    often = op.take(op.sum(op.cast(same, "int64"), [1]), firsts, 0)
    return [op.take(data, firsts, axis), op.cast(firsts, "int64"), order, often]
