"""TFLite models that tests make, and their results by TFLite's own interpreter."""

import flatbuffers
import numpy as np
import pytest

tflite = pytest.importorskip("tflite")

TYPES = {"float32": "FLOAT32", "float16": "FLOAT16", "int32": "INT32", "uint8": "UINT8",
         "int64": "INT64", "bool": "BOOL", "int16": "INT16", "int8": "INT8",
         "int4": "INT4", "resource": "RESOURCE"}
# The versions of operators that TFLite's interpreter asks for.
VERSIONS = {"BROADCAST_TO": 2}


class Graph:
    """A graph: tensors, operators, inputs and outputs by number."""

    def __init__(self, writer, name):
        self.writer, self.name = writer, name
        self.tensors, self.operators, self.inputs, self.outputs = [], [], [], []

    def tensor(self, name, shape, dtype="float32", data=None, **fields):
        """Add a tensor, and return its number. `quantization` is (scale, zero point, axis)."""
        buffer = 0
        if data is not None:
            self.writer.buffers.append(np.ascontiguousarray(data).tobytes())
            buffer = len(self.writer.buffers) - 1
        self.tensors.append({"name": name, "shape": shape, "dtype": dtype, "buffer": buffer,
                             **fields})
        return len(self.tensors) - 1

    def input(self, name, shape, dtype="float32", **fields):
        """Add an input."""
        self.inputs.append(self.tensor(name, shape, dtype, **fields))
        return self.inputs[-1]

    def constant(self, data, name=None, **fields):
        """Add a tensor with data."""
        data = np.asarray(data)
        return self.tensor(name or f"constant{len(self.tensors)}", data.shape, str(data.dtype), data,
                           **fields)

    def op(self, name, inputs, outputs=((), "float32"), options=None, **values):
        """Add an operator, and return the numbers of its outputs, or the only one.

        `outputs` is a shape and an element type, or a list of these. `options` is the name of the
        table that has the values.
        """
        many = isinstance(outputs, list)
        numbers = []
        for output in outputs if many else [outputs]:
            shape, dtype, fields = (*output, {})[:3]
            numbers.append(self.tensor(f"{name.lower()}{len(self.tensors)}", shape, dtype, **fields))
        self.operators.append((name, inputs, numbers, options, values))
        return numbers if many else numbers[0]


class Writer:
    """Writes a model."""

    def __init__(self):
        # The first buffer is that of tensors without data.
        self.buffers, self.graphs, self.codes = [b""], [], []
        self.builder = flatbuffers.Builder(1024)

    def graph(self, name="main"):
        """Add a graph."""
        self.graphs.append(Graph(self, name))
        return self.graphs[-1]

    def finish(self):
        """Return the bytes of the model."""
        builder = self.builder
        graphs = self._vector([self._write_graph(graph) for graph in self.graphs])
        codes = self._vector([self._write_code(name) for name in self.codes])
        buffers = []
        for data in self.buffers:
            vector = self._data(data) if data else None
            buffers.append(self._table("Buffer", Data=vector))
        buffers = self._vector(buffers)
        model = self._table("Model", Version=3, OperatorCodes=codes, Subgraphs=graphs,
                            Buffers=buffers)
        builder.Finish(model, b"TFL3")
        return bytes(builder.Output())

    def _data(self, data):
        # TFLite's interpreter asks for data at multiples of 16 bytes.
        builder = self.builder
        builder.StartVector(1, len(data), 16)
        builder.head -= len(data)
        builder.Bytes[builder.Head():builder.Head() + len(data)] = data
        return builder.EndVector()

    def _vector(self, offsets):
        builder = self.builder
        builder.StartVector(4, len(offsets), 4)
        for offset in reversed(offsets):
            builder.PrependUOffsetTRelative(offset)
        return builder.EndVector()

    def _array(self, values, dtype):
        return self.builder.CreateNumpyVector(np.asarray(values, dtype).reshape(-1))

    def _table(self, name, **fields):
        """Write a table; fields that are None are left out."""
        getattr(tflite, f"{name}Start")(self.builder)
        for field, value in fields.items():
            if value is not None:
                getattr(tflite, f"{name}Add{field}")(self.builder, value)
        return getattr(tflite, f"{name}End")(self.builder)

    def _write_code(self, name):
        number = getattr(tflite.BuiltinOperator, name, None)
        if number is None:
            text = self.builder.CreateString(name)
            return self._table("OperatorCode", DeprecatedBuiltinCode=32, BuiltinCode=32,
                               CustomCode=text, Version=1)
        return self._table("OperatorCode", DeprecatedBuiltinCode=min(number, 127),
                           BuiltinCode=number, Version=VERSIONS.get(name, 1))

    def _write_graph(self, graph):
        tensors = self._vector([self._write_tensor(tensor) for tensor in graph.tensors])
        operators = self._vector([self._write_operator(*entry) for entry in graph.operators])
        return self._table("SubGraph", Tensors=tensors, Operators=operators,
                           Inputs=self._array(graph.inputs, "int32"),
                           Outputs=self._array(graph.outputs, "int32"),
                           Name=self.builder.CreateString(graph.name))

    def _write_tensor(self, tensor):
        quantization = sparsity = None
        if tensor.get("quantization"):
            scale, zero_point, axis = (*tensor["quantization"], 0)[:3]
            quantization = self._table("QuantizationParameters", Scale=self._array(scale, "float32"),
                                       ZeroPoint=self._array(zero_point, "int64"),
                                       QuantizedDimension=axis)
        if tensor.get("sparsity"):
            sparsity = self._write_sparsity(*tensor["sparsity"])
        return self._table("Tensor", Name=self.builder.CreateString(tensor["name"]),
                           Shape=self._array(tensor["shape"], "int32"),
                           Type=getattr(tflite.TensorType, TYPES[tensor["dtype"]]),
                           Buffer=tensor["buffer"], Quantization=quantization, Sparsity=sparsity,
                           IsVariable=tensor.get("is_variable", False))

    def _write_sparsity(self, order, blocks, levels):
        """Levels are sizes of dense ones, or segments, indices and the kind of their vectors."""
        tables = []
        for level in levels:
            if isinstance(level, int):
                tables.append(self._table("DimensionMetadata", Format=0, DenseSize=level))
                continue
            segments, indices, kind = (*level, 1)[:3]
            parts = [self._table("Int32Vector", Values=self._array(part, "int32"))
                     for part in (segments, indices)]
            tables.append(self._table("DimensionMetadata", Format=1, ArraySegmentsType=kind,
                                      ArraySegments=parts[0], ArrayIndicesType=kind,
                                      ArrayIndices=parts[1]))
        return self._table("SparsityParameters", TraversalOrder=self._array(order, "int32"),
                           BlockMap=self._array(blocks, "int32") if blocks else None,
                           DimMetadata=self._vector(tables))

    def _write_operator(self, name, inputs, outputs, options, values):
        if name not in self.codes:
            self.codes.append(name)
        custom = values.pop("custom_options", None)
        fields = {"CustomOptions": None if custom is None else self._data(custom)}
        if options:
            made = {}
            for field, value in values.items():
                words = "".join(word[:1].upper() + word[1:] for word in field.split("_"))
                if isinstance(value, (list, tuple)):
                    value = self._array(value, "int32")
                elif isinstance(value, str):
                    value = self.builder.CreateString(value)
                made[words] = value
            table = self._table(options, **made)
            fields.update(BuiltinOptionsType=getattr(tflite.BuiltinOptions, options),
                          BuiltinOptions=table)
        return self._table("Operator", OpcodeIndex=self.codes.index(name),
                           Inputs=self._array(inputs, "int32"),
                           Outputs=self._array(outputs, "int32"), **fields)


