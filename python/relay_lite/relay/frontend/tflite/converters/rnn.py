"""Recurrent networks, of which the steps are unrolled."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from .... import op
from ....expr import Expr, const
from ...building import require_few, require_shape
from ..flatbuffer import name_activation
from ..node import Node
from ..registry import converter

# The numbers of the inputs of UNIDIRECTIONAL_SEQUENCE_LSTM, for the gates input, forget, cell, output.
_WEIGHTS, _RECURRENT, _PEEPHOLE, _BIAS = (1, 2, 3, 4), (5, 6, 7, 8), (9, 10, -1, 11), (12, 13, 14, 15)
_PROJECTION, _PROJECTION_BIAS, _STATE, _CELL, _NORMS = 16, 17, 18, 19, (20, 21, 22, 23)
_MOST_STEPS = 10_000


@dataclass
class _State:
    output: Expr
    cell: Expr


class _Lstm:
    """The cells of a node."""

    def __init__(self, node: Node) -> None:
        self.node = node
        self.activation = name_activation(node.option("fused_activation_function", 0))
        if self.activation not in ("TANH", "NONE"):
            node.fail(f"the activation {self.activation} is not supported")
        if any(node.optional_input(i) is not None for i in _NORMS):
            node.fail("normalization of layers is not supported")
        self.cell_clip = node.option("cell_clip", 0.0)
        self.proj_clip = node.option("proj_clip", 0.0)

    def gate(self, k: int, data: Expr, state: _State) -> Expr | None:
        """Return the sum of a gate; None for an input gate that is one minus the forget gate."""
        node = self.node
        weight = node.optional_input(_WEIGHTS[k])
        if weight is None:
            return None
        total = op.add(op.nn.dense(data, weight),
                       op.nn.dense(state.output, node.input(_RECURRENT[k])))
        bias = node.optional_input(_BIAS[k])
        if bias is not None:
            total = op.add(total, bias)
        peephole = node.optional_input(_PEEPHOLE[k]) if _PEEPHOLE[k] >= 0 else None
        return total if peephole is None else op.add(total, op.multiply(peephole, state.cell))

    def step(self, data: Expr, state: _State) -> _State:
        """Return the state after a step."""
        forget = op.sigmoid(self._require(1, data, state))
        chosen = self.gate(0, data, state)
        entry = op.subtract(const(np.float32(1)), forget) if chosen is None else op.sigmoid(chosen)
        candidate = self.activate(self._require(2, data, state))
        cell = op.add(op.multiply(forget, state.cell), op.multiply(entry, candidate))
        if self.cell_clip > 0:
            cell = op.clip(cell, -self.cell_clip, self.cell_clip)
        # The output gate sees the new cell.
        out = op.sigmoid(self._require(3, data, _State(state.output, cell)))
        result = op.multiply(out, self.activate(cell))
        projection = self.node.optional_input(_PROJECTION)
        if projection is not None:
            result = op.nn.dense(result, projection)
            bias = self.node.optional_input(_PROJECTION_BIAS)
            result = result if bias is None else op.add(result, bias)
            if self.proj_clip > 0:
                result = op.clip(result, -self.proj_clip, self.proj_clip)
        return _State(result, cell)

    def activate(self, data: Expr) -> Expr:
        """Return data after the activation."""
        return op.tanh(data) if self.activation == "TANH" else data

    def _require(self, k: int, data: Expr, state: _State) -> Expr:
        gate = self.gate(k, data, state)
        if gate is None:
            self.node.fail(f"expected a weight as input {_WEIGHTS[k]}, but there is none")
        return gate

    def start(self, i: int) -> Expr:
        """Return a state before the first step: that of an input, or zeros for a tensor that the
        interpreter keeps."""
        tensor = self.node.inputs[i] if i < len(self.node.inputs) else None
        if tensor is None:
            self.node.fail(f"expected a state as input {i}, but there is none")
        if tensor.is_variable and tensor.index not in self.node.graph.values:
            require_few(self.node, math.prod(tensor.shape))
            return const(np.zeros(tensor.shape, "float32"))
        return self.node.input(i)


@converter("UNIDIRECTIONAL_SEQUENCE_LSTM")
def convert_lstm(node: Node) -> Expr:
    """Return the outputs of an LSTM at all steps. States that the interpreter keeps are zero before
    the first step."""
    lstm, data = _Lstm(node), node.input(0)
    time_major = bool(node.option("time_major", False))
    axis = 0 if time_major else 1
    shape = require_shape(node, data, "the input")
    if len(shape) != 3 or not 1 <= shape[axis] <= _MOST_STEPS:
        node.fail(f"an input of the shape {shape} has not 1 to {_MOST_STEPS} steps")
    state = _State(lstm.start(_STATE), lstm.start(_CELL))
    outputs = []
    for i in range(shape[axis]):
        row = op.squeeze(op.strided_slice(data, [i], [i + 1], [1], [axis]), [axis])
        state = lstm.step(row, state)
        outputs.append(state.output)
    return op.stack(outputs, axis)
