#!/usr/bin/env python3
"""`make bench-compile`: networks compiled by relay-lite-compile beside onnxruntime and OpenVINO.

The networks of examples/networks, a transformer encoder of three layers, networks of
relay.testing, an LSTM, and others given as --network NAME.relay NAME.params, are compiled to
libraries, and written as ONNX graphs for the peers. All compute in f32 for a batch of one, with one
thread on one core, or with --threads on as many. Each contestant is a process of its own, which is
stopped while others run. In each round every contestant has its turn; the minimum of the rounds
counts. Times are processor time, because others may use the core at the same time; those of several
threads are wall time.

The table has the milliseconds of each contestant, the ratio of RelayLite to the best peer, and the
share of the products and sums that the core can do at most, which is measured in the same run.
Compile times are wall time on all cores. With one thread, samples tell where RelayLite's time
passes: in the loops that multiply, in the rest of contractions, which packs images and weights and
writes results, and between contractions; the limit is the time of the products and sums at the
peak. --functions lists the functions that take most of it.
"""

import argparse
import importlib.util
import math
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
sys.path[:0] = [str(ROOT / "examples/networks"), str(HERE)]
import encoder  # noqa: E402
import networks  # noqa: E402
from code_profile import KINDS, Shares  # noqa: E402
from contestants import Contestant, start_peers  # noqa: E402
from onnx_graphs import LSTM, Graph, read_params  # noqa: E402

# How long a network is profiled, in milliseconds.
PROFILED = 2000
# Compilers may use all cores.
CORES = os.sched_getaffinity(0)


def write_testing(name, folder):
    """Write a network of relay.testing, whose package is in the path."""
    from relay_lite import relay
    from relay_lite.relay import testing

    mod, params = {
        "squeezenet": testing.squeezenet.get_workload,
        "vgg-11": lambda: testing.vgg.get_workload(1),
        "inception_v3": testing.inception_v3.get_workload,
        "resnet3d-18": testing.resnet_3d.get_workload,
        "dcgan": lambda: testing.dcgan.get_workload(1)}[name]()
    (folder / f"{name}.relay").write_text(mod.astext())
    (folder / f"{name}.params").write_bytes(relay.save_param_dict(params))


def write_lstm(name, folder):
    """Write an LSTM as it is imported from ONNX."""
    from relay_lite import relay

    mod, params = relay.frontend.from_onnx(LSTM().make_model())
    (folder / f"{name}.relay").write_text(mod.astext())
    (folder / f"{name}.params").write_bytes(relay.save_param_dict(params))


TESTING = ("squeezenet", "vgg-11", "inception_v3", "resnet3d-18", "dcgan")
# The writer of each network.
NETWORKS = {**dict.fromkeys(networks.NETWORKS, networks.write), "encoder-3": encoder.write,
            **dict.fromkeys(TESTING, write_testing), "lstm-32": write_lstm}


def compile_network(text, params, library, arguments):
    """Compile a network, and return the seconds that it takes."""
    start = time.perf_counter()
    subprocess.run([arguments.build / "bin/relay-lite-compile", text, "--params", params,
                    f"--max-threads={arguments.threads}", "-o", library], check=True,
                   preexec_fn=lambda: os.sched_setaffinity(0, CORES))
    return time.perf_counter() - start


def start_contestants(graph, library, folder, arguments):
    """The contestants by their names."""
    contestants = {"RelayLite": Contestant([folder / "benchmark", library, arguments.threads])}
    if importlib.util.find_spec("onnx"):
        graph.write(str(folder / "network.onnx"))
        contestants.update(start_peers(folder / "network.onnx", graph.input, arguments.threads))
    else:
        print("compile_bench.py: no onnx, so no peers (make bench-peers)", file=sys.stderr)
    return contestants


def profile(program, library):
    """The shares of the time of a library."""
    numbers = list(map(int, program.ask(f"profile {PROFILED}").split()))
    return Shares(library, dict(zip(numbers[::2], numbers[1::2])))


def measure(text, params, folder, arguments):
    """The rows of the tables for one network: times, and where they pass."""
    library = folder / "network.so"
    graph = LSTM() if text.stem == "lstm-32" else Graph(text.read_text(), read_params(params))
    compile_time = compile_network(text, params, library, arguments)
    contestants = start_contestants(graph, library, folder, arguments)
    peak = Contestant([folder / "benchmark"])
    best, most = dict.fromkeys(contestants, math.inf), 0.0
    for _ in range(arguments.rounds):
        most = max(most, peak())
        for name, contestant in contestants.items():
            best[name] = min(best[name], contestant())
    ours = best["RelayLite"]
    shares = profile(contestants["RelayLite"], library) if arguments.threads == 1 else None
    for contestant in (*contestants.values(), peak):
        contestant.close()
    cells = [text.stem] + [f"{best[n]:.1f}" if n in best else "" for n in ("RelayLite", "onnxruntime", "OpenVINO")]
    peers = [value for name, value in best.items() if name != "RelayLite"]
    cells.append(f"{ours / min(peers):.2f}" if peers else "")
    limit = graph.operations / (most * arguments.threads) * 1e-6
    cells += [f"{limit / ours:.2f}", f"{most:.0f}", f"{compile_time:.1f}"]
    if shares:
        cells += [f"{shares.get_share(kind) * ours:.1f}" for kind in KINDS] + [f"{limit:.1f}"]
    functions = list(shares.list_functions(ours, arguments.functions)) if shares else []
    return cells, functions


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, default=ROOT / "build", help="build folder")
    parser.add_argument("--rounds", type=int, default=20, help="how often each contestant runs (default 20)")
    parser.add_argument("--core", type=int, default=0, help="the first core to run on (default 0)")
    parser.add_argument("--threads", type=int, default=1, help="threads, each on a core (default 1)")
    parser.add_argument("--functions", type=int, default=0, metavar="N",
                        help="list the N functions of each network that take most time (default 0)")
    parser.add_argument("--only", choices=NETWORKS, action="append", help="one of the networks")
    parser.add_argument("--network", nargs=2, type=Path, action="append", default=[], metavar=("RELAY", "PARAMS"),
                        help="another network")
    return parser.parse_args()


def write_networks(folder, arguments):
    """The files of the networks that are asked for."""
    for name in arguments.only or ([] if arguments.network else NETWORKS):
        NETWORKS[name](name, folder)
        yield folder / f"{name}.relay", folder / f"{name}.params"
    yield from arguments.network


def print_row(cells):
    print("| " + " | ".join(cells) + " |", flush=True)


def main():
    arguments = parse_arguments()
    sys.path.insert(0, str(arguments.build / "python"))
    header = ["network", "RelayLite", "onnxruntime", "OpenVINO", "ratio", "of the peak", "GFLOP/s", "compile s"]
    header += [*KINDS, "limit"] if arguments.threads == 1 else []
    print_row(header)
    print("|---" * len(header) + "|")
    os.sched_setaffinity(0, range(arguments.core, arguments.core + arguments.threads))
    functions = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        subprocess.run([os.environ.get("CC", "cc"), "-O3", "-march=native", "-ffp-contract=fast", "-I",
                        ROOT / "include", HERE / "CompiledBenchmark.c", "-o", folder / "benchmark", "-ldl"], check=True)
        for text, params in write_networks(folder, arguments):
            cells, functions[text.stem] = measure(text, params, folder, arguments)
            print_row(cells)
    for network, rows in functions.items():
        if rows:
            print(f"\n| {network} | " + " | ".join(KINDS) + " |\n" + "|---" * (len(KINDS) + 1) + "|")
            print("\n".join(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
