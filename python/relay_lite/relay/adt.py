"""Algebraic data types."""

from .. import _missing
from ..ir.adt import Constructor, TypeData

__all__ = ["Constructor", "TypeData"]

__getattr__ = _missing.make_getattr("tvm.relay.adt")
