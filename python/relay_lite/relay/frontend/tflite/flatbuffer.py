"""TFLite's files: flatbuffers, read by the package tflite into plain objects.

A file is data from anywhere. All offsets and numbers are checked here, or by the package, whose
errors become one error that says what of the model was read. The data of weights stay where they
are.
"""

from __future__ import annotations

import math
import os
import struct
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ....error import ArgumentError
from ..inputs import map_file
from ..node import ConversionError
from .sparse import densify

# The element types that Relay has, by TFLite's name.
DTYPES = {"FLOAT32": "float32", "FLOAT16": "float16", "INT32": "int32", "UINT8": "uint8",
          "INT64": "int64", "BOOL": "bool", "INT16": "int16", "INT8": "int8",
          "FLOAT64": "float64", "UINT64": "uint64", "UINT32": "uint32", "UINT16": "uint16",
          "BFLOAT16": "bfloat16"}
_IDENTIFIER, _VERSION = b"TFL3", 3
# The errors that invalid data causes in the packages tflite and flatbuffers, and in converters.
DAMAGES = (struct.error, IndexError, ValueError, TypeError, OverflowError, AttributeError,
           MemoryError, KeyError, AssertionError)


def import_tflite() -> Any:
    """Return the package tflite; an ImportError that says how to install it if it is missing."""
    try:
        import tflite
    except ImportError as error:
        raise ImportError("reading TFLite models needs the package tflite: "
                          "pip install relay-lite[tflite]") from error
    return tflite


@dataclass
class Quantization:
    """The numbers that integers of a tensor stand for: scale * (integer - zero_point).

    Attributes
    ----------
    scale : array of float32
        One number, or one for each slice along `axis`.
    zero_point : array of int64
        As many.
    axis : int
    """

    scale: Any
    zero_point: Any
    axis: int = 0

    def equals(self, other: Quantization | None) -> bool:
        """Return whether integers of both stand for the same numbers."""
        return other is not None and self.scale.shape == other.scale.shape and \
            bool((self.scale == other.scale).all() and (self.zero_point == other.zero_point).all())


@dataclass
class Tensor:
    """A tensor of a graph.

    Attributes
    ----------
    index : int
    name : str
    shape : list of int
        The sizes that the file has.
    kind : str
        TFLite's name of the element type.
    buffer : int
        The number of the buffer with its data; that of an empty one for a tensor that is computed.
    sparsity : tflite.SparsityParameters or None
    """

    index: int
    name: str
    shape: list[int]
    kind: str
    buffer: int
    quantization: Quantization | None = None
    is_variable: bool = False
    sparsity: Any = None


@dataclass
class Operator:
    """An operator of a graph.

    Attributes
    ----------
    name : str
        TFLite's name, or that of a custom operator.
    inputs, outputs : list of int
        Numbers of tensors; -1 for an input that is left out.
    options : object or None
        A table of the package tflite.
    proto : tflite.Operator
    """

    index: int
    name: str
    inputs: list[int]
    outputs: list[int]
    options: Any
    proto: Any


@dataclass
class Graph:
    """A graph of a model: the first one is the model's own."""

    index: int
    name: str
    proto: Any
    tensors: list[Tensor] = field(default_factory=list)
    operators: list[Operator] = field(default_factory=list)
    inputs: list[int] = field(default_factory=list)
    outputs: list[int] = field(default_factory=list)


