"""MobileNet: convolutions of single channels followed by those of single pixels."""

from ... import _ext, _missing
from .. import nn
from ..expr import var
from .init import create_workload
from .layers import batch_norm_infer, conv2d, conv_kernel_layout, dense_add_bias

# Channels behind each block, and its stride.
_BLOCKS = ((64, 1), (128, 2), (128, 1), (256, 2), (256, 1), (512, 2), (512, 1), (512, 1),
           (512, 1), (512, 1), (512, 1), (1024, 2), (1024, 1))


class _Layout:
    """Where channels are, and how weights lie."""

    def __init__(self, data_layout):
        self.data = data_layout
        self.axis = data_layout.index("C")

    def conv_block(self, data, name, weight=None, is_depthwise=False, **attributes):
        """A convolution, a normalisation and a relu."""
        net = conv2d(data, weight, name=name + "_conv", data_layout=self.data,
                     kernel_layout=conv_kernel_layout(self.data, is_depthwise), **attributes)
        return nn.relu(batch_norm_infer(net, name=name + "_bn", axis=self.axis))

    def depthwise_weight(self, name, channels):
        """The weight of a convolution of single channels needs a type."""
        shape = (3, 3, channels, 1) if self.data == "NHWC" else (channels, 1, 3, 3)
        return var(name + "_conv_weight", shape=shape)


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
        Whether the blocks that change nothing but values are left out.
    layout : str
        NCHW or NHWC.
    """
    form = _Layout(layout)
    data = var("data", shape=tuple(data_shape), dtype=dtype)
    channels = int(32 * alpha)
    net = form.conv_block(data, "conv_block_1", channels=channels, kernel_size=(3, 3),
                          strides=(2, 2), padding=(1, 1))
    for i, (width, stride) in enumerate(_BLOCKS, 1):
        if is_shallow and width == 512 and stride == 1:
            continue
        width = int(width * alpha)
        name = f"separable_conv_block_{i}_depthwise"
        net = form.conv_block(net, name, form.depthwise_weight(name, channels),
                              is_depthwise=True, channels=channels, groups=channels,
                              kernel_size=(3, 3), strides=(stride, stride), padding=(1, 1))
        net = form.conv_block(net, f"separable_conv_block_{i}_pointwise", channels=width,
                              kernel_size=(1, 1))
        channels = width
    net = nn.batch_flatten(nn.global_avg_pool2d(net, layout=layout))
    net = nn.softmax(dense_add_bias(net, units=num_classes, name="fc"))
    return _ext.Function(list(_ext.free_vars(net)), net)


def get_workload(batch_size=1, num_classes=1000, image_shape=(3, 224, 224), dtype="float32",
                 layout="NCHW"):
    """Module and parameters; see create_workload. `image_shape` is in the layout."""
    return create_workload(
        mobile_net(num_classes, (batch_size, *image_shape), dtype, layout=layout))


__getattr__ = _missing.make_getattr("tvm.relay.testing.mobilenet")
