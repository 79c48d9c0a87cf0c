"""Recurrent layers, whose weights come as a flat list. A known number of steps is unrolled; otherwise
a loop runs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .... import op
from ....expr import Expr
from ...onnx.applied import apply
from ..node import Node
from ..registry import converter

_OPERATORS = {"lstm": "LSTM", "gru": "GRU", "rnn_tanh": "RNN", "rnn_relu": "RNN"}
# The places of PyTorch's gates in ONNX's order.
_GATES = {"LSTM": [0, 3, 1, 2], "GRU": [1, 0, 2], "RNN": [0]}


def _order_gates(node: Node, part: Expr, op_type: str) -> Expr:
    """Return a weight or a bias with its gates in ONNX's order."""
    order = _GATES[op_type]
    if len(order) == 1:
        return part
    gates = op.split(part, len(order), 0)
    return op.concatenate([gates[i] for i in order], 0)


def _layer(node: Node, op_type: str, data: Expr, states: Sequence[Expr],
           weights: Sequence[Sequence[Expr]], has_biases: bool) -> list[Expr]:
    """Return the output, (step, batch, feature), and the last states of a layer."""
    count = len(weights)
    inputs: list[Expr | None] = [data]
    for i in range(2):
        inputs.append(op.stack([_order_gates(node, parts[i], op_type) for parts in weights], 0))
    inputs.append(op.stack([op.concatenate([_order_gates(node, parts[2], op_type),
                                            _order_gates(node, parts[3], op_type)], 0)
                            for parts in weights], 0) if has_biases else None)
    hidden = node.shape(weights[0][1])[1]
    attributes: dict[str, Any] = {"hidden_size": hidden, "direction":
                                  "bidirectional" if count == 2 else "forward"}
    if op_type == "GRU":
        attributes["linear_before_reset"] = 1
    if node.op.endswith("relu"):
        attributes["activations"] = ["Relu"] * count
    results = apply(node, op_type, [*inputs, None, *states], opset=14,
                    num_outputs=1 + len(states), **attributes)
    output = results[0]
    output = op.squeeze(output, [1]) if count == 1 else \
        op.reshape(op.transpose(output, [0, 2, 1, 3]), (0, 0, -1))
    return [output, *results[1:]]


def _count_weights(op_type: str, has_biases: bool, weights: Sequence[Expr], node: Node) -> int:
    """Return the number of weights of a direction; projections are an error."""
    if op_type == "LSTM" and len(weights) % (4 if has_biases else 2) != 0 or any(
            node.rank(part) not in (1, 2) for part in weights):
        node.fail("projections of states are not supported")
    return 4 if has_biases else 2


@converter("aten::lstm", "aten::gru", "aten::rnn_tanh", "aten::rnn_relu")
def convert_recurrent(node: Node, input: Any = None, hx: Any = None, params: Any = None,
                      has_biases: bool = True, num_layers: int = 1, dropout: float = 0.0,
                      train: bool = False, bidirectional: bool = False, batch_first: bool = False,
                      data: Any = None, batch_sizes: Any = None) -> list[Expr]:
    """Return the output of a recurrent network, and its last states."""
    if batch_sizes is not None:
        node.fail("packed sequences are not supported")
    op_type = _OPERATORS[node.op.partition("::")[2]]
    states = list(hx) if isinstance(hx, (list, tuple)) else [hx]
    directions = 2 if bidirectional else 1
    size = _count_weights(op_type, has_biases, params, node)
    if len(params) != size * directions * num_layers:
        node.fail("projections of states are not supported")
    rank = node.rank(input)
    if rank == 2:
        input = op.expand_dims(input, 0 if batch_first else 1)
        states = [op.expand_dims(state, 1) for state in states]
    output = op.transpose(input, [1, 0, 2]) if batch_first else input
    last: list[list[Expr]] = [[] for _ in states]
    for layer in range(num_layers):
        begin = layer * directions
        weights = [params[(begin + i) * size:(begin + i + 1) * size] for i in range(directions)]
        own = [op.strided_slice(state, [begin], [begin + directions], axes=[0])
               if num_layers > 1 else state for state in states]
        output, *after = _layer(node, op_type, output, own, weights, has_biases)
        for found, state in zip(last, after):
            found.append(state)
    output = op.transpose(output, [1, 0, 2]) if batch_first else output
    ends = [op.concatenate(parts, 0) if len(parts) > 1 else parts[0] for parts in last]
    if rank == 2:
        output = op.squeeze(output, [0 if batch_first else 1])
        ends = [op.squeeze(end, [1]) for end in ends]
    return [output, *ends]


@converter("aten::lstm_cell", "aten::gru_cell", "aten::rnn_tanh_cell", "aten::rnn_relu_cell")
def convert_cell(node: Node, input: Any, hx: Any, w_ih: Any, w_hh: Any, b_ih: Any = None,
                 b_hh: Any = None) -> Any:
    """Return the states after a step."""
    name = node.op.partition("::")[2].replace("_cell", "")
    states = list(hx) if isinstance(hx, (list, tuple)) else [hx]
    weights = [w_ih, w_hh] + ([] if b_ih is None else [b_ih, b_hh])
    _, *after = _layer(node, _OPERATORS[name], op.expand_dims(input, 0),
                       [op.expand_dims(state, 0) for state in states], [weights], b_ih is not None)
    found = [op.squeeze(state, [0]) for state in after]
    return found if len(found) > 1 else found[0]
