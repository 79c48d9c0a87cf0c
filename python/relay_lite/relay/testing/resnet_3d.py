"""Residual networks with activation before convolution, for clips of images."""

from ... import _ext, _missing
from .. import nn
from ..expr import var
from ._residual import Form, get_deep, get_shallow, make_stages
from .init import create_workload
from .layers import dense_add_bias


def get_net(batch_size, num_classes, num_layers=50, image_shape=(3, 16, 112, 112), layout="NCDHW",
            dtype="float32", **kwargs) -> _ext.Function:
    """The function from clips to probabilities of classes.

    Parameters
    ----------
    batch_size, num_classes : int
    num_layers : int
        18, 34, 50, 101, 152, 200 or 269; for images of at most 28 pixels 6n + 2 and, from 164 on,
        9n + 2.
    image_shape : sequence of int
        In the layout, without the batch.
    layout : str
        NCDHW or NDHWC.
    dtype : str
    """
    height = image_shape[layout.index("H") - 1]
    stages, widths, narrows = (get_shallow if height <= 28 else get_deep)(num_layers)
    # As in TVM, normalised along axis 1 in either layout.
    form = Form(layout, 1)
    net = form.norm(var("data", shape=(batch_size, *image_shape), dtype=dtype), "bn_data",
                    scale=False)
    # Small images keep their size.
    if height <= 32:
        net = form.conv(net, "conv0", channels=widths[0], kernel_size=(3, 3, 3),
                        padding=(1, 1, 1))
    else:
        net = form.conv(net, "conv0", channels=widths[0], kernel_size=(3, 7, 7),
                        strides=(1, 2, 2), padding=(1, 3, 3))
        net = form.activate(net, "bn0")
    net = form.activate(make_stages(form, net, stages, widths, narrows), "bn1")
    net = nn.batch_flatten(nn.global_avg_pool3d(net, layout=layout))
    net = nn.softmax(dense_add_bias(net, units=num_classes, name="fc1"))
    return _ext.Function(list(_ext.free_vars(net)), net)


def get_workload(batch_size=1, num_classes=1000, num_layers=18, image_shape=(3, 16, 112, 112),
                 layout="NCDHW", dtype="float32", **kwargs
                 ) -> tuple[_ext.IRModule, dict[str, _ext.NDArray]]:
    """Module and parameters; see create_workload and get_net."""
    return create_workload(
        get_net(batch_size, num_classes, num_layers, image_shape, layout, dtype))


__getattr__ = _missing.make_getattr("tvm.relay.testing.resnet_3d")
