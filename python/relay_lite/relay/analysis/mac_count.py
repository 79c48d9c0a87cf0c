"""The number of multiply-accumulate operations of a program."""

from math import prod

from ... import _ext
from ...error import TVMError, _expect
from ...ir.op import Op
from ..expr import Call


def get_total_mac_number(expr) -> int:
    """Return how many products the calls of nn.conv2d, nn.conv2d_transpose, nn.dense and nn.batch_matmul
    in a typed expression add up. As in TVM, other operators count nothing, and no branch or function
    counts more than once.

    Parameters
    ----------
    expr : relay.Expr
    """
    _expect(expr, _ext.RelayExpr, "an expression")
    return sum(_COUNTS[node.op.name](node) for node in _ext.post_order(expr)
               if isinstance(node, Call) and isinstance(node.op, Op) and node.op.name in _COUNTS)


def _count_convolution(call):
    """Each element of the result adds up as many products as the weight has elements for its channel."""
    result = _get_shape(call, call)
    layout = [axis for axis in call.attrs.out_layout or call.attrs.data_layout if axis.isalpha()]
    channels = prod(size for axis, size in zip(layout, result) if axis in "Cc")
    return prod(result) * (prod(_get_shape(call, call.args[1])) // channels)


def _count_product(call):
    """Each element of the result adds up as many products as the left operand has columns."""
    transposed = call.op.name == "nn.batch_matmul" and call.attrs.transpose_a
    return prod(_get_shape(call, call)) * _get_shape(call, call.args[0])[-2 if transposed else -1]


_COUNTS = {"nn.conv2d": _count_convolution, "nn.conv2d_transpose": _count_convolution,
           "nn.dense": _count_product, "nn.batch_matmul": _count_product}


def _get_shape(call, expr):
    """The shape of the result of a call or of one of its arguments, which has to be static."""
    shape = expr.checked_type.shape
    if not all(isinstance(size, int) for size in shape):
        raise TVMError(f"cannot count the operations of {call.op.name}: the shape {shape} is not static")
    return shape
