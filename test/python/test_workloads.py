"""The networks of relay.testing, and scripts under the name of tvm."""

import subprocess
import sys

import numpy as np
import pytest

import relay_lite as tvm
from relay_lite import relay
from relay_lite.relay import testing


def test_mlp():
    mod, params = testing.mlp.get_workload(2)
    assert mod["main"].checked_type.ret_type == relay.TensorType((2, 10))
    assert params["fc1_weight"].shape == (128, 784)
    data = np.random.default_rng(0).random((2, 1, 28, 28)).astype("float32")
    run = relay.create_executor(mod=mod, params=params).evaluate()
    result = run(data).numpy()
    # The same with NumPy.
    values = {name: array.numpy() for name, array in params.items()}
    net = data.reshape(2, -1)
    for i in (1, 2, 3):
        net = net @ values[f"fc{i}_weight"].T + values[f"fc{i}_bias"]
        net = np.maximum(net, 0) if i < 3 else np.exp(net) / np.exp(net).sum(-1, keepdims=True)
    tvm.testing.assert_allclose(result, net, rtol=1e-4)


@pytest.mark.parametrize("network,convolutions,arguments", [
    (testing.resnet, 21, {"num_layers": 18}),
    (testing.resnet, 53, {"num_layers": 50}),
    (testing.resnet, 22, {"num_layers": 20, "image_shape": (3, 32, 32)}),
    (testing.mobilenet, 27, {}),
])
def test_networks(network, convolutions, arguments):
    mod, params = network.get_workload(1, 10, **arguments)
    assert mod["main"].checked_type.ret_type == relay.TensorType((1, 10))
    assert relay.analysis.list_op_freqs(mod)["nn.conv2d"] == convolutions
    assert {p.name_hint for p in mod["main"].params} == {"data", *params}
    tvm.ir.assert_structural_equal(relay.parse(mod.astext()), mod)


def draw_xavier(shapes, seed=0):
    """TVM's initial parameters of a network: Glorot and Bengio's uniform distribution for
    weights, drawn one after the other from MT19937, which is not NumPy's default generator."""
    generator = np.random.RandomState(seed)
    values = {}
    for name, shape in shapes.items():
        if name.endswith("weight"):
            fans = (shape[0] + shape[1]) / 2 * np.prod(shape[2:], initial=1.0)
            bound = (3 / fans) ** 0.5
            unit = generator.random_sample(shape)
            values[name] = (bound * (2 * unit - 1)).astype("float32")
        else:
            values[name] = np.full(shape, float(name.endswith(("gamma", "var"))), "float32")
    return values


def list_resnet8():
    """The parameters of a residual network of eight layers, in the order of their first use."""
    def norm(name, channels):
        return {f"{name}_{part}": (channels,)
                for part in ("gamma", "beta", "moving_mean", "moving_var")}

    shapes = {**norm("bn_data", 3), "conv0_weight": (16, 3, 3, 3)}
    channels = 16
    for i, width in enumerate((16, 32, 64), 1):
        name = f"stage{i}_unit1"
        shapes.update({**norm(name + "_bn1", channels),
                       name + "_conv1_weight": (width, channels, 3, 3),
                       **norm(name + "_bn2", width), name + "_conv2_weight": (width, width, 3, 3),
                       name + "_sc_weight": (width, channels, 1, 1)})
        channels = width
    return {**shapes, **norm("bn1", 64), "fc1_weight": (10, 64), "fc1_bias": (10,)}


@pytest.mark.parametrize("network, arguments, shapes", [
    (testing.mlp, (2,), {"fc1_weight": (128, 784), "fc1_bias": (128,), "fc2_weight": (64, 128),
                         "fc2_bias": (64,), "fc3_weight": (10, 64), "fc3_bias": (10,)}),
    (testing.resnet, (1, 10, 8, (3, 28, 28)), list_resnet8())])
def test_values_of_parameters(network, arguments, shapes):
    _, params = network.get_workload(*arguments)
    expected = draw_xavier(shapes)
    assert list(params) == list(expected)
    for name, value in expected.items():
        assert params[name].dtype == "float32"
        np.testing.assert_allclose(params[name].numpy(), value, rtol=1e-5, atol=1e-7,
                                   err_msg=name)
    # Scripts draw their inputs from what is left of the global generator.
    count = sum(np.prod(shape) for name, shape in shapes.items() if name.endswith("weight"))
    state = np.random.RandomState(0)
    state.random_sample(count)
    assert np.random.random() == state.random_sample()


