#!/usr/bin/env python3
"""`make bench-graph`: every pass and the default pipeline on networks and long chains.

Each pass runs in a process of its own on the networks of examples/networks with
their weights bound, and on chains of 10,000, 100,000 and (with --million)
1,000,000 operators, as nested calls and as lets. Shown are milliseconds for
networks, microseconds per operator for chains, and how much more an operator
costs in the longest chain than in the shortest: near 1 is linear. The time of a
pass includes the InferType passes around it that its PassInfo asks for.

A second table shows what an operator of the chains costs: import, export,
structural equality and single passes without those that they require, in
microseconds, and bytes on the heap in a module.

With --tvm (or RELAYLITE_TVM_PYTHON) TVM runs the default pipeline on the
networks and each pass on the shortest chains, in the same run.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
sys.path[:0] = [str(ROOT / "utils/checks"), str(ROOT / "examples/networks")]
import networks  # noqa: E402
import relay_tools  # noqa: E402

TVM_PROGRAM = r"""
import json, sys, threading, time
import tvm
from tvm import relay

def measure():
    what, text, params = sys.argv[1:4]
    module = tvm.parser.fromtext(open(text).read())
    if params:
        weights = relay.load_param_dict(open(params, "rb").read())
        module["main"] = relay.build_module.bind_params_by_name(module["main"], weights)
        module = relay.transform.InferType()(module)
    with tvm.target.Target("llvm -mtriple=x86_64-linux-gnu"), \
            tvm.transform.PassContext(opt_level=3, disabled_pass=["AlterOpLayout"]):
        if what == "Optimize":
            start = time.perf_counter()
            relay.optimize(module, target=tvm.target.Target.current())
        else:
            makers = {"InlineGlobals": "Inline", "CombineParallelConv2d": "CombineParallelConv2D",
                      " FoldExplicitPadding": "FoldExplicitPadding"}
            made = getattr(relay.transform, makers.get(what, what))()
            start = time.perf_counter()
            made(module)
    print(json.dumps(time.perf_counter() - start))

