"""TVM's Relay on LLVM and MLIR, with the paths and the behaviour of `tvm`.

>>> import relay_lite as tvm
>>> from relay_lite import relay

docs/Python.md says what is there and what differs.
"""

import atexit as _atexit
import os as _os
import sys as _sys


def _refuse_subinterpreters():
    """The compiled module has the state of one interpreter, which another would replace."""
    for name in ("_interpreters", "_xxsubinterpreters"):
        try:
            interpreters = __import__(name)
        except ImportError:
            continue
        if interpreters.get_current() != interpreters.get_main():
            raise ImportError("relay_lite can be imported by the main interpreter only")
        return


_refuse_subinterpreters()

from . import _ext, _types, error, ir, runtime
from .ir import IRModule
from .ir import module as _module
from .error import TVMError
from .runtime import DataType, Object, container, get_global_func, register_func
from .runtime.ndarray import (Device, cl, context, cpu, cuda, device, ext_dev, gpu, hexagon, metal, mtl,
                              opencl, rocm, vpi, vulkan, webgpu)
from . import _ffi, instrument, nd, relay, target, te, testing, tir, transform
from . import _missing, _registry
from .relay import parser

__version__ = _ext.version

if hasattr(_os, "register_at_fork"):
    _os.register_at_fork(after_in_child=_ext.restart_threads)


@_atexit.register
def _release():
    """Gives back what C++ holds, before the interpreter ends."""
    _ext.PassContext.current().override_instruments([])
    _registry._FUNCTIONS.clear()
    ir.op._CUSTOM.clear()
    ir.op._ATTRS.clear()


_sys.meta_path.append(_missing.Finder)
_missing.cover_classes()
__getattr__ = _missing.make_getattr("tvm", submodules=["contrib", "rpc", "script", "support"])
