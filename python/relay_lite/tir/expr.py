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

    A dimension with a name. Two of one name, kind and type are the same, and are known to be
    equal: types that InferType finds have the names and sums, products and quotients of them.

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


class _Expressions(type):
    """The type of classes of expressions, which arithmetic on dimensions makes."""

    def __call__(cls, a, b, span=None):
        return _ext.combine_dims(cls.operator, a, b)

    def __instancecheck__(cls, instance):
        return isinstance(instance, _ext.MetaObject) and instance.type_key == cls.type_key


def _define(name, operator, summary):
    doc = f"{name}(a, b)\n\n    {summary}\n\n    Parameters\n    ----------\n    a, b : dimension or int\n    "
    return _Expressions(name, (), {"__doc__": doc, "__module__": __name__, "operator": operator,
                                   "type_key": "tir." + name})


Add = _define("Add", "+", "The sum of two dimensions.")
Sub = _define("Sub", "-", "The difference of two dimensions.")
Mul = _define("Mul", "*", "The product of two dimensions.")
FloorDiv = _define("FloorDiv", "//", "The quotient of two dimensions, rounded down.")
FloorMod = _define("FloorMod", "%", "The remainder that belongs to FloorDiv.")


def _divide(self, other):
    raise TypeError(f"the quotient of the dimension {self!r} is ambiguous: use // or tir.indexdiv, "
                    "which round down")


def _set_operators():
    names = {"+": "add", "-": "sub", "*": "mul", "//": "floordiv", "%": "mod"}
    for operator, name in names.items():
        setattr(_ext.MetaObject, f"__{name}__",
                lambda self, other, op=operator: _ext.combine_dims(op, self, other))
        setattr(_ext.MetaObject, f"__r{name}__",
                lambda self, other, op=operator: _ext.combine_dims(op, other, self))
    _ext.MetaObject.__neg__ = lambda self: _ext.combine_dims("-", 0, self)
    _ext.MetaObject.__truediv__ = _ext.MetaObject.__rtruediv__ = _divide


_set_operators()
__getattr__ = _missing.make_getattr("tvm.tir.expr")
