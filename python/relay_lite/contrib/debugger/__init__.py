"""Runs graphs node by node."""

from ... import _missing

__getattr__ = _missing.make_getattr("tvm.contrib.debugger", submodules=["debug_executor", "debug_result"])
