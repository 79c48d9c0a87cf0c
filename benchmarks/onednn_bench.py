#!/usr/bin/env python3
"""Layers by oneDNN (examples/onednn, libdnnl-dev) beside RelayLite's compiled code.

Each layer, with a constant weight, a bias and a ReLU, is a program of its own. RelayLite compiles it
to a library; for oneDNN, it is a function of the external compiler `onednn` in a program that is
compiled in the same way, so that both have the same calls around them. Both use one thread. In each
round both have their turns; the minimum of the rounds counts. Times are processor time, because
others may use the core at the same time. Results are compared.

Exit code 77 (skipped) without oneDNN.
"""

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

# Before oneDNN is loaded.
os.environ["OMP_NUM_THREADS"] = "1"
os.environ.setdefault("DNNL_VERBOSE", "0")

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [os.environ.get("RELAYLITE_PYTHON_PATH", str(ROOT / "build/python")),
                str(ROOT / "examples/onednn")]

import numpy as np  # noqa: E402
import onednn  # noqa: E402
import relay_lite as tvm  # noqa: E402
from relay_lite import relay  # noqa: E402

# Name, shape of the data, filters or outputs, kernel (0 for a dense layer), stride, groups.
LAYERS = [
    ("conv 3x3, 64 of 56x56", (1, 64, 56, 56), 64, 3, 1, 1),
    ("conv 3x3, 256 of 14x14", (1, 256, 14, 14), 256, 3, 1, 1),
    ("conv 1x1, 256 of 14x14", (1, 256, 14, 14), 512, 1, 1, 1),
    ("conv 7x7 / 2, 3 of 224x224", (1, 3, 224, 224), 64, 7, 2, 1),
    ("depthwise 3x3, 128 of 56x56", (1, 128, 56, 56), 128, 3, 1, 128),
    ("dense 1 x 2048 x 1000", (1, 2048), 1000, 0, 1, 1),
    ("dense 64 x 1024 x 1024", (64, 1024), 1024, 0, 1, 1),
]


def make_module(shape, filters, kernel, stride, groups, compiler):
    """A program of one layer; with a compiler, as an external function."""
    random = np.random.default_rng(0)
    x, data = relay.var("x", shape=shape), relay.var("data", shape=shape)
    weight_shape = (filters, shape[1] // groups, kernel, kernel) if kernel else (filters, shape[1])
    values = [random.standard_normal(weight_shape) / np.sqrt(np.prod(weight_shape[1:])),
              random.standard_normal(filters)]
    constants = [relay.const(value.astype("float32")) for value in values]
    d, w, b = (relay.var(name, shape=one) for name, one in (
        ("d", shape), ("w", weight_shape), ("b", (filters,))))
    if kernel:
        body = relay.nn.conv2d(d, w, strides=(stride, stride), padding=(kernel // 2, kernel // 2),
                               groups=groups, channels=filters, kernel_size=(kernel, kernel))
    else:
        body = relay.nn.dense(d, w, units=filters)
    layer = relay.Function([d, w, b], relay.nn.relu(relay.nn.bias_add(body, b)))
    if compiler:
        layer = layer.with_attr("Composite", "onednn.layer")
        part = relay.Function([data], layer(data, *constants)).with_attr("Primitive", 1) \
            .with_attr("Compiler", compiler).with_attr("global_symbol", "onednn_0")
        return tvm.IRModule.from_expr(relay.Function([x], part(x)))
    return tvm.IRModule.from_expr(relay.Function([x], relay.bind(layer.body, dict(zip(
        [d, w, b], [x, *constants])))))


def load(module, folder, name):
    """The function `main` of a module as compiled code."""
    path = os.path.join(folder, name + ".so")
    with tvm.transform.PassContext(opt_level=3):
        relay.vm.compile(module, "llvm").mod.export_library(path)
    machine = tvm.runtime.vm.VirtualMachine(tvm.runtime.load_module(path), tvm.cpu())
    return lambda value: machine.run(value)


def measure(run, value, count):
    begin = time.process_time()
    for _ in range(count):
        run(value)
    return (time.process_time() - begin) / count * 1000


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--filter", default="", help="only layers whose names have this text")
    arguments = parser.parse_args()
    if not onednn.is_available():
        print("skipped: no oneDNN 2 (libdnnl-dev)")
        return 77
    onednn.register()
    print("| Layer | RelayLite, ms | oneDNN, ms | RelayLite / oneDNN |")
    print("|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for number, (name, *layer) in enumerate(LAYERS):
            if arguments.filter not in name:
                continue
            value = tvm.nd.array(np.random.default_rng(1).standard_normal(layer[0]).astype("float32"))
            runs = [load(make_module(*layer, compiler), folder, f"{compiler or 'ours'}{number}")
                    for compiler in (None, "onednn")]
            ours, theirs = (run(value).numpy() for run in runs)
            np.testing.assert_allclose(ours, theirs, rtol=1e-3, atol=1e-3)
            count = max(1, int(20 / max(measure(runs[0], value, 1), 0.01)))
            times = [min(column) for column in zip(*(
                [measure(run, value, count) for run in runs] for _ in range(arguments.rounds)))]
            print(f"| {name} | {times[0]:.3f} | {times[1]:.3f} | {times[0] / times[1]:.2f} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
