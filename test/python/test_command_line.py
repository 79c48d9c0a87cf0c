"""The command line: python -m relay_lite."""

import json
import os
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree

import numpy as np
import pytest

import relay_lite as tvm
from relay_lite import relay
from terminal import run_on_terminal


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
    assert result.returncode == 0
    assert result.stderr.splitlines() == [
        "before: 3 operators, 2 constants of 52 bytes", "after:  2 operators, 1 constant of 48 bytes",
        "  multiply: 1 -> 0"]
    mod = relay.parse((model / "out.relay").read_text())
    assert relay.analysis.list_op_freqs(mod) == {"nn.dense": 1, "nn.relu": 1}
    assert run("fold", model / "net.relay").stdout.startswith('#[version = "0.0.5"]')


@pytest.fixture
def normalised(model):
    """A convolution and a batch norm, whose arrays are parameters."""
    x, w = relay.var("x", shape=(1, 2, 4, 4)), relay.var("w", shape=(3, 2, 1, 1))
    params = [relay.var(name, shape=(3,)) for name in ("gamma", "beta", "mean", "variance")]
    net = relay.nn.batch_norm(relay.nn.conv2d(x, w), *params)[0]
    mod = tvm.IRModule.from_expr(relay.Function([x, w, *params], relay.nn.dropout(net)))
    (model / "norm.relay").write_text(mod.astext())
    arrays = {param.name_hint: np.ones((3,), "float32") for param in params}
    arrays["w"] = np.ones((3, 2, 1, 1), "float32")
    (model / "norm.params").write_bytes(relay.save_param_dict(arrays))
    return model


def test_fold_for_inference(normalised):
    """Normalisations are taken apart, and their scales go into weights."""
    arguments = ["fold", normalised / "norm.relay", "--params", normalised / "norm.params"]
    result = run(*arguments)
    assert relay.analysis.list_op_freqs(relay.parse(result.stdout)) == {"nn.conv2d": 1, "add": 1}
    assert "nothing was folded" not in result.stderr
    assert "  nn.batch_norm: 1 -> 0" in result.stderr.splitlines()
    bare = run(*arguments, "--only-constants")
    assert relay.analysis.list_op_freqs(relay.parse(bare.stdout)) == {
        "nn.conv2d": 1, "nn.batch_norm": 1, "nn.dropout": 1}
    assert bare.stderr.splitlines()[-1] == (
        "nothing was folded: no operator is on constants only; these are on constants and on other "
        "values: nn.batch_norm (1), nn.conv2d (1); without --only-constants, normalisations are taken "
        "apart first")


@pytest.mark.parametrize("body, reason", [
    ("%x", "there are no constants; --params gives the values of parameters"),
    ("add(%x, 1f)", "no operator is on constants only; these are on constants and on other values: "
     "add (1); --params gives the values of parameters"),
    ("(%x, divide(1, 0))", "operators on constants stay: divide (1); the remarks of relay-lite-opt's "
     "relay-fold-constant say why")])
def test_fold_says_why_not(tmp_path, body, reason):
    (tmp_path / "net.relay").write_text(
        f'#[version = "0.0.5"]\ndef @main(%x: float32) {{ {body} }}\n')
    result = run("fold", tmp_path / "net.relay")
    assert result.returncode == 0 and result.stderr.splitlines()[-1] == f"nothing was folded: {reason}"


def test_optimize(normalised):
    arguments = ["optimize", normalised / "norm.relay", "--params", normalised / "norm.params"]
    result = run(*arguments)
    assert result.returncode == 0 and "  nn.batch_norm: 1 -> 0" in result.stderr.splitlines()
    params = relay.load_param_dict((normalised / "norm.params").read_bytes())
    with tvm.transform.PassContext(opt_level=3):
        expected, _ = relay.optimize(relay.parse((normalised / "norm.relay").read_text()), params=params)
    mod = relay.parse(result.stdout)
    assert "Primitive=1" in result.stdout
    assert tvm.ir.structural_equal(relay.transform.InferType()(expected), mod)
    run(*arguments, "-o", normalised / "out.relay", "--opt-level", "0")
    level0 = relay.parse((normalised / "out.relay").read_text())
    assert relay.analysis.list_op_freqs(level0)["rsqrt"] == 1
    assert "LEVEL" in run(*arguments, "--opt-level", "7").stderr


