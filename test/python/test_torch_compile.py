"""The backend of torch.compile, where PyTorch 2.6 or newer is installed."""

import subprocess
import sys

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


def test_name_of_tvm():
    script = ("import relay_lite.as_tvm; relay_lite.as_tvm.install()\n"
              "import torch\n"
              "x = torch.ones(3)\n"
              "assert torch.compile(lambda x: x + 1, backend='tvm')(x).tolist() == [2, 2, 2]")
    subprocess.run([sys.executable, "-c", script], check=True, env={"PYTHONPATH": ":".join(sys.path)})


def test_pipelines_of_relax():
    with pytest.raises(ArgumentError, match="a pipeline of Relax has no meaning here"):
        relax_dynamo(pipeline=object())
