"""Shapes of tensors: reshape, transpose, concat, split, pad, tile, expand."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from .... import op
from ....expr import Expr, const
from ...building import (as_scalar, as_vector, cast, is_reshape, normalize_axes, normalize_axis,
                         numbers_below, over, permute, plus, reshape, scalar, size_of, sizes_of,
                         slice_axes, squeeze, static_shape, times, to_scalar, vector)
from ..node import Node
from ..registry import converter
from ..sizes import Dimension, Size, known_sizes, read_sizes, refine
from .reduce import flatten_from


def _reshape_to(node: Node, shape: Sequence[int], allowzero: bool) -> Expr:
    if any(size < -1 for size in shape):
        node.fail(f"the shape {list(shape)} has a size below -1")
    if list(shape).count(-1) > 1:
        node.fail(f"the shape {list(shape)} has more than one -1")
    data = node.input(0)
    if 0 in shape and not allowzero:
        rank = node.rank(data)
        if any(size == 0 for size in shape[rank:]):
            node.fail(f"the shape {list(shape)} copies a size that the input of rank {rank} "
                      "has not")
    known = _complete_shape(node, data, shape)
    if known is not None and is_reshape(data):
        return reshape(data, known)
    return op.reshape(data, [int(size) for size in shape], allowzero=allowzero)


def _complete_shape(node: Node, data: Expr, shape: Sequence[int]) -> list[int] | None:
    """Return the sizes that a shape stands for, if all are known and there are elements."""
    own = static_shape(node, data)
    if own is None or 0 in own:
        return None
    sizes = [own[i] if size == 0 else int(size) for i, size in enumerate(shape)]
    rest = math.prod(size for size in sizes if size > 0)
    return [math.prod(own) // rest if size < 0 else size for size in sizes]


@converter("Reshape", since=1)
def convert_reshape_of_attribute(node: Node) -> Expr:
    """Return the elements in the shape that an attribute gives."""
    return _reshape_to(node, node.attribute("shape"), False)


@converter("Reshape", since=5)
def convert_reshape(node: Node) -> Expr:
    """Return the elements in another shape."""
    allowzero = bool(node.attribute("allowzero", 0))
    data, shape = node.input(0), node.constant(node.input(1))
    if shape is not None:
        return _reshape_to(node, shape.reshape(-1).tolist(), allowzero)
    sizes = read_sizes(node, node.input(1))
    static = None if sizes is None else _copy_sizes(data, sizes)
    if static is not None:
        return op.reshape(data, static)
    result = op.reshape(data, node.input(1), allowzero=allowzero)
    if sizes is None:
        return result
    return refine(node, result, [size if isinstance(size, int) and size > 0 else None
                                 for size in sizes])


def _copy_sizes(data: Expr, sizes: Sequence[Size]) -> list[int] | None:
    """Return a shape as reshape takes it, if all sizes are positive or those of the data at the same
    places, but for one, which is the rest."""
    result = [0 if isinstance(size, Dimension) and size == Dimension(data, place) else
              size if isinstance(size, int) and size > 0 else -1
              for place, size in enumerate(sizes)]
    return result if result.count(-1) < 2 else None


@converter("Flatten", since=1)
def convert_flatten(node: Node) -> Expr:
    """Return a matrix: the dimensions before an axis are rows, the others columns."""
    data = node.input(0)
    rank = node.rank(data)
    axis = node.attribute("axis", 1)
    if not -rank <= axis <= rank:
        node.fail(f"axis {axis} is out of range for a tensor of rank {rank}")
    return flatten_from(node, data, axis + rank if axis < 0 else axis)


@converter("Transpose", since=1)
def convert_transpose(node: Node) -> Expr:
    """Return dimensions in another order, in the opposite one by default."""
    data = node.input(0)
    rank = node.rank(data)
    if not node.has_attribute("perm"):
        return op.transpose(data)
    axes = normalize_axes(node, node.attribute("perm"), rank)
    if len(axes) != rank:
        node.fail(f"perm has {len(axes)} axes, but the tensor has rank {rank}")
    return permute(data, axes)


@converter("Concat", since=1)
def convert_concat(node: Node) -> Expr:
    """Return tensors joined along an axis."""
    parts = [node.input(i) for i in range(len(node.inputs))]
    if node.opset < 4:
        axis = node.attribute("axis", 1)
    else:
        axis = node.attribute("axis")
    axis = normalize_axis(node, axis, node.rank(node.input(0)))
    return parts[0] if len(parts) == 1 else op.concatenate(parts, axis)


@converter("Squeeze", since=1)
def convert_squeeze(node: Node) -> Expr:
    """Return a tensor without dimensions of size 1."""
    data, axes = node.input(0), node.optional_input(1)
    rank = node.rank(data)
    if node.has_attribute("axes"):
        return op.squeeze(data, normalize_axes(node, node.attribute("axes"), rank))
    if axes is None:
        shape = node.shape(data)
        if None in shape:
            node.fail("axes must be given for a tensor of unknown sizes")
        return op.squeeze(data, [axis for axis, size in enumerate(shape) if size == 1])
    value = node.constant(axes)
    if value is not None:
        return squeeze(data, normalize_axes(node, value, rank))
    axes = op.cast(axes, "int64")
    axes = op.where(op.less(axes, scalar(0, "int64")), op.add(axes, scalar(rank, "int64")), axes)
    return op.squeeze(data, axes)


@converter("Unsqueeze", since=1)
def convert_unsqueeze(node: Node) -> Expr:
    """Return a tensor with more dimensions of size 1."""
    data = node.input(0)
    axes = node.attribute("axes") if node.has_attribute("axes") else None
    if axes is None:
        value = node.constant(node.input(1))
        if value is None:
            return _unsqueeze_at_run_time(node, data, node.input(1))
        axes = value.reshape(-1).tolist()
    for axis in sorted(normalize_axes(node, axes, node.rank(data) + len(axes))):
        data = op.expand_dims(data, axis)
    return data


def _unsqueeze_at_run_time(node: Node, data: Expr, axes: Expr) -> Expr:
    count = 1 if node.rank(axes) == 0 else node.shape(axes)[0]
    if count is None:
        node.fail("axes must be a known number of axes")
    rank = node.rank(data) + count
    axes = op.cast(op.reshape(axes, (-1, 1)), "int64")
    places = vector(np.arange(rank))
    is_new = op.any(op.logical_or(op.equal(axes, places),
                                  op.equal(axes, vector(np.arange(rank) - rank))), [0])
    source = op.subtract(op.cumsum(op.cast(op.logical_not(is_new), "int64"), 0),
                         scalar(1, "int64"))
    one = scalar(1, "int64")
    if node.rank(data) == 0:
        return op.reshape(data, [1] * rank)
    shape = op.where(is_new, one, op.take(node.shape_of(data), source))
    return op.reshape(data, shape, allowzero=True)


@converter("Expand", since=8)
def convert_expand(node: Node) -> Expr:
    """Return a tensor broadcast together with a shape."""
    return broadcast_to(node, node.input(0), node.input(1))


def broadcast_to(node: Node, data: Expr, shape: Expr) -> Expr:
    """Return a tensor broadcast together with a shape that is a vector."""
    sizes, own_sizes = node.shape(data), static_shape(node, data)
    target = node.constant(shape)
    if target is not None and own_sizes is not None:
        try:
            result = np.broadcast_shapes(tuple(own_sizes), tuple(target.tolist()))
        except ValueError:
            node.fail(f"the shapes {own_sizes} and {target.tolist()} do not broadcast")
        return op.broadcast_to(data, list(result)) if list(result) != own_sizes else data
    count = node.shape(shape)[0]
    if count is None:
        node.fail("the shape must have a known number of sizes")
    rank = max(len(sizes), count)
    one = scalar(1, "int64")
    own, other = node.shape_of(data), op.cast(shape, "int64")
    if len(sizes) < rank:
        own = op.concatenate([vector([1] * (rank - len(sizes))), own], 0)
    if count < rank:
        other = op.concatenate([vector([1] * (rank - count)), other], 0)
    result = op.broadcast_to(data, op.where(op.equal(other, one), own, other))
    wanted = known_sizes(node, shape) or [None] * count
    pairs = zip([1] * (rank - len(sizes)) + sizes, [1] * (rank - count) + wanted)
    return refine(node, result, [y if x == 1 else x if x is not None or y == 1 else y
                                 for x, y in pairs])


@converter("Tile", since=1)
def convert_tile_along_axis(node: Node) -> Expr:
    """Return a tensor repeated along one axis."""
    data = node.input(0)
    count = int(node.require_constant(node.input(1), "tiles").reshape(-1)[0])
    axis = int(node.require_constant(node.input(2), "axis").reshape(-1)[0])
    repetitions = [1] * node.rank(data)
    repetitions[normalize_axis(node, axis, node.rank(data))] = count
    return _repeat(data, repetitions)


def _repeat(data: Expr, repetitions: list[int]) -> Expr:
    """Return a tensor repeated along its dimensions; without elements for a repetition of 0, which
    Relay's operator does not have."""
    axes = [axis for axis, count in enumerate(repetitions) if count == 0]
    if axes:
        data = slice_axes(data, [0] * len(axes), [0] * len(axes), axes)
    return op.tile(data, [max(count, 1) if count >= 0 else count for count in repetitions])


