"""The converters of PyTorch's operators."""

from ..node import ConversionError
from .node import Node
from .registry import converter

__all__ = ["ConversionError", "Node", "converter"]
