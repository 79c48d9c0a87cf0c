"""TVM's tensor expressions: variables for shapes are there; the rest can be imported, and says what
is missing when it is used."""

from . import _missing
from .tir import SizeVar, Var, max_value, min_value


def var(name="tindex", dtype="int32", span=None):
    """A dimension with a name; see tir.Var."""
    return Var(name, dtype)


def size_var(name="size", dtype="int32", span=None):
    """A dimension with a name that is not negative; see tir.SizeVar."""
    return SizeVar(name, dtype)


__getattr__ = _missing.make_getattr("tvm.te")
