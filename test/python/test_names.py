"""Names that TVM has: each is there, or the error says that it is not."""

import importlib
import os
import re
import subprocess
import sys
import types

import pytest

import relay_lite as tvm
import relay_lite.relay.testing
from relay_lite import _missing, relay
from tvm_names import NAMES


@pytest.fixture(autouse=True)
def forget_missing_modules():
    """Forget the names that an import statement of a test has made, so that other tests do not see them."""
    yield
    for name, module in list(sys.modules.items()):
        if isinstance(module, _missing.Missing):
            del sys.modules[name]
            package, _, last = name.rpartition(".")
            vars(sys.modules.get(package, module)).pop(last, None)


def find(path):
    """The module or class that stands for TVM's; None for a class that is missing itself."""
    try:
        return importlib.import_module("relay_lite" + path[3:])
    except ImportError:
        module, _, last = path.rpartition(".")
        return getattr(find(module), last, None)


@pytest.mark.parametrize("path", [path for path in sorted(NAMES) if find(path) is not None])
def test_every_name(path):
    holder = find(path)
    for name in NAMES[path].split():
        try:
            getattr(holder, name)
        except AttributeError as error:
            assert "is not part of RelayLite" in str(error), f"{path}.{name}"
            assert name in str(error)


@pytest.mark.parametrize("look, message", [
    (lambda: tvm.topi, "tvm.topi is not part of RelayLite: operators are lowered"),
    (lambda: tvm.runtime.system_lib, "relay.build and relay.create_executor run programs"),
    (lambda: relay.simulated_quantize, "tvm.relay.simulated_quantize is not part of RelayLite: there is no such operator yet"),
    (lambda: relay.nn.simulated_quantize, "there is no such operator yet"),
    (lambda: relay.vision.ssd, "tvm.relay.vision.ssd is not part of RelayLite"),
    (lambda: relay.ir_pass.gradient, "relay.transform has what there is of passes"),
    (lambda: relay.testing.check_grad, "numpy.testing"),
    (lambda: relay.testing.densenet.get_net, "tvm.relay.testing.densenet.get_net is not part of"),
    (lambda: tvm.nd.numpyasarray, "NumPy and back"),
    (lambda: tvm.cpu().max_threads_per_block, "everything runs on the CPU"),
    (lambda: tvm.target.Target("llvm").vlen, "everything runs on the CPU"),
    (lambda: tvm.target.stm32, "everything runs on the CPU"),
    (lambda: tvm.runtime.container.getitem_helper, "arrays are NDArray, tuples ADT"),
    (lambda: relay.op.get("add").op_type, "operators are C[+][+] here"),
    (lambda: tvm.IRModule().source_map, "tvm.ir.module.IRModule.source_map is not part of"),
    (lambda: relay.op.op.register_injective_schedule, "operators are C[+][+] here"),
    (lambda: relay.transform.gradient, "--relay-list-passes lists the passes"),
    (lambda: relay.Match, "functions cannot use algebraic data types yet"),
    (lambda: relay.adt.Clause, "functions cannot use algebraic data types yet"),
    (lambda: relay.op.get("add").set_num_inputs, "operators are C[+][+] here"),
    (lambda: tvm.testing.skip_if_wheel_test, "pytest's own fixtures"),
    (lambda: relay.op._make.qnn, "tvm.relay.op._make.qnn is not part of RelayLite"),
    (lambda: relay.op.nn._make.nothing, "tvm.relay.op.nn._make.nothing is not part of RelayLite"),
])
def test_alternatives(look, message):
    with pytest.raises(AttributeError, match=message):
        look()


def test_typing_errors():
    with pytest.raises(AttributeError, match="tvm.relay.vra is not part of RelayLite"):
        relay.vra
    with pytest.raises(AttributeError, match="^tvm.relay.Vra is not part of RelayLite$"):
        relay.Vra
    assert not hasattr(relay, "vra")


@pytest.mark.parametrize("statement, message", [
    ("from relay_lite import topi as it", "operators are lowered"),
    ("import relay_lite.topi.testing as it", "operators are lowered"),
    ("from relay_lite.topi.utils import get_const_tuple as it", "operators are lowered"),
    ("from relay_lite.relay.testing import check_grad as it", "numpy.testing"),
    ("from relay_lite.relay.transform import gradient as it", "--relay-list-passes"),
    ("import relay_lite.relay.frontend.mxnet as it", "import others with TVM"),
    ("import relay_lite.relay.quantize as it", "floats are not quantized automatically"),
    ("from relay_lite.relay.quantize._annotate import attach as it", "floats are not quantized"),
])
def test_imports_fail_where_they_are_used(statement, message):
    """A statement imports what has an alternative; each use of it is an error that tells it."""
    scope = {}
    exec(statement, scope)
    it = scope["it"]
    for use in (lambda: it(1, x=2), lambda: it[0], lambda: list(it), lambda: bool(it), lambda: it + 1,
                lambda: 2 * it, lambda: isinstance(1, it), lambda: types.new_class("Derived", (it,)), lambda: int(it),
                lambda: it < 3):
        with pytest.raises(NotImplementedError, match=f"is not part of RelayLite: .*{message}"):
            use()
    with pytest.raises(AttributeError, match=f"[.]anything is not part of RelayLite: .*{message}"):
        it.anything
    assert re.search(message, repr(it)) and not hasattr(it, "anything")


