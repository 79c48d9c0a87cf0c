"""Spans that tell the numbers of nodes."""

from ... import _ext
from ...ir.base import SourceName, Span
from .._with_fields import _with_fields
from ..expr import (Call, Constant, If, Let, RefCreate, RefRead, RefWrite, Tuple, TupleGetItem,
                    Var)
from ..expr_functor import ExprMutator
from ..function import Function
from ._devices import get_parts

# The methods of a mutator, with the fields of the nodes.
_FIELDS = {
    "visit_function": (Function, ["params", "body", "ret_type", "type_params", "attrs"]),
    "visit_let": (Let, ["var", "value", "body"]),
    "visit_call": (Call, ["op", "args", "attrs", "type_args"]),
    "visit_var": (Var, ["name_hint", "type_annotation"]),
    "visit_if": (If, ["cond", "true_branch", "false_branch"]),
    "visit_tuple": (Tuple, ["fields"]),
    "visit_tuple_getitem": (TupleGetItem, ["tuple_value", "index"]),
    "visit_constant": (Constant, ["data"]),
    "visit_ref_create": (RefCreate, ["value"]),
    "visit_ref_read": (RefRead, ["ref"]),
    "visit_ref_write": (RefWrite, ["ref", "value"]),
}


class _Numbering(ExprMutator):
    """Copies nodes with spans that have their numbers."""

    def __init__(self, spans):
        super().__init__()
        self._spans = spans


def _add_method(name, make, fields):
    rebuild = getattr(ExprMutator, name)

    def visit(self, expr):
        return _with_fields(make, rebuild(self, expr), fields, [None] * len(fields), None,
                            self._spans[expr])

    setattr(_Numbering, name, visit)


for _name, (_make, _names) in _FIELDS.items():
    _add_method(_name, _make, _names)


def _get_dominators(order, numbers):
    """For the number of each node, that of the first node through which all ways to the end lead;
    -1 for the last."""
    users = [[] for _ in order]
    for number, node in enumerate(order):
        for part in get_parts(node):
            users[numbers[part]].append(number)
    dominators = [-1] * len(order)
    for number in reversed(range(len(order) - 1)):
        common = None
        for user in users[number]:
            common = user if common is None else common
            while common != user:
                # Dominators have larger numbers; -1 comes after all of them.
                if common == -1 or user == -1:
                    common = user = -1
                elif common < user:
                    common = dominators[common]
                else:
                    user = dominators[user]
        dominators[number] = -1 if common is None else common
    return dominators


def number_nodes(function):
    """The function with spans of the source `index`: lines are the places of nodes in post-order,
    columns those of their dominators, or 0 for the function itself."""
    order = list(_ext.post_order(function))
    numbers = {node: number for number, node in enumerate(order)}
    # Spans have no negative columns.
    dominators = [max(dominator, 0) for dominator in _get_dominators(order, numbers)]
    source = SourceName("index")
    return _Numbering({node: Span(source, number, number, dominators[number], dominators[number])
                       for node, number in numbers.items()}).visit(function)
