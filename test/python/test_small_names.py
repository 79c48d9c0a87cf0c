"""Names around the compiler that many scripts use: files, notebooks, targets, and what TVM 0.7 and
before called devices."""

import http.server
import os
import pickle
import subprocess
import sys
import threading

import numpy as np
import pytest

import relay_lite as tvm
from relay_lite import relay
from relay_lite.contrib import download, utils


def test_folders_are_removed(tmp_path):
    folder = utils.tempdir()
    path = folder.path
    (folder / "a.txt").write_text("a")
    assert folder.listdir() == ["a.txt"] and os.path.exists(folder.relpath("a.txt"))
    assert folder.temp_dir == str(path)
    folder.remove()
    assert not path.exists() and folder.temp_dir is None
    folder.remove()
    path = utils.tempdir().path
    assert not path.exists()
    custom = utils.tempdir(str(tmp_path / "own"))
    assert custom.path == tmp_path / "own" and custom.path.is_dir()
    with pytest.raises(FileExistsError):
        utils.tempdir(str(tmp_path))
    assert tmp_path.exists()


def test_folders_that_stay(tmp_path):
    kept = utils.TempDirectory(tmp_path / "a", keep_for_debug=True)
    with utils.TempDirectory.set_keep_for_debug():
        other = utils.tempdir(tmp_path / "b")
    last = utils.tempdir(tmp_path / "c")
    kept.remove()
    del other, last
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "b"]


def test_folders_are_removed_when_the_program_ends():
    program = "import tvm; d = tvm.contrib.utils.tempdir(); open(d.relpath('x'), 'w'); print(d.path)"
    done = subprocess.run(
        [sys.executable, "-c", "import relay_lite.as_tvm; relay_lite.as_tvm.install()\n" + program],
        text=True, capture_output=True, check=True)
    assert done.stdout.strip() and not os.path.exists(done.stdout.strip())


def test_download_from_this_machine(tmp_path):
    source, target = tmp_path / "source.txt", tmp_path / "folder" / "target.txt"
    source.write_text("one")
    download.download(source.as_uri(), target)
    assert target.read_text() == "one"
    # An existing file stays, unless it is to be fetched anew, or has another size.
    source.write_text("two")
    download.download(source.as_uri(), target)
    download.download(source.as_uri(), target, size_compare=True)
    assert target.read_text() == "one"
    download.download(str(source), target, overwrite=True)
    assert target.read_text() == "two"
    source.write_text("three")
    download.download(str(source), target, size_compare=True)
    assert target.read_text() == "three"
    assert [path.name for path in target.parent.iterdir()] == ["target.txt"]


def test_download_says_where_to_put_the_file(tmp_path, monkeypatch):
    monkeypatch.setattr(download, "TEST_DATA_ROOT_PATH", tmp_path)
    tries = []
    monkeypatch.setattr(download, "_fetch", lambda *arguments: tries.append(1) or open("/no/such/file"))
    path = tmp_path / "model" / "resnet.onnx"
    with pytest.raises(OSError) as error:
        download.download_testdata("http://127.0.0.1:9/resnet.onnx", "resnet.onnx", module="model")
    assert str(error.value).endswith(f"put the file at {path}") and len(tries) == 3
    path.parent.mkdir()
    path.write_bytes(b"model")
    for module in ("model", ["model"], ("model",)):
        assert download.download_testdata("http://127.0.0.1:9/resnet.onnx", "resnet.onnx",
                                          module) == str(path)
    with pytest.raises(ValueError, match="Unsupported module: 3"):
        download.download_testdata("http://127.0.0.1:9/x", "x", module=3)


def test_nothing_is_left_of_a_download_that_fails(tmp_path):
    with pytest.raises(OSError, match="cannot fetch .*no_such_file.*; put the file at .*target"):
        download.download(str(tmp_path / "no_such_file"), tmp_path / "target")
    assert list(tmp_path.iterdir()) == []


