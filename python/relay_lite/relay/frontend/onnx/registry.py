"""The converters of ONNX operators, by domain, name and version."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Optional, TypeVar, Union

from ....error import TVMError
from ...expr import Expr, TupleWrapper
from ..node import ConversionError as ConversionError

# The results of a node, in order; None for one that the node does not name.
Converted = Union[Expr, TupleWrapper, Sequence[Optional[Expr]]]
Converter = Callable[[Any], Converted]
_Function = TypeVar("_Function", bound=Converter)


# The converters of an operator with the versions from which they apply, in order of these.
_CONVERTERS: dict[tuple[str, str], list[tuple[int, Converter]]] = {}


def normalize_domain(domain: str) -> str:
    """Return the name of a domain: the standard's own is also called "ai.onnx"."""
    return "" if domain == "ai.onnx" else domain


def converter(*names: str, since: int = 1,
              domain: str = "") -> Callable[[_Function], _Function]:
    """Register a function that converts nodes. A later registration for the same operator and
    version replaces the earlier one.

    Parameters
    ----------
    names : str
        The operators.
    since : int
        The version of the domain from which the converter applies, up to that of the next one.
    domain : str
        The domain of the operators; "" or "ai.onnx" is the standard's own.

    Examples
    --------
    >>> @converter("Whirl", since=2, domain="acme")
    ... def convert_whirl(node):
    ...     return relay.tanh(node.input(0))
    """
    if not names or not all(isinstance(name, str) for name in names):
        raise TVMError("expected the names of operators: @converter(\"Conv\", since=11)")

    def add(function: _Function) -> _Function:
        for name in names:
            versions = _CONVERTERS.setdefault((normalize_domain(domain), name), [])
            versions[:] = [entry for entry in versions if entry[0] != since]
            versions.append((since, function))
            versions.sort(key=lambda entry: entry[0])
        return function

    return add


def find_converter(domain: str, op_type: str, opset: int) -> Converter | None:
    """Return the converter of an operator in a version of its domain, or None."""
    found = None
    for since, function in _CONVERTERS.get((normalize_domain(domain), op_type), []):
        if since <= opset:
            found = function
    return found


def list_converters() -> Iterable[tuple[str, str, list[int]]]:
    """Return domains and names of operators with the versions of their converters, sorted."""
    return [(domain, name, [since for since, _ in versions])
            for (domain, name), versions in sorted(_CONVERTERS.items())]
