"""Converters of the attention of language models, of the domain com.microsoft, compared with onnxruntime."""

import numpy as np
import onnxruntime_check
import pytest
from onnx_check import compare, evaluate, floats, make
from onnx_models import info, model, node

from relay_lite.relay.frontend import from_onnx
from relay_lite.relay.frontend.onnx import ConversionError

BATCH, HEADS, GROUPS, SIZE = 2, 4, 2, 16
COSINES, SINES = np.cos(floats(16, SIZE // 2)), np.sin(floats(16, SIZE // 2))
KINDS = {"float32": "float", "int32": "int32", "int64": "int64", "uint8": "uint8", "int8": "int8"}


def check(call, outputs, **arrays):
    """Compare the call of an operator with onnxruntime; outputs have their ranks."""
    inputs = ", ".join(f"{KINDS[str(array.dtype)]}{list(array.shape) if array.ndim else ''} {name}"
                       for name, array in arrays.items())
    results = ", ".join(f"float[{', '.join(f'{name}{i}_' for i in range(rank))}] {name}" for name, rank in outputs.items())
    proto = make(f"({inputs}) => ({results}) {{ {', '.join(outputs)} = com.microsoft.{call} }}")
    compare(evaluate(proto, *arrays.values())[0], onnxruntime_check.run(proto, *arrays.values()), 1e-4)


def check_groups(steps, past=0, room=0, attributes="", packed=False, rotary=False, **more):
    """Compare a GroupQueryAttention. The second sequence has a step less in its past than the first one."""
    def state(count, seed):
        return floats(BATCH, steps, count * SIZE, seed=seed)

    lengths = np.full(BATCH, past + steps - 1, "int32")
    if past:
        lengths[1] -= 1
    arrays = {"q": state(HEADS + 2 * GROUPS, 0)} if packed else \
        {"q": state(HEADS, 0), "k": state(GROUPS, 1), "v": state(GROUPS, 2)}
    arrays.update(a=floats(BATCH, GROUPS, room, SIZE, seed=3), b=floats(BATCH, GROUPS, room, SIZE, seed=4), l=lengths,
                  t=np.array([past + steps], "int32"))
    if rotary:
        arrays.update(c=COSINES, s=SINES)
    names = ["q", "" if packed else "k", "" if packed else "v", "a", "b", "l", "t", *("cs" if rotary else ["", ""]), *more]
    arrays.update((name, array) for name, array in more.items() if array is not None)
    names = [name if name in arrays else "" for name in names]
    check(f"GroupQueryAttention<num_heads = {HEADS}, kv_num_heads = {GROUPS}, do_rotary = {int(rotary)}{attributes}>"
          f"({', '.join(names).rstrip(', ')})", {"y": 3, "d": 4, "e": 4}, **arrays)


@pytest.mark.parametrize("steps, past, room", [(3, 0, 0), (3, 0, 8), (1, 4, 4), (1, 4, 8)])
@pytest.mark.parametrize("packed, rotary", [(False, False), (True, True), (False, True)])
def test_groups(steps, past, room, packed, rotary):
    check_groups(steps, past, room, packed=packed, rotary=rotary)


@pytest.mark.parametrize("attributes", ["local_window_size = 2", "softcap = 2.0", "scale = 0.3", "smooth_softmax = 1"])
def test_attributes_of_groups(attributes):
    check_groups(5, attributes=f", {attributes}")
    check_groups(1, 6, 8, attributes=f", {attributes}")


def test_interleaved_angles_of_groups():
    check_groups(1, 4, 8, rotary=True, attributes=", rotary_interleaved = 1")


def test_further_inputs_of_groups():
    check_groups(3, p=None, g=floats(BATCH, HEADS, 3, 3, seed=8), attributes=", softcap = 2.0")
    check_groups(3, p=None, g=None, h=floats(HEADS, seed=8))


@pytest.mark.parametrize("interleaved", [0, 1])
def test_rotary_embedding(interleaved):
    tables = {"c": COSINES[:, :4], "s": SINES[:, :4]}
    call = f"RotaryEmbedding<interleaved = {interleaved}"
    check(f"{call}>(x, p, c, s)", {"y": 3}, x=floats(2, 3, 32), p=np.array([[0, 1, 2], [3, 4, 7]]), **tables)
    check(f"{call}>(x, p, c, s)", {"y": 4}, x=floats(2, 4, 3, 8), p=np.array([5]), **tables)
    check(f"{call}, num_heads = 4, rotary_embedding_dim = 8>(x, p, c, s)", {"y": 3}, x=floats(2, 3, 64),
          p=np.array([[0, 1, 2], [3, 4, 7]]), **tables)


@pytest.mark.parametrize("unidirectional", [0, 1])
@pytest.mark.parametrize("past", [False, True])
def test_quantized_attention(unidirectional, past):
    random = np.random.RandomState(0)
    arrays = {"x": random.randint(0, 255, (2, 3, 4)).astype("uint8"), "w": random.randint(-128, 127, (4, 12)).astype("int8"),
              "b": floats(12), "s": np.array(0.01, "float32"), "r": np.array(0.02, "float32"),
              "m": np.array([[1] * (8 if past else 3)] * 2, "int32"), "z": np.array(120, "uint8"), "p": np.array(3, "int8")}
    if past:
        arrays["c"] = floats(2, 2, 2, 5, 2)
    check(f"QAttention<num_heads = 2, unidirectional = {unidirectional}>({', '.join(arrays)})", {"y": 3, "o": 5}, **arrays)


def test_mask_of_ends_and_starts():
    check("Attention<num_heads = 2>(x, w, b, m)", {"y": 3}, x=floats(2, 3, 4), w=floats(4, 12), b=floats(12),
          m=np.array([3, 2, 1, 0], "int32"))


def test_keys_and_values_of_another_sequence():
    check("MultiHeadAttention<num_heads = 2>(q, k, v, b)", {"y": 3}, q=floats(2, 3, 8), k=floats(2, 2, 5, 4, seed=1),
          v=floats(2, 2, 5, 4, seed=2), b=floats(24))


def test_mask_for_each_query():
    check("MultiHeadAttention<num_heads = 2>(q, k, v, , m)", {"y": 3}, q=floats(2, 3, 8), k=floats(2, 5, 8, seed=1),
          v=floats(2, 5, 8, seed=2), m=(floats(2, 3, 5) > 0).astype("int32"))


@pytest.mark.parametrize("count", [2, 3])
def test_packed_heads(count):
    """onnxruntime has them for GPUs alone: packed and split inputs have the same results."""
    packed = floats(2, 3, 2, count, 4)
    parts = [packed[:, :, :, i].reshape(2, 3, 8) for i in range(count)]
    head = "(float[2, 3, 8] q, " if count == 2 else "("
    inputs = [floats(2, 3, 8, seed=1)] if count == 2 else []
    proto = make(f"{head}float[2, 3, 2, {count}, 4] p) => (float[a, b, c] y) {{"
                 f"y = com.microsoft.MultiHeadAttention<num_heads = 2>({'q, ' * len(inputs)}p) }}")
    split = make("(float[2, 3, 8] q, float[2, 3, 8] k, float[2, 3, 8] v) => (float[a, b, c] y) {"
                 "y = com.microsoft.MultiHeadAttention<num_heads = 2>(q, k, v) }")
    compare(evaluate(proto, *inputs, packed)[0], onnxruntime_check.run(split, *inputs, *parts), 1e-4)


STATE, TABLE, ONE = info("x", [2, 3, 64]), info("t", [16, 8]), info("n", [1], "int32")
NARROW, SQUARE = info("w", [2, 3, 30]), info("u", [64, 192])


@pytest.mark.parametrize("op_type, inputs, attributes, message", [
    ("GroupQueryAttention", "x x x   n n", dict(num_heads=4, kv_num_heads=3), "4 heads do not split into 3 groups"),
    ("GroupQueryAttention", "w     n n", dict(num_heads=4, kv_num_heads=2), "30 features are not those of 8 heads"),
    ("GroupQueryAttention", "x x x   n n", dict(num_heads=4, kv_num_heads=4, causal=0), "attribute causal of 0 is not supported"),
    ("GroupQueryAttention", "x x x   n n", dict(num_heads=4, kv_num_heads=4, k_quant_type="PER_TENSOR"),
     "attribute k_quant_type is not supported"),
    ("GroupQueryAttention", "x x x   n n      x", dict(num_heads=4, kv_num_heads=4), "input 12 is not supported"),
    ("RotaryEmbedding", "x n t t", dict(is_packed_batching=1), "attribute is_packed_batching of 1 is not supported"),
    ("RotaryEmbedding", "x n t t", dict(scale=2.0), "attribute scale is not supported"),
    ("RotaryEmbedding", "x n t t", dict(num_heads=8), "8 angles do not fit 8 features"),
    ("QAttention", "x t x t t", dict(num_heads=2, do_rotary=1), "attribute do_rotary of 1 is not supported"),
    ("MultiHeadAttention", "x", dict(num_heads=2), "keys are absent"),
    ("Attention", "x u  n", dict(num_heads=2), "expected a mask of one or two numbers for each element of the batch")])
def test_errors(op_type, inputs, attributes, message):
    proto = model([node(op_type, inputs, "y", name="here", domain="com.microsoft", **attributes)], [STATE, TABLE, ONE, NARROW, SQUARE],
                  ["y"], domains=["com.microsoft"])
    with pytest.raises(ConversionError) as error:
        from_onnx(proto)
    assert message in str(error.value) and f"{op_type} 'here'" in str(error.value)
