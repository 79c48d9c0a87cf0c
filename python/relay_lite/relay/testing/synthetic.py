"""A small network that has the operators of large ones, in two similar blocks."""

from ... import _ext, _missing
from .. import nn
from ..expr import var
from ..op import add, reshape, reshape_like
from .init import Constant, create_workload
from .layers import batch_norm_infer


def _make_block(data, value, name, wtype):
    """The sum of a dense layer of the rows of a value and a convolution of it. `data`, the input of the
    network, has its shape."""
    _, channels, _, size = data.type_annotation.shape
    weight = var(f"dense{name}_weight", shape=(size, size), dtype=wtype)
    dense = nn.relu(nn.dense(reshape(value, (-1, size)), weight))
    weight = var(f"conv{name}_weight", shape=(channels, channels, 3, 3), dtype=wtype)
    conv = nn.conv2d(value, weight, padding=1, kernel_size=3)
    return add(reshape_like(dense, data), nn.softmax(conv))


def get_net(input_shape=(1, 3, 24, 12), dtype="float32", wtype=None) -> _ext.Function:
    """The function from a tensor to one of the same shape.

    Parameters
    ----------
    input_shape : tuple of int
        Batch, channels, height and width.
    dtype : str
    wtype : str, optional
        The type of the weights: `dtype` by default.
    """
    wtype = wtype or dtype
    data = var("data", shape=input_shape, dtype=dtype)
    first = _make_block(data, data, "", wtype)
    biased = batch_norm_infer(nn.bias_add(first, var("bias", dtype=wtype)), name="batch_norm")
    net = _make_block(data, biased, "2", wtype)
    return _ext.Function(list(_ext.free_vars(net)), net)


def get_workload(input_shape=(1, 3, 24, 12), dtype="float32", wtype=None
                 ) -> tuple[_ext.IRModule, dict[str, _ext.NDArray]]:
    """Module and parameters; see create_workload."""
    return create_workload(get_net(input_shape, dtype, wtype), Constant())

__getattr__ = _missing.make_getattr("tvm.relay.testing.synthetic")
