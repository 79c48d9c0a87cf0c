"""Values and programs at run time; the names of TVM's tvm.runtime."""

from .. import _missing
from .._ext import NDArray, Node as Object, load_param_dict, save_param_dict
from .._registry import get_global_func, register_func
from ..ir.container import Array, Map, convert
from . import container, ndarray
from .container import ADT, ShapeTuple, String
from .ndarray import (Device, cl, context, cpu, cuda, device, ext_dev, gpu, hexagon, metal, mtl, opencl,
                      rocm, vpi, vulkan, webgpu)


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


convert_to_object = convert


class ObjectGeneric:
    """Base of what stands for an expression without being one."""

    def asobject(self):
        """The expression."""
        raise NotImplementedError


# They need the names above.
from . import _factories, executor, module, name_transforms, packed_func, params, profiling, vm
from .module import BenchmarkResult, Module, enabled, load_module
from .packed_func import PackedFunc
from .params import load_param_dict_from_file, save_param_dict_to_file
from .profiling import Report

__getattr__ = _missing.make_getattr("tvm.runtime")
