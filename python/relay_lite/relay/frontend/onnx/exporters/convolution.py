"""Convolutions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .call import CallView
from .registry import exporter

_SPATIAL = "DHW"


def canonical(rank: int, letters: str) -> str:
    """Return the layout of ONNX with two leading letters: NCHW, OIHW."""
    return letters + _SPATIAL[3 - rank:]


def arrange(call: CallView, data: str, source: str, target: str) -> str:
    """Return a value in another layout."""
    if sorted(source) != sorted(target):
        call.fail(f"the layout {source}: expected an order of {target}")
    return call.transpose(data, [source.index(letter) for letter in target])


def expand(values: list[int], rank: int) -> list[int]:
    """Return padding for both sides of each dimension, those before first."""
    if len(values) == 1:
        return values * (2 * rank)
    return values * 2 if len(values) == rank else values


def convolve(call: CallView, op_type: str, letters: str, parameters: Sequence[str] = (),
             **more: Any) -> str:
    """Return a convolution: with the weight of the call, or with another weight in ONNX's layout and
    what follows it, on the data as they are."""
    rank = call.rank(0) - 2
    layout, kernel_layout = call.attribute("data_layout"), call.attribute("kernel_layout")
    target = canonical(rank, "NC")
    data = call.input(0)
    if not parameters:
        call.require_float(op_type)
        data = call.cast(data, call.dtype(0), call.dtype())
        weight = call.cast(call.input(1), call.dtype(1), call.dtype())
        parameters = [arrange(call, weight, kernel_layout, canonical(rank, letters))]
    shape = call.shape(1)
    kernel = [shape[kernel_layout.index(letter)] for letter in target[2:]]
    groups = call.attribute("groups")
    strides, dilations = call.attribute("strides"), call.attribute("dilation")
    result = call.emit(
        op_type, [arrange(call, data, layout, target), *parameters], strides=(strides * rank)[:rank],
        pads=expand(call.attribute("padding"), rank), dilations=(dilations * rank)[:rank],
        group=groups, kernel_shape=None if None in kernel else kernel, **more)
    return arrange(call, result, target, call.attribute("out_layout") or layout)


@exporter("nn.conv1d", "nn.conv2d", "nn.conv3d", makes="Conv; Transpose")
def export_conv(call: CallView) -> str:
    """Return a convolution."""
    return convolve(call, "Conv", "OI")


@exporter("nn.conv1d_transpose", "nn.conv2d_transpose", "nn.conv3d_transpose",
          makes="ConvTranspose; Transpose")
def export_conv_transpose(call: CallView) -> str:
    """Return a transposed convolution."""
    extra = call.attribute("output_padding")
    rank = call.rank(0) - 2
    extra = (extra * rank)[:rank]
    return convolve(call, "ConvTranspose", "IO", output_padding=extra if any(extra) else None)
