"""Tensors and attributes of ONNX files."""

from __future__ import annotations

from typing import Any

from .registry import ConversionError

# The element types that Relay has, by ONNX's name.
DTYPES = {"FLOAT": "float32", "UINT8": "uint8", "INT8": "int8", "UINT16": "uint16",
          "INT16": "int16", "INT32": "int32", "INT64": "int64", "BOOL": "bool",
          "FLOAT16": "float16", "DOUBLE": "float64", "UINT32": "uint32", "UINT64": "uint64",
          "BFLOAT16": "bfloat16"}


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


def read_tensor(tensor: Any, folder: str) -> Any:
    """Return the elements of a TensorProto as an array of NumPy's.

    Parameters
    ----------
    tensor : onnx.TensorProto
    folder : str
        Where the files of external data are.
    """
    import onnx.numpy_helper

    get_dtype(tensor.data_type, f"the tensor {tensor.name!r}")
    try:
        return onnx.numpy_helper.to_array(tensor, base_dir=folder)
    except (ValueError, TypeError, OSError) as error:
        raise ConversionError(f"the tensor {tensor.name!r} is invalid: {error}") from error


def read_sparse(sparse: Any, folder: str) -> Any:
    """Return the elements of a SparseTensorProto as an array of NumPy's."""
    import numpy as np

    values, indices = read_tensor(sparse.values, folder), read_tensor(sparse.indices, folder)
    result = np.zeros(tuple(sparse.dims), values.dtype)
    places = indices if indices.ndim == 1 else np.ravel_multi_index(
        tuple(indices.T), result.shape)
    result.reshape(-1)[places] = values
    return result


def read_attribute(attribute: Any, folder: str) -> Any:
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
        return read_tensor(attribute.t, folder)
    if kind == kinds.TENSORS:
        return [read_tensor(tensor, folder) for tensor in attribute.tensors]
    if kind == kinds.SPARSE_TENSOR:
        return read_sparse(attribute.sparse_tensor, folder)
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


def get_type(proto: Any, what: str) -> Any:
    """Return Relay's type for a TypeProto: sequences have none of their own.

    Raises
    ------
    ConversionError
        If Relay has no such type.
    """
    from .... import _ext
    from ....tir import Any as AnySize

    kind = proto.WhichOneof("value")
    if kind == "optional_type":
        return get_type(proto.optional_type.elem_type, what)
    if kind != "tensor_type":
        raise ConversionError(f"{what} has the type {kind or 'of nothing'}: expected a tensor")
    sizes: list[Any] = []
    for dimension in proto.tensor_type.shape.dim:
        if dimension.WhichOneof("value") == "dim_value" and dimension.dim_value >= 0:
            sizes.append(dimension.dim_value)
        else:
            sizes.append(AnySize())
    return _ext.TensorType(sizes, get_dtype(proto.tensor_type.elem_type, what))


def load_model(model: Any) -> tuple[Any, str]:
    """Return a ModelProto and the folder of its external data, for a model or its file."""
    import os

    import onnx

    if isinstance(model, (str, os.PathLike)):
        path = os.fspath(model)
        try:
            return onnx.load(path, load_external_data=False), os.path.dirname(path)
        except OSError as error:
            raise ConversionError(f"cannot read {path}: {error.strerror or error}") from error
        except Exception as error:
            raise ConversionError(f"{path} is not an ONNX model: {error}") from error
    if not isinstance(model, onnx.ModelProto):
        raise ConversionError(f"expected an onnx.ModelProto or a path, but got {type(model)}")
    return model, ""
