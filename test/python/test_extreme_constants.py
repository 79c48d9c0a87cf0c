"""Random networks whose constants are very large or very small: passes keep their values."""

import numpy as np
import pytest

import relay_lite as tvm
from relay_lite import relay


def evaluate(mod, *inputs):
    return relay.create_executor("graph", mod=mod).evaluate()(*inputs).numpy()


def optimize(expr, passes, level=3):
    mod = relay.transform.InferType()(tvm.IRModule.from_expr(expr))
    with tvm.transform.PassContext(opt_level=level):
        return mod, tvm.transform.Sequential(passes)(mod)


# Mixed precision


EXTREMES = [-3.4028235e38, -1e9, 1e-12, 1e-9, 1e5, 1e9, 3.4028235e38]


def mixed_step(rng, y):
    """An operator with a constant. Values are integers before it, so that float16 has them."""
    extreme = relay.const(np.float32(rng.choice(EXTREMES)))
    one = relay.const(np.float32(1))
    mask = relay.const(rng.integers(0, 2, size=(2, 3)).astype("float32"))
    kinds = [
        lambda: relay.add(y, relay.multiply(relay.subtract(one, mask), extreme)),
        lambda: relay.multiply(y, extreme),
        lambda: relay.divide(y, relay.const(np.float32(rng.choice([1e-12, 1e9])))),
        lambda: relay.divide(y, relay.add(relay.abs(y), relay.const(np.float32(1e-9)))),
        lambda: relay.where(relay.greater(y, one), y, relay.full_like(y, extreme)),
        lambda: relay.where(relay.less(y, one), relay.full(extreme, (2, 3), "float32"), y),
        lambda: relay.maximum(y, extreme),
        lambda: relay.minimum(extreme, y),
        lambda: relay.nn.pad(y, ((0, 0), (1, 0)), pad_value=extreme),
        lambda: relay.nn.pad(y, ((0, 0), (1, 0)), pad_value=relay.const(100000)),
        lambda: relay.concatenate([y, relay.full(extreme, (2, 1), "float32")], axis=1),
        lambda: relay.clip(y, -float(rng.choice([1e-9, 1e9])), float(rng.choice([1e-9, 1e9]))),
        lambda: relay.multiply(y, relay.add(relay.tanh(y), extreme)),
    ]
    return kinds[rng.integers(len(kinds))]()


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
@pytest.mark.parametrize("normal_form", [False, True])
def test_mixed_precision(dtype, normal_form):
    rng = np.random.default_rng(42)
    tolerance = {"float16": 4e-3, "bfloat16": 3e-2}[dtype]
    x = relay.var("x", shape=(2, 4))
    passes = [relay.transform.ToANormalForm()] if normal_form else []
    passes.append(relay.transform.ToMixedPrecision(dtype, 2))
    for _ in range(40):
        weight = rng.integers(-2, 3, size=(3, 4)).astype("float32")
        y = relay.nn.dense(x, relay.const(weight), units=3)
        y = mixed_step(rng, y)
        if rng.random() < 0.5:
            y = relay.nn.softmax(y)
        before, after = optimize(relay.Function([x], y), passes)
        data = rng.integers(-2, 3, size=(2, 4)).astype("float32")
        expected = evaluate(before, data)
        got = evaluate(after, data)
        if got.dtype == np.uint16:  # the bits of bfloat16
            got = (got.astype("uint32") << 16).view("float32")
        got = got.astype("float32")
        np.testing.assert_allclose(got, expected, rtol=tolerance, atol=1e-6, err_msg=str(after))
