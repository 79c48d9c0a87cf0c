"""Masks of steps: layers that make them, the functions of Keras that a functional model computes them
with, and those of merged tensors."""

from __future__ import annotations

from functools import reduce

from .... import op
from ....expr import Expr
from ...building import scalar
from ..node import Node, Value
from ..registry import converter


def _differs(node: Node, data: Expr, number: float) -> Expr:
    """Return where elements differ from a number."""
    return op.not_equal(data, scalar(number, node.dtype(data)))


@converter("Masking")
def convert_masking(node: Node) -> Value:
    """Return steps with zeros in place of those of one value, which later layers leave out."""
    data = node.input(0)
    used = op.any(_differs(node, data, node.number("mask_value", 0.0)), [-1], True)
    return Value(op.where(used, data, op.zeros_like(data)), mask=op.squeeze(used, [-1]))


@converter("NotEqual")
def convert_not_equal(node: Node) -> Expr:
    """Return where the elements of two tensors, or those of one and a number, differ."""
    data = node.input(0)
    if len(node.values) > 1:
        return op.not_equal(data, node.input(1))
    numbers, node.others = node.others, []
    if len(numbers) != 1 or isinstance(numbers[0], bool) or not isinstance(numbers[0], (int, float)):
        node.fail(f"expected a tensor and a number, but found {numbers!r:.80}")
    return _differs(node, data, numbers[0])


@converter("Any")
def convert_any(node: Node) -> Expr:
    """Return whether there is a true element along some axes."""
    data, axis = op.cast(node.input(0), "bool"), node.option("axis", None)
    axes = axis if axis is None or isinstance(axis, int) else list(axis)
    return op.any(data, axes, bool(node.option("keepdims", False)))


@converter("LogicalOr")
def convert_logical_or(node: Node) -> Expr:
    """Return where one of two tensors is true."""
    return op.logical_or(*(op.cast(node.input(i), "bool") for i in range(2)))


@converter("ExpandDims")
def convert_expand_dims(node: Node) -> Expr:
    """Return a tensor with one dimension more."""
    return op.expand_dims(node.input(0), int(node.number("axis")), 1)


@converter("ZerosLike")
def convert_zeros_like(node: Node) -> Expr:
    """Return zeros in the shape of a tensor."""
    return op.zeros_like(node.input(0))


@converter("OnesLike")
def convert_ones_like(node: Node) -> Expr:
    """Return ones in the shape of a tensor."""
    return op.ones_like(node.input(0))


def merge_masks(node: Node) -> Expr | None:
    """Return the mask of tensors that are combined element by element: what Keras 2 leaves out of one
    of them it leaves out of the result, and Keras 3 what is left out of all."""
    masks = [node.mask(i) for i in range(len(node.values))]
    found = [mask for mask in masks if mask is not None]
    if not found or not node.importer.is_old and len(found) < len(masks):
        return None
    return reduce(op.logical_and if node.importer.is_old else op.logical_or, found)


def concatenate_masks(node: Node) -> Expr | None:
    """Return the mask of tensors that are joined."""
    masks = [node.mask(i) for i in range(len(node.values))]
    if all(mask is None for mask in masks):
        return None
    parts = []
    for i, mask in enumerate(masks):
        data = op.cast(node.input(i), "bool")
        rank = node.rank(data)
        if mask is None:
            mask = op.ones_like(data)
        elif node.rank(mask) < rank:
            mask = op.logical_or(op.expand_dims(mask, -1, 1), op.zeros_like(data))
        parts.append(mask)
    joined = op.concatenate(parts, int(node.number("axis", -1)))
    return (op.all if node.importer.is_old else op.any)(joined, [-1])
