"""What TVM has in tvm.runtime, as far as it is about values."""

from .. import _ext, _missing
from .._ext import NDArray, Node as Object, load_param_dict, save_param_dict
from ..ir.container import Array, FloatImm, IntImm, Map
from . import ndarray
from .ndarray import (Device, cl, context, cpu, cuda, device, ext_dev, gpu, hexagon, metal, mtl, opencl,
                      rocm, vpi, vulkan, webgpu)

String = str


class DataType(str):
    """The name of an element type, with its `bits`, `lanes` and `type_code`; a ValueError for what
    is none."""

    _CODES = {"int": 0, "uint": 1, "float": 2, "handle": 3, "bfloat": 4}

    def __new__(cls, type_str):
        import re

        match = re.fullmatch(r"([a-z]*)(\d*)(?:x(\d+))?", str(type_str))
        name, bits, lanes = match.groups() if match else (None, None, None)
        if name == "bool" and not bits:
            name, bits = "uint", "1"
        elif name == "handle" and not bits:
            bits = "64"
        if name not in cls._CODES:
            raise ValueError(f"Do not know how to handle type {type_str}")
        self = str.__new__(cls, type_str)
        self.type_code, self.bits, self.lanes = cls._CODES[name], int(bits or 32), int(lanes or 1)
        return self

    def __reduce__(self):
        return DataType, (str(self),)

    def itemsize(self):
        """The size of an element in bytes."""
        return (self.bits * self.lanes + 7) // 8


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


convert_to_object = convert


class ObjectGeneric:
    """Base of what stands for an expression without being one."""

    def asobject(self):
        """The expression."""
        raise NotImplementedError


_FUNCTIONS = {}
_PASS_PREFIXES = ("relay._transform.", "transform.")


def register_func(func_name, f=None, override=False):
    """Makes a function known by name; may be used as a decorator. A function under
    `relay._transform.NAME` or `transform.NAME` that takes nothing and returns a pass makes the
    pass NAME one that others can require.
    """
    if callable(func_name):
        f, func_name = func_name, func_name.__name__
    if not isinstance(func_name, str):
        raise ValueError("expect string function name")

    def register(function):
        if func_name in _FUNCTIONS and not override:
            raise ValueError(f"Global PackedFunc {func_name} is already registered")
        _FUNCTIONS[func_name] = function
        for prefix in _PASS_PREFIXES:
            if func_name.startswith(prefix):
                _ext.register_pass(func_name[len(prefix):])
                break
        return function

    return register(f) if f is not None else register


def _make_pass(name):
    for prefix in _PASS_PREFIXES:
        if prefix + name in _FUNCTIONS:
            return _FUNCTIONS[prefix + name]()
    raise ValueError(f"the pass {name} is not registered any more")


def get_global_func(name, allow_missing=False):
    """The function that was registered by name; a ValueError, or None, if there is none."""
    if name in _FUNCTIONS:
        return _FUNCTIONS[name]
    for prefix in _PASS_PREFIXES:
        if name.startswith(prefix):
            from .. import relay

            make = relay.transform._by_name(name[len(prefix):])
            if make is not None:
                return make
    if allow_missing:
        return None
    raise ValueError(f"Cannot find global function {name}")


def enabled(target) -> bool:
    """Whether programs can run for a target."""
    words = str(target).split()
    return bool(words) and words[0] in ("llvm", "c", "cpu")


from . import container

__getattr__ = _missing.make_getattr("tvm.runtime")
