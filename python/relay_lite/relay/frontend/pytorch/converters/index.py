"""Elements and parts at indices: select, slice, index, gather, scatter."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from .... import op
from ....expr import Expr, const
from ...building import (are_split, as_scalar, broadcast, cast, count_from_front, numbers_below, plus,
                         require_few, reshape, scalar, size_of, sizes_of, vector)
from ...onnx.applied import apply
from ..node import Node
from ..registry import converter

_END = 2**63 - 1

# Select and slice


@converter("aten::select", "aten::select_copy")
def convert_select(node: Node, self: Any, dim: Any, index: Any = None) -> Any:
    """Return one slice of a dimension; of a list its element."""
    if isinstance(self, (list, tuple)):
        return self[dim]
    axis = node.axis(dim, node.rank(self))
    if isinstance(index, Expr) and not node.is_constant(index):
        place = count_from_front(node, index, size_of(node, self, axis))
        return op.take(self, op.reshape(place, ()) if node.rank(place) else place, axis)
    index = int(node.number(index, "the index"))
    size = node.shape(self)[axis]
    if size is not None and not -size <= index < size:
        node.fail(f"the index {index} is out of range for a dimension of size {size}")
    if are_split(node.shape(self), axis, node.indices):
        return node.graph.get_slices(self, axis)[index]
    if index < 0 and size is None:
        return op.take(self, count_from_front(node, scalar(index, "int64"),
                                              size_of(node, self, axis)), axis)
    return op.take(self, scalar(index + (size or 0) if index < 0 else index, "int64"), axis)


def _slice(node: Node, data: Expr, axis: int, start: Any, end: Any, step: int) -> Expr:
    size = node.shape(data)[axis]
    start = 0 if start is None else node.size(start)
    end = _END if end is None else node.size(end)
    if not isinstance(start, Expr) and not isinstance(end, Expr):
        if size is not None:
            begin, stop, _ = slice(start, end, step).indices(size)
            if (begin, stop, step) == (0, size, 1):
                return data
            return op.strided_slice(data, [begin], [max(begin, stop)], [step], axes=[axis])
        if (start, step) == (0, 1) and end >= 2**31 - 1:
            return data
    return apply(node, "Slice", [data, _vector(start), _vector(end), vector([axis]),
                                 vector([step])])[0]


def _vector(value: Any) -> Expr:
    return op.reshape(value, (1,)) if isinstance(value, Expr) else \
        vector([max(-2**31 + 1, min(value, _END))])


@converter("aten::slice", "aten::slice_copy")
def convert_slice(node: Node, self: Any, dim: int = 0, start: Any = None, end: Any = None,
                  step: Any = 1) -> Any:
    """Return a range of a dimension, or of a list."""
    if isinstance(self, (list, tuple)):
        return self[start:end:step]
    return _slice(node, self, node.axis(dim, node.rank(self)), start, end,
                  int(node.number(step, "the step")))


@converter("aten::narrow", "aten::narrow_copy")
def convert_narrow(node: Node, self: Any, dim: int, start: Any, length: Any) -> Expr:
    """Return a range of a dimension."""
    axis = node.axis(dim, node.rank(self))
    start = node.size(start)
    if not isinstance(start, Expr) and start < 0:
        start = plus(size_of(node, self, axis), start)
    return _slice(node, self, axis, start, plus(start, node.size(length)), 1)


@converter("aten::slice_scatter", "aten::select_scatter", "aten::diagonal_scatter")
def convert_scatter_part(node: Node, self: Any, src: Any, dim: int = 0, **rest: Any) -> Expr:
    """Return a tensor with other elements in a slice."""
    from ..views import write_back

    name = node.op.replace("_scatter", "")
    names = dict(rest) if "diagonal" in name else {"dim": dim, **rest}

    def forward(data: Expr) -> Expr:
        found: Expr = node.graph.convert(node, name, {"self": data, **names})
        return found

    value = broadcast(cast(node, src, node.dtype(self)), sizes_of(node, forward(self)))
    return write_back(node, name, forward, self, value)


@converter("aten::index_select")
def convert_index_select(node: Node, self: Any, dim: int, index: Any) -> Expr:
    """Return slices of a dimension."""
    if node.rank(self) == 0:
        return self
    axis = node.axis(dim, node.rank(self))
    return op.take(self, op.reshape(index, (-1,)) if node.rank(index) == 0 else index, axis)


@converter("aten::take")
def convert_take(node: Node, self: Any, index: Any) -> Expr:
    """Return elements at places, counted through all dimensions."""
    flat = op.reshape(self, (-1,))
    return op.take(flat, count_from_front(node, index, size_of(node, flat, 0)), 0)


@converter("aten::gather", "aten::take_along_dim")
def convert_gather(node: Node, self: Any, dim: Any = None, index: Any = None, indices: Any = None,
                   **rest: Any) -> Expr:
    """Return elements at places of their own in a dimension."""
    places = indices if index is None else index
    if dim is None:
        return op.take(op.reshape(self, (-1,)), op.reshape(places, (-1,)), 0)
    if node.rank(self) == 0:
        return self if node.rank(places) == 0 else op.reshape(self, (1,))
    axis = node.axis(dim, node.rank(self))
    if indices is not None:
        shapes = [list(node.shape(part)) for part in (self, places)]
        for shape, other in zip(shapes, reversed(shapes)):
            shape[:] = [size if i == axis or size != 1 else other[i] for i, size in enumerate(shape)]
        self, places = (broadcast(part, shape) if None not in shape else part
                        for part, shape in zip((self, places), shapes))
    return op.gather(self, axis, cast(node, places, "int64"))


# Index


def _expand_masks(node: Node, data: Expr, indices: Sequence[Any]) -> list[Any]:
    """Return indices with the places of true elements for masks."""
    found: list[Any] = []
    for index in indices:
        if index is None or node.dtype(index) not in ("bool", "uint8"):
            found.append(index)
            continue
        places = op.argwhere(index)
        known = node.constant(index)
        if known is not None:
            rows = np.argwhere(known != 0)
            found.extend(vector(rows[:, axis]) for axis in range(rows.shape[1]))
        else:
            found.extend(op.cast(op.take(places, scalar(axis, "int64"), 1), "int64")
                         for axis in range(node.rank(index)))
    return found


def _move_indexed_first(node: Node, data: Expr,
                        indices: Sequence[Any]) -> tuple[Expr, list[Expr], list[int], int]:
    """Return data whose indexed dimensions come first, their indices, the order of dimensions, and
    where the results of indices stand."""
    used = [i for i, index in enumerate(indices) if index is not None]
    rest = [axis for axis in range(node.rank(data)) if axis not in used]
    order = used + rest
    moved = data if order == list(range(len(order))) else op.transpose(data, order)
    beside = used == list(range(used[0], used[-1] + 1))
    positive = [count_from_front(node, cast(node, indices[axis], "int64"),
                                 size_of(node, data, axis)) for axis in used]
    return moved, positive, order, used[0] if beside else 0


@converter("aten::index", "aten::_unsafe_index")
def convert_index(node: Node, self: Any, indices: Any) -> Expr:
    """Return elements at places that tensors give, as NumPy does."""
    found = _expand_masks(node, self, indices)
    used = [i for i, index in enumerate(found) if index is not None]
    if not used:
        return self
    if len(used) == 1:
        index = count_from_front(node, cast(node, found[used[0]], "int64"),
                                 size_of(node, self, used[0]))
        return op.take(self, index, used[0])
    moved, positive, _, first = _move_indexed_first(node, self, found)
    result = op.adv_index([moved, *positive])
    if first == 0:
        return result
    count = max(node.rank(index) for index in positive)
    rank = node.rank(result)
    return op.transpose(result, [*range(count, count + first), *range(count),
                                 *range(count + first, rank)])


@converter("aten::index_put", "aten::_index_put_impl", "aten::_unsafe_index_put")
def convert_index_put(node: Node, self: Any, indices: Any, values: Any, accumulate: bool = False,
                      unsafe: bool = False) -> Expr:
    """Return a tensor with other elements at places that tensors give."""
    masks = [index for index in indices if index is not None]
    values = cast(node, node.tensor(values), node.dtype(self))
    if len(masks) == 1 and node.dtype(masks[0]) == "bool" and node.rank(values) == 0 and \
            not accumulate and node.constant(masks[0]) is None:
        # A mask and one value: no places are needed.
        before = list(indices).index(masks[0]) if None in indices else 0
        mask = op.expand_dims(masks[0], node.rank(masks[0]),
                              node.rank(self) - before - node.rank(masks[0])) \
            if node.rank(self) - before > node.rank(masks[0]) else masks[0]
        return op.where(mask, values, self)
    found = _expand_masks(node, self, indices)
    moved, positive, order, first = _move_indexed_first(node, self, found)
    shape = _broadcast_sizes(node, positive)
    places = op.stack([broadcast(index, shape) for index in positive], 0)
    rest = sizes_of(node, moved)[len(positive):]
    if first and node.rank(values) > 0:
        values = _reorder_values(node, values, len(shape), first, shape, rest)
    updates = broadcast(values, [*shape, *rest])
    result = op.scatter_nd(moved, places, updates, "add" if accumulate else "update")
    if order == list(range(len(order))):
        return result
    return op.transpose(result, [order.index(axis) for axis in range(len(order))])


def _broadcast_sizes(node: Node, parts: Sequence[Expr]) -> list[Any]:
    """Return the sizes to which tensors broadcast."""
    rank = max(node.rank(part) for part in parts)
    result: list[Any] = [1] * rank
    for part in parts:
        own = sizes_of(node, part)
        for i, size in enumerate(own):
            place = rank - len(own) + i
            if isinstance(size, Expr) and not isinstance(result[place], Expr):
                result[place] = size if result[place] == 1 else result[place]
            elif not isinstance(size, Expr) and size != 1:
                result[place] = size
    return result


def _reorder_values(node: Node, values: Expr, count: int, first: int, shape: Sequence[Any],
                    rest: Sequence[Any]) -> Expr:
    """Return values of places that stand behind the first dimensions, with these places first."""
    full = broadcast(values, [*rest[:first], *shape, *rest[first:]])
    rank = node.rank(full)
    return op.transpose(full, [*range(first, first + count), *range(first),
                               *range(first + count, rank)])


@converter("aten::index_fill", "aten::index_copy", "aten::index_add")
def convert_index_change(node: Node, self: Any, dim: int, index: Any, value: Any = None,
                         source: Any = None, alpha: Any = 1) -> Expr:
    """Return a tensor with other elements in slices of a dimension, or with more added."""
    is_scalar = node.rank(self) == 0
    if is_scalar:
        self = op.reshape(self, (1,))
        source = op.reshape(source, (1,)) if isinstance(source, Expr) else source
    axis = node.axis(dim, node.rank(self))
    name = node.op.partition("::")[2]
    index = cast(node, index, "int64")
    index = op.reshape(index, (-1,))
    shape = sizes_of(node, self)
    shape[axis] = size_of(node, index, 0)
    updates = node.tensor(value if source is None else source, node.dtype(self))
    if not isinstance(alpha, Expr) and alpha != 1:
        updates = op.multiply(updates, node.constant_like(alpha, updates))
    places = count_from_front(node, index, sizes_of(node, self)[axis])
    trailing = node.rank(self) - axis - 1
    places = op.expand_dims(places, 1, trailing) if trailing else places
    result = op.scatter_elements(self, broadcast(places, shape), broadcast(updates, shape), axis,
                                 "add" if name == "index_add" else "update")
    return op.reshape(result, ()) if is_scalar else result


# Scatter

_REDUCTIONS = {"sum": "add", "add": "add", "prod": "mul", "multiply": "mul", "mean": "mean",
               "amax": "max", "amin": "min"}


@converter("aten::scatter", "aten::scatter_add", "aten::scatter_reduce")
def convert_scatter(node: Node, self: Any, dim: int, index: Any, src: Any = None, value: Any = None,
                    reduce: Any = None, include_self: bool = True) -> Expr:
    """Return a tensor with other elements at places of a dimension, or with these reduced."""
    updates = value if src is None else src
    if 0 in node.shape(index):
        return self
    rank = node.rank(self)
    if rank == 0:
        self, index = op.reshape(self, (1,)), op.reshape(index, (1,))
        updates = op.reshape(node.tensor(updates), (1,))
    axis = node.axis(dim, node.rank(self))
    index = cast(node, index, "int64")
    updates = node.tensor(updates, node.dtype(self))
    if node.rank(updates) == 0:
        updates = broadcast(updates, sizes_of(node, index))
    elif node.shape(updates) != node.shape(index):
        sizes = node.shape(index)
        if None in sizes:
            node.fail("the sizes of the index must be known")
        updates = op.strided_slice(updates, [0] * len(sizes), sizes)
    kind = "add" if node.op.endswith("add") else _REDUCTIONS.get(reduce, "update")
    if kind != "update" and not include_self:
        self = _forget(node, self, axis, index, kind)
    if kind == "mean":
        result = _scatter_mean(node, self, axis, index, updates, include_self)
    else:
        result = op.scatter_elements(self, index, updates, axis, kind)
    return op.reshape(result, ()) if rank == 0 else result


def _forget(node: Node, self: Expr, axis: int, index: Expr, kind: str) -> Expr:
    """Return a tensor with the identity element of a reduction at all places."""
    dtype = node.dtype(self)
    low, high = (-math.inf, math.inf) if dtype.startswith(("float", "bfloat")) else \
        (np.iinfo(dtype).min, np.iinfo(dtype).max)
    neutral = {"add": 0, "mean": 0, "mul": 1, "max": low, "min": high}[kind]
    fill = broadcast(scalar(neutral, dtype), sizes_of(node, index))
    return op.scatter_elements(self, index, fill, axis, "update")


def _scatter_mean(node: Node, self: Expr, axis: int, index: Expr, updates: Expr,
                  include_self: bool) -> Expr:
    total = op.scatter_elements(self, index, updates, axis, "add")
    first = op.ones_like(self) if include_self else op.scatter_elements(
        op.ones_like(self), index, op.zeros_like(updates), axis, "update")
    count = op.scatter_elements(first, index, op.ones_like(updates), axis, "add")
    one = node.constant_like(1, count)
    count = op.maximum(count, one)
    return op.divide(total, count) if node.dtype(self).startswith("float") else \
        op.floor_divide(total, count)


@converter("aten::masked_scatter")
def convert_masked_scatter(node: Node, self: Any, mask: Any, source: Any) -> Expr:
    """Return a tensor with elements of another where a mask is true, in their order."""
    sizes = sizes_of(node, self)
    flat = op.reshape(broadcast(mask, sizes), (-1,))
    place = op.subtract(op.cumsum(op.cast(flat, "int64"), 0), scalar(1, "int64"))
    place = op.maximum(place, scalar(0, "int64"))
    found = op.take(op.reshape(source, (-1,)), place, 0)
    return reshape(op.where(flat, found, op.reshape(self, (-1,))), sizes)


@converter("aten::masked_select")
def convert_masked_select(node: Node, self: Any, mask: Any) -> Expr:
    """Return the elements where a mask is true."""
    sizes = _broadcast_sizes(node, [self, mask])
    flat = [op.reshape(broadcast(part, sizes), (-1,)) for part in (self, mask)]
    places = op.argwhere(flat[1])
    return op.take(flat[0], op.squeeze(places, [1]), 0)


@converter("aten::nonzero", "aten::argwhere")
def convert_nonzero(node: Node, self: Any) -> Expr:
    """Return the places of elements that are not 0."""
    return op.cast(op.argwhere(self), "int64")


@converter("aten::nonzero_numpy")
def convert_nonzero_numpy(node: Node, self: Any) -> list[Expr]:
    """Return the places of elements that are not 0, for each dimension."""
    data = op.reshape(self, (1,)) if node.rank(self) == 0 else self
    found = op.cast(op.argwhere(data), "int64")
    return [op.take(found, scalar(axis, "int64"), 1) for axis in range(node.rank(data))]


# Triangles


@converter("aten::tril", "aten::triu")
def convert_triangle(node: Node, self: Any, diagonal: Any = 0) -> Expr:
    """Return the lower or upper triangles of matrices, 0 elsewhere."""
    rank = node.rank(self)
    rows, columns = (numbers_below(size_of(node, self, rank - 2 + i)) for i in range(2))
    if node.shape(self)[-2:] == [None, None] or isinstance(diagonal, Expr) or \
            node.dtype(self) == "bool":
        moved = op.add(op.expand_dims(rows, 1), as_scalar(node.size(diagonal)))
        places = op.expand_dims(columns, 0)
        inside = (op.greater_equal if node.op.endswith("tril") else op.less_equal)(moved, places)
        return op.where(inside, self, node.constant_like(0, self))
    return op.trilu(self, scalar(int(diagonal), "int64"), node.op.endswith("triu"))


@converter("aten::tril_indices", "aten::triu_indices")
def convert_triangle_indices(node: Node, row: int, col: int, offset: int = 0, dtype: Any = None) -> Expr:
    """Return the places of the elements of a triangle."""
    require_few(node, 2 * row * col)
    function = np.tril_indices if node.op.endswith("tril_indices") else np.triu_indices
    return const(np.stack(function(row, offset, col)).astype("int64"), "int64")


@converter("aten::isin")
def convert_isin(node: Node, elements: Any = None, test_elements: Any = None,
                 assume_unique: bool = False, invert: bool = False, element: Any = None,
                 test_element: Any = None) -> Expr:
    """Return whether elements are among others."""
    left, right = node.promote(elements if element is None else element,
                               test_elements if test_element is None else test_element)
    found = op.any(op.equal(op.expand_dims(left, node.rank(left)), op.reshape(right, (-1,))),
                   [node.rank(left)])
    return op.logical_not(found) if invert else found
