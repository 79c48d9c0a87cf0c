#!/usr/bin/env python3
"""`make bench-python`: typical programs in Python, with relay_lite and with TVM.

The same program runs in a process of its own with each package: import,
building expressions, text, comparison, traversal, and passes and instruments in
Python among those in C++. The minimum over the rounds counts for each step.

With --tvm (or RELAYLITE_TVM_PYTHON) TVM runs beside it, and the last column is
TVM's time divided by RelayLite's.
"""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

PROGRAM = r"""
import sys, threading, time
start = time.perf_counter()
if sys.argv[1] == "tvm":
    import tvm
    from tvm import relay
else:
    import relay_lite as tvm
    from relay_lite import relay
times = {"import": time.perf_counter() - start}
if sys.argv[1] == "tvm":
    # The networks come with helpers for pytest, which need not be there.
    from unittest import mock
    sys.modules.setdefault("pytest", mock.MagicMock())
    from tvm.relay import testing
else:
    from relay_lite.relay import testing
import json
import numpy as np
rounds, size = int(sys.argv[2]), int(sys.argv[3])
# TVM takes long for many.
asked = min(size, 1000)

def measure(name, function, per=1):
    best, result = None, None
    for _ in range(rounds):
        start = time.perf_counter()
        result = function()
        took = (time.perf_counter() - start) / per
        best = took if best is None else min(best, took)
    times[name] = best
    return result

def chain():
    x = relay.var("x", shape=(4, 4))
    y = x
    for _ in range(size // 2):
        y = relay.add(relay.nn.relu(y), x)
    return relay.Function([x], y)

def type_each():
    x = relay.var("x", shape=(4, 4))
    y = x
    for _ in range(asked // 2):
        y = relay.nn.relu(y)
        relay.transform.InferTypeLocal(y)
        y = relay.add(y, x)
        relay.transform.InferTypeLocal(y)

def value_each():
    if sys.argv[1] == "tvm":
        evaluate = lambda expr: relay.transform.FoldConstantExpr(expr, tvm.IRModule()).data
    else:
        evaluate = tvm._ext.evaluate_constant
    value = relay.const(np.arange(4))
    for _ in range(asked):
        value = relay.Constant(evaluate(relay.add(value, value)))

class Count:
    def __init__(self):
        self.count = 0
    def __call__(self, node):
        self.count += 1

@tvm.instrument.pass_instrument
class Hooks:
    def run_before_pass(self, mod, info):
        pass
    def run_after_pass(self, mod, info):
        pass

@tvm.instrument.pass_instrument
class Look:
    def run_after_pass(self, mod, info):
        mod["main"]

@relay.transform.function_pass(opt_level=0, name="Same")
def same(function, mod, ctx):
    return function

@relay.transform.function_pass(opt_level=0, name="Wrap")
def wrap(function, mod, ctx):
    return relay.Function(function.params, relay.nn.relu(function.body), None, function.type_params)

def under(mod, passes, **context):
    sequential = tvm.transform.Sequential(passes)
    def run():
        with tvm.transform.PassContext(opt_level=3, **context):
            return sequential(mod)
    return run

def enter_contexts():
    for _ in range(1000):
        with tvm.transform.PassContext(opt_level=3):
            pass

def main():
    function = measure(f"build {size} calls", chain)
    measure("build a call and ask for its type", type_each, asked)
    measure("build a call on constants and ask for its value", value_each, asked)
    other = chain()
    measure(f"structural_equal of {size} calls", lambda: tvm.ir.structural_equal(function, other))
    measure(f"structural_hash of {size} calls", lambda: tvm.ir.structural_hash(function))
    measure(f"post_order_visit of {size} calls",
            lambda: relay.analysis.post_order_visit(function, Count()))
    mod = tvm.IRModule.from_expr(function)
    mod = relay.transform.InferType()(mod)
    text = measure(f"print {size} calls", mod.astext)
    measure(f"parse {size} calls", lambda: relay.fromtext(text))
    saved = measure(f"save_json of {size} calls", lambda: tvm.ir.save_json(function))
    measure(f"load_json of {size} calls", lambda: tvm.ir.load_json(saved))
    measure("build resnet-50", lambda: testing.resnet.get_net(1, 1000, 50))
    net = tvm.IRModule.from_expr(testing.resnet.get_net(1, 1000, 50))
    net = relay.transform.InferType()(net)
    text = measure("print resnet-50", net.astext)
    measure("parse resnet-50", lambda: relay.fromtext(text))
    measure("FoldConstant of resnet-50, nothing to fold", lambda: relay.transform.FoldConstant()(net))
    measure("FoldConstant and look at the result", lambda: relay.transform.FoldConstant()(net)["main"])
    measure("pass in Python that changes nothing", under(net, [same]))
    inner = [relay.transform.SimplifyInference(), wrap, relay.transform.FoldConstant(), wrap,
             relay.transform.FoldConstant()]
    measure("passes in Python between others", under(net, inner))
    measure("the same without those in Python", under(net, inner[::2]))
    small = relay.transform.InferType()(tvm.IRModule.from_expr(relay.Function([], relay.const(1))))
    many = [relay.transform.FoldConstant() for _ in range(100)]
    measure("a pass call on a tiny module", under(small, many), 100)
    measure("the same with an instrument in Python", under(small, many, instruments=[Hooks()]), 100)
    measure("the same with an instrument, on resnet-50", under(net, many, instruments=[Hooks()]), 100)
    measure("the same where the instrument looks at the module",
            under(net, many, instruments=[Look()]), 100)
    measure("a pass in Python, on a tiny module", under(small, [same] * 100), 100)
    measure("PassContext", enter_contexts, 1000)
    print(json.dumps(times))

sys.setrecursionlimit(1 << 20)
threading.stack_size(1 << 29)
thread = threading.Thread(target=main)
thread.start()
thread.join()
"""


def run(python, package, arguments, size, **environment):
    """Seconds by step."""
    process = subprocess.run(
        [python, "-W", "ignore", "-c", PROGRAM, package, str(arguments.rounds), str(size)],
        env={**os.environ, **environment}, capture_output=True, text=True)
    try:
        return json.loads(process.stdout.splitlines()[-1])
    except (IndexError, ValueError):
        sys.exit(f"python_bench: {package} failed:\n{process.stderr[-3000:]}")


def show(seconds):
    """Three digits, with a unit."""
    for unit, scale in (("s", 1), ("ms", 1e3)):
        if seconds * scale >= 1:
            return f"{seconds * scale:.3g} {unit}"
    return f"{seconds * 1e6:.3g} us"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, default=ROOT / "build", help="build folder")
    parser.add_argument("--rounds", type=int, default=5, help="runs of which the minimum counts (default 5)")
    parser.add_argument("--size", type=int, default=100_000, help="calls in the long chain (default 100,000)")
    parser.add_argument("--tvm", default=os.environ.get("RELAYLITE_TVM_PYTHON"), help="a Python that can import tvm")
    arguments = parser.parse_args()
    own = run(sys.executable, "relay_lite", arguments, arguments.size,
              PYTHONPATH=str(arguments.build.resolve() / "python"), RELAYLITE_CACHE="off")
    peer = run(arguments.tvm, "tvm", arguments, arguments.size) if arguments.tvm else {}
    print("| step | RelayLite | TVM | ratio |\n|---|---|---|---|")
    for step, seconds in own.items():
        other = peer.get(step)
        print(f"| {step} | {show(seconds)} | " + (f"{show(other)} | {other / seconds:.3g} |" if other else "| |"))


if __name__ == "__main__":
    main()
