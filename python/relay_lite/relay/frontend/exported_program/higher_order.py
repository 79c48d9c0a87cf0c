"""Operators on graphs: cond, while_loop, scan and map."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ... import op as _op
from ...expr import Expr
from ..building import normalize_axis, size_of
from ..loops import Loop, int64, make_if
from ..pytorch import aliases
from ..pytorch.node import Node
from .. import common


def convert(graph: Any, node: Node, arguments: list[Any]) -> Any:
    """Return the results of an operator on graphs."""
    return CONVERTERS[node.op](graph, node, arguments)


def _inline(graph: Any, node: Node, body: Any, values: Sequence[Any]) -> list[Expr]:
    """Return the results of a graph as expressions."""
    found = graph.convert_graph(node, body, [aliases.wrap(value) for value in values])
    return [node.tensor(aliases.read(value)) for value in found]


def _cond(graph: Any, node: Node, arguments: list[Any]) -> Any:
    condition, then, otherwise, operands = arguments
    values = [aliases.read(value) for value in graph.get(operands)]
    test = aliases.read(graph.get(condition))
    if isinstance(test, Expr) and node.constant(test) is not None:
        test = bool(node.constant(test))
    if not isinstance(test, Expr):
        return aliases.wrap(_inline(graph, node, then if test else otherwise, values))
    results = [_inline(graph, node, body, values) for body in (then, otherwise)]
    for i, pair in enumerate(zip(*results)):
        if common.join_types(node.type(pair[0]), node.type(pair[1])) is None:
            node.fail(f"result {i} has the types {node.type(pair[0])} and {node.type(pair[1])}")
    return aliases.wrap(make_if(common.ensure_scalar_shape(test), results[0], results[1]))


def _while_loop(graph: Any, node: Node, arguments: list[Any]) -> Any:
    condition, body, carried = arguments[:3]
    extra = [aliases.read(value) for value in graph.get(arguments[3] if len(arguments) > 3 else [])]
    initial = [node.tensor(aliases.read(value)) for value in graph.get(carried)]

    def test(values: Sequence[Expr]) -> Expr:
        return common.ensure_scalar_shape(_inline(graph, node, condition, [*values, *extra])[0])

    def step(i: Expr, is_running: Expr, values: Sequence[Expr]) -> Any:
        after = _inline(graph, node, body, [*values, *extra])
        return test(after), after, []

    return aliases.wrap(Loop(node, None, test(initial), step, unroll=graph.unroll).convert(initial))


def _scan(graph: Any, node: Node, arguments: list[Any]) -> Any:
    body, initial, scanned = arguments[:3]
    extra = [aliases.read(value) for value in graph.get(arguments[3] if len(arguments) > 3 else [])]
    states = [node.tensor(aliases.read(value)) for value in graph.get(initial)]
    inputs = [node.tensor(aliases.read(value)) for value in graph.get(scanned)]
    if not inputs:
        node.fail("expected tensors that are scanned")
    return aliases.wrap(_scan_over(graph, node, body, states, inputs, extra))


def _scan_over(graph: Any, node: Node, body: Any, states: list[Expr],
               inputs: list[Expr], extra: list[Any]) -> list[Expr]:
    count = size_of(node, inputs[0], normalize_axis(node, 0, node.rank(inputs[0])))

    def step(i: Expr, is_running: Expr, values: Sequence[Expr]) -> Any:
        slices = [_op.take(data, i, 0) for data in inputs]
        results = _inline(graph, node, body, [*values, *slices, *extra])
        return None, results[:len(states)], results[len(states):]

    length = count if isinstance(count, Expr) else int64(count)
    return Loop(node, length, None, step, (), graph.unroll).convert(states)


def _map(graph: Any, node: Node, arguments: list[Any]) -> Any:
    body, scanned = arguments[:2]
    extra = [aliases.read(value) for value in graph.get(arguments[2] if len(arguments) > 2 else [])]
    inputs = [node.tensor(aliases.read(value)) for value in graph.get(scanned)]
    return aliases.wrap(_scan_over(graph, node, body, [], inputs, extra))


def _wrapped(graph: Any, node: Node, arguments: list[Any]) -> Any:
    """Return the results of a graph that stands between other arguments."""
    from .program import Graph

    place = next(i for i, value in enumerate(arguments) if isinstance(value, Graph))
    values = graph.get(arguments[place + 1:])
    body = arguments[place]
    operands = values[-len(body.inputs):] if body.inputs else []
    return graph.convert_graph(node, body, operands)


CONVERTERS: dict[str, Callable[[Any, Node, list[Any]], Any]] = {
    "higher_order::cond": _cond, "higher_order::while_loop": _while_loop,
    "higher_order::scan": _scan, "higher_order::map_impl": _map,
    "higher_order::wrap_with_set_grad_enabled": _wrapped, "higher_order::wrap_with_autocast": _wrapped}
