"""Passes that change the size of a dimension: ChangeBatch, FlexibleShapeDispatch."""

import numpy as np
import pytest

import relay_lite as tvm
from relay_lite import relay
from relay_lite.relay.transform import ChangeBatch, FlexibleShapeDispatch


def make_net(batch=1):
    x, w = relay.var("x", shape=(batch, 3)), relay.var("w", shape=(4, 3))
    net = relay.nn.relu(relay.nn.dense(x, w))
    return x, tvm.IRModule.from_expr(relay.Function([x, w], net))


def run(mod, *arrays):
    return relay.create_executor("vm", mod).evaluate()(*arrays)


RNG = np.random.default_rng(0)
W = RNG.normal(size=(4, 3)).astype("float32")


def compute(x):
    return np.maximum(x @ W.T, 0)


# ChangeBatch.


def test_change_batch():
    x, mod = make_net()
    changed = ChangeBatch({x: 0}, batch_size=5)(mod)
    assert changed["main"].checked_type.ret_type == relay.TensorType((5, 4))
    assert [p.name_hint for p in changed["main"].params] == ["x", "w"]
    data = RNG.normal(size=(5, 3)).astype("float32")
    np.testing.assert_allclose(run(changed, data, W).numpy(), compute(data), rtol=1e-5)
    assert mod["main"].params[0].type_annotation == relay.TensorType((1, 3))
    # The default, and variables that the function does not have.
    assert ChangeBatch({x: 0, relay.var("y", shape=(1,)): 0})(mod)["main"].ret_type.shape[0] == 16
    info = ChangeBatch({x: 0}).info
    assert info.name == "ChangeBatch" and info.opt_level == 1


@pytest.mark.parametrize("data, size, kind, message", [
    ([], 1, TypeError, r"expected a dictionary of variables as data, but got \[\]"),
    ({"x": 0}, 1, TypeError, "expected variables as the keys of data, but got 'x'"),
    ({relay.var("x", shape=(1, 3)): "N"}, 1, TypeError, "expected an integer as the dimension of the batch"),
    ({relay.var("x", shape=(1, 3)): 2}, 1, tvm.TVMError, "x has no dimension 2: its type is Tensor"),
    ({relay.var("x"): 0}, 1, TypeError, "expected x to be a tensor, but its type is"),
    ({relay.var("x", shape=(1, 3)): 0}, -1, ValueError, "expected batch_size to be at least 0, but got -1"),
])
def test_change_batch_errors(data, size, kind, message):
    with pytest.raises(kind, match=message):
        ChangeBatch(data, size)


# FlexibleShapeDispatch.


def get_functions(mod):
    return sorted(var.name_hint for var in mod.functions)


def test_dispatch():
    _, mod = make_net()
    flexible = FlexibleShapeDispatch(buckets=[4, 1, 4])(mod)
    assert get_functions(flexible) == ["main", "main_1", "main_4", "main_any"]
    assert flexible["main_4"].checked_type.ret_type == relay.TensorType((4, 4))
    assert get_functions(mod) == ["main"]
    for size in (1, 2, 4, 7):
        data = RNG.normal(size=(size, 3)).astype("float32")
        np.testing.assert_allclose(run(flexible, data, W).numpy(), compute(data), rtol=1e-5)


def get_called(mod, size):
    """The function that `main` calls for a size: one that returns its own number."""
    mod = mod.clone()
    for number, name in enumerate(get_functions(mod)[1:]):
        function = mod[name]
        mod[name] = relay.Function(function.params, relay.zeros_like(function.body) + relay.const(float(number)))
    value = run(mod, np.zeros((size, 3), "float32"), W).numpy()
    return get_functions(mod)[1:][int(value[0, 0])], value.shape


@pytest.mark.parametrize("auto_pad, expected", [
    (False, {1: "main_1", 2: "main_any", 4: "main_4", 5: "main_any"}),
    (True, {1: "main_1", 2: "main_4", 4: "main_4", 5: "main_any"}),
])
def test_choice(auto_pad, expected):
    _, mod = make_net()
    flexible = FlexibleShapeDispatch([4, 1], auto_pad=auto_pad)(mod)
    for size, name in expected.items():
        assert get_called(flexible, size) == (name, (size, 4))


def test_padding_of_several_inputs_and_results():
    x, y = relay.var("x", shape=(2, 6)), relay.var("y", shape=(2, 6))
    body = relay.Tuple([relay.exp(x), relay.Tuple([x + y])])
    mod = tvm.IRModule.from_expr(relay.Function([x, y], body))
    flexible = FlexibleShapeDispatch([8], axis=1, auto_pad=True, pad_value=1, input_indices=[0, 1])(mod)
    a, b = RNG.normal(size=(2, 2, 5)).astype("float32")
    exp, (added,) = run(flexible, a, b)
    np.testing.assert_allclose(exp.numpy(), np.exp(a), rtol=1e-5)
    np.testing.assert_allclose(added.numpy(), a + b, rtol=1e-5)


def test_value_of_padding():
    x = relay.var("x", shape=(2, 6))
    mod = tvm.IRModule.from_expr(relay.Function([x], relay.max(x, axis=1)))
    flexible = FlexibleShapeDispatch([8], axis=1, auto_pad=True, pad_value=9, affects_output=False)(mod)
    assert list(run(flexible, np.zeros((2, 5), "float32")).numpy()) == [9, 9]
    assert list(run(flexible, np.zeros((2, 8), "float32")).numpy()) == [0, 0]


@pytest.mark.parametrize("options, kind, message", [
    ({"buckets": 4}, TypeError, "expected a list of integers as buckets, but got 4"),
    ({"buckets": ["4"]}, TypeError, "expected an integer as the size of a bucket, but got '4'"),
    ({"buckets": [1], "axis": -1}, ValueError, "expected axis to be at least 0, but got -1"),
    ({"buckets": [1], "axis": 2}, tvm.TVMError, "x has no dimension 2: its type is Tensor"),
    ({"buckets": [1], "input_indices": [2]}, tvm.TVMError, r"some of the 2 parameters of main, but got \[2\]"),
    ({"buckets": [1], "input_indices": []}, tvm.TVMError, r"some of the 2 parameters of main, but got \[\]"),
    ({"buckets": [1], "auto_pad": "x"}, TypeError, "expected a boolean as auto_pad, but got 'x'"),
    ({"buckets": [1], "affects_output": "x"}, TypeError, "expected a boolean as affects_output, but got 'x'"),
])
def test_dispatch_errors(options, kind, message):
    with pytest.raises(kind, match=message):
        FlexibleShapeDispatch(**options)(make_net()[1])


def test_dispatch_of_what_is_dispatched():
    flexible = FlexibleShapeDispatch([1])(make_net()[1])
    with pytest.raises(tvm.TVMError, match="the module has a function main_any already"):
        FlexibleShapeDispatch([2])(flexible)
