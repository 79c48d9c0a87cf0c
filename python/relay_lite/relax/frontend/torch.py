"""The function that PyTorch's own backend `tvm` calls: `torch.compile(model, backend="tvm")`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ... import _missing
from ...error import ArgumentError
from ...torch_backend import relay_lite


def relax_dynamo(pipeline: Any = None) -> Callable[..., Any]:
    """Return the backend of torch.compile.

    Parameters
    ----------
    pipeline : None
        A pipeline of Relax is an error.
    """
    if pipeline is not None:
        raise ArgumentError("a pipeline of Relax has no meaning here: options={\"opt_level\": 3} sets the "
                            "level of optimization of the backend relay_lite")
    return relay_lite


__getattr__ = _missing.make_getattr("tvm.relax.frontend.torch")
