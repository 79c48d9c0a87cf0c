"""The converters of operators, by family."""

from . import activations, conv, elements, image, index, linear, pool, quantize, reduce, shape

__all__ = ["activations", "conv", "elements", "image", "index", "linear", "pool", "quantize", "reduce", "shape"]
