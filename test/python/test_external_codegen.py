"""Functions that other compilers compile: relay.ext.NAME."""

import sys
import warnings
from pathlib import Path

import numpy as np
import pytest
import relay_lite as tvm
from relay_lite import relay
from relay_lite.contrib import cc, graph_executor

ROOT = Path(__file__).resolve().parents[2]
SHAPE = (2, 3)
DATA = np.arange(6, dtype="float32").reshape(SHAPE)


@pytest.fixture(autouse=True)
def no_compilers(monkeypatch):
    """Compilers that others have registered are not there."""
    monkeypatch.setattr(tvm._registry, "_FUNCTIONS", {
        name: function for name, function in tvm._registry._FUNCTIONS.items()
        if not name.startswith("relay.ext.")})


@pytest.fixture
def register(no_compilers):
    """Registers compilers for one test."""
    return lambda name, function: tvm.register_func(name, function, override=True)


def external(function, compiler="demo", symbol="demo_0"):
    return function.with_attr("Primitive", 1).with_attr("Compiler", compiler) \
        .with_attr("global_symbol", symbol)


def make_literal(body=relay.exp, **attrs):
    """A module that applies an external literal between operators of ours."""
    x, y = relay.var("x", shape=SHAPE), relay.var("y", shape=SHAPE)
    literal = external(relay.Function([y], body(y)), **attrs)
    return tvm.IRModule.from_expr(relay.Function([x], relay.negative(literal(relay.abs(x)))))


def make_global(body=relay.exp):
    """The same with a global function, as PartitionGraph makes it."""
    x, y = relay.var("x", shape=SHAPE), relay.var("y", shape=SHAPE)
    var, mod = relay.GlobalVar("demo_0"), tvm.IRModule()
    mod[var] = external(relay.Function([y], body(y))).with_attr("Inline", 1)
    mod["main"] = relay.Function([x], relay.negative(var(relay.abs(x))))
    return relay.transform.InferType()(mod)


def run_graph(mod, *arguments):
    runner = graph_executor.GraphModule(relay.build(mod, "llvm")["default"](tvm.cpu()))
    for index, argument in enumerate(arguments):
        runner.set_input(index, argument)
    runner.run()
    return runner.get_output(0)


def run_aot(mod, *arguments):
    library = relay.build(mod, "llvm", executor=relay.backend.Executor("aot"))
    runner = library.module["default"](tvm.cpu())
    for index, argument in enumerate(arguments):
        runner["set_input"](index, tvm.nd.array(argument))
    runner["run"]()
    return runner["get_output"](0)


def run_vm(mod, *arguments):
    executable = relay.vm.compile(mod, "llvm")
    return tvm.runtime.vm.VirtualMachine(executable, tvm.cpu()).run(*arguments)


def run_executor(mod, *arguments):
    return relay.create_executor("graph", mod).evaluate()(*arguments)


def run_debug(mod, *arguments):
    from relay_lite.contrib.debugger import debug_executor

    library = relay.build(mod, "llvm")
    runner = debug_executor.create(library.get_graph_json(), library.get_lib(), tvm.cpu())
    for index, argument in enumerate(arguments):
        runner.set_input(index, argument)
    runner.run()
    return runner.get_output(0)


RUNNERS = [run_graph, run_debug, run_aot, run_vm, run_executor]


@pytest.mark.parametrize("run", RUNNERS)
@pytest.mark.parametrize("make", [make_literal, make_global])
def test_python_function(register, run, make):
    seen, calls = [], []

    def codegen(function):
        seen.append(function)

        def compute(x):
            calls.append(x)
            return tvm.nd.array(x.numpy() + 100)

        return compute

    register("relay.ext.demo", codegen)
    result = run(make(), DATA)
    np.testing.assert_array_equal(result.numpy(), -(DATA + 100))
    function, = seen
    assert isinstance(function, relay.Function)
    assert function.attrs["global_symbol"] == "demo_0" and "Compiler" not in function.attrs.keys()
    assert function.body.op.name == "exp" and function.body.checked_type.shape == SHAPE
    # The debugger runs nodes again, to measure them.
    assert (len(calls) == 1 or run is run_debug) and isinstance(calls[0], tvm.nd.NDArray)