@converter("Tile", since=6)
def convert_tile(node: Node) -> Expr:
    """Return a tensor repeated along its dimensions."""
    repetitions = node.constant(node.input(1))
    if repetitions is None:
        return op.tile(node.input(0), node.input(1))
    if len(repetitions) != node.rank(node.input(0)):
        node.fail(f"expected {node.rank(node.input(0))} repetitions, but got {len(repetitions)}")
    return _repeat(node.input(0), repetitions.tolist())


# Split


def _split_at(node: Node, data: Expr, sizes: Sequence[int], axis: int) -> list[Expr]:
    whole = node.shape(data)[axis]
    if any(size < 0 for size in sizes) or whole is not None and sum(sizes) != whole:
        node.fail(f"the sizes {list(sizes)} do not split {whole} elements along axis {axis}")
    if len(sizes) == 1:
        return [data]
    places = [int(place) for place in np.cumsum(sizes)]
    if 0 in sizes:
        # The operator cuts only between elements.
        return [slice_axes(data, [end - size], [end], [axis]) for end, size in zip(places, sizes)]
    return list(op.split(data, places[:-1], axis))


def _all_but(node: Node, data: Expr, axis: int) -> list[int | None]:
    """Return the sizes of data, of which one changes."""
    return [None if i == axis else size for i, size in enumerate(node.shape(data))]