threading.stack_size(1 << 30)
thread = threading.Thread(target=measure)
thread.start()
thread.join()
"""

# Passes that need an argument, or that only say something of other modules.
LEFT_OUT = {"BindParams", "ConvertLayout", "EtaExpand", "tir.UnrollLoop"}


def chain(operators, lets):
    """Short branches, one behind the other, with `operators` operators."""
    lines = ['#[version = "0.0.5"]',
             "def @main(%x: Tensor[(1, 64), float32], %y: Tensor[(64), float32]) -> Tensor[(1, 64), float32] {"]
    let, last, count = ("let " if lets else ""), "%x", 0

    def bind(expression):
        nonlocal count
        name = f"%v{count}" if lets else f"%{count}"
        lines.append(f"  {let}{name} = {expression};")
        count += 1
        return name

    while count < operators - 1:
        scaled = bind(f"multiply({last}, %y)")
        activated = bind(f"nn.relu({scaled})")
        last = bind(f"add({activated}, {last})")
    lines += [f"  nn.relu({last})", "}", ""]
    return "\n".join(lines)


class Bench:
    def __init__(self, arguments):
        self.tools = relay_tools.Tools(arguments.build)
        self.rounds, self.tvm = arguments.rounds, arguments.tvm
        self.folder = arguments.build / "bench/graph"
        self.folder.mkdir(parents=True, exist_ok=True)

    def import_text(self, name, text):
        relay, module = self.folder / f"{name}.relay", self.folder / f"{name}.mlirbc"
        if not module.exists():
            relay.write_text(text)
            imported = self.folder / f"{name}.mlir"
            self.tools.import_relay(relay, imported)
            self.tools.optimize(imported, module, "relay-infer-type")
            imported.unlink()
        return module

    def network(self, name):
        module = self.folder / f"{name}.mlirbc"
        if not module.exists():
            networks.write(name, self.folder)
            imported = self.folder / f"{name}.mlir"
            self.tools.import_relay(self.folder / f"{name}.relay", imported)
            self.tools.optimize(imported, module, f"relay-bind-params{{file={self.folder / name}.params}}")
        return module

    def seconds(self, module, pass_name, timeout=600):
        """The least time of `pass_name` on `module`, or None if it fails."""
        # Some passes have level 4, at which TVM's default pipeline has more of them.
        level = 3 if pass_name == "Optimize" else 4
        pipeline = f"builtin.module(relay-sequential{{passes={pass_name} opt-level={level}}})"
        best = None
        for _ in range(self.rounds):
            process = subprocess.run(
                [self.tools.bin / "relay-lite-opt", module, f"--pass-pipeline={pipeline}", "--emit-bytecode",
                 "-o", os.devnull, "--mlir-disable-threading", "--mlir-timing", "--mlir-timing-display=tree",
                 "--mlir-output-format=json"], capture_output=True, text=True, timeout=timeout)
            if process.returncode:
                print(f"note: {pass_name} on {module.stem}: {process.stderr.strip().splitlines()[0][:160]}",
                      file=sys.stderr)
                return None
            report = json.loads(process.stderr[process.stderr.index("["):])
            took = sum(e["wall"]["duration"] for e in report
                       if e.get("name") not in ("Parser", "Output", "Rest", "Total"))
            best = took if best is None else min(best, took)
        return best

    def of_tvm(self, pass_name, name, params=""):
        if not self.tvm:
            return None
        hard = resource.getrlimit(resource.RLIMIT_STACK)[1]
        process = subprocess.run(
            [self.tvm, "-W", "ignore", "-c", TVM_PROGRAM, pass_name, self.folder / f"{name}.relay", params],
            capture_output=True, text=True,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_STACK, (hard, hard)))
        try:
            return json.loads(process.stdout.splitlines()[-1])
        except (IndexError, ValueError):
            return None


    def per_operator(self, name, operators):
        """The report of relay-lite-graph-benchmark on a chain."""
        process = subprocess.run(
            [self.tools.bin / "relay-lite-graph-benchmark", self.folder / f"{name}.relay", str(operators)],
            capture_output=True, text=True)
        if process.returncode:
            raise relay_tools.ToolError(f"relay-lite-graph-benchmark on {name}: {process.stderr[:400]}")
        return json.loads(process.stdout)


def cell(value, scale, digits):
    return "" if value is None else f"{value * scale:.{digits}f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, default=ROOT / "build", help="build folder")
    parser.add_argument("--rounds", type=int, default=3, help="runs of which the minimum counts (default 3)")
    parser.add_argument("--million", action="store_true", help="chains of 1,000,000 operators, too")
    parser.add_argument("--only", nargs="*", metavar="PASS", help="passes by TVM's names; none for the second table alone")
    parser.add_argument("--tvm", default=os.environ.get("RELAYLITE_TVM_PYTHON"), help="a Python that can import tvm")
    arguments = parser.parse_args()
    arguments.build = arguments.build.resolve()
    bench = Bench(arguments)
    listed, _ = bench.tools.run("relay-lite-opt", "--relay-list-passes")
    passes = [line.split()[0] for line in listed.splitlines()[1:] if line.strip()]
    passes = [p for p in passes
              if p not in LEFT_OUT and (arguments.only is None or p in arguments.only)]
    names = [n for n in networks.NETWORKS]
    lengths = [10_000, 100_000] + [1_000_000] * arguments.million
    modules = {n: bench.network(n) for n in names}
    chains = {(kind, n): bench.import_text(f"{kind}-{n}", chain(n, kind == "lets"))
              for kind in ("calls", "lets") for n in lengths}
    head = ["pass", *[f"{n} ms" for n in names],
            *[f"{kind} {n:,} us/op" for kind in ("calls", "lets") for n in lengths], "calls growth", "lets growth",
            "TVM"]
    if passes:
        print("| " + " | ".join(head) + " |\n" + "|---" * len(head) + "|")
    for pass_name in passes:
        cells = [pass_name]
        of_networks = {n: bench.seconds(m, pass_name) for n, m in modules.items()}
        cells += [cell(s, 1000, 2) for s in of_networks.values()]
        growth = []
        for kind in ("calls", "lets"):
            of_chains = [bench.seconds(chains[kind, n], pass_name) for n in lengths]
            cells += [cell(s and s / n, 1e6, 3) for s, n in zip(of_chains, lengths)]
            first, last = of_chains[0], of_chains[-1]
            growth.append(f"{last / lengths[-1] / (first / lengths[0]):.2f}" if first and last else "")
        cells += growth
        if pass_name == "Optimize":
            peers = {n: bench.of_tvm(pass_name, n, bench.folder / f"{n}.params") for n in names}
            cells.append(", ".join(f"{n}: {p:.2f} s ({p / of_networks[n]:.0f} times)"
                                   for n, p in peers.items() if p and of_networks[n]))
        else:
            peer = bench.of_tvm(pass_name, f"calls-{lengths[0]}")
            cells.append(f"{peer / lengths[0] * 1e6:.1f} us/op of calls" if peer else "")
        print("| " + " | ".join(cells) + " |", flush=True)
    reports = {chain: bench.per_operator(f"{chain[0]}-{chain[1]}", chain[1]) for chain in chains}
    print("\n| per operator | " + " | ".join(f"{kind} {n:,}" for kind, n in reports) + " |\n"
          + "|---" * (len(reports) + 1) + "|")
    for what in next(iter(reports.values())):
        print(f"| {what} | " + " | ".join(cell(report[what], 1, 0 if what == "bytes" else 3)
                                          for report in reports.values()) + " |")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except relay_tools.ToolError as error:
        sys.exit(f"graph_bench: {error}")
