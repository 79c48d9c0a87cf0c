"""Random numbers. The seed is that of the node; without one it follows from the node's name, so that
a model gives the same numbers each time."""

from __future__ import annotations

import zlib
from collections.abc import Sequence

import numpy as np

from .... import op
from ....expr import Constant, Expr, TupleGetItem
from ...building import cast, is_float
from ..node import Node
from ..registry import converter
from .cast import read_dtype


def make_key(node: Node) -> Constant:
    """Return the state of a generator."""
    if node.has_attribute("seed"):
        seed = int(np.float32(node.attribute("seed", 0.0)).view("uint32"))
    else:
        seed = zlib.crc32(node.name.encode())
    return op.random.threefry_key(seed)


def _check_shape(node: Node, shape: Sequence[int | None]) -> list[int]:
    if None in shape:
        node.fail("random numbers need a shape that is known when the model is imported")
    return [int(size) for size in shape if size is not None]


def _generate(node: Node, shape: Sequence[int | None], dtype: str, is_normal: bool) -> Expr:
    """Return numbers between low and high, or of a mean and a scale."""
    if not is_float(dtype):
        node.fail(f"random numbers of element type {dtype} are not supported")
    names = (("mean", 0.0), ("scale", 1.0)) if is_normal else (("low", 0.0), ("high", 1.0))
    first, second = (node.attribute(name, default) for name, default in names)
    wide = dtype if dtype == "float64" else "float32"
    function = op.random.normal if is_normal else op.random.uniform
    pair = function(make_key(node), _check_shape(node, shape), wide, first, second)
    numbers = TupleGetItem(pair, 1)
    return numbers if wide == dtype else op.cast(numbers, dtype)


@converter("RandomNormal", "RandomUniform", since=1)
def convert_random(node: Node) -> Expr:
    """Return random numbers in a shape that an attribute gives."""
    return _generate(node, node.attribute("shape"), read_dtype(node, "dtype", "float32"),
                     node.op_type == "RandomNormal")


@converter("RandomNormalLike", "RandomUniformLike", since=1)
def convert_random_like(node: Node) -> Expr:
    """Return random numbers in the shape of a tensor."""
    data = node.input(0)
    return _generate(node, node.shape(data), read_dtype(node, "dtype", node.dtype(data)),
                     node.op_type == "RandomNormalLike")


def bernoulli_mask(node: Node, shape: Sequence[int | None], probability: Expr) -> Expr:
    """Return booleans that are true with a probability, a float32."""
    pair = op.random.uniform(make_key(node), _check_shape(node, shape), "float32")
    return op.less(TupleGetItem(pair, 1), probability)


@converter("Bernoulli", since=15)
def convert_bernoulli(node: Node) -> Expr:
    """Return 1 with the probability that an element gives, otherwise 0."""
    data = node.input(0)
    mask = bernoulli_mask(node, node.shape(data), cast(node, data, "float32"))
    return op.cast(mask, read_dtype(node, "dtype", node.dtype(data)))


@converter("Multinomial", since=7)
def convert_multinomial(node: Node) -> Expr:
    """Return classes drawn with the probabilities of which rows hold the logarithms."""
    probabilities = op.nn.softmax(cast(node, node.input(0), "float32"), 1)
    pair = op.random.multinomial(make_key(node), probabilities, node.attribute("sample_size", 1))
    return cast(node, TupleGetItem(pair, 1), read_dtype(node, "dtype", "int32"))
