"""Nodes of models, as converters of all importers see them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NoReturn, Optional

from ... import _ext
from ...error import DiagnosticError, TVMError
from .. import op as _op
from ..expr import Expr, TupleWrapper, const
from . import common

if TYPE_CHECKING:
    import numpy as np


class ConversionError(TVMError):
    """A model, or a node of one, that cannot be converted."""


class BaseNode:
    """A node of a model. Expressions of its inputs have types, and some have values."""

    def describe(self) -> str:
        """Return the operator and the name of the node, for messages."""
        raise NotImplementedError

    def fail(self, message: str) -> NoReturn:
        """Raise a ConversionError that names the node and its operator."""
        raise ConversionError(f"{self.describe()}: {message}")

    # Types

    def type(self, expr: Expr) -> Any:
        """Return the type of an expression."""
        return common.infer_type(unwrap(expr)).checked_type

    def shape(self, expr: Expr) -> list[int | None]:
        """Return the dimensions of a tensor: None for those that are not known."""
        return common.get_dimensions(self._tensor_type(expr))

    def rank(self, expr: Expr) -> int:
        """Return the number of dimensions of a tensor."""
        return len(self._tensor_type(expr).shape)

    def dtype(self, expr: Expr) -> str:
        """Return the element type of a tensor."""
        return str(self._tensor_type(expr).dtype)

    def _tensor_type(self, expr: Expr) -> Any:
        type_ = self.type(expr)
        if not hasattr(type_, "dtype"):
            self.fail(f"expected a tensor, but got a value of type {type_}")
        return type_

    # Values

    def constant(self, expr: Expr | None) -> Optional[np.ndarray[Any, Any]]:
        """Return the value of an expression if it is known without running the model: that of a
        constant, or of an expression of constants. Otherwise None."""
        return None if expr is None else common.infer_constant(unwrap(expr))

    def require_constant(self, expr: Expr | None, what: str) -> np.ndarray[Any, Any]:
        """Return the value of an expression; a ConversionError, which calls it `what`, if it is
        not known without running the model."""
        value = self.constant(expr)
        if value is None:
            self.fail(f"{what} must be known when the model is imported")
        return value

    def is_constant(self, expr: Expr | None) -> bool:
        """Return whether constant() gives a value."""
        return expr is not None and common.is_constant(unwrap(expr))

    def shape_of(self, expr: Expr, dtype: str = "int64") -> Expr:
        """Return the shape of a tensor as a vector: a constant if all dimensions are known."""
        shape = self.shape(expr)
        if all(size is not None for size in shape):
            import numpy as np

            return const(np.array(shape, dtype), dtype)
        return _op.shape_of(unwrap(expr), dtype)


def unwrap(expr: Any) -> Expr:
    """Return the tuple of a TupleWrapper; any other expression as it is."""
    return expr.astuple() if isinstance(expr, TupleWrapper) else expr


def finish_module(function: _ext.Function, operators: Mapping[str, str], default: str,
                  run_passes: Callable[[_ext.IRModule], _ext.IRModule] | None = None) -> _ext.IRModule:
    """Return the module of a function, with types; a ConversionError that names the operator that an
    error of types comes from.

    Parameters
    ----------
    function : relay.Function
    operators : dict of str to str
        The operators by the names in spans.
    default : str
        Stands for the operator of a name that is not in `operators`.
    run_passes : function, optional
        Gives a module its types. By default the pass InferType.
    """
    from .. import transform

    try:
        return (run_passes or transform.InferType())(_ext.IRModule.from_expr(function))
    except DiagnosticError as error:
        _raise_located(function, error, operators, default)


def _raise_located(function: _ext.Function, error: DiagnosticError, operators: Mapping[str, str],
                   default: str) -> NoReturn:
    for expr in _ext.post_order(function.body):
        if not isinstance(expr, (_ext.Call, _ext.If, _ext.TupleGetItem)):
            continue
        try:
            common.infer_type(expr)
        except TVMError as found:
            name = expr.span.source_name.name if expr.span is not None else ""
            raise ConversionError(f"{operators.get(name, default)} {name!r}: {found}") from found
    raise ConversionError(str(error)) from error
