"""Graph executors: inputs, outputs, measurements, and runs node by node."""

import json
import os
import warnings

import numpy as np
import pytest

import relay_lite as tvm
from relay_lite import relay
from relay_lite.contrib import graph_executor
from relay_lite.contrib.debugger import debug_executor
from relay_lite.runtime.module import BenchmarkResult, Module

A, B = np.array([1, 2], "float32"), np.array([3, 5], "float32")
WEIGHT = np.array([10, 20], "float32")


def build():
    """(a - b) * weight and exp(a), in two nodes."""
    a, b = relay.var("a", shape=(2,)), relay.var("b", shape=(2,))
    difference = relay.annotation.stop_fusion(a - b)
    body = relay.Tuple([difference * relay.const(WEIGHT), relay.exp(a)])
    return relay.build(tvm.IRModule.from_expr(relay.Function([a, b], body)), "llvm")


LIBRARY = build()
EXPECTED = ((A - B) * WEIGHT).tolist()


def make():
    return graph_executor.GraphModule(LIBRARY["default"](tvm.cpu(0)))


def get_param_name():
    name, = LIBRARY.params
    return name


def test_inputs_by_name_and_position():
    runner = make()
    assert runner.get_num_inputs() == 3 and runner.get_num_outputs() == 2
    assert [runner.get_input_index(name) for name in ("a", "b", "c")] == [0, 1, -1]
    shapes, dtypes = runner.get_input_info()
    # The weight is no input that has to be set.
    assert shapes == {"a": (2,), "b": (2,)} and dtypes == {"a": "float32", "b": "float32"}
    assert isinstance(shapes, tvm.container.Map)
    assert shapes["a"] == tvm.runtime.container.ShapeTuple([2])
    runner.set_input("a", A)
    runner.set_input(1, tvm.nd.array(B))
    runner.run()
    assert runner.get_output(0).numpy().tolist() == EXPECTED
    assert np.allclose(runner.get_output(1).numpy(), np.exp(A))
    for value in (runner.get_input(0), runner.get_input("a")):
        assert value.numpy().tolist() == A.tolist()
    runner.set_input(a=[5, 7], b=A, c=A)
    runner.run()
    assert runner.get_output(0).numpy().tolist() == (([5, 7] - A) * WEIGHT).tolist()
    runner.run(a=A, b=B)
    out, copy = tvm.nd.empty((2,)), tvm.nd.empty((2,))
    assert runner.get_output(0, out) is out and runner.get_input(0, copy) is copy
    assert out.numpy().tolist() == EXPECTED and copy.numpy().tolist() == A.tolist()


def test_inputs_are_arrays():
    """The copied elements count; without a value they are zeros."""
    runner = make()
    runner.run()
    assert runner.get_output(0).numpy().tolist() == [0, 0]
    runner.get_input("a").copyfrom(A)
    value = B.copy()
    runner.set_input("b", value)
    value[:] = 0
    runner.run()
    assert runner.get_output(0).numpy().tolist() == EXPECTED


def test_shared_memory():
    runner = make()
    a, out = tvm.nd.array(np.zeros(2, "float32")), tvm.nd.empty((2,))
    runner.set_input_zero_copy("a", a)
    runner.set_input_zero_copy(b=tvm.nd.array(B))
    runner.module["set_output_zero_copy"](0, out)
    a.copyfrom(A)
    runner.run()
    assert out.numpy().tolist() == EXPECTED
    names = [node["name"] for node in json.loads(LIBRARY.get_graph_json())["nodes"]]
    second = tvm.nd.empty((2,))
    runner.set_output_zero_copy(f"{next(name for name in names if 'exp' in name)}:1", second)
    a.copyfrom(B)
    runner.run()
    assert out.numpy().tolist() == [0, 0] and np.allclose(second.numpy(), np.exp(B))


def test_parameters():
    name = get_param_name()
    bare = graph_executor.create(LIBRARY.get_graph_json(), LIBRARY.get_lib(), tvm.cpu())
    bare.run(a=A, b=B)
    assert bare.get_output(0).numpy().tolist() == [0, 0]
    assert name in bare.get_input_info()[0]
    saved = relay.save_param_dict(LIBRARY.get_params())
    other = make()
    bare.share_params(other, saved)
    bare.run()
    assert bare.get_output(0).numpy().tolist() == EXPECTED
    assert name not in bare.get_input_info()[0]
    other.load_params(relay.save_param_dict({name: 2 * WEIGHT, "unknown": A}))
    bare.run()
    assert bare.get_output(0).numpy().tolist() == (2 * np.array(EXPECTED)).tolist()


