"""Virtual machines: arguments, results, and programs as bytes."""

import pickle
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import relay_lite as tvm
from relay_lite import relay
from relay_lite.relay.loops import while_loop
from relay_lite.runtime.vm import Executable, VirtualMachine

X, Y = np.array([1, 2], "float32"), np.array([10, 20], "float32")


def compile_difference():
    x, y = relay.var("x", shape=(2,)), relay.var("y", shape=(2,))
    return relay.vm.compile(tvm.IRModule.from_expr(relay.Function([x, y], x - y)), "llvm")


def make():
    return VirtualMachine(compile_difference(), tvm.cpu())


def test_arguments():
    machine = make()
    for call in (lambda: machine.run(X, Y), lambda: machine.invoke("main", X, Y),
                 lambda: machine.run(y=Y, x=X), lambda: machine.run(X, y=tvm.nd.array(Y), z=X)):
        assert call().numpy().tolist() == [-9, -18]
    machine.set_input("main", Y, X)
    assert machine.invoke("main").numpy().tolist() == [9, 18]
    machine.set_one_input("main", 0, X)
    machine.set_one_input("main", "y", Y)
    assert machine.invoke("main").numpy().tolist() == [-9, -18]
    machine.set_one_input("main", x=Y)
    assert machine.invoke("main").numpy().tolist() == [0, 0]
    assert [machine.get_input_index(name) for name in ("x", "y", "z")] == [0, 1, -1]


def test_results():
    machine = make()
    machine.invoke_stateful("main", X, Y)
    result, = machine.get_outputs()
    assert result.numpy().tolist() == [-9, -18]
    out = tvm.nd.empty((2,))
    machine.invoke_with_outputs("main", {"x": Y, "y": X}, [out])
    assert out.numpy().tolist() == [9, 18]
    machine.invoke_with_outputs("main", None, [out])
    with pytest.raises(tvm.TVMError, match="main has 1 outputs, but got 2 arrays"):
        machine.invoke_with_outputs("main", None, [out, out])
    assert machine.invoke("main").numpy().tolist() == [9, 18]


def test_tuples():
    pair = relay.var("p", type_annotation=relay.TupleType([relay.TensorType((2,)), relay.TensorType(())]))
    total = relay.TupleGetItem(pair, 0) + relay.TupleGetItem(pair, 1)
    mod = tvm.IRModule.from_expr(relay.Function([pair], relay.Tuple([total, pair])))
    machine = VirtualMachine(relay.vm.compile(mod, "llvm"), tvm.cpu())
    for argument in ((X, 3.0), [X, 3.0], tvm.runtime.container.tuple_object([tvm.nd.array(X), tvm.nd.array(np.float32(3))])):
        result = machine.run(argument)
        assert isinstance(result, tvm.runtime.container.ADT) and result.tag == 0
        assert result[0].numpy().tolist() == [4, 5] and result[1][1].numpy() == 3
        assert isinstance(result[1], tvm.runtime.container.ADT) and len(result[0:1]) == 1
    machine.invoke_stateful("main", (X, 3.0))
    assert len(machine.get_outputs()) == 2
    values = relay.create_executor("vm", mod).evaluate()((X, 3.0))
    assert isinstance(values, tvm.runtime.container.ADT)
    copy = pickle.loads(pickle.dumps(tvm.runtime.container.ADT(3, [1])))
    assert copy.tag == 3 and copy == (1,)
    assert tvm.runtime.container.tuple_object() == ()
    shape = pickle.loads(pickle.dumps(tvm.runtime.ShapeTuple([2, 3])))
    assert shape == (2, 3) and shape[0:1] == [2] and shape[1] == 3


def test_numbers():
    x, n, flag = relay.var("x", "float32"), relay.var("n", "int32"), relay.var("flag", "bool")
    mod = tvm.IRModule.from_expr(relay.Function([x, n, flag], relay.If(flag, x, relay.cast(n, "float32"))))
    machine = VirtualMachine(relay.vm.compile(mod, "llvm"), tvm.cpu())
    assert machine.run(1.5, 3, True).numpy() == 1.5 and machine.run(1.5, 3, False).numpy() == 3


PROGRAM = """#[version = "0.0.5"]
def @sum(%n: int32, %total: int32) -> int32 {
  if (equal(%n, 0)) { %total } else { @sum(subtract(%n, 1), add(%total, %n)) }
}
def @main(%n: int32) -> int32 { @sum(%n, 0) }"""


