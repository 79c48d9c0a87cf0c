"""Reductions."""

from __future__ import annotations

from typing import Any

from .call import CallView
from .registry import exporter

_REDUCTIONS = {"sum": "ReduceSum", "mean": "ReduceMean", "max": "ReduceMax", "min": "ReduceMin",
               "prod": "ReduceProd"}


def read_axes(call: CallView) -> list[int]:
    """Return the axes of a reduction, counted from the front."""
    rank = call.rank(0)
    given = call.attribute("axis")
    if given is None:
        axes = list(range(rank))
    else:
        axes = sorted(call.axes(given if isinstance(given, list) else [given], rank))
    if call.attribute("exclude", False):
        axes = [axis for axis in range(rank) if axis not in axes]
    return axes


def reduce(call: CallView, op_type: str, data: str, axes: list[int], keep: bool) -> str:
    """Return a reduction over axes."""
    if not axes:
        return call.emit("Identity", [data])
    since = 13 if op_type == "ReduceSum" else 18
    return call.with_axes(op_type, data, axes, since, keepdims=int(keep))


@exporter("sum", "mean", "max", "min", "prod",
          makes="ReduceSum ReduceMean ReduceMax ReduceMin ReduceProd")
def export_reduction(call: CallView) -> str:
    """Return sums, means, bounds and products."""
    return reduce(call, _REDUCTIONS[call.op], call.input(0), read_axes(call),
                  bool(call.attribute("keepdims", False)))


@exporter("any", "all", makes="ReduceMax ReduceMin; Cast")
def export_logic(call: CallView) -> str:
    """Return whether any or all elements are true."""
    numbers = call.cast(call.input(0), "bool", "int32")
    result = reduce(call, "ReduceMax" if call.op == "any" else "ReduceMin", numbers,
                    read_axes(call), bool(call.attribute("keepdims", False)))
    return call.cast(result, "int32", "bool")


@exporter("variance", makes="ReduceMean; Sub Mul")
def export_variance(call: CallView) -> str:
    """Return the mean of the squares of the distances to the mean, which is the second argument."""
    axes, keep = read_axes(call), bool(call.attribute("keepdims", False))
    mean = call.input(1)
    if call.rank(1) != call.rank(0):
        mean = call.unsqueeze(mean, axes)
    distance = call.emit("Sub", [call.input(0), mean])
    squares = call.emit("Mul", [distance, distance])
    if not call.attribute("unbiased", False):
        return reduce(call, "ReduceMean", squares, axes, keep)
    shape = call.static_shape(0)
    count = 1
    for axis in axes:
        count *= shape[axis]
    total = reduce(call, "ReduceSum", squares, axes, keep)
    return call.emit("Div", [total, call.number(count - 1, call.dtype())])


@exporter("argmax", "argmin", makes="ArgMax ArgMin; Cast")
def export_arg_reduction(call: CallView) -> str:
    """Return the positions of the largest or smallest elements."""
    axes = read_axes(call)
    data, rank, keep = call.input(0), call.rank(0), bool(call.attribute("keepdims", False))
    last = call.attribute("select_last_index", False)
    if last:
        call.require_opset(12, "select_last_index")
    attributes: dict[str, Any] = {"select_last_index": 1 if last else None}
    op_type = "ArgMax" if call.op == "argmax" else "ArgMin"
    if len(axes) == 1:
        result = call.emit(op_type, [data], axis=axes[0], keepdims=int(keep), **attributes)
    elif len(axes) == rank:
        flat = call.emit(op_type, [call.reshape(data, [-1])], axis=0, keepdims=0, **attributes)
        result = call.reshape(flat, [1] * rank) if keep else flat
    else:
        call.fail(f"ONNX finds positions along one axis, but there are {len(axes)}")
    return call.cast(result, "int64", call.dtype())
