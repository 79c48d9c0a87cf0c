"""Shapes of which some sizes are known when the model is imported: what is known of vectors of sizes,
and the operators that make use of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Union

import numpy as np

from ... import op
from ...expr import Call, Expr, Tuple
from ..building import vector

if TYPE_CHECKING:
    from .node import Node

# Deeper chains of operators on sizes do not occur; nothing is known of them.
_DEPTH = 24


@dataclass(frozen=True)
class Dimension:
    """The size of a dimension of a tensor, which is not known."""

    data: Expr
    axis: int


Size = Union[int, Dimension, None]


def read_sizes(node: Node, sizes: Expr) -> list[Size] | None:
    """Return the elements of a scalar or a vector of integers as known_sizes does, but those that
    are sizes of tensors as such."""
    return _read(node, sizes, _DEPTH)


def known_sizes(node: Node, sizes: Expr) -> list[int | None] | None:
    """Return the elements of a scalar or a vector of integers: None for each that is not known, and
    None for a vector of an unknown length, or a tensor of a higher rank."""
    found = _read(node, sizes, _DEPTH)
    return None if found is None else [size if isinstance(size, int) else None for size in found]


def _read(node: Node, sizes: Expr, depth: int) -> list[Size] | None:
    shape = node.shape(sizes)
    if len(shape) > 1 or shape == [None] or not node.dtype(sizes).startswith(("int", "uint")):
        return None
    value = node.constant(sizes)
    if value is not None:
        return [int(element) for element in value.reshape(-1)]
    unknown: list[Size] = [None] * (1 if not shape else shape[0] or 0)
    name = getattr(getattr(sizes, "op", None), "name", None)
    if depth == 0 or not isinstance(sizes, Call) or name not in _READERS:
        return unknown
    found = _READERS[name](node, sizes, depth - 1)
    return found if found is not None and len(found) == len(unknown) else unknown


def _read_shape(node: Node, call: Call, depth: int) -> list[Size] | None:
    data = call.args[0]
    return [Dimension(data, axis) if size is None else size
            for axis, size in enumerate(node.shape(data))]


def _read_same(node: Node, call: Call, depth: int) -> list[Size] | None:
    return _read(node, call.args[0], depth)


def _read_fields(node: Node, call: Call, depth: int) -> list[Size] | None:
    if not isinstance(call.args[0], Tuple):
        return None
    parts = [_read(node, field, depth) for field in call.args[0].fields]
    known = [part for part in parts if part is not None]
    return [size for part in known for size in part] if len(known) == len(parts) else None


def _read_taken(node: Node, call: Call, depth: int) -> list[Size] | None:
    source, index = _read(node, call.args[0], depth), node.constant(call.args[1])
    if source is None or index is None or not source:
        return None
    return [source[int(place) % len(source)] for place in index.reshape(-1)]


def _read_range(node: Node, call: Call, depth: int) -> list[Size] | None:
    source, attributes = _read(node, call.args[0], depth), call.attrs
    if source is None or str(attributes.slice_mode) != "end" or len(attributes.begin) != 1:
        return None
    strides = attributes.strides or [1]
    return source[int(attributes.begin[0]):int(attributes.end[0]):int(strides[0])]


_READERS = {"shape_of": _read_shape, "cast": _read_same, "copy": _read_same,
            "expand_dims": _read_same, "reshape": _read_same, "squeeze": _read_same,
            "concatenate": _read_fields, "stack": _read_fields, "take": _read_taken,
            "strided_slice": _read_range}


def fold_sizes(node: Node, sizes: Expr) -> Expr:
    """Return a scalar or vector of sizes as a constant if all are known."""
    if node.is_constant(sizes):
        return sizes
    known = known_sizes(node, sizes)
    if known is None or None in known:
        return sizes
    return vector(np.array(known).reshape(tuple(node.shape(sizes))), node.dtype(sizes))


def refine(node: Node, data: Expr, sizes: Sequence[int | None]) -> Expr:
    """Return data of which some sizes are known, although their type does not say so."""
    shape = node.shape(data)
    if all(size is None or own is not None for size, own in zip(sizes, shape)):
        return data
    # A size of 0 is that of the data; one that is 0 indeed stays unknown.
    return op.reshape(data, [size if size and own is None else 0
                             for size, own in zip(sizes, shape)])
