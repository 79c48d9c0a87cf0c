"""Functions besides main in exported models: they are inlined at each call, or become loops."""

import numpy as np
import pytest
from onnx_check import floats
from test_onnx_export import check_expr, var

import relay_lite as tvm
from relay_lite import relay
from relay_lite.relay.frontend import to_onnx
from relay_lite.relay.frontend.onnx import ExportError

VECTOR = relay.TensorType((2,))


def double_tanh():
    a = var("a", 2)
    return relay.Function([a], relay.tanh(relay.add(a, a)))


def count_to(limit, step):
    """A function that adds `step` until the counter reaches a limit."""
    i, total = relay.var("i", shape=(), dtype="int64"), var("total", 2)
    return relay.loops.while_loop(lambda i, total: relay.less(i, limit), [i, total],
                                  lambda i, total: [i + relay.const(1, "int64"), relay.add(total, step)])


def test_literals_with_several_calls():
    x, y, f = var("x", 2), var("y", 2), relay.var("f")
    twice = relay.add(relay.Call(f, [x]), relay.Call(f, [relay.exp(x)]))
    check_expr([x], relay.Let(f, double_tanh(), twice), floats(2), operators="Add Tanh Exp Add Tanh Add")
    a = var("a", 2)
    closure = relay.Function([a], relay.multiply(a, y))
    check_expr([x, y], relay.Let(f, closure, twice), floats(2), 2 * floats(2), operators="Mul Exp Mul Add")


def test_literals_in_branches():
    x, c, f = var("x", 2), var("c", dtype="bool"), relay.var("f")
    body = relay.If(c, relay.Call(f, [x]), relay.Call(f, [relay.exp(x)]))
    for value in (True, False):
        check_expr([x, c], relay.Let(f, double_tanh(), body), floats(2), np.array(value), operators="If")


def test_loops_with_several_calls():
    x, zero = var("x", 2), relay.const(0, "int64")
    loop = count_to(relay.const(5, "int64"), x)
    calls = [relay.TupleGetItem(relay.Call(loop, [zero, start]), 1) for start in (x, relay.exp(x))]
    check_expr([x], relay.add(*calls), floats(2), operators="Loop Exp Loop Add")


def test_loops_in_literals():
    """Each copy of a loop has copies of the loops in it."""
    x, f, a = var("x", 2), relay.var("f"), var("a", 2)
    zero = relay.const(0, "int64")
    inner = count_to(relay.const(2, "int64"), a)
    outer_total = var("sum", 2)
    i = relay.var("k", shape=(), dtype="int64")
    outer = relay.loops.while_loop(
        lambda k, total: relay.less(k, relay.const(3, "int64")), [i, outer_total],
        lambda k, total: [k + relay.const(1, "int64"),
                          relay.TupleGetItem(relay.Call(inner, [zero, total]), 1)])
    function = relay.Function([a], relay.TupleGetItem(relay.Call(outer, [zero, a]), 1))
    body = relay.add(relay.Call(f, [x]), relay.Call(f, [relay.tanh(x)]))
    check_expr([x], relay.Let(f, function, body), floats(2), operators="Loop Tanh Loop Add")
    again = [relay.TupleGetItem(relay.Call(outer, [zero, start]), 1) for start in (x, relay.tanh(x))]
    check_expr([x], relay.Let(a, relay.exp(x), relay.add(*again)), floats(2),
               operators="Exp Loop Tanh Loop Add")


def make_chain(count):
    """A module of functions that each call the next one twice, by global names."""
    mod = tvm.IRModule()
    names = [relay.GlobalVar(f"g{i}") for i in range(count)]
    for i, name in enumerate(names):
        a = var("a", 2)
        body = relay.tanh(a) if i == 0 else relay.Call(names[i - 1], [relay.Call(names[i - 1], [a])])
        mod[name] = relay.Function([a], body, VECTOR)
    x = var("x", 2)
    mod["main"] = relay.Function([x], relay.Call(names[-1], [x]))
    return mod


def make_chain_of_literals(count):
    x = var("x", 2)
    names = [relay.var(f"f{i}") for i in range(count)]
    body = relay.Call(names[-1], [x])
    for i, name in reversed(list(enumerate(names))):
        a = var("a", 2)
        inner = relay.tanh(a) if i == 0 else relay.Call(names[i - 1], [relay.Call(names[i - 1], [a])])
        body = relay.Let(name, relay.Function([a], inner), body)
    return tvm.IRModule.from_expr(relay.Function([x], body))


@pytest.mark.parametrize("make", [make_chain, make_chain_of_literals])
def test_functions_that_grow(make, tmp_path):
    assert len(to_onnx(make(5)).graph.node) == 16
    with pytest.raises(ExportError, match="would have more than 250000 expressions when they are inlined"):
        to_onnx(make(60), path=tmp_path / "net.onnx")
    assert not list(tmp_path.iterdir())


def test_global_loops():
    mod, g = tvm.IRModule(), relay.GlobalVar("count")
    n, start = relay.var("n", shape=(), dtype="int64"), relay.var("start", shape=(), dtype="int64")
    again = relay.Call(g, [relay.add(n, relay.const(2, "int64"))])
    mod[g] = relay.Function([n], relay.If(relay.less(n, relay.const(5, "int64")), again, n),
                            relay.TensorType((), "int64"))
    mod["main"] = relay.Function([start], relay.Call(g, [start]))
    assert [entry.op_type for entry in to_onnx(mod).graph.node] == ["Less", "Loop"]


def test_recursion():
    """Functions that call one another, and those that go on after their call, are no loops."""
    number, one = relay.TensorType((), "int64"), relay.const(1, "int64")
    mutual, names = tvm.IRModule(), [relay.GlobalVar("even"), relay.GlobalVar("odd")]
    for i, name in enumerate(names):
        n = relay.var("n", number)
        mutual[name] = relay.Function([n], relay.If(relay.less(n, one), n, relay.Call(
            names[1 - i], [relay.subtract(n, one)])), number)
    factorial, n = tvm.IRModule(), relay.var("n", number)
    product = relay.multiply(n, relay.Call(names[0], [relay.subtract(n, one)]))
    factorial[names[0]] = relay.Function([n], relay.If(relay.less(n, one), one, product), number)
    for mod in (mutual, factorial):
        start = relay.var("start", number)
        mod["main"] = relay.Function([start], relay.Call(names[0], [start]))
        with pytest.raises(ExportError, match="a call of a function that is no loop"):
            to_onnx(mod)
