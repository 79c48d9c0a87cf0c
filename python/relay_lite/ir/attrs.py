"""Attributes of calls and functions."""

from .._ext import Attrs

__all__ = ["Attrs", "DictAttrs"]

DictAttrs = Attrs
