"""Scripts of PyTorch: control flow, lists, writes in place, names, options, errors."""

import importlib.util
from pathlib import Path

import numpy as np
import pytest
from torch_check import check, compare, convert, evaluate, flatten, floats, to_numpy, torch

from relay_lite import relay
from relay_lite.error import ArgumentError, OpNotImplemented
from relay_lite.relay.frontend import from_pytorch
from relay_lite.relay.frontend.node import ConversionError
from relay_lite.relay.frontend.pytorch import converter

# A process that runs other tests cannot read the classes of warnings of PyTorch.
pytestmark = pytest.mark.filterwarnings("ignore")

X = floats(3, 4)


class Net(torch.nn.Module):
    """A network with parameters and buffers."""

    def __init__(self):
        super().__init__()
        self.conv = torch.nn.Conv2d(2, 3, 3)
        self.norm = torch.nn.BatchNorm2d(3)
        self.weights = torch.nn.ParameterList([torch.nn.Parameter(torch.ones(3, 1, 1)) for _ in range(2)])

    def forward(self, x):
        y = self.norm(self.conv(x))
        return y * self.weights[0] + self.weights[1], y


# Names


def test_names_of_parameters():
    mod, params = check(Net().eval(), floats(1, 2, 5, 5))
    names = [param.name_hint for param in mod["main"].params]
    assert names[:3] == ["x0", "aten::_convolution_0.weight", "aten::_convolution_0.bias"]
    assert set(names[1:]) == set(params)
    assert "aten::batch_norm_0.running_mean" in params
    assert "aten::mul_0.weights.0" in params or "aten::mul_0.0" in params


def test_parser_friendly_names():
    made = torch.jit.trace(Net().eval(), floats(1, 2, 5, 5))
    mod, params = convert(made, [floats(1, 2, 5, 5)], use_parser_friendly_name=True)
    assert all(":" not in name and "." not in name for name in params)
    assert relay.parse(mod.astext()) is not None


def test_spans():
    made = torch.jit.trace(lambda x: torch.relu(x + x), X)
    body = convert(made, [X])[0]["main"].body
    assert body.span.source_name.name == "aten::relu_0"
    assert body.args[0].span.source_name.name == "aten::add_0"


def test_names_of_scopes():
    made = torch.jit.trace(torch.nn.Sequential(torch.nn.Linear(4, 2)), X)
    mod, _ = convert(made, [X], preserve_pytorch_scopes=True)
    assert "aten" not in mod["main"].body.span.source_name.name


def test_graph_is_written(tmp_path):
    made = torch.jit.trace(lambda x: x + 1, X)
    convert(made, [X], export_renamed_c_graph_path=tmp_path / "graphs")
    text = next((tmp_path / "graphs").iterdir()).read_text()
    assert "aten::add_0" in text


# Inputs


def test_input_infos():
    made = torch.jit.trace(lambda x, y: x + y, (X, X))
    mod, _ = from_pytorch(made, [("left", (3, 4)), ("right", (3, 4))])
    assert [param.name_hint for param in mod["main"].params] == ["left", "right"]


def add(x, y):
    return x + y


def test_element_types_of_inputs():
    made = torch.jit.script(add)
    mod, _ = from_pytorch(made, [("x", ((3,), "int32")), ("y", ((3,), "int64"))])
    assert relay.transform.InferType()(mod)["main"].ret_type == relay.TensorType((3,), "int64")
    mod, _ = from_pytorch(made, [("x", (3,)), ("y", (3,))], default_dtype="float16")
    assert relay.transform.InferType()(mod)["main"].ret_type == relay.TensorType((3,), "float16")


def test_unknown_sizes():
    made = torch.jit.trace(lambda x: x.reshape(x.shape[0], -1) + 1, floats(2, 3, 4))
    mod, params = from_pytorch(made, [("x", (relay.Any(), 3, 4))])
    result, = evaluate(mod, params, np.ones((5, 3, 4), "float32"))
    assert result.shape == (5, 12)


