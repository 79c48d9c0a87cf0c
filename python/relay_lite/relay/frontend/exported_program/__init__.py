"""Exported programs of PyTorch as modules of Relay."""

from ..pytorch import converters
from .importer import from_exported_program

__all__ = ["converters", "from_exported_program"]
