"""The converters of PyTorch's operators, by name and overload."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from typing import Any, Optional, TypeVar

from ....error import TVMError

Converter = Callable[..., Any]
_Function = TypeVar("_Function", bound=Converter)

# The converters with the names of their parameters; None for those that take any.
_CONVERTERS: dict[str, tuple[Converter, Optional[tuple[str, ...]]]] = {}

# Arguments without a meaning for results: places in memory, gradients and kernels.
IGNORED = frozenset((
    "allow_tf32", "benchmark", "check_stride", "cudnn_enable", "cudnn_enabled", "deterministic",
    "device", "enable_gqa_hint", "generator", "implicit", "is_coalesced", "layout", "memory_format",
    "non_blocking", "pin_memory", "requires_grad", "sparse", "sparse_grad", "scale_grad_by_freq",
    "copy"))


def converter(*names: str) -> Callable[[_Function], _Function]:
    """Register a function that converts calls of operators. A later registration for the same
    operator replaces the earlier one.

    Parameters
    ----------
    names : str
        The operators: "aten::max.dim" is one overload, "aten::max" stands for all without a
        converter of their own.

    The function takes the node, and the arguments by the names of PyTorch's schema: expressions for
    tensors, Python's own values for numbers, texts, lists and None. An integer that is known only
    when the model runs is an int64 scalar expression. Defaults are those of the schema.

    Examples
    --------
    >>> @converter("acme::whirl")
    ... def convert_whirl(node, self, speed=1):
    ...     return relay.tanh(self)
    """
    if not names or not all(isinstance(name, str) and "::" in name for name in names):
        raise TVMError("expected the names of operators: @converter(\"aten::relu\")")

    def add(function: _Function) -> _Function:
        kinds = inspect.signature(function).parameters.values()
        takes_any = any(kind.kind is inspect.Parameter.VAR_KEYWORD for kind in kinds)
        parameters = None if takes_any else tuple(kind.name for kind in list(kinds)[1:])
        for name in names:
            _CONVERTERS[name] = function, parameters
        return function

    return add


def find_converter(name: str, overload: str = "") -> tuple[Converter, tuple[str, ...] | None] | None:
    """Return the converter of an operator with the names of its parameters, or None."""
    found = _CONVERTERS.get(f"{name}.{overload}") if overload else None
    return found or _CONVERTERS.get(name)


def get_functional_name(name: str) -> str:
    """Return the name of the operator that gives the result of one which changes its first operand:
    "aten::add_" is "aten::add", "aten::__ior__" is "aten::__or__". Other names stay."""
    space, _, own = name.partition("::")
    if own.startswith("__i") and own.endswith("__"):
        return f"{space}::__{own[3:]}"
    if own.endswith("_") and not own.endswith("__"):
        return f"{space}::{own[:-1]}"
    return name


def find_any_converter(name: str, overload: str = "") -> tuple[Converter, tuple[str, ...] | None] | None:
    """Return the converter of an operator, or of the one that gives its result."""
    return find_converter(name, overload) or find_converter(get_functional_name(name), overload)


def list_converters() -> Iterable[str]:
    """Return the names of operators that have converters, sorted."""
    return sorted(_CONVERTERS)
