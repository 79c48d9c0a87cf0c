"""How expressions become nodes: as the node that they come from, or by the exporters of operators."""

from __future__ import annotations

from typing import Any

from ..... import _ext
from ....expr import Call, Constant, Expr, If, Tuple, TupleGetItem
from ..forms import Match, is_part
from . import canonical, control_flow, custom, fusion
from .call import CallView, get_span_name
from .folding import find_same
from .graph import Graph, Plan, Value
from .registry import ExportError, find_exporter


def make_plan(model: Any, expr: Expr) -> Plan:
    """Return how an expression becomes nodes."""
    if model.folding is not None:
        value = model.folding.find_value(expr)
        if value is not None:
            return Plan([], lambda graph: _add_value(graph, value, expr))
        same = find_same(expr)
        if same is not None and not _is_end_of_node(model, expr, same):
            return Plan([same], lambda graph: graph.value_of(same))
    plan = fusion.plan_optimized(model, expr) if model.merge else None
    if plan is not None:
        return plan
    match = model.find_match(expr)
    if match is not None:
        return _plan_match(match, expr)
    plan = fusion.plan_composition(model, expr)
    if plan is not None:
        return plan
    if isinstance(expr, Constant):
        return Plan([], lambda graph: model.add_constant(expr))
    if isinstance(expr, Tuple):
        fields = list(expr.fields)
        return Plan(fields, lambda graph: [graph.value_of(field) for field in fields])
    if isinstance(expr, TupleGetItem):
        return Plan([expr.tuple_value],
                    lambda graph: graph.value_of(expr.tuple_value)[expr.index])
    if isinstance(expr, If):
        return control_flow.plan_if(model, expr)
    if isinstance(expr, Call) and isinstance(expr.op, _ext.Op):
        return _plan_operator(expr)
    target = model.places.value_of(expr)
    if isinstance(target, Call) and target is expr:
        return control_flow.plan_loop(model, expr)
    if target is expr or isinstance(target, _ext.Function):
        return Plan([], lambda graph: _refuse(expr))
    return Plan([target], lambda graph: graph.value_of(target))


def _is_end_of_node(model: Any, expr: Expr, operand: Expr) -> bool:
    """Return whether a call that does nothing is the last one of a node that does something."""
    match = model.find_match(expr)
    return match is not None and is_part(operand, match.name)


def _add_value(graph: Graph, value: Any, expr: Expr) -> Value:
    """Return the names of the initializers for a value, which may be a tuple."""
    if isinstance(value, tuple):
        return [_add_value(graph, field, expr) for field in value]
    name: str = graph.model.add_array(value, get_span_name(expr))
    return name


def _plan_match(match: Match, expr: Expr) -> Plan:
    """Return how the expressions of a node become that node again."""
    def write(graph: Graph) -> Value:
        proto, model = match.proto, graph.model
        named = {attribute.name: attribute for attribute in proto.attribute
                 if attribute.name.startswith("=")}
        inputs = [graph.name_of(match.inputs[int(name)]) if name.isdecimal() else
                  model.add_tensor(named[name].t) if name else "" for name in proto.input]
        names = graph.add_proto(proto, inputs, match.name)
        graph.values.update((match.results[int(place)], name)
                            for place, name in zip(proto.output, names) if place)
        return graph.values[expr]

    return Plan(match.inputs, write)


def _refuse(expr: Expr) -> Value:
    raise ExportError(f"ONNX has no {type(expr).__name__}")


def _plan_operator(expr: Any) -> Plan:
    """Return how a call of an operator becomes nodes, by its exporter."""
    name = str(expr.op.name)
    function = find_exporter(name) or custom.find_custom(name)
    if function is None and name.startswith(canonical.PREFIX):
        return canonical.plan_canonical(expr)

    def write(graph: Graph) -> Value:
        if function is None:
            raise ExportError("there is no exporter")
        found = function(CallView(expr, graph))
        return found if isinstance(found, str) else list(found)

    return Plan(list(expr.args), write)
