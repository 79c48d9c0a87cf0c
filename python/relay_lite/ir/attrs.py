"""Attributes of calls and functions."""

from .. import _ext, _missing
from .._ext import Attrs

__all__ = ["Attrs", "DictAttrs"]

DictAttrs = Attrs


def _items(self):
    """Names and values."""
    return [(name, self[name]) for name in self.keys()]


def _make(type_key, values):
    return _ext.make_attrs(type_key, values)


Attrs.items = _items
Attrs.__reduce__ = lambda self: (_make, (self._type_key, dict(_items(self))))

__getattr__ = _missing.make_getattr("tvm.ir.attrs")
