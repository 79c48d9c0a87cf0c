"""The command line: python -m relay_lite."""

import os
import subprocess
import sys

import numpy as np
import pytest

import relay_lite as tvm
from relay_lite import relay


def run(*arguments, path=""):
    return subprocess.run(
        [sys.executable, "-m", "relay_lite", *map(str, arguments)], capture_output=True,
        text=True, env={"PYTHONPATH": ":".join(sys.path), "RELAYLITE_CACHE": "off",
                        "PATH": str(path)})


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
    assert "  1 constant, 4 bytes; the largest:" in result.stdout


@pytest.mark.parametrize("arguments,message", [
    (["show", "none.relay"], "error: cannot read none.relay: No such file"),
    (["fold", "{}/net.relay", "--params", "{}/x.npy"], "x.npy: "),
    (["run", "{}/net.relay"], "error: no argument for x, w"),
    (["run", "{}/net.relay", "--input", "x"], "expected name=file.npy"),
    (["run", "{}/net.relay", "--input", "x={}/x.npy", "--input", "x={}/x.npy"],
     "x is given twice"),
    (["run", "{}/net.relay", "--function", "g"], "has no function g"),
    (["run", "{}/net.relay", "--inputs", "{}/x.npy"], "x.npy holds one array"),
    (["run", "{}/net.relay", "--input", "x={}/net.params"],
     "net.params: expected an array of NumPy's, .npy or .npz"),
    (["run", "{}/net.relay", "--input", "x={}/none.npy"], "none.npy: No such file"),
    (["run", "{}/net.relay", "--params", "{}/net.params", "--input", "x={}/x.npy", "-o",
      "{}/none/out.npz"], "cannot write {}/none/out.npz: No such file"),
    (["fold", "{}/net.relay", "--function", "g"], "has no function g"),
    (["fold", "{}/net.relay", "-o", "{}/none/out"], "cannot write {}/none/out: No such file"),
    (["show", "{}/net.relay", "--function", "g"], "has no function g"),
    (["show", "{}/net.relay", "--svg", "{}/net.svg"],
     "drawing needs Graphviz's program dot, which is not in PATH"),
    (["show", "{}/expression.json"], "expected a module, but it holds Var"),
    (["show", "{}/x.npy"], "cannot read {}/x.npy"),
    (["show", "{}/wrong.relay"], "wrong.relay:2:"),
])
def test_errors(model, arguments, message):
    (model / "wrong.relay").write_text('#[version = "0.0.5"]\nwrong')
    (model / "expression.json").write_text(tvm.ir.save_json(relay.var("x")))
    result = run(*(argument.format(*[model] * 2) for argument in arguments))
    assert result.returncode == 1 and message.format(model) in result.stderr, result.stderr
    assert "Traceback" not in result.stderr


def test_json(model):
    """What TVM's save_json wrote is a model, too."""
    mod = relay.parse((model / "net.relay").read_text(), str(model / "net.relay"))
    (model / "net.json").write_text(tvm.ir.save_json(mod))
    assert run("show", model / "net.json").stdout == run("show", model / "net.relay").stdout
    folded = run("fold", model / "net.json", "--params", model / "net.params")
    assert folded.stdout == run("fold", model / "net.relay", "--params",
                                model / "net.params").stdout


def test_show_one_function(model):
    mod = relay.parse((model / "net.relay").read_text())
    mod["other"] = relay.Function([], relay.const(1))
    (model / "two.relay").write_text(mod.astext())
    heads = [line for line in run("show", model / "two.relay").stdout.splitlines()
             if line.startswith("@")]
    assert [head.partition("(")[0] for head in heads] == ["@main", "@other"]
    assert run("show", model / "two.relay", "--function", "other").stdout.splitlines() == [
        "@other() -> int32", "  1 constant, 4 bytes; the largest:", "       4 bytes int32 ()"]


