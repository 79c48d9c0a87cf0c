#!/usr/bin/env python3
"""`make bench`: how long the usual things take, beside peers where there are any.

Measures, as medians over several runs,

* the start of relay-lite-opt and of the mlir-opt of the LLVM packages,
* import and export of a text of 90,000 operators,
* FoldConstant on ResNet-18, ResNet-50 and DenseNet-121 after SimplifyInference,
* what a pass that does nothing costs, in a Sequential of 1,000 over modules of 1,
  10 and 100 functions, without and with instruments, beside a bare
  mlir::PassManager (PassBenchmark.cpp) and TVM's C++ passes that do nothing
  (SplitArgs without a limit; an empty Sequential for the module).

The peer is Apache TVM, where a Python that has it is named by --tvm or the
variable RELAYLITE_TVM_PYTHON; it runs the same work in the same run. A ratio
above 1 means that RelayLite is faster. Tests do not use times.
"""

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "utils/checks"), str(ROOT / "examples/networks")]
import lint  # noqa: E402
import networks  # noqa: E402
import relay_tools  # noqa: E402

# Run by the Python that has TVM: the same work, in a process of its own for each
# run, so that nothing is warm that is not warm for us.
TVM_PROGRAM = r"""
import json, sys, time
import tvm
from tvm import relay

what, text, params = sys.argv[1:4]
start = time.perf_counter()
module = relay.fromtext(open(text).read()) if hasattr(relay, "fromtext") else tvm.parser.fromtext(open(text).read())
times = {"import": time.perf_counter() - start}
if what == "export":
    start = time.perf_counter()
    module.astext(show_meta_data=True)
    times["export"] = time.perf_counter() - start
if what == "fold":
    weights = relay.load_param_dict(open(params, "rb").read())
    module["main"] = relay.build_module.bind_params_by_name(module["main"], weights)
    with tvm.transform.PassContext(opt_level=3):
        module = relay.transform.SimplifyInference()(relay.transform.InferType()(module))
        start = time.perf_counter()
        relay.transform.FoldConstant()(module)
        times["fold"] = time.perf_counter() - start
print(json.dumps(times))
"""


def deep_text(operators):
    """A chain of short branches with `operators` operators."""
    lines = ['#[version = "0.0.5"]',
             "def @main(%x: Tensor[(1, 64), float32], %y: Tensor[(64), float32]) {"]
    last = "%x"
    for i in range(0, operators - 3, 3):
        lines += [f"  %{i} = multiply({last}, %y);", f"  %{i + 1} = nn.relu(%{i});",
                  f"  %{i + 2} = add(%{i + 1}, {last});"]
        last = f"%{i + 2}"
    lines += [f"  nn.relu({last})", "}", ""]
    return "\n".join(lines)


TVM_PASSES = r"""
import json, statistics, sys, time
import tvm
from tvm import relay

def nanoseconds(module, element, instruments):
    sequence = tvm.transform.Sequential([element] * 100)
    times = []
    with tvm.transform.PassContext(opt_level=3, instruments=instruments):
        for i in range(6):
            start = time.perf_counter()
            sequence(module)
            times.append(time.perf_counter() - start)
    return statistics.median(times[1:]) / 100 * 1e9

result = {}
for functions in 1, 10, 100:
    module = tvm.IRModule()
    for i in range(functions):
        x = relay.var("x", shape=(2,))
        module[f"f{i}"] = relay.Function([x], relay.nn.relu(x) + x)
    module = relay.transform.InferType()(module)
    result[f"module pass {functions}"] = nanoseconds(module, tvm.transform.Sequential([]), [])
    result[f"function pass {functions}"] = nanoseconds(module, relay.transform.SplitArgs(-1), [])
    result[f"function pass, timing {functions}"] = nanoseconds(
        module, relay.transform.SplitArgs(-1), [tvm.instrument.PassTimingInstrument()])
print(json.dumps(result))
"""


def raise_stack_limit():
    hard = resource.getrlimit(resource.RLIMIT_STACK)[1]
    resource.setrlimit(resource.RLIMIT_STACK, (hard, hard))


class Bench:
    def __init__(self, tools, runs, tvm):
        self.tools, self.runs, self.tvm = tools, runs, tvm
        self.rows = []

    def median(self, function):
        times = []
        for _ in range(self.runs):
            seconds = function()
            times.append(self.tools.seconds if seconds is None else seconds)
        return statistics.median(times)

    def of_tvm(self, what, key, text, params=""):
        """The median of TVM, or None where it is not there or fails."""
        if not self.tvm:
            return None
        times = []
        for _ in range(min(self.runs, 3)):
            # TVM recurses on the text: it gets the largest stack there is.
            result = subprocess.run([self.tvm, "-W", "ignore", "-c", TVM_PROGRAM, what, str(text), str(params)],
                                    capture_output=True, text=True, preexec_fn=raise_stack_limit)
            if result.returncode:
                reason = (result.stderr.strip().splitlines() or [f"exit code {result.returncode}"])[-1]
                print(f"note: TVM fails: {reason[:120]}", file=sys.stderr)
                return None
            times.append(json.loads(result.stdout.splitlines()[-1])[key])
        return statistics.median(times)

    def add(self, what, ours, peer_name=None, peer=None):
        ratio = f"{peer / ours:.1f}" if peer else ""
        row = (what, f"{1000 * ours:.1f}", f"{1000 * peer:.1f} ({peer_name})" if peer else "", ratio)
        self.rows.append(row)
        print(f"{row[0]:<44}{row[1]:>12}{row[2]:>24}{row[3]:>9}", flush=True)


