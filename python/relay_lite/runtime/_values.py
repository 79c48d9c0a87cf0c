"""Values of programs: arrays, and tuples of them."""

from .. import _ext
from ..error import ArgumentError, TVMError
from ..ir.container import Array
from .container import ADT


def wrap(value):
    """A value with tuples as TVM gives them."""
    return ADT(0, map(wrap, value)) if isinstance(value, Array) else value


def flatten(value) -> list:
    """The arrays of a value."""
    if isinstance(value, tuple):
        return [leaf for field in value for leaf in flatten(field)]
    return [value]


def flatten_type(checked_type) -> list:
    """The tensors of a type; a TVMError if there is something else in it, or an unknown size."""
    if isinstance(checked_type, _ext.TupleType):
        return [leaf for field in checked_type.fields for leaf in flatten_type(field)]
    if not isinstance(checked_type, _ext.TensorType):
        raise TVMError(f"executors of graphs handle tensors only, but got the type {checked_type}; "
                       "relay.vm.compile handles others")
    if any(not isinstance(size, int) for size in checked_type.shape):
        raise TVMError(f"Cannot allocate memory symbolic tensor shape {checked_type.shape}; "
                       "relay.vm.compile handles dynamic shapes")
    return [checked_type]


def check_fields(name, checked_type, argument):
    """Refuses an argument whose tuples are not those of the type of its parameter."""
    types = list(checked_type.fields) if isinstance(checked_type, _ext.TupleType) else None
    fields = argument if isinstance(argument, tuple) else None
    if types is None and fields is None:
        return
    if types is None or fields is None or len(types) != len(fields):
        expected, got = ("a tensor" if part is None else f"a tuple of {len(part)} fields"
                         for part in (types, fields))
        raise ArgumentError(f"input {name}: expected {expected}, but got {got}")
    for field_type, field in zip(types, fields):
        check_fields(name, field_type, field)


def unflatten(value_type, arrays, make_tuple=tuple):
    """The value of a type with the next arrays of an iterator."""
    if isinstance(value_type, _ext.TupleType):
        return make_tuple([unflatten(field, arrays, make_tuple) for field in value_type.fields])
    return next(arrays)


def to_value(argument):
    """An argument as an array, or as a tuple of arrays. Numbers of Python's are int32, float32 and
    bool."""
    if isinstance(argument, (tuple, list)):
        return tuple(map(to_value, argument))
    if argument is None:
        return _ext.array(as_array([], "float32"))
    # Numbers of NumPy's, which may be Python's, too, have types of their own.
    names = {bool: "bool", int: "int32", float: "float32"}
    if type(argument) in names:
        return _ext.array(as_array(argument, names[type(argument)]))
    return argument.data if isinstance(argument, _ext.Constant) else argument


def as_array(value, dtype):
    import numpy as np

    return np.array(value, dtype)