def test_known_values():
    # The first number of MT19937 with the seed 0.
    first = (0.5488135039273248 * 2 - 1) * (3 / ((3 + 32) / 2 * 9)) ** 0.5
    _, params = testing.mobilenet.get_workload(1, 10)
    names = list(params)
    assert names[:6] == ["conv_block_1_conv_weight", "conv_block_1_bn_gamma", "conv_block_1_bn_beta",
                         "conv_block_1_bn_moving_mean", "conv_block_1_bn_moving_var",
                         "separable_conv_block_1_weight"]
    assert names[-7:] == ["separable_conv_block_13_conv2_weight", "separable_conv_block_13_bn2_gamma",
                          "separable_conv_block_13_bn2_beta",
                          "separable_conv_block_13_bn2_moving_mean",
                          "separable_conv_block_13_bn2_moving_var", "fc_weight", "fc_bias"]
    np.testing.assert_allclose(params[names[0]].numpy().flat[0], first, rtol=1e-6)
    weights = params["separable_conv_block_1_weight"].numpy()
    assert weights.shape == (32, 1, 3, 3)
    bound = (3 / ((32 + 1) / 2 * 9)) ** 0.5
    assert bound * 0.95 < np.abs(weights).max() <= bound
    # A block that narrows its input has its stride in the first convolution.
    narrow = testing.resnet.get_net(1, 10, 50)
    strides = [tuple(node.attrs.strides) for node in list_convolutions(narrow)
               if tuple(node.attrs.kernel_size) == (3, 3)]
    assert set(strides) == {(1, 1)}


def list_convolutions(function):
    nodes = []
    relay.analysis.post_order_visit(function, lambda node: nodes.append(node)
                                    if isinstance(node, relay.Call) and
                                    node.op.name == "nn.conv2d" else None)
    return nodes


def test_shallow_mobilenet():
    deep, shallow = (testing.mobilenet.mobile_net(10, (1, 3, 64, 64), alpha=0.5, is_shallow=value)
                     for value in (False, True))
    assert [len(list_convolutions(net)) for net in (deep, shallow)] == [27, 17]
    assert [tuple(node.attrs.strides)[0] for node in list_convolutions(shallow)] == \
        [2, 1, 1, 2, 1, 1, 1, 2, 1, 1, 1, 2, 1, 2, 1, 2, 1]
    assert [node.attrs.channels for node in list_convolutions(shallow)][-4:] == [256, 512, 512, 512]


def test_initializers():
    init = testing.init

    def fill(initializer, name, shape=(4, 3, 5, 5), seed=1):
        np.random.seed(seed)
        array = np.full(shape, 7, "float32")
        initializer(name, array)
        return array

    # By the channels that count; a depthwise convolution has but its window.
    for initializer, name, factor in (
            (init.Xavier(), "a_weight", 3.5 * 25), (init.Xavier(factor_type="in"), "weight", 75),
            (init.Xavier("uniform", "out"), "weight", 100),
            (init.Xavier(magnitude=6), "weight", 3.5 * 12.5),
            (init.Xavier(), "depthwise_weight", 25)):
        bound = (3 / factor) ** 0.5
        unit = np.random.RandomState(1).random_sample((4, 3, 5, 5))
        np.testing.assert_allclose(fill(initializer, name), bound * (2 * unit - 1), rtol=1e-5,
                                   atol=1e-7)
    np.testing.assert_allclose(fill(init.Constant(), "weight"), 1 / 300, rtol=1e-6)
    for name, value in (("gamma", 1), ("beta", 0), ("bias", 0), ("moving_mean", 0),
                        ("moving_var", 1)):
        assert (fill(init.Xavier(), "x_" + name) == value).all()
    for initializer, name, shape, message in (
            (init.Xavier(), "x", (2, 2), "Unknown initialization pattern for x"),
            (init.Xavier(), "weight", (2,), "cannot be applied to vector weight"),
            (init.Xavier(factor_type="all"), "weight", (2, 2), "Incorrect factor type"),
            (init.Xavier("gaussian"), "weight", (2, 2), "Unknown random type")):
        with pytest.raises(ValueError, match=message):
            fill(initializer, name, shape)
    with pytest.raises(NotImplementedError, match="Must override it"):
        fill(init.Initializer(), "weight")

    class Ones(init.Initializer):
        def _init_weight(self, name, arr):
            arr[:] = 1

    net = testing.mlp.get_net(2)
    _, params = testing.create_workload(net, Ones())
    assert (params["fc2_weight"].numpy() == 1).all() and not params["fc2_bias"].numpy().any()
    seeds = [testing.create_workload(net, seed=seed)[1]["fc1_weight"].numpy() for seed in (0, 1, 0)]
    assert (seeds[0] == seeds[2]).all() and (seeds[0] != seeds[1]).any()


