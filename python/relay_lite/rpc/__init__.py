"""The session of scripts for other machines, here on the local one."""

from .. import _missing
from .client import LocalSession

__getattr__ = _missing.make_getattr("tvm.rpc")
