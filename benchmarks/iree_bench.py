#!/usr/bin/env python3
"""Networks in IREE, by way of RelayLite and by way of ONNX, in the same run.

    iree_bench.py --build build [--only REGEX] [--image 224] [--rounds 5]

Each network of examples/networks is written as Relay text and as an ONNX file with
the same weights. The text goes through relay-to-linalg-pipeline, as it is and after
relay-optimize; the file goes through iree-import-onnx. iree-compile gets the same
options for all. Shown is the processor time of one run on one thread: the minimum
of the rounds, in which the contestants take turns. Results may differ by 1e-3 of
the largest one.

It needs the packages iree-base-compiler, iree-base-runtime and onnx in the Python
that runs it.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
sys.path[:0] = [str(ROOT / "utils/checks"), str(ROOT / "examples/networks")]
import networks  # noqa: E402

TOLERANCE = 1e-3
OPSET = 17
# How RelayLite prepares a network before the way out.
PREPARATIONS = {"RelayLite": "", "RelayLite, optimized": "relay-optimize{opt-level=3},"}
PEER = "iree-import-onnx"


class OnnxNetwork(networks.Network):
    """Makes the nodes of ONNX in place of lines of Relay text."""

    def __init__(self, input_shape):
        super().__init__(input_shape)
        self.input = ("data", self.input[1])
        self.nodes = []

    def node(self, operator, operands, shape, **attributes):
        name = f"v{len(self.nodes)}"
        self.nodes.append(helper.make_node(operator, operands, [name], **attributes))
        return name, shape

    def parameter(self, name, shape, low, high):
        return super().parameter(name, shape, low, high).removeprefix("%")

    def emit(self, expression, shape):
        """A line of Relay as a node; `expression` is a call, its tuple's field or a tuple."""
        call = re.fullmatch(r"(?:nn\.)?(\w+)\((.*)\)", expression)
        if not call:
            # The first result of a batch_norm, or the fields of a tuple.
            return expression.removesuffix(".0"), shape
        operator, rest = call.groups()
        lists = dict(re.findall(r"(\w+)=\[([\d, ]+)\]", rest))
        integers = {name: [int(i) for i in values.split(",")] for name, values in lists.items()}
        operands = re.findall(r"(?:^|[ (])([a-z]\w*)(?=[,)]|$)", rest)
        return self.translate(operator, operands, integers, shape)

    def translate(self, operator, operands, integers, shape):
        window = {}
        if "padding" in integers:
            window["pads"] = integers["padding"]
            window["strides"] = integers.get("strides", [1, 1])
        if operator == "conv2d":
            return self.node("Conv", operands, shape, kernel_shape=integers["kernel_size"], **window)
        if operator == "batch_norm":
            return self.node("BatchNormalization", operands, shape, epsilon=1e-5)
        if operator == "max_pool2d":
            return self.node("MaxPool", operands, shape, kernel_shape=integers["pool_size"], **window)
        if operator == "avg_pool2d":
            return self.node("AveragePool", operands, shape, kernel_shape=integers["pool_size"],
                             **window)
        if operator == "dense":
            return self.node("Gemm", operands, shape, transB=1)
        if operator == "concatenate":
            return self.node("Concat", operands, shape, axis=1)
        same = {"relu": "Relu", "add": "Add", "bias_add": "Add", "softmax": "Softmax",
                "batch_flatten": "Flatten", "global_avg_pool2d": "GlobalAveragePool"}
        return self.node(same[operator], operands, shape)

    def save(self, path, weights):
        def info(name, shape):
            return helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)

        last = self.nodes[-1].output[0]
        shape = (self.input[1][0], self.parameters["classifier_bias"][0][0])
        graph = helper.make_graph(
            self.nodes, "main", [info(*self.input)], [info(last, shape)],
            [numpy_helper.from_array(array, name) for name, array in weights.items()])
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)])
        model.ir_version = 8
        onnx.checker.check_model(model)
        onnx.save(model, path)


