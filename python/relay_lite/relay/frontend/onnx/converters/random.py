"""Random numbers. Those of a node with a seed are the numbers of ONNX's reference implementation, which
has NumPy's generator. Without a seed it follows from the node's name, so that a model gives the same
numbers each time."""

from __future__ import annotations

import math
import zlib
from collections.abc import Sequence

import numpy as np

from .... import op
from ....expr import Expr, TupleGetItem, const
from ...building import cast, is_float
from ..node import Node
from ..registry import converter
from .cast import read_dtype

# Up to so many numbers of a node with a seed are drawn when the model is imported.
_MOST_DRAWN = 1 << 24


def _make_key(node: Node) -> Expr:
    """Return the state of Relay's generator. Passes do not see its value while importing: they would fold
    the numbers, and what depends on them."""
    if node.has_attribute("seed"):
        seed = int(np.float32(node.attribute("seed", 0.0)).view("uint32"))
    else:
        seed = zlib.crc32(node.name.encode())
    return node.graph.importer.hide(op.random.threefry_key(seed))


def _make_state(node: Node, shape: Sequence[int]) -> np.random.RandomState | None:
    """Return NumPy's generator for the seed of a node; None if it has none."""
    if not node.has_attribute("seed"):
        return None
    count = math.prod(shape)
    if count > _MOST_DRAWN:
        node.fail(f"expected at most {_MOST_DRAWN} random numbers with a seed, but got {count}")
    seed = node.attribute("seed", 0.0)
    return np.random.RandomState(int(seed) % (1 << 32) if math.isfinite(seed) else 0)


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
    sizes = _check_shape(node, shape)
    state = _make_state(node, sizes)
    if state is not None:
        drawn = np.asarray(state.randn(*sizes) if is_normal else state.rand(*sizes), dtype)
        scaled = drawn * (second if is_normal else second - first) + first
        return const(scaled.astype(dtype), dtype)
    wide = dtype if dtype == "float64" else "float32"
    function = op.random.normal if is_normal else op.random.uniform
    pair = function(_make_key(node), sizes, wide, first, second)
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


def uniform_numbers(node: Node, shape: Sequence[int | None]) -> Expr:
    """Return numbers of [0, 1): float64 for a node with a seed, otherwise float32."""
    sizes = _check_shape(node, shape)
    state = _make_state(node, sizes)
    if state is not None:
        return const(np.asarray(state.uniform(0, 1, sizes)), "float64")
    return TupleGetItem(op.random.uniform(_make_key(node), sizes, "float32"), 1)


@converter("Bernoulli", since=15)
def convert_bernoulli(node: Node) -> Expr:
    """Return 1 with the probability that an element gives, otherwise 0."""
    data = node.input(0)
    numbers = uniform_numbers(node, node.shape(data))
    drawn = op.less(numbers, cast(node, data, node.dtype(numbers)))
    return op.cast(drawn, read_dtype(node, "dtype", node.dtype(data)))


@converter("Multinomial", since=7)
def convert_multinomial(node: Node) -> Expr:
    """Return classes drawn with the probabilities of which rows hold the logarithms."""
    probabilities = op.nn.softmax(cast(node, node.input(0), "float32"), 1)
    pair = op.random.multinomial(_make_key(node), probabilities, node.attribute("sample_size", 1))
    return cast(node, TupleGetItem(pair, 1), read_dtype(node, "dtype", "int32"))
