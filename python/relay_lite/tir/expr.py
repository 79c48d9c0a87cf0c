"""Dimensions as values, under another of TVM's paths."""

from .. import _missing
from ..ir.container import Any, IntImm
from . import SizeVar, Var

__all__ = ["Any", "IntImm", "SizeVar", "Var"]

__getattr__ = _missing.make_getattr("tvm.tir.expr")