def bench_start(bench, build, folder):
    module = folder / "empty.mlir"
    module.write_text("module {}\n")
    ours = bench.median(lambda: bench.tools.run("relay-lite-opt", module) and None)

    def stock():
        start = time.perf_counter()
        subprocess.run([lint.llvm_tool("mlir-opt", build), module], check=True, capture_output=True)
        return time.perf_counter() - start

    bench.add("start of relay-lite-opt", ours, "mlir-opt", bench.median(stock))


def bench_text(bench, folder):
    relay, mlir = folder / "deep.relay", folder / "deep.mlirbc"
    relay.write_text(deep_text(90_000))
    # The tool's whole run, its start included.
    ours = bench.median(lambda: bench.tools.import_relay(relay, folder / "deep.mlir"))
    bench.add("import of 90,000 operators", ours, "TVM", bench.of_tvm("import", "import", relay))
    bench.tools.run("relay-lite-opt", folder / "deep.mlir", "--emit-bytecode", "-o", mlir)
    ours = bench.median(lambda: bench.tools.export_relay(mlir, folder / "again.relay"))
    bench.add("export of 90,000 operators", ours, "TVM", bench.of_tvm("export", "export", relay))


def bench_fold(bench, folder, name):
    if not (folder / f"{name}.relay").exists():
        networks.write(name, folder)
    mlir, simplified = folder / f"{name}.mlir", folder / f"{name}.simplified.mlirbc"
    params = folder / f"{name}.params"
    bench.tools.import_relay(folder / f"{name}.relay", mlir)
    bench.tools.optimize(mlir, simplified,
                         f"relay-bind-params{{file={params}}},func.func(relay-simplify-inference)")

    def fold():
        report = bench.tools.optimize(simplified, folder / f"{name}.folded.mlirbc", "relay-fold-constant")
        return sum(s for pass_name, s in report.items() if "FoldConstant" in pass_name)

    bench.add(f"FoldConstant on {name}", bench.median(fold), "TVM",
              bench.of_tvm("fold", "fold", folder / f"{name}.relay", params))


def bench_passes(bench, build):
    """Rows in microseconds per pass, not milliseconds."""
    result = subprocess.run([build / "bin/relay-lite-pass-benchmark"], check=True, capture_output=True, text=True)
    tvm = {}
    if bench.tvm:
        peer = subprocess.run([bench.tvm, "-W", "ignore", "-c", TVM_PASSES], capture_output=True, text=True)
        if peer.returncode:
            print(f"note: TVM fails: {(peer.stderr.strip().splitlines() or ['?'])[-1][:120]}", file=sys.stderr)
        else:
            tvm = json.loads(peer.stdout.splitlines()[-1])
    print(f"{'a pass that does nothing':<44}{'us a pass':>12}{'mlir us (ratio)':>24}{'TVM us (ratio)':>20}")
    mlir = {}
    for line in result.stdout.splitlines():
        row = json.loads(line)
        what, functions, ours = row["case"], row["functions"], row["ns_per_pass"]
        if what.startswith("mlir "):
            mlir[what[len("mlir "):], functions] = ours
            continue
        stock = mlir["function pass" if what.startswith("function") else "module pass", functions]
        peer = tvm.get(f"{what} {functions}")
        beside_mlir = f"{stock / 1000:.2f} ({stock / ours:.2f})"
        beside_tvm = f"{peer / 1000:.1f} ({peer / ours:.0f})" if peer else ""
        print(f"{f'{what}, {functions} functions':<44}{ours / 1000:>12.2f}{beside_mlir:>24}{beside_tvm:>20}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, default=ROOT / "build", help="build folder")
    parser.add_argument("--runs", type=int, default=5, help="runs of which the median is taken")
    parser.add_argument("--tvm", default=os.environ.get("RELAYLITE_TVM_PYTHON"),
                        help="a Python that can import tvm")
    parser.add_argument("--only", nargs="*", choices=["start", "text", "fold", "passes"],
                        default=["start", "text", "fold", "passes"])
    arguments = parser.parse_args()
    folder = arguments.build / "bench"
    folder.mkdir(parents=True, exist_ok=True)
    bench = Bench(relay_tools.Tools(arguments.build), arguments.runs, arguments.tvm)
    print(f"{'median of ' + str(arguments.runs) + ' runs':<44}{'RelayLite ms':>12}{'peer ms':>24}{'ratio':>9}")
    if "start" in arguments.only:
        bench_start(bench, arguments.build, folder)
    if "text" in arguments.only:
        bench_text(bench, folder)
    if "fold" in arguments.only:
        for name in networks.NETWORKS:
            bench_fold(bench, folder, name)
    if "passes" in arguments.only:
        bench_passes(bench, arguments.build)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except relay_tools.ToolError as error:
        sys.exit(f"bench: {error}")
