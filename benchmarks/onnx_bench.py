#!/usr/bin/env python3
"""`make bench-onnx`: models of ONNX as modules of Relay.

ResNet-50, ViT-B/16 and an encoder of 20,000 nodes whose shapes are computed at
run time, with random weights, are written to files first. Each is imported in a
process of its own per round. The minimum of the processor times counts, and the
growth of anonymous memory: weights stay in their file. Beside it stands the time
of `onnx.load`.
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from onnx import TensorProto, helper, numpy_helper, save

ROOT = Path(__file__).resolve().parent.parent

PROGRAM = r"""
import sys, time
def measure():
    fields = dict(line.split(":") for line in open("/proc/self/status"))
    return time.process_time(), int(fields["RssAnon"].split()[0]) / 1024
if sys.argv[1] == "onnx.load":
    import onnx
    run = lambda: onnx.load(sys.argv[2])
else:
    import onnx, onnx.numpy_helper
    from relay_lite.relay.frontend import from_onnx
    run = lambda: from_onnx(sys.argv[2])
start, before = measure()
result = run()
end, after = measure()
print(end - start, after - before)
"""


class Model:
    """A graph that grows."""

    def __init__(self, seed=0):
        self.random = np.random.default_rng(seed)
        self.nodes, self.weights = [], []

    def weight(self, *shape):
        name = f"w{len(self.weights)}"
        scale = 1 / np.sqrt(np.prod(shape[1:]) or 1)
        values = self.random.standard_normal(shape, "float32") * np.float32(scale)
        self.weights.append(numpy_helper.from_array(values, name))
        return name

    def integers(self, *values):
        name = f"w{len(self.weights)}"
        self.weights.append(numpy_helper.from_array(np.array(values, "int64"), name))
        return name

    def add(self, op_type, *inputs, count=1, **attributes):
        names = [f"v{len(self.nodes)}_{i}" for i in range(count)]
        self.nodes.append(helper.make_node(op_type, inputs, names, **attributes))
        return names[0] if count == 1 else names

    def save(self, path, shape, output):
        values = [helper.make_tensor_value_info(name, TensorProto.FLOAT, sizes)
                  for name, sizes in (("x", shape), (output, None))]
        graph = helper.make_graph(self.nodes, path.stem, values[:1], values[1:], self.weights)
        save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)]), path)


def make_resnet(path):
    """ResNet-50 of K. He et al., Deep Residual Learning for Image Recognition, 2016."""
    model = Model()

    def conv(x, inner, outer, size, stride=1, relu=True):
        x = model.add("Conv", x, model.weight(outer, inner, size, size), model.weight(outer),
                      strides=[stride] * 2, pads=[size // 2] * 4, kernel_shape=[size] * 2)
        return model.add("Relu", x) if relu else x

    x = model.add("MaxPool", conv("x", 3, 64, 7, 2), kernel_shape=[3, 3], strides=[2, 2],
                  pads=[1, 1, 1, 1])
    inner = 64
    for stage, blocks in enumerate((3, 4, 6, 3)):
        width = 64 << stage
        for block in range(blocks):
            stride = 2 if block == 0 and stage else 1
            y = conv(conv(x, inner, width, 1), width, width, 3, stride)
            y = conv(y, width, 4 * width, 1, relu=False)
            if block == 0:
                x = conv(x, inner, 4 * width, 1, stride, relu=False)
            x, inner = model.add("Relu", model.add("Add", x, y)), 4 * width
    x = model.add("Flatten", model.add("GlobalAveragePool", x))
    x = model.add("Gemm", x, model.weight(1000, 2048), model.weight(1000), transB=1)
    model.save(path, [1, 3, 224, 224], x)


def add_layer(model, x, width, heads, tokens, shapes):
    """A layer of an encoder; with `shapes`, sizes are computed from those of the data."""
    def sizes(y, *last):
        if not shapes:
            return model.integers(1, tokens, *last)
        parts = [model.add("Unsqueeze", model.add("Gather", model.add("Shape", y), model.integers(i)),
                           zero) for i in (0, 1)]
        squeezed = [model.add("Reshape", part, one) for part in parts]
        return model.add("Concat", *squeezed, model.integers(*last), axis=0)

    zero, one = model.integers(0), model.integers(1)

    def linear(y, inner, outer):
        return model.add("Add", model.add("MatMul", y, model.weight(inner, outer)), model.weight(outer))

    def norm(y):
        return model.add("LayerNormalization", y, model.weight(width), model.weight(width), axis=-1)

    def split(y, perm):
        y = model.add("Reshape", y, sizes(y, heads, width // heads))
        return model.add("Transpose", y, perm=perm)

    y = norm(x)
    q, k, v = (linear(y, width, width) for _ in range(3))
    scores = model.add("MatMul", split(q, [0, 2, 1, 3]), split(k, [0, 2, 3, 1]))
    weights = model.add("Softmax", scores, axis=-1)
    y = model.add("Transpose", model.add("MatMul", weights, split(v, [0, 2, 1, 3])), perm=[0, 2, 1, 3])
    x = model.add("Add", x, linear(model.add("Reshape", y, sizes(y, width)), width, width))
    y = linear(norm(x), width, 4 * width)
    half, unit = model.weight(1), model.weight(1)
    y = model.add("Mul", model.add("Mul", y, half), model.add("Add", model.add("Erf", y), unit))
    return model.add("Add", x, linear(y, 4 * width, width))


def make_vit(path):
    """ViT-B/16 of A. Dosovitskiy et al., An Image is Worth 16x16 Words, 2021."""
    model = Model()
    x = model.add("Conv", "x", model.weight(768, 3, 16, 16), model.weight(768), strides=[16, 16],
                  kernel_shape=[16, 16])
    x = model.add("Transpose", model.add("Reshape", x, model.integers(1, 768, 196)), perm=[0, 2, 1])
    x = model.add("Concat", model.weight(1, 1, 768), x, axis=1)
    x = model.add("Add", x, model.weight(1, 197, 768))
    for _ in range(12):
        x = add_layer(model, x, 768, 12, 197, shapes=False)
    x = model.add("LayerNormalization", x, model.weight(768), model.weight(768), axis=-1)
    x = model.add("Gather", x, model.integers(0), axis=1)
    x = model.add("Gemm", model.add("Reshape", x, model.integers(1, 768)), model.weight(768, 1000),
                  model.weight(1000))
    model.save(path, [1, 3, 224, 224], x)


def make_encoder(path, nodes=20_000):
    """An encoder whose batch and length are not known, of that many nodes."""
    model = Model()
    x = "x"
    while len(model.nodes) < nodes:
        x = add_layer(model, x, 32, 4, None, shapes=True)
    model.save(path, ["batch", "length", 32], x)


MODELS = {"resnet50": make_resnet, "vit_b_16": make_vit, "encoder_20000": make_encoder,
          "encoder_1000": lambda path: make_encoder(path, 1000)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, default=ROOT / "build")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", help="measure the models of these names, separated by commas")
    parser.add_argument("--models", type=Path, help="keep the files in this folder")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        folder = arguments.models or Path(folder)
        folder.mkdir(exist_ok=True)
        print("| model | MB | from_onnx, CPU s | anonymous MiB | onnx.load, CPU s | anonymous MiB |\n|---|---|---|---|---|---|")
        for name in arguments.only.split(",") if arguments.only else MODELS:
            path = folder / f"{name}.onnx"
            if not path.exists():
                MODELS[name](path)
            cells = [name, f"{path.stat().st_size / 1e6:.0f}"]
            for what in ("from_onnx", "onnx.load"):
                runs = [[float(text) for text in subprocess.run(
                    [sys.executable, "-c", PROGRAM, what, str(path)], check=True, text=True, stdout=subprocess.PIPE,
                    env={"PYTHONPATH": str(arguments.build / "python")}).stdout.split()]
                    for _ in range(arguments.rounds)]
                cells += [f"{min(run[0] for run in runs):.2f}", f"{min(run[1] for run in runs):.0f}"]
            print("| " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