def test_functions_of_the_module():
    runner = make()
    assert runner.module.type_key == "GraphExecutor" and runner.module.is_runnable
    runner["set_input"]("a", A)
    runner["set_input"]("no_such_input", A)
    outputs = runner.module["run_from_inputs"](1, 0, "b", B)
    assert outputs[0].numpy().tolist() == EXPECTED
    assert runner["get_output_info"]()["shape"].values() and runner["get_input_name"](1) == "b"
    with pytest.raises(AttributeError, match="Module has no function 'walk'"):
        runner["walk"]
    with pytest.raises(ValueError, match="Can only take string as function name"):
        runner.module[3]


def test_unknown_names_among_many():
    """The nearest one is named, or the first of them."""
    params = [relay.var(name, shape=(2,)) for name in ["data", *(f"weight_{i}" for i in range(9))]]
    library = relay.build(tvm.IRModule.from_expr(relay.Function(params, relay.Tuple(params))), "llvm")
    runner = graph_executor.GraphModule(library["default"](tvm.cpu()))
    start = "Could not find '%s' in graph's inputs; "
    with pytest.raises(RuntimeError, match=start % "Data" + "did you mean 'data'"):
        runner.set_input("Data", A)
    with pytest.raises(RuntimeError, match=start % "image" + "those that are there: data, weight_0, "
                       "weight_1, weight_2, weight_3 and 5 more$"):
        runner.set_input("image", A)


@pytest.mark.parametrize("call, error, message", [
    (lambda r: r.set_input("c", A), RuntimeError, "Could not find 'c' in graph's inputs"),
    (lambda r: r.set_input("A", A), RuntimeError,
     "Could not find 'A' in graph's inputs; those that are there: a, b"),
    (lambda r: r.get_input("nothing", tvm.nd.array(A)), RuntimeError,
     "Could not find 'nothing' in graph's inputs; those that are there: "),
    (lambda r: r.set_input(7, A), tvm.TVMError, "there are 3 inputs, but got the index 7"),
    (lambda r: r.get_input(-1), tvm.TVMError, "there are 3 inputs, but got the index -1"),
    (lambda r: r.set_input("a", np.ones(3, "float32")), ValueError, "array shape do not match the shape of NDArray"),
    (lambda r: r.set_input("a", tvm.nd.array(np.ones(2, "int8"))), ValueError, "expected elements of float32, but got int8"),
    (lambda r: r.set_input_zero_copy("a", A), TypeError, "the input a shares memory with an NDArray, but got ndarray"),
    (lambda r: r.set_input_zero_copy("a", tvm.nd.empty((3,))), ValueError, r"the input a is float32 of the shape \(2,\), but got float32 of the shape \(3,\)"),
    (lambda r: r.set_output_zero_copy(0, tvm.nd.empty((2,), "int8")), ValueError, "the output 0 is float32 .* but got int8"),
    (lambda r: r.get_output(2), tvm.TVMError, "there are 2 outputs, but got the index 2"),
    (lambda r: r.get_output("c"), tvm.TVMError, "Invalid output node:c"),
    (lambda r: r.get_output(0), tvm.TVMError, "there are no outputs yet: run the module first"),
    (lambda r: r.get_input_index(3), tvm.TVMError, "Input key is not a string"),
    (lambda r: r.debug_get_output(0, None), NotImplementedError, "Please use debugger.debug_executor"),
    (lambda r: r.module["run_from_inputs"](1, 0, "a"), tvm.TVMError, "must be an even number of key-value pairs"),
    (lambda r: r.module["run_from_inputs"](1, 0, "c", A), tvm.TVMError, "c is not a valid input name"),
    (lambda r: r.load_params(b"nothing"), tvm.TVMError, "[Pp]aram"),
    (lambda r: r.share_params(r.module, b""), AttributeError, "module"),
    (lambda r: r.module["share_params"](LIBRARY.lib, b""), tvm.TVMError, "shared with the module of a graph executor"),
    (lambda r: r.benchmark(tvm.cuda()), RuntimeError, "on the CPU, not on cuda"),
    (lambda r: r.benchmark(tvm.cpu(), number=0), tvm.TVMError, "expected at least 1 as number, but got 0"),
])
def test_wrong_use(call, error, message):
    with pytest.raises(error, match=message):
        call(make())


