"""The place of TVM's Relax, of which PyTorch's own backend `tvm` needs one function."""

from .. import _missing

__getattr__ = _missing.make_getattr("tvm.relax")
