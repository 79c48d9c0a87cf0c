"""Grouped attention and rotary embeddings of the domain com.microsoft, as exporters of language models
emit them."""

from __future__ import annotations

import numpy as np

from .... import op
from ....expr import Expr
from ...building import (as_scalar, broadcast, cast, numbers_below, plus, reshape, scalar,
                        size_of, sizes_of, times, to_scalar)
from ..node import Node
from ..registry import converter
from .linear import matmul
from .microsoft_attention import join_heads, split_heads

_DOMAIN = "com.microsoft"


def rotate(node: Node, data: Expr, cosines: Expr, sines: Expr, interleaved: bool) -> Expr:
    """Return pairs of features turned by angles; features behind those of the angles stay.

    Parameters
    ----------
    data : Expr
        Shape (batch, head, step, feature).
    cosines, sines : Expr
        Shape (batch, 1, step, pair).
    """
    pairs, features = node.shape(cosines)[-1], node.shape(data)[-1]
    if pairs is None or features is None or 2 * pairs > features:
        node.fail(f"{pairs} angles do not fit {features} features")
    turned = op.strided_slice(data, [0], [2 * pairs], axes=[3])
    if interleaved:
        first, second = (op.strided_slice(turned, [i], [2 * pairs], [2], [3]) for i in (0, 1))
    else:
        first, second = (op.strided_slice(turned, [i * pairs], [(i + 1) * pairs], axes=[3]) for i in (0, 1))
    parts = [op.subtract(op.multiply(first, cosines), op.multiply(second, sines)),
             op.add(op.multiply(first, sines), op.multiply(second, cosines))]
    if interleaved:
        turned = reshape(op.stack(parts, -1), [*sizes_of(node, data)[:3], 2 * pairs])
    else:
        turned = op.concatenate(parts, 3)
    if 2 * pairs == features:
        return turned
    return op.concatenate([turned, op.strided_slice(data, [2 * pairs], [features], axes=[3])], 3)


def _read_angles(positions: Expr, cosines: Expr, sines: Expr) -> tuple[Expr, Expr]:
    """Return the rows of tables at (batch, step) as (batch, 1, step, pair)."""
    found = [op.expand_dims(op.take(table, positions, 0), 1) for table in (cosines, sines)]
    return found[0], found[1]


@converter("RotaryEmbedding", domain=_DOMAIN, since=1)
def convert_rotary_embedding(node: Node) -> Expr:
    """Return features turned by angles that depend on the place in the sequence."""
    data, positions = node.input(0), node.input(1)
    if node.attribute("is_packed_batching", 0):
        node.fail("attribute is_packed_batching of 1 is not supported")
    if node.attribute("scale", 1.0) != 1:
        node.fail("attribute scale is not supported")
    split = node.rank(data) == 3
    if split:
        pairs = node.shape(node.input(2))[-1]
        heads = node.attribute("num_heads", 0)
        if not heads and pairs is not None:
            # The tables have an angle for each pair of features of a head.
            heads = (node.shape(data)[-1] or 0) // (2 * pairs)
        if not heads:
            node.fail("the number of heads must be known")
        data = split_heads(data, heads)
    if node.rank(positions) == 1:
        first = op.cast(to_scalar(positions), "int64")
        positions = op.expand_dims(op.add(numbers_below(size_of(node, data, 2)), first), 0)
    angles = _read_angles(positions, node.input(2), node.input(3))
    result = rotate(node, data, *angles, bool(node.attribute("interleaved", 0)))
    return join_heads(node, result) if split else result


