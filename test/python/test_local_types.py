"""Types and values of expressions that stand in no module."""

import threading

import numpy as np
import pytest
import relay_lite as tvm
from relay_lite import _ext, relay

SCALAR = relay.scalar_type("int32")


def type_of(expr):
    return _ext.infer_type_of(expr)


def typed_in_module(expr):
    """The type that the pass gives."""
    mod = relay.transform.InferType()(tvm.IRModule.from_expr(expr))
    function = mod["main"]
    return function.checked_type if isinstance(expr, relay.Function) else function.body.checked_type


def constant(values, dtype="int64"):
    return relay.const(np.array(values, dtype), dtype)


def make_samples():
    x, y = relay.var("x", shape=(2, 3)), relay.var("y", shape=(relay.Any(), 3))
    n = relay.var("n", "int32")
    flag = relay.var("flag", "bool")
    p = relay.var("p", shape=(2, 3))
    f = relay.Function([p], relay.exp(p))
    v, w = relay.Var("v"), relay.Var("w", relay.TensorType((2, 3)))
    pair = relay.Tuple([x, n])
    split = relay.split(x, 3, axis=1).astuple()
    ref = relay.RefCreate(n)
    return {
        "var": x,
        "constant": relay.const(np.zeros((3, 4), "float16")),
        "operator": relay.nn.dense(x, relay.const(np.zeros((5, 3), "float32"))),
        "dynamic": relay.add(x, y),
        "shape from a constant": relay.reshape(x, constant([3, 2])),
        "shape from a binding": relay.reshape(x, relay.Let(v, n, constant([6]))),
        "range": relay.arange(constant(0), constant(10), constant(3), "int64"),
        "tuple": pair,
        "field": relay.TupleGetItem(pair, 1),
        "results": relay.TupleGetItem(split, 2),
        "concatenate": relay.concatenate([x, x], 0),
        "empty": relay.Tuple([]),
        "if": relay.If(flag, x, relay.exp(x)),
        "function": f,
        "call of a function": relay.Call(f, [x]),
        "let": relay.Let(v, relay.exp(x), relay.add(v, v)),
        "annotated let": relay.Let(w, relay.exp(x), relay.TupleGetItem(relay.Tuple([w, n]), 0)),
        "let of a function": relay.Let(v, f, relay.Call(v, [x])),
        "reference": ref,
        "read": relay.RefRead(ref),
        "write": relay.RefWrite(ref, n),
        # These need more than the types of their parts.
        "type of a weight": relay.nn.dense(x, relay.var("z"), units=5),
        "function without types": relay.Function([p, q := relay.Var("q")], relay.nn.dense(p, q, units=5)),
    }


@pytest.mark.parametrize("name", make_samples())
def test_types_are_those_of_infer_type(name):
    expected = typed_in_module(make_samples()[name])
    expr = make_samples()[name]
    assert type_of(expr) == expected
    assert type_of(expr) == expected
    with pytest.raises(ValueError, match="has not populated"):
        expr.checked_type


def test_texts_do_not_change():
    expr = make_samples()["concatenate"]
    before = expr.astext()
    type_of(expr)
    assert expr.astext() == before


def test_parts_keep_their_types():
    x = relay.var("x", shape=(4, 4))
    part = relay.exp(x)
    type_ = type_of(relay.add(part, x))
    assert type_of(part).same_as(type_) and type_of(x) == type_


def test_infer_type_local_uses_what_is_known():
    calls = []

    def relation(types, attrs):
        calls.append(1)
        return types[0]

    relay.op.op.register("test.counted", "Counts.")
    op = relay.op.get("test.counted")
    op.set_num_inputs(1)
    op.add_type_rel("test.counted", relation)
    x = relay.var("x", shape=(4, 4))
    counted = relay.Call(op, [x])
    for expr in (counted, relay.exp(counted), relay.add(counted, counted)):
        assert relay.transform.InferTypeLocal(expr) == relay.TensorType((4, 4))
        assert expr.checked_type == relay.TensorType((4, 4))
    assert len(calls) == 1


def test_relations_may_ask_for_types():
    relay.op.op.register("test.nested", "Asks for another type.")
    op = relay.op.get("test.nested")
    op.set_num_inputs(1)
    op.add_type_rel("test.nested", lambda types, attrs: type_of(
        relay.nn.relu(relay.var("y", types[0]))))
    x = relay.var("x", shape=(4, 4))
    assert type_of(relay.exp(relay.Call(op, [x]))) == relay.TensorType((4, 4))


