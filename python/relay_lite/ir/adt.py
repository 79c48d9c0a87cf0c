"""Algebraic data types: their definitions and constructors."""

from .. import _ext, _missing
from .._ext import Constructor, TypeData

__all__ = ["Constructor", "TypeData"]


def _apply(self, *args) -> _ext.Call:
    """A call of the constructor."""
    return _ext.Call(self, args)


Constructor.__call__ = _apply

__getattr__ = _missing.make_getattr("tvm.ir.adt")
