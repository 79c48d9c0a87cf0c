"""The places of expressions: the graph of a model, or the graph of a branch or a loop in it.

An expression is computed in the innermost graph that holds all of its uses. One that two branches
use is computed before the `if`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..... import _ext
from ....expr import Call, Expr, If, Let, Tuple, TupleGetItem, Var

# Graphs may be nested so deep: the messages of protobuf are.
MOST_NESTED = 24


class Scope:
    """A graph that a model, a branch or a loop has.

    Attributes
    ----------
    outer : Scope or None
    owner : Expr or None
        The expression that has the graph.
    depth : int
    hoisted : dict of Expr to list of Expr
        For each owner of a graph inside: the expressions that it uses, and that belong here.
    """

    def __init__(self, outer: Scope | None = None, owner: Expr | None = None) -> None:
        self.outer = outer
        self.owner = owner
        self.depth: int = 0 if outer is None else outer.depth + 1
        self.hoisted: dict[Expr, list[Expr]] = {}

    def join(self, other: Scope) -> Scope:
        """Return the innermost scope around both."""
        mine: Scope = self
        while mine is not other:
            if mine.depth >= other.depth:
                assert mine.outer is not None
                mine = mine.outer
            else:
                assert other.outer is not None
                other = other.outer
        return mine

    def owner_below(self, scope: Scope) -> Expr:
        """Return the owner of the graph right inside `scope` that holds this one."""
        mine = self
        while mine.outer is not scope:
            assert mine.outer is not None
            mine = mine.outer
        assert mine.owner is not None
        return mine.owner


class Loop:
    """A function that calls itself at its end: a loop.

    Attributes
    ----------
    params : list of Var
    test : Expr
        Whether there is one round more.
    following : list of Expr
        The next values of the parameters.
    result : Expr
        The result after the last round.
    """

    def __init__(self, function: Any, test: Expr, following: Sequence[Expr], result: Expr) -> None:
        self.params = list(function.params)
        self.test = test
        self.following = list(following)
        self.result = result


def _skip_lets(expr: Any) -> Any:
    while isinstance(expr, Let):
        expr = expr.body
    return expr


def read_loop(name: Var, function: Any) -> Loop | None:
    """Return the loop that a function is; None if it is none."""
    body = _skip_lets(function.body)
    if not isinstance(body, If):
        return None
    again = _skip_lets(body.true_branch)
    if not isinstance(again, Call) or not again.op.same_as(name):
        return None
    return Loop(function, body.cond, list(again.args), body.false_branch)


class Places:
    """The scopes of the expressions below a root, how often each is used, and the values of names.

    Attributes
    ----------
    scopes : dict of Expr to Scope
    uses : dict of Expr to int
    users : dict of Expr to list of Expr
    branches : dict of Expr to list of Scope
        The scopes of the branches of an `if`, or of the loop that a call enters.
    loops : dict of Expr to Loop
        The loops that calls enter.
    functions : dict of Var to Function
        The functions that have names.
    """

    def __init__(self, root: Expr) -> None:
        self.root_scope = Scope()
        self.scopes: dict[Expr, Scope] = {root: self.root_scope}
        self.users: dict[Expr, list[Expr]] = {}
        self.branches: dict[Expr, list[Scope]] = {}
        self.loops: dict[Expr, Loop] = {}
        self.problems: list[str] = []
        self.functions: dict[Var, Any] = {}
        self._lets: dict[Var, Expr] = {}
        # The bodies of function literals, by their only call.
        self._bodies: dict[Expr, Expr] = {}
        self._edges: list[tuple[Scope, Expr]] = []
        order = self._order(root)
        for expr in reversed(order):
            scope = self.scopes.get(expr)
            if scope is not None:
                for used, place in self._uses_of(expr, scope):
                    self._use(expr, used, place)
        self._hoist()

    def _order(self, root: Expr) -> list[Expr]:
        """Return the expressions below a root, operands before users."""
        order = list(_ext.post_order(root))
        for expr in order:
            if isinstance(expr, Let):
                self._lets[expr.var] = expr.value
        self.functions.update((name, value) for name, value in self._lets.items()
                              if isinstance(value, _ext.Function))
        entered: set[Expr] = set()
        for expr in order:
            if isinstance(expr, Call) and not isinstance(expr.op, _ext.Op):
                function = self.value_of(expr.op)
                if isinstance(function, _ext.Function) and function not in entered and \
                        read_loop(expr.op, function) is None:
                    entered.add(function)
                    self._lets.update(zip(function.params, expr.args))
                    self._bodies[expr] = function.body
        return order if not self._lets else self._sort(root)

    def _sort(self, root: Expr) -> list[Expr]:
        """Return the expressions in an order in which values come before uses of their names."""
        done: set[Expr] = set()
        order: list[Expr] = []
        pending: list[tuple[Expr, bool]] = [(root, False)]
        while pending:
            expr, is_left = pending.pop()
            if is_left:
                order.append(expr)
            elif expr not in done:
                done.add(expr)
                pending.append((expr, True))
                pending.extend((used, False) for used in reversed(self.list_operands(expr)))
        return order

    def list_operands(self, expr: Expr) -> Sequence[Expr]:
        """Return the expressions that one is made of: the value of a name, the body of a function."""
        if expr in self._bodies:
            return [*expr.args, self._bodies[expr]]
        if isinstance(expr, Call):
            return [expr.op, *expr.args] if not isinstance(expr.op, _ext.Op) else list(expr.args)
        if isinstance(expr, Tuple):
            return list(expr.fields)
        if isinstance(expr, TupleGetItem):
            return [expr.tuple_value]
        if isinstance(expr, If):
            return [expr.cond, expr.true_branch, expr.false_branch]
        if isinstance(expr, Let):
            return [expr.value, expr.body]
        if isinstance(expr, _ext.Function):
            return [expr.body]
        return [self._lets[expr]] if isinstance(expr, Var) and expr in self._lets and \
            not isinstance(self._lets[expr], _ext.Function) else []

    def value_of(self, expr: Expr) -> Expr:
        """Return the expression that a name stands for, or the body of a `let`."""
        while True:
            if isinstance(expr, Let):
                expr = expr.body
            elif expr in self._bodies:
                expr = self._bodies[expr]
            elif isinstance(expr, Var) and expr in self._lets:
                expr = self._lets[expr]
            else:
                return expr

    def _uses_of(self, expr: Expr, scope: Scope) -> list[tuple[Expr, Scope]]:
        """Return the expressions that one uses, with the scopes of the uses."""
        if isinstance(expr, Let) or expr in self._bodies or expr in self._lets:
            target = expr.body if isinstance(expr, Let) else \
                self._bodies.get(expr) or self._lets[expr]
            return [] if isinstance(target, _ext.Function) else [(target, scope)]
        if isinstance(expr, If):
            self.branches[expr] = [Scope(scope, expr), Scope(scope, expr)]
            return [(expr.cond, scope), (expr.true_branch, self.branches[expr][0]),
                    (expr.false_branch, self.branches[expr][1])]
        if isinstance(expr, Call) and not isinstance(expr.op, _ext.Op):
            return self._uses_of_loop(expr, scope)
        if isinstance(expr, (Call, Tuple, TupleGetItem)):
            return [(used, scope) for used in self.list_operands(expr)]
        return []

    def _uses_of_loop(self, call: Any, scope: Scope) -> list[tuple[Expr, Scope]]:
        name = call.op
        while isinstance(name, Let):
            name = name.body
        function = self._lets.get(name) if isinstance(name, Var) else None
        loop = read_loop(name, function) if isinstance(function, _ext.Function) else None
        if loop is None:
            self.problems.append("a call of a function that is no loop")
            return []
        if call in self.loops:
            return []
        inner = Scope(scope, call)
        self.loops[call], self.branches[call] = loop, [inner]
        used = [(expr, inner) for expr in (loop.test, *loop.following, loop.result)]
        return [*((arg, scope) for arg in call.args), *used]

    def _use(self, user: Expr, used: Expr, scope: Scope) -> None:
        known = self.scopes.get(used)
        self.scopes[used] = scope if known is None else known.join(scope)
        self.users.setdefault(used, []).append(user)
        self._edges.append((scope, used))

    def _hoist(self) -> None:
        """Find the expressions that have to be computed before the owners of inner graphs."""
        for scope, used in self._edges:
            home = self.scopes[used]
            if scope is not home:
                home.hoisted.setdefault(scope.owner_below(home), []).append(used)
        self._edges.clear()
