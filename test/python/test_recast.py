"""relay.transform.recast: operators that compute in another element type."""

import numpy as np
import pytest

import relay_lite as tvm
from relay_lite import relay
from relay_lite.relay.transform import recast


def infer(function):
    return relay.transform.InferType()(tvm.IRModule.from_expr(function))["main"]


def check(actual, body):
    assert tvm.ir.structural_equal(infer(actual), infer(relay.Function(actual.params, body)))


def cast(value, dtype):
    return relay.cast(value, dtype)


A, B, C = (relay.var(name, shape=(4, 4)) for name in "abc")


def make_chain():
    return relay.Function([A, B, C], relay.nn.dense(relay.exp(relay.nn.dense(A, B)), C))


def test_casts_arguments_and_results():
    actual = recast(make_chain(), "int8", "int32", ["nn.dense"])
    first = cast(relay.nn.dense(cast(A, "int8"), cast(B, "int8"), out_dtype="int32"), "float32")
    second = relay.nn.dense(cast(relay.exp(first), "int8"), cast(C, "int8"), out_dtype="int32")
    check(actual, cast(second, "float32"))
    values = [np.arange(16, dtype="float32").reshape(4, 4) % 3 for _ in range(3)]
    run = relay.create_executor().evaluate(recast(make_chain(), "float64", "float64", ["nn.dense"]))
    expected = np.exp(values[0] @ values[1].T) @ values[2].T
    np.testing.assert_allclose(run(*values).numpy(), expected, rtol=1e-5)


@pytest.mark.parametrize("skipped, first, second", [
    ([0], False, True), ([1], True, False), ([-1], True, False), ([-2], False, True),
    ([0, 1], False, False), ([2], True, True)])
def test_layers_that_stay(skipped, first, second):
    def compute(x, y, changes):
        if not changes:
            return relay.nn.dense(x, y)
        return cast(relay.nn.dense(cast(x, "float16"), cast(y, "float16"), out_dtype="float16"), "float32")

    actual = recast(make_chain(), "float16", "float16", ["nn.dense"], skipped)
    check(actual, compute(relay.exp(compute(A, B, first)), C, second))


def test_longest_way_counts():
    # The product of A and B is as far from the result as that of C, which is on the longer way.
    function = relay.Function([A, B, C], relay.nn.dense(relay.nn.dense(relay.nn.dense(A, B), C), C)
                              + relay.nn.dense(A, C))
    text = str(recast(function, "float16", "float16", ["nn.dense"], [0, 1]))
    assert text.count("nn.dense") == 4 and text.count('out_dtype="float16"') == 2


def test_tuples():
    a, b = cast(A, "float16"), cast(B, "float16")
    actual = recast(relay.Function([A, B], relay.concatenate([A, B], 1)), "float16", "float32", ["concatenate"])
    check(actual, cast(relay.concatenate([a, b], 1), "float32"))
    # A tuple that a variable holds has no fields to cast.
    t = relay.var("t", relay.TupleType([relay.TensorType((4, 4))] * 2))
    function = relay.Function([t], relay.concatenate(t, 1))
    assert tvm.ir.structural_equal(recast(function, "float16", "float32", ["concatenate"]), function)


def test_default_is_conv2d():
    x, w = relay.var("x", shape=(1, 2, 4, 4)), relay.var("w", shape=(2, 2, 1, 1))
    actual = recast(relay.Function([x, w], relay.nn.relu(relay.nn.conv2d(x, w))), "int8", "int32")
    conv = relay.nn.conv2d(cast(x, "int8"), cast(w, "int8"), out_dtype="int32")
    check(actual, relay.nn.relu(cast(conv, "float32")))


def test_forms_of_programs():
    body = recast(relay.nn.dense(A, B), "float16", "float16", ["nn.dense"])
    assert isinstance(body, relay.Call) and body.op.name == "cast"
    module = tvm.IRModule.from_expr(make_chain())
    module["other"] = relay.Function([A], A)
    result = recast(module, "float16", "float16", ["nn.dense"])
    assert {var.name_hint for var in result.get_global_vars()} == {"main", "other"}
    assert str(result["main"]).count('"float16"') == 6 and '"float16"' not in str(module)


@pytest.mark.parametrize("arguments, error, message", [
    ((make_chain(), "half", "float16", ["nn.dense"]), tvm.TVMError, "half"),
    ((make_chain(), "float16", "half", ["nn.dense"]), tvm.TVMError, "half"),
    ((make_chain(), "float16", "float16", ["nn.densest"]), AttributeError, "nn.densest"),
    ((make_chain(), "float16", "float16", "exp"), tvm.error.ArgumentError, "expected a list of strings as ops"),
    ((make_chain(), "float16", "float16", ["exp"], 3), TypeError, "expected a list of integers as skip_layers"),
    ((make_chain(), "float16", "float16", ["exp"], ["a"]), TypeError, "expected an integer as a layer of skip_layers"),
    ((3, "float16", "float16"), TypeError, "expected an expression or a module, but got 3"),
    ((relay.split(A, 2).tuple_value, "float16", "float16", ["split"]), tvm.error.ArgumentError,
     "cannot recast split: its result is .*, not a tensor")])
def test_bad_arguments(arguments, error, message):
    with pytest.raises(error, match=message):
        recast(*arguments)
