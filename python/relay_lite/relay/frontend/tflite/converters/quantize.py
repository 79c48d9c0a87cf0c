"""Quantization and its inverse, and weights that are packed."""

from __future__ import annotations

from .... import op
from ....expr import Expr
from ..node import Node
from ..quantization import dequantize, quantize
from ..registry import converter


@converter("DEQUANTIZE", quantized="own")
def convert_dequantize(node: Node) -> Expr:
    """Return the floats that integers, or floats of 16 bits, stand for."""
    data, tensor = node.input(0), node.inputs[0]
    if tensor is None or tensor.kind == "FLOAT16":
        return op.cast(data, node.output_dtype)
    if tensor.quantization is None:
        node.fail("expected a quantized tensor, but the input has no scale")
    return dequantize(node, data, tensor.quantization)


@converter("QUANTIZE", quantized="moved")
def convert_quantize(node: Node) -> Expr:
    """Return floats as integers, or integers of another type."""
    data, tensor, output = node.input(0), node.inputs[0], node.outputs[0]
    if output.quantization is None:
        node.fail("expected a quantized tensor, but the output has no scale")
    if tensor is not None and tensor.quantization is not None and tensor.kind != "FLOAT32":
        if node.dtype(data) == node.output_dtype and \
                tensor.quantization.equals(output.quantization):
            return data
        data = dequantize(node, data, tensor.quantization)
    return quantize(node, data, output.quantization, node.output_dtype)


@converter("DENSIFY", quantized="moved")
def convert_densify(node: Node) -> Expr:
    """Return a sparse weight with all its elements: the reader has unpacked it."""
    return node.input(0)
