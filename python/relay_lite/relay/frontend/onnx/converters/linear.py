"""Products of matrices."""

from __future__ import annotations

from .... import op
from ....expr import Expr
from ...building import apply_below_reshapes, broadcast, is_float, product, reshape, scalar, sizes_of
from ...node import BaseNode
from ..node import Node
from ..registry import converter


def as_batches(node: BaseNode, data: Expr, batch: list[int | Expr]) -> Expr:
    """Return a tensor as a batch of matrices: of one, or broadcast to all batches."""
    sizes = sizes_of(node, data)
    matrix = sizes[-2:]
    own = sizes[:-2]
    if all(not isinstance(size, Expr) and size == 1 for size in own):
        return reshape(data, [1, *matrix])
    same = len(own) == len(batch) and all(
        not isinstance(x, Expr) and not isinstance(y, Expr) and x == y for x, y in zip(own, batch))
    if not same and len(batch) > 1:
        data = broadcast(data, [*batch, *matrix])
    if len(batch) == 1 and len(own) == 1:
        return data
    return reshape(data, [product(batch if not same else own), *matrix])


def join_batches(node: BaseNode, lhs: list[int | Expr], rhs: list[int | Expr]) -> list[int | Expr]:
    rank = max(len(lhs), len(rhs))
    result: list[int | Expr] = []
    for x, y in zip([1] * (rank - len(lhs)) + lhs, [1] * (rank - len(rhs)) + rhs):
        if isinstance(x, Expr) and isinstance(y, Expr):
            result.append(op.where(op.equal(x, scalar(1, "int64")), y, x))
        elif isinstance(x, Expr) or isinstance(y, Expr):
            known, other = (y, x) if isinstance(x, Expr) else (x, y)
            result.append(other if known == 1 else known)
        elif x == y or 1 in (x, y):
            result.append(y if x == 1 else x)
        else:
            node.fail(f"batches of {x} and {y} matrices do not broadcast")
    return result


class Products:
    """How products of matrices are written."""

    def multiply(self, node: BaseNode, lhs: Expr, rhs: Expr) -> Expr:
        """Return the product of a tensor and a matrix."""
        # The weight stays as it is: a transposed one would be a copy.
        return apply_below_reshapes(lhs, lambda part: op.nn.matmul(part, rhs, node.shape(rhs)[1]), of_rows=True)

    def multiply_batches(self, lhs: Expr, rhs: Expr) -> Expr:
        """Return the products of the matrices of two batches."""
        return op.nn.batch_matmul(lhs, rhs, transpose_b=False)


_PRODUCTS = Products()


def matmul(node: BaseNode, lhs: Expr, rhs: Expr, products: Products = _PRODUCTS) -> Expr:
    """Return NumPy's product of tensors: of vectors, matrices, or broadcast batches of them."""
    ranks = node.rank(lhs), node.rank(rhs)
    if 0 in ranks:
        node.fail("a scalar is no operand of a matrix product")
    if ranks[0] == 1:
        result = matmul(node, op.expand_dims(lhs, 0), rhs, products)
        return op.squeeze(result, [0 if ranks[1] == 1 else -2])
    if ranks[1] == 1:
        product_ = matmul(node, lhs, op.expand_dims(rhs, 1), products)
        return op.squeeze(product_, [-1])
    _check_inner(node, lhs, rhs)
    if ranks[1] == 2:
        return products.multiply(node, lhs, rhs)
    sizes, others = sizes_of(node, lhs), sizes_of(node, rhs)
    batch = join_batches(node, sizes[:-2], others[:-2])
    result = products.multiply_batches(as_batches(node, lhs, batch), as_batches(node, rhs, batch))
    if len(batch) == 1:
        return result
    return reshape(result, [*batch, sizes[-2], others[-1]])


def _check_inner(node: BaseNode, lhs: Expr, rhs: Expr) -> None:
    x, y = node.shape(lhs)[-1], node.shape(rhs)[-2]
    if x is not None and y is not None and x != y:
        node.fail(f"rows of {x} elements do not fit columns of {y}")


@converter("MatMul", since=1)
def convert_matmul(node: Node) -> Expr:
    """Return numPy's product of tensors."""
    return matmul(node, node.input(0), node.input(1))


