"""Conversions of element types."""

from __future__ import annotations

from .... import op
from ....expr import Expr
from ...building import cast
from ..node import Node
from ..registry import converter

_TYPES = {1: "float32", 2: "uint8", 3: "int8", 4: "uint16", 5: "int16", 6: "int32", 7: "int64",
          9: "bool", 10: "float16", 11: "float64", 12: "uint32", 13: "uint64", 16: "bfloat16"}
_NAMES = {"FLOAT": "float32", "UINT8": "uint8", "INT8": "int8", "UINT16": "uint16",
          "INT16": "int16", "INT32": "int32", "INT64": "int64", "BOOL": "bool",
          "FLOAT16": "float16", "DOUBLE": "float64", "UINT32": "uint32", "UINT64": "uint64"}
_UNSUPPORTED = {8: "string", 14: "complex64", 15: "complex128", 17: "float8e4m3fn",
                18: "float8e4m3fnuz", 19: "float8e5m2", 20: "float8e5m2fnuz", 21: "uint4",
                22: "int4", 23: "float4e2m1", 24: "float8e8m0", 25: "uint2", 26: "int2"}


def read_dtype(node: Node, name: str, default: str | None = None) -> str:
    """Return the element type that an attribute holds as a number of ONNX; `default` without
    it."""
    if default is not None and not node.has_attribute(name):
        return default
    value = node.attribute(name)
    if isinstance(value, str):
        if value not in _NAMES:
            node.fail(f"attribute {name} is no element type: {value}")
        return _NAMES[value]
    if value not in _TYPES:
        found = _UNSUPPORTED.get(value, str(value))
        node.fail(f"element type {found} of attribute {name} is not supported")
    return _TYPES[value]


@converter("Cast", since=1)
def convert_cast(node: Node) -> Expr:
    """Return elements of another type."""
    return cast(node, node.input(0), read_dtype(node, "to"))


@converter("CastLike", since=15)
def convert_cast_like(node: Node) -> Expr:
    """Return elements of the type of another tensor."""
    return cast(node, node.input(0), node.dtype(node.input(1)))


@converter("BitCast", since=26)
def convert_bit_cast(node: Node) -> Expr:
    """Return elements of the same bits."""
    data, dtype = node.input(0), read_dtype(node, "to")
    # A boolean is a byte of 0 or 1.
    if "bool" in (dtype, node.dtype(data)):
        return cast(node, data, dtype)
    return op.reinterpret(data, dtype)
