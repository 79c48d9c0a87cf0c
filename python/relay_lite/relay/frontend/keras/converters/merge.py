"""Layers of several tensors."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce

from .... import op
from ....expr import Expr
from ...building import scalar
from ..node import Node, Value
from ..registry import converter
from .masks import concatenate_masks, merge_masks

_MERGES: dict[str, Callable[[Expr, Expr], Expr]] = {
    "Add": op.add, "Subtract": op.subtract, "Multiply": op.multiply, "Average": op.add,
    "Maximum": op.maximum, "Minimum": op.minimum}


def _gather(node: Node) -> tuple[list[Expr], bool]:
    """Return the tensors in one layout, and whether it has the channels first."""
    if not node.values:
        node.fail("expected tensors, but there are none")
    first = any(value.first for value in node.values) and \
        all(node.rank(value.expr) == 4 for value in node.values)
    if first:
        return [node.image(i).expr for i in range(len(node.values))], True
    return [node.input(i) for i in range(len(node.values))], False


@converter(*_MERGES)
def convert_merge(node: Node) -> Value:
    """Return the tensors combined element by element."""
    exprs, first = _gather(node)
    name = node.layer.class_name
    if name == "Subtract" and len(exprs) != 2:
        node.fail(f"expected two tensors, but got {len(exprs)}")
    # Keras adds dimensions behind the batch to tensors of lower rank.
    most = max(node.rank(expr) for expr in exprs)
    exprs = [op.expand_dims(expr, 1, most - node.rank(expr)) if node.rank(expr) < most else expr
             for expr in exprs]
    result = reduce(_MERGES[name], exprs)
    if name == "Average":
        result = op.divide(result, scalar(len(exprs), node.dtype(result)))
    return Value(result, first, merge_masks(node))


@converter("Concatenate")
def convert_concatenate(node: Node) -> Value:
    """Return the tensors joined along an axis."""
    exprs, first = _gather(node)
    # Keras promotes booleans; masks become such tensors.
    dtypes = [node.dtype(expr) for expr in exprs]
    common = next((dtype for dtype in dtypes if dtype != "bool"), "bool")
    exprs = [op.cast(expr, common) if dtype == "bool" != common else expr
             for expr, dtype in zip(exprs, dtypes)]
    axis = node.axis(Value(exprs[0], first), int(node.number("axis", -1)))
    return Value(op.concatenate(exprs, axis) if len(exprs) > 1 else exprs[0], first,
                 concatenate_masks(node))


@converter("Dot")
def convert_dot(node: Node) -> Expr:
    """Return sums of products along an axis of each of two tensors."""
    sides = [node.input(0), node.input(1)]
    ranks = [node.rank(side) for side in sides]
    if not all(rank in (2, 3) for rank in ranks):
        node.fail(f"expected tensors of rank 2 or 3, but got ranks {ranks[0]} and {ranks[1]}")
    given = node.option("axes")
    axes = [given, given] if isinstance(given, int) else list(given)
    if len(axes) != 2:
        node.fail(f"expected two axes, but found {given!r:.80}")
    for i, rank in enumerate(ranks):
        axis = node.axis(Value(sides[i]), axes[i])
        if axis == 0:
            node.fail("an axis is that of the batch")
        if node.option("normalize", False):
            sides[i] = op.nn.l2_normalize(sides[i], 1e-12, [axis])
        if rank == 2:
            sides[i] = op.expand_dims(sides[i], 1)
        elif axis == 1:
            sides[i] = op.transpose(sides[i], [0, 2, 1])
    result = op.nn.batch_matmul(sides[0], sides[1])
    dropped = [i + 1 for i, rank in enumerate(ranks) if rank == 2]
    # The product of two vectors of a sample is a vector of one element.
    return op.squeeze(result, dropped[:1] if len(dropped) == 2 else dropped) if dropped else result
