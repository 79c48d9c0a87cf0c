"""A backend of torch.compile: `torch.compile(model, backend="relay_lite")`.

PyTorch finds it by the entry point torch_dynamo_backends. Its graphs are decomposed into ATen's
operators, converted, and built; arrays go in and out by DLPack. An operator without a converter is an
error that lists all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any


def relay_lite(module: Any, example_inputs: Sequence[Any], *, options: Any = None) -> Callable[..., Any]:
    """Compile a graph of torch.fx, and return the function that runs it.

    Parameters
    ----------
    module : torch.fx.GraphModule
    example_inputs : list of torch.Tensor
    options : dict, optional
        `opt_level`, the level of optimization (3).

    Raises
    ------
    tvm.error.OpNotImplemented
        If there are operators without a converter: all of them.
    """
    from torch._dynamo.backends.common import aot_autograd

    level = int((options or {}).get("opt_level", 3))

    def compile_graph(graph: Any, inputs: Sequence[Any]) -> Callable[..., Any]:
        return _boxed(_compile(graph, inputs, level))

    compiled: Callable[..., Any] = aot_autograd(fw_compiler=compile_graph)(module, example_inputs)
    return compiled


def _boxed(function: Callable[..., Any]) -> Callable[..., Any]:
    from functorch.compile import make_boxed_func

    boxed: Callable[..., Any] = make_boxed_func(function)
    return boxed


def _compile(graph: Any, inputs: Sequence[Any], level: int) -> Callable[..., Any]:
    """Return a function of tensors for a graph of ATen's operators."""
    import torch

    from . import relay, transform
    from .relay.frontend.exported_program import from_exported_program
    from .relay.frontend.exported_program.objects import read_graph

    program, results = read_graph(graph, inputs)
    mod, _ = from_exported_program(program)
    with transform.PassContext(opt_level=level):
        run = relay.create_executor("vm", mod=mod).evaluate()
    kept = {param.name_hint for param in mod["main"].params}
    names = [entry.target for entry in program.inputs]

    def call(*tensors: Any) -> list[Any]:
        given = {name: _to_relay(tensor) for name, tensor in zip(names, tensors) if name in kept}
        found = run(**given)
        arrays = iter([found] if hasattr(found, "numpy") else list(found))
        return [None if is_none else torch.from_dlpack(next(arrays)) for is_none in results]

    return call


def _to_relay(value: Any) -> Any:
    """Return the array that shares its memory with a tensor; numbers as they are."""
    import numpy as np

    from .relay.frontend.pytorch.script import to_array

    return to_array(value) if hasattr(value, "detach") else np.array(value, "int64")
