"""Layers that make the parameters they are not given, named after the layer."""

from ... import _missing
from .. import nn
from ..expr import var


def _get_name(attributes):
    name = attributes.pop("name", None)
    if name is None:
        raise ValueError("a layer that makes parameters needs a name")
    return name


def _convolve(convolution, data, weight, attributes):
    name = _get_name(attributes)
    return convolution(data, var(name + "_weight") if weight is None else weight, **attributes)


def conv2d(data, weight=None, **kwargs):
    """A convolution.

    Parameters
    ----------
    data : relay.Expr
    weight : relay.Expr, optional
        By default the variable `<name>_weight`.
    name : str
    **kwargs
        The attributes.
    """
    return _convolve(nn.conv2d, data, weight, kwargs)


def conv3d(data, weight=None, **kwargs):
    """A convolution over depth, height and width.

    Parameters
    ----------
    data : relay.Expr
    weight : relay.Expr, optional
        By default the variable `<name>_weight`.
    name : str
    **kwargs
        The attributes.
    """
    return _convolve(nn.conv3d, data, weight, kwargs)


def conv2d_transpose(data, weight=None, **kwargs):
    """A transposed convolution.

    Parameters
    ----------
    data : relay.Expr
    weight : relay.Expr, optional
        By default the variable `<name>_weight`.
    name : str
    **kwargs
        The attributes.
    """
    return _convolve(nn.conv2d_transpose, data, weight, kwargs)


def batch_norm_infer(data, gamma=None, beta=None, moving_mean=None, moving_var=None, **kwargs):
    """The result of a batch normalisation.

    Parameters
    ----------
    data : relay.Expr
    gamma, beta, moving_mean, moving_var : relay.Expr, optional
        By default the variables `<name>_gamma`, ...
    name : str
    **kwargs
        The attributes.
    """
    name = _get_name(kwargs)
    given = {"gamma": gamma, "beta": beta, "moving_mean": moving_mean, "moving_var": moving_var}
    parameters = [var(f"{name}_{part}") if value is None else value
                  for part, value in given.items()]
    return nn.batch_norm(data, *parameters, **kwargs)[0]


def dense_add_bias(data, weight=None, bias=None, units=None, **kwargs):
    """A dense layer with a bias.

    Parameters
    ----------
    data : relay.Expr
    weight, bias : relay.Expr, optional
        By default the variables `<name>_weight` and `<name>_bias`.
    units : int, optional
    name : str
    **kwargs
        The attributes.
    """
    name = _get_name(kwargs)
    dense = nn.dense(data, var(name + "_weight") if weight is None else weight, units, **kwargs)
    return nn.bias_add(dense, var(name + "_bias") if bias is None else bias, axis=-1)


def conv_kernel_layout(data_layout, is_depthwise=False):
    """The layout of the weight of a convolution of data in a layout."""
    layouts = {"NCHW": "OIHW", "NHWC": "HWOI" if is_depthwise else "HWIO",
               "NCDHW": "OIDHW", "NDHWC": "DHWOI" if is_depthwise else "DHWIO"}
    if data_layout not in layouts:
        raise ValueError(f"expected one of the layouts {', '.join(layouts)}, but got {data_layout}")
    return layouts[data_layout]


__getattr__ = _missing.make_getattr("tvm.relay.testing.layers")
