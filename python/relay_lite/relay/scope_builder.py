"""Programs with let and if, written one statement after the other."""

from .expr import Expr, If, Let, Var
from .. import _ext, _missing
from ..ir.type import Type


class WithScope:
    """The context manager of a scope."""

    def __init__(self, enter_value, exit_cb):
        self._enter_value = enter_value
        self._exit = exit_cb

    def __enter__(self):
        return self._enter_value

    def __exit__(self, type_, value, trace):
        if type_ is None:
            self._exit()


class ScopeBuilder:
    """Builds nested lets.

    Examples
    --------
    >>> sb = relay.ScopeBuilder()
    >>> with sb.if_scope(cond):
    ...     one = sb.let("one", relay.const(1))
    ...     sb.ret(one)
    >>> with sb.else_scope():
    ...     sb.ret(x)
    >>> expr = sb.get()
    """

    def __init__(self):
        self._bindings = [[]]
        self._returns = [None]

    def _enter(self):
        self._bindings.append([])
        self._returns.append(None)

    def _leave(self):
        bindings, result = self._bindings.pop(), self._returns.pop()
        if isinstance(result, tuple):
            raise RuntimeError("if_scope not followed by else_scope")
        if result is None:
            raise RuntimeError("ret is not called in this scope")
        for var, value in reversed(bindings):
            result = Let(var, value, result)
        return result

    def let(self, var, value) -> Var:
        """Binds a value to a variable, or to a new one of a name; returns the variable."""
        if isinstance(var, (tuple, list)):
            if len(var) > 2:
                raise ValueError("Expect var to be Tuple[name, type]")
            var = Var(*var)
        elif isinstance(var, str):
            var = Var(var)
        self._bindings[-1].append((var, value))
        return var

    def if_scope(self, cond) -> WithScope:
        """Begin the branch that runs if the condition is true."""
        self._enter()

        def leave():
            result = self._leave()
            if self._returns[-1] is not None:
                raise RuntimeError("result already returned before if scope")
            self._returns[-1] = (cond, result)

        return WithScope(None, leave)

    def else_scope(self) -> WithScope:
        """Begin the branch that runs if the condition of the if_scope before is false."""
        self._enter()

        def leave():
            result = self._leave()
            if not isinstance(self._returns[-1], tuple):
                raise RuntimeError("else_scope must follow if_scope")
            cond, then = self._returns[-1]
            self._returns[-1] = If(cond, then, result)

        return WithScope(None, leave)

    def type_of(self, expr) -> Type:
        """The annotated type of a variable, or an incomplete one."""
        if isinstance(expr, Var) and expr.type_annotation is not None:
            return expr.type_annotation
        return _ext.IncompleteType()

    def ret(self, value) -> None:
        """Set the result of the scope."""
        if self._returns[-1] is not None:
            raise RuntimeError("ret value is already set in this scope.")
        self._returns[-1] = value

    def get(self) -> Expr:
        """The program."""
        if len(self._bindings) != 1:
            raise RuntimeError("can only call get at the outmost scope")
        bindings, result = self._bindings[-1], self._returns[-1]
        if result is None:
            raise RuntimeError("no return value set")
        if isinstance(result, tuple):
            raise RuntimeError("if_scope not followed by else_scope")
        for var, value in reversed(bindings):
            result = Let(var, value, result)
        return result


__getattr__ = _missing.make_getattr("tvm.relay.scope_builder")