def test_optimized_resnet_computes_the_same():
    mod, params = testing.resnet.get_workload(1, 10, 8, (3, 32, 32))
    bound = tvm.IRModule.from_expr(
        relay.build_module.bind_params_by_name(mod["main"], params))
    with tvm.transform.PassContext(opt_level=3):
        optimized = tvm.transform.Sequential([
            relay.transform.SimplifyInference(), relay.transform.FoldConstant(),
            relay.transform.FoldScaleAxis(), relay.transform.FuseOps()])(bound)
    assert "nn.batch_norm" not in relay.analysis.list_op_freqs(optimized)
    data = np.random.default_rng(0).random((1, 3, 32, 32)).astype("float32")
    evaluate = [relay.create_executor(mod=m).evaluate()(data).numpy() for m in (bound, optimized)]
    tvm.testing.assert_allclose(*evaluate, rtol=1e-3, atol=1e-5)


def test_run_opt_pass():
    x = relay.var("x", shape=(2,))
    folded = testing.run_opt_pass(x + (relay.const(1.0) + relay.const(2.0)),
                                  relay.transform.FoldConstant())
    assert folded.args[1].data.numpy() == 3
    assert testing.run_infer_type(relay.exp(x)).checked_type == relay.TensorType((2,))
    with pytest.raises(AssertionError):
        testing.run_opt_pass(x, [relay.transform.FoldConstant()])


def test_run_opt_pass_has_the_context_of_its_caller():
    x = relay.var("x", shape=(2,))
    chain = relay.exp(relay.exp(relay.exp(relay.exp(x))))
    for depth, calls in ((2, 2), (4, 1)):
        with tvm.transform.PassContext(config={"relay.FuseOps.max_depth": depth}):
            fused = testing.run_opt_pass(relay.Function([x], chain), relay.transform.FuseOps())
        functions = set()
        relay.analysis.post_order_visit(fused.body, lambda node: isinstance(node, relay.Function)
                                        and functions.add(node))
        assert len(functions) == calls


def test_scripts_run_as_tvm(tmp_path):
    script = tmp_path / "script.py"
    script.write_text("""
import sys
import tvm
import tvm.testing
import tvm.relay.transform as T
from tvm import relay, te
from tvm._ffi.base import TVMError
from tvm.relay.op.nn import conv2d
from tvm.ir.instrument import pass_instrument
from tvm.relay.expr_functor import ExprMutator
assert relay is tvm.relay and T is relay.transform and TVMError is tvm.error.TVMError
x = relay.var("x", shape=(2,))
mod = T.InferType()(tvm.IRModule.from_expr(relay.exp(x)))
print(mod["main"].body.checked_type, sys.argv[1:])
try:
    te.placeholder
except AttributeError as error:
    print(error)
import tvm.contrib.cblas
print("imported")
tvm.contrib.cblas.matmul()
""")
    result = subprocess.run(
        [sys.executable, "-m", "relay_lite.as_tvm", str(script), "a", "b"], capture_output=True,
        text=True, env={"PYTHONPATH": ":".join(sys.path)})
    assert result.stdout.splitlines() == [
        "Tensor[(2), float32] ['a', 'b']",
        "tvm.te.placeholder is not part of RelayLite: tensor expressions are TVM's; RelayLite "
        "lowers to MLIR's linalg", "imported"]
    assert result.returncode == 1
    assert "AttributeError: tvm.contrib.cblas.matmul is not part of RelayLite" in result.stderr


def test_as_tvm_without_script():
    run = [sys.executable, "-m", "relay_lite.as_tvm"]
    environment = {"PYTHONPATH": ":".join(sys.path)}
    result = subprocess.run(run + ["/no/such.py"], capture_output=True, text=True,
                            env=environment)
    assert result.returncode == 2 and "no such script: /no/such.py" in result.stderr
    result = subprocess.run(run + ["-m"], capture_output=True, text=True, env=environment)
    assert result.returncode == 2 and "-m needs the name of a module" in result.stderr
    result = subprocess.run(run + ["--help"], capture_output=True, text=True, env=environment)
    assert result.returncode == 0 and "Runs scripts that import tvm" in result.stdout


@pytest.mark.parametrize("network, arguments, convolutions", [
    (testing.resnet, {"num_layers": 18, "image_shape": (32, 32, 3)}, 21),
    (testing.resnet, {"num_layers": 164, "image_shape": (28, 28, 3)}, 166),
    (testing.mobilenet, {"image_shape": (64, 64, 3)}, 27)])
