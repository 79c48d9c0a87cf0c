"""Attention of the domain com.microsoft."""

from __future__ import annotations

import numpy as np

from .... import op
from ....expr import Expr
from ...building import as_scalar, numbers_below, require_shape, scalar, size_of, times
from ..node import Node
from ..registry import converter
from .linear import matmul

_DOMAIN = "com.microsoft"


@converter("Attention", domain=_DOMAIN, since=1)
def convert_attention(node: Node) -> list[Expr | None]:
    """Return attention of several heads, whose queries, keys and values are a product of the input;
    and the keys and values with those of the past."""
    data, weight, bias = node.input(0), node.input(1), node.optional_input(2)
    heads = node.attribute("num_heads")
    if node.optional_input(6) is not None:
        node.fail("input past_sequence_length is not supported")
    if node.attribute("do_rotary", 0):
        node.fail("attribute do_rotary of 1 is not supported")
    _, columns = require_shape(node, weight, "the weight of an Attention")
    sizes = node.attribute("qkv_hidden_sizes", []) or [columns // 3] * 3
    product = op.nn.dense(data, op.transpose(weight))
    if bias is not None:
        product = op.add(product, bias)
    parts = op.split(product, [sizes[0], sizes[0] + sizes[1]], -1)
    query, key, value = (_split_heads(part, heads) for part in parts)
    past = node.optional_input(4)
    if past is not None:
        key, value = (op.concatenate([op.squeeze(op.strided_slice(past, [i], [i + 1], axes=[0]),
                                                 [0]), new], 2) for i, new in enumerate((key, value)))
    result = _attend(node, query, key, value, node.optional_input(3), node.optional_input(5))
    return [result, op.stack([key, value], 0)]


@converter("MultiHeadAttention", domain=_DOMAIN, since=1)
def convert_multi_head_attention(node: Node) -> list[Expr | None]:
    """Return attention of several heads of queries, keys and values, and these with the past."""
    heads, bias = node.attribute("num_heads"), node.optional_input(3)
    for i, name in ((8, "past_sequence_length"), (9, "cache_indirection")):
        if node.optional_input(i) is not None:
            node.fail(f"input {name} is not supported")
    parts = [node.input(0), node.optional_input(1), node.optional_input(2)]
    if parts[1] is None or parts[2] is None or node.rank(parts[1]) != 3:
        node.fail("packed queries, keys and values are not supported")
    if bias is not None:
        sizes = [node.shape(part)[-1] for part in parts]
        if sizes[0] is None or sizes[1] is None:
            node.fail("the sizes of queries, keys and values must be known")
        biases = op.split(bias, [sizes[0], sizes[0] + sizes[1]], 0)
        parts = [op.add(part, own) for part, own in zip(parts, biases)]
    query, key, value = (_split_heads(part, heads) for part in parts)
    if node.optional_input(6) is not None:
        key, value = (op.concatenate([node.input(i), new], 2)
                      for i, new in ((6, key), (7, value)))
    result = _attend(node, query, key, value, node.optional_input(4), node.optional_input(5))
    return [result, key, value]


def _split_heads(data: Expr, heads: int) -> Expr:
    """Return (batch, head, step, feature) of (batch, step, head and feature)."""
    return op.transpose(op.reshape(data, (0, 0, -4, heads, -1)), [0, 2, 1, 3])


def _attend(node: Node, query: Expr, key: Expr, value: Expr, mask: Expr | None,
            bias: Expr | None) -> Expr:
    """Return the sums of values, weighted by the softmax of scores."""
    size, heads = node.shape(query)[3], node.attribute("num_heads")
    if size is None:
        node.fail("the size of heads must be known")
    scale = node.attribute("scale", 0.0) or size**-0.5
    scores = matmul(node, query, op.transpose(key, [0, 1, 3, 2]))
    scores = op.multiply(scores, scalar(scale, node.dtype(scores)))
    scores = _mask_scores(node, scores, mask)
    if bias is not None:
        scores = op.add(scores, bias)
    if node.attribute("unidirectional", 0):
        scores = _mask_future(node, scores)
    result = op.transpose(matmul(node, op.nn.softmax(scores, -1), value), [0, 2, 1, 3])
    features = times(size_of(node, value, 3), heads)
    return op.reshape(result, (0, 0, -1 if isinstance(features, Expr) else features))


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
    # The past comes before the first query.
    past = op.subtract(as_scalar(size_of(node, scores, 3)), as_scalar(size_of(node, scores, 2)))
    future = op.greater(op.expand_dims(columns, 0), op.add(op.expand_dims(rows, 1), past))
    return op.where(future, scalar(float(np.finfo("float32").min), node.dtype(scores)), scores)
