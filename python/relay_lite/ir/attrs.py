"""Attributes of calls and functions."""

from .. import _missing
from .._ext import Attrs

__all__ = ["Attrs", "DictAttrs"]

DictAttrs = Attrs


def _items(self):
    """Names and values."""
    return [(name, self[name]) for name in self.keys()]


Attrs.items = _items

__getattr__ = _missing.make_getattr("tvm.ir.attrs")
