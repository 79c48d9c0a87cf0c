"""Every way of giving a program an array compares its shape and its elements, as TVM does."""

import functools

import numpy as np
import pytest

import relay_lite as tvm
from relay_lite import relay
from relay_lite.contrib import graph_executor
from relay_lite.contrib.debugger import debug_executor
from relay_lite.error import ArgumentError

SHAPE = (2, 3)


@functools.cache
def build():
    x = relay.var("x", shape=SHAPE)
    mod = tvm.IRModule.from_expr(relay.Function([x], x + x))
    return mod, relay.build(mod, "llvm"), relay.vm.compile(mod, "llvm")


def make_graph():
    return graph_executor.GraphModule(build()[1]["default"](tvm.cpu()))


def make_aot():
    library = relay.build(build()[0], "llvm", executor=relay.backend.Executor("aot"))
    return tvm.runtime.executor.AotModule(library["default"](tvm.cpu()))


def make_debugger(tmp_path):
    library = build()[1]
    return debug_executor.create(library.get_graph_json(), library.lib, tvm.cpu(), str(tmp_path))


def make_machine():
    return tvm.runtime.vm.VirtualMachine(build()[2], tvm.cpu())


def set_item(value):
    tvm.nd.empty(SHAPE)[:] = value


# Functions that convert the elements, as TVM does.
COPIES = {
    "copyfrom": lambda value: tvm.nd.empty(SHAPE).copyfrom(value),
    "setitem": set_item,
    "graph set_input": lambda value: make_graph().set_input("x", value),
    "graph set_input by position": lambda value: make_graph().set_input(0, value),
    "graph set_input by keyword": lambda value: make_graph().set_input(x=value),
    "graph run": lambda value: make_graph().run(x=value),
    "graph benchmark": lambda value: make_graph().benchmark(tvm.cpu(), x=value),
    "graph benchmark end to end": lambda value: make_graph().benchmark(
        tvm.cpu(), end_to_end=True, x=value),
    "graph run_from_inputs": lambda value: make_graph().module["run_from_inputs"](1, 0, "x", value),
    "aot set_input": lambda value: make_aot().set_input("x", value),
    "aot run": lambda value: make_aot().run(x=value)}
# Functions that take elements of the type of the parameter only.
EXACT = {
    "copyto": lambda value: tvm.nd.array(value).copyto(tvm.nd.empty(SHAPE)),
    "load_params": lambda value: make_graph().load_params(relay.save_param_dict({"x": value})),
    "set_input_zero_copy": lambda value: make_graph().set_input_zero_copy("x", tvm.nd.array(value)),
    "set_output_zero_copy": lambda value: make_graph().set_output_zero_copy(0, tvm.nd.array(value)),
    "machine run": lambda value: make_machine().run(value),
    "machine set_one_input": lambda value: run_machine(value),
    "machine outputs": lambda value: make_machine().invoke_with_outputs(
        "main", {"x": np.ones(SHAPE, "float32")}, [tvm.nd.array(value)]),
    "evaluate": lambda value: relay.create_executor(mod=build()[0]).evaluate()(value),
    "function of a library": lambda value: build()[1].lib["main"](value)}


def run_machine(value):
    machine = make_machine()
    machine.set_one_input("main", "x", value)
    machine.run()


# Scalars, and shapes that NumPy broadcasts or that have as many elements.
@pytest.mark.parametrize("shape", [(), (1,), (3,), (2, 1), (1, 2, 3), (6,), (3, 2), (0,)])
@pytest.mark.parametrize("give", [*COPIES.values(), *EXACT.values()], ids=[*COPIES, *EXACT])
def test_other_shapes(give, shape):
    for value in np.ones(shape, "float32"), tvm.nd.array(np.ones(shape, "float32")):
        with pytest.raises((ValueError, ArgumentError), match="shape|dimension|expected Tensor"):
            give(value)


@pytest.mark.parametrize("value", [None, 5, 1.5, True, np.float32(1), "5"])
@pytest.mark.parametrize("give", COPIES.values(), ids=COPIES)
def test_scalars(give, value):
    with pytest.raises(ValueError, match=r"do not match the shape of NDArray \(\) vs \(2, 3\)"):
        give(value)


