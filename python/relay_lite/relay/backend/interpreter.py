"""Evaluates expressions without building them first."""

from ... import _missing
from ._executor import ConstructorValue, Executor, RefValue


class Interpreter(Executor):
    """Evaluates functions of a module; see create_executor."""


class InterpreterState:
    """An evaluation that has come to a function of `relay.op.debug`.

    Attributes
    ----------
    current_expr : relay.Expr
        The call of `debug` on the variable `program`.
    stack : list of dict of Var to NDArray or tuple
        One frame with the value of `program`. TVM's has all variables.
    """

    def __init__(self, current_expr, stack):
        self.current_expr = current_expr
        self.stack = stack


__getattr__ = _missing.make_getattr("tvm.relay.backend.interpreter")
