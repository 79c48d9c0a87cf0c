#!/usr/bin/env python3
"""Writes the Keras models of the tests, with inputs and the results that Keras gives, into
test/python/Inputs/keras. Needs the packages keras and jax.

  build/venv/bin/python3 utils/dev/generate_keras_models.py
"""

import os
import sys
from pathlib import Path

os.environ["KERAS_BACKEND"] = "jax"

import keras  # noqa: E402
import numpy as np  # noqa: E402
from keras import layers  # noqa: E402

FIRST = {"data_format": "channels_first"}
FOLDER = Path(__file__).resolve().parents[2] / "test/python/Inputs/keras"


def activations():
    x = keras.Input((3, 4, 2), name="x")
    names = ["linear", "relu", "relu6", "sigmoid", "tanh", "exponential", "elu", "selu", "softplus",
             "softsign", "hard_sigmoid", "silu", "hard_silu", "gelu", "mish", "leaky_relu", "softmax",
             "log_softmax"]
    outputs = [layers.Activation(name)(x) for name in names]
    outputs += [layer(x) for layer in (
        layers.ReLU(), layers.ReLU(max_value=0.8), layers.ReLU(0.9, 0.1, 0.2), layers.LeakyReLU(0.1),
        layers.ELU(0.7), layers.PReLU(alpha_initializer="normal"),
        layers.PReLU(alpha_initializer="normal", shared_axes=[1, 2]), layers.Softmax(),
        layers.Softmax(1), layers.Softmax([1, 2]))]
    return keras.Model(x, outputs)


def convolutions():
    line, image, volume = (keras.Input(shape, name=name) for name, shape in (
        ("line", (7, 4)), ("image", (6, 7, 4)), ("volume", (4, 5, 4, 2))))
    outputs = [layer(line) for layer in (
        layers.Conv1D(3, 2, activation="relu"), layers.Conv1D(3, 3, 2, "same"),
        layers.Conv1D(3, 2, padding="causal", dilation_rate=2), layers.DepthwiseConv1D(3, depth_multiplier=2),
        layers.SeparableConv1D(3, 2), layers.Conv1DTranspose(3, 3, 2, "same"))]
    outputs += [layer(image) for layer in (
        layers.Conv2D(3, (3, 2)), layers.Conv2D(6, 3, (2, 1), "same", groups=2, activation="tanh"),
        layers.Conv2D(3, 2, dilation_rate=2, use_bias=False), layers.DepthwiseConv2D(3, 2, "same"),
        layers.DepthwiseConv2D((2, 3), depth_multiplier=2), layers.SeparableConv2D(3, 3, padding="same"),
        layers.Conv2DTranspose(3, 3, 2, "same"), layers.Conv2DTranspose(3, (2, 3), 2),
        layers.Conv2DTranspose(3, 2, 3), layers.Conv2DTranspose(3, 3, 2, "same", output_padding=1))]
    outputs += [layer(volume) for layer in (
        layers.Conv3D(3, 2), layers.Conv3D(2, 3, 2, "same"), layers.Conv3DTranspose(2, 2, 2))]
    return keras.Model([line, image, volume], outputs)


def pools():
    line, image, volume = (keras.Input(shape, name=name) for name, shape in (
        ("line", (7, 2)), ("image", (6, 7, 2)), ("volume", (4, 5, 4, 2))))
    outputs = []
    for rank, tensor in ((1, line), (2, image), (3, volume)):
        for kind in ("Max", "Average"):
            make = getattr(layers, f"{kind}Pooling{rank}D")
            outputs += [make(2)(tensor), make(3, 2, "same")(tensor),
                        getattr(layers, f"Global{kind}Pooling{rank}D")()(tensor)]
    outputs += [layers.GlobalAveragePooling2D(keepdims=True)(image),
                layers.ZeroPadding1D((1, 2))(line), layers.ZeroPadding2D(1)(image),
                layers.ZeroPadding2D(((1, 2), (0, 3)))(image), layers.ZeroPadding3D((1, 0, 2))(volume),
                layers.Cropping1D(1)(line), layers.Cropping2D(((1, 2), (0, 3)))(image),
                layers.Cropping3D(1)(volume), layers.UpSampling1D(2)(line), layers.UpSampling2D((2, 3))(image),
                layers.UpSampling2D(2, interpolation="bilinear")(image), layers.UpSampling3D((1, 2, 2))(volume)]
    return keras.Model([line, image, volume], outputs)


def shapes():
    image, row = keras.Input((4, 3, 2), name="image"), keras.Input((6,), name="row")
    outputs = [layers.Flatten()(image), layers.Reshape((6, 4))(image), layers.Reshape((2, -1, 3))(image),
               layers.Reshape((3, 2, 1))(row), layers.Permute((3, 1, 2))(image), layers.RepeatVector(3)(row),
               layers.Dense(3)(image), layers.Dropout(0.5)(row), layers.SpatialDropout2D(0.5)(image),
               layers.GaussianNoise(1.0)(row), layers.Rescaling(0.5, 1.0)(image)]
    return keras.Model([image, row], outputs)


