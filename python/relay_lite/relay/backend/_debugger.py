"""Functions of scripts that are called with the values of expressions."""

import itertools

from ... import _ext
from ..._registry import get_global_func, register_func
from ...error import ArgumentError
from .interpreter import InterpreterState

_COMPILER = "debugger"
_numbers = itertools.count()


def make_call(expr, debug_func, make_debug) -> _ext.Call:
    """Return a call of a function literal that evaluation leaves to `relay.ext.debugger`. The body
    is the operator `debug`, so that the program computes the same where there is no Python.

    Parameters
    ----------
    expr : relay.Expr
    debug_func : callable
    make_debug : callable
        Makes a call of the operator.
    """
    if not callable(debug_func):
        raise ArgumentError(f"expected a function as debug_func, but got {debug_func!r}")
    symbol = f"debugger_func{next(_numbers)}"
    register_func(symbol, debug_func)
    param = _ext.Var("program")
    literal = _ext.Function([param], make_debug(param))
    literal = literal.with_attr({"Compiler": _COMPILER, "global_symbol": symbol})
    return _ext.Call(literal, [expr])


@register_func(f"relay.ext.{_COMPILER}")
def _compile(function):
    debug_func = get_global_func(str(function.attrs["global_symbol"]))

    def run(value):
        debug_func(InterpreterState(function.body, [{function.params[0]: value}]))
        return value

    return run
