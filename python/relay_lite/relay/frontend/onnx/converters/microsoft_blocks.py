"""Products and tables of weights of a few bits each, in blocks with a scale, as quantizers of language
models emit them."""

from __future__ import annotations

from .... import op
from ....expr import Expr
from ...building import cast, normalize_axis, require_shape, scalar
from ..node import Node
from ..registry import converter
from .linear import matmul

_DOMAIN = "com.microsoft"


def _unpack(node: Node, data: Expr, bits: int) -> Expr:
    """Return bytes as numbers of some bits, the lowest first, along the last axis."""
    if bits == 8:
        return data
    mask = scalar((1 << bits) - 1, "uint8")
    parts = [op.bitwise_and(op.right_shift(data, scalar(shift, "uint8")), mask) for shift in range(0, 8, bits)]
    rank = node.rank(data)
    # -3 joins two dimensions, 0 keeps one.
    return op.reshape(op.stack(parts, -1), [*([0] * (rank - 1)), -3])


def _dequantize_blocks(node: Node, data: Expr, scales: Expr, points: Expr | None, bits: int,
                       block: int) -> Expr:
    """Return rows of numbers minus their zero points, times their scales.

    Parameters
    ----------
    data : Expr
        Shape (..., number).
    scales, points : Expr
        One for each block of numbers. Zero points of uint8 are packed as the data are.
    """
    dtype = node.dtype(scales)
    count = node.shape(scales)[-1]
    if count is None:
        node.fail("the number of blocks must be known")
    if points is not None and node.dtype(points) == "uint8":
        points = op.strided_slice(_unpack(node, points, bits), [0], [count], axes=[node.rank(scales) - 1])
    point = scalar(1 << (bits - 1), dtype) if points is None else \
        op.repeat(cast(node, points, dtype), block, -1)
    size = node.shape(data)[-1]
    numbers = cast(node, data, dtype)
    scale = op.repeat(scales, block, -1)
    if size != count * block:
        # The last block may be shorter.
        cut = [node.rank(scales) - 1]
        scale = op.strided_slice(scale, [0], [size], axes=cut)
        point = point if points is None else op.strided_slice(point, [0], [size], axes=cut)
    return op.multiply(op.subtract(numbers, point), scale)


def _read_bits(node: Node) -> int:
    bits = node.attribute("bits", 4)
    if bits not in (2, 4, 8):
        node.fail(f"expected bits 2, 4 or 8, but found {bits}")
    return int(bits)


@converter("MatMulNBits", domain=_DOMAIN, since=1)
def convert_matmul_of_bits(node: Node) -> Expr:
    """Return a product with a matrix of numbers of a few bits, plus a bias."""
    data, columns, rows = node.input(0), node.attribute("N"), node.attribute("K")
    bits, block = _read_bits(node), node.attribute("block_size")
    if node.optional_input(4) is not None:
        node.fail("input g_idx is not supported")
    if node.attribute("weight_prepacked", 0):
        node.fail("attribute weight_prepacked is not supported")
    count = -(-rows // block)
    weight = op.reshape(_unpack(node, node.input(1), bits), (columns, count * block))
    scales, points = op.reshape(node.input(2), (columns, count)), node.optional_input(3)
    if points is not None:
        points = op.reshape(points, (columns, -1))
    weight = _dequantize_blocks(node, weight, scales, points, bits, block)
    weight = op.strided_slice(weight, [0], [rows], axes=[1])
    result = matmul(node, data, op.transpose(cast(node, weight, node.dtype(data))))
    bias = node.optional_input(5)
    return result if bias is None else op.add(result, bias)


@converter("GatherBlockQuantized", domain=_DOMAIN, since=1)
def convert_gather_of_blocks(node: Node) -> Expr:
    """Return rows of a table of numbers of a few bits."""
    data, indices, scales = node.input(0), node.input(1), node.input(2)
    rank = node.rank(data)
    if normalize_axis(node, node.attribute("gather_axis", 0), rank) != 0:
        node.fail("gather_axis has to be 0")
    if normalize_axis(node, node.attribute("quantize_axis", 1), rank) != rank - 1:
        node.fail("quantize_axis has to be the last one")
    if node.dtype(data) != "uint8":
        node.fail(f"data of {node.dtype(data)} are not supported")
    points = node.optional_input(3)
    count = require_shape(node, data, "the data of a GatherBlockQuantized")[0]
    index = cast(node, indices, "int64")
    index = op.where(op.less(index, scalar(0, "int64")), op.add(index, scalar(count, "int64")), index)
    bits = _read_bits(node)
    rows, scale, point = (None if part is None else op.take(part, index, 0) for part in (data, scales, points))
    return _dequantize_blocks(node, _unpack(node, rows, bits), scale, point, bits, node.attribute("block_size", 128))
