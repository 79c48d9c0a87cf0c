"""Signals: Fourier transforms, windows, filters of the mel scale."""

from __future__ import annotations

import math

import numpy as np

from .... import op
from ....expr import Expr, const
from ...building import (as_scalar, cast, choose_axis, elements_of, normalize_axis, numbers_below,
                         over, plus, scalar, size_of, times, to_scalar, vector)
from ..node import Node
from ..registry import converter
from .cast import read_dtype

_WINDOWS = {"HannWindow": (0.5, 0.5, 0.0), "HammingWindow": (25 / 46, 21 / 46, 0.0),
            "BlackmanWindow": (0.42, 0.5, 0.08)}


@converter("HannWindow", "HammingWindow", "BlackmanWindow", since=17)
def convert_window(node: Node) -> Expr:
    """Return a sum of cosines."""
    dtype = read_dtype(node, "output_datatype", "float32")
    size = to_scalar(op.cast(node.input(0), "int64"))
    periodic = node.attribute("periodic", 1)
    a0, a1, a2 = _WINDOWS[node.op_type]
    wide = "float64"
    length = op.cast(size, wide)
    if not periodic:
        length = op.subtract(length, scalar(1, wide))
    known = node.constant(size)
    places = op.cast(numbers_below(size if known is None else int(known)), wide)
    angle = op.divide(op.multiply(places, scalar(2 * math.pi, wide)), length)
    result = op.subtract(scalar(a0, wide), op.multiply(scalar(a1, wide), op.cos(angle)))
    if a2:
        twice = op.multiply(angle, scalar(2, wide))
        result = op.add(result, op.multiply(scalar(a2, wide), op.cos(twice)))
    return op.cast(result, dtype)


def _transform(node: Node, data: Expr, axis: int, length: Expr | None, inverse: bool,
               onesided: bool) -> Expr:
    """Return the Fourier transform along an axis of numbers whose last dimension has the real part,
    and perhaps the imaginary one."""
    rank = node.rank(data)
    parts = node.shape(data)[-1]
    if parts not in (1, 2):
        node.fail(f"expected a last dimension of 1 or 2, but found {parts}")
    order = [i for i in range(rank - 1) if i != axis] + [axis]
    back = [order.index(i) for i in range(rank - 1)]
    real, imaginary = (_take_part(data, i) if i < parts else None for i in range(2))
    real = _set_length(node, op.transpose(real, order), length)
    imaginary = op.zeros_like(real) if imaginary is None else \
        _set_length(node, op.transpose(imaginary, order), length)
    if onesided and inverse:
        real, imaginary = _complete(node, real, imaginary, length)
    result = list(op.dft(real, imaginary, inverse))
    if onesided and inverse:
        result = result[:1]
    elif onesided:
        result = [_keep_half(node, part) for part in result]
    return op.stack([op.transpose(part, back) for part in result], rank - 1)


def _take_part(data: Expr, i: int) -> Expr:
    return op.squeeze(op.strided_slice(data, [i], [i + 1], axes=[-1]), [-1])


