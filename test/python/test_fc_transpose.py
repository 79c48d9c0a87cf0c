"""Weights that are transposed in each call, and those that are transposed once."""

import numpy as np
import pytest

import relay_lite as tvm
from relay_lite import relay
from relay_lite.relay.data_dep_optimization import simplify_fc_transpose

X = relay.var("x", shape=(2, 4))
W = relay.var("w", shape=(4, 3))
V = relay.var("v", shape=(3, 3))
U = relay.var("u", shape=(3, 4))


def dense(x, w, axes=None):
    return relay.nn.dense(x, relay.transpose(w, axes))


def run(function, x, params):
    return relay.create_executor().evaluate(function)(x=x, **params).numpy()


def make_params(*weights):
    rng = np.random.default_rng(0)
    return {weight.name_hint: tvm.nd.array(rng.random(weight.type_annotation.shape).astype("float32"))
            for weight in weights}


def test_weights_are_transposed_once():
    function = relay.Function([X, W, V], dense(relay.nn.relu(dense(X, W)), V, [-1, 0]))
    params = make_params(W, V)
    x = np.ones((2, 4), "float32")
    expected = run(function, x, params)
    assert list(relay.analysis.search_fc_transpose(function)) == ["w", "v"]
    result, changed = simplify_fc_transpose.convert(function, params)
    assert changed is params and set(params) == {"w.T", "v.T"}
    assert [param.name_hint for param in result.params] == ["x", "w.T", "v.T"]
    assert "transpose" not in str(result) and tuple(params["w.T"].shape) == (3, 4)
    np.testing.assert_array_equal(run(result, x, params), expected)


@pytest.mark.parametrize("body", [
    relay.nn.dense(X, U), dense(X, U, [0, 1]), dense(X, relay.exp(W)),
    relay.Tuple([dense(X, W), W]), relay.Tuple([dense(X, W), relay.transpose(W)])])
def test_other_weights_stay(body):
    function = relay.Function(relay.analysis.free_vars(body), body)
    assert not relay.analysis.search_fc_transpose(function)
    params = make_params(W)
    result, _ = simplify_fc_transpose.convert(function, params)
    assert tvm.ir.structural_equal(result.body, function.body, True) and set(params) == {"w"}


def test_pass_keeps_parameters_with_other_uses():
    function = relay.Function([X, W], relay.Tuple([dense(X, W), W]))
    mod = relay.transform.SimplifyFCTranspose(["w", "x", "none"])(tvm.IRModule.from_expr(function))
    assert [param.name_hint for param in mod["main"].params] == ["x", "w.T", "w"]


def test_errors():
    function = relay.Function([X, W], dense(X, W))
    with pytest.raises(tvm.TVMError, match="params has no value for the weight w"):
        simplify_fc_transpose.convert(function, {})
    with pytest.raises(TypeError, match="expected a function, but got 3"):
        simplify_fc_transpose.convert(3, {})
    with pytest.raises(TypeError, match="expected a dictionary of arrays as params"):
        simplify_fc_transpose.convert(function, [])
    with pytest.raises(TypeError, match="expected an expression, but got 3"):
        relay.analysis.search_fc_transpose(3)
    with pytest.raises(TypeError, match="expected a list of strings as target_weight_name"):
        relay.transform.SimplifyFCTranspose("w")
    vector = relay.var("w", shape=(4,))
    mod = tvm.IRModule.from_expr(relay.Function([vector], vector))
    with pytest.raises(tvm.TVMError, match=r"expected the weight w to be a matrix, but its type is Tensor\[\(4\)"):
        relay.transform.SimplifyFCTranspose(["w"])(mod)
