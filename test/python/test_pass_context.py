"""Contexts, configs, infos, the passes of the table, and evaluation."""

import gc
import subprocess
import sys
import threading
import weakref

import numpy as np
import pytest

import relay_lite as tvm
from relay_lite import relay


def make_module():
    x = relay.var("x", shape=(2,))
    return tvm.IRModule.from_expr(
        relay.Function([x], x + (relay.const(1.0) + relay.const(2.0))))


def test_context():
    default = tvm.transform.PassContext.current()
    assert default.opt_level == 2 and not default.required_pass and not default.config
    with tvm.transform.PassContext(3, ["A"], ["B"]) as context:
        assert tvm.transform.PassContext.current() is context
        assert (context.opt_level, list(context.required_pass), list(context.disabled_pass)) == \
            (3, ["A"], ["B"])
        with tvm.transform.PassContext() as inner:
            # Nothing is inherited.
            assert inner.opt_level == 2 and not inner.disabled_pass
    assert tvm.transform.PassContext.current() is default
    assert "opt_level: 2" in str(default) and str(default).endswith("\ttrace stack: []")


@pytest.mark.parametrize("device, name", [("cpu", "cpu"), ("llvm", "cpu"), (tvm.cuda(1), "cuda"), (1, "cpu")])
def test_fallback_device(device, name):
    assert tvm.transform.PassContext(fallback_device=device).fallback_device == name


@pytest.mark.parametrize("device, error, message", [
    ("foo", ValueError, "Unknown device type: foo"), ([], tvm.TVMError, "expected a device, its name or its number")])
def test_wrong_fallback_devices(device, error, message):
    with pytest.raises(error, match=message):
        tvm.transform.PassContext(fallback_device=device)


def test_config():
    configs = tvm.transform.PassContext.list_configs()
    assert configs["relay.backend.use_auto_scheduler"]["type"] == "IntImm"
    config = tvm.transform.PassContext(config={"relay.FuseOps.max_depth": 5}).config
    assert config["relay.FuseOps.max_depth"] == 5
    for wrong, message in (({"no.such.key": 1}, "candidates are"),
                           ({"relay.FuseOps.max_dept": 1}, "did you mean 'relay.FuseOps.max_depth'"),
                           ({"relay.FuseOps.max_depth": "x"}, "to have type"),
                           ({"relay.FuseOps.max_depth": None}, "None")):
        with pytest.raises(AttributeError, match=message):
            tvm.transform.PassContext(config=wrong)


# Values by TVM's names of types.
VALUES = {"IntImm": (1, "a"), "runtime.String": ("a", 1), "Array": (("a",), 1)}


@pytest.mark.parametrize("key", [
    *[f"tir.{name}" for name in (
        "disable_vectorize", "noalias", "instrument_bound_checkers", "disable_assert", "lwp_max_depth",
        "vtcm_capacity", "usmp.enable", "usmp.algorithm", "Simplify", "HoistIfThenElse", "RemoveNoOp",
        "contrib.ethos-u.copy_compute_reordering_max_copy_movements")],
    "relay.backend.use_meta_schedule", "relay.backend.tir_converter", "relay.ext.ethos-u.options",
    "relay.collage.byoc_fusion_style", "relay.ext.cmsisnn.options", "te.keep_schedule_record",
    "cuda.kernels_output_dir", "ir.enable_si_builder"])
def test_keys_of_other_parts_of_tvm(key):
    """They are accepted with values of their types, and change nothing."""
    type_ = tvm.transform.PassContext.list_configs()[key]["type"]
    good, bad = VALUES.get(type_, ({"field": 1}, 1))
    x = relay.var("x", shape=(2,))
    mod = tvm.IRModule.from_expr(relay.Function([x], x * relay.exp(relay.const(1.0))))
    with tvm.transform.PassContext(config={key: good}) as context:
        assert context.config == {key: good}
        result = relay.transform.FoldConstant()(mod)
    assert tvm.ir.structural_equal(result, relay.transform.FoldConstant()(mod))
    with pytest.raises(AttributeError, match=f"expect config {key} to have type {type_}, but got"):
        tvm.transform.PassContext(config={key: bad})


