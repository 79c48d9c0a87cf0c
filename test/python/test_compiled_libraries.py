"""Programs in files: what export_library writes, and load_module reads."""

import json
import os
import shutil
import subprocess
import sys

import numpy as np
import pytest

import relay_lite as tvm
from relay_lite import _ext, relay
from relay_lite.contrib import cc, graph_executor, tar, utils
from relay_lite.runtime.vm import Executable, VirtualMachine

X = np.array([[1, -2, 3], [4, 5, -6]], "float32")


def make_module():
    x, w = relay.var("x", shape=(2, 3)), relay.var("w", shape=(4, 3))
    y = relay.nn.relu(relay.nn.dense(x, w) + relay.const(np.arange(4, dtype="float32")))
    params = {"w": np.arange(12, dtype="float32").reshape(4, 3) - 5}
    return tvm.IRModule.from_expr(relay.Function([x, w], relay.Tuple([y, x]))), params


def build(**options):
    mod, params = make_module()
    return relay.build(mod, options.pop("target", "llvm"), params=params, **options)


def run(module, name="default"):
    runner = graph_executor.GraphModule(module[name](tvm.cpu()))
    runner.run(x=X)
    return [runner.get_output(index).numpy() for index in range(2)]


EXPECTED = run(build())


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    """The path of a library."""
    path = str(tmp_path_factory.mktemp("library") / "net.so")
    build().export_library(path)
    return path


@pytest.mark.parametrize("name", ["net.so", "net.o", "net.tar", "net"])
def test_graphs_in_files(tmp_path, name):
    build(mod_name="net").export_library(tmp_path / name)
    assert os.listdir(tmp_path) == [name]
    module = tvm.runtime.load_module(tmp_path / name)
    assert module.type_key == "GraphExecutorFactory" and module.is_runnable
    assert all(map(np.array_equal, run(module, "net"), EXPECTED))
    assert set(module["get_graph_params"]()) == {"p0", "p1"}
    runner = graph_executor.GraphModule(module["net"](tvm.cpu()))
    assert runner.get_input_info()[0] == {"x": (2, 3)} and runner.get_num_outputs() == 2


def test_the_form_of_early_versions(tmp_path):
    """Graph, library and parameters in three files."""
    with pytest.warns(DeprecationWarning):
        graph, lib, params = build()
    lib.export_library(str(tmp_path / "net.so"))
    (tmp_path / "net.json").write_text(graph)
    (tmp_path / "net.params").write_bytes(relay.save_param_dict(params))
    module = tvm.runtime.load_module(str(tmp_path / "net.so"))
    runner = graph_executor.create((tmp_path / "net.json").read_text(), module, tvm.cpu())
    runner.load_params((tmp_path / "net.params").read_bytes())
    runner.run(x=X)
    assert np.array_equal(runner.get_output(0).numpy(), EXPECTED[0])


def test_another_library_under_the_same_path(tmp_path):
    path, results, modules = str(tmp_path / "net.so"), [], []
    x = relay.var("x", shape=(2,))
    for factor in (2.0, 3.0):
        mod = tvm.IRModule.from_expr(relay.Function([x], x * relay.const(factor)))
        relay.build(mod, "llvm").export_library(path)
        # The first stays loaded.
        modules.append(tvm.runtime.load_module(path))
        runner = graph_executor.GraphModule(modules[-1]["default"](tvm.cpu()))
        runner.run(x=[1, 1])
        results.append(runner.get_output(0).numpy().tolist())
    assert results == [[2, 2], [3, 3]]


def test_libraries_of_other_machines(tmp_path):
    if cc.shutil.which("aarch64-linux-gnu-gcc") is None:
        pytest.skip("there is no compiler that links for AArch64")
    path = str(tmp_path / "net.so")
    build(target="llvm -mtriple=aarch64-linux-gnu").export_library(path)
    with pytest.raises(tvm.TVMError, match="cannot load .*net.so: "):
        tvm.runtime.load_module(path)


