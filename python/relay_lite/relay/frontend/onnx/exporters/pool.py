"""Pooling."""

from __future__ import annotations

from .call import CallView
from .convolution import arrange, canonical, expand
from .registry import exporter

_AVERAGE = ("nn.avg_pool1d", "nn.avg_pool2d", "nn.avg_pool3d")
_MAXIMUM = ("nn.max_pool1d", "nn.max_pool2d", "nn.max_pool3d")
_ADAPTIVE = ("nn.adaptive_avg_pool1d", "nn.adaptive_avg_pool2d", "nn.adaptive_avg_pool3d",
             "nn.adaptive_max_pool1d", "nn.adaptive_max_pool2d", "nn.adaptive_max_pool3d")


def _arranged(call: CallView) -> tuple[str, str, str]:
    """Return the data in ONNX's layout, that layout, and that of the call."""
    layout = call.attribute("layout")
    target = canonical(call.rank(0) - 2, "NC")
    return arrange(call, call.input(0), layout, target), target, layout


def _restore(call: CallView, result: str, target: str, layout: str) -> str:
    return arrange(call, result, target, call.attribute("out_layout") or layout)


@exporter(*_AVERAGE, *_MAXIMUM, makes="AveragePool " * 3 + "MaxPool " * 3 + "; Transpose")
def export_pool(call: CallView) -> str:
    """Return the average or the maximum of each window."""
    is_average = call.op in _AVERAGE
    if is_average:
        call.require_float("AveragePool")
    else:
        call.require_float("MaxPool", "int8", "uint8")
    data, target, layout = _arranged(call)
    rank = call.rank(0) - 2
    dilations = (call.attribute("dilation") * rank)[:rank]
    ceil = call.attribute("ceil_mode")
    if any(size != 1 for size in dilations):
        call.require_opset(19 if is_average else 10, "dilation")
    if ceil:
        call.require_opset(10, "ceil_mode")
        _check_ceil(call, layout, target)
    result = call.emit(
        "AveragePool" if is_average else "MaxPool", [data],
        kernel_shape=(call.attribute("pool_size") * rank)[:rank],
        strides=(call.attribute("strides") * rank)[:rank],
        pads=expand(call.attribute("padding"), rank),
        dilations=dilations if any(size != 1 for size in dilations) else None,
        ceil_mode=1 if ceil else None,
        count_include_pad=1 if is_average and call.attribute("count_include_pad") else None)
    return _restore(call, result, target, layout)


def _check_ceil(call: CallView, layout: str, target: str) -> None:
    """Refuse windows that begin in the padding behind the data: ONNX leaves them out."""
    rank = call.rank(0) - 2
    shape, found = call.shape(0), call.shape()
    pads, strides = expand(call.attribute("padding"), rank), call.attribute("strides")
    for i, letter in enumerate(target[2:]):
        place = layout.index(letter)
        size, count = shape[place], found[place]
        stride = (strides * rank)[i]
        if size is None or count is None or (count - 1) * stride >= size + pads[i]:
            call.fail("ceil_mode with windows that ONNX leaves out, or with unknown sizes")


@exporter("nn.global_avg_pool2d", "nn.global_max_pool2d",
          makes="GlobalAveragePool GlobalMaxPool; Transpose")
def export_global_pool(call: CallView) -> str:
    """Return the average or the maximum of each channel."""
    data, target, layout = _arranged(call)
    op_type = "GlobalAveragePool" if call.op == "nn.global_avg_pool2d" else "GlobalMaxPool"
    call.require_float(op_type)
    return _restore(call, call.emit(op_type, [data]), target, layout)


@exporter(*_ADAPTIVE,
          makes="GlobalAveragePool " * 3 + "GlobalMaxPool " * 3 + "; AveragePool MaxPool Transpose")
def export_adaptive_pool(call: CallView) -> str:
    """Return the average or the maximum of equal parts of each channel."""
    data, target, layout = _arranged(call)
    kind = "AveragePool" if "avg" in call.op else "MaxPool"
    call.require_float(kind)
    shape, found = call.shape(0), call.shape()
    kernel = []
    sizes = [(shape[layout.index(letter)], found[layout.index(letter)]) for letter in target[2:]]
    if all(count == 1 for _, count in sizes):
        return _restore(call, call.emit(f"Global{kind}", [data]), target, layout)
    for size, count in sizes:
        if size is None or not count or size % count:
            call.fail(f"{size} elements do not split into {count} equal parts")
        kernel.append(size // count)
    result = call.emit(kind, [data], kernel_shape=kernel, strides=kernel)
    return _restore(call, result, target, layout)
