"""Signals that come while C++ is at work."""

import concurrent.futures
import contextlib
import ctypes
import os
import select
import signal
import threading

import numpy as np
import pytest

import relay_lite as tvm
from relay_lite import relay
from relay_lite.ir.transform import _get_pass


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


def test_fork_on_another_thread():
    """The thread that forks is the main one of the child."""
    mod = make_chain(400)
    codes, calls = [], []

    def fold():
        with handler(lambda: calls.append(None), 0.1, 0.1):
            relay.transform.FoldConstant()(mod)
        # Those that come while nobody handles them are one.
        return 0 if len(calls) > 1 else 1

    def fork():
        child = os.fork()
        if child == 0:
            os._exit(fold())
        codes.append(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))

    thread = threading.Thread(target=fork)
    thread.start()
    thread.join()
    assert codes == [0]


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


class PollFd(ctypes.Structure):
    _fields_ = [("fd", ctypes.c_int), ("events", ctypes.c_short), ("revents", ctypes.c_short)]


def test_other_threads_do_not_wait(tmp_path):
    """Only the main thread handles signals: others do not take the interpreter's lock for that."""
    # FoldConstant writes its report without the lock.
    reports = [str(tmp_path / "begun"), str(tmp_path / "ended")]
    for name in reports:
        os.mkfifo(name)
    begun, ended = (os.open(name, os.O_RDONLY | os.O_NONBLOCK) for name in reports)
    # The module has changed when the first report is written, and is not looked at any more.
    sequential = tvm.transform.Sequential([
        _get_pass("FoldConstant", no_fold_ops=["nn.dense"]),
        _get_pass("FoldConstant", no_fold_ops=["nn.dense"], report=reports[0]),
        _get_pass("FoldConstant", report=reports[1]),
    ])
    chain = make_chain(200)["main"].body
    one = relay.const(1.0)
    mod = tvm.IRModule.from_expr(relay.Tuple([chain, relay.add(one, one)]))
    with concurrent.futures.ThreadPoolExecutor() as pool:
        result = pool.submit(sequential, relay.transform.InferType()(mod))
        assert select.select([begun], [], [], 60)[0]
        poll = PollFd(ended, select.POLLIN)
        # This thread has the lock meanwhile.
        assert ctypes.PyDLL(None).poll(ctypes.byref(poll), 1, 60000) == 1
        # Else what writes them would be ended by a signal.
        for descriptor in begun, ended:
            os.set_blocking(descriptor, True)
            while os.read(descriptor, 1 << 16):
                pass
            os.close(descriptor)
        assert (result.result()["main"].body.fields[0].data.numpy() == 1).all()