def test_in_another_process(library):
    script = """
import sys, numpy as np, tvm
from tvm.contrib import graph_executor
runner = graph_executor.GraphModule(tvm.runtime.load_module(sys.argv[1])["default"](tvm.cpu()))
runner.run(x=np.array([[1, -2, 3], [4, 5, -6]], "float32"))
print(runner.get_output(0).numpy().tolist())
"""
    done = subprocess.run([sys.executable, "-c", "import relay_lite.as_tvm; relay_lite.as_tvm.install()\n"
                           + script, library], text=True, capture_output=True, check=True)
    assert done.stdout == f"{EXPECTED[0].tolist()}\n"


def test_in_a_session(library):
    session = tvm.rpc.LocalSession()
    session.upload(library)
    session.upload(b"text", "folder/a.txt")
    assert session.listdir(".") == "folder,net.so" and session.download("folder/a.txt") == b"text"
    module = session.load_module("net.so")
    assert session.cpu() == session.device("llvm") == tvm.cpu()
    assert all(map(np.array_equal, run(module), EXPECTED))
    session.remove("folder/a.txt")
    assert session.listdir("folder") == ""
    for call in (lambda: session.upload(b"", "../a"), lambda: session.remove("/etc/hosts")):
        with pytest.raises(ValueError, match="is not in the folder of the session"):
            call()
    with pytest.raises(ValueError, match="target must present when file is a bytearray"):
        session.upload(b"")
    with pytest.raises(ValueError, match="Cannot find global function"):
        session.get_function("no_such_function")
    with pytest.raises(AttributeError, match="rpc.LocalSession"):
        tvm.rpc.Server


def test_programs_ahead_of_time(tmp_path):
    path = str(tmp_path / "net.so")
    build(executor=relay.backend.Executor("aot")).export_library(path)
    runner = tvm.runtime.executor.AotModule(tvm.runtime.load_module(path)["default"](tvm.cpu()))
    runner.run(x=X)
    assert np.array_equal(runner.get_output(0).numpy(), EXPECTED[0])


PROGRAM = """#[version = "0.0.5"]
def @sum(%n: int32, %total: int32) -> int32 {
  if (equal(%n, 0)) { %total } else { @sum(subtract(%n, 1), add(%total, %n)) }
}
def @main(%p: (int32, Tensor[(?, 2), float32])) -> (int32, (Tensor[(?, 2), float32], bool)) {
  let %n = %p.0;
  (@sum(%n, 0), (concatenate((%p.1, %p.1)), greater(%n, 1)))
}"""


def test_programs_for_virtual_machines(tmp_path):
    executable = relay.vm.compile(relay.parse(PROGRAM), "llvm")
    path = str(tmp_path / "net.so")
    executable.mod.export_library(path)
    module = tvm.runtime.load_module(path)
    data = np.arange(6, dtype="float32").reshape(3, 2)
    for program in (module, Executable(module), executable):
        machine = VirtualMachine(program, tvm.cpu())
        number, (array, flag) = machine.run((10, data))
        assert number.numpy() == 55 and np.array_equal(array.numpy(), np.concatenate([data, data]))
        assert flag.dtype == "bool" and flag.numpy()
        assert isinstance(machine.run((10, data)), tvm.runtime.container.ADT)
        assert machine.invoke("sum", 3, 100).numpy() == 106
    assert Executable(module).get_function_params("sum") == ["n", "total"]
    # Code and library in two files.
    code, lib = executable.save()
    lib.export_library(str(tmp_path / "lib.so"))
    loaded = Executable.load_exec(code, tvm.runtime.load_module(str(tmp_path / "lib.so")))
    assert VirtualMachine(loaded, tvm.cpu()).run((4, data))[0].numpy() == 10