def run(*command, **options):
    result = subprocess.run([str(c) for c in command], capture_output=True, text=True, **options)
    if result.returncode:
        sys.exit(f"{command[0]}: {result.stderr.strip()[:1000]}")
    return result.stdout


def write_onnx(name, image, path):
    """The network as an ONNX file, by the rules that make it Relay text."""
    usual, networks.Network = networks.Network, OnnxNetwork
    try:
        network = networks.NETWORKS[name](image)
    finally:
        networks.Network = usual
    weights = {n: networks.tensor(n, *bounds, 0) for n, bounds in network.parameters.items()}
    network.save(path, weights)


def modules(build, iree, name, image, folder):
    """The network as input of iree-compile, by contestant."""
    networks.write(name, folder, image=image)
    opt, translate = build / "bin/relay-lite-opt", build / "bin/relay-lite-translate"
    run(translate, "--import-relay", folder / f"{name}.relay", "-o", folder / "relay.mlir")
    paths = {}
    for number, (contestant, preparation) in enumerate(PREPARATIONS.items()):
        paths[contestant] = folder / f"relay{number}.mlirbc"
        run(opt, folder / "relay.mlir", "--emit-bytecode", "--emit-bytecode-version=4",
            "--pass-pipeline=builtin.module(relay-bind-params{file="
            f"{folder / name}.params}},{preparation}relay-to-linalg-pipeline)",
            "-o", paths[contestant])
    write_onnx(name, image, folder / f"{name}.onnx")
    paths[PEER] = folder / "onnx.mlir"
    run(iree / "iree-import-onnx", folder / f"{name}.onnx", "-o", paths[PEER])
    return paths


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, default=ROOT / "build", help="build folder")
    parser.add_argument("--only", metavar="REGEX", default="^resnet-18$", help="networks to run")
    parser.add_argument("--image", type=int, default=224, help="height and width of the input")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="where to keep all files")
    arguments = parser.parse_args()
    iree, build = Path(sys.executable).parent, arguments.build.resolve()
    for name in filter(re.compile(arguments.only).search, networks.NETWORKS):
        with tempfile.TemporaryDirectory() as temporary:
            folder = arguments.keep or Path(temporary)
            folder.mkdir(parents=True, exist_ok=True)
            measure(name, modules(build, iree, name, arguments.image, folder), iree,
                    folder, arguments.rounds)


def measure(name, paths, iree, folder, rounds):
    with np.load(folder / f"{name}.inputs.npz") as inputs:
        np.save(folder / "data.npy", inputs["data"])
    times, results = {contestant: [] for contestant in paths}, {}
    functions = {}
    for contestant, path in paths.items():
        code = path.with_suffix(".vmfb")
        run(iree / "iree-compile", path, "--iree-hal-target-backends=llvm-cpu",
            "--iree-llvmcpu-target-cpu=host", "-o", code)
        functions[contestant] = [f"--module={code}", "--device=local-sync",
                                 f"--input=@{folder / 'data.npy'}",
                                 "--function=main"]
        run(iree / "iree-run-module", *functions[contestant],
            f"--output=@{path.with_suffix('.npy')}")
        results[contestant] = np.load(path.with_suffix(".npy"))
    for _ in range(rounds):
        for contestant, options in functions.items():
            report = json.loads(run(iree / "iree-benchmark-module", *options,
                                    "--benchmark_format=json", "--benchmark_min_time=0.5s"))
            times[contestant].append(report["benchmarks"][0]["cpu_time"])
    peer = results[PEER]
    for contestant, values in times.items():
        difference = np.abs(results[contestant] - peer).max() / np.abs(peer).max()
        if not difference <= TOLERANCE:
            sys.exit(f"{name}, {contestant}: the result differs by {difference:.2g}")
        print(f"{name}, {contestant}: {min(values):.1f} ms, "
              f"{min(values) / min(times[PEER]):.2f} times {PEER}", flush=True)


if __name__ == "__main__":
    main()
