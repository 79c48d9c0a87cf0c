"""The inputs of importers: files that are mapped, shapes that callers give, and variables."""

from __future__ import annotations

import mmap
from collections.abc import Mapping, Sequence
from typing import Any

from ...error import ArgumentError
from ...ir.base import SourceName, Span
from ...ir.container import Any as AnySize
from ..expr import Var
from .node import ConversionError


def map_file(path: str, what: str) -> mmap.mmap:
    """Return the contents of a file, which stay there; a ConversionError if it cannot be read, or if it is
    empty and so not `what`."""
    try:
        with open(path, "rb") as file:
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except OSError as error:
        raise ConversionError(f"cannot read {path}: {error.strerror or error}") from error
    except ValueError as error:
        raise ConversionError(f"{path} is not {what}: it is empty") from error


def check_shapes(shapes: Any) -> dict[str, list[Any]]:
    """Return the shapes that a caller gives, by name: sizes that are None or negative are
    unknown."""
    if shapes is None:
        return {}
    if not isinstance(shapes, Mapping):
        raise ArgumentError(f"expected a dict of shapes by name, but got {shapes!r}")
    result = {}
    for name, shape in shapes.items():
        if not isinstance(shape, Sequence) or isinstance(shape, str):
            raise ArgumentError(f"expected a shape for {name!r}, but got {shape!r}")
        result[name] = [AnySize() if size is None or isinstance(size, int) and size < 0 else size
                        for size in shape]
    return result


def make_var(name: str, type_: Any, source: str = "") -> Var:
    """Return a variable whose span names `source`, by default itself."""
    return Var(name, type_, Span(SourceName(source or name), 0, 0, 0, 0))
