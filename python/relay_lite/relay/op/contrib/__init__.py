"""Patterns of what other compilers take."""

from .... import _missing
from . import dnnl
from .register import get_pattern_table, register_pattern_table

__getattr__ = _missing.make_getattr("tvm.relay.op.contrib")