def test_control_flow_and_functions():
    executable = relay.vm.compile(relay.parse(PROGRAM), tvm.target.Target("llvm"))
    machine = VirtualMachine(executable, [tvm.cpu()], memory_cfg="naive")
    assert machine.run(10).numpy() == 55
    assert set(executable.globals) == {"main", "sum"}
    assert executable.get_function_params("sum") == ["n", "total"]
    assert machine.invoke("sum", 3, 100).numpy() == 106
    assert machine.get_input_index("total", "sum") == 1


def run_both_ways(mod, *args):
    """The result of a compiled program, if evaluation has the same."""
    expected = relay.create_executor("debug", mod).evaluate()(*args).numpy()
    machine = VirtualMachine(relay.vm.compile(mod, "llvm"), tvm.cpu())
    result = machine.invoke("main", *args).numpy()
    np.testing.assert_array_equal(result, expected)
    return result


def test_loops_of_many_rounds():
    mod = relay.parse('''#[version = "0.0.5"]
def @loop(%n: int32, %acc: int32) -> int32 {
  if (%n == 0) { %acc } else { @loop(%n - 1, %acc + %n) }
}
def @main(%n: int32) -> int32 { @loop(%n, 0) }
''')
    assert run_both_ways(mod, np.int32(100000)) == 705082704

    last, x = relay.var("last", "int32"), relay.var("x", shape=(2,))
    i, total = relay.var("i", "int32"), relay.var("total", shape=(2,))
    loop = while_loop(lambda i, total: i < last, [i, total],
                      lambda i, total: [i + relay.const(1), total * relay.const(0.5) + x])
    result = relay.TupleGetItem(loop(relay.const(0), relay.zeros((2,), "float32")), 1)
    mod = tvm.IRModule.from_expr(relay.Function([last, x], result))
    assert run_both_ways(mod, np.int32(100000), np.float32([1, 2])).tolist() == [2, 4]


def test_recursion_that_is_too_deep():
    mod = relay.parse('''#[version = "0.0.5"]
def @sum(%n: int32) -> int32 { if (%n == 0) { 0 } else { %n + @sum(%n - 1) } }
def @main(%n: int32) -> int32 { @sum(%n) }
''')
    assert run_both_ways(mod, np.int32(1000)) == 500500
    machine = VirtualMachine(relay.vm.compile(mod, "llvm"), tvm.cpu())

    def fail():
        with pytest.raises(tvm.TVMError, match="the recursion is too deep for the stack"):
            machine.invoke("main", np.int32(1000000))
        return machine.invoke("main", np.int32(1000)).numpy()

    # The stack of the main thread may be as large as it likes.
    previous = threading.stack_size(8 << 20)
    try:
        with ThreadPoolExecutor(1) as threads:
            assert threads.submit(fail).result() == 500500
    finally:
        threading.stack_size(previous)


def test_dynamic_shapes():
    x = relay.var("x", shape=(relay.Any(), 2))
    machine = VirtualMachine(relay.vm.compile(
        tvm.IRModule.from_expr(relay.Function([x], relay.concatenate([x, x], axis=0))), "llvm"), tvm.cpu())
    for size in (1, 3, 0):
        assert machine.run(np.ones((size, 2), "float32")).shape == (2 * size, 2)


def test_new_shapes_as_arguments():
    x = relay.var("x", shape=(relay.Any(), relay.Any(), relay.Any()))
    shape = relay.var("shape", shape=(2,), dtype="int64")
    mod = tvm.IRModule.from_expr(relay.Function([x, shape], relay.reshape(relay.nn.relu(x), shape)))
    machine = VirtualMachine(relay.vm.compile(mod, "llvm"), tvm.cpu())
    data = np.arange(24, dtype="float32").reshape(2, 3, 4)
    for given, expected in (((1, -1), (1, 24)), ((6, 4), (6, 4))):
        result = machine.run(data, np.array(given, "int64")).numpy()
        np.testing.assert_array_equal(result, data.reshape(expected))
    with pytest.raises(tvm.TVMError, match="dyn.reshape: expected as many elements as data has"):
        machine.run(data, np.array((5, 5), "int64"))


def test_parameters_and_the_compiler():
    x, w = relay.var("x", shape=(2,)), relay.var("w", shape=(2,))
    mod = tvm.IRModule.from_expr(relay.Function([x, w], x * (w + relay.const(1.0))))
    machine = VirtualMachine(relay.vm.compile(mod, "llvm", params={"w": Y}), tvm.cpu())
    assert machine.run(X).numpy().tolist() == [11, 42]
    compiler = relay.vm.VMCompiler()
    optimized, left = compiler.optimize(mod, "llvm", params={"w": Y})
    assert left == {} and [param.name_hint for param in optimized["main"].params] == ["x"]
    assert relay.analysis.list_op_freqs(optimized) == {"multiply": 1}
    with tvm.target.Target("llvm"):
        compiler.lower(mod)
    compiler.codegen()
    assert VirtualMachine(compiler.get_exec(), tvm.cpu()).run(X).numpy().tolist() == [11, 42]
    for call, step in ((lambda c: c.codegen(), "lower"), (lambda c: c.get_exec(), "codegen")):
        with pytest.raises(RuntimeError, match=rf"call {step}\(\) first"):
            call(relay.vm.VMCompiler())
    with pytest.raises(tvm.TVMError, match="expected an IRModule, but got 3"):
        compiler.lower(3, "llvm")


