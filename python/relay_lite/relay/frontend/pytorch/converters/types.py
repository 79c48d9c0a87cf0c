"""Conversion of element types, copies, and tensors of numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ....expr import Expr
from ...building import cast, is_float
from ..dtypes import get_dtype
from ..node import Node
from ..registry import converter


@converter("aten::to", "aten::_to_copy", "prim::device_put")
def convert_to(node: Node, self: Any, dtype: Any = None, other: Any = None, **rest: Any) -> Any:
    """Return elements of another type."""
    if not node.is_tensor(self):
        return self
    if other is not None:
        return cast(node, self, node.dtype(other))
    if dtype is None:
        return self
    return cast(node, self, read_dtype(node, dtype))


def read_dtype(node: Node, dtype: Any) -> str:
    found = get_dtype(dtype)
    if found is None:
        node.fail(f"Relay has no element type {dtype!r}")
    return found


@converter("aten::type_as")
def convert_type_as(node: Node, self: Any, other: Any) -> Expr:
    """Return elements of the type of another tensor."""
    return cast(node, self, node.dtype(other))


@converter("prims::convert_element_type")
def convert_element_type(node: Node, a: Any, dtype: Any) -> Expr:
    """Return elements of another type."""
    return cast(node, a, read_dtype(node, dtype))


_CASTS = {"float": "float32", "double": "float64", "half": "float16", "int": "int32",
          "long": "int64", "bool": "bool", "byte": "uint8", "char": "int8", "short": "int16"}


def _register_casts() -> None:
    def make(dtype: str) -> Callable[..., Expr]:
        def convert(node: Node, self: Any) -> Expr:
            return cast(node, self, dtype)

        return convert

    for name, dtype in _CASTS.items():
        converter(f"aten::{name}", f"aten::_cast_{name.title()}")(make(dtype))


_register_casts()


@converter("aten::clone", "aten::contiguous", "aten::detach", "aten::alias", "aten::lift_fresh",
           "aten::lift_fresh_copy", "aten::lift", "aten::cpu", "aten::cuda", "aten::resolve_conj",
           "aten::resolve_neg", "aten::detach_copy", "aten::alias_copy", "aten::conj",
           "aten::_conj", "aten::data", "aten::item_copy", "aten::tensor_copy", "aten::requires_grad",
           "aten::real", "prim::data")
def convert_identity(node: Node, **arguments: Any) -> Expr:
    """Return the first operand."""
    return next(iter(arguments.values()))


@converter("aten::is_floating_point")
def convert_is_floating_point(node: Node, self: Any) -> bool:
    """Return whether a tensor holds floating-point numbers."""
    return is_float(node.dtype(self))


@converter("aten::is_complex", "prim::is_cuda", "prim::is_sparse", "prim::requires_grad", "prim::is_meta", "prim::is_mkldnn")
def convert_is_special(node: Node, **arguments: Any) -> bool:
    """Return whether a tensor is of a kind that Relay has not."""
    return False


@converter("aten::scalar_tensor", "aten::tensor", "aten::as_tensor", "prim::NumToTensor",
           "aten::_make_tensor")
def convert_tensor(node: Node, dtype: Any = None, **arguments: Any) -> Expr:
    """Return a tensor of numbers."""
    value = next(iter(arguments.values()))
    kind = None if dtype is None else read_dtype(node, dtype)
    if kind is None and node.op.endswith("scalar_tensor") and not isinstance(value, Expr):
        kind = node.default_dtype
    return node.tensor(value, kind)
