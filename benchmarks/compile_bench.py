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
import re
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

# The writer of each network.
NETWORKS = {**dict.fromkeys(networks.NETWORKS, networks.write), "encoder-3": encoder.write}


def read_params(path):
    """The arrays of f32 of a parameter file, by their names."""
    data = memoryview(path.read_bytes())
    place = 16

    def number(size):
        nonlocal place
        place += size
        return int.from_bytes(data[place - size:place], "little")

    names = []
    for _ in range(number(8)):
        size = number(8)
        names.append(bytes(data[place:place + size]).decode())
        place += size
    arrays = {}
    for name in names[:number(8)]:
        place += 24  # magic number, reserved bytes, device
        rank = number(4)
        place += 4  # element type
        shape = [number(8) for _ in range(rank)]
        size = number(8)
        arrays[name] = np.frombuffer(data[place:place + size], np.float32).reshape(shape)
        place += size
    return arrays


class Graph:
    """The ONNX graph of Relay text in which each line is one call, and its floating-point operations."""

    def __init__(self, text, params):
        self.params, self.weights, self.nodes, self.names = params, {}, [], {}
        shape = re.search(r"%data: Tensor\[\(([\d, ]*)\)", text)[1]
        self.input = tuple(map(int, shape.split(",")))
        self.shapes = {"data": self.input}
        self.operations = 0
        text = re.sub(r"/\*.*?\*/", "", text)
        for line in text.split("{", 1)[1].splitlines():
            if match := re.match(r"\s*(?:%(\d+) = )?(.*?);?\s*$", line):
                self.add(match[1] or "result", match[2].strip())

    def add(self, result, expression):
        if match := re.match(r"%(\d+)\.0$", expression):
            self.names[result] = self.names.get(match[1], match[1])
            return
        if match := re.match(r"\((%.*)\)$", expression):
            self.names[result] = [self.names.get(n, n) for n in re.findall(r"%(\w+)", match[1])]
            return
        match = re.match(r"([\w.]+)\((.*)\)$", expression)
        if not match:
            return
        operator, arguments = match.groups()
        operands = [self.names.get(n, n) for n in re.findall(r"%(\w+)", arguments)]
        operands = operands[0] if operands and isinstance(operands[0], list) else operands
        self.weights.update({n: self.params[n] for n in operands if n in self.params})

        def attribute(name, default):
            found = re.search(rf"\b{name}=(\[[^\]]*\]|[^,\s)]+)", arguments)
            if not found:
                return default
            numbers = [float(n.rstrip("f")) for n in found[1].strip("[]").split(",")]
            return [int(n) for n in numbers] if found[1][0] == "[" else numbers[0]

        window = {"strides": attribute("strides", [1, 1]), "pads": attribute("padding", [0] * 4)}
        shape = self.shapes[operands[0]]
        if operator == "nn.conv2d":
            weight = self.params[operands[1]].shape
            kind, options = "Conv", {**window, "kernel_shape": weight[2:], "group": int(attribute("groups", 1))}
            shape = (1, weight[0], *self.pool(shape, weight[2:], window))
            self.operations += 2 * math.prod(shape) * math.prod(weight[1:])
        elif operator in ("nn.max_pool2d", "nn.avg_pool2d"):
            kind = {"m": "MaxPool", "a": "AveragePool"}[operator[3]]
            options = {**window, "kernel_shape": attribute("pool_size", [1, 1])}
            shape = (*shape[:2], *self.pool(shape, options["kernel_shape"], window))
        elif operator == "nn.batch_norm":
            kind, options = "BatchNormalization", {"epsilon": attribute("epsilon", 1e-5)}
            if "scale=False" in arguments:
                self.weights[operands[1]] = np.ones_like(self.params[operands[1]])
        elif operator == "nn.global_avg_pool2d":
            kind, options, shape = "GlobalAveragePool", {}, (*shape[:2], 1, 1)
        elif operator == "nn.batch_flatten":
            kind, options, shape = "Flatten", {}, (1, math.prod(shape))
        elif operator == "nn.dense":
            kind, options = "Gemm", {"transB": 1}
            shape = (shape[0], self.params[operands[1]].shape[0])
            self.operations += 2 * shape[0] * self.params[operands[1]].size
        elif operator == "nn.batch_matmul":
            kind, options = "MatMul", {}
            shape = (*shape[:2], self.shapes[operands[1]][2])
            self.operations += 2 * math.prod(shape) * self.shapes[operands[0]][2]
        elif operator == "nn.layer_norm":
            kind, options = "LayerNormalization", {"epsilon": attribute("epsilon", 1e-5)}
        elif operator == "reshape":
            kind, options, shape = "Reshape", {}, tuple(attribute("newshape", []))
            self.weights[f"{result}_shape"] = np.array(shape, np.int64)
            operands = [*operands, f"{result}_shape"]
        elif operator == "transpose":
            axes = attribute("axes", [])
            kind, options, shape = "Transpose", {"perm": axes}, tuple(shape[axis] for axis in axes)
        elif operator == "concatenate":
            kind, options = "Concat", {"axis": 1}
            shape = (1, sum(self.shapes[n][1] for n in operands), *shape[2:])
        else:
            kind = {"nn.relu": "Relu", "add": "Add", "nn.bias_add": "Add", "nn.softmax": "Softmax"}.get(operator)
            if not kind:
                raise SystemExit(f"compile_bench.py: no ONNX operator for {operator}")
            options = {}
        self.shapes[result] = shape
        self.nodes.append((kind, operands, result, options))

    @staticmethod
    def pool(shape, kernel, window):
        pads = window["pads"]
        return [(shape[2 + i] + pads[i] + pads[2 + i] - kernel[i]) // window["strides"][i] + 1 for i in (0, 1)]

    def write(self, path):
        import onnx
        from onnx import helper, numpy_helper

        nodes = [helper.make_node(kind, inputs, [result], **options) for kind, inputs, result, options in self.nodes]
        value = lambda name: helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, self.shapes[name])  # noqa: E731
        graph = helper.make_graph(nodes, "network", [value("data")], [value("result")],
                                  [numpy_helper.from_array(a, n) for n, a in self.weights.items()])
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
        onnx.checker.check_model(model)
        onnx.save(model, path)


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
