"""Containers under another of TVM's paths."""

from .. import _missing
from ..ir.container import Array, Map

String = str

__getattr__ = _missing.make_getattr("tvm.runtime.container")
