"""Tensors that share memory: views see what an operator writes into the tensor below them, and the
other way round."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any, Optional

from ...expr import Expr

# Give the view of a tensor, and the tensor with other elements in the view.
Forward = Callable[[Expr], Expr]
Backward = Callable[[Expr, Expr], Expr]


class Storage:
    """Memory that tensors share.

    Attributes
    ----------
    version : int
        The number of writes.
    """

    def __init__(self) -> None:
        self.version = 0


_COUNTER = itertools.count()


class Alias:
    """A tensor of a program: one with memory of its own, or a view of another.

    Parameters
    ----------
    expr : relay.Expr
        The value.
    base : Alias, optional
        The tensor that this one is a view of.
    forward : function, optional
        Gives the view of the base.
    backward : function, optional
        Gives the base with other elements in the view; None if views of the kind cannot be written.
    """

    def __init__(self, expr: Expr, base: Optional[Alias] = None, forward: Forward | None = None,
                 backward: Backward | None = None) -> None:
        self.expr = expr
        self.base = base
        self.forward = forward
        self.backward = backward
        self.storage: Storage = Storage() if base is None else base.storage
        self.version = self.storage.version
        # Tensors have growing numbers.
        self.number = next(_COUNTER)

    @property
    def root(self) -> Alias:
        """The tensor with memory of its own."""
        alias = self
        while alias.base is not None:
            alias = alias.base
        return alias

    def read(self) -> Expr:
        """Return the value after all writes."""
        stale = []
        alias = self
        while alias.version != self.storage.version and alias.base is not None:
            stale.append(alias)
            alias = alias.base
        for alias in reversed(stale):
            assert alias.base is not None and alias.forward is not None
            alias.expr = alias.forward(alias.base.expr)
            alias.version = self.storage.version
        return self.expr

    def write(self, expr: Expr, fail: Callable[[str], Any]) -> None:
        """Give the tensor, and all that it shares memory with, another value."""
        chain = []
        alias, value = self, expr
        self.read()
        while alias.base is not None:
            if alias.backward is None:
                fail("the operator writes into a view of a kind that is not supported")
            assert alias.backward is not None
            chain.append((alias, value))
            value = alias.backward(alias.base.expr, value)
            alias = alias.base
        chain.append((alias, value))
        self.storage.version += 1
        for alias, value in chain:
            alias.expr = value
            alias.version = self.storage.version


def read(value: Any) -> Any:
    """Return a value with the expressions of its tensors: those in lists and tuples, too."""
    if isinstance(value, Alias):
        return value.read()
    if isinstance(value, (list, tuple)):
        return type(value)(read(item) for item in value)
    return value


def wrap(value: Any) -> Any:
    """Return a value whose tensors have memory of their own."""
    if isinstance(value, Expr):
        return Alias(value)
    if isinstance(value, (list, tuple)):
        return type(value)(wrap(item) for item in value)
    return value
