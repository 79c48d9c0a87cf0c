"""The functions of quantized operators."""

from .... import _missing
from . import op, qnn
from .op import register_qnn_canonicalize, register_qnn_legalize
from .qnn import *  # noqa: F403

# These import NumPy.
__getattr__ = _missing.make_getattr("tvm.relay.qnn.op", submodules=["canonicalizations", "legalizations"])
