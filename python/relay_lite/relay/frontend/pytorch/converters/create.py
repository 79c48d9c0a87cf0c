"""New tensors: constants, ranges, random numbers."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .... import op
from ....expr import Expr, TupleGetItem, const
from ...building import (MOST_ELEMENTS, arange, broadcast, cast, filled, is_float, known_range,
                         require_few, reshape, scalar, sizes_of)
from ..node import Node
from ..registry import converter
from .types import read_dtype


def _dtype(node: Node, dtype: Any, default: str) -> str:
    return default if dtype is None else read_dtype(node, dtype)


@converter("aten::zeros", "aten::ones", "aten::empty", "aten::new_zeros", "aten::new_ones",
           "aten::new_empty", "aten::empty_strided", "aten::new_empty_strided", "aten::empty_permuted")
def convert_filled(node: Node, size: Any, self: Any = None, dtype: Any = None, **rest: Any) -> Expr:
    """Return a tensor of 0 or 1; an empty one holds 0."""
    default = node.default_dtype if self is None else node.dtype(self)
    value = 1 if node.op.endswith("ones") else 0
    return filled(value, node.sizes(size), _dtype(node, dtype, default))


@converter("aten::zeros_like", "aten::ones_like", "aten::empty_like")
def convert_filled_like(node: Node, self: Any, dtype: Any = None) -> Expr:
    """Return a tensor of 0 or 1 in the shape of another."""
    value = 1 if node.op.endswith("ones_like") else 0
    return filled(value, sizes_of(node, self), _dtype(node, dtype, node.dtype(self)))


@converter("aten::full", "aten::new_full", "aten::full_like")
def convert_full(node: Node, fill_value: Any, size: Any = None, self: Any = None,
                 dtype: Any = None) -> Expr:
    """Return a tensor of one value."""
    default = node.number_dtype(fill_value) if self is None and not isinstance(fill_value, Expr) \
        else node.dtype(fill_value if self is None else self)
    kind = _dtype(node, dtype, default)
    sizes = sizes_of(node, self) if size is None else node.sizes(size)
    if isinstance(fill_value, Expr):
        return broadcast(node.tensor(fill_value, kind), sizes)
    return filled(fill_value, sizes, kind)


@converter("aten::arange", "aten::range", "prims::iota")
def convert_arange(node: Node, end: Any = None, start: Any = 0, step: Any = 1, dtype: Any = None,
                   length: Any = None) -> Expr:
    """Return evenly spaced numbers."""
    if length is not None:
        start = node.tensor(start, "int64")
        stop = op.add(start, op.multiply(node.tensor(length, "int64"), node.tensor(step, "int64")))
        return cast(node, arange(start, stop, node.tensor(step, "int64"), "int64"),
                    _dtype(node, dtype, "int64"))
    bounds = [start, end, step]
    floats = any(isinstance(bound, float) or isinstance(bound, Expr) and is_float(node.dtype(bound))
                 for bound in bounds)
    kind = _dtype(node, dtype, node.default_dtype if floats else "int64")
    known: list[Any] = [node.constant(bound) if isinstance(bound, Expr) else bound
                        for bound in bounds]
    if all(value is not None for value in known):
        begin, end, step = (float(value) if floats else int(value) for value in known)
        if node.op.endswith("range") and not node.op.endswith("arange"):
            last = begin + math.floor((end - begin) / step) * step
            end = last + (step / 2 if floats else int(math.copysign(1, step)))
        return known_range(node, begin, end, step, kind)
    wide = node.default_dtype if floats else "int64"
    first, last, width = (node.tensor(bound, wide) for bound in bounds)
    return cast(node, arange(first, last, width, wide), kind)


@converter("aten::linspace", "aten::logspace")
def convert_linspace(node: Node, start: Any, end: Any, steps: Any, base: float = 10.0,
                     dtype: Any = None) -> Expr:
    """Return a number of evenly spaced numbers, or the powers of these."""
    kind = _dtype(node, dtype, node.default_dtype)
    first, last = (node.number(value, "a bound") for value in (start, end))
    count = node.number(steps, "the number of steps")
    # PyTorch counts from both ends, in the type of the result.
    wide = np.dtype(kind) if kind in ("float32", "float64") else np.dtype("float32")
    width = wide.type((last - first) / (count - 1)) if count > 1 else wide.type(0)
    require_few(node, count)
    places = np.arange(count)
    values = np.where(places < (count + 1) // 2, wide.type(first) + width * places.astype(wide),
                      wide.type(last) - width * (count - 1 - places).astype(wide))
    if node.op.endswith("logspace"):
        values = np.power(base, values.astype("float64"))
    return const(values.astype(kind), kind)


@converter("aten::eye")
def convert_eye(node: Node, n: Any, m: Any = None, dtype: Any = None) -> Expr:
    """Return a matrix with 1 in its diagonal."""
    kind = _dtype(node, dtype, node.default_dtype)
    rows = node.number(n, "the number of rows")
    columns = rows if m is None else node.number(m, "the number of columns")
    if rows * columns > MOST_ELEMENTS:
        places = known_range(node, 0, rows, 1, "int64")
        return op.one_hot(places, scalar(1, kind), scalar(0, kind), columns, -1, kind)
    return const(np.eye(rows, columns).astype(kind), kind)


@converter("aten::hann_window", "aten::hamming_window", "aten::blackman_window",
           "aten::bartlett_window")
def convert_window(node: Node, window_length: int, periodic: bool = True, alpha: float = 0.54,
                   beta: float = 0.46, dtype: Any = None) -> Expr:
    """Return a window function."""
    kind = _dtype(node, dtype, node.default_dtype)
    require_few(node, window_length)
    count = window_length + 1 if periodic and window_length > 1 else window_length
    place = np.arange(window_length) / max(1, count - 1)
    name = node.op.partition("::")[2]
    if name == "bartlett_window":
        values = 1 - np.abs(2 * place - 1)
    elif name == "blackman_window":
        values = 0.42 - 0.5 * np.cos(2 * np.pi * place) + 0.08 * np.cos(4 * np.pi * place)
    else:
        first, second = (0.5, 0.5) if name == "hann_window" else (alpha, beta)
        values = first - second * np.cos(2 * np.pi * place)
    return const((values if count > 1 else np.ones(window_length)).astype(kind), kind)


@converter("aten::complex", "aten::view_as_real", "aten::view_as_complex")
def convert_complex(node: Node, **arguments: Any) -> Expr:
    """Refuse complex numbers."""
    node.fail("Relay has no complex numbers")


# Random numbers


def _random(node: Node, sizes: Any, dtype: str, is_normal: bool, first: float = 0.0,
            second: float = 1.0) -> Expr:
    """Return random numbers, whose seed follows from the name of the call."""
    import zlib

    shape = [node.number(size, "the size of random numbers") for size in sizes]
    wide = dtype if dtype == "float64" else "float32"
    function = op.random.normal if is_normal else op.random.uniform
    key = op.random.threefry_key(zlib.crc32(node.name.encode()))
    numbers = TupleGetItem(function(key, shape, wide, first, second), 1)
    return cast(node, numbers, dtype)


@converter("aten::rand", "aten::randn")
def convert_random(node: Node, size: Any, dtype: Any = None) -> Expr:
    """Return random numbers."""
    return _random(node, node.sizes(size), _dtype(node, dtype, node.default_dtype),
                   node.op.endswith("randn"))


@converter("aten::rand_like", "aten::randn_like")
def convert_random_like(node: Node, self: Any, dtype: Any = None) -> Expr:
    """Return random numbers in the shape of a tensor."""
    return _random(node, sizes_of(node, self), _dtype(node, dtype, node.dtype(self)),
                   node.op.endswith("randn_like"))


@converter("aten::uniform", "aten::normal_functional")
def convert_uniform(node: Node, self: Any, **bounds: Any) -> Expr:
    """Return random numbers between bounds, or of a mean and a deviation, in the shape of a tensor."""
    names = ("mean", "std") if "normal" in node.op else ("from", "to")
    first, second = (bounds.get(name, default) for name, default in zip(names, (0.0, 1.0)))
    return _random(node, sizes_of(node, self), node.dtype(self), "normal" in node.op, first, second)


@converter("aten::randint")
def convert_randint(node: Node, high: int, size: Any, low: int = 0, dtype: Any = None) -> Expr:
    """Return random integers."""
    numbers = _random(node, node.sizes(size), "float32", False, float(low), float(high))
    return op.cast(op.floor(numbers), _dtype(node, dtype, "int64"))


@converter("aten::bernoulli")
def convert_bernoulli(node: Node, self: Any, p: Any = None) -> Expr:
    """Return 1 with a probability, otherwise 0."""
    numbers = _random(node, sizes_of(node, self), "float32", False)
    probability = op.cast(self, "float32") if p is None else node.tensor(p, "float32")
    return op.cast(op.less(numbers, probability), node.dtype(self))


@converter("aten::multinomial")
def convert_multinomial(node: Node, self: Any, num_samples: int, replacement: bool = False) -> Expr:
    """Return numbers drawn with given probabilities."""
    import zlib

    if not replacement and num_samples > 1:
        node.fail("drawing without replacement is not supported")
    key = op.random.threefry_key(zlib.crc32(node.name.encode()))
    data = reshape(self, [1, -1]) if node.rank(self) == 1 else self
    found = op.cast(TupleGetItem(op.random.multinomial(key, data, num_samples), 1), "int64")
    return op.squeeze(found, [0]) if node.rank(self) == 1 else found

