"""SqueezeNet (Iandola et al., 2016): blocks that narrow their input and then widen it twice."""

from ... import _ext, _missing
from .. import nn
from ..expr import var
from ..op import concatenate
from .init import create_workload
from .layers import conv2d

# Channels of the eight blocks: narrow, and each of the two wide ones.
_BLOCKS = ((16, 64), (16, 64), (32, 128), (32, 128), (48, 192), (48, 192), (64, 256), (64, 256))
# Channels, kernel size and padding of the first convolution, and the blocks after which a pooling
# follows.
_VERSIONS = {"1.0": ((96, 7, 3), (3, 7)), "1.1": ((64, 3, 1), (2, 4))}


def _activate(data, channels, name, bias, size=1, stride=1, padding=0):
    """A convolution with bias and relu."""
    net = conv2d(data, name=name, channels=channels, kernel_size=(size, size),
                 strides=(stride, stride), padding=(padding, padding))
    return nn.relu(nn.bias_add(net, var(bias)))


def _make_block(data, narrow, wide, name):
    net = _activate(data, narrow, f"{name}_input_conv", f"{name}_input_conv_bias")
    left = _activate(net, wide, f"{name}_left_conv", f"{name}_left_conv_bias")
    right = _activate(net, wide, f"{name}_right_conv", f"{name}_right_conv_bias", 3, 1, 1)
    return concatenate((left, right), axis=1)


def _pool(data):
    return nn.max_pool2d(data, pool_size=(3, 3), strides=(2, 2))


def get_net(batch_size, image_shape, num_classes, version, dtype) -> _ext.Function:
    """The function from images to probabilities of classes.

    Parameters
    ----------
    batch_size : int
    image_shape : sequence of int
        Channels, height and width.
    num_classes : int
    version : str
        "1.0" or "1.1".
    dtype : str
    """
    if version not in _VERSIONS:
        raise ValueError(f"Unsupported SqueezeNet version {version}: 1.0 or 1.1 expected")
    (channels, size, padding), pooled = _VERSIONS[version]
    net = var("data", shape=(batch_size, *image_shape), dtype=dtype)
    net = _pool(_activate(net, channels, "conv1", "conv1_bias", size, 2, padding))
    for i, (narrow, wide) in enumerate(_BLOCKS, 1):
        net = _make_block(net, narrow, wide, f"fire{i}")
        if i in pooled:
            net = _pool(net)
    net = _activate(nn.dropout(net, rate=0.5), num_classes, "conv_final", "conv_final_bias")
    net = nn.softmax(nn.batch_flatten(nn.global_avg_pool2d(net)))
    return _ext.Function(list(_ext.free_vars(net)), net)


def get_workload(batch_size=1, num_classes=1000, version="1.0", image_shape=(3, 224, 224),
                 dtype="float32") -> tuple[_ext.IRModule, dict[str, _ext.NDArray]]:
    """Module and parameters; see create_workload and get_net."""
    return create_workload(get_net(batch_size, image_shape, num_classes, version, dtype))


__getattr__ = _missing.make_getattr("tvm.relay.testing.squeezenet")