def test_errors_of_relations_are_raised():
    def relation(types, attrs):
        raise KeyError("of a script")

    relay.op.op.register("test.failing", "Fails.")
    op = relay.op.get("test.failing")
    op.set_num_inputs(1)
    op.add_type_rel("test.failing", relation)
    call = relay.Call(op, [relay.var("x", shape=(4, 4))])
    for _ in range(2):
        with pytest.raises(KeyError, match="of a script"):
            type_of(relay.exp(call))


def test_variables_of_a_let_have_the_types_of_their_values():
    """A mutator may bind the variable to another value and keep the body."""
    v = relay.Var("v")
    body = relay.exp(v)
    for shape in ((2,), (3,)):
        let = relay.Let(v, relay.var("x", shape=shape), body)
        assert type_of(let) == relay.TensorType(shape)
    with pytest.raises(tvm.error.DiagnosticError):
        type_of(body)


def test_lets_inside_of_lets():
    a, b = relay.Var("a"), relay.Var("b")
    inner = relay.Let(b, relay.exp(a), relay.Tuple([a, b]))
    for shape in ((2,), (3,)):
        tensor = relay.TensorType(shape)
        outer = relay.Let(a, relay.var("x", shape=shape), relay.TupleGetItem(inner, 1))
        assert type_of(outer) == tensor


def test_types_that_follow_from_users_are_not_kept():
    z, x = relay.Var("z"), relay.var("x", shape=(2, 3))
    product = relay.nn.dense(x, z, units=None)
    for rows in (4, 5):
        let = relay.Let(z, relay.var("w", shape=(rows, 3)), product)
        assert type_of(let) == relay.TensorType((2, rows), "float32")


@pytest.mark.parametrize("make", [
    lambda x: relay.add(x, relay.var("y", shape=(3,))),
    lambda x: relay.TupleGetItem(relay.Tuple([x]), 1),
    lambda x: relay.exp(relay.Tuple([x])),
    lambda x: relay.If(x, x, x),
    lambda x: relay.Call(relay.GlobalVar("f"), [x]),
    lambda x: relay.Call(relay.op.get("exp"), [x, x]),
    lambda x: relay.Let(relay.Var("v", SCALAR), x, x),
    lambda x: relay.Var("v"),
])
def test_errors_are_those_of_infer_type(make):
    x = relay.var("x", shape=(2, 5))
    with pytest.raises(tvm.error.DiagnosticError) as expected:
        relay.transform.InferType()(tvm.IRModule.from_expr(make(x)))
    for _ in range(2):
        with pytest.raises(tvm.error.DiagnosticError) as actual:
            type_of(make(x))
        assert str(actual.value).replace("@__expr__", "@main") == str(expected.value)


def test_errors_have_positions():
    function = tvm.parser.parse_expr("fn (%x: Tensor[(2), float32]) {\n  add(%x, ones(shape=[3]))\n}")
    with pytest.raises(tvm.error.DiagnosticError, match=":2:"):
        type_of(function.body)


def test_wrong_arguments():
    for wrong in (None, 1, "x"):
        with pytest.raises(tvm.error.ArgumentError, match="expected an expression"):
            type_of(wrong)
        with pytest.raises(tvm.error.ArgumentError, match="expected an expression"):
            _ext.evaluate_constant(wrong)


def make_chain(value, size, step):
    for _ in range(size):
        value = step(value)
    return value


@pytest.mark.parametrize("step", [
    relay.exp, lambda x: relay.TupleGetItem(relay.Tuple([x]), 0),
    lambda x: relay.Let(relay.Var("v"), x, relay.const(1.0)),
    lambda x: relay.Let(relay.Var("v"), relay.const(1.0), x),
], ids=["operators", "tuples", "values", "bodies"])
def test_deep_chains(step):
    size = 100_000
    chain = make_chain(relay.var("x", shape=()), size, step)
    assert type_of(chain) == relay.TensorType((), "float32")
    assert _ext.evaluate_constant(chain) is None
    constants = make_chain(relay.const(0.0), size, step)
    value = _ext.evaluate_constant(constants)
    assert value is not None and value.shape == ()


def test_types_too_large():
    nested = relay.var("x", shape=())
    for _ in range(100):
        nested = relay.Tuple([nested, nested])
    with pytest.raises(tvm.error.DiagnosticError, match="nests more than"):
        type_of(nested)


