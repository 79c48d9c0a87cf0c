"""Residual networks with activation before convolution, for images of 224 or 32 pixels."""

from ... import _ext, _missing
from .. import nn
from ..expr import var
from ._residual import Form, get_deep, get_shallow, is_deep, make_stages
from .init import create_workload
from .layers import dense_add_bias


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
    form = Form(layout)
    height = image_shape[layout.index("H") - 1]
    shallow = height <= 28 or height <= 32 and not is_deep(num_layers)
    stages, widths, narrows = (get_shallow if shallow else get_deep)(num_layers)
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
    net = make_stages(form, net, stages, widths, narrows)
    net = nn.global_avg_pool2d(form.activate(net, "bn1"), layout=layout)
    net = nn.softmax(dense_add_bias(nn.batch_flatten(net), units=num_classes, name="fc1"))
    return _ext.Function(list(_ext.free_vars(net)), net)


def get_workload(batch_size=1, num_classes=1000, num_layers=18, image_shape=(3, 224, 224),
                 layout="NCHW", dtype="float32", **kwargs) -> tuple[_ext.IRModule, dict[str, _ext.NDArray]]:
    """Module and parameters; see create_workload and get_net."""
    return create_workload(
        get_net(batch_size, num_classes, num_layers, image_shape, layout, dtype))


__getattr__ = _missing.make_getattr("tvm.relay.testing.resnet")