def test_save_and_load():
    executable = relay.vm.compile(relay.parse(PROGRAM), "llvm -mcpu=skylake")
    code, lib = executable.save()
    assert isinstance(code, bytearray) and isinstance(lib, tvm.runtime.Module)
    for data in (code, bytes(code)):
        loaded = Executable.load_exec(data, lib)
        assert VirtualMachine(loaded, tvm.cpu()).run(4).numpy() == 10
    assert Executable.load_exec(code, None).globals == executable.globals
    # The module stands for the executable.
    assert VirtualMachine(executable.mod, tvm.cpu()).run(4).numpy() == 10
    assert loaded.module.type_key == "VMExecutable" and loaded.save()[0] == code


def damage(code, position, byte):
    code = bytearray(code)
    code[position] = byte
    return code


@pytest.mark.parametrize("change, message", [
    (lambda code: b"", "these bytes are no program that RelayLite has saved"),
    (lambda code: b"something else that is long enough", "these bytes are no program"),
    (lambda code: code[:20], "these bytes are no program"),
    (lambda code: code[:-1], "the saved program is damaged: its checksum is another"),
    (lambda code: damage(code, len(code) // 2, 0), "the saved program is damaged"),
    (lambda code: damage(code, 17, 9), "saved in version 9 of the format, but this is version 1"),
])
def test_wrong_bytes(change, message):
    code, lib = compile_difference().save()
    with pytest.raises(tvm.TVMError, match=message):
        Executable.load_exec(change(code), lib)


def test_description():
    executable = compile_difference()
    assert executable.primitive_ops == ["vm_mod_fused_subtract"]
    assert executable.primitives == "VM PackedFunc[0]: vm_mod_fused_subtract"
    assert executable.virtual_devices.startswith("VirtualDevice[0]: device type 1")
    assert executable.stats.splitlines()[:3] == [
        "Relay VM executable statistics:", "  Constants: 0", '  Globals (#1): ["main"]']
    assert executable.constants == ""
    x = relay.var("x", shape=(2,))
    other = relay.vm.compile(tvm.IRModule.from_expr(relay.Function([x], x + relay.const(Y))), "llvm")
    assert other.constants == "VM Const[0]: NDArray[(2,),float32]\n"
    assert executable.lib.is_dso_exportable
    assert executable.bytecode.startswith("main(x, y):\n") and "subtract(" in executable.bytecode


def test_benchmark():
    result = make().benchmark(tvm.cpu(), X, Y, repeat=2, number=1)
    assert len(result.results) == 2 and result.mean > 0
    assert len(make().benchmark(tvm.cpu(), X, y=Y, repeat=3, number=1, end_to_end=True).results) == 3
    with pytest.raises(TypeError, match=r"main\(\) got an unexpected keyword argument 'z'"):
        make().benchmark(tvm.cpu(), X, z=Y, end_to_end=True)


@pytest.mark.parametrize("call, error, message", [
    (lambda m: m.run(X), tvm.TVMError, "main takes 2 arguments, but got 1"),
    (lambda m: m.run(X, Y, X), tvm.TVMError, "main takes 2 arguments, but got 3"),
    (lambda m: m.run(X, Y, x=X), TypeError, "main takes x, y, but got 2 arguments besides x"),
    (lambda m: m.run(x=X), TypeError, "main takes x, y, but got 0 arguments besides x"),
    (lambda m: m.invoke("main"), tvm.TVMError, "Input has not been set for x, y of function main"),
    (lambda m: m.invoke("other", X), ValueError, "Cannot find function other in module; those that are there: main"),
    (lambda m: m.run(X, np.ones(3, "float32")), tvm.error.ArgumentError, "input y: expected size 2 of dimension 0, but got 3"),
    (lambda m: m.run(X, Y.astype("int8")), tvm.error.ArgumentError, "input y: expected elements of type float32, but got int8"),
    (lambda m: m.run(X, {}), TypeError, "Unsupported type: <class 'dict'>"),
    (lambda m: m.set_one_input("main", "z", X), tvm.TVMError, "main has no input z; those that are there: x, y"),
    (lambda m: m.set_one_input("main", 2, X), tvm.TVMError, "main has no input 2; those that are there: x, y"),
    (lambda m: m.set_one_input("main", x=X, y=Y), TypeError, "the name or position of one input and its value"),
    (lambda m: m.set_one_input("main", X), TypeError, "the name or position of one input and its value"),
    (lambda m: m.get_outputs(), tvm.TVMError, "there are no outputs yet"),
    (lambda m: VirtualMachine(3, tvm.cpu()), TypeError, "exe is expected to be the type of Executable, but received"),
    (lambda m: VirtualMachine(compile_difference(), "cpu"), TypeError, r"dev is expected to be Device or List\[Device\]"),
    (lambda m: VirtualMachine(compile_difference(), tvm.cuda()), RuntimeError, "on the CPU, not on cuda"),
    (lambda m: VirtualMachine(compile_difference(), tvm.cpu(), 3), TypeError, "memory_cfg is expected be string or dictionary"),
    (lambda m: VirtualMachine(compile_difference(), tvm.cpu(), "other"), ValueError, "expected the allocator naive or pooled, but got 'other'"),
    (lambda m: Executable.load_exec(3, None), TypeError, "bytecode is expected to be the type of bytearray"),
    (lambda m: Executable.load_exec(b"", 3), TypeError, "lib is expected to be the type of tvm.runtime.Module"),
])
def test_wrong_use(call, error, message):
    with pytest.raises(error, match=message):
        call(make())


def compile_table():
    x = relay.var("x", shape=(100,))
    table = relay.const(np.arange(100, dtype="float32"))
    mod = tvm.IRModule.from_expr(relay.Function([x], (x + table) * relay.const(np.full(1, 2, "float32"))))
    return relay.vm.compile(mod, "llvm")


def test_constants_in_a_file(tmp_path):
    x, expected = np.ones(100, "float32"), 2 * (1 + np.arange(100, dtype="float32"))
    path = str(tmp_path / "constants")
    executable = compile_table()
    executable.move_late_bound_consts(path, byte_limit=100)
    assert [array.shape for array in relay.load_param_dict(open(path, "rb").read()).values()] == [(100,)]
    assert executable.get_function_params("main") == ["x"]
    executable.mod.export_library(str(tmp_path / "net.so"))
    module = tvm.runtime.load_module(str(tmp_path / "net.so"))
    for program in (executable, module, Executable.load_exec(executable.save()[0], None)):
        machine = VirtualMachine(program, tvm.cpu())
        with pytest.raises(tvm.TVMError, match="the constants const_0 of the program have not been loaded"):
            machine.run(x)
        (program if isinstance(program, Executable) else Executable(program)).load_late_bound_consts(path)
        assert np.array_equal(machine.run(x).numpy(), expected)


def test_constants_by_name():
    executable = compile_table()
    constants = executable.get_late_bound_consts(byte_limit=100)
    with pytest.raises(tvm.TVMError, match="the constants const_0 of the program are not among those"):
        executable.load_late_bound_consts_from_map({})
    executable.load_late_bound_consts_from_map(constants)
    machine = VirtualMachine(executable, tvm.cpu())
    assert machine.run(np.zeros(100, "float32")).numpy()[1] == 2
    with pytest.raises(tvm.TVMError, match="constants are moved once, right after a program is compiled"):
        executable.get_late_bound_consts(1)
    small = compile_table()
    assert small.get_late_bound_consts(byte_limit=1000) == {}
    small.load_late_bound_consts_from_map({})
    assert VirtualMachine(small, tvm.cpu()).run(np.zeros(100, "float32")).numpy()[1] == 2


@pytest.mark.parametrize("rows", [2, relay.Any()])
def test_arguments_are_only_read(rows):
    """A scatter in place would change the data of the caller."""
    data, indices = relay.var("data", shape=(rows, 3)), relay.var("indices", shape=(2, 1), dtype="int64")
    updates = relay.var("updates", shape=(2, 1))
    body = relay.scatter_elements(data, indices, updates, 1, "add")
    mod = tvm.IRModule.from_expr(relay.Function([data, indices, updates], body))
    machine = VirtualMachine(relay.vm.compile(mod, "llvm"), tvm.cpu())
    arguments = [tvm.nd.array(array) for array in (np.ones((2, 3), "float32"), np.zeros((2, 1), "int64"),
                                                   np.ones((2, 1), "float32"))]
    for _ in range(2):
        assert machine.run(*arguments).numpy().tolist() == [[2, 1, 1], [2, 1, 1]]
    assert (arguments[0].numpy() == 1).all()
