"""Expressions that converters of several families build: constants, sizes, axes, shapes of which
some sizes are known only when the model runs."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from .. import op
from ..expr import Call, Constant, Expr, If, const
from . import common

if TYPE_CHECKING:
    from .node import BaseNode

# Operators that give the elements of their first operand in another shape.
_RESHAPES = frozenset(("expand_dims", "reshape", "squeeze"))
# The most elements of a new tensor that is computed while a model is imported.
MOST_ELEMENTS = 1 << 24
# The most sizes that are computed one by one when a model runs.
_MOST_SIZES = 256
# The most slices of a dimension that one split gives.
MOST_SLICES = 64
FLOATS = ("float16", "bfloat16", "float32", "float64")


def scalar(value: float, dtype: str) -> Constant:
    """Return a constant of rank 0."""
    return const(value, dtype)


def vector(values: Sequence[int] | np.ndarray, dtype: str = "int64") -> Constant:
    """Return a constant of rank 1, or of the shape of an array."""
    return const(np.asarray(values, dtype=dtype), dtype)


def is_float(dtype: str) -> bool:
    """Return whether the element type is a floating-point one."""
    return dtype in FLOATS


def cast(node: BaseNode, data: Expr, dtype: str) -> Expr:
    """Return the elements converted to a type; the expression itself if they have it."""
    return data if node.dtype(data) == dtype else op.cast(data, dtype)


def to_scalar(data: Expr) -> Expr:
    """Return a tensor of one element as one of rank 0."""
    return op.reshape(data, ())


def normalize_axis(node: BaseNode, axis: int, rank: int, name: str = "axis") -> int:
    """Return an axis counted from the front; an axis out of range is an error."""
    if not -rank <= axis < rank:
        node.fail(f"{name} {axis} is out of range for a tensor of rank {rank}")
    return int(axis) % rank if rank else 0


def normalize_axes(node: BaseNode, axes: Sequence[int] | np.ndarray, rank: int) -> list[int]:
    """Return axes counted from the front; one out of range, or twice there, is an error."""
    result = [normalize_axis(node, int(axis), rank) for axis in np.asarray(axes).reshape(-1)]
    if len(set(result)) != len(result):
        node.fail(f"the axes {np.asarray(axes).reshape(-1).tolist()} name a dimension twice")
    return result


def static_shape(node: BaseNode, data: Expr) -> list[int] | None:
    """Return the shape of a tensor if all sizes are known when the model is imported."""
    shape = node.shape(data)
    known = [size for size in shape if size is not None]
    return known if len(known) == len(shape) else None


def require_shape(node: BaseNode, data: Expr, what: str) -> list[int]:
    """Return the shape of a tensor; a ConversionError that names it if a size is not known."""
    shape = static_shape(node, data)
    if shape is None:
        node.fail(f"the sizes of {what} must be known when the model is imported")
    return shape


def size_of(node: BaseNode, data: Expr, axis: int) -> int | Expr:
    """Return the size of a dimension, as an int64 scalar if it is known only at run time."""
    size = node.shape(data)[axis]
    if size is not None:
        return size
    shape = op.shape_of(data, "int64")
    return op.take(shape, scalar(axis, "int64"))


def sizes_of(node: BaseNode, data: Expr) -> list[int | Expr]:
    """Return the sizes of all dimensions, as size_of does."""
    return [size_of(node, data, axis) for axis in range(node.rank(data))]


def as_scalar(size: int | Expr, dtype: str = "int64") -> Expr:
    """Return a size as a scalar expression."""
    return size if isinstance(size, Expr) else scalar(size, dtype)


def as_vector(sizes: Sequence[int | Expr]) -> Expr:
    """Return int64 scalars as a vector, a constant one if all are known."""
    known = [size for size in sizes if not isinstance(size, Expr)]
    if len(known) == len(sizes):
        return vector(known)
    return op.stack([as_scalar(size) for size in sizes], 0)


def shape_argument(sizes: Sequence[int | Expr]) -> list[int] | Expr:
    """Return a shape as the operators take it: numbers if all are known, otherwise a vector."""
    known = [size for size in sizes if not isinstance(size, Expr)]
    return known if len(known) == len(sizes) else as_vector(sizes)


def reshape(data: Expr, sizes: Sequence[int | Expr]) -> Expr:
    """Return the elements in another shape. A size of 0 is one, and -1 means the rest."""
    unknown = [place for place, size in enumerate(sizes) if isinstance(size, Expr)]
    rest = [size for size in sizes if not isinstance(size, Expr)]
    if len(unknown) == 1 and all(size > 0 for size in rest):
        sizes = [-1 if isinstance(size, Expr) else size for size in sizes]
    has_zero = any(isinstance(size, Expr) or size == 0 for size in sizes)
    if len(rest) == len(sizes) and not has_zero:
        source = _below_reshapes(data)
        # reshape(reshape(x)) -> x, if x has the shape
        if source is not data and list(sizes) == _get_sizes(source):
            return source
        data = source
    return keep_known(op.reshape(data, shape_argument(sizes), allowzero=has_zero), sizes)


def is_reshape(data: Expr) -> bool:
    """Return whether an expression is a reshape to known sizes."""
    return _below_reshapes(data) is not data


def _below_reshapes(data: Expr) -> Expr:
    """Return the tensor with the elements of an expression that no reshape of known sizes gives."""
    # reshape(reshape(x)) -> reshape(x)
    while isinstance(data, Call) and getattr(data.op, "name", "") in _RESHAPES and \
            None not in _get_sizes(data) + _get_sizes(data.args[0]):
        data = data.args[0]
    return data


def permute(data: Expr, order: Sequence[int]) -> Expr:
    """Return the elements with dimensions in another order. Dimensions of size 1 need no transpose."""
    if isinstance(data, Call) and _is_call(data, "transpose"):
        # transpose(transpose(x)) -> transpose(x)
        before = _get_order(data)
        data, order = data.args[0], [before[axis] for axis in order]
        if list(order) == list(range(len(order))):
            return data
    sizes = _get_sizes(data)
    if None in sizes:
        return op.transpose(data, order)
    target = [sizes[axis] or 0 for axis in order]
    long = [axis for axis in range(len(sizes)) if sizes[axis] != 1]
    moved = [long.index(axis) for axis in order if axis in long]
    # transpose(x) -> reshape(x)
    if moved == list(range(len(long))):
        return reshape(data, target)
    # transpose(reshape(x)) -> reshape(transpose(x))
    source = _below_reshapes(data)
    if source is not data and _get_sizes(source) == [sizes[axis] for axis in long]:
        return reshape(op.transpose(source, moved), target)
    return op.transpose(data, order)


def squeeze(data: Expr, axes: Sequence[int]) -> Expr:
    """Return the elements without some dimensions of size 1."""
    inner = data.args[0] if isinstance(data, Call) and _is_call(data, "transpose") else None
    if len(axes) == 1 and isinstance(inner, Call) and _is_call(inner, "expand_dims"):
        order = _get_order(data)
        new = inner.attrs.axis % len(order)
        # squeeze(transpose(expand_dims(x))) -> transpose(x)
        if inner.attrs.num_newaxis == 1 and order[axes[0]] == new:
            return op.transpose(inner.args[0], [axis - (axis > new) for axis in order if axis != new])
    return op.squeeze(data, axes)


def apply_below_reshapes(data: Expr, function: Callable[[Expr], Expr], of_rows: bool = False) -> Expr:
    """Apply a function to a tensor below its reshapes, and reshape the result. The reshapes then meet
    the next one.

    Parameters
    ----------
    function : function of Expr to Expr
        Acts on each element alone, or on each vector of the last dimension.
    of_rows : bool
        Whether it acts on vectors, of which it may change the size.
    """
    source = _below_reshapes(data)
    sizes, own = _get_sizes(data), _get_sizes(source)
    if source is data or of_rows and (min(len(sizes), len(own)) < 2 or sizes[-1] != own[-1]):
        return function(data)
    # f(reshape(x)) -> reshape(f(x))
    result = function(source)
    last = _get_sizes(result)[-1:] if of_rows else sizes[-1:]
    return reshape(result, [size or 0 for size in sizes[:-1] + last])


def strip_leading(data: Expr, rank: int) -> Expr:
    """Return a tensor without a reshape that only adds dimensions of size 1 in front: broadcasting to a tensor
    of a rank adds them, too."""
    source = _below_reshapes(data)
    sizes, own = _get_sizes(data), _get_sizes(source)
    # f(reshape(x), y) -> f(x, y)
    is_added = len(own) < len(sizes) <= rank and sizes == [1] * (len(sizes) - len(own)) + own
    return source if is_added else data


def are_split(sizes: Sequence[int | None], axis: int, indices: Iterable[int]) -> bool:
    """Return whether one split should give the slices of a dimension at some indices: if these are all
    of its slices, and at most MOST_SLICES."""
    size = sizes[axis]
    return size is not None and 1 < size <= MOST_SLICES and None not in sizes and len(sizes) > 1 and \
        len({index % size for index in indices}) == size


def split_slices(data: Expr, axis: int) -> list[Expr]:
    """Return all slices of a tensor of known sizes along a dimension, which they do not have."""
    sizes = [size or 0 for size in _get_sizes(data)]
    count, rest = sizes[axis], sizes[:axis] + sizes[axis + 1:]
    if isinstance(data, Call) and _is_call(data, "transpose"):
        order = _get_order(data)
        others = order[:axis] + order[axis + 1:]
        # split(transpose(x)) -> split(x), if the other dimensions keep their order
        if others == sorted(others):
            data, axis = data.args[0], order[axis]
    source = _below_reshapes(data)
    inner, own = ([size or 0 for size in _get_sizes(expr)] for expr in (data, source))
    # split(reshape(x)) -> reshape(split(x)), if the reshape splits a dimension of x
    for place, size in enumerate(own):
        if size and size % count == 0 and math.prod(own[place:]) == math.prod(inner[axis:]):
            data, axis = source, place
            break
    return [reshape(part, rest) for part in op.split(data, count, axis)]


def _get_order(call: Call) -> list[int]:
    """Return the order of dimensions that a transpose gives."""
    rank = len(_get_sizes(call))
    return [axis % rank for axis in call.attrs.axes or reversed(range(rank))]


def _is_call(expr: Expr, name: str) -> bool:
    """Return whether an expression is a call of an operator."""
    return isinstance(expr, Call) and getattr(expr.op, "name", "") == name


def _get_sizes(data: Expr) -> list[int | None]:
    return common.get_dimensions(common.infer_type(data).checked_type)


def keep_known(data: Expr, sizes: Sequence[int | Expr]) -> Expr:
    """Return data of a shape that was an operand, with a type that has the sizes that are known."""
    if not any(isinstance(size, Expr) for size in sizes) or \
            all(isinstance(size, Expr) or size < 1 for size in sizes):
        return data
    # 0 stands for the size that the data have.
    return op.reshape(data, [0 if isinstance(size, Expr) or size < 1 else size for size in sizes])


def broadcast(data: Expr, sizes: Sequence[int | Expr]) -> Expr:
    """Return data broadcast to a shape."""
    return keep_known(op.broadcast_to(data, shape_argument(sizes)), sizes)


def filled(value: float, sizes: Sequence[int | Expr], dtype: str) -> Expr:
    """Return a tensor of one value."""
    return keep_known(op.full(scalar(value, dtype), shape_argument(sizes), dtype), sizes)


def product(sizes: Sequence[int | Expr]) -> int | Expr:
    """Return the product of sizes."""
    result: int | Expr = 1
    for size in sizes:
        result = size if not isinstance(result, Expr) and result == 1 else times(result, size)
    return result


def choose_axis(node: BaseNode, axis: Expr, rank: int, convert: Callable[[int], Expr],
                count: int | None = None) -> Expr:
    """Return `convert` of an axis that is a tensor of one element: known when the model is
    imported, or picked by a chain of branches when it runs. It is one of the first `count`."""
    value = node.constant(axis)
    if value is not None:
        return convert(normalize_axis(node, int(value.reshape(-1)[0]), rank))
    axis = to_scalar(op.cast(axis, "int64"))
    last = (rank if count is None else count) - 1
    result = convert(last)
    for candidate in reversed(range(last)):
        is_it = op.logical_or(op.equal(axis, scalar(candidate, "int64")),
                              op.equal(axis, scalar(candidate - rank, "int64")))
        result = If(is_it, convert(candidate), result)
    return result


def slice_axes(data: Expr, begins: Sequence[int], ends: Sequence[int],
               axes: Sequence[int]) -> Expr:
    """Return ranges of some dimensions."""
    return op.strided_slice(data, list(begins), list(ends), [1] * len(axes), list(axes))


def combine(function: Callable[[Expr, Expr], Expr], lhs: int | Expr, rhs: int | Expr,
            known: Callable[[int, int], int]) -> int | Expr:
    """Return a number of two: by `known` if both are known, otherwise an int64 scalar."""
    if isinstance(lhs, Expr) or isinstance(rhs, Expr):
        return function(as_scalar(lhs), as_scalar(rhs))
    return known(lhs, rhs)


def plus(lhs: int | Expr, rhs: int | Expr) -> int | Expr:
    """Return the sum of sizes."""
    return combine(op.add, lhs, rhs, lambda x, y: x + y)


def times(lhs: int | Expr, rhs: int | Expr) -> int | Expr:
    """Return the product of sizes."""
    return combine(op.multiply, lhs, rhs, lambda x, y: x * y)


def over(lhs: int | Expr, rhs: int | Expr) -> int | Expr:
    """Return the quotient of sizes, rounded down."""
    return combine(op.floor_divide, lhs, rhs, lambda x, y: x // y)


def arange(start: Expr, stop: Expr, step: Expr, dtype: str) -> Expr:
    """Return evenly spaced numbers of which there may be none, which the operator refuses: of an empty
    range, the first number is computed and left out."""
    zero = scalar(0, dtype)
    is_empty = op.where(op.greater(step, zero), op.greater_equal(start, stop),
                        op.less_equal(start, stop))
    numbers = op.arange(start, op.where(is_empty, op.add(start, step), stop), step, dtype)
    end = op.where(is_empty, scalar(0, "int64"), scalar(2**31 - 1, "int64"))
    return op.strided_slice(numbers, vector([0]), op.reshape(end, (1,)), vector([1]))


def known_range(node: BaseNode, start: float, stop: float, step: float, dtype: str) -> Expr:
    """Return evenly spaced numbers between known bounds: a constant, or a call of an operator if there
    are more than MOST_ELEMENTS."""
    if not step:
        node.fail(f"there are too many numbers from {start} to {stop} by {step}")
    if math.ceil((stop - start) / step) > MOST_ELEMENTS:
        return op.arange(*(scalar(value, dtype) for value in (start, stop, step)), dtype)
    return const(np.arange(start, stop, step).astype(dtype), dtype)


def require_few(node: BaseNode, count: int) -> None:
    """Raise an error if a new tensor has too many elements to compute them while importing."""
    if count > MOST_ELEMENTS:
        node.fail(f"expected a tensor of at most {MOST_ELEMENTS} elements, but got one of {count}")


def numbers_below(count: int | Expr) -> Expr:
    """Return 0, 1, ... as int64."""
    if isinstance(count, Expr):
        return arange(scalar(0, "int64"), count, scalar(1, "int64"), "int64")
    return vector(np.arange(count))


def elements_of(node: BaseNode, values: Expr) -> list[int | Expr]:
    """Return the elements of a vector of sizes, as int64 scalars if they are not known."""
    known = node.constant(values)
    if known is not None:
        return [int(value) for value in known.reshape(-1)]
    count = node.shape(values)[0]
    if count is None:
        node.fail("the number of sizes must be known")
    if count > _MOST_SIZES:
        node.fail(f"expected at most {_MOST_SIZES} sizes, but got {count}")
    wide = cast(node, values, "int64")
    return [op.take(wide, scalar(i, "int64")) for i in range(count)]


def count_from_front(node: BaseNode, indices: Expr, size: int | Expr) -> Expr:
    """Return indices of which negative ones counted from the end."""
    dtype = node.dtype(indices)
    if dtype.startswith("uint"):
        return indices
    value = node.constant(indices)
    if value is not None and (value >= 0).all():
        return indices
    if value is not None and not isinstance(size, Expr):
        return const(np.where(value < 0, value + size, value).astype(dtype), dtype)
    size = as_scalar(size)
    if dtype != "int64":
        size = op.cast(size, dtype)
    return op.where(op.less(indices, scalar(0, dtype)), op.add(indices, size), indices)


def round_half_to_even(node: BaseNode, data: Expr) -> Expr:
    """Return the nearest integers, of two equally near ones the even one."""
    dtype = node.dtype(data)
    half = scalar(0.5, dtype)
    is_tie = op.equal(op.abs(op.subtract(data, op.trunc(data))), half)
    even = op.multiply(scalar(2, dtype), op.round(op.multiply(data, half)))
    return op.where(is_tie, even, op.round(data))


def align_channels(vector_of_channels: Expr, rank: int, axis: int = 1) -> Expr:
    """Return a vector along `axis` so that it broadcasts to a tensor of a rank."""
    trailing = rank - axis - 1
    return op.expand_dims(vector_of_channels, 1, trailing) if trailing else vector_of_channels
