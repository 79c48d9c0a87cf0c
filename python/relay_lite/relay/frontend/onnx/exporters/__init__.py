"""The exporters of Relay's operators, by family."""

from . import (control_flow, convolution, custom, elements, index, layers, linear,  # noqa: F401
               pool, quantized, random, reduce, resize, shapes, shifts)
