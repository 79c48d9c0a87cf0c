#!/usr/bin/env python3
"""`make bench-fold`: FoldConstant beside its peers and beside what the machine allows.

Every case of cases.py and operator_cases.py is folded by relay-lite-opt in a fresh process without a
disk cache, by each peer that is installed, and its work is done by hand-written
loops (Limits.cpp). All of it runs on one core; in each round every contestant
has its turn, and the minimum of the rounds counts; peers that take half a minute
run once. The table has

* the time of the pass, by the wall and of the CPU, its ratio to the limit and
  to the best peer,
* the same where the disk cache holds the kernels, for cases that compile some,
* the most memory in use, over what the module takes before and after,
* how much faster two cores are that know their kernels, where that is measured,
  and how much faster they only copy or read as much memory, where memory takes
  the time.

--json, --chart and --table write the figures, a bar chart (SVG; needs
matplotlib) and the table. With --gate only a few small cases run, and the exit code is 1
if one is slower, twice, than the ratio that gate.json allows: ratios of one run are
steady where times are not.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import cases
import operator_cases
from all_cases import CASES

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(ROOT / "utils/checks"), str(ROOT / "examples/networks")]
import lint  # noqa: E402
import networks  # noqa: E402
import relay_tools  # noqa: E402

PYTHON_PEERS = ("numpy", "onnxruntime", "openvino", "tvm")
# The least memory that is touched before each contestant, in elements of f32.
SMALLEST_TOUCHED = 16 << 20
# Peers that take so many seconds for a case run once.
SLOW = 30
FOLD = "relay-fold-constant{max-growth=0 max-temporary=0 max-cost=0}"


class Process:
    """A command that has run on the given cores: its code and what it wrote."""

    def __init__(self, command, cores, timeout=900, **environment):
        pin = lambda: os.sched_setaffinity(0, cores)  # noqa: E731
        with subprocess.Popen(list(map(str, command)), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              env={**os.environ, **environment}, preexec_fn=pin) as process:
            try:
                self.stdout, self.stderr = process.communicate(timeout=timeout)
            except subprocess.TimeoutExpired:
                process.kill()
                self.stdout, self.stderr = process.communicate()
                self.stderr += f"\nmore than {timeout} s"
            self.code = process.returncode

    def reason(self):
        return (self.stderr.strip().splitlines() or [f"exit code {self.code}"])[-1][:160]


def run_with_memory(command, cores, **environment):
    """(Process, its largest resident memory in KiB), through a Python that has no other child."""
    program = ("import os, subprocess, sys, resource\n"
               "code = subprocess.call(sys.argv[1:])\n"
               "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, file=sys.stderr)\n"
               "sys.exit(code)\n")
    process = Process([sys.executable, "-c", program, *command], cores, **environment)
    *lines, memory = process.stderr.rstrip("\n").split("\n")
    process.stderr = "\n".join(lines)
    return process, int(memory) if memory.isdigit() else 0


class Bench:
    def __init__(self, arguments):
        self.build = arguments.build
        self.tools = relay_tools.Tools(arguments.build)
        self.rounds = arguments.rounds
        self.pythons = {"numpy": sys.executable}
        peers = arguments.build / "peers/bin/python3"
        if peers.exists():
            self.pythons.update({name: peers for name in ("numpy", "onnxruntime", "openvino")})
        if arguments.tvm:
            self.pythons["tvm"] = arguments.tvm
        self.pythons = {n: p for n, p in self.pythons.items() if n in arguments.peers}
        self.folder = arguments.build / "bench/fold"
        self.folder.mkdir(parents=True, exist_ok=True)
        self.cores = sorted(os.sched_getaffinity(0))
        self.complaints = set()

    def complain(self, who, name, reason):
        if (who, name) not in self.complaints:
            self.complaints.add((who, name))
            print(f"note: {who} on {name}: {reason}", file=sys.stderr)

    def module(self, name, case):
        """The case as bytecode with its arrays bound."""
        stem = self.folder / re.sub(r"\W+", "-", name)
        module = stem.with_suffix(".mlirbc")
        sources = (Path(python.__file__) for python in (cases, operator_cases))
        if not module.exists() or any(module.stat().st_mtime < s.stat().st_mtime for s in sources):
            relay, imported, params = (stem.with_suffix(s) for s in (".relay", ".mlir", ".params"))
            relay.write_text(case.relay())
            networks.write_params(params, case.arrays())
            self.tools.import_relay(relay, imported)
            self.tools.optimize(imported, module, f"relay-bind-params{{file={params}}},relay-infer-type")
            params.unlink()
            imported.unlink()
        return module

    def report(self, module, passes, threads=1, cache=None):
        """(MLIR's report of the times of `passes`, the largest resident memory in KiB). `cache`: the folder of the
        disk cache, if there is to be one."""
        cores = self.cores[-threads:]
        flags = [] if threads > 1 else ["--mlir-disable-threading"]
        target = self.folder / "out.mlirbc"
        environment = {"RELAYLITE_CACHE": "on", "RELAYLITE_CACHE_DIR": str(cache)} if cache else {"RELAYLITE_CACHE": "off"}
        process, memory = run_with_memory(
            [self.build / "bin/relay-lite-opt", module, f"--pass-pipeline=builtin.module({passes})", *flags,
             "--emit-bytecode", "-o", target, *TIMING], cores, **environment)
        target.unlink(missing_ok=True)
        if process.code:
            raise relay_tools.ToolError(process.stderr[:2000])
        return timing(process.stderr), memory

    def ours(self, module, threads=1, cache=None):
        """Seconds of FoldConstant."""
        report, _ = self.report(module, FOLD, threads, cache)
        return sum(e["wall"]["duration"] for e in flatten(report) if is_pass(e["name"]))

    def own(self, module, key, threads=1, cache=None):
        """`key` of FoldConstant's own report, which costs a little, and has more digits than MLIR's."""
        report = self.folder / "report.json"
        self.report(module, FOLD.replace("}", f" report={report}}}"), threads, cache)
        return json.loads(report.read_text())[key]

    def peer(self, name, peer, times):
        """Seconds of wall time, or None where it does not fold the case; the least CPU time is put into `times`."""
        process = Process([self.pythons[peer], "-W", "ignore", HERE / "peers.py", peer, name], self.cores[-1:],
                          OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")
        lines = process.stdout.strip().splitlines()
        if process.code:
            self.complain(peer, name, process.reason())
        if not lines or process.code:
            return None
        result, key = json.loads(lines[-1]), f"{peer}, CPU"
        if "cpu" in result:
            times[key] = min(result["cpu"], times.get(key, result["cpu"]))
        return result.get("wall")

    def limit(self, arguments, threads=1):
        process = Process([self.build / "bin/relay-lite-fold-limits", *arguments], self.cores[-threads:])
        return float(process.stdout) if process.code == 0 else None

    def case(self, name):
        case = CASES[name]()
        module = self.module(name, case)
        base = self.module(case.base, CASES[case.base]()) if case.base else None
        times, transfer = {}, case.transfer()

        def note(who, measure, *arguments, **options):
            # The input, the result and what else there is of their size.
            self.limit(("touch", max(3 * transfer[1] if transfer else 0, SMALLEST_TOUCHED)))
            seconds = measure(*arguments, **options)
            if seconds is not None:
                times[who] = min(seconds, times.get(who, seconds))

        cache = self.folder / "cache"
        slow = set()
        if case.fuses:
            self.ours(module, cache=cache)
        # Two cores gain nothing where one kernel is compiled.
        known = cache if case.fuses else None
        for _ in range(self.rounds):
            note("RelayLite", self.ours, module)
            note("RelayLite, CPU", self.own, module, "cpu_seconds")
            if case.fuses:
                note("kernels known", self.ours, module, cache=cache)
            if case.threads and len(self.cores) > 1:
                for who, threads in ("one core", 1), ("two cores", 2):
                    note(who, self.own, module, "seconds", threads, known)
                note("two cores, CPU", self.own, module, "cpu_seconds", 2, known)
                if transfer:
                    what, size = transfer
                    note("transfer", self.limit, (what, size))
                    note("transfer, two cores", self.limit, (f"{what}-2", size), threads=2)
            if base:
                note(case.base, self.ours, base)
            if case.limit:
                note("limit", self.limit, case.limit)
            for peer in self.pythons:
                if (peer, name) in self.complaints or peer in slow:
                    continue
                start = time.monotonic()
                note(peer, self.peer, name, peer, times)
                if time.monotonic() - start > SLOW:
                    slow.add(peer)
        peak, resident = (self.report(module, passes)[1] for passes in (FOLD, "symbol-dce"))
        return {"case": name, "operations": case.operations, "seconds": times,
                "memory": {"peak": peak, "base": resident}}


TIMING = ("--mlir-timing", "--mlir-timing-display=tree", "--mlir-output-format=json")


def timing(stderr):
    """MLIR's report of times, which follows on the diagnostics."""
    return json.loads(stderr[stderr.index("["):])


def flatten(report):
    for entry in report:
        if entry:  # MLIR ends lists with an empty one.
            yield entry
        yield from flatten(entry.get("passes") or [])


def is_pass(name):
    return name.endswith("Pass") or name in ("FoldConstant", "Canonicalizer")


SEQUENCE = (f"func.func(relay-simplify-inference),{FOLD},"
            "func.func(relay-backward-fold-scale-axis,relay-forward-fold-scale-axis),"
            f"{FOLD},{FOLD}")


def network(bench, name):
    """SimplifyInference, FoldConstant, FoldScaleAxis, FoldConstant on a network with its weights
    bound, and a last FoldConstant that finds nothing to do."""
    stem = bench.folder / name
    module = stem.with_suffix(".mlirbc")
    if not module.exists():
        networks.write(name, bench.folder)
        imported = stem.with_suffix(".mlir")
        bench.tools.import_relay(stem.with_suffix(".relay"), imported)
        bench.tools.optimize(imported, module, f"relay-bind-params{{file={stem.with_suffix('.params')}}}")
    times, memory = {}, 0
    for _ in range(bench.rounds):
        report, memory = bench.report(module, SEQUENCE)
        passes = [e["wall"]["duration"] for e in flatten(report) if is_pass(e["name"])]
        for who, seconds in ("RelayLite", sum(passes)), ("nothing to fold", passes[-1]):
            times[who] = min(seconds, times.get(who, seconds))
    base = bench.report(module, "symbol-dce")[1]
    return {"case": f"{name}, weights bound", "operations": 1, "seconds": times,
            "memory": {"peak": memory, "base": base}}


def mlir_canonicalize(bench, count):
    """Seconds of `mlir-opt -canonicalize` on `count` operations that MLIR folds itself."""
    source = bench.folder / f"canonicalize-{count}.mlir"
    if not source.exists():
        source.write_text(cases.tiny_for_mlir(count))
    process = Process([lint.llvm_tool("mlir-opt", bench.build), source, "--canonicalize", "--mlir-disable-threading",
                       "-o", os.devnull, *TIMING], bench.cores[-1:])
    return sum(e["wall"]["duration"] for e in flatten(timing(process.stderr)) if is_pass(e["name"]))


# --- What is shown ---------------------------------------------------------

PEERS = ("numpy", "onnxruntime", "openvino", "mlir-opt", "tvm")


def milliseconds(seconds):
    if seconds is None:
        return ""
    return f"{1000 * seconds:.2f}" if seconds < 0.1 else f"{1000 * seconds:.0f}"


def table(rows):
    """The rows in Markdown; times in milliseconds, memory in MiB."""
    present = [p for p in PEERS if any(p in r["seconds"] for r in rows)]
    head = ["case", "RelayLite ms", "CPU ms", "limit ms", "ratio", "kernels known ms", "ratio", *[f"{p} ms" for p in present], "best peer / RelayLite",
            "two cores", "CPU ms", "transfer, two cores", "MiB over base"]
    lines = ["| " + " | ".join(head) + " |", "|---" * len(head) + "|"]
    for row in rows:
        seconds = row["seconds"]
        ours, limit, known = seconds["RelayLite"], seconds.get("limit"), seconds.get("kernels known")
        peers = [seconds[p] for p in present if p in seconds]
        cells = [row["case"], milliseconds(ours), milliseconds(seconds.get("RelayLite, CPU")), milliseconds(limit), f"{ours / limit:.2f}" if limit else "",
                 milliseconds(known), f"{known / limit:.2f}" if known and limit else "", *[milliseconds(seconds.get(p)) for p in present],
                 f"{min(peers) / ours:.2f}" if peers else "",
                 f"{seconds['one core'] / seconds['two cores']:.2f}" if "two cores" in seconds else "", milliseconds(seconds.get("two cores, CPU")),
                 f"{seconds['transfer'] / seconds['transfer, two cores']:.2f}" if "transfer" in seconds else "",
                 f"{(row['memory']['peak'] - row['memory']['base']) / 1024:.0f}"]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def chart(rows, path):
    """A bar for each contestant of each case: its time over RelayLite's, logarithmic."""
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    shown = [r for r in rows if len(r["seconds"]) > 1]
    who = [w for w in ("limit", *PEERS) if any(w in r["seconds"] for r in shown)]
    figure, axes = pyplot.subplots(figsize=(9, 0.22 * len(shown) * (len(who) + 1) + 1))
    for i, name in enumerate(who):
        places = [j * (len(who) + 1) + i for j, r in enumerate(shown) if name in r["seconds"]]
        ratios = [r["seconds"][name] / r["seconds"]["RelayLite"] for r in shown if name in r["seconds"]]
        axes.barh(places, ratios, label=name)
    axes.axvline(1, color="black", linewidth=1)
    axes.set_yticks([j * (len(who) + 1) + len(who) / 2 for j in range(len(shown))], [r["case"] for r in shown])
    axes.set_xscale("log")
    axes.set_xlabel("time / time of RelayLite")
    axes.invert_yaxis()
    axes.legend()
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})


