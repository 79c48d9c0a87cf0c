"""DenseNet as TVM builds it: a block concatenates the results of its layers, and each layer reads
the layer before it alone."""

from ... import _ext, _missing
from .. import nn
from ..expr import var
from ..op import concatenate
from .init import create_workload
from .layers import batch_norm_infer, conv2d, dense_add_bias

# Channels of the first convolution and of each layer, and layers in each block. The 69 is TVM's.
_SPECIFICATIONS = {121: (64, 32, (6, 12, 24, 16)), 161: (96, 48, (6, 12, 36, 24)),
                   169: (69, 32, (6, 12, 32, 32)), 201: (64, 32, (6, 12, 48, 32))}
# How many times as many channels a layer has in its middle.
_BOTTLENECK = 4


def _activate(data, name):
    return nn.relu(batch_norm_infer(data, name=name))


def _make_block(data, num_layers, growth, block):
    """The concatenated results of a chain of layers."""
    results = []
    for i in range(num_layers):
        index = f"{block}_{i}"
        data = conv2d(_activate(data, f"batch_1_{index}"), name=f"conv2d_1_{index}",
                      channels=_BOTTLENECK * growth, kernel_size=(1, 1))
        data = conv2d(_activate(data, f"batch_2_{index}"), name=f"conv2d_2_{index}",
                      channels=growth, kernel_size=(3, 3), padding=(1, 1))
        results.append(data)
    return concatenate(results, 1)


def _make_net(specification, classes, data_shape, dtype):
    """The function from images to scores of classes."""
    channels, growth, blocks = specification
    net = var("data", shape=data_shape, dtype=dtype)
    net = conv2d(net, name="conv1", channels=channels, kernel_size=(7, 7), strides=(2, 2),
                 padding=(3, 3))
    net = nn.max_pool2d(_activate(net, "batch1"), pool_size=(3, 3), strides=(2, 2), padding=(1, 1))
    for i, num_layers in enumerate(blocks):
        net = _make_block(net, num_layers, growth, i)
        channels += num_layers * growth
        if i != len(blocks) - 1:
            channels //= 2
            net = conv2d(_activate(net, f"batch_t_{i}"), name=f"conv_t_{i}", channels=channels,
                         kernel_size=(1, 1))
            net = nn.avg_pool2d(net, pool_size=(2, 2), strides=(2, 2))
    net = nn.avg_pool2d(_activate(net, "batch2"), pool_size=(7, 7))
    net = dense_add_bias(nn.batch_flatten(net), units=classes, name="dense")
    return _ext.Function(list(_ext.free_vars(net)), net)


def get_workload(densenet_size=121, classes=1000, batch_size=4, image_shape=(3, 224, 224),
                 dtype="float32") -> tuple[_ext.IRModule, dict[str, _ext.NDArray]]:
    """Module and parameters; see create_workload.

    Parameters
    ----------
    densenet_size : int
        121, 161, 169 or 201.
    classes, batch_size : int
    image_shape : sequence of int
        Channels, height and width.
    dtype : str
    """
    if densenet_size not in _SPECIFICATIONS:
        raise ValueError(f"expected one of the sizes {', '.join(map(str, _SPECIFICATIONS))}, but "
                         f"got {densenet_size}")
    return create_workload(_make_net(_SPECIFICATIONS[densenet_size], classes,
                                     (batch_size, *image_shape), dtype))


__getattr__ = _missing.make_getattr("tvm.relay.testing.densenet")
