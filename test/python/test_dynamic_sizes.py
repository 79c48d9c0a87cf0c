"""Sizes that are known when a program runs: evaluated and compiled programs give the same values, or fail."""

import numpy as np
import pytest

import relay_lite as tvm
from relay_lite import relay

ANY = relay.Any()
EXECUTORS = {
    "evaluated": lambda mod: relay.create_executor("vm", mod).evaluate(),
    "compiled": lambda mod: tvm.runtime.vm.VirtualMachine(relay.vm.compile(mod, "llvm"), tvm.cpu()).run,
}


def var(name, *shape, dtype="float32"):
    return relay.var(name, shape=shape, dtype=dtype)


def make_run(kind, body):
    return EXECUTORS[kind](tvm.IRModule.from_expr(relay.Function(relay.analysis.free_vars(body), body)))


def ones(*shape, dtype="float32"):
    return np.ones(shape, dtype)


# A program, shapes of arguments that do not fit, and what compiled code says.
FAILURES = {
    "add": (lambda: relay.add(var("x", ANY), var("y", ANY)), [(2,), (3,)],
            "add: operand 1 has dimension 0 of size 3, expected 2 or 1"),
    "dense": (lambda: relay.nn.dense(var("x", ANY, 3), var("w", 4, ANY)), [(2, 3), (4, 5)],
              "nn.dense: operand 1 has dimension 1 of size 5, expected 3"),
    "topk": (lambda: relay.topk(var("x", ANY), k=5, ret_type="indices"), [(3,)],
             "topk: operand 0 has dimension 0 of size 3, expected at least 5"),
    "split": (lambda: relay.split(var("x", ANY), 2)[0], [(3,)],
              "split: operand 0 has dimension 0 of size 3, expected a multiple of 2"),
    "split at": (lambda: relay.split(var("x", ANY), [2, 4])[0], [(4,)],
                 "split: operand 0 has dimension 0 of size 4, expected at least 5"),
    "concatenate": (lambda: relay.concatenate([var("x", ANY, 2), var("y", ANY, ANY)], axis=0), [(1, 2), (1, 3)],
                    "concatenate: operand 1 has dimension 1 of size 3, expected 2"),
    "sliding_window": (lambda: relay.sliding_window(var("x", ANY), 0, [3], [1]), [(2,)],
                       "sliding_window: operand 0 has dimension 0 of size 2, expected at least 3"),
    "pad": (lambda: relay.nn.pad(var("x", ANY), [(-2, -1)]), [(2,)],
            "nn.pad: operand 0 has dimension 0 of size 2, expected at least 3"),
    "max_pool2d": (lambda: relay.nn.max_pool2d(var("x", 1, 1, ANY, ANY), (4, 4), (1, 1)), [(1, 1, 2, 5)],
                   "nn.max_pool2d: operand 0 has dimension 2 of size 2, expected at least 3"),
    "conv2d": (lambda: relay.nn.conv2d(var("x", 1, 1, ANY, ANY), var("w", 1, 1, 5, 5), kernel_size=(5, 5), channels=1),
               [(1, 1, 6, 3), (1, 1, 5, 5)],
               "nn.conv2d: operand 0 has dimension 3 of size 3, expected at least 4"),
    "space_to_depth": (lambda: relay.nn.space_to_depth(var("x", 1, 2, ANY, 2), 2), [(1, 2, 3, 2)],
                       "nn.space_to_depth: operand 0 has dimension 2 of size 3, expected a multiple of 2"),
    "space_to_batch_nd": (lambda: relay.nn.space_to_batch_nd(var("x", 1, ANY), [2], [(1, 0)]), [(1, 2)],
                          "nn.space_to_batch_nd: operand 0 has dimension 1 of size 2, expected a multiple of 2 with its "
                          "padding"),
}


@pytest.mark.parametrize("name", FAILURES)
def test_failures(name):
    make, shapes, message = FAILURES[name]
    arguments = [ones(*shape) for shape in shapes]
    with pytest.raises(tvm.TVMError) as compiled:
        make_run("compiled", make())(*arguments)
    assert str(compiled.value).endswith(message)
    operator = message.partition(":")[0]
    with pytest.raises(tvm.TVMError, match=f"cannot evaluate: {operator}: "):
        make_run("evaluated", make())(*arguments)