def _split_at_run_time(node: Node, data: Expr, sizes: Expr, axis: int) -> list[Expr]:
    count = node.output_count
    ends = op.cumsum(op.cast(sizes, "int64"), 0)
    rank = node.rank(data)
    parts = []
    for i in range(count):
        end = to_scalar(op.strided_slice(ends, [i], [i + 1]))
        begin = to_scalar(op.strided_slice(ends, [i - 1], [i])) if i else scalar(0, "int64")
        begins: list[int | Expr] = [0] * rank
        limits = sizes_of(node, data)
        begins[axis], limits[axis] = begin, end
        part = op.strided_slice(data, as_vector(begins), as_vector(limits), vector([1] * rank))
        parts.append(refine(node, part, _all_but(node, data, axis)))
    return parts


def _split_equally(node: Node, data: Expr, count: int, axis: int) -> list[Expr]:
    size = node.shape(data)[axis]
    if size is None:
        if node.opset < 18:
            return list(op.split(data, count, axis))
        # The last part may be smaller.
        whole, one = as_scalar(size_of(node, data, axis)), scalar(1, "int64")
        part = op.add(op.floor_divide(op.subtract(whole, one), scalar(count, "int64")), one)
        begins = op.minimum(op.multiply(vector(range(count)), part), whole)
        lengths = op.minimum(op.subtract(whole, begins), part)
        return _split_at_run_time(node, data, lengths, axis)
    part = -(-size // count)
    sizes = [max(0, min(part, size - part * i)) for i in range(count)]
    return _split_at(node, data, sizes, axis)


@converter("Split", since=1)
def convert_split(node: Node) -> list[Expr]:
    """Return the parts of a tensor along an axis."""
    data, sizes = node.input(0), node.optional_input(1)
    axis = normalize_axis(node, node.attribute("axis", 0), node.rank(data))
    if node.has_attribute("split"):
        return _split_at(node, data, node.attribute("split"), axis)
    if sizes is None:
        count = node.attribute("num_outputs", node.output_count)
        if count != node.output_count:
            node.fail(f"num_outputs is {count}, but the node has {node.output_count} outputs")
        size = node.shape(data)[axis]
        if node.opset < 18 and size is not None and size % count:
            node.fail(f"{size} elements along axis {axis} do not split into {count} equal parts")
        return _split_equally(node, data, count, axis)
    value = node.constant(sizes)
    if value is None:
        return _split_at_run_time(node, data, sizes, axis)
    return _split_at(node, data, value.reshape(-1).tolist(), axis)


# Pad


def _pad_by_index(node: Node, data: Expr, pads: Sequence[Sequence[int | Expr]],
                  mode: str) -> Expr:
    """Return the tensor with edges repeated, or with the tensor itself around it: by the positions
    of elements, of which those out of range are limited, or wrap."""
    for axis, (before, after) in enumerate(pads):
        if not isinstance(before, Expr) and before == 0 and \
                not isinstance(after, Expr) and after == 0:
            continue
        size = size_of(node, data, axis)
        if isinstance(before, Expr) or isinstance(after, Expr) or isinstance(size, Expr):
            places = op.subtract(numbers_below(plus(plus(before, size), after)),
                                 as_scalar(before))
        else:
            index = np.arange(-before, size + after)
            places = vector(index % size if mode == "wrap" else np.clip(index, 0, size - 1))
        data = op.take(data, places, axis, mode="wrap" if mode == "wrap" else "clip")
    return data


def _pad(node: Node, data: Expr, widths: list[list[int]], value: Expr | None,
         mode: str) -> Expr:
    if mode in ("edge", "wrap"):
        return _pad_by_index(node, data, widths, mode)
    if mode not in ("constant", "reflect"):
        node.fail(f"expected mode constant, reflect, edge or wrap, but found {mode}")
    if not any(before or after for before, after in widths):
        return data
    if value is None:
        value = scalar(0, node.dtype(data))
    return op.nn.pad(data, widths, value, mode)


@converter("Pad", since=1)
def convert_pad_of_attributes(node: Node) -> Expr:
    """Return elements around a tensor, as many as an attribute says."""
    data = node.input(0)
    pads = node.attribute("pads" if node.opset >= 2 else "paddings")
    rank = node.rank(data)
    if len(pads) != 2 * rank:
        node.fail(f"expected {2 * rank} pads, but got {len(pads)}")
    value = scalar(node.attribute("value", 0.0), node.dtype(data))
    widths = [[int(pads[i]), int(pads[i + rank])] for i in range(rank)]
    return _pad(node, data, widths, value, node.attribute("mode", "constant"))


@converter("Pad", since=11)
def convert_pad(node: Node) -> Expr:
    """Return elements around a tensor."""
    data, pads = node.input(0), node.input(1)
    value, axes = node.optional_input(2), node.optional_input(3)
    mode = node.attribute("mode", "constant")
    rank = node.rank(data)
    if value is not None:
        value = to_scalar(value) if node.rank(value) else value
    known = node.constant(pads)
    known_axes = None if axes is None else node.constant(axes)
    places = list(range(rank)) if known_axes is None else \
        normalize_axes(node, known_axes, rank)
    if known is None or axes is not None and known_axes is None:
        result = _pad_at_run_time(node, data, _spread_pads(node, pads, axes, rank), value, mode)
        if axes is None or known_axes is None:
            return result
        return refine(node, result, [None if axis in places else size
                                     for axis, size in enumerate(node.shape(data))])
    if len(known) != 2 * len(places):
        node.fail(f"expected {2 * len(places)} pads, but got {len(known)}")
    widths = [[0, 0] for _ in range(rank)]
    for i, axis in enumerate(places):
        widths[axis] = [int(known[i]), int(known[i + len(places)])]
    return _pad(node, data, widths, value, mode)


def _spread_pads(node: Node, pads: Expr, axes: Expr | None, rank: int) -> Expr:
    """Return a matrix of the widths before and after each dimension."""
    widths = op.transpose(op.reshape(op.cast(pads, "int64"), (2, -1)))
    if axes is None:
        return op.reshape(widths, (rank, 2))
    count = node.shape(axes)[0]
    if count is None:
        node.fail("axes must be a known number of axes")
    axes = op.cast(axes, "int64")
    axes = op.where(op.less(axes, scalar(0, "int64")), op.add(axes, scalar(rank, "int64")), axes)
    return op.scatter_nd(const(np.zeros((rank, 2), "int64"), "int64"), op.expand_dims(axes, 0),
                         op.reshape(widths, (count, 2)), "update")


def _pad_at_run_time(node: Node, data: Expr, widths: Expr, value: Expr | None,
                     mode: str) -> Expr:
    if mode in ("edge", "wrap"):
        pads = [[to_scalar(op.strided_slice(widths, [i, j], [i + 1, j + 1])) for j in range(2)]
                for i in range(node.rank(data))]
        return _pad_by_index(node, data, pads, mode)
    if mode not in ("constant", "reflect"):
        node.fail(f"expected mode constant, reflect, edge or wrap, but found {mode}")
    if value is None:
        value = scalar(0, node.dtype(data))
    return op.nn.pad(data, widths, cast(node, value, node.dtype(data)), mode)


@converter("DepthToSpace", since=1)
def convert_depth_to_space(node: Node) -> Expr:
    """Return channels as blocks of pixels."""
    mode = node.attribute("mode", "DCR")
    if mode not in ("DCR", "CRD"):
        node.fail(f"expected mode DCR or CRD, but found {mode}")
    return op.nn.depth_to_space(node.input(0), node.attribute("blocksize"), "NCHW",
                                "CDR" if mode == "CRD" else mode)


@converter("SpaceToDepth", since=1)
def convert_space_to_depth(node: Node) -> Expr:
    """Return blocks of pixels as channels."""
    data, block, mode = node.input(0), node.attribute("blocksize"), node.attribute("mode", "DCR")
    if mode not in ("DCR", "CRD"):
        node.fail(f"expected mode DCR or CRD, but found {mode}")
    result = op.nn.space_to_depth(data, block, "NCHW")
    if mode == "DCR":
        return result
    # (block, channel) to (channel, block).
    batch, channels, height, width = sizes_of(node, data)
    blocks = reshape(result, [batch, block * block, channels, -1])
    height, width = over(height, block), over(width, block)
    return reshape(op.transpose(blocks, [0, 2, 1, 3]),
                   [batch, times(channels, block * block), height, width])


@converter("ReverseSequence", since=10)
def convert_reverse_sequence(node: Node) -> Expr:
    """Return leading parts of sequences in the opposite order."""
    batch, time = node.attribute("batch_axis", 1), node.attribute("time_axis", 0)
    return op.reverse_sequence(node.input(0), node.input(1), time, batch)
