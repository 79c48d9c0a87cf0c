"""Quantized tensors: integers that stand for numbers by a scale and a zero point.

Until Relay has operators on quantized tensors, they are decomposed into plain ones: this module is
the only one that builds them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ... import op
from ...expr import Expr, const
from .flatbuffer import Quantization, Tensor
from .node import Node
from .registry import Entry

_RANGES = {"int8": (-128, 127), "uint8": (0, 255), "int16": (-32768, 32767),
           "int32": (-2**31, 2**31 - 1)}


def is_quantized(tensor: Tensor | None) -> bool:
    """Return whether the elements of a tensor are integers that stand for numbers."""
    return tensor is not None and tensor.quantization is not None and \
        tensor.kind in ("INT8", "UINT8", "INT16", "INT32", "INT64", "INT4")


def find_problem(entry: Entry, inputs: list[Tensor | None], outputs: list[Tensor]) -> str:
    """Return why an operator cannot take its quantized tensors; an empty text if it can."""
    # An int32 with a scale is a bias, or a shape with a scale that means nothing.
    integers = [tensor for tensor in (*inputs, *outputs) if is_quantized(tensor) and
                tensor is not None and tensor.kind not in ("INT32", "INT64")]
    if not integers or entry.quantized in ("own", "float"):
        return ""
    if entry.quantized == "no":
        return "on quantized tensors"
    known = [tensor.quantization for tensor in integers if tensor.quantization is not None]
    if all(known[0].equals(other) for other in known[1:]):
        return ""
    return "on tensors of different scales"


def _align(values: Any, quantization: Quantization, rank: int, dtype: str) -> Expr:
    """Return scales or zero points so that they broadcast to the tensor."""
    if values.size == 1:
        return const(np.array(values.reshape(-1)[0], dtype), dtype)
    shape = [1] * rank
    shape[quantization.axis] = -1
    return const(np.asarray(values).reshape(shape).astype(dtype), dtype)


def dequantize(node: Node, data: Expr, quantization: Quantization) -> Expr:
    """Return integers as the floats that they stand for: scale * (data - zero_point)."""
    rank = node.rank(data)
    wide = op.cast(data, "int32")
    if quantization.zero_point.any():
        wide = op.subtract(wide, _align(quantization.zero_point, quantization, rank, "int32"))
    return op.multiply(op.cast(wide, "float32"),
                       _align(quantization.scale, quantization, rank, "float32"))


def quantize(node: Node, data: Expr, quantization: Quantization, dtype: str) -> Expr:
    """Return floats as the nearest integers in range; ties are rounded away from zero."""
    if dtype not in _RANGES:
        node.fail(f"quantization to {dtype} is not supported")
    rank = node.rank(data)
    scaled = op.round(op.divide(data, _align(quantization.scale, quantization, rank, "float32")))
    if quantization.zero_point.any():
        scaled = op.add(scaled, _align(quantization.zero_point, quantization, rank, "float32"))
    low, high = _RANGES[dtype]
    return op.cast(op.clip(scaled, float(low), float(high)), dtype)


def convert(node: Node, entry: Entry) -> Any:
    """Return the results of an operator; of one that computes on floats, its quantized inputs are
    floats, and its results integers."""
    if entry.quantized != "float":
        return entry.convert(node)
    for i, tensor in enumerate(node.inputs):
        if is_quantized(tensor) and tensor is not None and tensor.quantization is not None and \
                tensor.kind not in ("INT32", "INT64"):
            node.replaced[i] = dequantize(node, node.input(i), tensor.quantization)
    if not node.replaced:
        return entry.convert(node)
    results = entry.convert(node)
    outputs = [results] if isinstance(results, Expr) else list(results)
    found = []
    for tensor, result in zip(node.outputs, outputs):
        if is_quantized(tensor) and tensor.quantization is not None:
            dtype = node.graph.importer.model.get_dtype(tensor)
            result = quantize(node, result, tensor.quantization, dtype)
        found.append(result)
    return found


def get_zero(tensor: Tensor | None) -> int:
    """Return the integer that stands for zero."""
    if tensor is None or tensor.quantization is None:
        return 0
    return int(tensor.quantization.zero_point.reshape(-1)[0])


