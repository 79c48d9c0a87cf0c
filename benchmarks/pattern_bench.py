#!/usr/bin/env python3
"""`make bench-patterns`: patterns on long chains, in Python and in MLIR.

Chains of 10,000, 100,000 and 1,000,000 operators, convolutions with bias and
relu one behind the other: partitioning with the pattern of the three, a rewrite
of all relus, a match at the end, and relay-merge-composite on the same chain.
The last rows are MergeComposite with a table of forty patterns
(test/python/vendor_patterns.py), and the passes from AnnotateTarget to
PartitionGraph after it; these run once.
Shown are microseconds of the processor per operator (of the clock, as MLIR's
timing reports it, for relay-merge-composite), the minimum over the rounds, and
how much more an operator costs in the longest chain than in the shortest: near
1 is linear.

A second table has the milliseconds that the forty patterns take on ResNet-50
with constant weights.

With --tvm (or RELAYLITE_TVM_PYTHON) TVM runs beside it, for chains on the
shortest, and the last column is TVM's time divided by RelayLite's there.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SIZES = 10_000, 100_000, 1_000_000

PROGRAM = r"""
import json, sys, threading, time
if sys.argv[1] == "tvm":
    import tvm
    from tvm import relay
    from tvm.relay import dataflow_pattern as dp
    # The table says relay_lite.
    sys.modules.update({"relay_lite": tvm, "relay_lite.relay": relay,
                        "relay_lite.relay.dataflow_pattern": dp})
else:
    import relay_lite as tvm
    from relay_lite import relay
    from relay_lite.relay import dataflow_pattern as dp
transform = relay.transform
size, rounds = int(sys.argv[2]), int(sys.argv[3])
ROWS = "40 patterns: MergeComposite", "40 patterns: to PartitionGraph"
sys.path.append(sys.argv[4])
import vendor_patterns

