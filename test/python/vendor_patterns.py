"""A table of forty patterns as vendors of accelerators have, and programs that match them.

An entry is a chain of words, a layer and what follows it: `conv2d bias relu`. Each word has a pattern,
made of that of the words before it, and makes a part of a program in the same way."""

import numpy as np
from relay_lite import relay
from relay_lite.relay.dataflow_pattern import is_constant, is_op, is_tuple, is_tuple_get_item, wildcard

# The first that matches counts.
NAMES = [
    "pad conv2d bias relu", "pad conv2d", "depthwise bias clip", "depthwise bias",
    "conv2d bias sum relu", "conv2d bias sum", "conv2d scale bias relu", "conv2d scale bias",
    "conv2d bias relu", "conv2d bias clip", "conv2d bias tanh", "conv2d bias sigmoid",
    "conv2d bias gelu", "conv2d bias swish", "conv2d bias mish", "conv2d bias", "conv2d relu",
    "conv2d clip", "conv2d sigmoid", "conv2d swish", "deconv2d scale bias relu",
    "deconv2d bias relu", "deconv2d bias tanh", "deconv2d tanh", "deconv2d", "dense bias sum",
    "dense bias relu", "dense bias tanh", "dense bias gelu", "dense bias", "dense relu",
    "batch_matmul scale softmax", "batch_matmul", "batch_norm", "concatenate relu", "sum relu",
    "max_pool2d", "avg_pool2d", "global_avg_pool2d", "softmax",
]


def _bias_pattern(x):
    return is_op("nn.bias_add")(x, wildcard()) | is_op("add")(x, is_constant())


def _gelu_pattern(x):
    cdf = is_op("add")(is_op("erf")(is_op("divide")(x, is_constant())), is_constant())
    return x * cdf * is_constant()


PATTERNS = {
    # Layers.
    "conv2d": lambda x: is_op("nn.conv2d")(x, wildcard()),
    "depthwise": lambda x: is_op("nn.conv2d")(x, wildcard()),
    "deconv2d": lambda x: is_op("nn.conv2d_transpose")(x, wildcard()),
    "dense": lambda x: is_op("nn.dense")(x, wildcard()),
    "batch_matmul": lambda x: is_op("nn.batch_matmul")(x, wildcard()),
    "batch_norm": lambda x: is_tuple_get_item(
        is_op("nn.batch_norm")(x, wildcard(), wildcard(), wildcard(), wildcard()), 0),
    "concatenate": lambda x: is_op("concatenate")(is_tuple(None)),
    "pad": lambda x: is_op("nn.pad")(x, is_constant()),
    "max_pool2d": lambda x: is_op("nn.max_pool2d")(x),
    "avg_pool2d": lambda x: is_op("nn.avg_pool2d")(x),
    "global_avg_pool2d": lambda x: is_op("nn.global_avg_pool2d")(x),
    # The operators after them.
    "bias": _bias_pattern,
    "sum": lambda x: is_op("add")(x, wildcard()),
    "scale": lambda x: is_op("multiply")(x, is_constant()),
    "relu": lambda x: is_op("nn.relu")(x),
    "clip": lambda x: is_op("clip")(x),
    "tanh": lambda x: is_op("tanh")(x),
    "sigmoid": lambda x: is_op("sigmoid")(x),
    "softmax": lambda x: is_op("nn.softmax")(x),
    "gelu": _gelu_pattern,
    "swish": lambda x: x * is_op("sigmoid")(x),
    "mish": lambda x: x * is_op("tanh")(is_op("log")(is_op("add")(is_op("exp")(x), is_constant()))),
}


def _find_layer(root):
    """The convolution of a match."""
    while root.op.name != "nn.conv2d":
        root = next(arg for arg in root.args if isinstance(arg, relay.Call))
    return root


def _is_depthwise(root):
    attrs = _find_layer(root).attrs
    return attrs.groups > 1 and attrs.groups == attrs.channels


def make_table(compiler="vendor"):
    """The table, for MergeComposite; names begin with that of the compiler."""
    table = []
    for name in NAMES:
        pattern = wildcard()
        for word in name.split():
            pattern = PATTERNS[word](pattern)
        check = [_is_depthwise] if name.startswith("depthwise") else []
        table.append((f"{compiler}.{name.replace(' ', '_')}", pattern, *check))
    return table


