"""Symbolic dimensions: te.var and tir.Var in shapes."""

import pytest

import relay_lite as tvm
from relay_lite import relay


def test_variables():
    n, m = tvm.te.var("n"), tvm.te.size_var("m", "int64")
    assert isinstance(n, tvm.tir.Var) and not isinstance(n, tvm.tir.SizeVar)
    assert isinstance(m, tvm.tir.SizeVar) and isinstance(m, tvm.tir.Var)
    assert (n.name, n.dtype, m.name, m.dtype) == ("n", "int32", "m", "int64")
    assert repr(n) == "n" and n == tvm.tir.Var("n", "int32") and n != tvm.tir.Var("k", "int32")
    assert not isinstance(3, tvm.tir.Var) and hash(n) == hash(tvm.tir.Var("n", "int32"))
    with pytest.raises(TypeError, match="arithmetic on the dimension n"):
        n + 1
    with pytest.raises(TypeError, match="arithmetic on the dimension n"):
        2 * n


def test_shapes():
    n = tvm.te.var("n")
    x = relay.var("x", shape=(n, 3))
    assert x.type_annotation.shape[0] == n and x.type_annotation.shape[1] == 3
    assert x.type_annotation == relay.TensorType((n, 3))
    assert x.type_annotation != relay.TensorType((tvm.te.var("m"), 3))
    assert x.type_annotation != relay.TensorType((relay.Any(), 3))
    with pytest.raises(TypeError, match="is not static"):
        x.type_annotation.concrete_shape


def test_text():
    n = tvm.te.var("n")
    x = relay.var("x", shape=(n, n))
    function = relay.Function([x], relay.tanh(x))
    text = function.astext()
    assert "fn (%x: Tensor[(meta[tir.Var][0], meta[tir.Var][0]), float32])" in text
    assert "meta[tir.Var][0]" in str(function) and "type_key" not in str(function)
    again = relay.parse_expr(text)
    tvm.ir.assert_structural_equal(again, function)
    assert again.params[0].type_annotation.shape[1].name == "n"


def test_inference_takes_them_for_any():
    x = relay.var("x", shape=(tvm.te.var("n"), 3))
    mod = relay.transform.InferType()(tvm.IRModule.from_expr(relay.Function([x], x + x)))
    assert mod["main"].ret_type == relay.TensorType((relay.Any(), 3))
