"""Loops."""

from .. import _missing
from .expr import Let, Tuple, Var, var
from .function import Function
from .scope_builder import ScopeBuilder


def while_loop(cond, loop_vars, loop_bodies) -> Let:
    """A loop: a function of the first values that gives the tuple of the last.

    Parameters
    ----------
    cond : function of expressions
        The condition of the next round.
    loop_vars : list of Expr
        Variables, or expressions of the types of the values.
    loop_bodies : function of expressions
        The values of the next round.

    Examples
    --------
    >>> i = relay.var("i", shape=(), dtype="int32")
    >>> loop = while_loop(lambda i: i < relay.const(10), [i], lambda i: [i + relay.const(1)])
    >>> last = relay.TupleGetItem(loop(relay.const(0)), 0)
    """
    builder = ScopeBuilder()
    loop = Var("while_loop")
    variables = [var(start.name_hint if isinstance(start, Var) else f"arg{index}",
                     type_annotation=builder.type_of(start), span=start.span)
                 for index, start in enumerate(loop_vars)]
    with builder.if_scope(cond(*variables)):
        builder.ret(loop(*loop_bodies(*variables)))
    with builder.else_scope():
        builder.ret(Tuple(variables))
    return Let(loop, Function(variables, builder.get()), loop)


__getattr__ = _missing.make_getattr("tvm.relay.loops")
