"""The functions of quantized operators."""

from .... import _missing
from . import op, qnn
from .qnn import *  # noqa: F403

__getattr__ = _missing.make_getattr("tvm.relay.qnn.op")
