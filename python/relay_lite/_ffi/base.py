"""Errors under another of TVM's paths."""

from .. import _missing
from ..error import TVMError

__getattr__ = _missing.make_getattr("tvm._ffi.base")
