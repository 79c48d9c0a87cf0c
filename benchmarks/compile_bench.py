#!/usr/bin/env python3
"""`make bench-compile`: networks compiled by relay-lite-compile beside onnxruntime and OpenVINO.

The networks of examples/networks, a transformer encoder of three layers, and
others given as --network NAME.relay NAME.params, are compiled to libraries, and written as ONNX graphs for the peers.
All compute in f32 for a batch of one, with one thread on one core, or with
--threads on as many. In each round every contestant has its turn; the minimum of
the rounds counts. Times are processor time, because others may use the core at
the same time; those of several threads are wall time.

The table has the milliseconds of each contestant, the ratio of RelayLite to the
best peer, and the share of the products and sums that the core can do at most,
which is measured in the same run. Compile times are wall time.
"""

import argparse
import math
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
sys.path[:0] = [str(ROOT / "examples/networks"), str(HERE)]
import encoder  # noqa: E402
import networks  # noqa: E402
from onnx_graphs import Graph, read_params  # noqa: E402

# The writer of each network.
NETWORKS = {**dict.fromkeys(networks.NETWORKS, networks.write), "encoder-3": encoder.write}


class Program:
    """A process of CompiledBenchmark.c: a call gives one measurement."""

    def __init__(self, command):
        self.process = subprocess.Popen(list(map(str, command)), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __call__(self):
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit("compile_bench.py: the compiled network failed")
        return float(line)

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def timed(run, threads):
    """`run` as a function that returns the milliseconds it takes."""
    clock = time.process_time if threads == 1 else time.perf_counter

    def measure():
        start = clock()
        run()
        return (clock() - start) * 1e3
    return measure


def start_peers(path, shape, threads):
    """The peers that are installed, as functions that run the network for a `shape` once."""
    image = ((np.arange(math.prod(shape)) * 7919 % 1000) / 500 - 1).astype(np.float32).reshape(shape)
    peers = {}
    try:
        import onnxruntime
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
        session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
        peers["onnxruntime"] = timed(lambda: session.run(None, {"data": image}), threads)
    except ImportError:
        pass
    try:
        import openvino
        core = openvino.Core()
        # It takes bf16 where the processor has it.
        settings = {"INFERENCE_NUM_THREADS": threads, "INFERENCE_PRECISION_HINT": "f32"}
        request = core.compile_model(path, "CPU", settings).create_infer_request()
        peers["OpenVINO"] = timed(lambda: request.infer({"data": image}, share_inputs=True), threads)
    except ImportError:
        pass
    return peers


def measure(text, params, folder, arguments):
    """A row of the table for one network."""
    library, graph = folder / "network.so", Graph(text.read_text(), read_params(params))
    compiler = arguments.build / "bin/relay-lite-compile"
    start = time.perf_counter()
    subprocess.run([compiler, text, "--params", params, f"--max-threads={arguments.threads}", "-o", library],
                   check=True)
    compile_time = time.perf_counter() - start
    contestants = {"RelayLite": Program([folder / "benchmark", library, arguments.threads])}
    peers = {}
    try:
        graph.write(str(folder / "network.onnx"))
        peers = start_peers(str(folder / "network.onnx"), graph.input, arguments.threads)
    except ImportError:
        print("compile_bench.py: no onnx, so no peers (make bench-peers)", file=sys.stderr)
    contestants.update(peers)
    peak = Program([folder / "benchmark"])
    best = {name: math.inf for name in contestants}
    most = 0.0
    for _ in range(arguments.rounds):
        most = max(most, peak())
        for name, contestant in contestants.items():
            best[name] = min(best[name], contestant())
    contestants["RelayLite"].close()
    peak.close()
    cells = [text.stem] + [f"{best[n]:.1f}" if n in best else "" for n in ("RelayLite", "onnxruntime", "OpenVINO")]
    cells.append(f"{best['RelayLite'] / min(best[n] for n in peers):.2f}" if peers else "")
    cells.append(f"{graph.operations / best['RelayLite'] * 1e-6 / (most * arguments.threads):.2f}")
    cells += [f"{most:.0f}", f"{compile_time:.1f}"]
    return cells


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, default=ROOT / "build", help="build folder")
    parser.add_argument("--rounds", type=int, default=20, help="how often each contestant runs (default 20)")
    parser.add_argument("--core", type=int, default=0, help="the first core to run on (default 0)")
    parser.add_argument("--threads", type=int, default=1, help="threads, each on a core (default 1)")
    parser.add_argument("--only", choices=NETWORKS, action="append", help="one of the networks")
    parser.add_argument("--network", nargs=2, type=Path, action="append", default=[], metavar=("RELAY", "PARAMS"),
                        help="another network")
    arguments = parser.parse_args()
    header = ("network", "RelayLite", "onnxruntime", "OpenVINO", "ratio", "of the peak", "GFLOP/s", "compile s")
    print("| " + " | ".join(header) + " |\n" + "|---" * len(header) + "|")
    os.sched_setaffinity(0, range(arguments.core, arguments.core + arguments.threads))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        subprocess.run([os.environ.get("CC", "cc"), "-O3", "-march=native", "-ffp-contract=fast", "-I",
                        ROOT / "include", HERE / "CompiledBenchmark.c", "-o", folder / "benchmark", "-ldl"], check=True)
        files = []
        for network in arguments.only or ([] if arguments.network else NETWORKS):
            NETWORKS[network](network, folder)
            files.append((folder / f"{network}.relay", folder / f"{network}.params"))
        for text, params in files + arguments.network:
            print("| " + " | ".join(measure(text, params, folder, arguments)) + " |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
