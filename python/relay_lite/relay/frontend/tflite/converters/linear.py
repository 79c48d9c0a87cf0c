"""Products of matrices, and norms."""

from __future__ import annotations

from .... import op
from ....expr import Expr
from ....qnn import op as qnn
from ...building import require_shape, reshape, sizes_of
from ...onnx.converters.linear import as_batches, join_batches, matmul
from ..node import Node
from ..quantization import find_target, finish, make_product_params, require_quantization
from ..registry import converter
from .activations import activate
from .conv import multiply


@converter("FULLY_CONNECTED", quantized="qnn")
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
    result = multiply(node, (op.nn.dense, qnn.dense), (data, weight), (0, 1, 2), units=shape[0])
    if not keeps:
        return result
    if sizes.count(None) > 1:
        node.fail("at most one size of the input may be unknown")
    return op.reshape(result, [-1 if size is None else size for size in sizes[:-1]] + [shape[0]])


def _multiply_integers(node: Node, lhs: Expr, rhs: Expr) -> Expr:
    """Return products of matrices of integers that stand for numbers. The second ones are
    transposed."""
    # A second operand with several scales is an error.
    require_quantization(node, 1)
    params, scale = make_product_params(node, 0, 1)
    sizes, others = sizes_of(node, lhs), sizes_of(node, rhs)
    batch = join_batches(node, sizes[:-2], others[:-2])
    result = qnn.batch_matmul(as_batches(node, lhs, batch), as_batches(node, rhs, batch), *params)
    return reshape(finish(node, result, scale), [*batch, sizes[-2], others[-2]])


@converter("BATCH_MATMUL", quantized="qnn")
def convert_batch_matmul(node: Node) -> Expr:
    """Return products of matrices, of which each side may be transposed; batches are broadcast."""
    sides = []
    is_quantized = find_target(node) is not None
    for i, name in enumerate(("adj_x", "adj_y")):
        side = node.input(i)
        rank = node.rank(side)
        if rank < 2:
            node.fail(f"expected operands of rank 2 at least, but got one of rank {rank}")
        # qnn.batch_matmul takes the second matrices transposed.
        if bool(node.option(name, False)) != (is_quantized and i == 1):
            side = op.transpose(side, [*range(rank - 2), rank - 1, rank - 2])
        sides.append(side)
    if is_quantized:
        return _multiply_integers(node, sides[0], sides[1])
    return matmul(node, sides[0], sides[1])


@converter("L2_NORMALIZATION", quantized="float")
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