def test_run(model):
    result = run("run", model / "net.relay", "--params", model / "net.params", "--input",
                 f"x={model}/x.npy", "-o", model / "out.npz")
    assert (result.returncode, result.stderr) == (0, "")
    np.testing.assert_array_equal(np.load(model / "out.npz")["output0"], np.full((2, 4), 6.0))
    result = run("run", model / "net.relay", "--params", model / "net.params", "--input",
                 f"x={model}/x.npy")
    assert "output0 = float32 (2, 4)" in result.stdout


def test_run_with_times(model):
    arguments = ["run", model / "net.relay", "--params", model / "net.params", "--input", f"x={model}/x.npy"]
    result = run(*arguments, "--profile")
    lines = result.stderr.splitlines()
    assert result.returncode == 0 and lines[0].split() == ["operator", "calls", "ms", "share", "GFLOP/s", "GB/s"]
    assert {line.split()[0] for line in lines[1:-1]} == {"multiply", "nn.dense", "nn.relu"}
    assert lines[-1].split()[:2] == ["all", "3"]
    run(*arguments, f"--profile={model}/trace.json")
    events = json.loads((model / "trace.json").read_text())["traceEvents"]
    assert [event["name"] for event in events] == ["multiply", "nn.dense", "nn.relu"]
    assert all(event["ph"] == "X" and event["dur"] >= 0 for event in events)
    run(*arguments, f"--profile={model}/chart.svg")
    check_chart(model / "chart.svg", {"multiply", "nn.dense", "nn.relu"})


def check_chart(path, operators):
    """A title, and a bar for each operator, of which nothing is cut at an edge or over another."""
    root = xml.etree.ElementTree.parse(path).getroot()
    ns = {"": "http://www.w3.org/2000/svg"}
    x, y, width, height = map(float, root.get("viewBox").split())
    assert (x, y, root.get("width"), root.get("height")) == (0, 0, str(int(width)), str(int(height)))
    title = root.find("title", ns).text
    assert re.fullmatch(r"Time by operator: [\d.]+ ms in (1 call|\d+ calls)", title)
    bars = root.findall("g", ns)
    rows = []
    for bar in bars:
        name, label = bar.findall("text", ns)
        rect = bar.find("rect", ns)
        begin, length = float(rect.get("x")), float(rect.get("width"))
        assert name.text in operators and bar.find("title", ns).text.startswith(f"{name.text}: ")
        assert re.fullmatch(r"[\d.]+ ms, (1 call|\d+ calls)(, [\d.]+ GFLOP/s)?(, [\d.]+ GB/s)?", label.text)
        assert ", 0.000" not in label.text and ", 1 calls" not in label.text
        # A character of the font is eight units wide at most.
        assert 0 <= float(name.get("x")) - 8 * len(name.text) and float(name.get("x")) <= begin
        assert begin + length <= float(label.get("x")) and float(label.get("x")) + 8 * len(label.text) <= width
        rows.append((float(rect.get("y")), float(rect.get("y")) + float(rect.get("height"))))
        assert rows[-1][0] <= float(label.get("y")) <= rows[-1][1] <= height
    heading = root.find("text", ns)
    assert heading.text == title and 8 * len(title) <= width
    assert all(end <= begin for (_, end), (begin, _) in zip([(0, float(heading.get("y"))), *rows], rows))
    assert {bar.find("text", ns).text for bar in bars} == operators


@pytest.mark.parametrize("operators", [[], ["nn.relu"], ["nn.adaptive_avg_pool3d", "exp"]])
def test_charts_of_few_operators(tmp_path, operators):
    """Names may be long; a single bar is the longest."""
    makers = {"nn.relu": relay.nn.relu, "exp": relay.exp,
              "nn.adaptive_avg_pool3d": lambda data: relay.nn.adaptive_avg_pool3d(data, (1, 1, 1))}
    net = x = relay.var("x", shape=(1, 2, 3, 4, 5))
    for name in operators:
        net = makers[name](net)
    (tmp_path / "net.relay").write_text(tvm.IRModule.from_expr(relay.Function([x], net)).astext())
    np.save(tmp_path / "x.npy", np.ones((1, 2, 3, 4, 5), "float32"))
    result = run("run", tmp_path / "net.relay", "--input", f"x={tmp_path}/x.npy",
                 f"--profile={tmp_path}/chart.svg")
    assert result.returncode == 0, result.stderr
    check_chart(tmp_path / "chart.svg", set(operators))