def test_networks_in_nhwc(network, arguments, convolutions):
    mod, _ = network.get_workload(1, 10, layout="NHWC", **arguments)
    assert mod["main"].checked_type.ret_type == relay.TensorType((1, 10))
    counts = testing.count_ops(mod["main"])
    assert counts == relay.analysis.list_op_freqs(mod) and counts["nn.conv2d"] == convolutions
    # Large images are made smaller first.
    assert counts["nn.max_pool2d"] == 0


def test_layouts_compute_the_same():
    data = np.random.default_rng(0).random((1, 3, 32, 32)).astype("float32")
    results = []
    for layout, shape in (("NCHW", (3, 32, 32)), ("NHWC", (32, 32, 3))):
        mod, params = testing.resnet.get_workload(1, 10, 8, shape, layout)
        ones = {name: np.full(array.shape, 0.01, "float32") for name, array in params.items()}
        run = relay.create_executor(mod=mod, params=ones).evaluate()
        results.append(run(data if layout == "NCHW" else data.transpose(0, 2, 3, 1)).numpy())
    tvm.testing.assert_allclose(*results, rtol=1e-4)


def test_networks_that_nobody_has_tried():
    for layers, height in ((19, 224), (20, 224), (19, 32), (21, 28)):
        with pytest.raises(ValueError, match=f"no experiments done on num_layers {layers}"):
            testing.resnet.get_net(1, 10, layers, (3, height, height))


def test_layers_take_their_parameters():
    x, w = relay.var("x", shape=(1, 4)), relay.var("w", shape=(2, 4))
    assert [v.name_hint for v in relay.analysis.free_vars(
        testing.layers.dense_add_bias(x, w, units=2, name="fc"))] == ["x", "w", "fc_bias"]
    assert [v.name_hint for v in relay.analysis.free_vars(
        testing.layers.batch_norm_infer(x, name="bn"))] == [
            "x", "bn_gamma", "bn_beta", "bn_moving_mean", "bn_moving_var"]
    with pytest.raises(ValueError, match="needs a name"):
        testing.layers.conv2d(x)
    assert testing.rand("float16", 2, 3).shape == (2, 3)


def test_modules_run_as_tvm(tmp_path):
    """pytest, on a test that imports tvm; the code is that of the module."""
    (tmp_path / "test_it.py").write_text("""
import tvm
from tvm import relay

def test_good():
    assert tvm.__name__ == "relay_lite" and relay.var("x").name_hint == "x"

def test_bad():
    assert relay.const(1).data.numpy() == 2
""")
    result = subprocess.run(
        [sys.executable, "-m", "relay_lite.as_tvm", "-m", "pytest", "-q", "-p", "no:cacheprovider",
         "test_it.py"], capture_output=True, text=True, cwd=tmp_path,
        env={"PYTHONPATH": ":".join(sys.path)})
    assert result.returncode == 1 and "1 failed, 1 passed" in result.stdout, result.stderr


def test_ends_of_scripts(tmp_path):
    """A script's exception is shown from its own line on, and its exit code is that of the process."""
    script = tmp_path / "script.py"
    for text, code, message in [("import sys; sys.exit(3)", 3, ""),
                                ("import tvm\ntvm.relay.vra", 1, "line 2, in <module>")]:
        script.write_text(text)
        result = subprocess.run([sys.executable, "-m", "relay_lite.as_tvm", str(script)],
                                capture_output=True, text=True,
                                env={"PYTHONPATH": ":".join(sys.path)})
        assert result.returncode == code and message in result.stderr


if __name__ == "__main__":
    tvm.testing.main()


def test_synthetic():
    mod, params = testing.synthetic.get_workload((2, 3, 8, 4))
    assert mod["main"].checked_type.ret_type == relay.TensorType((2, 3, 8, 4))
    assert relay.analysis.list_op_freqs(mod)["nn.dense"] == 2
    assert set(params) == {
        "dense_weight", "conv_weight", "bias", "batch_norm_gamma", "batch_norm_beta",
        "batch_norm_moving_mean", "batch_norm_moving_var", "dense2_weight", "conv2_weight"}
    result = relay.create_executor("vm", mod, params=params).evaluate()(np.ones((2, 3, 8, 4), "float32"))
    assert np.isfinite(result.numpy()).all()
    assert testing.synthetic.get_net(wtype="float16").params[1].type_annotation.dtype == "float16"
