"""Tensors of other shapes."""

from __future__ import annotations

from .... import op
from ....expr import Expr
from ..node import Node, Value
from ..registry import converter


@converter("Flatten")
def convert_flatten(node: Node) -> Value:
    """Return each sample as a vector."""
    data = node.input(0)
    if node.rank(data) == 1:
        return Value(op.expand_dims(data, 1))
    return Value(op.nn.batch_flatten(data))


@converter("Reshape")
def convert_reshape(node: Node) -> Value:
    """Return each sample in another shape."""
    sizes = node.option("target_shape")
    if not isinstance(sizes, (list, tuple)) or \
            not all(isinstance(size, int) and (size > 0 or size == -1) for size in sizes):
        node.fail(f"expected sizes as target_shape, but found {sizes!r:.80}")
    # 0 stands for the size of the batch.
    return Value(op.reshape(node.input(0), [0, *sizes]))


@converter("Permute")
def convert_permute(node: Node) -> Value:
    """Return a tensor whose dimensions, those behind the batch, have another order."""
    data = node.input(0)
    order = list(node.option("dims"))
    if sorted(order) != list(range(1, node.rank(data))):
        node.fail(f"{order} is no order of dimensions of a tensor of rank {node.rank(data)}")
    return Value(op.transpose(data, [0, *order]))


@converter("RepeatVector")
def convert_repeat_vector(node: Node) -> Expr:
    """Return a vector of each sample as several equal steps."""
    return op.repeat(op.expand_dims(node.input(0), 1), node.numbers("n", 1)[0], 1)