def make_many():
    """The text of a function with 102 parameters and a long result."""
    params = [relay.var(f"p{i}", shape=(2,)) for i in range(102)]
    return tvm.IRModule.from_expr(relay.Function(params, relay.Tuple(params))).astext()


def test_show_cuts_long_headers(model):
    (model / "many.relay").write_text(make_many())
    header = run("show", model / "many.relay").stdout.splitlines()[0]
    assert header.startswith("@main(%p0: Tensor[(2), float32], %p1: ")
    assert " %p4: Tensor[(2), float32] and 97 more) -> (Tensor[(2), float32], " in header
    assert header.endswith("...") and len(header) < 500


def test_line_ends_of_other_systems(model):
    text = (model / "net.relay").read_text()
    (model / "crlf.relay").write_bytes(text.replace("\n", "\r\n").encode())
    assert run("show", model / "crlf.relay").stdout == run("show", model / "net.relay").stdout


def test_show(model):
    result = run("show", model / "net.relay")
    assert result.stdout.splitlines()[0] == (
        "@main(%x: Tensor[(2, 3), float32], %w: Tensor[(4, 3), float32]) -> "
        "Tensor[(2, 4), float32]")
    assert "       1 nn.dense" in result.stdout.splitlines()
    assert "  1 constant, 4 bytes; the largest:" in result.stdout


@pytest.mark.parametrize("arguments,message", [
    (["show", "none.relay"], "error: cannot read none.relay: No such file"),
    (["fold", "{}/net.relay", "--params", "{}/x.npy"],
     "error: {}/x.npy: expected a parameter file, but got an npy file"),
    (["fold", "{}/net.relay", "--params", "{}/x.npz"],
     "error: {}/x.npz: expected a parameter file, but got an npz file"),
    (["fold", "{}/net.relay", "--params", "{}/net.relay"],
     "error: {}/net.relay: expected a parameter file, but got text"),
    (["fold", "{}/net.relay", "--params", "{}/empty"],
     "error: {}/empty: expected a parameter file, but got an empty file"),
    (["run", "{}/net.relay"],
     "error: no values for x, w: --params FILE gives the parameters of a network, "
     "--input NAME=FILE.npy and --inputs FILE.npz give arrays of NumPy's"),
    (["run", "{}/net.relay", "--params", "{}/net.params"],
     "error: no values for x: --input NAME=FILE.npy and --inputs FILE.npz give arrays of NumPy's"),
    (["run", "{}/many.relay"], "error: no values for p0, p1, p2, p3, p4 and 97 more: --params FILE"),
    (["run", "{}/net.relay", "--input", "x"], "expected name=file.npy"),
    (["run", "{}/net.relay", "--profile=a.txt"], "--profile=a.txt: expected a file .json or .svg"),
    (["run", "{}/net.relay", "--params", "{}/net.params", "--input", "x={}/x.npy",
      "--profile={}/none/a.svg"], "cannot write {}/none/a.svg: No such file"),
    (["run", "{}/net.relay", "--input", "x={}/x.npy", "--input", "x={}/x.npy"],
     "x is given twice"),
    (["run", "{}/net.relay", "--function", "g"], "has no function g"),
    (["run", "{}/net.relay", "--inputs", "{}/x.npy"], "x.npy holds one array"),
    (["run", "{}/net.relay", "--input", "x={}/net.params"],
     "error: {}/net.params: expected an array of NumPy's, .npy or .npz, but got a parameter file"),
    (["run", "{}/net.relay", "--inputs", "{}/net.relay"],
     "error: {}/net.relay: expected an array of NumPy's, .npy or .npz, but got text"),
    (["run", "{}/net.relay", "--input", "x={}/none.npy"], "none.npy: No such file"),
    (["run", "{}/net.relay", "--params", "{}/net.params", "--input", "x={}/x.npy", "-o",
      "{}/none/out.npz"], "cannot write {}/none/out.npz: No such file"),
    (["fold", "{}/net.relay", "--function", "g"], "has no function g"),
    (["fold", "{}/net.relay", "-o", "{}/none/out"], "cannot write {}/none/out: No such file"),
    (["show", "{}/net.relay", "--function", "g"], "has no function g"),
    (["show", "{}/net.relay", "--svg", "{}/net.svg"],
     "drawing needs Graphviz's program dot, which is not in PATH"),
    (["show", "{}/expression.json"], "expected a module, but it holds Var"),
    (["show", "{}/x.npy"],
     "error: {}/x.npy: expected a module as Relay text or TVM's JSON, but got an npy file"),
    (["show", "{}/net.params"],
     "error: {}/net.params: expected a module as Relay text or TVM's JSON, but got a parameter file"),
    (["show", "{}/wrong.relay"], "wrong.relay:2:"),
])
def test_errors(model, arguments, message):
    (model / "wrong.relay").write_text('#[version = "0.0.5"]\nwrong')
    (model / "expression.json").write_text(tvm.ir.save_json(relay.var("x")))
    (model / "many.relay").write_text(make_many())
    (model / "empty").touch()
    np.savez(model / "x.npz", x=np.ones(2))
    result = run(*(argument.format(*[model] * 2) for argument in arguments))
    assert result.returncode == 1 and message.format(model) in result.stderr, result.stderr
    assert "Traceback" not in result.stderr


