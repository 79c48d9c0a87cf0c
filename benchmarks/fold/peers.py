"""Runs one case of the benchmark with one peer, in a process of its own.

    peers.py PEER CASE

prints the seconds of wall time and of CPU time that folding took. Peers: numpy, onnxruntime, openvino, tvm. The figures are for the
folding alone for numpy, OpenVINO and TVM, and for the whole creation of a
session for onnxruntime, which folds nowhere else.
"""

import json
import re
import sys
import time

from all_cases import CASES


def measured(work):
    wall, cpu = time.perf_counter(), time.process_time()
    work()
    return {"wall": time.perf_counter() - wall, "cpu": time.process_time() - cpu}


def run_numpy(case):
    arrays = case.arrays()
    return measured(lambda: case.numpy(arrays))


def onnx_model(case):
    """The case as an ONNX model, the arrays as initializers."""
    import onnx
    from onnx import numpy_helper, parser

    arrays = case.arrays()
    shape, dtype = re.fullmatch(r"(?:Tensor\[\((.*)\), )?(\w+)\]?", case.result).groups()
    element = {"float32": "float", "float64": "double", "int64": "int64"}[dtype]
    kind = f"{element}[{shape}]" if shape else element
    model = parser.parse_model(
        '<ir_version: 8, opset_import: ["" : 17]>\n'
        f"main ({kind} x) => ({kind} y) {{\n{case.onnx}  y = Add(x, result)\n}}\n")
    model.graph.initializer.extend(numpy_helper.from_array(a, n) for n, a in arrays.items())
    onnx.checker.check_model(model)
    return model.SerializeToString()


def run_onnxruntime(case):
    import onnxruntime

    model = onnx_model(case)
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_BASIC
    options.intra_op_num_threads = 1
    options.log_severity_level = 3
    return measured(lambda: onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"]))


def run_openvino(case):
    import openvino
    from openvino import passes

    model = openvino.Core().read_model(onnx_model(case))
    manager = passes.Manager()
    manager.register_pass(passes.ConstantFolding())
    times = measured(lambda: manager.run_passes(model))
    left = {op.get_type_name() for op in model.get_ops()} - {"Add", "Constant", "Convert", "Parameter", "Result"}
    if left:
        raise RuntimeError(f"does not fold {', '.join(sorted(left))}")
    return times


def run_tvm(case):
    import numpy as np
    import tvm
    from tvm import relay

    module = tvm.parser.fromtext(case.relay())
    arrays = {name: tvm.nd.array(np.asarray(array)) for name, array in case.arrays().items()}
    module["main"] = relay.build_module.bind_params_by_name(module["main"], arrays)
    module = relay.transform.InferType()(module)
    with tvm.target.Target("llvm -mtriple=x86_64-linux-gnu"), tvm.transform.PassContext(opt_level=3):
        return measured(lambda: relay.transform.FoldConstant()(module))


def main():
    peer, name = sys.argv[1:]
    case = CASES[name]()
    source = {"numpy": case.numpy, "onnxruntime": case.onnx, "openvino": case.onnx}
    if source.get(peer, case) is None:
        return
    print(json.dumps(globals()[f"run_{peer}"](case)))


if __name__ == "__main__":
    main()
