"""Layers with parameters of their own, named after the layer."""

from ... import _missing
from .. import nn
from ..expr import var


def conv2d(data, name, weight_shape=None, **attributes):
    """A convolution with the weight `<name>_weight`. In one with several groups, it needs a
    shape."""
    return nn.conv2d(data, var(name + "_weight", shape=weight_shape), **attributes)


def batch_norm(data, name, **attributes):
    """The result of a batch normalisation with parameters `<name>_gamma`, ..."""
    gamma, beta, mean, variance = (
        var(f"{name}_{part}") for part in ("gamma", "beta", "moving_mean", "moving_var"))
    return nn.batch_norm(data, gamma, beta, mean, variance, **attributes)[0]


def dense_add_bias(data, name, units):
    """A dense layer with the weight `<name>_weight` and the bias `<name>_bias`."""
    dense = nn.dense(data, var(name + "_weight"), units=units)
    return nn.bias_add(dense, var(name + "_bias"), axis=-1)

__getattr__ = _missing.make_getattr("tvm.relay.testing.layers")
