"""Operators that tell passes something about a value."""

from ... import _missing
from ._generated import FUNCTIONS as _RAW

globals().update({name[11:]: function for name, function in _RAW.items()
                  if name.startswith("annotation.")})

__getattr__ = _missing.make_getattr("tvm.relay.annotation")