def test_infos():
    info = tvm.transform.PassInfo(1, "name", ["a", "b"])
    assert (info.opt_level, info.name, list(info.required)) == (1, "name", ["a", "b"])
    assert str(info).startswith("The meta data of the pass - pass name: name, opt_level: 1, "
                                "required passes: [\na, b, ]")
    fold = relay.transform.FoldConstant()
    assert (fold.info.name, fold.info.opt_level) == ("FoldConstant", 2)
    assert str(fold) == "Run Function pass: FoldConstant at the optimization level 2"
    assert isinstance(fold, relay.transform.FunctionPass)
    seq = tvm.transform.Sequential([fold, relay.transform.InferType()], 1, "mine", ["X"])
    assert str(seq) == ("Run Sequential pass: mine at the optimization level 1. The passes will "
                        "be executed are: [FoldConstant InferType ]")
    assert list(seq.info.required) == ["X"]


@pytest.mark.parametrize("name", sorted(relay.transform._PLAIN))
def test_every_pass_can_be_made(name):
    made = getattr(relay.transform, name)()
    assert isinstance(made, tvm.transform.Pass)
    assert isinstance(made(make_module()), tvm.IRModule)


def test_passes_with_options():
    assert "add" in str(relay.transform.FoldConstant()(make_module()))
    assert str(relay.transform.FoldConstant()(make_module())).count("add(") == 1
    half = relay.transform.ToMixedPrecision("float16")
    assert half.info.name == "ToMixedPrecision"
    mod = relay.parse('#[version = "0.0.5"]\ndef @main() { 1 }\ndef @g() { 2 }\ndef @h() { 3 }')
    kept = relay.transform.RemoveUnusedFunctions(["main", "g"])(mod)
    assert {v.name_hint for v in kept.get_global_vars()} == {"main", "g"}


def test_convert_layout():
    x, w = relay.var("x", shape=(1, 8, 8, 3)), relay.var("w", shape=(3, 3, 3, 4))
    conv = relay.nn.conv2d(x, w, data_layout="NHWC", kernel_layout="HWIO", channels=4,
                           kernel_size=(3, 3))
    mod = tvm.IRModule.from_expr(relay.Function([x, w], relay.nn.relu(conv)))
    with tvm.transform.PassContext(opt_level=3):
        result = tvm.transform.Sequential([
            relay.transform.ConvertLayout({"nn.conv2d": ["NCHW", "default"]})])(mod)
    assert relay.analysis.list_op_freqs(result) == {"layout_transform": 3, "nn.conv2d": 1,
                                                    "nn.relu": 1}
    with pytest.raises(tvm.TVMError):
        relay.transform.ConvertLayout({"nn.conv2d": []})(mod)


def test_optimize():
    x, w = relay.var("x", shape=(2, 3)), relay.var("w", shape=(4, 3))
    function = relay.Function([x, w], relay.nn.relu(relay.nn.dense(x, w)))
    with tvm.transform.PassContext(opt_level=3):
        mod, params = relay.optimize(tvm.IRModule.from_expr(function), "llvm",
                                     {"w": np.ones((4, 3), "float32")})
    assert params == {} and [p.name_hint for p in mod["main"].params] == ["x"]
    # The operators are one fused function.
    assert isinstance(mod["main"].body.op, relay.Function)
    assert mod["main"].body.op.attrs["Primitive"] == 1


def test_deprecated_names():
    call = relay.const(1.0) + relay.const(2.0)
    assert relay.ir_pass.fold_constant(call).data.numpy() == 3
    assert relay.ir_pass.infer_type(call).checked_type == relay.scalar_type("float32")
    assert relay.transform.FoldConstantExpr(call, tvm.IRModule()).data.numpy() == 3
    assert relay.transform.InferTypeLocal(call) == relay.scalar_type("float32")
    module = relay.Module({})
    assert isinstance(module, tvm.IRModule) and len(module.functions) == 0
    result = relay.transform.FoldConstant()(relay.Function([], call))
    assert result.body.data.numpy() == 3


def test_input_stays():
    mod = make_module()
    before = mod["main"]
    relay.transform.FoldConstant()(mod)
    assert mod["main"] is before and str(mod).count("add(") == 2


def test_attrs_survive():
    mod = make_module().with_attr("executor", "graph")
    assert relay.transform.FoldConstant()(mod).attrs["executor"] == "graph"


def test_unknown_required():
    seq = tvm.transform.Sequential([
        tvm.transform.module_pass(lambda m, c: m, opt_level=0, name="p", required=["NoSuch"])])
    with pytest.raises(tvm.TVMError, match="NoSuch"):
        seq(make_module())
    with pytest.raises(TypeError, match="expected an IRModule"):
        relay.transform.InferType()(3)


