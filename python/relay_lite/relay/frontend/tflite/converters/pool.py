"""Pooling."""

from __future__ import annotations

from .... import op
from ....expr import Expr
from ....qnn import op as qnn
from ..node import Node
from ..quantization import activate_integers, find_target, make_params, require_quantization
from ..registry import converter
from .activations import activate
from .conv import read_numbers, read_window


def _activate(node: Node, data: Expr) -> Expr:
    """Return a result after the activation that is fused into the operator."""
    return activate(node, data) if find_target(node) is None else activate_integers(node, data)


def _pool(node: Node, data: Expr, is_maximum: bool) -> Expr:
    if node.rank(data) != 4:
        node.fail(f"expected an input of rank 4, but got one of rank {node.rank(data)}")
    kernel = read_numbers(node, ["filter_height", "filter_width"])
    window = read_window(node, data, kernel)
    if is_maximum:
        return op.nn.max_pool2d(data, kernel, window.strides, [1, 1], window.pads, "NHWC")
    # Places in the padding do not count.
    target = find_target(node)
    if target is not None:
        params = make_params(require_quantization(node, 0)) + make_params(target)
        return qnn.avg_pool2d(data, *params, kernel, window.strides, window.pads, [1, 1], False,
                              False, "NHWC")
    return op.nn.avg_pool2d(data, kernel, window.strides, [1, 1], window.pads, "NHWC", "", False,
                            False)


@converter("AVERAGE_POOL_2D", quantized="qnn")
def convert_average_pool(node: Node) -> Expr:
    """Return the average of each window."""
    return _activate(node, _pool(node, node.input(0), False))


@converter("MAX_POOL_2D", quantized="moved")
def convert_max_pool(node: Node) -> Expr:
    """Return the maximum of each window."""
    return _activate(node, _pool(node, node.input(0), True))


@converter("L2_POOL_2D")
def convert_l2_pool(node: Node) -> Expr:
    """Return the root of the average of the squares of each window."""
    data = node.input(0)
    return activate(node, op.sqrt(_pool(node, op.multiply(data, data), False)))
