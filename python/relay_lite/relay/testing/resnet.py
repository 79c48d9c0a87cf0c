"""Residual networks with activation before convolution, for images of 224 or 32 pixels."""

from ... import _ext, _missing
from .. import nn
from ..expr import var
from .init import create_workload
from .layers import batch_norm, conv2d, dense_add_bias

# Blocks in each stage, and whether a block narrows its input first.
_DEEP = {18: ((2, 2, 2, 2), False), 34: ((3, 4, 6, 3), False), 50: ((3, 4, 6, 3), True),
         101: ((3, 4, 23, 3), True), 152: ((3, 8, 36, 3), True)}


def _activate(data, name):
    return nn.relu(batch_norm(data, name, epsilon=2e-5))


def _unit(data, channels, stride, same_shape, name, narrows):
    """One residual block."""
    active = _activate(data, name + "_bn1")
    if narrows:
        inner = channels // 4
        net = conv2d(active, name + "_conv1", channels=inner, kernel_size=(1, 1))
        net = conv2d(_activate(net, name + "_bn2"), name + "_conv2", channels=inner,
                     kernel_size=(3, 3), strides=(stride, stride), padding=(1, 1))
        net = conv2d(_activate(net, name + "_bn3"), name + "_conv3", channels=channels,
                     kernel_size=(1, 1))
    else:
        net = conv2d(active, name + "_conv1", channels=channels, kernel_size=(3, 3),
                     strides=(stride, stride), padding=(1, 1))
        net = conv2d(_activate(net, name + "_bn2"), name + "_conv2", channels=channels,
                     kernel_size=(3, 3), padding=(1, 1))
    if same_shape:
        return net + data
    return net + conv2d(active, name + "_sc", channels=channels, kernel_size=(1, 1),
                        strides=(stride, stride))


def get_net(batch_size, num_classes, num_layers=50, image_shape=(3, 224, 224), dtype="float32"):
    """The function from images to probabilities of classes."""
    small = image_shape[1] <= 32
    if small:
        if num_layers % 6 != 2:
            raise ValueError(f"no experiments done on num_layers {num_layers}")
        stages, narrows = ((num_layers - 2) // 6,) * 3, False
        widths = (16, 16, 32, 64)
    else:
        if num_layers not in _DEEP:
            raise ValueError(f"no experiments done on num_layers {num_layers}")
        stages, narrows = _DEEP[num_layers]
        widths = (64, 256, 512, 1024, 2048) if narrows else (64, 64, 128, 256, 512)

    data = var("data", shape=(batch_size, *image_shape), dtype=dtype)
    net = batch_norm(data, "bn_data", epsilon=2e-5, scale=False)
    if small:
        net = conv2d(net, "conv0", channels=widths[0], kernel_size=(3, 3), padding=(1, 1))
    else:
        net = conv2d(net, "conv0", channels=widths[0], kernel_size=(7, 7), strides=(2, 2),
                     padding=(3, 3))
        net = nn.max_pool2d(_activate(net, "bn0"), pool_size=(3, 3), strides=(2, 2),
                            padding=(1, 1))
    for i, (blocks, width) in enumerate(zip(stages, widths[1:]), 1):
        for j in range(1, blocks + 1):
            stride = 2 if j == 1 and i > 1 else 1
            net = _unit(net, width, stride, j > 1, f"stage{i}_unit{j}", narrows)
    net = nn.global_avg_pool2d(_activate(net, "bn1"))
    net = nn.softmax(dense_add_bias(nn.batch_flatten(net), "fc1", num_classes))
    return _ext.Function(list(_ext.free_vars(net)), net)


def get_workload(batch_size=1, num_classes=1000, num_layers=18, image_shape=(3, 224, 224),
                 layout="NCHW", dtype="float32", **kwargs):
    """Module and parameters; see create_workload."""
    if layout != "NCHW":
        raise NotImplementedError("the workload is there in layout NCHW only")
    return create_workload(get_net(batch_size, num_classes, num_layers, image_shape, dtype))

__getattr__ = _missing.make_getattr("tvm.relay.testing.resnet")
