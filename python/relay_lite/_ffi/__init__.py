"""What scripts take from TVM's tvm._ffi."""

from ..runtime import get_global_func, register_func
from . import base
