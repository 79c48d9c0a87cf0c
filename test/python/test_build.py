"""relay.build: what it makes, what it takes, and the JSON of graphs."""

import gc
import json
import subprocess
import sys
import warnings

import numpy as np
import pytest

import relay_lite as tvm
import relay_lite.relay.testing
from relay_lite import relay
from relay_lite.contrib import graph_executor
from relay_lite.relay.backend import Executor, Runtime, graph_executor_codegen
from relay_lite.relay.backend._memory_plan import MemoryPlan
from relay_lite.runtime import _machines

from terminal import run_on_terminal
from threads import run_threads


def make_dense():
    """relu(x w) + b with b = 1, ..., 4."""
    x, w, b = relay.var("x", shape=(2, 3)), relay.var("w", shape=(4, 3)), relay.var("b", shape=(4,))
    body = relay.nn.relu(relay.nn.dense(x, w)) + b
    params = {"w": np.arange(12, dtype="float32").reshape(4, 3) - 5,
              "b": np.arange(4, dtype="float32") + 1}
    return tvm.IRModule.from_expr(relay.Function([x, w, b], body)), params


X = np.array([[1, -2, 3], [4, 5, -6]], "float32")


def compute_dense(x, w, b):
    return np.maximum(x @ w.T, 0) + b


def run_graph(module, **inputs):
    runner = graph_executor.GraphModule(module)
    runner.run(**inputs)
    return [runner.get_output(index).numpy() for index in range(runner.get_num_outputs())]


def test_graph_factory():
    mod, params = make_dense()
    target = tvm.target.Target("llvm -mcpu=skylake")
    library = relay.build(mod, target, params=params)
    assert isinstance(library, relay.backend.executor_factory.GraphExecutorFactoryModule)
    assert library.ir_mod is mod and library.libmod_name == "default"
    assert [str(one) for one in library.target] == [str(target)]
    assert library.executor.name == "graph" and library.get_devices() == []
    assert library.get_graph_json() == library.get_executor_config() == library.graph_json
    assert library.get_lib() is library.lib and library.get_params() is library.params
    assert [array.shape for array in library.params.values()] == [(4, 3), (4,)]
    expected = compute_dense(X, **params)
    assert np.array_equal(run_graph(library["default"](tvm.cpu()), x=X)[0], expected)
    # The module has all that the factory has.
    factory = library.module
    assert factory["get_graph_json"]() == library.graph_json
    assert set(factory["get_graph_params"]()) == set(library.params)
    empty = factory["remove_params"]()
    assert len(empty["get_graph_params"]()) == 0
    assert not run_graph(empty["default"](tvm.cpu()), x=X)[0].any()
    info = library.function_metadata["tvmgen_default_fused_nn_dense_nn_relu_add"]
    assert list(info.relay_primfuncs) == list(library.target)
    sizes = library.function_metadata["__tvm_main__"]
    assert list(sizes.constant_sizes.values()) == [4 * 16]
    assert list(sizes.io_sizes.values()) == [4 * (6 + 8)]


def test_programs_run_as_evaluation_does():
    mod, params = make_dense()
    evaluated = relay.create_executor(mod=mod).evaluate()(X, **params).numpy()
    for executor in ("graph", "aot"):
        for target in ("llvm", "llvm -num-cores=1", "llvm -mtriple=aarch64-linux-gnu"):
            library = relay.build(mod, target, params=params, executor=Executor(executor))
            runner = graph_executor.GraphModule(library["default"](tvm.cpu())) if executor == "graph" \
                else tvm.runtime.executor.AotModule(library["default"](tvm.cpu()))
            runner.set_input("x", X)
            runner.run()
            assert np.array_equal(runner.get_output(0).numpy(), evaluated)


def test_threads_may_be_the_first_to_run_a_program():
    mod, params = make_dense()
    library = relay.build(mod, "llvm", params=params)

    def work(index):
        x = X + index
        assert np.array_equal(run_graph(library["default"](tvm.cpu()), x=x)[0],
                              compute_dense(x, **params))

    run_threads(work, 8)


def test_results_outlive_their_program():
    x = relay.var("x", shape=(relay.Any(), 2))
    executable = relay.vm.compile(tvm.IRModule.from_expr(relay.Function([x], x + x)), "llvm")
    machine = tvm.runtime.vm.VirtualMachine(executable, tvm.cpu())
    result = machine.run(np.ones((1000, 2), "float32"))
    del executable, machine
    gc.collect()
    assert (result.numpy() == 2).all()