def test_threads_share_nodes():
    x = relay.var("x", shape=(4, 4))
    chain = make_chain(x, 2000, lambda value: relay.add(value, x))
    types = []
    threads = [threading.Thread(target=lambda: types.append(type_of(chain))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert types == [relay.TensorType((4, 4))] * 8


def evaluate(expr):
    value = _ext.evaluate_constant(expr)
    return value if value is None else value.numpy()


def test_values_of_constants():
    a, b = constant([1, 2, 3]), constant([4, 5, 6])
    np.testing.assert_array_equal(evaluate(a), [1, 2, 3])
    np.testing.assert_array_equal(evaluate(a + b), [5, 7, 9])
    np.testing.assert_array_equal(evaluate(relay.concatenate([a + b, b], 0)), [5, 7, 9, 4, 5, 6])
    np.testing.assert_array_equal(evaluate(relay.split(a + b, 3)[1]), [7])
    np.testing.assert_array_equal(evaluate(relay.reshape(a, constant([3, 1]))), [[1], [2], [3]])
    np.testing.assert_array_equal(
        evaluate(relay.arange(constant(0), constant(7), constant(3), "int64")), [0, 3, 6])
    np.testing.assert_array_equal(evaluate(relay.zeros((2, 2), "int8")), np.zeros((2, 2), "int8"))
    np.testing.assert_array_equal(evaluate(relay.argwhere(constant([0, 1, 1]))), [[1], [2]])
    fields = _ext.evaluate_constant(relay.Tuple([a, relay.Tuple([b])]))
    np.testing.assert_array_equal(fields[1][0].numpy(), [4, 5, 6])


def test_values_of_bindings_and_branches():
    a, x = constant([1, 2, 3]), relay.var("x", shape=(3,), dtype="int64")
    v, w = relay.Var("v"), relay.Var("w")
    np.testing.assert_array_equal(evaluate(relay.Let(v, a + a, v * v)), [4, 16, 36])
    np.testing.assert_array_equal(evaluate(relay.Let(v, a, relay.Let(w, v, w + v))), [2, 4, 6])
    shared = a * a
    less = relay.less(constant(1), constant(2))
    # The branch needs a value that others need later.
    branch = relay.If(less, shared + a, x)
    np.testing.assert_array_equal(evaluate(branch + shared), [3, 10, 21])
    assert evaluate(relay.If(less, x, a)) is None
    # The same node depends on a variable in one place, and on a constant in another.
    body = v + a
    assert evaluate(body) is None
    np.testing.assert_array_equal(evaluate(relay.Let(v, a, body)), [2, 4, 6])


def test_values_of_shapes_are_those_of_types():
    x = relay.var("x", shape=(2, 3))
    shape = relay.shape_of(relay.exp(x))
    np.testing.assert_array_equal(evaluate(shape), [2, 3])
    np.testing.assert_array_equal(evaluate(relay.prod(shape)), 6)
    np.testing.assert_array_equal(evaluate(relay.ndarray_size(x)), 6)
    assert evaluate(relay.shape_of(relay.var("y", shape=(relay.Any(), 3)))) is None


def test_what_is_not_constant():
    x = relay.var("x", shape=(3,))
    a = relay.const(np.ones(3, "float32"))
    for expr in (x, x + a, relay.Tuple([a, x]), relay.op.get("exp"), relay.GlobalVar("f"),
                 relay.Call(relay.GlobalVar("f"), [a]), relay.Function([x], x),
                 relay.Call(relay.Function([x], x), [a]), relay.RefRead(relay.RefCreate(a)),
                 relay.device_copy(a, tvm.cpu(), tvm.cpu()),
                 relay.add(a, constant([1])), relay.divide(constant([1]), constant([0]))):
        assert _ext.evaluate_constant(expr) is None
        assert _ext.evaluate_constant(expr) is None
    assert evaluate(relay.annotation.stop_fusion(a)) is not None


def test_values_keep_to_the_limits_of_memory():
    assert evaluate(relay.broadcast_to(relay.const(1.0), (1 << 10, 1 << 11))) is not None
    assert evaluate(relay.broadcast_to(relay.const(1.0), (1 << 13, 1 << 13))) is None
    huge = relay.broadcast_to(relay.const(1.0), (1 << 30, 1 << 30))
    assert evaluate(relay.sum(relay.exp(relay.reshape(huge, (1 << 20, 1 << 20, 1 << 20))))) is None


def test_values_of_a_pass_are_the_same():
    rng = np.random.default_rng(3)
    a = relay.const(rng.normal(size=(16, 16)).astype("float32"))
    expr = relay.nn.softmax(relay.nn.dense(relay.tanh(a), a))
    folded = relay.transform.FoldConstantExpr(expr, tvm.IRModule())
    np.testing.assert_array_equal(evaluate(expr), folded.data.numpy())