@pytest.mark.parametrize("value", [None, "5", 1j, 2**70, b"5"])
@pytest.mark.parametrize("dtype", ["float32", "int8", "bool", "bfloat16"])
def test_scalars_without_a_number(value, dtype):
    with pytest.raises(TypeError, match="array_like data of numbers or booleans, but got "):
        tvm.nd.empty((), dtype).copyfrom(value)


@pytest.mark.parametrize("give", COPIES.values(), ids=COPIES)
def test_other_element_types(give):
    for dtype in "float64", "int8", "bool", "uint64":
        give(np.ones(SHAPE, dtype))
    give([[1, 2, 3], [4, 5, 6]])
    for value in np.full(SHAPE, None), np.full(SHAPE, "5"), np.ones(SHAPE, "complex64"):
        with pytest.raises(TypeError, match="array_like data of numbers or booleans, but got "):
            give(value)
    with pytest.raises(ValueError, match="expected elements of float32, but got int32"):
        give(tvm.nd.array(np.ones(SHAPE, "int32")))


@pytest.mark.parametrize("give", EXACT.values(), ids=EXACT)
def test_exact_element_types(give):
    give(np.ones(SHAPE, "float32"))
    for dtype in "float64", "int32":
        with pytest.raises((ValueError, ArgumentError), match=f"(float32.*{dtype}|{dtype}.*float32)"):
            give(np.ones(SHAPE, dtype))


def test_numbers_that_do_not_fit():
    with pytest.raises(TypeError, match="array_like data of int8: .*300.* out of bounds for int8"):
        tvm.nd.empty((1,), "int8").copyfrom([300])


def test_debugger(tmp_path):
    runner = make_debugger(tmp_path)
    with pytest.raises(ValueError, match=r"do not match the shape of NDArray \(\) vs \(2, 3\)"):
        runner.set_input("x", None)
    with pytest.raises(ArgumentError, match="expected an NDArray as out, but got 5"):
        runner.debug_get_output(0, 5)


def test_arrays_for_results():
    runner = make_graph()
    runner.run()
    for get in runner.get_output, runner.get_input:
        for out in 5, np.zeros(SHAPE, "float32"), tvm.cpu():
            with pytest.raises(ArgumentError, match="expected an NDArray as out, but got "):
                get(0, out)
        with pytest.raises(ValueError, match=r"do not match the shape of NDArray \(2, 3\) vs \(\)"):
            get(0, tvm.nd.empty(()))
    with pytest.raises(ArgumentError, match="expected an NDArray for each output, but got None"):
        make_machine().invoke_with_outputs("main", {"x": np.ones(SHAPE, "float32")}, [None])
    for target in None, 5, np.zeros(SHAPE, "float32"):
        with pytest.raises(ArgumentError, match="expected an NDArray or a device, but got "):
            tvm.nd.empty(SHAPE).copyto(target)


def test_tuples_of_arguments():
    """A tuple stands for a parameter that is one, with as many fields, and for no other."""
    x = relay.var("x", shape=(2,))
    pair = relay.var("pair", relay.TupleType([relay.TensorType((2,))] * 2))
    mod = tvm.IRModule.from_expr(relay.Function([x, pair], x + relay.TupleGetItem(pair, 0)))
    machine = tvm.runtime.vm.VirtualMachine(relay.vm.compile(mod, "llvm"), tvm.cpu())
    value = np.ones(2, "float32")
    assert machine.run(value, (value, value)).numpy().tolist() == [2, 2]
    for arguments, message in [
            (((value,), (value, value)), "input x: expected a tensor, but got a tuple of 1 fields"),
            (((value, value), value), "input x: expected a tensor, but got a tuple of 2 fields"),
            ((value, value), "input pair: expected a tuple of 2 fields, but got a tensor"),
            ((value, (value,)), "input pair: expected a tuple of 2 fields, but got a tuple of 1"),
            ((value, (value, (value,))), "input pair: expected a tensor, but got a tuple of 1")]:
        with pytest.raises(ArgumentError, match=message):
            machine.run(*arguments)
