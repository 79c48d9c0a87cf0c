"""Pooling, and images of other sizes."""

from __future__ import annotations

from collections.abc import Callable

from .... import op
from ....expr import Expr
from ..node import Node, Value
from ..registry import converter
from .conv import read_padding, sizes_of_image

_MAXIMUM: dict[int, Callable[..., Expr]] = {1: op.nn.max_pool1d, 2: op.nn.max_pool2d, 3: op.nn.max_pool3d}
_AVERAGE: dict[int, Callable[..., Expr]] = {1: op.nn.avg_pool1d, 2: op.nn.avg_pool2d, 3: op.nn.avg_pool3d}


def _read_rank(node: Node, data: Value) -> int:
    """Return the number of spatial dimensions, which the name of the class has."""
    rank = int(node.layer.class_name[-2])
    if node.rank(data.expr) != rank + 2:
        node.fail(f"expected an input of rank {rank + 2}, but got one of rank {node.rank(data.expr)}")
    return rank


@converter(*[f"{kind}Pooling{rank}D" for kind in ("Max", "Average") for rank in (1, 2, 3)])
def convert_pooling(node: Node) -> Value:
    """Return the maximum or the average of each window; places in the padding do not count."""
    data = node.image(0)
    rank = _read_rank(node, data)
    size = node.numbers("pool_size", rank)
    strides = size if node.option("strides", None) is None else node.numbers("strides", rank)
    pads = read_padding(node, data, size, strides)
    layout, ones = node.layout(data), [1] * rank
    if node.layer.class_name.startswith("Max"):
        return Value(_MAXIMUM[rank](data.expr, size, strides, ones, pads, layout), data.first)
    return Value(_AVERAGE[rank](data.expr, size, strides, ones, pads, layout, "", False, False),
                 data.first)


@converter(*[f"Global{kind}Pooling{rank}D" for kind in ("Max", "Average") for rank in (1, 2, 3)])
def convert_global_pooling(node: Node) -> Value:
    """Return the maximum or the average of each channel."""
    data = node.image(0)
    rank = _read_rank(node, data)
    keeps, mask = bool(node.option("keepdims", False)), node.mask()
    if mask is not None and node.layer.class_name == "GlobalAveragePooling1D":
        return Value(_average_masked(node, node.input(0), mask, keeps))
    axes = [node.axis(data, axis) for axis in range(1, rank + 1)]
    function = op.max if "Max" in node.layer.class_name else op.mean
    return Value(function(data.expr, axes, keeps), data.first and keeps)


def _average_masked(node: Node, data: Expr, mask: Expr, keeps: bool) -> Expr:
    """Return the average of the steps that a mask has."""
    used = op.expand_dims(mask, 2)
    total = op.sum(op.where(used, data, op.zeros_like(data)), [1], keeps)
    return op.divide(total, op.sum(op.cast(used, node.dtype(data)), [1], keeps))


def _place(node: Node, data: Value, pairs: list[list[int]]) -> list[list[int]]:
    """Return pairs of numbers for the spatial dimensions as those for all dimensions."""
    rest = [[0, 0]]
    return rest + rest + pairs if data.first else rest + pairs + rest


def _read_pairs(node: Node, name: str, rank: int) -> list[list[int]]:
    """Return widths before and after each spatial dimension: an integer stands for all, and one of a
    dimension for both sides."""
    value = node.option(name)
    entries = [value] * rank if isinstance(value, int) else value
    if rank == 1 and isinstance(entries, (list, tuple)) and len(entries) == 2:
        entries = [entries]
    pairs = [[entry, entry] if isinstance(entry, int) else list(entry) for entry in entries]
    if len(pairs) != rank or any(len(pair) != 2 or min(pair) < 0 for pair in pairs):
        node.fail(f"expected {rank} pairs of widths as {name}, but found {value!r:.80}")
    return pairs


@converter("ZeroPadding1D", "ZeroPadding2D", "ZeroPadding3D")
def convert_zero_padding(node: Node) -> Value:
    """Return an image with zeros at its borders."""
    data = node.image(0)
    rank = _read_rank(node, data)
    return Value(op.nn.pad(data.expr, _place(node, data, _read_pairs(node, "padding", rank)), 0),
                 data.first)


@converter("Cropping1D", "Cropping2D", "Cropping3D")
def convert_cropping(node: Node) -> Value:
    """Return an image without its borders."""
    data = node.image(0)
    pairs = _read_pairs(node, "cropping", _read_rank(node, data))
    begins, ends, axes = [], [], []
    for i, ((before, after), size) in enumerate(zip(pairs, sizes_of_image(node, data))):
        if size is not None and before + after >= size:
            node.fail(f"nothing of a dimension of size {size} is left")
        begins.append(before)
        ends.append(-after if after else 2**31 - 1)
        axes.append(node.axis(data, i + 1))
    return Value(op.strided_slice(data.expr, begins, ends, [1] * len(axes), axes), data.first)


@converter("UpSampling1D", "UpSampling2D", "UpSampling3D")
def convert_upsampling(node: Node) -> Value:
    """Return a larger image: elements are repeated, or computed from near ones."""
    data = node.image(0)
    rank = _read_rank(node, data)
    factors = node.numbers("size", rank)
    method = node.option("interpolation", "nearest")
    if rank == 2 and method == "bilinear":
        sizes = [size * factor if size is not None else None
                 for size, factor in zip(sizes_of_image(node, data), factors)]
        if None in sizes:
            node.fail("bilinear interpolation needs known sizes")
        return Value(op.image.resize2d(data.expr, sizes, None, node.layout(data), "linear",
                                       "half_pixel"), data.first)
    if method != "nearest":
        node.fail(f"the interpolation {method!r} is not supported")
    if rank == 2:
        return Value(op.nn.upsampling(data.expr, factors[0], factors[1], node.layout(data),
                                      "nearest_neighbor"), data.first)
    expr = data.expr
    for i, factor in enumerate(factors):
        expr = op.repeat(expr, factor, node.axis(data, i + 1)) if factor > 1 else expr
    return Value(expr, data.first)