@pytest.mark.parametrize("kind", EXECUTORS)
def test_values_of_operands_that_do_not_fit(kind):
    """The message is that of the operator whose shapes are attributes."""
    body = relay.reshape(var("x", 3), var("shape", 2, dtype="int64"))
    with pytest.raises(tvm.TVMError, match="reshape: expected (3|as many) elements"):
        make_run(kind, body)(ones(3), np.array([2, 2], "int64"))


@pytest.mark.parametrize("kind", EXECUTORS)
def test_einsum_repeats(kind):
    body = relay.einsum([var("x", ANY, ANY), var("y", ANY, ANY)], "ij,jk->ik")
    run = make_run(kind, body)
    rng = np.random.default_rng(0)
    for first, second in (((2, 3), (3, 4)), ((2, 1), (3, 4)), ((2, 3), (1, 4))):
        x, y = rng.integers(0, 9, first), rng.integers(0, 9, second)
        expected = np.broadcast_to(x, (2, 3)) @ np.broadcast_to(y, (3, 4))
        assert run(x.astype("float32"), y.astype("float32")).numpy().tolist() == expected.tolist()


@pytest.mark.parametrize("kind", EXECUTORS)
def test_batches_that_do_not_fill_a_block(kind):
    run = make_run(kind, relay.nn.batch_to_space_nd(var("x", ANY, 2), [2], [(0, 0)]))
    x = np.arange(10, dtype="float32").reshape(5, 2)
    assert run(x).numpy().tolist() == [[0, 4, 1, 5], [2, 6, 3, 7]]
    assert run(x[:1]).numpy().shape == (0, 4)


@pytest.mark.parametrize("kind", EXECUTORS)
def test_reshape_beside_copies_of_nothing(kind):
    run = make_run(kind, relay.reshape(var("x", ANY, ANY, ANY), (0, -1)))
    assert run(ones(0, 5, 10)).numpy().shape == (0, 50)


@pytest.mark.parametrize("kind", EXECUTORS)
def test_branches_of_other_sizes(kind):
    x = var("x", 2, 3)
    body = relay.If(relay.var("c", shape=(), dtype="bool"), x, relay.concatenate([x, x], 0))
    run = make_run(kind, body)
    for condition, rows in ((True, 2), (False, 4)):
        assert run(np.array(condition), ones(2, 3)).numpy().shape == (rows, 3)


def test_branches_stay_dynamic_when_one_becomes_static():
    """TVM refuses this (apache/tvm#17050)."""
    x = var("x", 2, 3)
    shape = relay.const(np.array([3, 2], "int64"), "int64")
    dynamic = relay.reshape(x, relay.add(shape, relay.const(np.array([0, 0], "int64"), "int64")))
    body = relay.If(relay.var("c", shape=(), dtype="bool"), x, dynamic)
    mod = tvm.IRModule.from_expr(relay.Function(relay.analysis.free_vars(body), body))
    mod = relay.transform.DynamicToStatic()(relay.transform.InferType()(mod))
    assert mod["main"].ret_type == relay.TensorType((ANY, ANY), "float32")
    result = relay.create_executor(mod=mod).evaluate()(np.array(False), ones(2, 3))
    assert result.numpy().shape == (3, 2)


@pytest.mark.parametrize("kind", EXECUTORS)
def test_floats_for_sizes(kind):
    """As in TVM, fractions are cut off; numbers that are none give errors."""
    x, count = var("x", 4), var("count", 1)
    value = np.array([3, 1, 4, 2], "float32")
    top, tile = (make_run(kind, body) for body in (relay.topk(x, count, ret_type="values"),
                                                   relay.tile(x, count)))
    assert top(value, np.array([2.9], "float32")).numpy().tolist() == [4, 3]
    assert tile(value, np.array([2.9], "float32")).numpy().tolist() == [3, 1, 4, 2] * 2
    for wrong in np.nan, np.inf, -1, 0.5:
        with pytest.raises(tvm.TVMError, match="tile: .*(repetitions|reps|exceeds 64 bits)"):
            tile(value, np.array([wrong], "float32"))
