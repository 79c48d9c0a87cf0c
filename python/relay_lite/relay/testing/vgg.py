"""The networks of Simonyan and Zisserman (2014): 3 x 3 convolutions and three dense layers."""

from ... import _ext, _missing
from .. import nn
from ..expr import var
from .init import create_workload
from .layers import batch_norm_infer, conv2d, dense_add_bias

# Convolutions in each stage, by the number of layers.
_STAGES = {11: (1, 1, 2, 2, 2), 13: (2, 2, 2, 2, 2), 16: (2, 2, 3, 3, 3), 19: (2, 2, 4, 4, 4)}
_CHANNELS = (64, 128, 256, 512, 512)


def _make_stage(data, stage, convolutions, channels, batch_norm):
    """Convolutions that keep the size of images, and a pooling that halves it."""
    net = data
    for i in range(1, convolutions + 1):
        net = conv2d(net, name=f"conv{stage}_{i}", channels=channels, kernel_size=(3, 3),
                     padding=(1, 1))
        net = nn.bias_add(net, var(f"conv{stage}_{i}_bias"))
        if batch_norm:
            net = batch_norm_infer(net, name=f"bn{stage}_{i}")
        net = nn.relu(net)
    return nn.max_pool2d(net, pool_size=(2, 2), strides=(2, 2))


def get_net(batch_size, image_shape, num_classes, dtype, num_layers=11,
            batch_norm=False) -> _ext.Function:
    """The function from images to probabilities of classes.

    Parameters
    ----------
    batch_size : int
    image_shape : sequence of int
        Channels, height and width.
    num_classes : int
    dtype : str
    num_layers : int
        11, 13, 16 or 19.
    batch_norm : bool
        Whether each convolution is normalised.
    """
    if num_layers not in _STAGES:
        raise ValueError(f"Invalid num_layers {num_layers}: expected 11, 13, 16 or 19")
    net = var("data", shape=(batch_size, *image_shape), dtype=dtype)
    for i, (convolutions, channels) in enumerate(zip(_STAGES[num_layers], _CHANNELS), 1):
        net = _make_stage(net, i, convolutions, channels, batch_norm)
    net = nn.batch_flatten(net)
    for name in ("fc6", "fc7"):
        net = nn.dropout(nn.relu(dense_add_bias(net, units=4096, name=name)), rate=0.5)
    net = nn.softmax(dense_add_bias(net, units=num_classes, name="fc8"))
    return _ext.Function(list(_ext.free_vars(net)), net)


def get_workload(batch_size, num_classes=1000, image_shape=(3, 224, 224), dtype="float32",
                 num_layers=11, batch_norm=False
                 ) -> tuple[_ext.IRModule, dict[str, _ext.NDArray]]:
    """Module and parameters; see create_workload and get_net."""
    return create_workload(
        get_net(batch_size, image_shape, num_classes, dtype, num_layers, batch_norm))


__getattr__ = _missing.make_getattr("tvm.relay.testing.vgg")
