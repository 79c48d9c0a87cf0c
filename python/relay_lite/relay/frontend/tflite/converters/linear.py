"""Products of matrices, and norms."""

from __future__ import annotations

from .... import op
from ....expr import Expr
from ...building import require_shape
from ...onnx.converters.linear import matmul
from ..node import Node
from ..registry import converter
from .activations import activate
from .conv import add_bias


@converter("FULLY_CONNECTED")
def convert_fully_connected(node: Node) -> Expr:
    """Return the product of rows and a weight, whose rows are the units."""
    data, weight = node.input(0), node.input(1)
    if node.option("weights_format", 0):
        node.fail("weights in a shuffled format are not supported")
    shape = require_shape(node, weight, "the weight")
    if len(shape) != 2:
        node.fail(f"expected a weight of rank 2, but got one of rank {len(shape)}")
    sizes = node.shape(data)
    keeps = bool(node.option("keep_num_dims", False)) and len(sizes) != 2
    if len(sizes) != 2:
        data = op.reshape(data, [-1, shape[1]])
    result = add_bias(node, op.nn.dense(data, weight, shape[0]), 2)
    result = activate(node, result)
    if not keeps:
        return result
    if sizes.count(None) > 1:
        node.fail("at most one size of the input may be unknown")
    return op.reshape(result, [-1 if size is None else size for size in sizes[:-1]] + [shape[0]])


@converter("BATCH_MATMUL")
def convert_batch_matmul(node: Node) -> Expr:
    """Return products of matrices, of which each side may be transposed; batches are broadcast."""
    sides = []
    for i, name in enumerate(("adj_x", "adj_y")):
        side = node.input(i)
        rank = node.rank(side)
        if rank < 2:
            node.fail(f"expected operands of rank 2 at least, but got one of rank {rank}")
        if node.option(name, False):
            side = op.transpose(side, [*range(rank - 2), rank - 1, rank - 2])
        sides.append(side)
    return matmul(node, sides[0], sides[1])


@converter("L2_NORMALIZATION")
def convert_l2_normalization(node: Node) -> Expr:
    """Return rows along the last axis, divided by their lengths."""
    data = node.input(0)
    return activate(node, op.nn.l2_normalize(data, 1e-12, [node.rank(data) - 1]))


@converter("LOCAL_RESPONSE_NORMALIZATION")
def convert_lrn(node: Node) -> Expr:
    """Return x / (bias + alpha * sum of squares of near channels)^beta."""
    size = 2 * node.option("radius", 5) + 1
    # Relay's alpha is divided by the size.
    return op.nn.lrn(node.input(0), size, 3, node.option("bias", 1.0),
                     node.option("alpha", 1.0) * size, node.option("beta", 0.5))
