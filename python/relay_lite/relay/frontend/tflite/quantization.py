"""Quantized tensors: integers that stand for numbers by a scale and a zero point."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ....error import ArgumentError
from ... import op
from ...expr import Constant, Expr, const
from ...qnn import op as qnn
from .flatbuffer import Quantization, Tensor, name_activation
from .node import Node
from .registry import Entry

# An int32 with a scale is a bias, or a shape with a scale that means nothing.
_KINDS = ("INT8", "UINT8", "INT16", "INT4")
_RANGES = {"int8": (-128, 127), "uint8": (0, 255), "int16": (-32768, 32767),
           "int32": (-2**31, 2**31 - 1)}
# The least and the largest result of activations that are fused into operators.
_ACTIVATIONS: dict[str, tuple[float | None, float | None]] = {
    "NONE": (None, None), "RELU": (0, None), "RELU_N1_TO_1": (-1, 1), "RELU6": (0, 6)}


def find_quantization(tensor: Tensor | None) -> Quantization | None:
    """Return how the integers of a tensor stand for numbers; None if they are no such integers."""
    return tensor.quantization if tensor is not None and tensor.kind in _KINDS else None


def find_problem(entry: Entry, inputs: Sequence[Tensor | None], outputs: Sequence[Tensor]) -> str:
    """Return why an operator cannot take its quantized tensors; an empty text if it can."""
    integers = [tensor for tensor in (*inputs, *outputs) if tensor is not None and
                find_quantization(tensor) is not None]
    if not integers or entry.quantized in ("own", "float"):
        return ""
    targets = [tensor for tensor in outputs if find_quantization(tensor) is not None]
    if entry.quantized == "no":
        return "on quantized tensors" if targets else ""
    if entry.quantized == "qnn":
        return ""
    known = [tensor.quantization for tensor in targets or integers]
    if known[0] is not None and all(known[0].equals(other) for other in known[1:]):
        return ""
    return "on tensors of different scales"


# Between integers and floats


def make_params(quantization: Quantization) -> tuple[Constant, Constant]:
    """Return a scale and a zero point as constants: scalars, or vectors if there are several scales.
    Zero points that are all equal are a scalar."""
    scale, zero_point = quantization.scale, quantization.zero_point
    return (const(scale.reshape(-1)[0] if scale.size == 1 else scale, "float32"),
            const(int(zero_point[0]) if (zero_point == zero_point[0]).all() else
                  zero_point.astype("int32"), "int32"))


def _get_axis(quantization: Quantization) -> int:
    return -1 if quantization.scale.size == 1 else quantization.axis


def dequantize(data: Expr, quantization: Quantization) -> Expr:
    """Return integers as the floats that they stand for: scale * (data - zero_point)."""
    return qnn.dequantize(data, *make_params(quantization), axis=_get_axis(quantization))


def quantize(data: Expr, quantization: Quantization, dtype: str) -> Expr:
    """Return floats as the nearest integers in range; ties are rounded away from zero."""
    if dtype not in _RANGES:
        raise ArgumentError(f"quantization to {dtype} is not supported")
    return qnn.quantize(data, *make_params(quantization), axis=_get_axis(quantization),
                        out_dtype=dtype)


def requantize(node: Node, data: Expr, source: Quantization, target: Quantization,
               dtype: str) -> Expr:
    """Return integers as those of another quantization that stand for nearly the same numbers."""
    if node.dtype(data) == dtype and source.equals(target):
        return data
    if target.scale.size > 1 or dtype not in _RANGES:
        node.fail(f"quantization to {dtype} with {target.scale.size} scales is not supported")
    return qnn.requantize(data, *make_params(source), *make_params(target),
                          axis=_get_axis(source), out_dtype=dtype)


# Operators


def convert(node: Node, entry: Entry) -> Any:
    """Return the results of an operator. `registry.QUANTIZED` says for what quantized inputs are
    replaced."""
    if entry.quantized == "moved":
        _replace_by_requantized(node)
    # The operators of qnn take no data of 16 bits, whose products with weights of 8 bits floats keep.
    node.in_floats = entry.quantized == "qnn" and any(
        find_quantization(tensor) is not None and tensor.kind == "INT16" for tensor in node.outputs)
    is_hybrid = entry.quantized in ("no", "qnn") and not any(map(find_quantization, node.outputs))
    if not is_hybrid and not node.in_floats and entry.quantized != "float":
        return entry.convert(node)
    for i, tensor in enumerate(node.inputs):
        quantization = find_quantization(tensor)
        if quantization is not None:
            node.replaced[i] = dequantize(node.input(i), quantization)
    results = entry.convert(node)
    if not node.replaced:
        return results
    outputs = [results] if isinstance(results, Expr) else list(results)
    found = []
    for tensor, result in zip(node.outputs, outputs):
        quantization = find_quantization(tensor)
        if quantization is not None:
            dtype = node.graph.importer.model.get_dtype(tensor)
            result = quantize(result, quantization, dtype)
        found.append(result)
    return found


def _replace_by_requantized(node: Node) -> None:
    """Give inputs the quantization of the outputs."""
    target = find_quantization(node.outputs[0]) if node.outputs else None
    if target is None:
        return
    for i, tensor in enumerate(node.inputs):
        source = find_quantization(tensor)
        if source is not None and not source.equals(target):
            node.replaced[i] = requantize(node, node.input(i), source, target, node.output_dtype)


def find_target(node: Node) -> Quantization | None:
    """Return the quantization of the first output; None if the operator computes on floats.

    A ConversionError if there are several scales.
    """
    if node.in_floats:
        return None
    target = find_quantization(node.outputs[0]) if node.outputs else None
    if target is not None:
        _check_scales(node, target, f"{node.outputs[0].name!r}", 1)
    return target


def _check_scales(node: Node, found: Quantization, name: str, most: int | None) -> None:
    """Refuse too many scales, and those that are no positive numbers."""
    if most is not None and found.scale.size > most:
        node.fail(f"expected one scale of {name}, but found {found.scale.size}")
    if not (np.isfinite(found.scale) & (found.scale > 0)).all():
        node.fail(f"expected positive scales of {name}, but found {found.scale.tolist()}")


def require_quantization(node: Node, i: int, most_scales: int | None = 1) -> Quantization:
    """Return the quantization of an input; a ConversionError if it has none, or too many scales."""
    found = find_quantization(node.inputs[i]) if i < len(node.inputs) else None
    if found is None:
        node.fail(f"expected a quantized tensor as input {i}, but it has no scale")
    _check_scales(node, found, f"input {i}", most_scales)
    return found


def make_product_params(node: Node, data: int, weight: int) -> tuple[list[Constant], Any]:
    """Return the zero points and scales of two inputs, as products take them, and the scales of the
    product. The weight may have one for each channel."""
    lhs, rhs = require_quantization(node, data), require_quantization(node, weight, None)
    (lhs_scale, lhs_zero), (rhs_scale, rhs_zero) = make_params(lhs), make_params(rhs)
    return [lhs_zero, rhs_zero, lhs_scale, rhs_scale], lhs.scale * rhs.scale


def limit(node: Node, data: Expr, low: float | None, high: float | None) -> Expr:
    """Return the quantized output limited to the integers that stand for numbers; None stands for no
    limit."""
    target = find_target(node)
    if target is None or low is None and high is None:
        return data
    least, most = _RANGES[node.output_dtype]
    scale, zero_point = target.scale.reshape(-1)[0], int(target.zero_point[0])

    def quantize_number(value: float) -> int:
        # The quotient of float32, of which halves are rounded away from zero.
        quotient = float(np.float32(value) / scale)
        return zero_point + int(np.copysign(np.floor(abs(quotient) + 0.5), quotient))

    ends = [least if low is None else quantize_number(low),
            most if high is None else quantize_number(high)]
    return op.clip(data, *(min(max(end, least), most) for end in ends))


def activate_integers(node: Node, data: Expr) -> Expr:
    """Return the quantized output after the activation that is fused into an operator."""
    name = name_activation(node.option("fused_activation_function", 0))
    if name not in _ACTIVATIONS:
        node.fail(f"the fused activation {name} on quantized tensors is not supported")
    return limit(node, data, *_ACTIVATIONS[name])


def finish(node: Node, sums: Expr, scale: Any, zero_point: int = 0) -> Expr:
    """Return sums as the quantized output of an operator, after its fused activation.

    Parameters
    ----------
    node : Node
    sums : Expr
        Integers of int32 that stand for scale * (sum - zero_point).
    scale : array of float32
        One number, or one for each channel; channels are last.
    zero_point : int
    """
    target = find_target(node)
    assert target is not None, "only operators with quantized results have sums"
    scale = np.asarray(scale, "float32").reshape(-1)
    source = Quantization(scale, np.full(scale.shape, zero_point), node.rank(sums) - 1)
    return activate_integers(node, requantize(node, sums, source, target, node.output_dtype))


def get_zero(tensor: Tensor | None) -> int:
    """Return the integer that stands for zero."""
    if tensor is None or tensor.quantization is None:
        return 0
    return int(tensor.quantization.zero_point.reshape(-1)[0])
