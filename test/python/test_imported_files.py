"""The command line with models of TFLite and Keras."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from import_commands import COMMANDS, check_command
from tflite_models import floats, model
from test_tflite_graphs import build_counter

pytest.importorskip("h5py")

ENVIRONMENT = {"PYTHONPATH": ":".join(sys.path), "RELAYLITE_CACHE": "off"}
CHAIN = Path(__file__).parent / "Inputs/keras/chain.keras"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with models and inputs."""
    path = tmp_path_factory.mktemp("files")

    def build(graph):
        y = graph.op("ADD", [graph.input("x", (2, 3)), graph.constant(np.full((2, 3), 2, "float32"))],
                     ((2, 3), "float32"), "AddOptions")
        return graph.op("RELU", [y], ((2, 3), "float32"))

    (path / "net.tflite").write_bytes(model(build))
    (path / "counter.tflite").write_bytes(build_counter())
    (path / "broken.tflite").write_bytes(b"nothing at all")
    (path / "chain.keras").write_bytes(CHAIN.read_bytes())
    arrays = np.load(CHAIN.with_suffix(".npz"))
    np.save(path / "chain.npy", arrays["x"])
    np.save(path / "x.npy", floats(2, 3))
    (path / "net.pt2").write_bytes((CHAIN.parents[2] / "exported/net.pt2").read_bytes())
    np.save(path / "image.npy", floats(1, 2, 4, 4))
    return path


def run(folder, *arguments):
    return subprocess.run([sys.executable, "-m", "relay_lite", *arguments], cwd=folder, text=True,
                          capture_output=True, env=ENVIRONMENT)


def test_tflite(folder):
    assert "1 nn.relu" in run(folder, "show", "net.tflite").stdout
    result = run(folder, "run", "net.tflite", "--input", "x=x.npy", "-o", "out.npz")
    assert result.returncode == 0, result.stderr
    np.testing.assert_allclose(np.load(folder / "out.npz")["output0"],
                               np.maximum(floats(2, 3) + 2, 0), rtol=1e-6)
    result = run(folder, "import", "net.tflite", "--params", "net.params")
    assert "1 parameter of 24 bytes" in result.stderr and "%param_1: Tensor[(2, 3), float32]" in result.stdout
    (folder / "net.relay").write_text(result.stdout)
    assert "1 constant of 24 bytes" in run(folder, "fold", "net.relay", "--params", "net.params").stderr


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("arguments, operator, inputs", [
    (["net.tflite"], "nn.relu", "x.npy"), (["net.pt2"], "nn.conv2d", "image.npy"),
    (["chain.keras", "--shape", "x=2x8x8x3"], "nn.conv2d", "chain.npy")])
def test_commands(folder, command, arguments, operator, inputs):
    check_command(run, folder, command, arguments, operator, inputs)


def test_variables_stay_inputs(folder):
    assert "%total: Tensor[(2), float32]" in run(folder, "import", "counter.tflite").stdout


def test_keras(folder):
    result = run(folder, "run", "chain.keras", "--shape", "x=2x8x8x3", "--input", "x=chain.npy", "-o", "out.npz")
    assert result.returncode == 0, result.stderr
    np.testing.assert_allclose(np.load(folder / "out.npz")["output0"],
                               np.load(CHAIN.with_suffix(".npz"))["result0"], rtol=1e-4, atol=1e-5)
    assert "1 nn.conv2d" in run(folder, "import", "chain.keras", "-o", "chain.relay").stderr


@pytest.mark.parametrize("arguments, message", [
    (["show", "broken.tflite"], "error: broken.tflite is not a TFLite model: "),
    (["import", "net.tflite", "--custom", "keep"], "error: --custom is for models of ONNX, but net.tflite"),
    (["import", "chain.keras", "--unroll", "3"], "error: --unroll is for models of ONNX and exported "
      "programs, but chain.keras"),
    (["import", "none.keras"], "error: cannot read none.keras: No such file"),
    (["import", "x.npy"], "error: x.npy: expected a model of ONNX, a file .onnx; a model of TFLite, "),
])
def test_errors(folder, arguments, message):
    result = run(folder, *arguments)
    assert result.returncode == 1 and result.stdout == ""
    assert result.stderr.startswith(message) and result.stderr.count("\n") == 1


@pytest.mark.parametrize("package, file", [("tflite", "net.tflite"), ("h5py", "chain.keras")])
def test_without_the_packages(folder, package, file):
    script = f"import sys; sys.modules['{package}'] = None; from relay_lite.__main__ import main; " \
             f"sys.exit(main(['show', '{file}']))"
    result = subprocess.run([sys.executable, "-c", script], cwd=folder, text=True, capture_output=True,
                            env=ENVIRONMENT)
    assert result.returncode == 1
    assert f"needs the package {package}: pip install relay-lite[{Path(file).suffix[1:]}]" in result.stderr
