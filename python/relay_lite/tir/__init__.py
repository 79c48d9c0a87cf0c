"""What of TVM's tvm.tir is about shapes: dimensions as values."""

from .. import _ext, _missing
from ..ir.container import Any, FloatImm, IntImm, StringImm


class _Symbols(type):
    """The type of classes of symbolic dimensions, whose instances are nodes of C++."""

    def __call__(cls, name, dtype, span=None):
        return _ext.make_symbol(cls.type_key, name, dtype)

    def __instancecheck__(cls, instance):
        return isinstance(instance, _ext.MetaObject) and instance.type_key in cls.type_keys


class Var(metaclass=_Symbols):
    """Var(name, dtype)

    A dimension with a name. Text and JSON keep it; type inference takes it for Any.

    Parameters
    ----------
    name : str
    dtype : str
    """

    type_key = "tir.Var"
    type_keys = ["tir.Var", "tir.SizeVar"]


class SizeVar(Var):
    """SizeVar(name, dtype)

    A dimension with a name that is not negative; see Var.

    Parameters
    ----------
    name : str
    dtype : str
    """

    type_key = "tir.SizeVar"
    type_keys = ["tir.SizeVar"]


def const(value, dtype=None, span=None):
    """A number with an element type, by default int32 or float32.

    Parameters
    ----------
    value : float
    dtype : str, optional
    """
    if dtype is None:
        dtype = "float32" if isinstance(value, float) else "int32"
    is_float = str(dtype).startswith(("float", "bfloat"))
    return (FloatImm if is_float else IntImm)(dtype, value)


def _arithmetic(self, other):
    raise TypeError(f"arithmetic on the dimension {self!r} is not part of RelayLite: use "
                    "another variable or relay.Any()")


for _name in ("add", "radd", "sub", "rsub", "mul", "rmul", "truediv", "floordiv", "mod"):
    setattr(_ext.MetaObject, f"__{_name}__", _arithmetic)

from . import expr

__getattr__ = _missing.make_getattr("tvm.tir")