@converter("Gemm", since=1)
def convert_gemm(node: Node) -> Expr:
    """Return `alpha * a * b + beta * c` of matrices, of which a and b may be transposed."""
    lhs, rhs, bias = node.input(0), node.input(1), node.optional_input(2)
    if node.rank(lhs) != 2 or node.rank(rhs) != 2:
        node.fail(f"expected matrices, but got tensors of rank {node.rank(lhs)} and "
                  f"{node.rank(rhs)}")
    dtype = node.dtype(lhs)
    transpose_a, transpose_b = (bool(node.attribute(name, 0)) for name in ("transA", "transB"))
    result = op.nn.matmul(lhs, rhs, node.shape(rhs)[0 if transpose_b else 1], "", transpose_a,
                          transpose_b)
    alpha, beta = node.attribute("alpha", 1.0), node.attribute("beta", 1.0)
    if alpha != 1:
        result = _scale(node, result, alpha, dtype)
    if bias is None or beta == 0:
        return result
    return op.add(result, bias if beta == 1 else _scale(node, bias, beta, dtype))


def _scale(node: Node, data: Expr, factor: float, dtype: str) -> Expr:
    if is_float(dtype) or factor == int(factor):
        return op.multiply(data, scalar(factor if is_float(dtype) else int(factor), dtype))
    return op.cast(op.multiply(op.cast(data, "float64"), scalar(factor, "float64")), dtype)


@converter("Einsum", since=12)
def convert_einsum(node: Node) -> Expr:
    """Return sums of products that an equation describes. Letters that occur twice in an operand mean its
    diagonal."""
    equation = node.attribute("equation").replace(" ", "")
    operands = [node.input(i) for i in range(len(node.inputs))]
    terms = equation.split("->")[0].split(",")
    if len(terms) != len(operands):
        node.fail(f"the equation has {len(terms)} operands, but the node {len(operands)}")
    return op.einsum(operands, equation)


@converter("Det", since=11)
def convert_det(node: Node) -> Expr:
    """Return determinants, by elimination: in each step the row with the largest first element comes
    first."""
    data = node.input(0)
    *_, rows, columns = node.shape(data)
    if rows is None or rows != columns:
        node.fail(f"expected square matrices of a known size, but got {rows} times {columns}")
    dtype, size = node.dtype(data), rows
    rest = reshape(data, [product(sizes_of(node, data)[:-2]), size, size])
    result = None
    for left in range(size, 1, -1):
        pivot, sign, rest = _eliminate(rest, left, dtype)
        factor = op.multiply(pivot, sign)
        result = factor if result is None else op.multiply(result, factor)
    last = op.reshape(rest, (-1,))
    result = last if result is None else op.multiply(result, last)
    return reshape(result, sizes_of(node, data)[:-2])


def _eliminate(data: Expr, size: int, dtype: str) -> tuple[Expr, Expr, Expr]:
    """Return the first element of the best row, the sign of the exchange of rows, and the smaller
    matrices that remain."""
    first = op.reshape(op.strided_slice(data, [0], [1], axes=[2]), (-1, size))
    place = op.argmax(op.abs(first), 1, True)
    index = op.tile(op.expand_dims(place, 2), (1, 1, size))
    row = op.gather(data, 1, index)
    top = op.strided_slice(data, [0], [1], axes=[1])
    numbers = op.reshape(op.arange(scalar(size, "int32"), dtype="int32"), (1, size, 1))
    # The top row stands in the place of the best one.
    data = op.where(op.equal(numbers, op.expand_dims(place, 2)), top, data)
    pivot = op.strided_slice(row, [0], [1], axes=[2])
    lower = op.strided_slice(data, [1], [size], axes=[1])
    safe = op.where(op.equal(pivot, scalar(0, dtype)), scalar(1, dtype), pivot)
    factors = op.divide(op.strided_slice(lower, [0], [1], axes=[2]), safe)
    lower = op.subtract(lower, op.multiply(factors, row))
    sign = op.where(op.equal(place, scalar(0, "int32")), scalar(1, dtype), scalar(-1, dtype))
    return (op.reshape(pivot, (-1,)), op.reshape(sign, (-1,)),
            op.strided_slice(lower, [1], [size], axes=[2]))