def test_tuples_and_lists_as_inputs():
    def first(pair: tuple[torch.Tensor, torch.Tensor], rest: list[torch.Tensor]):
        return pair[0] - pair[1] + rest[1], rest[0]

    made = torch.jit.script(first)
    mod, params = from_pytorch(made, [("pair", ((2,), (2,))), ("rest", [(2,), (2,)])])
    array = np.ones(2, "float32")
    results = evaluate(mod, params, (array * 3, array), (array * 5, array * 7))
    np.testing.assert_array_equal(results, [array * 9, array * 5])


def test_elements_that_a_list_has_not():
    def last(rest: list[torch.Tensor]):
        return rest[2]

    def taken(rest: list[torch.Tensor]):
        rest.pop()
        return rest.pop()

    for function, name in ((last, "__getitem__"), (taken, "pop")):
        with pytest.raises(ConversionError, match=f"aten::{name} .*the list or dictionary has no such element"):
            from_pytorch(torch.jit.script(function), [("rest", [(2,)])])


# Control flow


def branch(x):
    if x.sum() > 0:
        y, k = x + 1, 2
    else:
        y, k = x * 2, 3
    return y * k


def loop(x):
    y = x
    i = 0
    while bool(y.sum() < 100) and i < 20:
        y = y + x.abs()
        i += 1
    return y, i


def count(x):
    y = torch.zeros_like(x)
    for i in range(x.size(0)):
        y = y + x[i] * i
    return y


def rows(x):
    found = []
    for row in x.unbind(0):
        found.append(row * 2)
    found += [x[0]]
    found[0] = found[1] + found.pop()
    return torch.stack(found), len(found)


def nested(x):
    total = torch.zeros(4)
    for i in range(3):
        if i % 2 == 0:
            for _ in range(2):
                total += x[i]
        else:
            total -= x[i]
    return total


def raises(x):
    if x.dim() != 2:
        raise ValueError("expected a matrix")
    if x.sum() > 1e9:
        raise ValueError("too large")
    return x + 1


def write_in_branch(x):
    y = x.clone()
    if x.sum() > 0:
        y[0] = 5.0
    return y


def write_in_loop(x):
    y = torch.zeros(3, 4)
    i = 0
    while bool(y.sum() < 10):
        y[i % 3].add_(1.0)
        i += 1
    return y


@pytest.mark.parametrize("function", [branch, loop, count, rows, nested, raises, write_in_branch,
                                      write_in_loop])
@pytest.mark.parametrize("sign", [1, -1])
def test_control_flow(function, sign):
    check(function, X.abs() * sign, script=True)


def test_modules_are_scripted():
    module = torch.nn.Sequential(torch.nn.Linear(4, 5), torch.nn.ReLU(), torch.nn.Linear(5, 2))
    check(module.eval(), X, script=True)


# Writes in place


def test_writes_into_views():
    def change(x):
        y = x.clone()
        row, column = y[1], y[:, 2]
        row.mul_(2)
        column += 3
        y[:, 0] = 7
        y.t()[3, :2] = -1
        y.view(2, 6)[0].zero_()
        return y, row, column * 2

    check(change, X)


def test_other_writes():
    def change(x):
        y = x + 0
        y.clamp_(min=0).add_(1)
        z = y.masked_fill_(y > 1.5, 9)
        y[y > 8] = 4
        y.index_put_((torch.tensor([0, 1]),), torch.tensor(2.))
        return y, z, torch.zeros(2, 4).copy_(x[0])

    check(change, X)


# Converters


def test_custom_converters():
    seen = []

    def convert_relu(inputs, input_types):
        seen.append(input_types)
        return relay.tanh(inputs[0])

    made = torch.jit.trace(lambda x: torch.relu(x), X)
    mod, params = convert(made, [X], custom_convert_map={"aten::relu": convert_relu})
    compare(evaluate(mod, params, to_numpy(X)), [np.tanh(to_numpy(X))])
    assert seen == [["float32"]]


def test_registered_converters():
    @converter("aten::hardswish")
    def convert_hardswish(node, self):
        return relay.nn.relu(self)

    made = torch.jit.trace(torch.nn.functional.hardswish, X)
    compare(evaluate(*convert(made, [X]), to_numpy(X)), [np.maximum(to_numpy(X), 0)])


