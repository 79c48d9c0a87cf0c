"""The converters of TFLite's operators, by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar, Union

from ....error import TVMError
from ...expr import Expr, TupleWrapper

Converted = Union[Expr, TupleWrapper, Sequence[Expr]]
Converter = Callable[[Any], Converted]
_Function = TypeVar("_Function", bound=Converter)

# The ways to take quantized tensors. With "no" quantized results are an
# error; inputs become the numbers that they stand for. With "moved" the operator moves
# integers: inputs get the quantization of the outputs first. With "float" it computes on the numbers
# that the integers stand for, and quantizes its results. With "qnn" it computes on integers if its
# result is quantized, and on the numbers otherwise. With "own" the converter reads scales itself.
QUANTIZED = ("no", "moved", "float", "qnn", "own")


@dataclass
class Entry:
    """A converter, and how it takes quantized tensors."""

    convert: Converter
    quantized: str = "no"


_CONVERTERS: dict[str, Entry] = {}


def converter(*names: str, quantized: str = "no") -> Callable[[_Function], _Function]:
    """Register a function that converts operators. It replaces an earlier one.

    Parameters
    ----------
    names : str
        TFLite's names, or those of custom operators.
    quantized : str
        "no", "moved", "float", "qnn" or "own": how the operator takes quantized tensors.

    Examples
    --------
    >>> @converter("Whirl", quantized="float")
    ... def convert_whirl(node):
    ...     return relay.tanh(node.input(0))
    """
    if not names or not all(isinstance(name, str) for name in names):
        raise TVMError("expected the names of operators: @converter(\"CONV_2D\")")
    if quantized not in QUANTIZED:
        raise TVMError(f"expected quantized {', '.join(QUANTIZED)}, but got {quantized!r}")

    def add(function: _Function) -> _Function:
        for name in names:
            _CONVERTERS[name] = Entry(function, quantized)
        return function

    return add


def find_converter(name: str) -> Entry | None:
    """Return the converter of an operator, or None."""
    return _CONVERTERS.get(name)


def list_converters() -> Iterable[tuple[str, Entry]]:
    """Return the converters with their names, sorted."""
    return sorted(_CONVERTERS.items())
