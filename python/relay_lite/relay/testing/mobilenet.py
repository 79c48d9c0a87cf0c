"""MobileNet: convolutions of single channels followed by those of single pixels."""

from ... import _ext, _missing
from .. import nn
from ..expr import var
from .init import create_workload
from .layers import batch_norm, conv2d, dense_add_bias

# Channels behind each block, and its stride.
_BLOCKS = ((64, 1), (128, 2), (128, 1), (256, 2), (256, 1), (512, 2), (512, 1), (512, 1),
           (512, 1), (512, 1), (512, 1), (1024, 2), (1024, 1))


def _conv_block(data, name, **attributes):
    net = conv2d(data, name + "_conv", **attributes)
    return nn.relu(batch_norm(net, name + "_bn"))


def get_net(batch_size=1, num_classes=1000, image_shape=(3, 224, 224), dtype="float32"):
    """The function from images to probabilities of classes."""
    data = var("data", shape=(batch_size, *image_shape), dtype=dtype)
    channels = 32
    net = _conv_block(data, "conv_block_1", channels=channels, kernel_size=(3, 3),
                      strides=(2, 2), padding=(1, 1))
    for i, (width, stride) in enumerate(_BLOCKS, 1):
        net = _conv_block(net, f"separable_conv_block_{i}_depthwise", channels=channels,
                          weight_shape=(channels, 1, 3, 3), groups=channels,
                          kernel_size=(3, 3), strides=(stride, stride), padding=(1, 1))
        net = _conv_block(net, f"separable_conv_block_{i}_pointwise", channels=width,
                          kernel_size=(1, 1))
        channels = width
    net = nn.batch_flatten(nn.global_avg_pool2d(net))
    net = nn.softmax(dense_add_bias(net, "fc", num_classes))
    return _ext.Function(list(_ext.free_vars(net)), net)


def get_workload(batch_size=1, num_classes=1000, image_shape=(3, 224, 224), dtype="float32",
                 layout="NCHW"):
    """Module and parameters; see create_workload."""
    if layout != "NCHW":
        raise NotImplementedError("the workload is there in layout NCHW only")
    return create_workload(get_net(batch_size, num_classes, image_shape, dtype))

__getattr__ = _missing.make_getattr("tvm.relay.testing.mobilenet")
