"""The networks of relay.testing have TVM's parameters."""

import numpy as np
import pytest

from relay_lite import relay
from relay_lite.relay import testing

def get_shapes(mod):
    return {p.name_hint: tuple(p.checked_type.concrete_shape) for p in mod["main"].params}


def count_ops(mod):
    return relay.analysis.list_op_freqs(mod)


# The result of each network, its number of parameters, operators, and a few shapes.
@pytest.mark.parametrize("net, arguments, result, parameters, operators, shapes", [
    ("resnet_3d", (), (1, 1000), 99, {"nn.conv3d": 21, "nn.adaptive_avg_pool3d": 1}, {
        "bn_data_gamma": (3,), "conv0_weight": (64, 3, 3, 7, 7),
        "stage1_unit1_sc_weight": (64, 64, 1, 1, 1), "stage4_unit2_conv2_weight": (512,) * 2 + (3,) * 3}),
    ("resnet_3d", (1, 10, 50), (1, 10), 259, {"nn.conv3d": 53}, {
        "stage1_unit1_conv1_weight": (64, 64, 1, 1, 1), "fc1_weight": (10, 2048)}),
    ("resnet_3d", (1, 10, 8, (3, 4, 16, 16)), (1, 10), 44, {"nn.conv3d": 10}, {
        "conv0_weight": (16, 3, 3, 3, 3)}),
])
def test_parameters(net, arguments, result, parameters, operators, shapes):
    mod, params = getattr(testing, net).get_workload(*arguments)
    assert mod["main"].checked_type.ret_type == relay.TensorType(result)
    assert len(params) == parameters and "data" not in params
    counted = count_ops(mod)
    assert {name: counted[name] for name in operators} == operators
    found = get_shapes(mod)
    assert {name: found[name] for name in shapes} == shapes
    # The first weight is drawn first, and the last one with the generator where the others left it.
    weights = [name for name in params if name.endswith("weight")]
    generator = np.random.RandomState(0)
    for name in weights:
        shape = found[name]
        bound = np.sqrt(3 / ((shape[0] + shape[1]) / 2 * np.prod(shape[2:])))
        expected = generator.uniform(-bound, bound, shape).astype("float32")
        if name in (weights[0], weights[-1]):
            np.testing.assert_array_equal(params[name].numpy(), expected, err_msg=name)
