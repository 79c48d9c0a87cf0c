"""Conversion of IF, WHILE, CALL and CALL_ONCE, which run other graphs of a model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...expr import Expr, If, Tuple, TupleGetItem, Var
from .. import common
from ..loops import make_loop
from .node import Node
from .registry import converter


@converter("CALL", quantized="own")
def convert_call(node: Node) -> list[Expr]:
    """Return the results of another graph."""
    return node.graph.convert_graph(node, node.option("subgraph"), node.all_inputs(), "subgraph",
                                    node.graph.variables)


@converter("CALL_ONCE", quantized="own")
def convert_call_once(node: Node) -> list[Expr]:
    """Take the values that a graph gives variables as those before the first run."""
    values: dict[str, Expr] = {}
    node.graph.convert_graph(node, node.option("init_subgraph_index"), [], "init_subgraph_index",
                             values)
    for name, expr in values.items():
        node.graph.importer.initial[name] = node.require_constant(expr, f"the value of {name!r}")
    return []


# If


@converter("IF", quantized="own")
def convert_if(node: Node) -> list[Expr]:
    """Return the results of one of two graphs: a condition that is known picks one, otherwise both
    become one `if`."""
    names = ("then_subgraph_index", "else_subgraph_index")
    arguments = [node.input(i) for i in range(1, len(node.inputs))]
    known = node.value(0)
    if known is not None:
        name = names[0 if node.number(0, "the condition") else 1]
        return node.graph.convert_graph(node, node.option(name), arguments, name,
                                        node.graph.variables)
    states = [dict(node.graph.variables), dict(node.graph.variables)]
    results = [node.graph.convert_graph(node, node.option(name), arguments, name, state)
               for name, state in zip(names, states)]
    if len(results[0]) != len(results[1]):
        node.fail(f"the branches have {len(results[0])} and {len(results[1])} results")
    changed = _find_changed(node, *states)
    for result, state in zip(results, states):
        result.extend(state[name] for name in changed)
    _check_branches(node, *results)
    condition = common.ensure_scalar_shape(node.input(0))
    both = If(condition, Tuple(results[0]), Tuple(results[1]))
    values: list[Expr] = [TupleGetItem(both, i) for i in range(len(results[0]))]
    count = len(values) - len(changed)
    node.graph.variables.update(zip(changed, values[count:]))
    return values[:count]


def _find_changed(node: Node, *states: dict[str, Expr]) -> list[str]:
    """Return the names of variables that a branch changes, after all branches have values for
    them."""
    before = node.graph.variables
    changed = [name for name in {**states[0], **states[1]}
               if any(name in state and state[name] is not before.get(name) for state in states)]
    for name in changed:
        given = next(state[name] for state in states if name in state)
        for state in states:
            if name not in state:
                state[name] = node.graph.importer.make_state(name, node.type(given))
    return changed


def _check_branches(node: Node, then: Sequence[Expr], otherwise: Sequence[Expr]) -> None:
    """Refuse branches whose results have other types."""
    for i, pair in enumerate(zip(then, otherwise)):
        types = [node.type(expr) for expr in pair]
        if types[0] != types[1] and common.join_types(*types) is None:
            node.fail(f"result {i} has the type {types[0]} in one branch, but {types[1]} in the "
                      "other")


# While


@converter("WHILE", quantized="own")
def convert_while(node: Node) -> list[Expr]:
    """Return the values of a function that calls itself as long as a graph gives true."""
    return _While(node).convert()


class _While:
    """A loop: its carried values are the inputs, and the variables that the body changes."""

    def __init__(self, node: Node) -> None:
        self.node = node
        self.graph = node.graph
        self.inputs = node.all_inputs()
        marks = node.graph.importer.marks
        # Marks of variables are not carried.
        self.is_carried = [expr not in marks for expr in self.inputs]
        self.names: list[str] = []

    def convert(self) -> list[Expr]:
        """Return the last values of the inputs."""
        types = [self.node.type(expr) for expr in self._initial()]
        while True:
            params = [Var(f"carried{i}", type_) for i, type_ in enumerate(types)]
            test, following = self._convert_round(params)
            if len(self.names) + sum(self.is_carried) > len(types):
                types = [self.node.type(expr) for expr in self._initial()]
                continue
            joined = self._join(types, following)
            if joined == types:
                break
            types = joined
        values = make_loop(params, self._initial(), common.ensure_scalar_shape(test), following)
        count = sum(self.is_carried)
        self.graph.variables.update(zip(self.names, values[count:]))
        return self._fill(values[:count])

    def _initial(self) -> list[Expr]:
        variables = self.graph.variables
        return [expr for expr, carried in zip(self.inputs, self.is_carried) if carried] + \
            [variables[name] for name in self.names]

    def _fill(self, carried: Sequence[Expr]) -> list[Expr]:
        """Return the carried values, with the marks of variables between them."""
        rest = iter(carried)
        return [next(rest) if is_carried else expr
                for expr, is_carried in zip(self.inputs, self.is_carried)]

    def _convert_round(self, params: Sequence[Var]) -> tuple[Expr, list[Expr]]:
        """Return the condition of a round, and the values after it. The names of variables grow by
        those that the body changes."""
        count = sum(self.is_carried)
        state: dict[str, Expr] = {**self.graph.variables, **dict(zip(self.names, params[count:]))}
        arguments = self._fill(params[:count])
        tests = self._run("cond_subgraph_index", arguments, dict(state))
        if len(tests) != 1:
            self.node.fail(f"expected one result as the condition, but got {len(tests)}")
        after = dict(state)
        results = self._run("body_subgraph_index", arguments, after)
        if len(results) != len(self.inputs):
            self.node.fail(f"expected {len(self.inputs)} results of the body, but got "
                           f"{len(results)}")
        for name, value in after.items():
            if value is not state.get(name) and name not in self.names:
                self._carry(name, value)
        return tests[0], [expr for expr, carried in zip(results, self.is_carried) if carried] + \
            [after[name] for name in self.names]

    def _carry(self, name: str, value: Expr) -> None:
        """Carry a variable that the body gives another value."""
        importer = self.graph.importer
        if value is importer.find_state(name):
            # The body only reads it.
            return
        if name not in self.graph.variables:
            self.graph.variables[name] = importer.make_state(name, self.node.type(value))
        self.names.append(name)

    def _run(self, name: str, arguments: Sequence[Expr], state: dict[str, Expr]) -> list[Expr]:
        results: list[Expr] = self.graph.convert_graph(self.node, self.node.option(name),
                                                       arguments, name, state)
        return results

    def _join(self, types: Sequence[Any], values: Sequence[Expr]) -> list[Any]:
        """Return the types of carried values, some of whose sizes change in a round."""
        found = []
        for i, (type_, value) in enumerate(zip(types, values)):
            joined = common.join_types(type_, self.node.type(value))
            if joined is None:
                self.node.fail(f"the carried value {i} has the type {type_} before a round, but "
                               f"{self.node.type(value)} after it")
            found.append(joined)
        return found
