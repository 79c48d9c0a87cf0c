"""Recurrent layers: LSTM, GRU and RNN. A known number of steps is unrolled; otherwise a loop runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .... import op
from ....expr import Expr, TupleWrapper, Var
from ....loops import while_loop
from ....ty import Any, TensorType
from ...building import FLOATS, cast, filled, is_float, scalar, size_of
from ..node import Node
from ..registry import converter
from .activations import RECURRENT

# The next states of a step, of its gates' input and the states before it.
Step = Callable[[Expr, "list[Expr]"], "list[Expr]"]


# The activations that have parameters.
_WITH_BETA = frozenset(("affine", "hardsigmoid", "scaledtanh"))
_WITH_ALPHA = _WITH_BETA | {"elu", "leakyrelu", "thresholdedrelu"}


@dataclass
class Layer:
    """The data and options that the directions of a layer share.

    Attributes
    ----------
    node : Node
    data : relay.Expr
        The input, (step, batch, feature).
    lengths : relay.Expr, optional
        The number of steps of each sequence, as int32.
    hidden : int
    gates : int
        The number of gates.
    """

    node: Node
    data: Expr
    lengths: Expr | None
    hidden: int
    gates: int

    @property
    def dtype(self) -> str:
        """The element type of the input."""
        return self.node.dtype(self.data)

    def take_direction(self, i: int, direction: int, axis: int = 0) -> Expr | None:
        """Return the part of an input that belongs to a direction; None for one left out."""
        value = self.node.optional_input(i)
        if value is None:
            return None
        count = self.node.shape(value)[axis]
        if count == 1 and direction == 0:
            return op.squeeze(value, [axis])
        return op.squeeze(op.strided_slice(value, [direction], [direction + 1], axes=[axis]), [axis])

    def make_product(self, i: int, direction: int) -> Callable[[Expr], Expr]:
        """Return a function that multiplies data by the weight that an input holds."""
        weight = self.take_direction(i, direction)
        return lambda data: op.nn.dense(data, weight)

    def activation(self, direction: int, i: int, defaults: list[str]) -> Callable[[Expr], Expr]:
        """Return an activation of a direction."""
        node, count = self.node, len(defaults)
        names = node.attribute("activations", [])
        place = direction * count + i
        name = (names[place] if place < len(names) else defaults[i]).lower()
        if name not in RECURRENT:
            node.fail(f"activation {name} is not supported")
        function, alpha, beta = RECURRENT[name]
        # Each function that has a parameter takes the next number.
        before = [other.lower() for other in names[:place]]
        a = self._take_number("activation_alpha", alpha, before, name, _WITH_ALPHA)
        b = self._take_number("activation_beta", beta, before, name, _WITH_BETA)
        return lambda data: function(node, data, a, b)

    def _take_number(self, attribute: str, default: float, before: list[str], name: str,
                     takers: frozenset[str]) -> float:
        """Return the parameter of an activation behind others."""
        numbers = self.node.attribute(attribute, [])
        place = sum(other in takers for other in before)
        return float(numbers[place]) if name in takers and place < len(numbers) else default

    def clip(self, data: Expr) -> Expr:
        """Return what an activation gets."""
        limit = self.node.attribute("clip", 0.0)
        return op.clip(data, -limit, limit) if limit else data

    def initial_state(self, i: int, direction: int) -> Expr:
        """Return a first state, 0 without an input."""
        value = self.take_direction(i, direction, self.node.attribute("layout", 0))
        if value is not None:
            return value
        batch = size_of(self.node, self.data, 1)
        return filled(0, [batch, self.hidden], self.dtype)


def make_layer(node: Node, gates: int, kind: type[Layer] = Layer) -> Layer:
    """Return the layer of a node."""
    data = node.input(0)
    layout = node.attribute("layout", 0)
    if layout:
        data = op.transpose(data, [1, 0, 2])
    if not is_float(node.dtype(data)):
        node.fail(f"expected floats of one of the types {', '.join(FLOATS)}, but got "
                  f"{node.dtype(data)}")
    hidden = node.attribute("hidden_size", 0) or node.shape(node.input(2))[-1]
    if hidden is None:
        node.fail("the size of the recurrent weight must be known")
    lengths = node.optional_input(4)
    if lengths is not None:
        value = node.constant(lengths)
        steps = node.shape(data)[0]
        if value is not None and steps is not None and (value == steps).all():
            lengths = None
        else:
            lengths = cast(node, lengths, "int32")
    return kind(node, data, lengths, int(hidden), gates)


def _directions(node: Node) -> list[bool]:
    """Return for each direction whether it runs backwards."""
    direction = node.attribute("direction", "forward")
    known = {"forward": [False], "reverse": [True], "bidirectional": [False, True]}
    if direction not in known:
        node.fail("expected direction forward, reverse or bidirectional, but found "
                  f"{direction}")
    return known[direction]


def convert_layer(layer: Layer, states: list[int],
                  make_step: Callable[[Layer, int], tuple[Expr, Step]]) -> list[Expr | None]:
    """Return the outputs of a layer: all hidden states, then the last of each state. `states` has
    the inputs that give the first ones."""
    node = layer.node
    outputs, lasts = [], []
    for direction, backwards in enumerate(_directions(node)):
        first = [layer.initial_state(i, direction) for i in states]
        inputs, step = make_step(layer, direction)
        if backwards:
            inputs = _reverse(layer, inputs)
        output, last = _run(layer, inputs, first, step)
        outputs.append(_reverse(layer, output) if backwards else output)
        lasts.append(last)
    result = [op.stack(outputs, 1), *(op.stack(list(parts), 0) for parts in zip(*lasts))]
    if not node.attribute("layout", 0):
        return list(result)
    return [op.transpose(result[0], [2, 0, 1, 3]),
            *(op.transpose(last, [1, 0, 2]) for last in result[1:])]


def _reverse(layer: Layer, data: Expr) -> Expr:
    """Return the steps of each sequence in the opposite order."""
    if layer.lengths is None:
        return op.reverse(data, 0)
    return op.reverse_sequence(data, layer.lengths, 0, 1)


def _project(layer: Layer, direction: int, bias: Expr | None) -> Expr:
    """Return the inputs of the gates of all steps: one product for all."""
    result = layer.make_product(1, direction)(layer.data)
    return result if bias is None else op.add(result, bias)


def _run(layer: Layer, inputs: Expr, first: list[Expr], step: Step) -> tuple[Expr, list[Expr]]:
    """Return the hidden states of all steps, and the last states."""
    count = layer.node.shape(layer.data)[0]
    if count is None:
        return _run_loop(layer, inputs, first, step)
    if count == 0:
        batch = size_of(layer.node, layer.data, 1)
        return filled(0, [0, batch, layer.hidden], layer.dtype), first
    parts = [inputs] if count == 1 else list(op.split(inputs, count, 0))
    states, outputs = first, []
    for i, part in enumerate(parts):
        states, output = _advance(layer, op.squeeze(part, [0]), states, scalar(i, "int32"), step)
        outputs.append(output)
    return op.stack(outputs, 0), states


def _advance(layer: Layer, part: Expr, states: list[Expr], place: Expr,
             step: Step) -> tuple[list[Expr], Expr]:
    """Return the states after a step, and its output: a sequence that has ended keeps its states, and
    gives 0."""
    after = step(part, states)
    if layer.lengths is None:
        return after, after[0]
    runs = op.expand_dims(op.less(place, layer.lengths), 1)
    kept = [op.where(runs, new, old) for new, old in zip(after, states)]
    return kept, op.where(runs, after[0], scalar(0, layer.dtype))


def _run_loop(layer: Layer, inputs: Expr, first: list[Expr],
              step: Step) -> tuple[Expr, list[Expr]]:
    node = layer.node
    batch = node.shape(first[0])[0]
    size: object = Any() if batch is None else batch
    # The loop carries the step, the states, and the outputs so far.
    state_types = [node.type(state) for state in first]
    variables = [Var("step", TensorType((), "int64")), Var("outputs", TensorType(
        (Any(), size, layer.hidden), layer.dtype))]
    variables += [Var(f"state{i}", kind) for i, kind in enumerate(state_types)]
    # Values from outside of the loop are variables of it, too.
    shared = [inputs, *([] if layer.lengths is None else [layer.lengths])]
    variables += [Var(f"shared{i}", node.type(value)) for i, value in enumerate(shared)]

    def condition(place: Expr, *rest: Expr) -> Expr:
        steps = op.take(op.shape_of(rest[1 + len(first)], "int64"), scalar(0, "int64"))
        return op.less(place, steps)

    def body(place: Expr, outputs: Expr, *rest: Expr) -> list[Expr]:
        states, kept = list(rest[:len(first)]), list(rest[len(first):])
        inner = Layer(node, layer.data, kept[1] if len(kept) > 1 else None, layer.hidden,
                      layer.gates)
        part = op.take(kept[0], place, 0)
        after, output = _advance(inner, part, states, op.cast(place, "int32"), step)
        joined = op.concatenate([outputs, op.expand_dims(output, 0)], 0)
        return [op.add(place, scalar(1, "int64")), joined, *after, *kept]

    empty = op.strided_slice(op.expand_dims(op.zeros_like(first[0]), 0), [0], [0], axes=[0])
    loop = while_loop(condition, variables, body)
    result = TupleWrapper(loop(scalar(0, "int64"), empty, *first, *shared), len(variables))
    return result[1], [result[2 + i] for i in range(len(first))]


# The cells


def _add_biases(layer: Layer, direction: int) -> Expr | None:
    """Return the sum of the biases of input and state."""
    bias = layer.take_direction(3, direction)
    if bias is None:
        return None
    size = layer.gates * layer.hidden
    return op.add(op.strided_slice(bias, [0], [size]),
                  op.strided_slice(bias, [size], [2 * size]))


def _make_rnn_step(layer: Layer, direction: int) -> tuple[Expr, Step]:
    product = layer.make_product(2, direction)
    f = layer.activation(direction, 0, ["tanh"])

    def step(part: Expr, states: list[Expr]) -> list[Expr]:
        return [f(layer.clip(op.add(part, product(states[0]))))]

    return _project(layer, direction, _add_biases(layer, direction)), step


@converter("RNN", since=1)
def convert_rnn(node: Node) -> list[Expr | None]:
    """Return a simple recurrent layer."""
    return convert_layer(make_layer(node, 1), [5], _make_rnn_step)


def _make_gru_step(layer: Layer, direction: int) -> tuple[Expr, Step]:
    hidden = layer.hidden
    weight, bias = layer.take_direction(2, direction), layer.take_direction(3, direction)
    f, g = (layer.activation(direction, i, ["sigmoid", "tanh"]) for i in range(2))
    gates = op.strided_slice(weight, [0], [2 * hidden], axes=[0])
    last = op.strided_slice(weight, [2 * hidden], [3 * hidden], axes=[0])
    inner = None if bias is None else op.strided_slice(bias, [3 * hidden], [6 * hidden])
    after_reset = bool(layer.node.attribute("linear_before_reset", 0))

    def part_of(data: Expr, begin: int, end: int) -> Expr:
        return op.strided_slice(data, [begin * hidden], [end * hidden], axes=[-1])

    def step(part: Expr, states: list[Expr]) -> list[Expr]:
        state = states[0]
        both = op.add(part_of(part, 0, 2), op.nn.dense(state, gates))
        if inner is not None:
            both = op.add(both, part_of(inner, 0, 2))
        both = f(layer.clip(both))
        update, reset = part_of(both, 0, 1), part_of(both, 1, 2)
        if after_reset:
            own = op.nn.dense(state, last)
            own = op.multiply(reset, own if inner is None else op.add(own, part_of(inner, 2, 3)))
        else:
            own = op.nn.dense(op.multiply(reset, state), last)
            own = own if inner is None else op.add(own, part_of(inner, 2, 3))
        new = g(layer.clip(op.add(part_of(part, 2, 3), own)))
        one = scalar(1, layer.dtype)
        return [op.add(op.multiply(op.subtract(one, update), new), op.multiply(update, state))]

    outer = None if bias is None else op.strided_slice(bias, [0], [3 * hidden])
    return _project(layer, direction, outer), step


@converter("GRU", since=1)
def convert_gru(node: Node) -> list[Expr | None]:
    """Return a recurrent layer with an update gate and a reset gate."""
    return convert_layer(make_layer(node, 3), [5], _make_gru_step)


def make_lstm_step(layer: Layer, direction: int) -> tuple[Expr, Step]:
    """Return the inputs of the gates of an LSTM, and its step."""
    product, peephole = layer.make_product(2, direction), layer.take_direction(7, direction)
    f, g, h = (layer.activation(direction, i, ["sigmoid", "tanh", "tanh"]) for i in range(3))
    hidden = layer.hidden
    coupled = bool(layer.node.attribute("input_forget", 0))

    def look(gate: Expr, cell: Expr, i: int) -> Expr:
        if peephole is None:
            return gate
        own = op.strided_slice(peephole, [i * hidden], [(i + 1) * hidden])
        return op.add(gate, op.multiply(own, cell))

    def step(part: Expr, states: list[Expr]) -> list[Expr]:
        state, cell = states
        gates = op.add(part, product(state))
        enter, leave, forget, new = op.split(gates, 4, -1)
        enter = f(layer.clip(look(enter, cell, 0)))
        if coupled:
            forget = op.subtract(scalar(1, layer.dtype), enter)
        else:
            forget = f(layer.clip(look(forget, cell, 2)))
        cell = op.add(op.multiply(forget, cell), op.multiply(enter, g(layer.clip(new))))
        leave = f(layer.clip(look(leave, cell, 1)))
        return [op.multiply(leave, h(cell)), cell]

    return _project(layer, direction, _add_biases(layer, direction)), step


@converter("LSTM", since=1)
def convert_lstm(node: Node) -> list[Expr | None]:
    """Return a recurrent layer with cells, and gates for input, output and forgetting."""
    return convert_layer(make_layer(node, 4), [5, 6], make_lstm_step)