def test_the_form_of_early_versions():
    mod, params = make_dense()
    with pytest.warns(DeprecationWarning, match="legacy graph executor behavior of producing json"):
        graph, lib, bound = relay.build(mod, "llvm", params=params)
    with pytest.warns(UserWarning, match="moved to tvm.contrib.graph_executor"):
        runner = tvm.contrib.graph_runtime.create(graph, lib, ctx=tvm.context("llvm", 0))
    runner.set_input("x", tvm.nd.array(X))
    runner.set_input(**bound)
    runner.run()
    assert np.array_equal(runner.get_output(0).asnumpy(), compute_dense(X, **params))
    again = graph_executor.create(graph, lib, tvm.cpu(0))
    again.load_params(relay.save_param_dict(bound))
    again.run(x=X)
    assert np.array_equal(again.get_output(0).numpy(), compute_dense(X, **params))


def test_functions_are_deprecated():
    mod, params = make_dense()
    with pytest.warns(DeprecationWarning, match="instead of deprecated parameter mod"):
        library = relay.build(mod["main"], "llvm", params=params)
    assert np.array_equal(run_graph(library["default"](tvm.cpu()), x=X)[0],
                          compute_dense(X, **params))


def test_aot_factory():
    mod, params = make_dense()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        library = relay.build(mod, "llvm", executor=Executor("aot"), runtime=Runtime("cpp"),
                              params=params, mod_name="net")
    assert isinstance(library, relay.backend.executor_factory.AOTExecutorFactoryModule)
    assert library.get_executor_config() is None and library.get_params() == {}
    assert library.runtime.name == "cpp" and library.get_devices() == []
    assert list(library.lowered_ir_mods) == list(library.target)
    runner = tvm.runtime.executor.AotModule(library["net"](tvm.cpu()))
    assert runner.get_num_inputs() == runner.get_num_outputs() == 1
    assert runner.get_input_name(0) == "x" and runner.get_input_index("x") == 0
    assert runner.get_input_info() == ({"x": (2, 3)}, {"x": "float32"})
    runner.set_input("x", X)
    runner.run()
    expected = compute_dense(X, **params)
    assert np.array_equal(runner.get_output(0).numpy(), expected)
    assert np.array_equal(runner.get_input("x", tvm.nd.empty((2, 3))).numpy(), X)
    with pytest.raises(RuntimeError, match="Could not find 'y' in model's inputs"):
        runner.set_input("y", X)


def test_aot_takes_tuples():
    pair = relay.var("p", type_annotation=relay.TupleType([relay.TensorType((2,))] * 2))
    mod = tvm.IRModule.from_expr(relay.Function(
        [pair], relay.TupleGetItem(pair, 0) - relay.TupleGetItem(pair, 1)))
    library = relay.build(mod, "llvm", executor=Executor("aot"))
    runner = tvm.runtime.executor.AotModule(library["default"](tvm.cpu()))
    runner.run(p_0=np.array([3, 4], "float32"), p_1=np.array([1, 1], "float32"))
    assert runner.get_output(0).numpy().tolist() == [2, 3]


@pytest.mark.parametrize("options, named", [
    (dict(executor=Executor("aot", {"interface-api": "c"})), "interface-api of the executor"),
    (dict(executor=Executor("aot", {"unpacked-api": True})), "unpacked-api of the executor"),
    (dict(runtime=Runtime("crt")), "runtime crt"),
    (dict(runtime=Runtime("cpp", {"system-lib": True})), "system-lib of the runtime"),
    (dict(workspace_memory_pools=[1]), "memory pools"),
    (dict(constant_memory_pools=[1]), "memory pools"),
])
def test_options_without_a_meaning(options, named):
    mod, params = make_dense()
    with pytest.warns(UserWarning, match=f"these options have no meaning here: {named}"):
        relay.build(mod, "llvm", params=params, **options)


def test_target_of_a_context():
    mod, params = make_dense()
    with pytest.raises(ValueError, match="Target is not set in env or passed as argument."):
        relay.build(mod, params=params)
    with tvm.target.Target("llvm -mcpu=skylake"):
        library = relay.build(mod, params=params)
    assert library.target[0].mcpu == "skylake"
    for target in ({"cpu": "llvm"}, ["llvm"], {"kind": "llvm", "mcpu": "skylake"},
                   {tvm.tir.IntImm("int32", 1): "llvm"}):
        assert relay.build(mod, target, params=params).target[0].kind.name == "llvm"
    assert relay.build(mod, "llvm", "llvm -mcpu=core2", params=params).target[0].host.mcpu == "core2"
    assert tvm.target.Target("llvm --host=llvm").host == tvm.target.Target("llvm")