def test_json(model):
    """A file of TVM's save_json is a model, too."""
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


def parse_drawing(text):
    """The first lines of the boxes by their names, and the arrows between these lines."""
    lines = [line.strip(" ;") for line in text.splitlines()]
    labels = {line.split(" ")[0]: line.split('label="')[1].split('"')[0].split("\\n")[0]
              for line in lines if " [label=" in line}
    edges = {tuple(labels[end] for end in line.split(" [")[0].split(" -> "))
             for line in lines if " -> " in line}
    return labels, edges


def test_drawing_of_a_network():
    """Weights, constants and projections have no boxes; colours tell kinds of operators apart."""
    from relay_lite._drawing import make_drawing

    mod, _ = relay.testing.resnet.get_workload(num_layers=18)
    mod = relay.transform.InferType()(mod)
    text = make_drawing(mod["main"])
    labels, edges = parse_drawing(text)
    calls = relay.analysis.list_op_freqs(mod)
    assert len(labels) == sum(calls.values()) + 1 and ("nn.batch_norm", "nn.relu") in edges
    assert [label for label in labels.values() if label.startswith("%")] == ["%data"]
    boxes = [line for line in text.splitlines() if " [label=" in line]
    colours = {line.split("fillcolor=")[1].split('"')[1] for line in boxes}
    assert len(colours) >= 5
    legend = re.findall(r'bgcolor="(#\w+)".*?<td align="left">([a-z ]+)</td>', text)
    assert {colour for colour, _ in legend} == colours and len({kind for _, kind in legend}) == len(colours)
    tooltips = [line.split('tooltip="')[1] for line in boxes]
    assert any("nn.conv2d: strides=[2, 2], padding=[3, 3, 3, 3]" in tooltip for tooltip in tooltips)
    assert any("%bn_data_gamma (3)" in line for line in boxes)
    fused, _ = relay.optimize(mod)
    labels, edges = parse_drawing(make_drawing(fused["main"]))
    assert sum("conv2d" in label for label in labels.values()) == calls["nn.conv2d"]


def test_names_in_a_drawing():
    """Names are shortened in boxes, and cannot end a string of dot."""
    from relay_lite._drawing import make_drawing

    name = '<a> & "b" \\n \x00 c\nd' + 60 * "e"
    mod = relay.transform.InferType()(tvm.IRModule.from_expr(relay.Function([x := relay.var(name, shape=(2,))], x)))
    box, = [line for line in make_drawing(mod["main"]).splitlines() if " [label=" in line]
    match = re.fullmatch(r'  n0 \[label="((?:[^"\\]|\\.)*)", fillcolor="#ffffff", shape=ellipse, '
                         r'tooltip="((?:[^"\\]|\\.)*)"\];', box)
    assert match[1].startswith(r'%<a> & \"b\" \\n   c d') and "e\u2026\\n(2)" in match[1]
    assert 60 * "e" + "\\n(2)" in match[2]


