"""Nodes, spans and names of sources."""

from .. import _missing
from ..ir.base import Node, SourceName, Span
from .._ext import Node as RelayNode

__getattr__ = _missing.make_getattr("tvm.relay.base")
