"""Branches and loops as If and Loop of ONNX."""

from __future__ import annotations

from typing import Any

from .call import get_number, get_span_name
from .graph import Graph, Plan, Value, flatten, flatten_type, make_info, unflatten
from .registry import ExportError


def plan_if(model: Any, expr: Any) -> Plan:
    """Return how an `if` becomes a node If. The values that both branches use are computed before."""
    scopes = model.places.branches[expr]
    hoisted = model.places.scopes[expr].hoisted.get(expr, [])

    def write(graph: Graph) -> Value:
        branches = {}
        for name, scope, root in zip(("then_branch", "else_branch"), scopes,
                                     (expr.true_branch, expr.false_branch)):
            inner = Graph(model, scope, graph)
            names = inner.own_names(inner.compute(root))
            branches[name] = inner.make_proto(
                name, [], [make_info(result, type_)
                           for result, type_ in zip(names, flatten_type(root.checked_type))])
        types = flatten_type(expr.checked_type)
        names = graph.add_node("If", [graph.name_of(expr.cond)], len(types), get_span_name(expr),
                               "", branches)
        return unflatten(names, expr.checked_type)

    return Plan([expr.cond, *hoisted], write)


def plan_loop(model: Any, call: Any) -> Plan:
    """Return how a call of a function that calls itself becomes a node Loop.

    ONNX tests at the end of a round whether there is another: the test stands before the loop, on
    the initial values, and in the body, on the next ones.
    """
    if call not in model.places.loops:
        return Plan([], lambda graph: _refuse_call(call))
    loop = model.places.loops[call]
    scope = model.places.branches[call][0]
    hoisted = model.places.scopes[call].hoisted.get(call, [])

    def enter(graph: Graph, values: list[Value], nodes: list[Any] | None = None) -> Graph:
        inner = Graph(model, scope, graph, nodes)
        inner.values.update(zip(loop.params, values))
        return inner

    def write(graph: Graph) -> Value:
        initial = [graph.value_of(arg) for arg in call.args]
        types = [param.checked_type for param in loop.params]
        first = enter(graph, initial, graph.nodes)
        test = flatten(first.compute(loop.test))[0]
        body, results = _make_body(model, enter(graph, [unflatten(
            [model.new_value_name(f"{param.name_hint}_in", i)
             for i in range(len(flatten_type(type_)))], type_)
            for param, type_ in zip(loop.params, types)]), enter, loop, types)
        names = graph.add_node("Loop", ["", test, *(name for value in initial
                                                    for name in flatten(value))],
                               results, get_span_name(call), "", {"body": body})
        finals = []
        for type_ in types:
            count = len(flatten_type(type_))
            finals.append(unflatten(names[:count], type_))
            names = names[count:]
        return enter(graph, finals, graph.nodes).compute(loop.result)

    return Plan([*call.args, *hoisted], write)


def _make_body(model: Any, inner: Graph, enter: Any, loop: Any,
               types: list[Any]) -> tuple[Any, int]:
    """Return the graph of a round, and the number of tensors that rounds carry."""
    import onnx

    inputs = [make_info(name, part) for param, type_ in zip(loop.params, types)
              for name, part in zip(flatten(inner.values[param]), flatten_type(type_))]
    following = [inner.compute(expr) for expr in loop.following]
    last = enter(inner.outer, following, inner.nodes)
    again = flatten(last.compute(loop.test))
    carried = [name for value in following for name in flatten(value)]
    names = inner.own_names([*again, *carried])
    parts = [part for type_ in types for part in flatten_type(type_)]
    outputs = [make_info(names[0], loop.test.checked_type),
               *(make_info(name, part) for name, part in zip(names[1:], parts))]
    round_ = onnx.helper.make_tensor_value_info(model.new_value_name("round", 0),
                                                get_number("int64"), [])
    going = onnx.helper.make_tensor_value_info(model.new_value_name("going", 0),
                                               get_number("bool"), [])
    return inner.make_proto("body", [round_, going, *inputs], outputs), len(carried)


def _refuse_call(call: Any) -> Value:
    raise ExportError("a call of a function that is no loop: ONNX has no recursion")