def test_download_from_a_server(tmp_path, monkeypatch):
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    # The first attempt finds no server, the second less than all of the file.
    answers = [(503, b"data"), (200, b"da"), (200, b"data"), (200, b"d")]
    served = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            status, data = answers[len(served)]
            served.append(self.path)
            self.send_response(status)
            self.send_header("Content-Length", "4")
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *arguments):
            pass

    with http.server.HTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        monkeypatch.setattr(download, "TEST_DATA_ROOT_PATH", tmp_path)
        url = f"http://127.0.0.1:{server.server_port}/a/data.bin"
        path = download.download_testdata(url, "data.bin")
        assert open(path, "rb").read() == b"data" and served == ["/a/data.bin"] * 3
        assert download.download_testdata(url, "data.bin") == path and len(served) == 3
        with pytest.raises(OSError, match="expected 4 bytes, but got 1; put the file at"):
            download.download(url, path, overwrite=True, retries=1)
        assert open(path, "rb").read() == b"data"
        server.shutdown()


def test_devices_of_early_versions():
    dev = tvm.context("llvm", 0)
    assert dev == tvm.cpu(0) == tvm.nd.context("cpu") == tvm.runtime.context("cpu", 0)
    array = tvm.nd.array(np.ones(2, "float32"), ctx=dev)
    assert array.ctx == array.context == array.device == dev and array.asnumpy().sum() == 2
    assert tvm.nd.empty((2,), ctx=dev).shape == (2,)
    x = relay.var("x", shape=(2,))
    executor = relay.create_executor("graph", tvm.IRModule.from_expr(relay.Function([x], x + x)),
                                     ctx=dev, target="llvm")
    assert executor.evaluate()(array).asnumpy().tolist() == [2, 2]
    for make in (lambda ctx: tvm.nd.array([1], ctx=ctx), lambda ctx: tvm.nd.empty((2,), ctx=ctx),
                 lambda ctx: relay.create_executor(ctx=ctx)):
        with pytest.raises(RuntimeError, match="on the CPU"):
            make(tvm.context("cuda"))


def test_registry_of_functions():
    @tvm._ffi.register_func("small_names.twice")
    def twice(x):
        return 2 * x

    assert tvm._ffi.get_global_func("small_names.twice") is tvm.get_global_func("small_names.twice") is twice


def test_enabled():
    assert tvm.runtime.enabled("llvm") and tvm.runtime.enabled("llvm -mcpu=skylake")
    assert not tvm.runtime.enabled("cuda") and not tvm.runtime.enabled("")


@pytest.mark.parametrize("version, fp16, int8", [
    ("5.2", False, False), ("5.3", True, False), ("6.0", True, True), ("8.6", True, True)])
def test_capabilities_of_gpus(version, fp16, int8):
    nvcc = tvm.contrib.nvcc
    assert (nvcc.have_fp16(version), nvcc.have_int8(version)) == (fp16, int8)
    for wrong in ("8", "a.b"):
        with pytest.raises(RuntimeError, match="expected two numbers such as 8.6, but got"):
            nvcc.parse_compute_version(wrong)


def test_libraries_that_programs_do_not_use():
    assert not tvm.contrib.cudnn.exists()


def make_module():
    x = relay.var("x", shape=(2,))
    return tvm.IRModule.from_expr(relay.Function([x], x + relay.const([1.0, 2.0])))


def test_show(capsys):
    mod = make_module()
    mod.show()
    assert capsys.readouterr().out == mod.script() + "\n" == mod.astext(show_meta_data=False) + "\n"
    mod.show(show_meta=True)
    shown = capsys.readouterr().out
    assert shown == mod.script(show_meta=True) + "\n" and "#[metadata]" in shown
    assert tvm.ir.structural_equal(relay.parse(shown), relay.transform.InferType()(mod))


def test_notebooks_show_text():
    x = relay.var("x", shape=(2,))
    function = relay.Function([x], x).with_attr("hint", "<b>&")
    for value in (function, tvm.IRModule.from_expr(function)):
        shown = value._repr_html_()
        assert shown.startswith("<pre>") and shown.endswith("</pre>")
        assert "%x: Tensor[(2), float32], hint=&quot;&lt;b&gt;&amp;&quot;" in shown
        assert "<b>" not in shown
    assert "metadata" not in make_module()._repr_html_()


