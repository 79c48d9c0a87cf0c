"""Functions."""

from .. import _missing
from .._ext import Function as BaseFunc

__all__ = ["BaseFunc"]

__getattr__ = _missing.make_getattr("tvm.ir.function")
