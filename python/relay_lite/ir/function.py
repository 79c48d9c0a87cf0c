"""Functions."""

from .._ext import Function as BaseFunc

__all__ = ["BaseFunc"]
