"""The helpers of tvm.testing, as tests use them."""

import numpy as np
import pytest

import relay_lite as tvm
from relay_lite import relay

size = tvm.testing.parameter(2, 3)
low, high = tvm.testing.parameters((0, 1), (4, 9))
named = tvm.testing.parameter(by_dict={"one": 1, "two": 2})
made = []


@tvm.testing.fixture
def array(size):
    return np.ones(size, "float32")


@tvm.testing.fixture(cache_return_value=True)
def costly():
    made.append(1)
    return len(made)


def test_parameters(array, size, low, high, named):
    assert array.shape == (size,) and (low, high) in ((0, 1), (4, 9)) and named in (1, 2)


seen = []


def test_parameters_go_together(low, high):
    seen.append((low, high))


def test_each_set_was_taken_once():
    assert seen == [(0, 1), (4, 9)]


class TestInClass:
    first, second = tvm.testing.parameters((1, 10), (2, 20), ids=["a", "b"])
    third, = tvm.testing.parameters((3,), (4,))
    fourth = tvm.testing.parameter(5, 6)
    named = tvm.testing.parameter(by_dict={"seven": 7})

    def test(self, first, second, third, fourth, named):
        assert second == 10 * first and third in (3, 4) and fourth in (5, 6) and named == 7


@pytest.mark.parametrize("number", [0, 1])
def test_fixture_is_made_once(number, costly):
    assert costly == 1


@tvm.testing.parametrize_targets
def test_targets(target, dev):
    assert (target, dev) == ("llvm", tvm.cpu(0)) and tvm.testing.device_enabled(target)
    assert tvm.testing.enabled_targets() == [(target, dev)]


@tvm.testing.parametrize_targets("llvm", "cuda")
@tvm.testing.exclude_targets("cuda")
@tvm.testing.skip_if_32bit(reason="needs memory")
@tvm.testing.requires_llvm
@tvm.testing.uses_gpu
def test_decorators(target, dev):
    x = relay.var("x", shape=(2,))
    run = relay.create_executor("graph", tvm.IRModule.from_expr(relay.Function([x], x + x)), dev,
                                target).evaluate()
    tvm.testing.assert_allclose(run(np.ones(2, "float32")).numpy(), [2, 2])


def test_what_is_not_here_is_skipped():
    for decorate in (tvm.testing.requires_cuda, tvm.testing.requires_gpu(),
                     tvm.testing.requires_package("no_such_package")):
        def function():
            pass

        mark = decorate(function).pytestmark[0]
        assert mark.name in ("skip", "skipif") and all(mark.args)
    assert tvm.testing.requires_package("numpy").args == (False,)


@pytest.mark.parametrize("actual, desired, arguments", [
    ([1.0], [1.1], {}), ([1.0, 2.0], [1.0], {}), ([1.0], [1.01], {"rtol": 1e-3})])
def test_assert_allclose(actual, desired, arguments):
    with pytest.raises(AssertionError):
        tvm.testing.assert_allclose(np.array(actual), np.array(desired), **arguments)
    tvm.testing.assert_allclose(np.array(actual), np.array(actual) * (1 + 1e-8))
    tvm.testing.assert_allclose(1.0, 1.05, 0.1)


if __name__ == "__main__":
    tvm.testing.main()
