"""Elements at given places."""

from __future__ import annotations

from .... import op
from ....expr import Expr, TupleGetItem
from ...building import scalar, to_scalar
from ..node import Node
from ..registry import converter


@converter("GATHER", quantized="own")
def convert_gather(node: Node) -> Expr:
    """Return slices at given places along an axis."""
    data, indices = node.input(0), node.input(1)
    axis = node.axis(node.option("axis", 0), node.rank(data))
    batches = node.option("batch_dims", 0)
    if batches:
        batches = node.axis(batches, node.rank(indices) + 1, "batch_dims")
    value = node.value(1)
    size = node.shape(data)[axis]
    if value is not None and size is not None and value.size and \
            not (0 <= value.min() and value.max() < size):
        node.fail(f"an index is out of range for a dimension of size {size}")
    return op.take(data, indices, axis, batches)


@converter("GATHER_ND", quantized="own")
def convert_gather_nd(node: Node) -> Expr:
    """Return elements, or slices, at places that the last dimension has."""
    data, indices = node.input(0), node.input(1)
    rank = node.rank(indices)
    depth = node.shape(indices)[-1] if rank else None
    if depth is None or depth > node.rank(data):
        node.fail(f"places of {depth} indices do not fit a tensor of rank {node.rank(data)}")
    return op.gather_nd(data, op.transpose(indices, [rank - 1, *range(rank - 1)]))


@converter("SCATTER_ND")
def convert_scatter_nd(node: Node) -> Expr:
    """Return zeros, with sums of values at given places."""
    indices, updates = node.input(0), node.input(1)
    sizes = node.integers(2, "the shape")
    rank = node.rank(indices)
    zeros = op.full(scalar(0, node.dtype(updates)), sizes)
    return op.scatter_nd(zeros, op.transpose(indices, [rank - 1, *range(rank - 1)]), updates,
                         "add")


@converter("EMBEDDING_LOOKUP", quantized="float")
def convert_embedding_lookup(node: Node) -> Expr:
    """Return rows at given places."""
    return op.take(node.input(1), node.input(0), 0)


@converter("ONE_HOT")
def convert_one_hot(node: Node) -> Expr:
    """Return vectors with one value at given places, and another elsewhere."""
    indices = node.input(0)
    axis = node.option("axis", -1)
    axis = node.axis(axis, node.rank(indices) + 1)
    return op.one_hot(indices, to_scalar(node.input(2)), to_scalar(node.input(3)),
                      node.number(1, "the depth"), axis, node.output_dtype)


@converter("TOPK_V2", quantized="moved")
def convert_topk(node: Node) -> list[Expr]:
    """Return the largest elements along the last axis, and where they are."""
    found = op.topk(node.input(0), node.number(1, "the number of elements"), -1, "both", False,
                    "int32").astuple()
    return [TupleGetItem(found, 0), TupleGetItem(found, 1)]


@converter("WHERE")
def convert_where(node: Node) -> Expr:
    """Return the places of elements that are not zero."""
    if len(node.inputs) == 3:
        return op.where(node.input(0), node.input(1), node.input(2))
    return op.cast(op.argwhere(node.input(0)), "int64")


@converter("SPARSE_TO_DENSE")
def convert_sparse_to_dense(node: Node) -> Expr:
    """Return a tensor of one value, with others at given places."""
    indices = node.input(0)
    sizes = node.integers(1, "the shape")
    return op.sparse_to_dense(indices, sizes, node.input(2), to_scalar(node.input(3)))


@converter("SEGMENT_SUM")
def convert_segment_sum(node: Node) -> Expr:
    """Return sums of rows of one segment each."""
    ids = node.require_value(1, "the segments")
    return op.segment_sum(node.input(0), node.input(1), int(ids.max()) + 1 if ids.size else 0)
