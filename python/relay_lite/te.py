"""TVM's tensor expressions: can be imported, and say what is missing when they are used."""

from . import _missing

__getattr__ = _missing.make_getattr("tvm.te")
