"""The converters of Keras's layers, by the names of their classes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from ....error import TVMError

Converter = Callable[[Any], Any]
_Function = TypeVar("_Function", bound=Converter)

_CONVERTERS: dict[str, Converter] = {}
# The layers whose results have the mask of their first argument.
_KEEPERS: set[str] = set()


def converter(*names: str, keeps_mask: bool = False) -> Callable[[_Function], _Function]:
    """Register a function that converts layers. It replaces an earlier one.

    Parameters
    ----------
    keeps_mask : bool
        Whether the steps that a mask leaves out of the first argument are left out of the results.

    Examples
    --------
    >>> @converter("Whirl")
    ... def convert_whirl(node):
    ...     return relay.tanh(node.input(0))
    """
    if not names or not all(isinstance(name, str) for name in names):
        raise TVMError("expected the names of layers: @converter(\"Dense\")")

    def add(function: _Function) -> _Function:
        for name in names:
            _CONVERTERS[name] = function
            (_KEEPERS.add if keeps_mask else _KEEPERS.discard)(name)
        return function

    return add


def find_converter(name: str) -> Converter | None:
    """Return the converter of a layer, or None."""
    return _CONVERTERS.get(name)


def keeps_mask(name: str) -> bool:
    """Return whether the results of a layer have the mask of its first argument."""
    return name in _KEEPERS


def list_converters() -> list[str]:
    """Return the names of layers that have converters, sorted."""
    return sorted(_CONVERTERS)
