"""Resize and Upsample. Each dimension is resized by itself: its elements are taken at indices, or
multiplied by a matrix of factors, both of which constant folding computes if sizes are known."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from .... import op
from ....expr import Expr, const
from ...building import cast, is_float, normalize_axes, numbers_below, scalar, shape_argument, size_of
from ..node import Node
from ..registry import converter
from ..sizes import refine

_MODES = {"nearest": "nearest_neighbor", "linear": "linear", "bilinear": "linear",
          "trilinear": "linear", "cubic": "cubic"}
_DOUBLE = "float64"


def _double(value: float | Expr) -> Expr:
    """Return a number as a float64 scalar."""
    return value if isinstance(value, Expr) else scalar(value, _DOUBLE)


def _as_double(size: int | Expr) -> Expr:
    return op.cast(size, _DOUBLE) if isinstance(size, Expr) else scalar(size, _DOUBLE)


def _range(start: int, stop: int | Expr) -> Expr:
    """Return integers as float64."""
    if isinstance(stop, Expr):
        count = op.subtract(stop, scalar(start, "int64"))
        return op.cast(op.add(numbers_below(count), scalar(start, "int64")), _DOUBLE)
    return const(np.arange(start, stop, dtype=_DOUBLE), _DOUBLE)


class Axis:
    """A dimension that is resized.

    Attributes
    ----------
    place : int
        Which dimension it is.
    size, count : int or relay.Expr
        Its sizes before and afterwards.
    scale : float or relay.Expr
    region : pair of float or relay.Expr
        Where the part that is resized begins and ends, as fractions.
    """

    def __init__(self, place: int, size: int | Expr, count: int | Expr, scale: float | Expr,
                 region: tuple[float | Expr, float | Expr] = (0.0, 1.0)):
        self.place = place
        self.size = size
        self.count = count
        self.scale = scale
        self.region = region

    def is_kept(self) -> bool:
        """Return whether it is known that elements stay as they are."""
        return self.region == (0.0, 1.0) and not isinstance(self.scale, Expr) and \
            self.scale == 1


class Resize:
    """How a node resizes dimensions."""

    def __init__(self, node: Node):
        self.node = node
        mode = node.attribute("mode", "nearest")
        if mode not in _MODES:
            node.fail(f"expected mode nearest, linear or cubic, but found {mode}")
        self.mode = _MODES[mode]
        old = node.op_type == "Upsample" or node.opset < 11
        self.transform = node.attribute("coordinate_transformation_mode",
                                        "asymmetric" if old else "half_pixel")
        self.rounding = node.attribute("nearest_mode", "floor" if old else "round_prefer_floor")
        self.alpha = node.attribute("cubic_coeff_a", -0.75)
        self.exclude = bool(node.attribute("exclude_outside", 0))
        self.outside = node.attribute("extrapolation_value", 0.0)
        self.antialias = bool(node.attribute("antialias", 0)) and self.mode != "nearest_neighbor"
        if self.transform not in _TRANSFORMS:
            node.fail(f"coordinate_transformation_mode {self.transform} is not supported")
        if self.rounding not in _ROUNDINGS:
            node.fail(f"nearest_mode {self.rounding} is not supported")

    def convert(self, data: Expr, axis: Axis) -> Expr:
        """Return the data with one dimension resized."""
        places = _TRANSFORMS[self.transform](_range(0, axis.count), axis)
        last = op.subtract(_as_double(axis.size), _double(1))
        if self.mode == "nearest_neighbor":
            index = _limit(_ROUNDINGS[self.rounding](places), last)
            result = op.take(data, self._fold(op.cast(index, "int64")), axis.place)
        else:
            result = self._multiply(data, axis.place, self._weights(places, axis, last))
        if self.transform != "tf_crop_and_resize":
            return result
        outside = op.logical_or(op.less(places, _double(0)), op.greater(places, last))
        trailing = self.node.rank(data) - axis.place - 1
        outside = op.expand_dims(outside, 1, trailing) if trailing else outside
        return op.where(outside, scalar(self.outside, self.node.dtype(data)), result)

    def _fold(self, expr: Expr) -> Expr:
        value = self.node.constant(expr)
        return expr if value is None else const(value, str(value.dtype))

    def _multiply(self, data: Expr, place: int, weights: Expr) -> Expr:
        node = self.node
        dtype, rank = node.dtype(data), node.rank(data)
        wide = dtype if is_float(dtype) else "float32"
        order = [i for i in range(rank) if i != place] + [place]
        result = op.nn.dense(op.transpose(cast(node, data, wide), order),
                             self._fold(op.cast(weights, wide)))
        result = op.transpose(result, [order.index(i) for i in range(rank)])
        return result if wide == dtype else op.cast(result, dtype)

    def _weights(self, places: Expr, axis: Axis, last: Expr) -> Expr:
        """Return the matrix of the factors of elements for each place. Those outside of the data are
        added to the edge, or left out."""
        reach = self._get_reach(axis)
        stop: int | Expr = axis.size + reach if isinstance(axis.size, int) else \
            op.add(axis.size, scalar(reach, "int64"))
        taps = _range(-reach, stop)
        distance = op.abs(op.subtract(op.expand_dims(taps, 0), op.expand_dims(places, 1)))
        if self.antialias:
            distance = op.multiply(distance, op.minimum(_double(axis.scale), _double(1)))
        factors = self._curve(distance)
        if self.exclude:
            inside = op.logical_and(op.greater_equal(taps, _double(0)),
                                    op.less_equal(taps, last))
            factors = op.multiply(factors, op.cast(inside, _DOUBLE))
        total = op.sum(factors, [1], True)
        factors = op.divide(factors, op.where(op.equal(total, _double(0)), _double(1), total))
        # Row j has 1 in the columns of the taps that stand for element j.
        elements = op.expand_dims(_range(0, axis.size), 1)
        owners = op.equal(elements, op.expand_dims(_limit(taps, last), 0))
        return op.nn.dense(factors, op.cast(owners, _DOUBLE))

    def _get_reach(self, axis: Axis) -> int:
        """Return how many elements outside of the data count."""
        reach = 1 if self.mode == "linear" else 2
        if not self.antialias:
            return reach + 1
        if not isinstance(axis.scale, Expr):
            return int(np.ceil(reach / min(axis.scale, 1))) + 1
        # A dimension does not become smaller than one element.
        if isinstance(axis.size, Expr):
            self.node.fail("antialias needs known sizes or known scales")
        return reach * axis.size + 1

    def _curve(self, x: Expr) -> Expr:
        if self.mode == "linear":
            return op.maximum(_double(0), op.subtract(_double(1), x))
        a = self.alpha
        near = _polynomial(x, (a + 2, -(a + 3), 0, 1))
        far = _polynomial(x, (a, -5 * a, 8 * a, -4 * a))
        return op.where(op.less_equal(x, _double(1)), near,
                        op.where(op.less(x, _double(2)), far, _double(0)))


def _polynomial(x: Expr, coefficients: Sequence[float]) -> Expr:
    result: Expr = _double(coefficients[0])
    for coefficient in coefficients[1:]:
        result = op.add(op.multiply(result, x), _double(coefficient))
    return result


def _limit(places: Expr, last: Expr) -> Expr:
    return op.minimum(op.maximum(places, _double(0)), last)


def _half_pixel(x: Expr, axis: Axis) -> Expr:
    half = _double(0.5)
    return op.subtract(op.divide(op.add(x, half), _double(axis.scale)), half)


def _half_pixel_symmetric(x: Expr, axis: Axis) -> Expr:
    size = _as_double(axis.size)
    adjust = op.divide(_as_double(axis.count), op.multiply(_double(axis.scale), size))
    offset = op.multiply(op.divide(size, _double(2)), op.subtract(_double(1), adjust))
    return op.add(offset, _half_pixel(x, axis))


def _full_length(axis: Axis) -> Expr:
    """Return the size times the scale, which need not be whole."""
    return op.multiply(_as_double(axis.size), _double(axis.scale))


def _unless_one(axis: Axis, places: Expr, single: Expr) -> Expr:
    """Return the first, or the second for a result of one element."""
    return op.where(op.equal(_full_length(axis), _double(1)), single, places)


def _pytorch_half_pixel(x: Expr, axis: Axis) -> Expr:
    return _unless_one(axis, _half_pixel(x, axis), op.zeros_like(x))


def _divide_span(x: Expr, span: Expr, axis: Axis) -> Expr:
    length = _full_length(axis)
    steps = op.where(op.equal(length, _double(1)), _double(1), op.subtract(length, _double(1)))
    return op.divide(op.multiply(x, span), steps)


def _align_corners(x: Expr, axis: Axis) -> Expr:
    span = op.subtract(_as_double(axis.size), _double(1))
    return _unless_one(axis, _divide_span(x, span, axis), op.zeros_like(x))


def _asymmetric(x: Expr, axis: Axis) -> Expr:
    return op.divide(x, _double(axis.scale))


def _tf_half_pixel(x: Expr, axis: Axis) -> Expr:
    return op.divide(op.add(x, _double(0.5)), _double(axis.scale))


def _tf_crop(x: Expr, axis: Axis) -> Expr:
    start, end = (_double(bound) for bound in axis.region)
    last = op.subtract(_as_double(axis.size), _double(1))
    span = op.multiply(op.subtract(end, start), last)
    many = op.add(op.multiply(start, last), _divide_span(x, span, axis))
    middle = op.multiply(op.multiply(_double(0.5), op.add(start, end)), last)
    return _unless_one(axis, many, op.add(op.zeros_like(x), middle))


_TRANSFORMS: dict[str, Callable[[Expr, Axis], Expr]] = {
    "half_pixel": _half_pixel, "half_pixel_symmetric": _half_pixel_symmetric,
    "pytorch_half_pixel": _pytorch_half_pixel, "align_corners": _align_corners,
    "asymmetric": _asymmetric, "tf_half_pixel_for_nn": _tf_half_pixel,
    "tf_crop_and_resize": _tf_crop}
_ROUNDINGS: dict[str, Callable[[Expr], Expr]] = {
    "round_prefer_floor": lambda x: op.ceil(op.subtract(x, _double(0.5))),
    "round_prefer_ceil": lambda x: op.floor(op.add(x, _double(0.5))),
    "floor": op.floor, "ceil": op.ceil}


# Images: the operators of Relay compute the same, if scales are whole numbers.


def _is_image(resize: Resize, data: Expr, axes: Sequence[Axis]) -> bool:
    if resize.node.rank(data) != 4 or [axis.place for axis in axes] != [2, 3]:
        return False
    if resize.antialias or not is_float(resize.node.dtype(data)) or resize.mode == "cubic":
        return False
    for axis in axes:
        if isinstance(axis.scale, Expr) or axis.scale != int(axis.scale):
            return False
    return resize.transform in ("half_pixel", "align_corners", "asymmetric")


def _resize_image(resize: Resize, data: Expr, axes: Sequence[Axis]) -> Expr:
    result = op.image.resize2d(data, shape_argument([axis.count for axis in axes]), None, "NCHW",
                               resize.mode, resize.transform, resize.rounding)
    return refine(resize.node, result, [*resize.node.shape(data)[:2], *(
        None if isinstance(axis.count, Expr) else axis.count for axis in axes)])


def _resize(node: Node, axes: Sequence[Axis]) -> Expr:
    data, resize = node.input(0), Resize(node)
    axes = [axis for axis in axes if not axis.is_kept()]
    if _is_image(resize, data, axes):
        return _resize_image(resize, data, axes)
    for axis in axes:
        data = resize.convert(data, axis)
    return data


# Scales, sizes and regions


def _element(node: Node, values: Expr, i: int) -> float | Expr:
    """Return an element of a vector: a number if it is known."""
    known = node.constant(values)
    if known is not None:
        return float(known.reshape(-1)[i])
    return op.cast(op.take(values, scalar(i, "int64")), _DOUBLE)


def _by_scale(node: Node, place: int, scale: float | Expr,
              region: tuple[float | Expr, float | Expr]) -> Axis:
    """Return a dimension that is resized by a factor."""
    size = size_of(node, node.input(0), place)
    if not isinstance(scale, Expr) and scale <= 0:
        node.fail(f"expected positive scales, but found {scale}")
    count: int | Expr
    cropped = scale
    if region != (0.0, 1.0):
        part = op.subtract(_double(region[1]), _double(region[0]))
        cropped = op.multiply(_double(scale), part)
        known = node.constant(cropped)
        cropped = cropped if known is None else float(known)
    if isinstance(size, Expr) or isinstance(cropped, Expr):
        if cropped == 1.0:
            return Axis(place, size, size, scale, region)
        count = op.cast(op.floor(op.multiply(_as_double(size), _double(cropped))), "int64")
    else:
        count = int(np.floor(size * cropped))
    return Axis(place, size, count, scale, region)


def _by_sizes(node: Node, places: Sequence[int], sizes: Expr,
              regions: Sequence[tuple[float | Expr, float | Expr]]) -> list[Axis]:
    """Return dimensions that are resized to sizes, by the policy for their ratio."""
    policy = node.attribute("keep_aspect_ratio_policy", "stretch")
    if policy not in ("stretch", "not_larger", "not_smaller"):
        node.fail(f"keep_aspect_ratio_policy {policy} is not supported")
    own = [size_of(node, node.input(0), place) for place in places]
    wanted = [_element(node, sizes, i) for i in range(len(places))]
    scales: list[float | Expr] = [
        op.divide(_double(count), _as_double(size))
        if isinstance(count, Expr) or isinstance(size, Expr) else count / size
        for count, size in zip(wanted, own)]
    counts: list[int | Expr] = [op.cast(count, "int64") if isinstance(count, Expr) else int(count)
                                for count in wanted]
    if policy != "stretch":
        scale, counts = _keep_ratio(scales, own, policy == "not_larger")
        scales = [scale] * len(scales)
    return [Axis(*parts) for parts in zip(places, own, counts, scales, regions)]


def _keep_ratio(scales: Sequence[float | Expr], own: Sequence[int | Expr],
                smallest: bool) -> tuple[float | Expr, list[int | Expr]]:
    known = [scale for scale in scales if not isinstance(scale, Expr)]
    if len(known) == len(scales):
        best = min(known) if smallest else max(known)
        sizes = [size for size in own if not isinstance(size, Expr)]
        return best, [int(np.floor(best * size + 0.5)) for size in sizes]
    choose = op.minimum if smallest else op.maximum
    scale = _double(scales[0])
    for other in scales[1:]:
        scale = choose(scale, _double(other))
    return scale, [op.cast(op.floor(op.add(op.multiply(scale, _as_double(size)), _double(0.5))),
                           "int64") for size in own]


def _read_optional(node: Node, i: int) -> Expr | None:
    """Return an input; None for one that is left out or has no elements."""
    value = node.optional_input(i)
    return None if value is None or node.shape(value) == [0] else value


@converter("Upsample", since=1)
def convert_upsample_of_attributes(node: Node) -> Expr:
    """Return data resized by factors that attributes give."""
    rank = node.rank(node.input(0))
    if node.has_attribute("scales"):
        scales = node.attribute("scales")
    else:
        scales = [1.0] * (rank - 2) + [node.attribute("height_scale"),
                                       node.attribute("width_scale")]
    if len(scales) != rank:
        node.fail(f"expected {rank} scales, but got {len(scales)}")
    return _resize(node, [_by_scale(node, i, scale, (0.0, 1.0))
                          for i, scale in enumerate(scales)])


@converter("Upsample", since=9)
@converter("Resize", since=10)
def convert_resize_by_scales(node: Node) -> Expr:
    """Return data resized by factors."""
    scales = node.input(1)
    _check_length(node, scales, node.rank(node.input(0)), "scales")
    return _resize(node, [_by_scale(node, i, _element(node, scales, i), (0.0, 1.0))
                          for i in range(node.rank(node.input(0)))])


def _check_length(node: Node, values: Expr, count: int, what: str) -> None:
    shape = node.shape(values)
    if len(shape) != 1 or shape[0] not in (None, count):
        node.fail(f"expected {count} {what}, but got a tensor of shape {shape}")


@converter("Resize", since=11)
def convert_resize(node: Node) -> Expr:
    """Return data resized by factors, or to sizes."""
    rank = node.rank(node.input(0))
    roi, scales, sizes = (_read_optional(node, i) for i in (1, 2, 3))
    places = normalize_axes(node, node.attribute("axes", list(range(rank))), rank)
    regions: list[tuple[float | Expr, float | Expr]] = [(0.0, 1.0)] * len(places)
    if node.attribute("coordinate_transformation_mode", "half_pixel") == "tf_crop_and_resize":
        if roi is None:
            node.fail("tf_crop_and_resize needs the input roi")
        _check_length(node, roi, 2 * len(places), "bounds of roi")
        regions = [(_element(node, roi, i), _element(node, roi, i + len(places)))
                   for i in range(len(places))]
    if scales is not None:
        _check_length(node, scales, len(places), "scales")
        return _resize(node, [_by_scale(node, place, _element(node, scales, i), region)
                              for i, (place, region) in enumerate(zip(places, regions))])
    if sizes is None:
        node.fail("expected either scales or sizes")
    _check_length(node, sizes, len(places), "sizes")
    return _resize(node, _by_sizes(node, places, sizes, regions))
