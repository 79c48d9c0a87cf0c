"""The place of the importers of TVM's Relax."""

from ... import _missing

__getattr__ = _missing.make_getattr("tvm.relax.frontend")
