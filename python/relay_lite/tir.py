"""What of TVM's tvm.tir is about shapes: dimensions as values."""

from . import _missing
from .ir.container import Any, IntImm


def const(value, dtype="int32", span=None):
    """An integer with an element type."""
    return IntImm(dtype, value)


__getattr__ = _missing.make_getattr("tvm.tir")