def too_slow(row, allowed):
    """Prints the ratios of a case to the contestants of the same run; how many are worse than allowed."""
    failed = 0
    for peer, bound in allowed.items():
        if peer not in row["seconds"]:
            print(f"{row['case']}: {peer} has no time")
            failed += 1
            continue
        ratio = row["seconds"]["RelayLite"] / row["seconds"][peer]
        verdict = "ok" if ratio <= bound else "TOO SLOW"
        failed += ratio > bound
        print(f"{row['case']}: {ratio:.2f} times {peer}'s time, {bound} allowed: {verdict}", flush=True)
    return failed


def gate(bench):
    """How many ratios are worse than gate.json allows, measured twice where they are: the machine may be shared."""
    allowed = json.loads((HERE / "gate.json").read_text())
    installed = bench.pythons

    def fails(name):
        bench.pythons = {n: p for n, p in installed.items() if n in allowed[name]}
        return too_slow(measure(bench, name), allowed[name])

    missed = [name for name in allowed if fails(name)]
    return sum(fails(name) for name in missed)


def measure(bench, name):
    """The figures of one case."""
    if name in networks.NETWORKS:
        return network(bench, name)
    row = bench.case(name)
    if "tiny" in name:
        row["seconds"]["mlir-opt"] = min(mlir_canonicalize(bench, row["operations"])
                                         for _ in range(bench.rounds))
    return row


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, default=ROOT / "build", help="build folder")
    parser.add_argument("--rounds", type=int, default=5, help="rounds of which the minimum counts (default 5)")
    parser.add_argument("--tvm", default=os.environ.get("RELAYLITE_TVM_PYTHON"), help="a Python that can import tvm")
    parser.add_argument("--peers", nargs="*", default=PYTHON_PEERS, choices=PYTHON_PEERS, help="which to run")
    parser.add_argument("--only", nargs="*", metavar="TEXT", help="cases whose names contain one of these")
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    parser.add_argument("--table", type=Path, help="write the table to this file")
    parser.add_argument("--chart", type=Path, help="write a bar chart (SVG) to this file (with make bench-peers)")
    parser.add_argument("--gate", action="store_true", help="check the ratios of gate.json")
    arguments = parser.parse_args()
    arguments.build = arguments.build.resolve()
    bench = Bench(arguments)
    if arguments.gate:
        # The peers of gate.json are there on all machines.
        bench.pythons = {n: p for n, p in bench.pythons.items() if n == "numpy"}
        return 1 if gate(bench) else 0
    names = [*CASES, *networks.NETWORKS]
    rows = []
    for name in names:
        if arguments.only and not any(text in name for text in arguments.only):
            continue
        row = measure(bench, name)
        rows.append(row)
        print(f"{row['case']}: " + ", ".join(f"{w} {milliseconds(s)} ms" for w, s in row["seconds"].items()),
              flush=True)
    if arguments.json:
        arguments.json.write_text(json.dumps(rows, indent=1) + "\n")
    if arguments.table:
        arguments.table.write_text(table(rows))
    print("\n" + table(rows), end="", flush=True)
    if arguments.chart:
        chart(rows, arguments.chart)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except relay_tools.ToolError as error:
        sys.exit(f"fold_bench: {error}")