@pytest.mark.parametrize("make", [make_literal, make_global])
def test_body_is_not_optimized(register, make):
    seen = []
    register("relay.ext.demo", lambda function: seen.append(function) or (lambda x: x))
    run_vm(make(lambda y: relay.add(y, y)), DATA)
    assert seen[0].body.op.name == "add"


def test_results_of_numpy(register):
    register("relay.ext.demo", lambda function: lambda x: x.numpy() * 2)
    np.testing.assert_array_equal(run_vm(make_global(), DATA).numpy(), -2 * DATA)


def test_tuples(register):
    pair = relay.TupleType([relay.TensorType(SHAPE)] * 2)
    x = relay.var("x", type_annotation=pair)
    y = relay.var("y", type_annotation=pair)
    literal = external(relay.Function([y], relay.Tuple([relay.TupleGetItem(y, 1),
                                                        relay.TupleGetItem(y, 0)])))
    mod = tvm.IRModule.from_expr(relay.Function([x], literal(x)))
    register("relay.ext.demo", lambda function: lambda pair: (pair[1], pair[0]))
    first, second = run_vm(mod, (DATA, DATA + 1))
    np.testing.assert_array_equal(first.numpy(), DATA + 1)
    np.testing.assert_array_equal(second.numpy(), DATA)


def test_dynamic_shapes(register):
    x = relay.var("x", shape=(relay.Any(), 3))
    y = relay.var("y", shape=(relay.Any(), 3))
    mod = tvm.IRModule.from_expr(relay.Function([x], external(relay.Function([y], relay.exp(y)))(x)))
    register("relay.ext.demo", lambda function: lambda x: x.numpy() + 1)
    np.testing.assert_array_equal(run_vm(mod, DATA).numpy(), DATA + 1)


def test_constant_in_function(register):
    def codegen(function):
        constant, = [node for node in [function.body.args[1]] if isinstance(node, relay.Constant)]
        return lambda x: x.numpy() + constant.data.numpy()

    register("relay.ext.demo", codegen)
    mod = make_literal(lambda y: relay.add(y, relay.const(DATA)))
    np.testing.assert_array_equal(run_graph(mod, DATA).numpy(), -2 * DATA)


def test_several_compilers(register):
    x = relay.var("x", shape=SHAPE)
    y, z = relay.var("y", shape=SHAPE), relay.var("z", shape=SHAPE)
    one = external(relay.Function([y], relay.exp(y)), "one", "one_0")
    two = external(relay.Function([z], relay.exp(z)), "two", "two_0")
    mod = tvm.IRModule.from_expr(relay.Function([x], two(one(one(x)))))
    register("relay.ext.one", lambda function: lambda x: x.numpy() + 1)
    register("relay.ext.two", lambda function: lambda x: x.numpy() * 10)
    np.testing.assert_array_equal(run_graph(mod, DATA).numpy(), (DATA + 2) * 10)


def test_module_of_functions(register):
    """A module that RelayLite has built, and its function."""
    def codegen(function):
        library = relay.build(tvm.IRModule({relay.GlobalVar("main"): function}), "llvm").lib
        return tvm.runtime.Module("demo", {"demo_0": library["main"]})

    register("relay.ext.demo", codegen)
    np.testing.assert_allclose(run_graph(make_global(), DATA).numpy(), -np.exp(DATA), rtol=1e-6)


# ---------------------------------------------------------------------------
# Compilers that are missing
# ---------------------------------------------------------------------------


@pytest.mark.parametrize("run", RUNNERS)
def test_missing_compiler(run):
    with pytest.warns(UserWarning, match=r"no external compiler demo .*own kernels run demo_0"):
        result = run(make_global(), DATA)
    np.testing.assert_allclose(result.numpy(), -np.exp(DATA), rtol=1e-6)


