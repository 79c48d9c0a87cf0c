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
def test_reshape_beside_copies_of_nothing(kind):
    run = make_run(kind, relay.reshape(var("x", ANY, ANY, ANY), (0, -1)))
    assert run(ones(0, 5, 10)).numpy().shape == (0, 50)