class Model:
    """A model.

    Parameters
    ----------
    proto : tflite.Model
    source : str
        The name of the file, for messages.
    """

    def __init__(self, proto: Any, source: str) -> None:
        self.proto = proto
        self.source = source
        self.data = proto._tab.Bytes
        # Each table and each number takes a byte of the file at least. A file in which few bytes
        # are many tables is not a model.
        self._budget = len(self.data)
        self._names = _read_names()
        with self.reading("the model"):
            if proto.Version() != _VERSION:
                raise ConversionError(f"{source}: expected a TFLite model of version {_VERSION}, "
                                      f"but got one of version {proto.Version()}")
            self.codes = [self._read_code(proto.OperatorCodes(i))
                          for i in self._count(proto.OperatorCodesLength())]
            self.num_buffers = len(self._count(proto.BuffersLength()))
            count = proto.SubgraphsLength()
        if not count:
            raise ConversionError(f"{source} is not a TFLite model: it has no graph")
        self.graphs = [self._read_graph(i) for i in self._count(count)]

    @contextmanager
    def reading(self, what: str) -> Iterator[None]:
        """Make errors of the packages that read the file errors that name the file."""
        try:
            yield
        except ConversionError:
            raise
        except DAMAGES as error:
            raise ConversionError(f"{self.source} is not a TFLite model: {what} is cut off or "
                                  f"invalid: {error}") from error

    def _count(self, count: int) -> range:
        """Return the numbers below a count of things that take at least a byte each."""
        self._budget -= count
        if self._budget < 0:
            raise ConversionError(f"{self.source} is not a TFLite model: it has more parts than "
                                  "bytes")
        return range(count)

    def _read_name(self, name: bytes | None) -> str:
        """Return a name. Its bytes count, so that many names cannot share one long text."""
        self._count(len(name or b""))
        return (name or b"").decode(errors="replace")

    def _read_list(self, read: Callable[[], Any]) -> list[int]:
        """Return the numbers of a vector; an empty list if it is absent."""
        values = np.asarray(read())
        # The package returns 0 for a vector that is absent.
        if values.ndim != 1:
            return []
        self._count(len(values))
        return [int(value) for value in values]

    def _read_code(self, code: Any) -> str:
        # Old files have the number in a field of 8 bits.
        number = max(code.DeprecatedBuiltinCode(), code.BuiltinCode())
        name = self._names["operators"].get(number, f"operator number {number}")
        if name == "CUSTOM":
            name = self._read_name(code.CustomCode()) or name
        if not name.isprintable():
            raise ValueError(f"an operator has the name {name!r}")
        return name

    def _read_graph(self, i: int) -> Graph:
        with self.reading(f"graph {i}"):
            proto = self.proto.Subgraphs(i)
            graph = Graph(i, self._read_name(proto.Name()) or f"graph {i}", proto)
            tensors, operators = proto.TensorsLength(), proto.OperatorsLength()
        for k in self._count(tensors):
            with self.reading(f"tensor {k} of graph {i}"):
                graph.tensors.append(self._read_tensor(k, proto.Tensors(k)))
        for k in self._count(operators):
            with self.reading(f"operator {k} of graph {i}"):
                graph.operators.append(self._read_operator(k, proto.Operators(k), tensors))
        with self.reading(f"the inputs and outputs of graph {i}"):
            graph.inputs = self._read_indices(proto.InputsAsNumpy, tensors)
            graph.outputs = self._read_indices(proto.OutputsAsNumpy, tensors)
        return graph

    def _read_indices(self, read: Callable[[], Any], count: int, least: int = 0) -> list[int]:
        """Return numbers of tensors."""
        indices = self._read_list(read)
        for index in indices:
            if not least <= index < count:
                raise ValueError(f"there is no tensor {index}")
        return indices

    def _read_tensor(self, index: int, proto: Any) -> Tensor:
        name = self._read_name(proto.Name()) or f"tensor_{index}"
        shape = self._read_list(proto.ShapeAsNumpy)
        if any(size < 0 for size in shape):
            raise ValueError(f"the shape {shape} of {name!r} has a negative size")
        if proto.Buffer() >= max(self.num_buffers, 1):
            raise ValueError(f"there is no buffer {proto.Buffer()}")
        kind = self._names["types"].get(proto.Type(), f"type number {proto.Type()}")
        return Tensor(index, name, shape, kind, proto.Buffer(),
                      self._read_quantization(proto.Quantization()), bool(proto.IsVariable()),
                      proto.Sparsity())

    def _read_quantization(self, proto: Any) -> Quantization | None:
        if proto is None or not proto.ScaleLength():
            return None
        scale = np.array(proto.ScaleAsNumpy(), "float32")
        zero_point = np.array(proto.ZeroPointAsNumpy(), "int64") if proto.ZeroPointLength() else \
            np.zeros(scale.shape, "int64")
        self._count(scale.size + zero_point.size)
        if zero_point.size == 1:
            zero_point = np.broadcast_to(zero_point, scale.shape)
        if zero_point.shape != scale.shape:
            raise ValueError(f"there are {scale.size} scales, but {zero_point.size} zero points")
        return Quantization(scale, zero_point, proto.QuantizedDimension())

    def _read_operator(self, index: int, proto: Any, tensors: int) -> Operator:
        if proto.OpcodeIndex() >= len(self.codes):
            raise ValueError(f"there is no operator code {proto.OpcodeIndex()}")
        return Operator(index, self.codes[proto.OpcodeIndex()],
                        self._read_indices(proto.InputsAsNumpy, tensors, -1),
                        self._read_indices(proto.OutputsAsNumpy, tensors),
                        self._read_options(proto), proto)

    def _read_options(self, proto: Any) -> Any:
        """Return the table of an operator's options, or None."""
        kinds, kind, table = self._names["options"], proto.BuiltinOptionsType(), \
            proto.BuiltinOptions()
        if not kind:
            kinds, kind, table = self._names["options2"], proto.BuiltinOptions2Type(), \
                proto.BuiltinOptions2()
        if not kind or table is None:
            return None
        made = getattr(import_tflite(), kinds[kind])()
        made.Init(table.Bytes, table.Pos)
        return made

    # Data

    def find_data(self, buffer: int) -> Any:
        """Return the bytes of a buffer as an array of uint8; None if it has none."""
        if not self.num_buffers:
            return None
        proto = self.proto.Buffers(buffer)
        if proto.DataLength():
            return proto.DataAsNumpy()
        # Files of more than 2 GiB have their data behind the flatbuffer.
        offset, size = proto.Offset(), proto.Size()
        if offset <= 1 or not size:
            return None
        if offset + size > len(self.data):
            raise ValueError(f"buffer {buffer} has bytes {offset} to {offset + size} of a file of "
                             f"{len(self.data)} bytes")
        return np.frombuffer(self.data, np.uint8, size, offset)

    def read_tensor(self, graph: Graph, tensor: Tensor) -> Any:
        """Return the elements of a tensor as an array that shares the file's memory; None if it
        has no data.

        Raises
        ------
        ConversionError
            If Relay has no such elements, or the data do not fit the shape.
        """
        what = f"the data of tensor {tensor.name!r} of graph {graph.index}"
        with self.reading(what):
            data = self.find_data(tensor.buffer)
            if data is None:
                return None
            if tensor.kind == "INT4" and tensor.sparsity is None:
                return _unpack(data, tensor.shape)
            dtype = self.get_dtype(tensor)
            if dtype == "bfloat16":
                import ml_dtypes

                dtype = ml_dtypes.bfloat16
            itemsize = np.dtype(dtype).itemsize
            size = math.prod(tensor.shape) * itemsize
            if tensor.sparsity is not None:
                if len(data) % itemsize:
                    raise ValueError(f"{len(data)} bytes are no whole elements of {tensor.kind}")
                return densify(data.view(dtype), tensor.shape, tensor.sparsity)
            if len(data) != size:
                raise ConversionError(f"{self.source}: {what} are {len(data)} bytes, but its shape "
                                      f"{tensor.shape} takes {size}")
            return data.view(dtype).reshape(tensor.shape)

    def get_dtype(self, tensor: Tensor) -> str:
        """Return Relay's element type; a ConversionError if Relay has none."""
        if tensor.kind not in DTYPES:
            raise ConversionError(f"{self.source}: tensor {tensor.name!r} has the element type "
                                  f"{tensor.kind.lower()}, which Relay has not")
        return DTYPES[tensor.kind]


