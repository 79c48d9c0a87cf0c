"""Tensors and attributes of ONNX files."""

from __future__ import annotations

import math
import mmap
import os
import warnings
from typing import Any

import numpy as np

from ....error import ArgumentError
from ....ir.container import Any as AnySize
from .. import common
from . import wire
from .registry import ConversionError

# The element types that Relay has, by ONNX's name.
DTYPES = {"FLOAT": "float32", "UINT8": "uint8", "INT8": "int8", "UINT16": "uint16",
          "INT16": "int16", "INT32": "int32", "INT64": "int64", "BOOL": "bool",
          "FLOAT16": "float16", "DOUBLE": "float64", "UINT32": "uint32", "UINT64": "uint64",
          "BFLOAT16": "bfloat16"}
# The most elements of a sparse tensor that is written out.
_MOST_SPARSE = 1 << 28


def get_dtype(number: int, what: str = "a value") -> str:
    """Return Relay's name of an element type of ONNX; a ConversionError if Relay has none."""
    import onnx

    try:
        name = onnx.TensorProto.DataType.Name(number)
    except ValueError:
        raise ConversionError(f"{what} has the unknown element type {number}") from None
    if name not in DTYPES:
        raise ConversionError(f"{what} has the element type {name.lower()}, which Relay has not")
    return DTYPES[name]


def is_supported(number: int) -> bool:
    """Return whether Relay has an element type of ONNX."""
    import onnx

    data_type = onnx.TensorProto.DataType
    return number in data_type.values() and data_type.Name(number) in DTYPES


class Files:
    """The files of a model: its own, and those of external data. They are mapped, not read.

    Parameters
    ----------
    folder : str
        The folder of the files of external data.
    own : mmap or None
        The model's own file.
    """

    def __init__(self, folder: str = "", own: mmap.mmap | None = None) -> None:
        self.folder = folder
        self._maps = {} if own is None else {wire.OWN_FILE: own}

    def open(self, location: str) -> mmap.mmap:
        """Return the map of a file; a ConversionError if it is outside the folder, or cannot be
        read."""
        if location not in self._maps:
            self._maps[location] = map_file(self._find(location))
        return self._maps[location]

    def _find(self, location: str) -> str:
        """Return the path of a file of external data."""
        what = f"the file of external data {location!r}"
        if not location or "\0" in location:
            raise ConversionError(f"{what} has no valid name")
        folder = os.path.realpath(self.folder or ".")
        path = os.path.realpath(os.path.join(folder, location))
        if os.path.isabs(location) or os.path.commonpath([folder, path]) != folder:
            raise ConversionError(f"{what} is outside the folder of the model")
        if not os.path.isfile(path):
            raise ConversionError(f"{what} is not there: expected it as {path}")
        return path


def map_file(path: str) -> mmap.mmap:
    """Return the map of a file; a ConversionError if it cannot be read or is empty."""
    try:
        with open(path, "rb") as file:
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except OSError as error:
        raise ConversionError(f"cannot read {path}: {error.strerror or error}") from error
    except ValueError as error:
        raise ConversionError(f"{path} is not an ONNX model: it is empty") from error


def read_tensor(tensor: Any, files: Files) -> Any:
    """Return the elements of a TensorProto as an array of NumPy's. Data of files stays there.

    Raises
    ------
    ConversionError
        If Relay has no such elements, or the data does not fit the shape.
    """
    import onnx

    what = f"the tensor {tensor.name!r}"
    dtype = _get_numpy_dtype(get_dtype(tensor.data_type, what))
    shape = tuple(tensor.dims)
    if any(size < 0 for size in shape):
        raise ConversionError(f"{what} has a negative size: {shape}")
    count = math.prod(shape)
    if tensor.data_location == onnx.TensorProto.EXTERNAL:
        data, offset = _find_external(tensor, files, count * dtype.itemsize, what)
    elif tensor.HasField("raw_data"):
        data, offset = tensor.raw_data, 0
        if len(data) != count * dtype.itemsize:
            raise ConversionError(f"{what} has the shape {shape}, which takes "
                                  f"{count * dtype.itemsize} bytes, but there are {len(data)}")
    else:
        return _read_lists(tensor, shape, what)
    try:
        if not count:
            return np.zeros(shape, dtype)
        return np.frombuffer(data, dtype, count, offset).reshape(shape)
    except ValueError as error:
        raise ConversionError(f"{what} has the invalid shape {shape}: {error}") from None


def _get_numpy_dtype(name: str) -> Any:
    if name == "bfloat16":
        import ml_dtypes

        return np.dtype(ml_dtypes.bfloat16)
    return np.dtype(name)