@pytest.mark.parametrize("run", RUNNERS)
def test_required_compiler(run):
    with tvm.transform.PassContext(config={"relay.require_external_compilers": True}):
        with pytest.raises(tvm.TVMError, match="no external compiler demo .* for demo_0"):
            run(make_global(), DATA)


# ---------------------------------------------------------------------------
# Errors
# ---------------------------------------------------------------------------


@pytest.mark.parametrize("result,message", [
    (None, "relay.ext.demo gives a function or a module for demo_0, but got None"),
    (3, "relay.ext.demo gives a function or a module for demo_0, but got 3"),
    (tvm.runtime.module.Module("other", {}), "relay.ext.demo gave a module without a function demo_0"),
])
def test_wrong_codegen(register, result, message):
    register("relay.ext.demo", lambda function: result)
    with pytest.raises(tvm.TVMError, match=message):
        relay.build(make_global(), "llvm")


def test_codegen_raises(register):
    def codegen(function):
        raise KeyError("not for us")

    register("relay.ext.demo", codegen)
    with pytest.raises(KeyError, match="not for us"):
        relay.build(make_global(), "llvm")


@pytest.mark.parametrize("compute,message", [
    (lambda x: None, "expected an array as the result, but got None"),
    (lambda x: np.zeros((3, 2), "float32"), r"the result of demo_0: expected Tensor\[\(2, 3\), float32\], "
     r"but got Tensor\[\(3, 2\), float32\]"),
    (lambda x: np.zeros(SHAPE, "int32"), r"but got Tensor\[\(2, 3\), int32\]"),
])
def test_wrong_results(register, compute, message):
    register("relay.ext.demo", lambda function: compute)
    with pytest.raises(tvm.TVMError, match=message):
        run_graph(make_global(), DATA)


def test_function_raises(register):
    """The exception is that of the function, and the program runs again."""
    fail = [True]

    def compute(x):
        if fail[0]:
            raise ZeroDivisionError("by zero")
        return x

    register("relay.ext.demo", lambda function: compute)
    library = relay.build(make_global(), "llvm")
    runner = graph_executor.GraphModule(library["default"](tvm.cpu()))
    runner.set_input(0, DATA)
    with pytest.raises(ZeroDivisionError, match="by zero") as info:
        runner.run()
    if sys.version_info >= (3, 11):
        assert info.value.__notes__ == ["the function demo_0 of the external compiler demo has failed"]
    fail[0] = False
    runner.run()
    np.testing.assert_array_equal(runner.get_output(0).numpy(), -DATA)


def test_no_symbol():
    y = relay.var("y", shape=SHAPE)
    function = relay.Function([y], relay.exp(y)).with_attr("Compiler", "demo")
    with pytest.raises(tvm.TVMError, match="needs the attribute global_symbol"):
        relay.create_executor().evaluate(function)


def test_equal_symbols(register):
    register("relay.ext.demo", lambda function: lambda x: x)
    x, y, z = (relay.var(name, shape=SHAPE) for name in "xyz")
    one, two = external(relay.Function([y], relay.exp(y))), external(relay.Function([z], relay.abs(z)))
    with pytest.raises(tvm.TVMError, match="two functions .* have the global_symbol demo_0"):
        relay.create_executor().evaluate(relay.Function([x], two(one(x))))


# ---------------------------------------------------------------------------
# Constants
# ---------------------------------------------------------------------------


def test_constant_updater(register):
    seen = []

    def update(function, symbol):
        seen.append((function, symbol))
        return {"demo_weights": tvm.nd.array(DATA)}

    register("relay.ext.demo", lambda function: lambda x: x)
    register("relay.ext.demo.constant_updater", update)
    library = relay.build(make_global(), "llvm")
    assert list(library.get_params()) == ["demo_weights"]
    np.testing.assert_array_equal(library.get_params()["demo_weights"].numpy(), DATA)
    (function, symbol), = seen
    assert symbol == "demo_0" and function.attrs["Compiler"] == "demo"


