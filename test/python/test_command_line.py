"""The command line: python -m relay_lite."""

import subprocess
import sys

import numpy as np
import pytest

import relay_lite as tvm
from relay_lite import relay


def run(*arguments):
    return subprocess.run(
        [sys.executable, "-m", "relay_lite", *map(str, arguments)], capture_output=True,
        text=True, env={"PYTHONPATH": ":".join(sys.path), "RELAYLITE_CACHE": "off"})


@pytest.fixture
def model(tmp_path):
    x, w = relay.var("x", shape=(2, 3)), relay.var("w", shape=(4, 3))
    net = relay.nn.dense(x, w * relay.const(2.0))
    mod = tvm.IRModule.from_expr(relay.Function([x, w], relay.nn.relu(net)))
    (tmp_path / "net.relay").write_text(mod.astext())
    (tmp_path / "net.params").write_bytes(relay.save_param_dict(
        {"w": tvm.nd.array(np.ones((4, 3), "float32"))}))
    np.save(tmp_path / "x.npy", np.ones((2, 3), "float32"))
    return tmp_path


def test_fold(model):
    result = run("fold", model / "net.relay", "--params", model / "net.params", "-o",
                 model / "out.relay")
    assert (result.returncode, result.stderr) == (0, "")
    mod = relay.parse((model / "out.relay").read_text())
    assert relay.analysis.list_op_freqs(mod) == {"nn.dense": 1, "nn.relu": 1}
    assert run("fold", model / "net.relay").stdout.startswith('#[version = "0.0.5"]')


def test_run(model):
    result = run("run", model / "net.relay", "--params", model / "net.params", "--input",
                 f"x={model}/x.npy", "-o", model / "out.npz")
    assert (result.returncode, result.stderr) == (0, "")
    np.testing.assert_array_equal(np.load(model / "out.npz")["output0"], np.full((2, 4), 6.0))
    result = run("run", model / "net.relay", "--params", model / "net.params", "--input",
                 f"x={model}/x.npy")
    assert "output0 = float32 (2, 4)" in result.stdout


def test_show(model):
    result = run("show", model / "net.relay")
    assert result.stdout.splitlines()[0] == (
        "@main(%x: Tensor[(2, 3), float32], %w: Tensor[(4, 3), float32]) -> "
        "Tensor[(2, 4), float32]")
    assert "       1 nn.dense" in result.stdout.splitlines()
    assert "  1 constants, 4 bytes; the largest:" in result.stdout


@pytest.mark.parametrize("arguments,message", [
    (["show", "none.relay"], "error: cannot read none.relay: No such file"),
    (["fold", "{}/net.relay", "--params", "{}/x.npy"], "x.npy: "),
    (["run", "{}/net.relay"], "error: no argument for x, w"),
    (["run", "{}/net.relay", "--input", "x"], "expected name=file.npy"),
    (["run", "{}/net.relay", "--function", "g"], "has no function g"),
    (["show", "{}/wrong.relay"], "wrong.relay:2:"),
])
def test_errors(model, arguments, message):
    (model / "wrong.relay").write_text('#[version = "0.0.5"]\nwrong')
    result = run(*(argument.format(model) for argument in arguments))
    assert result.returncode == 1 and message in result.stderr, result.stderr
    assert "Traceback" not in result.stderr


def test_help():
    assert "COMMAND" in run("--help").stdout
    assert "--params" in run("fold", "--help").stdout
    assert run().returncode == 2


if __name__ == "__main__":
    tvm.testing.main()
