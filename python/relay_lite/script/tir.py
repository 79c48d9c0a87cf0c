"""Programs of loops in Python: every name is an error where it is used."""

from .. import _missing

__getattr__ = _missing.make_getattr("tvm.script.tir")
