"""Signals that come while C++ is at work."""

import contextlib
import signal

import numpy as np
import pytest

import relay_lite as tvm
from relay_lite import relay


class Interruption(Exception):
    pass


@contextlib.contextmanager
def handler(handle, delay, interval=0):
    """Has a signal handled after `delay` seconds, and again each `interval` seconds."""
    before = signal.signal(signal.SIGALRM, lambda number, frame: handle())
    try:
        signal.setitimer(signal.ITIMER_REAL, delay, interval)
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def interrupt():
    raise Interruption


class Finished(tvm.instrument.PassInstrument):
    """The names of the passes that came to their end."""

    def __init__(self):
        super().__init__()
        self.names = []

    def run_after_pass(self, mod, info):
        self.names.append(info.name)


def make_chain(count):
    """Products that take about 3 ms each."""
    weight = relay.const(np.full((512, 512), 1 / 512, "float32"))
    value = relay.const(np.ones((512, 512), "float32"))
    for _ in range(count):
        value = relay.nn.dense(value, weight)
    return relay.transform.InferType()(tvm.IRModule.from_expr(relay.Function([], value)))


def make_fibonacci():
    """An executor that computes Fibonacci numbers by recursion."""
    mod = tvm.IRModule()
    name = relay.GlobalVar("fibonacci")
    n = relay.var("n", shape=(), dtype="int32")
    one, two = relay.const(1, "int32"), relay.const(2, "int32")
    mod[name] = relay.Function([n], relay.If(n < two, n, name(n - one) + name(n - two)),
                               relay.TensorType((), "int32"))
    k = relay.var("k", shape=(), dtype="int32")
    mod["main"] = relay.Function([k], name(k))
    return relay.create_executor(mod=mod).evaluate()


def test_folding_ends():
    mod = make_chain(2000)
    before = mod.astext()
    finished = Finished()
    with tvm.transform.PassContext(instruments=[finished]), handler(interrupt, 0.3):
        with pytest.raises(Interruption):
            relay.transform.FoldConstant()(mod)
    assert finished.names == []
    assert mod.astext() == before


class Look(Finished):
    """A hook that looks at the module, and collects what is reported of that."""

    def run_after_pass(self, mod, info):
        super().run_after_pass(mod, info)
        assert mod["main"]


@pytest.mark.parametrize("hook", [Finished, Look])
@pytest.mark.parametrize("name", ["DynamicToStatic", "FoldConstant"])
def test_sequential_ends(name, hook):
    def run(mod, ctx):
        raise AssertionError("a pass has run after the interruption")

    later = tvm.transform.module_pass(run, opt_level=0)
    sequential = tvm.transform.Sequential([getattr(relay.transform, name)(), later])
    finished = hook()
    with tvm.transform.PassContext(opt_level=3, instruments=[finished]), handler(interrupt, 0.3):
        with pytest.raises(Interruption):
            sequential(make_chain(2000))
    assert name not in finished.names and "run" not in finished.names


def test_ctrl_c():
    run = make_fibonacci()
    # A process in the background of a shell's script inherits that it is ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with handler(lambda: signal.raise_signal(signal.SIGINT), 0.2):
            with pytest.raises(KeyboardInterrupt):
                run(np.int32(90))
    finally:
        signal.signal(signal.SIGINT, before)
    assert run(np.int32(10)).numpy() == 55


def test_evaluation_ends():
    run = make_fibonacci()
    with handler(interrupt, 0.2):
        # It would take years.
        with pytest.raises(Interruption):
            run(np.int32(90))
    assert run(np.int32(10)).numpy() == 55


def test_handlers_that_return():
    """Folding and evaluation go on, whatever the handlers do meanwhile."""
    run = make_fibonacci()
    results = []

    def work():
        folded = relay.transform.FoldConstant()(make_chain(1))
        results.append((float(folded["main"].body.data.numpy().max()), int(run(np.int32(5)).numpy())))

    with handler(work, 0.15, 0.15):
        folded = relay.transform.FoldConstant()(make_chain(200))
        assert run(np.int32(22)).numpy() == 17711
    assert (folded["main"].body.data.numpy() == 1).all()
    assert set(results) == {(1.0, 5)}
