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
    assert n != tvm.te.size_var("n") and n != tvm.te.var("n", "int64")


def test_arithmetic():
    n, m = tvm.te.size_var("n"), tvm.te.size_var("m")
    for dimension, text in ((1 + n, "n + 1"), (n * 2 + 2 - n, "n + 2"), (3 - n, "n*(-1) + 3"), (-n, "n*(-1)"),
                            ((n + 1) * (m - 2), "m*n + m - n*2 - 2"), (n // m, "n//m"), ((n + 1) % m, "(n + 1)%m"),
                            ((2 * n + 4) // 2, "n + 2"), ((n + 3) // 2 // 2, "(n + 3)//4"), (2 * n // 4, "n//2"),
                            ((5 * n + 7) % 4, "(n + 3)%4"), (tvm.tir.indexdiv(n - 1, 2) + 1, "(n + 1)//2"),
                            (tvm.tir.indexmod(n, 2), "n%2"), (n * (m // 2 + 1), "m//2*n + n")):
        assert repr(dimension) == text
    assert n - n == 0 and isinstance(n - n, tvm.tir.IntImm) and (4 * n + 2) % 4 == 2 and n // n == 1
    assert (n + 1) * 2 == 2 * n + 2 and hash((n + 1) * 2) == hash(2 * n + 2) and n + 1 != n + 2
    assert isinstance(n + 1, tvm.tir.expr.Add) and tvm.tir.expr.FloorDiv(n, 2) == n // 2
    assert not isinstance(n, tvm.tir.expr.Add) and (n + tvm.te.var("k", "int64")).dtype == "int64"


def test_arithmetic_refuses():
    n = tvm.te.size_var("n")
    with pytest.raises(TypeError, match="the quotient of the dimension n is ambiguous: use // or tir.indexdiv"):
        n / 2
    with pytest.raises(TypeError, match="unsupported operand"):
        n + 1.5
    with pytest.raises(TypeError, match="unsupported operand"):
        n - "a"
    for divisor in (0, -1):
        with pytest.raises(tvm.TVMError, match="is too large, or its divisor is not above 0"):
            n // divisor
    with pytest.raises(tvm.TVMError, match="is too large"):
        n * 2**62 * 4
    with pytest.raises(OverflowError):
        n + 2**80
    with pytest.raises(tvm.TVMError, match="is too large"):
        for _ in range(100):
            n = n * n
    total = tvm.te.size_var("k0")
    with pytest.raises(tvm.TVMError, match="is too large"):
        for i in range(1, 100):
            total = (total + tvm.te.size_var(f"k{i}")) // 2 + total


def test_equal_forms():
    n, m = tvm.te.size_var("n"), tvm.te.size_var("m")
    x = relay.var("x", shape=(n * m + 1, m))
    assert x.type_annotation == relay.TensorType((1 + m * n, m)) != relay.TensorType((m * n, m))
    function = relay.Function([x], x)
    for again in (tvm.ir.load_json(tvm.ir.save_json(function)), relay.parse_expr(function.astext())):
        tvm.ir.assert_structural_equal(again, function)
        assert repr(again.params[0].type_annotation.shape) == "[m*n + 1, m]"


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


def test_variables_of_one_name_are_one_object():
    x, y = (relay.var(name, shape=(tvm.te.var("n") + 1, tvm.te.var("n"))) for name in "xy")
    function = relay.Function([x, y], x)
    for text in (function.astext(), tvm.ir.save_json(function)):
        assert text.count('"type_key": "tir.Var"') == 1
    assert str(x.type_annotation) == "Tensor[(n + 1, n), float32]"


def test_inference_takes_them_for_any():
    x = relay.var("x", shape=(tvm.te.var("n"), 3))
    mod = relay.transform.InferType()(tvm.IRModule.from_expr(relay.Function([x], x + x)))
    assert mod["main"].ret_type == relay.TensorType((relay.Any(), 3))
    assert 'relay.dims = [["Var", "n", "int32"], unit]' in mod.mlir()
