"""The converters of layers, by family."""

from . import activations, conv, core, merge, norm, pool, rnn, shape

__all__ = ["activations", "conv", "core", "merge", "norm", "pool", "rnn", "shape"]
