#!/usr/bin/env python3
"""Writes the exported programs in test/python/exported, with inputs and results that PyTorch gives.

  python3 utils/dev/make_exported_programs.py [PREFIX]

Needs torch 2.6 or newer. The files that are kept are of torch 2.15; those of torch 2.6 and 2.8, which
have other layouts of the archive, have the prefixes "torch26_" and "torch28_".
"""

import copy
import sys
import warnings
from pathlib import Path

import numpy as np
import torch

FOLDER = Path(__file__).resolve().parents[2] / "test/python/exported"


class Net(torch.nn.Module):
    """A network with parameters, buffers, a constant and a symbolic size."""

    def __init__(self):
        super().__init__()
        self.conv = torch.nn.Conv2d(2, 3, 3, stride=2, padding=1)
        self.norm = torch.nn.BatchNorm2d(3)
        self.linear = torch.nn.Linear(12, 4)
        self.linear.weight.data = self.linear.weight.data.t().contiguous().t()
        self.register_buffer("factor", torch.tensor(0.5, dtype=torch.float16))
        self.register_buffer("mask", torch.tensor([True, False, True, True]))

    def forward(self, x):
        y = self.linear(self.norm(self.conv(x)).relu().reshape(x.shape[0], -1))
        return torch.where(self.mask, y, y * self.factor), (y + torch.arange(4)) / x.shape[0]


class Counter(torch.nn.Module):
    """A network that changes a buffer and, through views, a tensor."""

    def __init__(self):
        super().__init__()
        self.register_buffer("count", torch.zeros(3))

    def forward(self, x):
        self.count.add_(1)
        y = x.clone()
        first = y[0]
        y[:, 1] = 7
        y.t()[2].mul_(2)
        return y + self.count, first * 2


class Control(torch.nn.Module):
    """A branch."""

    def forward(self, x):
        return torch.cond(x.sum() > 0, lambda x: (x + 1, x * 2), lambda x: (x - 1, x * 3), (x,))


class Loop(torch.nn.Module):
    """A loop."""

    def forward(self, i, x):
        from torch._higher_order_ops import while_loop

        return while_loop(lambda i, x: i < 5, lambda i, x: (i + 1, x * 2), (i, x))


class Scan(torch.nn.Module):
    """A scan."""

    def forward(self, h, xs):
        from torch._higher_order_ops import scan

        return scan(lambda h, x: (h + x, (h * x).clone()), h, xs, dim=0)


class Recurrent(torch.nn.Module):
    """Recurrent layers and attention."""

    def __init__(self):
        super().__init__()
        self.lstm = torch.nn.LSTM(3, 4, 2, batch_first=True, bidirectional=True)
        self.gru = torch.nn.GRU(8, 5, batch_first=True)

    def forward(self, x):
        y, (h, c) = self.lstm(x)
        z, last = self.gru(y)
        z = torch.nn.functional.scaled_dot_product_attention(z[:, None], z[:, None], z[:, None],
                                                             is_causal=True)
        return z, h, c, last


def randomize(module):
    """Give normalizations statistics that differ."""
    for name, buffer in module.named_buffers():
        if "running" in name:
            buffer.data = torch.rand(buffer.shape) + 0.5
    return module.eval()


def write(name, module, inputs, results=None, decompose=False, **options):
    """Write a program, its inputs and its results."""
    with torch.no_grad():
        program = torch.export.export(module, inputs, **options)
        if decompose:
            program = program.run_decompositions()
        # A run may change buffers, which the program shares.
        expected = copy.deepcopy(module)(*[value.clone() for value in inputs])
    torch.export.save(program, FOLDER / f"{name}.pt2")
    flat = list(expected) if isinstance(expected, (list, tuple)) else [expected]
    arrays = {f"input{i}": value.numpy() for i, value in enumerate(inputs)}
    arrays.update({f"result{i}": value.numpy() for i, value in enumerate(flat)})
    np.savez(FOLDER / f"{name}.npz", **arrays)


def main():
    warnings.filterwarnings("ignore")
    torch.manual_seed(0)
    prefix = sys.argv[1] if len(sys.argv) > 1 else ""
    FOLDER.mkdir(exist_ok=True)
    x = torch.randn(3, 2, 4, 4)
    batch = torch.export.Dim("batch", min=2, max=50)
    write(f"{prefix}net", randomize(Net()), (x,), dynamic_shapes=({0: batch},))
    if prefix:
        return
    write("net_decomposed", randomize(Net()), (x,), decompose=True)
    write("counter", Counter(), (torch.randn(4, 3),))
    write("counter_decomposed", Counter(), (torch.randn(4, 3),), decompose=True)
    write("cond", Control(), (torch.randn(3),))
    write("loop", Loop(), (torch.tensor(2), torch.randn(3)))
    write("scan", Scan(), (torch.randn(3), torch.randn(4, 3)))
    write("recurrent", Recurrent().eval(), (torch.randn(2, 5, 3),))


if __name__ == "__main__":
    main()
