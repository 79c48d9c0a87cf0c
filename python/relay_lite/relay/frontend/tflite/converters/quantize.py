"""Quantization and its inverse, and weights that are packed."""

from __future__ import annotations

from .... import op
from ....expr import Expr
from ..node import Node
from ..quantization import dequantize, find_quantization, quantize, requantize
from ..registry import converter


@converter("DEQUANTIZE", quantized="own")
def convert_dequantize(node: Node) -> Expr:
    """Return the floats that integers, or floats of 16 bits, stand for."""
    data, tensor = node.input(0), node.inputs[0]
    if tensor is None or tensor.kind == "FLOAT16":
        return op.cast(data, node.output_dtype)
    if tensor.quantization is None:
        node.fail("expected a quantized tensor, but the input has no scale")
    return dequantize(data, tensor.quantization)


@converter("QUANTIZE", quantized="own")
def convert_quantize(node: Node) -> Expr:
    """Return floats as integers, or integers of another quantization."""
    data, tensor, output = node.input(0), node.inputs[0], node.output
    if output.quantization is None:
        node.fail("expected a quantized tensor, but the output has no scale")
    source = tensor.quantization if tensor is not None and tensor.kind == "INT32" else \
        find_quantization(tensor)
    if source is not None:
        return requantize(node, data, source, output.quantization, node.output_dtype)
    return quantize(data, output.quantization, node.output_dtype)


@converter("DENSIFY", quantized="moved")
def convert_densify(node: Node) -> Expr:
    """Return a sparse weight with all its elements: the reader has unpacked it."""
    return node.input(0)
