"""The names of TVM's tvm.instrument."""

from .ir.instrument import (PassInstrument, PassPrintingInstrument, PassTimingInstrument,
                            PrintAfterAll, PrintBeforeAll, pass_instrument)
from . import _missing

__getattr__ = _missing.make_getattr("tvm.instrument")
