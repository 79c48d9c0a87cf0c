"""Attributes of calls and functions."""

from .. import _ext, _missing
from .._ext import Attrs
from ..error import TVMError

__all__ = ["Attrs", "DictAttrs"]

DictAttrs = Attrs


class AttrFieldInfo:
    """The facts about an attribute: `name`, `type_info` and `description`."""

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
    """The facts about each attribute of an operator."""
    operator = _ext.describe_op(self._type_key)
    return [AttrFieldInfo(name, kind + (f", default={default!r}" if has_default else ""))
            for name, kind, _, has_default, default in (operator["attrs"] if operator else ())]


def _make(type_key, values):
    return _ext.make_attrs(type_key, values)


# The fields of attributes that no operator has: their defaults; ... has none.
_FIELDS = {"attrs.TestAttrs": {"axis": 10, "name": ..., "padding": (0, 0)}}


def _find_operator(type_key):
    """An operator whose attributes have the type, or None."""
    # Those of TVM's dyn.* are operands in part. The shortest name is the plainest.
    names = [name for name in _ext.list_op_names()
             if not name.startswith("dyn.") and _ext.get_attrs_type_key(name) == type_key]
    return min(names, key=len, default=None)


def make_attrs(type_key, values):
    """Attributes of a type by TVM's name of it; None if there is no such type.

    Parameters
    ----------
    type_key : str
    values : dict of str to object
        What has a default may be missing.
    """
    name = None
    fields = _FIELDS.get(type_key)
    if fields is None:
        name = _find_operator(type_key)
        if name is None:
            return None
        operator = _ext.describe_op(name)
        fields = {field: default if has_default or optional else ...
                  for field, kind, optional, has_default, default in operator["attrs"]
                  if kind != "operand"}
    for field in values:
        if field not in fields:
            raise AttributeError(f"{type_key}: does not have field '{field}'; the fields are: "
                                 + ", ".join(fields))
    missing = [field for field, default in fields.items()
               if default is ... and field not in values]
    if missing:
        raise TVMError(f"{type_key}: required field '{missing[0]}' is missing")
    if name is None:
        return _ext.make_attrs(type_key, {
            field: values[field] for field, default in fields.items()
            if field in values and values[field] != default})
    # A call checks the values.
    operands = tuple(_ext.Var("_") for _ in range(operator["min_operands"]))
    attrs = _ext.make_call(_ext.get_op(name), operands, tuple(
        values.get(field, default) for field, default in fields.items())).attrs
    # A type may have no fields.
    return _ext.make_attrs(name, {}) if attrs is None else attrs


Attrs.items = _items
Attrs.list_field_info = _list_field_info
Attrs.__reduce__ = lambda self: (_make, (self._type_key, dict(_items(self))))

__getattr__ = _missing.make_getattr("tvm.ir.attrs")
