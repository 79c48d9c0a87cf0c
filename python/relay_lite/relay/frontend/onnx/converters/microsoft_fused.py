"""Operators of the domain com.microsoft that onnxruntime's optimizer makes of others, and those that
the standard took over."""

from __future__ import annotations

from .... import op
from ....expr import Expr
from ...building import cast, normalize_axis, scalar, to_scalar
from ..node import Node
from ..registry import converter
from .activations import gelu, gelu_of_tanh, softmax_of_rows
from .constants import convert_range, convert_trilu
from .image import convert_grid_sample
from .index import convert_gather_nd, convert_unique
from .linear import convert_gemm, matmul
from .microsoft import activate, convert_fused_matmul
from .norm import convert_dropout
from .pool import convert_max_pool
from .tensor import convert_pad

_DOMAIN = "com.microsoft"

# The standard took these over.
for _name, _convert in (("GatherND", convert_gather_nd), ("GridSample", convert_grid_sample),
                        ("Pad", convert_pad), ("Range", convert_range), ("Trilu", convert_trilu)):
    converter(_name, domain=_DOMAIN, since=1)(_convert)
converter("TransposeMatMul", domain=_DOMAIN, since=1)(convert_fused_matmul)


@converter("Unique", domain=_DOMAIN, since=1)
def convert_unique_values(node: Node) -> list[Expr]:
    """Return the different elements in the order in which they occur, the place of each one among them,
    and how often they occur."""
    values, _, places, often = convert_unique(node, False)
    return [values, places, often]


@converter("ExpandDims", domain=_DOMAIN, since=1)
def convert_expand_dims(node: Node) -> Expr:
    """Return a tensor with one dimension more."""
    axis = node.require_constant(node.input(1), "the axis").reshape(-1)[0]
    return op.expand_dims(node.input(0), normalize_axis(node, int(axis), node.rank(node.input(0)) + 1))


@converter("CDist", domain=_DOMAIN, since=1)
def convert_distances(node: Node) -> Expr:
    """Return the distances of each two rows of two matrices."""
    metric = node.attribute("metric", "sqeuclidean")
    if metric not in ("euclidean", "sqeuclidean"):
        node.fail(f"expected metric euclidean or sqeuclidean, but found {metric}")
    difference = op.subtract(op.expand_dims(node.input(0), 1), op.expand_dims(node.input(1), 0))
    squares = op.sum(op.multiply(difference, difference), [2])
    return op.sqrt(squares) if metric == "euclidean" else squares


@converter("IsAllFinite", domain=_DOMAIN, since=1)
def convert_is_all_finite(node: Node) -> Expr:
    """Return whether no tensor has an infinite element, or one that is no number."""
    checks = [name for name, other in (("isinf", "isnan_only"), ("isnan", "isinf_only"))
              if not node.attribute(other, 0)]
    found = [op.any(getattr(op, name)(node.input(i))) for i in range(len(node.inputs)) for name in checks]
    result = found[0]
    for part in found[1:]:
        result = op.logical_or(result, part)
    return op.reshape(op.logical_not(result), (1,))


# Fusions


@converter("FusedGemm", domain=_DOMAIN, since=1)
def convert_fused_gemm(node: Node) -> Expr:
    """Return an activation of a product of matrices plus a bias."""
    parameters = [node.attribute(f"activation_{name}", 0.0) for name in ("alpha", "beta")
                  if node.has_attribute(f"activation_{name}")]
    return activate(node, convert_gemm(node), node.attribute("activation", ""), parameters)


@converter("GemmFastGelu", domain=_DOMAIN, since=1)
def convert_gemm_fast_gelu(node: Node) -> Expr:
    """Return an approximation of gelu, of a product plus a bias."""
    result, bias = matmul(node, node.input(0), node.input(1)), node.optional_input(2)
    return gelu_of_tanh(node, result if bias is None else op.add(result, bias))


@converter("BiasAdd", domain=_DOMAIN, since=1)
def convert_bias_add(node: Node) -> Expr:
    """Return the sum of data, a bias, and other data."""
    return op.add(op.add(node.input(0), node.input(1)), node.input(2))


