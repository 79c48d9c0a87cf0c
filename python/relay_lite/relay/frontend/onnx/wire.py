"""Model files in which the data of large tensors stays.

A file of a model is a message of protobuf. Everything but large weights is read by the package
onnx: this reader copies the message, and leaves out the field `raw_data` of large tensors. In its
place it says where in the file the data is, as for tensors with external data.
"""

from __future__ import annotations

import mmap
from collections.abc import Iterator
from typing import Union

# Data of fewer bytes stays in the message.
LEAST_BYTES = 1024
# The name of the file itself, as the location of external data. No file can have it.
OWN_FILE = "\0"
# So deep are graphs nested that are searched for large tensors.
_MOST_NESTED = 16

Buffer = Union[bytes, mmap.mmap]

# Numbers of fields that lead to tensors, by message: field to the message that it holds.
_PATHS = {"model": {7: "graph"}, "graph": {1: "node", 5: "tensor"}, "node": {5: "attribute"},
          "attribute": {5: "tensor", 6: "graph"}}
_RAW_DATA, _EXTERNAL_DATA, _DATA_LOCATION = 9, 13, 14
_LENGTH_DELIMITED = 2


class WireError(ValueError):
    """A message that is cut off or no protobuf."""


def _read_varint(data: Buffer, at: int, end: int) -> tuple[int, int]:
    """Return a number of variable length, and where it ends."""
    value = shift = 0
    while True:
        if at >= end:
            raise WireError(f"the file ends within a number, at byte {at}")
        byte = data[at]
        value |= (byte & 127) << shift
        at += 1
        if byte < 128:
            return value, at
        shift += 7
        if shift > 63:
            raise WireError(f"there is a number of more than 64 bits at byte {at}")


def _read_fields(data: Buffer, begin: int, end: int) -> Iterator[tuple[int, int, int, int, int]]:
    """Yield the fields of a message: number, kind, where the field, its content and the next one
    begin."""
    at = begin
    while at < end:
        key, content = _read_varint(data, at, end)
        kind = key & 7
        if kind == _LENGTH_DELIMITED:
            size, content = _read_varint(data, content, end)
            following = content + size
        elif kind == 0:
            _, following = _read_varint(data, content, end)
        elif kind in (1, 5):
            following = content + (8 if kind == 1 else 4)
        else:
            raise WireError(f"there is no kind {kind} of fields, at byte {at}")
        if following > end:
            raise WireError(f"the file ends within a field, at byte {at}")
        yield key >> 3, kind, at, content, following
        at = following


def _write_varint(value: int) -> bytes:
    result = bytearray()
    while value > 127:
        result.append(value & 127 | 128)
        value >>= 7
    result.append(value)
    return bytes(result)


def _write_field(number: int, content: bytes) -> bytes:
    """Return a field of bytes, or of a message."""
    return _write_varint(number << 3 | _LENGTH_DELIMITED) + _write_varint(len(content)) + content


def strip_weights(data: Buffer) -> bytes:
    """Return the message of a model without the data of large tensors.

    Raises
    ------
    WireError
        If the data is not a message, or ends too soon.
    """
    return _copy(data, 0, len(data), "model", 0)


def _copy(data: Buffer, begin: int, end: int, message: str, depth: int) -> bytes:
    """Return the copy of a message."""
    parts = []
    paths = _PATHS[message] if depth <= _MOST_NESTED else {}
    for number, kind, at, content, following in _read_fields(data, begin, end):
        inner = paths.get(number) if kind == _LENGTH_DELIMITED else None
        if inner is None or following - at < LEAST_BYTES:
            parts.append(bytes(data[at:following]))
        elif inner == "tensor":
            parts.append(_write_field(number, _copy_tensor(data, content, following)))
        else:
            parts.append(_write_field(number, _copy(data, content, following, inner, depth + 1)))
    return b"".join(parts)


def _copy_tensor(data: Buffer, begin: int, end: int) -> bytes:
    """Return the message of a tensor, with the place of its data if it is large."""
    parts = []
    for number, kind, at, content, following in _read_fields(data, begin, end):
        if number != _RAW_DATA or kind != _LENGTH_DELIMITED or following - content < LEAST_BYTES:
            parts.append(bytes(data[at:following]))
            continue
        facts = {"location": OWN_FILE, "offset": str(content), "length": str(following - content)}
        for name, text in facts.items():
            entry = _write_field(1, name.encode()) + _write_field(2, text.encode())
            parts.append(_write_field(_EXTERNAL_DATA, entry))
        parts.append(_write_varint(_DATA_LOCATION << 3) + _write_varint(1))
    return b"".join(parts)
