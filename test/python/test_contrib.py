"""TVM's table of the compiler dnnl, and the functions that TVM has in C++ for calls."""

import warnings

import numpy as np
import pytest
import relay_lite as tvm
from relay_lite import relay
from relay_lite.relay import transform
from relay_lite.relay.op.contrib import dnnl
from relay_lite.relay.op.contrib.register import get_pattern_table
from relay_lite.relay.testing import byoc

WEIGHT = relay.const(np.full((4, 3, 3, 3), 0.25, "float32"))
BIAS = relay.const(np.full((4, 1, 1), 0.5, "float32"))


def conv(data, **attrs):
    return relay.nn.conv2d(data, WEIGHT, channels=4, kernel_size=(3, 3), **attrs)


def partition(make, shape=(1, 3, 6, 6)):
    """A module and its parts for dnnl."""
    x = relay.var("x", shape=shape)
    mod = tvm.IRModule.from_expr(relay.Function([x], make(x)))
    return mod, tvm.transform.Sequential([
        transform.InferType(), transform.MergeComposite(get_pattern_table("dnnl")),
        transform.AnnotateTarget("dnnl"), transform.MergeCompilerRegions(),
        transform.PartitionGraph()])(mod)


def get_composites(mod):
    found = []
    for function in mod.functions.values():
        relay.analysis.post_order_visit(function, lambda node: found.append(str(node.attrs["Composite"]))
                                        if isinstance(node, relay.Function) and node.attrs
                                        and "Composite" in node.attrs.keys() else None)
    return sorted(found)


def gelu(x):
    cdf = relay.erf(x / relay.const(2.0 ** 0.5)) + relay.const(1.0)
    return x * cdf * relay.const(0.5)


def mish(x):
    return x * relay.tanh(relay.log(relay.exp(x) + relay.const(1.0)))


@pytest.mark.parametrize("make, composites", [
    (lambda x: relay.nn.relu(conv(x) + BIAS), ["dnnl.conv2d_bias_relu"]),
    (lambda x: conv(x) + BIAS, ["dnnl.conv2d_bias"]),
    (lambda x: relay.clip(conv(x), 0, 6), ["dnnl.conv2d_clip"]),
    (lambda x: gelu(conv(x) + BIAS), ["dnnl.conv2d_bias_gelu"]),
    (lambda x: mish(conv(x)), ["dnnl.conv2d_mish"]),
    (lambda x: (lambda y: y * relay.sigmoid(y))(conv(x)), ["dnnl.conv2d_swish"]),
    (lambda x: relay.nn.relu(conv(x) + BIAS + relay.exp(conv(x))),
     ["dnnl.conv2d_bias_sum_relu"]),
    (lambda x: conv(x) + BIAS + relay.exp(conv(x)), ["dnnl.conv2d_bias_sum"]),
    # The bias has one element, and the other sum adds no bias.
    (lambda x: relay.nn.relu(conv(x) + relay.const(1.0)), []),
    (lambda x: conv(x) + relay.exp(conv(x)), []),
    (lambda x: relay.tanh(relay.nn.dense(relay.nn.batch_flatten(x), relay.const(
        np.ones((2, 108), "float32"))) + relay.const(np.ones(2, "float32"))), ["dnnl.dense_bias_tanh"]),
])
def test_table(make, composites):
    mod, parts = partition(make)
    assert get_composites(parts) == composites
    value = np.random.default_rng(0).standard_normal((1, 3, 6, 6)).astype("float32")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        result = relay.create_executor("vm", parts).evaluate()(value).numpy()
    expected = relay.create_executor("vm", mod).evaluate()(value).numpy()
    np.testing.assert_allclose(result, expected, rtol=1e-5, atol=1e-6)


def test_entries():
    names = [entry[0] for entry in get_pattern_table("dnnl")]
    assert len(names) == len(set(names)) == 93
    assert {"dnnl.dense_bias_sum", "dnnl.deconv2d_bias_relu", "dnnl.conv1d_tanh"} <= set(names)
    assert dnnl.make_dnnl_pattern("nn.conv3d_transpose", True, None)[0] == "dnnl.deconv3d_bias"
    with pytest.raises(ValueError, match="Unsupported eltwise post-op: exp"):
        dnnl.make_conv_pattern("nn.conv2d", with_eltwise="exp")
    with pytest.raises(NotImplementedError, match="known to oneDNN"):
        dnnl.get_optimal_layout_for_conv(*"NCHW OIHW 1 1 1 1 1 1 float32".split())
    with pytest.raises(AttributeError, match="the table of patterns that is there is that of dnnl"):
        dnnl.rewrite_resnetv1


@pytest.mark.parametrize("make, count", [
    (lambda x: relay.nn.max_pool2d(x, (2, 2)), 1),
    (lambda x: relay.nn.max_pool2d(x, (2, 2), ceil_mode=True), 0),
    (lambda x: relay.abs(relay.cast(x, "int64")), 0),
    (lambda x: relay.cos(x), 0),
])
def test_supported_operators(make, count):
    assert len(partition(make)[1].functions) == 1 + count


def test_pruning():
    mod, parts = partition(lambda x: relay.cos(relay.abs(relay.cos(relay.nn.relu(conv(x))))))
    assert len(parts.functions) == 3
    pruned = dnnl.prune_dnnl_subgraphs(parts)
    assert len(pruned.functions) == 2
    assert "abs" in pruned["main"].astext() and "nn.conv2d" not in pruned["main"].astext()
    # One part alone stays.
    alone = partition(lambda x: relay.cos(relay.abs(x)))[1]
    assert dnnl.prune_dnnl_subgraphs(alone) is alone


def test_annotator():
    x = relay.var("x", shape=(2,))
    a, b, c = (relay.var(name, shape=(2,)) for name in "abc")
    marked = byoc.CcompilerAnnotator().visit(relay.exp((x + a - b) * c))

    def begin(value):
        return relay.annotation.compiler_begin(value, "ccompiler")

    expected = relay.exp(relay.annotation.compiler_end(
        (begin(x) + begin(a) - begin(b)) * begin(c), "ccompiler"))
    assert tvm.ir.structural_equal(marked, expected, map_free_vars=True)


@pytest.mark.parametrize("made, expected", [
    (lambda x: relay.op._make.concatenate(relay.Tuple([x, x]), 1), lambda x: relay.concatenate([x, x], 1)),
    (lambda x: relay.op._make.take(x, relay.const(1), 0, 1, "clip"),
     lambda x: relay.take(x, relay.const(1), axis=1)),
    (lambda x: relay.op.annotation._make.compiler_begin(x, "c"),
     lambda x: relay.annotation.compiler_begin(x, "c")),
    (lambda x: relay.op.nn._make.pad(x, ((0, 0), (1, 2)), relay.const(0), "constant"),
     lambda x: relay.nn.pad(x, ((0, 0), (1, 2)))),
    (lambda x: relay.op.nn._make.lrn(x, 3, 1, 0.1, 0.5, 4.0),
     lambda x: relay.nn.lrn(x, 3, 1, 4.0, 0.1, 0.5)),
])
def test_makers(made, expected):
    x = relay.var("x", shape=(2, 3))
    tvm.ir.assert_structural_equal(made(x), expected(x))


def test_makers_take_all_arguments():
    with pytest.raises(TypeError, match="expected the arguments data, indices, .*, but got 2"):
        relay.op._make.take(relay.var("x"), relay.const(1))