def test_element_types(tmp_path):
    """Booleans, bfloat16, empty and unaligned arrays, and no dimensions at all."""
    types = {"b": ((2,), "bool"), "h": ((2,), "bfloat16"), "e": ((0, 3), "int8"), "s": ((), "float64")}
    variables = [relay.var(name, shape=shape, dtype=dtype) for name, (shape, dtype) in types.items()]
    b, h, e, s = variables
    mod = tvm.IRModule.from_expr(relay.Function(variables, relay.Tuple(
        [relay.logical_not(b), h + h, relay.concatenate([e, e], axis=0), s + s])))
    path = str(tmp_path / "net.so")
    relay.build(mod, "llvm").export_library(path)
    runner = graph_executor.GraphModule(tvm.runtime.load_module(path)["default"](tvm.cpu()))
    unaligned = np.frombuffer(b"." + np.float64(1.5).tobytes(), "float64", offset=1).reshape(())
    runner.set_input_zero_copy("s", tvm.nd.array(unaligned))
    runner.run(b=[True, False], h=[1, 2])
    outputs = [runner.get_output(index) for index in range(4)]
    assert outputs[0].numpy().tolist() == [False, True] and outputs[3].numpy() == 3
    assert np.asarray(outputs[1]).tolist() == [0x4000, 0x4080] and outputs[2].shape == (0, 3)


def test_large_unsigned_constants(tmp_path):
    table = np.arange(200000, dtype="uint32").reshape(2, -1)
    x = relay.var("x", shape=(2, 100000), dtype="uint32")
    mod = tvm.IRModule.from_expr(relay.Function([x], x + relay.const(table)))
    path = str(tmp_path / "net.so")
    relay.build(mod, "llvm").export_library(path)
    runner = graph_executor.GraphModule(tvm.runtime.load_module(path)["default"](tvm.cpu()))
    runner.run(x=table)
    assert np.array_equal(runner.get_output(0).numpy(), 2 * table)


def test_results_stay(tmp_path, library):
    """Arrays outlive what they come from."""
    path = str(tmp_path / "vm.so")
    relay.vm.compile(relay.parse(PROGRAM), "llvm").mod.export_library(path)
    machine = VirtualMachine(tvm.runtime.load_module(path), tvm.cpu())
    array = machine.run((1, np.full((2, 2), 7, "float32")))[1][0]
    del machine
    assert array.numpy().tolist() == [[7, 7]] * 4


@pytest.mark.parametrize("fmt, begin", [("o", b"\x7fELF"), ("ll", b"; ModuleID"), ("s", b"\t"), ("asm", b"\t")])
def test_code(tmp_path, fmt, begin):
    lib = build().get_lib()
    path = tmp_path / f"net.{fmt}"
    lib.save(str(path))
    other = tmp_path / "other"
    lib.save(str(other), fmt)
    for file in (path, other):
        assert file.read_bytes().startswith(begin)
    if fmt != "o":
        assert "default_main" in build(mod_name="1 net").module.get_source(fmt).replace("_1_net", "default")
        assert "relay_main" in lib.get_source(fmt)
    assert "define" in lib.get_source() and "relay.nn.dense" in lib.get_source("mlir")


def test_code_is_given_once():
    compiled = tvm._ext.compile_module(make_module()[0], "net")
    assert "net_main" in compiled.header and '"name": "net"' in compiled.description
    assert compiled.emit("object").startswith(b"\x7fELF")
    with pytest.raises(tvm.TVMError, match="the code has been asked for before"):
        compiled.emit("object")
    with pytest.raises(ValueError, match="expected the form object, assembly or llvm, but got text"):
        compiled.emit("text")


