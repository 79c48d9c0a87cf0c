"""Dimensions and numbers as values, under another of TVM's paths."""

from .. import _missing
from ..ir.container import Any, FloatImm, IntImm, StringImm
from . import SizeVar, Var

__all__ = ["Any", "FloatImm", "IntImm", "SizeVar", "StringImm", "Var"]

__getattr__ = _missing.make_getattr("tvm.tir.expr")
