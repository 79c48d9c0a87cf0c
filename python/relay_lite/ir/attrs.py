"""Attributes of calls and functions."""

from .. import _ext, _missing
from .._ext import Attrs

__all__ = ["Attrs", "DictAttrs"]

DictAttrs = Attrs


class AttrFieldInfo:
    """What is known of an attribute: `name`, `type_info` and `description`."""

    def __init__(self, name, type_info, description=""):
        self.name = name
        self.type_info = type_info
        self.description = description

    def __repr__(self):
        return f"AttrFieldInfo({self.name}: {self.type_info})"


def _items(self):
    """Names and values."""
    return [(name, self[name]) for name in self.keys()]


def _list_field_info(self):
    """What is known of each attribute of an operator."""
    operator = _ext.describe_op(self._type_key)
    return [AttrFieldInfo(name, kind + (f", default={default!r}" if has_default else ""))
            for name, kind, _, has_default, default in operator["attrs"]]


def _make(type_key, values):
    return _ext.make_attrs(type_key, values)


Attrs.items = _items
Attrs.list_field_info = _list_field_info
Attrs.__reduce__ = lambda self: (_make, (self._type_key, dict(_items(self))))

__getattr__ = _missing.make_getattr("tvm.ir.attrs")
