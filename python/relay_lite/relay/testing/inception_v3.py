"""Inception v3 (Szegedy et al., 2015), for images of 299 pixels."""

from ... import _ext, _missing
from .. import nn
from ..expr import var
from ..op import concatenate
from .init import create_workload
from .layers import batch_norm_infer, conv2d


def _conv(data, name, channels, kernel=(1, 1), stride=1, padding=None):
    """A convolution, normalised and with relu. The size of images stays by default."""
    if padding is None:
        padding = tuple(size // 2 for size in kernel)
    net = conv2d(data, name=name + "_conv1", channels=channels, kernel_size=kernel,
                 strides=(stride, stride), padding=padding)
    return nn.relu(batch_norm_infer(net, name=name + "_bn", epsilon=2e-5, scale=False))


def _shrink(data, name, channels):
    """A convolution that halves the size of images."""
    return _conv(data, name, channels, (3, 3), 2, (0, 0))


def _tower(data, name, *layers):
    """A chain of convolutions, each of channels and a kernel."""
    for i, (channels, kernel) in enumerate(layers):
        data = _conv(data, f"{name}_conv" + (f"_{i}" if i else ""), channels, kernel)
    return data


def _fork(data, name):
    """The results of a row and of a column as kernels."""
    return [_conv(data, name + "_mixed_conv", 384, (1, 3)),
            _conv(data, name + "_mixed_conv_1", 384, (3, 1))]


def _pool(data):
    """Halve the size of images."""
    return nn.max_pool2d(data, pool_size=(3, 3), strides=(2, 2), padding=(0, 0))


def _project(data, name, channels, kind="avg"):
    """A pooling that keeps the size of images, and a convolution."""
    if kind == "max":
        net = nn.max_pool2d(data, pool_size=(3, 3), strides=(1, 1), padding=(1, 1))
    else:
        net = nn.avg_pool2d(data, pool_size=(3, 3), strides=(1, 1), padding=(1, 1),
                            count_include_pad=True)
    return _conv(net, name + "_tower_2_conv", channels)


def _mix_35(data, name, projected):
    """A block for images of 35 pixels."""
    return concatenate((
        _conv(data, name + "_conv", 64),
        _tower(data, name + "_tower", (48, (1, 1)), (64, (5, 5))),
        _tower(data, name + "_tower_1", (64, (1, 1)), (96, (3, 3)), (96, (3, 3))),
        _project(data, name, projected)), axis=1)


def _mix_17(data, name, channels):
    """A block for images of 17 pixels."""
    row, column = (1, 7), (7, 1)
    return concatenate((
        _conv(data, name + "_conv", 192),
        _tower(data, name + "_tower", (channels, (1, 1)), (channels, row), (192, column)),
        _tower(data, name + "_tower_1", (channels, (1, 1)), (channels, column), (channels, row),
               (channels, column), (192, row)),
        _project(data, name, 192)), axis=1)


def _mix_8(data, name, kind):
    """A block for images of 8 pixels."""
    return concatenate((
        _conv(data, name + "_conv", 320),
        *_fork(_tower(data, name + "_tower", (384, (1, 1))), name + "_tower"),
        *_fork(_tower(data, name + "_tower_1", (448, (1, 1)), (384, (3, 3))), name + "_tower_1"),
        _project(data, name, 192, kind)), axis=1)


def _shrink_35(data, name):
    """A block from images of 35 pixels to those of 17."""
    tower = _tower(data, name + "_tower", (64, (1, 1)), (96, (3, 3)))
    return concatenate((_shrink(data, name + "_conv", 384),
                        _shrink(tower, name + "_tower_conv_2", 96), _pool(data)), axis=1)


def _shrink_17(data, name):
    """A block from images of 17 pixels to those of 8."""
    first = _tower(data, name + "_tower", (192, (1, 1)))
    second = _tower(data, name + "_tower_1", (192, (1, 1)), (192, (1, 7)), (192, (7, 1)))
    return concatenate((_shrink(first, name + "_tower_conv_1", 320),
                        _shrink(second, name + "_tower_1_conv_3", 192), _pool(data)), axis=1)


def get_net(batch_size, num_classes, image_shape, dtype) -> _ext.Function:
    """The function from images to probabilities of classes.

    Parameters
    ----------
    batch_size, num_classes : int
    image_shape : sequence of int
        Channels, height and width.
    dtype : str
    """
    net = var("data", shape=(batch_size, *image_shape), dtype=dtype)
    net = _conv(_shrink(net, "conv", 32), "conv_1", 32, (3, 3), padding=(0, 0))
    net = _pool(_conv(net, "conv_2", 64, (3, 3)))
    net = _pool(_conv(_conv(net, "conv_3", 80), "conv_4", 192, (3, 3), padding=(0, 0)))
    for name, projected in (("mixed", 32), ("mixed_1", 64), ("mixed_2", 64)):
        net = _mix_35(net, name, projected)
    net = _shrink_35(net, "mixed_3")
    for name, channels in (("mixed_4", 128), ("mixed_5", 160), ("mixed_6", 160), ("mixed_7", 192)):
        net = _mix_17(net, name, channels)
    net = _shrink_17(net, "mixed_8")
    net = _mix_8(_mix_8(net, "mixed_9", "avg"), "mixed_10", "max")
    net = nn.avg_pool2d(net, pool_size=(8, 8), strides=(1, 1), padding=(0, 0),
                        count_include_pad=True)
    net = nn.dense(nn.batch_flatten(net), var("fc1_weight"), units=num_classes)
    # The name is TVM's.
    net = nn.softmax(nn.bias_add(net, var("fc2_bias"), axis=-1))
    return _ext.Function(list(_ext.free_vars(net)), net)


def get_workload(batch_size=1, num_classes=1000, image_shape=(3, 299, 299), dtype="float32"
                 ) -> tuple[_ext.IRModule, dict[str, _ext.NDArray]]:
    """Module and parameters; see create_workload and get_net."""
    return create_workload(get_net(batch_size, num_classes, image_shape, dtype))


__getattr__ = _missing.make_getattr("tvm.relay.testing.inception_v3")
