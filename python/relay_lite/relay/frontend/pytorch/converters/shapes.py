"""Shapes: views, permutations, padding, diagonals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from .... import op
from ....expr import Expr, const
from ...building import (as_vector, broadcast, over, permute, product, require_few, reshape,
                         scalar, size_of, sizes_of, squeeze, times, vector)
from ...onnx.applied import apply
from ..node import Node
from ..registry import converter
from .types import read_dtype

# Sizes


@converter("aten::size", "aten::sym_size")
def convert_size(node: Node, self: Any, dim: Any = None) -> Any:
    """Return the size of a dimension, or all sizes."""
    if dim is None:
        return sizes_of(node, self)
    return size_of(node, self, node.axis(dim, node.rank(self)))


@converter("aten::_shape_as_tensor")
def convert_shape_as_tensor(node: Node, self: Any) -> Expr:
    """Return the sizes as a tensor."""
    return node.shape_of(self)


@converter("aten::numel", "aten::sym_numel")
def convert_numel(node: Node, self: Any) -> Any:
    """Return the number of elements."""
    return product(sizes_of(node, self))


@converter("aten::dim")
def convert_dim(node: Node, self: Any) -> int:
    """Return the number of dimensions."""
    return node.rank(self)


@converter("aten::stride", "aten::sym_stride")
def convert_stride(node: Node, self: Any, dim: Any = None) -> Any:
    """Return how many elements lie between neighbours of a dimension, without gaps."""
    sizes = sizes_of(node, self)
    strides = [product(sizes[i + 1:]) for i in range(len(sizes))]
    return strides if dim is None else strides[node.axis(dim, len(sizes))]


@converter("aten::storage_offset", "aten::sym_storage_offset")
def convert_storage_offset(node: Node, self: Any) -> int:
    """Return 0: a tensor begins where its memory does."""
    return 0


@converter("aten::is_contiguous", "aten::is_same_size")
def convert_is_contiguous(node: Node, self: Any, other: Any = None, **rest: Any) -> bool:
    """Return whether elements lie side by side, or two shapes are the same."""
    return other is None or node.shape(self) == node.shape(other)


# Reshapes


@converter("aten::view", "aten::reshape", "aten::_unsafe_view", "aten::view_copy",
           "aten::_reshape_alias", "aten::_reshape_copy")
def convert_reshape(node: Node, self: Any, size: Any = None, shape: Any = None, dtype: Any = None,
                    **rest: Any) -> Expr:
    """Return the elements in another shape, of which one size may be -1."""
    if dtype is not None:
        return _reinterpret(node, self, dtype)
    sizes = node.sizes(shape if size is None else size)
    own = sizes_of(node, self)
    if sizes == own and not any(isinstance(value, Expr) for value in sizes):
        return self
    if node.result_sizes and len(node.result_sizes[0]) == len(sizes):
        sizes = [value if known is None else known
                 for value, known in zip(sizes, node.result_sizes[0])]
    return reshape(self, sizes)


def _reinterpret(node: Node, self: Expr, dtype: Any) -> Expr:
    kind = read_dtype(node, dtype)
    if np.dtype(kind).itemsize != np.dtype(node.dtype(self)).itemsize:
        node.fail(f"elements of {node.dtype(self)} cannot be read as {kind}")
    return op.reinterpret(self, kind)


@converter("aten::view_as", "aten::reshape_as")
def convert_reshape_as(node: Node, self: Any, other: Any) -> Expr:
    """Return the elements in the shape of another tensor."""
    return reshape(self, sizes_of(node, other))


@converter("aten::ravel")
def convert_ravel(node: Node, self: Any) -> Expr:
    """Return the elements in one dimension."""
    return op.reshape(self, (-1,))


@converter("aten::flatten")
def convert_flatten(node: Node, self: Any, start_dim: int = 0, end_dim: int = -1) -> Expr:
    """Return dimensions joined into one."""
    rank = node.rank(self)
    if rank == 0:
        return op.reshape(self, (1,))
    start, end = node.axis(start_dim, rank), node.axis(end_dim, rank)
    if start >= end:
        return self
    sizes = sizes_of(node, self)
    joined = product(sizes[start:end + 1])
    before, after = sizes[:start], sizes[end + 1:]
    if isinstance(joined, Expr) and not any(isinstance(size, Expr) for size in before + after):
        joined = -1
    return reshape(self, [*before, joined, *after])


@converter("aten::unflatten")
def convert_unflatten(node: Node, self: Any, dim: int, sizes: Any, names: Any = None) -> Expr:
    """Return one dimension split into several."""
    axis = node.axis(dim, node.rank(self))
    own = sizes_of(node, self)
    return reshape(self, [*own[:axis], *node.sizes(sizes), *own[axis + 1:]])


@converter("aten::unsqueeze", "aten::unsqueeze_copy")
def convert_unsqueeze(node: Node, self: Any, dim: int) -> Expr:
    """Return the elements with one dimension more."""
    return op.expand_dims(self, node.axis(dim, node.rank(self) + 1))


@converter("aten::squeeze", "aten::squeeze_copy", "prims::squeeze")
def convert_squeeze(node: Node, self: Any, dim: Any = None) -> Expr:
    """Return the elements without dimensions of size 1."""
    shape = node.shape(self)
    axes = [axis for axis in (node.axes(dim, len(shape)) if dim is not None else
                              range(len(shape))) if shape and shape[axis] == 1]
    return squeeze(self, axes) if axes else self


@converter("aten::expand", "aten::broadcast_to", "aten::expand_copy", "prims::broadcast_in_dim")
def convert_expand(node: Node, self: Any, size: Any, **rest: Any) -> Expr:
    """Return the elements repeated in dimensions of size 1; -1 keeps a size."""
    sizes, own = node.sizes(size), sizes_of(node, self)
    first = len(sizes) - len(own)
    sizes = [own[i - first] if not isinstance(value, Expr) and value == -1 else value
             for i, value in enumerate(sizes)]
    if sizes == own and not any(isinstance(value, Expr) for value in sizes):
        return self
    return broadcast(self, sizes)


@converter("aten::expand_as")
def convert_expand_as(node: Node, self: Any, other: Any) -> Expr:
    """Return the elements repeated to the shape of another tensor."""
    return broadcast(self, sizes_of(node, other))


@converter("aten::broadcast_tensors")
def convert_broadcast_tensors(node: Node, tensors: Any) -> list[Expr]:
    """Return tensors in the shape that fits all."""
    shapes = [node.shape(tensor) for tensor in tensors]
    if any(None in shape for shape in shapes):
        node.fail("the sizes of the tensors must be known")
    shape = np.broadcast_shapes(*[tuple(size or 0 for size in shape) for shape in shapes])
    return [broadcast(tensor, list(shape)) for tensor in tensors]


# Permutations


@converter("aten::permute", "aten::permute_copy")
def convert_permute(node: Node, self: Any, dims: Any) -> Expr:
    """Return the elements with dimensions in another order."""
    order = [node.axis(axis, node.rank(self)) for axis in dims]
    return self if order == list(range(len(order))) else permute(self, order)


@converter("aten::transpose", "aten::transpose_copy", "aten::swapaxes", "aten::swapdims")
def convert_transpose(node: Node, self: Any, dim0: int = 0, dim1: int = 1, **names: int) -> Expr:
    """Return the elements with two dimensions exchanged."""
    first, second = names.get("axis0", dim0), names.get("axis1", dim1)
    rank = node.rank(self)
    order = list(range(rank))
    if rank == 0:
        return self
    i, j = node.axis(first, rank), node.axis(second, rank)
    order[i], order[j] = order[j], order[i]
    return self if i == j else permute(self, order)


@converter("aten::t", "aten::t_copy", "aten::numpy_T", "aten::mT", "aten::matrix_H", "aten::mH",
           "aten::adjoint")
def convert_t(node: Node, self: Any) -> Expr:
    """Return the elements with the last two, or all, dimensions exchanged."""
    rank = node.rank(self)
    if rank < 2:
        return self
    if node.op in ("aten::numpy_T", "aten::t"):
        return op.transpose(self)
    return op.transpose(self, [*range(rank - 2), rank - 1, rank - 2])


@converter("aten::movedim", "aten::moveaxis")
def convert_movedim(node: Node, self: Any, source: Any, destination: Any) -> Expr:
    """Return the elements with dimensions at other places."""
    rank = node.rank(self)
    sources, targets = node.axes(source, rank), node.axes(destination, rank)
    order = [axis for axis in range(rank) if axis not in sources]
    for target, axis in sorted(zip(targets, sources)):
        order.insert(target, axis)
    return op.transpose(self, order)


@converter("aten::flip")
def convert_flip(node: Node, self: Any, dims: Any) -> Expr:
    """Return the elements in the other direction."""
    for axis in [node.axis(dim, node.rank(self)) for dim in dims]:
        self = op.reverse(self, axis)
    return self


@converter("aten::fliplr")
def convert_fliplr(node: Node, self: Any) -> Expr:
    """Return the elements from right to left."""
    return op.reverse(self, 1)


@converter("aten::flipud")
def convert_flipud(node: Node, self: Any) -> Expr:
    """Return the elements from below."""
    return op.reverse(self, 0)


@converter("aten::rot90")
def convert_rot90(node: Node, self: Any, k: int = 1, dims: Any = (0, 1)) -> Expr:
    """Return the elements of planes turned by quarters."""
    first, second = [node.axis(dim, node.rank(self)) for dim in dims]
    k %= 4
    if k == 2:
        return op.reverse(op.reverse(self, first), second)
    if k == 0:
        return self
    if k == 1:
        return convert_transpose(node, op.reverse(self, second), first, second)
    return op.reverse(convert_transpose(node, self, first, second), second)


@converter("aten::roll")
def convert_roll(node: Node, self: Any, shifts: Any, dims: Any = ()) -> Expr:
    """Return the elements moved along dimensions: those that leave enter at the other end."""
    shape = node.shape(self)
    shifts = shifts if isinstance(shifts, (list, tuple)) else [shifts]
    dims = dims if isinstance(dims, (list, tuple)) else [dims]
    if not dims:
        flat = _roll(node, op.reshape(self, (-1,)), node.number(shifts[0], "the shift"), 0)
        return reshape(flat, sizes_of(node, self))
    for shift, dim in zip(shifts, dims):
        self = _roll(node, self, node.number(shift, "the shift"), node.axis(dim, len(shape)))
    return self


def _roll(node: Node, data: Expr, shift: int, axis: int) -> Expr:
    size = node.shape(data)[axis]
    if size is None:
        node.fail("the size of a dimension that is rolled must be known")
    if size == 0 or shift % size == 0:
        return data
    place = size - shift % size
    left, right = op.split(data, [place], axis)
    return op.concatenate([right, left], axis)


# Padding


def _pad(node: Node, data: Expr, pad: Sequence[Any], mode: str, value: Any) -> Expr:
    """Return padded data: widths are given for the last dimension first."""
    rank = node.rank(data)
    widths: list[list[Any]] = [[0, 0] for _ in range(rank)]
    for i in range(len(pad) // 2):
        widths[rank - 1 - i] = [node.size(pad[2 * i]), node.size(pad[2 * i + 1])]
    flat = [width for pair in widths for width in pair]
    known = [width for width in flat if not isinstance(width, Expr)]
    if len(known) == len(flat) and not any(known):
        return data
    names = {"constant": "constant", "reflect": "reflect", "replicate": "edge", "circular": "wrap"}
    if mode not in names:
        node.fail(f"expected the mode constant, reflect, replicate or circular, but got {mode!r}")
    begins_ends = [pair[0] for pair in widths] + [pair[1] for pair in widths]
    if len(known) == len(flat) and mode == "constant" and min(known) >= 0:
        return op.nn.pad(data, widths, node.tensor(value or 0, node.dtype(data)))
    fill = node.tensor(value or 0, node.dtype(data))
    return apply(node, "Pad", [data, as_vector(begins_ends),
                               fill if mode == "constant" else None],
                 mode=names[mode])[0]


@converter("aten::pad")
def convert_pad(node: Node, self: Any, pad: Any, mode: str = "constant", value: Any = None) -> Expr:
    """Return data with more elements at the edges."""
    return _pad(node, self, pad, mode, value)


@converter("aten::constant_pad_nd")
def convert_constant_pad(node: Node, self: Any, pad: Any, value: Any = 0) -> Expr:
    """Return data with a value at the edges."""
    return _pad(node, self, pad, "constant", value)


@converter("aten::reflection_pad1d", "aten::reflection_pad2d", "aten::reflection_pad3d",
           "aten::replication_pad1d", "aten::replication_pad2d", "aten::replication_pad3d")
def convert_edge_pad(node: Node, self: Any, padding: Any) -> Expr:
    """Return data mirrored or repeated at the edges."""
    return _pad(node, self, padding, "reflect" if "reflection" in node.op else "replicate", None)


# Channels and blocks


@converter("aten::pixel_shuffle")
def convert_pixel_shuffle(node: Node, self: Any, upscale_factor: int) -> Expr:
    """Return channels as pixels."""
    *batch, channels, height, width = sizes_of(node, self)
    factor = upscale_factor
    rest = node.number(channels, "the number of channels") // factor ** 2
    rank = len(batch)
    data = reshape(self, [*batch, rest, factor, factor, height, width])
    data = op.transpose(data, [*range(rank), rank, rank + 3, rank + 1, rank + 4, rank + 2])
    return reshape(data, [*batch, rest, times(height, factor), times(width, factor)])


@converter("aten::pixel_unshuffle")
def convert_pixel_unshuffle(node: Node, self: Any, downscale_factor: int) -> Expr:
    """Return pixels as channels."""
    *batch, channels, height, width = sizes_of(node, self)
    factor, rank = downscale_factor, len(batch)
    data = reshape(self, [*batch, channels, over(height, factor), factor, over(width, factor), factor])
    data = op.transpose(data, [*range(rank), rank, rank + 2, rank + 4, rank + 1, rank + 3])
    return reshape(data, [*batch, times(channels, factor ** 2), over(height, factor),
                          over(width, factor)])


@converter("aten::channel_shuffle", "aten::native_channel_shuffle")
def convert_channel_shuffle(node: Node, self: Any, groups: int) -> Expr:
    """Return channels of groups in turn."""
    batch, channels, *rest = sizes_of(node, self)
    each = node.number(channels, "the number of channels") // groups
    data = op.transpose(reshape(self, [batch, groups, each, *rest]),
                        [0, 2, 1, *range(3, 3 + len(rest))])
    return reshape(data, [batch, channels, *rest])


@converter("aten::diagonal", "aten::diagonal_copy", "aten::linalg_diagonal")
def convert_diagonal(node: Node, self: Any, offset: int = 0, dim1: int = 0, dim2: int = 1,
                     **names: Any) -> Expr:
    """Return diagonals, along a new last dimension."""
    rank = node.rank(self)
    first, second = node.axis(dim1, rank), node.axis(dim2, rank)
    rows, columns = node.known_size(self, first), node.known_size(self, second)
    begin = max(0, -offset), max(0, offset)
    count = max(0, min(rows - begin[0], columns - begin[1]))
    rest = [axis for axis in range(rank) if axis not in (first, second)]
    data = op.transpose(self, [*rest, first, second])
    data = reshape(data, [*[sizes_of(node, self)[axis] for axis in rest], rows * columns])
    places = (np.arange(count) + begin[0]) * columns + np.arange(count) + begin[1]
    return op.take(data, vector(places), len(rest))


@converter("aten::diag")
def convert_diag(node: Node, self: Any, diagonal: int = 0) -> Expr:
    """Return the diagonal of a matrix, or the matrix of a diagonal."""
    if node.rank(self) == 2:
        return convert_diagonal(node, self, diagonal)
    return convert_diag_embed(node, self, diagonal)


@converter("aten::diag_embed")
def convert_diag_embed(node: Node, self: Any, offset: int = 0, dim1: int = -2, dim2: int = -1) -> Expr:
    """Return matrices with given diagonals."""
    rank = node.rank(self)
    count = node.known_size(self, rank - 1)
    size = count + abs(offset)
    widths = [[0, 0]] * (rank - 1)
    begin = [max(0, -offset), max(0, offset)]
    require_few(node, count * count)
    eye = const(np.eye(count).astype(node.dtype(self)), node.dtype(self))
    data = op.multiply(op.expand_dims(self, rank), eye)
    data = op.nn.pad(data, [*widths, [begin[0], size - count - begin[0]],
                            [begin[1], size - count - begin[1]]], scalar(0, node.dtype(self)))
    first, second = node.axis(dim1, rank + 1), node.axis(dim2, rank + 1)
    order: list[int] = [-1] * (rank + 1)
    order[first], order[second] = rank - 1, rank
    rest = iter(range(rank - 1))
    return convert_permute(node, data, [next(rest) if axis < 0 else axis for axis in order])


@converter("aten::atleast_1d", "aten::atleast_2d", "aten::atleast_3d")
def convert_atleast(node: Node, self: Any = None, tensors: Any = None) -> Any:
    """Return tensors with at least so many dimensions."""
    if tensors is not None:
        return [convert_atleast(node, tensor) for tensor in tensors]
    rank, wanted = node.rank(self), int(node.op[-2])
    if wanted == 3 and rank in (1, 2):
        self = op.expand_dims(self, rank)
        return self if rank == 2 else op.expand_dims(self, 0)
    return op.expand_dims(self, 0, wanted - rank) if rank < wanted else self
