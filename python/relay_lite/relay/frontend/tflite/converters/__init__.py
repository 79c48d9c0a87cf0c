"""The converters of operators, by family."""

from . import activations, elements, quantize

__all__ = ["activations", "elements", "quantize"]
