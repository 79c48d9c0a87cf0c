"""Elements and parts at indices: slice, gather, scatter, sort."""

from __future__ import annotations

from typing import Any

import numpy as np

from .call import CallView
from .ranges import END, read_ranges, write_ranges
from .registry import exporter

@exporter("strided_slice", makes="Slice")
def export_strided_slice(call: CallView) -> str:
    """Return ranges of dimensions."""
    return write_ranges(call, call.input(0), read_ranges(call.expr))


@exporter("dyn.strided_slice", makes="Slice")
def export_dynamic_slice(call: CallView) -> str:
    """Return ranges of dimensions that tensors give."""
    call.require_opset(10, "bounds known only at run time")
    if call.attribute("slice_mode") == "size":
        call.fail("slice_mode size with sizes known only at run time")
    axes = call.attribute("axes")
    count = call.shape(1)[0]
    if count is None:
        call.fail("an unknown number of bounds")
    places = list(range(count)) if axes is None else call.axes(axes, call.rank(0))
    inputs = [call.input(0), call.as_int64(1), call.as_int64(2), call.vector(places)]
    steps = call.value(3)
    if steps is None or (steps != 1).any():
        inputs.append(call.as_int64(3))
    return call.emit("Slice", inputs)


@exporter("slice_like", makes="Slice")
def export_slice_like(call: CallView) -> str:
    """Return the first elements, as many as another tensor has."""
    axes = call.attribute("axes")
    axes = call.axes(axes, call.rank(0)) if axes else list(range(call.rank(0)))
    sizes = call.static_shape(1)
    return call.slice(call.input(0), [0] * len(axes), [sizes[axis] for axis in axes], axes)


def _limit_indices(call: CallView, i: int, axis: int, mode: str) -> str:
    """Return indices in range: those out of range are limited, or wrap around."""
    value, size, dtype = call.value(i), call.shape(0)[axis], call.dtype(i)
    if value is not None and size is not None and \
            (mode == "fast" or (value >= 0).all() and (value < size).all()):
        wide = dtype if dtype in ("int32", "int64") else "int64"
        return call.input(i) if wide == dtype else call.vector(value, wide)
    name = call.cast(call.input(i), dtype, "int64")
    if mode == "fast":
        return name
    if size is None:
        shape = call.emit("Shape", [call.input(0)])
        bound = call.emit("Gather", [shape, call.number(axis, "int64")], axis=0)
        last = call.emit("Sub", [bound, call.number(1, "int64")])
    else:
        bound, last = call.number(size, "int64"), call.number(size - 1, "int64")
    if mode == "wrap":
        call.require_opset(10, "Mod")
        return call.emit("Mod", [name, bound])
    zero = call.number(0, "int64")
    if call.opset >= 12:
        return call.emit("Max", [call.emit("Min", [name, last]), zero])
    name = call.where(call.emit("Less", [name, last]), name, last)
    return call.where(call.emit("Less", [name, zero]), zero, name)


@exporter("take", makes="Gather; Mod Max Min Less Where")
def export_take(call: CallView) -> str:
    """Return slices of a tensor at indices of one dimension."""
    axis, mode = call.attribute("axis"), call.attribute("mode")
    if call.attribute("batch_dims"):
        call.fail("take with batch_dims")
    data = call.input(0)
    if axis is None:
        if call.rank(0) != 1:
            call.fail("take without an axis of a tensor that is no vector")
        axis = 0
    axis = call.axes([axis], call.rank(0))[0]
    return call.emit("Gather", [data, _limit_indices(call, 1, axis, mode)], axis=axis)


@exporter("gather", makes="GatherElements")
def export_gather(call: CallView) -> str:
    """Return elements at indices along one dimension."""
    call.require_opset(11, "GatherElements")
    dtype = call.dtype(1)
    indices = call.input(1) if dtype == "int32" else call.as_int64(1)
    axis = call.axes([call.attribute("axis")], call.rank(0))[0]
    return call.emit("GatherElements", [call.input(0), indices], axis=axis)


def _coordinates_last(call: CallView, i: int) -> str:
    """Return indices whose first dimension holds coordinates with that dimension as the last."""
    rank = call.rank(i)
    value = call.value(i)
    order = [*range(1, rank), 0]
    if value is not None:
        return call.vector(np.ascontiguousarray(np.transpose(value, order)))
    return call.transpose(call.as_int64(i), order)


@exporter("gather_nd", makes="GatherND; Transpose")
def export_gather_nd(call: CallView) -> str:
    """Return elements or slices at index vectors."""
    call.require_opset(11, "GatherND")
    batch = call.attribute("batch_dims")
    if batch:
        call.require_opset(12, "batch_dims")
    return call.emit("GatherND", [call.input(0), _coordinates_last(call, 1)],
                     batch_dims=batch or None)


_REDUCTIONS = {"update": None, "add": "add", "mul": "mul", "min": "min", "max": "max"}


def _read_reduction(call: CallView, name: str) -> str | None:
    found = call.attribute(name)
    if found not in _REDUCTIONS:
        call.fail(f"ONNX has no reduction {found}")
    if found != "update":
        call.require_opset(18 if found in ("min", "max") else 16, f"the reduction {found}")
    return _REDUCTIONS[found]


@exporter("scatter_elements", makes="ScatterElements")
def export_scatter_elements(call: CallView) -> str:
    """Return a tensor with elements at indices replaced."""
    call.require_opset(11, "ScatterElements")
    return call.emit("ScatterElements", [call.input(0), call.as_int64(1), call.input(2)],
                     axis=call.attribute("axis"), reduction=_read_reduction(call, "reduction"))