OTHER = json.dumps({**json.loads(LIBRARY.get_graph_json()), "heads": []})


@pytest.mark.parametrize("graph, lib, device, error, message", [
    (3, None, None, tvm.TVMError, "expected the JSON of a graph, but got 3"),
    ("{", None, None, tvm.TVMError, "cannot read the graph"),
    ("{}", None, None, tvm.TVMError, "cannot read the graph: KeyError"),
    (OTHER, None, None, tvm.TVMError, "the graph is not the one for which the library was built"),
    (None, 3, None, tvm.TVMError, "expected the library of a graph, but got 3"),
    (None, Module("llvm", {}), None, tvm.TVMError, "is not the library of a graph"),
    (None, None, "cpu", ValueError, "dev has to be the type of Device or a list of Device"),
    (None, None, ["cpu"], ValueError, "dev has to be the type of Device or a list of Device"),
    (None, None, tvm.cuda(), RuntimeError, "on the CPU, not on cuda"),
])
def test_wrong_graphs(graph, lib, device, error, message):
    with pytest.raises(error, match=message):
        graph_executor.create(LIBRARY.get_graph_json() if graph is None else graph,
                              LIBRARY.get_lib() if lib is None else lib,
                              tvm.cpu() if device is None else device)


def test_graph_with_the_factory():
    """Exporting and loading a factory gives one module of both."""
    runner = graph_executor.create(LIBRARY.get_graph_json(), LIBRARY.module, [tvm.cpu()])
    runner.run(a=A, b=B, **LIBRARY.get_params())
    assert runner.get_output(0).numpy().tolist() == EXPECTED


def test_element_types():
    x, y = relay.var("x", shape=(2,), dtype="bfloat16"), relay.var("y", shape=(), dtype="int8")
    mod = tvm.IRModule.from_expr(relay.Function([x, y], relay.Tuple([x + x, relay.cast(y, "bool")])))
    runner = graph_executor.GraphModule(relay.build(mod, "llvm")["default"](tvm.cpu()))
    runner.run(x=[1, 2], y=3)
    assert runner.get_output(0).dtype == "bfloat16" and runner.get_output(1).dtype == "bool"
    assert np.asarray(runner.get_output(0)).tolist() == [0x4000, 0x4080]
    assert runner.get_output(1).numpy()


def test_benchmark():
    result = make().benchmark(tvm.cpu(), repeat=3, number=2, a=A, b=B)
    assert isinstance(result, BenchmarkResult) and len(result.results) == 3
    assert 0 < result.min <= result.median <= result.max and result.std >= 0
    result = make().benchmark(tvm.cpu(), repeat=2, number=1, end_to_end=True, a=A, b=B)
    assert len(result.results) == 2 and result.mean > 0


def test_results_of_benchmarks():
    result = BenchmarkResult([1, 2, 2, 5])
    assert (result.mean, result.median, result.max, result.min, result.std) == (2.5, 2, 5, 1, 1.5)
    assert repr(result) == ("BenchmarkResult(min=1, mean=2.5, median=2.0, max=5, std=1.5, "
                            "results=[1, 2, 2, 5])")
    assert str(result).splitlines()[0] == "Execution time summary:"
    assert str(result).splitlines()[2].split() == ["2500.0000", "2000.0000", "5000.0000",
                                                   "1000.0000", "1500.0000"]


def test_time_evaluator():
    calls = []

    @tvm.register_func("test_graph_executor.prepare", override=True)
    def prepare(*args):
        calls.append("prepare")

    module = Module("test", {"run": lambda *args: calls.append(args)})
    result = module.time_evaluator("run", tvm.cpu(), number=3, repeat=2, cache_flush_bytes=100,
                                   f_preproc="test_graph_executor.prepare")(1, 2)
    # One call does not count.
    assert calls == [(1, 2)] + 2 * (["prepare"] + 3 * [(1, 2)]) and len(result.results) == 2
    calls.clear()
    module.time_evaluator("run", tvm.cpu(), number=1, repeat=1, min_repeat_ms=5)()
    assert len(calls) > 10
    with pytest.raises(AttributeError, match="Module has no function 'walk'"):
        module.time_evaluator("walk", tvm.cpu())


def test_time_evaluator_pauses():
    import time

    module = Module("test", {"run": lambda: None})
    start = time.perf_counter()
    module.time_evaluator("run", tvm.cpu(), number=1, repeat=4, cooldown_interval_ms=20,
                          repeats_to_cooldown=2)()
    assert time.perf_counter() - start >= 0.04


