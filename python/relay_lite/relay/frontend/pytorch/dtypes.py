"""Element types of PyTorch, and the type of a result for operands of several types."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

# Relay's names by PyTorch's.
NAMES = {
    "bool": "bool", "uint8": "uint8", "byte": "uint8", "int8": "int8", "char": "int8",
    "int16": "int16", "short": "int16", "int32": "int32", "int": "int32", "int64": "int64",
    "long": "int64", "float16": "float16", "half": "float16", "float32": "float32",
    "float": "float32", "float64": "float64", "double": "float64", "bfloat16": "bfloat16",
    "uint16": "uint16", "uint32": "uint32", "uint64": "uint64"}
# The numbers of TorchScript, c10::ScalarType.
OF_SCRIPTS = ("uint8", "int8", "int16", "int32", "int64", "float16", "float32", "float64",
              "complex32", "complex64", "complex128", "bool", "qint8", "quint8", "qint32",
              "bfloat16")
# The numbers of exported programs, torch._export.serde.schema.ScalarType.
OF_EXPORTS = (None, "uint8", "int8", "int16", "int32", "int64", "float16", "float32", "float64",
              "complex32", "complex64", "complex128", "bool", "bfloat16", None, None, None, None,
              None, None, None, None, None, None, None, None, None, None, "uint16", "float8_e4m3fn",
              "float8_e5m2", "float8_e4m3fnuz", "float8_e5m2fnuz")
_FLOATS = ("float16", "bfloat16", "float32", "float64")
_INTEGERS = ("uint8", "int8", "int16", "int32", "int64", "uint16", "uint32", "uint64")


def get_dtype(value: Any) -> str | None:
    """Return Relay's name for an element type: a name, a number of TorchScript, or a torch.dtype.
    None if Relay has none."""
    if isinstance(value, int) and not isinstance(value, bool):
        name = OF_SCRIPTS[value] if 0 <= value < len(OF_SCRIPTS) else ""
    else:
        name = str(value).rpartition(".")[2].lower()
    return NAMES.get(name)


def _category(dtype: str) -> int:
    return 0 if dtype == "bool" else 1 if dtype in _INTEGERS else 2


def _join(left: str, right: str) -> str:
    """Return the smallest type for the values of both."""
    if left == right or _category(left) != _category(right):
        return left if _category(left) >= _category(right) else right
    order = _FLOATS if left in _FLOATS else _INTEGERS
    if {left, right} == {"float16", "bfloat16"}:
        return "float32"
    if "uint8" in (left, right) and "int8" in (left, right):
        return "int16"
    return max(left, right, key=order.index)


def promote(tensors: Sequence[str], scalars: Sequence[str], numbers: Sequence[str]) -> str:
    """Return the element type of a result.

    Parameters
    ----------
    tensors, scalars, numbers : sequence of str
        The types of tensors with dimensions, of those without, and of Python's numbers. The later
        ones count only if they are of a higher category: boolean, integer, floating-point.
    """
    result = ""
    for group in (tensors, scalars, numbers):
        own = ""
        for dtype in group:
            own = _join(own, dtype) if own else dtype
        if own and (not result or _category(own) > _category(result)):
            result = own
    return result or "float32"
