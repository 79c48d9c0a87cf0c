"""The blocks of residual networks of images and of clips."""

from .. import nn
from .layers import batch_norm_infer, conv2d, conv3d, conv_kernel_layout

# Blocks in each stage, and whether a block narrows its input first.
_DEEP = {18: ((2, 2, 2, 2), False), 34: ((3, 4, 6, 3), False), 50: ((3, 4, 6, 3), True),
         101: ((3, 4, 23, 3), True), 152: ((3, 8, 36, 3), True),
         200: ((3, 24, 36, 3), True), 269: ((3, 30, 48, 8), True)}


class Form:
    """The number of dimensions, the dimension of channels, and the layout of weights.

    Parameters
    ----------
    data_layout : str
        NCHW, NHWC, NCDHW or NDHWC.
    axis : int, optional
        The dimension that is normalised. By default that of channels.
    """

    def __init__(self, data_layout, axis=None):
        self.data = data_layout
        self.axis = data_layout.index("C") if axis is None else axis
        self.rank = len(data_layout) - 2

    def conv(self, data, name, **attributes):
        """A convolution."""
        function = conv2d if self.rank == 2 else conv3d
        return function(data, name=name, data_layout=self.data,
                        kernel_layout=conv_kernel_layout(self.data), **attributes)

    def norm(self, data, name, **attributes):
        """A normalisation."""
        return batch_norm_infer(data, name=name, axis=self.axis, epsilon=2e-5, **attributes)

    def activate(self, data, name):
        """A normalisation and a relu."""
        return nn.relu(self.norm(data, name))

    def unit(self, data, channels, stride, same_shape, name, narrows):
        """One residual block."""
        active = self.activate(data, name + "_bn1")
        strides, one = (stride,) * self.rank, (1,) * self.rank
        three = {"kernel_size": (3,) * self.rank, "padding": one}
        if narrows:
            inner = channels // 4
            net = self.conv(active, name + "_conv1", channels=inner, kernel_size=one,
                            strides=strides)
            net = self.conv(self.activate(net, name + "_bn2"), name + "_conv2", channels=inner,
                            **three)
            net = self.conv(self.activate(net, name + "_bn3"), name + "_conv3",
                            channels=channels, kernel_size=one)
        else:
            net = self.conv(active, name + "_conv1", channels=channels, strides=strides, **three)
            net = self.conv(self.activate(net, name + "_bn2"), name + "_conv2",
                            channels=channels, **three)
        if same_shape:
            return net + data
        return net + self.conv(active, name + "_sc", channels=channels, kernel_size=one,
                               strides=strides)


def is_deep(num_layers):
    """Whether get_deep takes the number of layers."""
    return num_layers in _DEEP


def get_deep(num_layers):
    """Stages, widths and whether blocks narrow their input, of a network for large images."""
    if num_layers not in _DEEP:
        raise ValueError(f"no experiments done on num_layers {num_layers}")
    stages, narrows = _DEEP[num_layers]
    return stages, (64, 256, 512, 1024, 2048) if narrows else (64, 64, 128, 256, 512), narrows


def get_shallow(num_layers):
    """Stages, widths and whether blocks narrow their input, of a network for small images."""
    if num_layers >= 164 and num_layers % 9 == 2:
        return ((num_layers - 2) // 9,) * 3, (16, 64, 128, 256), True
    if num_layers < 164 and num_layers % 6 == 2:
        return ((num_layers - 2) // 6,) * 3, (16, 16, 32, 64), False
    raise ValueError(f"no experiments done on num_layers {num_layers}")


def make_stages(form, data, stages, widths, narrows):
    """The residual blocks of all stages; each stage but the first halves the size of images."""
    for i, (blocks, width) in enumerate(zip(stages, widths[1:]), 1):
        for j in range(1, blocks + 1):
            stride = 2 if j == 1 and i > 1 else 1
            data = form.unit(data, width, stride, j > 1, f"stage{i}_unit{j}", narrows)
    return data