def test_training_is_left_out():
    module = torch.nn.Sequential(torch.nn.BatchNorm1d(4), torch.nn.Dropout(0.5))
    made = torch.jit.trace(module.train(), X, check_trace=False)
    compare(evaluate(*convert(made, [X]), to_numpy(X)), flatten_arrays(module.eval()(X)))


def flatten_arrays(value):
    return [to_numpy(tensor) for tensor in flatten(value)]


# Errors


def test_unsupported_operators_are_listed():
    made = torch.jit.trace(lambda x: torch.special.i1(torch.linalg.inv(x @ x.t())), X)
    with pytest.raises(OpNotImplemented, match=r"not implemented: \['aten::linalg_inv', "
                                               r"'aten::special_i1'\]"):
        convert(made, [X])


@pytest.mark.parametrize("infos, message", [
    ([], "expected 1 elements of input_infos, but got 0"),
    ([("x",)], r"expected \(name, shape\) or "),
    ([("x", 7)], "input 'x': expected a shape, but got 7"),
    ([("x", ((3,), "complex64"))], None),
])
def test_invalid_inputs(infos, message):
    made = torch.jit.trace(lambda x: x + 1, X)
    if message is None:
        # The element type of the trace comes before the given one.
        assert from_pytorch(made, infos)[0]["main"].params[0].type_annotation.dtype == "float32"
        return
    with pytest.raises(ConversionError, match=message):
        from_pytorch(made, infos)


def test_modules_that_are_no_scripts():
    with pytest.raises(ArgumentError, match="expected a module or a function of torch.jit, but got Linear"):
        from_pytorch(torch.nn.Linear(4, 2), [("x", (3, 4))])


def test_lists_in_loops_of_unknown_length():
    def collect(x):
        found = [x]
        while bool(x.sum() < 100):
            x = x + x.abs()
            found.append(x)
        return torch.stack(found)

    with pytest.raises(ConversionError, match="a list is changed in a branch or a loop"):
        convert(torch.jit.script(collect), [X])


def test_complex_numbers():
    made = torch.jit.trace(lambda x: torch.view_as_real(torch.complex(x, x)), X)
    with pytest.raises(ConversionError, match="aten::complex 'aten::complex_0': Relay has no complex numbers"):
        convert(made, [X])


def test_deep_programs():
    def chain(x):
        for _ in range(3000):
            x = x.reshape(4, 3).t() + 1
        return x

    mod, params = convert(torch.jit.trace(chain, X, check_trace=False), [X])
    assert len(mod["main"].params) == 1 and not params


class Counter(torch.nn.Module):
    """A network that counts its calls, or only those without a scale."""

    def __init__(self, scale: float):
        super().__init__()
        self.count = 0
        self.scale = scale

    def forward(self, x):
        if self.scale == 0:
            self.count = self.count + 1
        return x + self.count


def test_attributes_that_change():
    with pytest.raises(ConversionError, match="prim::SetAttr .*the script changes its attribute count, which "
                                              "is not supported: import a module that takes its state"):
        convert(torch.jit.script(Counter(0.0)), [X])
    # The branch is not taken.
    check(Counter(1.0), X, script=True)


@pytest.mark.parametrize("name, length", [("_model", 576), ("_model_8k", 288)])
def test_network_of_a_package(name, length):
    spec = importlib.util.find_spec("silero_vad")
    if spec is None:
        pytest.skip("needs the files of silero-vad")
    file = Path(spec.submodule_search_locations[0]) / "data/silero_vad.jit"
    script = getattr(torch.jit.load(file), name)
    state = floats(2, 1, 128) * 0.1
    mod, params = convert(script, [floats(1, length), state])
    found = to_numpy(state)
    for seed in range(3):
        # The next part of the sound, with the state after the last one.
        x = floats(1, length, seed=seed) * 0.1
        result, state = script(x, state)
        results = evaluate(mod, params, to_numpy(x), found)
        compare(results, flatten_arrays((result, state)))
        found = results[1]
