#!/usr/bin/env python3
"""Compares converters of PyTorch's operators with PyTorch, on PyTorch's own samples (OpInfo).

  PYTHONPATH=build/python python3 utils/dev/run_pytorch_operators.py [PATTERN] [-n SAMPLES] [-v]

Each sample is exported, imported, run, and compared. Prints a line for each operator with failures,
and the numbers of operators and samples that agree. Needs torch 2.6 or newer.
"""

import argparse
import re
import sys
import warnings

import numpy as np


def list_samples(info, dtype, most):
    """Return samples of an operator: its operands, and a function of them."""
    found = []
    for sample in info.sample_inputs("cpu", dtype, requires_grad=False):
        if len(found) == most:
            break
        found.append(sample)
    return found


def make_module(torch, info, sample):
    """Return a module that calls an operator on a sample, and the tensors that it takes."""
    tensors = []

    def hide(value):
        if isinstance(value, torch.Tensor):
            tensors.append(value)
            return ("tensor", len(tensors) - 1)
        if isinstance(value, (list, tuple)):
            return type(value)(hide(item) for item in value)
        return value

    args = [hide(value) for value in (sample.input, *sample.args)]
    kwargs = {name: hide(value) for name, value in sample.kwargs.items()}

    def show(value, given):
        if isinstance(value, tuple) and len(value) == 2 and value[0] == "tensor":
            return given[value[1]]
        if isinstance(value, (list, tuple)):
            return type(value)(show(item, given) for item in value)
        return value

    class Module(torch.nn.Module):
        def forward(self, *given):
            return info.op(*[show(value, given) for value in args],
                           **{name: show(value, given) for name, value in kwargs.items()})

    return Module(), tensors


def flatten(torch, value):
    """Return the tensors and numbers of a result."""
    if isinstance(value, (list, tuple)):
        return [item for part in value for item in flatten(torch, part)]
    return [] if value is None else [torch.as_tensor(value)]


def run_sample(torch, info, sample):
    """Compare one sample; raise an AssertionError if it differs."""
    from relay_lite import relay
    from relay_lite.relay.frontend import from_exported_program

    module, tensors = make_module(torch, info, sample)
    expected = flatten(torch, module(*[tensor.clone() for tensor in tensors]))
    exported = torch.export.export(module, tuple(tensors))
    mod, params = from_exported_program(exported)
    result = relay.create_executor("vm", mod=mod).evaluate()(
        *[tensor.numpy() for tensor in tensors], **params)
    results = [result] if hasattr(result, "numpy") else list(result)
    assert len(results) >= len(expected), f"{len(results)} results for {len(expected)}"
    for found, wanted in zip(results, expected):
        array, wanted = found.numpy(), wanted.numpy()
        assert array.shape == wanted.shape, f"shape {array.shape} for {wanted.shape}"
        assert array.dtype == wanted.dtype, f"type {array.dtype} for {wanted.dtype}"
        np.testing.assert_allclose(array, wanted, rtol=1e-3, atol=1e-4)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("pattern", nargs="?", default=".")
    parser.add_argument("-n", type=int, default=6, help="samples of an operator")
    parser.add_argument("-d", default="float32", help="element type")
    parser.add_argument("-v", action="store_true", help="print all errors")
    options = parser.parse_args()
    warnings.filterwarnings("ignore")
    import torch
    from torch.testing._internal.common_methods_invocations import op_db

    torch.manual_seed(0)
    dtype = getattr(torch, options.d)
    good, partial, bad, count = [], [], [], [0, 0]
    for info in op_db:
        name = f"{info.name}.{info.variant_test_name}" if info.variant_test_name else info.name
        if not re.search(options.pattern, name) or dtype not in info.supported_dtypes("cpu"):
            continue
        errors = []
        try:
            samples = list_samples(info, dtype, options.n)
        except Exception as error:
            print(f"{name}: no samples: {error}")
            continue
        for sample in samples:
            try:
                run_sample(torch, info, sample)
            except Exception as error:
                errors.append(f"{type(error).__name__}: " + " ".join(str(error).split())[:300])
        count[0] += len(samples) - len(errors)
        count[1] += len(samples)
        (good if not errors else bad if len(errors) == len(samples) else partial).append(name)
        if errors:
            print(f"{name}: {len(errors)} of {len(samples)}: " +
                  ("\n  ".join(errors) if options.v else errors[0]), flush=True)
    print(f"\n{len(good)} operators agree, {len(partial)} in part, {len(bad)} not; "
          f"{count[0]} of {count[1]} samples agree")
    print("agree: " + " ".join(good))


if __name__ == "__main__":
    sys.exit(main())
