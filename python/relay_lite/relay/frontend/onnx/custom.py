"""Operators that nobody can convert, kept as custom operators of Relay."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .node import Node


def keep_node(node: Node) -> Any:
    """Return calls of a custom operator for a node."""
    node.fail("the operator is not supported")
