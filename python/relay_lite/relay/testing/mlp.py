"""A perceptron with two hidden layers."""

from ... import _ext, _missing
from .. import nn
from ..expr import var
from .init import create_workload
from .layers import dense_add_bias


def get_net(batch_size, num_classes=10, image_shape=(1, 28, 28), dtype="float32") -> _ext.Function:
    """The function from images to probabilities of classes."""
    data = var("data", shape=(batch_size, *image_shape), dtype=dtype)
    net = nn.batch_flatten(data)
    for i, units in enumerate((128, 64), 1):
        net = nn.relu(dense_add_bias(net, units=units, name=f"fc{i}"))
    net = nn.softmax(dense_add_bias(net, units=num_classes, name="fc3"))
    return _ext.Function(list(_ext.free_vars(net)), net)


def get_workload(batch_size, num_classes=10, image_shape=(1, 28, 28), dtype="float32") -> tuple[_ext.IRModule, dict[str, _ext.NDArray]]:
    """Module and parameters; see create_workload."""
    return create_workload(get_net(batch_size, num_classes, image_shape, dtype))

__getattr__ = _missing.make_getattr("tvm.relay.testing.mlp")
