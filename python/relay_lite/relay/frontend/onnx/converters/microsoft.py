"""Operators of the domain com.microsoft that exporters and quantizers emit."""

from __future__ import annotations

from .... import op
from ....expr import Expr
from ...building import cast, normalize_axis, numbers_below, scalar, size_of
from ..node import Node
from ..registry import converter
from .activations import RECURRENT, gelu, gelu_of_tanh
from .conv import add_bias, convolve
from .linear import matmul
from .norm import normalize

_DOMAIN = "com.microsoft"


def _add_if(data: Expr, bias: Expr | None) -> Expr:
    return data if bias is None else op.add(data, bias)


@converter("Gelu", domain=_DOMAIN, since=1)
def convert_gelu(node: Node) -> Expr:
    """Return elements times the normal distribution's probability of less."""
    return gelu(node, node.input(0))


@converter("BiasGelu", domain=_DOMAIN, since=1)
def convert_bias_gelu(node: Node) -> Expr:
    """Return a gelu of the sum with a bias."""
    return gelu(node, op.add(node.input(0), node.input(1)))


@converter("FastGelu", domain=_DOMAIN, since=1)
def convert_fast_gelu(node: Node) -> Expr:
    """Return an approximation of gelu, of the sum with a bias."""
    return gelu_of_tanh(node, _add_if(node.input(0), node.optional_input(1)))


@converter("QuickGelu", domain=_DOMAIN, since=1)
def convert_quick_gelu(node: Node) -> Expr:
    """Return elements times the sigmoid of a multiple of them."""
    data = node.input(0)
    alpha = scalar(node.attribute("alpha", 1.702), node.dtype(data))
    return op.multiply(data, op.sigmoid(op.multiply(alpha, data)))


@converter("FusedMatMul", domain=_DOMAIN, since=1)
def convert_fused_matmul(node: Node) -> Expr:
    """Return a multiple of the product of tensors whose matrices may be transposed."""
    parts = []
    for i, name in enumerate(("transA", "transB")):
        part = node.input(i)
        rank = node.rank(part)
        if node.attribute(f"transBatch{name[-1]}", 0):
            node.fail(f"attribute transBatch{name[-1]} is not supported")
        if node.attribute(name, 0) and rank > 1:
            part = op.transpose(part, [*range(rank - 2), rank - 1, rank - 2])
        parts.append(part)
    result = matmul(node, parts[0], parts[1])
    alpha = node.attribute("alpha", 1.0)
    return result if alpha == 1 else op.multiply(result, scalar(alpha, node.dtype(result)))


@converter("FusedConv", domain=_DOMAIN, since=1)
def convert_fused_conv(node: Node) -> Expr:
    """Return an activation of a convolution, and of another summand."""
    result = add_bias(convolve(node, node.input(0), node.input(1)), node.optional_input(2))
    result = _add_if(result, node.optional_input(3))
    return activate(node, result, node.attribute("activation", ""), node.attribute("activation_params", []))


def activate(node: Node, data: Expr, name: str, parameters: list[float]) -> Expr:
    """Return the activation of a name, with its first parameters or their defaults."""
    if not name:
        return data
    if name == "Clip":
        return op.clip(data, *parameters)
    if name.lower() not in RECURRENT:
        node.fail(f"activation {name} is not supported")
    function, alpha, beta = RECURRENT[name.lower()]
    values = [*parameters, *(alpha, beta)[len(parameters):]]
    return function(node, data, values[0], values[1])


# Normalization


def _layer_norm(node: Node, data: Expr, gamma: Expr, beta: Expr | None) -> Expr:
    epsilon = node.attribute("epsilon", 1e-12)
    if beta is None:
        return op.nn.layer_norm(data, gamma, op.zeros_like(gamma), -1, epsilon, False)
    return op.nn.layer_norm(data, gamma, beta, -1, epsilon)


@converter("SkipLayerNormalization", domain=_DOMAIN, since=1)
def convert_skip_layer_norm(node: Node) -> list[Expr | None]:
    """Return the layer normalization of a sum, and the sum."""
    total = _add_if(op.add(node.input(0), node.input(1)), node.optional_input(4))
    return [_layer_norm(node, total, node.input(2), node.optional_input(3)), None, None, total]


def _rms_norm(node: Node, data: Expr, scale: Expr) -> Expr:
    rank = node.rank(data)
    axis = normalize_axis(node, node.attribute("axis", -1), rank)
    dtype = node.dtype(data)
    wide = data if dtype == "float64" else cast(node, data, "float32")
    result, _, _ = normalize(node, wide, list(range(axis, rank)),
                             node.attribute("epsilon", 1e-5), False)
    return op.multiply(cast(node, result, node.dtype(scale)), scale)


@converter("SimplifiedLayerNormalization", since=1)
def convert_simplified_layer_norm(node: Node) -> Expr:
    """Return data divided by the root of the mean of their squares."""
    return _rms_norm(node, node.input(0), node.input(1))


@converter("SkipSimplifiedLayerNormalization", domain=_DOMAIN, since=1)
def convert_skip_simplified_layer_norm(node: Node) -> list[Expr | None]:
    """Return a sum divided by the root of the mean of its squares, and the sum."""
    total = _add_if(op.add(node.input(0), node.input(1)), node.optional_input(3))
    return [_rms_norm(node, total, node.input(2)), None, None, total]


@converter("EmbedLayerNormalization", domain=_DOMAIN, since=1)
def convert_embed_layer_norm(node: Node) -> list[Expr | None]:
    """Return the layer normalization of the sum of the vectors of words, places and segments; and the number
    of words of each sequence that its mask leaves."""
    words, segments = node.input(0), node.optional_input(1)
    mask, places = node.optional_input(7), node.optional_input(8)
    total = op.take(node.input(2), words, 0, mode="wrap")
    table = node.input(3)
    if places is not None:
        total = op.add(total, op.take(table, places, 0, mode="wrap"))
    else:
        count = size_of(node, words, 1)
        if isinstance(count, Expr):
            total = op.add(total, op.take(table, numbers_below(count), 0))
        else:
            total = op.add(total, op.strided_slice(table, [0], [count], axes=[0]))
    if segments is not None:
        total = op.add(total, op.take(node.input(4), segments, 0, mode="wrap"))
    result = _layer_norm(node, total, node.input(5), node.input(6))
    counts = None if not node.output_is_used(1) else _count_words(node, words, mask)
    return [result, counts, total]


def _count_words(node: Node, words: Expr, mask: Expr | None) -> Expr:
    if mask is not None:
        return op.sum(op.cast(mask, "int32"), [1])
    return op.sum(op.zeros_like(op.cast(words, "int32")), [1])
