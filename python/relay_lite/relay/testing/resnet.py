"""Residual networks with activation before convolution, for images of 224 or 32 pixels."""

from ... import _ext, _missing
from .. import nn
from ..expr import var
from .init import create_workload
from .layers import batch_norm_infer, conv2d, conv_kernel_layout, dense_add_bias

# Blocks in each stage, and whether a block narrows its input first.
_DEEP = {18: ((2, 2, 2, 2), False), 34: ((3, 4, 6, 3), False), 50: ((3, 4, 6, 3), True),
         101: ((3, 4, 23, 3), True), 152: ((3, 8, 36, 3), True),
         200: ((3, 24, 36, 3), True), 269: ((3, 30, 48, 8), True)}


class _Layout:
    """The dimension of channels, and the layout of weights."""

    def __init__(self, data_layout):
        self.data = data_layout
        self.axis = data_layout.index("C")

    def conv(self, data, name, **attributes):
        """A convolution."""
        return conv2d(data, name=name, data_layout=self.data,
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
        strides = (stride, stride)
        if narrows:
            inner = channels // 4
            net = self.conv(active, name + "_conv1", channels=inner, kernel_size=(1, 1),
                            strides=strides)
            net = self.conv(self.activate(net, name + "_bn2"), name + "_conv2", channels=inner,
                            kernel_size=(3, 3), padding=(1, 1))
            net = self.conv(self.activate(net, name + "_bn3"), name + "_conv3",
                            channels=channels, kernel_size=(1, 1))
        else:
            net = self.conv(active, name + "_conv1", channels=channels, kernel_size=(3, 3),
                            strides=strides, padding=(1, 1))
            net = self.conv(self.activate(net, name + "_bn2"), name + "_conv2",
                            channels=channels, kernel_size=(3, 3), padding=(1, 1))
        if same_shape:
            return net + data
        return net + self.conv(active, name + "_sc", channels=channels, kernel_size=(1, 1),
                               strides=strides)


def _get_shallow(num_layers):
    """Stages, widths and whether blocks narrow their input, of a network for small images."""
    if num_layers >= 164 and num_layers % 9 == 2:
        return ((num_layers - 2) // 9,) * 3, (16, 64, 128, 256), True
    if num_layers < 164 and num_layers % 6 == 2:
        return ((num_layers - 2) // 6,) * 3, (16, 16, 32, 64), False
    raise ValueError(f"no experiments done on num_layers {num_layers}")


def get_net(batch_size, num_classes, num_layers=50, image_shape=(3, 224, 224), layout="NCHW",
            dtype="float32", **kwargs) -> _ext.Function:
    """The function from images to probabilities of classes.

    Parameters
    ----------
    batch_size, num_classes : int
    num_layers : int
        18, 34, 50, 101, 152, 200 or 269; for images of at most 32 pixels also 6n + 2 and, from 164 on,
        9n + 2.
    image_shape : sequence of int
        In the layout, without the batch.
    layout : str
        NCHW or NHWC.
    dtype : str
    """
    form = _Layout(layout)
    height = image_shape[layout.index("H") - 1]
    if height <= 28 or height <= 32 and num_layers not in _DEEP:
        stages, widths, narrows = _get_shallow(num_layers)
    else:
        if num_layers not in _DEEP:
            raise ValueError(f"no experiments done on num_layers {num_layers}")
        stages, narrows = _DEEP[num_layers]
        widths = (64, 256, 512, 1024, 2048) if narrows else (64, 64, 128, 256, 512)

    data = var("data", shape=(batch_size, *image_shape), dtype=dtype)
    net = form.norm(data, "bn_data", scale=False)
    # Small images keep their size.
    if height <= 32:
        net = form.conv(net, "conv0", channels=widths[0], kernel_size=(3, 3), padding=(1, 1))
    else:
        net = form.conv(net, "conv0", channels=widths[0], kernel_size=(7, 7), strides=(2, 2),
                        padding=(3, 3))
        net = nn.max_pool2d(form.activate(net, "bn0"), pool_size=(3, 3), strides=(2, 2),
                            padding=(1, 1), layout=layout)
    for i, (blocks, width) in enumerate(zip(stages, widths[1:]), 1):
        for j in range(1, blocks + 1):
            stride = 2 if j == 1 and i > 1 else 1
            net = form.unit(net, width, stride, j > 1, f"stage{i}_unit{j}", narrows)
    net = nn.global_avg_pool2d(form.activate(net, "bn1"), layout=layout)
    net = nn.softmax(dense_add_bias(nn.batch_flatten(net), units=num_classes, name="fc1"))
    return _ext.Function(list(_ext.free_vars(net)), net)


def get_workload(batch_size=1, num_classes=1000, num_layers=18, image_shape=(3, 224, 224),
                 layout="NCHW", dtype="float32", **kwargs) -> tuple[_ext.IRModule, dict[str, _ext.NDArray]]:
    """Module and parameters; see create_workload and get_net."""
    return create_workload(
        get_net(batch_size, num_classes, num_layers, image_shape, layout, dtype))


__getattr__ = _missing.make_getattr("tvm.relay.testing.resnet")
