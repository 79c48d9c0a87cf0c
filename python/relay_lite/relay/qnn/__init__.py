"""Quantized operators and their passes; the names of TVM's tvm.relay.qnn."""

from ... import _missing
from . import op, transform
from .op.qnn import *  # noqa: F403

__getattr__ = _missing.make_getattr("tvm.relay.qnn")
