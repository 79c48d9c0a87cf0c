"""The exporters of Relay operators, by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar, Union

from .....error import TVMError

# The names of the ONNX values of a call: one, or those of the fields of a tuple.
Exported = Union[str, Sequence[str]]
Exporter = Callable[[Any], Exported]
_Function = TypeVar("_Function", bound=Exporter)


class ExportError(TVMError):
    """A module that cannot be written as an ONNX model."""


class VersionError(ExportError):
    """A call that needs a newer version of the standard's operators: `opset`."""

    def __init__(self, message: str, opset: int) -> None:
        super().__init__(message)
        self.opset = opset


_EXPORTERS: dict[str, Exporter] = {}
# The operator of ONNX that an exporter makes, by Relay operator; an empty text for none.
_MADE: dict[str, str] = {}


def exporter(*names: str, makes: str) -> Callable[[_Function], _Function]:
    """Register a function that writes calls of Relay operators as ONNX nodes. A later registration
    for the same operator replaces the earlier one.

    Parameters
    ----------
    names : str
        The Relay operators.
    makes : str
        The operators of ONNX, for the documentation: one for all Relay operators, or one for each,
        and behind a semicolon others that nodes have, separated by spaces.

    Examples
    --------
    >>> @exporter("rsqrt", makes="Reciprocal; Sqrt")
    ... def export_rsqrt(call):
    ...     return call.emit("Reciprocal", [call.emit("Sqrt", [call.input(0)])])
    """
    if not names or not all(isinstance(name, str) for name in names):
        raise TVMError("expected the names of operators: @exporter(\"nn.relu\", makes=\"Relu\")")

    def add(function: _Function) -> _Function:
        main = makes.partition(";")[0].split()
        for i, name in enumerate(names):
            _EXPORTERS[name] = function
            _MADE[name] = main[i if len(main) > 1 else 0] if main else ""
        return function

    return add


def find_exporter(name: str) -> Exporter | None:
    """Return the exporter of an operator, or None."""
    return _EXPORTERS.get(name)


def list_exporters() -> Iterable[tuple[str, str]]:
    """Return Relay operators with the operator of ONNX that they become, sorted."""
    return sorted(_MADE.items())
