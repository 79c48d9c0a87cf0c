"""Containers and numbers as TVM's nodes give them."""

import operator

from .. import _ext, _missing


class Array(tuple):
    """An immutable sequence."""

    __slots__ = ()

    def __repr__(self):
        return "[" + ", ".join(map(_describe, self)) + "]"

    def __getitem__(self, index):
        """An element, or a list of those of a slice."""
        result = tuple.__getitem__(self, index)
        return list(result) if isinstance(index, slice) else result

    def same_as(self, other):
        """Whether both are the same object."""
        return self is other


def _describe(value):
    """An element as TVM writes it."""
    if not isinstance(value, str):
        return repr(value)
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


class Map(dict):
    """A dictionary."""

    def get(self, key, default=None):
        """The value of a key, or another."""
        return dict.get(self, key, default)

    def __repr__(self):
        return "{" + ", ".join(f"{_describe(k)}: {_describe(v)}" for k, v in self.items()) + "}"

    def same_as(self, other):
        """Whether both are the same object."""
        return self is other


class IntImm(int):
    """An integer with an element type: `tir.IntImm(dtype, value)`."""

    def __new__(cls, dtype, value, span=None):
        return int.__new__(cls, operator.index(value))

    def __init__(self, dtype, value, span=None):
        self.dtype = dtype

    @property
    def value(self):
        """The integer."""
        return int(self)

    def __reduce__(self):
        return IntImm, (self.dtype, int(self))


class FloatImm(float):
    """A number with an element type: `tir.FloatImm(dtype, value)`."""

    def __new__(cls, dtype, value, span=None):
        return float.__new__(cls, value)

    def __init__(self, dtype, value, span=None):
        self.dtype = dtype

    @property
    def value(self):
        """The number."""
        return float(self)

    def __reduce__(self):
        return FloatImm, (self.dtype, float(self))


class StringImm(str):
    """A string: `tir.StringImm(value)`."""

    dtype = "handle"

    def __new__(cls, value, span=None):
        return str.__new__(cls, value)

    @property
    def value(self):
        """The string."""
        return str(self)

    def __reduce__(self):
        return StringImm, (str(self),)


class Any:
    """A dimension that is not known: `?` in text."""

    __slots__ = ()
    dtype = "int32"

    def __init__(self, span=None):
        pass

    def __repr__(self):
        return "?"

    def __eq__(self, other):
        return isinstance(other, Any)

    def __hash__(self):
        return hash(Any)

    def same_as(self, other):
        """Whether the other is a dimension that is not known."""
        return isinstance(other, Any)


def _register():
    from .. import error

    def make_pass(name):
        from .. import runtime

        return runtime._make_pass(name)

    def get_device_name(value):
        from ..runtime import ndarray

        if isinstance(value, (str, int)):
            value = ndarray.device(value)
        error._expect(value, ndarray.Device, "a device, its name or its number")
        return str(value).partition("(")[0]

    def infer_type(name, arg_types, attrs):
        from . import op

        return op._infer_type(name, arg_types, attrs)

    types = dict(array=Array, map=Map, int_imm=IntImm, float_imm=FloatImm, any=Any,
                 tvm_error=error.TVMError, diagnostic_error=error.DiagnosticError,
                 argument_error=error.ArgumentError, make_pass=make_pass, infer_type=infer_type,
                 get_device_name=get_device_name)
    # Dictionaries release their values in this order.
    _ext._types = {"guard": _ext.set_types(**types), **types}


_register()

__getattr__ = _missing.make_getattr("tvm.ir.container")
