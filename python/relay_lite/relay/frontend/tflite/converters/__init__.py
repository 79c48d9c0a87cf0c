"""The converters of operators, by family."""

from . import activations, conv, elements, image, linear, pool, quantize, reduce

__all__ = ["activations", "conv", "elements", "image", "linear", "pool", "quantize", "reduce"]
