"""Functions."""

from .. import _missing
from .._ext import Function
from ._with_fields import FunctionWithFields

__all__ = ["Function", "FunctionWithFields"]


def _to_dict(attrs):
    return {} if attrs is None else {key: attrs[key] for key in attrs.keys()}


def _with_attr(self, attr_key_or_dict, attr_value=None) -> Function:
    """A copy of the function with an attribute, or with those of a dictionary."""
    attrs = _to_dict(self.attrs)
    if isinstance(attr_key_or_dict, dict):
        attrs.update(attr_key_or_dict)
    else:
        attrs[attr_key_or_dict] = attr_value
    return self._with_attrs(attrs)


def _with_attrs(self, attr_map) -> Function:
    """A copy of the function with the attributes of a dictionary, or of another."""
    return _with_attr(self, attr_map if isinstance(attr_map, dict) else _to_dict(attr_map))


def _without_attr(self, attr_key) -> Function:
    """A copy of the function without an attribute."""
    attrs = _to_dict(self.attrs)
    attrs.pop(attr_key, None)
    return self._with_attrs(attrs or None)


Function.with_attr = _with_attr
Function.with_attrs = _with_attrs
Function.without_attr = _without_attr

__getattr__ = _missing.make_getattr("tvm.relay.function")
