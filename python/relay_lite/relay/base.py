"""Nodes, spans and names of sources."""

from ..ir.base import Node, SourceName, Span
from .._ext import Node as RelayNode