def merges():
    x, y, v = keras.Input((4, 3), name="x"), keras.Input((4, 3), name="y"), keras.Input((3,), name="v")
    image = keras.Input((4, 3, 2), name="image")
    flat = layers.Reshape((4, 3, 2))(layers.Concatenate(name="joined")([layers.Flatten()(x), layers.Flatten()(y)]))
    outputs = [make()([x, y]) for make in (layers.Add, layers.Subtract, layers.Multiply, layers.Average,
                                           layers.Maximum, layers.Minimum)]
    outputs += [layers.Add()([image, flat]), layers.Concatenate()([x, y]), layers.Concatenate(1)([x, y]),
                layers.Concatenate(2)([image, flat]), layers.Dot(2)([x, y]), layers.Dot((1, 1))([x, y]),
                layers.Dot((2, 1))([x, v]), layers.Dot(1, normalize=True)([v, v])]
    return keras.Model([x, y, v, image], outputs)


def normalizations():
    image, row = keras.Input((4, 3, 2), name="image"), keras.Input((5,), name="row")
    outputs = [layers.BatchNormalization()(image), layers.BatchNormalization(1)(image),
               layers.BatchNormalization(scale=False)(row), layers.BatchNormalization(center=False)(row),
               layers.LayerNormalization()(image), layers.LayerNormalization(scale=False)(row)]
    return keras.Model([image, row], outputs)


def recurrences():
    x = keras.Input((4, 3), name="x")
    h, c = keras.Input((2,), name="h"), keras.Input((2,), name="c")
    outputs = [layers.SimpleRNN(2)(x), layers.SimpleRNN(2, return_sequences=True, go_backwards=True)(x),
               layers.LSTM(2, return_sequences=True)(x), *layers.LSTM(2, return_state=True)(x),
               layers.LSTM(2, use_bias=False)(x, initial_state=[h, c]), layers.GRU(2)(x),
               layers.GRU(2, reset_after=False, return_sequences=True)(x),
               layers.GRU(2, use_bias=False, recurrent_activation="hard_sigmoid")(x),
               layers.Bidirectional(layers.LSTM(2, return_sequences=True))(x),
               layers.Bidirectional(layers.GRU(2), merge_mode="ave")(x),
               *layers.Bidirectional(layers.GRU(2, return_state=True), merge_mode="sum")(x),
               layers.TimeDistributed(layers.Dense(2))(x),
               layers.TimeDistributed(layers.Conv2D(2, 2))(layers.Reshape((2, 3, 2, 1))(x)),
               layers.LSTM(2)(layers.Embedding(7, 3)(keras.Input((5,), dtype="int32", name="words")))]
    words = outputs[-1]._keras_history.operation.input._keras_history.operation.input
    return keras.Model([x, h, c, words], outputs)


def masks():
    words = keras.Input((5,), dtype="int32", name="words")
    x, y = keras.Input((5, 3), name="x"), keras.Input((5, 3), name="y")
    # A step without numbers above the threshold is one of zeros.
    left, right = (layers.Masking()(layers.ReLU(threshold=0.8)(tensor)) for tensor in (x, y))
    embedded = layers.Embedding(7, 3, mask_zero=True)(words)
    both = layers.Concatenate()([embedded, layers.Dropout(0.5)(left)])
    outputs = [layers.SimpleRNN(2)(embedded), layers.LSTM(2, return_sequences=True)(left),
               *layers.GRU(2, return_state=True, go_backwards=True)(right),
               layers.LSTM(2, zero_output_for_mask=True, return_sequences=True)(left),
               layers.LSTM(2, zero_output_for_mask=True)(left),
               layers.GRU(2)(layers.Add()([left, right])), layers.GRU(2)(layers.Add()([left, y])),
               layers.GRU(2)(both), layers.GRU(2)(layers.Concatenate(1)([left, right])),
               layers.GRU(2)(layers.Concatenate()([left, y])),
               layers.GRU(2)(layers.Bidirectional(layers.LSTM(2, return_sequences=True))(embedded)),
               layers.GRU(2)(layers.TimeDistributed(layers.Dense(3, "relu"))(left)),
               layers.GlobalAveragePooling1D()(layers.BatchNormalization()(embedded)),
               layers.GlobalMaxPooling1D()(left), layers.Dot(1)([left, right]),
               layers.GRU(2)(layers.Permute((2, 1))(left)), layers.LSTM(2)(layers.LayerNormalization()(left))]
    return keras.Model([words, x, y], outputs)


def masked_chain():
    inner = keras.Sequential([keras.Input((5, 3)), layers.Dense(3), layers.GRU(3, return_sequences=True)])
    return keras.Sequential([
        keras.Input((5,), dtype="int32", name="words"), layers.Embedding(7, 3, mask_zero=True),
        layers.Dropout(0.5), inner, layers.Bidirectional(layers.LSTM(2, return_sequences=True)),
        layers.Activation("tanh"), layers.GlobalAveragePooling1D(keepdims=True)])


