"""Dimensions and numbers as values, under another of TVM's paths."""

from .. import _missing
from ..ir.container import Any, FloatImm, IntImm
from . import SizeVar, Var

__all__ = ["Any", "FloatImm", "IntImm", "SizeVar", "Var"]

__getattr__ = _missing.make_getattr("tvm.tir.expr")
