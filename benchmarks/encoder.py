"""A transformer encoder as Relay text, with seeded weights.

The layers of A. Vaswani et al., Attention Is All You Need, 2017: self-attention of
several heads, then two dense layers, each added to its input and normalised.
"""

import math
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "examples/networks")]
import networks  # noqa: E402


class Encoder(networks.Network):
    """The operators of encoders."""

    def dense(self, x, name, units):
        value, (rows, width) = x
        bound = math.sqrt(3.0 / width)
        weight = self.parameter(f"{name}_weight", (units, width), -bound, bound)
        bias = self.parameter(f"{name}_bias", (units,), -0.1, 0.1)
        x = self.emit(f"nn.dense({value}, {weight}, units={units})", (rows, units))
        return self.emit(f"nn.bias_add({x[0]}, {bias})", x[1])

    def layer_norm(self, x, name):
        value, shape = x
        weights = [self.parameter(f"{name}_gamma", shape[-1:], 0.8, 1.2),
                   self.parameter(f"{name}_beta", shape[-1:], -0.1, 0.1)]
        return self.emit(f"nn.layer_norm({value}, {', '.join(weights)})", shape)

    def reshape(self, x, shape):
        return self.emit(f"reshape({x[0]}, newshape=[{', '.join(map(str, shape))}])", shape)

    def transpose(self, x, axes):
        shape = tuple(x[1][axis] for axis in axes)
        return self.emit(f"transpose({x[0]}, axes=[{', '.join(map(str, axes))}])", shape)

    def batch_matmul(self, x, y):
        """Rows of x by columns of y."""
        return self.emit(f"nn.batch_matmul({x[0]}, {y[0]}, transpose_b=False)", (*x[1][:2], y[1][2]))

    def attention(self, x, name, heads):
        rows, width = x[1]
        split = (rows, heads, width // heads)
        # The scale of the products is in the queries.
        q, k, v = (self.reshape(self.dense(x, f"{name}_{part}", width), split) for part in "qkv")
        scores = self.batch_matmul(self.transpose(q, (1, 0, 2)), self.transpose(k, (1, 2, 0)))
        weights = self.emit(f"nn.softmax({scores[0]})", scores[1])
        mixed = self.batch_matmul(weights, self.transpose(v, (1, 0, 2)))
        return self.dense(self.reshape(self.transpose(mixed, (1, 0, 2)), x[1]), f"{name}_out", width)


def make_encoder(layers=3, rows=128, width=512, heads=8, inner=2048):
    """An encoder of `rows` words of `width` features."""
    net = Encoder((rows, width))
    x = net.input
    for layer in range(layers):
        name = f"layer{layer + 1}"
        x = net.layer_norm(net.add(x, net.attention(x, name, heads)), f"{name}_norm1")
        y = net.relu(net.dense(x, f"{name}_in", inner))
        x = net.layer_norm(net.add(x, net.dense(y, f"{name}_result", width)), f"{name}_norm2")
    return net


def write(name, folder):
    """Writes the encoder of the base model of the paper, of three layers."""
    networks.write_network(make_encoder(), name, folder)