def _keep_half(node: Node, data: Expr) -> Expr:
    """Return the frequencies up to the half."""
    rank = node.rank(data)
    size = size_of(node, data, rank - 1)
    if not isinstance(size, Expr):
        return op.strided_slice(data, [0], [size // 2 + 1], axes=[rank - 1])
    half = op.add(op.floor_divide(size, scalar(2, "int64")), scalar(1, "int64"))
    return op.take(data, numbers_below(half), rank - 1)


def _set_length(node: Node, data: Expr, length: Expr | None) -> Expr:
    """Return data whose last dimension is cut, or continued by zeros."""
    if length is None:
        return data
    rank = node.rank(data)
    size, wanted = node.shape(data)[-1], node.constant(length)
    if size is not None and wanted is not None:
        count = int(wanted.reshape(-1)[0])
        if count <= size:
            return op.strided_slice(data, [0], [count], axes=[rank - 1])
        return op.nn.pad(data, [[0, 0]] * (rank - 1) + [[0, count - size]], 0)
    places = numbers_below(to_scalar(op.cast(length, "int64")))
    own = size_of(node, data, rank - 1)
    own = own if isinstance(own, Expr) else scalar(own, "int64")
    inside = op.cast(op.less(places, own), node.dtype(data))
    return op.multiply(op.take(data, places, rank - 1), inside)


def _complete(node: Node, real: Expr, imaginary: Expr,
              length: Expr | None) -> tuple[Expr, Expr]:
    """Return all frequencies of a real signal, of which the first half is known."""
    rank = node.rank(real)
    half = node.shape(real)[-1]
    value = None if length is None else node.constant(length)
    if half is None or length is not None and value is None:
        node.fail("the inverse of a onesided transform needs a known length")
    size = 2 * (half - 1) if value is None else int(value.reshape(-1)[0])
    mirror = np.arange(size)
    index = vector(np.minimum(np.where(mirror < size // 2 + 1, mirror, size - mirror), half - 1))
    sign = np.where(mirror < size // 2 + 1, 1.0, -1.0)
    dtype = node.dtype(real)
    return (op.take(real, index, rank - 1),
            op.multiply(op.take(imaginary, index, rank - 1),
                        op.cast(const(sign, "float64"), dtype)))


@converter("DFT", since=17)
def convert_dft_of_attribute(node: Node) -> Expr:
    """Return a Fourier transform along the axis that an attribute gives."""
    data = node.input(0)
    axis = normalize_axis(node, node.attribute("axis", 1), node.rank(data))
    return _transform(node, data, axis, node.optional_input(1),
                      bool(node.attribute("inverse", 0)), bool(node.attribute("onesided", 0)))


@converter("DFT", since=20)
def convert_dft(node: Node) -> Expr:
    """Return a Fourier transform along an axis."""
    data, axis = node.input(0), node.optional_input(2)
    inverse, onesided = (bool(node.attribute(name, 0)) for name in ("inverse", "onesided"))
    rank = node.rank(data)

    def convert(place: int) -> Expr:
        return _transform(node, data, place, node.optional_input(1), inverse, onesided)

    if axis is None:
        return convert(rank - 2)
    return choose_axis(node, axis, rank, convert, rank - 1)


@converter("STFT", since=17)
def convert_stft(node: Node) -> Expr:
    """Return fourier transforms of frames of a signal."""
    data, window = node.input(0), node.optional_input(2)
    step = elements_of(node, op.reshape(node.input(1), (1,)))[0]
    size = size_of(node, window, 0) if window is not None else \
        elements_of(node, op.reshape(node.input(3), (1,)))[0]
    if node.rank(data) == 2:
        data = op.expand_dims(data, 2)
    frames = plus(over(plus(size_of(node, data, 1), times(size, -1)), step), 1)
    if not isinstance(frames, Expr) and frames < 1:
        node.fail(f"a signal of {node.shape(data)[1]} elements has no frame of {size}")
    starts = op.multiply(numbers_below(frames), as_scalar(step))
    index = op.add(op.expand_dims(starts, 1), numbers_below(size))
    # (batch, frame, element, part)
    parts = op.take(data, index, 1)
    if window is not None:
        parts = op.multiply(parts, op.expand_dims(cast(node, window, node.dtype(data)), 1))
    return _transform(node, parts, 2, None, False, bool(node.attribute("onesided", 1)))


def _divide_whole(lhs: Expr, rhs: Expr) -> Expr:
    return op.floor(op.divide(lhs, rhs))


def _mel_edges(node: Node, bins: int | Expr, length: Expr) -> Expr:
    """Return where filters begin, and two more edges: numbers of frequencies, as float64."""
    rate, low, high = (op.cast(to_scalar(node.input(i)), "float64") for i in (2, 3, 4))
    low, high = (op.multiply(scalar(2595, "float64"), op.log10(op.add(
        scalar(1, "float64"), op.divide(edge, scalar(700, "float64"))))) for edge in (low, high))
    count = plus(bins, 2)
    step = op.divide(op.subtract(high, low), op.cast(as_scalar(count), "float64"))
    mels = op.add(op.multiply(op.cast(numbers_below(count), "float64"), step), low)
    powers = op.power(scalar(10, "float64"), op.divide(mels, scalar(2595, "float64")))
    hertz = op.multiply(scalar(700, "float64"), op.subtract(powers, scalar(1, "float64")))
    return _divide_whole(op.multiply(op.add(length, scalar(1, "float64")), hertz), rate)


@converter("MelWeightMatrix", since=17)
def convert_mel_weight_matrix(node: Node) -> Expr:
    """Return triangular filters, evenly spaced on the mel scale."""
    dtype = read_dtype(node, "output_datatype", "float32")
    bins, length = (elements_of(node, op.reshape(node.input(i), (1,)))[0] for i in (0, 1))
    edges = _mel_edges(node, bins, op.cast(as_scalar(length), "float64"))
    first, middle, last = (op.take(edges, op.add(numbers_below(bins), scalar(i, "int64")))
                           for i in range(3))
    places = op.cast(op.expand_dims(numbers_below(plus(over(length, 2), 1)), 1), "float64")
    zero, one = scalar(0, "float64"), scalar(1, "float64")
    rise = op.divide(op.subtract(places, first), op.maximum(op.subtract(middle, first), one))
    fall = op.divide(op.subtract(last, places), op.maximum(op.subtract(last, middle), one))
    rises = op.logical_and(op.less_equal(first, places), op.less_equal(places, middle))
    falls = op.logical_and(op.less_equal(middle, places), op.less(places, last))
    # The peak of a filter that has no rise is 1.
    rise = op.where(op.equal(first, middle), one, rise)
    result = op.where(falls, fall, op.where(rises, rise, zero))
    return op.cast(result, dtype)
