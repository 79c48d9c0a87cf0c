"""Tests of make bench-compile: the graphs of peers compute what the networks do, and samples of
machine code are attributed to loops."""

import shutil
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
code_profile = pytest.importorskip("code_profile")
contestants = pytest.importorskip("contestants")


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


@pytest.mark.skipif(not shutil.which("objdump"), reason="no objdump")
def test_samples(tmp_path):
    x = relay.var("x", shape=(64, 96))
    weight = relay.const(np.random.default_rng(0).random((96, 96)).astype("float32"))
    library = relay.build(tvm.IRModule.from_expr(relay.Function([x], relay.tanh(relay.nn.dense(x, weight)))),
                          "llvm", executor=relay.backend.Executor("aot"))
    path = tmp_path / "net.so"
    library.export_library(path)
    functions = code_profile.read_functions(path)
    contraction, = (f for f in functions if "contraction" in f.name and f.hot)
    low, high = contraction.hot[0]
    assert contraction.start <= low < high
    other = next(f for f in functions if "contraction" not in f.name and f.start)
    shares = code_profile.Shares(path, {low: 5, high: 1, contraction.start: 2, other.start: 1, -1: 1})
    assert [shares.get_share(kind) for kind in code_profile.KINDS] == [0.6, 0.2, 0.2]
    first, *_ = shares.list_functions(10.0, 1)
    assert first == f"| {contraction.name} | 6.00 | 2.00 | 0.00 |"


def test_contestants_are_stopped(tmp_path):
    script = tmp_path / "contestant.py"
    script.write_text("import sys\nfor i, line in enumerate(sys.stdin):\n    print(i if line == '\\n' else line, flush=True)\n")
    contestant = contestants.Contestant([sys.executable, script])
    state = Path(f"/proc/{contestant.pid}/stat").read_text().rpartition(")")[2].split()[0]
    assert state == "T"
    assert contestant() == 1 and contestant.ask("profile 1") == "profile 1"
    contestant.close()
    failing = tmp_path / "failing.py"
    failing.write_text("")
    with pytest.raises(SystemExit, match="failing.py failed"):
        contestants.Contestant([sys.executable, failing])