@converter("BiasSplitGelu", domain=_DOMAIN, since=1)
def convert_bias_split_gelu(node: Node) -> Expr:
    """Return the first half of features times the gelu of the second one, of the sum with a bias."""
    data = op.add(node.input(0), node.input(1))
    first, second = op.split(data, 2, node.rank(data) - 1)
    return op.multiply(first, gelu(node, second))


@converter("BiasSoftmax", domain=_DOMAIN, since=1)
def convert_bias_softmax(node: Node) -> Expr:
    """Return a softmax of the sum with a bias, over all dimensions from an axis on."""
    return softmax_of_rows(node, op.add(node.input(0), node.input(1)))


@converter("BiasDropout", domain=_DOMAIN, since=1)
def convert_bias_dropout(node: Node) -> list[Expr]:
    """Return a dropout of the sum with a bias, plus other data; and which elements it keeps."""
    residual = node.optional_input(2)
    node.inputs[:3] = [op.add(node.input(0), node.input(1))]
    result, *mask = convert_dropout(node)
    return [result if residual is None else op.add(result, residual),
            *(op.cast(part, "bool") for part in mask)]


@converter("NhwcMaxPool", domain=_DOMAIN, since=1)
def convert_nhwc_max_pool(node: Node) -> Expr:
    """Return the maximum of each window of images whose channels are the last dimension."""
    rank = node.rank(node.input(0))
    node.inputs[0] = op.transpose(node.input(0), [0, rank - 1, *range(1, rank - 1)])
    pooled = convert_max_pool(node)
    assert isinstance(pooled, Expr)
    return op.transpose(pooled, [0, *range(2, rank), 1])


def _normalize_groups(node: Node, data: Expr) -> Expr:
    """Return data with groups of channels normalized, and an activation of them."""
    rank, groups = node.rank(data), node.attribute("groups")
    is_last = bool(node.attribute("channels_last", 1))
    if is_last:
        data = op.transpose(data, [0, rank - 1, *range(1, rank - 1)])
    dtype = node.dtype(data)
    wide = cast(node, data, "float32")
    parts = [cast(node, node.input(i), "float32") for i in (1, 2)]
    result = op.nn.group_norm(wide, *parts, groups, 1, node.attribute("epsilon", 1e-5))
    if node.attribute("activation"):
        result = op.multiply(result, op.sigmoid(result))
    result = cast(node, result, dtype)
    return op.transpose(result, [0, *range(2, rank), 1]) if is_last else result


@converter("GroupNorm", domain=_DOMAIN, since=1)
def convert_group_norm(node: Node) -> Expr:
    """Return normalized groups of channels."""
    return _normalize_groups(node, node.input(0))


@converter("SkipGroupNorm", domain=_DOMAIN, since=1)
def convert_skip_group_norm(node: Node) -> list[Expr]:
    """Return normalized groups of channels of a sum, and the sum."""
    data, skip, bias = node.input(0), node.input(3), node.optional_input(4)
    if node.rank(skip) == 2:
        skip = op.expand_dims(skip, 1, node.rank(data) - 2)
    total = op.add(data, skip)
    if bias is not None:
        total = op.add(total, bias)
    return [_normalize_groups(node, total), total]


# Integers


@converter("MulInteger", domain=_DOMAIN, since=1)
def convert_mul_integer(node: Node) -> Expr:
    """Return products of integers minus their zero points, as int32."""
    parts = []
    for i in (0, 2):
        data, point = op.cast(node.input(i), "int32"), node.optional_input(i + 1)
        parts.append(data if point is None else op.subtract(data, op.cast(to_scalar(point), "int32")))
    return op.multiply(*parts)


@converter("ReduceSumInteger", domain=_DOMAIN, since=1)
def convert_reduce_sum_integer(node: Node) -> Expr:
    """Return sums of integers as int32."""
    return op.sum(op.cast(node.input(0), "int32"), list(node.attribute("axes")), bool(node.attribute("keepdims")))


@converter("MatMulInteger16", domain=_DOMAIN, since=1)
def convert_matmul_integer16(node: Node) -> Expr:
    """Return a product of integers as int32."""
    return matmul(node, op.cast(node.input(0), "int32"), op.cast(node.input(1), "int32"))
