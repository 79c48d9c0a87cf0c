"""Tensors that depend on no elements: constants, ranges, shapes, identities."""

from __future__ import annotations

import math

import numpy as np

from .... import op
from ....expr import Expr, const
from ...building import (arange, as_vector, cast, numbers_below, scalar, size_of, sizes_of,
                         static_shape, to_scalar)
from ..node import Node
from ..registry import converter
from ..sizes import known_sizes, refine
from .cast import read_dtype


@converter("Constant", since=1)
def convert_constant(node: Node) -> Expr:
    """Return the value of the attribute that the node has."""
    for name, dtype in (("value_float", "float32"), ("value_floats", "float32"),
                        ("value_int", "int64"), ("value_ints", "int64")):
        if node.has_attribute(name):
            return const(np.array(node.attribute(name), dtype), dtype)
    if node.has_attribute("value"):
        value = node.attribute("value")
        return const(value, str(value.dtype))
    node.fail("expected a value: an attribute value, value_float, value_int, or a list of these")


@converter("Identity", since=1)
def convert_identity(node: Node) -> Expr:
    """Return the value itself."""
    return node.input(0)


# More elements of one constant do not fit into memory.
_MOST_ELEMENTS = 1 << 36


@converter("ConstantOfShape", since=9)
def convert_constant_of_shape(node: Node) -> Expr:
    """Return a tensor of one value."""
    value = np.asarray(node.attribute("value", None) if node.has_attribute("value")
                       else np.zeros(1, "float32"))
    if value.size != 1:
        node.fail(f"expected a value of one element, but it has {value.size}")
    dtype = str(value.dtype)
    fill = const(value.reshape(()), dtype)
    shape = node.constant(node.input(0))
    if shape is None:
        sizes = known_sizes(node, node.input(0))
        result = op.full(fill, node.input(0), dtype)
        return result if sizes is None else refine(node, result, sizes)
    if (shape < 0).any():
        node.fail(f"the shape {shape.tolist()} has a negative size")
    if math.prod(map(int, shape)) > _MOST_ELEMENTS:
        node.fail(f"a constant of the shape {shape.tolist()} is too large")
    return op.full(fill, [int(size) for size in shape], dtype)


@converter("EyeLike", since=9)
def convert_eye_like(node: Node) -> Expr:
    """Return a matrix with 1 on a diagonal."""
    data = node.input(0)
    if node.rank(data) != 2:
        node.fail(f"expected a matrix, but got a tensor of rank {node.rank(data)}")
    dtype = read_dtype(node, "dtype", node.dtype(data))
    k = int(node.attribute("k", 0))
    shape = static_shape(node, data)
    if shape is not None:
        return const(np.eye(shape[0], shape[1], k).astype("float32").astype(
            dtype if dtype != "bfloat16" else "float32"), dtype)
    rows, columns = (numbers_below(size_of(node, data, i)) for i in range(2))
    rows = op.add(op.expand_dims(rows, 1), scalar(k, "int64"))
    return op.cast(op.equal(rows, columns), dtype)


@converter("Shape", since=1)
def convert_shape(node: Node) -> Expr:
    """Return the sizes of a tensor, or of some of its dimensions."""
    data = node.input(0)
    rank = node.rank(data)
    start, end = node.attribute("start", 0), node.attribute("end", rank)
    first, last, _ = slice(start, end).indices(rank)
    sizes = sizes_of(node, data)[first:last]
    if not any(isinstance(size, Expr) for size in sizes):
        return as_vector(sizes)
    shape = node.shape_of(data)
    if (first, last) == (0, rank):
        return shape
    return op.strided_slice(shape, [first], [last])


@converter("Size", since=1)
def convert_size(node: Node) -> Expr:
    """Return the number of elements."""
    shape = static_shape(node, node.input(0))
    if shape is not None:
        return scalar(math.prod(shape), "int64")
    return op.prod(node.shape_of(node.input(0)))


@converter("Range", since=11)
def convert_range(node: Node) -> Expr:
    """Return evenly spaced numbers."""
    bounds = [node.input(i) for i in range(3)]
    dtype = node.dtype(bounds[0])
    values = [float(value.reshape(-1)[0]) for value in map(node.constant, bounds)
              if value is not None]
    if len(values) == 3:
        first, last, step = values
        if step == 0:
            node.fail("the step is 0")
        if math.ceil((last - first) / step) <= 0:
            return const(np.zeros(0, dtype), dtype)
    start, limit, delta = (to_scalar(bound) if node.rank(bound) else bound for bound in bounds)
    return op.arange(start, limit, delta, dtype) if len(values) == 3 else \
        arange(start, limit, delta, dtype)


@converter("NonZero", since=9)
def convert_non_zero(node: Node) -> Expr:
    """Return the positions of elements that are not zero, one in each column."""
    data = node.input(0)
    if node.rank(data) == 0:
        data = op.expand_dims(data, 0)
        places = op.transpose(op.argwhere(data))
        return op.cast(op.strided_slice(places, [0], [0], axes=[0]), "int64")
    return op.cast(op.transpose(op.argwhere(data)), "int64")


@converter("OneHot", since=9)
def convert_one_hot(node: Node) -> Expr:
    """Return vectors with one value at an index, and another elsewhere."""
    indices, depth, values = node.input(0), node.input(1), node.input(2)
    axis = node.attribute("axis", -1)
    rank = node.rank(indices) + 1
    if not -rank <= axis < rank:
        node.fail(f"axis {axis} is out of range for a result of rank {rank}")
    indices = cast(node, indices, "int64")
    value = node.constant(depth)
    count: int | Expr = to_scalar(op.cast(depth, "int64")) if value is None else \
        int(value.reshape(-1)[0])
    size = count if isinstance(count, Expr) else scalar(count, "int64")
    indices = op.where(op.less(indices, scalar(0, "int64")), op.add(indices, size), indices)
    off, on = (to_scalar(op.strided_slice(values, [i], [i + 1])) for i in range(2))
    return op.one_hot(indices, on, off, count,
                      axis % rank if axis >= 0 else -1 if axis == -1 else axis + rank,
                      node.dtype(values))


@converter("Trilu", since=14)
def convert_trilu(node: Node) -> Expr:
    """Return the upper or lower triangles of matrices."""
    k = node.optional_input(1)
    diagonal = scalar(0, "int64") if k is None else to_scalar(k) if node.rank(k) else k
    return op.trilu(node.input(0), diagonal, bool(node.attribute("upper", 1)))
