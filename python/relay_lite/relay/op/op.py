"""The registry of operators."""

from ... import _ext, _missing
from ..._ext import Op
from ...ir.op import _CUSTOM, register, register_op_attr
from ._register import (register_alter_op_layout, register_compute, register_convert_op_layout,
                        register_external_compiler, register_fake_quantization_to_integer,
                        register_gradient, register_infer_correct_layout, register_legalize,
                        register_mixed_precision_conversion,
                        register_optional_fake_quantization_to_integer, register_schedule,
                        register_shape_func, register_strategy)


def get(op_name) -> Op:
    """The operator of a name; an AttributeError if there is none.

    Parameters
    ----------
    op_name : str
    """
    return _ext.get_op(op_name)


def _get_description(self) -> str:
    """The documentation of the operator."""
    # A global of this module would keep the operators alive: their class has this function.
    from ._generated import FUNCTIONS

    if self.name in _CUSTOM:
        return _CUSTOM[self.name].description
    return FUNCTIONS[self.name].__doc__ if self.name in FUNCTIONS else ""


def _get_support_level(self) -> int:
    """TVM's level of the operator: the lower, the more basic; 10 for others."""
    from ._generated import SUPPORT_LEVELS

    if self.name in _CUSTOM:
        return _CUSTOM[self.name].support_level
    return SUPPORT_LEVELS.get(self.name, 10)


def debug(expr, debug_func=None):
    """The value of an expression, at which a debugger stops.

    Parameters
    ----------
    expr : relay.Expr
    debug_func : callable, optional
        Called with a `relay.backend.interpreter.InterpreterState` whenever the expression is
        evaluated, except in exported libraries. Its result is ignored, and an exception ends the
        evaluation.

    Returns
    -------
    relay.Expr
        A value of the type of `expr`.

    Raises
    ------
    ArgumentError
        `debug_func` is no function.
    """
    from ..backend import _debugger
    from ._generated import FUNCTIONS

    if debug_func is None:
        return FUNCTIONS["debug"](expr)
    return _debugger.make_call(expr, debug_func, FUNCTIONS["debug"])


Op.description = property(_get_description)
Op.support_level = property(_get_support_level)


class OpPattern:
    """How fusion treats an operator."""

    ELEMWISE = 0
    BROADCAST = 1
    INJECTIVE = 2
    COMM_REDUCE = 3
    OUT_ELEMWISE_FUSABLE = 4
    TUPLE = 7
    OPAQUE = 8


def register_pattern(op_name, pattern, level=10):
    """Says how fusion treats an operator. Operators of scripts without a pattern stay unfused.

    Parameters
    ----------
    op_name : str
    pattern : int
        One of OpPattern.
    level : int
    """
    return register_op_attr(op_name, "TOpPattern", pattern, level)


def register_stateful(op_name, stateful, level=10):
    """Says whether calls of an operator that register has made must not be moved or merged.

    Parameters
    ----------
    op_name : str
    stateful : bool
    level : int
    """
    return register_op_attr(op_name, "TOpIsStateful", stateful, level)


__getattr__ = _missing.make_getattr("tvm.relay.op.op")
