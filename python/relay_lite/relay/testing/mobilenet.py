"""MobileNet: convolutions of single channels followed by those of single pixels."""

from ... import _ext, _missing
from .. import nn
from ..expr import var
from .init import create_workload
from .layers import batch_norm_infer, conv2d, conv_kernel_layout

# Channels behind each block, and its stride.
_BLOCKS = ((64, 1), (128, 2), (128, 1), (256, 2), (256, 1), (512, 2))
_DEEP_BLOCKS = ((512, 1),) * 5 + ((1024, 2), (1024, 1))
_SHALLOW_BLOCKS = ((1024, 2), (1024, 2))


def _separable_block(data, name, channels, width, stride, layout, dtype):
    """A convolution of single channels and one of single pixels."""
    axis = layout.index("C")
    # The weight of a convolution of single channels needs a type.
    shape = (3, 3, channels, 1) if layout == "NHWC" else (channels, 1, 3, 3)
    weight = var(name + "_weight", shape=shape, dtype=dtype)
    net = conv2d(data, weight, name=name + "_depthwise_conv1", channels=channels,
                 groups=channels, kernel_size=(3, 3), strides=(stride, stride), padding=(1, 1),
                 data_layout=layout, kernel_layout=conv_kernel_layout(layout, True))
    net = nn.relu(batch_norm_infer(net, name=name + "_bn1", axis=axis))
    net = conv2d(net, name=name + "_conv2", channels=width, kernel_size=(1, 1),
                 data_layout=layout, kernel_layout=conv_kernel_layout(layout))
    return nn.relu(batch_norm_infer(net, name=name + "_bn2", axis=axis))


def mobile_net(num_classes=1000, data_shape=(1, 3, 224, 224), dtype="float32", alpha=1.0,
               is_shallow=False, layout="NCHW"):
    """The function from images to probabilities of classes.

    Parameters
    ----------
    num_classes : int
    data_shape : sequence of int
        In the layout.
    dtype : str
    alpha : float
        By what the numbers of channels are multiplied.
    is_shallow : bool
        Whether two blocks take the place of the last seven.
    layout : str
        NCHW or NHWC.
    """
    data = var("data", shape=tuple(data_shape), dtype=dtype)
    channels = int(32 * alpha)
    net = conv2d(data, name="conv_block_1_conv", channels=channels, kernel_size=(3, 3),
                 strides=(2, 2), padding=(1, 1), data_layout=layout,
                 kernel_layout=conv_kernel_layout(layout))
    # As in TVM, along axis 1 in either layout.
    net = nn.relu(batch_norm_infer(net, name="conv_block_1_bn"))
    blocks = _BLOCKS + (_SHALLOW_BLOCKS if is_shallow else _DEEP_BLOCKS)
    for i, (width, stride) in enumerate(blocks, 1):
        width = int(width * alpha)
        net = _separable_block(net, f"separable_conv_block_{i}", channels, width, stride, layout,
                               dtype)
        channels = width
    net = nn.batch_flatten(nn.global_avg_pool2d(net, layout=layout))
    net = nn.dense(net, var("fc_weight"), units=num_classes)
    net = nn.softmax(nn.bias_add(net, var("fc_bias")))
    return _ext.Function(list(_ext.free_vars(net)), net)


def get_workload(batch_size=1, num_classes=1000, image_shape=(3, 224, 224), dtype="float32",
                 layout="NCHW") -> tuple[_ext.IRModule, dict[str, _ext.NDArray]]:
    """Module and parameters; see create_workload. `image_shape` is in the layout."""
    return create_workload(
        mobile_net(num_classes, (batch_size, *image_shape), dtype, layout=layout))


__getattr__ = _missing.make_getattr("tvm.relay.testing.mobilenet")
