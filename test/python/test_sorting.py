"""Lines long enough to be distributed by digits, against Python's own stable sort."""

import functools

import numpy as np
import pytest
import relay_lite as tvm
from relay_lite import relay

FLOATS = ["float16", "float32", "float64"]
INTEGERS = ["bool", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"]


def make_line(dtype, count):
    rng = np.random.default_rng(count)
    if dtype in FLOATS:
        special = rng.choice([np.nan, -np.nan, 0.0, -0.0, np.inf, -np.inf, 3e-5, -3e-5, 1.5, -2.5], count)
        return np.where(rng.random(count) < 0.5, rng.normal(size=count), special).astype(dtype)
    if dtype == "bool":
        return rng.integers(0, 2, count).astype(dtype)
    limits = np.iinfo(dtype)
    few = rng.integers(0, 3, count).astype(dtype)
    return np.where(rng.random(count) < 0.3, few, rng.integers(limits.min, limits.max, count, dtype, endpoint=True))


def sort_positions(line, ascending, nan_first):
    """Equal elements stay in order; where NaN is does not depend on the direction."""
    def compare(i, j):
        x, y = line[i], line[j]
        if x != x or y != y:
            return 0 if x != x and y != y else (1 if (y != y) == nan_first else -1)
        return 0 if x == y else (-1 if (x < y) == ascending else 1)
    return sorted(range(len(line)), key=functools.cmp_to_key(compare))


@pytest.mark.parametrize("ascending", [True, False])
@pytest.mark.parametrize("dtype", FLOATS + INTEGERS)
def test_long_lines(dtype, ascending):
    data = np.stack([make_line(dtype, 700), make_line(dtype, 700)[::-1]], axis=1)
    x = relay.const(data, dtype)
    calls = relay.Tuple([
        relay.argsort(x, axis=0, is_ascend=ascending, dtype="int64"), relay.sort(x, axis=0, is_ascend=ascending),
        relay.topk(x, k=9, axis=0, ret_type="indices", is_ascend=ascending, dtype="int64")])
    positions, values, best = (
        result.numpy() for result in relay.create_executor("debug", mod=tvm.IRModule.from_expr(calls)).evaluate()())
    for column in range(2):
        line = data[:, column]
        expected = sort_positions(line, ascending, nan_first=False)
        np.testing.assert_array_equal(positions[:, column], expected)
        # The bits, of zeros for example.
        np.testing.assert_array_equal(np.signbit(values[:, column]) if dtype in FLOATS else values[:, column],
                                      np.signbit(line[expected]) if dtype in FLOATS else line[expected])
        np.testing.assert_array_equal(values[:, column], line[expected])
        np.testing.assert_array_equal(best[:, column], sort_positions(line, ascending, nan_first=True)[:9])


def test_lines_of_unknown_length():
    x = relay.var("x", shape=(relay.Any(),), dtype="float32")
    mod = tvm.IRModule.from_expr(relay.Function([x], relay.argsort(x, dtype="int64")))
    run = relay.create_executor("vm", mod=mod).evaluate()
    for count in (0, 1, 5, 1000):
        line = make_line("float32", count)
        np.testing.assert_array_equal(run(line).numpy(), sort_positions(line, True, nan_first=False))
