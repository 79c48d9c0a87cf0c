"""The converters of layers, by family."""

from . import activations, conv, core, masks, merge, norm, pool, rnn, shape

__all__ = ["activations", "conv", "core", "masks", "merge", "norm", "pool", "rnn", "shape"]
