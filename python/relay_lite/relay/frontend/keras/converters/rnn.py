"""Recurrent layers, of which the steps are unrolled."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from .... import op
from ....expr import Expr
from ...building import scalar
from ..node import Node, Value
from ..registry import converter
from .activations import apply, read_name
from .core import concatenate_last, make_inner

_MOST_STEPS = 10_000


class _Cell:
    """The cell of a recurrent layer.

    Attributes
    ----------
    states : int
        How many states it has: the first one is its output.
    """

    states = 1
    gates = 1

    def __init__(self, node: Node) -> None:
        self.node = node
        self.units = node.numbers("units", 1)[0]
        kernel, recurrent = (node.array(i, what, 2) for i, what in enumerate(
            ("kernel", "recurrent kernel")))
        if kernel.shape[1] != self.gates * self.units or \
                recurrent.shape != (self.units, self.gates * self.units):
            node.fail(f"weights of the shapes {list(kernel.shape)} and {list(recurrent.shape)} do not "
                      f"fit {self.units} units")
        self.kernel = node.param(kernel.transpose())
        self.recurrent: Any = recurrent
        self.bias: Any = node.array(2, "bias") if node.option("use_bias", True) else None
        self.activation = read_name(node)

    def project(self, data: Expr) -> Expr:
        """Return the product of all steps and the kernel, with the bias of the input."""
        result = op.nn.dense(data, self.kernel, self.gates * self.units)
        bias = self.bias
        if bias is None:
            return result
        return op.add(result, self.node.param(bias if bias.ndim == 1 else bias[0]))

    def activate(self, data: Expr) -> Expr:
        """Return data after the activation."""
        return apply(self.node, self.activation, Value(data)).expr

    def gate(self, data: Expr) -> Expr:
        """Return data after the activation of gates."""
        return apply(self.node, read_name(self.node, "recurrent_activation"), Value(data)).expr

    def prepare(self) -> None:
        """Make the variables that all steps take."""
        self.weight = self.node.param(self.recurrent.transpose())

    def multiply(self, state: Expr) -> Expr:
        """Return the product of a state and the recurrent kernel."""
        return op.nn.dense(state, self.weight, self.gates * self.units)

    def split(self, data: Expr, count: int) -> list[Expr]:
        """Return the parts of a row that belong to the gates."""
        return [op.strided_slice(data, [i * self.units], [(i + 1) * self.units], [1], [1])
                for i in range(count)]

    def step(self, data: Expr, states: list[Expr]) -> list[Expr]:
        """Return the states after a step."""
        raise NotImplementedError


class _SimpleCell(_Cell):
    def step(self, data: Expr, states: list[Expr]) -> list[Expr]:
        return [self.activate(op.add(data, self.multiply(states[0])))]


class _LstmCell(_Cell):
    states = 2
    gates = 4

    def step(self, data: Expr, states: list[Expr]) -> list[Expr]:
        entry, forget, candidate, out = self.split(op.add(data, self.multiply(states[0])), 4)
        cell = op.add(op.multiply(self.gate(forget), states[1]),
                      op.multiply(self.gate(entry), self.activate(candidate)))
        return [op.multiply(self.gate(out), self.activate(cell)), cell]


class _GruCell(_Cell):
    gates = 3

    def prepare(self) -> None:
        self.resets_after = bool(self.node.option("reset_after", True))
        if self.resets_after:
            super().prepare()
            self.inner_bias = None if self.bias is None else self.node.param(self.bias[1])
            return
        both = 2 * self.units
        self.weight = self.node.param(self.recurrent[:, :both].transpose())
        self.candidate = self.node.param(self.recurrent[:, both:].transpose())

    def step(self, data: Expr, states: list[Expr]) -> list[Expr]:
        state = states[0]
        update_in, reset_in, new_in = self.split(data, 3)
        if self.resets_after:
            inner = self.multiply(state)
            inner = inner if self.inner_bias is None else op.add(inner, self.inner_bias)
            update_state, reset_state, new_state = self.split(inner, 3)
            reset = self.gate(op.add(reset_in, reset_state))
            new = op.add(new_in, op.multiply(reset, new_state))
        else:
            inner = op.nn.dense(state, self.weight, 2 * self.units)
            update_state, reset_state = self.split(inner, 2)
            reset = self.gate(op.add(reset_in, reset_state))
            new = op.add(new_in, op.nn.dense(op.multiply(reset, state), self.candidate, self.units))
        update = self.gate(op.add(update_in, update_state))
        rest = op.subtract(scalar(1, self.node.dtype(update)), update)
        return [op.add(op.multiply(update, state), op.multiply(rest, self.activate(new)))]


_CELLS: dict[str, Callable[[Node], _Cell]] = {"SimpleRNN": _SimpleCell, "LSTM": _LstmCell,
                                              "GRU": _GruCell}


@converter(*_CELLS)
def convert_recurrent(node: Node) -> list[Value]:
    """Return the output of the last step, or those of all, and the last states if the layer gives
    them."""
    data = node.input(0)
    _check_steps(node, data)
    batch, steps, _ = node.shape(data)
    cell = _CELLS[node.layer.class_name](node)
    cell.prepare()
    states = _read_states(node, cell, data, batch)
    mask, zeroes = node.mask(), bool(node.option("zero_output_for_mask", False))
    projected = cell.project(data)
    outputs = []
    assert steps is not None
    for i in range(steps):
        place = steps - 1 - i if node.option("go_backwards", False) else i
        row = op.squeeze(op.strided_slice(projected, [place], [place + 1], [1], [1]), [1])
        following, output = cell.step(row, states), None
        if mask is not None:
            # A step that the mask leaves out keeps the states.
            used = op.strided_slice(mask, [place], [place + 1], [1], [1])
            if zeroes:
                output = op.where(used, following[0], op.zeros_like(following[0]))
            following = [op.where(used, new, old) for new, old in zip(following, states)]
        states = following
        outputs.append(states[0] if output is None else output)
    gives_all = node.option("return_sequences", False)
    last = states if node.option("return_state", False) else []
    return [Value(op.stack(outputs, 1), mask=mask) if gives_all else Value(outputs[-1]),
            *map(Value, last)]


def _check_steps(node: Node, data: Expr) -> None:
    shape = node.shape(data)
    if len(shape) != 3 or shape[1] is None or not 1 <= shape[1] <= _MOST_STEPS:
        node.fail(f"an input of the shape {shape} has not 1 to {_MOST_STEPS} steps")
    mask = node.mask()
    if mask is not None and (node.rank(mask) != 2 or node.shape(mask)[1] not in (None, shape[1])):
        node.fail(f"a mask of the shape {node.shape(mask)} does not fit an input of the shape {shape}")


def _read_states(node: Node, cell: _Cell, data: Expr, batch: int | None) -> list[Expr]:
    """Return the states before the first step: further arguments, or zeros."""
    given = node.argument("initial_state")
    states = [value.expr for value in node.values[1:]]
    if given is not None:
        states = [value.expr for value in (given if isinstance(given, list) else [given])]
    if states and len(states) != cell.states:
        node.fail(f"expected {cell.states} states, but got {len(states)}")
    if states:
        return states
    dtype = node.dtype(data)
    if batch is not None:
        return [op.full(scalar(0, dtype), [batch, cell.units])] * cell.states
    # Zeros for as many samples as there are.
    column = op.zeros_like(op.strided_slice(data, [0, 0], [1, 1], [1, 1], [1, 2]))
    return [op.repeat(op.squeeze(column, [2]), cell.units, 1)] * cell.states


@converter("Bidirectional")
def convert_bidirectional(node: Node) -> list[Value]:
    """Return the results of a layer for the steps in both orders."""
    forward = make_inner(node, "layer", "forward_layer")
    description = "backward_layer" if node.option("backward_layer", None) else "layer"
    backward = make_inner(node, description, "backward_layer")
    if description == "layer":
        backward.config = {**backward.config,
                           "go_backwards": not backward.config.get("go_backwards", False)}
    place = f"{node.place}{node.describe()}: "
    states = node.values[1:]
    half = len(states) // 2
    named, node.named = node.named, {}
    data = Value(node.input(0), mask=node.mask())
    results = [node.importer.convert_node(Node(layer, [data, *own], dict(named),
                                               node.importer, place))
               for layer, own in ((forward, states[:half]), (backward, states[half:]))]
    ahead, behind = (result[0].expr for result in results)
    if node.rank(ahead) == 3:
        behind = op.reverse(behind, 1)
    merged = [replace(value, mask=results[0][0].mask) for value in _merge(node, ahead, behind)]
    return [*merged, *results[0][1:], *results[1][1:]]


def _merge(node: Node, ahead: Expr, behind: Expr) -> list[Value]:
    mode = node.option("merge_mode", "concat")
    if mode is None:
        return [Value(ahead), Value(behind)]
    if mode == "concat":
        return [Value(concatenate_last(node, [ahead, behind]))]
    if mode not in ("sum", "mul", "ave"):
        node.fail(f"the merge_mode {mode!r} is not supported")
    result = op.multiply(ahead, behind) if mode == "mul" else op.add(ahead, behind)
    return [Value(op.divide(result, scalar(2, node.dtype(result))) if mode == "ave" else result)]
