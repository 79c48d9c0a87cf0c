"""What scripts for other machines use: a session on this one."""

from .. import _missing
from .client import LocalSession

__getattr__ = _missing.make_getattr("tvm.rpc")
