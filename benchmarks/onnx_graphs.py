"""The ONNX graphs of networks in Relay text, for peers."""

import math
import re

import numpy as np


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
    """The ONNX graph of Relay text in which each line is one call.

    Attributes
    ----------
    input : tuple of int
        The shape of the input `data`.
    operations : int
        Multiplications and additions of contractions.
    """

    def __init__(self, text, params):
        self.params, self.weights, self.nodes, self.names = params, {}, [], {}
        self.input = tuple(map(int, re.search(r"%data: Tensor\[\(([\d, ]*)\)", text)[1].split(",")))
        self.shapes = {"data": self.input}
        self.operations = 0
        text = re.sub(r"/\*.*?\*/", "", text)
        for line in text.split("{", 1)[1].splitlines():
            if match := re.match(r"\s*(?:%(\d+) = )?(.*?);?\s*$", line):
                self._add(match[1] or "result", match[2].strip())

    def _add(self, result, expression):
        if match := re.match(r"%(\d+)\.0$", expression):
            self.names[result] = self.names.get(match[1], match[1])
            return
        if match := re.match(r"\((%.*)\)$", expression):
            self.names[result] = [self.names.get(n, n) for n in re.findall(r"%(\w+)", match[1])]
            return
        match = re.match(r"([\w.]+)\((.*)\)$", expression)
        if not match:
            return
        operator, self._arguments = match.groups()
        operands = [self.names.get(n, n) for n in re.findall(r"%(\w+)", self._arguments)]
        operands = operands[0] if operands and isinstance(operands[0], list) else operands
        if operator == "nn.dropout":
            self.names[result] = operands[0]
            return
        self.weights.update({n: self.params[n] for n in operands if n in self.params})
        self._shape, self._operands, self._result = self.shapes[operands[0]], operands, result
        kind, options, self.shapes[result] = self._convert(operator)
        self.nodes.append((kind, self._operands, result, options))

    # Operators that change no shape.
    _ELEMENTWISE = {"nn.relu": "Relu", "add": "Add", "nn.softmax": "Softmax", "tanh": "Tanh", "sigmoid": "Sigmoid"}

    def _convert(self, operator):
        """ONNX's operator, its attributes, and the shape of the result."""
        if operator in self._ELEMENTWISE:
            return self._ELEMENTWISE[operator], {}, self._shape
        name = operator.removeprefix("nn.")
        for pattern, convert in self._CONVERTERS.items():
            if re.fullmatch(pattern, name):
                return convert(self)
        raise SystemExit(f"onnx_graphs.py: no ONNX operator for {operator}")

    def _get(self, name, default):
        """The value of an attribute."""
        found = re.search(rf"\b{name}=(\[[^\]]*\]|[^,\s)]+)", self._arguments)
        if not found:
            return default
        if found[1] in ("True", "False"):
            return found[1] == "True"
        numbers = [float(n.rstrip("f")) for n in found[1].strip("[]").split(",")]
        return [int(n) for n in numbers] if found[1][0] == "[" else numbers[0]

    def _get_window(self, kernel):
        """The attributes of a window, and the sizes of images behind it."""
        rank = len(kernel)
        strides, pads = self._get("strides", [1] * rank), self._get("padding", [0] * 2 * rank)
        pads = pads * (2 * rank // len(pads))
        sizes = [(self._shape[2 + i] + pads[i] + pads[rank + i] - kernel[i]) // strides[i] + 1 for i in range(rank)]
        return {"strides": strides, "pads": pads, "kernel_shape": list(kernel)}, sizes

    def _convert_conv(self):
        weight = self.params[self._operands[1]].shape
        options, sizes = self._get_window(weight[2:])
        shape = (self._shape[0], weight[0], *sizes)
        self.operations += 2 * math.prod(shape) * math.prod(weight[1:])
        return "Conv", {**options, "group": int(self._get("groups", 1))}, shape

    def _convert_conv_transpose(self):
        weight = self.params[self._operands[1]].shape
        options, _ = self._get_window(weight[2:])
        more = self._get("output_padding", [0, 0])
        sizes = [(self._shape[2 + i] - 1) * options["strides"][i] + weight[2 + i] + more[i] - options["pads"][i] -
                 options["pads"][2 + i] for i in (0, 1)]
        self.operations += 2 * math.prod(self._shape) * math.prod(weight[1:])
        return "ConvTranspose", {**options, "output_padding": more}, (self._shape[0], weight[1], *sizes)

    def _convert_max_pool(self):
        options, sizes = self._get_window(self._get("pool_size", [1, 1]))
        return "MaxPool", options, (*self._shape[:2], *sizes)

    def _convert_avg_pool(self):
        options, sizes = self._get_window(self._get("pool_size", [1, 1]))
        options["count_include_pad"] = int(self._get("count_include_pad", False))
        return "AveragePool", options, (*self._shape[:2], *sizes)

    def _convert_global_pool(self):
        return "GlobalAveragePool", {}, (*self._shape[:2], *[1] * (len(self._shape) - 2))

    def _convert_batch_norm(self):
        if not self._get("scale", True):
            self.weights[self._operands[1]] = np.ones_like(self.params[self._operands[1]])
        return "BatchNormalization", {"epsilon": self._get("epsilon", 1e-5)}, self._shape

    def _convert_bias_add(self):
        name, axis = self._operands[1], int(self._get("axis", 1)) % len(self._shape)
        bias = self.params[name].reshape(-1, *[1] * (len(self._shape) - 1 - axis))
        self.weights[name] = bias
        return "Add", {}, self._shape

    def _convert_flatten(self):
        return "Flatten", {}, (self._shape[0], math.prod(self._shape[1:]))

    def _convert_dense(self):
        weight = self.params[self._operands[1]]
        self.operations += 2 * self._shape[0] * weight.size
        return "Gemm", {"transB": 1}, (self._shape[0], weight.shape[0])

    def _convert_batch_matmul(self):
        shape = (*self._shape[:2], self.shapes[self._operands[1]][2])
        self.operations += 2 * math.prod(shape) * self._shape[2]
        return "MatMul", {}, shape

    def _convert_layer_norm(self):
        return "LayerNormalization", {"epsilon": self._get("epsilon", 1e-5)}, self._shape

    def _convert_reshape(self):
        shape = self._get("newshape", [])
        known = -math.prod(shape)
        shape = tuple(math.prod(self._shape) // known if size == -1 else size for size in shape)
        name = f"{self._result}_shape"
        self.weights[name] = np.array(shape, np.int64)
        self._operands = [*self._operands, name]
        return "Reshape", {}, shape

    def _convert_transpose(self):
        axes = self._get("axes", [])
        return "Transpose", {"perm": axes}, tuple(self._shape[axis] for axis in axes)

    def _convert_concatenate(self):
        channels = sum(self.shapes[n][1] for n in self._operands)
        return "Concat", {"axis": 1}, (self._shape[0], channels, *self._shape[2:])

    _CONVERTERS = {
        "conv[23]d": _convert_conv, "conv2d_transpose": _convert_conv_transpose, "max_pool2d": _convert_max_pool,
        "avg_pool2d": _convert_avg_pool, "global_avg_pool2d|adaptive_avg_pool3d": _convert_global_pool,
        "batch_norm": _convert_batch_norm, "bias_add": _convert_bias_add, "batch_flatten": _convert_flatten,
        "dense": _convert_dense, "batch_matmul": _convert_batch_matmul, "layer_norm": _convert_layer_norm,
        "reshape": _convert_reshape, "transpose": _convert_transpose, "concatenate": _convert_concatenate}

    def write(self, path):
        """Write the graph to a file."""
        import onnx
        from onnx import helper, numpy_helper

        nodes = [helper.make_node(kind, inputs, [result], **options) for kind, inputs, result, options in self.nodes]
        value = lambda name: helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, self.shapes[name])  # noqa: E731
        graph = helper.make_graph(nodes, "network", [value("data")], [value("result")],
                                  [numpy_helper.from_array(a, n) for n, a in self.weights.items()])
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
        onnx.checker.check_model(model)
        onnx.save(model, path)


class LSTM:
    """The graph of one LSTM of ONNX, with seeded weights; a Graph otherwise."""

    def __init__(self, steps=32, size=256):
        self.input = (steps, 1, size)
        self.operations = 2 * steps * 4 * size * 2 * size
        random = np.random.default_rng(0)
        bound = 1 / math.sqrt(size)
        self.weights = {name: random.uniform(-bound, bound, shape).astype(np.float32) for name, shape in (
            ("w", (1, 4 * size, size)), ("r", (1, 4 * size, size)), ("b", (1, 8 * size)))}

    def make_model(self):
        import onnx
        from onnx import helper, numpy_helper

        size = self.input[2]
        node = helper.make_node("LSTM", ["data", "w", "r", "b"], ["", "result"], hidden_size=size)
        value = lambda name, shape: helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, shape)  # noqa: E731
        graph = helper.make_graph([node], "network", [value("data", self.input)], [value("result", (1, 1, size))],
                                  [numpy_helper.from_array(a, n) for n, a in self.weights.items()])
        return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)

    def write(self, path):
        """Write the graph to a file."""
        import onnx
        onnx.save(self.make_model(), path)
