"""The names of TVM's tvm.transform."""

from .ir.transform import (ModulePass, Pass, PassContext, PassInfo, PrintIR, Sequential,
                           module_pass)
from . import _missing

__getattr__ = _missing.make_getattr("tvm.transform")