@pytest.mark.parametrize("given,message", [
    ({"weights": tvm.nd.array(DATA)}, "External constant names must start with compiler name"),
    (None, "constant_updater gives arrays by name, but got None"),
    ({"demo_weights": 3}, "constant_updater gives an NDArray for demo_weights, but got 3"),
])
def test_wrong_constants(register, given, message):
    register("relay.ext.demo", lambda function: lambda x: x)
    register("relay.ext.demo.constant_updater", lambda function, symbol: given)
    with pytest.raises(tvm.TVMError, match=message):
        relay.build(make_global(), "llvm")


# ---------------------------------------------------------------------------
# C functions
# ---------------------------------------------------------------------------

CODE = """
#include "RelayLite-c/Compiled.h"
#include <math.h>
#include <string.h>
int32_t demo_0(RelayLiteContext *context, const DLTensor *inputs, DLTensor *outputs) {
  const float *x = inputs[0].data;
  float *y = outputs[0].data;
  if (x[0] == 7) {
    strcpy(context->message, "seven is too many");
    return RELAYLITE_FAILED;
  }
  if (x[0] == 8)
    return 99;
  for (int64_t i = 0; i < inputs[0].shape[0] * inputs[0].shape[1]; ++i)
    y[i] = sqrtf(x[i]) + inputs[0].ndim;
  return RELAYLITE_OK;
}
"""


def compile_c(folder, extension="so", code=CODE):
    """A module of a C function."""
    source, path = folder / "demo.c", str(folder / f"demo.{extension}")
    source.write_text(code)
    options = ["-c"] if extension == "o" else []
    cc.create_shared(path, str(source), [*options, "-fPIC", "-I", str(ROOT / "include"), "-lm"], "gcc")
    return tvm.runtime.load_module(path)


@pytest.mark.parametrize("run", RUNNERS)
def test_c_function(register, tmp_path, run):
    register("relay.ext.demo", lambda function: compile_c(tmp_path))
    np.testing.assert_allclose(run(make_global(), DATA).numpy(), -(np.sqrt(DATA) + 2), rtol=1e-6)


def test_c_function_fails(register, tmp_path):
    register("relay.ext.demo", lambda function: compile_c(tmp_path))
    with pytest.raises(tvm.TVMError, match="seven is too many"):
        run_graph(make_global(), DATA + 7)
    with pytest.raises(tvm.TVMError, match="demo_0 has failed with the status 99"):
        run_graph(make_global(), DATA + 8)


def test_c_function_alone(tmp_path):
    module = compile_c(tmp_path)
    assert module.implements_function("demo_0") and not module.implements_function("demo_1")
    with pytest.raises(tvm.TVMError, match="the types of the C functions of .* are not known"):
        module["demo_0"](DATA)


@pytest.mark.parametrize("make", [make_literal, make_global])
@pytest.mark.parametrize("extension", ["so", "o"])
def test_export(register, tmp_path, make, extension):
    register("relay.ext.demo", lambda function: compile_c(tmp_path, extension))
    path = str(tmp_path / "net.so")
    relay.build(make(), "llvm").export_library(path)
    runner = graph_executor.GraphModule(tvm.runtime.load_module(path)["default"](tvm.cpu()))
    runner.set_input("x", DATA)
    runner.run()
    np.testing.assert_allclose(runner.get_output(0).numpy(), -(np.sqrt(DATA) + 2), rtol=1e-6)
    runner.set_input("x", DATA + 7)
    with pytest.raises(tvm.TVMError, match="demo_0: seven is too many"):
        runner.run()
    runner.set_input("x", DATA + 8)
    with pytest.raises(tvm.TVMError, match="demo_0 has failed with the status 99"):
        runner.run()


def test_export_vm(register, tmp_path):
    register("relay.ext.demo", lambda function: compile_c(tmp_path))
    executable = relay.vm.compile(make_global(), "llvm")
    code, library = executable.save()
    library.export_library(str(tmp_path / "net.so"))
    with pytest.raises(tvm.TVMError, match=r"functions of other compilers \(demo_0\)"):
        tvm.runtime.vm.Executable.load_exec(code, None)
    loaded = tvm.runtime.vm.Executable.load_exec(code, tvm.runtime.load_module(str(tmp_path / "net.so")))
    result = tvm.runtime.vm.VirtualMachine(loaded, tvm.cpu()).run(DATA)
    np.testing.assert_allclose(result.numpy(), -(np.sqrt(DATA) + 2), rtol=1e-6)


