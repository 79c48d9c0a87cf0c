#!/usr/bin/env python3
"""Writes well-known networks as Relay text with seeded weights.

    networks.py resnet-18 -o build/networks

writes NAME.relay (text, the weights are parameters of @main), NAME.params (the
weights, in the layout of TVM's parameter files) and NAME.inputs.npz (an input).
The same seed gives the same bytes. The architectures are the published ones:

    resnet-18, resnet-50   K. He et al., Deep Residual Learning for Image
                           Recognition, 2015
    densenet-121           G. Huang et al., Densely Connected Convolutional
                           Networks, 2016
    mobilenet              A. Howard et al., MobileNets: Efficient Convolutional
                           Neural Networks for Mobile Vision Applications, 2017

Weights are random, drawn so that activations keep their scale: the networks
compute something of the right size and cost, and classify nothing.
"""

import argparse
import math
import struct
import sys
import zlib
from pathlib import Path

import numpy as np


class Network:
    """Relay text under construction, with the weights it needs.

    A method per operator appends one line and returns the new value, a pair of
    its name in the text and its shape.
    """

    def __init__(self, input_shape):
        self.lines = []
        self.parameters = {}  # name -> (shape, low, high)
        self.input = ("%data", tuple(input_shape))

    def emit(self, expression, shape):
        name = f"%{len(self.lines)}"
        self.lines.append(f"{name} = {expression}")
        return name, shape

    def parameter(self, name, shape, low, high):
        self.parameters[name] = (shape, low, high)
        return f"%{name}"

    def conv2d(self, x, name, channels, kernel, stride=1, padding=0, groups=1):
        value, (batch, depth, height, width) = x
        depth //= groups
        # He's rule, for a uniform distribution.
        bound = math.sqrt(6.0 / (depth * kernel * kernel))
        weight = self.parameter(f"{name}_weight", (channels, depth, kernel, kernel), -bound, bound)
        attributes = [f"strides=[{stride}, {stride}]"] if stride != 1 else []
        attributes += [f"groups={groups}"] if groups != 1 else []
        attributes += [f"padding=[{', '.join([str(padding)] * 4)}]",
                       f"channels={channels}", f"kernel_size=[{kernel}, {kernel}]"]
        size = [(d + 2 * padding - kernel) // stride + 1 for d in (height, width)]
        return self.emit(f"nn.conv2d({value}, {weight}, {', '.join(attributes)})",
                         (batch, channels, *size))

    def batch_norm(self, x, name, scale=1.0):
        value, shape = x
        of_channels = (shape[1],)
        weights = [self.parameter(f"{name}_gamma", of_channels, 0.8 * scale, 1.2 * scale),
                   self.parameter(f"{name}_beta", of_channels, -0.1, 0.1),
                   self.parameter(f"{name}_mean", of_channels, -0.1, 0.1),
                   self.parameter(f"{name}_var", of_channels, 0.8, 1.2)]
        normalised, _ = self.emit(f"nn.batch_norm({value}, {', '.join(weights)})", None)
        return self.emit(f"{normalised}.0", shape)

    def relu(self, x):
        return self.emit(f"nn.relu({x[0]})", x[1])

    def add(self, x, y):
        return self.emit(f"add({x[0]}, {y[0]})", x[1])

    def concatenate(self, x, y):
        fields, _ = self.emit(f"({x[0]}, {y[0]})", None)
        batch, channels, height, width = x[1]
        return self.emit(f"concatenate({fields}, axis=1)",
                         (batch, channels + y[1][1], height, width))

    def pool(self, x, kind, size, stride, padding=0):
        value, (batch, channels, height, width) = x
        of_result = [(d + 2 * padding - size) // stride + 1 for d in (height, width)]
        return self.emit(
            f"nn.{kind}_pool2d({value}, pool_size=[{size}, {size}], strides=[{stride}, {stride}], "
            f"padding=[{', '.join([str(padding)] * 4)}])",
            (batch, channels, *of_result))

    def classifier(self, x, classes):
        """Average over the image, one dense layer, probabilities."""
        batch, channels = x[1][:2]
        x = self.emit(f"nn.global_avg_pool2d({x[0]})", (batch, channels, 1, 1))
        x = self.emit(f"nn.batch_flatten({x[0]})", (batch, channels))
        bound = math.sqrt(3.0 / channels)
        weight = self.parameter("classifier_weight", (classes, channels), -bound, bound)
        x = self.emit(f"nn.dense({x[0]}, {weight}, units={classes})", (batch, classes))
        bias = self.parameter("classifier_bias", (classes,), -0.1, 0.1)
        x = self.emit(f"nn.bias_add({x[0]}, {bias})", (batch, classes))
        return self.emit(f"nn.softmax({x[0]})", (batch, classes))

    def text(self):
        def tensor(shape):
            return f"Tensor[({', '.join(map(str, shape))}), float32]"

        arguments = [f"{self.input[0]}: {tensor(self.input[1])}"]
        arguments += [f"%{name}: {tensor(shape)}" for name, (shape, _, _) in self.parameters.items()]
        *body, result = self.lines
        body = [f"  {line};" for line in body] + [f"  {result.split(' = ', 1)[1]}"]
        return "\n".join(['#[version = "0.0.5"]', f"def @main({', '.join(arguments)}) {{", *body, "}", ""])


def resnet(layers, image):
    """Residual network of 18 (basic blocks) or 50 (bottleneck blocks) layers."""
    bottleneck = layers == 50
    depths = {18: (2, 2, 2, 2), 50: (3, 4, 6, 3)}[layers]
    net = Network((1, 3, image, image))

    def unit(x, name, channels, kernel, stride, last=False):
        x = net.conv2d(x, f"{name}_conv", channels, kernel, stride, kernel // 2)
        # The sum with the shortcut must not grow from block to block.
        x = net.batch_norm(x, f"{name}_bn", 0.3 if last else 1.0)
        return x if last else net.relu(x)

    x = unit(net.input, "stem", 64, 7, 2)
    x = net.pool(x, "max", 3, 2, 1)
    for stage, depth in enumerate(depths):
        width = 64 << stage
        channels = 4 * width if bottleneck else width
        for block in range(depth):
            name = f"stage{stage + 1}_block{block + 1}"
            stride = 2 if stage and not block else 1
            shortcut = x
            if shortcut[1][1] != channels or stride != 1:
                shortcut = net.conv2d(x, f"{name}_shortcut_conv", channels, 1, stride)
                shortcut = net.batch_norm(shortcut, f"{name}_shortcut_bn")
            if bottleneck:
                y = unit(x, f"{name}_a", width, 1, 1)
                y = unit(y, f"{name}_b", width, 3, stride)
                y = unit(y, f"{name}_c", channels, 1, 1, last=True)
            else:
                y = unit(x, f"{name}_a", channels, 3, stride)
                y = unit(y, f"{name}_b", channels, 3, 1, last=True)
            x = net.relu(net.add(y, shortcut))
    net.classifier(x, 1000)
    return net


def densenet(image):
    """The densely connected network of 121 layers, growing by 32 channels."""
    growth = 32
    net = Network((1, 3, image, image))

    def normalised_conv(x, name, channels, kernel):
        x = net.relu(net.batch_norm(x, f"{name}_bn"))
        return net.conv2d(x, f"{name}_conv", channels, kernel, 1, kernel // 2)

    x = net.conv2d(net.input, "stem_conv", 2 * growth, 7, 2, 3)
    x = net.relu(net.batch_norm(x, "stem_bn"))
    x = net.pool(x, "max", 3, 2, 1)
    depths = (6, 12, 24, 16)
    for stage, depth in enumerate(depths, 1):
        for layer in range(1, depth + 1):
            name = f"block{stage}_layer{layer}"
            y = normalised_conv(x, f"{name}_a", 4 * growth, 1)
            x = net.concatenate(x, normalised_conv(y, f"{name}_b", growth, 3))
        if stage < len(depths):
            x = normalised_conv(x, f"transition{stage}", x[1][1] // 2, 1)
            x = net.pool(x, "avg", 2, 2)
    x = net.relu(net.batch_norm(x, "last_bn"))
    net.classifier(x, 1000)
    return net


def mobilenet(image):
    """MobileNet: 13 pairs of a depthwise and a 1 x 1 convolution."""
    net = Network((1, 3, image, image))

    def unit(x, name, channels, kernel, stride, groups=1):
        x = net.conv2d(x, f"{name}_conv", channels, kernel, stride, kernel // 2, groups)
        return net.relu(net.batch_norm(x, f"{name}_bn"))

    x = unit(net.input, "stem", 32, 3, 2)
    channels = (64, 128, 128, 256, 256, *[512] * 6, 1024, 1024)
    strides = (1, 2, 1, 2, 1, 2, *[1] * 5, 2, 1)
    for number, (width, stride) in enumerate(zip(channels, strides), 1):
        depth = x[1][1]
        x = unit(x, f"block{number}_depthwise", depth, 3, stride, groups=depth)
        x = unit(x, f"block{number}_pointwise", width, 1, 1)
    net.classifier(x, 1000)
    return net


NETWORKS = {
    "resnet-18": lambda image: resnet(18, image),
    "resnet-50": lambda image: resnet(50, image),
    "densenet-121": densenet,
    "mobilenet": mobilenet,
}


def tensor(name, shape, low, high, seed):
    """Uniform values; a function of the name and the seed, whatever the order."""
    key = zlib.crc32(name.encode()) << 32 | seed
    values = np.random.Generator(np.random.Philox(key=key)).random(shape, dtype=np.float32)
    return values * np.float32(high - low) + np.float32(low)


# Kinds of elements, as parameter files number them, by the letter of NumPy.
ELEMENT_KINDS = {"i": 0, "u": 1, "f": 2}


def write_params(path, arrays):
    """Writes arrays of integers and floats in the layout of TVM's parameter
    files: names, then arrays, all little-endian; an array has device, rank,
    element type, shape and data."""
    with open(path, "wb") as file:
        file.write(struct.pack("<QQQ", 0xF7E58D4F05049CB7, 0, len(arrays)))
        for name in arrays:
            encoded = name.encode()
            file.write(struct.pack("<Q", len(encoded)) + encoded)
        file.write(struct.pack("<Q", len(arrays)))
        for array in arrays.values():
            cpu, device, lanes = 1, 0, 1
            kind, bits = ELEMENT_KINDS[array.dtype.kind], 8 * array.dtype.itemsize
            file.write(struct.pack("<QQ", 0xDD5E40F096B4A13F, 0))
            file.write(struct.pack("<iiiBBH", cpu, device, array.ndim, kind, bits, lanes))
            file.write(struct.pack(f"<{array.ndim}q", *array.shape))
            file.write(struct.pack("<q", array.nbytes))
            array.astype(array.dtype.newbyteorder("<"), copy=False).tofile(file)


def write(name, folder, seed=0, image=224):
    """Writes one network into `folder`; returns its number of weights."""
    return write_network(NETWORKS[name](image), name, folder, seed)


def write_network(net, name, folder, seed=0):
    """Writes a network under a name; returns its number of weights."""
    folder.mkdir(parents=True, exist_ok=True)
    weights = {n: tensor(n, *bounds, seed) for n, bounds in net.parameters.items()}
    write_params(folder / f"{name}.params", weights)
    data = tensor("data", net.input[1], -1.0, 1.0, seed)
    np.savez(folder / f"{name}.inputs.npz", data=data)
    # Last, so that its presence means that all is there.
    (folder / f"{name}.relay").write_text(net.text())
    return sum(w.size for w in weights.values())


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("networks", nargs="+", choices=NETWORKS, metavar="NETWORK",
                        help=", ".join(NETWORKS))
    parser.add_argument("-o", "--out", type=Path, default=Path("."), help="folder")
    parser.add_argument("--seed", type=int, default=0, help="of the weights (default 0)")
    parser.add_argument("--image", type=int, default=224,
                        help="height and width of the input (default 224)")
    arguments = parser.parse_args()
    for name in arguments.networks:
        count = write(name, arguments.out, arguments.seed, arguments.image)
        print(f"{arguments.out / name}.relay: {count / 1e6:.1f} million weights")


if __name__ == "__main__":
    sys.exit(main())
