"""The command line with ONNX models."""

import subprocess
import sys

import numpy as np
import pytest
from onnx_models import info, model, node, onnx, tensor
from terminal import run_on_terminal

import relay_lite as tvm
from relay_lite import relay


ENVIRONMENT = {"PYTHONPATH": ":".join(sys.path), "RELAYLITE_CACHE": "off"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with models and an input."""
    path = tmp_path_factory.mktemp("onnx")
    onnx.save(model([node("MatMul", "x w", "y"), node("Relu", "y", "z")], [info("x", ["n", 3])], ["z"],
                    [tensor("w", np.full((3, 2), 2))]), path / "net.onnx")
    onnx.save(model([node("Whirl", "x", "y", domain="acme")], [info("x", [2])], [info("y", [2])],
                    domains=["acme"]), path / "whirl.onnx")
    (path / "broken.onnx").write_bytes(b"\x0a\xffnothing")
    np.save(path / "x.npy", np.ones((4, 3), "float32"))
    return path


def run(folder, *arguments):
    return subprocess.run([sys.executable, "-m", "relay_lite", *arguments], cwd=folder, text=True,
                          capture_output=True, env=ENVIRONMENT)


@pytest.mark.parametrize("end, read", [("relay", lambda text: relay.parse(text)),
                                       ("json", tvm.ir.load_json)])
def test_import(folder, end, read):
    result = run(folder, "import", "net.onnx", "-o", f"net.{end}", "--shape", "x=5x3")
    assert result.returncode == 0, result.stderr
    assert "1 constant of 24 bytes" in result.stderr and "1 nn.relu" in result.stderr
    mod = relay.transform.InferType()(read((folder / f"net.{end}").read_text()))
    assert mod["main"].ret_type == relay.TensorType((5, 2))


def test_import_as_mlir(folder):
    assert run(folder, "import", "net.onnx", "-o", "net.mlir").returncode == 0
    assert "relay.nn.relu" in (folder / "net.mlir").read_text()
    assert run(folder, "import", "net.onnx", "-o", "net.mlirbc").returncode == 0
    assert (folder / "net.mlirbc").read_bytes().startswith(b"ML\xefR")


def test_import_with_parameters(folder):
    result = run(folder, "import", "net.onnx", "--params", "net.params")
    assert result.returncode == 0 and "1 parameter of 24 bytes, imported in 0." in result.stderr
    assert "%w: Tensor[(3, 2), float32]" in result.stdout
    params = relay.load_param_dict((folder / "net.params").read_bytes())
    np.testing.assert_array_equal(params["w"].numpy(), np.full((3, 2), 2))


def test_import_unknown_operators(folder):
    assert "onnx.acme.Whirl" in run(folder, "import", "whirl.onnx", "--custom", "keep").stdout


def test_commands_take_models(folder):
    assert "1 nn.relu" in run(folder, "show", "net.onnx").stdout
    result = run(folder, "run", "net.onnx", "--input", "x=x.npy", "-o", "out.npz")
    assert result.returncode == 0, result.stderr
    np.testing.assert_array_equal(np.load(folder / "out.npz")["output0"], np.full((4, 2), 6))
    assert "nn.relu" in run(folder, "optimize", "net.onnx", "--shape", "x=?x3").stdout


@pytest.mark.parametrize("arguments, message", [
    (["import", "none.onnx"], "error: cannot read none.onnx: No such file"),
    (["show", "broken.onnx"], "error: broken.onnx is not an ONNX model: "),
    (["import", "whirl.onnx"], "error: The following operators are not supported for frontend ONNX: "
                               "acme.Whirl (Whirl_0)"),
    (["import", "net.onnx", "-o", "net.txt"], "error: -o net.txt: expected a file .relay, .json, .mlir, "),
    (["import", "x.npy"], "error: x.npy: expected a model of ONNX, a file .onnx; "),
    (["show", "x.npy", "--shape", "x=1"], "error: --shape is for models that are imported, but x.npy is none"),
    (["show", "net.onnx", "--shape", "x=axb"], "error: --shape x=axb: expected a shape as "),
    (["show", "net.onnx", "--shape", "x=1"], "error: input 'x' has 2 dimensions, but the shape given"),
])
def test_errors(folder, arguments, message):
    result = run(folder, *arguments)
    assert result.returncode == 1 and result.stdout == ""
    assert result.stderr.startswith(message) and result.stderr.count("\n") == 1


def test_without_the_package(folder):
    script = "import sys; sys.modules['onnx'] = None; from relay_lite.__main__ import main; " \
             "sys.exit(main(['show', 'net.onnx']))"
    result = subprocess.run([sys.executable, "-c", script], cwd=folder, text=True, capture_output=True,
                            env=ENVIRONMENT)
    assert result.returncode == 1
    assert result.stderr == ("error: reading ONNX models needs the package onnx: "
                             "pip install relay-lite[onnx]\n")


def test_progress(folder):
    """A terminal is told how far a long import is."""
    program = ("import sys, onnx; from relay_lite.relay.frontend.onnx import graph, from_onnx; "
               "graph.Progress._DELAY = graph.Progress._INTERVAL = 0; from_onnx(sys.argv[1])")
    onnx.save(model([node("Relu", f"x{i}", f"x{i + 1}") for i in range(40)], [info("x0", [2])], ["x40"]),
              folder / "chain.onnx")
    text = run_on_terminal("-c", program, folder / "chain.onnx")
    assert "Converted 32 of 40 nodes" in text and text.endswith("\r\x1b[K")
    assert run(folder, "import", "chain.onnx").stderr.count("Converted") == 0


def test_export(folder):
    assert run(folder, "import", "net.onnx", "-o", "net.relay").returncode == 0
    result = run(folder, "export", "net.relay", "-o", "again.onnx", "--name", "again")
    assert result.returncode == 0 and "2 nodes, 1 initializer, opset 17" in result.stderr
    again = onnx.load(folder / "again.onnx")
    onnx.checker.check_model(again, full_check=True)
    assert again.graph.name == "again" and again.graph.input[0].type.tensor_type.shape.dim[0].dim_param == "n"
    (folder / "odd.relay").write_text("#[version = \"0.0.5\"]\n"
                                       "def @main(%x: Tensor[(2), float32]) { cumprod(%x, axis=0) }")
    result = run(folder, "export", "odd.relay", "-o", "odd.onnx", "--opset", "17")
    assert result.returncode == 1 and "cumprod needs opset 26 of ONNX" in result.stderr
    assert not (folder / "odd.onnx").exists()


def test_the_name_of_tvm(folder):
    script = ("import tvm; from tvm import relay; from tvm.contrib.target.onnx import to_onnx\n"
              "x = relay.var('x', shape=(2,))\n"
              "proto = to_onnx(tvm.IRModule.from_expr(relay.Function([x], relay.exp(x))), {}, 'net')\n"
              "print(proto.graph.node[0].op_type, proto.opset_import[0].version)\n")
    (folder / "script.py").write_text(script)
    result = subprocess.run([sys.executable, "-m", "relay_lite.as_tvm", "script.py"], cwd=folder, text=True,
                            capture_output=True, env=ENVIRONMENT)
    assert result.stdout == "Exp 11\n", result.stderr


def test_fold_to_onnx(folder):
    onnx.save(model([node("Add", "a a", "b"), node("Add", "x b", "y")], [info("x", ["n", 2])], ["y"],
                    [tensor("a", [1, 2])]), folder / "sum.onnx")
    result = run(folder, "fold", "sum.onnx", "-o", "folded.onnx", "--optimize", "--check", "2")
    assert result.returncode == 0, result.stderr
    lines = [" ".join(line.split()) for line in result.stderr.splitlines()]
    assert "nodes 2 -> 1" in lines and "Add 2 -> 1" in lines
    assert len(onnx.load(folder / "folded.onnx").graph.node) == 1
    for arguments, message in [
            (["net.relay", "-o", "out.onnx"], "is made of one only; export makes it of a module"),
            (["sum.onnx", "-o", "out.onnx", "--only-constants"], "--only-constants are for modules"),
            (["sum.onnx", "-o", "out.relay", "--check", "1"], "are for models of ONNX: -o FILE.onnx"),
            (["broken.onnx", "-o", "out.onnx"], "broken.onnx is not an ONNX model")]:
        result = run(folder, "fold", *arguments)
        assert result.returncode == 1 and message in result.stderr and not (folder / "out.onnx").exists()
