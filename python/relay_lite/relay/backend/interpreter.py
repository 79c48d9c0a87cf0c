"""Evaluates expressions without building them first."""

from ... import _missing
from ._executor import ConstructorValue, Executor, RefValue


class Interpreter(Executor):
    """Evaluates functions of a module; see create_executor."""


__getattr__ = _missing.make_getattr("tvm.relay.backend.interpreter")
