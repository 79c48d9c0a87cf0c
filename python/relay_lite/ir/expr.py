"""What all expressions have in common."""

from .._ext import GlobalVar, RelayExpr

__all__ = ["BaseExpr", "GlobalVar", "RelayExpr"]

BaseExpr = RelayExpr