@pytest.mark.parametrize("target, limit", [
    ("llvm", 0), ("cuda", 0), ("opencl", 128), ("metal", 31), ("metal -max_function_args=7", 7)])
def test_limit_of_arguments(target, limit):
    """A concatenation of twelve tensors is split where a kernel takes fewer arguments."""
    target = tvm.target.Target(target)
    assert target.max_function_args == limit
    tensors = [relay.var(f"x{number}", shape=(1, 2)) for number in range(12)]
    mod = tvm.IRModule.from_expr(relay.concatenate(tensors, 0))
    split = relay.transform.SplitArgs(target.max_function_args)(mod)
    assert relay.analysis.list_op_freqs(split)["concatenate"] == (3 if limit == 7 else 1)


def test_limit_of_arguments_of_fused_functions():
    """Fusion reads the limit of the innermost target, unless the context has one."""
    out = relay.exp(relay.var("x0", shape=(2,)))
    for number in range(1, 8):
        out = out + relay.exp(relay.var(f"x{number}", shape=(2,)))
    mod = tvm.IRModule.from_expr(out)

    def count_arguments(config=None):
        with tvm.transform.PassContext(config=config):
            fused = relay.transform.FuseOps()(mod)["main"]
        calls = []
        relay.analysis.post_order_visit(fused, lambda e: calls.append(len(e.args)) if isinstance(
            e, relay.Call) and isinstance(e.op, relay.Function) else None)
        return max(calls)

    assert count_arguments() == 8
    with tvm.target.Target("metal -max_function_args=6"):
        assert count_arguments() == 5
        assert count_arguments({"relay.FuseOps.max_function_args": 0}) == 8
        with tvm.target.Target("llvm"):
            assert count_arguments() == 8
        assert count_arguments() == 5
    assert count_arguments({"relay.FuseOps.max_function_args": 4}) == 3


@pytest.mark.parametrize("option", ["runtime=c", "executor=aot", "link-params=1"])
def test_options_that_were_of_targets(option):
    name = option.partition("=")[0]
    with pytest.raises(ValueError, match=f"Cannot recognize '{name}': it is an option of the"):
        tvm.target.Target(f"c -{option}")


def test_system_lib_of_a_target():
    """Targets had the option up to TVM 0.8."""
    mod, params, *_ = make_dense()
    for target in "llvm --system-lib", "llvm -system-lib=1", {"kind": "llvm", "system-lib": True}:
        with pytest.warns(UserWarning, match="the option system-lib of targets.* has no meaning"):
            library = relay.build(mod, target, params=params)
        assert library.target[0].attrs["system-lib"]


@pytest.mark.parametrize("target, message", [
    ("llvm -mcpu=skylak", "unknown CPU 'skylak' for .*; did you mean 'skylake'"),
    ("llvm -mcpu=Skylake", "unknown CPU 'Skylake' for .*; did you mean 'skylake'"),
    ("llvm -mattr=+avx512ff", "unknown feature 'avx512ff' for .*; did you mean 'avx512f'"),
    ("llvm -mattr=+avx2,-fm", "unknown feature 'fm' for "),
    ("llvm -mtriple=aarhc64-linux-gnu", "unknown target triple 'aarhc64.*'; there are the architectures"),
    ("llvm -mtriple=aarch64-linux-gnu -mcpu=cortex-a72x", "unknown CPU 'cortex-a72x' for aarch64.*"
                                                          "; did you mean 'cortex-a72'"),
    ({"kind": "llvm", "mtriple": "aarch64-linux-gnu", "mattr": ["+neom"]},
     "unknown feature 'neom' for aarch64.*; did you mean 'neon'")])
def test_machines_that_llvm_does_not_know(target, message):
    mod, params, *_ = make_dense()
    if "mtriple" not in target:
        triple = "-mtriple=x86_64-linux-gnu"
        target = f"{target} {triple}"
    for build in (lambda: relay.build(mod, target, params=params),
                  lambda: relay.build(mod, "llvm", target, params=params),
                  lambda: relay.vm.compile(mod, target, params=params),
                  lambda: relay.create_executor("graph", mod, target=target)):
        with pytest.raises(tvm.TVMError, match=message):
            build()