def channels_first():
    line, image, volume = (keras.Input(shape, name=name) for name, shape in (
        ("line", (4, 7)), ("image", (4, 6, 7)), ("volume", (2, 4, 5, 4))))
    outputs = [layer(line) for layer in (
        layers.Conv1D(3, 3, 2, "same", **FIRST), layers.MaxPooling1D(2, **FIRST), layers.ZeroPadding1D(2, **FIRST),
        layers.GlobalAveragePooling1D(keepdims=True, **FIRST))]
    outputs += [layer(image) for layer in (
        layers.Conv2D(6, (3, 2), (2, 1), "same", groups=2, activation="softmax", **FIRST),
        layers.DepthwiseConv2D(2, depth_multiplier=2, **FIRST), layers.SeparableConv2D(3, 3, **FIRST),
        layers.Conv2DTranspose(3, 3, 2, "same", **FIRST), layers.AveragePooling2D(3, 2, "same", **FIRST),
        layers.GlobalMaxPooling2D(**FIRST), layers.Cropping2D(((1, 2), (0, 3)), **FIRST),
        layers.UpSampling2D((2, 3), **FIRST), layers.UpSampling2D(2, interpolation="bilinear", **FIRST),
        layers.BatchNormalization(1), layers.Flatten(**FIRST), layers.SpatialDropout2D(0.5, **FIRST))]
    outputs += [layer(volume) for layer in (
        layers.Conv3D(3, 2, **FIRST), layers.Conv3DTranspose(2, 2, 2, **FIRST), layers.MaxPooling3D(2, **FIRST),
        layers.UpSampling3D((1, 2, 2), **FIRST))]
    both = layers.Conv2D(4, 3, padding="same")(layers.MaxPooling2D(2, **FIRST)(image))
    return keras.Model([line, image, volume], [*outputs, both])


def mixed():
    x, words = keras.Input((6, 6, 3), name="x"), keras.Input((4,), dtype="int32", name="words")
    half, mixed = {"dtype": "float16"}, {"dtype": "mixed_float16"}
    y = layers.Conv2D(4, 3, padding="same", activation="relu", **mixed)(x)
    y = layers.BatchNormalization(**mixed)(y)
    inner = keras.Sequential([keras.Input((6, 6, 4)), layers.Conv2D(3, 2, **half)])
    row = layers.GlobalAveragePooling2D(**mixed)(y)
    outputs = [y, layers.Dense(3, "softmax", dtype="float32")(row), layers.Dense(3, **mixed)(row),
               layers.LSTM(3, **mixed)(layers.Embedding(7, 3, **mixed)(words)),
               layers.LayerNormalization(**half)(row), inner(layers.ReLU(dtype="float32")(y))]
    return keras.Model([x, words], outputs)


def nested():
    inner = keras.Sequential([keras.Input((5, 4, 3)), layers.Conv2D(3, 2, padding="same"), layers.ReLU()])
    x, y = keras.Input((5, 4, 3), name="x"), keras.Input((5, 4, 3))
    middle = keras.Model(y, [inner(y), layers.Dense(3)(y)])
    shared = layers.Dense(3)
    left, right = middle(x)
    first, second = middle(shared(left))
    return keras.Model(x, {"a": left, "b": shared(right), "c": first, "d": shared(second)})


def chain():
    return keras.Sequential([
        keras.Input((8, 8, 3), name="x"), layers.Conv2D(4, 3, padding="same"), layers.BatchNormalization(),
        layers.ReLU(), layers.MaxPooling2D(), layers.Flatten(), layers.Dense(5, "softmax")])


def save(name, model):
    """Save a model, its inputs and its results."""
    random = np.random.RandomState(0)
    for weight in model.weights:
        values = random.randn(*weight.shape) * 0.5
        weight.assign(np.abs(values) + 0.5 if "variance" in weight.path else values)
    model.save(FOLDER / f"{name}.keras")
    arrays = {}
    for tensor in model.inputs:
        shape = (2, *tensor.shape[1:])
        arrays[tensor.name] = random.randint(0, 7, shape).astype("int32") if tensor.dtype == "int32" \
            else random.randn(*shape).astype("float32")
    results = model(list(arrays.values()) if len(arrays) > 1 else list(arrays.values())[0])
    for i, result in enumerate(keras.tree.flatten(results)):
        arrays[f"result{i}"] = np.asarray(result)
    np.savez_compressed(FOLDER / f"{name}.npz", **arrays)


if __name__ == "__main__":
    keras.config.disable_traceback_filtering()
    FOLDER.mkdir(parents=True, exist_ok=True)
    for make in (activations, convolutions, pools, shapes, merges, normalizations, recurrences, masks,
                 masked_chain, channels_first, mixed, nested, chain):
        if len(sys.argv) < 2 or make.__name__ in sys.argv[1:]:
            save(make.__name__, make())
