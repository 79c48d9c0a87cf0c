"""Tests of make bench-compile: the graphs of peers compute what the networks do."""

import sys
from pathlib import Path

import numpy as np
import pytest

import relay_lite as tvm
from relay_lite import relay
from relay_lite.relay import testing

BENCHMARKS = Path(__file__).resolve().parents[2] / "benchmarks"
sys.path.append(str(BENCHMARKS))
onnx_graphs = pytest.importorskip("onnx_graphs")


def run_graph(graph, path, data):
    onnxruntime = pytest.importorskip("onnxruntime")
    graph.write(path)
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    return session.run(None, {"data": data})[0]


@pytest.mark.parametrize("make, operations", [
    (lambda: testing.squeezenet.get_workload(1, 10, "1.1", (3, 40, 40)), None),
    (lambda: testing.dcgan.get_workload(1, ngf=4), None),
    (lambda: testing.resnet_3d.get_workload(1, 10, 8, (3, 4, 12, 12)), None),
    (lambda: testing.mlp.get_workload(1), 2 * (784 * 128 + 128 * 64 + 64 * 10)),
])
def test_graph(make, operations, tmp_path):
    mod, params = make()
    path = tmp_path / "net.params"
    path.write_bytes(relay.save_param_dict(params))
    graph = onnx_graphs.Graph(mod.astext(), onnx_graphs.read_params(path))
    if operations:
        assert graph.operations == operations
    data = np.random.default_rng(0).standard_normal(graph.input).astype("float32")
    ours = relay.create_executor(mod=mod, params=params).evaluate()(data).numpy()
    tvm.testing.assert_allclose(run_graph(graph, str(tmp_path / "net.onnx"), data), ours, rtol=1e-4, atol=1e-6)


def test_lstm(tmp_path):
    graph = onnx_graphs.LSTM(4, 16)
    mod, params = relay.frontend.from_onnx(graph.make_model())
    assert graph.operations == 4 * 2 * 2 * 64 * 16
    data = np.random.default_rng(0).standard_normal(graph.input).astype("float32")
    ours = relay.create_executor(mod=mod, params=params).evaluate()(data).numpy()
    tvm.testing.assert_allclose(run_graph(graph, str(tmp_path / "net.onnx"), data), ours, rtol=1e-4, atol=1e-6)


def test_operator_without_graph():
    text = "def @main(%data: Tensor[(2), float32]) {\n  erf(%data)\n}"
    with pytest.raises(SystemExit, match="no ONNX operator for erf"):
        onnx_graphs.Graph(text, {})