@pytest.mark.parametrize("target", [
    *tvm.target.target._ARM_BOARDS, *tvm.target.target._RISCV_BOARDS,
    *[tag for tag in tvm.target.list_tags() if tag.startswith(("aws", "raspberry"))]])
def test_machines_that_have_names(target):
    """LLVM knows the CPUs and the features of all."""
    make = tvm.target.riscv_cpu if target in tvm.target.target._RISCV_BOARDS else \
        tvm.target.arm_cpu if target in tvm.target.target._ARM_BOARDS else tvm.target.Target
    _machines.check_targets([make(target)])


@pytest.mark.parametrize("build, error, message", [
    (lambda mod: relay.create_executor("grahp", mod), RuntimeError,
     "unknown execution strategy: grahp; those that are there: debug, interpreter, graph, vm, aot"),
    (lambda mod: relay.build(mod, "lvm"), ValueError, 'Target kind "lvm" is not defined; did you mean'),
    (lambda mod: relay.build(3, "llvm"), ValueError, "Type of input parameter mod must be tvm.IRModule"),
    (lambda mod: relay.build(mod, "cuda"), RuntimeError, "on the CPU, not for the target cuda .*; the target llvm is for CPUs"),
    (lambda mod: relay.build(mod, "nothing"), ValueError, 'Target kind "nothing" is not defined'),
    (lambda mod: relay.build(mod, "llvm", executor="graph"), TypeError, "expected an Executor, but got 'graph'"),
    (lambda mod: relay.build(mod, "llvm", runtime="cpp"), TypeError, "expected a Runtime, but got 'cpp'"),
    (lambda mod: relay.build(mod, "llvm", mod_name="\u018e"), ValueError, "contains invalid characters"),
    (lambda mod: relay.build(mod, "llvm", params={"w": np.ones((5, 3), "float32")}), tvm.error.DiagnosticError, "nn.dense|add"),
    (lambda mod: relay.build(mod, "llvm")["default"](tvm.cuda()), RuntimeError, "on the CPU, not on cuda"),
    (lambda mod: relay.build(mod, "llvm")["default"](), TypeError, r"expected a device, such as tvm.cpu\(\)"),
    (lambda mod: graph_executor.GraphModule(relay.build(mod, "llvm")), AttributeError, "Module has no function 'set_input'"),
    (lambda mod: relay.create_executor("vm", mod, target=None), ValueError, "Target is not set in env or passed as argument."),
    (lambda mod: relay.build(mod, "llvm")["other"], AttributeError, "Module has no function 'other'"),
    (lambda mod: relay.build(mod, "llvm")["debug_create"]("other", tvm.cpu()), ValueError, "the program is called default, not other"),
    (lambda mod: relay.vm.compile(mod, "cuda"), RuntimeError, "on the CPU, not for the target cuda"),
])
def test_wrong_arguments(build, error, message):
    with pytest.raises(error, match=message):
        build(make_dense()[0])


def make_dynamic():
    x = relay.var("x", shape=(relay.Any(), 2))
    return relay.Function([x], x + x)


def make_if():
    x, c = relay.var("x", shape=(2,)), relay.var("c", shape=(), dtype="bool")
    return relay.Function([c, x], relay.If(c, x, x + x))


def make_closure():
    x, y = relay.var("x", shape=(2,)), relay.var("y", shape=(2,))
    return relay.Function([x], relay.Tuple([x, relay.Function([y], y + x)]))


def make_reference():
    x, r = relay.var("x", shape=(2,)), relay.var("r")
    return relay.Function([x], relay.Let(r, relay.RefCreate(x), relay.RefRead(r)))


def make_tuple():
    pair = relay.var("p", type_annotation=relay.TupleType([relay.TensorType((2,))] * 2))
    return relay.Function([pair], relay.TupleGetItem(pair, 0) + relay.TupleGetItem(pair, 1))


@pytest.mark.parametrize("make, message", [
    (make_dynamic, "Cannot allocate memory symbolic tensor shape .*; relay.vm.compile handles dynamic"),
    (make_if, r"Graph executor does not support control flow \(found IfNode\); relay.vm.compile does"),
    (make_closure, r"Graph executor does not support closures \(found a function as a value\)"),
    (make_reference, r"Graph executor does not support references \(found RefCreateNode\)"),
    (make_tuple, "takes tensors, but the parameter %p is a tuple; relay.vm.compile handles tuples"),
])
def test_programs_that_are_no_graphs(make, message):
    mod = tvm.IRModule.from_expr(make())
    with pytest.raises(tvm.TVMError, match=message):
        relay.build(mod, "llvm")
    # The alternative works.
    relay.vm.compile(mod, "llvm")


