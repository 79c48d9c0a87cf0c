"""Arguments that TVM's functions convert: one number for a list of one, constants for numbers,
numbers for constants."""

import numpy as np
import pytest

import relay_lite as tvm
from relay_lite import relay

X = relay.var("x", shape=(1, 4, 8, 8))
Y = relay.var("y", shape=(1, 4, 8))
Z = relay.var("z", shape=(1, 4, 8, 8, 8))
V = relay.var("v", shape=(4,))
W1 = relay.var("w1", shape=(4, 4, 3))
W2 = relay.var("w2", shape=(4, 4, 3, 3))
W3 = relay.var("w3", shape=(4, 4, 3, 3, 3))
ROWS = relay.var("rows", shape=(2,), dtype="int64")
nn, image = relay.nn, relay.image


def const(value, dtype="int32"):
    return relay.const(np.array(value), dtype)


# Each is a function, arguments as TVM takes them, and what they mean.
CASES = [
    (relay.reshape, dict(data=X, newshape=-1), dict(data=X, newshape=[-1])),
    (relay.reshape, dict(data=X, newshape=const([2, -1])), dict(data=X, newshape=(2, -1))),
    (relay.reshape, dict(data=X, newshape=np.array([2, -1])), dict(data=X, newshape=(2, -1))),
    (relay.reshape, dict(data=X, newshape=[tvm.tir.IntImm("int64", 4), np.int64(-1)]),
     dict(data=X, newshape=(4, -1))),
    (relay.squeeze, dict(data=X, axis=0), dict(data=X, axis=[0])),
    (relay.squeeze, dict(data=X, axis=const(0)), dict(data=X, axis=[0])),
    (relay.squeeze, dict(data=X, axis=const([0])), dict(data=X, axis=[0])),
    (relay.tile, dict(data=V, reps=const([2, 2])), dict(data=V, reps=(2, 2))),
    (relay.broadcast_to, dict(data=V, shape=4), dict(data=V, shape=(4,))),
    (relay.broadcast_to, dict(data=V, shape=const([3, 4])), dict(data=V, shape=(3, 4))),
    (relay.full, dict(fill_value=relay.const(1.0), shape=3),
     dict(fill_value=relay.const(1.0), shape=[3])),
    (relay.zeros, dict(shape=3, dtype="int32"), dict(shape=(3,), dtype="int32")),
    (relay.ones, dict(shape=const([3, 2]), dtype="int8"), dict(shape=(3, 2), dtype="int8")),
    (relay.arange, dict(start=relay.const(3.0)),
     dict(start=relay.const(0.0), stop=relay.const(3.0), step=relay.const(1.0))),
    (relay.transpose, dict(data=X, axes=np.array([0, 2, 3, 1])), dict(data=X, axes=[0, 2, 3, 1])),
    (relay.strided_slice, dict(data=X, begin=const([0, 1]), end=const([1, 2])),
     dict(data=X, begin=[0, 1], end=[1, 2], strides=[1])),
    (relay.strided_slice, dict(data=X, begin=[0, 1], end=[1, 2], strides=const([1, 1])),
     dict(data=X, begin=[0, 1], end=[1, 2], strides=[1, 1])),
    (relay.one_hot, dict(indices=ROWS, on_value=relay.const(1.0), off_value=relay.const(0.0),
                         depth=const(3), axis=-1, dtype="float32"),
     dict(indices=ROWS, on_value=relay.const(1.0), off_value=relay.const(0.0), depth=3, axis=-1,
          dtype="float32")),
    (relay.collapse_sum_to, dict(data=X, shape=(8, 8)), dict(data=X, shape=const([8, 8]))),
    (image.resize2d, dict(data=X, size=const([4, 4])), dict(data=X, size=(4, 4))),
    (image.resize2d, dict(data=X, size=(4, 4), roi=const([0, 0, 1, 1], "float32")),
     dict(data=X, size=(4, 4), roi=(0.0, 0.0, 1.0, 1.0))),
    (nn.adaptive_max_pool1d, dict(data=Y, output_size=1), dict(data=Y, output_size=[1])),
    (nn.pad, dict(data=V, pad_width=const([[1, 2]])), dict(data=V, pad_width=((1, 2),))),
    (nn.pad, dict(data=V, pad_width=[[1, 2]], pad_value=3.0),
     dict(data=V, pad_width=((1, 2),), pad_value=relay.const(3.0))),
    (nn.upsampling, dict(data=X, scale_h=const(2, "float64"), scale_w=2),
     dict(data=X, scale_h=2.0, scale_w=2.0)),
    (nn.upsampling3d, dict(data=Z, scale_d=const(2, "float64"), scale_h=2, scale_w=2),
     dict(data=Z, scale_d=2.0, scale_h=2.0, scale_w=2.0)),
    (nn.matmul, dict(tensor_a=relay.var("a", shape=(2, 3)), tensor_b=relay.var("b", shape=(4, 3)),
                     transpose_b=True), None),
]
for rank, data, weight in ((1, Y, W1), (2, X, W2), (3, Z, W3)):
    one = dict(strides=1, padding=1, dilation=2)
    all_ = dict(strides=(1,) * rank, padding=(1,) * 2 * rank, dilation=(2,) * rank)
    CASES += [
        (getattr(nn, f"conv{rank}d"), dict(data=data, weight=weight, kernel_size=3, **one),
         dict(data=data, weight=weight, kernel_size=(3,) * rank, **all_)),
        (getattr(nn, f"max_pool{rank}d"), dict(data=data, pool_size=3, **one),
         dict(data=data, pool_size=(3,) * rank, **all_)),
        (getattr(nn, f"avg_pool{rank}d"), dict(data=data, pool_size=3, **one),
         dict(data=data, pool_size=(3,) * rank, **all_)),
    ]
for name in ("sum", "mean", "max", "min", "prod", "all", "any", "argmax", "argmin", "variance",
             "std", "mean_variance", "mean_std", "logsumexp"):
    CASES.append((getattr(relay, name), dict(data=X, axis=1), dict(data=X, axis=[1])))


def get_text(result):
    return (result.tuple_value if hasattr(result, "tuple_value") else result).astext()


@pytest.mark.parametrize("function, arguments, meaning", CASES, ids=[
    f"{i}-{case[0].__name__}" for i, case in enumerate(CASES)])
def test_spelling(function, arguments, meaning):
    text = get_text(function(**arguments))
    if meaning is not None:
        assert text == get_text(function(**meaning))