@exporter("scatter_nd", makes="ScatterND; Transpose")
def export_scatter_nd(call: CallView) -> str:
    """Return a tensor with elements or slices at index vectors replaced."""
    call.require_opset(11, "ScatterND")
    return call.emit("ScatterND", [call.input(0), _coordinates_last(call, 1), call.input(2)],
                     reduction=_read_reduction(call, "mode"))


# Sorting


def _sort(call: CallView, data: str, count: Any, axis: int, ascending: bool) -> list[str]:
    """Return the first elements in order along an axis, and their positions."""
    call.require_opset(11 if ascending else 10, "TopK")
    return call.emit_many("TopK", [data, count], 2, axis=axis,
                          largest=0 if ascending else None)


@exporter("topk", "dyn.topk", makes="TopK; Cast")
def export_topk(call: CallView) -> str | list[str]:
    """Return the largest or the smallest elements."""
    kind = call.attribute("ret_type")
    axis = call.axes([call.attribute("axis")], call.rank(0))[0]
    if call.op == "dyn.topk":
        count = call.emit("Reshape", [call.as_int64(1), call.vector([1])])
    else:
        number = call.attribute("k")
        size = call.shape(0)[axis]
        if number < 1 and size is None:
            call.fail("all elements of a dimension of an unknown size")
        count = call.vector([number if number >= 1 else size])
    values, places = _sort(call, call.input(0), count, axis, call.attribute("is_ascend"))
    dtype = str(call.type().fields[1].dtype if kind == "both" else call.dtype())
    if kind == "values":
        return values
    places = call.cast(places, "int64", dtype)
    return places if kind == "indices" else [values, places]


@exporter("sort", "argsort", makes="TopK; Cast")
def export_sort(call: CallView) -> str:
    """Return the elements of a dimension in order, or their positions."""
    axis = call.axes([call.attribute("axis")], call.rank(0))[0]
    size = call.shape(0)[axis]
    if size is None:
        call.require_opset(13, "a sort of an unknown number of elements")
        shape = call.emit("Shape", [call.input(0)])
        count = call.emit("Gather", [shape, call.vector([axis])], axis=0)
    else:
        count = call.vector([size])
    values, places = _sort(call, call.input(0), count, axis, bool(call.attribute("is_ascend")))
    return values if call.op == "sort" else call.cast(places, "int64", call.dtype())


@exporter("argwhere", makes="NonZero; Transpose Cast")
def export_argwhere(call: CallView) -> str:
    """Return the positions of elements that are not zero."""
    call.require_opset(9, "NonZero")
    places = call.emit("Transpose", [call.emit("NonZero", [call.input(0)])], perm=[1, 0])
    return call.cast(places, "int64", call.dtype())


@exporter("one_hot", "dyn.one_hot", makes="OneHot; Concat")
def export_one_hot(call: CallView) -> str:
    """Return vectors with one value at an index, and another elsewhere."""
    call.require_opset(9, "OneHot")
    dtype = call.dtype()
    values = [call.value(i) for i in (2, 1)]
    if values[0] is not None and values[1] is not None:
        pair = call.vector([values[0].reshape(-1)[0], values[1].reshape(-1)[0]], dtype)
    else:
        parts = [call.emit("Reshape", [call.cast(call.input(i), call.dtype(i), dtype),
                                       call.vector([1])]) for i in (2, 1)]
        pair = call.emit("Concat", parts, axis=0)
    depth = call.emit("Reshape", [call.as_int64(3), call.vector([1])]) \
        if call.op == "dyn.one_hot" else call.vector([call.attribute("depth")])
    return call.emit("OneHot", [call.as_int64(0), depth, pair], axis=call.attribute("axis"))


# Along a dimension


@exporter("cumsum", "cumprod", makes="CumSum CumProd; Cast")
def export_cumulative(call: CallView) -> str:
    """Return sums or products up to each element."""
    call.require_opset(11 if call.op == "cumsum" else 26, call.op)
    axis = call.attribute("axis")
    data = call.cast(call.input(0), call.dtype(0), call.dtype())
    if axis is None:
        data, axis = call.reshape(data, [-1]), 0
    return call.emit("CumSum" if call.op == "cumsum" else "CumProd",
                     [data, call.number(axis, "int64")],
                     exclusive=1 if call.attribute("exclusive") else None)


@exporter("reverse", makes="Slice")
def export_reverse(call: CallView) -> str:
    """Return the elements of a dimension in the opposite order."""
    axis = call.axes([call.attribute("axis")], call.rank(0))[0]
    return call.slice(call.input(0), [-1], [-END - 1], [axis], [-1])


@exporter("reverse_sequence", makes="ReverseSequence")
def export_reverse_sequence(call: CallView) -> str:
    """Return the first elements of sequences in the opposite order."""
    call.require_opset(10, "ReverseSequence")
    return call.emit("ReverseSequence", [call.input(0), call.as_int64(1)],
                     time_axis=call.attribute("seq_axis"), batch_axis=call.attribute("batch_axis"))


@exporter("trilu", makes="Trilu")
def export_trilu(call: CallView) -> str:
    """Return the upper or lower triangles of matrices."""
    call.require_opset(14, "Trilu")
    return call.emit("Trilu", [call.input(0), call.as_int64(1)],
                     upper=int(call.attribute("upper")))
