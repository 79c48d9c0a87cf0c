"""Attention of the domain com.microsoft."""

from __future__ import annotations

import numpy as np

from .... import op
from ....expr import Expr
from ...building import (as_scalar, numbers_below, require_shape, reshape, scalar, size_of, sizes_of,
                        times)
from ..node import Node
from ..registry import converter
from .linear import matmul
from .microsoft_quantized import multiply_quantized

_DOMAIN = "com.microsoft"


@converter("Attention", domain=_DOMAIN, since=1)
def convert_attention(node: Node) -> list[Expr | None]:
    """Return attention of several heads, whose queries, keys and values are a product of the input;
    and the keys and values with those of the past."""
    data, weight, bias = node.input(0), node.input(1), node.optional_input(2)
    if node.optional_input(6) is not None:
        node.fail("input past_sequence_length is not supported")
    if node.attribute("do_rotary", 0):
        node.fail("attribute do_rotary of 1 is not supported")
    columns = require_shape(node, weight, "the weight of an Attention")[1]
    sizes = node.attribute("qkv_hidden_sizes", []) or [columns // 3] * 3
    product = op.nn.dense(data, op.transpose(weight))
    if bias is not None:
        product = op.add(product, bias)
    return _attend_product(node, product, sizes, node.optional_input(3), node.optional_input(4))


def _attend_product(node: Node, product: Expr, sizes: list[int], mask: Expr | None,
                    past: Expr | None) -> list[Expr | None]:
    """Return attention of queries, keys and values side by side, and the keys and values."""
    heads = node.attribute("num_heads")
    parts = op.split(product, [sizes[0], sizes[0] + sizes[1]], -1)
    query, key, value = (split_heads(part, heads) for part in parts)
    if past is not None:
        key, value = (op.concatenate([op.squeeze(op.strided_slice(past, [i], [i + 1], axes=[0]),
                                                 [0]), new], 2) for i, new in enumerate((key, value)))
    bias = node.optional_input(5) if node.op_type == "Attention" else None
    return [_attend(node, query, key, value, mask, bias), op.stack([key, value], 0)]


@converter("QAttention", domain=_DOMAIN, since=1)
def convert_quantized_attention(node: Node) -> list[Expr | None]:
    """Return attention whose queries, keys and values are a product of quantized tensors."""
    if node.attribute("do_rotary", 0):
        node.fail("attribute do_rotary of 1 is not supported")
    columns = require_shape(node, node.input(1), "the weight of a QAttention")[1]
    product = multiply_quantized(node, (0, 3, 6), (1, 4, 7))
    return _attend_product(node, op.add(product, node.input(2)), [columns // 3] * 3,
                           node.optional_input(5), node.optional_input(8))


@converter("MultiHeadAttention", domain=_DOMAIN, since=1)
def convert_multi_head_attention(node: Node) -> list[Expr | None]:
    """Return attention of several heads of queries, keys and values, and these with the past."""
    heads = node.attribute("num_heads")
    for i, name in ((8, "past_sequence_length"), (9, "cache_indirection")):
        if node.optional_input(i) is not None:
            node.fail(f"input {name} is not supported")
    query, key, value = _read_heads(node, heads)
    if node.optional_input(6) is not None:
        key, value = (op.concatenate([node.input(i), new], 2)
                      for i, new in ((6, key), (7, value)))
    result = _attend(node, query, key, value, node.optional_input(4), node.optional_input(5))
    return [result, key, value]


def _read_heads(node: Node, heads: int) -> list[Expr]:
    """Return queries, keys and values as (batch, head, step, feature). They may be packed, and keys and
    values of another sequence may have this form."""
    data, key, bias = node.input(0), node.optional_input(1), node.optional_input(3)
    if node.rank(data) == 5:
        parts = _unpack(node, data, 3)
    elif key is None:
        node.fail("keys are absent")
    elif node.rank(key) == 5:
        parts = [data, *_unpack(node, key, 2)]
    else:
        parts = [data, key, node.input(2)]
    if bias is not None:
        sizes = [node.shape(part)[-1] for part in parts]
        if sizes[0] is None or sizes[1] is None:
            node.fail("the sizes of queries, keys and values must be known")
        biases = op.split(bias, [sizes[0], sizes[0] + sizes[1]], 0)
        # The keys and values of another sequence have theirs already.
        parts = [op.add(part, own) if node.rank(part) == 3 else part for part, own in zip(parts, biases)]
    return [split_heads(part, heads) if node.rank(part) == 3 else part for part in parts]


def _unpack(node: Node, data: Expr, count: int) -> list[Expr]:
    """Return tensors of (batch, step, head and feature) of one of (batch, step, head, part, feature)."""
    if node.shape(data)[3] != count:
        node.fail(f"expected {count} parts of packed tensors, but got {node.shape(data)[3]}")
    sizes = sizes_of(node, data)
    return [reshape(op.strided_slice(data, [i], [i + 1], axes=[3]),
                    [sizes[0], sizes[1], times(sizes[2], sizes[4])]) for i in range(count)]


def split_heads(data: Expr, heads: int) -> Expr:
    """Return (batch, head, step, feature) of (batch, step, head and feature)."""
    return op.transpose(op.reshape(data, (0, 0, -4, heads, -1)), [0, 2, 1, 3])


def join_heads(node: Node, data: Expr) -> Expr:
    """Return (batch, step, head and feature) of (batch, head, step, feature)."""
    data = op.transpose(data, [0, 2, 1, 3])
    features = times(size_of(node, data, 2), size_of(node, data, 3))
    return op.reshape(data, (0, 0, -1 if isinstance(features, Expr) else features))


def _attend(node: Node, query: Expr, key: Expr, value: Expr, mask: Expr | None,
            bias: Expr | None) -> Expr:
    """Return the sums of values, weighted by the softmax of scores."""
    size = node.shape(query)[3]
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
    return join_heads(node, matmul(node, op.nn.softmax(scores, -1), value))


def _mask_scores(node: Node, scores: Expr, mask: Expr | None) -> Expr:
    """Return scores, less a large number where a mask has 0, or behind the ends of sequences."""
    if mask is None:
        return scores
    dtype = node.dtype(scores)
    low = scalar(node.attribute("mask_filter_value", -10000.0), dtype)
    rank = node.rank(mask)
    if rank == 1:
        mask, rank = _read_ends(node, scores, mask), 2
    if rank == 2:
        mask = op.expand_dims(mask, 1, 2)
    elif rank == 3:
        mask = op.expand_dims(mask, 1)
    hidden = op.subtract(scalar(1, dtype), op.cast(mask, dtype))
    return op.add(scores, op.multiply(hidden, low))


def _read_ends(node: Node, scores: Expr, mask: Expr) -> Expr:
    """Return a mask of (batch, step) of the ends of sequences, and their starts if these follow."""
    batch, count = node.shape(scores)[0], node.shape(mask)[0]
    if batch is None or count not in (batch, 2 * batch):
        node.fail("expected a mask of one or two numbers for each element of the batch")
    places = op.expand_dims(numbers_below(size_of(node, scores, 3)), 0)
    ends = op.expand_dims(op.cast(mask, "int64"), 1)
    if count == batch:
        return op.cast(op.less(places, ends), "int32")
    ends, starts = op.split(ends, 2, 0)
    return op.cast(op.logical_and(op.less(places, ends), op.greater_equal(places, starts)), "int32")


def _mask_future(node: Node, scores: Expr) -> Expr:
    rows, columns = (numbers_below(size_of(node, scores, axis)) for axis in (2, 3))
    # The past comes before the first query.
    past = op.subtract(as_scalar(size_of(node, scores, 3)), as_scalar(size_of(node, scores, 2)))
    future = op.greater(op.expand_dims(columns, 0), op.add(op.expand_dims(rows, 1), past))
    return op.where(future, scalar(float(np.finfo("float32").min), node.dtype(scores)), scores)
