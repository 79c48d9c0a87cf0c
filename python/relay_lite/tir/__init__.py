"""The part of TVM's tvm.tir that shapes need: symbolic dimensions."""

from .. import _missing
from ..error import TVMError
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


def _get_limit(name, dtype):
    import numpy as np

    kind = str(dtype)
    try:
        is_float = kind.startswith("float")
        limit = getattr((np.finfo if is_float else np.iinfo)(kind), name)
    except (TypeError, ValueError):
        raise TVMError(f"expected a number type with a {name}imum, but got {dtype!r}") from None
    return const(float(limit) if is_float else int(limit), kind)


def min_value(dtype, span=None):
    """Return the smallest finite number of an element type.

    Parameters
    ----------
    dtype : str
    """
    return _get_limit("min", dtype)


def max_value(dtype, span=None):
    """Return the largest finite number of an element type.

    Parameters
    ----------
    dtype : str
    """
    return _get_limit("max", dtype)


def indexdiv(a, b, span=None):
    """Return the quotient of two sizes, rounded down."""
    return a // b


def indexmod(a, b, span=None):
    """Return the remainder that belongs to indexdiv."""
    return a % b


__getattr__ = _missing.make_getattr("tvm.tir")
