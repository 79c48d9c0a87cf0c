"""Branches and loops as If and Loop of ONNX."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..... import _ext
from ....expr import Expr
from .call import get_number, get_span_name
from .graph import Graph, Plan, Value, flatten, flatten_type, make_info, unflatten
from .registry import ExportError
from .rounds import Rounds, Slice, is_always_true, read_rounds


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
    """Return how a call of a function that calls itself becomes a node Loop or Scan."""
    if call not in model.places.loops:
        return Plan([], lambda graph: _refuse_call(call))
    rounds = read_rounds(model, call)
    if rounds is None:
        return _plan_while(model, call)
    return _plan_scan(model, call, rounds) if rounds.slices else _plan_rounds(model, call, rounds)


def _plan_while(model: Any, call: Any) -> Plan:
    """Return how a loop of any test becomes a node Loop.

    ONNX tests at the end of a round whether there is another: the test stands before the loop, on
    the initial values, and in the body, on the next ones.
    """
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


def _plan_rounds(model: Any, call: Any, rounds: Rounds) -> Plan:
    """Return how a loop that counts its rounds becomes a node Loop."""
    loop, place = model.places.loops[call], rounds.condition
    first = None if place is None or is_always_true(loop, call, rounds) else call.args[place]
    outer = [expr for expr in (rounds.count, first) if expr is not None]
    initial = [call.args[k] for k in rounds.carried]

    def write(graph: Graph) -> Value:
        inner = Graph(model, model.places.branches[call][0], graph)
        params = [None if k is None else loop.params[k] for k in (rounds.counter, place)]
        inputs = [*_add_input(inner, params[0], "round", _ext.TensorType((), "int64")),
                  *_add_input(inner, params[1], "going", _ext.TensorType((), "bool")),
                  *_add_carried(inner, loop, rounds)]
        again = model.add_array(np.array(True)) if place is None else \
            flatten(inner.compute(loop.following[place]))[0]
        body, results = _finish_body(inner, loop, rounds, inputs, [again])
        head = [graph.name_of(expr) if expr is not None else "" for expr in (rounds.count, first)]
        names = graph.add_node("Loop", [*head, *_flatten_all(graph, initial)], results,
                               get_span_name(call), "", {"body": body})
        return _place_results(loop, rounds, names)

    return Plan([*outer, *initial, *model.places.scopes[call].hoisted.get(call, [])], write)


def _plan_scan(model: Any, call: Any, rounds: Rounds) -> Plan:
    """Return how a loop over slices becomes a node Scan."""
    loop = model.places.loops[call]
    initial = [call.args[k] for k in rounds.carried]
    parts: dict[tuple[Any, ...], Slice] = {
        (part.data, part.axis, part.backwards): part for part in rounds.slices}

    def write(graph: Graph) -> Value:
        inner = Graph(model, model.places.branches[call][0], graph)
        inputs = _add_carried(inner, loop, rounds)
        for part in parts.values():
            inputs += _add_input(inner, part.call, "slice", part.call.checked_type)
        for part in rounds.slices:
            known = parts[part.data, part.axis, part.backwards]
            inner.values[part.call] = inner.values[known.call]
        if rounds.condition is not None:
            inner.values[loop.params[rounds.condition]] = model.add_array(np.array(True))
        body, results = _finish_body(inner, loop, rounds, inputs, [])
        data = [part.data for part in parts.values()]
        directions = [int(row.reverse) for row in rounds.rows]
        names = graph.add_node("Scan", _flatten_all(graph, [*initial, *data]), results,
                               get_span_name(call), "", {
            "body": body, "num_scan_inputs": len(parts),
            "scan_input_axes": _omit_zeros([part.axis for part in parts.values()]),
            "scan_input_directions": _omit_zeros([int(part.backwards) for part in parts.values()]),
            "scan_output_directions": _omit_zeros(directions)})
        return _place_results(loop, rounds, names)

    data = [part.data for part in parts.values()]
    return Plan([*initial, *data, *model.places.scopes[call].hoisted.get(call, [])], write)


def _omit_zeros(numbers: list[int]) -> list[int] | None:
    """Return the value of an attribute whose default is zeros."""
    return numbers if any(numbers) else None


def _flatten_all(graph: Graph, exprs: Sequence[Expr]) -> list[str]:
    return [name for expr in exprs for name in graph.names_of(expr)]


def _add_input(inner: Graph, expr: Expr | None, name: str, type_: Any) -> list[Any]:
    """Make an expression an input of a graph, and return the descriptions of its tensors."""
    parts = flatten_type(type_)
    names = [inner.model.new_value_name(name, i) for i in range(len(parts))]
    if expr is not None:
        inner.values[expr] = unflatten(names, type_)
    return [make_info(*pair) for pair in zip(names, parts)]


def _add_carried(inner: Graph, loop: Any, rounds: Rounds) -> list[Any]:
    """Make the parameters that rounds carry inputs of a graph."""
    params = [loop.params[k] for k in rounds.carried]
    return [info for param in params
            for info in _add_input(inner, param, f"{param.name_hint}_in", param.checked_type)]


def _finish_body(inner: Graph, loop: Any, rounds: Rounds, inputs: list[Any],
                 first: list[str]) -> tuple[Any, int]:
    """Return the graph of a round, whose outputs are some names, the carried values and the rows, and
    the number of tensors that the node gives."""
    values = [*(loop.following[k] for k in rounds.carried), *(row.value for row in rounds.rows)]
    types = [part for k in rounds.carried for part in flatten_type(loop.params[k].checked_type)]
    types += [row.value.checked_type for row in rounds.rows]
    computed = [name for value in values for name in flatten(inner.compute(value))]
    names = inner.own_names([*first, *computed])
    heads = [make_info(name, _ext.TensorType((), "bool")) for name in names[:len(first)]]
    outputs = [make_info(*pair) for pair in zip(names[len(first):], types)]
    return inner.make_proto("body", inputs, [*heads, *outputs]), len(computed)


def _place_results(loop: Any, rounds: Rounds, names: list[str]) -> Value:
    """Return the value of a call of a loop. Fields that nothing uses have no names."""
    finals: dict[Expr, Value] = {}
    rest = iter(names)
    for k in rounds.carried:
        type_ = loop.params[k].checked_type
        finals[loop.params[k]] = unflatten([next(rest) for _ in flatten_type(type_)], type_)
    finals.update((loop.params[row.place], next(rest)) for row in rounds.rows)
    return [finals.get(value, "") for value in loop.result.fields]


def _refuse_call(call: Any) -> Value:
    raise ExportError("a call of a function that is no loop: ONNX has no recursion")
