"""Calls of functions, before they are inlined: a function of its own for each, and a limit for all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..... import _ext
from ....expr import Call, Expr, Let, Var
from ....expr_functor import ExprMutator
from .registry import ExportError

# Functions that call others may stand for so many expressions.
_MOST_EXPRESSIONS = 250_000


def separate_calls(root: Any) -> Any:
    """Return a function in which a function literal that has a name stands at each of its calls. Loops
    with one call stay."""
    calls: dict[Var, list[Expr]] = {}
    functions: dict[Var, Any] = {}
    own: set[Expr] = set()
    for expr in _ext.post_order(root):
        if isinstance(expr, Let) and isinstance(expr.value, _ext.Function):
            functions[expr.var] = expr.value
            own.update(call for call in _ext.post_order(expr.value.body)
                       if isinstance(call, Call) and call.op.same_as(expr.var))
        elif isinstance(expr, Call) and isinstance(expr.op, Var):
            calls.setdefault(expr.op, []).append(expr)
    recursive = {call.op for call in own}
    repeated = {name for name in functions if name not in recursive or
                sum(call not in own for call in calls.get(name, ())) > 1}
    if not repeated:
        return root
    return _Separator({name: functions[name] for name in repeated}, recursive, own).visit(root)


def localize(mod: Any) -> Any:
    """Return the function main with a `let` around it for each function of the module that it calls, and
    that calls itself alone."""
    names = {function: Var(function.name_hint) for function in _list_globals(mod, mod["main"])
             if function.name_hint != "main" and _list_globals(mod, mod[function]) == {function}}
    if not names:
        return mod["main"]
    localizer = _Localizer(names)
    main = localizer.visit(mod["main"])
    body = main.body
    for function, name in names.items():
        body = Let(name, localizer.visit(mod[function]).without_attr("Inline"), body)
    return _ext.Function(list(main.params), body, main.ret_type, list(main.type_params), main.attrs, main.span)


def _list_globals(mod: Any, function: Any) -> set[Any]:
    """Return the functions of a module that a function mentions."""
    return {expr for expr in _ext.post_order(function.body)
            if isinstance(expr, _ext.GlobalVar) and expr in mod}


class _Localizer(ExprMutator):
    """Replaces global functions by variables."""

    def __init__(self, names: dict[Any, Var]) -> None:
        super().__init__()
        self._global_names = names

    def visit_global_var(self, gvar: Any) -> Expr:
        found: Expr = self._global_names.get(gvar, gvar)
        return found


class _Separator(ExprMutator):
    """Puts functions at their calls.

    Parameters
    ----------
    functions : dict of Var to Function
    recursive : set of Var
        The functions that call themselves.
    own : set of Call
        The calls by which they do.
    """

    def __init__(self, functions: dict[Var, Any], recursive: set[Expr], own: set[Expr]) -> None:
        super().__init__()
        self._functions = functions
        self._recursive = recursive
        self._own = own

    def visit_let(self, let: Any) -> Expr:
        found: Expr = self.visit(let.body) if let.var in self._functions else super().visit_let(let)
        return found

    def visit_var(self, var: Any) -> Expr:
        is_literal = var in self._functions and var not in self._recursive
        found: Expr = self.visit(self._functions[var]) if is_literal else var
        return found

    def visit_call(self, call: Any) -> Expr:
        found: Any = super().visit_call(call)
        if call.op in self._functions and call.op in self._recursive and call not in self._own:
            loop = Let(call.op, self.visit(self._functions[call.op]), call.op)
            found = Call(_Copier(loop).copy(), list(found.args), found.attrs, list(found.type_args), found.span)
        result: Expr = found
        return result


class _Copier(ExprMutator):
    """Copies an expression, with variables of its own: those of a function belong to one place."""

    def __init__(self, root: Expr) -> None:
        super().__init__()
        self._root = root
        self._names: dict[Expr, Var] = {}
        for expr in _ext.post_order(root):
            bound = list(expr.params) if isinstance(expr, _ext.Function) else \
                [expr.var] if isinstance(expr, Let) else []
            for var in bound:
                self._names[var] = Var(var.name_hint, var.type_annotation, var.span)

    def copy(self) -> Expr:
        """Return the copy."""
        result: Expr = self.visit(self._root)
        return result

    def visit_var(self, var: Any) -> Expr:
        found: Expr = self._names.get(var, var)
        return found


def check_size(mod: Any) -> None:
    """Raise an ExportError if the functions of a module would have too many expressions when they are
    inlined in one another."""
    sizes: dict[Any, int] = {}
    members: dict[Any, tuple[int, Sequence[Any]]] = {}
    names: dict[Expr, Any] = {}
    pending = [mod["main"]]
    while pending:
        function = pending[-1]
        if function not in members:
            # A function that is under way, as it calls itself, has the size 0.
            sizes[function] = 0
            members[function] = _list_callees(mod, function, names)
        count, callees = members[function]
        missing = [callee for callee in callees if callee not in sizes]
        if missing:
            pending.extend(missing[:1])
            continue
        sizes[function] = count + sum(sizes[callee] for callee in callees)
        if sizes[function] > _MOST_EXPRESSIONS:
            raise ExportError("the functions that the module calls would have more than "
                              f"{_MOST_EXPRESSIONS} expressions when they are inlined")
        pending.pop()


def _list_callees(mod: Any, function: Any,
                  names: dict[Expr, Any]) -> tuple[int, Sequence[Any]]:
    """Return the number of the expressions of a function, and the functions that it calls: by the names
    that functions around it have given, and by those that it gives."""
    order = list(_ext.post_order(function.body))
    names.update((expr.var, expr.value) for expr in order
                 if isinstance(expr, Let) and isinstance(expr.value, _ext.Function))
    callees = []
    for expr in order:
        if not isinstance(expr, Call):
            continue
        callee = names.get(expr.op, expr.op)
        if isinstance(callee, _ext.GlobalVar) and callee in mod:
            callee = mod[callee]
        if isinstance(callee, _ext.Function):
            callees.append(callee)
    return len(order), callees
