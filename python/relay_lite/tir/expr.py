"""Dimensions and numbers as values."""

from .. import _ext, _missing
from ..ir.container import Any, FloatImm, IntImm, StringImm

__all__ = ["Any", "FloatImm", "IntImm", "SizeVar", "StringImm", "Var"]


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


def _arithmetic(self, other):
    raise TypeError(f"arithmetic on the dimension {self!r} is not part of RelayLite: use "
                    "another variable or relay.Any()")


for _name in ("add", "radd", "sub", "rsub", "mul", "rmul", "truediv", "floordiv", "mod"):
    setattr(_ext.MetaObject, f"__{_name}__", _arithmetic)

__getattr__ = _missing.make_getattr("tvm.tir.expr")
