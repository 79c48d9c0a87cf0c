"""Types of algebraic data, and relations between types."""

from .. import _missing
from .._ext import TypeCall, TypeRelation

__all__ = ["TypeCall", "TypeRelation"]

__getattr__ = _missing.make_getattr("tvm.ir.type_relation")
