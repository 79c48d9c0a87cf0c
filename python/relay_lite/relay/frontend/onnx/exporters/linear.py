"""Products of matrices."""

from __future__ import annotations

import numpy as np

from .call import CallView
from .registry import exporter


def operands(call: CallView) -> list[str]:
    """Return the operands in the element type of the result."""
    return [call.cast(call.input(i), call.dtype(i), call.dtype()) for i in range(2)]


def _swap(call: CallView, i: int, name: str, transposed: bool) -> str:
    """Return an operand with its last two dimensions exchanged if it is to be; a constant matrix is
    transposed now."""
    if not transposed:
        return name
    value = call.value(i)
    if value is not None and call.dtype(i) == call.dtype():
        return call.vector(np.swapaxes(value, -1, -2), call.dtype(i))
    order = list(range(call.rank(i)))
    order[-2:] = order[:-3:-1]
    return call.transpose(name, order)


@exporter("nn.dense", "nn.matmul", makes="Gemm; MatMul Transpose")
def export_product(call: CallView) -> str:
    """Return the product of a tensor and a matrix, of which both may be transposed."""
    is_dense = call.op == "nn.dense"
    left = False if is_dense else bool(call.attribute("transpose_a"))
    right = True if is_dense else bool(call.attribute("transpose_b"))
    lhs, rhs = operands(call)
    if right and call.rank(0) == 2 and call.rank(1) == 2 and call.dtype() in (
            "float32", "float64", "float16") and call.opset >= 11:
        return call.emit("Gemm", [lhs, rhs], transA=1 if left else None, transB=1)
    return call.emit("MatMul", [_swap(call, 0, lhs, left), _swap(call, 1, rhs, right)])


@exporter("nn.batch_matmul", makes="MatMul; Transpose")
def export_batch_product(call: CallView) -> str:
    """Return the products of batches of matrices."""
    lhs, rhs = operands(call)
    return call.emit("MatMul", [_swap(call, 0, lhs, bool(call.attribute("transpose_a"))),
                                _swap(call, 1, rhs, bool(call.attribute("transpose_b")))])


@exporter("einsum", makes="Einsum")
def export_einsum(call: CallView) -> str:
    """Return sums of products that an equation describes."""
    call.require_opset(12, "Einsum")
    return call.emit("Einsum", call.inputs, equation=call.attribute("equation"))


@exporter("nn.bias_add", makes="Add; Unsqueeze")
def export_bias_add(call: CallView) -> str:
    """Return the channels with a bias each."""
    axis = call.axes([call.attribute("axis")], call.rank(0))[0]
    trailing = call.rank(0) - axis - 1
    bias, value = call.input(1), call.value(1)
    if trailing and value is not None:
        bias = call.vector(value.reshape(-1, *([1] * trailing)), call.dtype(1))
    elif trailing:
        bias = call.unsqueeze(bias, list(range(1, trailing + 1)))
    return call.emit("Add", [call.input(0), bias])
