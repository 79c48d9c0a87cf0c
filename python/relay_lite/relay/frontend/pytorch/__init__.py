"""Scripts of PyTorch as modules of Relay, and the converters of PyTorch's operators."""

from .... import _missing
from ..node import ConversionError
from . import converters
from .importer import from_pytorch
from .node import Node
from .registry import converter

__all__ = ["ConversionError", "Node", "converter", "converters", "from_pytorch"]

__getattr__ = _missing.make_getattr("tvm.relay.frontend.pytorch")