def _find_external(tensor: Any, files: Files, size: int, what: str) -> tuple[mmap.mmap, int]:
    """Return the file of external data, and where in it those of a tensor begin."""
    facts = {entry.key: entry.value for entry in tensor.external_data}
    try:
        offset = int(facts.get("offset") or 0)
        length = int(facts.get("length") or size)
    except ValueError:
        raise ConversionError(f"{what} has an invalid place of external data: {facts}") from None
    if length != size:
        raise ConversionError(f"{what} has a shape that takes {size} bytes, but {length} bytes of "
                              "external data")
    try:
        data = files.open(facts.get("location", ""))
    except ConversionError as error:
        raise ConversionError(f"{what}: {error}") from error
    if offset < 0 or offset + size > len(data):
        raise ConversionError(f"{what} has its data at bytes {offset} to {offset + size} of a file "
                              f"of {len(data)} bytes")
    return data, offset


def _read_lists(tensor: Any, shape: tuple[int, ...], what: str) -> Any:
    """Return the elements of a tensor whose data are numbers of the message."""
    import onnx.numpy_helper

    try:
        return onnx.numpy_helper.to_array(tensor)
    except (ValueError, TypeError, OSError) as error:
        raise ConversionError(f"{what} has data that does not fit its shape {shape}") from error


def read_sparse(sparse: Any, files: Files) -> Any:
    """Return the elements of a SparseTensorProto as an array of NumPy's."""
    values, indices = read_tensor(sparse.values, files), read_tensor(sparse.indices, files)
    what = f"the sparse tensor {sparse.values.name!r}"
    if math.prod(sparse.dims) > _MOST_SPARSE:
        raise ConversionError(f"{what} has more than {_MOST_SPARSE} elements")
    try:
        result = np.zeros(tuple(sparse.dims), values.dtype)
        places = indices if indices.ndim == 1 else np.ravel_multi_index(
            tuple(indices.T), result.shape)
        result.reshape(-1)[places] = values
    except (ValueError, IndexError) as error:
        raise ConversionError(f"{what} is invalid: {error}") from error
    return result


def read_attribute(attribute: Any, files: Files) -> Any:
    """Return the value of an AttributeProto: numbers, lists, texts, arrays for tensors, and
    GraphProto and TypeProto as they are."""
    import onnx

    kinds = onnx.AttributeProto
    kind = attribute.type
    if kind in (kinds.FLOAT, kinds.INT):
        return attribute.f if kind == kinds.FLOAT else attribute.i
    if kind == kinds.STRING:
        return _decode(attribute.s)
    if kind in (kinds.FLOATS, kinds.INTS):
        return list(attribute.floats if kind == kinds.FLOATS else attribute.ints)
    if kind == kinds.STRINGS:
        return [_decode(text) for text in attribute.strings]
    if kind == kinds.TENSOR:
        return read_tensor(attribute.t, files)
    if kind == kinds.TENSORS:
        return [read_tensor(tensor, files) for tensor in attribute.tensors]
    if kind == kinds.SPARSE_TENSOR:
        return read_sparse(attribute.sparse_tensor, files)
    fields = {kinds.GRAPH: "g", kinds.GRAPHS: "graphs", kinds.TYPE_PROTO: "tp",
              kinds.TYPE_PROTOS: "type_protos", kinds.SPARSE_TENSORS: "sparse_tensors"}
    if kind not in fields:
        raise ConversionError(f"there is no kind of attribute of number {kind}")
    value = getattr(attribute, fields[kind])
    return list(value) if fields[kind].endswith("s") else value