def get_graph(function, **options):
    with tvm.transform.PassContext(**{"opt_level": 2, **options}):
        return json.loads(relay.build(tvm.IRModule.from_expr(function), "llvm").get_graph_json())


def test_graph_of_a_network():
    mod, params = relay.testing.mlp.get_workload(1)
    with tvm.transform.PassContext(opt_level=3):
        library = relay.build(mod, "llvm", params=params, mod_name="mlp")
    graph = json.loads(library.get_graph_json())
    assert [node["name"] for node in graph["nodes"]] == [
        "data", "reshape_nop", "p0", "p1", "tvmgen_mlp_fused_nn_dense_add_nn_relu", "p2", "p3",
        "tvmgen_mlp_fused_nn_dense_add_nn_relu_1", "p4", "p5", "tvmgen_mlp_fused_nn_dense_add",
        "tvmgen_mlp_fused_nn_softmax"]
    assert graph["nodes"][0] == {"op": "null", "name": "data", "inputs": []}
    node = graph["nodes"][4]
    assert node["op"] == "tvm_op" and node["inputs"] == [[1, 0, 0], [2, 0, 0], [3, 0, 0]]
    assert node["attrs"] == {"num_outputs": "1", "num_inputs": "3", "flatten_data": "0",
                             "func_name": node["name"]}
    assert graph["nodes"][1]["attrs"]["func_name"] == "__nop"
    assert graph["arg_nodes"] == [0, 2, 3, 5, 6, 8, 9] and graph["heads"] == [[11, 0, 0]]
    assert graph["node_row_ptr"] == list(range(13))
    attrs = graph["attrs"]
    assert attrs["shape"][0] == "list_shape" and attrs["shape"][1][:3] == [
        [1, 1, 28, 28], [1, 784], [128, 784]]
    assert attrs["dltype"] == ["list_str", ["float32"] * 12]
    # The input and its other shape share memory, and what is not needed any more is used again.
    assert attrs["storage_id"] == ["list_int", [0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 3, 6]]
    assert set(library.params) == {f"p{index}" for index in range(6)}


def test_graph_of_several_outputs():
    x = relay.var("x", shape=(10, 4))
    y = relay.expand_dims(relay.abs(x), axis=1)
    t0, t1 = relay.reshape(y, (1, 40)), relay.abs(y)
    function = relay.Function([x], relay.Tuple([
        relay.reshape(t0, (2, 20)), relay.Tuple([relay.sqrt(t1), relay.reshape(t1, (1, 40))])]))
    graph = get_graph(function)
    assert graph["attrs"]["storage_id"][1] == [0, 1, 1, 2, 3, 2]
    assert [graph["nodes"][index]["attrs"]["func_name"] for index in (2, 5)] == ["__nop"] * 2
    assert graph["heads"] == [[2, 0, 0], [4, 0, 0], [5, 0, 0]]
    data = np.random.default_rng(0).random((10, 4), "float32")
    library = relay.build(tvm.IRModule.from_expr(function), "llvm")
    outputs = run_graph(library["default"](tvm.cpu()), x=data)
    assert [output.shape for output in outputs] == [(2, 20), (10, 1, 4), (1, 40)]
    assert np.array_equal(outputs[0].ravel(), data.ravel())
    assert np.array_equal(outputs[1].ravel(), np.sqrt(data).ravel())


def test_graph_of_an_operator_with_several_results():
    x = relay.var("x", shape=(6,))
    parts = relay.split(x, 3)
    function = relay.Function([x], relay.Tuple([parts[2], parts[0]]))
    graph = get_graph(function)
    assert graph["node_row_ptr"] == [0, 1, 4] and graph["heads"] == [[1, 2, 0], [1, 0, 0]]
    library = relay.build(tvm.IRModule.from_expr(function), "llvm")
    outputs = run_graph(library["default"](tvm.cpu()), x=np.arange(6, dtype="float32"))
    assert [output.tolist() for output in outputs] == [[4, 5], [0, 1]]


