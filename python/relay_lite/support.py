"""The versions that the library was built with."""

from . import _ext, _missing


def libinfo() -> dict:
    """The libraries that were taken in, by the names of TVM's build options. Options that are
    not there are off."""
    return {"TVM_VERSION": _ext.version, "USE_LLVM": "ON"}


__getattr__ = _missing.make_getattr("tvm.support")
