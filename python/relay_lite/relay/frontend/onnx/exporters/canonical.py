"""Quantized operators that leave as the plain ones of which CanonicalizeOps makes them."""

from __future__ import annotations

from typing import Any

from ..... import _ext
from ....expr import Call, Constant, Expr, Tuple, Var
from .graph import Graph, Plan, Value
from .registry import ExportError

PREFIX = "qnn."


def plan_canonical(call: Any) -> Plan:
    """Return how a call of a quantized operator becomes nodes on integers with the same results, bit for
    bit: the operators of ONNX that quantize round otherwise."""
    params: dict[Expr, Var] = {}
    copy = Call(call.op, [_copy(arg, params) for arg in call.args], call.attrs, call.type_args, call.span)
    function = _canonicalize(_ext.Function(list(params.values()), copy))

    def write(graph: Graph) -> Value:
        if isinstance(function.body, Call) and function.body.op.same_as(call.op):
            raise ExportError("there is no exporter")
        graph.values.update(zip(function.params, map(graph.value_of, params)))
        return graph.compute(function.body)

    return Plan(list(params), write)


def _copy(expr: Expr, params: dict[Expr, Var]) -> Expr:
    """Return an argument with variables in the place of expressions that are no constants."""
    if isinstance(expr, Constant):
        return expr
    if isinstance(expr, Tuple):
        return Tuple([_copy(field, params) for field in expr.fields])
    return params.setdefault(expr, Var(f"argument{len(params)}", expr.checked_type))


def _canonicalize(function: Any) -> Any:
    from .... import transform
    from ....qnn.transform import CanonicalizeOps

    passes = [transform.InferType(), CanonicalizeOps(), transform.FoldConstant(), transform.InferType()]
    with transform.PassContext(opt_level=3):
        return transform.Sequential(passes)(_ext.IRModule.from_expr(function))["main"]
