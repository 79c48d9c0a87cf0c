"""The scopes of expressions: function bodies, branches and lets."""

from ... import _ext
from ...error import TVMError, _expect


class _Scope:
    """A scope inside another one; the outermost has no parent."""

    def __init__(self, parent=None):
        self.parent = parent
        self.depth = parent.depth + 1 if parent else 0

    def join(self, other):
        """The innermost scope that holds both."""
        a, b = self, other
        while a is not b:
            if a.depth < b.depth:
                a, b = b, a
            a = a.parent
        return a


def _get_operands(expr) -> list:
    """The operands of an expression in the order of their evaluation, each with the number of the
    scope that the expression opens for it; None stands for the scope of the expression itself."""
    if isinstance(expr, _ext.Call):
        return [(operand, None) for operand in (expr.op, *expr.args)]
    if isinstance(expr, _ext.Function):
        return [(operand, 0) for operand in (*expr.params, expr.body)]
    if isinstance(expr, _ext.Let):
        return [(operand, 0) for operand in (expr.var, expr.value, expr.body)]
    if isinstance(expr, _ext.If):
        return [(expr.cond, None), (expr.true_branch, 0), (expr.false_branch, 1)]
    if isinstance(expr, _ext.Tuple):
        return [(operand, None) for operand in expr.fields]
    names = [name for name in ("tuple_value", "ref", "value") if hasattr(expr, name)]
    return [(getattr(expr, name), None) for name in names]


def _find_uses(root) -> tuple:
    """The expressions, operands before their users, and the uses of each in their order: pairs of a
    user and the number of the scope in it."""
    uses, order = {root: []}, []
    stack = [(root, iter(_get_operands(root)), None)]
    while stack:
        expr, operands, use = stack[-1]
        operand, number = next(operands, (None, None))
        if operand is None:
            stack.pop()
            order.append(expr)
            if use:
                uses[expr].append(use)
        elif operand in uses:
            uses[operand].append((expr, number))
        else:
            uses[operand] = []
            stack.append((operand, iter(_get_operands(operand)), (expr, number)))
    return order, uses


def check_basic_block_normal_form(expr) -> bool:
    """Check that scopes that share an expression find it bound outside of them. The expression may
    have free variables, and needs no types.

    Parameters
    ----------
    expr : relay.Expr

    Returns
    -------
    bool
        True.

    Raises
    ------
    TVMError
        An expression is first used in a scope inside the one that has all of its uses.
    """
    _expect(expr, _ext.RelayExpr, "an expression")
    order, uses = _find_uses(expr)
    scopes, inner = {}, {}
    for node in reversed(order):
        found = []
        for user, number in uses[node]:
            outer = scopes[user]
            found.append(outer if number is None else
                         inner.setdefault((user, number), _Scope(outer)))
        scope = found[0] if found else _Scope()
        for other in found:
            scope = scope.join(other)
        if found and scope is not found[0] and not isinstance(node, _ext.Op):
            raise TVMError("The expression below violates the basic block normal form in that its "
                           f"scope should be lifted:\n{node}")
        scopes[node] = scope
    return True