def test_export_python_function(register, tmp_path):
    register("relay.ext.demo", lambda function: lambda x: x)
    library = relay.build(make_global(), "llvm")
    with pytest.raises(tvm.TVMError, match="demo_0 of the external compiler demo cannot be exported: "
                       "relay.ext.demo has to give a module of a file"):
        library.export_library(str(tmp_path / "net.so"))
    assert not (tmp_path / "net.so").exists()


def test_compiled_library_as_module(register, tmp_path):
    """A library that relay-lite-compile makes computes a function of another program."""
    def codegen(function):
        path = str(tmp_path / "part.so")
        mod = tvm.IRModule({relay.GlobalVar("demo_0"): function})
        tvm._ext.compile_module(mod, "part").write_library(path)
        return tvm.runtime.load_module(path)

    register("relay.ext.demo", codegen)
    mod = make_global(relay.sqrt)
    np.testing.assert_array_equal(run_graph(mod, DATA).numpy(), -np.sqrt(DATA))
    path = str(tmp_path / "net.so")
    relay.build(mod, "llvm").export_library(path)
    runner = graph_executor.GraphModule(tvm.runtime.load_module(path)["default"](tvm.cpu()))
    runner.set_input("x", DATA)
    runner.run()
    np.testing.assert_array_equal(runner.get_output(0).numpy(), -np.sqrt(DATA))


def test_export_tuples(register, tmp_path):
    code = CODE.replace("float *y = outputs[0].data;",
                        "float *y = outputs[1].data; *(uint8_t *)outputs[0].data = *(uint8_t *)inputs[1].data + 1;")
    register("relay.ext.demo", lambda function: compile_c(tmp_path, code=code))
    tensors = [relay.TensorType(SHAPE), relay.TensorType((), "uint8")]
    x, y = (relay.var(name, type_annotation=relay.TupleType(tensors)) for name in "xy")
    body = relay.Tuple([relay.TupleGetItem(y, 1), relay.sqrt(relay.TupleGetItem(y, 0))])
    mod = tvm.IRModule.from_expr(relay.Function([x], external(relay.Function([y], body))(x)))
    argument = (DATA, np.array(4, "uint8"))
    executable = relay.vm.compile(mod, "llvm")
    path = str(tmp_path / "net.so")
    executable.mod.export_library(path)
    for program in (executable, tvm.runtime.load_module(path)):
        number, root = tvm.runtime.vm.VirtualMachine(program, tvm.cpu()).run(argument)
        assert number.numpy() == 5
        np.testing.assert_allclose(root.numpy(), np.sqrt(DATA) + 2, rtol=1e-6)


# ---------------------------------------------------------------------------
# The accelerator of the examples
# ---------------------------------------------------------------------------


def test_accelerator(register, tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "examples/accelerator"))
    import accelerator

    mod = tvm.relay.fromtext((ROOT / "examples/accelerator/network.relay").read_text())
    random = np.random.default_rng(0)
    arguments = [random.standard_normal(tuple(map(int, param.checked_type.shape))).astype("float32")
                 for param in mod["main"].params]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        expected = run_vm(mod, *arguments).numpy()
    register("relay.ext.accel", accelerator.compile_function)
    np.testing.assert_allclose(run_graph(mod, *arguments).numpy(), expected, rtol=1e-4, atol=1e-3)
    library = relay.build(mod, "llvm")
    library.export_library(str(tmp_path / "net.so"))
    runner = graph_executor.GraphModule(
        tvm.runtime.load_module(str(tmp_path / "net.so"))["default"](tvm.cpu()))
    for param, value in zip(mod["main"].params, arguments):
        runner.set_input(param.name_hint, value)
    runner.run()
    np.testing.assert_allclose(runner.get_output(0).numpy(), expected, rtol=1e-4, atol=1e-3)


