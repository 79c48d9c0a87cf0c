"""Files of ONNX models, whose weights are written from where they are."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from typing import Any, BinaryIO

import numpy as np

from .exporters.call import get_number
from .exporters.registry import ExportError
from .wire import LEAST_BYTES, _LENGTH_DELIMITED, _RAW_DATA, _write_varint

# Messages of protobuf are smaller.
_MOST_BYTES = 2**31 - 2**20
# External data begins at multiples of this: pages can be mapped.
_ALIGNMENT = 4096
_GRAPH, _INITIALIZER = 7, 5


def _make_tensor(name: str, array: np.ndarray[Any, Any], data: bool) -> Any:
    """Return the TensorProto of an array, with or without its data."""
    import onnx

    tensor = onnx.TensorProto(name=name, data_type=get_number(str(array.dtype)), dims=array.shape)
    if data:
        tensor.raw_data = array.tobytes()
    return tensor


def add_initializers(proto: Any, arrays: Mapping[str, Any]) -> None:
    """Add arrays to a model as its initializers, by name."""
    total = sum(array.nbytes for array in arrays.values())
    if total > _MOST_BYTES:
        raise ExportError(f"the weights have {total} bytes: a model of more than 2 GB has to be "
                          "written to a file")
    for name, array in arrays.items():
        proto.graph.initializer.append(_make_tensor(name, array, True))


def write(proto: Any, arrays: Mapping[str, Any], path: str, external: int | None) -> None:
    """Write a model with arrays as its initializers to a file.

    The model gets its initializers with the places of their data. A file that is there is replaced
    when the new one is whole.
    """
    large = {name: array for name, array in arrays.items() if array.nbytes >= LEAST_BYTES}
    for name, array in arrays.items():
        if name not in large:
            proto.graph.initializer.append(_make_tensor(name, array, True))
    total = sum(array.nbytes for array in large.values())
    if total >= (_MOST_BYTES - proto.ByteSize() if external is None else external) and large:
        data_path = f"{path}.data"
        _replace({data_path: lambda file: _write_external(proto, large, data_path, file),
                  path: lambda file: file.write(proto.SerializeToString())})
        return
    _replace({path: lambda file: _write_whole(proto, large, os.path.basename(path), file)})


def _replace(fills: Mapping[str, Any]) -> None:
    """Write files under other names, and give them their own when all are whole.

    Parameters
    ----------
    fills : dict of str to function
        For each path, a function that writes to a file.
    """
    temporary: dict[str, str] = {}
    path = ""
    try:
        for path, fill in fills.items():
            if os.path.isdir(path):
                raise ExportError(f"cannot write {path}: it is a folder")
            handle, temporary[path] = tempfile.mkstemp(prefix=f".{os.path.basename(path)}.",
                                                       dir=os.path.dirname(path) or ".")
            with os.fdopen(handle, "wb") as file:
                fill(file)
        # Files made by open() have these rights, those of mkstemp fewer.
        mask = os.umask(0)
        os.umask(mask)
        for path, name in temporary.items():
            os.chmod(name, 0o666 & ~mask)
            os.replace(name, path)
    except OSError as error:
        raise ExportError(f"cannot write {path}: {error.strerror or error}") from error
    finally:
        for name in temporary.values():
            if os.path.exists(name):
                os.unlink(name)


def _set_place(tensor: Any, location: str, offset: int, length: int) -> None:
    import onnx

    tensor.data_location = onnx.TensorProto.EXTERNAL
    for key, value in (("location", location), ("offset", offset), ("length", length)):
        tensor.external_data.add(key=key, value=str(value))


def _write_external(proto: Any, arrays: Mapping[str, Any], path: str, file: BinaryIO) -> None:
    """Write the data of arrays to a file of their own, and add initializers that refer to it."""
    offset = 0
    for name, array in arrays.items():
        padding = -offset % _ALIGNMENT
        file.write(bytes(padding))
        offset += padding
        tensor = _make_tensor(name, array, False)
        _set_place(tensor, os.path.basename(path), offset, array.nbytes)
        proto.graph.initializer.append(tensor)
        file.write(_view(array))
        offset += array.nbytes


def _view(array: np.ndarray[Any, Any]) -> Any:
    """Return the bytes of an array where they are."""
    return array.reshape(-1).view(np.uint8).data


def _write_whole(proto: Any, arrays: Mapping[str, Any], location: str, file: BinaryIO) -> None:
    """Write a model with the data of arrays in it. The fields of a message may have any order: the
    large initializers follow all others."""
    import onnx

    graph = proto.graph.SerializeToString()
    rest = onnx.ModelProto()
    rest.CopyFrom(proto)
    rest.ClearField("graph")
    heads: list[tuple[bytes, Any]] = []
    for name, array in arrays.items():
        tensor = _make_tensor(name, array, False)
        message = tensor.SerializeToString()
        tag = _write_varint(_RAW_DATA << 3 | _LENGTH_DELIMITED) + _write_varint(array.nbytes)
        size = len(message) + len(tag) + array.nbytes
        head = _write_varint(_INITIALIZER << 3 | _LENGTH_DELIMITED) + _write_varint(size)
        heads.append((head + message + tag, array))
    size = len(graph) + sum(len(head) + array.nbytes for head, array in heads)
    file.write(rest.SerializeToString())
    file.write(_write_varint(_GRAPH << 3 | _LENGTH_DELIMITED) + _write_varint(size))
    file.write(graph)
    offset = file.tell()
    for (head, array), name in zip(heads, arrays):
        file.write(head)
        file.write(_view(array))
        tensor = _make_tensor(name, array, False)
        _set_place(tensor, location, offset + len(head), array.nbytes)
        proto.graph.initializer.append(tensor)
        offset += len(head) + array.nbytes