@pytest.mark.parametrize("statement, message", [
    ("from relay_lite.relay.expr import TempExpr", "tvm.relay.expr.TempExpr is not part of"),
    ("from relay_lite.relay.expr import call", "tvm.relay.expr.call is not part of"),
    ("import relay_lite.relay.foo", "tvm.relay.foo is not part of"),
    ("from relay_lite.relay import vra", "tvm.relay.vra is not part of RelayLite"),
    ("from relay_lite.relay.quantize import *", "floats are not quantized automatically"),
])
def test_imports(statement, message):
    with pytest.raises(ImportError, match=message):
        exec(statement, {})


def test_an_import_adds_no_name():
    """A name that a statement has imported is no attribute of its module, so hasattr tells the truth."""
    exec("from relay_lite.relay.transform import gradient", {})
    exec("from relay_lite import autotvm", {})
    assert not hasattr(relay.transform, "gradient") and not hasattr(tvm, "autotvm")


@pytest.mark.parametrize("name, way", [
    ("caffe", "ONNX, or import it with TVM 0.16"), ("caffe2", "ONNX, or import it with TVM 0.16"),
    ("coreml", "ONNX, or import it with TVM 0.16"), ("darknet", "ONNX, or import it with TVM 0.16"),
    ("oneflow", "ONNX, or import it with TVM 0.16"), ("mxnet", "mx2onnx"), ("paddle", "paddle2onnx"),
    ("tensorflow", "tf2onnx")])
def test_importers_that_are_not_here(name, way):
    function = getattr(relay.frontend, f"from_{name}")
    with pytest.raises(NotImplementedError, match=f"from_{name} is not part of RelayLite: .*{way}"):
        function("a model", shape={})


def test_imports_of_what_nobody_has():
    with pytest.raises(ModuleNotFoundError, match="tvm.relay.foo is not part of RelayLite"):
        importlib.import_module("relay_lite.relay.foo")
    for name in ("auto_scheduler", "driver.tvmc"):
        with pytest.raises(ModuleNotFoundError, match=f"tvm.{name.partition('.')[0]} is not part of"):
            importlib.import_module(f"relay_lite.{name}")


def test_imports_as_tvm(tmp_path):
    script = tmp_path / "script.py"
    script.write_text("""
from tvm import topi, autotvm
from tvm.relay import quantize
import tvm.relay.quantize, tvm.topi.testing
from tvm.contrib import cuda_graph
from tvm.topi.utils import get_const_tuple
for use in (lambda: topi.nn, lambda: autotvm(), lambda: quantize(), lambda: tvm.relay.quantize.quantize,
            lambda: tvm.topi.testing.conv2d_nchw_python, lambda: cuda_graph(), lambda: get_const_tuple(())):
    try:
        use()
    except (AttributeError, NotImplementedError) as error:
        print(str(error).partition(" ")[0])
for statement in ("from tvm.relay.testing import no_network", "import tvm.relay.nothing"):
    try:
        exec(statement)
    except ImportError as error:
        print(str(error).partition(" ")[0])
from tvm.tir.expr import *
from tvm import parser
import tvm.relay.testing
print(Var("n", "int32"))
""")
    done = subprocess.run([sys.executable, "-m", "relay_lite.as_tvm", script], text=True,
                          capture_output=True, check=True)
    assert done.stdout.splitlines() == [
        "tvm.topi.nn", "tvm.autotvm", "tvm.relay.quantize", "tvm.relay.quantize.quantize",
        "tvm.topi.testing.conv2d_nchw_python", "tvm.contrib.cuda_graph", "tvm.topi.utils.get_const_tuple",
        "tvm.relay.testing.no_network", "tvm.relay.nothing", "n"]


def test_explain_prefers_the_nearest_hint():
    assert "algebraic" in _missing.explain("tvm.relay.testing.Prelude")
    assert "numpy" in _missing.explain("tvm.relay.testing.check_grad")
    assert _missing.explain("tvm.relay.expr.TempExpr") == \
        "tvm.relay.expr.TempExpr is not part of RelayLite"


