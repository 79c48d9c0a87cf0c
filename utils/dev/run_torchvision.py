#!/usr/bin/env python3
"""Imports torchvision's classification networks, with random weights, and compares them with PyTorch.

  PYTHONPATH=build/python python3 utils/dev/run_torchvision.py [NAME...] [--trace] [--onnx]

Prints for each network the time of the import (CPU), the number of calls of operators, that after what
weights alone tell is computed, and the largest difference, divided by the largest result. With --trace the networks are also traced and imported by
from_pytorch, with --onnx written as ONNX and imported by from_onnx, which needs the package onnxscript.
Needs torch 2.6 or newer and torchvision: the exit code is 77 without them.
"""

import argparse
import sys
import tempfile
import time
import warnings
from pathlib import Path

import numpy as np


def make_network(torch, torchvision, name):
    """Return a network with random weights, and an input."""
    torch.manual_seed(0)
    network = torchvision.models.get_model(name, weights=None).eval()
    for module in network.modules():
        if isinstance(module, torch.nn.modules.batchnorm._BatchNorm):
            module.running_mean.normal_(0, 0.1)
            module.running_var.uniform_(0.5, 1.5)
    for parameter in network.parameters():
        if parameter.abs().max() == 0:
            parameter.data.normal_(0, 0.02)
    size = 299 if "inception" in name else 224
    return network, torch.randn(1, 3, size, size)


def count_calls(mod):
    """Return the number of calls of operators in main."""
    from relay_lite import relay

    found = []
    relay.analysis.post_order_visit(
        mod["main"], lambda expr: found.append(1) if isinstance(expr, relay.Call) else None)
    return len(found)


def fold_weights(mod, params):
    """Return a module whose parameters are constants, with what follows from these computed."""
    from relay_lite import relay

    mod = relay.transform.InferType()(mod)
    mod["main"] = relay.build_module.bind_params_by_name(mod["main"], params)
    return relay.transform.FoldConstant()(mod)


def compare(mod, params, x, expected):
    """Return the largest difference from the expected result, relative to the largest result."""
    import relay_lite as tvm
    from relay_lite import relay

    with tvm.transform.PassContext(opt_level=3):
        result = relay.create_executor("graph", mod=mod, params=params).evaluate()(x.numpy())
    result = (result[0] if isinstance(result, list) else result).numpy()
    wanted = expected.numpy()
    return np.abs(result - wanted).max() / np.abs(wanted).max()


def prepare_export(torch, network, x, folder):
    """Export a network, and return the function that imports it."""
    from relay_lite.relay.frontend import from_exported_program

    path = folder / "net.pt2"
    torch.export.save(torch.export.export(network, (x,)), path)
    return lambda: from_exported_program(path)


def prepare_trace(torch, network, x, folder):
    """Trace a network, and return the function that imports it."""
    from relay_lite.relay.frontend import from_pytorch

    script = torch.jit.trace(network, x)
    return lambda: from_pytorch(script, [("x", tuple(x.shape))])


def prepare_onnx(torch, network, x, folder):
    """Write a network as ONNX, and return the function that imports it."""
    from relay_lite.relay.frontend import from_onnx

    path = folder / "net.onnx"
    torch.onnx.export(network, (x,), dynamo=True, verbose=False).save(path)
    return lambda: from_onnx(path)


WAYS = {"export": prepare_export, "trace": prepare_trace, "onnx": prepare_onnx}


def run(torch, torchvision, name, ways):
    """Import a network in some ways, and return what is to be told about it, and whether it agrees."""
    network, x = make_network(torch, torchvision, name)
    expected = network(x)
    expected = expected[0] if isinstance(expected, tuple) else expected
    texts, differences = [], []
    for way in ways:
        with tempfile.TemporaryDirectory() as folder:
            load = WAYS[way](torch, network, x, Path(folder))
            start = time.process_time()
            mod, params = load()
            seconds = time.process_time() - start
            differences.append(compare(mod, params, x, expected))
        texts.append(f"{way} {seconds:.3f} s, {count_calls(mod)} calls, "
                     f"{count_calls(fold_weights(mod, params))} folded, difference {differences[-1]:.1e}")
    return "; ".join(texts), max(differences) < 1e-4


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("names", nargs="*")
    parser.add_argument("--trace", action="store_true", help="trace the networks, too")
    parser.add_argument("--onnx", action="store_true", help="write the networks as ONNX, too")
    options = parser.parse_args()
    warnings.filterwarnings("ignore")
    try:
        import torch
        import torchvision
    except ImportError as error:
        print(f"skipped: {error}")
        return 77
    if not hasattr(torch, "export"):
        print(f"skipped: torch {torch.__version__} has no torch.export")
        return 77
    torch.set_grad_enabled(False)
    ways = [way for way in WAYS if way == "export" or getattr(options, way)]
    names = options.names or torchvision.models.list_models(module=torchvision.models)
    good = 0
    for name in names:
        try:
            text, agrees = run(torch, torchvision, name, ways)
        except Exception as error:
            text, agrees = f"{type(error).__name__}: " + " ".join(str(error).split())[:300], False
        good += agrees
        print(f"{name}: {text}", flush=True)
    print(f"{good} of {len(names)} networks agree within 1e-4 of the range")
    return 0 if good == len(names) else 1


if __name__ == "__main__":
    sys.exit(main())
