"""Ranges of dimensions, and slices of slices."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ....expr import Expr, Tuple
from ... import common
from .call import CallView, get_name, to_python
from .graph import Plan

# Behind the last element of any dimension.
END = 2**31 - 1
# The begin, end and stride of ranges, by dimension.
Ranges = Mapping[int, "tuple[int, int, int]"]


def read_ranges(expr: Any) -> Ranges:
    """Return the ranges of a strided_slice."""
    attrs, rank = expr.attrs, len(expr.args[0].checked_type.shape)
    begins, ends = to_python(attrs.begin), to_python(attrs.end)
    axes, strides = to_python(attrs.axes), to_python(attrs.strides) or [1]
    if str(attrs.slice_mode) == "size":
        # The sizes of ranges are in the place of their ends.
        ends = [END if size == -1 else begin + size for begin, size in zip(begins, ends)]
    return dict(zip(range(rank) if axes is None else [axis % rank for axis in axes],
                    zip(begins, ends, strides * len(begins) if len(strides) == 1 else strides)))


def write_ranges(call: CallView, data: str, ranges: Ranges) -> str:
    """Return ranges of a value."""
    begins, ends, strides = zip(*ranges.values()) if ranges else ((), (), ())
    return call.slice(data, begins, ends, list(ranges), strides)


def _join_slices(model: Any, expr: Any) -> tuple[Any, Ranges]:
    """Return the data of slices of slices of other dimensions, and their ranges."""
    ranges: Ranges = {}
    data = expr
    while get_name(data) == "strided_slice" and (data is expr or len(model.users(data)) == 1):
        sizes = common.get_dimensions(data.args[0].checked_type)
        own = {axis: (begin, end, stride) for axis, (begin, end, stride) in read_ranges(data).items()
               if (begin, stride) != (0, 1) or end < (sizes[axis] or END)}
        if own.keys() & ranges.keys():
            break
        ranges = {**own, **ranges}
        data = data.args[0]
    return data, ranges


# strided_slice(strided_slice(x)) -> Slice(x)
def plan_slices(model: Any, expr: Any) -> Plan | None:
    """Return how slices of slices become one node, or None."""
    data, ranges = _join_slices(model, expr)
    if data is expr.args[0] or not ranges:
        return None
    return Plan([data], lambda graph: write_ranges(CallView(expr, graph), graph.name_of(data), ranges))


# concatenate((x[:, :, i::k, j::k] for all i, j), axis=1) -> Gather(SpaceToDepth(x), order)
def plan_blocks(model: Any, expr: Any) -> Plan | None:
    """Return how the pixels of blocks become channels by one node or two, or None."""
    if not isinstance(expr.args[0], Tuple) or expr.attrs.axis not in (1, -3):
        return None
    fields = list(expr.args[0].fields)
    found = [_join_slices(model, field) for field in fields]
    size = round(len(fields) ** 0.5)
    data = found[0][0]
    places = [_find_place(data, ranges, size) for _, ranges in found]
    if size < 2 or len(data.checked_type.shape) != 4 or sorted(map(str, places)) != sorted(
            str((i, j)) for i in range(size) for j in range(size)) or \
            not all(other.same_as(data) for other, _ in found) or \
            any(len(model.users(field)) != 1 for field in fields):
        return None
    channels = common.get_dimensions(data.checked_type)[1]
    order = [i * size + j for i, j in filter(None, places)]
    if channels is None:
        return None
    picked = [block * channels + channel for block in order for channel in range(channels)]

    def write(graph: Any) -> str:
        call = CallView(expr, graph)
        result = call.emit("SpaceToDepth", [graph.name_of(data)], blocksize=size)
        return result if order == sorted(order) else \
            call.emit("Gather", [result, call.vector(picked)], axis=1)

    return Plan([data], write)


def _find_place(data: Expr, ranges: Ranges, size: int) -> tuple[int, int] | None:
    """Return the row and column that a slice takes of each block, or None."""
    sizes = common.get_dimensions(data.checked_type)
    if set(ranges) != {2, 3} or len(sizes) != 4:
        return None
    begins = []
    for axis in (2, 3):
        length, (begin, end, stride) = sizes[axis], ranges[axis]
        if length is None or length % size or stride != size or end < length or not 0 <= begin < size:
            return None
        begins.append(begin)
    return begins[0], begins[1]