def test_nested_passes():
    """A Python pass may run other passes, in contexts of its own."""

    @tvm.transform.module_pass(opt_level=0)
    def fold(mod, ctx):
        with tvm.transform.PassContext(opt_level=3):
            return tvm.transform.Sequential([relay.transform.FoldConstant()])(mod)

    result = tvm.transform.Sequential([fold, relay.transform.InferType()])(make_module())
    assert str(result).count("add(") == 1


def test_threads():
    errors = []

    def work():
        try:
            assert tvm.transform.PassContext.current().opt_level == 2
            with tvm.transform.PassContext(opt_level=3):
                for _ in range(5):
                    result = relay.transform.FoldConstant()(make_module())
                    assert str(result).count("add(") == 1
            x, y = relay.var("x", shape=(2,)), relay.var("y", shape=(3,))
            with pytest.raises(tvm.error.DiagnosticError):
                relay.transform.InferType()(tvm.IRModule.from_expr(x + y))
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors


def test_evaluate():
    x, w = relay.var("x", shape=(2, 3)), relay.var("w", shape=(4, 3))
    function = relay.Function([x, w], relay.nn.relu(relay.nn.dense(x, w)))
    mod = tvm.IRModule.from_expr(function)
    ones = np.ones((2, 3), "float32")
    weights = np.arange(12, dtype="float32").reshape(4, 3) - 6
    for kind in ("debug", "graph", "vm"):
        run = relay.create_executor(kind, mod, tvm.cpu(), "llvm").evaluate()
        np.testing.assert_array_equal(run(ones, w=weights).numpy(),
                                      np.maximum(ones @ weights.T, 0))
    run = relay.create_executor(mod=mod, params={"w": weights}).evaluate()
    assert run(tvm.nd.array(ones)).shape == (2, 4)
    evaluate = relay.create_executor().evaluate
    pair = evaluate(relay.Tuple([relay.const(1), relay.const(2.5)]))
    assert pair[0].numpy() == 1 and pair[1].numpy() == 2.5
    with pytest.raises(TypeError, match=r"argument 1: expected Tensor\[\(2, 3\), float32\]"):
        evaluate(function)(np.ones((2, 4), "float32"), weights)
    with pytest.raises(ValueError, match="no argument for w"):
        evaluate(function)(ones)
    with pytest.raises(ValueError, match="free variables %x"):
        evaluate(relay.exp(x))
    with pytest.raises(RuntimeError, match="on the CPU"):
        relay.create_executor(target="cuda")


def test_numbers_as_arguments():
    """Those of Python's have the types of relay.const, those of NumPy's their own."""
    evaluate = relay.create_executor().evaluate
    for dtype, value in (("int32", 3), ("float32", 2.5), ("bool", True), ("int64", np.int64(3)), ("float64", np.float64(2))):
        x = relay.var("x", dtype=dtype, shape=())
        assert evaluate(relay.Function([x], relay.Tuple([x])))(value)[0].numpy() == value
    pair = relay.Var("pair", relay.TupleType([relay.scalar_type("int32"), relay.scalar_type("float32")]))
    assert evaluate(relay.Function([pair], relay.TupleGetItem(pair, 1)))((1, 2.5)).numpy() == 2.5
    x = relay.var("x", dtype="int32", shape=())
    with pytest.raises(TypeError, match="argument 1: expected int32, but got float32"):
        evaluate(relay.Function([x], x))(1.5)


def run_script(text):
    return subprocess.run([sys.executable, "-c", text], capture_output=True, text=True,
                          env={"PYTHONPATH": ":".join(sys.path), "RELAYLITE_CACHE": "off"})


def test_interpreter_ends_cleanly():
    """With objects alive, after exceptions, with passes registered; nothing is leaked."""
    result = run_script("""
import relay_lite as tvm
from relay_lite import relay
x = relay.var("x", shape=(2,))
mod = tvm.IRModule.from_expr(relay.Function([x], x + relay.const(1.0)))
typed = relay.transform.InferType()(mod)
@tvm.transform.module_pass(opt_level=0)
def nothing(mod, ctx):
    return mod
@tvm.instrument.pass_instrument
class Mine:
    def run_before_pass(self, mod, info):
        self.mod = mod
mine = Mine()
with tvm.transform.PassContext(instruments=[mine]) as context:
    nothing(mod)
tvm.transform.PassContext.current().override_instruments([mine])
tvm.register_func("relay._transform.AtExit", lambda: nothing)
seq = tvm.transform.Sequential([nothing, relay.transform.FoldConstant()])
array = tvm.nd.array([1, 2]).numpy()
result = seq(mod)
try:
    relay.parse("nothing")
except tvm.TVMError as error:
    print("caught")
""")
    assert (result.returncode, result.stdout, result.stderr) == (0, "caught\n", "")


