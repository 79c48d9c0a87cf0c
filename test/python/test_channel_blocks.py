"""relay.build computes convolutions in blocks of channels, and gives the same bits as without."""

import numpy as np
import pytest

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


def make_generator():
    """Transposed convolutions: in blocks, with weights that are all equal, and to channels that no block divides."""
    random = np.random.default_rng(2)

    def conv(data, weight, **attributes):
        return relay.nn.conv2d_transpose(data, relay.const(weight), kernel_size=weight.shape[2:],
                                         channels=weight.shape[1], **attributes)

    data = relay.var("data", shape=(1, 3, 20, 20), dtype="float32")
    image = relay.nn.conv2d(data, relay.const(random.standard_normal((32, 3, 3, 3), np.float32)), strides=(3, 3))
    larger = relay.nn.relu(conv(image, random.standard_normal((32, 48, 4, 4), np.float32), strides=(2, 2),
                                padding=(1, 1)))
    wide = conv(larger, random.standard_normal((48, 16, 3, 2), np.float32), strides=(2, 3), dilation=(1, 2),
                output_padding=(1, 0))
    equal = conv(wide, np.full((16, 16, 3, 3), 0.7, np.float32), strides=(2, 1))
    last = relay.tanh(conv(equal, random.standard_normal((16, 3, 5, 5), np.float32), strides=(2, 2), padding=(2, 2)))
    return tvm.IRModule.from_expr(relay.Function([data], relay.Tuple([larger, wide, last])))


def make_groups():
    """Groups of several channels: of one block and of more, with weights that are all equal, and of half a block."""
    random = np.random.default_rng(3)

    def conv(data, weight, **attributes):
        return relay.nn.conv2d(data, relay.const(weight), kernel_size=weight.shape[2:], channels=weight.shape[0],
                               **attributes)

    def make_weight(*shape):
        return random.standard_normal(shape, np.float32)

    data = relay.var("data", shape=(1, 3, 20, 20), dtype="float32")
    image = conv(data, make_weight(64, 3, 3, 3), padding=(1, 1))
    narrow = relay.nn.relu(conv(image, make_weight(64, 16, 3, 3), padding=(1, 1), groups=4) + image)
    wide = conv(narrow, make_weight(128, 32, 3, 3), strides=(2, 2), groups=2)
    equal = conv(wide, np.full((64, 64, 1, 1), 0.7, np.float32), groups=2)
    half = conv(equal, make_weight(64, 8, 3, 3), groups=8)
    return tvm.IRModule.from_expr(relay.Function([data], relay.Tuple([narrow, wide, half])))


def run(module, target, **context):
    """The factory, and the results for one image."""
    with tvm.transform.PassContext(**context):
        factory = relay.build(module, target)
    module = graph_executor.GraphModule(factory["default"](tvm.cpu()))
    image = np.random.default_rng(1).standard_normal((1, 3, 20, 20), np.float32)
    module.run(data=image)
    return factory, [module.get_output(n).numpy() for n in range(3)]


@pytest.mark.parametrize("make", [make_network, make_generator, make_groups])
def test_same_bits(make):
    _, results = run(make(), "llvm -num-cores=2", opt_level=3)
    plain, expected = run(make(), "llvm", opt_level=3, disabled_pass=["AlterOpLayout"])
    _, single = run(make(), "llvm", opt_level=0)
    for result, other, third in zip(results, expected, single):
        np.testing.assert_array_equal(result.view(np.uint32), other.view(np.uint32))
        np.testing.assert_array_equal(result.view(np.uint32), third.view(np.uint32))
    assert "_NCHWc" not in plain.get_graph_json()


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


@pytest.mark.parametrize("rows, columns", [(1, 48), (1, 1024), (3, 112), (4, 64), (5, 64)])
def test_few_rows(rows, columns):
    """The columns of a constant matrix are channels; one that is an argument is read as it is."""
    random = np.random.default_rng(3)
    data, matrix = (random.standard_normal(shape, np.float32) for shape in ((rows, 300), (columns, 300)))
    arguments = [relay.var("data", shape=data.shape), relay.var("matrix", shape=matrix.shape)]
    product = relay.nn.relu(relay.nn.dense(*arguments))
    results = []
    for params in ({"matrix": matrix}, {}):
        with tvm.transform.PassContext(opt_level=3):
            factory = relay.build(tvm.IRModule.from_expr(relay.Function(arguments, product)), "llvm", params=params)
        module = graph_executor.GraphModule(factory["default"](tvm.cpu()))
        module.set_input("data", data)
        if not params:
            module.set_input("matrix", matrix)
        module.run()
        results.append(module.get_output(0).numpy().view(np.uint32))
    np.testing.assert_array_equal(*results)
