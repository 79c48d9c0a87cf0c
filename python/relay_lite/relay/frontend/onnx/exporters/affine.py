"""Channels that constants scale and shift behind a convolution become its weight and bias."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ....expr import Constant, Expr, TupleGetItem
from ... import common
from .call import CallView, get_name
from .convolution import canonical, convolve
from .graph import Graph, Plan, Value

# The operator of ONNX and the layout of weights without the spatial dimensions, by Relay's operator.
_LAYERS = {**{f"nn.conv{rank}d": ("Conv", "OI") for rank in (1, 2, 3)},
           **{f"nn.conv{rank}d_transpose": ("ConvTranspose", "IO") for rank in (1, 2, 3)}}


@dataclass
class _Step:
    """data * factor + offset, for each channel or for all; `inner` are the calls that compute it."""

    data: Any
    factor: Any
    offset: Any
    inner: tuple[Expr, ...]


def plan_affine(model: Any, expr: Expr) -> Plan | None:
    """Return how a convolution, and all that scales and shifts its channels, becomes one node."""
    steps: list[_Step] = []
    step = _read_step(model, expr)
    while step is not None:
        steps.append(step)
        parts = [*step.inner, step.data]
        step = _read_step(model, step.data) \
            if all(len(model.users(part)) == 1 for part in parts) else None
    while steps and get_name(steps[-1].data) not in _LAYERS:
        steps.pop()
    if not steps or not _is_worthwhile(expr, steps):
        return None
    return _plan_layer(model, expr, steps)


def _is_worthwhile(expr: Expr, steps: list[_Step]) -> bool:
    """Return whether there is more than the bias that a convolution has anyway."""
    return len(steps) > 1 or get_name(expr) != "nn.bias_add"


# conv(x, w) * s + t -> Conv(x, w * s, t)
def _plan_layer(model: Any, expr: Any, steps: list[_Step]) -> Plan | None:
    conv = steps[-1].data
    op_type, letters = _LAYERS[get_name(conv)]
    weight, attrs = _find_value(model, conv.args[1]), conv.attrs
    rank, groups = len(conv.checked_type.shape) - 2, int(attrs.groups)
    parts = [conv, conv.args[1], *(part for step in steps[:-1] for part in (*step.inner, step.data))]
    if weight is None or weight.dtype.kind != "f" or not is_canonical(conv, letters) or \
            groups > 1 and letters == "IO" or any(len(model.users(part)) != 1 for part in parts):
        return None
    channels = weight.shape[letters.index("O")]
    factor, offset = np.ones(channels), np.zeros(channels)
    for step in reversed(steps):
        factor, offset = factor * step.factor, offset * step.factor + step.offset
    scale = factor.reshape(-1, *([1] * (weight.ndim - 1 - letters.index("O"))))
    values = [(weight * scale.astype(weight.dtype)).astype(weight.dtype), offset.astype(weight.dtype)]
    if not all(np.isfinite(value).all() for value in values):
        return None
    more = {}
    if letters == "IO":
        extra = (list(attrs.output_padding) * rank)[:rank]
        more["output_padding"] = [int(size) for size in extra] if any(map(int, extra)) else None

    def write(graph: Graph) -> Value:
        names = [model.add_array(value) for value in values]
        return convolve(CallView(conv, graph), op_type, letters, names, **more)

    return Plan([conv.args[0]], write)


def is_canonical(conv: Any, letters: str) -> bool:
    """Return whether a convolution has ONNX's layouts, and the element type of its operands."""
    rank, attrs = len(conv.checked_type.shape) - 2, conv.attrs
    return attrs.data_layout == canonical(rank, "NC") and not attrs.out_layout and \
        attrs.kernel_layout == canonical(rank, letters) and \
        conv.checked_type.dtype == conv.args[0].checked_type.dtype == conv.args[1].checked_type.dtype


def _find_value(model: Any, expr: Expr) -> Any:
    """Return the array of an expression that is a constant in the model, or None."""
    if isinstance(expr, Constant):
        return common.to_numpy(expr.data)
    return model.folding.find_value(expr) if model.folding is not None else None


def _read_step(model: Any, expr: Any) -> _Step | None:
    """Return an expression as one that scales and shifts channels, or None."""
    if isinstance(expr, TupleGetItem):
        return _read_norm(model, expr)
    name = get_name(expr)
    if name == "nn.bias_add":
        value = _find_value(model, expr.args[1])
        return _Step(expr.args[0], 1.0, value.astype("float64"), ()) \
            if value is not None and expr.attrs.axis == 1 else None
    if name not in ("add", "subtract", "multiply", "divide"):
        return None
    data, other = expr.args
    value = _read_channels(model, data, other, expr)
    if value is None and name in ("add", "multiply"):
        data, other = other, data
        value = _read_channels(model, data, other, expr)
    if value is None:
        return None
    if name in ("add", "subtract"):
        return _Step(data, 1.0, value if name == "add" else -value, ())
    with np.errstate(divide="ignore", invalid="ignore"):
        return _Step(data, value if name == "multiply" else 1 / value, 0.0, ())


def _read_channels(model: Any, data: Expr, other: Expr, result: Expr) -> Any:
    """Return the elements of a constant for channels, or the only one; None if it has others."""
    shape = common.get_dimensions(data.checked_type)
    sizes = common.get_dimensions(other.checked_type)
    rank = len(shape)
    if rank < 3 or len(sizes) > rank or result.checked_type != data.checked_type:
        return None
    places = [i for i, size in enumerate([1] * (rank - len(sizes)) + sizes) if size != 1]
    if places not in ([], [1]):
        return None
    value = _find_value(model, other)
    return None if value is None or value.dtype.kind != "f" else value.reshape(-1).astype("float64")


def _read_norm(model: Any, expr: Any) -> _Step | None:
    call = expr.tuple_value
    if expr.index != 0 or get_name(call) != "nn.batch_norm" or call.attrs.axis != 1:
        return None
    values = [_find_value(model, arg) for arg in call.args[1:]]
    if any(value is None for value in values):
        return None
    scale, shift, mean, variance = (value.astype("float64") for value in values)
    factor = 1 / np.sqrt(variance + call.attrs.epsilon)
    if call.attrs.scale:
        factor = factor * scale
    offset = -mean * factor + (shift if call.attrs.center else 0)
    return _Step(call.args[0], factor, offset, (call,))
