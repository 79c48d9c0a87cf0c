"""Images: sampling at positions, regions and boxes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .... import op
from ....expr import Expr, const
from ...building import (as_scalar, cast, elements_of, numbers_below, reshape, scalar, size_of, times,
                         to_scalar, vector)
from ..node import Node
from ..registry import converter

_SAMPLING = {"bilinear": "bilinear", "linear": "bilinear", "nearest": "nearest",
             "bicubic": "bicubic", "cubic": "bicubic"}


@converter("GridSample", since=16)
def convert_grid_sample(node: Node) -> Expr:
    """Return elements of images at given positions."""
    data, grid = node.input(0), node.input(1)
    mode = node.attribute("mode", "bilinear" if node.opset < 20 else "linear")
    padding = node.attribute("padding_mode", "zeros")
    if mode not in _SAMPLING:
        node.fail(f"expected mode linear, nearest or cubic, but found {mode}")
    if padding not in ("zeros", "border", "reflection"):
        node.fail(f"expected padding_mode zeros, border or reflection, but found {padding}")
    rank = node.rank(data)
    if rank not in (4, 5):
        node.fail(f"expected images of rank 4 or 5, but got a tensor of rank {rank}")
    grid = op.transpose(cast(node, grid, node.dtype(data)), [0, rank - 1, *range(1, rank - 1)])
    return op.image.grid_sample(data, grid, _SAMPLING[mode], "NCHW" if rank == 4 else "NCDHW",
                                padding, bool(node.attribute("align_corners", 0)))


@converter("AffineGrid", since=20)
def convert_affine_grid(node: Node) -> Expr:
    """Return positions of the elements of images that are moved, turned or scaled."""
    theta = node.input(0)
    sizes = elements_of(node, node.input(1))[2:]
    rank, dtype = len(sizes), node.dtype(theta)
    if rank not in (2, 3):
        node.fail(f"expected sizes of images of rank 4 or 5, but got {rank + 2}")
    corners = node.attribute("align_corners", 0)
    axes = []
    for i, size in enumerate(sizes):
        places = op.cast(numbers_below(size), dtype)
        count = op.cast(as_scalar(size), dtype)
        one, two = scalar(1, dtype), scalar(2, dtype)
        if corners:
            steps = op.maximum(op.subtract(count, one), one)
            places = op.subtract(op.divide(op.multiply(two, places), steps), one)
        else:
            places = op.add(op.multiply(two, places), op.subtract(one, count))
            places = op.divide(places, count)
        axes.append(op.expand_dims(places, 1, rank - i))
    # The first column belongs to the last axis. Each product is (batch, sizes..., coordinate).
    total = _column(theta, rank, rank)
    for i, places in enumerate(reversed(axes)):
        total = op.add(total, op.multiply(places, _column(theta, i, rank)))
    return total


def _column(theta: Expr, i: int, rank: int) -> Expr:
    column = op.squeeze(op.strided_slice(theta, [i], [i + 1], axes=[2]), [2])
    return op.expand_dims(column, 1, rank)


@converter("MaxRoiPool", since=1)
def convert_max_roi_pool(node: Node) -> Expr:
    """Return the maximum over the fields of regions."""
    return op.vision.roi_pool(node.input(0), node.input(1), node.attribute("pooled_shape"),
                              node.attribute("spatial_scale", 1.0))


class Regions:
    """The regions of a RoiAlign, each with fields that are pooled.

    Attributes
    ----------
    scale : float
        From positions of regions to those of elements.
    size : pair of int
        The numbers of fields.
    ratio : int
        How many samples a field has in each direction; 0 for as many as it has elements.
    shifted : bool
        Whether positions mean the middle of elements.
    """

    def __init__(self, node: Node):
        mode = node.attribute("coordinate_transformation_mode",
                              "output_half_pixel" if node.opset < 16 else "half_pixel")
        if mode not in ("half_pixel", "output_half_pixel"):
            node.fail("expected coordinate_transformation_mode half_pixel or output_half_pixel, "
                      f"but found {mode}")
        self.node = node
        self.shifted = mode == "half_pixel"
        self.scale = node.attribute("spatial_scale", 1.0)
        self.size = (node.attribute("output_height", 1), node.attribute("output_width", 1))
        self.ratio = node.attribute("sampling_ratio", 0)
        self.dtype = node.dtype(node.input(0))
        self.rois = cast(node, node.input(1), self.dtype)

    def bounds(self, column: int) -> tuple[Expr, Expr]:
        """Return where regions begin, and the length of a field: along x for column 0, y for 1."""
        dtype, parts = self.dtype, []
        for i in (column, column + 2):
            bound = op.strided_slice(self.rois, [i], [i + 1], axes=[1])
            bound = op.multiply(bound, scalar(self.scale, dtype))
            parts.append(op.subtract(bound, scalar(0.5, dtype)) if self.shifted else bound)
        span = op.subtract(parts[1], parts[0])
        if not self.shifted:
            span = op.maximum(span, scalar(1, dtype))
        return parts[0], op.divide(span, scalar(self.size[1 - column], dtype))

    def samples(self, column: int) -> Samples:
        """Return the positions of the samples of all fields along x for column 0, y for 1."""
        begin, step = self.bounds(column)
        dtype, fields = self.dtype, self.size[1 - column]
        if self.ratio > 0:
            count: int | Expr = self.ratio
            own: Expr = scalar(self.ratio, dtype)
            inside = None
        else:
            # A region has as many as its fields have elements; the largest number fits all.
            own = op.maximum(op.ceil(step), scalar(1, dtype))
            count = op.cast(op.max(own), "int64")
            inside = op.less(op.cast(numbers_below(count), dtype), own)
            inside = op.tile(inside, (1, fields))
        part = op.divide(op.add(op.cast(numbers_below(count), dtype), scalar(0.5, dtype)), own)
        offsets = op.add(op.cast(vector(np.arange(fields).reshape(1, -1, 1)), dtype),
                         op.expand_dims(op.reshape(part, (1, -1)) if self.ratio > 0 else part, 1))
        offsets = reshape(offsets, [1 if self.ratio > 0 else -1, times(count, fields)])
        return Samples(op.add(begin, op.multiply(step, offsets)), count, own, inside)


@dataclass(frozen=True)
class Samples:
    """Samples along a dimension.

    Attributes
    ----------
    places : relay.Expr
        Their positions, (region, field and sample).
    count : int or relay.Expr
        The number of samples of a field.
    own : relay.Expr
        The number that belongs to each region.
    inside : relay.Expr, optional
        Whether samples belong to a region; all do without it.
    """

    places: Expr
    count: int | Expr
    own: Expr
    inside: Expr | None


def _neighbours(regions: Regions, samples: Samples, size: Expr) -> list[tuple[Expr, Expr]]:
    """Return the indices of both elements next to samples, and their factors: 0 for a position
    outside of the image, and for samples that a region has not."""
    dtype, places = regions.dtype, samples.places
    zero, one = scalar(0, dtype), scalar(1, dtype)
    inside = op.logical_and(op.greater_equal(places, scalar(-1, dtype)),
                            op.less_equal(places, op.cast(size, dtype)))
    if samples.inside is not None:
        inside = op.logical_and(inside, samples.inside)
    last = op.subtract(op.cast(size, dtype), one)
    limited = op.minimum(op.maximum(places, zero), last)
    low = op.floor(limited)
    high = op.minimum(op.add(low, one), last)
    part = op.subtract(limited, low)
    known = op.cast(inside, dtype)
    return [(op.cast(low, "int64"), op.multiply(op.subtract(one, part), known)),
            (op.cast(high, "int64"), op.multiply(part, known))]


def _sample_regions(regions: Regions, is_max: bool) -> Expr:
    """Return the pooled regions by the elements around each sample. As the standard has it, the
    maximum is that of elements times factors."""
    node = regions.node
    data = node.input(0)
    images = op.take(data, node.input(2), 0, mode="wrap")
    sizes = node.shape_of(data)
    along_y, along_x = regions.samples(1), regions.samples(0)
    rows = _neighbours(regions, along_y, op.take(sizes, scalar(2, "int64")))
    columns = _neighbours(regions, along_x, op.take(sizes, scalar(3, "int64")))
    result = None
    for row, row_factor in rows:
        # (region, channel, sample of rows, width), then samples of columns.
        lines = _take_each(node, images, row, 2)
        for column, column_factor in columns:
            found = _take_each(node, lines, column, 3)
            factor = op.multiply(op.expand_dims(row_factor, 2), op.expand_dims(column_factor, 1))
            found = op.multiply(found, op.expand_dims(factor, 1))
            if result is None:
                result = found
            else:
                result = (op.maximum if is_max else op.add)(result, found)
    if is_max and along_y.inside is not None and along_x.inside is not None:
        inside = op.logical_and(op.expand_dims(along_y.inside, 2), op.expand_dims(along_x.inside, 1))
        result = op.where(op.expand_dims(inside, 1), result, scalar(-np.inf, regions.dtype))
    height, width = regions.size
    channels = node.shape(data)[1]
    if channels is None:
        node.fail("the number of channels must be known")
    fields = reshape(result, [size_of(node, regions.rois, 0), channels, height, along_y.count,
                              width, along_x.count])
    if is_max:
        return op.max(fields, [3, 5])
    total = op.multiply(along_y.own, along_x.own)
    return op.divide(op.sum(fields, [3, 5]),
                     op.expand_dims(total, 2, 2) if regions.ratio == 0 else total)


def _take_each(node: Node, data: Expr, index: Expr, axis: int) -> Expr:
    """Return the slices of each batch element at indices of its own."""
    moved = op.transpose(data, [0, axis, 1, 5 - axis])
    found = op.take(moved, index, 1, 1)
    return op.transpose(found, [0, 2, 1, 3] if axis == 2 else [0, 2, 3, 1])


@converter("RoiAlign", since=10)
def convert_roi_align(node: Node) -> Expr:
    """Return regions of images, pooled by interpolation."""
    regions, mode = Regions(node), node.attribute("mode", "avg")
    if mode not in ("avg", "max"):
        node.fail(f"expected mode avg or max, but found {mode}")
    # Regions of the operator are at least one element high and wide; shifted ones may be smaller.
    if mode == "max" or regions.shifted:
        return _sample_regions(regions, mode == "max")
    batches = op.expand_dims(op.cast(node.input(2), regions.dtype), 1)
    return op.vision.roi_align(node.input(0), op.concatenate([batches, regions.rois], 1), regions.size,
                               regions.scale, regions.ratio, mode="avg")


def _next_above(node: Node, threshold: Expr) -> Expr:
    """Return the next float32 above one that is not negative: Relay's threshold is the first overlap
    that counts, that of ONNX the last that does not."""
    value = node.constant(threshold)
    if value is not None:
        above = np.nextafter(value.astype("float32").reshape(()), np.float32(np.inf))
        return scalar(float(above), "float32")
    bits = op.reinterpret(to_scalar(threshold), "int32")
    return op.reinterpret(op.add(bits, scalar(1, "int32")), "float32")


@converter("NonMaxSuppression", since=10)
def convert_non_max_suppression(node: Node) -> Expr:
    """Return the boxes with the highest scores that do not overlap, as rows of batch, class and box."""
    boxes, scores, limit = node.input(0), node.input(1), node.optional_input(2)
    overlap, lowest = node.optional_input(3), node.optional_input(4)
    if node.attribute("center_point_box", 0):
        middle = op.strided_slice(boxes, [0], [2], axes=[2])
        half = op.multiply(op.strided_slice(boxes, [2], [4], axes=[2]), scalar(0.5, "float32"))
        boxes = op.concatenate([op.subtract(middle, half), op.add(middle, half)], 2)
    if limit is None:
        return const(np.zeros((0, 3), "int64"), "int64")
    limit = to_scalar(op.cast(limit, "int64"))
    overlap = _next_above(node, scalar(0, "float32") if overlap is None else overlap)
    lowest = scalar(-3.4028234663852886e38, "float32") if lowest is None else to_scalar(lowest)
    rows, count = op.vision.all_class_non_max_suppression(
        boxes, scores, op.cast(limit, "int32"), overlap, lowest)
    # Relay takes all boxes if the limit is 0.
    count = op.where(op.greater(limit, scalar(0, "int64")), op.cast(count, "int64"),
                     vector([0]))
    size = op.concatenate([op.reshape(count, (1,)), vector([3])], 0)
    return op.cast(op.strided_slice(rows, vector([0, 0]), size, vector([1, 1])), "int64")
