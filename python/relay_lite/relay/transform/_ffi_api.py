"""TVM's functions of relay.transform that its scripts take from its registry."""

from ... import _missing
from . import AnnotateUsedMemory

__getattr__ = _missing.make_getattr("tvm.relay.transform._ffi_api")