def chain(x=None):
    x = relay.var("x") if x is None else x
    w, b = relay.var("w", shape=(1, 1, 1, 1)), relay.var("b", shape=(1,))
    y = x
    for _ in range(size // 3):
        y = relay.nn.relu(relay.nn.bias_add(relay.nn.conv2d(y, w), b))
    return y

def pattern():
    conv = dp.is_op("nn.conv2d")(dp.wildcard(), dp.wildcard())
    return dp.is_op("nn.relu")(dp.is_op("nn.bias_add")(conv, dp.wildcard()))

class Exp(dp.DFPatternCallback):
    def __init__(self):
        super().__init__(rewrite_once=True)
        self.pattern = dp.is_op("nn.relu")(dp.wildcard())

    def callback(self, pre, post, node_map):
        return relay.exp(post.args[0])

def partition(mod):
    # The seconds of MergeComposite with the table, and of the passes after it.
    steps = [[transform.MergeComposite(vendor_patterns.make_table())],
             [transform.AnnotateTarget("vendor"), transform.MergeCompilerRegions(),
              transform.PartitionGraph()]]
    times = []
    for passes in steps:
        start = time.process_time()
        mod = tvm.transform.Sequential(passes)(mod)
        times.append(time.process_time() - start)
    assert len(mod.functions) > 1
    return times

def partition_resnet():
    from importlib import import_module
    testing = import_module(relay.__name__ + ".testing")
    mod, params = testing.resnet.get_workload(num_layers=50, batch_size=1)
    mod["main"] = relay.build_module.bind_params_by_name(mod["main"], params)
    mod = tvm.transform.Sequential([
        transform.InferType(), transform.SimplifyInference(), transform.FoldConstant()])(mod)
    times = min(partition(mod) for _ in range(rounds))
    print(json.dumps(dict(zip(ROWS, (seconds * 1e3 for seconds in times)))))

def run():
    if not size:
        return partition_resnet()
    expr, whole, times = chain(), pattern(), {}
    for name, work in (("match", lambda: whole.match(expr)),
                       ("partition", lambda: whole.partition(expr)),
                       ("rewrite", lambda: dp.rewrite(Exp(), expr))):
        best = None
        for _ in range(rounds):
            start = time.process_time()
            assert work()
            took = time.process_time() - start
            best = took if best is None else min(best, took)
        times[name] = best * 1e6 / size
    body = chain(relay.var("x", shape=(1, 1, 4, 4)))
    mod = tvm.IRModule.from_expr(relay.Function(relay.analysis.free_vars(body), body))
    parts = partition(transform.InferType()(mod))
    times.update(zip(ROWS, (seconds * 1e6 / size for seconds in parts)))
    print(json.dumps(times))

threading.stack_size(1 << 30)
sys.setrecursionlimit(1_000_000)
thread = threading.Thread(target=run)
thread.start()
thread.join()
"""

TABLE = """conv = is_op("nn.conv2d")(wildcard(), wildcard())
composite "conv_bias_relu" = is_op("nn.relu")(is_op("nn.bias_add")(conv, wildcard()))
"""


def run_program(python, package, size, rounds, path=None):
    environment = {**os.environ, **({"PYTHONPATH": str(path)} if path else {})}
    result = subprocess.run([python, "-c", PROGRAM, package, str(size), str(rounds),
                             str(ROOT / "test/python")], env=environment, check=True,
                            stdout=subprocess.PIPE, text=True)
    return json.loads(result.stdout)


def write_chain(path, size):
    image, kernel, bias = "tensor<1x1x4x4xf32>", "tensor<1x1x1x1xf32>", "tensor<1xf32>"
    with open(path, "w") as file:
        file.write(f"func.func @main(%x: {image}, %w: {kernel}, %b: {bias}) -> {image} {{\n")
        last = "%x"
        for i in range(0, size // 3 * 3, 3):
            file.write(f"  %{i} = relay.nn.conv2d {last}, %w : ({image}, {kernel}) -> {image}\n"
                       f"  %{i + 1} = relay.nn.bias_add %{i}, %b : ({image}, {bias}) -> {image}\n"
                       f"  %{i + 2} = relay.nn.relu %{i + 1} : ({image}) -> {image}\n")
            last = f"%{i + 2}"
        file.write(f"  return {last} : {image}\n}}\n")


def run_pass(build, size, rounds):
    """Microseconds per operator of the pass alone, as MLIR's timing reports it."""
    with tempfile.TemporaryDirectory() as folder:
        module, table = Path(folder, "chain.mlir"), Path(folder, "table.patterns")
        write_chain(module, size)
        table.write_text(TABLE)
        best = None
        for _ in range(rounds):
            process = subprocess.run(
                [build / "bin/relay-lite-opt", module, "--emit-bytecode", "-o", os.devnull,
                 "--mlir-disable-threading", "--mlir-timing", "--mlir-timing-display=tree",
                 "--mlir-output-format=json",
                 f"--pass-pipeline=builtin.module(func.func(relay-merge-composite{{patterns={table}}}))"],
                check=True, stderr=subprocess.PIPE, text=True)
            report = json.loads(process.stderr[process.stderr.index("["):])
            took = sum(entry["wall"]["duration"] for entry in report
                       if entry.get("name") not in ("Parser", "Output", "Rest", "Total"))
            best = took if best is None else min(best, took)
    return best * 1e6 / size


def show_resnet(python, rounds, path, tvm):
    ours = run_program(python, "relay_lite", 0, rounds, path)
    peer = run_program(tvm, "tvm", 0, rounds) if tvm else {}
    print("\n| ms on ResNet-50 | RelayLite | TVM | TVM / RelayLite |\n|---|---|---|---|")
    for name, value in ours.items():
        beside = f"{peer[name]:.1f} | {peer[name] / value:.1f}" if name in peer else " | "
        print(f"| {name} | {value:.1f} | {beside} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=Path, default=ROOT / "build")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES)
    parser.add_argument("--tvm", default=os.environ.get("RELAYLITE_TVM_PYTHON"))
    args = parser.parse_args()
    python = args.build / "venv/bin/python3"
    python = str(python if python.exists() else sys.executable)
    rows = {}
    for size in args.sizes:
        times = run_program(python, "relay_lite", size, args.rounds, args.build / "python")
        times["relay-merge-composite"] = run_pass(args.build, size, args.rounds)
        for name, value in times.items():
            # A match does not depend on the length, but its graph does.
            rows.setdefault(name, []).append(value)
    peer = run_program(args.tvm, "tvm", args.sizes[0], args.rounds) if args.tvm else {}
    print("| us per operator | " + " | ".join(f"{size:,}" for size in args.sizes)
          + " | growth | TVM | TVM / RelayLite |")
    print("|---" * (len(args.sizes) + 4) + "|")
    for name, values in rows.items():
        beside = f"{peer[name]:.2f} | {peer[name] / values[0]:.1f}" if name in peer else " | "
        print(f"| {name} | " + " | ".join(f"{value:.3f}" for value in values)
              + f" | {values[-1] / values[0]:.2f} | {beside} |")
    show_resnet(python, args.rounds, args.build / "python", args.tvm)


if __name__ == "__main__":
    main()
