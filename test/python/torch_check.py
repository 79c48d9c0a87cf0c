"""PyTorch in tests: the package that is installed, or Debian's; arrays go in and out by DLPack, as
NumPy 2 and Debian's PyTorch do not know each other."""

import sys
import warnings

import numpy as np
import pytest

DEBIAN = "/usr/lib/python3/dist-packages"


def import_torch():
    """Return the package torch, or skip the tests."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            import torch
        except ImportError:
            sys.path.append(DEBIAN)
            try:
                # Importing the old package tells about NumPy 2 on the standard error.
                torch = pytest.importorskip("torch")
            finally:
                sys.path.remove(DEBIAN)
        # The first tensor warns, too.
        torch.zeros(1)
    torch.set_grad_enabled(False)
    return torch


torch = import_torch()


def to_numpy(tensor):
    """The array of a tensor."""
    from relay_lite.relay.frontend.pytorch.script import to_array

    return np.array(to_array(tensor))


def flatten(value):
    """The tensors of a result in lists and tuples."""
    if isinstance(value, (list, tuple)):
        return [item for part in value for item in flatten(part)]
    return [value if isinstance(value, torch.Tensor) else torch.tensor(value)]


def convert(script, inputs, **options):
    """The module and the parameters of a script, with inputs x0, x1, ..."""
    from relay_lite.relay.frontend import from_pytorch

    infos = [(f"x{i}", (tuple(value.shape), str(value.dtype).partition(".")[2]))
             for i, value in enumerate(inputs)]
    return from_pytorch(script, infos, **options)


def evaluate(mod, params, *arrays):
    """The results of main as a list of arrays."""
    from relay_lite import relay

    result = relay.create_executor("graph", mod=mod, params=params).evaluate()(*arrays)
    pending, found = [result], []
    while pending:
        value = pending.pop()
        if isinstance(value, (list, tuple)):
            pending.extend(reversed(value))
        else:
            found.append(value.numpy())
    return found


def compare(results, expected, tolerance=1e-5):
    """Check results, their shapes and element types."""
    assert len(results) == len(expected)
    for result, wanted in zip(results, expected):
        assert result.shape == wanted.shape and result.dtype == wanted.dtype
        np.testing.assert_allclose(result, wanted, rtol=tolerance, atol=tolerance)


def check(module, *inputs, script=False, tolerance=1e-5, **options):
    """Compare a function or a module of PyTorch, traced or scripted, with its import, which is
    returned."""
    expected = flatten(module(*[value.clone() for value in inputs]))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        made = torch.jit.script(module) if script else \
            torch.jit.trace(module, [value.clone() for value in inputs], check_trace=False)
    mod, params = convert(made, inputs, **options)
    compare(evaluate(mod, params, *map(to_numpy, inputs)), list(map(to_numpy, expected)), tolerance)
    return mod, params


def check_steps(function, *inputs, script=False, steps=1.01, scale=None, **options):
    """Compare a function or a module with quantized tensors with its import, which is returned.
    `scale` is that of the result, if it is a tensor of numbers: it may differ by `steps`."""
    expected = function(*inputs)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        made = torch.jit.script(function) if script else \
            torch.jit.trace(function, inputs, check_trace=False)
    mod, params = convert(made, inputs, **options)
    result, = evaluate(mod, params, *map(to_numpy, inputs))
    if expected.is_quantized:
        expected, scale = expected.int_repr(), 1
    wanted = to_numpy(expected)
    assert result.shape == wanted.shape and result.dtype == wanted.dtype
    np.testing.assert_allclose(result.astype("float64"), wanted.astype("float64"), rtol=0,
                               atol=(scale or 1e-6) * steps)
    return mod, params


def floats(*shape, seed=0):
    """Normally distributed numbers."""
    generator = torch.Generator().manual_seed(seed)
    return torch.randn(*shape, generator=generator)