def make_debug(tmp_path=None):
    return debug_executor.GraphModuleDebug(
        LIBRARY.module["debug_create"]("default", tvm.cpu()), [tvm.cpu()], LIBRARY.get_graph_json(),
        tmp_path and str(tmp_path))


def find_node(word):
    names = [node["name"] for node in json.loads(LIBRARY.get_graph_json())["nodes"]]
    return next(name for name in names if word in name)


def test_values_in_between(tmp_path):
    runner = make_debug(tmp_path)
    runner.set_input(a=A, b=B)
    assert runner.debug_get_output(find_node("subtract")).numpy().tolist() == (A - B).tolist()
    out = tvm.nd.empty((2,))
    assert runner.debug_get_output(0, out) is out and out.numpy().tolist() == A.tolist()
    for wrong, error, message in (("c", AttributeError, "Could not find a node named c in this graph"),
                                  (1.5, RuntimeError, "Require node index or name only."),
                                  (99, tvm.TVMError, "nodes, but got the index 99")):
        with pytest.raises(error, match=message):
            runner.debug_get_output(wrong)
    with pytest.raises(tvm.TVMError, match="the node 99 has not been executed"):
        runner.module["get_node_output"](99, 0)


def test_times_of_nodes(tmp_path, capsys):
    runner = make_debug(tmp_path)
    runner.run(number=1, repeat=2, min_repeat_ms=0, a=A, b=B)
    table = capsys.readouterr().out.splitlines()
    assert table[0].split()[:2] == ["Node", "Name"] and table[-1].startswith("Total_time")
    assert runner.get_output(0).numpy().tolist() == EXPECTED
    folder = tmp_path / "_tvmdbg_device_CPU_0"
    assert sorted(path.name for path in folder.iterdir()) == [
        "_tvmdbg_execution_trace.json", "_tvmdbg_graph_dump.json", "output_tensors.params"]
    nodes = json.loads((folder / "_tvmdbg_graph_dump.json").read_text())["nodes"]
    assert nodes[0]["op"] == "param" and nodes[0]["shape"] == [2] and nodes[0]["attrs"] == {
        "T": "type: float32"}
    events = json.loads((folder / "_tvmdbg_execution_trace.json").read_text())["traceEvents"]
    assert [event["ph"] for event in events] == ["B", "E"] * len(nodes)
    values = relay.load_param_dict((folder / "output_tensors.params").read_bytes())
    key = next(key for key in values if key.startswith(find_node("subtract") + "____topo-index"))
    assert values[key].numpy().tolist() == (A - B).tolist()
    assert runner.debug_datum.get_debug_result(sort_by_time=False).count("\n") == len(table) - 2
    times = runner.run_individual(number=2, repeat=3)
    assert len(times) == len(nodes) and all(len(row) == 3 for row in times) and times[0] == [0] * 3
    index = [node["name"] for node in nodes].index(find_node("exp"))
    assert runner.run_individual_node(index, number=1, repeat=2).mean > 0
    assert runner.run_individual_node(0, number=1, repeat=2).mean == 0
    runner.exit()
    assert not tmp_path.exists()


def test_profile():
    runner = debug_executor.create(LIBRARY.get_graph_json(), LIBRARY.get_lib(), tvm.cpu())
    runner.set_input(**LIBRARY.get_params())
    report = runner.profile(a=A, b=B)
    assert [call["Name"] for call in report.calls][0] == find_node("subtract")
    assert all(call["Duration (us)"] > 0 and call["Count"] == 1 for call in report.calls)
    assert report.configuration == {"Executor": "Graph"}
    table = str(report).splitlines()
    assert table[0].split()[0] == "Name" and table[-1].startswith("Total")
    assert find_node("exp") in report.csv() and report.csv().startswith("Name,Duration (us),")
    again = tvm.runtime.profiling.Report.from_json(report.json())
    assert again.calls == report.calls and again.table() == report.table()
    assert len(report.table(col_sums=False, aggregate=False).splitlines()) == len(report.calls) + 1
    with pytest.raises(tvm.TVMError, match="there are no collectors of further metrics"):
        runner.profile(collectors=[1])
    path = runner._dump_root
    runner.exit()
    assert not os.path.exists(path)


