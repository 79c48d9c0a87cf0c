"""Containers and numbers as TVM's nodes give them."""

import operator

from .. import _missing


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

    def items(self):
        """The pairs of a key and its value, in a list."""
        return list(dict.items(self))

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


def convert(value, span=None):
    """Sequences, dictionaries and numbers as TVM's; other values as they are."""
    if type(value) is float:
        return FloatImm("float32", value)
    if type(value) is int:
        return IntImm("int32" if -2**31 <= value < 2**31 else "int64", value)
    if isinstance(value, (list, tuple)):
        return Array(convert(element) for element in value)
    if isinstance(value, dict):
        return Map((key, convert(element)) for key, element in value.items())
    return value


__getattr__ = _missing.make_getattr("tvm.ir.container")
