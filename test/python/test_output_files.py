"""Everything that writes files writes through links, pipes and devices, and replaces files as a whole."""

import os
import resource
import signal
import stat
import subprocess
import sys
import threading

import numpy as np
import pytest

import relay_lite as tvm
from relay_lite import __main__ as command_line
from relay_lite import _ext, relay
from relay_lite.contrib import cc, download, tar

OLD = b"old content"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with an object, and with a model and its input."""
    folder = tmp_path_factory.mktemp("inputs")
    x = relay.var("x", shape=(2,))
    mod = tvm.IRModule.from_expr(relay.Function([x], x + x))
    (folder / "net.relay").write_text(mod.astext())
    np.save(folder / "x.npy", np.ones(2, "float32"))
    relay.build(mod, "llvm").export_library(folder / "net.o")
    (folder / "main.c").write_text("int main(void) { return 0; }\n")
    return folder


def run_command(*arguments):
    if command_line.main(list(map(str, arguments))) != 0:
        raise OSError("see the standard error")


# Functions of the folder of inputs, and of the path that they write to.
WRITERS = {
    "write_file": lambda folder, path: _ext.write_file(path, b"new"),
    "save_params": lambda folder, path: tvm.runtime.params.save_param_dict_to_file({}, path),
    "tar": lambda folder, path: tar.tar(path, [str(folder / "net.o")]),
    "create_shared": lambda folder, path: cc.create_shared(path, str(folder / "net.o")),
    "create_executable": lambda folder, path: cc.create_executable(path, str(folder / "main.c")),
    "create_staticlib": lambda folder, path: cc.create_staticlib(path, [str(folder / "net.o")]),
    "download": lambda folder, path: download.download(
        str(folder / "net.o"), path, overwrite=True, retries=1),
    "optimize": lambda folder, path: run_command("optimize", folder / "net.relay", "-o", path),
    "run": lambda folder, path: run_command(
        "run", folder / "net.relay", "--input", f"x={folder / 'x.npy'}", "-o", path),
    "profile": lambda folder, path: run_command(
        "run", folder / "net.relay", "--input", f"x={folder / 'x.npy'}", f"--profile={path}"),
}


def export(folder, path):
    x = relay.var("x", shape=(2,))
    relay.build(tvm.IRModule.from_expr(relay.Function([x], x + x)), "llvm").export_library(path)


@pytest.fixture(params=[*WRITERS, "export.so", "export.o", "export.tar"])
def writer(request, folder, capsys):
    """A function of a folder, and the name of the file that it writes there."""
    name = request.param
    if name.startswith("create") and cc.get_cc() is None:
        pytest.skip("no C compiler")
    function = WRITERS.get(name, export)
    return lambda path: function(folder, str(path)), f"{name}.json" if name == "profile" else name


def check_new(path):
    content = path.read_bytes()
    assert content and content != OLD


def test_files_keep_their_mode(writer, tmp_path):
    write, name = writer
    path = tmp_path / name
    path.write_bytes(OLD)
    path.chmod(0o640)
    write(path)
    check_new(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert os.listdir(tmp_path) == [name]


def test_links_are_followed(writer, tmp_path):
    write, name = writer
    path, target = tmp_path / name, tmp_path / "other" / "target"
    target.parent.mkdir()
    path.symlink_to(os.path.join("other", "target"))
    for _ in range(2):
        # First the link dangles.
        write(path)
        assert path.is_symlink() and not target.is_symlink()
        check_new(target)
        target.write_bytes(OLD)
    assert os.listdir(tmp_path / "other") == ["target"]


def test_pipes_are_written_to(writer, tmp_path):
    write, name = writer
    path = tmp_path / name
    os.mkfifo(path)
    content = []
    reader = threading.Thread(target=lambda: content.append(path.read_bytes()))
    reader.start()
    write(path)
    reader.join()
    assert path.is_fifo() and content[0]


def make_device(path, minor):
    """Makes a device that acts as /dev/null does, or as /dev/full."""
    try:
        os.mknod(path, stat.S_IFCHR | 0o600, os.makedev(1, minor))
        with open(path, "wb"):
            pass
    except PermissionError:
        pytest.skip("no right to make devices")


def test_devices_are_written_to(writer, tmp_path):
    write, name = writer
    path = tmp_path / name
    make_device(path, 3)
    write(path)
    assert path.is_char_device()
    assert os.listdir(tmp_path) == [name]


@pytest.mark.parametrize("kind, reason", [
    ("none", "No such file or directory"), ("folder", "Is a directory"),
    ("loop", "Too many levels of symbolic links"), ("full", "No space left on device")])
def test_errors(writer, tmp_path, capsys, kind, reason):
    write, name = writer
    path = tmp_path / name
    if kind == "none":
        path = tmp_path / "none" / name
        if name == "download":
            pytest.skip("folders are made")
    elif kind == "folder":
        path.mkdir()
    elif kind == "loop":
        path.symlink_to(path)
        if name == "download":
            pytest.skip("the path is resolved first")
    else:
        make_device(path, 7)
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises((OSError, tvm.TVMError)) as info:
        write(path)
    message = str(info.value) + capsys.readouterr().err
    assert reason in message and str(path) in message
    assert sorted(tmp_path.rglob("*")) == before


def test_a_failure_leaves_the_file(tmp_path):
    path = tmp_path / "file"
    path.write_bytes(OLD)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    # As if the disk were full.
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, limits[1]))
    try:
        with pytest.raises(OSError, match="File too large"):
            _ext.write_file(path, bytes(1000))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, handler)
    assert path.read_bytes() == OLD
    assert os.listdir(tmp_path) == ["file"]


def test_paths(tmp_path, monkeypatch):
    """Paths may have any form, and are of files, also the path that command lines have for the standard
    output."""
    monkeypatch.chdir(tmp_path)
    for path in ("-", tmp_path / "path", os.fsencode(tmp_path / "bytes"), os.fsdecode(b"\xff")):
        _ext.write_file(path, bytearray(b"new"))
        with open(path, "rb") as file:
            assert file.read() == b"new"
    with pytest.raises(FileNotFoundError) as info:
        _ext.write_file("none/file", b"")
    assert info.value.filename == "none/file"
    with pytest.raises(ValueError, match="null"):
        _ext.write_file("a\0b", b"")
    with pytest.raises(TypeError):
        _ext.write_file("a", "text")


def test_the_standard_output(folder):
    done = subprocess.run(
        [sys.executable, "-m", "relay_lite", "run", folder / "net.relay", "--input",
         f"x={folder / 'x.npy'}", "-o", "-"], stdout=subprocess.PIPE, check=True,
        env={"PYTHONPATH": ":".join(sys.path), "RELAYLITE_CACHE": "off"})
    assert done.stdout.startswith(b"PK")
