"""Operators of the domain com.microsoft that exporters and quantizers emit."""

from __future__ import annotations

import numpy as np

from .... import op
from ....expr import Expr
from ..building import cast, normalize_axis, numbers_below, require_shape, scalar, size_of
from ..node import Node
from ..registry import converter
from .activations import gelu, gelu_of_tanh
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


# Attention


@converter("Attention", domain=_DOMAIN, since=1)
def convert_attention(node: Node) -> list[Expr | None]:
    """Return attention of several heads, whose queries, keys and values are a product of the input."""
    data, weight, bias = node.input(0), node.input(1), node.optional_input(2)
    heads = node.attribute("num_heads")
    for i, name in ((4, "past"), (6, "past_sequence_length")):
        if node.optional_input(i) is not None:
            node.fail(f"input {name} is not supported")
    if node.attribute("do_rotary", 0):
        node.fail("attribute do_rotary of 1 is not supported")
    _, columns = require_shape(node, weight, "the weight of an Attention")
    sizes = node.attribute("qkv_hidden_sizes", []) or [columns // 3] * 3
    product = _add_if(op.nn.dense(data, op.transpose(weight)), bias)
    places = [sizes[0], sizes[0] + sizes[1]]
    query, key, value = (_split_heads(part, heads, size) for part, size in
                         zip(op.split(product, places, -1), sizes))
    scores = _score(node, query, key, sizes[0] // heads)
    scores = _mask_scores(node, scores, node.optional_input(3))
    if node.optional_input(5) is not None:
        scores = op.add(scores, node.input(5))
    if node.attribute("unidirectional", 0):
        scores = _mask_future(node, scores)
    result = matmul(node, op.nn.softmax(scores, -1), value)
    result = op.reshape(op.transpose(result, [0, 2, 1, 3]), (0, 0, sizes[2]))
    return [result, op.stack([key, value], 0)]


def _split_heads(data: Expr, heads: int, size: int) -> Expr:
    return op.transpose(op.reshape(data, (0, 0, heads, size // heads)), [0, 2, 1, 3])


def _score(node: Node, query: Expr, key: Expr, size: int) -> Expr:
    scale = node.attribute("scale", 0.0) or size**-0.5
    scores = matmul(node, query, op.transpose(key, [0, 1, 3, 2]))
    return op.multiply(scores, scalar(scale, node.dtype(scores)))


def _mask_scores(node: Node, scores: Expr, mask: Expr | None) -> Expr:
    """Return scores, less a large number where a mask has 0, or behind the ends of sequences."""
    if mask is None:
        return scores
    dtype = node.dtype(scores)
    low = scalar(node.attribute("mask_filter_value", -10000.0), dtype)
    rank = node.rank(mask)
    if rank == 1:
        if node.shape(mask) != node.shape(scores)[:1]:
            node.fail("a mask of starts and ends is not supported")
        places = numbers_below(size_of(node, scores, 3))
        ends = op.expand_dims(op.cast(mask, "int64"), 1)
        mask = op.cast(op.less(op.expand_dims(places, 0), ends), "int32")
        rank = 2
    if rank == 2:
        mask = op.expand_dims(mask, 1, 2)
    elif rank == 3:
        mask = op.expand_dims(mask, 1)
    hidden = op.subtract(scalar(1, dtype), op.cast(mask, dtype))
    return op.add(scores, op.multiply(hidden, low))


def _mask_future(node: Node, scores: Expr) -> Expr:
    rows, columns = (numbers_below(size_of(node, scores, axis)) for axis in (2, 3))
    future = op.greater(op.expand_dims(columns, 0), op.expand_dims(rows, 1))
    return op.where(future, scalar(float(np.finfo("float32").min), node.dtype(scores)), scores)