class Callback:
    """A function that refers to who calls it."""

    owner = None

    def __call__(self, *arguments):
        return False


def test_references_of_callbacks():
    """Traces and functions of passes that refer to what calls them do not keep it."""
    trace, skip = Callback(), Callback()
    trace.owner = context = tvm.transform.PassContext(opt_level=3, trace=trace)
    skip.owner = eliminate = relay.transform.EliminateCommonSubexpr(skip)
    x = relay.var("x", shape=(2,))
    mod = tvm.IRModule.from_expr(relay.Function([x], relay.exp(x) + relay.exp(x)))
    with context:
        for run in (eliminate, tvm.transform.Sequential([eliminate])):
            assert str(run(mod)).count("exp") == 1
    references = [weakref.ref(trace), weakref.ref(skip)]
    del trace, skip, run, context
    gc.collect()
    assert [reference() is None for reference in references] == [True, False]
    del eliminate
    gc.collect()
    assert references[1]() is None


def test_references_of_attributes():
    """Modules whose attributes refer to them are collected, with those that have the same."""
    target = tvm.target.Target("llvm")
    mod = make_module().with_attr("target", target)
    target.module = [mod, relay.transform.InferType()(mod)]
    reference = weakref.ref(target)
    gc.collect()
    assert mod.attrs["target"] is target
    del target, mod
    gc.collect()
    assert reference() is None


def test_destructors_at_the_end():
    """They run after everything else, and may still use the package, as may what runs at exit."""
    result = run_script("""
import atexit
import numpy
class Log:
    def __init__(self, name):
        self.name = name
    def __del__(self):
        x = relay.var("x", shape=(1, relay.Any()))
        function = relay.Function([x], relay.nn.leaky_relu(x, 0.5)).with_attr("a", {"b": [1, 2.5]})
        mod = tvm.IRModule.from_expr(function)
        with tvm.transform.PassContext(instruments=[Mine()]):
            typed = relay.transform.InferType()(mod)
        assert typed["main"].body.attrs.alpha == 0.5 and typed["main"].attrs["a"]["b"][1] == 2.5
        assert typed["main"].ret_type.shape[0] == 1
        try:
            relay.add(x, 1)
        except tvm.TVMError as error:
            print(self.name, error)
log = Log("destructor")
@atexit.register
def at_exit():
    Log("exit")
    needs = tvm.transform.module_pass(lambda mod, ctx: mod, opt_level=0, required=["AtExit"])
    try:
        tvm.transform.Sequential([needs])(tvm.IRModule())
    except ValueError as error:
        print(error)
import relay_lite as tvm
from relay_lite import relay
@tvm.instrument.pass_instrument
class Mine:
    def run_before_pass(self, mod, info):
        pass
tvm.register_func("relay._transform.AtExit", lambda: None)
""")
    error = "add: expected an expression as argument 2, but got 1"
    assert (result.returncode, result.stdout.splitlines(), result.stderr) == (
        0, [f"exit {error}", "the pass AtExit is not registered any more", f"destructor {error}"], "")


def test_daemon_thread_at_the_end():
    """It is stopped wherever it is; nanobind tells of what it still has."""
    for delay in (0.01, 0.02, 0.03, 0.04):
        result = run_script(f"""
import threading
import time
import relay_lite as tvm
from relay_lite import relay
def work():
    x = relay.var("x", shape=(4,))
    net = x
    for i in range(20):
        net = net + (relay.const(float(i)) + relay.const(1.0))
    mod = tvm.IRModule.from_expr(relay.Function([x], net))
    while True:
        relay.transform.FoldConstant()(mod)
        started.set()
started = threading.Event()
for _ in range(3):
    threading.Thread(target=work, daemon=True).start()
started.wait()
time.sleep({delay})
print("end")
""")
        assert (result.returncode, result.stdout) == (0, "end\n"), result.stderr


if __name__ == "__main__":
    tvm.testing.main()
