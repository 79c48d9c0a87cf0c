"""The networks of relay.testing have TVM's parameters; the small ones run."""

import numpy as np
import pytest

import relay_lite as tvm
from relay_lite import relay
from relay_lite.relay import testing

NORM = ("gamma", "beta", "moving_mean", "moving_var")


def get_shapes(mod):
    return {p.name_hint: tuple(p.checked_type.concrete_shape) for p in mod["main"].params}


def count_ops(mod):
    return relay.analysis.list_op_freqs(mod)


def run(mod, params, *data):
    return relay.create_executor(mod=mod, params=params).evaluate()(*data).numpy()


# The result of each network, its number of parameters, operators, and a few shapes.
@pytest.mark.parametrize("net, arguments, result, parameters, operators, shapes", [
    ("dqn", (2,), (2, 18), 10, {"nn.conv2d": 3, "nn.dense": 2, "nn.bias_add": 5}, {
        "conv1_weight": (32, 4, 8, 8), "conv3_bias": (64,), "dense1_weight": (512, 3136)}),
    ("dcgan", (1,), (1, 3, 64, 64), 17, {"nn.conv2d_transpose": 4, "nn.batch_norm": 3, "tanh": 1}, {
        "dense_weight": (16384, 100), "g2_deconv_weight": (1024, 512, 4, 4),
        "g4_batch_norm_moving_var": (128,), "g5_deconv_weight": (128, 3, 4, 4)}),
    # A layer of a block reads the one before it alone.
    ("densenet", (121, 1000, 1), (1, 1000), 606, {"nn.conv2d": 120, "concatenate": 4}, {
        "conv2d_1_0_1_weight": (128, 32, 1, 1), "batch_2_3_15_gamma": (128,),
        "conv_t_1_weight": (256, 384, 1, 1), "dense_weight": (1000, 512)}),
    ("densenet", (169, 10, 1), (1, 10), 846, {"nn.conv2d": 168}, {"conv1_weight": (69, 3, 7, 7)}),
    ("squeezenet", (), (1, 1000), 52, {"nn.conv2d": 26, "concatenate": 8, "nn.max_pool2d": 3}, {
        "conv1_weight": (96, 3, 7, 7), "fire4_right_conv_weight": (128, 32, 3, 3),
        "conv_final_weight": (1000, 512, 1, 1), "conv_final_bias": (1000,)}),
    ("squeezenet", (1, 10, "1.1"), (1, 10), 52, {"nn.max_pool2d": 3}, {
        "conv1_weight": (64, 3, 3, 3), "fire8_input_conv_bias": (64,)}),
    ("inception_v3", (), (1, 1000), 472, {"nn.conv2d": 94, "concatenate": 11, "nn.avg_pool2d": 9}, {
        "conv_conv1_weight": (32, 3, 3, 3), "mixed_tower_conv_1_conv1_weight": (64, 48, 5, 5),
        "mixed_4_tower_1_conv_2_conv1_weight": (128, 128, 1, 7),
        "mixed_8_tower_1_conv_3_bn_beta": (192,),
        "mixed_10_tower_1_mixed_conv_1_conv1_weight": (384, 384, 3, 1), "fc1_weight": (1000, 2048),
        "fc2_bias": (1000,)}),
    ("resnet_3d", (), (1, 1000), 99, {"nn.conv3d": 21, "nn.adaptive_avg_pool3d": 1}, {
        "bn_data_gamma": (3,), "conv0_weight": (64, 3, 3, 7, 7),
        "stage1_unit1_sc_weight": (64, 64, 1, 1, 1), "stage4_unit2_conv2_weight": (512,) * 2 + (3,) * 3}),
    ("resnet_3d", (1, 10, 50), (1, 10), 259, {"nn.conv3d": 53}, {
        "stage1_unit1_conv1_weight": (64, 64, 1, 1, 1), "fc1_weight": (10, 2048)}),
    ("resnet_3d", (1, 10, 8, (3, 4, 16, 16)), (1, 10), 44, {"nn.conv3d": 10}, {
        "conv0_weight": (16, 3, 3, 3, 3)}),
    ("lstm", (2, 8), (1, 8), 8, {"nn.dense": 4, "sigmoid": 6, "tanh": 4}, {
        "i2h_1_weight": (32, 8), "h2h_0_bias": (32,)}),
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


def test_vgg_is_as_deep_as_it_says():
    for layers, batch_norm in ((11, False), (13, True), (16, False), (19, True)):
        mod = relay.transform.InferType()(tvm.IRModule.from_expr(
            testing.vgg.get_net(1, (3, 224, 224), 1000, "float32", layers, batch_norm)))
        counted = count_ops(mod)
        assert counted["nn.conv2d"] + counted["nn.dense"] == layers
        assert counted.get("nn.batch_norm", 0) == (layers - 3 if batch_norm else 0)
        shapes = get_shapes(mod)
        assert shapes["conv3_1_weight"] == (256, 128, 3, 3) and shapes["fc6_weight"] == (4096, 25088)
        assert list(shapes)[1:3] == ["conv1_1_weight", "conv1_1_bias"]
        assert list(shapes)[-2:] == ["fc8_weight", "fc8_bias"]


def test_order_of_parameters():
    _, params = testing.squeezenet.get_workload()
    assert list(params)[2:8] == [f"fire1_{part}_conv_{kind}" for part in ("input", "left", "right")
                                 for kind in ("weight", "bias")]
    _, params = testing.densenet.get_workload()
    assert list(params)[5:16] == (
        [f"batch_1_0_0_{part}" for part in NORM] + ["conv2d_1_0_0_weight"] +
        [f"batch_2_0_0_{part}" for part in NORM] + ["conv2d_2_0_0_weight", "batch_1_0_1_gamma"])


def test_layouts():
    mod, _ = testing.dqn.get_workload(1, image_shape=(84, 84, 4), layout="NHWC")
    assert get_shapes(mod)["conv1_weight"] == (8, 8, 4, 32)
    mod, _ = testing.dcgan.get_workload(1, ngf=8, layout="NHWC")
    assert mod["main"].checked_type.ret_type == relay.TensorType((1, 64, 64, 3))
    assert get_shapes(mod)["g2_deconv_weight"] == (4, 4, 32, 64)


def test_lstm_computes_cells():
    mod, params = testing.lstm.get_workload(3, 4, batch_size=2)
    assert [p.name_hint for p in mod["main"].params][::5] == ["data"] * 3
    random = np.random.default_rng(0)
    data = [random.standard_normal((2, 4)).astype("float32") for _ in range(3)]
    values = {name: random.standard_normal(array.shape).astype("float32")
              for name, array in params.items()}

    def sigmoid(x):
        return 1 / (1 + np.exp(-x))

    hidden = cell = np.zeros((2, 4), "float32")
    for i, row in enumerate(data):
        gates = sum(x @ values[f"{part}_{i}_weight"].T + values[f"{part}_{i}_bias"]
                    for part, x in (("i2h", row), ("h2h", hidden)))
        in_, forget, transform, out = np.split(gates, 4, axis=1)
        cell = sigmoid(forget) * cell + sigmoid(in_) * np.tanh(transform)
        hidden = sigmoid(out) * np.tanh(cell)
    arguments = iter(data)
    arguments = [next(arguments) if p.name_hint == "data" else values[p.name_hint]
                 for p in mod["main"].params]
    tvm.testing.assert_allclose(run(mod, {}, *arguments), hidden, rtol=1e-5, atol=1e-6)


def test_dqn_runs():
    mod, params = testing.dqn.get_workload(1)
    random = np.random.default_rng(0)
    params = {name: random.uniform(-0.1, 0.1, array.shape).astype("float32")
              for name, array in params.items()}
    data = random.random((1, 4, 84, 84)).astype("float32")
    net = data
    for i, stride in enumerate((4, 2, 1), 1):
        weight = params[f"conv{i}_weight"]
        windows = np.lib.stride_tricks.sliding_window_view(net, weight.shape[2:], (2, 3))
        net = np.einsum("nchwij,ocij->nohw", windows[:, :, ::stride, ::stride], weight)
        net = np.maximum(net + params[f"conv{i}_bias"][:, None, None], 0)
    net = np.maximum(net.reshape(1, -1) @ params["dense1_weight"].T + params["dense1_bias"], 0)
    net = net @ params["dense2_weight"].T + params["dense2_bias"]
    tvm.testing.assert_allclose(run(mod, params, data), net, rtol=1e-3, atol=1e-4)


def test_dcgan_and_resnet_3d_run():
    random = np.random.default_rng(0)
    mod, params = testing.dcgan.get_workload(1, ngf=4)
    image = run(mod, params, random.standard_normal((1, 100)).astype("float32"))
    assert np.abs(image).max() <= 1 and image.std() > 0
    mod, params = testing.resnet_3d.get_workload(1, 10, 8, (3, 4, 16, 16))
    scores = run(mod, params, random.standard_normal((1, 3, 4, 16, 16)).astype("float32"))
    np.testing.assert_allclose(scores.sum(), 1, rtol=1e-5)
    assert len(set(scores.flat)) == 10


@pytest.mark.parametrize("make, message", [
    (lambda: testing.dcgan.get_net(1, oshape=(3, 32, 64)), "expected images of 64 x 64 pixels, but got 32 x 64"),
    (lambda: testing.dcgan.get_net(1, layout="CNHW"), "Invalid layout: CNHW: expected NCHW or NHWC"),
    (lambda: testing.densenet.get_workload(100), "expected one of the sizes 121, 161, 169, 201, but got 100"),
    (lambda: testing.squeezenet.get_workload(version="2"), "Unsupported SqueezeNet version 2"),
    (lambda: testing.vgg.get_workload(1, num_layers=12), "Invalid num_layers 12: expected 11, 13, 16 or 19"),
    (lambda: testing.resnet_3d.get_workload(num_layers=20), "no experiments done on num_layers 20"),
])
def test_errors(make, message):
    with pytest.raises(ValueError, match=message):
        make()
