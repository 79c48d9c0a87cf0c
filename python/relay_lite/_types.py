"""Python's part of the extension module: types that C++ makes, and functions that it calls."""

from . import _ext, error
from ._registry import make_pass
from .ir.container import Any, Array, FloatImm, IntImm, Map
from .ir.op import apply_rule, infer_type
from .runtime import ndarray


def _get_device_name(value):
    if isinstance(value, (str, int)):
        value = ndarray.device(value)
    error._expect(value, ndarray.Device, "a device, its name or its number")
    return str(value).partition("(")[0]


_TYPES = dict(array=Array, map=Map, int_imm=IntImm, float_imm=FloatImm, any=Any,
              tvm_error=error.TVMError, diagnostic_error=error.DiagnosticError,
              argument_error=error.ArgumentError, make_pass=make_pass, infer_type=infer_type,
              apply_rule=apply_rule, get_device_name=_get_device_name)
# Dictionaries release their values in this order.
_ext._types = {"guard": _ext.set_types(**_TYPES), **_TYPES}
