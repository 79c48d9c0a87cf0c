"""Functions that take a path take what os.fsdecode does: None and file descriptors are no paths."""

import functools
import os

import numpy as np
import pytest

import relay_lite as tvm
from relay_lite import relay, rpc
from relay_lite.contrib import cc, download, tar, utils
from relay_lite.runtime import params


@functools.cache
def build():
    x = relay.var("x", shape=(2,))
    return relay.build(tvm.IRModule.from_expr(relay.Function([x], x + relay.const(1.0))), "llvm")


@functools.cache
def make_executable():
    x = relay.var("x", shape=(2,))
    constant = relay.const(np.ones(2, "float32"))
    return relay.vm.compile(tvm.IRModule.from_expr(relay.Function([x], x + constant)), "llvm")


def move_constants(path):
    executable = make_executable()
    try:
        executable.move_late_bound_consts(path, 1)
    finally:
        # They have not been moved to nowhere.
        tvm.runtime.vm.VirtualMachine(executable, tvm.cpu()).run(np.ones(2, "float32"))


@pytest.mark.parametrize("path", [None, 1, 1.5, True, ["a.so"]])
@pytest.mark.parametrize("use", [
    lambda path: build().export_library(path),
    lambda path: build().export_library(path, fcompile=cc.create_shared),
    lambda path: build().get_lib().export_library(path),
    lambda path: build().get_lib().save(path),
    lambda path: build().get_lib().save(path, "o"),
    lambda path: make_executable().mod.export_library(path),
    move_constants,
    lambda path: make_executable().load_late_bound_consts(path),
    lambda path: tvm.runtime.load_module(path),
    lambda path: params.save_param_dict_to_file({}, path),
    lambda path: params.load_param_dict_from_file(path),
    lambda path: cc.create_shared(path, ["a.o"]),
    lambda path: cc.create_shared("a.so", [path]),
    lambda path: cc.create_executable(path, ["a.o"]),
    lambda path: cc.create_staticlib(path, []),
    lambda path: cc.create_staticlib("a.a", [path]),
    lambda path: cc.get_global_symbol_section_map(path),
    lambda path: tar.tar(path, []),
    lambda path: tar.tar("a.tar", [path]),
    lambda path: tar.untar(path, "."),
    lambda path: tar.normalize_file_list_by_unpacking_tars(utils.tempdir(), [path]),
    lambda path: download.download("file:///nothing", path),
    lambda path: rpc.LocalSession().upload(path, "a"),
    lambda path: rpc.LocalSession().download(path),
    lambda path: rpc.LocalSession().load_module(path)])
def test_what_is_no_path(use, path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(TypeError, match="path|PathLike"):
        use(path)
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("make", [str, os.fsencode, lambda path: path], ids=["str", "bytes", "Path"])
def test_paths(make, tmp_path):
    library = build()
    for name in "a.so", "a.o", "a.tar":
        library.export_library(make(tmp_path / name))
        tvm.runtime.load_module(make(tmp_path / name))
    cc.create_shared(make(tmp_path / "b.so"), make(tmp_path / "a.o"))
    cc.create_staticlib(make(tmp_path / "b.a"), [make(tmp_path / "a.tar")])
    params.save_param_dict_to_file({"w": np.ones(2)}, make(tmp_path / "w.params"))
    assert list(params.load_param_dict_from_file(make(tmp_path / "w.params"))) == ["w"]
