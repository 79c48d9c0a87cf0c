"""Changes of programs together with the values of their parameters."""

from ... import _missing
from . import simplify_fc_transpose

__getattr__ = _missing.make_getattr("tvm.relay.data_dep_optimization")
