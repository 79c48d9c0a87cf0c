"""Conversion of If.

A run of an ONNX model may take one branch only, so that the other need not fit. If the types of a branch
contradict each other, or those of the nodes behind it, then it becomes an expression that fails when it is
evaluated.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from .... import _ext
from ....error import DiagnosticError, TVMError
from ...expr import Expr, const
from ... import op as _op
from .. import common
from ..loops import make_if
from .node import Node
from .registry import ConversionError, converter

_NAMES = ("then_branch", "else_branch")


class UndecidedBranches(ConversionError):
    """Branches whose results have no type in common, while the condition is not known.

    Attributes
    ----------
    condition : Expr
    results : list of list of Expr
        The results of both branches.
    """

    def __init__(self, message: str, condition: Expr, results: Sequence[Sequence[Expr]]) -> None:
        super().__init__(message)
        self.condition = condition
        self.results = results

    def choose(self, i: int) -> list[Expr] | None:
        """Return the results of a node whose other branch fails; None if there are others than
        tensors."""
        failing = make_failing(self.condition, self.results[i])
        if failing is None:
            return None
        branches = [failing, self.results[i]] if i else [self.results[i], failing]
        return make_if(self.condition, branches[0], branches[1])

    def join(self, results: Sequence[Sequence[Expr]]) -> list[Expr]:
        """Return the results of a graph, from those that both branches lead to; the error if these have
        no type in common, either."""
        for left, right in zip(*results):
            types = [common.infer_type(expr).checked_type for expr in (left, right)]
            if common.join_types(*types) is None:
                raise ConversionError(str(self)) from self
        return make_if(self.condition, results[0], results[1])


@converter("If")
def convert_if(node: Node) -> list[Expr]:
    """A condition that is known picks its branch; otherwise both become one `if`."""
    condition = node.input(0)
    known = node.constant(condition)
    if known is not None:
        if known.size != 1:
            node.fail(f"expected one element as the condition, but got {known.size}")
        name = _NAMES[0 if known.reshape(-1)[0] else 1]
        return node.graph.convert_graph(node, node.attribute(name), [], name)
    condition = common.ensure_scalar_shape(condition)
    results = _convert_branches(node, condition)
    if len(results[0]) != len(results[1]):
        node.fail(f"then_branch has {len(results[0])} results, but else_branch {len(results[1])}")
    _check_branches(node, condition, results)
    return make_if(condition, results[0], results[1])


def _convert_branches(node: Node, condition: Expr) -> list[Sequence[Expr]]:
    """Return the results of both branches. One whose types contradict each other fails when it is
    evaluated."""
    results: list[Any] = [None, None]
    error: TVMError | None = None
    for i, name in enumerate(_NAMES):
        try:
            values = node.graph.convert_graph(node, node.attribute(name), [], name)
            for value in values:
                node.type(value)
            results[i] = values
        except TVMError as found:
            cause = found if isinstance(found, DiagnosticError) else found.__cause__
            if error is not None or not isinstance(cause, DiagnosticError):
                raise
            error = found
    if error is None:
        return results
    i = results.index(None)
    results[i] = make_failing(condition, results[1 - i])
    if results[i] is None:
        raise error
    common.logger.warning("%s: a run that takes %s will fail: %s", node.graph.locate(node), _NAMES[i],
                          error)
    return results


def _check_branches(node: Node, condition: Expr, results: Sequence[Sequence[Expr]]) -> None:
    """Refuse branches whose results have other types."""
    for i, (left, right) in enumerate(zip(*results)):
        types = node.type(left), node.type(right)
        if types[0] != types[1] and common.join_types(*types) is None:
            raise UndecidedBranches(
                f"{node.graph.locate(node)}: result {i} has the type {types[0]} in then_branch, but "
                f"{types[1]} in else_branch", condition, results)


def make_failing(condition: Expr, values: Sequence[Expr]) -> list[Expr] | None:
    """Return expressions of the types of others that fail when they are evaluated; None if there are
    others than tensors."""
    types = [common.infer_type(value).checked_type for value in values]
    if not all(isinstance(type_, _ext.TensorType) for type_ in types):
        return None
    # Two elements cannot be broadcast to three or four. The size depends on the run, so that nothing
    # is evaluated before it.
    size = _op.add(_op.cast(condition, "int64"), const(np.array(3), "int64"))
    failing: list[Expr] = []
    for type_ in types:
        wrong = _op.broadcast_to(const(np.zeros(2), type_.dtype), _op.expand_dims(size, 0))
        failing.append(_op.reshape(wrong, [
            1 if dimension is None else dimension for dimension in common.get_dimensions(type_)]))
    return failing
