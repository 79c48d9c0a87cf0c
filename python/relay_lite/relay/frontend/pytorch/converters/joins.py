"""Joining, repeating and splitting tensors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from .... import op
from ....expr import Expr
from ...building import (cast, numbers_below, require_few, reshape, shape_argument, size_of,
                         vector)
from ..node import Node
from ..registry import converter

# Joining


def _join_types(node: Node, tensors: Sequence[Any]) -> list[Expr]:
    """Return tensors of one element type, without empty vectors."""
    kept = [tensor for tensor in tensors if node.shape(tensor) != [0]] or list(tensors[:1])
    dtype = node.result_dtype(*tensors)
    return [cast(node, tensor, dtype) for tensor in kept]


@converter("aten::cat", "aten::concat", "aten::concatenate", "prims::cat")
def convert_cat(node: Node, tensors: Any, dim: int = 0) -> Expr:
    """Return tensors side by side."""
    parts = _join_types(node, list(tensors))
    axis = node.axis(dim, node.rank(parts[0]))
    return parts[0] if len(parts) == 1 else op.concatenate(parts, axis)


@converter("aten::stack")
def convert_stack(node: Node, tensors: Any, dim: int = 0) -> Expr:
    """Return tensors along a new dimension."""
    dtype = node.result_dtype(*tensors)
    parts = [node.tensor(tensor, dtype) for tensor in tensors]
    return op.stack(parts, node.axis(dim, node.rank(parts[0]) + 1))


@converter("aten::hstack", "aten::vstack", "aten::dstack", "aten::column_stack", "aten::row_stack")
def convert_stack_along(node: Node, tensors: Any) -> Expr:
    """Return tensors side by side along the first, second or third dimension."""
    name = node.op.partition("::")[2]
    parts = []
    for tensor in tensors:
        rank = node.rank(tensor)
        if name in ("vstack", "row_stack"):
            parts.append(tensor if rank > 1 else reshape(tensor, [1, -1]))
        elif name == "dstack":
            parts.append(tensor if rank > 2 else op.expand_dims(
                tensor if rank == 2 else reshape(tensor, [1, -1]), 2))
        elif name == "column_stack":
            parts.append(tensor if rank > 1 else reshape(tensor, [-1, 1]))
        else:
            parts.append(tensor if rank else reshape(tensor, [1]))
    axis = {"vstack": 0, "row_stack": 0, "dstack": 2, "column_stack": 1}.get(name)
    if axis is None:
        axis = 0 if node.rank(parts[0]) == 1 else 1
    return op.concatenate(_join_types(node, parts), axis)


@converter("aten::meshgrid")
def convert_meshgrid(node: Node, tensors: Any, indexing: str = "ij") -> list[Expr]:
    """Return the coordinates of a grid."""
    parts = [tensor if node.rank(tensor) else reshape(tensor, [1]) for tensor in tensors]
    found = op.meshgrid(parts, indexing)
    return [found[i] for i in range(len(parts))]


@converter("aten::repeat")
def convert_repeat(node: Node, self: Any, repeats: Any) -> Expr:
    """Return the tensor several times in each dimension."""
    counts = node.sizes(repeats)
    if all(not isinstance(count, Expr) and count == 1 for count in counts) and \
            len(counts) == node.rank(self):
        return self
    if len(counts) > node.rank(self):
        self = op.expand_dims(self, 0, len(counts) - node.rank(self))
    if 0 in [count for count in counts if not isinstance(count, Expr)]:
        return op.strided_slice(self, [0] * len(counts), [0 if count == 0 else 2**31 - 1
                                                          for count in counts])
    return op.tile(self, shape_argument(counts))


@converter("aten::tile")
def convert_tile(node: Node, self: Any, dims: Any) -> Expr:
    """Return the tensor several times in its last dimensions."""
    counts = node.sizes(dims)
    return convert_repeat(node, self, [1] * (node.rank(self) - len(counts)) + counts)


@converter("aten::repeat_interleave")
def convert_repeat_interleave(node: Node, self: Any = None, repeats: Any = None, dim: Any = None,
                              output_size: Any = None) -> Expr:
    """Return each element several times in a row."""
    if self is None:
        # The numbers of repetitions alone: the places of elements.
        self, repeats = numbers_below(size_of(node, repeats, 0)), repeats
    if dim is None:
        self, dim = op.reshape(self, (-1,)), 0
    axis = node.axis(dim, node.rank(self))
    if isinstance(repeats, Expr):
        known = node.require_constant(repeats, "the number of repetitions").reshape(-1)
        if len(known) > 1:
            require_few(node, int(known.sum()))
            places = np.repeat(np.arange(len(known)), known)
            return op.take(self, vector(places), axis)
        repeats = int(known[0])
    return op.repeat(self, repeats, axis)


# Splitting


def _cut(node: Node, data: Expr, ends: Sequence[int], axis: int) -> list[Expr]:
    """Return the parts of a dimension that end at given places."""
    size = node.shape(data)[axis]
    if not ends:
        return [data]
    if size is not None and (ends[-1] >= size or ends[0] == 0):
        # Some parts are empty.
        return [op.strided_slice(data, [begin], [end], axes=[axis])
                for begin, end in zip([0, *ends], [*ends, size])]
    parts = op.split(data, list(ends), axis)
    return [parts[i] for i in range(len(ends) + 1)]


@converter("aten::split", "aten::split_with_sizes", "aten::split_copy", "aten::unsafe_split",
           "aten::split_with_sizes_copy", "aten::unsafe_split_with_sizes")
def convert_split(node: Node, self: Any, split_size: Any = None, split_sizes: Any = None,
                  dim: int = 0) -> list[Expr]:
    """Return parts of one size, or of given sizes."""
    sizes = split_size if split_sizes is None else split_sizes
    axis = node.axis(dim, node.rank(self))
    if isinstance(sizes, (list, tuple)):
        sizes = [node.number(size, "a size") for size in sizes]
        return _cut(node, self, [int(end) for end in np.cumsum(sizes)[:-1]], axis)
    step = node.number(sizes, "the size of parts")
    return _cut(node, self, list(range(step, node.known_size(self, axis), step)), axis)


@converter("aten::chunk", "aten::unsafe_chunk")
def convert_chunk(node: Node, self: Any, chunks: int, dim: int = 0) -> list[Expr]:
    """Return a number of parts, of which the last may be smaller."""
    axis = node.axis(dim, node.rank(self))
    size = node.known_size(self, axis)
    step = -(-size // chunks) or 1
    return _cut(node, self, list(range(step, size, step)), axis)


@converter("aten::tensor_split", "aten::hsplit", "aten::vsplit", "aten::dsplit")
def convert_tensor_split(node: Node, self: Any, sections: Any = None, indices: Any = None,
                         indices_or_sections: Any = None, tensor_indices_or_sections: Any = None,
                         dim: int | None = None) -> list[Expr]:
    """Return a number of parts, of which the first may be larger, or those between places."""
    given = next(value for value in (sections, indices, indices_or_sections,
                                     tensor_indices_or_sections) if value is not None)
    if isinstance(given, Expr):
        given = node.require_constant(given, "the places").tolist()
    name = node.op.partition("::")[2]
    if dim is None:
        dim = {"tensor_split": 0, "vsplit": 0, "dsplit": 2}.get(name, min(1, node.rank(self) - 1))
    axis = node.axis(dim, node.rank(self))
    size = node.known_size(self, axis)
    if not isinstance(given, (list, tuple)):
        small, larger = divmod(size, given)
        given = list(np.cumsum([small + (i < larger) for i in range(given)]))[:-1]
    ends = [int(end) for end in given]
    if all(0 <= end <= size for end in ends) and ends == sorted(ends):
        return _cut(node, self, ends, axis)
    bounds = [slice(begin, end).indices(size)[:2] for begin, end in zip([0, *ends], [*ends, size])]
    return [op.strided_slice(self, [begin], [max(begin, end)], axes=[axis]) for begin, end in bounds]


@converter("aten::unbind", "aten::unbind_copy")
def convert_unbind(node: Node, self: Any, dim: int = 0) -> list[Expr]:
    """Return the slices of a dimension."""
    axis = node.axis(dim, node.rank(self))
    size = node.known_size(self, axis)
    parts = _cut(node, self, list(range(1, size)), axis) if size else []
    return [op.squeeze(part, [axis]) for part in parts]


@converter("aten::unfold", "aten::unfold_copy")
def convert_unfold(node: Node, self: Any, dimension: int, size: int, step: int) -> Expr:
    """Return the windows of a dimension, along a new last one."""
    rank = node.rank(self)
    axis = node.axis(dimension, rank)
    count = (node.known_size(self, axis) - size) // step + 1
    require_few(node, count * size)
    places = np.arange(count)[:, None] * step + np.arange(size)[None]
    found = op.take(self, vector(places), axis)
    return op.transpose(found, [i for i in range(rank + 1) if i != axis + 1] + [axis + 1])
