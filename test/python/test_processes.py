"""Forks, workers and what is imported when."""

import multiprocessing
import os
import subprocess
import sys

import numpy as np

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
    """What takes long to import is imported when it is needed."""
    script = "import sys, relay_lite; print(*sorted(sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True,
                            check=True, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)})
    assert not {"numpy", "multiprocessing", "subprocess", "unittest", "argparse", "inspect", "json",
                "relay_lite.relay.testing"} & set(loaded.stdout.split())