def model(build):
    """The bytes of a model of one graph: `build` takes it and returns the numbers of its outputs,
    or the only one."""
    writer = Writer()
    graph = writer.graph()
    outputs = build(graph)
    graph.outputs = outputs if isinstance(outputs, list) else [outputs]
    return writer.finish()


def run(mod, params, *arrays):
    """The results of main as a list of arrays."""
    from relay_lite import relay

    rest = iter(arrays)
    values = [params[param.name_hint] if param.name_hint in params else next(rest)
              for param in mod["main"].params]
    result = relay.create_executor(mod=mod).evaluate()(*values)
    return [result.numpy()] if hasattr(result, "numpy") else [array.numpy() for array in result]


def interpret(data, *arrays):
    """The results of TFLite's interpreter."""
    interpreter = pytest.importorskip("ai_edge_litert.interpreter").Interpreter(
        model_content=data, experimental_op_resolver_type=_get_resolver())
    interpreter.allocate_tensors()
    for detail, array in zip(interpreter.get_input_details(), arrays):
        interpreter.set_tensor(detail["index"], array)
    interpreter.invoke()
    return [interpreter.get_tensor(detail["index"]) for detail in interpreter.get_output_details()]


def _get_resolver():
    """Kernels that compute as documented, without the delegates of processors."""
    from ai_edge_litert.interpreter import OpResolverType

    return OpResolverType.BUILTIN_WITHOUT_DEFAULT_DELEGATES


def check(data, *arrays, tolerance=1e-5):
    """Compare the results of a model here with those of TFLite's interpreter."""
    from relay_lite.relay.frontend import from_tflite

    mod, params = from_tflite(data)
    results, expected = run(mod, params, *arrays), interpret(data, *arrays)
    assert len(results) == len(expected)
    for result, wanted in zip(results, expected):
        assert result.shape == wanted.shape and result.dtype == wanted.dtype
        np.testing.assert_allclose(result, wanted, rtol=tolerance, atol=tolerance)
    return mod


def check_near(data, *arrays, share=0.1):
    """Compare integers with those of TFLite's interpreter: they may differ by one, and a share of
    them does. TFLite's kernels round in other places."""
    from relay_lite.relay.frontend import from_tflite

    mod, params = from_tflite(data)
    results, expected = run(mod, params, *arrays), interpret(data, *arrays)
    assert len(results) == len(expected)
    for result, wanted in zip(results, expected):
        assert result.shape == wanted.shape and result.dtype == wanted.dtype
        difference = np.abs(result.astype(int) - wanted.astype(int))
        assert difference.max() <= 1 and (difference != 0).mean() <= share
        # A test with results that are all limits would show nothing.
        assert len(np.unique(wanted)) > 5
    return mod


def floats(*shape, seed=0):
    """Normally distributed numbers."""
    return np.random.RandomState(seed).randn(*shape).astype("float32")