def test_graph_of_nothing():
    x = relay.var("x", shape=(2,))
    graph = get_graph(relay.Function([x], relay.Tuple([])))
    assert graph["heads"] == [] and [node["name"] for node in graph["nodes"]] == ["x"]
    library = relay.build(tvm.IRModule.from_expr(relay.Function([x], relay.Tuple([]))), "llvm")
    assert run_graph(library["default"](tvm.cpu())) == []


def test_equal_functions_have_one_name():
    x = relay.var("x", shape=(2,))
    y = relay.annotation.stop_fusion(relay.exp(x))
    graph = get_graph(relay.Function([x], relay.exp(relay.annotation.stop_fusion(y))))
    functions = [node["attrs"]["func_name"] for node in graph["nodes"][1:]]
    names = [node["name"] for node in graph["nodes"][1:]]
    assert len(set(functions)) < len(functions) and len(set(names)) == len(names)
    assert "tvmgen_default_fused_exp" in names and "tvmgen_default_fused_exp_1" in names


def test_long_names_are_cut():
    x = relay.var("x", shape=(2,))
    body = x
    for _ in range(30):
        body = relay.exp(relay.negative(body))
    name = get_graph(relay.Function([x], body))["nodes"][1]["name"]
    assert len(name) == len("tvmgen_default_") + 80 + len("_") + 16 + len("_")
    assert name.startswith("tvmgen_default_fused_negative_exp_negative_exp")


def test_names_of_constants_are_free():
    x = relay.var("p0", shape=(3,))
    library = relay.build(tvm.IRModule.from_expr(relay.Function(
        [x], x + relay.const(np.arange(3, dtype="float32")))), "llvm")
    assert set(library.params) == {"p1"} or set(library.params) == {"p2"}
    output, = run_graph(library["default"](tvm.cpu()), p0=np.ones(3, "float32"))
    assert output.tolist() == [1, 2, 3]


def test_passes_of_the_context_count():
    x = relay.var("x", shape=(2,))
    function = relay.Function([x], relay.exp(x) + relay.const(1.0) + relay.const(2.0))
    assert len(get_graph(function)["nodes"]) == 2
    # Each operator is a node if nothing fuses them.
    assert len(get_graph(function, opt_level=0)["nodes"]) == 4
    names = []

    @tvm.instrument.pass_instrument
    class Names:
        def run_before_pass(self, mod, info):
            names.append(info.name)

    with tvm.transform.PassContext(opt_level=3, instruments=[Names()], disabled_pass=["FoldScaleAxis"]):
        relay.build(tvm.IRModule.from_expr(function), "llvm")
    assert "FoldConstant" in names and "FoldScaleAxis" not in names


def test_weights_are_not_multiplied_in_each_call():
    """FoldScaleAxis moves factors that are constants; the configuration can ask for all."""
    x, s = relay.var("x", shape=(2, 3)), relay.var("s", shape=(1, 3))
    weight = relay.const(np.ones((4, 3), "float32"))
    scaled = relay.nn.dense(relay.nn.dense(x * s, weight) * relay.const(np.full(4, 2, "float32")),
                            relay.const(np.ones((2, 4), "float32")))
    mod = tvm.IRModule.from_expr(relay.Function([x, s], scaled))
    for config, shape in (({}, (2, 3)), ({"relay.FoldScaleAxis.constant_factors": False}, (4, 3))):
        with tvm.transform.PassContext(opt_level=3, config=config):
            optimized, _ = relay.optimize(mod, "llvm")
        products = []
        relay.analysis.post_order_visit(optimized["main"], lambda node: products.append(node.checked_type)
                                        if isinstance(node, relay.Call) and node.op == relay.op.get("multiply")
                                        else None)
        assert products == [relay.TensorType(shape)]


def test_functions_of_a_module():
    """Calls of other functions that stay are nodes."""
    mod = relay.parse("""#[version = "0.0.5"]
def @twice(%x: Tensor[(2), float32]) { add(%x, %x) }
def @main(%x: Tensor[(2), float32]) { exp(@twice(%x)) }""")
    library = relay.build(mod, "llvm")
    output, = run_graph(library["default"](tvm.cpu()), x=np.zeros(2, "float32"))
    assert output.tolist() == [1, 1]


