"""Errors and strings under another of TVM's paths."""

from .. import _missing
from ..error import TVMError


def py_str(x) -> str:
    """The text of bytes in UTF-8."""
    return x.decode("utf-8")

__getattr__ = _missing.make_getattr("tvm._ffi.base")
