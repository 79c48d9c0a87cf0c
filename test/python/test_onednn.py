"""The example of oneDNN: layers by it and by RelayLite agree."""

import sys
import warnings
from pathlib import Path

import numpy as np
import pytest
import relay_lite as tvm
from relay_lite import relay
from relay_lite.relay import testing

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "examples/onednn"))
import onednn  # noqa: E402

pytestmark = pytest.mark.skipif(not onednn.is_available(), reason="no oneDNN 2 (libdnnl-dev)")


@pytest.fixture
def compiler(monkeypatch):
    monkeypatch.setattr(tvm._registry, "_FUNCTIONS", dict(tvm._registry._FUNCTIONS))
    onednn.register()


def make_function(operator, data, weight, bias=True, relu=True, constant=False, **attrs):
    """An external function of one layer, and values for its parameters."""
    random = np.random.default_rng(0)
    shapes = {"d": data, "w": weight, **({"b": weight[:1]} if bias else {})}
    params = [relay.var(name, shape=shape) for name, shape in shapes.items()]
    values = [random.standard_normal(shape).astype("float32") for shape in shapes.values()]
    body = operator(*params[:2], **attrs)
    if bias:
        body = relay.nn.bias_add(body, params[2])
    composite = relay.Function(params, relay.nn.relu(body) if relu else body) \
        .with_attr("Composite", "onednn.layer")
    inputs = [relay.var(name + "0", shape=shape) for name, shape in shapes.items()]
    count = 1 if constant else len(inputs)
    arguments = [*inputs[:count], *map(relay.const, values[count:])]
    function = relay.Function(inputs[:count], composite(*arguments)).with_attr("Primitive", 1) \
        .with_attr("Compiler", "onednn").with_attr("global_symbol", "onednn_0")
    outer = [relay.var(name + "1", shape=shape) for name, shape in shapes.items()][:count]
    return tvm.IRModule.from_expr(relay.Function(outer, function(*outer))), values[:count]


CONV = relay.nn.conv2d
CASES = [
    (CONV, (2, 3, 8, 9), (5, 3, 3, 3), {"padding": (1, 1)}),
    (CONV, (1, 4, 8, 8), (6, 4, 3, 2), {"strides": (2, 1), "padding": (0, 1, 2, 1)}),
    (CONV, (1, 4, 9, 9), (6, 4, 3, 3), {"dilation": (2, 1)}),
    (CONV, (1, 8, 6, 6), (8, 1, 3, 3), {"groups": 8, "padding": 1}),
    (CONV, (1, 6, 6, 6), (4, 3, 1, 1), {"groups": 2}),
    (relay.nn.dense, (3, 20), (7, 20), {}),
]


@pytest.mark.parametrize("operator, data, weight, attrs", CASES)
@pytest.mark.parametrize("bias, relu, constant", [
    (True, True, False), (False, False, False), (True, False, True), (False, True, True)])
def test_layer(compiler, operator, data, weight, attrs, bias, relu, constant, monkeypatch):
    mod, values = make_function(operator, data, weight, bias, relu, constant, **attrs)
    run = relay.create_executor("vm", mod).evaluate()
    results = [run(*values).numpy() for _ in range(2)]
    tvm._registry._FUNCTIONS.pop("relay.ext.onednn")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        expected = relay.create_executor("vm", mod).evaluate()(*values).numpy()
    for result in results:
        np.testing.assert_allclose(result, expected, rtol=1e-4, atol=1e-4)


def test_export(compiler, tmp_path):
    mod, values = make_function(*CASES[0][:3], constant=True, **CASES[0][3])
    executable = relay.vm.compile(mod, "llvm")
    executable.mod.export_library(str(tmp_path / "net.so"))
    results = [tvm.runtime.vm.VirtualMachine(program, tvm.cpu()).run(*values).numpy()
               for program in (executable, tvm.runtime.load_module(str(tmp_path / "net.so")))]
    np.testing.assert_array_equal(*results)


def test_layout(compiler):
    mod, _ = make_function(CONV, (1, 8, 8, 3), (3, 3, 3, 4), bias=False, data_layout="NHWC",
                           kernel_layout="HWIO", channels=4, kernel_size=(3, 3))
    with pytest.raises(ValueError, match="oneDNN does not compute the layouts of onednn.layer"):
        relay.create_executor("vm", mod).evaluate()


def test_partition(compiler):
    """A network whose layers oneDNN computes, with constant weights."""
    mod, params = testing.resnet.get_workload(num_layers=8, image_shape=(3, 32, 32), batch_size=1)
    mod["main"] = relay.build_module.bind_params_by_name(mod["main"], params)
    mod = tvm.transform.Sequential([
        relay.transform.InferType(), relay.transform.SimplifyInference(),
        relay.transform.FoldConstant()])(mod)
    value = np.random.default_rng(0).standard_normal((1, 3, 32, 32)).astype("float32")
    expected = relay.create_executor("vm", mod).evaluate()(value).numpy()
    parts = onednn.partition(mod)
    text = parts["main"].astext(False)
    assert len(parts.functions) > 4 and "nn.conv2d" not in text and "nn.dense" not in text
    run = relay.create_executor("vm", parts).evaluate()
    np.testing.assert_allclose(run(value).numpy(), expected, rtol=1e-3, atol=1e-5)
