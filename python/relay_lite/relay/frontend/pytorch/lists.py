"""Lists and dictionaries of scripts, which operators change in place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import aliases
from .node import Node


class ScriptList(list):  # type: ignore[type-arg]
    """A list of a script.

    Attributes
    ----------
    depth : int
        The number of blocks around its construction whose rounds are not known.
    """

    depth = 0


def make_list(values: Any, depth: int) -> ScriptList:
    """Return a list that is made inside of so many blocks."""
    found = ScriptList(values)
    found.depth = depth
    return found


def _place(node: Node, value: Any) -> int:
    return int(node.number(aliases.read(value), "the place in a list"))


def _check(node: Node, values: Any) -> Any:
    """Return a list or a dictionary that may be changed here."""
    if isinstance(values, ScriptList) and values.depth < len(node.graph.written):
        node.fail("a list is changed in a branch or a loop that depends on the inputs")
    return values


def _append(node: Node, values: Any, value: Any) -> Any:
    _check(node, values).append(value)
    return values


def _extend(node: Node, values: Any, other: Any) -> Any:
    _check(node, values).extend(other)
    return values


def _insert(node: Node, values: Any, place: Any, value: Any) -> Any:
    _check(node, values).insert(_place(node, place), value)
    return values


def _pop(node: Node, values: Any, place: Any = -1) -> Any:
    return _check(node, values).pop(_place(node, place))


def _clear(node: Node, values: Any) -> Any:
    _check(node, values).clear()
    return values


def _reverse(node: Node, values: Any) -> Any:
    _check(node, values).reverse()
    return values


def _set_item(node: Node, values: Any, place: Any, value: Any) -> Any:
    if isinstance(values, dict):
        values[aliases.read(place)] = value
    else:
        _check(node, values)[_place(node, place)] = value
    return values


def _get_item(node: Node, values: Any, place: Any) -> Any:
    if isinstance(values, dict):
        return values[aliases.read(place)]
    return values[_place(node, place)]


def _get(node: Node, values: Any, key: Any, default: Any = None) -> Any:
    return values.get(aliases.read(key), default)


# Operators on lists and dictionaries whose elements may be tensors: these stay what they are.
OPERATORS: dict[str, Callable[..., Any]] = {
    "aten::append": _append, "aten::extend": _extend, "aten::add_": _extend, "aten::insert": _insert,
    "aten::pop": _pop,
    "aten::clear": _clear, "aten::reverse": _reverse, "aten::_set_item": _set_item,
    "aten::__getitem__": _get_item, "aten::get": _get,
    "aten::keys": lambda node, values: list(values), "aten::values": lambda node, values: list(
        values.values()),
    "aten::items": lambda node, values: [tuple(item) for item in values.items()]}
