"""The deep Q-network of Mnih et al. (2015), which maps frames of a game to values of actions."""

from ... import _ext, _missing
from .. import nn
from ..expr import var
from .init import create_workload
from .layers import conv2d, conv_kernel_layout, dense_add_bias

# Channels, kernel size and stride of each convolution.
_CONVOLUTIONS = ((32, 8, 4), (64, 4, 2), (64, 3, 1))


def get_net(batch_size, num_actions=18, image_shape=(4, 84, 84), dtype="float32",
            layout="NCHW") -> _ext.Function:
    """The function from frames to one value per action.

    Parameters
    ----------
    batch_size, num_actions : int
    image_shape : sequence of int
        In the layout, without the batch.
    dtype : str
    layout : str
        NCHW or NHWC.
    """
    net = var("data", shape=(batch_size, *image_shape), dtype=dtype)
    for i, (channels, size, stride) in enumerate(_CONVOLUTIONS, 1):
        net = conv2d(net, name=f"conv{i}", channels=channels, kernel_size=(size, size),
                     strides=(stride, stride), padding=(0, 0), data_layout=layout,
                     kernel_layout=conv_kernel_layout(layout))
        net = nn.relu(nn.bias_add(net, var(f"conv{i}_bias"), layout.index("C")))
    net = nn.relu(dense_add_bias(nn.batch_flatten(net), units=512, name="dense1"))
    net = dense_add_bias(net, units=num_actions, name="dense2")
    return _ext.Function(list(_ext.free_vars(net)), net)


def get_workload(batch_size, num_actions=18, image_shape=(4, 84, 84), dtype="float32",
                 layout="NCHW") -> tuple[_ext.IRModule, dict[str, _ext.NDArray]]:
    """Module and parameters; see create_workload and get_net."""
    return create_workload(get_net(batch_size, num_actions, image_shape, dtype, layout))


__getattr__ = _missing.make_getattr("tvm.relay.testing.dqn")