def test_drawing(model):
    """What Graphviz gets; a program of its name stands for it."""
    dot = model / "bin" / "dot"
    dot.parent.mkdir()
    dot.write_text(f"#!{sys.executable}\nimport sys\n"
                   "open(sys.argv[3], 'w').write(sys.argv[1] + sys.stdin.read())\n")
    dot.chmod(0o755)
    x = relay.var("x", shape=(2,))
    ref = relay.RefCreate(x)
    net = relay.If(relay.const(True), relay.RefRead(ref), relay.Tuple([x, x])[0])
    mod = tvm.IRModule.from_expr(relay.Function([x], relay.Let(relay.var("v"), net, x)))
    (model / "net.relay").write_text(mod.astext())
    result = run("show", model / "net.relay", "--svg", model / "net.svg", path=dot.parent)
    assert (result.returncode, result.stderr) == (0, "")
    text = (model / "net.svg").read_text()
    assert text.startswith("-Tsvgdigraph {")
    labels = dict(line.strip().split(" [label=", 1) for line in text.splitlines()
                  if "[label=" in line)
    label = {name: value.strip('"];').split("\\n")[0] for name, value in labels.items()}
    edges = {tuple(label[end] for end in line.strip(" ;").split(" -> "))
             for line in text.splitlines() if " -> " in line}
    assert {("%x", "ref"), ("constant", "if")} <= edges and "ref_read" in label.values()
    assert '%x\\nTensor[(2), float32]"' in text
    dot.write_text(f"#!{sys.executable}\nimport sys\nsys.exit('no fonts')\n")
    result = run("show", model / "net.relay", "--svg", model / "net.svg", path=dot.parent)
    assert result.returncode == 1 and "net.svg: no fonts" in result.stderr


def test_help():
    text = run("--help").stdout
    assert "COMMAND" in text and "relay-lite fold model.relay --params model.params" in text
    for command, word in (("fold", "--params"), ("run", "output0"), ("show", "--svg")):
        text = run(command, "--help").stdout
        assert word in text and f"relay-lite {command} " in text.partition("example")[2]
    assert run("--version").stdout == f"RelayLite {tvm.__version__}\n"
    assert run().returncode == 2


def test_progress(model):
    """On a terminal it tells what takes how long."""
    import os
    import pty

    main, terminal = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "relay_lite", "fold", str(model / "net.relay"), "-o",
         str(model / "out.relay")], stderr=terminal,
        env={"PYTHONPATH": ":".join(sys.path), "RELAYLITE_CACHE": "off"})
    os.close(terminal)
    text = b""
    try:
        while part := os.read(main, 4096):
            text += part
    except OSError:
        pass  # The other end is closed.
    os.close(main)
    assert process.wait() == 0
    for step in ("Reading ", "Folding", "Writing "):
        assert step.encode() in text
    assert text.rstrip().endswith(b" s")


if __name__ == "__main__":
    tvm.testing.main()


def fold_splat(path, size, limit=None):
    """What folding a program that returns so many equal numbers prints on stderr."""
    (path / "splat.relay").write_text(
        f'#[version = "0.0.5"]\ndef @main() {{\n  broadcast_to(1f, shape=[{size}])\n}}\n')
    result = subprocess.run(
        ["bash", "-c", f"ulimit -v {limit or 'unlimited'}; exec \"$@\"", "fold", sys.executable,
         "-m", "relay_lite", "fold", path / "splat.relay"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": ":".join(sys.path), "RELAYLITE_CACHE": "off"})
    assert (result.returncode, result.stdout) == (1, "")
    return result.stderr.replace(str(path), "")


def test_memory_errors(tmp_path):
    assert fold_splat(tmp_path, 1 << 50).splitlines()[:2] == [
        "error: not enough memory for a constant of type 'tensor<1125899906842624xf32>'",
        " --> /splat.relay:3:3"]
    # The elements fit, the text does not.
    assert fold_splat(tmp_path, 400_000_000, limit=3_000_000) == "error: not enough memory\n"
