"""The names of TVM's tvm._ffi that scripts use."""

from .. import _missing
from ..runtime import get_global_func, register_func
from . import base

__getattr__ = _missing.make_getattr("tvm._ffi")