def test_strings_as_nodes():
    text = tvm.tir.StringImm("a")
    assert text == "a" and text.value == "a" and text.dtype == "handle"
    assert type(text.value) is str and type(pickle.loads(pickle.dumps(text))) is tvm.tir.expr.StringImm
    assert tvm.ir.make_node("tir.StringImm", value="b") == tvm.tir.StringImm("b")
    x = relay.var("x")
    assert relay.Function([x], x).with_attr("Composite", text).attrs["Composite"] == "a"


def test_attributes_of_operators_as_nodes():
    attrs = tvm.ir.make_node("relay.attrs.Conv2DAttrs", strides=(2, 2), padding=(0, 0, 0, 0),
                             channels=4)
    assert isinstance(attrs, relay.op.op_attrs.Conv2DAttrs)
    assert attrs.strides == (2, 2) and attrs.channels == 4 and attrs.data_layout == "NCHW"
    x, w = relay.var("x", shape=(1, 3, 8, 8)), relay.var("w", shape=(4, 3, 3, 3))
    call = relay.Call(relay.op.get("nn.conv2d"), [x, w], attrs)
    assert tvm.ir.structural_equal(call, relay.nn.conv2d(x, w, strides=2, channels=4, padding=0),
                                   map_free_vars=True)
    assert relay.transform.InferTypeLocal(call) == relay.TensorType((1, 4, 3, 3))


# Without those of operators that have an operand as an attribute, too.
@pytest.mark.parametrize("type_key", sorted(
    {key for name in tvm.ir.Op.list_op_names() if (key := relay.op.get(name).attrs_type_key)
     and not name.startswith(("dyn.", "memory.alloc_tensor"))}))
def test_attributes_of_each_operator(type_key):
    """They can be made again of what they are."""
    try:
        attrs = tvm.ir.make_node(type_key)
    except tvm.TVMError as error:
        assert f"{type_key}: required field '" in str(error)
        return
    assert tvm.ir.make_node(type_key, **dict(attrs.items())) == attrs


@pytest.mark.parametrize("type_key, values, error, message", [
    ("relay.attrs.Conv2DAttrs", dict(stride=1), AttributeError,
     "relay.attrs.Conv2DAttrs: does not have field 'stride'; the fields are: strides, padding"),
    ("relay.attrs.Conv2DAttrs", dict(padding="a"), tvm.TVMError,
     "nn.conv2d: expected a list of integers as attribute 'padding', but got 'a'"),
    ("relay.attrs.CastAttrs", {}, tvm.TVMError, "required field 'dtype' is missing"),
    ("relay.attrs.NoSuchAttrs", {}, NotImplementedError, "make_node of relay.attrs.NoSuchAttrs is not part"),
])
def test_attributes_that_are_wrong(type_key, values, error, message):
    with pytest.raises(error, match=message):
        tvm.ir.make_node(type_key, **values)


@pytest.mark.parametrize("target, kind, attrs", [
    (lambda t: t.cuda("1080ti", arch="sm_61"), "cuda", {"model": "1080ti", "arch": "sm_61"}),
    (lambda t: t.cuda(options="-max_num_threads=8"), "cuda",
     {"model": "unknown", "max_num_threads": 8}),
    (lambda t: t.rocm(), "rocm", {"model": "unknown"}),
    (lambda t: t.mali(options=["-x=1"]), "opencl", {"device": "mali", "model": "unknown", "x": 1}),
    (lambda t: t.bifrost("g72"), "opencl", {"device": "bifrost", "model": "g72"}),
    (lambda t: t.adreno(), "opencl", {"device": "adreno", "model": "unknown"}),
    (lambda t: t.intel_graphics(), "opencl",
     {"device": "intel_graphics", "model": "unknown", "thread_warp_size": 16}),
    (lambda t: t.arm_cpu("rasp4b64"), "llvm",
     {"device": "arm_cpu", "model": "bcm2711", "mtriple": "aarch64-linux-gnu", "mattr": ["+neon"],
      "mcpu": "cortex-a72"}),
    (lambda t: t.arm_cpu("board"), "llvm", {"device": "arm_cpu", "model": "board"}),
    (lambda t: t.riscv_cpu(), "llvm",
     {"device": "arm_cpu", "model": "sifive-u54", "mtriple": "riscv64-unknown-linux-gnu",
      "mcpu": "sifive-u54", "mabi": "lp64d"}),
    (lambda t: t.hexagon("v66", hvx=64, llvm_options="-a=1", num_cores=2), "hexagon",
     {"mtriple": "hexagon", "mcpu": "hexagonv66", "mattr": ["+hvxv66", "+hvx-length64b"],
      "llvm-options": "-a@1", "num-cores": 2, "vtcm-capacity": 1 << 18}),
    (lambda t: t.hexagon(), "hexagon",
     {"mtriple": "hexagon", "mcpu": "hexagonv68",
      "mattr": ["+hvxv68", "+hvx-length128b", "+hvx-qfloat", "-hvx-ieee-fp"],
      "llvm-options": "-force-hvx-float", "num-cores": 4, "vtcm-capacity": 1 << 22}),
    (lambda t: t.vta(), "ext_dev", {"device": "vta", "model": "unknown"}),
    (lambda t: t.Target("aws/cpu/c5.xlarge"), "llvm", {"mcpu": "skylake-avx512", "num-cores": 2}),
])
def test_targets(target, kind, attrs):
    made = target(tvm.target)
    assert made.kind.name == kind and made.attrs == attrs
    assert tvm.target.Target(str(made)) == made