def test_titles_of_a_drawing():
    """Tooltips become titles, in place of the names that dot gives."""
    from relay_lite._drawing import name_parts

    svg = """<svg>
<g id="graph0" class="graph" transform="scale(1 1)">
<title>%3</title>
<g id="node1" class="node">
<title>n0</title>
<g id="a_node1"><a xlink:title="nn.lrn: size=5&#10;&lt;">
</a>
</g>
</g>
<g id="edge1" class="edge">
<title>n0&#45;&gt;n1</title>
<path/>
</g>
</svg>"""
    named = name_parts(svg, "@a<b")
    assert re.findall("<title>(.*)</title>", named) == ["@a&lt;b", "nn.lrn: size=5&#10;&lt;"]
    assert re.sub("<title>.*</title>\n", "", named) == re.sub("<title>.*</title>\n", "", svg)


@pytest.mark.skipif(not shutil.which("dot"), reason="needs Graphviz")
def test_size_of_a_drawing():
    from relay_lite._drawing import make_drawing, name_parts

    mod = relay.transform.InferType()(relay.testing.resnet.get_workload(num_layers=18)[0])
    svg = subprocess.run(["dot", "-Tsvg"], input=make_drawing(mod["main"]), capture_output=True,
                         encoding="utf-8", check=True).stdout
    width, height = (int(re.search(rf'{side}="(\d+)pt"', svg)[1]) for side in ("width", "height"))
    assert width <= 1000 and height <= 4000
    named = name_parts(svg, "@main")
    titles = re.findall("<title>(.*?)</title>", named)
    assert titles[0] == "@main" and len(titles) == 1 + named.count('class="node"')
    assert sum("nn.conv2d: strides=" in title for title in titles) == 21
    xml.etree.ElementTree.fromstring(named)


def test_drawing(model):
    """The input of Graphviz; a program of its name stands for it."""
    dot = model / "bin" / "dot"
    dot.parent.mkdir()
    dot.write_text(f"#!{sys.executable}\nimport sys\n"
                   "sys.stdout.write(sys.argv[1] + sys.stdin.read())\n")
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
    labels, edges = parse_drawing(text)
    assert {("%x", "ref"), ("True", "if")} <= edges
    assert "ref_read" in labels.values() and '%x\\n(2)"' in text
    dot.write_text(f"#!{sys.executable}\nimport sys\nsys.exit('no fonts')\n")
    result = run("show", model / "net.relay", "--svg", model / "net.svg", path=dot.parent)
    assert result.returncode == 1 and "net.svg: no fonts" in result.stderr


def test_help():
    text = run("--help").stdout
    assert "COMMAND" in text and "relay-lite fold model.relay --params model.params" in text
    for command, word in (("fold", "--params"), ("optimize", "--opt-level"), ("run", "output0"), ("show", "--svg")):
        text = run(command, "--help").stdout
        assert word in text and f"relay-lite {command} " in text.partition("example")[2]
    assert run("--version").stdout == f"RelayLite {tvm.__version__}\n"
    assert run().returncode == 2


def test_progress(model):
    """On a terminal it tells what takes how long."""
    text = run_on_terminal("-m", "relay_lite", "fold", model / "net.relay", "-o", model / "out.relay")
    for step in ("Reading ", "Folding", "Writing "):
        assert step in text
    assert text.rstrip().endswith(" s")


if __name__ == "__main__":
    tvm.testing.main()


def fold_splat(path, size, limit=None):
    """The standard error of folding a program that returns so many equal numbers."""
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
        "error: not enough memory for a constant of type Tensor[(1125899906842624), float32]",
        " --> /splat.relay:3:3"]
    # The elements fit, the text does not.
    assert fold_splat(tmp_path, 400_000_000, limit=3_000_000).endswith("\nerror: not enough memory\n")
