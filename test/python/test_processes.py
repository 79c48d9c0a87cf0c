"""Forks, workers and what is imported when."""

import multiprocessing
import os
import subprocess
import sys

import numpy as np
import pytest
from threads import run_threads

import relay_lite as tvm
from relay_lite import relay


def make_module(functions=8):
    """Several functions, so that passes run on several threads."""
    mod = tvm.IRModule()
    for i in range(functions):
        x = relay.var("x", shape=(4,))
        mod[f"f{i}"] = relay.Function([x], x + (relay.const(1.0) + relay.const(float(i))))
    return mod


def fold(number):
    mod = relay.transform.FoldConstant()(make_module())
    return float(mod["f3"].body.args[1].data.numpy()) * number


def test_fork():
    mod = relay.transform.FoldConstant()(make_module())
    child = os.fork()
    if child == 0:
        # The child has none of the threads that ran the passes of its parent.
        status = 1
        try:
            again = relay.transform.FoldConstant()(make_module())
            status = 0 if tvm.ir.structural_equal(again, mod) else 2
        finally:
            os._exit(status)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_workers():
    assert fold(1) == 4.0
    for method in ("fork", "spawn"):
        with multiprocessing.get_context(method).Pool(2) as pool:
            assert pool.map_async(fold, range(4)).get(timeout=120) == [0, 4, 8, 12]


def test_evaluation_in_a_fork():
    x = relay.var("x", shape=(3,))
    run = relay.create_executor("graph", tvm.IRModule.from_expr(relay.Function([x], x + x)),
                                tvm.cpu(), "llvm").evaluate()
    expected = run(np.ones(3, "float32")).numpy()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            status = 0 if (run(np.ones(3, "float32")).numpy() == expected).all() else 2
        finally:
            os._exit(status)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_import_is_light():
    """Modules that take long to import are imported when they are needed."""
    script = "import sys, relay_lite; print(*sorted(sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True,
                            check=True, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)})
    assert not {"numpy", "multiprocessing", "subprocess", "unittest", "argparse", "inspect", "json", "re",
                "relay_lite.relay.testing"} & set(loaded.stdout.split())


def test_subinterpreters():
    """They are told so, and the main interpreter does not notice."""
    try:
        import _interpreters as interpreters
    except ImportError:
        interpreters = pytest.importorskip("_xxsubinterpreters")
    script = f"""
import sys
sys.path[:] = {sys.path!r}
try:
    import relay_lite
except ImportError as error:
    assert str(error) == "relay_lite can be imported by the main interpreter only"
else:
    assert False
"""
    other = interpreters.create()
    assert interpreters.run_string(other, script) is None
    interpreters.destroy(other)
    assert relay.exp(relay.var("x")).op.name == "exp"


def test_leaks_are_reported():
    """The message that the test of the whole suite looks for is printed when an object is left."""
    script = """
import ctypes
from relay_lite import relay
x = relay.var("x")
ctypes.pythonapi.Py_IncRef(ctypes.py_object(x))
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True,
                          env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)})
    assert "nanobind: leaked 1 instances" in done.stderr


def test_threads_build_run_and_compare():
    """Threads that are switched all the time, each with programs of its own."""
    import pickle

    def work(number):
        x = relay.var("x", shape=(4, 8))
        net = x
        for k in range(10):
            net = relay.nn.relu(net + (relay.const(float(k)) + relay.const(float(number))))
        mod = tvm.IRModule.from_expr(relay.Function([x], net))
        with tvm.transform.PassContext(opt_level=3):
            after = tvm.transform.Sequential([relay.transform.FoldConstant(),
                                              relay.transform.FuseOps(2)])(mod)
        tvm.ir.assert_structural_equal(relay.parse(after.astext()), after)
        assert tvm.ir.structural_equal(pickle.loads(pickle.dumps(after)), after)
        run = relay.create_executor(mod=mod).evaluate()
        assert run(np.zeros((4, 8), "float32")).numpy().max() == 45 + 10 * number

    run_threads(work, 12)


def test_constants_are_freed():
    """Memory of constants that no module has any more is given back, that of others stays."""
    script = """
import numpy as np
import relay_lite as tvm
from relay_lite import relay

def get_size():
    return int(open("/proc/self/statm").read().split()[1]) * 4096 >> 20

def fold(number):
    array = np.full(4 << 20, number, "float32")
    array[0] = 0
    mod = tvm.IRModule.from_expr(relay.const(array) + relay.const(1.0))
    mod = relay.transform.FoldConstant()(relay.transform.InferType()(mod))
    return mod

kept = fold(1)
before = get_size()
for number in range(2, 22):
    fold(number)
grown = get_size() - before
assert grown < 250, grown
# In the syntax tree, in MLIR, and after another pass.
again = relay.transform.InferType()(kept)
for mod in (kept, again, fold(1)):
    assert mod["main"].body.data.numpy()[:3].tolist() == [1, 2, 2]
"""
    subprocess.run([sys.executable, "-c", script], check=True, env={
        **os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "RELAYLITE_CACHE": "off"})
