"""The compiler behind the targets: LLVM."""

from .. import _ext, _missing


def llvm_version_major(allow_none=False) -> int:
    """Return the major version of LLVM."""
    return int(_ext.llvm_version.partition(".")[0])


__getattr__ = _missing.make_getattr("tvm.target.codegen")
