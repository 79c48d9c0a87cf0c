"""TVM's language for programs in Python, of which no part is here: modules can be imported, names
in them are errors where they are used."""

from .. import _missing

__getattr__ = _missing.make_getattr("tvm.script", submodules=["tir"])