def test_nodes_of_other_shapes():
    """Reshapes, operators with several results, and functions that take tuples run alone, too."""
    x = relay.var("x", shape=(2, 6))
    parts = relay.split(relay.reshape(x, (6, 2)), 3)
    joined = relay.concatenate(relay.Tuple([relay.annotation.stop_fusion(parts[2]),
                                            relay.annotation.stop_fusion(parts[0])]), axis=0)
    library = relay.build(tvm.IRModule.from_expr(relay.Function([x], joined)), "llvm")
    runner = debug_executor.GraphModuleDebug(
        library.module["debug_create"]("default", tvm.cpu()), [tvm.cpu()], library.get_graph_json(), None)
    data = np.arange(12, dtype="float32").reshape(2, 6)
    runner.set_input("x", data)
    last = len(runner.debug_datum.get_graph_nodes()) - 1
    expected = data.reshape(6, 2)[[4, 5, 0, 1]]
    assert np.array_equal(runner.debug_get_output(last).numpy(), expected)
    runner.exit()


def test_functions_of_the_library():
    lib = LIBRARY.get_lib()
    weight = LIBRARY.get_params()[get_param_name()]
    assert lib.type_key == "llvm" and lib.is_dso_exportable and not lib.is_binary_serializable
    assert lib["main"](A, B, weight)[0].numpy().tolist() == EXPECTED
    assert lib.implements_function("main") and not lib.implements_function("other")
    assert "relay.exp" in lib.get_source("mlir") and lib.format == "so"
    with pytest.raises(tvm.TVMError, match="does not support get_source of the format 'ptx'"):
        lib.get_source("ptx")
    with pytest.raises(tvm.TVMError, match="does not support get_source"):
        make().module.get_source()
    with pytest.raises(tvm.TVMError, match="Module GraphExecutor should be either dso exportable"):
        make().module.export_library("a.so")


def test_imports_of_modules():
    inner = Module("inner", {"one": lambda: 1, "__tvm_main__": lambda: 2})
    outer = Module("outer", {})
    outer.import_module(inner)
    assert outer.imported_modules == [inner] and outer.get_function("one", True)() == 1
    assert isinstance(inner["one"], tvm.runtime.PackedFunc)
    assert inner() == inner.entry_func() == 2 and repr(inner).startswith("Module(inner, ")
    for look in (lambda: outer["one"], lambda: outer()):
        with pytest.raises(AttributeError, match="Module has no function"):
            look()
    with pytest.raises(TypeError, match="expected a Module, but got 3"):
        outer.import_module(3)
    outer.clear_imports()
    assert not outer.implements_function("one", query_imports=True)


def test_files_of_parameters(tmp_path):
    path = str(tmp_path / "a.params")
    tvm.runtime.save_param_dict_to_file({"a": A}, path)
    loaded = tvm.runtime.load_param_dict_from_file(path)
    assert list(loaded) == ["a"] and loaded["a"].numpy().tolist() == A.tolist()


def test_debug_executor_by_its_former_name():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        from relay_lite.contrib.debugger import debug_runtime
    assert debug_runtime.GraphModuleDebug is debug_executor.GraphModuleDebug


def test_linked_parameters(tmp_path):
    """With `link-params` constants are in the code, and the graph has no other inputs than `main`."""
    x, w = relay.var("x", shape=(2, 3)), relay.var("w", shape=(4, 3))
    outputs = relay.Tuple([relay.nn.relu(relay.nn.dense(x, w)), relay.const([1.0, 2.0])])
    mod = tvm.IRModule.from_expr(relay.Function([x, w], outputs))
    linked = relay.backend.Executor("graph", {"link-params": True})
    library = relay.build(mod, "llvm", params={"w": np.ones((4, 3), "float32")}, executor=linked)
    assert not library.params
    graph = json.loads(library.get_graph_json())
    assert [graph["nodes"][node]["name"] for node in graph["arg_nodes"]] == ["x"]
    library.export_library(tmp_path / "net.so")
    loaded = tvm.runtime.load_module(str(tmp_path / "net.so"))
    for module in (graph_executor.GraphModule(library["default"](tvm.cpu())),
                   graph_executor.GraphModule(loaded["default"](tvm.cpu())),
                   debug_executor.create(library.get_graph_json(), library.lib, tvm.cpu(), str(tmp_path))):
        module.run(x=np.ones((2, 3), "float32"))
        assert module.get_output(0).numpy().tolist() == [[3] * 4] * 2
        assert module.get_output(1).numpy().tolist() == [1, 2]