def test_other_machines(tmp_path):
    library = build(target="llvm -mtriple=aarch64-linux-gnu -mcpu=cortex-a72 -mattr=+neon")
    path = tmp_path / "net.o"
    library.export_library(path)
    # The machine of an ELF file.
    assert path.read_bytes()[18:20] == b"\xb7\x00"
    for target, message in (("llvm -mtriple=nothing-at-all", "nothing"), ("llvm -mcpu=nothing", "nothing"),
                            ("llvm -mattr=+nothing", "nothing")):
        with pytest.raises(tvm.TVMError, match=message):
            build(target=target).export_library(tmp_path / "other.o")
    assert os.listdir(tmp_path) == ["net.o"]


def test_what_links(tmp_path):
    calls = []

    def link(output, objects, **kwargs):
        calls.append((output, [os.path.basename(path) for path in objects], kwargs))
        cc.create_shared(output, objects)

    path = str(tmp_path / "net.so")
    build().export_library(path, fcompile=link, options=["-O2"])
    assert calls == [(path, ["lib0.o"], {"options": ["-O2"]})]
    build().export_library(path, fcompile=cc.cross_compiler("gcc", options=["-O2"]))
    assert all(map(np.array_equal, run(tvm.runtime.load_module(path)), EXPECTED))
    build().export_library(str(tmp_path / "other.so"), cc="gcc", workspace_dir=str(tmp_path))


@pytest.mark.parametrize("programs", [["ld.lld"], ["clang", "ld.lld"]])
def test_linkers_without_a_c_compiler(tmp_path, monkeypatch, programs):
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in programs:
        program = shutil.which(f"{name}-22") or shutil.which(name)
        if program is None:
            pytest.skip(f"there is no {name}")
        (folder / name).symlink_to(program)
    monkeypatch.setenv("PATH", str(folder))
    path = str(tmp_path / "net.so")
    build().export_library(path)
    assert all(map(np.array_equal, run(tvm.runtime.load_module(path)), EXPECTED))