def _unpack(data: Any, shape: list[int]) -> Any:
    """Return integers of 4 bits, of which a byte has two, the first one in its lower bits, as an array of
    int8."""
    count = math.prod(shape)
    if len(data) != (count + 1) // 2:
        raise ValueError(f"{len(data)} bytes do not have {count} integers of 4 bits")
    signed = data.view("int8")
    # A shift to the right keeps the sign.
    pairs = np.stack([signed << 4 >> 4, signed >> 4], -1)
    return pairs.reshape(-1)[:count].reshape(shape)


_NAMES: dict[str, dict[int, str]] = {}


def _read_names() -> dict[str, dict[int, str]]:
    """Return the names of numbers: of operators, element types and tables of options."""
    if not _NAMES:
        tflite = import_tflite()
        for key, kind in (("operators", tflite.BuiltinOperator), ("types", tflite.TensorType),
                          ("options", tflite.BuiltinOptions),
                          ("options2", tflite.BuiltinOptions2),
                          ("activations", tflite.ActivationFunctionType)):
            _NAMES[key] = {number: name for name, number in vars(kind).items()
                           if isinstance(number, int)}
    return _NAMES


def name_activation(number: int) -> str:
    """Return the name of a fused activation."""
    return _read_names()["activations"].get(number, f"number {number}")


def load_model(model: Any) -> Model:
    """Return a model: of a tflite.Model, of bytes, or of a file, which is mapped."""
    tflite = import_tflite()
    if isinstance(model, tflite.Model):
        return Model(model, "the model")
    if isinstance(model, (bytes, bytearray, memoryview)):
        return _open(bytes(model), "the model")
    if not isinstance(model, (str, os.PathLike)):
        raise ArgumentError("expected a tflite.Model, the bytes of one or a path, but got "
                            f"{type(model).__name__}")
    path = os.fspath(model)
    return _open(map_file(path, "a TFLite model"), path)


def _open(data: Any, source: str) -> Model:
    if data[4:8] != _IDENTIFIER:
        raise ConversionError(f"{source} is not a TFLite model: expected TFL3 at byte 4, but found "
                              f"{bytes(data[4:8])!r}")
    try:
        proto = import_tflite().Model.GetRootAs(data, 0)
    except DAMAGES as error:
        raise ConversionError(f"{source} is not a TFLite model: {error}") from error
    return Model(proto, source)
