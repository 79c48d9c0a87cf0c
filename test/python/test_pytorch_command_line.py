"""The command line with programs and scripts of PyTorch."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest
from import_commands import COMMANDS, check_command
from torch_check import DEBIAN, floats, to_numpy, torch

from relay_lite import relay

EXPORTED = Path(__file__).parent / "exported"


def environment():
    """The paths of the package and of PyTorch."""
    folder = os.path.dirname(os.path.dirname(torch.__file__))
    paths = [*sys.path, *([DEBIAN] if folder == DEBIAN else [])]
    return {"PYTHONPATH": ":".join(paths), "RELAYLITE_CACHE": "off", "PYTHONWARNINGS": "ignore"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with models and an input."""
    path = tmp_path_factory.mktemp("torch")
    shutil.copy(EXPORTED / "net.pt2", path)
    torch.jit.save(torch.jit.trace(torch.nn.Linear(4, 2), floats(3, 4)), str(path / "net.pt"))
    torch.save({"weight": torch.zeros(3)}, str(path / "weights.pt"))
    (path / "broken.pt2").write_bytes(b"nothing")
    (path / "broken.pt").write_bytes(b"nothing")
    script = (path / "net.pt").read_bytes()
    (path / "cut.pt").write_bytes(script[:-40])
    # The first member of the table in the end is encrypted.
    locked = bytearray(script)
    locked[locked.find(b"PK\x01\x02") + 8] |= 1
    (path / "locked.pt").write_bytes(locked)
    with zipfile.ZipFile(path / "bomb.pt", "w", zipfile.ZIP_DEFLATED) as archive:
        with archive.open("net/code/__torch__.py", "w", force_zip64=True) as member:
            for _ in range(257):
                member.write(bytes(1 << 20))
    with zipfile.ZipFile(path / "net.pt") as old, zipfile.ZipFile(path / "empty.pt", "w") as new:
        for name in old.namelist():
            new.writestr(name, b"" if name.endswith("data.pkl") else old.read(name))
    np.save(path / "x.npy", to_numpy(floats(3, 4)))
    return path


def run(folder, *arguments):
    return subprocess.run([sys.executable, "-m", "relay_lite", *arguments], cwd=folder, text=True,
                          capture_output=True, env=environment())


def test_import_exported_program(folder):
    result = run(folder, "import", "net.pt2", "-o", "net.relay")
    assert result.returncode == 0 and "1 nn.conv2d" in result.stderr
    mod = relay.transform.InferType()(relay.parse((folder / "net.relay").read_text()))
    assert len(mod["main"].params) == 1
    result = run(folder, "import", "net.pt2", "--params", "net.params")
    assert "10 parameters of 490 bytes" in result.stderr
    assert "conv.weight" in relay.load_param_dict((folder / "net.params").read_bytes())


def test_import_script(folder):
    result = run(folder, "import", "net.pt", "--shape", "x=3x4")
    assert result.returncode == 0, result.stderr
    assert "1 nn.dense" in result.stderr and "%x: Tensor[(3, 4), float32]" in result.stdout
    result = run(folder, "run", "net.pt", "--shape", "x=3x4", "--input", "x=x.npy", "-o", "out.npz")
    assert result.returncode == 0 and np.load(folder / "out.npz")["output0"].shape == (3, 2)
    assert "1 nn.conv2d" in run(folder, "show", "net.pt2").stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_on_scripts(folder, command):
    check_command(run, folder, command, ["net.pt", "--shape", "x=3x4"], "nn.dense", "x.npy")


@pytest.mark.parametrize("arguments, message", [
    (["show", "broken.pt2"], "error: broken.pt2 is not an archive of PyTorch: "),
    (["show", "none.pt2"], "error: cannot read none.pt2: No such file"),
    (["show", "none.pt"], "error: cannot read none.pt: No such file"),
    (["show", "weights.pt"], "error: weights.pt is not an archive of TorchScript, which torch.jit.save"),
    (["show", "broken.pt"], "error: broken.pt is not an archive of TorchScript: "),
    (["show", "cut.pt"], "error: cut.pt is not an archive of TorchScript: "),
    (["show", "locked.pt"], "encrypted members are not supported"),
    (["show", "bomb.pt"], "error: bomb.pt has compressed members of 269484032 bytes, but 268435456 are supported"),
    (["show", "empty.pt"], "error: empty.pt is not a valid archive of TorchScript: "),
    (["show", "net.pt"], "error: net.pt has 1 inputs: --shape must give each a name and a shape"),
    (["show", "net.pt2", "--shape", "x=1"], "error: --shape is for other models, but net.pt2 is an "
     "exported program"),
    (["import", "net.pt2", "--custom", "keep"], "error: --custom is for models of ONNX, but net.pt2 is none"),
])
def test_errors(folder, arguments, message):
    result = run(folder, *arguments)
    assert result.returncode == 1 and result.stdout == ""
    assert message in result.stderr