@pytest.mark.parametrize("arguments, kind, message", [
    ({"cpu_ver": "v1"}, ValueError, "v1 is not a valid Hexagon version: expected one of v65, "),
    ({"hvx": 32}, ValueError, "expected 0, 64 or 128 as hvx, but got 32"),
    ({"cores": 32}, TypeError, "unexpected keyword argument 'cores'"),
])
def test_hexagons_that_are_not(arguments, kind, message):
    with pytest.raises(kind, match=message):
        tvm.target.hexagon(**arguments)


def test_targets_that_are_deprecated():
    with pytest.warns(UserWarning, match='use tvm.target.arm_cpu'):
        assert tvm.target.rasp() == tvm.target.arm_cpu("rasp3b")
    with pytest.warns(UserWarning, match="use tvm.target.Target"):
        assert tvm.target.create("llvm") == tvm.target.Target("llvm")


def test_tags(monkeypatch):
    tag = tvm.target.tag
    monkeypatch.setattr(tvm.target.target, "_TAGS", dict(tvm.target.target._TAGS))
    assert tvm.target.list_tags()["raspberry-pi/4b-aarch64"].host.mcpu == "cortex-a72"
    made = tag.register_tag("own/board", {"kind": "llvm", "mcpu": "skylake"})
    assert made == tvm.target.Target("own/board") == tag.list_tags()["own/board"]
    with pytest.raises(tvm.TVMError, match='Tag "own/board" has been previously defined as: .*skylake'):
        tag.register_tag("own/board", {"kind": "llvm"})
    tag.register_tag("own/board", {"kind": "c"}, override=True)
    assert tvm.target.Target("own/board").kind.name == "c"
    with pytest.raises(ValueError, match="not defined"):
        tag.register_tag("other/board", {"kind": "nothing"})
    assert "other/board" not in tag.list_tags()


def test_random_array_of_a_type():
    from relay_lite.relay.testing import _np_randn_from_type

    for shape in ((2, 3), ()):
        array = _np_randn_from_type(relay.TensorType(shape, "float16"), scale=0, mean=5)
        assert array.shape == shape and array.dtype == "float16" and (array == 5).all()


def test_version_of_llvm():
    assert tvm.target.codegen.llvm_version_major() >= 22


def test_division_of_sizes():
    assert (tvm.tir.indexdiv(-7, 2), tvm.tir.indexmod(-7, 2)) == (-4, 1)


def test_numbers_of_a_type():
    from relay_lite.script import tir

    assert (tir.int32(10), tir.int32(10).dtype) == (10, "int32")
    assert (tir.float16(0.5), tir.float16(0.5).dtype) == (0.5, "float16")
    assert relay.TensorType((tir.int64(2),)) == relay.TensorType((2,))
    with pytest.raises(AttributeError, match="programs are read with relay.parse"):
        tir.prim_func
    assert relay.op.const(1, "int8").data.dtype == "int8"