def test_codegen():
    mod, params = make_dense()
    mod, _ = relay.optimize(mod, "llvm", params)
    target = tvm.target.Target("llvm")
    graph, functions, constants = graph_executor_codegen.GraphExecutorCodegen(None, target).codegen(
        mod, mod["main"])
    names = [var.name_hint for var in functions[target].get_global_vars()]
    assert [node["name"] for node in json.loads(graph)["nodes"] if node["op"] == "tvm_op"] == names
    assert set(constants) == {"p0", "p1"}


def test_memory_of_expressions():
    x, y = relay.var("x", shape=(10,)), relay.var("y", shape=(1,))
    z = x + relay.exp(y)
    for _ in range(4):
        z = relay.exp(z)
    mod = relay.transform.InferType()(tvm.IRModule.from_expr(relay.Function([x, y], z)))
    main = relay.transform.InferType()(relay.transform.FuseOps(0)(mod))["main"]
    plan = relay.backend._backend.GraphPlanMemory(main).expr_to_storage_info
    sizes = {number: size for info in plan.values()
             for number, size in zip(info.storage_ids, info.storage_sizes)}
    assert sizes == {0: 40, 1: 4, 2: 4, 3: 40}
    assert plan[main.params[0]].storage_ids == [0] and plan[main.body].device_types == [1]


def test_memory_plan():
    plan = MemoryPlan()
    large, small = plan.request(1000, 1), plan.request(10, 1)
    for storage in (large, small):
        storage.uses -= 1
        plan.release(storage)
    # The smallest that is large enough; then a smaller one, which grows; none that is much larger.
    assert plan.request(500, 1) is large
    assert plan.request(100, 1) is small and small.size == 100
    plan.release(large)
    large.uses = 0
    plan.release(large)
    assert plan.request(10, 1) is not large and len(plan.storages) == 3

BUILD = """
import sys
import numpy as np
import relay_lite as tvm
from relay_lite import relay
from relay_lite.contrib import graph_executor

tvm._ext.set_progress_delay(int(sys.argv[1]))
x = relay.var("x", shape=(2,))
mod = tvm.IRModule.from_expr(relay.Function([x], relay.exp(x)))
module = graph_executor.GraphModule(relay.build(mod, "llvm")["default"](tvm.cpu()))
module.set_input("x", np.zeros(2, "float32"))
print("build:", end="", file=sys.stderr, flush=True)
module.run()
print("again:", end="", file=sys.stderr, flush=True)
module.run()
print("vm:", end="", file=sys.stderr, flush=True)
machine = tvm.runtime.vm.VirtualMachine(relay.vm.compile(mod, "llvm"), tvm.cpu())
machine.run(np.zeros(2, "float32"))
print("evaluation:", end="", file=sys.stderr, flush=True)
run = relay.create_executor(mod=mod).evaluate()
run(np.zeros(2, "float32"))
run(np.zeros(2, "float32"))
print("end", end="", file=sys.stderr, flush=True)
"""


@pytest.mark.parametrize("delay", [0, 3_600_000])
def test_progress(tmp_path, delay):
    """The first run on a terminal shows how far the compiler is, if that takes longer than the delay,
    and removes it."""
    (tmp_path / "script.py").write_text(BUILD)
    steps = ["\r\x1b[Kcompiling 1 of 2: lowering\r\x1b[K",
             "\r\x1b[Kcompiling 2 of 2: generating machine code\r\x1b[K"] if delay == 0 else []
    build = "".join(steps)
    first = "\r\x1b[Kfirst evaluation, which compiles kernels\r\x1b[K" if delay == 0 else ""
    assert run_on_terminal(tmp_path / "script.py", delay) == \
        f"build:{build}again:vm:{build}evaluation:{first}end"


def test_no_progress(tmp_path):
    """Nothing is shown where nobody would see it."""
    (tmp_path / "script.py").write_text(BUILD)
    result = subprocess.run([sys.executable, tmp_path / "script.py", "0"], capture_output=True, text=True,
                            env={"PYTHONPATH": ":".join(sys.path), "RELAYLITE_CACHE": "off"})
    assert (result.returncode, result.stderr) == (0, "build:again:vm:evaluation:end")


def test_executors_of_graphs_give_lists():
    x = relay.var("x", shape=(2,))
    mod = tvm.IRModule.from_expr(relay.Function([x], relay.Tuple([x, relay.Tuple([x + x])])))
    for kind in ("graph", "aot"):
        first, second = relay.create_executor(kind, mod).evaluate()(np.ones(2, "float32"))
        assert isinstance(second, list) and first.numpy().shape == second[0].numpy().shape
