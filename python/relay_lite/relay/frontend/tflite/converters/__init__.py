"""The converters of operators, by family."""

from . import (activations, conv, detection, elements, image, index, linear, pool, quantize, reduce,
               rnn, shape)

__all__ = ["activations", "conv", "detection", "elements", "image", "index", "linear", "pool",
           "quantize", "reduce", "rnn", "shape"]