# ---------------------------------------------------------------------------
# The compiler to C of the examples
# ---------------------------------------------------------------------------


@pytest.fixture
def ccompiler(register, monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "examples/ccompiler"))
    import ccompiler

    register("relay.ext.ccompiler", ccompiler.compile_function)
    return ccompiler


@pytest.mark.parametrize("run", RUNNERS)
def test_ccompiler(ccompiler, run):
    """Two functions of several operators, and operators of ours between them."""
    names = ["x", *(f"w{index}" for index in range(8))]
    x, *w = variables = [relay.var(name, shape=(10, 10)) for name in names]
    parts = []
    for index in range(2):
        a, b, c, d = (relay.var(name, shape=(10, 10)) for name in "abcd")
        body = relay.multiply(relay.subtract(relay.add(a, b), c), d)
        parts.append(external(relay.Function([a, b, c, d], body), "ccompiler", f"ccompiler_{index}"))
    calls = [part(x, *w[3 * index:3 * index + 3]) for index, part in enumerate(parts)]
    mod = tvm.IRModule.from_expr(relay.Function(
        variables, relay.concatenate([*calls, relay.subtract(relay.add(x, w[6]), w[7])], 0)))
    random = np.random.default_rng(0)
    x, *w = values = [random.random((10, 10), "float32") for _ in names]
    expected = np.concatenate([(x + w[0] - w[1]) * w[2], (x + w[3] - w[4]) * w[5], x + w[6] - w[7]])
    np.testing.assert_array_equal(run(mod, *values).numpy(), expected)


@pytest.mark.parametrize("dtype", ["float32", "int32"])
def test_ccompiler_constant(ccompiler, tmp_path, dtype):
    x, y = (relay.var(name, shape=SHAPE, dtype=dtype) for name in "xy")
    constant = relay.const(np.array([[1, -2, 3], [4, 5, 6]], dtype))
    function = external(relay.Function([y], relay.multiply(y, constant)), "ccompiler", "ccompiler_0")
    mod = tvm.IRModule.from_expr(relay.Function([x], function(x)))
    path = str(tmp_path / "net.so")
    relay.vm.compile(mod, "llvm").mod.export_library(path)
    machine = tvm.runtime.vm.VirtualMachine(tvm.runtime.load_module(path), tvm.cpu())
    values = DATA.astype(dtype)
    np.testing.assert_array_equal(machine.run(values).numpy(), values * constant.data.numpy())


def test_ccompiler_refuses(ccompiler):
    with pytest.raises(ValueError, match=r"ccompiler does not compute Op\(exp\)"):
        relay.build(make_literal(compiler="ccompiler"), "llvm")


@pytest.mark.parametrize("build", [relay.build, relay.vm.compile])
def test_ccompiler_target(ccompiler, build):
    """A target beside that of the CPU has options for the external compiler."""
    mod = make_literal(lambda y: relay.multiply(y, y), compiler="ccompiler")
    seen = []
    tvm.register_func("relay.ext.ccompiler", lambda function: seen.append(
        tvm.target.Target.current().attrs["header"]) or ccompiler.compile_function(function), override=True)
    build(mod, ["llvm", tvm.target.Target({"kind": "ccompiler", "header": "/* Good */"})])
    assert seen == ["/* Good */"]
    with pytest.raises(RuntimeError, match="Compilation error"):
        build(mod, ["llvm", tvm.target.Target({"kind": "ccompiler", "header": "Bogus"})])
    with pytest.raises(RuntimeError, match="runs programs on the CPU, not for the target ccompiler"):
        build(mod, tvm.target.Target("ccompiler"))


# ---------------------------------------------------------------------------
# Partitioned programs
# ---------------------------------------------------------------------------


