"""The methods that all expressions have in common."""

from .. import _missing
from .._ext import GlobalVar, RelayExpr

__all__ = ["BaseExpr", "GlobalVar", "RelayExpr"]

BaseExpr = RelayExpr

__getattr__ = _missing.make_getattr("tvm.ir.expr")