def _decode(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise ConversionError(f"expected a text in UTF-8, but got {data!r}") from None


def get_type(proto: Any, what: str, given: Any = None) -> Any:
    """Return Relay's type for a TypeProto.

    Parameters
    ----------
    proto : onnx.TypeProto
    what : str
        The name of the value, for messages.
    given : sequence of int or Any, optional
        The shape that a caller gives; of a sequence the list of its elements' shapes.

    Raises
    ------
    ConversionError
        If Relay has no such type, or the shape contradicts the type.
    """
    from .... import _ext

    kind = proto.WhichOneof("value")
    if kind == "optional_type":
        return get_type(proto.optional_type.elem_type, what, given)
    if kind == "sequence_type":
        if not isinstance(given, (list, tuple)):
            raise ConversionError(f"{what} is a sequence: the argument shape has to give the shapes "
                                  "of its elements")
        element = proto.sequence_type.elem_type
        return _ext.TupleType([get_type(element, f"element {i} of {what}", shape)
                               for i, shape in enumerate(given)])
    if kind != "tensor_type":
        raise ConversionError(f"{what} has {'the type ' + kind if kind else 'no type'}: expected a "
                              "tensor")
    tensor = proto.tensor_type
    if not tensor.HasField("shape"):
        if given is None:
            raise ConversionError(f"{what} has no shape: the argument shape can give it one")
        return _ext.TensorType(list(given), get_dtype(tensor.elem_type, what))
    type_ = _ext.TensorType(_get_sizes(tensor.shape), get_dtype(tensor.elem_type, what))
    return type_ if given is None else refine_type(type_, given, what)


def check_type(type_: Any, proto: Any, what: str, check_sizes: bool, check_ranks: bool = True) -> None:
    """Raise a ConversionError if a value has another type than a TypeProto says. Sizes count if
    `check_sizes`, and those that are unknown fit all. Trained models may be wrong about the number of
    sizes that are computed when the model runs: without `check_ranks` that is a warning, as in
    onnxruntime."""
    from .... import _ext

    if proto.WhichOneof("value") != "tensor_type" or not isinstance(type_, _ext.TensorType):
        return
    tensor = proto.tensor_type
    dtype = get_dtype(tensor.elem_type) if is_supported(tensor.elem_type) else type_.dtype
    sizes = _get_sizes(tensor.shape) if tensor.HasField("shape") else list(type_.shape)
    pairs = [(int(own), size) for own, size in zip(type_.shape, sizes)
             if common.is_known(own) and common.is_known(size)]
    message = f"{what} has the type {type_}, but the model says {_ext.TensorType(sizes, dtype)}"
    if not check_ranks and dtype == type_.dtype and len(sizes) != len(type_.shape) and \
            not all(map(common.is_known, type_.shape)):
        warnings.warn(message, stacklevel=2)
    elif dtype != type_.dtype or len(sizes) != len(type_.shape) or \
            check_sizes and any(own != size for own, size in pairs):
        raise ConversionError(message)


def are_compatible(left: Any, right: Any) -> bool:
    """Return whether a value may have the types of two TypeProtos."""
    if left.WhichOneof("value") != right.WhichOneof("value"):
        return False
    if left.WhichOneof("value") != "tensor_type":
        return True
    left, right = left.tensor_type, right.tensor_type
    if left.elem_type != right.elem_type:
        return False
    if not left.HasField("shape") or not right.HasField("shape"):
        return True
    sizes, others = _get_sizes(left.shape), _get_sizes(right.shape)
    return len(sizes) == len(others) and all(
        size == other or not common.is_known(size) or not common.is_known(other)
        for size, other in zip(sizes, others))


def _get_sizes(shape: Any) -> list[Any]:
    """Return the sizes of a TensorShapeProto; negative ones are unknown, as old exporters mean."""
    return [dimension.dim_value if dimension.WhichOneof("value") == "dim_value" and
            dimension.dim_value >= 0 else AnySize() for dimension in shape.dim]


def refine_type(type_: Any, given: Any, what: str) -> Any:
    """Return a tensor type with the shape that a caller gives; a ConversionError if it is of
    another rank."""
    from .... import _ext

    if not isinstance(type_, _ext.TensorType):
        raise ConversionError(f"{what} has the type {type_}: no shape can be given for it")
    if not isinstance(given, (list, tuple)) or len(type_.shape) != len(given):
        raise ConversionError(f"{what} has {len(type_.shape)} dimensions, but the shape given for it "
                              f"is {given}")
    return _ext.TensorType(list(given), type_.dtype)


def load_model(model: Any) -> tuple[Any, Files]:
    """Return a ModelProto and its files, for a model or its path. The data of large tensors stay
    in the file of the model."""
    import onnx
    from google.protobuf.message import DecodeError

    if isinstance(model, onnx.ModelProto):
        return model, Files()
    if not isinstance(model, (str, os.PathLike)):
        raise ArgumentError(f"expected an onnx.ModelProto or a path, but got {model!r}")
    path = os.fspath(model)
    data = map_file(path)
    proto = onnx.ModelProto()
    try:
        proto.ParseFromString(wire.strip_weights(data))
    except (wire.WireError, DecodeError) as error:
        reason = "its graphs are nested deeper than the package protobuf reads" \
            if "MaxDepth" in str(error) else error
        raise ConversionError(f"{path} is not an ONNX model: {reason}") from error
    if not proto.HasField("graph"):
        raise ConversionError(f"{path} is not an ONNX model: it has no graph")
    return proto, Files(os.path.dirname(path), data)


def load_data(model: Any, files: Files) -> None:
    """Put the data of tensors that are in the file of the model into the model itself."""
    embed_data(model.graph, files, own_alone=True)


def embed_data(root: Any, files: Files, own_alone: bool = False) -> None:
    """Put the data of tensors of a graph, or of a list of attributes, that are in files into the
    messages of the tensors: all of them, or those alone that are in the file of the model."""
    import onnx

    pending = [root]
    tensors: list[Any] = []
    while pending:
        part = pending.pop()
        attributes = part
        if isinstance(part, onnx.GraphProto):
            tensors.extend(part.initializer)
            attributes = [attribute for node in part.node for attribute in node.attribute]
        for attribute in attributes:
            tensors.extend(([attribute.t] if attribute.HasField("t") else []))
            tensors.extend(attribute.tensors)
            pending.extend([attribute.g] if attribute.HasField("g") else [])
            pending.extend(attribute.graphs)
    for tensor in tensors:
        if tensor.data_location == onnx.TensorProto.EXTERNAL and not (
                own_alone and all(entry.value != wire.OWN_FILE for entry in tensor.external_data)):
            data = read_tensor(tensor, files).tobytes()
            del tensor.external_data[:]
            tensor.ClearField("data_location")
            tensor.raw_data = data
