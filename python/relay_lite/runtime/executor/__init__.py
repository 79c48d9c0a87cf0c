"""Executors of modules that are compiled ahead of time."""

from ... import _missing
from .aot_executor import AotModule

__getattr__ = _missing.make_getattr("tvm.runtime.executor")