class Programs:
    """Makes programs that match, with constants as weights."""

    def __init__(self, seed=0):
        self.random = np.random.default_rng(seed)

    def const(self, *shape):
        return relay.const(self.random.standard_normal(shape).astype("float32") / 4)

    def make_input(self, first):
        """The value to begin with, which has the shape for the first word."""
        shape = {"dense": (2, 8), "softmax": (2, 8), "batch_matmul": (2, 3, 4)}.get(first, (1, 4, 6, 6))
        return relay.var("x", shape=shape)

    def make(self, name):
        """A function."""
        x = self.make_input(name.split()[0])
        return relay.Function([x], self.append(x, name))

    def append(self, value, name):
        """The result of the words on a value."""
        for word in name.split():
            value = getattr(self, word, getattr(relay, word, None))(value)
        return value

    def conv2d(self, x):
        return relay.nn.conv2d(x, self.const(4, 4, 3, 3), channels=4, kernel_size=(3, 3), padding=(1, 1))

    def depthwise(self, x):
        return relay.nn.conv2d(x, self.const(4, 1, 3, 3), channels=4, kernel_size=(3, 3), padding=(1, 1),
                               groups=4)

    def deconv2d(self, x):
        return relay.nn.conv2d_transpose(x, self.const(4, 4, 2, 2), channels=4, kernel_size=(2, 2),
                                         strides=(2, 2))

    def dense(self, x):
        return relay.nn.dense(x, self.const(8, 8))

    def batch_matmul(self, x):
        return relay.nn.batch_matmul(x, self.const(2, 5, 4))

    def batch_norm(self, x):
        mean, variance = self.const(4), relay.const(np.full(4, 0.5, "float32"))
        return relay.nn.batch_norm(x, self.const(4), self.const(4), mean, variance)[0]

    def concatenate(self, x):
        return relay.concatenate([relay.exp(x), x], axis=1)

    def pad(self, x):
        return relay.nn.pad(x, ((0, 0), (0, 0), (1, 1), (2, 0)))

    def max_pool2d(self, x):
        return relay.nn.max_pool2d(x, (2, 2), strides=(2, 2))

    def avg_pool2d(self, x):
        return relay.nn.avg_pool2d(x, (2, 2), strides=(2, 2))

    def global_avg_pool2d(self, x):
        return relay.nn.global_avg_pool2d(x)

    def bias(self, x):
        return relay.nn.bias_add(x, self.const(self._channels(x)), axis=1)

    def sum(self, x):
        shape = map(int, relay.transform.InferTypeLocal(x).shape)
        return x + relay.cos(self.const(*shape))

    def scale(self, x):
        return x * self.const(1)

    def clip(self, x):
        return relay.clip(x, 0, 6)

    def relu(self, x):
        return relay.nn.relu(x)

    def softmax(self, x):
        return relay.nn.softmax(x)

    def gelu(self, x):
        return x * (relay.erf(x / relay.const(2.0 ** 0.5)) + relay.const(1.0)) * relay.const(0.5)

    def swish(self, x):
        return x * relay.sigmoid(x)

    def mish(self, x):
        return x * relay.tanh(relay.log(relay.exp(x) + relay.const(1.0)))

    @staticmethod
    def _channels(x):
        return int(relay.transform.InferTypeLocal(x).shape[1])

    def make_network(self):
        """A function with blocks in a row, of which most entries match a part."""
        x = value = relay.var("x", shape=(1, 4, 8, 8))
        for name in NAMES:
            first = name.split()[0]
            if first in ("dense", "batch_matmul", "deconv2d", "softmax") or first.endswith("pool2d"):
                continue
            # Something that no entry matches, and the shape of before.
            value = relay.sin(relay.strided_slice(self.append(value, name), [0, 0, 0, 0], [1, 4, 8, 8]))
        small = self.max_pool2d(value)
        for name in ("deconv2d scale bias relu", "deconv2d bias tanh"):
            small = self.avg_pool2d(self.append(small, name))
        flat = relay.nn.batch_flatten(relay.nn.global_avg_pool2d(small))
        flat = relay.concatenate([flat, flat], 1)
        for name in ("dense bias gelu", "dense bias sum", "dense relu", "dense bias", "softmax"):
            flat = self.append(flat, name)
        return relay.Function([x], flat)