class GroupedAttention:
    """The attention of a node whose heads share keys and values in groups.

    Attributes
    ----------
    heads, groups : int
    query, key, value : Expr
        Shape (batch, head or group, step, feature).
    past : Expr
        For each batch element, how many steps there were before: a vector of int64.
    """

    def __init__(self, node: Node):
        self.node = node
        self._check()
        self.heads, self.groups = node.attribute("num_heads"), node.attribute("kv_num_heads")
        if self.groups < 1 or self.heads % self.groups:
            node.fail(f"{self.heads} heads do not split into {self.groups} groups")
        parts = self._split_inputs()
        self.query, self.key, self.value = (
            split_heads(part, count) for part, count in zip(parts, (self.heads, self.groups, self.groups)))
        self.steps = size_of(node, self.query, 2)
        lengths = op.add(op.cast(op.reshape(node.input(5), (-1,)), "int64"), scalar(1, "int64"))
        self.total = self._read_total()
        # The first steps of sequences may be padded: they have no past.
        is_first = op.equal(as_scalar(self.total), as_scalar(self.steps))
        past = op.subtract(lengths, as_scalar(self.steps))
        self.past = op.where(is_first, op.zeros_like(past), past)

    def _check(self) -> None:
        """Refuse inputs and attributes without a conversion."""
        node = self.node
        for name in ("k_quant_type", "v_quant_type"):
            if node.attribute(name, "NONE") != "NONE":
                node.fail(f"attribute {name} is not supported")
        if not node.attribute("causal", 1):
            node.fail("attribute causal of 0 is not supported")
        for i in range(12, len(node.inputs)):
            if node.optional_input(i) is not None:
                node.fail(f"input {i} is not supported")
        if node.output_is_used(3):
            node.fail("output 3 is not supported")

    def _split_inputs(self) -> list[Expr]:
        """Return queries, keys and values; they may be one tensor."""
        node, query, key = self.node, self.node.input(0), self.node.optional_input(1)
        if key is not None:
            return [query, key, node.input(2)]
        columns, count = node.shape(query)[2], self.heads + 2 * self.groups
        if columns is None or columns % count:
            node.fail(f"{columns} features are not those of {count} heads")
        size = columns // count
        return list(op.split(query, [self.heads * size, (self.heads + self.groups) * size], 2))

    def _read_total(self) -> int | Expr:
        """Return the most steps that a sequence has with its past."""
        total = self.node.input(6)
        value = self.node.constant(total)
        return to_scalar(op.cast(total, "int64")) if value is None else int(value.reshape(-1)[0])

    def rotate(self) -> None:
        """Turn queries and keys by the angles of their places."""
        node = self.node
        positions = node.optional_input(9)
        if positions is None:
            positions = op.add(op.expand_dims(self.past, 1), op.expand_dims(numbers_below(self.steps), 0))
        angles = _read_angles(positions, node.input(7), node.input(8))
        interleaved = bool(node.attribute("rotary_interleaved", 0))
        self.query = rotate(node, self.query, *angles, interleaved)
        self.key = rotate(node, self.key, *angles, interleaved)

    def join_past(self, new: Expr, i: int) -> Expr:
        """Return keys or values behind those of the past, which are an input with room for more."""
        node, past = self.node, self.node.optional_input(i)
        if past is None:
            return new
        room = size_of(node, past, 2)
        if isinstance(room, Expr) or isinstance(self.total, Expr):
            length: int | Expr = op.maximum(as_scalar(room), as_scalar(self.total))
        else:
            length = max(room, self.total)
        step, end = op.expand_dims(numbers_below(length), 0), op.expand_dims(self.past, 1)
        place = op.where(op.less(step, end), step, op.add(op.subtract(step, end), as_scalar(room)))
        last = op.subtract(as_scalar(plus(room, self.steps)), scalar(1, "int64"))
        is_used = op.less(step, op.add(end, as_scalar(self.steps)))
        place, is_used = (op.expand_dims(op.expand_dims(part, 1), 3)
                          for part in (op.minimum(place, last), is_used))
        sizes = sizes_of(node, new)
        index = broadcast(place, [sizes[0], sizes[1], length, sizes[3]])
        found = op.gather(op.concatenate([past, new], 2), 2, index)
        return op.where(is_used, found, scalar(0, node.dtype(found)))

    def mask(self, scores: Expr) -> Expr:
        """Return scores without those of the future, and of steps outside a window."""
        node, dtype = self.node, self.node.dtype(scores)
        column = numbers_below(size_of(node, scores, 3))
        row = op.add(op.expand_dims(self.past, 1), op.expand_dims(numbers_below(self.steps), 0))
        row = op.expand_dims(row, 2)
        hidden = op.greater(column, row)
        window = node.attribute("local_window_size", -1)
        if window > 0:
            hidden = op.logical_or(hidden, op.less_equal(column, op.subtract(row, scalar(window, "int64"))))
        return op.where(op.expand_dims(hidden, 1), scalar(float(np.finfo("float32").min), dtype), scores)

    def softmax(self, scores: Expr) -> Expr:
        """Return the weights of values. A sink takes a part of them: a score that no value has."""
        node, dtype = self.node, self.node.dtype(scores)
        sink = node.optional_input(11)
        if sink is None and node.attribute("smooth_softmax", 0) != 1:
            return op.nn.softmax(scores, -1)
        own = scalar(0, dtype) if sink is None else reshape(cast(node, sink, dtype), [1, self.heads, 1, 1])
        most = op.maximum(op.max(scores, [-1], True), own)
        powers = op.exp(op.subtract(scores, most))
        total = op.add(op.sum(powers, [-1], True), op.exp(op.subtract(own, most)))
        return op.divide(powers, total)

    def attend(self, key: Expr, value: Expr) -> Expr:
        """Return the weighted sums of values."""
        node, size = self.node, self.node.shape(self.query)[3]
        if size is None:
            node.fail("the size of heads must be known")
        if self.heads != self.groups:
            key, value = (op.repeat(part, self.heads // self.groups, 1) for part in (key, value))
        scores = matmul(node, self.query, op.transpose(key, [0, 1, 3, 2]))
        dtype = node.dtype(scores)
        scores = op.multiply(scores, scalar(node.attribute("scale", 0.0) or size**-0.5, dtype))
        cap = node.attribute("softcap", 0.0)
        if cap:
            scores = op.multiply(op.tanh(op.divide(scores, scalar(cap, dtype))), scalar(cap, dtype))
        if node.optional_input(10) is not None:
            scores = op.add(scores, node.input(10))
        return join_heads(node, matmul(node, self.softmax(self.mask(scores)), value))


@converter("GroupQueryAttention", domain=_DOMAIN, since=1)
def convert_group_query_attention(node: Node) -> list[Expr | None]:
    """Return attention whose heads share keys and values in groups, and these with the past."""
    attention = GroupedAttention(node)
    if node.attribute("do_rotary", 0):
        attention.rotate()
    key, value = attention.join_past(attention.key, 3), attention.join_past(attention.value, 4)
    return [attention.attend(key, value), key, value]