def test_nothing_links(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    message = "no C compiler 'cc' or 'gcc' or 'ld.lld' or 'clang' to link with"
    with pytest.raises(tvm.TVMError, match=message):
        build().export_library(tmp_path / "net.so")
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("export, message", [
    (lambda lib, path: lib.export_library(path / "a.so", cc="no_such_compiler"), "no C compiler 'no_such_compiler'"),
    (lambda lib, path: lib.export_library(path / "a.so", options=["-O2"]), "options are for what links"),
    (lambda lib, path: lib.export_library(path / "a.so", addons=["a.o"]), "addons and fpack_imports have no meaning"),
    (lambda lib, path: lib.export_library(path / "no_such_folder" / "a.so"), "cannot write .*no_such_folder"),
    (lambda lib, path: lib.export_library(path / "no_such_folder" / "a.o"), "cannot write .*no_such_folder.*: No such file"),
    (lambda lib, path: lib.get_lib().save(path / "a.xyz"), "Do not know how to save to file .* with format 'xyz'"),
])
def test_exports_that_fail(tmp_path, export, message):
    with pytest.raises(tvm.TVMError, match=message):
        export(build(), tmp_path)
    assert os.listdir(tmp_path) == []


def test_functions_without_a_form_in_c():
    x, y = relay.var("x", shape=(2,)), relay.var("y", shape=(2,))
    function = relay.Function([x], relay.Function([y], x + y))
    executable = relay.vm.compile(tvm.IRModule.from_expr(function), "llvm")
    with pytest.raises(tvm.error.DiagnosticError, match="expected tensors or tuples of tensors, but a result"):
        executable.mod.export_library("never_written.so")
    assert not os.path.exists("never_written.so")


def test_functions_that_others_call_alone(tmp_path):
    """Functions of closures are not for C, but programs may have them."""
    mod = relay.parse("""#[version = "0.0.5"]
def @apply(%f: fn (Tensor[(2), float32]) -> Tensor[(2), float32], %x: Tensor[(2), float32])
    -> Tensor[(2), float32] { %f(%f(%x)) }
def @main(%x: Tensor[(2), float32], %y: Tensor[(2), float32]) -> Tensor[(2), float32] {
  let %g = fn (%z: Tensor[(2), float32]) -> Tensor[(2), float32] { add(%z, %y) };
  @apply(%g, %x)
}""")
    path = str(tmp_path / "net.so")
    relay.vm.compile(mod, "llvm").mod.export_library(path)
    executable = Executable(tvm.runtime.load_module(path))
    assert "apply" not in executable.globals
    machine = VirtualMachine(executable, tvm.cpu())
    assert machine.run(np.array([1, 2], "float32"), np.array([10, 20], "float32")).numpy().tolist() == [21, 42]


def compile_c(tmp_path, name, text):
    source, path = tmp_path / f"{name}.c", str(tmp_path / f"{name}.so")
    source.write_text(text)
    cc.create_shared(path, str(source))
    return path


def test_wrong_files(tmp_path, library):
    path = tmp_path / "a.so"
    path.write_text("text")
    with pytest.raises(tvm.TVMError,
                       match="cannot load .*a.so: expected a shared library, but got text"):
        tvm.runtime.load_module(str(path))
    path.write_bytes(relay.save_param_dict({"w": np.ones(2)}))
    with pytest.raises(tvm.TVMError, match="expected a shared library, but got a parameter file"):
        tvm.runtime.load_module(str(path))
    path.write_bytes(b"")
    with pytest.raises(tvm.TVMError, match="expected a shared library, but got an empty file"):
        tvm.runtime.load_module(str(path))
    path.write_bytes(open(library, "rb").read()[:3000])
    with pytest.raises(tvm.TVMError, match="cannot load .*a.so: the file is truncated"):
        tvm.runtime.load_module(str(path))
    with pytest.raises(tvm.TVMError, match="two.so: its interface has the version 99, but this is version 2"):
        tvm.runtime.load_module(compile_c(tmp_path, "two", "unsigned relay_lite_module[64] = {99};"))
    (tmp_path / "b.tar").write_text("text")
    with pytest.raises(RuntimeError, match="Tar error: cannot unpack .*b.tar"):
        tvm.runtime.load_module(str(tmp_path / "b.tar"))
    (tmp_path / "b.o").write_text("text")
    with pytest.raises(tvm.TVMError,
                       match="cannot load .*b.o: expected an object file, but got text"):
        tvm.runtime.load_module(str(tmp_path / "b.o"))
    with pytest.raises(ValueError, match="cannot find file no_such_file.so"):
        tvm.runtime.load_module("no_such_file.so")


def test_libraries_of_the_compiler_alone(tmp_path):
    """Libraries of relay-lite-compile have no description for Python."""
    from relay_lite import _ext

    path = str(tmp_path / "a.so")
    compiled = _ext.compile_module(make_module()[0], "net")
    assert "net_main" in compiled.header and '"name": "main"' in compiled.description
    compiled.write_library(path)
    with pytest.raises(tvm.TVMError, match="the code has been asked for before"):
        compiled.emit("object")
    native = _ext.NativeLibrary(path)
    y, x = native.call("main", [X, make_module()[1]["w"]])
    assert np.array_equal(y.numpy(), EXPECTED[0]) and np.array_equal(x.numpy(), X)
    y, x = tvm.runtime.load_module(path)["main"](X, make_module()[1]["w"])
    assert np.array_equal(y.numpy(), EXPECTED[0]) and np.array_equal(x.numpy(), X)
    with pytest.raises(ValueError, match="no function other"):
        native.call("other", [])
    for arguments, message in (([], "the function takes 2 arrays, but got 0"),
                               ([X, X], r"input w: expected size 4 of dimension 0, but got 2"),
                               ([X.astype("int8"), X], "input x: expected elements of type float32")):
        with pytest.raises(tvm.error.ArgumentError, match=message):
            native.call("main", arguments)
    with pytest.raises(ValueError, match="expected the form object, assembly or llvm, but got exe"):
        _ext.compile_module(make_module()[0], "net").emit("exe")


@pytest.mark.parametrize("target, threads", [("llvm -num-cores=3", 3), ("llvm -num-cores=1", 1),
                                             ("llvm", min(os.cpu_count(), 16))])
def test_threads(tmp_path, target, threads):
    x, w = relay.var("x", shape=(64, 96)), relay.var("w", shape=(128, 96))
    mod = tvm.IRModule.from_expr(relay.Function([x, w], relay.nn.dense(x, w)))
    rng = np.random.default_rng(3)
    arrays = {name: rng.standard_normal(shape, "float32")
              for name, shape in (("x", (64, 96)), ("w", (128, 96)))}
    path = str(tmp_path / "dense.so")
    built = relay.build(mod, target)
    built.export_library(path)
    results = []
    for module in (built, tvm.runtime.load_module(path)):
        runner = graph_executor.GraphModule(module["default"](tvm.cpu()))
        runner.run(**arrays)
        results.append(runner.get_output(0).numpy())
    assert np.array_equal(*results)
    description = json.loads(_ext.NativeLibrary(path).description)
    assert description["max_threads"] == threads


def test_threads_of_a_target(tmp_path):
    with pytest.raises(tvm.TVMError, match="expected threads from 1 to 1024, but got 0"):
        build(target="llvm -num-cores=0").export_library(str(tmp_path / "a.so"))


def test_loaded_libraries(library):
    module = tvm.runtime.load_module(library)
    for call in (lambda: module.export_library("a.so"), lambda: module.get_source("mlir"),
                 lambda: module.get_source()):
        with pytest.raises(tvm.TVMError, match="net.so holds compiled code, not the program"):
            call()
    with pytest.raises(tvm.TVMError, match="a library in a file has no functions of single nodes"):
        module["debug_create"]("default", tvm.cpu())
    lib, = module.imported_modules
    with pytest.raises(tvm.error.ArgumentError, match="the function takes 3 arrays, but got 4"):
        lib["main"](X, X, X, X)
    weight, bias = (module["get_graph_params"]()[name] for name in ("p0", "p1"))
    assert np.array_equal(lib["main"](X, weight, bias)[0].numpy(), EXPECTED[0])
    with pytest.raises(ValueError, match="Cannot find function other in module"):
        module._library.get_parameters("other")


def test_compilers(tmp_path, monkeypatch):
    (tmp_path / "a.c").write_text('#include <stdio.h>\nint number(void) { return 3; }\n'
                                  'int main(void) { printf("%d\\n", number()); return 0; }')
    path = str(tmp_path / "program")
    cc.create_executable(path, [str(tmp_path / "a.c")], options=["-std=c99"], cc="gcc")
    assert subprocess.run([path], capture_output=True, text=True, check=True).stdout == "3\n"
    cc.create_executable(str(tmp_path / "a.obj"), str(tmp_path / "a.c"), cc="gcc")
    tar.tar(str(tmp_path / "a.tar"), [str(tmp_path / "a.obj")])
    cc.create_staticlib(str(tmp_path / "a.a"), [str(tmp_path / "a.tar")])
    sections = cc.get_global_symbol_section_map(str(tmp_path / "a.a"))
    assert sections["number"] == sections["main"] == "T"
    with pytest.raises(FileNotFoundError, match="no_such_file does not exist"):
        cc.get_global_symbol_section_map("no_such_file")
    assert cc.get_target_by_dump_machine("gcc")().count("-") >= 2
    assert cc.get_target_by_dump_machine(None)() is None
    assert cc.create_shared.get_target_triple().count("-") >= 2
    cross = cc.cross_compiler("gcc", add_files=[str(tmp_path / "a.c")])
    assert cross.output_format == "so" and cross.get_target_triple() == cc.get_target_by_dump_machine("gcc")()
    cross(str(tmp_path / "b.so"), [])
    assert cc.cross_compiler(tar.tar).output_format == "tar"
    monkeypatch.setenv("CXX", "my-compiler")
    assert cc.get_cc() == "my-compiler"
    for call, error, message in (
            (lambda: cc.create_shared("a.so", "no_such_file.o", cc="gcc"), RuntimeError, "(?s)Compilation error:.*Command line: gcc -shared"),
            (lambda: cc.create_shared("a.so", "a.o"), RuntimeError, "my-compiler"),
            (lambda: cc.create_staticlib("a.a", [], ar="no_such_ar"), RuntimeError, "AR error")):
        with pytest.raises(error, match=message):
            call()
    monkeypatch.delenv("CXX")
    monkeypatch.setenv("CC", "")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert cc.get_cc() is None
    with pytest.raises(RuntimeError, match="there is no C compiler"):
        cc.create_shared("a.so", "a.o")
    with pytest.raises(ValueError, match="ccache not found"):
        cc.create_shared("a.so", "a.o", cc="gcc", ccache_env={})


def test_archives(tmp_path):
    import tarfile

    path = str(tmp_path / "a.tar")
    (tmp_path / "a.txt").write_text("a")
    with pytest.raises(ValueError, match="duplicate file name a.txt"):
        tar.tar(path, [str(tmp_path / "a.txt")] * 2)
    assert not os.path.exists(path)
    with tarfile.open(path, "w") as archive:
        archive.add(tmp_path / "a.txt", "../outside.txt")
    folder = tmp_path / "folder"
    folder.mkdir()
    with pytest.raises(RuntimeError, match="outside.txt is no file in a folder of the archive"):
        tar.untar(path, str(folder))
    assert os.listdir(folder) == [] and not (tmp_path / "outside.txt").exists()
    temp = utils.tempdir()
    tar.tar(path, [str(tmp_path / "a.txt")])
    files = tar.normalize_file_list_by_unpacking_tars(temp, ["b.o", path])
    assert files == ["b.o", temp.relpath("temp0/a.txt")] and open(files[1]).read() == "a"


QUICK_START = """
import numpy as np

from tvm import relay
from tvm.relay import testing
import tvm
from tvm import te
from tvm.contrib import graph_executor, utils
import tvm.testing

batch_size, num_class = 1, 10
image_shape = (3, 32, 32)
data_shape = (batch_size,) + image_shape
mod, params = relay.testing.resnet.get_workload(
    num_layers=18, batch_size=batch_size, image_shape=image_shape, num_classes=num_class)
target = tvm.target.Target("llvm")
dev = tvm.cpu()
with tvm.transform.PassContext(opt_level=3):
    lib = relay.build(mod, target, params=params)
data = np.random.uniform(-1, 1, size=data_shape).astype("float32")
module = graph_executor.GraphModule(lib["default"](dev))
module.set_input("data", data)
module.run()
out = module.get_output(0, tvm.nd.empty((batch_size, num_class))).numpy()

temp = utils.tempdir()
path_lib = temp.relpath("deploy_lib.tar")
lib.export_library(path_lib)
print(temp.listdir())
loaded_lib = tvm.runtime.load_module(path_lib)
module = graph_executor.GraphModule(loaded_lib["default"](dev))
module.run(data=tvm.nd.array(data))
out_deploy = module.get_output(0).numpy()
assert np.array_equal(out_deploy, out)
reference = relay.create_executor("vm", mod, dev, target, params).evaluate()(data)
tvm.testing.assert_allclose(reference.numpy(), out, atol=1e-5)
print(module.benchmark(dev, repeat=1, number=1))
"""


def test_quick_start(tmp_path):
    """The steps of TVM's tutorials: build, run, export, load, run."""
    script = tmp_path / "quick_start.py"
    script.write_text(QUICK_START)
    done = subprocess.run([sys.executable, "-m", "relay_lite.as_tvm", script], text=True,
                          capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("['deploy_lib.tar']\nExecution time summary:")