@pytest.fixture
def partition(ccompiler):
    """Cuts the operators that ccompiler computes out of a module."""
    for name in ccompiler.OPERATORS:
        tvm.ir.register_op_attr(name, "target.ccompiler", lambda call: True, 20)
    yield tvm.transform.Sequential([
        relay.transform.InferType(), relay.transform.AnnotateTarget("ccompiler"),
        relay.transform.MergeCompilerRegions(), relay.transform.PartitionGraph()])
    for name in ccompiler.OPERATORS:
        relay.op.get(name).reset_attr("target.ccompiler")


@pytest.mark.parametrize("run", RUNNERS)
def test_partitioned(partition, run):
    """Parts of several operators, with constants, and operators of ours between them."""
    names = ["x", *(f"w{index}" for index in range(5))]
    x, *w = variables = [relay.var(name, shape=(10, 10)) for name in names]
    first = relay.multiply(relay.subtract(relay.add(x, w[0]), w[1]), w[2])
    middle = relay.abs(first)
    constant = np.arange(100, dtype="float32").reshape(10, 10)
    last = relay.add(relay.multiply(middle, w[3]), relay.const(constant))
    mod = tvm.IRModule.from_expr(relay.Function(
        variables, relay.concatenate([last, relay.subtract(middle, w[4])], 0)))
    mod = partition(mod)
    assert sum("ccompiler" in var.name_hint for var in mod.get_global_vars()) >= 2
    random = np.random.default_rng(0)
    x, *w = values = [random.random((10, 10), "float32") for _ in names]
    middle = abs((x + w[0] - w[1]) * w[2])
    expected = np.concatenate([middle * w[3] + constant, middle - w[4]])
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        np.testing.assert_array_equal(run(mod, *values).numpy(), expected)


def test_accelerator_partition(register, monkeypatch, tmp_path):
    """A network in which the patterns of the accelerator are found; the rest is RelayLite's."""
    monkeypatch.syspath_prepend(str(ROOT / "examples/accelerator"))
    import accelerator

    random = np.random.default_rng(0)

    def constant(*shape):
        return relay.const(random.standard_normal(shape).astype("float32") / np.sqrt(np.prod(shape[1:])))

    x = relay.var("x", shape=(1, 3, 16, 16))
    y = x
    for filters, stride, groups in ((8, 1, 1), (8, 2, 1), (8, 1, 8)):
        channels = 3 if y is x else 8
        y = relay.nn.conv2d(y, constant(filters, channels // groups, 3, 3), strides=(stride, stride),
                            padding=(1, 1), groups=groups)
        y = relay.nn.relu(relay.nn.bias_add(y, constant(filters)))
    y = relay.nn.batch_flatten(y)
    y = relay.nn.relu(relay.nn.bias_add(relay.nn.dense(y, constant(10, 512)), constant(10)))
    mod = relay.transform.InferType()(tvm.IRModule.from_expr(relay.Function([x], relay.nn.softmax(y))))
    value = random.standard_normal((1, 3, 16, 16)).astype("float32")
    expected = run_vm(mod, value).numpy()
    parts = accelerator.partition(mod)
    functions = [function for var, function in parts.functions.items() if var.name_hint != "main"]
    assert len(functions) == 2 and {str(one.attrs["Compiler"]) for one in functions} == {"accel"}
    # The convolution with groups is not for the accelerator.
    assert "groups=8" in parts["main"].astext(False)
    register("relay.ext.accel", accelerator.compile_function)
    np.testing.assert_allclose(run_graph(parts, value).numpy(), expected, rtol=1e-4, atol=1e-5)
    executable, path = relay.vm.compile(parts, "llvm"), str(tmp_path / "net.so")
    executable.mod.export_library(path)
    machine = tvm.runtime.vm.VirtualMachine(tvm.runtime.load_module(path), tvm.cpu())
    np.testing.assert_allclose(machine.run(value).numpy(), expected, rtol=1e-4, atol=1e-5)


def test_symbols_that_this_process_has_not():
    code = tvm._ext.compile_module(make_global(), "net", internal=["demo_0"],
                                   externals={"demo_0": "no_such_function"})
    with pytest.raises(tvm.TVMError, match="cannot load the code: .*no_such_function"):
        tvm._ext.NativeLibrary(code)
