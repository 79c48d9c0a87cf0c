"""The part of TVM's tvm.tir that shapes need: symbolic dimensions."""

from .. import _missing
from ..ir.container import Any, FloatImm, IntImm, StringImm
from . import data_layout, expr
from .data_layout import BijectiveLayout, Layout, bijective_layout, layout
from .expr import SizeVar, Var


def const(value, dtype=None, span=None):
    """A number with an element type, by default int32 or float32.

    Parameters
    ----------
    value : float
    dtype : str, optional
    """
    if dtype is None:
        dtype = "float32" if isinstance(value, float) else "int32"
    is_float = str(dtype).startswith(("float", "bfloat"))
    return (FloatImm if is_float else IntImm)(dtype, value)


def indexdiv(a, b, span=None):
    """Return the quotient of two sizes, rounded down."""
    return a // b


def indexmod(a, b, span=None):
    """Return the remainder that belongs to indexdiv."""
    return a % b


__getattr__ = _missing.make_getattr("tvm.tir")
