"""The versions that the library was built with."""

from . import _missing


def libinfo() -> dict:
    """The libraries that were taken in, by the names of TVM's build options. Options that are
    not there are off."""
    from . import __version__

    return {"TVM_VERSION": __version__, "USE_LLVM": "ON"}


__getattr__ = _missing.make_getattr("tvm.support")
