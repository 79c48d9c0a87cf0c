"""The backend of torch.compile, where PyTorch 2.6 or newer is installed."""

import subprocess
import sys
from pathlib import Path

import pytest
from torch_check import floats, torch

from relay_lite.error import ArgumentError
from relay_lite.relax.frontend.torch import relax_dynamo
from relay_lite.torch_backend import relay_lite

if not hasattr(torch, "compile") or tuple(map(int, torch.__version__.split(".")[:2])) < (2, 6):
    pytest.skip("needs PyTorch 2.6", allow_module_level=True)

NET = torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.BatchNorm1d(8), torch.nn.ReLU(),
                          torch.nn.Linear(8, 2)).eval()


def test_results():
    compiled = torch.compile(NET, backend=relay_lite)
    for size in (3, 5, 6):
        x = floats(size, 4)
        torch.testing.assert_close(compiled(x), NET(x))


def test_several_results():
    def several(x):
        return x + 1, [x.sum(), x[:, 0]], 3

    x = floats(3, 4)
    torch.testing.assert_close(torch.compile(several, backend=relay_lite)(x), several(x))


def test_options():
    x = floats(3, 4)
    compiled = torch.compile(NET, backend=relay_lite, options={"opt_level": 0})
    torch.testing.assert_close(compiled(x), NET(x))


def test_unsupported_operators_are_an_error():
    compiled = torch.compile(lambda x: torch.special.i1(torch.linalg.inv(x)), backend=relay_lite)
    with pytest.raises(Exception, match="not supported for frontend PyTorch: .*linalg_inv.*special_i1"):
        compiled(torch.eye(3))


def run_script(*lines, path=()):
    """Run a script in a process of its own."""
    subprocess.run([sys.executable, "-c", "\n".join(lines)], check=True,
                   env={"PYTHONPATH": ":".join([*map(str, path), *sys.path])})


def test_name_of_the_entry_point(tmp_path):
    tomllib = pytest.importorskip("tomllib")
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())["project"]
    entries = project["entry-points"]["torch_dynamo_backends"]
    # A package is installed if its metadata are in a folder of the path.
    metadata = tmp_path / "relay_lite-1.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: relay-lite\nVersion: 1\n")
    (metadata / "entry_points.txt").write_text("[torch_dynamo_backends]\n" + "".join(
        f"{name} = {value}\n" for name, value in entries.items()))
    run_script("import torch",
               "assert 'relay_lite' in torch._dynamo.list_backends()",
               "function = torch.compile(lambda x: x + 1, backend='relay_lite')",
               "assert function(torch.ones(3)).tolist() == [2, 2, 2]", path=[tmp_path])


def test_name_of_tvm():
    run_script("import relay_lite.as_tvm; relay_lite.as_tvm.install()",
               "import torch",
               "x = torch.ones(3)",
               "assert torch.compile(lambda x: x + 1, backend='tvm')(x).tolist() == [2, 2, 2]")


def test_pipelines_of_relax():
    with pytest.raises(ArgumentError, match="a pipeline of Relax has no meaning here"):
        relax_dynamo(pipeline=object())
