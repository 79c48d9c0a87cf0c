"""A network of LSTM cells (Hochreiter and Schmidhuber, 1997), one after the other."""

from ... import _ext, _missing
from ...ir.type import TensorType, TupleType
from ..expr import Call, Tuple, TupleGetItem, Var
from ..op import add, multiply, sigmoid, split, tanh, zeros
from ..scope_builder import ScopeBuilder
from .init import create_workload
from .layers import dense_add_bias


class _Types:
    """The types of the values of a cell."""

    def __init__(self, num_hidden, batch_size, dtype):
        self.units = 4 * num_hidden
        self.state = TensorType((batch_size, num_hidden), dtype)
        self.weight = TensorType((self.units, num_hidden), dtype)
        self.bias = TensorType((self.units,), dtype)
        self.gates = TensorType((batch_size, self.units), dtype)
        self.states = TupleType([self.state, self.state])
        self.result = TupleType([self.state, self.states])


def lstm_cell(num_hidden, batch_size=1, dtype="float32", name="") -> _ext.Function:
    """The function from an input, a pair of states, and weight and bias for each of the input and
    the hidden state, to an output and a pair of states.

    Parameters
    ----------
    num_hidden : int
        Elements of a state.
    batch_size : int
    dtype : str
    name : str
        The begin of the names of layers.
    """
    types = _Types(num_hidden, batch_size, dtype)
    inputs, states = Var("inputs", types.state), Var("states", types.states)
    weights = {part: [Var(part + "_weight", types.weight), Var(part + "_bias", types.bias)]
               for part in ("i2h", "h2h")}
    scope = ScopeBuilder()

    def product(part, data):
        weight, bias = weights[part]
        return scope.let((part, types.gates), dense_add_bias(
            data, weight, bias, types.units, name=name + part))

    gates = scope.let(("gates", types.gates),
                      add(product("i2h", inputs), product("h2h", TupleGetItem(states, 0))))
    parts = scope.let(("slice_gates", TupleType([types.state] * 4)),
                      split(gates, indices_or_sections=4, axis=1).astuple())
    in_gate, forget_gate, in_transform, out_gate = (
        scope.let((gate, types.state), function(TupleGetItem(parts, i)))
        for i, (gate, function) in enumerate((
            ("in_gate", sigmoid), ("forget_gate", sigmoid), ("in_transform", tanh),
            ("out_gate", sigmoid))))
    next_c = scope.let(("next_c", types.state),
                       add(multiply(forget_gate, TupleGetItem(states, 1)),
                           multiply(in_gate, in_transform)))
    next_h = scope.let(("next_h", types.state), multiply(out_gate, tanh(next_c)))
    scope.ret(scope.let(("ret", types.result), Tuple([next_h, Tuple([next_h, next_c])])))
    return _ext.Function([inputs, states, *weights["i2h"], *weights["h2h"]], scope.get(),
                         types.result)


def get_net(iterations, num_hidden, batch_size=1, dtype="float32") -> _ext.Function:
    """The function from an input for each cell to the output of the last one.

    As in TVM, all inputs are parameters with the name `data`, and each cell has weights of its own.

    Parameters
    ----------
    iterations : int
        The number of cells.
    num_hidden, batch_size : int
    dtype : str
    """
    types = _Types(num_hidden, batch_size, dtype)
    scope = ScopeBuilder()
    start = scope.let(("zeros", types.state), zeros((batch_size, num_hidden), dtype))
    states, out = scope.let(("init_states", types.states), Tuple([start, start])), None
    for i in range(iterations):
        arguments = [Var("data", types.state), states]
        for part in ("i2h", "h2h"):
            arguments += [Var(f"{part}_{i}_weight", types.weight),
                          Var(f"{part}_{i}_bias", types.bias)]
        cell = lstm_cell(num_hidden, batch_size, dtype, f"lstm_{i}")
        call = scope.let((f"call_{i}", types.result), Call(cell, arguments))
        out = scope.let((f"out_{i}", types.state), TupleGetItem(call, 0))
        states = scope.let((f"states_{i}", types.states), TupleGetItem(call, 1))
    scope.ret(start if out is None else out)
    body = scope.get()
    return _ext.Function(list(_ext.free_vars(body)), body, types.state)


def get_workload(iterations, num_hidden, batch_size=1, dtype="float32"
                 ) -> tuple[_ext.IRModule, dict[str, _ext.NDArray]]:
    """Module and parameters; see create_workload and get_net."""
    return create_workload(get_net(iterations, num_hidden, batch_size, dtype))


__getattr__ = _missing.make_getattr("tvm.relay.testing.lstm")
