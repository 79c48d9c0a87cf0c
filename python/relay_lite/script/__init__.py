"""TVM's language for programs in Python, of which only numbers are here (tir.py). Other names are
errors where they are used."""

from .. import _missing

__getattr__ = _missing.make_getattr("tvm.script", submodules=["tir"])
