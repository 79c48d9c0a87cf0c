"""Programs of loops in Python, of which only numbers are here: every other name is an error where it
is used."""

from .. import _missing
from ..tir import const as _const


def _make_number(dtype):
    def number(value):
        return _const(value, dtype)

    number.__name__ = number.__qualname__ = dtype
    number.__doc__ = f"""A number of the element type {dtype}.

    Parameters
    ----------
    value : {"float" if dtype.startswith("float") else "int"}
    """
    return number


for _name in ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16",
              "float32", "float64"):
    globals()[_name] = _make_number(_name)

__getattr__ = _missing.make_getattr("tvm.script.tir")