@pytest.mark.parametrize("name, hint", [
    ("tvm.contrib.cuda_graph.cuda_graph_executor", "create_executor"),
    ("tvm.contrib.relay_viz", "show --svg"), ("tvm.contrib.cublas.matmul", "CPU"),
    ("tvm.runtime.profiler_vm", "create_executor"), ("tvm.runtime.DataTypeCode", None),
    ("tvm.relay.backend.aot", "relay.build"), ("tvm.relay.builder", "no such operator"),
    ("tvm.relay.simulated_quantize", "no such operator"), ("tvm.relay.debug", None), ("tvm.relay.op.reg", None),
    ("tvm.relay.transform.PartialEvaluate", "list-passes"), ("tvm.relay.transform.te", None),
    ("tvm.relay.transform.transform.PartialEvaluate", "list-passes"),
    ("tvm.testing.skip_if_wheel_test", "marks"), ("tvm.testing.load_model", None),
    ("tvm.relay.PatternVar", "algebraic"), ("tvm.ir.adt.Clause", "algebraic"),
    ("tvm.ir.module.IRModule.script", None)])
def test_hints_fit_the_name(name, hint):
    """A hint is about the name itself, not about whatever is near it."""
    message = _missing.explain(name)
    if hint is None:
        assert message == f"{name} is not part of RelayLite"
    else:
        assert hint in message.partition(": ")[2]


@pytest.mark.parametrize("statement, name", [
    ("from relay_lite.nothing.utils import get", "tvm.nothing.utils.get"),
    ("from relay_lite.nothing import nn, utils", "tvm.nothing.nn"),
    ("import relay_lite.nothing.utils as utils", "tvm.nothing.utils"),
    ("import relay_lite.nothing", "tvm.nothing"),
    ("importlib.import_module('relay_lite.nothing.utils')", "tvm.nothing")])
def test_imports_name_what_is_wanted(statement, name):
    """The message does not name the package around it, which Python looks for first."""
    with pytest.raises(ModuleNotFoundError, match=f"^{name} is not part of RelayLite$"):
        exec(statement, {"importlib": importlib})


@pytest.mark.parametrize("text, lines", [
    ("def f():\n    1 / 0\nf()", [3, 2]), ("import tvm\nfrom tvm.nothing import nn", [2]), ("f(", [1]),
    ("import tvm, threading\nraise KeyboardInterrupt", [2]), ("import sys\nsys.exit(3)", [])])
@pytest.mark.parametrize("is_module", [False, True])
def test_traceback_of_a_script(tmp_path, text, lines, is_module):
    """Frames of the script, and none of what runs it."""
    script = tmp_path / "script.py"
    script.write_text(text)
    program = ["-m", "script"] if is_module else [script]
    done = subprocess.run([sys.executable, "-m", "relay_lite.as_tvm", *program], text=True, capture_output=True, cwd=tmp_path,
                          env={**os.environ, "PYTHONPATH": ":".join(filter(None, sys.path))})
    frames = re.findall(r'File "(.*)", line (\d+)', done.stderr)
    assert frames == [(str(script), str(line)) for line in lines]
    assert done.returncode == (3 if not lines else 130 if "KeyboardInterrupt" in text else 1)


@pytest.mark.parametrize("path", sorted(_missing.ALIASES))
def test_modules_by_other_names(path):
    """Import lines work under the name of the package, too."""
    own = "relay_lite" + path[3:]
    holder, _, last = own.rpartition(".")
    names = {}
    exec(f"import {own}\nfrom {holder} import {last} as found", names)
    module = sys.modules[own]
    assert module is importlib.import_module(_missing.ALIASES[path])
    assert names["found"] is not None
    assert module.__spec__.name == module.__name__


def test_functions_of_modules_by_other_names():
    from relay_lite.relay.op.image.image import resize2d
    from relay_lite.relay.op.nn.nn import conv2d
    from relay_lite.relay.op.tensor import exp

    assert exp is relay.exp and conv2d is relay.nn.conv2d and resize2d is relay.image.resize2d


def test_names_that_scripts_import_and_may_not_use():
    from relay_lite.relay.backend import te_compiler
    from relay_lite.relay.prelude import Prelude

    assert te_compiler.get() is te_compiler.get() and te_compiler.get().clear() is None
    assert tvm.support.libinfo().get("USE_MICRO", "OFF") == "OFF"
    assert tvm.support.libinfo()["USE_LLVM"] == "ON"
    with pytest.raises(NotImplementedError, match="Prelude is not part of RelayLite: functions cannot use"):
        Prelude(tvm.IRModule())
