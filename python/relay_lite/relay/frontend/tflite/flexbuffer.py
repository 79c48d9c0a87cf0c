"""FlexBuffers: options of custom operators. Only maps of numbers, bools and texts are read."""

from __future__ import annotations

import struct
from typing import Any

_INT, _UINT, _FLOAT, _KEY, _STRING, _MAP, _BOOL = 1, 2, 3, 4, 5, 9, 26
# Options are numbers and short texts. In a larger map, many keys could share one long text.
_MOST_BYTES = 1 << 16
_INDIRECT = {6: _INT, 7: _UINT, 8: _FLOAT}
_FORMATS = {_INT: "bhiq", _UINT: "BHIQ", _FLOAT: " efd", _BOOL: "BHIQ"}


def decode_map(data: bytes) -> dict[str, Any]:
    """Return the map that a FlexBuffer has at its root.

    Raises
    ------
    ValueError
        If the data is not a FlexBuffer, or has other values.
    """
    if len(data) > _MOST_BYTES:
        raise ValueError(f"expected options of at most {_MOST_BYTES} bytes, but got {len(data)}")
    try:
        kind, width = data[-2], data[-1]
        if kind >> 2 != _MAP or width not in (1, 2, 4, 8):
            raise ValueError("expected a map")
        place = len(data) - 2 - width
        return _read_map(data, place - _read_number(data, place, width, _UINT), 1 << (kind & 3))
    except (struct.error, IndexError, UnicodeDecodeError) as error:
        raise ValueError(f"the options of a custom operator are invalid: {error}") from error


def _read_number(data: bytes, place: int, width: int, kind: int) -> Any:
    if place < 0:
        raise IndexError("an offset leads outside")
    letter = _FORMATS[kind][width.bit_length() - 1]
    value = struct.unpack_from(f"<{letter}", data, place)[0]
    return bool(value) if kind == _BOOL else value


def _read_map(data: bytes, place: int, width: int) -> dict[str, Any]:
    keys_at = place - 3 * width
    keys = keys_at - _read_number(data, keys_at, width, _UINT)
    key_width = _read_number(data, keys_at + width, width, _UINT)
    count = _read_number(data, place - width, width, _UINT)
    if count > len(data) or key_width not in (1, 2, 4, 8):
        raise ValueError("a map of a custom operator's options is invalid")
    result = {}
    for i in range(count):
        key_at = keys + i * key_width
        start = key_at - _read_number(data, key_at, key_width, _UINT)
        if start < 0:
            raise IndexError("an offset leads outside")
        key = data[start:data.index(b"\0", start)].decode()
        result[key] = _read_value(data, place + i * width, width, data[place + count * width + i])
    return result


def _read_value(data: bytes, place: int, width: int, packed: int) -> Any:
    kind, own_width = packed >> 2, 1 << (packed & 3)
    if kind in _FORMATS:
        return _read_number(data, place, width, kind)
    start = place - _read_number(data, place, width, _UINT)
    if kind in _INDIRECT:
        return _read_number(data, start, own_width, _INDIRECT[kind])
    if kind in (_KEY, _STRING) and start >= 0:
        return data[start:data.index(b"\0", start)].decode()
    raise ValueError(f"a value of kind {kind} in the options of a custom operator")
