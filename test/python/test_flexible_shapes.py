"""Passes that change the size of a dimension: ChangeBatch."""

import numpy as np
import pytest

import relay_lite as tvm
from relay_lite import relay
from relay_lite.relay.transform import ChangeBatch


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
