"""Slices whose ranges are operands: all small begins, ends and strides against NumPy, evaluated and compiled."""

import itertools

import numpy as np
import pytest

import relay_lite as tvm
from relay_lite import relay

POSITIONS = range(-8, 9)
STRIDES = (-3, -2, -1, 1, 2, 3)
EXECUTORS = {
    "evaluated": lambda mod: relay.create_executor("vm", mod).evaluate(),
    "compiled": lambda mod: tvm.runtime.vm.VirtualMachine(relay.vm.compile(mod, "llvm"), tvm.cpu()).run,
}


def make_run(kind, shape, counts=None, **options):
    """A function of data and of the vectors begin, end and strides, which have `counts` elements."""
    data = relay.var("data", shape=shape)
    lists = [relay.var(name, shape=(count,), dtype="int64")
             for name, count in zip(("begin", "end", "strides"), counts or 3 * [len(shape)])]
    body = relay.strided_slice(data, *lists, **options)
    return EXECUTORS[kind](tvm.IRModule.from_expr(relay.Function([data, *lists], body)))


def take_sizes(line, begin, size):
    """`size` elements from `begin` on: the part of them that is in the line."""
    begin += len(line) if begin < 0 else 0
    end = len(line) if size < 0 else begin + size
    return line[max(begin, 0):max(end, 0)]


def to_vectors(*numbers):
    return [np.array(np.atleast_1d(number), "int64") for number in numbers]


@pytest.mark.parametrize("kind", EXECUTORS)
@pytest.mark.parametrize("is_known", [True, False])
@pytest.mark.parametrize("length", [0, 1, 5])
def test_ranges(kind, is_known, length):
    run = make_run(kind, (length if is_known else relay.Any(),))
    line = np.arange(length, dtype="float32")
    for begin, end, stride in itertools.product(POSITIONS, POSITIONS, STRIDES):
        actual = run(line, *to_vectors(begin, end, stride)).numpy()
        assert actual.tolist() == line[begin:end:stride].tolist(), (begin, end, stride)


@pytest.mark.parametrize("kind", EXECUTORS)
@pytest.mark.parametrize("is_known", [True, False])
@pytest.mark.parametrize("length", [0, 1, 5])
def test_sizes(kind, is_known, length):
    run = make_run(kind, (length if is_known else relay.Any(),), slice_mode="size")
    line = np.arange(length, dtype="float32")
    for begin, size in itertools.product(POSITIONS, POSITIONS):
        actual = run(line, *to_vectors(begin, size, -1)).numpy()
        assert actual.tolist() == take_sizes(line, begin, size).tolist(), (begin, size)


@pytest.mark.parametrize("kind", EXECUTORS)
@pytest.mark.parametrize("is_known", [True, False])
def test_matrices(kind, is_known):
    run = make_run(kind, (4, 3) if is_known else (relay.Any(), relay.Any()))
    matrix = np.arange(12, dtype="float32").reshape(4, 3)
    rng = np.random.default_rng(0)
    for _ in range(300):
        begin, end = rng.integers(-6, 7, (2, 2))
        strides = rng.choice(STRIDES, 2)
        expected = matrix[begin[0]:end[0]:strides[0], begin[1]:end[1]:strides[1]]
        actual = run(matrix, *to_vectors(begin, end, strides)).numpy()
        assert actual.shape == expected.shape and (actual == expected).all(), (begin, end, strides)


@pytest.mark.parametrize("kind", EXECUTORS)
def test_missing(kind):
    """As in TVM, a range that runs downwards ends before element 0 if no end is given."""
    line = np.arange(5, dtype="float32")
    run = make_run(kind, (relay.Any(),), (1, 0, 1))
    for begin, stride in itertools.product(POSITIONS, STRIDES):
        actual = run(line, *to_vectors(begin), np.array([], "int64"), *to_vectors(stride)).numpy()
        assert actual.tolist() == line[begin:0 if stride < 0 else None:stride].tolist(), (begin, stride)


@pytest.mark.parametrize("kind", EXECUTORS)
def test_attributes_that_are_reversed_at_run_time(kind):
    line = np.arange(5, dtype="float32")
    x = relay.var("x", shape=(relay.Any(),))
    for begin, end, stride in ((4, 1, 1), (3, -4, 2), (1, 3, -1), (-7, -6, -1), (-8, 9, -2)):
        body = relay.strided_slice(x, [begin], [end], [stride])
        run = EXECUTORS[kind](tvm.IRModule.from_expr(relay.Function([x], body)))
        assert run(line).numpy().tolist() == line[begin:end:stride].tolist() == []


def test_attributes_agree():
    """Ranges that are attributes mean what they mean as operands."""
    line = np.arange(5, dtype="float32")
    x = relay.const(line)
    for begin, end in itertools.product((-8, -6, -2, 0, 3, 7), repeat=2):
        sizes = relay.create_executor().evaluate(relay.strided_slice(x, [begin], [end], slice_mode="size"))
        assert sizes.numpy().tolist() == take_sizes(line, begin, end).tolist()
        for stride in (-2, 1):
            if begin_before_end(begin, end, stride):
                part = relay.create_executor().evaluate(relay.strided_slice(x, [begin], [end], [stride]))
                assert part.numpy().tolist() == line[begin:end:stride].tolist()


@pytest.mark.parametrize("kind", EXECUTORS)
def test_constants(kind):
    """Constant operands become attributes."""
    line = np.arange(5, dtype="float32")
    x = relay.var("x", shape=(5,))
    for begin, end, stride in ((-6, 5, 1), (-7, -7, -1), (9, -9, -2)):
        numbers = [relay.const([number], "int64") for number in (begin, end, stride)]
        run = EXECUTORS[kind](tvm.IRModule.from_expr(relay.Function([x], relay.strided_slice(x, *numbers))))
        assert run(line).numpy().tolist() == line[begin:end:stride].tolist()


def begin_before_end(begin, end, stride):
    """Whether the range is not reversed, which types refuse."""
    lowest = -1 if stride < 0 else 0
    begin, end = (min(max(place + 5 if place < 0 else place, lowest), 5 + lowest) for place in (begin, end))
    return (begin - end if stride < 0 else end - begin) >= 0


@pytest.mark.parametrize("kind", EXECUTORS)
def test_views_are_copied(kind):
    """Parts of a tensor that is computed are views, but results have no gaps."""
    x = relay.var("x", shape=(relay.Any(), relay.Any()))
    y = relay.exp(x)
    matrix = np.arange(12, dtype="float32").reshape(3, 4) / 8
    expected = np.exp(matrix)
    for body, part in ((relay.split(y, 2, axis=1)[0], expected[:, :2]), (relay.split(y, 2, axis=1)[1], expected[:, 2:]),
                       (relay.nn.pad(y, ((0, 0), (0, -1))), expected[:, :-1]),
                       (relay.nn.pad(y, ((0, -1), (-1, 0))), expected[:-1, 1:]),
                       (relay.strided_slice(y, [0, 0], [-1, -1]), expected[:-1, :-1])):
        actual = EXECUTORS[kind](tvm.IRModule.from_expr(relay.Function([x], body)))(matrix).numpy()
        np.testing.assert_allclose(actual, part, rtol=1e-6)
