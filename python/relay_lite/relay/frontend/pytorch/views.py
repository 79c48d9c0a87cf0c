"""Operators whose results share memory with their first operand, and how a write into a result
changes the operand."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ... import op
from ...expr import Expr, const
from ..building import reshape, sizes_of, vector
from .node import Node

_RESHAPES = frozenset((
    "_reshape_alias", "_unsafe_view", "alias", "contiguous", "detach", "dropout", "flatten", "float",
    "lift_fresh", "ravel", "reshape", "reshape_as", "squeeze", "to", "type_as", "unflatten",
    "unsqueeze", "view", "view_as"))
_PERMUTATIONS = frozenset((
    "adjoint", "mH", "mT", "matrix_H", "moveaxis", "movedim", "numpy_T", "permute", "swapaxes",
    "swapdims", "t", "transpose"))
_PARTS = frozenset((
    "chunk", "diagonal", "dsplit", "expand", "expand_as", "hsplit", "narrow", "select", "slice",
    "split", "split_with_sizes", "tensor_split", "unbind", "unfold", "vsplit"))


def is_view(name: str) -> bool:
    """Return whether the results of an operator are views of its first operand."""
    space, _, own = name.partition("::")
    return space == "aten" and (own in _RESHAPES or own in _PERMUTATIONS or own in _PARTS)


def write_back(node: Node, name: str, forward: Any, base: Expr, value: Expr) -> Expr:
    """Return the operand of a view with other elements in it.

    Parameters
    ----------
    node : Node
        The call that gave the view.
    forward : function of Expr to Expr
        Gives the view of an operand.
    base : relay.Expr
    value : relay.Expr
        The elements of the view.
    """
    own = name.partition("::")[2]
    if own in _RESHAPES:
        return reshape(value, sizes_of(node, base))
    shape = node.shape(base)
    known = [size for size in shape if size is not None]
    if len(known) != len(shape):
        node.fail("writing into this view needs sizes that are known when the model is imported")
    # The places of the view's elements in the operand.
    count = math.prod(known)
    found = forward(const(np.arange(count).reshape(known), "int64"))
    places = node.constant(found)
    if places is None:
        flat = op.scatter_elements(op.reshape(base, (-1,)), op.reshape(found, (-1,)),
                                   op.reshape(value, (-1,)), 0, "update")
        return op.reshape(flat, known)
    places = places.reshape(-1)
    if len(np.unique(places)) != len(places):
        node.fail("the operator writes several elements into one place of memory")
    if len(places) == count:
        inverse = np.empty(count, "int64")
        inverse[places] = np.arange(count)
        if own in _PERMUTATIONS:
            order = np.argsort(_find_order(forward, known))
            return op.transpose(value, [int(axis) for axis in order])
        flat = op.take(op.reshape(value, (-1,)), vector(inverse), 0)
    else:
        flat = op.scatter_elements(op.reshape(base, (-1,)), vector(places),
                                   op.reshape(value, (-1,)), 0, "update")
    return op.reshape(flat, known)


def _find_order(forward: Any, shape: list[int]) -> list[int]:
    """Return the order of dimensions that a permutation gives."""
    from .. import common

    marks = const(np.arange(math.prod(range(2, len(shape) + 2))).reshape(range(2, len(shape) + 2)),
                  "int64")
    sizes = common.get_dimensions(common.infer_type(forward(marks)).checked_type)
    return [int(size or 0) - 2 for size in sizes]
