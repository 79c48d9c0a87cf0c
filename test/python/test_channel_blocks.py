"""relay.build computes convolutions in blocks of channels, and gives the same bits as without."""

import numpy as np

import relay_lite as tvm
from relay_lite import relay
from relay_lite.contrib import graph_executor


def make_network():
    """A network of all that stays in blocks, with a convolution whose channels no block divides."""
    random = np.random.default_rng(0)

    def conv(data, shape, **attributes):
        weight = relay.const(random.standard_normal(shape, np.float32))
        return relay.nn.conv2d(data, weight, kernel_size=shape[2:], channels=shape[0], **attributes)

    data = relay.var("data", shape=(1, 3, 20, 20), dtype="float32")
    bias = relay.const(random.standard_normal(32, np.float32))
    first = relay.nn.relu(relay.nn.bias_add(conv(data, (32, 3, 3, 3), padding=(1, 1)), bias))
    pooled = relay.nn.max_pool2d(first, (3, 3), strides=(2, 2), padding=(1, 1))
    depthwise = conv(pooled, (32, 1, 3, 3), padding=(1, 1), groups=32)
    residual = relay.nn.relu(conv(depthwise, (32, 32, 3, 3), padding=(1, 1)) + pooled)
    joined = relay.concatenate([residual, pooled], axis=1)
    odd = relay.sigmoid(conv(relay.nn.avg_pool2d(joined, (2, 2), strides=(2, 2)), (40, 64, 1, 1)))
    last = conv(odd, (48, 40, 3, 3), strides=(2, 2))
    results = [relay.nn.global_avg_pool2d(last), relay.mean(joined, axis=[2, 3]), odd]
    return tvm.IRModule.from_expr(relay.Function([data], relay.Tuple(results)))


def run(target, **context):
    """The factory, and the results for one image."""
    with tvm.transform.PassContext(**context):
        factory = relay.build(make_network(), target)
    module = graph_executor.GraphModule(factory["default"](tvm.cpu()))
    image = np.random.default_rng(1).standard_normal((1, 3, 20, 20), np.float32)
    module.run(data=image)
    return factory, [module.get_output(n).numpy() for n in range(3)]


def test_same_bits():
    _, results = run("llvm -num-cores=2", opt_level=3)
    plain, expected = run("llvm", opt_level=3, disabled_pass=["AlterOpLayout"])
    for result, other in zip(results, expected):
        np.testing.assert_array_equal(result.view(np.uint32), other.view(np.uint32))
    assert "conv2d_NCHWc" not in plain.get_graph_json()


def test_levels():
    """Blocks are chosen where AlterOpLayout runs: at level 3, or if it is required."""
    target = "llvm -mtriple=x86_64-linux-gnu -mcpu=x86-64-v3"

    def has_blocks(**context):
        with tvm.transform.PassContext(**context):
            return "contrib_conv2d_NCHWc" in relay.build(make_network(), target).get_graph_json()

    assert has_blocks(opt_level=3)
    assert has_blocks(opt_level=2, required_pass=["AlterOpLayout"])
    assert not has_blocks(opt_level=2)
    assert not has_blocks(opt_level=3, config={"relay.AlterOpLayout.channel_block": 0})


def test_optimize_has_no_target():
    with tvm.transform.PassContext(opt_level=3):
        optimized, _ = relay.optimize(make_network(), "llvm")
    assert "NCHWc" not in optimized.astext()
